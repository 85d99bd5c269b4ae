import EventStore
import Foundation
import GRDB
import HearthProtocol
import SQLiteStore
import Support
import Testing

@Suite("An encrypted folder")
struct EncryptionTests {
  /// A folder with two groups of six events, a snapshot and an identity, and what is said in it.
  private struct Home {
    let folder: TemporaryFolder
    var writers = [LogWriter(Samples.group(1)), LogWriter(Samples.group(2))]
    private(set) var batches: [AppendBatch] = []
    let snapshot = StoredSnapshot(group: Samples.group(1), sequence: GroupSequence(4), bytes: Array("what the snapshot says".utf8))

    init(_ store: SQLiteStore, in folder: TemporaryFolder) throws {
      self.folder = folder
      for index in writers.indices {
        batches.append(writers[index].batch(6, payloadBytes: 200))
        #expect(store.append([batches[index]]).map(\.failure) == [nil])
      }
      try store.saveSnapshot(snapshot)
      try store.register([Samples.registration(1)])
    }

    /// What an event, the snapshot and the identity's name say.
    var needles: [Data] { [Data(batches[1].events[3].bytes[50..<90]), Data(snapshot.bytes), Data("Person 1".utf8)] }

    /// Which of it stands in some file of the folder.
    func found() throws -> [Bool] {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        try Data(contentsOf: URL(filePath: folder.path + "/" + $0))
      }
      return needles.map { needle in files.contains { $0.range(of: needle) != nil } }
    }

    /// Everything is there and says what it said.
    func check(_ store: SQLiteStore) throws {
      for batch in batches { #expect(try store.read(batch.group, after: .start, limit: 6) == batch.events) }
      #expect(try store.loadSnapshot(Samples.group(1)) == snapshot)
      #expect(try store.token(Samples.token(1))?.displayName == "Person 1")
      #expect(try store.integrityFindings() == [])
    }
  }

  /// What a refused opening says.
  private func failure(_ folder: TemporaryFolder, _ key: EncryptionKey?, readOnly: Bool = true) -> String {
    do throws(StoreFailure) {
      _ = try SQLiteStore(directory: folder.path, key: key, readOnly: readOnly)
      return ""
    } catch {
      guard case .broken(let what) = error else { return "\(error)" }
      return what
    }
  }

  @Test("product 160: nothing that is said stands in a file of the folder; it does where there is no key", arguments: [true, false])
  func plaintext(_ isEncrypted: Bool) throws {
    let folder = try TemporaryFolder()
    let key = isEncrypted ? try Samples.key(1) : nil
    let store = try SQLiteStore(directory: folder.path, key: key)
    let home = try Home(store, in: folder)
    // Once in the log of the database, once in the database itself.
    #expect(try home.found() == [!isEncrypted, !isEncrypted, !isEncrypted])
    try home.check(store)
    try store.close()
    #expect(try home.found() == [!isEncrypted, !isEncrypted, !isEncrypted])
    let reader = try SQLiteStore(directory: folder.path, key: key, readOnly: true)
    try home.check(reader)
    #expect(try HistoryVerifier(store: reader).verify().isIntact)
  }

