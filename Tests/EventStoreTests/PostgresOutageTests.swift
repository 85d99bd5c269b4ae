import EventStore
import Foundation
import HearthProtocol
import Locking
import PostgresStore
import Support
import TestPostgres
import Testing

/// A server that is killed, that ends connections, and whose standby is away. One server for all, one test at a time.
@Suite("The PostgreSQL store, of a server that fails", .serialized)
struct PostgresOutageTests {
  private static let server = Result { try PostgresServer() }
  private let server: PostgresServer
  private let store: PostgresStore
  private let schema = PostgresServer.freshSchema()

  init() throws {
    server = try Self.server.get()
    store = try PostgresStore(
      PostgresSettings(address: server.address, schema: schema, node: "a", reconnectSeconds: 20, answerSeconds: 60))
  }

  /// An append that goes on while the test does something to the server.
  private func appending(_ batches: [AppendBatch], _ outage: () throws -> Void) throws -> [StoreFailure?] {
    let results = Locked<[StoreFailure?]?>(nil)
    let ended = DispatchGroup()
    ended.enter()
    Thread.detachNewThread { [store] in
      let failures = store.append(batches).map(\.failure)
      results.withLock { $0 = failures }
      ended.leave()
    }
    try outage()
    ended.wait()
    return results.withLock { $0 } ?? []
  }

