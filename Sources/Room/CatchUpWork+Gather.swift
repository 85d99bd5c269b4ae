import EventStore
import HearthProtocol
import SwiftProtobuf

extension CatchUpWork {
  /// Does the work: reads the tail from the store and takes the snapshots. Blocks; called off the loops.
  public func gather(from store: some EventStore) throws(StoreFailure) -> (tail: [CommittedEvent], snapshots: [LaneSnapshot]) {
    var tail: [CommittedEvent] = []
    if var after = tailAfter {
      while after < until {
        let page = try store.read(history.group, after: after, limit: GroupHistory.pageEvents)
        guard let last = page.last else { break }
        for stored in page where stored.sequence <= until {
          guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
          tail.append(CommittedEvent(stored: stored, event: event))
        }
        after = last.sequence
      }
    }
    return (tail, snapshotLanes.map(history.snapshot(of:)))
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
