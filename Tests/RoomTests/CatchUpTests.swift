import EventStore
import HearthProtocol
import Testing

@testable import Room

/// SPEC SB-05: what is committed while a catch-up is being collected comes exactly once and in order.
struct CatchUpTests {
  /// What may happen around a catch-up, in any order.
  enum Step: CaseIterable {
    case addEntry
    case createInvite
    case answerAppend
    case failAppend
    case readGather
    case answerGather
  }

  /// All sequences of so many steps.
  static func sequences(_ length: Int) -> [[Step]] {
    (0..<length).reduce([[]]) { shorter, _ in shorter.flatMap { prefix in Step.allCases.map { prefix + [$0] } } }
  }

  @Test("SB-05 Nothing is lost and nothing comes twice, whatever happens while events are collected", arguments: [nil, 3] as [UInt64?])
  func everyInterleaving(cursor: UInt64?) throws {
    var family = TestShell.family()
    family.holdsAppends = true
    family.holdsGathers = true
    // Both lanes from the snapshot, or both from cursors that stood together: the third shared event follows the first
    // admin one.
    let cursors: [Lane: UInt64] = cursor.map { [.shared: $0, .admin: 1] } ?? [:]
    let log = try family.log()
    for steps in Self.sequences(4) {
      // A commit is under way or not when the subscriber comes.
      for isAppending in [false, true] {
        var shell = TestShell(store: InMemoryStore(), history: family.history)
        _ = shell.store.append([AppendBatch(group: Cast.group, expected: .start, events: log)])
        shell.holdsAppends = true
        shell.holdsGathers = true
        if isAppending { shell.send(Cast.addEntry(1), by: 3) }
        shell.subscribe(2, cursors: cursors)
        try play(steps, on: &shell, cursors: cursors, log: log)
      }
    }
  }

  private func play(_ steps: [Step], on shell: inout TestShell, cursors: [Lane: UInt64], log: [StoredEvent]) throws {
    var number: UInt64 = 10
    for step in steps {
      number += 1
      switch step {
      // While an append is in flight they queue up and make the next batch together.
      case .addEntry: shell.send(Cast.addEntry(number), by: 3)
      case .createInvite: shell.send(Cast.createInvite(number), by: 1)
      case .answerAppend: shell.answerAppend()
      case .failAppend: shell.answerAppend(failing: .broken("disk"))
      case .readGather: shell.readGather()
      case .answerGather: shell.answerGather()
      }
    }
    shell.settle()
    shell.send(Cast.addEntry(99), by: 3)
    shell.settle()
    var follower = try Follower(log: log, cursors: cursors)
    for sent in shell.sent(to: TestShell.peer(2)) { try follower.take(sent) }
    #expect(try follower.matches(shell.history), "steps \(steps)")
    #expect(shell.starts(of: TestShell.peer(2)).count == 1, "steps \(steps)")
    #expect(shell.failures.isEmpty)
  }

