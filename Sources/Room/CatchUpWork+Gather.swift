import EventStore
import HearthProtocol
import SwiftProtobuf

extension CatchUpWork {
  /// Does the work: reads the tail from the store, takes the snapshots and encodes them. Blocks; called off the loops, on which a large group's
  /// would hold everybody up.
  public func gather(from store: some EventStore) throws(StoreFailure) -> (tail: [CommittedEvent], snapshots: [[UInt8]]) {
    var tail: [CommittedEvent] = []
    let count = wanted.map { $0.values.reduce(0) { $0 + $1.upperBound.rawValue - $1.lowerBound.rawValue + 1 } } ?? .max
    if var after = tailAfter {
      while after < until, tail.count < count {
        let page = try store.read(history.group, after: after, limit: GroupHistory.pageEvents)
        guard let last = page.last else { break }
        for stored in page where stored.sequence <= until && isWanted(stored) {
          guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
          tail.append(CommittedEvent(stored: stored, event: event))
        }
        after = last.sequence
      }
    }
    let parts = snapshotLanes.flatMap { history.snapshot(of: $0).parts(group: history.group) }
    return (tail, parts.compactMap { try? format.encode($0) })
  }

  private func isWanted(_ stored: StoredEvent) -> Bool { wanted.map { $0[stored.lane]?.contains(stored.position) ?? false } ?? true }
}

extension LaneSnapshot {
  // Limit: entries in one part of a snapshot, so that no message is much larger than 256 KiB.
  private static let entriesPerPart = 500

  /// Cuts a snapshot into messages (SPEC SB-03).
  fileprivate func parts(group: GroupID) -> [ServerMessage] {
    var snapshots: [LaneSnapshot] = [self]
    if case .shared(let shared) = state, shared.entryRows.count > Self.entriesPerPart {
      snapshots = []
      for start in stride(from: 0, to: shared.entryRows.count, by: Self.entriesPerPart) {
        var part = self
        var piece = start == 0 ? shared : SharedSnapshot()
        piece.entryRows = Array(shared.entryRows[start..<min(start + Self.entriesPerPart, shared.entryRows.count)])
        part.shared = piece
        snapshots.append(part)
      }
    }
    return snapshots.enumerated().map { index, snapshot in
      var message = ServerMessage()
      message.snapshotPart.groupID = group.description
      message.snapshotPart.last = index == snapshots.count - 1
      message.snapshotPart.snapshot = snapshot
      return message
    }
  }
}

extension HistoryRequest {
  /// Reads the page. Blocks; called off the loops.
  ///
  /// A lane's event at position p cannot stand before sequence p in the log, so reading starts there.
  public func read(from store: some EventStore) throws(StoreFailure) -> [CommittedEvent] {
    var result: [CommittedEvent] = []
    var sequence = GroupSequence(after.rawValue)
    var reached = after
    while result.count < limit, reached < head {
      let page = try store.read(group, after: sequence, limit: GroupHistory.pageEvents)
      guard let last = page.last else { break }
      for stored in page where stored.lane == lane && stored.position > after && stored.position <= head && result.count < limit {
        guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
        result.append(CommittedEvent(stored: stored, event: event))
        reached = stored.position
      }
      sequence = last.sequence
    }
    return result
  }
}
