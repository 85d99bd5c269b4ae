import HearthProtocol
import Ledger

/// Readers who have seen more than the room has. With a store that several servers share, another of them may have the
/// group by now (SPEC SB-13).
extension Room {
  /// Whether a would-be subscriber has seen more of a lane that it may read than there is.
  public func isAhead(_ subscribe: Subscribe, asker: Asker) -> Bool {
    guard subscribe.epoch == epoch else { return false }
    // What is on its way to the store may never be there.
    var known = history
    if case .appending(let batch) = phase, let committed = batch.committed { known = committed }
    let ahead = subscribe.cursors.compactMap { cursor in
      Lane(name: cursor.lane).flatMap { cursor.position > known.head(of: $0).position.rawValue ? $0 : nil }
    }
    guard !ahead.isEmpty, let member = history.state.member(holding: asker.holder) else { return false }
    // A lane that it may not read any more says nothing.
    let readable = history.state.lanes(readableBy: member.id)
    return ahead.contains { readable.contains($0) }
  }

  /// Whether they are in the group, as far as the room knows.
  public func knows(_ asker: Asker) -> Bool { history.state.member(holding: asker.holder) != nil }

  /// Waits for the group to be read again, since somebody has seen more of it; ends in `reloaded`, or in
  /// `recheckFailed`.
  ///
  /// - Returns: whether it is to be read.
  public mutating func reread() -> Bool {
    guard !isInDoubt, case .idle = phase else { return false }
    isRereading = true
    phase = .reloading(committed: history.sequence)
    return true
  }

  /// Whether what was read anew holds all that was committed here, in the same epoch; otherwise it is another history.
  public func isContinued(by read: GroupHistory) -> Bool {
    guard case .reloading(let committed) = phase else { return true }
    return read.epoch == epoch && read.sequence >= committed
  }

  /// Whether the room goes on with what it has if the group cannot be read again now.
  public var mayGoOn: Bool { isInDoubt || isRereading }
}
