import EventStore
import HearthProtocol
import Ledger

@testable import Room

/// A client that follows the group: folds what it is sent and refuses every gap, repetition and wrong hash.
struct Follower {
  struct Flaw: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var state = GroupState(group: Cast.group)
  private(set) var heads: [Lane: LaneHead] = [:]
  /// The lanes it receives; empty before the first catch-up.
  private(set) var lanes: [Lane] = []
  private(set) var online: Set<String> = []
  /// What has come of snapshots that come in pieces, and where they stand.
  private(set) var pieces: [Lane: (snapshot: LaneSnapshot, things: UInt64)] = [:]
  private var awaited: [Lane: UInt64] = [:]
  /// Whether it is subscribed: between a catch-up and the end of the connection.
  var isLive = false

  init() {}

  /// A client that has folded each lane of a log up to a position of its own.
  init(log: [StoredEvent], cursors: [Lane: UInt64]) throws {
    for stored in log {
      guard let cursor = cursors[stored.lane], stored.position.rawValue <= cursor else { continue }
      try state.apply(Event(serializedBytes: stored.bytes), lane: stored.lane, position: stored.position)
      heads[stored.lane] = LaneHead(position: stored.position, hash: stored.hash)
    }
    lanes = cursors.keys.sorted()
  }

  func head(of lane: Lane) -> LaneHead { heads[lane] ?? .genesis(group: Cast.group, lane: lane) }

  /// Where it stands in every lane it receives.
  var cursors: [Lane: UInt64] { Dictionary(uniqueKeysWithValues: lanes.map { ($0, head(of: $0).position.rawValue) }) }

  mutating func take(_ sent: Sent) throws {
    switch sent {
    case .begin(let start, _): try begin(start)
    case .events(let lane, let events):
      guard isLive, lanes.contains(lane) else { throw Flaw(description: "was sent events of lane \(lane)") }
      try fold(events, of: lane)
    case .message(let message):
      switch message.body {
      case .snapshotPart(let part): try take(part)
      case .presenceChanged(let presence):
        if presence.online { online.insert(presence.memberID) } else { online.remove(presence.memberID) }
      case .accepted(let accepted):
        // SPEC CM-07.
        if isLive, let lane = Lane(name: accepted.lane), lanes.contains(lane), head(of: lane).position.rawValue < accepted.position {
          throw Flaw(description: "read an answer before its event at \(lane) \(accepted.position)")
        }
      default: break
      }
    case .page: break
    case .ended: isLive = false
    }
  }

  private mutating func begin(_ start: CatchUpStart) throws {
    lanes = start.subscribed.lanes.compactMap { Lane(name: $0.lane) }
    online = Set(start.subscribed.online)
    isLive = true
    awaited = [:]
    let isStreamed =
      start.snapshotMessages.isEmpty && start.events.isEmpty && start.subscribed.lanes.contains { $0.snapshot || $0.start < $0.head }
    guard !isStreamed else { return try beginPieces(start) }
    var snapshots = start.snapshots[...]
    for laneStart in start.subscribed.lanes where laneStart.snapshot {
      guard let snapshot = snapshots.popFirst(), snapshot.lane == laneStart.lane, let lane = Lane(name: snapshot.lane),
        let hash = LaneHash(bytes: snapshot.head), snapshot.position == laneStart.start
      else { throw Flaw(description: "was promised a snapshot of lane \(laneStart.lane)") }
      try state.restore(snapshot)
      heads[lane] = LaneHead(position: LanePosition(snapshot.position), hash: hash)
    }
    guard snapshots.isEmpty else { throw Flaw(description: "was sent a snapshot that was not announced") }
    for laneStart in start.subscribed.lanes {
      guard let lane = Lane(name: laneStart.lane), head(of: lane).position.rawValue == laneStart.start else {
        throw Flaw(description: "stands elsewhere than the start of lane \(laneStart.lane)")
      }
    }
    for (lane, events) in start.events { try fold(events, of: lane) }
    for laneStart in start.subscribed.lanes {
      guard let lane = Lane(name: laneStart.lane), head(of: lane).position.rawValue == laneStart.head else {
        throw Flaw(description: "did not reach the head of lane \(laneStart.lane)")
      }
    }
  }

  private mutating func beginPieces(_ start: CatchUpStart) throws {
    for laneStart in start.subscribed.lanes {
      guard let lane = Lane(name: laneStart.lane) else { continue }
      if laneStart.snapshot {
        awaited[lane] = laneStart.start
        guard laneStart.things != pieces[lane]?.things || laneStart.things == 0 else { continue }
        guard laneStart.things == 0 else { throw Flaw(description: "goes on behind \(laneStart.things) things that it has not") }
        pieces[lane] = nil
      } else if head(of: lane).position.rawValue != laneStart.start {
        throw Flaw(description: "stands elsewhere than the start of lane \(laneStart.lane)")
      }
    }
  }

  private mutating func take(_ part: SnapshotPart) throws {
    guard let lane = Lane(name: part.snapshot.lane), let hash = LaneHash(bytes: part.snapshot.head), isLive,
      awaited[lane] == part.snapshot.position
    else { throw Flaw(description: "was sent a part that was not announced") }
    var whole = pieces[lane]?.snapshot ?? part.snapshot
    if pieces[lane] != nil { whole.append(part.snapshot) }
    pieces[lane] = (whole, part.things)
    guard part.last else { return }
    try state.restore(whole)
    heads[lane] = LaneHead(position: LanePosition(whole.position), hash: hash)
    (pieces[lane], awaited[lane]) = (nil, nil)
  }

  private mutating func fold(_ events: [CommittedEvent], of lane: Lane) throws {
    for committed in events {
      let stored = committed.stored
      let head = head(of: lane)
      guard stored.lane == lane, stored.position == head.position.next else {
        throw Flaw(description: "stands at \(lane) \(head.position) and was sent \(stored.lane) \(stored.position)")
      }
      guard stored.hash == head.hash.next(stored: stored.bytes) else {
        throw Flaw(description: "was sent a wrong hash at \(lane) \(stored.position)")
      }
      let event = try Event(serializedBytes: stored.bytes)
      guard event == committed.event else { throw Flaw(description: "was sent other bytes than event at \(lane) \(stored.position)") }
      try state.apply(event, lane: lane, position: stored.position)
      heads[lane] = LaneHead(position: stored.position, hash: stored.hash)
    }
  }

  /// Whether it holds exactly what the room does, in the lanes it receives.
  func matches(_ history: GroupHistory) throws -> Bool {
    for lane in lanes {
      guard head(of: lane) == history.head(of: lane) else { return false }
      let mine: [UInt8] = try state.snapshot(of: lane).serializedBytes()
      let theirs: [UInt8] = try history.state.snapshot(of: lane).serializedBytes()
      guard mine == theirs else { return false }
    }
    return true
  }
}
