import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// SPEC SB-08: what changes on live connections with somebody's membership or role, in the same turn.
struct MembershipTests {
  private static func bodies(_ sent: [Sent], of lane: Lane) -> [Event.OneOf_Body] {
    sent.flatMap { what -> [Event.OneOf_Body] in
      guard case .events(lane, let events) = what else { return [] }
      return events.compactMap(\.event.body)
    }
  }

  private static func ends(_ sent: [Sent]) -> [(reason: SubscriptionEnd, closes: Bool)] {
    sent.compactMap { if case .ended(let reason, let closes) = $0 { (reason, closes) } else { nil } }
  }

  @Test("Promise 5, I10: whoever is removed is told so and receives nothing later, of the same batch neither")
  func removedInTheMiddleOfABatch() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    shell.submit(Cast.addEntry(10), by: 1)
    shell.submit(Cast.remove(11, 3), by: 1)
    shell.submit(Cast.addEntry(12), by: 3)
    shell.submit(Cast.addEntry(13), by: 1)
    shell.settle()
    let removed = shell.sent(to: TestShell.peer(3))
    let bodies = Self.bodies(removed, of: .shared)
    #expect(bodies.count == 2)
    guard case .memberRemoved = bodies.last else {
      Issue.record("The last event was \(String(describing: bodies.last))")
      return
    }
    #expect(Self.bodies(shell.sent(to: TestShell.peer(1)), of: .shared).count == 3)
    #expect(Self.ends(removed).map(\.reason) == [.membership])
    #expect(Self.ends(removed).map(\.closes) == [true])
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found"])
    shell.forget()
    shell.send(Cast.addEntry(14), by: 1)
    shell.subscribe(3)
    shell.readHistory(3)
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found", "not_found"])
    #expect(shell.sent(to: TestShell.peer(3)).count == 2)
  }

  @Test("Product 21: whoever leaves has the answer, then the end, and stays connected")
  func leaving() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    shell.send(Cast.leave(10), by: 3, request: 7)
    let sent = shell.sent(to: TestShell.peer(3))
    #expect(shell.accepted(by: TestShell.peer(3)).count == 1)
    #expect(Self.ends(sent).map(\.closes) == [false])
    let offline = shell.messages(to: TestShell.peer(1)).filter { !$0.presenceChanged.memberID.isEmpty }
    #expect(offline.map(\.presenceChanged.online) == [false])
    #expect(try shell.store.groups(of: Cast.identity(3)).isEmpty)
    // CM-03: the same command again, although its sender is a stranger by now; anything else is not_found.
    shell.forget()
    shell.send(Cast.leave(10), by: 3)
    #expect(shell.accepted(by: TestShell.peer(3)).map(\.duplicate) == [true])
    shell.send(Cast.leave(11), by: 3)
    shell.send(Cast.addEntry(900), by: 3)
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found", "not_found"])
  }

  @Test("Product 57: of a lost lane nothing is delivered any more, in the same batch")
  func losingALane() throws {
    var shell = TestShell.family()
    shell.subscribe(2)
    shell.forget()
    shell.submit(Cast.createInvite(10), by: 1)
    shell.submit(Cast.changeRole(11, 2, to: .adult), by: 1)
    shell.submit(Cast.createInvite(12), by: 1)
    shell.submit(Cast.addEntry(13), by: 1)
    shell.settle()
    let sent = shell.sent(to: TestShell.peer(2))
    #expect(Self.bodies(sent, of: .admin).count == 1)
    #expect(Self.bodies(sent, of: .shared).count == 2)
    #expect(Self.ends(sent).isEmpty)
    let start = try #require(shell.starts(of: TestShell.peer(2)).first)
    #expect(start.subscribed.lanes.map(\.lane) == ["shared", "income", Lane.inbox(Cast.member(2)).name])
    #expect(start.events.isEmpty && start.snapshots.isEmpty)
  }

  @Test("Product 57: a role that reads the same lanes ends nothing")
  func keepingTheLanes() throws {
    var shell = TestShell.family()
    shell.send(Cast.setPolicy(9, .viewersSeeIncome, true), by: 1)
    shell.subscribe(4)
    shell.forget()
    shell.send(Cast.changeRole(10, 4, to: .adult), by: 1)
    shell.send(Cast.addEntry(11), by: 1)
    #expect(Self.bodies(shell.sent(to: TestShell.peer(4)), of: .shared).count == 2)
    #expect(shell.starts(of: TestShell.peer(4)).isEmpty)
  }

  @Test("SB-08, LN-14: a minor who is one no more loses the lane in which nothing stands")
  func grown() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(5)
    shell.forget()
    shell.send(Cast.changeRole(10, 5, to: .viewer), by: 1)
    for person in [1, 5] as [UInt64] {
      let start = try #require(shell.starts(of: TestShell.peer(person)).first)
      #expect(!start.subscribed.lanes.contains { $0.lane.hasPrefix("minor/") })
    }
  }

  @Test("C6: the new owner gets the lane that comes with it; the former keeps it")
  func transferring() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    var transfer = TransferOwnership()
    transfer.memberID = Cast.member(3).description
    shell.send(Cast.wish(10, .transferOwnership(transfer)), by: 1)
    // Minors are the new owner's to look after.
    let former = try #require(shell.starts(of: TestShell.peer(1)).first)
    #expect(former.subscribed.lanes.map(\.lane) == ["shared", "admin", "income", Lane.inbox(Cast.member(1)).name])
    #expect(former.snapshots.isEmpty)
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(
      start.subscribed.lanes.map(\.lane) == [
        "shared", "admin", "income", Lane.inbox(Cast.member(3)).name, Lane.minor(Cast.member(5)).name,
      ])
    #expect(start.snapshots.map(\.lane) == ["admin"])
  }

  @Test("I10: a catch-up under way when its asker is removed ends in not_found", arguments: [true, false])
  func removedDuringCatchUp(_ isReadBefore: Bool) throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsGathers = true
    shell.subscribe(3, request: 5)
    if isReadBefore { shell.readGather() }
    shell.send(Cast.remove(10, 3), by: 1)
    shell.answerGather()
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found"])
    #expect(shell.starts(of: TestShell.peer(3)).isEmpty)
    let isReader = shell.box.room.isReader(TestShell.peer(3))
    #expect(!isReader)
  }

  @Test("CM-07: whoever leaves while they are catching up is told that nothing follows, and then that they have left")
  func leavingDuringCatchUp() throws {
    var shell = TestShell.family()
    shell.subscribe(2, request: 5)
    shell.holdsGathers = true
    // Another lane: the subscription begins anew.
    shell.send(Cast.changeRole(10, 2, to: .viewer), by: 1)
    shell.send(Cast.changeRole(11, 2, to: .admin), by: 1)
    shell.forget()
    shell.send(Cast.leave(12), by: 2, request: 6)
    let sent = shell.messages(to: TestShell.peer(2))
    #expect(sent.map(\.request) == [5, 6] && sent.first?.rejected.code == "not_found" && sent.last?.accepted.position ?? 0 > 0)
    shell.answerGather()
    #expect(shell.starts(of: TestShell.peer(2)).isEmpty && !shell.box.room.isReader(TestShell.peer(2)))
  }

  @Test("Product 57: a catch-up under way when its asker loses a lane comes without it")
  func demotedDuringCatchUp() throws {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(2)
    shell.send(Cast.changeRole(10, 2, to: .viewer), by: 1)
    shell.answerGather()
    shell.answerGather()
    #expect(shell.starts(of: TestShell.peer(2)).map { $0.subscribed.lanes.map(\.lane) } == [["shared", Lane.inbox(Cast.member(2)).name]])
  }

  @Test("Product 46: whoever claims goes on as the placeholder, and as one who is here; earlier commands stay theirs")
  func claiming() throws {
    var shell = TestShell.family()
    shell.send(Cast.addPlaceholder(10, person: 20), by: 1)
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    shell.send(Cast.claim(11, person: 20), by: 3)
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(start.subscribed.memberID == Cast.member(20).description)
    #expect(start.subscribed.online == [1, 20].map { Cast.member($0).description })
    let presence = shell.messages(to: TestShell.peer(1)).map(\.presenceChanged).filter { !$0.memberID.isEmpty }
    #expect(presence.map(\.memberID) == [3, 20].map { Cast.member($0).description })
    #expect(presence.map(\.online) == [false, true])
    shell.forget()
    shell.send(Cast.join(203, person: 3), by: 3, invite: 103)
    shell.send(Cast.claim(11, person: 20), by: 3)
    #expect(shell.accepted(by: TestShell.peer(3)).map(\.duplicate) == [true, true])
    #expect(try shell.store.groups(of: Cast.identity(3)) == [Cast.group])
  }

  @Test("CM-07: whoever claims while they are catching up has the answer behind the catch-up as the placeholder", arguments: [true, false])
  func claimingDuringCatchUp(_ wasSubscribed: Bool) throws {
    var shell = TestShell.family()
    shell.send(Cast.addPlaceholder(10, person: 20), by: 1)
    if wasSubscribed { shell.subscribe(3) }
    shell.forget()
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(Cast.claim(11, person: 20), by: 3)
    shell.settle()
    let sent = shell.sent(to: TestShell.peer(3))
    guard case .begin(let start, _) = sent.first, case .message(let message) = sent.last, sent.count == 2 else {
      Issue.record("The answer did not follow the catch-up: \(sent)")
      return
    }
    #expect(start.subscribed.memberID == Cast.member(20).description)
    let shared = try #require(start.subscribed.lanes.first { $0.lane == "shared" })
    #expect(message.accepted.lane == "shared" && message.accepted.position <= shared.head)
  }

  @Test("Product 67: a restored member has the group on the list again and reads on where they stood")
  func restoring() throws {
    var shell = TestShell.family()
    shell.send(Cast.remove(10, 3), by: 1)
    #expect(try shell.store.groups(of: Cast.identity(3)).isEmpty)
    shell.send(Cast.restore(11, 3), by: 1)
    #expect(try shell.store.groups(of: Cast.identity(3)) == [Cast.group])
    shell.subscribe(3, cursors: [.shared: shell.history.head(of: .shared).position.rawValue - 2])
    #expect(shell.starts(of: TestShell.peer(3)).first?.events.flatMap(\.1).count == 2)
    #expect(shell.history.state.summary(for: Cast.asker(3).holder)?.memberCount == 5)
  }

  @Test("I10: after an append of unknown outcome a removal found in the log ends subscriptions just the same")
  func removedInAGap() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    shell.holdsAppends = true
    shell.submit(Cast.remove(10, 3), by: 1)
    shell.submit(Cast.addEntry(11), by: 1)
    shell.turn()
    shell.answerAppendWithUnknownOutcome()
    shell.settle()
    #expect(Self.bodies(shell.sent(to: TestShell.peer(3)), of: .shared).isEmpty)
    #expect(Self.ends(shell.sent(to: TestShell.peer(3))).map(\.closes) == [true])
    #expect(Self.bodies(shell.sent(to: TestShell.peer(1)), of: .shared).count == 2)
  }

  @Test("MB-11: a preview tells whoever comes back what they were called, and nobody else")
  func formerNames() throws {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(11), by: 1)
    func former(_ person: UInt64) -> String? {
      let state = shell.history.state
      return state.preview(of: Cast.invite(11), at: shell.now, displayName: "", for: Cast.asker(person).holder)?.formerDisplayName
    }
    #expect(former(3) == "" && former(20) == "")
    shell.send(Cast.leave(12), by: 3)
    #expect(former(3) == "Person 3" && former(20) == "")
    shell.send(Cast.remove(13, 2), by: 1)
    #expect(former(2) == "")
  }

  @Test("Product 43, C13: a preview names the notice and offers the one placeholder of that name")
  func previews() throws {
    var shell = TestShell.family()
    shell.send(Cast.addPlaceholder(10, person: 20), by: 1)
    shell.send(Cast.createInvite(11, role: .minor), by: 1)
    shell.send(Cast.createInvite(12), by: 1)
    let state = shell.history.state
    let minor = try #require(state.preview(of: Cast.invite(11), at: shell.now, displayName: "Person 20", for: Cast.asker(20).holder))
    #expect(minor.transparencyVersion == TransparencyNotice.version && minor.offeredMemberID.isEmpty && minor.memberCount == 6)
    let adult = try #require(state.preview(of: Cast.invite(12), at: shell.now, displayName: "PERSON 20", for: Cast.asker(20).holder))
    #expect(adult.transparencyVersion.isEmpty && adult.offeredMemberID == Cast.member(20).description)
    #expect(state.preview(of: Cast.invite(12), at: shell.now, displayName: "Person", for: Cast.asker(20).holder)?.offeredMemberID == "")
  }
}
