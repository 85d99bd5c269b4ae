import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Room

/// SPEC section 4: who receives what, and in which order.
struct LaneTests {
  @Test(
    "LN-01 Owner and admin receive lanes admin and income, adults the income, all the shared one and their own inbox",
    arguments: 1...5 as ClosedRange<UInt64>)
  func lanesByRole(person: UInt64) throws {
    var shell = TestShell.family()
    shell.subscribe(person)
    shell.send(Cast.createInvite(9), by: 1)
    shell.send(Cast.addEntry(10), by: 3)
    shell.send(Cast.revokeInvite(11, invite: 9), by: 1)
    shell.send(Cast.setIncome(12), by: 1)
    // By the entry the first owes the third.
    shell.send(Cast.remind(13, 1), by: 3)
    let own = Lane.inbox(Cast.member(person))
    let theirs: [Lane] = (person <= 2 ? [.shared, .admin, .income] : person == 3 ? [.shared, .income] : [.shared]) + [own]
    // A lane in which nothing has happened is there all the same.
    let minor: [Lane] = [1, 5].contains(person) ? [.minor(Cast.member(5))] : []
    let sent = shell.sent(to: TestShell.peer(person))
    let lanes: Set<Lane> = Set(sent.compactMap { if case .events(let lane, _) = $0 { lane } else { nil } })
    #expect(lanes == Set(theirs.filter { $0 != own || [1, 3].contains(person) }))
    let start = try #require(shell.starts(of: TestShell.peer(person)).first)
    #expect(start.subscribed.lanes.map(\.lane) == (theirs + minor).map(\.name))
    // Nothing has happened in lane income and the inboxes yet, so they have no snapshot.
    #expect(start.snapshots.map(\.lane) == theirs.filter { $0 != .income && $0 != own }.map(\.name))
  }

  @Test("LN-01 A cursor of a lane that is not theirs gets nobody that lane")
  func cursorOfOtherLane() throws {
    var shell = TestShell.family()
    shell.subscribe(3, cursors: [.shared: 0, .admin: 0])
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(start.subscribed.lanes.map(\.lane) == ["shared", "income", Lane.inbox(Cast.member(3)).name])
    #expect(start.snapshots.isEmpty)
    #expect(start.events.map(\.0) == [.shared])
  }

  @Test(
    "LN-01 History of a lane that is not theirs is not_found",
    arguments: ["admin", "minor/x", Lane.inbox(Cast.member(1)).name])
  func historyOfOtherLane(lane: String) {
    var shell = TestShell.family()
    shell.readHistory(3, lane: lane)
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found"])
  }

  @Test("LN-02, LN-05 Each lane is numbered without gap and chained, whatever happens in the other")
  func gapless() throws {
    var shell = TestShell.family()
    shell.subscribe(1, cursors: [.shared: 0, .admin: 0])
    shell.subscribe(3, cursors: [.shared: 0])
    for number in 300..<312 as Range<UInt64> {
      shell.send(number % 3 == 0 ? Cast.createInvite(number) : Cast.addEntry(number), by: 1)
    }
    for person in [1, 3] as [UInt64] {
      var follower = Follower()
      for sent in shell.sent(to: TestShell.peer(person)) { try follower.take(sent) }
      #expect(follower.head(of: .shared) == shell.history.head(of: .shared))
      #expect(try follower.matches(shell.history))
    }
  }

  @Test("LN-03 No message carries the group's own sequence: the shared lane alone looks the same with and without admin events")
  func sequenceStaysInside() throws {
    func heads(invites: Bool) throws -> [LaneStart] {
      var shell = TestShell.family()
      if invites { shell.send(Cast.createInvite(9), by: 1) }
      shell.send(Cast.addEntry(10), by: 3)
      shell.forget()
      shell.subscribe(3, cursors: [.shared: 2])
      return try #require(shell.starts(of: TestShell.peer(3)).first).subscribed.lanes
    }
    #expect(try heads(invites: true) == heads(invites: false))
  }

