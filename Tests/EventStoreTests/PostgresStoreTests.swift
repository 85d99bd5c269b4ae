import EventStore
import Foundation
import HearthProtocol
import Locking
import SQLiteStore
import TestPostgres
import Testing

@testable import PostgresStore

@Suite("The PostgreSQL store")
struct PostgresStoreTests {
  private let server: PostgresServer
  private let schema = PostgresServer.freshSchema()

  init() throws { server = try PostgresServer.shared.get() }

  private func open(node: String = "a", key: EncryptionKey? = nil) throws -> PostgresStore {
    try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: node), key: key)
  }

  @Test("keeps everything across closing and opening")
  func reopening() throws {
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(
      10,
      projections: [
        .membership(identity: Samples.identity(1), group: writer.group),
        .invite(codeHash: Samples.hash(1), group: writer.group, invite: Samples.invite(1)),
      ])
    let snapshot = StoredSnapshot(group: writer.group, sequence: GroupSequence(10), bytes: [1, 2, 3])
    let first = try open()
    #expect(first.append([batch]).map(\.failure) == [nil])
    try first.saveSnapshot(snapshot)
    try first.register([Samples.registration(1)])
    first.close()
    #expect(throws: StoreFailure.self) { try first.groups() }
    #expect(first.append([batch]).map(\.failure) == [.broken("the store is closed")])

    let store = try open()
    #expect(try store.read(writer.group, after: .start, limit: 100) == batch.events)
    #expect(try store.loadSnapshot(writer.group) == snapshot)
    #expect(try store.groups(of: Samples.identity(1)) == [writer.group])
    #expect(try store.invite(codeHash: Samples.hash(1))?.invite == Samples.invite(1))
    #expect(try store.token(Samples.token(1))?.displayName == "Person 1")
    #expect(store.append([batch]).map(\.failure) == [.conflict(head: GroupSequence(10))])
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
  }

  @Test("ID-18 shuts identities out and lets them in again, all of them or none, and says so in the audit log")
  func suspension() throws {
    let store = try open()
    try store.register([Samples.registration(1), Samples.registration(2)])
    let (first, second) = (Samples.identity(1), Samples.identity(2))
    let link = DeviceLink(identity: first, giver: Samples.device(1).id, device: Samples.device(8))
    #expect(try store.suspend([first, Samples.identity(9)], at: 10) == .unknown([Samples.identity(9)]))
    #expect(try store.suspendedIdentities() == [])
    #expect(try store.suspend([first], at: 10) == .changed(suspended: 1, resumed: 0))
    #expect(try store.suspend([first], at: 11) == .changed(suspended: 0, resumed: 0))
    #expect(try store.suspendedIdentities() == [first])
    #expect(try store.isSuspended(first) && !store.isSuspended(second))
    #expect(try [1, 2].map { try store.token(Samples.token($0))?.isSuspended } == [true, false])
    #expect(try store.link(link) == .giverRevoked)
    #expect(try store.suspend([second], resume: [first], at: 12) == .changed(suspended: 1, resumed: 1))
    #expect(try store.link(link) == .linked(displayName: "Person 1"))
    let rows = try store.auditRows(after: 0, limit: 100).filter { $0.act.hasPrefix("identity_") }
    #expect(rows.map(\.act) == ["identity_suspended", "identity_suspended", "identity_resumed"])
    #expect(rows.map(\.at) == [10, 12, 12])
  }

  @Test("stores nothing of a node that was overtaken, and all of its other groups")
  func staleFence() throws {
    let (first, second) = (try open(node: "a"), try open(node: "b"))
    var (taken, own) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    // The control: until then it stores.
    #expect(first.append([taken.batch(2), own.batch(1)]).map(\.failure) == [nil, nil])
    try second.claim(taken.group)
    // The head is as the first expects it; the fence alone keeps it out.
    var late = taken.batch(1, projections: [.membership(identity: Samples.identity(1), group: taken.group)])
    late.notes = [AuditNote(.inviteMade, at: 1, group: taken.group)]
    #expect(first.append([late, own.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(2)), nil])
    #expect(first.append([late]).map(\.failure) == [.conflict(head: GroupSequence(2))])
    #expect(try second.read(taken.group, after: .start, limit: 10).count == 2)
    #expect(try second.groups(of: Samples.identity(1)).isEmpty && first.auditRows(after: 0, limit: 10).isEmpty)
    #expect(try second.read(own.group, after: .start, limit: 10).count == 2)
    #expect(second.append([late]).map(\.failure) == [nil])
    // Once it has claimed the group again it goes on behind what the other wrote.
    try first.claim(taken.group)
    #expect(first.append([taken.batch(1)]).map(\.failure) == [nil])
    #expect(second.append([taken.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(4))])
    #expect(try first.read(taken.group, after: .start, limit: 10).map(\.sequence) == (1...4).map { GroupSequence($0) })
  }

  @Test("stores nothing in a group that is another node's before it has claimed it, not even at the right head")
  func foreignGroup() throws {
    let (owner, other) = (try open(node: "a"), try open(node: "b"))
    var writer = LogWriter(Samples.group(1))
    #expect(owner.append([writer.batch(2)]).map(\.failure) == [nil])
    var copy = writer
    #expect(
      other.append([copy.batch(1), copy.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(2)), .conflict(head: GroupSequence(2))])
    #expect(owner.append([writer.batch(1)]).map(\.failure) == [nil])
    // What the other made of an older log does not fit by chance.
    #expect(other.append([copy.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(3))])
    // A node that begins anew goes on with what is its own.
    owner.close()
    let again = try open(node: "a")
    #expect(again.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(try again.read(writer.group, after: .start, limit: 10).count == 4)
  }

  @Test("stores two of three groups when the third is in conflict, with what follows from them and nothing of the third")
  func conflictOfOne() throws {
    let store = try open()
    var writers = (1...3).map { LogWriter(Samples.group(UInt64($0))) }
    _ = writers[1].batch(1)
    let batches = writers.indices.map { index in
      var batch = writers[index].batch(2, projections: [.membership(identity: Samples.identity(1), group: writers[index].group)])
      batch.notes = [AuditNote(.inviteMade, at: Int64(index), group: batch.group)]
      return batch
    }
    #expect(store.append(batches).map(\.failure) == [nil, .conflict(head: .start), nil])
    #expect(try store.groups(of: Samples.identity(1)) == [Samples.group(1), Samples.group(3)])
    #expect(try store.auditRows(after: 0, limit: 10).map(\.at) == [0, 2])
    #expect(try store.read(Samples.group(2), after: .start, limit: 10).isEmpty)
    #expect(try Set(store.groups()) == [Samples.group(1), Samples.group(3)])
  }

  @Test("lists each group once, wherever the parts in which they are read begin and end")
  func listedInParts() throws {
    let store = try open()
    let beginnings = (0..<16).map { UInt64($0) << 60 }
    let groups = beginnings.flatMap { [GroupID(high: $0, low: 0), GroupID(high: $0 | .max >> 4, low: .max)] }
    let batches = groups.map { group in
      var writer = LogWriter(group)
      return writer.batch(1)
    }
    #expect(store.append(batches).allSatisfy { $0.failure == nil })
    #expect(try store.groups().sorted() == groups.sorted() && Set(groups).count == 32)
  }

  @Test("lets a group begin at the head that is there, also behind a batch of the same call that was in conflict")
  func sameGroupTwice() throws {
    let store = try open()
    var writer = LogWriter(Samples.group(1))
    let batches = [writer.batch(2), writer.batch(1), writer.batch(1)]
    #expect(
      store.append([batches[1], batches[0], batches[1], batches[0], batches[2]]).map(\.failure)
        == [.conflict(head: .start), nil, nil, .conflict(head: GroupSequence(3)), nil])
    #expect(try store.read(writer.group, after: .start, limit: 10) == batches.flatMap(\.events))
  }

  @Test("names what is missing: in the middle, at the end, and the head itself")
  func damage() throws {
    let store = try open()
    for (number, sql) in [
      (1, "DELETE FROM \(schema).event WHERE sequence = 2"), (2, "DELETE FROM \(schema).event WHERE sequence = 4"),
      (3, "UPDATE \(schema).room SET head = 3"), (4, "DELETE FROM \(schema).room"),
      (5, "UPDATE \(schema).event SET lane = 'elsewhere' WHERE sequence = 3"),
    ] as [(UInt64, String)] {
      var writer = LogWriter(Samples.group(number))
      #expect(store.append([writer.batch(4)]).map(\.failure) == [nil])
      #expect(try store.read(writer.group, after: .start, limit: 10).count == 4)
      let place = sql.contains("WHERE") ? " AND " : " WHERE "
      try server.psql(sql + place + "group_id = decode('\(writer.group.description.replacing("-", with: ""))', 'hex')")
      #expect {
        try store.read(writer.group, after: .start, limit: 10)
      } throws: {
        guard case .damaged(let what)? = $0 as? StoreFailure else { return false }
        return what.contains(writer.group.description)
      }
    }
  }

  @Test("seals what a store with a key is given, opens with that key alone, and keeps plain what has none")
  func sealing() throws {
    let needle = "4465766963652031"  // Device 1
    for key in [nil, try Samples.key(1)] {
      let schema = PostgresServer.freshSchema()
      let settings = try PostgresSettings(address: server.address, schema: schema)
      let store = try PostgresStore(settings, key: key)
      var writer = LogWriter(Samples.group(1))
      let batch = writer.batch(1)
      #expect(store.append([batch]).map(\.failure) == [nil])
      try store.register([Samples.registration(1)])
      let names = try server.psql("SELECT count(*) FROM \(schema).device WHERE encode(name, 'hex') = '\(needle)'")
      let bytes = batch.events[0].bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let events = try server.psql("SELECT count(*) FROM \(schema).event WHERE encode(bytes, 'hex') LIKE '%\(bytes)%'")
      #expect([names, events] == (key == nil ? ["1", "1"] : ["0", "0"]))
      store.close()
      #expect(throws: StoreFailure.self) { try PostgresStore(settings, key: Samples.key(2)) }
      if key != nil { #expect(throws: StoreFailure.self) { try PostgresStore(settings) } }
      let again = try PostgresStore(settings, key: key)
      #expect(try again.read(writer.group, after: .start, limit: 10) == batch.events)
      #expect(try again.devices(of: Samples.identity(1)).map(\.name) == ["Device 1"])
    }
  }

  @Test("refuses a password in the address, an address that is none, and a server that may lose what it acknowledged")
  func refusals() throws {
    for address in ["host=/tmp password=letmein", "postgres://hearth:letmein@/postgres?host=/tmp", "host=/tmp nonsense=1"] {
      #expect {
        try PostgresSettings(address: address)
      } throws: {
        guard case .broken(let what)? = $0 as? StoreFailure else { return false }
        return !what.contains("letmein")
      }
    }
    let unsafe = server.address + " options='-c synchronous_commit=off'"
    #expect {
      try PostgresStore(PostgresSettings(address: unsafe, schema: schema))
    } throws: {
      guard case .broken(let what)? = $0 as? StoreFailure else { return false }
      return what.contains("synchronous_commit = off")
    }
    _ = try open()
    try server.psql("UPDATE \(schema).schema_version SET version = 99")
    #expect {
      try open()
    } throws: {
      guard case .broken(let what)? = $0 as? StoreFailure else { return false }
      return what.contains("schema version 99")
    }
  }

  @Test("reaches the host that is there, when an address names several")
  func severalHosts() throws {
    let address = "host=/tmp/hearth-none,\(server.folder) port=5432 user=hearth dbname=postgres"
    let store = try PostgresStore(PostgresSettings(address: address, schema: schema))
    #expect(try store.groups().isEmpty)
  }

  @Test("stops, and says so, when another process writes as the same node")
  func sameNode() throws {
    let told = Locked<[String]>([])
    let (first, second) = (try open(), try open())
    first.whenStopped { text in told.withLock { $0.append(text) } }
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(1)]).map(\.failure) == [nil])
    // The second has the node from its first write on.
    #expect(second.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(throws: StoreFailure.self) { try first.note([AuditNote(.forbidden, at: 1)]) }
    #expect(told.withLock { $0.count } == 1 && told.withLock { $0.first?.contains("node a") } == true)
    guard case .broken? = first.append([writer.batch(1)]).first?.failure else {
      Issue.record("it writes on")
      return
    }
    #expect(try second.read(writer.group, after: .start, limit: 10).count == 2)
    #expect(try second.auditRows(after: 0, limit: 10).isEmpty)
  }

  @Test(
    "CM-14: keeps what a room remembers for the node that has its group next, sealed, for a minute, from the group's own node alone",
    arguments: [false, true])
  func roomMemory(isSealed: Bool) throws {
    let key = isSealed ? try Samples.key(1) : nil
    let (first, second) = (try open(node: "a", key: key), try open(node: "b", key: key))
    try first.live()
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(1)]).map(\.failure) == [nil])
    let memory = [UInt8]("what was refused".utf8)
    #expect(try second.memory(of: writer.group).isEmpty)
    try second.remember(memory, of: writer.group)
    #expect(try first.memory(of: writer.group).isEmpty, "it is not that node's group")
    try first.remember([1], of: writer.group)
    try first.remember(memory, of: writer.group)
    #expect(try second.memory(of: writer.group) == memory && second.memory(of: Samples.group(2)).isEmpty)
    let bytes = try server.psql("SELECT encode(bytes, 'escape') FROM \(schema).room_memory")
    #expect(bytes.contains("refused") != isSealed)
    func age(_ seconds: Int64) throws {
      try server.psql("UPDATE \(schema).room_memory SET kept_at = clock_timestamp() - make_interval(secs => \(seconds))")
    }
    try age(RoomMemory.seconds - 30)
    #expect(try second.memory(of: writer.group) == memory)
    try age(RoomMemory.seconds)
    #expect(try second.memory(of: writer.group).isEmpty)
    // What is too old goes when something is kept, and all with its group.
    var other = LogWriter(Samples.group(2))
    #expect(first.append([other.batch(1)]).map(\.failure) == [nil])
    try first.remember(memory, of: other.group)
    #expect(try server.psql("SELECT count(*) FROM \(schema).room_memory") == "1")
    try first.purge(other.group, at: 1)
    #expect(try server.psql("SELECT count(*) FROM \(schema).room_memory") == "0" && second.memory(of: other.group).isEmpty)
  }

  @Test("gives a group to the node that asks for it unless its owner lives, and to that one's own again at once")
  func owning() throws {
    let (first, second) = (try open(node: "a"), try open(node: "b"))
    try first.live()
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(throws: StoreFailure.elsewhere(node: "a")) { try second.own(writer.group) }
    #expect(try second.livingNodes() == ["a"] && first.livingNodes() == [])
    // A group that nobody has yet is nobody's.
    try second.own(Samples.group(2))
    // One that ends says so.
    first.close()
    try second.own(writer.group)
    var other = writer
    #expect(second.append([other.batch(1)]).map(\.failure) == [nil])
    let again = try open(node: "a")
    try again.live()
    // The second one does not say that it lives.
    try again.own(writer.group)
    #expect(again.append([writer.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(2))])
    #expect(second.append([other.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(2))])
  }

  /// Takes the tables back to the version before devices had push.
  private func age() throws {
    try server.psql(
      """
      SET search_path = \(schema); ALTER TABLE device DROP COLUMN push;
      DROP TABLE room_move, limit_use, session_count, room_memory, audit_seen;
      UPDATE schema_version SET version = 6
      """)
  }

  /// Waits until a step waits for the table of devices.
  private func awaitStep() throws {
    for _ in 0..<2_000 {
      let waiting = try server.psql("SELECT count(*) FROM pg_locks WHERE relation = '\(schema).device'::regclass AND NOT granted")
      if waiting != "0" { return }
    }
    Issue.record("no step waits for the table of devices")
  }

  @Test("changes tables beside somebody who reads them for long without keeping others from them, and when that one has ended")
  func migratesBesideReader() throws {
    try open().close()
    try age()
    let reader = try OpenTransaction(server.address, "SELECT count(*) FROM \(schema).device")
    let opened = Locked<Result<Void, any Error>?>(nil)
    let ended = DispatchGroup()
    ended.enter()
    Thread.detachNewThread { [self] in
      let result = Result { try open().close() }
      opened.withLock { $0 = result }
      ended.leave()
    }
    let others = Result {
      try awaitStep()
      // Who comes later waits no longer than a step does, and the reader is there all the while.
      return try server.psql("SET statement_timeout = '10s'; SELECT count(*) FROM \(schema).device")
    }
    let wasOpened = opened.withLock { $0 != nil }
    try reader.end("COMMIT")
    ended.wait()
    #expect(try others.get() == "0" && !wasOpened)
    try #require(opened.withLock { $0 }).get()
    #expect(try server.psql("SELECT version FROM \(schema).schema_version") == "\(Schema.version)")
    let store = try open()
    try store.register([Samples.registration(1)])
    #expect(try store.token(Samples.token(1))?.displayName == "Person 1")
  }

  @Test("Limit: 80 tries to change a table that somebody uses; the last failure says who is in the way, and changes nothing")
  func migrationLimit() throws {
    #expect(Schema.triesMax == 80)
    try open().close()
    try age()
    let reader = try OpenTransaction(server.address, "SELECT count(*) FROM \(schema).device")
    let connection = try DatabaseConnection(PostgresSettings(address: server.address, schema: schema, node: "a"))
    #expect {
      try Schema.migrate(connection, schema: schema, tries: 1) { _ in }
    } throws: {
      guard case .broken(let why)? = $0 as? StoreFailure else { return false }
      return why.contains("while another session uses them") && why.contains("55P03")
    }
    try reader.end("COMMIT")
    #expect(try server.psql("SELECT version FROM \(schema).schema_version") == "6")
    // With nobody in the way one try is enough.
    let free = try DatabaseConnection(PostgresSettings(address: server.address, schema: schema, node: "a"))
    try Schema.migrate(free, schema: schema, tries: 1) { _ in }
    #expect(try server.psql("SELECT version FROM \(schema).schema_version") == "\(Schema.version)")
  }

  @Test("lets a node's lease run out by the database's clock alone")
  func lease() throws {
    let (first, second) = (try open(node: "a"), try open(node: "b"))
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(1)]).map(\.failure) == [nil])
    func seen(_ interval: String) throws {
      try server.psql(
        """
        INSERT INTO \(schema).node_life VALUES ('a', clock_timestamp() \(interval))
        ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
        """)
    }
    try seen("+ interval '1 h'")
    #expect(throws: StoreFailure.elsewhere(node: "a")) { try second.own(writer.group) }
    try seen("- interval '4 s'")
    #expect(throws: StoreFailure.elsewhere(node: "a")) { try second.own(writer.group) }
    try seen("- interval '8.001 s'")
    try second.own(writer.group)
    #expect(first.append([writer.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(1))])
  }

  @Test("names what another node has taken while this one stood still, and stores nothing of it")
  func overtaken() throws {
    let (first, second) = (try open(node: "a"), try open(node: "b"))
    var (taken, own) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    #expect(first.append([taken.batch(1), own.batch(1)]).map(\.failure) == [nil, nil])
    let told = Locked<[[GroupID]]>([])
    first.whenOvertaken { groups in told.withLock { $0.append(groups) } }
    first.noticeOvertaken()
    #expect(told.withLock { $0 } == [])
    try second.claim(taken.group)
    first.noticeOvertaken()
    #expect(told.withLock { $0 } == [[taken.group]])
    #expect(first.append([taken.batch(1), own.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(1)), nil])
  }

  @Test("names what another node has taken also when a write was lost before, once, and says when it could not find out")
  func overtakenBehindALostWrite() throws {
    let (first, second) = (try open(node: "loses-a-write"), try open(node: "takes"))
    var (taken, own) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    #expect(first.append([taken.batch(1), own.batch(1)]).map(\.failure) == [nil, nil])
    let told = Locked<[[GroupID]]>([])
    first.whenOvertaken { groups in told.withLock { $0.append(groups) } }
    let imported = ImportedGroup(group: Samples.group(3), eventBytes: 0, holders: [:], invites: [])
    #expect {
      try first.importGroup(imported) { () throws(StoreFailure) in
        do {
          try server.psql("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'hearth loses-a-write'")
        } catch {
          throw .broken("the test's connection: \(error)")
        }
        return []
      }
    } throws: {
      guard case .away? = $0 as? StoreFailure else { return false }
      return true
    }
    // The control: what nobody has taken is named to nobody.
    #expect(first.noticeOvertaken() && told.withLock { $0 } == [])
    try second.claim(taken.group)
    #expect(first.noticeOvertaken() && told.withLock { $0 } == [[taken.group]])
    #expect(first.noticeOvertaken() && told.withLock { $0 } == [[taken.group]])
    #expect(first.append([taken.batch(1), own.batch(1)]).map(\.failure) == [.conflict(head: GroupSequence(1)), nil])
    // One that it has got again may be taken again.
    try first.claim(taken.group)
    #expect(first.noticeOvertaken() && told.withLock { $0.count } == 1)
    try second.claim(taken.group)
    #expect(first.noticeOvertaken() && told.withLock { $0 } == [[taken.group], [taken.group]])
    first.close()
    #expect(!first.noticeOvertaken())
  }

  @Test("reads the audit logs of all nodes, each a chain of its own, and makes no tables for a reader")
  func auditLogs() throws {
    let none = PostgresServer.freshSchema()
    #expect {
      try PostgresStore(PostgresSettings(address: server.address, schema: none), makesTables: false)
    } throws: {
      guard case .broken(let what)? = $0 as? StoreFailure else { return false }
      return what.contains("no tables of Hearth")
    }
    #expect(try server.psql("SELECT count(*) FROM pg_namespace WHERE nspname = '\(none)'") == "0")
    for (node, count) in [("a", 2), ("b", 3)] {
      try open(node: node).note((0..<count).map { AuditNote(.forbidden, at: Int64($0)) })
    }
    let reader = try PostgresStore(PostgresSettings(address: server.address, schema: schema, node: "reader"), makesTables: false)
    let logs = try reader.auditLogs()
    #expect(logs.map(\.node) == ["a", "b"])
    for ((_, log), count) in zip(logs, [2, 3]) {
      var verifier = AuditVerifier(log)
      var rows = 0
      try verifier.run { _ in rows += 1 }
      #expect(verifier.flaws == [] && rows == count)
    }
    try server.psql("UPDATE \(schema).audit SET at = 9 WHERE node = 'b' AND number = 2")
    var verifier = AuditVerifier(logs[1].log)
    try verifier.run()
    #expect(verifier.flaws == ["row 2 was altered"])
  }

  @Test("lists how it is used as the embedded store does")
  func use() throws {
    let store = try open()
    try store.register([Samples.registration(1), Samples.registration(2)])
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(3, projections: [.membership(identity: Samples.identity(1), group: writer.group)])
    #expect(store.append([batch]).map(\.failure) == [nil])
    let group = try #require(try store.groupUse().first)
    #expect(group.group == writer.group && group.events == 3 && group.bytes == 120 && group.members == 1 && group.usedDay != nil)
    #expect(try store.identityUse().map(\.groups) == [1, 0])
    #expect(try Set(store.deviceUse().map(\.identity)) == [Samples.identity(1), Samples.identity(2)])
    #expect(try store.holders(of: writer.group) == [HolderID(identity: Samples.identity(1), group: writer.group)])
  }
}
