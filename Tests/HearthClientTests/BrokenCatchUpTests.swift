import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

/// SPEC SB-09: what has come of a large snapshot is gone on with when the connection broke.
@Suite struct BrokenCatchUpTests {
  private let script = GroupScript(entries: 30)

  /// The script's parts as a server numbers them.
  private var parts: [SnapshotPart] {
    var parts = script.parts(.shared, entriesPerPart: 10)
    for place in parts.indices { parts[place].things = UInt64(100 + 10 * place) }
    return parts
  }

  /// Somebody who had the first part of three when the connection broke, and is back.
  private func returning() throws -> CoreHarness {
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.subscribe(script.group))
    try harness.answer(script, script.subscribed(script.start(.shared)))
    try harness.receive(.snapshotPart(parts[0]))
    let notices = harness.takeNotices()
    #expect(notices.contains { if case .catchingUp(script.group) = $0 { true } else { false } })
    try harness.disconnect(.lost)
    _ = harness.takeSent()
    try harness.logIn()
    return harness
  }

  private func start(behind things: UInt64) -> LaneStart {
    var start = script.start(.shared)
    start.things = things
    return start
  }

  private func entries(_ harness: CoreHarness) -> Int? { harness.core.view(of: script.group)?.state.shared.entries.count }

  @Test("SB-09: the client says which parts it has, and the rest completes them")
  func resumed() throws {
    var harness = try returning()
    let subscribe = try #require(harness.sent.compactMap(\.subscription).last)
    let first = parts[0].snapshot
    #expect(subscribe.epoch == script.epoch && subscribe.cursors.isEmpty)
    #expect(
      subscribe.parts == [
        .with {
          $0.lane = "shared"
          ($0.position, $0.head, $0.things) = (first.position, first.head, 100)
        }
      ])
    try harness.answer(script, script.subscribed(start(behind: 100)))
    #expect(entries(harness) == nil)
    for part in parts[1...] { try harness.receive(.snapshotPart(part)) }
    #expect(entries(harness) == 30)
  }

  @Test("SB-09: a server that begins anew is followed from the first part")
  func anew() throws {
    var harness = try returning()
    try harness.answer(script, script.subscribed(start(behind: 0)))
    for part in parts { try harness.receive(.snapshotPart(part)) }
    #expect(entries(harness) == 30)
  }

  @Test("SB-09: a server that goes on behind what has not come, or with another snapshot, is not followed")
  func others() throws {
    for things in [99, 110] as [UInt64] {
      var harness = try returning()
      try harness.answer(script, script.subscribed(start(behind: things)))
      #expect(harness.takeNotices().contains { if case .fault = $0 { true } else { false } })
    }
    var harness = try returning()
    try harness.answer(script, script.subscribed(start(behind: 100)))
    var other = parts[1]
    other.snapshot.head = .init(repeating: 9, count: 32)
    try harness.receive(.snapshotPart(other))
    #expect(harness.takeNotices().contains { if case .fault = $0 { true } else { false } })
    #expect(entries(harness) == nil)
  }

  @Test("GR-02: a list of groups of several pages is told as one")
  func groups() throws {
    var harness = CoreHarness()
    try harness.take(harness.core.start())
    try harness.logIn()
    try harness.request(.listGroups, tag: 7)
    for (ids, next) in [(["a", "b"], "b"), (["c"], "")] {
      let asked = try #require(harness.sent.last)
      #expect(asked.listGroups.after == (ids == ["c"] ? "b" : ""))
      var groups = Groups()
      groups.groups = ids.map { id in .with { $0.groupID = id } }
      groups.next = next
      try harness.receive(.groups(groups), request: asked.request)
    }
    let told = harness.takeNotices().compactMap { if case .groups(let groups, tag: 7) = $0 { groups.map(\.groupID) } else { nil } }
    #expect(told == [["a", "b", "c"]])
  }
}
