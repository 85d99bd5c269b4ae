import EventStore
import Foundation
import GRDB
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// What every store must do about the audit log.
@Suite("Every store, of the audit log")
struct AuditContract {
  private static let asha = Samples.identity(1)

  private func rows(_ store: any Directory) throws -> [AuditRow] { try store.auditRows(after: 0, limit: 1_000) }

  private func verify(_ store: any Directory) throws -> [String] {
    var verifier = AuditVerifier(store)
    try verifier.run()
    return verifier.flaws
  }

  @Test("AU-01 what is done to identities, devices and groups has its row, and what was not done has none", arguments: StoreKind.allCases)
  func acts(_ kind: StoreKind) throws {
    let open = try kind.open()
    let store = open.store
    #expect(try store.auditHead() == .start)
    #expect(throws: StoreFailure.self) { try store.register([Samples.registration(1), Samples.registration(1)]) }
    try store.register([Samples.registration(1)])
    _ = try store.link(DeviceLink(identity: Self.asha, giver: Samples.device(9).id, device: Samples.device(2)))
    _ = try store.link(DeviceLink(identity: Self.asha, giver: Samples.device(1).id, device: Samples.device(2)))
    for _ in 0..<2 {
      _ = try store.rotate(
        TokenRotation(
          device: Samples.device(2).id, old: Samples.token(2), token: Samples.token(12), secretHash: Samples.hash(12), createdAt: 5))
      _ = try store.noteUse([TokenUse(token: Samples.token(12), day: 1)])
    }
    for _ in 0..<2 { _ = try store.revoke(Samples.device(2).id, of: Self.asha, at: 6) }
    for _ in 0..<2 { try store.purge(Samples.group(1), at: 7) }
    try store.note([AuditNote(.loginRefused, at: 8, network: .ipv6, count: 12), AuditNote(.forbidden, at: 8, group: Samples.group(2))])
    let rows = try self.rows(store)
    #expect(
      rows.map(\.act) == [
        "registered", "device_linked", "token_rotated", "device_revoked", "group_purged", "login_refused", "forbidden",
      ])
    #expect(rows.map(\.number) == Array(1...7))
    #expect(rows.map(\.identity) == [Self.asha, Self.asha, Self.asha, Self.asha, nil, nil, nil])
    #expect(rows.map(\.device) == [Samples.device(1).id] + Array(repeating: Samples.device(2).id, count: 3) + [nil, nil, nil])
    #expect(rows.map(\.group) == [nil, nil, nil, nil, Samples.group(1), nil, Samples.group(2)])
    #expect(rows.map(\.network) == [nil, nil, nil, nil, nil, "ipv6", nil] && rows.map(\.count) == [1, 1, 1, 1, 1, 12, 1])
    #expect(rows.map(\.at).suffix(4) == [6, 7, 8, 8])
    #expect(try store.auditHead() == AuditHead(number: 7, hash: rows[6].hash))
    #expect(try store.auditRows(after: 5, limit: 1) == [rows[5]])
    #expect(try store.auditRows(after: 7, limit: 5).isEmpty && store.auditRows(after: 0, limit: 0).isEmpty)
    #expect(try verify(store) == [])
  }

  @Test(
    "AU-01 what is said of events is noted with them, in the batches' order, and of a batch that was not stored nothing",
    arguments: StoreKind.allCases)
  func withEvents(_ kind: StoreKind) throws {
    let open = try kind.open()
    var (first, second) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    func batch(_ writer: inout LogWriter, _ act: AuditAct) -> AppendBatch {
      var batch = writer.batch(1)
      let member = act == .memberRemoved ? Samples.member(7) : nil
      batch.notes = [AuditNote(act, at: 5, identity: Self.asha, group: batch.group, member: member)]
      return batch
    }
    let batches = [batch(&first, .inviteMade), batch(&second, .memberRemoved)]
    // The second time both come too late.
    for _ in 0..<2 { _ = open.store.append(batches) }
    #expect(open.store.append([batch(&first, .inviteUsed)]).map(\.failure) == [nil])
    let rows = try self.rows(open.store)
    #expect(rows.map(\.act) == ["invite_made", "member_removed", "invite_used"])
    #expect(rows.map(\.group) == [Samples.group(1), Samples.group(2), Samples.group(1)])
    #expect(rows.map(\.member) == [nil, Samples.member(7), nil])
    #expect(try verify(open.store) == [])
  }

  /// A store with 2,500 rows, so that they are read in pages.
  private func filled() throws -> (SQLiteStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    try store.note(
      (1...2_500).map {
        AuditNote(
          .forbidden, at: 1_000, identity: Self.asha, device: Samples.device(1).id, group: Samples.group(1), network: .ipv4, count: $0,
          member: Samples.member(1))
      })
    return (store, folder)
  }

  @Test(
    "AU-03 a row in which anything was altered is named",
    arguments: [
      "at = at + 1", "act = 'forbiddem'", "identity = zeroblob(16)", "identity = NULL", "device = zeroblob(16)", "device = NULL",
      "group_id = zeroblob(16)", "group_id = NULL", "origin = 'ipv6'", "origin = NULL", "count = count - 1", "member = zeroblob(16)",
      "member = NULL",
    ])
  func altered(change: String) throws {
    let (store, folder) = try filled()
    defer { withExtendedLifetime(folder) {} }
    #expect(try verify(store) == [])
    for number in [1, 1_001, 2_500] { try store.pool.write { try $0.execute(sql: "UPDATE audit SET \(change) WHERE number = \(number)") } }
    #expect(try verify(store) == ["row 1 was altered", "row 1001 was altered", "row 2500 was altered"])
  }

  // The first hash is that of a row as it was written before rows said which member they are about.
  @Test("AU-03 a row is hashed field by field, with a member only where there is one")
  func hashes() {
    var head = AuditHead.start
    let without = head.append(AuditNote(.roleChanged, at: 5, identity: Self.asha, group: Samples.group(1)))
    let with = head.append(AuditNote(.roleChanged, at: 6, identity: Self.asha, group: Samples.group(1), member: Samples.member(1)))
    #expect("\(without.hash)" == "7e387cb32388d1a2cdf7b4fe05c0671d35b073746baff6f683fbbfa2fb71c636")
    #expect("\(with.hash)" == "e809f3bacda1f134024ee846d196ed99395b67d811276138bde7bfb627dab6d0")
    var reader = AuditHead.start
    #expect(reader.flaws(of: without) + reader.flaws(of: with) == [] && reader == head)
  }

  // The hash is another program's.
  @Test("AU-07 a row that says where another log stood is hashed with that behind its other fields")
  func seenHash() throws {
    let seen = SeenChain(node: "node-2", head: AuditHead(number: 7, hash: try #require(ContentHash(bytes: Samples.hash(0xAB)))))
    var head = AuditHead.start
    let row = head.append(seen, at: 5)
    #expect(row.number == 1 && row.act == "chain_seen" && row.seen == seen)
    #expect("\(row.hash)" == "71c654bb0bd3c14650976893cc1ae681c995611b9fbf89b756bbea3694f4f06a")
    // In each of its parts.
    for altered in [
      SeenChain(node: "node-3", head: seen.head), SeenChain(node: "node-2", head: AuditHead(number: 8, hash: seen.head.hash)),
      SeenChain(node: "node-2", head: AuditHead(number: 7, hash: row.hash)),
    ] {
      var (reader, other) = (AuditHead.start, row)
      other.seen = altered
      let flaws = reader.flaws(of: other)
      #expect(flaws == ["row 1 was altered"])
    }
    var reader = AuditHead.start
    let flaws = reader.flaws(of: row)
    #expect(flaws == [] && reader == head)
  }

  @Test("AU-07 in a store with one log no row can say where another stood: there is none", arguments: StoreKind.allCases)
  func noOtherLog(_ kind: StoreKind) throws {
    let open = try kind.open()
    let seen = SeenChain(node: "elsewhere", head: AuditHead(number: 1, hash: AuditHead.start.hash))
    #expect(try open.store.standings(of: [seen, seen]) == Array(repeating: ChainStanding(hash: nil, end: 0), count: 2))
  }

  @Test("AU-03 a hash in which any byte was altered is named, with the row after it", arguments: 0..<32)
  func alteredHash(byte: Int) throws {
    let (store, folder) = try filled()
    defer { withExtendedLifetime(folder) {} }
    let rows = try store.auditRows(after: 6, limit: 1)
    var hash = try #require(rows.first?.hash.bytes)
    hash[byte] ^= 1
    try store.pool.write { [hash] in
      try $0.execute(sql: "UPDATE audit SET hash = ? WHERE number = 7", arguments: [Data(hash)])
    }
    #expect(try verify(store) == ["row 7 was altered", "row 8 was altered"])
  }

  @Test(
    "AU-03 rows that are missing are named, at the end too; so is what no server wrote, and what cannot be read",
    arguments: [
      ("DELETE FROM audit WHERE number = 1", ["row 1 is missing"]),
      ("DELETE FROM audit WHERE number BETWEEN 7 AND 9", ["rows 7 to 9 are missing"]),
      ("DELETE FROM audit WHERE number > 2498", ["rows 2499 to 2500 are missing"]), ("DELETE FROM audit", ["rows 1 to 2500 are missing"]),
      ("UPDATE audit_head SET hash = zeroblob(32)", ["the end is not the one that was noted, at row 2500"]),
      (
        "UPDATE audit_head SET number = 2499",
        ["the end is not the one that was noted, at row 2499", "rows after 2499 were not added by a server"]
      ),
      ("DELETE FROM audit_head", ["rows after 0 were not added by a server"]),
      ("UPDATE audit SET act = x'07' WHERE number = 5", ["row 5 of the audit log cannot be read"]),
    ])
  func missing(change: String, flaws: [String]) throws {
    let (store, folder) = try filled()
    defer { withExtendedLifetime(folder) {} }
    try store.pool.write { try $0.execute(sql: change) }
    #expect(try verify(store) == flaws)
  }

  @Test("AU-01 whatever somebody did to the log, the next act is noted behind its last row")
  func goesOn() throws {
    for change in ["DELETE FROM audit_head", "UPDATE audit_head SET number = 7", "DELETE FROM audit WHERE number > 9"] {
      let (store, folder) = try filled()
      defer { withExtendedLifetime(folder) {} }
      try store.pool.write { try $0.execute(sql: change) }
      try store.register([Samples.registration(1)])
      #expect(try store.auditHead().number == 2_501)
      #expect(try verify(store) == (change.hasPrefix("DELETE FROM audit W") ? ["rows 10 to 2500 are missing"] : []))
    }
  }

  @Test("AU-01 the log goes on from where it was after the store is opened again")
  func reopened() throws {
    let folder = try TemporaryFolder()
    for number in 1...3 as ClosedRange<UInt64> {
      let store = try SQLiteStore(directory: folder.path)
      try store.register([Samples.registration(number)])
      #expect(try rows(store).map(\.number) == Array(1...Int64(number)))
      #expect(try verify(store) == [])
      try store.close()
    }
  }
}
