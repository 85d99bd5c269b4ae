import EventStore
import HearthProtocol
import Testing

@testable import Room

/// Full replay, and snapshot and tail, of a stored group: what `hearthd verify` and a running server compare with each
/// other.
struct ReplayCheckTests {
  /// A family with so many entries, a snapshot behind the first of them and events after it.
  private func shell() throws -> TestShell {
    var shell = TestShell.family()
    for number in 1...20 as ClosedRange<UInt64> {
      shell.send(Cast.addEntry(number, minor: Int64(number) * 101), by: 3)
      if number == 12 { shell.save(shell.history) }
    }
    return shell
  }

  private func damages(_ store: any EventStore, comparesSnapshots: Bool = true) throws -> [HistoryDamage] {
    var check = ReplayCheck(comparesSnapshots: comparesSnapshots)
    return try HistoryVerifier(store: store, pageEvents: 5).verify(Cast.group, visit: { check.visit($0, $1) }).damages
  }

  /// Keeps the snapshot changed.
  private func change(_ store: InMemoryStore, _ edit: (inout GroupSnapshot) throws -> Void) throws {
    let kept = try #require(try store.loadSnapshot(Cast.group))
    var snapshot = try GroupSnapshot(serializedBytes: kept.bytes)
    try edit(&snapshot)
    try store.saveSnapshot(StoredSnapshot(group: kept.group, sequence: kept.sequence, bytes: snapshot.serializedBytes()))
  }

  @Test("A sound group has nothing, with a snapshot and without")
  func sound() throws {
    let store = try shell().store
    #expect(try damages(store) == [])
    try store.deleteSnapshots()
    #expect(try damages(store) == [])
  }

  @Test("A snapshot that says something else, or nothing, is damaged where it stands, unless nobody wants to know")
  func altered() throws {
    let store = try shell().store
    let sequence = try #require(try store.loadSnapshot(Cast.group)).sequence
    let edits: [(String, (inout GroupSnapshot) -> Void)] = [
      ("is not what the log", { $0.lanes[$0.lanes.firstIndex { $0.lane == "shared" } ?? 0].shared.name = "Another Family" }),
      ("is not what the log", { $0.commandTable.digests[0] ^= 1 }),
      ("has format 2", { $0.format = 2 }), ("has format 4", { $0.format = 4 }),
    ]
    for (what, edit) in edits {
      let kept = try #require(try store.loadSnapshot(Cast.group))
      try change(store, edit)
      let found = try damages(store)
      #expect(found.map(\.sequence) == [sequence] && found[0].what.contains(what), "\(found)")
      #expect(try damages(store, comparesSnapshots: false) == [])
      try store.saveSnapshot(kept)
    }
    #expect(try damages(store) == [])
  }

  @Test("An event that contradicts what came before it is named, and nothing after it; an altered one is named by the walk")
  func events() throws {
    let shell = try shell()
    let log = try shell.log()
    // Once more what is there already, chained as it should be.
    let history = shell.history
    let event = StoredEvent(
      sequence: history.sequence.next, lane: .shared, position: history.head(of: .shared).position.next, bytes: log[0].bytes,
      hash: history.head(of: .shared).hash.next(stored: log[0].bytes))
    _ = shell.store.append([AppendBatch(group: Cast.group, expected: history.sequence, events: [event])])
    let found = try damages(shell.store)
    #expect(found.map(\.sequence) == [event.sequence] && found[0].what.contains("cannot follow"))

    let tampered = TamperedStore(store: try self.shell().store) { $0[7].bytes[3] ^= 1 }
    #expect(try damages(tampered).map(\.what) == [ChainWalk.brokenChain])
  }
}
