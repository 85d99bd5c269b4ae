import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

/// What the core does with the groups it follows.
@Suite struct SyncCoreGroupTests {
  @Test("ER-02: a gap makes it subscribe without cursors, and what belongs to the old subscription is passed over")
  func resync() throws {
    var script = GroupScript(entries: 1)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    for number in 1...3 { script.addEntry(number) }
    try harness.receive(.laneEvents(script.events(.shared, 6...6)))
    guard case .fault(script.group, _) = harness.takeNotices().last else { throw Missing(what: "no fault") }
    #expect(harness.sent.last?.subscription?.cursors.isEmpty == true)
    try harness.receive(.laneEvents(script.events(.shared, 7...7)))
    #expect(harness.takeNotices().isEmpty)
    #expect(harness.core.view(of: script.group)?.state.shared.entries.count == 1, "what was verified is still shown")
    try harness.answer(script, script.subscribed(script.start(.shared), script.start(.admin)))
    for part in script.parts(.shared) + script.parts(.admin) { try harness.receive(.snapshotPart(part)) }
    let read = try #require(harness.takeSent().last)
    try harness.receive(script.page(read.readHistory), request: read.request)
    #expect(harness.core.view(of: script.group)?.state.shared.entries.count == 4)
  }

  @Test("LN-08: what does not continue the chain is not followed, nor asked for anew; what was verified is still shown")
  func brokenChain() throws {
    var script = GroupScript(entries: 1)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    for number in 1...2 { script.addEntry(number) }
    var events = script.events(.shared, 5...5)
    events.events[0].hash = script.events(.shared, 6...6).events[0].hash
    try harness.receive(.laneEvents(events))
    guard case .fault(script.group, .hashMismatch(.shared, LanePosition(5))) = harness.takeNotices().last else {
      throw Missing(what: "no fault")
    }
    guard case .unsubscribe = harness.takeSent().last?.body else { throw Missing(what: "no unsubscribe") }
    #expect(harness.core.view(of: script.group)?.state.shared.entries.count == 1)
  }

  @Test("LN-08: it goes on from what was seen before, and sees at once when the history has another past or was cut off")
  func goesOn() throws {
    var script = GroupScript(entries: 2)
    var first = CoreHarness()
    try first.take(first.core.start())
    try first.logIn()
    try first.follow(script)
    let seen = try #require(first.core.view(of: script.group))
    // Another call, later.
    func later(_ script: GroupScript, _ start: LaneStart) throws -> CoreHarness {
      var harness = CoreHarness()
      try harness.take(harness.core.start())
      try harness.logIn()
      try harness.request(.subscribe(script.group, from: seen))
      #expect(harness.sent.last?.subscription?.cursors.map(\.position) == [5, 0])
      try harness.answer(script, script.subscribed(start, script.start(.admin, after: 0)))
      return harness
    }
    script.addEntry(2)
    var honest = try later(script, script.start(.shared, after: 5))
    try honest.receive(.laneEvents(script.events(.shared, 6...6)))
    #expect(honest.core.view(of: script.group)?.state.shared.entries.count == 3)
    #expect(honest.takeNotices().allSatisfy { if case .fault = $0 { false } else { true } })

    var rewritten = GroupScript(entries: 1)
    rewritten.addEntry(8)
    rewritten.addEntry(9)
    var altered = try later(rewritten, rewritten.start(.shared, after: 5))
    try altered.receive(.laneEvents(rewritten.events(.shared, 6...6)))
    guard case .fault(_, .hashMismatch(.shared, LanePosition(6))) = altered.takeNotices().last else { throw Missing(what: "no fault") }
    #expect(altered.core.view(of: script.group)?.state.shared.entries.count == 2)

    // SPEC SB-04: whose cursor lies beyond the head is sent a snapshot.
    let shorter = GroupScript(entries: 1)
    var cut = try later(shorter, shorter.start(.shared))
    guard case .fault(_, .truncated(.shared, had: LanePosition(5), found: LanePosition(4))) = cut.takeNotices().last else {
      throw Missing(what: "no fault")
    }
    #expect(cut.core.view(of: script.group)?.state.shared.entries.count == 2)
  }

