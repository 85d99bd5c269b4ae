import DequeModule
import HearthProtocol

/// The last events of a log, kept while readers come back: whoever misses no more than these needs nothing of the
/// store, and all who miss the same share them.
struct RecentEvents: Sendable {
  /// Limit: bytes of the events as they are stored, 8 KiB, some thirty entries; then the oldest go.
  static let bytesMax = 8 << 10

  private var events: Deque<CommittedEvent> = []
  /// Their bytes as they are stored.
  private(set) var bytes = 0

  /// Keeps the log's next event.
  mutating func append(_ event: CommittedEvent) {
    events.append(event)
    bytes += event.stored.bytes.count
    while bytes > Self.bytesMax, let oldest = events.popFirst() { bytes -= oldest.stored.bytes.count }
  }

  /// The events that `CatchUpWork.gather` would read from the log, in order; nil when not all of them are
  /// kept.
  func tail(for work: CatchUpWork) -> [CommittedEvent]? {
    guard let wanted = work.wanted, let after = work.tailAfter else { return nil }
    let tail = events.filter { $0.stored.sequence > after && wanted[$0.stored.lane]?.contains($0.stored.position) == true }
    return UInt64(tail.count) == work.wantedCount ? Array(tail) : nil
  }
}

extension Room {
  /// The events that a reader misses, if memory has them all; nil when something must be read or encoded.
  func keptTail(for work: CatchUpWork) -> [CommittedEvent]? {
    guard work.snapshotLanes.isEmpty else { return nil }
    return work.wanted?.isEmpty == true ? [] : history.recent?.tail(for: work)
  }

  /// Keeps the last events no longer: no readers are expected who miss some. The next time that the group is read they
  /// are kept again.
  public mutating func forgetRecent() { history.recent = nil }

  /// The bytes of the last events that are kept, as they are stored.
  public var recentBytes: Int { history.recent?.bytes ?? 0 }
}

extension CatchUpWork {
  /// How many events are wanted, at most; where all lanes are, as many as there are.
  var wantedCount: UInt64 { wanted.map { $0.values.reduce(0) { $0 + $1.upperBound.rawValue - $1.lowerBound.rawValue + 1 } } ?? .max }
}
