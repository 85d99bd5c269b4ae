import EventStore
import Foundation
import GRDB
import HearthProtocol
import PostgresStore
import SQLiteStore
import Support
import TestPostgres
import Testing

@Suite("Moving from one store to another")
struct StoreMoveTests {
  private let server: PostgresServer
  private let schema = PostgresServer.freshSchema()

  init() throws { server = try PostgresServer.shared.get() }

  private func postgres(node: String = "a", key: EncryptionKey? = nil) throws -> PostgresStore {
    try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: node), key: key)
  }

  /// A folder with something in every table: two groups, one of them with a snapshot and more events than a page, a
  /// deleted one, three people of whom one is suspended, tokens that ended, an invite, and memberships.
  private func fill(_ folder: String) throws -> SQLiteStore {
    let store = try SQLiteStore(directory: folder)
    try store.register([Samples.registration(1), Samples.registration(2)])
    _ = try store.admit([SubjectAdmission(subjectHash: Samples.hash(3), identity: Samples.identity(3), createdAt: 9)])
    _ = try store.link(DeviceLink(identity: Samples.identity(1), giver: Samples.device(1).id, device: Samples.device(8)))
    let push = PushSubscription(
      endpoint: "https://push.example.com/1", point: [4] + [UInt8](repeating: 7, count: 64), secret: [UInt8](repeating: 1, count: 16),
      language: "en", hidesAmounts: true)
    #expect(try store.setPush(push, of: Samples.device(8).id, of: Samples.identity(1), replacing: nil))
    var large = LogWriter(Samples.group(1))
    let joining = [1, 2].map { Projection.membership(identity: Samples.identity($0), group: large.group) }
    let invite = Projection.invite(codeHash: Samples.hash(1), group: large.group, invite: Samples.invite(1))
    #expect(store.append([large.batch(1_200, projections: joining + [invite])]).map(\.failure) == [nil])
    try store.saveSnapshot(StoredSnapshot(group: large.group, sequence: GroupSequence(1_000), bytes: [1, 2, 3]))
    var small = LogWriter(Samples.group(2))
    let ended = Projection.membershipEnded(
      holder: HolderID(identity: Samples.identity(2), group: small.group), group: small.group)
    #expect(
      store.append([
        small.batch(
          3, projections: [.membership(identity: Samples.identity(2), group: small.group), ended, .due(group: small.group, at: 77)])
      ]).map(\.failure) == [nil])
    let token = NewGroupToken(
      id: Samples.token(9), identity: Samples.identity(1), device: Samples.device(1).id, secretHash: Samples.hash(9),
      scope: TokenScope(group: large.group, access: .write, endsAt: 500), name: "Digest", createdAt: 11)
    #expect(try store.add(token) == .made)
    let hook = WebhookKey(group: large.group, id: WebhookID(high: 7, low: 7))
    var later = large.batch(1)
    later.projections = [
      .webhook(
        hook,
        .added(
          by: Samples.identity(1), url: "https://hooks.example.com/a",
          secret: CommandID(high: 8, low: 8),
          after: GroupSequence(1_200)))
    ]
    #expect(store.append([later]).map(\.failure) == [nil])
    try store.noteProgress(WebhookProgress(sequence: GroupSequence(1_200), attempts: 2, failingSince: 8, nextAt: 9), of: hook)
    _ = try store.startEpoch(atLeast: 5)
    var gone = LogWriter(Samples.group(3))
    #expect(store.append([gone.batch(2)]).map(\.failure) == [nil])
    try store.purge(gone.group, at: 12)
    #expect(
      try SQLiteStore.suspend([Samples.identity(2)], at: 10, besideServerOf: folder) == .changed(suspended: 1, resumed: 0))
    return store
  }

  private func rows(_ store: any MovableStore) throws -> Set<StoreRow> {
    var all: [StoreRow] = []
    for part in StorePart.allCases { try store.readRows(of: part) { all += $0 } }
    #expect(Set(all).count == all.count)
    return Set(all)
  }

  private func log(_ store: any EventStore, _ group: GroupID) throws -> [StoredEvent] {
    try store.read(group, after: .start, limit: 10_000)
  }

  @Test("a folder moves into PostgreSQL and back, sealed on the way: every row, event, snapshot and row of the audit log is what it was")
  func roundTrip() throws {
    let (first, last) = (try TemporaryFolder(), try TemporaryFolder())
    let source = try fill(first.path)
    let key = try #require(EncryptionKey(bytes: Array(1...32)))
    let middle = try postgres(key: key)
    let head = try source.auditHead()
    let report = try StoreMove(from: source, to: middle).run(at: 100)
    #expect(report.groups == 2 && report.events == 1_204 && report.eventsFound == 0 && report.auditRows == Int(head.number))
    let target = try SQLiteStore(directory: last.path, key: key)
    #expect(try StoreMove(from: middle, to: target).run(at: 101).rows == report.rows)

    let wanted = try rows(source)
    #expect(wanted.count == report.rows)
    // Something of every table.
    for part in StorePart.allCases { try source.readRows(of: part) { #expect(!$0.isEmpty, "\(part)") } }
    for store in [middle, target] as [any MovableStore] {
      #expect(try rows(store) == wanted)
      #expect(try store.groups().sorted() == [Samples.group(1), Samples.group(2)])
      for group in [Samples.group(1), Samples.group(2)] {
        #expect(try log(store, group) == log(source, group))
        #expect(try store.epoch(of: group) == 5)
        #expect(try store.loadSnapshot(group) == source.loadSnapshot(group))
      }
      #expect(try store.isPurged(Samples.group(3)) && store.isSuspended(Samples.identity(2)))
      #expect(try store.devices(of: Samples.identity(1)) == source.devices(of: Samples.identity(1)))
      #expect(try store.token(Samples.token(1)) == source.token(Samples.token(1)))
      let audit = try store.auditRows(after: 0, limit: 100)
      #expect(try Array(audit.prefix(Int(head.number))) == source.auditRows(after: 0, limit: 100))
      #expect(audit.dropFirst(Int(head.number)).allSatisfy { $0.act == "moved" } && audit.count > head.number)
      var verifier = AuditVerifier(store)
      try verifier.run()
      #expect(verifier.flaws == [])
      #expect(try HistoryVerifier(store: store).verify().isIntact)
    }
    // Both go on where they are.
    var writer = LogWriter(Samples.group(2))
    _ = writer.batch(3)
    let next = writer.batch(1)
    #expect(middle.append([next]).map(\.failure) == [nil] && target.append([next]).map(\.failure) == [nil])
    // Nothing that somebody is called stands there to be read.
    #expect(try server.psql("SELECT count(*) FROM \(schema).identity WHERE display_name LIKE 'Person%'").contains("0"))
  }

  @Test("a move that broke off goes on: logs are not written twice, and what was revoked meanwhile is not there")
  func resumed() throws {
    let folder = try TemporaryFolder()
    let source = try fill(folder.path)
    let target = try postgres()
    _ = try StoreMove(from: source, to: target).run(at: 100)
    #expect(try target.token(Samples.token(1)) != nil)
    // The source was served from once more.
    #expect(try source.revoke(Samples.device(1).id, of: Samples.identity(1), at: 200))
    var writer = LogWriter(Samples.group(2))
    _ = writer.batch(3)
    #expect(source.append([writer.batch(2)]).map(\.failure) == [nil])
    let report = try StoreMove(from: source, to: target).run(at: 300)
    #expect(report.events == 1_206 && report.eventsFound == 1_204)
    #expect(try target.token(Samples.token(1)) == nil)
    #expect(try rows(target) == rows(source))
    #expect(try log(target, writer.group) == log(source, writer.group))
  }

  @Test("a target that has another history, or another group, takes nothing")
  func foreignTarget() throws {
    let folder = try TemporaryFolder()
    let source = try fill(folder.path)
    let target = try postgres()
    var writer = LogWriter(Samples.group(2))
    #expect(target.append([writer.batch(4, payloadBytes: 41)]).map(\.failure) == [nil])
    #expect(throws: StoreFailure.broken("its log of the group \(Samples.group(2)) is another one after sequence 0")) {
      try StoreMove(from: source, to: target).run(at: 100)
    }
    #expect(try rows(target).isEmpty)
    var other = LogWriter(Samples.group(7))
    #expect(target.append([other.batch(1)]).map(\.failure) == [nil])
    #expect(throws: StoreFailure.broken("it has the group \(Samples.group(7)), which is not among those to be moved")) {
      try StoreMove(from: source, to: target).run(at: 100)
    }
    #expect(try log(target, Samples.group(1)).isEmpty == false)
  }

  @Test("an audit log that was altered is not chained anew")
  func damagedAudit() throws {
    let folder = try TemporaryFolder()
    let source = try fill(folder.path)
    try source.pool.write { try $0.execute(sql: "UPDATE audit SET at = at + 1 WHERE number = 2") }
    let target = try postgres()
    #expect(throws: StoreFailure.damaged("the audit log: row 2 was altered")) { try StoreMove(from: source, to: target).run(at: 100) }
    #expect(try target.groups().isEmpty)
  }

  @Test("AU-07 logs of several nodes are judged before they become one, in which no row says where another stood; and they move back")
  func joinedAudit() throws {
    let (a, b) = (try postgres(), try postgres(node: "b"))
    for store in [a, b] { try store.note([AuditNote(.forbidden, at: 5), AuditNote(.roleChanged, at: 7)]) }
    #expect(try a.noteChains() == 1 && b.noteChains() == 1)
    let folder = try TemporaryFolder()
    let middle = try SQLiteStore(directory: folder.path)
    let report = try StoreMove(from: a, to: middle).run(at: 100)
    #expect(report.auditRows == 4 && report.seenRows == 2)
    #expect(try middle.auditRows(after: 0, limit: 10).map(\.act) == ["forbidden", "forbidden", "role_changed", "role_changed", "moved"])
    // Back, where a further node joins it.
    let other = PostgresServer.freshSchema()
    let back = try PostgresStore(PostgresSettings(address: server.address, schema: other, node: "operator"))
    let again = try StoreMove(from: middle, to: back).run(at: 101)
    #expect(again.auditRows == 5 && again.seenRows == 0)
    #expect(try Array(back.auditRows(after: 0, limit: 5)) == middle.auditRows(after: 0, limit: 5))
    let next = try PostgresStore(PostgresSettings(address: server.address, schema: other, node: "a"))
    #expect(try next.noteChains() == 1)
    for log in try [AuditVerifier(middle)] + back.auditLogs().map({ AuditVerifier($0.log) }) {
      var verifier = log
      try verifier.run()
      #expect(verifier.flaws == [] && verifier.head.number > 0)
    }
    // What a move that broke off has left goes with the rest.
    try back.removeRows()
    #expect(try server.psql("SELECT count(*) FROM \(other).audit_seen") == "0")
  }

  @Test("AU-07 a log of any node that was altered, or cut since another saw it, is not moved")
  func damagedJoin() throws {
    let (a, b) = (try postgres(), try postgres(node: "b"))
    try b.note([AuditNote(.forbidden, at: 5), AuditNote(.roleChanged, at: 7)])
    #expect(try a.noteChains() == 1)
    let folder = try TemporaryFolder()
    let target = try SQLiteStore(directory: folder.path)
    try server.psql("UPDATE \(schema).audit SET at = 6 WHERE node = 'b' AND number = 1")
    #expect(throws: StoreFailure.damaged("the audit log of node b: row 1 was altered")) { try StoreMove(from: a, to: target).run(at: 100) }
    try server.psql(
      """
      SET search_path = \(schema); DELETE FROM audit WHERE node = 'b';
      UPDATE node SET audit_number = 0, audit_hash = sha256('hearth.audit.v1') WHERE name = 'b'
      """)
    #expect {
      try StoreMove(from: a, to: target).run(at: 100)
    } throws: {
      guard case .damaged(let what)? = $0 as? StoreFailure else { return false }
      return what.hasPrefix("the audit log of node a: row 1 saw row 2 of the log of node b; that log has no row any more")
    }
    #expect(try target.auditHead() == .start)
  }
}
