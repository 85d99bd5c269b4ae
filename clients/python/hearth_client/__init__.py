"""Follows and changes groups of a Hearth server."""
from .calls import code_in, new_id, plain
from .client import HearthClient
from .errors import HearthError, HistoryRestored, JoinPending, MembershipEnded, NobodyNamed, Refused, Stopped, StoreInUse, Unreachable
from .following import Event
from .store import Waiting

__all__ = ["Event", "HearthClient", "HearthError", "HistoryRestored", "JoinPending", "MembershipEnded", "NobodyNamed", "Refused", "Stopped", "StoreInUse",
           "Unreachable", "Waiting", "code_in", "new_id", "plain"]