  @Test("LN-04, product 80: All subscribers of a lane receive the same events in the same order")
  func sameForAll() {
    var shell = TestShell.family()
    for person in 1...5 as ClosedRange<UInt64> { shell.subscribe(person, format: person % 2 == 0 ? .json : .protobuf) }
    for number in 10..<20 as Range<UInt64> { shell.send(Cast.addEntry(number), by: number % 3 + 1) }
    func hashes(_ person: UInt64) -> [LaneHash] {
      shell.sent(to: TestShell.peer(person)).flatMap { sent -> [LaneHash] in
        if case .events(.shared, let events) = sent { events.map(\.stored.hash) } else { [] }
      }
    }
    #expect(hashes(1).count == 10)
    for person in 2...5 as ClosedRange<UInt64> { #expect(hashes(person) == hashes(1)) }
  }

  @Test("LN-06 The stored bytes are the event's protobuf bytes")
  func storedBytes() throws {
    var shell = TestShell.family()
    shell.subscribe(3)
    shell.send(Cast.addEntry(10), by: 3)
    let committed = shell.sent(to: TestShell.peer(3)).flatMap { sent -> [CommittedEvent] in
      if case .events(_, let events) = sent { events } else { [] }
    }
    let stored = try #require(shell.log().last)
    #expect(committed.map(\.stored) == [stored])
    #expect(try Event(serializedBytes: stored.bytes) == committed.first?.event)
  }

  @Test("LN-07 Every event has 16 bytes of salt of its own")
  func salts() throws {
    let salts = try TestShell.family().log().map { try Array(Event(serializedBytes: $0.bytes).salt) }
    #expect(salts.allSatisfy { $0.count == 16 })
    #expect(Set(salts).count == salts.count)
  }

  @Test("ER-04, product 11: A group that does not exist and one of others give the same answers, byte for byte")
  func strangersLearnNothing() throws {
    func answers(_ shell: TestShell) throws -> [[UInt8]] {
      var shell = shell
      let stranger = TestShell.peer(9)
      shell.subscribe(9, request: 1)
      shell.readHistory(9, request: 2)
      shell.readHistory(9, lane: "admin", request: 3)
      // The second id is one that the family has used.
      shell.send(Cast.addEntry(500), by: 9, request: 4)
      shell.send(Cast.addEntry(102), by: 9, request: 5)
      shell.send(Cast.createInvite(501), by: 9, request: 6)
      shell.send(Cast.join(102, person: 9), by: 9, request: 7)
      shell.settle()
      return try shell.messages(to: stranger).map { try $0.serializedBytes() }
    }
    let ofOthers = try answers(.family())
    #expect(ofOthers.count == 7)
    #expect(try answers(TestShell()) == ofOthers)
  }

  @Test(
    "CM-07, LN-03, product 62: who does not receive the lane of their own event is not told where it stands, and is shown nothing of it")
  func placesInOtherLanes() throws {
    var shell = TestShell.family()
    for person in [1, 2, 3] as [UInt64] { shell.subscribe(person) }
    shell.forget()
    var wish = SetMemberEmail()
    wish.email = "someone@example.org"
    for (number, person, lane) in [(10, 3, ""), (11, 2, "admin"), (10, 3, ""), (12, 4, "")] as [(UInt64, UInt64, String)] {
      shell.send(Cast.wish(number, .setMemberEmail(wish)), by: person)
      let accepted = try #require(shell.accepted(by: TestShell.peer(person)).last)
      #expect(accepted.lane == lane && (accepted.position == 0) == lane.isEmpty)
    }
    #expect(shell.accepted(by: TestShell.peer(3)).map(\.duplicate) == [false, true])
    func events(_ person: UInt64) -> Int {
      shell.sent(to: TestShell.peer(person)).count { if case .events(.admin, _) = $0 { true } else { false } }
    }
    #expect(events(1) == 3 && events(2) == 3 && events(3) == 0)
    #expect(shell.sent(to: TestShell.peer(3)).count == 2)
  }
}