  @Test("S6: any other byte of what is sealed is noticed", arguments: ["event", "identity"])
  func flips(_ table: String) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path, key: try Samples.key(1))
    let home = try Home(store, in: folder)
    let (column, row) = table == "event" ? ("bytes", "id = 3") : ("display_name", "1")
    let sealed: Data = try #require(try store.pool.read { try Data.fetchOne($0, sql: "SELECT \(column) FROM \(table) WHERE \(row)") })
    #expect(sealed.count > 64)
    func put(_ bytes: Data) throws {
      try store.pool.write { try $0.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE \(row)", arguments: [bytes]) }
    }
    for index in sealed.indices {
      var flipped = sealed
      flipped[index] ^= 1
      try put(flipped)
      #expect(throws: StoreFailure.self, "byte \(index)") {
        if table == "event" { _ = try store.read(Samples.group(1), after: .start, limit: 6) } else { _ = try store.token(Samples.token(1)) }
      }
    }
    for count in [0, 1, 36, sealed.count - 1] {
      try put(sealed.prefix(count))
      #expect(throws: StoreFailure.self, "\(count) bytes") {
        if table == "event" { _ = try store.read(Samples.group(1), after: .start, limit: 6) } else { _ = try store.token(Samples.token(1)) }
      }
    }
    try put(sealed)
    try home.check(store)
  }

  @Test("any other byte of a wrapped key is noticed", arguments: ["data_key", "encryption"])
  func flippedKeys(_ table: String) throws {
    let folder = try TemporaryFolder()
    let key = try Samples.key(1)
    let store = try SQLiteStore(directory: folder.path, key: key)
    let home = try Home(store, in: folder)
    let sealed: [Data] = try store.pool.read { try Data.fetchAll($0, sql: "SELECT wrapped FROM \(table) ORDER BY rowid") }
    #expect(sealed.count == (table == "data_key" ? 3 : 1) && sealed.allSatisfy { $0.count == 60 })
    for index in sealed[0].indices {
      var flipped = sealed[0]
      flipped[index] ^= 1
      try store.pool.write {
        try $0.execute(sql: "UPDATE \(table) SET wrapped = ? WHERE wrapped = ?", arguments: [flipped, sealed[0]])
      }
      #expect(throws: StoreFailure.self, "byte \(index)") {
        let reader = try SQLiteStore(directory: folder.path, key: key, readOnly: true)
        #expect(try reader.integrityFindings().contains { $0.contains("data key") })
        // Whichever of the keys it is.
        for batch in home.batches { _ = try reader.read(batch.group, after: .start, limit: 6) }
        _ = try reader.token(Samples.token(1))
      }
      try store.pool.write {
        try $0.execute(sql: "UPDATE \(table) SET wrapped = ? WHERE wrapped = ?", arguments: [sealed[0], flipped])
      }
    }
    try home.check(try SQLiteStore(directory: folder.path, key: key, readOnly: true))
  }

  @Test(
    "what is sealed opens at its place alone",
    arguments: [
      // Two events of one lane change places, or one is put in another group's place.
      "UPDATE event SET bytes = (SELECT other.bytes FROM event AS other WHERE other.group_id = event.group_id AND other.sequence = 3 - event.sequence) WHERE sequence < 3",
      "UPDATE event SET bytes = (SELECT other.bytes FROM event AS other WHERE other.group_id <> event.group_id AND other.sequence = event.sequence)",
      // An event is cut out and those behind it move up; all of a group is another's.
      "DELETE FROM event WHERE sequence = 5; UPDATE event SET sequence = 5, position = position - 1 WHERE sequence = 6",
      "DELETE FROM event WHERE group_id = (SELECT max(group_id) FROM event); UPDATE event SET group_id = (SELECT max(group_id) FROM data_key)",
      "UPDATE event SET lane = 'admin' WHERE sequence = 2", "UPDATE event SET position = 7 WHERE sequence = 2",
      "UPDATE event SET hash = (SELECT hash FROM event WHERE sequence = 1) WHERE sequence = 2",
      // A key is another group's.
      "UPDATE data_key SET group_id = x'01' WHERE group_id = (SELECT max(group_id) FROM event); "
        + "UPDATE data_key SET group_id = (SELECT max(group_id) FROM event) WHERE group_id = (SELECT min(group_id) FROM event)",
    ])
  func moved(_ sql: String) throws {
    let folder = try TemporaryFolder()
    let key = try Samples.key(1)
    let store = try SQLiteStore(directory: folder.path, key: key)
    let home = try Home(store, in: folder)
    try store.pool.write { try $0.execute(sql: sql) }
    #expect(try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event WHERE sequence = 2") ?? 0 } > 0)
    try store.close()
    let reader = try SQLiteStore(directory: folder.path, key: key, readOnly: true)
    #expect(throws: StoreFailure.self) {
      for batch in home.batches { _ = try reader.read(batch.group, after: .start, limit: 6) }
    }
    #expect(try !HistoryVerifier(store: reader).verify().isIntact)
  }

  @Test("a snapshot opens as its own group's at its own sequence alone, whatever its checksum")
  func movedSnapshot() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path, key: try Samples.key(1))
    let home = try Home(store, in: folder)
    try store.saveSnapshot(StoredSnapshot(group: Samples.group(2), sequence: GroupSequence(4), bytes: [1]))
    try store.saveSnapshot(StoredSnapshot(group: Samples.group(1), sequence: GroupSequence(5), bytes: [2]))
    // With the checksums that these bytes have in plain folders at these places, which an intruder can compute.
    let plainFolder = try TemporaryFolder()
    let plain = try SQLiteStore(directory: plainFolder.path)
    let sealed: [Data] = try store.pool.read {
      try Data.fetchAll($0, sql: "SELECT bytes FROM snapshot ORDER BY group_id, sequence")
    }
    for (group, sequence, bytes) in [(Samples.group(1), UInt64(5), sealed[0]), (Samples.group(2), 4, sealed[0])] {
      try plain.saveSnapshot(StoredSnapshot(group: group, sequence: GroupSequence(sequence), bytes: [UInt8](bytes)))
      let row = try #require(
        try plain.pool.read { try Row.fetchOne($0, sql: "SELECT * FROM snapshot WHERE group_id = ?", arguments: [Data(group.bytes)]) })
      try store.pool.write {
        try $0.execute(
          sql: "UPDATE snapshot SET bytes = ?, checksum = ? WHERE group_id = ? AND sequence = ?",
          arguments: [row["bytes"] as Data, row["checksum"] as Data, Data(group.bytes), Int64(sequence)])
      }
    }
    #expect(try store.loadSnapshot(Samples.group(2)) == nil)
    #expect(try store.loadSnapshot(Samples.group(1)) == home.snapshot)
    #expect(try store.integrityFindings().count == 2)
  }

  @Test("opens with its own key alone, for reading too, and no key is ever put over what is there", arguments: [true, false])
  func opening(_ readOnly: Bool) throws {
    let (folder, plainFolder) = (try TemporaryFolder(), try TemporaryFolder())
    let (key, other) = (try Samples.key(1), try Samples.key(2))
    let store = try SQLiteStore(directory: folder.path, key: key)
    let home = try Home(store, in: folder)
    try store.close()
    let missing = failure(folder, nil, readOnly: readOnly)
    #expect(missing.contains(key.id) && missing.contains("--key-file"), "\(missing)")
    let wrong = failure(folder, other, readOnly: readOnly)
    #expect(wrong.contains(key.id) && wrong.contains(other.id), "\(wrong)")
    let reopened = try SQLiteStore(directory: folder.path, key: key, readOnly: readOnly)
    try home.check(reopened)

    // A folder in plain, even one that nobody has written to yet.
    try SQLiteStore(directory: plainFolder.path).close()
    let unasked = failure(plainFolder, key, readOnly: readOnly)
    #expect(unasked.contains("hearthd keys encrypt"), "\(unasked)")
    let plain = try SQLiteStore(directory: plainFolder.path)
    #expect(try plain.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM encryption") } == 0)
  }

  @Test("another key takes the place of the former beside a server, which goes on; the former opens nothing any more")
  func rotates() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (try Samples.key(1), try Samples.key(2))
    let store = try SQLiteStore(directory: folder.path, key: old)
    var home = try Home(store, in: folder)
    let before = try folder.copied()
    #expect(throws: StoreFailure.self) { try SQLiteStore.rotate(directory: folder.path, from: new, to: old, at: 1) }
    try SQLiteStore.rotate(directory: folder.path, from: old, to: new, at: 1)
    // Also with a key that is made now.
    var late = LogWriter(Samples.group(3))
    let batch = late.batch(2)
    #expect(store.append([home.writers[0].batch(1), batch]).map(\.failure) == [nil, nil])
    try home.check(store)
    try store.close()
    #expect(failure(folder, old).contains(new.id))
    let reopened = try SQLiteStore(directory: folder.path, key: new)
    try home.check(reopened)
    #expect(try reopened.read(late.group, after: .start, limit: 5) == batch.events)
    // What was copied before opens with the former key alone.
    #expect(failure(before, new).contains(old.id))
    try home.check(try SQLiteStore(directory: before.path, key: old))
    let plain = try TemporaryFolder()
    try SQLiteStore(directory: plain.path).close()
    #expect(throws: StoreFailure.broken("it is not encrypted")) { try SQLiteStore.rotate(directory: plain.path, from: old, to: new, at: 1) }
  }

  @Test("a deleted group's key is gone from the file, and what is left of its events anywhere does not open without it")
  func shreds() throws {
    let folder = try TemporaryFolder()
    let (key, later) = (try Samples.key(1), try Samples.key(2))
    let store = try SQLiteStore(directory: folder.path, key: key)
    let home = try Home(store, in: folder)
    let group = Samples.group(1)
    let (rows, wrapped) = try store.pool.read { database in
      (
        try Row.fetchAll(database, sql: "SELECT * FROM event WHERE group_id = ?", arguments: [Data(group.bytes)]),
        try #require(try Data.fetchOne(database, sql: "SELECT wrapped FROM data_key WHERE group_id = ?", arguments: [Data(group.bytes)]))
      )
    }
    func isKeyThere() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .contains { try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).range(of: wrapped) != nil }
    }
    try store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    #expect(try isKeyThere())
    let before = try folder.copied()
    try store.purge(group, at: 1)
    #expect(try !isKeyThere())
    try store.close()
    #expect(try !isKeyThere())

    // As if the disk gave back what was overwritten.
    let again = try SQLiteStore(directory: folder.path, key: key)
    try again.pool.write { database in
      try database.execute(sql: "DELETE FROM purged")
      for row in rows {
        try database.execute(
          sql: "INSERT INTO event (group_id, sequence, lane, position, bytes, hash) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [row["group_id"], row["sequence"], row["lane"], row["position"], row["bytes"], row["hash"]] as StatementArguments)
      }
    }
    #expect(throws: StoreFailure.self) { try again.read(group, after: .start, limit: 6) }
    #expect(try again.read(Samples.group(2), after: .start, limit: 6) == home.batches[1].events)
    // A copy of the whole folder has the key with it: it reads for whoever has the key that was in force then, and for
    // nobody else.
    try home.check(try SQLiteStore(directory: before.path, key: key, readOnly: true))
    #expect(failure(before, later).contains(key.id))
  }

  @Test("keys that were made in a commit that failed are made again")
  func failedCommit() throws {
    let folder = try TemporaryFolder()
    let key = try Samples.key(1)
    let store = try SQLiteStore(directory: folder.path, key: key)
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(3)
    store.pool.add(transactionObserver: FailingCommit(code: .SQLITE_FULL), extent: .nextTransaction)
    #expect(store.append([batch]).map(\.failure) == [.full])
    #expect(store.append([batch]).map(\.failure) == [nil])
    try store.close()
    #expect(try SQLiteStore(directory: folder.path, key: key).read(writer.group, after: .start, limit: 3) == batch.events)
  }
}
