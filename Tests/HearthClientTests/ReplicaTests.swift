import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

@Suite struct ReplicaTests {
  /// A replica that stands at the script's head in both lanes.
  private func replica(_ script: GroupScript, scrutiny: Scrutiny = .full) throws -> Replica {
    var replica = Replica(group: script.group, scrutiny: scrutiny)
    _ = try replica.begin(script.subscribed(script.start(.shared), script.start(.admin)))
    for part in script.parts(.shared) + script.parts(.admin) { _ = try replica.take(part) }
    try #require(replica.view != nil)
    return replica
  }

  @Test("SB-02: nothing is shown before every lane stands at its head")
  func allOrNothing() throws {
    var script = GroupScript(entries: 3)
    let snapshotOfThree = script.parts(.shared)
    let start = script.start(.shared)
    script.addEntry(3)
    script.addInvite(1)
    var shared = start
    shared.head = script.head(.shared)
    var replica = Replica(group: script.group)
    #expect(try replica.begin(script.subscribed(shared, script.start(.admin, after: 0))) == nil)
    #expect(try replica.take(snapshotOfThree[0]) == nil)
    #expect(try replica.take(script.events(.shared, 7...7)) == nil)
    #expect(replica.view == nil)
    let update = try #require(try replica.take(script.events(.admin, 1...1)))
    #expect(update.kind == .restarted)
    #expect(update.events.map(\.lane) == [.shared, .admin])
    #expect(replica.view?.state.shared.entries.count == 4)
    #expect(replica.view?.state.admin.invites.count == 1)
  }

  @Test("SB-03: the parts of a snapshot are appended", arguments: [1, 2, 3, 5, 100])
  func parts(entriesPerPart: Int) throws {
    let script = GroupScript(entries: 5)
    var replica = Replica(group: script.group)
    _ = try replica.begin(script.subscribed(script.start(.shared)))
    let parts = script.parts(.shared, entriesPerPart: entriesPerPart)
    for part in parts.dropLast() { #expect(try replica.take(part) == nil) }
    let last = try #require(parts.last)
    #expect(try replica.take(last) != nil)
    let view = try #require(replica.view)
    #expect(view.state.snapshot(of: .shared) == script.state.snapshot(of: .shared))
    #expect(view.online == [script.owner])
  }

  @Test func aCatchUpFromCursorsAddsToWhatIsShown() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    #expect(replica.subscription.cursors.map(\.position) == [4, 0])
    script.addEntry(1)
    script.addEntry(2)
    _ = try replica.begin(script.subscribed(script.start(.shared, after: 4), script.start(.admin, after: 0)))
    #expect(replica.view?.state.shared.entries.count == 1)
    let update = try #require(try replica.take(script.events(.shared, 5...6)))
    #expect(update.kind == .caughtUp)
    #expect(replica.subscription.cursors.map(\.position) == [6, 0])
  }

  @Test func aCatchUpWithNothingMissedIsCompleteAtOnce() throws {
    let script = GroupScript(entries: 1)
    var replica = try replica(script)
    let update = try replica.begin(script.subscribed(script.start(.shared, after: 4), script.start(.admin, after: 0)))
    #expect(update?.events.isEmpty == true)
  }

