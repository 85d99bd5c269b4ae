import EventStore
import Foundation
import HearthProtocol
import Locking
import TestPostgres
import Testing

@testable import PostgresStore

@Suite("Audit logs of several nodes")
struct AuditJoinTests {
  private let server: PostgresServer
  private let schema = PostgresServer.freshSchema()

  init() throws { server = try PostgresServer.shared.get() }

  private func open(_ node: String, chainsSeconds: Double? = nil) throws -> PostgresStore {
    var settings = try PostgresSettings(address: server.address, schema: schema, node: node)
    settings.chainsSeconds = chainsSeconds
    return try PostgresStore(settings)
  }

  private func act(_ store: PostgresStore, _ count: Int64 = 1) throws {
    try store.note((0..<count).map { AuditNote(.forbidden, at: 1_000 + $0) })
  }

  private func rows(_ store: any AuditLog) throws -> [AuditRow] { try store.auditRows(after: 0, limit: 10_000) }

  /// What a node's log says of others: each node with the number at which it stood.
  private func seen(by store: any AuditLog) throws -> [String] {
    try rows(store).compactMap { $0.seen.map { "\($0.node) \($0.head.number)" } }
  }

  /// The flaws of all logs, each behind its node's name.
  private func flaws() throws -> [String] {
    try open("reader").auditLogs().flatMap { node, log in
      var verifier = AuditVerifier(log)
      try verifier.run()
      return verifier.flaws.map { "\(node ?? "?"): \($0)" }
    }
  }

  private func sql(_ statements: String) throws { try server.psql("SET search_path = \(schema); \(statements)") }

  @Test("AU-07 a node says where the others' logs stand, by number and hash, and says it once")
  func joins() throws {
    let (a, b) = (try open("a"), try open("b"))
    // Nobody else has a log; then one has a name and no rows.
    #expect(try a.noteChains() == 0)
    try b.claim(Samples.group(1))
    #expect(try a.noteChains() == 0)
    try act(b, 3)
    #expect(try a.noteChains() == 1)
    let row = try #require(try rows(a).last)
    #expect(row.number == 1 && row.act == "chain_seen" && row.count == 1 && row.at > 1_700_000_000_000)
    #expect(row.identity == nil && row.device == nil && row.group == nil && row.network == nil && row.member == nil)
    #expect(row.seen == SeenChain(node: "b", head: try b.auditHead()))
    for _ in 0..<3 { #expect(try a.noteChains() == 0) }
    // A further one comes, and one goes on.
    try act(b)
    try act(open("c"), 2)
    #expect(try a.noteChains() == 2)
    #expect(try seen(by: a) == ["b 3", "c 2", "b 4"])
    #expect(try flaws() == [])
  }

  @Test("AU-07 nodes that do nothing else do not have one another write for ever")
  func rest() throws {
    let stores = try ["a", "b", "c"].map { try open($0) }
    for store in stores { try act(store) }
    var written: [Int] = []
    for _ in 0..<4 { written.append(try stores.reduce(0) { $0 + (try $1.noteChains()) }) }
    #expect(written == [6, 0, 0, 0])
    // One that acts is said by the two others, and these are not said for it.
    try act(stores[1])
    written = []
    for _ in 0..<3 { written.append(try stores.reduce(0) { $0 + (try $1.noteChains()) }) }
    #expect(written == [2, 0, 0])
    #expect(try flaws() == [])
  }

  private static let cut = "DELETE FROM audit WHERE node = 'b' AND number > 1;"
  private static let setHead =
    "UPDATE node SET (audit_number, audit_hash) = (SELECT number, hash FROM audit WHERE node = 'b' AND number = 1) WHERE name = 'b'"
  private static let emptyHead =
    "UPDATE node SET audit_number = 0, audit_hash = sha256('hearth.audit.v1'::bytea) WHERE name = 'b'"
  private static let sawMore = "row 3 saw row 3 of the log of node b, row 4 its row 5; "
  private static let remedy = ". Compare both logs with those of a backup of the database"

  @Test(
    "AU-07 a log that was cut, changed or deleted since another node saw it is named, and whatever was done to what they say of one another",
    arguments: [
      // The control.
      ("SELECT 1", []),
      (cut + setHead, ["a: \(sawMore)that log ends at row 1: its end was cut off\(remedy)"]),
      (
        "DELETE FROM audit WHERE node = 'b'; DELETE FROM audit_seen WHERE node = 'b'; DELETE FROM node WHERE name = 'b'",
        ["a: \(sawMore)that log has no row any more: it was deleted\(remedy)"]
      ),
      (
        "DELETE FROM audit WHERE node = 'b'; \(emptyHead)",
        ["a: \(sawMore)that log has no row any more: it was deleted\(remedy)"]
      ),
      ("DELETE FROM node WHERE name = 'b'", ["b: rows after 0 were not added by a server"]),
      ("UPDATE audit SET at = 9 WHERE node = 'b' AND number = 2", ["b: row 2 was altered"]),
      (
        "DELETE FROM audit WHERE node = 'b' AND number = 3",
        ["a: row 3 saw row 3 of the log of node b; that row is missing\(remedy)", "b: row 3 is missing"]
      ),
      (
        "UPDATE audit SET hash = sha256(hash) WHERE node = 'b' AND number = 5",
        [
          "a: row 4 saw row 5 of the log of node b; row 5 has another hash now: the log was changed there or before\(remedy)",
          "b: row 5 was altered", "b: row 6 was altered",
        ]
      ),
      ("UPDATE audit_seen SET seen_number = 2 WHERE node = 'a' AND number = 3", ["a: row 3 was altered"]),
      ("UPDATE audit_seen SET seen_node = 'a' WHERE node = 'a' AND number = 3", ["a: row 3 was altered"]),
      ("UPDATE audit_seen SET seen_hash = sha256(seen_hash) WHERE node = 'a' AND number = 3", ["a: row 3 was altered"]),
      ("UPDATE audit_seen SET seen_hash = '' WHERE node = 'a' AND number = 3", ["a: row 3 of the audit log cannot be read"]),
      ("DELETE FROM audit_seen WHERE node = 'a' AND number = 3", ["a: row 3 was altered"]),
      ("INSERT INTO audit_seen SELECT 'a', 1, 'b', 1, hash FROM audit WHERE node = 'b' AND number = 1", ["a: row 1 was altered"]),
    ])
  func damage(change: String, expected: [String]) throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(a, 2)
    try act(b, 3)
    _ = try a.noteChains()
    _ = try b.noteChains()
    try act(b)
    _ = try a.noteChains()
    try act(b)
    #expect(try seen(by: a) == ["b 3", "b 5"] && seen(by: b) == ["a 3"])
    try sql(change)
    #expect(try flaws() == expected)
  }

