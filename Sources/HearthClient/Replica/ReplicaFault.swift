import HearthProtocol
import Ledger

/// Why what the server sent of a group cannot be believed. The view shown so far stays as it was.
public enum ReplicaFault: Error, Equatable, Sendable {
  /// Events are missing before this one.
  case gap(Lane, expected: LanePosition, found: LanePosition)
  /// The event was received before.
  case repeated(Lane, expected: LanePosition, found: LanePosition)
  /// The event's bytes do not continue the lane's hash chain (SPEC LN-05).
  case hashMismatch(Lane, LanePosition)
  /// The bytes are no event.
  case unreadable(Lane, LanePosition)
  /// A catch-up message that fits no catch-up: a part of a snapshot nobody announced, a lane listed twice, a start that
  /// was not asked for.
  case unexpected(Lane)
  /// The server now has less than it once sent: history was cut off though the epoch is the same.
  case truncated(Lane, had: LanePosition, found: LanePosition)
  /// The event or snapshot contradicts what came before.
  case impossible(Lane, LanePosition, HistoryFlaw)

  /// What a client does about it.
  public enum Recovery: Sendable {
    /// Subscribe again, without cursors.
    case resync
    /// Stop following the group and say so: asking again would show amounts that nobody can vouch for.
    case stop
  }

  /// What a client does about it.
  public var recovery: Recovery {
    switch self {
    case .gap, .repeated, .unreadable, .unexpected: .resync
    // SPEC LN-08: a snapshot would hide what was altered.
    case .hashMismatch, .truncated, .impossible: .stop
    }
  }
}

extension ReplicaFault: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .gap(let lane, let expected, let found): "Lane \(lane) goes on at \(found), but \(expected) is missing."
    case .repeated(let lane, let expected, let found): "Lane \(lane) repeats \(found); \(expected) comes next."
    case .hashMismatch(let lane, let position): "Event \(position) of lane \(lane) does not match its hash."
    case .unreadable(let lane, let position): "Event \(position) of lane \(lane) is not readable."
    case .unexpected(let lane): "The server sent a part of lane \(lane) that it had not announced."
    case .truncated(let lane, let had, let found): "The server's history of lane \(lane) ends at \(found), but it once went to \(had)."
    case .impossible(let lane, let position, let fault): "Event \(position) of lane \(lane) contradicts what came before: \(fault)."
    }
  }
}