  @Test func aBrokenCatchUpIsForgotten() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.addEntry(1)
    script.addEntry(2)
    _ = try replica.begin(script.subscribed(script.start(.shared, after: 4), script.start(.admin, after: 0)))
    _ = try replica.take(script.events(.shared, 5...5))
    replica.disconnected()
    #expect(replica.view?.state.shared.entries.count == 1)
    #expect(replica.subscription.cursors.map(\.position) == [4, 0])
  }

  enum Flaw: CaseIterable { case gap, repeated, bytesChanged, hashChanged, unreadable }

  @Test("LN-02, LN-05: what does not follow is noticed, and the view stays", arguments: Flaw.allCases)
  func flaws(flaw: Flaw) throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.addEntry(1)
    script.addEntry(2)
    var events = script.events(.shared, 5...5)
    let expected: ReplicaFault
    switch flaw {
    case .gap:
      events = script.events(.shared, 6...6)
      expected = .gap(.shared, expected: LanePosition(5), found: LanePosition(6))
    case .repeated:
      events = script.events(.shared, 4...4)
      expected = .repeated(.shared, expected: LanePosition(5), found: LanePosition(4))
    case .bytesChanged:
      // The last byte of the event belongs to a text within it.
      let last = events.events[0].event.count - 1
      events.events[0].event[events.events[0].event.startIndex + last] ^= 1
      expected = .hashMismatch(.shared, LanePosition(5))
    case .hashChanged:
      events.events[0].hash = script.events(.shared, 6...6).events[0].hash
      expected = .hashMismatch(.shared, LanePosition(5))
    case .unreadable:
      events.events[0].event = .init([0xFF])
      expected = .unreadable(.shared, LanePosition(5))
    }
    #expect(throws: expected) { try replica.take(events) }
    #expect(expected.recovery == (expected == .hashMismatch(.shared, LanePosition(5)) ? .stop : .resync))
    #expect(replica.view?.marks[.shared]?.position == LanePosition(4))
    #expect(replica.view?.state.shared.entries.count == 1)
  }

  @Test func historyCutOffIsNoticed() throws {
    let script = GroupScript(entries: 3)
    var replica = try replica(script)
    let shorter = GroupScript(entries: 2)
    replica.dropCursors()
    #expect(throws: ReplicaFault.truncated(.shared, had: LanePosition(6), found: LanePosition(5))) {
      try replica.begin(shorter.subscribed(shorter.start(.shared), shorter.start(.admin)))
    }
  }

  @Test("SB-07: after a restore from a backup less is no fault")
  func anotherEpoch() throws {
    var replica = try replica(GroupScript(entries: 3))
    var shorter = GroupScript(entries: 2)
    shorter.epoch = 2
    _ = try replica.begin(shorter.subscribed(shorter.start(.shared)))
    #expect(try replica.take(shorter.parts(.shared)[0])?.kind == .restarted)
    #expect(replica.subscription.epoch == 2)
    #expect(replica.view?.state.shared.entries.count == 2)
  }

  @Test func historyRewrittenBehindTheHeadIsNoticed() throws {
    var script = GroupScript(entries: 1)
    script.addEntry(1)
    var replica = try replica(script)
    var rewritten = GroupScript(entries: 1)
    rewritten.addEntry(9)
    _ = try replica.begin(rewritten.subscribed(rewritten.start(.shared), rewritten.start(.admin)))
    #expect(throws: ReplicaFault.hashMismatch(.shared, LanePosition(5))) { try replica.take(rewritten.parts(.shared)[0]) }
  }

  @Test("VR-01: an event of a later version is passed over")
  func unknownEvent() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.append(nil)
    script.addEntry(1)
    #expect(try replica.take(script.events(.shared, 5...6))?.events.count == 2)
    #expect(replica.view?.state.shared.entries.count == 2)
  }

  @Test func anEventThatContradictsTheStateStopsTheGroup() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.addEntry(0)
    let fault = ReplicaFault.impossible(.shared, LanePosition(5), .contradiction(.idsUnique))
    #expect(throws: fault) { try replica.take(script.events(.shared, 5...5)) }
    #expect(fault.recovery == .stop)
  }

  @Test("HS-03: JSON gives the same view")
  func openEvents() throws {
    var script = GroupScript(entries: 1)
    var sealed = try replica(script)
    var open = try replica(script)
    script.addEntry(1)
    _ = try sealed.take(script.events(.shared, 5...5))
    _ = try open.take(script.events(.shared, 5...5).open)
    #expect(open.view?.state.snapshot(of: .shared) == sealed.view?.state.snapshot(of: .shared))
    #expect(open.view?.marks == sealed.view?.marks)
  }

  @Test func orderAloneIsCheckedWithoutTheFold() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script, scrutiny: .order)
    script.addEntry(1)
    script.addEntry(2)
    #expect(try replica.take(script.events(.shared, 5...5))?.events.first?.position == LanePosition(5))
    #expect(replica.view?.state.isCreated == false)
    #expect(throws: ReplicaFault.self) { try replica.take(script.events(.shared, 5...5)) }
  }

  @Test func unannouncedMessagesAreFaults() throws {
    let script = GroupScript(entries: 1)
    var replica = Replica(group: script.group)
    #expect(throws: ReplicaFault.unexpected(.shared)) { try replica.take(script.parts(.shared)[0]) }
    #expect(throws: ReplicaFault.unexpected(.shared)) { try replica.take(script.events(.shared, 1...1)) }
    var backwards = script.start(.shared, after: 4)
    backwards.head = 3
    #expect(throws: ReplicaFault.unexpected(.shared)) { try replica.begin(script.subscribed(backwards)) }
  }

  @Test func positionsAtTheEndOfTheirRangeDoNotTrap() throws {
    let script = GroupScript(entries: 1)
    var replica = Replica(group: script.group, scrutiny: .order)
    var start = script.start(.shared)
    start.start = .max
    start.head = .max
    _ = try replica.begin(script.subscribed(start))
    var part = script.parts(.shared)[0]
    part.snapshot.position = .max
    #expect(try replica.take(part) != nil)
    #expect(throws: ReplicaFault.self) { try replica.take(script.events(.shared, 1...1)) }
  }
}
