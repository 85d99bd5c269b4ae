import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// What one connection sends behind its own commands, and what it gets while it catches up.
struct OrderTests {
  let owner = TestShell.peer(1)
  let adult = TestShell.peer(3)

  /// The kinds of what a peer was sent, in order.
  private func kinds(_ shell: TestShell, _ peer: PeerID) -> [String] {
    shell.sent(to: peer).map { sent in
      switch sent {
      case .message(let message):
        switch message.body {
        case .accepted(let accepted): accepted.duplicate ? "duplicate" : "accepted"
        case .rejected(let rejected): rejected.code
        case .presenceChanged: "presence"
        default: "message"
        }
      case .begin: "begin"
      case .events: "events"
      case .page: "page"
      case .ended: "ended"
      }
    }
  }

  /// A family in which the adult owes the owner, and so do placeholders.
  private func family(owing placeholders: ClosedRange<UInt64>) -> TestShell {
    var shell = TestShell.family()
    shell.send(Cast.wish(700, .updateGroup(.with { $0.membersMax = 20 })), by: 1)
    for person in placeholders { shell.send(Cast.addPlaceholder(700 + person, person: person), by: 1) }
    var entry = Cast.addEntry(1, minor: 100_000)
    entry.addEntry.content.split.equal.memberIds = ([1, 3] + placeholders).map { Cast.member($0).description }
    shell.send(entry, by: 1)
    #expect(shell.refusals(to: owner) == [])
    shell.forget()
    return shell
  }

  /// The adult pays the owner what the plan says.
  private func settling(_ number: UInt64) -> Command {
    Cast.wish(
      number,
      .settleUp(
        .with {
          $0.entryID = EntryID(high: 0x0195_0000_0000_7000, low: 0x8000_0000_0000_0000 | number).description
          ($0.fromMemberID, $0.toMemberID, $0.mode) = (Cast.member(3).description, Cast.member(1).description, .simplified)
        }))
  }

  @Test("A long settlement plan is reckoned off the loop once: what stands behind it waits, and is answered in order")
  func longPlan() {
    // Nine open balances.
    var shell = family(owing: 6...12)
    shell.holdsPlans = true
    shell.submit(Cast.addEntry(2), by: 2)
    shell.submit(settling(3), by: 3)
    shell.submit(Cast.addEntry(4), by: 3)
    shell.turn()
    // What stands before it has been decided.
    #expect(kinds(shell, TestShell.peer(2)) == ["accepted"] && kinds(shell, adult) == [])
    #expect(shell.heldPlans.count == 1 && !shell.isSettled && !shell.isIdle)
    shell.turn()
    #expect(shell.heldPlans.count == 1 && kinds(shell, adult) == [], "nobody reckons it a second time")
    shell.answerPlan()
    shell.turn()
    #expect(kinds(shell, adult) == ["accepted", "accepted"], "\(kinds(shell, adult))")
    #expect(shell.history.state.shared.entries.suffix(2).map(\.kind) == [.transfer, .expense], "in the order of asking")
    #expect(shell.heldPlans.isEmpty && shell.isSettled)
  }

  @Test("A plan of eight open balances is reckoned on the spot, and a plan of former balances decides nothing")
  func otherPlans() {
    var quick = family(owing: 6...11)
    quick.holdsPlans = true
    quick.send(settling(3), by: 3)
    #expect(quick.heldPlans.isEmpty && kinds(quick, adult) == ["accepted"])

    var long = family(owing: 6...12)
    long.holdsPlans = true
    guard let former = long.history.state.planWork(for: settling(3)) else {
      Issue.record("nobody has reckoned a plan yet")
      return
    }
    long.send(Cast.addEntry(2), by: 1)
    long.send(settling(3), by: 3)
    long.box.room.reckoned(former.plan(), of: former)
    long.turn()
    #expect(long.heldPlans.count == 1 && kinds(long, adult) == [], "it goes on waiting for its own")
    long.answerPlan()
    long.turn()
    #expect(kinds(long, adult) == ["accepted"])
  }

  @Test("Who names the direct way, or any amount, waits for no plan; a reminder in the plan's way does")
  func wantedPlans() {
    var shell = family(owing: 6...12)
    shell.holdsPlans = true
    var (direct, any) = (settling(3), settling(4))
    direct.settleUp.mode = .direct
    (any.settleUp.minor, any.settleUp.allowMore) = (100, true)
    for command in [direct, any] { shell.send(command, by: 3) }
    #expect(shell.heldPlans.isEmpty && kinds(shell, adult) == ["accepted", "accepted"])
    shell.send(Cast.remind(5, 6), by: 1)
    #expect(shell.heldPlans.count == 1 && kinds(shell, owner) == [])
    shell.answerPlan()
    shell.turn()
    #expect(kinds(shell, owner) == ["accepted"])
  }

