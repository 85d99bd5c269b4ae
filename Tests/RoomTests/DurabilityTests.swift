import EventStore
import HearthProtocol
import Testing

@testable import Room

/// Batches, and what must wait for them: SPEC LN-04, CM-03.
struct DurabilityTests {
  let owner = TestShell.peer(1)
  let adult = TestShell.peer(3)

  /// A family with the owner subscribed and an entry of the adult's on its way to the disk.
  private func appending() -> TestShell {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsAppends = true
    shell.holdsReloads = true
    shell.forget()
    shell.send(Cast.addEntry(1), by: 3)
    return shell
  }

  @Test("The commands of one turn make one append")
  func oneAppendPerTurn() {
    var shell = TestShell.family()
    for number in 1...20 { shell.submit(Cast.addEntry(UInt64(number)), by: 3) }
    shell.turn()
    #expect(shell.appends.count == 1)
    #expect(shell.appends.first?.events.map(\.sequence.rawValue) == Array(15...34))
    #expect(shell.accepted(by: adult).count == 20)
  }

  @Test("What is refused makes no append and is answered at once")
  func refusalsAppendNothing() {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1), by: 4)
    #expect(shell.appends.isEmpty)
    #expect(shell.refusals(to: TestShell.peer(4)) == ["forbidden"])
  }

  @Test("Commands that come while an append is in flight wait for the next one")
  func nextBatchWaits() {
    var shell = appending()
    shell.send(Cast.addEntry(2), by: 3)
    shell.send(Cast.addEntry(3), by: 3)
    #expect(shell.appends.count == 1)
    shell.answerAppend()
    shell.turn()
    #expect(shell.appends.map(\.events.count) == [1, 2])
    #expect(shell.appends[1].expected == shell.appends[0].events[0].sequence)
    shell.settle()
    #expect(shell.accepted(by: adult).map(\.position) == [7, 8, 9])
  }

  @Test("LN-04 Nothing leaves before the append is durable: no event, no answer, no refusal decided with it")
  func nothingLeavesEarly() {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsAppends = true
    shell.forget()
    shell.submit(Cast.addEntry(1), by: 3)
    shell.submit(Cast.addEntry(2), by: 4)
    shell.turn()
    #expect(shell.sent.isEmpty)
    shell.answerAppend()
    #expect(shell.sent.map(\.peer) == [owner, adult, TestShell.peer(4)])
  }

  @Test("LN-04 A new subscriber waits for the append, and then has its events once")
  func subscriberWaits() throws {
    var shell = appending()
    shell.subscribe(2)
    #expect(shell.sent.isEmpty)
    shell.answerAppend()
    var follower = Follower()
    for sent in shell.sent(to: TestShell.peer(2)) { try follower.take(sent) }
    #expect(follower.head(of: .shared).position == LanePosition(7))
    #expect(shell.sent(to: TestShell.peer(2)).count == 1)
  }

  @Test("LN-04 A reader of history waits for the append")
  func historyWaits() {
    var shell = appending()
    shell.readHistory(2, after: 6, request: 4)
    #expect(shell.sent.isEmpty)
    shell.answerAppend()
    guard case .page(let request, let events, request: 4) = shell.sent(to: TestShell.peer(2)).last else {
      Issue.record("expected a page")
      return
    }
    #expect(request.head == LanePosition(7))
    #expect(events.map(\.stored.position.rawValue) == [7])
  }

  @Test("HI-01 A reader of history is answered even if it unsubscribes meanwhile")
  func historySurvivesUnsubscribe() {
    var shell = appending()
    shell.readHistory(1, after: 6, request: 4)
    shell.unsubscribe(owner)
    shell.answerAppend()
    let pages = shell.sent(to: owner).compactMap { if case .page(_, let events, _) = $0 { events.count } else { nil } }
    #expect(pages == [1])
  }

  @Test(
    "CM-06 A failed append refuses everything in it, changes nothing, and the next command works",
    arguments: [
      (StoreFailure.broken("disk"), "unavailable"), (.full, "storage_full"), (.conflict(head: .start), "unavailable"),
      (.damaged("page"), "unavailable"),
    ])
  func failedAppend(failure: StoreFailure, code: String) throws {
    var shell = appending()
    shell.answerAppend(failing: failure)
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.refusals(to: adult) == [code])
    #expect(shell.sent(to: owner).isEmpty)
    #expect(shell.appends.count == 1, "nothing is decided before the group is read again")
    shell.answerReload()
    #expect(shell.history.sequence == GroupSequence(14))
    #expect(shell.history.state.shared.entries.isEmpty)
    shell.settle()
    #expect(shell.accepted(by: adult).map(\.position) == [7])
    shell.send(Cast.addEntry(1), by: 3)
    shell.settle()
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false, false])
    #expect(shell.failures.isEmpty)
  }

  @Test("A refusal in a failed batch is refused like the rest: it was decided against what never became")
  func refusalInFailedBatch() {
    var shell = TestShell.family()
    shell.holdsAppends = true
    shell.submit(Cast.addEntry(1), by: 3)
    shell.submit(Cast.addEntry(2), by: 4)
    shell.turn()
    shell.answerAppend(failing: .broken("disk"))
    #expect(shell.refusals(to: adult) == ["unavailable"])
    #expect(shell.refusals(to: TestShell.peer(4)) == ["unavailable"])
  }

  @Test("Readers that came before or during a reload wait for it")
  func readersWaitForReload() {
    var shell = appending()
    shell.subscribe(2)
    shell.answerAppend(failing: .full)
    shell.readHistory(3, request: 4)
    #expect(shell.starts(of: TestShell.peer(2)).isEmpty)
    shell.answerReload()
    #expect(shell.starts(of: TestShell.peer(2)).map(\.subscribed.lanes[0].head) == [6])
    #expect(shell.sent(to: adult).contains { if case .page(_, let events, 4) = $0 { events.count == 6 } else { false } })
  }

  @Test("LN-02 What was stored although the store reported a failure reaches subscribers when the group is read again")
  func unknownOutcome() throws {
    var shell = appending()
    let other = PeerID(50)
    shell.answerAppendWithUnknownOutcome()
    shell.subscribe(3, peer: other)
    #expect(shell.refusals(to: adult) == ["unavailable"])
    #expect(shell.sent(to: owner).isEmpty)
    shell.answerReload()
    shell.settle()
    shell.send(Cast.addEntry(1), by: 3)
    shell.send(Cast.addEntry(2), by: 3)
    shell.settle()
    #expect(shell.accepted(by: adult).map(\.duplicate) == [true, false])
    let positions = shell.sent(to: owner).flatMap { sent -> [UInt64] in
      if case .events(.shared, let events) = sent { events.map(\.stored.position.rawValue) } else { [] }
    }
    #expect(positions == [7, 8])
    var follower = Follower()
    for sent in shell.sent(to: other) { try follower.take(sent) }
    #expect(try follower.matches(shell.history))
  }

  @Test("LN-02 A log that grew elsewhere is caught up with after the conflict")
  func conflictWithOtherWriter() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    var elsewhere = TestShell(store: shell.store, history: shell.history)
    elsewhere.send(Cast.addEntry(1), by: 2)
    elsewhere.send(Cast.createInvite(9), by: 1)
    shell.send(Cast.addEntry(2), by: 3)
    shell.settle()
    #expect(shell.refusals(to: adult) == ["unavailable"])
    shell.send(Cast.addEntry(2), by: 3)
    var follower = Follower()
    for sent in shell.sent(to: owner) { try follower.take(sent) }
    #expect(follower.cursors == [.shared: 8, .admin: 9, .income: 0, .inbox(Cast.member(1)): 0, .minor(Cast.member(5)): 0])
    #expect(try follower.matches(shell.history))
  }

  @Test("The queue takes commands up to its limit; one more is overloaded and may be sent again, and unavailable where it may stand")
  func queueLimit() {
    var limits = RoomLimits()
    limits.queuedCommandsMax = 3
    var shell = TestShell.family(limits: limits)
    for number in 1...4 { shell.submit(Cast.addEntry(UInt64(number)), by: 3, request: UInt32(number)) }
    #expect(shell.refusals(to: adult) == ["overloaded"])
    #expect(shell.messages(to: adult).map(\.request) == [4])
    // Another node was asked this one first.
    shell.submit(Cast.addEntry(5), by: 3, request: 5, mayStand: true)
    #expect(shell.refusals(to: adult) == ["overloaded", "unavailable"])
    #expect(shell.messages(to: adult).allSatisfy { $0.rejected.retryAfterMs > 0 })
    shell.turn()
    shell.send(Cast.addEntry(4), by: 3)
    #expect(shell.accepted(by: adult).count == 4)
  }

  @Test("An answer of the store that nobody waits for changes nothing")
  func strayAnswers() {
    var shell = TestShell.family()
    let before = shell.history.sequence
    shell.perform(shell.box.room.appended(.success(())))
    shell.perform(shell.box.room.reloaded(GroupHistory(group: Cast.group)))
    #expect(shell.history.sequence == before)
    #expect(shell.sent.isEmpty)
  }

  @Test("isSettled and isIdle say whether something is queued, in flight or subscribed")
  func idleness() {
    var shell = TestShell.family()
    #expect(shell.isIdle && shell.isSettled)
    shell.holdsAppends = true
    shell.submit(Cast.addEntry(1), by: 3)
    #expect(!shell.isSettled && !shell.isIdle)
    shell.turn()
    #expect(!shell.isSettled && !shell.isIdle)
    #expect(shell.unsavedHistory == nil)
    shell.answerAppend()
    #expect(shell.isSettled && shell.isIdle)
    shell.subscribe(3)
    #expect(shell.isSettled && !shell.isIdle)
    shell.unsubscribe(adult)
    #expect(shell.isIdle)
  }
}
