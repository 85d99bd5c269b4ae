import EventStore
import Foundation
import GRDB
import HearthProtocol
import SQLiteStore
import Support
import Testing

@Suite("The history verifier")
struct HistoryVerifierTests {
  /// Three groups of 20 events, the second with a snapshot at 12, damaged by the statement.
  private func damaged(_ sql: String, _ arguments: StatementArguments = []) throws -> OpenSQLite {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    for number: UInt64 in 1...3 {
      var writer = LogWriter(Samples.group(number))
      #expect(store.append([writer.batch(20)]).map(\.failure) == [nil])
    }
    try store.saveSnapshot(StoredSnapshot(group: Samples.group(2), sequence: GroupSequence(12), bytes: [1]))
    try store.pool.write { try $0.execute(sql: sql, arguments: arguments) }
    try store.close()
    return OpenSQLite(store: try SQLiteStore(directory: folder.path, readOnly: true), folder: folder)
  }

  private struct OpenSQLite {
    let store: SQLiteStore
    let folder: TemporaryFolder
  }

  private static let second = Data(Samples.group(2).bytes)

  @Test("finds nothing in a whole history and shows all of it to the visitor")
  func whole() throws {
    let open = try damaged("SELECT 1")
    var seen: [GroupID: [String]] = [:]
    let report = try HistoryVerifier(store: open.store, pageEvents: 6).verify { group, step in
      switch step {
      case .event(let event): seen[group, default: []].append(event.sequence.description)
      case .snapshot(let snapshot): seen[group, default: []].append("snapshot \(snapshot.sequence)")
      case .end: seen[group, default: []].append("end")
      }
      return nil
    }
    #expect(report.isIntact)
    #expect((report.groups, report.events, report.snapshots) == (3, 60, 1))
    let events = (1...20).map { String($0) }
    #expect(seen[Samples.group(1)] == events + ["end"])
    #expect(seen[Samples.group(2)] == Array(events[..<12]) + ["snapshot 12"] + Array(events[12...]) + ["end"])
    #expect(try open.store.integrityFindings() == [])
  }

  @Test("walks one group alone, and no further than it is wanted")
  func oneGroup() throws {
    let open = try damaged("SELECT 1")
    let verifier = HistoryVerifier(store: open.store, pageEvents: 6)
    let report = try verifier.verify(Samples.group(2))
    #expect(report.isIntact && (report.groups, report.events, report.snapshots) == (1, 20, 1))
    #expect(try verifier.verify(Samples.group(9)).events == 0)
    var pages = 0
    var ends = 0
    let part = try verifier.verify(Samples.group(2)) {
      pages += 1
      return pages <= 2
    } visit: { _, step in
      if case .end = step { ends += 1 }
      return nil
    }
    #expect(part.events == 12 && ends == 0)
  }

  @Test("reports what the visitor finds at its place")
  func visitor() throws {
    let open = try damaged("SELECT 1")
    let report = try HistoryVerifier(store: open.store).verify { group, step in
      guard group == Samples.group(3), case .event(let event) = step, event.sequence == GroupSequence(8) else { return nil }
      return "does not fold"
    }
    #expect(
      report.damages == [
        HistoryDamage(
          group: Samples.group(3), lane: .admin, sequence: GroupSequence(8), position: LanePosition(2), what: "does not fold")
      ])
  }

  @Test("finds each flipped byte of an event at its group, lane and sequence", arguments: [0, 7, 39])
  func flippedByte(_ offset: Int) throws {
    let open = try damaged(
      """
      UPDATE event SET bytes = CAST(substr(bytes, 1, ?1) || x'FF' || substr(bytes, ?1 + 2) AS BLOB) WHERE group_id = ?2 AND sequence = 11
      """, [offset, Self.second])
    let damage = HistoryDamage(
      group: Samples.group(2), lane: .shared, sequence: GroupSequence(11), position: LanePosition(9), what: "the hash chain does not hold")
    let report = try HistoryVerifier(store: open.store, pageEvents: 4).verify()
    #expect(report.damages == [damage])
    #expect(report.events == 60)
  }

  @Test(
    "finds damaged columns",
    arguments: [
      ("hash = zeroblob(32)", 2, "hash chain"), ("hash = x'01'", 1, "32 bytes"), ("position = 10", 2, "position"),
      ("lane = 'admin'", 3, "position"), ("lane = 'loft'", 1, "lane"), ("bytes = 17", 1, "no bytes"), ("position = 'x'", 1, "no number"),
    ])
  func damagedColumns(_ assignment: String, _ least: Int, _ what: String) throws {
    let open = try damaged("UPDATE event SET \(assignment) WHERE group_id = ? AND sequence = 11", [Self.second])
    let report = try HistoryVerifier(store: open.store).verify()
    #expect(report.damageCount >= least)
    let first = try #require(report.damages.first)
    #expect(first.group == Samples.group(2))
    #expect(first.sequence == GroupSequence(11))
    #expect(first.what.contains(what))
    #expect(report.damages.allSatisfy { $0.group == Samples.group(2) })
  }

  @Test("finds a missing event")
  func missingEvent() throws {
    let open = try damaged("DELETE FROM event WHERE group_id = ? AND sequence = 11", [Self.second])
    let report = try HistoryVerifier(store: open.store).verify()
    #expect(report.damages.map(\.sequence) == [GroupSequence(11)])
    #expect(report.events == 50)
    #expect(throws: StoreFailure.self) { try open.store.read(Samples.group(2), after: .start, limit: 100) }
  }

  @Test("finds a log cut off before its snapshot, or gone")
  func truncatedLog() throws {
    let cut = try damaged("DELETE FROM event WHERE group_id = ? AND sequence > 10", [Self.second])
    let report = try HistoryVerifier(store: cut.store).verify()
    #expect(report.damages.map(\.group) == [Samples.group(2)])
    #expect(report.damages[0].what.contains("a snapshot stands at sequence 12, but the log ends at 10"))
    #expect(try cut.store.integrityFindings() == [])

    let gone = try damaged("DELETE FROM event WHERE group_id = ?", [Self.second])
    #expect(try HistoryVerifier(store: gone.store).verify().isIntact)
    #expect(try gone.store.integrityFindings() == ["group \(Samples.group(2)): the whole log is gone"])
  }

  @Test("names a bounded number of damages and counts the rest")
  func manyDamages() throws {
    let store = InMemoryStore()
    var writer = LogWriter(Samples.group(1))
    var batch = writer.batch(1_500)
    for index in batch.events.indices { batch.events[index].bytes[0] ^= 1 }
    #expect(store.append([batch]).map(\.failure) == [nil])
    let report = try HistoryVerifier(store: store).verify()
    #expect((report.damageCount, report.damages.count) == (1_500, 1_000))
  }
}
