"""What goes wrong, each with its cause and its remedy."""
from __future__ import annotations

from .messages import Rejected
from .refusals import CLOSE_CODES, REFUSALS, Cause


class HearthError(Exception):
    """Something that could not be done: `cause` says why, `remedy` what helps."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(f"{cause} {remedy}".strip())
        self.cause = cause
        self.remedy = remedy


class Refused(HearthError):
    """The server said no, with a code of errors.json (SPEC section 20)."""

    def __init__(self, rejected: Rejected, status: int = 0) -> None:
        self.code: str = rejected.get("code", "")
        known = REFUSALS.get(self.code, Cause("The server refused it.", "", "fix", True))
        super().__init__(rejected.get("cause") or known.cause, rejected.get("remedy") or known.remedy)
        self.field: str = rejected.get("field", "")
        """The path of the field at fault; empty: it is no single field."""
        self.command_id: str = rejected.get("commandId", "")
        self.retry_after_ms: int = rejected.get("retryAfterMs", 0)
        self.details: dict[str, str] = {one.get("key", ""): one.get("value", "") for one in rejected.get("details", [])}
        self.status = status
        """Of a call over HTTP its status, otherwise 0."""
        self.client: str = known.client
        """What a client does: "fix", "retry", "resync", "stop"."""
        self.final: bool = known.final
        """Whether the same command is refused again, whatever becomes of the group."""

    def __str__(self) -> str:
        return f"{self.code}{f' ({self.field})' if self.field else ''}: {super().__str__()}"


class Unreachable(HearthError):
    """No answer came: the server cannot be reached. Of a command nobody knows whether it was carried out; the same again is safe."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause, "Try again when the server can be reached.")


class Stopped(HearthError):
    """The connection was closed with a code after which the same client must not come back (SPEC CL-03)."""

    def __init__(self, code: int) -> None:
        known = CLOSE_CODES.get(code, Cause("The connection was closed.", "", "stop", False))
        super().__init__(known.cause, known.remedy)
        self.code = code


class MembershipEnded(HearthError):
    """The member has left or was removed, or the group was deleted: nothing more of it is delivered."""

    def __init__(self, group_id: str) -> None:
        super().__init__("This account is not in the group any more.", "Ask a member for a new invite.")
        self.group_id = group_id


class HistoryRestored(HearthError):
    """The server was restored from a backup: what came after it may be gone (SPEC SB-07). Follow again to go on from what it has."""

    def __init__(self, group_id: str) -> None:
        super().__init__("The server was restored from a backup, and what came after it may be gone.", "Follow the group again, and compare.")
        self.group_id = group_id


class JoinPending(HearthError):
    """The invite needs approval: somebody of the group has to say yes first (SPEC IN-08)."""

    def __init__(self, group_id: str) -> None:
        super().__init__("The join waits for the owner or an admin.", "Join by the same link again later.")
        self.group_id = group_id


class NobodyNamed(HearthError):
    """An entry that is to be kept names nobody among whom it divides (SPEC CM-15)."""

    def __init__(self, field: str) -> None:
        super().__init__(f"{field} names nobody: who shares by default may be others when the entry is carried out.",
                         "Name the members, as `await client.sharing(group_id)` lists those who share by default now.")
        self.field = field
        """The path of the split."""


class StoreInUse(HearthError):
    """Another process has the file."""

    def __init__(self, path: str) -> None:
        super().__init__(f"Another process uses {path}.", "End it, or give this one a file of its own.")
