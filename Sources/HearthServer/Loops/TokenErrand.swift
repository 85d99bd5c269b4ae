import EventStore
import HearthProtocol

/// Why it is asked whether a member may have a token for a group.
enum TokenErrand: Sendable {
  /// It is to be made.
  case make(CreateGroupToken, TokenAccess)
  /// It was made, and is shown if its maker still may have it: a right that was lost before it was stored took away
  /// nothing.
  case show(ServerMessage, TokenID, TokenAccess)

  /// What the token lets do.
  var access: TokenAccess {
    switch self {
    case .make(_, let access), .show(_, _, let access): access
    }
  }
}
