import HearthProtocol

extension AppendBatch {
  /// Whether the events are numbered `expected + 1` and on without gap. A batch that is not is a bug of the caller that
  /// made it.
  package var isNumberedWithoutGap: Bool {
    for (index, event) in events.enumerated() where event.sequence.rawValue &- expected.rawValue != UInt64(index) &+ 1 { return false }
    return true
  }

  /// The flaw of a batch that replaces an event that the log does not have.
  package static let noPlace = "the log has no such event whose bytes could be replaced"

  /// The group's head once the batch is appended.
  package var headAfter: GroupSequence { events.last?.sequence ?? expected }
}
