"""Posts to a chat what a group spent in a week.

    digest.py https://hearth.example/join#7GXK-2MQ4-T9ZB-0HWC https://chat.example/hooks/KEY
"""
import argparse
import asyncio
import datetime
import json
import urllib.request

from hearth_client import HearthClient, plain
from hearth_client.messages import Dashboard, Settlement

parser = argparse.ArgumentParser()
parser.add_argument("invite")
parser.add_argument("webhook")
parser.add_argument("--day", default=str(datetime.date.today() - datetime.timedelta(days=7)), help="a day of the week (default: a week ago)")
options = parser.parse_args()


def words(week: Dashboard, plan: Settlement, names: dict[str, str]) -> str:
    """The digest as a chat shows it."""
    currency = week["currency"]

    def amount(minor: int | str) -> str:
        return f"{plain(minor, currency)} {currency}"

    spent = int(week["periods"][-1].get("spentMinor", 0))
    lines = [f"{week['periodStart']} to {week['periodEnd']}: {amount(spent)} spent"]
    for one in week.get("categories", []):
        if int(one.get("spentMinor", 0)):
            lines.append(f"- {one.get('category') or 'without a category'}: {amount(one['spentMinor'])}")
    for member in week.get("members", []):
        if int(member.get("paidMinor", 0)):
            lines.append(f"{names[member['memberId']]} paid {amount(member['paidMinor'])}")
    for debt in plan.get("debts", []):
        lines.append(f"{names[debt['fromMemberId']]} owes {names[debt['toMemberId']]} {amount(debt['minor'])}")
    return "\n".join(lines)


async def main() -> None:
    async with HearthClient("digest.db") as client:
        group = await client.join(options.invite, "Digest")
        week = await client.dashboard(group, "DASHBOARD_PERIOD_WEEK", options.day)
        if client.recall("posted") == week["periodStart"]:
            return
        plan = await client.settlement(group)
        names = {id: member["displayName"] for id, member in (await client.members(group)).items()}
        post(words(week, plan, names))
        client.remember("posted", week["periodStart"])


def post(text: str) -> None:
    request = urllib.request.Request(options.webhook, json.dumps({"text": text}).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=30).close()


asyncio.run(main())
