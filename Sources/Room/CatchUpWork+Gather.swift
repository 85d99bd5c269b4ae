import EventStore
import HearthProtocol
import SwiftProtobuf

extension CatchUpWork {
  /// Does the work: reads the tail from the store, takes the snapshots and encodes them. Blocks; called off the loops,
  /// on which a large group's would hold everybody up.
  ///
  /// - Parameter between: called between two slices of it.
  public func gather(
    from store: some EventStore, between: () -> Void = {}
  ) throws(StoreFailure) -> (tail: [CommittedEvent], snapshots: [[UInt8]]) {
    try gather(from: store, most: .max, between: between) ?? ([], [])
  }

  /// The same where it comes to few bytes; nil when it comes to more, and is to be given in pieces (`CatchUpReading`).
  ///
  /// - Parameters:
  ///   - most: bytes in the reader's encoding.
  ///   - between: called between two slices of it.
  public func gather(
    from store: some EventStore, most: Int, between: () -> Void = {}
  ) throws(StoreFailure) -> (tail: [CommittedEvent], snapshots: [[UInt8]])? {
    let isBounded = most < .max
    // An entry has more than a hundred bytes.
    if isBounded, !snapshotBehind.isEmpty || snapshotLanes.contains(.shared) && history.state.entryRowCount > most / 100 { return nil }
    var left = most
    var snapshots: [[UInt8]] = []
    for lane in snapshotLanes {
      var cutter = SnapshotCutter(history, lane: lane)
      var isLast = false
      while !isLast {
        let part = cutter.next(format, most: MessageBytes.most)
        isLast = part.isLast
        guard let message = try? format.encode(part.message) else { continue }
        left -= message.count
        if left < 0 { return nil }
        snapshots.append(message)
        between()
      }
    }
    guard let tailAfter else { return ([], snapshots) }
    guard var tail = try tail(after: max(tailAfter, likelyAfter), from: store, most: left, between: between) else { return nil }
    if tail.count < wantedCount, tailAfter < likelyAfter {
      guard let all = try self.tail(after: tailAfter, from: store, most: left, between: between) else { return nil }
      tail = all
    }
    return (tail, snapshots)
  }

  /// The wanted events of the log behind a place; nil when they have more than so many bytes.
  private func tail(
    after place: GroupSequence, from store: some EventStore, most: Int, between: () -> Void
  ) throws(StoreFailure) -> [CommittedEvent]? {
    let isBounded = most < .max
    var (after, left) = (place, most)
    var tail: [CommittedEvent] = []
    while after < until, tail.count < wantedCount {
      let page = try store.read(history.group, after: after, limit: GroupHistory.pageEvents)
      guard let last = page.last else { break }
      for stored in page where stored.sequence <= until && isWanted(stored) {
        guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
        let committed = CommittedEvent(stored: stored, event: event)
        if isBounded { left -= committed.bytes(in: format) }
        // Words were erased after this was asked for: it is asked for anew.
        if left < 0 || isBounded && event.isNamed(after: wanted?[stored.lane]?.upperBound) { return nil }
        tail.append(committed)
      }
      after = last.sequence
      between()
    }
    return tail
  }

  private func isWanted(_ stored: StoredEvent) -> Bool { wanted.map { $0[stored.lane]?.contains(stored.position) ?? false } ?? true }
}

extension Event {
  /// Whether its words were erased, and the event that says so stands behind what is read of the lane (SPEC EW-05).
  func isNamed(after head: LanePosition?) -> Bool { head.map { erasedBy > $0.rawValue } ?? false }
}

extension HistoryRequest {
  /// Reads the page, as far as a message has space for it. Blocks; called off the loops.
  ///
  /// - Parameter format: what it will be written in.
  ///
  /// A lane's event at position p cannot stand before sequence p in the log, so reading starts there.
  public func read(
    from store: some EventStore, for format: WireFormat = .protobuf, most: Int = MessageBytes.most, between: () -> Void = {}
  ) throws(StoreFailure) -> [CommittedEvent] {
    var result: [CommittedEvent] = []
    var left = most - MessageBytes.headMost
    var sequence = GroupSequence(after.rawValue)
    var reached = after
    while result.count < limit, reached < head {
      let page = try store.read(group, after: sequence, limit: GroupHistory.pageEvents)
      guard let last = page.last else { break }
      for stored in page where stored.lane == lane && stored.position > after && stored.position <= head && result.count < limit {
        guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
        // Words were erased after this was asked for: the next question gets it together with what names it.
        if event.isNamed(after: head) {
          if result.isEmpty { throw .away("words were erased meanwhile") }
          return result
        }
        let committed = CommittedEvent(stored: stored, event: event)
        left -= committed.bytes(in: format)
        guard left >= 0 || result.isEmpty else { return result }
        result.append(committed)
        reached = stored.position
      }
      sequence = last.sequence
      between()
    }
    return result
  }
}
