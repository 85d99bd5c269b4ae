"""What needs no server (Python): a plan that changes while it is read, splits that name nobody, and which refusals are tried again, by errors.json."""
import asyncio
import json
import pathlib
import sys
import tempfile

from hearth_client import HearthClient, HearthError, Refused
from hearth_client.client import PLAN_TRIES
from hearth_client.sharing import sharers, unnamed


def must(what, found, wanted):
    assert found == wanted, f"{what}: {found!r} instead of {wanted!r}"


def debt(giver, taker, minor):
    return {"fromMemberId": giver, "toMemberId": taker, "minor": str(minor)}


BALANCES = [{"memberId": "a", "minor": "-30"}, {"memberId": "b", "minor": "10"}, {"memberId": "c", "minor": "20"}]
FIRST, REST = debt("a", "b", 10), debt("a", "c", 20)


class Told(HearthClient):
    """A client to which a table answers."""

    def __init__(self, path, pages):
        super().__init__(path)
        self.pages, self.questions = pages, []

    async def ask(self, body):
        self.questions.append(body["readSettlement"])
        return {"settlement": json.loads(json.dumps(self.pages[len(self.questions) - 1]))}


async def plans(folder):
    begun = {"mode": "SETTLEMENT_MODE_DIRECT", "balances": BALANCES, "debts": [FIRST], "nextDebt": 1}
    cases = [
        ("one message", [{"balances": BALANCES, "debts": [FIRST, REST]}], [0]),
        ("two messages", [begun, {"debts": [REST]}], [0, 1]),
        # Between the two somebody paid: what comes second is of another plan.
        ("a change between", [begun, {"debts": [debt("a", "c", 5)]}, begun, {"debts": [REST]}], [0, 1, 0, 1]),
        ("a part that leads nowhere", [begun, {"debts": [FIRST], "nextDebt": 1}, begun, {"debts": [REST]}], [0, 1, 0, 1]),
    ]
    for name, pages, asked in cases:
        client = Told(f"{folder}/{name}.db", pages)
        plan = await client.settlement("g")
        must(name, (plan["debts"], plan["balances"], "nextDebt" in plan), ([FIRST, REST], BALANCES, False))
        must(f"{name}: what was asked", [one.get("afterDebts", 0) for one in client.questions], asked)
        must(f"{name}: the way", [one.get("mode") for one in client.questions], [None] * len(asked))
    # Limit: at the last try it holds, and behind it nothing is answered but that it changes.
    wrong = [begun, {"debts": [debt("a", "c", 5)]}]
    plan = await Told(f"{folder}/at the limit.db", wrong * (PLAN_TRIES - 1) + [begun, {"debts": [REST]}]).settlement("g")
    must("at the limit", plan["debts"], [FIRST, REST])
    try:
        await Told(f"{folder}/behind it.db", wrong * PLAN_TRIES + [begun, {"debts": [REST]}]).settlement("g")
    except HearthError as error:
        must("what helps", (bool(error.cause), bool(error.remedy)), (True, True))
    else:
        raise AssertionError("a plan that does not add up was answered")


def names():
    add, edit = "addEntry.content.split", "editEntry.changes.money.split"
    some = {"memberIds": ["a"]}
    for kind, split, is_unnamed in [
        ("EXPENSE", None, True), ("EXPENSE", {}, True), ("EXPENSE", {"equal": {}}, True), ("EXPENSE", {"equal": {"memberIds": []}}, True),
        ("EXPENSE", {"income": {}}, True), ("INCOME", {"equal": {}}, True), ("EXPENSE", {"equal": some}, False), ("EXPENSE", {"income": some}, False),
        # What an income brings belongs to who received it.
        ("INCOME", None, False), ("TRANSFER", None, False), ("EXPENSE", {"exact": {"shares": []}}, False), ("EXPENSE", {"weights": {"shares": []}}, False),
        ("EXPENSE", {"percentage": {"shares": []}}, False),
    ]:
        money = {"kind": f"ENTRY_KIND_{kind}"} | ({} if split is None else {"split": split})
        must(f"{kind} {split}", unnamed({"addEntry": {"content": money}}), add if is_unnamed else "")
        must(f"edited {kind} {split}", unnamed({"editEntry": {"changes": {"money": money}}}), edit if is_unnamed else "")
    for other in ({"editEntry": {"changes": {"note": "x"}}}, {"voidEntry": {}}, {}):
        must(str(other), unnamed(other), "")

    active, minor = {"status": "MEMBER_STATUS_ACTIVE"}, {"proposedRole": "ROLE_MINOR", "proposedEffectiveAtMs": "1000"}
    members = {
        "owner": active | {"role": "ROLE_OWNER"}, "admin": active | {"role": "ROLE_ADMIN"}, "adult": active | {"role": "ROLE_ADULT"},
        "viewer": active | {"role": "ROLE_VIEWER"}, "minor": active | {"role": "ROLE_MINOR"}, "out": active | {"role": "ROLE_ADULT", "sharesByDefault": False},
        "in": active | {"role": "ROLE_VIEWER", "sharesByDefault": True}, "left": {"status": "MEMBER_STATUS_LEFT", "role": "ROLE_ADULT", "sharesByDefault": True},
        "placeholder": {"role": "ROLE_ADULT"}, "grows": active | {"role": "ROLE_ADULT"} | minor,
        # Who has to acknowledge it keeps their role until then.
        "asked": active | {"role": "ROLE_ADULT", "proposedRole": "ROLE_MINOR"},
    }
    always = ["owner", "admin", "adult", "in", "placeholder", "grows", "asked"]
    must("who shares", (sharers(members, 999), sharers(members, 1000)), (always, [one for one in always if one != "grows"]))


def tried_again(path):
    """The client goes by `final` for what is kept, and by `client` for a question."""
    rejections = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rejections"]
    again = {one["code"] for one in rejections if not Refused({"code": one["code"]}).final}
    must("what is kept and sent again", again, {one["code"] for one in rejections if not one["final"]})
    asked = {one["code"] for one in rejections if Refused({"code": one["code"]}).client == "retry"}
    must("what is asked again", asked, {one["code"] for one in rejections if one["client"] == "retry"})
    must("the control", ("overloaded" in again, "not_found" in again), (True, False))


with tempfile.TemporaryDirectory() as place:
    asyncio.run(plans(place))
names()
tried_again(sys.argv[1])
print("the tables hold")
