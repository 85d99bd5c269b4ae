import EventStore
import HearthProtocol
import Ledger

/// A large catch-up, which a reader is sent a piece at a time as it takes them (SPEC SB-03): snapshots in parts, then
/// the log's events.
///
/// It reads and encodes nothing before it is asked, so however slow the reader is, no more than a piece of it is in
/// memory. The shell asks off its loops.
public struct CatchUpReading: Sendable {
  /// The content of the piece.
  public enum Piece: Sendable {
    /// A message, encoded.
    case message([UInt8])
    /// Events of a lane.
    case events(Lane, [CommittedEvent])
  }

  /// Limit: bytes of a part of a large snapshot in the reader's encoding, 64 KiB, so that one comes every few seconds
  /// over a slow line.
  public static let partBytes = 64 << 10
  // Limit: events of a piece.
  static let pieceEvents = 100
  // Limit: events of the log that are read at once.
  private static let pageEvents = 100

  /// What is caught up with.
  public let work: CatchUpWork
  private var lanes: [Lane]
  private var cutter: SnapshotCutter?
  private var sequence: GroupSequence?
  private var reached: [Lane: LanePosition]
  /// Events that are wanted and in no piece yet.
  private var held: [CommittedEvent] = []
  /// Whether all has been given.
  public private(set) var isDone = false
  /// Whether the log has not, behind where it is read from, all that is wanted: the reader's cursors never stood
  /// together (SPEC SB-04), or words were erased since.
  public private(set) var isBroken = false

  /// Begins.
  public init(_ work: CatchUpWork) {
    self.work = work
    lanes = work.snapshotLanes
    sequence = work.tailAfter
    reached = (work.wanted ?? [:]).mapValues { LanePosition($0.lowerBound.rawValue - 1) }
  }

  /// The next piece; nothing when all has been given, or `isBroken`. Blocks.
  public mutating func next(from store: some EventStore) throws(StoreFailure) -> [Piece] {
    if let lane = lanes.first {
      var cutter = self.cutter ?? SnapshotCutter(work.history, lane: lane, behind: work.snapshotBehind[lane] ?? 0)
      let (message, isLast) = cutter.next(work.format, most: Self.partBytes)
      self.cutter = isLast ? nil : cutter
      if isLast { lanes.removeFirst() }
      if lanes.isEmpty, sequence == nil { isDone = true }
      return (try? work.format.encode(message)).map { [.message($0)] } ?? []
    }
    // How much stands in other lanes between the reader's events must not be seen by where a piece ends (SPEC LN-03).
    while held.count < Self.pieceEvents, !isAtEnd, let after = sequence, after < work.until {
      let page = try store.read(work.history.group, after: after, limit: Self.pageEvents)
      guard let last = page.last else { break }
      try take(page)
      sequence = last.sequence
      if isBroken { return [] }
    }
    let piece = held.prefix(Self.pieceEvents)
    held.removeFirst(piece.count)
    if held.isEmpty, isAtEnd || piece.count < Self.pieceEvents { finish() }
    return isBroken ? [] : Self.byLane(piece)
  }

  /// Whether each lane stands where it is to end.
  private var isAtEnd: Bool { work.wanted?.allSatisfy { reached[$0.key] == $0.value.upperBound } ?? false }

  private mutating func finish() {
    guard !isDone else { return }
    isDone = true
    if let wanted = work.wanted, wanted.contains(where: { reached[$0.key] != $0.value.upperBound }) { isBroken = true }
  }

  /// Holds what of a page is wanted.
  private mutating func take(_ page: [StoredEvent]) throws(StoreFailure) {
    for stored in page where stored.sequence <= work.until {
      guard let range = work.wanted?[stored.lane], range.contains(stored.position) else { continue }
      guard stored.position.rawValue == (reached[stored.lane]?.rawValue ?? 0) + 1 else {
        (isBroken, isDone) = (true, true)
        return
      }
      reached[stored.lane] = stored.position
      guard let event = try? Event(serializedBytes: stored.bytes) else { throw .damaged("event \(stored.sequence) is not readable") }
      if event.isNamed(after: range.upperBound) {
        (isBroken, isDone) = (true, true)
        return
      }
      held.append(CommittedEvent(stored: stored, event: event))
    }
  }

  private static func byLane(_ events: ArraySlice<CommittedEvent>) -> [Piece] {
    var lanes: [(Lane, [CommittedEvent])] = []
    for event in events {
      if let place = lanes.firstIndex(where: { $0.0 == event.stored.lane }) {
        lanes[place].1.append(event)
      } else {
        lanes.append((event.stored.lane, [event]))
      }
    }
    return lanes.map { .events($0.0, $0.1) }
  }
}