  @Test("SB-05 The catch-up's head is where it ends, with the events collected on the way")
  func headCoversCollected() throws {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(Cast.addEntry(1), by: 1)
    shell.send(Cast.addEntry(2), by: 1)
    shell.answerGather()
    let start = try #require(shell.starts(of: TestShell.peer(3)).first)
    #expect(start.snapshots.map(\.position) == [6])
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.start) == [6])
    #expect(start.subscribed.lanes.filter { $0.lane == "shared" }.map(\.head) == [8])
    #expect(start.events.flatMap { $0.1.map(\.stored.position.rawValue) } == [7, 8])
    #expect(shell.sent(to: TestShell.peer(3)).count == 1)
  }

  @Test("SB-05 A catch-up that was replaced begins nothing when its reading ends")
  func replacedCatchUp() throws {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.subscribe(3, request: 1)
    shell.subscribe(3, cursors: [.shared: 2], request: 2)
    shell.answerGather()
    #expect(shell.starts(of: TestShell.peer(3)).isEmpty)
    shell.answerGather()
    #expect(shell.starts(of: TestShell.peer(3)).map { $0.events.map(\.1.count) } == [[4]])
    shell.send(Cast.addEntry(1), by: 1)
    #expect(shell.sent(to: TestShell.peer(3)).count == 2)
  }

  @Test("CM-11 However often a connection subscribes and unsubscribes, one thing at a time is collected for it, the newest wish answered")
  func oneGatherAtATime() throws {
    var shell = TestShell.family()
    shell.holdsGathers = true
    let peer = TestShell.peer(3)
    for request in 1...5 as ClosedRange<UInt32> {
      shell.subscribe(3, request: request)
      shell.subscribe(3, request: request + 100)
      shell.unsubscribe(peer)
    }
    shell.subscribe(4, request: 1)
    shell.subscribe(3, request: 7)
    // Each connection has its own.
    #expect(shell.heldGathers.count == 2)
    shell.answerGather()
    #expect(shell.starts(of: peer).isEmpty && shell.heldGathers.count == 2)
    shell.answerGather()
    shell.answerGather()
    #expect(shell.starts(of: peer).count == 1 && shell.heldGathers.isEmpty)
    let requests = shell.sent(to: peer).compactMap { if case .begin(_, let request) = $0 { request } else { nil } }
    #expect(requests == [7])
    shell.send(Cast.addEntry(1), by: 1)
    #expect(shell.sent(to: peer).contains { if case .events = $0 { true } else { false } })
    // A person who has left before it comes back is begun nothing.
    shell.subscribe(5, request: 1)
    shell.unsubscribe(TestShell.peer(5))
    shell.answerGather()
    #expect(shell.starts(of: TestShell.peer(5)).isEmpty && shell.gathering.isEmpty)
  }

  @Test(
    "CM-11 What a connection wants behind its own command is newer than what waits for something collected, and begins in its place",
    arguments: [true, false])
  func newestWishBehindACommand(isAppending: Bool) {
    var shell = TestShell.family()
    shell.holdsGathers = true
    shell.holdsAppends = true
    let peer = TestShell.peer(3)
    shell.subscribe(3, request: 1)
    shell.subscribe(3, request: 2)
    shell.submit(Cast.addEntry(1), by: 3, request: 3)
    if isAppending { shell.turn() }
    shell.subscribe(3, request: 4)
    shell.answerGather()
    shell.settle()
    let requests = shell.sent(to: peer).compactMap { if case .begin(_, let request) = $0 { request } else { nil } }
    #expect(requests == [4])
    // The command is answered all the same, and behind its event (CM-07).
    #expect(shell.messages(to: peer).map(\.request) == [3] && shell.accepted(by: peer).count == 1)
    #expect(shell.heldAnswers.isEmpty && shell.gathering.isEmpty && shell.failures.isEmpty)
    shell.holdsAppends = false
    shell.send(Cast.addEntry(2), by: 1)
    #expect(shell.sent(to: peer).contains { if case .events = $0 { true } else { false } })
  }

  @Test("LN-04 A reader that was admitted after a batch is sent nothing of it a second time")
  func audienceAsOfTheEvent() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsAppends = true
    shell.send(Cast.addEntry(1), by: 3)
    // Stands at the head already, so that it is admitted in the same breath as the batch is delivered.
    shell.subscribe(4, cursors: [.shared: 7])
    shell.subscribe(5, cursors: [.shared: 6])
    shell.answerAppend()
    for (person, cursor) in [(4, 7), (5, 6)] as [(UInt64, UInt64)] {
      var follower = try Follower(log: shell.log(), cursors: [.shared: cursor])
      let sent = shell.sent(to: TestShell.peer(person))
      for sent in sent { try follower.take(sent) }
      #expect(follower.cursors.filter { $0.key != .minor(Cast.member(5)) } == [.shared: 7, .inbox(Cast.member(person)): 0])
      #expect(!sent.contains { if case .events = $0 { true } else { false } })
    }
  }
}
