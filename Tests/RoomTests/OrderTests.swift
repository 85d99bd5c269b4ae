import EventStore
import HearthProtocol
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
