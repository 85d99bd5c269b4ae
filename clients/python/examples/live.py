"""Joins a group by an invite and prints what happens in it, live. Started again, it goes on where it was.

    live.py https://hearth.example/join#7GXK-2MQ4-T9ZB-0HWC
"""
import asyncio
import sys

from hearth_client import Event, HearthClient, MembershipEnded


def told(event: Event, name: str) -> str:
    if event.kind == "entryAdded":
        amount = event.body["content"]["amount"]
        return f"{name} added {event.body['content']['description']}: {amount['minor']} {amount['currency']} in minor units"
    return f"{name}: {event.kind}"


async def main(invite: str) -> None:
    async with HearthClient("live.db") as client:
        group = await client.join(invite, "Live")
        print("Following", group, flush=True)
        members = await client.members(group)
        try:
            async for event in client.follow(group):
                if event.kind == "memberJoined":
                    members = await client.members(group)
                by = members.get(event.by, {}).get("displayName", "Hearth")
                print(told(event, by), flush=True)
        except MembershipEnded as ended:
            print(ended)


asyncio.run(main(sys.argv[1]))