  /// Waits until a connection of the store waits for something, and returns its process.
  private func backend(waitingFor event: String, of node: String = "a") throws -> String {
    for _ in 0..<2_000 {
      let found = try server.psql(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'hearth \(node)' AND wait_event = '\(event)' LIMIT 1")
      if !found.isEmpty { return found }
    }
    throw Unexpected(what: "nobody waits for \(event)")
  }

  /// Every commit waits for a standby that there is none of. A commit waits only once the server's checkpointer has
  /// read so, which may be a while after the reload: one is tried until it does.
  private func loseStandby() throws {
    try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try server.psql("SELECT pg_reload_conf()")
    for _ in 0..<2_000 {
      let probe = try server.client("SELECT pg_logical_emit_message(true, 'probe', '')", called: "probe")
      while probe.isRunning {
        let waiting = try server.psql("SELECT pid FROM pg_stat_activity WHERE application_name = 'probe' AND wait_event = 'SyncRep'")
        guard !waiting.isEmpty else { continue }
        try server.psql("SELECT pg_terminate_backend(\(waiting))")
        return probe.waitUntilExit()
      }
    }
    throw Unexpected(what: "no commit waits for a standby")
  }

  /// No commit waits for a standby any more.
  private func findStandby() throws {
    try server.psql("ALTER SYSTEM RESET synchronous_standby_names")
    try server.psql("SELECT pg_reload_conf()")
  }

  private struct Unexpected: Error { let what: String }

  /// A batch with an event, a row of the directory and one of the audit log.
  private func batch(_ writer: inout LogWriter) -> AppendBatch {
    var batch = writer.batch(1, projections: [.due(group: writer.group, at: 5)])
    batch.notes = [AuditNote(.inviteMade, at: 1, group: writer.group)]
    return batch
  }

  private func expectOnce(_ batches: [AppendBatch], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let events = batches.flatMap(\.events)
    #expect(try store.read(batches[0].group, after: .start, limit: 100) == events, sourceLocation: sourceLocation)
    let notes = batches.flatMap(\.notes)
    #expect(try store.auditRows(after: 0, limit: 100).count == notes.count, sourceLocation: sourceLocation)
    var verifier = AuditVerifier(store)
    try verifier.run()
    #expect(verifier.flaws == [], sourceLocation: sourceLocation)
  }

  @Test("goes on after the server was killed between two statements and started again, and has all that it acknowledged")
  func killed() throws {
    var writer = LogWriter(Samples.group(1))
    var batches: [AppendBatch] = []
    for _ in 0..<3 {
      batches.append(batch(&writer))
      #expect(store.append([batches[batches.count - 1]]).map(\.failure) == [nil])
      try server.kill()
      batches.append(batch(&writer))
      // The append begins while nobody answers.
      let failures = try appending([batches[batches.count - 1]]) { try server.start() }
      #expect(failures == [nil])
      #expect(try store.groups() == [writer.group])
    }
    try expectOnce(batches)
  }

  @Test("stores once what a lost connection had not committed", arguments: [false, true])
  func lostBefore(hasMore: Bool) throws {
    var writer = LogWriter(Samples.group(1))
    let first = writer.batch(1)
    #expect(store.append([first]).map(\.failure) == [nil])
    let second = hasMore ? batch(&writer) : writer.batch(1)
    // Somebody's transaction has the row of the head, so that the append waits for it.
    let lock = try OpenTransaction(server.address, "LOCK TABLE \(schema).room")
    let failures = try appending([second]) {
      for _ in 0..<2 { try server.psql("SELECT pg_terminate_backend(\(backend(waitingFor: "relation")))") }
      _ = try backend(waitingFor: "relation")
      try lock.end("ROLLBACK")
    }
    #expect(failures == [nil])
    try expectOnce([first, second])
  }

  @Test("answers that it is stored when the connection was lost behind the commit", arguments: [false, true])
  func lostBehind(hasMore: Bool) throws {
    var writer = LogWriter(Samples.group(1))
    let first = writer.batch(1)
    #expect(store.append([first]).map(\.failure) == [nil])
    let second = hasMore ? batch(&writer) : writer.batch(1)
    try loseStandby()
    defer { try? findStandby() }
    let failures = try appending([second]) {
      // Committed here, and waiting for a standby that there is none of.
      try server.psql("SELECT pg_terminate_backend(\(backend(waitingFor: "SyncRep")))")
      try findStandby()
    }
    #expect(failures == [nil])
    try expectOnce([first, second])
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
  }

  /// Has another node act, and this one say where that one's log stands, while the test does something to the server.
  private func naming(_ outage: () throws -> Void) throws -> Result<Int, any Error> {
    let result = Locked<Result<Int, any Error>?>(nil)
    let ended = DispatchGroup()
    ended.enter()
    Thread.detachNewThread { [store] in
      let count = Result { try store.noteChains() }
      result.withLock { $0 = count }
      ended.leave()
    }
    try outage()
    ended.wait()
    return try #require(result.withLock { $0 })
  }

  @Test(
    "AU-07 says once where another log stands, whether its connection was lost before the commit or behind it",
    arguments: [false, true])
  func lostNaming(isCommitted: Bool) throws {
    let other = try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: "b"))
    try other.note([AuditNote(.forbidden, at: 1)])
    try store.note([AuditNote(.forbidden, at: 1)])
    if isCommitted {
      try loseStandby()
      defer { try? findStandby() }
      let result = try naming {
        try server.psql("SELECT pg_terminate_backend(\(backend(waitingFor: "SyncRep")))")
        try findStandby()
      }
      #expect(try result.get() == 1)
    } else {
      // Rows wait so shortly for a table that the one who locks it could be too late: the node's row is locked instead.
      let lock = try OpenTransaction(server.address, "SELECT FROM \(schema).node WHERE name = 'a' FOR UPDATE")
      let result = try naming {
        try server.psql("SELECT pg_terminate_backend(\(backend(waitingFor: "transactionid")))")
        try lock.end("ROLLBACK")
      }
      #expect(throws: StoreFailure.self) { try result.get() }
      #expect(try store.noteChains() == 1)
    }
    #expect(try store.noteChains() == 0)
    #expect(try store.auditRows(after: 0, limit: 10).map(\.act) == ["forbidden", "chain_seen"])
    var verifier = AuditVerifier(store)
    try verifier.run()
    #expect(verifier.flaws == [] && verifier.seenCount == 1)
  }

  @Test("does not answer when the wait for the standby is cancelled, until a later commit has waited for it")
  func cancelledWait() throws {
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(1)
    // The group is claimed before.
    try store.claim(writer.group)
    try loseStandby()
    defer { try? findStandby() }
    let isAnswered = Locked(false)
    let failures = try appending([batch]) {
      let waiting = try backend(waitingFor: "SyncRep")
      try server.psql("SELECT pg_cancel_backend(\(waiting))")
      // It waits anew, for another commit; what it stored can be seen by then.
      for _ in 0..<2_000 {
        let query = try server.psql("SELECT query FROM pg_stat_activity WHERE pid = \(waiting) AND wait_event = 'SyncRep'")
        if query.contains("pg_logical_emit_message") { isAnswered.withLock { $0 = true }; break }
      }
      try findStandby()
    }
    #expect(failures == [nil] && isAnswered.withLock { $0 })
    #expect(try store.read(writer.group, after: .start, limit: 10) == batch.events)
  }

  @Test("makes its tables durable on the standby, also when the wait for it is cancelled")
  func cancelledWaitOfTables() throws {
    let other = PostgresServer.freshSchema()
    try loseStandby()
    defer { try? findStandby() }
    let opened = Locked<Result<Void, any Error>?>(nil)
    let ended = DispatchGroup()
    ended.enter()
    Thread.detachNewThread { [server] in
      let result = Result {
        try PostgresStore(
          PostgresSettings(address: server.address, schema: other, node: "makes-tables", reconnectSeconds: 20, answerSeconds: 60)
        ).close()
      }
      opened.withLock { $0 = result }
      ended.leave()
    }
    let waitsAnew = Result {
      let waiting = try backend(waitingFor: "SyncRep", of: "makes-tables")
      try server.psql("SELECT pg_cancel_backend(\(waiting))")
      for _ in 0..<2_000 {
        let query = try server.psql("SELECT query FROM pg_stat_activity WHERE pid = \(waiting) AND wait_event = 'SyncRep'")
        if query.contains("pg_logical_emit_message") { return true }
        if opened.withLock({ $0 != nil }) { return false }
      }
      return false
    }
    let wasOpened = opened.withLock { $0 != nil }
    try findStandby()
    ended.wait()
    #expect(try waitsAnew.get() && !wasOpened)
    try #require(opened.withLock { $0 }).get()
  }

  @Test("goes to a primary that was promoted later, beside the one that it is connected with and that answers no commit")
  func promotedLater() throws {
    let later = try PostgresServer()
    func open(_ address: String, answerSeconds: Double) throws -> PostgresStore {
      try PostgresStore(PostgresSettings(address: address, schema: schema, node: "b", reconnectSeconds: 20, answerSeconds: answerSeconds))
    }
    // Two databases in place of one and its copy, so that it shows which one is asked. Both have the tables.
    try open(later.address, answerSeconds: 20).close()
    // Only the commit that nobody answers waits so long; all else is answered by then on a busy machine, too.
    let both = try open("host=\(server.folder),\(later.folder) port=5432,5432 user=hearth dbname=postgres", answerSeconds: 3)
    defer { both.close() }
    try both.live()
    var writer = LogWriter(Samples.group(1))
    #expect(both.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(try both.read(writer.group, after: .start, limit: 10).count == 1)
    try later.promote()
    // As long as the first one answers it is kept to.
    #expect(both.append([writer.batch(1)]).map(\.failure) == [nil])
    try loseStandby()
    defer { try? findStandby() }
    let batch = writer.batch(1)
    var failure: StoreFailure?
    for _ in 0..<3 {
      failure = both.append([batch]).first?.failure
      if case .conflict = failure { break }
    }
    #expect(failure == .conflict(head: .start))
    #expect(try both.read(writer.group, after: .start, limit: 10).isEmpty)
    #expect(try server.psql("SELECT count(*) FROM \(schema).event") == "2")
  }
}
