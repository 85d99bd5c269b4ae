import EventStore
import HearthProtocol
import Ledger
import Room
import Testing

@testable import HearthServer

/// How far those have been told who follow a group of another node.
@Suite struct RelayPlacesTests {
  private static let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
  private static let member = MemberID(high: 0x7000, low: 0x8000_0000_0000_0002)
  private static let (first, second) = (PeerID(1), PeerID(2))

  private var places = RelayPlaces()

  /// - Parameter missed: how many events of the shared lane come in pieces.
  private func start(_ heads: [(Lane, UInt64)], missed: UInt64 = 0) -> CatchUpStart {
    let lanes = heads.map { lane, head in
      LaneStart.with { ($0.lane, $0.head, $0.start) = (lane.name, head, lane == .shared ? head - missed : head) }
    }
    return CatchUpStart(
      subscribed: .with { ($0.epoch, $0.lanes) = (7, lanes) }, group: Self.group, snapshotMessages: [], events: [])
  }

  private func reach(_ lane: Lane, _ position: UInt64) -> EncodedMessage.Reach { .init(lane: lane, position: LanePosition(position)) }

  private func piece(_ position: UInt64, isDone: Bool, isBroken: Bool = false) -> NodePiece {
    let message = EncodedMessage(kind: "laneEvents", payload: [], reach: reach(.shared, position))
    return NodePiece(id: CatchUpID(rawValue: 1), isDone: isDone, isBroken: isBroken, messages: .success([message]))
  }

  private func cursors(_ peer: PeerID) -> [String: UInt64]? {
    places.subscribe(peer, to: Self.group).map { Dictionary(uniqueKeysWithValues: $0.cursors.map { ($0.lane, $0.position) }) }
  }

  @Test("Who has all goes on behind the last event that its format was told, in each of its lanes and no other, in its epoch")
  mutating func together() throws {
    places.begin(Self.first, start([(.shared, 10), (.inbox(Self.member), 2)]), .protobuf, isQuiet: true)
    places.begin(Self.second, start([(.shared, 10)]), .json, isQuiet: false)
    places.tell(reach(.shared, 11), .protobuf, to: [Self.first])
    places.tell(reach(.admin, 4), .protobuf, to: [Self.first])
    let inbox = Lane.inbox(Self.member).name
    #expect(cursors(Self.first) == ["shared": 11, inbox: 2])
    // The frame for the other format may have been cut off with the link.
    #expect(cursors(Self.second) == ["shared": 10])
    let subscribe = try #require(places.subscribe(Self.first, to: Self.group))
    #expect(subscribe.epoch == 7 && subscribe.quiet && subscribe.groupID == Self.group.description)
    // Begun anew (SPEC SB-08), without a lane that it reads no more.
    places.begin(Self.first, start([(.shared, 12)]), .protobuf, isQuiet: true)
    #expect(cursors(Self.first) == ["shared": 12])
    places.forget(Self.first)
    #expect(cursors(Self.first) == nil && cursors(PeerID(3)) == nil)
  }

  @Test("Who catches up in pieces cannot go on before the last of them, and then stands where it was told itself")
  mutating func pieces() {
    places.begin(Self.first, start([(.shared, 10)]), .json, isQuiet: false)
    places.begin(Self.second, start([(.shared, 10)], missed: 4), .json, isQuiet: false)
    places.catchUp(Self.second)
    places.took(piece(8, isDone: false), Self.second)
    places.tell(reach(.shared, 11), .json, to: [Self.first])
    #expect(cursors(Self.second) == nil)
    // One that broke off is no last one.
    places.took(piece(9, isDone: true, isBroken: true), Self.second)
    #expect(cursors(Self.second) == nil)
    places.took(piece(10, isDone: true), Self.second)
    places.tell(reach(.shared, 12), .json, to: [Self.first])
    #expect(cursors(Self.second) == ["shared": 10] && cursors(Self.first) == ["shared": 12])
    // It is told by itself what was committed meanwhile, and is one of all from then on.
    places.tell(reach(.shared, 11), .json, to: [Self.second])
    #expect(cursors(Self.second) == ["shared": 11])
    places.tell(reach(.shared, 12), .json, to: [Self.second])
    places.tell(reach(.shared, 13), .json, to: [Self.first, Self.second])
    #expect(cursors(Self.second) == ["shared": 13])
  }

  @Test("SB-08: Who begins anew is not told what others are told meanwhile, and cannot go on until it has begun")
  mutating func begunAnew() {
    places.begin(Self.first, start([(.shared, 10)]), .json, isQuiet: false)
    places.begin(Self.second, start([(.shared, 10)]), .json, isQuiet: false)
    places.catchUp(Self.first)
    places.tell(reach(.shared, 11), .json, to: [Self.second])
    #expect(cursors(Self.first) == nil && cursors(Self.second) == ["shared": 11])
    places.begin(Self.first, start([(.shared, 11), (.admin, 3)]), .json, isQuiet: false)
    #expect(cursors(Self.first) == ["shared": 11, "admin": 3])
  }

  @Test("What one is told late moves nobody back, and positions of another epoch count for nobody")
  mutating func backwards() {
    places.begin(Self.first, start([(.shared, 10)]), .json, isQuiet: false)
    places.tell(reach(.shared, 30), .json, to: [Self.first])
    places.tell(reach(.shared, 25), .json, to: [Self.second])
    #expect(cursors(Self.first) == ["shared": 30])
    // The database went back.
    var again = start([(.shared, 20)])
    again.subscribed.epoch = 8
    places.begin(Self.first, again, .json, isQuiet: false)
    #expect(cursors(Self.first) == ["shared": 20])
    // Who comes when nobody is left stands where it begins.
    places.tell(reach(.shared, 21), .json, to: [Self.first])
    places.forget(Self.first)
    places.begin(Self.second, again, .json, isQuiet: false)
    #expect(cursors(Self.second) == ["shared": 20])
  }

  @Test("Where more was committed than is kept, pieces come again, and nobody knows what it has until their end")
  mutating func piecesAgain() {
    places.begin(Self.first, start([(.shared, 10)], missed: 4), .json, isQuiet: false)
    places.took(piece(10, isDone: true), Self.first)
    #expect(cursors(Self.first) == ["shared": 10])
    places.catchUp(Self.first)
    #expect(cursors(Self.first) == nil)
    places.took(piece(500, isDone: true), Self.first)
    #expect(cursors(Self.first) == ["shared": 500])
  }
}
