"""Seeds a hearthd with a household and writes what schemathesis is to try; LoadTests/api-check.sh starts both.

    api-check.py seed URL CONFIG    registers people, makes a group with one thing of most kinds, writes CONFIG, prints the owner's token
    api-check.py methods URL        asks every path with every method that it has not
    api-check.py control FILE       writes the description without the status 400, which has to be found out
"""

import json
import pathlib
import re
import sys
import uuid

import httpx

TEMPLATE = pathlib.Path(__file__).with_suffix(".toml")
DESCRIPTION = TEMPLATE.parent.parent / "Protocol/openapi.json"


class Person:
    """Somebody with a token, who calls."""

    def __init__(self, client, name):
        self.client = client
        made = client.post("/v1/identities", json={"displayName": name})
        made.raise_for_status()
        self.token = made.json()["token"]
        self.device = made.json()["deviceId"]

    def call(self, method, path, body=None):
        answer = self.client.request(method, path, json=body, headers={"Authorization": f"Bearer {self.token}"})
        if answer.status_code >= 300:
            raise SystemExit(f"{method} {path} was answered {answer.status_code}: {answer.text}")
        return answer

    def make(self, path, body):
        """Makes a thing; its id is the last part of where it is."""
        return self.call("POST", path, body).headers["location"].split("/")[-1]


def seed(url, config):
    with httpx.Client(base_url=url, timeout=20) as client:
        asha, ravi = Person(client, "Asha"), Person(client, "Ravi")
        money = {"minor": "45050", "currency": "INR"}
        group = asha.make("/v1/groups", {"name": "Sharma", "currency": "INR", "displayName": "Asha"})
        path = f"/v1/groups/{group}"
        code = asha.call("POST", f"{path}/invites", {"role": "ROLE_ADULT"}).json()["inviteCode"]
        ravi.call("POST", "/v1/groups/join", {"code": code, "displayName": "Ravi"})
        members = {member["displayName"]: member["memberId"] for member in asha.call("GET", f"{path}/members").json()["members"]}
        riya = asha.make(f"{path}/members", {"displayName": "Riya", "role": "ROLE_MINOR"})
        entry = asha.make(f"{path}/entries", {"content": {"kind": "ENTRY_KIND_EXPENSE", "amount": money, "description": "Vegetables"}})
        budget = asha.make(f"{path}/budgets", {"content": {
            "name": "Food", "period": "BUDGET_PERIOD_MONTHLY", "limit": money, "categories": ["groceries"]}})
        account = str(uuid.uuid4())
        asha.call("PUT", f"{path}/accounts/{account}", {"content": {
            "name": "Savings", "type": "ACCOUNT_TYPE_SAVINGS"}})
        link = asha.call("POST", "/v1/devices/links").json()["code"]
        other = client.post("/v1/devices", json={"code": link, "device": "tablet"}).json()["deviceId"]
        token = asha.call("POST", f"{path}/tokens", {"access": "GROUP_TOKEN_ACCESS_READ", "name": "Bot"}).json()["made"]["tokenId"]
        rules = asha.call("GET", f"{path}/recurring").json().get("recurring", [])
        things = {
            "GROUP": group, "MEMBER": members["Ravi"], "MINOR": riya, "ENTRY": entry, "BUDGET": budget, "ACCOUNT": account,
            "DEVICE": other, "TOKEN": token, "RULE": rules[0]["ruleId"] if rules else str(uuid.uuid4()),
        }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, thing in things.items():
        text = text.replace(f"@{name}@", thing)
    pathlib.Path(config).write_text(text, encoding="utf-8")
    print(asha.token)


def methods(url):
    """Each method that a path has not is answered 405, with Allow, and a problem."""
    paths = json.loads(DESCRIPTION.read_text(encoding="utf-8"))["paths"]
    tried = 0
    with httpx.Client(base_url=url, timeout=20) as client:
        for path, calls in paths.items():
            target = re.sub(r"\{[a-z0-9_]+\}", lambda match: "0" * 64 if match[0] == "{sha256}" else str(uuid.uuid4()), path)
            for method in {"get", "post", "put", "patch", "delete"} - set(calls):
                answer = client.request(method.upper(), target)
                allowed = set(answer.headers.get("allow", "").lower().split(", ")) - {"head"}
                if answer.status_code != 405 or allowed != set(calls) or answer.headers["content-type"] != "application/problem+json":
                    raise SystemExit(f"{method.upper()} {path} was answered {answer.status_code}, Allow: {answer.headers.get('allow')}")
                tried += 1
    print(f"{tried} methods that {len(paths)} paths have not: 405 each.")


def control(path):
    document = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    for calls in document["paths"].values():
        for call in calls.values():
            call["responses"].pop("400", None)
    pathlib.Path(path).write_text(json.dumps(document), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "seed":
        seed(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "methods":
        methods(sys.argv[2])
    else:
        control(sys.argv[2])