  @Test func aGroupThatCannotBeBelievedAgainAndAgainIsGivenUp() throws {
    let script = GroupScript(entries: 1)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    for _ in 0...SyncCore.resyncsMax {
      #expect(!harness.notices.contains { if case .rejected = $0 { true } else { false } })
      try harness.receive(.laneEvents(script.events(.shared, 1...1)))
      if harness.sent.last?.subscription != nil { try harness.answer(script, script.subscribed(script.start(.shared))) }
    }
    guard case .unsubscribe = harness.takeSent().last?.body else { throw Missing(what: "no unsubscribe") }
    guard case .rejected(let rejected, _) = harness.takeNotices().last else { throw Missing(what: "not told") }
    #expect(rejected.code == "group_damaged" && rejected.groupID == script.group.description && rejected.cause.contains("Lane shared"))
    try harness.disconnect(.lost)
    try harness.logIn()
    #expect(harness.takeSent().allSatisfy { $0.subscription == nil })
  }

  @Test func aSubscriptionRefusedForAWhileIsTriedAgain() throws {
    let script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    _ = harness.takeSent()
    try harness.request(.subscribe(script.group))
    var rejected = Rejected()
    rejected.code = "overloaded"
    rejected.retryAfterMs = 5_000
    try harness.receive(.rejected(rejected), request: try #require(harness.takeSent().last).request)
    try harness.tick(4_999)
    #expect(harness.takeSent().isEmpty)
    try harness.tick(1)
    #expect(harness.takeSent().compactMap(\.subscription).count == 1)
  }

  @Test("ER-02: a subscription refused with resync is asked for again without cursors")
  func refusedForItsCursors() throws {
    let script = GroupScript(entries: 1)
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    try harness.disconnect(.lost)
    try harness.logIn()
    let again = try #require(harness.takeSent().last { $0.subscription != nil })
    #expect(again.subscription?.cursors.isEmpty == false)
    var rejected = Rejected()
    rejected.code = RejectionCode.resync.rawValue
    try harness.receive(.rejected(rejected), request: again.request)
    #expect(harness.takeSent().last?.subscription?.cursors.isEmpty == true)
  }

  @Test("SB-01: a refused subscription is told with its tag, and not tried again")
  func refusedSubscription() throws {
    let script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.subscribe(script.group), tag: 5)
    var rejected = Rejected()
    rejected.code = "not_found"
    try harness.receive(.rejected(rejected), request: try #require(harness.takeSent().last).request)
    guard case .rejected(_, tag: 5) = harness.takeNotices().last else { throw Missing(what: "not told") }
    try harness.disconnect(.lost)
    try harness.logIn()
    #expect(harness.takeSent().allSatisfy { $0.subscription == nil })
  }

  @Test("PR-01: presence follows the members of a group that is shown")
  func presence() throws {
    let script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    var change = PresenceChanged()
    change.groupID = script.group.description
    change.memberID = script.other.description
    change.online = true
    try harness.receive(.presenceChanged(change))
    try harness.receive(.presenceChanged(change))
    #expect(harness.takeNotices().count == 1)
    #expect(harness.core.view(of: script.group)?.online == [script.owner, script.other])
  }

  @Test("SB-06: who has unsubscribed hears no more")
  func unsubscription() throws {
    var script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    try harness.request(.unsubscribe(script.group), tag: 3)
    script.addEntry(1)
    try harness.receive(.laneEvents(script.events(.shared, 4...4)))
    #expect(harness.takeNotices().isEmpty)
    var unsubscribed = Unsubscribed()
    unsubscribed.groupID = script.group.description
    try harness.receive(.unsubscribed(unsubscribed))
    guard case .unsubscribed(script.group, tag: 3) = harness.takeNotices().last else { throw Missing(what: "not told") }
    #expect(harness.core.view(of: script.group) == nil)
  }

  /// A group that is followed, and a refusal for a while of what is asked about it.
  private func followed() throws -> (CoreHarness, GroupScript, Rejected) {
    let script = GroupScript()
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.follow(script)
    var rejected = Rejected()
    (rejected.code, rejected.groupID, rejected.retryAfterMs) = ("overloaded", script.group.description, 5_000)
    return (harness, script, rejected)
  }

  private func unsubscribed(_ script: GroupScript) -> SealedServerMessage.OneOf_Body {
    var unsubscribed = Unsubscribed()
    unsubscribed.groupID = script.group.description
    return .unsubscribed(unsubscribed)
  }

  @Test("SB-06, ER-02: leaving that is refused for a while is tried again, under another number, and never becomes following")
  func refusedUnsubscription() throws {
    var (harness, script, rejected) = try followed()
    try harness.request(.unsubscribe(script.group), tag: 3)
    var last = try #require(harness.takeSent().last)
    for _ in 1...2 {
      try harness.receive(.rejected(rejected), request: last.request)
      try harness.tick(4_999)
      #expect(harness.sent.isEmpty)
      try harness.tick(1)
      let again = harness.takeSent()
      guard again.count == 1, case .unsubscribe(let left) = again[0].body else { throw Missing(what: "no unsubscribe") }
      #expect(left.groupID == script.group.description && again[0].request != last.request)
      last = again[0]
    }
    #expect(harness.takeNotices().isEmpty)
    try harness.receive(unsubscribed(script), request: last.request)
    guard case .unsubscribed(script.group, tag: 3) = harness.takeNotices().last else { throw Missing(what: "not told") }
    // A person who wants it again has it.
    try harness.request(.subscribe(script.group), tag: 4)
    try harness.answer(script, script.subscribed(script.start(.shared)))
    try harness.receive(.snapshotPart(script.parts(.shared)[0]))
    #expect(harness.core.view(of: script.group) != nil)
  }

  @Test("SB-06: whoever wants a group again while leaving is refused for a while follows it, and leaves no more")
  func subscribedWhileLeaving() throws {
    var (harness, script, rejected) = try followed()
    try harness.request(.unsubscribe(script.group), tag: 3)
    try harness.receive(.rejected(rejected), request: try #require(harness.takeSent().last).request)
    try harness.request(.subscribe(script.group), tag: 4)
    #expect(harness.sent.last?.subscription?.cursors.map(\.position) == [3, 0])
    try harness.answer(script, script.subscribed(script.start(.shared, after: 3), script.start(.admin, after: 0)))
    _ = harness.takeSent()
    try harness.tick(5_000)
    #expect(harness.sent.isEmpty)
    script.addEntry(1)
    try harness.receive(.laneEvents(script.events(.shared, 4...4)))
    #expect(harness.core.view(of: script.group)?.state.shared.entries.count == 1)
  }

  @Test("SB-06: the refusal of a subscribe from before changes nothing for who leaves", arguments: ["overloaded", "resync", "not_found"])
  func refusedBefore(code: String) throws {
    var (harness, script, rejected) = try followed()
    try harness.disconnect(.lost)
    try harness.logIn()
    let former = try #require(harness.takeSent().last { $0.subscription != nil })
    _ = harness.takeNotices()
    try harness.request(.unsubscribe(script.group), tag: 3)
    _ = harness.takeSent()
    rejected.code = code
    try harness.receive(.rejected(rejected), request: former.request)
    try harness.tick(5_000)
    #expect(harness.sent.isEmpty && harness.takeNotices().isEmpty)
    try harness.receive(unsubscribed(script))
    guard case .unsubscribed(script.group, tag: 3) = harness.takeNotices().last else { throw Missing(what: "not told") }
  }

  @Test("LN-08, ER-02: a group that is given up is left again too, and not followed", arguments: ["overloaded", "not_found"])
  func refusedGivingUp(code: String) throws {
    var (harness, script, rejected) = try followed()
    script.addEntry(1)
    var events = script.events(.shared, 4...4)
    events.events[0].hash = .init(repeating: 7, count: 32)
    try harness.receive(.laneEvents(events))
    guard case .unsubscribe = harness.sent.last?.body else { throw Missing(what: "no unsubscribe") }
    _ = harness.takeNotices()
    rejected.code = code
    try harness.receive(.rejected(rejected), request: try #require(harness.takeSent().last).request)
    try harness.tick(5_000)
    #expect(harness.sent.compactMap(\.subscription).isEmpty && harness.sent.count == (code == "overloaded" ? 1 : 0))
    #expect(harness.takeNotices().isEmpty && harness.core.view(of: script.group) != nil)
  }
}