  @Test("A plan outlives a refused append and the reading of the group that follows")
  func planAndRefusedAppend() {
    var shell = family(owing: 6...12)
    (shell.holdsPlans, shell.holdsAppends, shell.holdsReloads) = (true, true, true)
    shell.submit(Cast.addEntry(2), by: 2)
    shell.submit(settling(3), by: 3)
    shell.turn()
    #expect(shell.heldPlans.count == 1)
    shell.answerAppend(failing: .broken("disk"))
    #expect(kinds(shell, TestShell.peer(2)) == ["unavailable"])
    // It is of balances that are not there any more.
    shell.answerPlan()
    (shell.holdsAppends, shell.holdsReloads) = (false, false)
    shell.answerReload()
    shell.turn()
    #expect(shell.heldPlans.count == 1 && kinds(shell, adult) == [], "one of the balances that there are is asked for")
    shell.answerPlan()
    shell.turn()
    #expect(kinds(shell, adult) == ["accepted"] && shell.isSettled)
  }

  @Test("CM-07 A subscribe right behind create_group finds the group")
  func subscribeBehindCreate() {
    var shell = TestShell()
    shell.submit(Cast.createGroup(), by: 1)
    shell.subscribe(1)
    shell.turn()
    #expect(kinds(shell, owner) == ["begin", "accepted"])
  }

  @Test("CM-07 A subscribe behind a refused command is served all the same")
  func subscribeBehindRefusal() {
    var shell = TestShell.family()
    shell.submit(Cast.addEntry(1), by: 4)
    shell.subscribe(4)
    shell.turn()
    #expect(kinds(shell, TestShell.peer(4)) == ["begin", "forbidden"])
  }

  @Test("CM-07 While a subscriber catches up, answers wait for its events", arguments: [false, true])
  func answersFollowCatchUp(isResent: Bool) {
    var shell = TestShell.family()
    let add = Cast.addEntry(1)
    if isResent { shell.send(add, by: 3) }
    shell.forget()
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(add, by: 3)
    #expect(kinds(shell, adult) == [])
    shell.answerGather()
    #expect(kinds(shell, adult) == ["begin", isResent ? "duplicate" : "accepted"])
    #expect(shell.heldAnswers.isEmpty)
  }

  @Test("CM-03 Answers that wait for a catch-up come when the catch-up is given up")
  func answersSurviveUnsubscribe() {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(Cast.addEntry(1), by: 3)
    shell.unsubscribe(adult)
    #expect(kinds(shell, adult) == ["accepted"])
    #expect(shell.heldAnswers.isEmpty)
  }

  @Test("SB-04 A catch-up during which too much is committed starts again with a snapshot", arguments: [4, 5])
  func overrun(count: Int) throws {
    var limits = RoomLimits()
    limits.tailEventsMax = 4
    var shell = TestShell.family(limits: limits)
    shell.holdsGathers = true
    shell.subscribe(3, cursors: [.shared: 5])
    for number in 1...count { shell.send(Cast.addEntry(UInt64(number)), by: 1) }
    shell.settle()
    let start = try #require(shell.starts(of: adult).first)
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.snapshot) == [count > 4])
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.head) == [UInt64(6 + count)])
  }

  @Test("PR-01 A quiet subscription follows everything and is not shown as present")
  func quiet() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.forget()
    shell.subscribe(3, quiet: true)
    #expect(kinds(shell, owner) == [])
    #expect(try #require(shell.starts(of: adult).first).subscribed.online == [Cast.member(1).description])
    shell.send(Cast.addEntry(1), by: 1)
    #expect(kinds(shell, adult) == ["begin", "events"])
    shell.forget()
    shell.unsubscribe(adult)
    #expect(kinds(shell, owner) == [])
  }

  @Test("SB-08: what a quiet subscriber is told does not count any more from where its subscription begins anew")
  func quietBeginsAnew() {
    let room = TestShell.family().box
    var subscribe = Subscribe()
    subscribe.quiet = true
    func stops() -> Int {
      let effects = room.room.subscribe(subscribe, asker: Cast.asker(3), origin: Origin(peer: adult, request: 1), format: .json)
      for case .gather(let work) in effects { _ = room.room.gathered(work.id, tail: [], snapshots: []) }
      return effects.count { if case .stopStream = $0 { true } else { false } }
    }
    #expect(stops() == 0)
    #expect(stops() == 1)
  }

  @Test("PR-01 A connection that subscribes anew and quietly is not shown any more")
  func becomesQuiet() {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.forget()
    shell.subscribe(3, quiet: true)
    let told = shell.messages(to: owner).compactMap { if case .presenceChanged(let change) = $0.body { change.online } else { nil } }
    #expect(told == [false])
  }

  @Test("A room opened from an old snapshot writes the next one as if it had never left memory")
  func snapshotDistance() throws {
    var limits = RoomLimits()
    limits.snapshotEveryEvents = 10
    let shell = TestShell.family(limits: limits)
    var reopened = TestShell(limits: limits, store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store))
    let saved = try shell.store.loadSnapshot(Cast.group)?.sequence ?? .start
    for number in 1...9 { reopened.send(Cast.addEntry(UInt64(number)), by: 1) }
    let next = try #require(try shell.store.loadSnapshot(Cast.group)?.sequence)
    #expect(next > saved)
    #expect(next.rawValue - saved.rawValue <= 10)
  }
}
