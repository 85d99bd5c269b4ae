"""What a plan of payments has to be."""
from __future__ import annotations

from .messages import Settlement


def adds_up(plan: Settlement) -> bool:
    """Whether the payments of a plan bring every balance to zero, as all of them do."""
    left = {one["memberId"]: int(one.get("minor", 0)) for one in plan.get("balances", [])}
    for debt in plan.get("debts", []):
        minor = int(debt["minor"])
        left[debt["fromMemberId"]] = left.get(debt["fromMemberId"], 0) + minor
        left[debt["toMemberId"]] = left.get(debt["toMemberId"], 0) - minor
    return not any(left.values())