  /// Writes a node's log anew from a row on, with every hash and the noted end, as somebody does who knows how.
  private func rewrite(_ store: PostgresStore, node: String, from number: Int64) throws {
    var (head, statements) = (AuditHead.start, "")
    for row in try rows(store) {
      var altered = row
      if row.number == number { altered.at += 1 }
      altered = if let seen = row.seen { head.append(seen, at: altered.at) } else { head.append(altered) }
      statements += "UPDATE audit SET at = \(altered.at), hash = '\\x\(altered.hash)' WHERE node = '\(node)' AND number = \(row.number);"
    }
    try sql(statements + "UPDATE node SET audit_hash = '\\x\(head.hash)' WHERE name = '\(node)'")
  }

  @Test("AU-07 a log that was written anew, all hashes and its end, is found by what another node saw, and goes on being found")
  func rewritten() throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(b, 3)
    #expect(try a.noteChains() == 1)
    try act(b, 2)
    // The control: behind what was seen nobody notices, and where nothing is altered nothing changes.
    try rewrite(b, node: "b", from: 5)
    #expect(try flaws() == [])
    try rewrite(b, node: "b", from: 2)
    let flaw = "a: row 1 saw row 3 of the log of node b; row 3 has another hash now: the log was changed there or before\(Self.remedy)"
    #expect(try flaws() == [flaw])
    // What is seen later is seen as it is by then.
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["b 3", "b 5"])
    #expect(try flaws() == [flaw])
  }

  @Test("AU-07 a name that somebody has made up is written on one line")
  func foreignName() throws {
    let (a, b) = (try open("a"), try open("b\n\u{1B}[31m"))
    try act(b)
    #expect(try a.noteChains() == 1)
    try sql("DELETE FROM audit WHERE node <> 'a'")
    #expect(try flaws().contains { $0.contains("of the log of node b??[31m; that log has no row any more") })
  }

  @Test("AU-07 what is left of rows that somebody has cut off does not keep a node from saying more")
  func ownLogCut() throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(b)
    #expect(try a.noteChains() == 1)
    // The row is gone, and what it saw stays.
    try sql("DELETE FROM audit WHERE node = 'a'; UPDATE node SET audit_number = 0, audit_hash = sha256('hearth.audit.v1') WHERE name = 'a'")
    try act(b)
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["b 2"] && flaws() == [])
  }

  @Test("AU-07 logs that go back together, as at a restore of the database, stay joined and go on")
  func restored() throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(b, 2)
    #expect(try a.noteChains() == 1)
    let tables = ["node", "audit", "audit_seen"]
    try sql(tables.map { "CREATE TABLE kept_\($0) AS TABLE \($0);" }.joined())
    try act(b, 2)
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["b 2", "b 4"])
    // The connections of before keep their numbers.
    try sql(
      "UPDATE node SET (audit_number, audit_hash) = (kept.audit_number, kept.audit_hash) FROM kept_node AS kept WHERE kept.name = node.name;"
        + ["audit", "audit_seen"].map { "DELETE FROM \($0); INSERT INTO \($0) TABLE kept_\($0);" }.joined())
    #expect(try flaws() == [])
    #expect(try a.noteChains() == 0)
    try act(b)
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["b 2", "b 3"])
    #expect(try flaws() == [])
  }

  @Test("AU-07 a node that serves says so when it begins and when it ends, and an operator's verb does not")
  func lives() throws {
    let b = try open("b")
    try act(b)
    let verb = try open("operator")
    try verb.live(serves: false)
    verb.close()
    let a = try open("a")
    #expect(try seen(by: a) == [])
    try a.live()
    #expect(try seen(by: a) == ["b 1"])
    try act(b)
    a.close()
    let again = try open("a")
    #expect(try seen(by: again) == ["b 1", "b 2"] && seen(by: b) == [] && flaws() == [])
    // Nothing has grown.
    try again.live()
    again.close()
    #expect(try seen(by: open("a")).count == 2)
  }

  @Test("AU-07 a node says so again and again while it serves")
  func interval() throws {
    let (a, b) = (try open("a", chainsSeconds: 0), try open("b"))
    try a.live()
    try act(b)
    // At the next sign of life. Each look takes a process.
    var looks = 0
    while try server.psql("SELECT count(*) FROM \(schema).audit_seen") == "0", looks < 10_000 { looks += 1 }
    #expect(try seen(by: a) == ["b 1"])
    a.close()
  }

  @Test("Limit: 600 s from one look at the others' logs to the next, one look at a time")
  func pace() throws {
    #expect(try PostgresSettings(address: server.address).chainsSeconds == 600)
    var pace = ChainPace(seconds: 600, at: 100)
    func due(_ now: Double) -> Bool { pace.isDue(at: now) }
    #expect(!due(699.9))
    #expect(due(700))
    // The one before has not ended.
    #expect(!due(1_400))
    pace.ended()
    #expect(due(1_400) && !due(1_400))
    pace.ended()
    #expect(!due(1_999.9) && due(2_000))
    var never = ChainPace(seconds: nil, at: 0)
    let isDue = never.isDue(at: 1e9)
    #expect(!isDue)
  }

  /// Adds rows of any content behind a node's last one.
  private func addRows(_ node: String, _ numbers: ClosedRange<Int>, act: AuditAct) throws {
    try sql(
      """
      INSERT INTO audit (node, number, at, act, count, hash)
      SELECT '\(node)', number, 1, '\(act.rawValue)', 1, sha256('x') FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number
      """)
  }

  @Test("Limit: 64 logs are named at once; the next time those come first that were named longest ago, or never")
  func manyChains() throws {
    #expect(PostgresStore.chainsMax == 64)
    let a = try open("a")
    /// Has each of these nodes act, of which each is called by its number.
    func act(_ nodes: ClosedRange<Int>, row: Int) throws {
      try sql(
        """
        INSERT INTO node SELECT 'n' || node, 1, ''::bytea, 0, sha256('hearth.audit.v1')
        FROM generate_series(\(nodes.lowerBound), \(nodes.upperBound)) AS node ON CONFLICT DO NOTHING;
        INSERT INTO audit (node, number, at, act, count, hash) SELECT 'n' || node, \(row), 1, 'forbidden', 1, sha256('x')
        FROM generate_series(\(nodes.lowerBound), \(nodes.upperBound)) AS node
        """)
    }
    try act(10...73, row: 1)
    #expect(try a.noteChains() == 64)
    #expect(try a.noteChains() == 0)
    try act(74...74, row: 1)
    try act(10...73, row: 2)
    #expect(try a.noteChains() == 64)
    #expect(try seen(by: a).suffix(64) == ["n74 1"] + (10...72).map { "n\($0) 2" })
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a).last == "n73 2" && a.noteChains() == 0)
    var verifier = AuditVerifier(a)
    try verifier.run()
    #expect(verifier.flaws == [] && verifier.seenCount == 129)
  }

  @Test("Limit: 1,000 new rows of a log are looked at; with so many it is named though all of them only name logs")
  func manyNewRows() throws {
    #expect(PostgresStore.newRowsMax == 1_000)
    let (a, b) = (try open("a"), try open("b"))
    try act(b)
    #expect(try a.noteChains() == 1)
    try addRows("b", 2...1_000, act: .chainSeen)
    #expect(try a.noteChains() == 0)
    try addRows("b", 1_001...1_001, act: .chainSeen)
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["b 1", "b 1001"])
    // One act among them is enough.
    try addRows("b", 1_002...1_010, act: .chainSeen)
    #expect(try a.noteChains() == 0)
    try addRows("b", 1_011...1_011, act: .forbidden)
    #expect(try a.noteChains() == 1)
  }

  @Test("AU-07 while somebody locks the table, rows wait half a second for it, nothing is written, and appends go on")
  func locked() throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(b)
    var writer = LogWriter(Samples.group(1))
    #expect(a.append([writer.batch(1)]).map(\.failure) == [nil])
    let lock = try OpenTransaction(server.address, "LOCK TABLE \(schema).audit_seen IN EXCLUSIVE MODE")
    #expect {
      try a.noteChains()
    } throws: {
      guard case .broken(let why)? = $0 as? StoreFailure else { return false }
      return why.contains("55P03")
    }
    #expect(a.append([writer.batch(1)]).map(\.failure) == [nil])
    try act(a)
    #expect(try rows(a).map(\.act) == ["forbidden"])
    try lock.end("ROLLBACK")
    #expect(try a.noteChains() == 1)
    #expect(try flaws() == [])
  }

  @Test("AU-07 what nobody answers for 5 seconds is not said, and appends go on meanwhile")
  func unanswered() throws {
    let (a, b) = (try open("a"), try open("b"))
    try act(b)
    var writer = LogWriter(Samples.group(1))
    #expect(a.append([writer.batch(1)]).map(\.failure) == [nil])
    let lock = try OpenTransaction(server.address, "LOCK TABLE \(schema).audit_seen")
    let result = Locked<Result<Int, any Error>?>(nil)
    let ended = DispatchGroup()
    ended.enter()
    Thread.detachNewThread {
      let count = Result { try a.noteChains() }
      result.withLock { $0 = count }
      ended.leave()
    }
    let waiting = "SELECT count(*) FROM pg_locks WHERE relation = '\(schema).audit_seen'::regclass AND NOT granted"
    var looks = 0
    while try server.psql(waiting) == "0", result.withLock({ $0 == nil }), looks < 10_000 { looks += 1 }
    #expect(a.append([writer.batch(1)]).map(\.failure) == [nil])
    ended.wait()
    try lock.end("ROLLBACK")
    #expect {
      try result.withLock { $0 }?.get()
    } throws: {
      guard case .away(let why)? = $0 as? StoreFailure else { return false }
      return why.contains("no answer for 5.0 s")
    }
    #expect(a.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(try a.noteChains() == 1)
  }

  @Test("AU-07 tables of the version before get the new one; what an older node has written and goes on writing verifies")
  func schemaStep() throws {
    let first = try open("a")
    try act(first, 2)
    first.close()
    let old = try open("old")
    try act(old)
    try sql("DROP TABLE audit_seen; UPDATE schema_version SET version = 10")
    // The older node runs on. It reads and writes what stands in the two tables of its version.
    let a = try open("a")
    #expect(try server.psql("SELECT version FROM \(schema).schema_version") == "\(Schema.version)" && Schema.version == 11)
    #expect(try flaws() == [])
    #expect(try a.noteChains() == 1)
    try act(old, 2)
    #expect(try a.noteChains() == 1)
    #expect(try seen(by: a) == ["old 1", "old 3"] && rows(a).map(\.number) == [1, 2, 3, 4])
    #expect(try flaws() == [])
  }
}
