import HearthProtocol
import Ledger
import Testing

@testable import HearthClient

/// Words that were erased, as a client meets them (SPEC EW-04, EW-05).
@Suite struct ErasureTests {
  /// A replica that stands where the script does in lane `shared`.
  private func replica(_ script: GroupScript) throws -> Replica {
    var replica = Replica(group: script.group)
    _ = try replica.begin(script.subscribed(script.start(.shared)))
    for part in script.parts(.shared) { _ = try replica.take(part) }
    try #require(replica.view != nil)
    return replica
  }

  @Test("EW-05: what a client has seen is emptied live, and nothing else of it changes")
  func live() throws {
    var script = GroupScript(entries: 3)
    var replica = try replica(script)
    let entries = try #require(replica.view?.state.shared.entries)
    #expect(entries.map(\.description) == ["Entry 0", "Entry 1", "Entry 2"], "the control")
    try script.eraseEntry(at: 5)
    _ = try replica.take(script.events(.shared, 7...7))
    let emptied = try #require(replica.view?.state.shared.entries)
    #expect(emptied.map(\.description) == ["Entry 0", "", "Entry 2"])
    #expect(emptied.map(\.minor) == entries.map(\.minor) && emptied.map(\.version) == entries.map(\.version))
    #expect(replica.view?.state.snapshot(of: .shared) == script.state.snapshot(of: .shared))
  }

  @Test("EW-04: an erased event is believed where a later one names it, in a catch-up of one message or of several")
  func catchUp() throws {
    var script = GroupScript(entries: 1)
    let former = try replica(script)
    for number in 1...3 { script.addEntry(number) }
    try script.eraseEntry(at: 5)
    for pieces in [[5...8], [5...5, 6...7, 8...8]] as [[ClosedRange<Int>]] {
      var replica = former
      _ = try replica.begin(script.subscribed(script.start(.shared, after: 4)))
      for piece in pieces { _ = try replica.take(script.events(.shared, piece)) }
      #expect(replica.view?.state.shared.entries.map(\.description) == ["Entry 0", "", "Entry 2", "Entry 3"])
      #expect(replica.view?.marks[.shared]?.position == LanePosition(8))
    }
  }

  @Test("EW-04: what was altered besides, or is named by nothing, is not believed")
  func tampered() throws {
    for names in [true, false] {
      var script = GroupScript(entries: 1)
      let former = try replica(script)
      for number in 1...3 { script.addEntry(number) }
      try script.eraseEntry(at: 5, names: names) { if names { $0.entryAdded.content.note = "altered" } }
      var replica = former
      _ = try replica.begin(script.subscribed(script.start(.shared, after: 4)))
      #expect(throws: ReplicaFault.self) { _ = try replica.take(script.events(.shared, 5...8)) }
      #expect(replica.view?.marks[.shared]?.position == LanePosition(4))
    }
    // An event that says it of itself where the catch-up ends before.
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.addEntry(1)
    try script.eraseEntry(at: 5)
    var start = script.start(.shared, after: 4)
    start.head = 5
    _ = try replica.begin(script.subscribed(start))
    #expect(throws: ReplicaFault.hashMismatch(.shared, LanePosition(5))) { _ = try replica.take(script.events(.shared, 5...5)) }
  }

  @Test("EW-04: a live event that nothing names is not believed")
  func liveWithoutName() throws {
    var script = GroupScript(entries: 1)
    var replica = try replica(script)
    script.addEntry(1)
    try script.eraseEntry(at: 5)
    #expect(throws: ReplicaFault.hashMismatch(.shared, LanePosition(5))) { _ = try replica.take(script.events(.shared, 5...5)) }
  }
}
