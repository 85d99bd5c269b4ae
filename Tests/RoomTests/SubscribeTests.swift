import EventStore
import HearthProtocol
import Testing

@testable import Room

/// SPEC section 5: following a group.
struct SubscribeTests {
  let admin = TestShell.peer(2)
  let adult = TestShell.peer(3)

  /// A family with entries 7 to 16 of the shared lane.
  private func shellWithEntries(limits: RoomLimits = RoomLimits(), epoch: UInt64 = 1) -> TestShell {
    var shell = TestShell.family(limits: limits, epoch: epoch)
    for number in 1...10 { shell.send(Cast.addEntry(UInt64(number)), by: 3) }
    shell.forget()
    return shell
  }

  private func positions(_ start: CatchUpStart, _ lane: Lane) -> [UInt64] {
    start.events.filter { $0.0 == lane }.flatMap { $0.1.map(\.stored.position.rawValue) }
  }

  @Test("SB-01 The answer echoes the request and names the member, the epoch and the lanes")
  func answers() throws {
    var shell = shellWithEntries()
    shell.subscribe(3, request: 12)
    guard case .begin(let start, request: 12) = try #require(shell.sent(to: adult).first) else {
      Issue.record("expected a catch-up")
      return
    }
    #expect(start.subscribed.groupID == Cast.group.description)
    #expect(start.subscribed.memberID == Cast.member(3).description)
    #expect(start.subscribed.epoch == 1)
  }

  @Test("SB-01 Who is no member gets not_found and no events")
  func stranger() {
    var shell = shellWithEntries()
    shell.subscribe(9, request: 3)
    shell.send(Cast.addEntry(50), by: 3)
    #expect(shell.refusals(to: TestShell.peer(9)) == ["not_found"])
    #expect(shell.sent(to: TestShell.peer(9)).count == 1)
  }

  @Test("SB-02 A cursor at the head needs nothing: no snapshot, no event, no work off the loop")
  func cursorAtHead() throws {
    var shell = shellWithEntries()
    shell.holdsGathers = true
    shell.subscribe(2, cursors: [.shared: 16, .admin: 8])
    let start = try #require(shell.starts(of: admin).first)
    #expect(shell.heldGathers.isEmpty)
    #expect(start.snapshots.isEmpty && start.events.isEmpty)
    #expect(start.subscribed.lanes.map(\.start) == [16, 8, 0, 0])
    #expect(start.subscribed.lanes.map(\.head) == [16, 8, 0, 0])
  }

  @Test("SB-02 A cursor before the head is followed by exactly the missing events", arguments: 0...16 as ClosedRange<UInt64>)
  func tail(cursor: UInt64) throws {
    var shell = shellWithEntries()
    shell.subscribe(3, cursors: [.shared: cursor])
    let start = try #require(shell.starts(of: adult).first)
    #expect(start.snapshots.isEmpty)
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.start) == [cursor])
    #expect(positions(start, .shared) == Array(cursor + 1..<17))
  }

  @Test("SB-02 Cursors of two lanes that stood together are followed by both tails", arguments: 0...24 as ClosedRange<Int>)
  func tailsOfTwoLanes(prefix: Int) throws {
    var shell = shellWithEntries()
    let log = try shell.log()
    let seen = log.prefix(prefix)
    var cursors: [Lane: UInt64] = [.shared: 0, .admin: 0]
    for event in seen { cursors[event.lane] = event.position.rawValue }
    var follower = try Follower(log: log, cursors: cursors)
    shell.subscribe(2, cursors: cursors)
    let start = try #require(shell.starts(of: admin).first)
    #expect(start.snapshots.isEmpty)
    try follower.take(.begin(start, request: 0))
    #expect(try follower.matches(shell.history))
  }

  @Test("SB-02 A lane with a cursor gets its tail, one without gets its snapshot")
  func tailAndSnapshot() throws {
    var shell = shellWithEntries()
    shell.subscribe(2, cursors: [.shared: 14])
    let start = try #require(shell.starts(of: admin).first)
    #expect(start.snapshots.map(\.lane) == ["admin"])
    #expect(positions(start, .shared) == [15, 16])
    #expect(start.subscribed.lanes.map(\.snapshot) == [false, true, false, false])
  }

  @Test("SB-04 Without cursors comes a snapshot at the head")
  func withoutCursors() throws {
    var shell = shellWithEntries()
    shell.subscribe(3)
    let start = try #require(shell.starts(of: adult).first)
    #expect(start.snapshots.map(\.position) == [16])
    #expect(start.snapshots.first == shell.history.snapshot(of: .shared))
    #expect(start.events.isEmpty)
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.start) == [16])
  }

  @Test(
    "SB-04 Another epoch or a cursor beyond the head gets a snapshot",
    arguments: [(0, 16), (2, 16), (1, 17), (1, UInt64.max)] as [(UInt64, UInt64)])
  func epochAndBeyond(epoch: UInt64, cursor: UInt64) throws {
    var shell = shellWithEntries()
    shell.subscribe(3, cursors: [.shared: cursor], epoch: epoch)
    let start = try #require(shell.starts(of: adult).first)
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.snapshot) == [true])
    #expect(start.snapshots.filter { $0.lane == "shared" }.map(\.position) == [16])
    #expect(start.subscribed.epoch == 1)
  }

  @Test("SB-04 As many missing events as the limit come as a tail, one more as a snapshot", arguments: [(10, false), (11, true)])
  func tailLimit(missing: UInt64, snapshot: Bool) throws {
    var limits = RoomLimits()
    limits.tailEventsMax = 10
    var shell = shellWithEntries(limits: limits)
    shell.subscribe(3, cursors: [.shared: 16 - missing])
    let start = try #require(shell.starts(of: adult).first)
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.snapshot) == [snapshot])
    #expect(positions(start, .shared).count == (snapshot ? 0 : 10))
  }

  @Test("SB-04 Missing events are counted over all lanes")
  func tailLimitOverLanes() throws {
    var limits = RoomLimits()
    limits.tailEventsMax = 10
    var shell = shellWithEntries(limits: limits)
    shell.subscribe(2, cursors: [.shared: 8, .admin: 5])
    #expect(try #require(shell.starts(of: admin).first).subscribed.lanes.map(\.snapshot) == [true, true, true, true])
  }

  @Test("SB-04 Any cursors whatever get no gap: a tail where they stood together, snapshots where they never did")
  func anyCursors() throws {
    let log = try shellWithEntries().log()
    for shared in 0...16 as ClosedRange<UInt64> {
      for adminCursor in 0...8 as ClosedRange<UInt64> {
        var shell = shellWithEntries()
        var follower = try Follower(log: log, cursors: [.shared: shared, .admin: adminCursor])
        shell.subscribe(2, cursors: follower.cursors)
        for sent in shell.sent(to: admin) { try follower.take(sent) }
        #expect(shell.starts(of: admin).count == 1)
        #expect(try follower.matches(shell.history), "cursors \(shared) and \(adminCursor)")
      }
    }
  }

  @Test("SB-04 Read for a subscriber is what they miss and may read, however much of other lanes stands between", arguments: [true, false])
  func readsNoMore(mayRead: Bool) throws {
    var shell = shellWithEntries()
    let adminBefore = shell.history.head(of: .admin).position.rawValue
    for number in 100..<110 as Range<UInt64> {
      shell.send(Cast.createInvite(number), by: 1)
      shell.send(Cast.revokeInvite(number + 100, invite: number), by: 1)
    }
    shell.send(Cast.addEntry(50), by: 3)
    shell.holdsGathers = true
    let between = Int(shell.history.head(of: .admin).position.rawValue - adminBefore)
    #expect(between > 10)
    // The admin follows both lanes from the same place as the adult, who does not read the other one.
    shell.subscribe(mayRead ? 2 : 3, cursors: mayRead ? [.shared: 16, .admin: adminBefore] : [.shared: 16])
    shell.readGather()
    let tail = try #require(shell.heldGathers.first?.result).tail
    #expect(tail.count { $0.stored.lane == .shared } == 1)
    #expect(tail.count { $0.stored.lane == .admin } == (mayRead ? between : 0))
    #expect(tail.count == (mayRead ? between + 1 : 1))
    shell.answerGather()
    #expect(positions(try #require(shell.starts(of: mayRead ? admin : adult).first), .shared) == [17])
  }

  @Test("SB-04 The same lane named twice counts once")
  func repeatedCursor() throws {
    var shell = shellWithEntries()
    var subscribe = Subscribe()
    subscribe.epoch = 1
    subscribe.cursors = ([14, 12] as [UInt64]).map { position in
      var cursor = Cursor()
      cursor.lane = "shared"
      cursor.position = position
      return cursor
    }
    shell.perform(
      shell.box.room.subscribe(subscribe, asker: Cast.asker(3), origin: Origin(peer: adult, request: 0), format: .json))
    #expect(positions(try #require(shell.starts(of: adult).first), .shared) == [15, 16])
  }

  @Test("SB-06 Subscribing again replaces the subscription: events come once, in the new format")
  func replaces() throws {
    var shell = shellWithEntries()
    shell.subscribe(3)
    shell.subscribe(3, cursors: [.shared: 16], format: .protobuf)
    shell.forget()
    shell.send(Cast.addEntry(50), by: 1)
    #expect(shell.sent(to: adult).count == 1)
    #expect(shell.box.room.recipients[.shared]?.json == [])
    #expect(shell.box.room.recipients[.shared]?.protobuf == [adult])
  }

  @Test("SB-06 After unsubscribe nothing comes, also when the catch-up was still under way")
  func unsubscribes() {
    var shell = shellWithEntries()
    shell.subscribe(3)
    shell.holdsGathers = true
    shell.subscribe(4)
    shell.unsubscribe(adult)
    shell.unsubscribe(TestShell.peer(4))
    shell.forget()
    shell.answerGather()
    shell.send(Cast.addEntry(50), by: 1)
    #expect(shell.sent(to: adult).isEmpty)
    #expect(shell.sent(to: TestShell.peer(4)).isEmpty)
    #expect(shell.isIdle)
  }

  @Test("SB-06 Who unsubscribes while waiting for an append is not subscribed after it")
  func unsubscribesWhileWaiting() {
    var shell = shellWithEntries()
    shell.holdsAppends = true
    shell.send(Cast.addEntry(50), by: 1)
    shell.subscribe(3)
    shell.unsubscribe(adult)
    shell.answerAppend()
    #expect(shell.sent(to: adult).isEmpty)
    #expect(shell.isIdle)
  }

  @Test("Subscribers up to the limit are let in, one more is overloaded, and a place given up is free again")
  func subscriberLimit() {
    var limits = RoomLimits()
    limits.subscribersMax = 3
    var shell = shellWithEntries(limits: limits)
    for number in 1...4 as ClosedRange<UInt64> { shell.subscribe(3, peer: PeerID(100 + number)) }
    #expect(shell.starts(of: PeerID(103)).count == 1)
    #expect(shell.refusals(to: PeerID(104)) == ["overloaded"])
    shell.unsubscribe(PeerID(101))
    shell.subscribe(3, peer: PeerID(104))
    #expect(shell.starts(of: PeerID(104)).count == 1)
  }

  @Test("SB-06 A subscriber may subscribe again when all places are taken: one of them is its own", arguments: [false, true])
  func subscribesAgainAtLimit(whileCatchingUp: Bool) {
    var limits = RoomLimits()
    limits.subscribersMax = 2
    var shell = shellWithEntries(limits: limits)
    shell.holdsGathers = whileCatchingUp
    shell.subscribe(2)
    shell.subscribe(3)
    shell.subscribe(3)
    shell.settle()
    #expect(shell.refusals(to: adult).isEmpty)
    #expect(!shell.starts(of: adult).isEmpty)
  }
}
