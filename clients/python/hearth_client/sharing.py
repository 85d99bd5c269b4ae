"""Among whom an entry divides that names nobody (SPEC CM-09, MB-14)."""
from __future__ import annotations

from .messages import Command, Member

PRESENT = {"MEMBER_STATUS_ACTIVE", "MEMBER_STATUS_UNCLAIMED"}
SHARING = {"ROLE_OWNER", "ROLE_ADMIN", "ROLE_ADULT"}


def sharers(members: dict[str, Member], now: int) -> list[str]:
    """The ids of those who share, in the order of joining; `now` by the server's clock, in milliseconds since 1970."""

    def shares(one: Member) -> bool:
        role = one.get("role", "")
        at = int(one.get("proposedEffectiveAtMs", 0))
        # A placeholder takes a proposed role by itself, at its time.
        if 0 < at <= now:
            role = one.get("proposedRole", role)
        return one.get("sharesByDefault", role in SHARING)

    def status(one: Member) -> str:
        return one.get("status") or ("MEMBER_STATUS_ACTIVE" if one.get("holder") else "MEMBER_STATUS_UNCLAIMED")

    return [id for id, one in members.items() if status(one) in PRESENT and shares(one)]


def unnamed(command: Command) -> str:
    """The field of a command in which a split names nobody, so that who shares by default when it is carried out would share; empty: there is none.

    A rule is none: it divides among those who share whenever it books."""
    if "addEntry" in command:
        content = command["addEntry"].get("content", {})
        place, kind, split = "addEntry.content.split", content.get("kind"), content.get("split", {})
    elif "money" in (changes := command.get("editEntry", {}).get("changes", {})):
        place, kind, split = "editEntry.changes.money.split", changes["money"].get("kind"), changes["money"].get("split", {})
    else:
        return ""
    if "equal" in split:
        return "" if split["equal"].get("memberIds") else place
    if "income" in split:
        return "" if split["income"].get("memberIds") else place
    named = "percentage" in split or "exact" in split or "weights" in split
    return place if not named and kind == "ENTRY_KIND_EXPENSE" else ""
