import EventStore
import Foundation
import GRDB
import Glibc
import HearthProtocol
import Locking
import SQLiteStore
import Support
import Testing

@Suite("The SQLite store")
struct SQLiteStoreTests {
  @Test("keeps everything across closing and opening")
  func reopening() throws {
    let folder = try TemporaryFolder()
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(
      10,
      projections: [
        .membership(identity: Samples.identity(1), group: writer.group),
        .invite(codeHash: Samples.hash(1), group: writer.group, invite: Samples.invite(1)),
      ])
    let snapshot = StoredSnapshot(group: writer.group, sequence: GroupSequence(10), bytes: [1, 2, 3])
    do {
      let store = try SQLiteStore(directory: folder.path)
      #expect(store.append([batch]).map(\.failure) == [nil])
      try store.saveSnapshot(snapshot)
      try store.register([Samples.registration(1)])
      try store.close()
      #expect(throws: StoreFailure.self) { try store.groups() }
    }
    let store = try SQLiteStore(directory: folder.path)
    #expect(try store.read(writer.group, after: .start, limit: 100) == batch.events)
    #expect(try store.loadSnapshot(writer.group) == snapshot)
    #expect(try store.groups(of: Samples.identity(1)) == [writer.group])
    #expect(try store.invite(codeHash: Samples.hash(1))?.invite == Samples.invite(1))
    #expect(try store.token(Samples.token(1))?.displayName == "Person 1")
    // The head is read from the file now.
    #expect(store.append([batch]).map(\.failure) == [.conflict(head: GroupSequence(10))])
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
  }

  @Test("answers what writes behind closing, as a snapshot that has waited, instead of ending the process")
  func writingWhenClosed() throws {
    let folder = try TemporaryFolder()
    var writer = LogWriter(Samples.group(1))
    let store = try SQLiteStore(directory: folder.path)
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
    try store.close()
    let snapshot = StoredSnapshot(group: writer.group, sequence: GroupSequence(1), bytes: [1])
    #expect { try store.saveSnapshot(snapshot) } throws: { if case .broken = $0 as? StoreFailure { true } else { false } }
    guard case .broken? = store.append([writer.batch(1)])[0].failure else {
      Issue.record("a closed store has taken a batch")
      return
    }
  }

  @Test("has each commit in its files when append returns, closed or not")
  func copyOfOpenFiles() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    for _ in 0..<5 {
      #expect(store.append([writer.batch(2)]).map(\.failure) == [nil])
      for readOnly in [true, false] {
        let copy = try folder.copied()
        // Shared memory does not outlive the machine: what a power cut leaves has none.
        try FileManager.default.removeItem(atPath: copy.path + "/hearth.db-shm")
        let recovered = try SQLiteStore(directory: copy.path, readOnly: readOnly)
        #expect(try recovered.read(writer.group, after: .start, limit: 100).count == Int(writer.head.rawValue))
        try recovered.close()
      }
    }
  }

  @Test("needs no descriptor for a read once it is open, not even for as many as it takes at once")
  func noDescriptors() async {
    // In a process of its own, whose descriptors are used up.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let store = try SQLiteStore(directory: folder.path)
      try store.register([Samples.registration(1)])
      var limit = rlimit(rlim_cur: 256, rlim_max: 256)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      var filling: [Int32] = []
      while case let fd = dup(0), fd >= 0 { filling.append(fd) }
      let inside = DispatchGroup()
      for _ in 0..<4 { inside.enter() }
      let failures = Locked(0)
      let ended = DispatchGroup()
      for _ in 0..<4 {
        ended.enter()
        Thread.detachNewThread {
          do {
            // Each has its reader while the others read.
            try store.pool.read { database in
              let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
              #expect(tables > 0)
              inside.leave()
              inside.wait()
            }
          } catch {
            failures.withLock { $0 += 1 }
            inside.leave()
          }
          ended.leave()
        }
      }
      ended.wait()
      #expect(failures.withLock { $0 } == 0)
      #expect(try store.token(Samples.token(1))?.displayName == "Person 1")
      for fd in filling { close(fd) }
    }
  }

  @Test("syncs every commit and leaves the log to its own checkpoints")
  func settings() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let settings = try store.pool.writeWithoutTransaction { database in
      try ["synchronous", "journal_mode", "foreign_keys", "wal_autocheckpoint", "busy_timeout"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["2", "wal", "1", "0", "5000"])
  }

  @Test("keeps the log short however much is written")
  func checkpoints() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(60)]).map(\.failure) == [nil])
    for sequence: UInt64 in 1...60 {
      let bytes = [UInt8](repeating: UInt8(sequence), count: 1 << 20)
      try store.saveSnapshot(StoredSnapshot(group: writer.group, sequence: GroupSequence(sequence), bytes: bytes))
    }
    #expect(try Self.logBytes(in: folder) < 24 << 20)
    #expect(try store.loadSnapshot(writer.group)?.sequence == GroupSequence(60))
  }

  @Test("deletes a group beside another process that reads, waits for nobody, and empties the log once it may")
  func deletingBesideAReader() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var (gone, kept) = (LogWriter(Samples.group(1)), LogWriter(Samples.group(2)))
    #expect(store.append([gone.batch(10), kept.batch(40)]).map(\.failure) == [nil, nil])
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: folder.path + "/hearth.db", configuration: configuration)
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM event") == 50)
    }
    // A writer that waited for the reader would wait for an hour.
    try store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 3600000") }
    try store.purge(gone.group, at: 1_700_000_000_000)
    #expect(try store.groups() == [kept.group])
    #expect(store.append([kept.batch(1)]).map(\.failure) == [nil])
    #expect(try Self.logBytes(in: folder) > 0, "the reader keeps it")
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    var sizes: Set<Int> = []
    for sequence: UInt64 in 1...40 where !sizes.contains(0) {
      let bytes = [UInt8](repeating: UInt8(sequence), count: 1 << 20)
      try store.saveSnapshot(StoredSnapshot(group: kept.group, sequence: GroupSequence(sequence), bytes: bytes))
      sizes.insert(try Self.logBytes(in: folder))
    }
    #expect(sizes.contains(0))
  }

  @Test("EW-03 leaves nothing of replaced bytes in its files, in plain and behind a snapshot that it had", arguments: [false, true])
  func replacedBytes(isReopened: Bool) throws {
    let folder = try TemporaryFolder()
    let word = Array("Zuckerwatte".utf8)
    func count() -> Int {
      ["/hearth.db", "/hearth.db-wal"].reduce(0) { sum, name in
        let data = FileManager.default.contents(atPath: folder.path + name) ?? Data()
        var (found, start) = (0, data.startIndex)
        while let range = data.range(of: Data(word), in: start..<data.endIndex) { (found, start) = (found + 1, range.upperBound) }
        return sum + found
      }
    }
    var store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    var batch = writer.batch(1_200)
    for index in batch.events.indices { batch.events[index].bytes += word }
    #expect(store.append([batch]).map(\.failure) == [nil])
    // Snapshots that went leave their pages behind, which later ones fill in part.
    for sequence: UInt64 in 1...6 {
      let bytes =
        [UInt8](repeating: UInt8(sequence), count: Int(sequence) * 10_000) + Array(repeating: word, count: 3_000 / Int(sequence)).joined()
      try store.saveSnapshot(StoredSnapshot(group: writer.group, sequence: GroupSequence(sequence * 100), bytes: bytes))
    }
    #expect(count() > 1_200, "the control")
    var end = writer.batch(1)
    end.replacements = batch.events
    for index in end.replacements.indices { end.replacements[index].bytes.removeLast(word.count) }
    end.endsReplacing = !isReopened
    #expect(store.append([end]).map(\.failure) == [nil])
    if isReopened {
      #expect(count() > 0, "the control")
      try store.close()
      store = try SQLiteStore(directory: folder.path)
    }
    #expect(count() == 0)
    #expect(try store.read(writer.group, after: .start, limit: 2_000).count == 1_201)
    try store.close()
    #expect(count() == 0)
  }

  private static func logBytes(in folder: TemporaryFolder) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: folder.path + "/hearth.db-wal")[.size] as? Int)
  }

  @Test("makes folder and files for the owner alone")
  func permissions() throws {
    let folder = try TemporaryFolder()
    let directory = folder.path + "/data"
    let store = try SQLiteStore(directory: directory)
    for (path, mode) in [("", 0o700), ("/hearth.db", 0o600), ("/hearth.db-wal", 0o600), ("/hearth.db-shm", 0o600), ("/lock", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: directory + path)[.posixPermissions] as? Int
      #expect(found == mode, "\(path)")
    }
    try store.close()
  }

  @Test("refuses a second writer until the first closes; a reader may look on")
  func locking() throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteStore(directory: folder.path)
    #expect {
      try SQLiteStore(directory: folder.path)
    } throws: {
      $0 as? StoreFailure == .broken("the folder \(folder.path) is in use by another server")
    }
    var writer = LogWriter(Samples.group(1))
    #expect(first.append([writer.batch(1)]).map(\.failure) == [nil])
    let reader = try SQLiteStore(directory: folder.path, readOnly: true)
    #expect(try reader.groups() == [writer.group])
    guard case .broken? = reader.append([writer.batch(1)])[0].failure else {
      Issue.record("a reader must not write")
      return
    }
    #expect(try reader.groups() == [writer.group])
    // What a child has of the lock until it runs its program keeps nobody out.
    let inherited = try #require(try InheritedFile(folder.path + "/lock"))
    try first.close()
    let second = try SQLiteStore(directory: folder.path)
    #expect(try second.groups() == [writer.group])
    withExtendedLifetime(inherited) {}
  }

  @Test("refuses a file of a newer program, and what is no database")
  func foreignFiles() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try SQLiteStore(directory: folder.path)
      try store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
      try store.close()
    }
    for readOnly in [false, true] {
      #expect {
        try SQLiteStore(directory: folder.path, readOnly: readOnly)
      } throws: {
        guard case .broken(let what)? = $0 as? StoreFailure else { return false }
        return what.contains("schema version 99") && what.contains("newer program")
      }
    }

    let garbage = try TemporaryFolder()
    try Data(repeating: 0x5A, count: 8_192).write(to: URL(fileURLWithPath: garbage.path + "/hearth.db"))
    #expect {
      try SQLiteStore(directory: garbage.path)
    } throws: {
      guard case .damaged? = $0 as? StoreFailure else { return false }
      return true
    }
    #expect(throws: StoreFailure.self) { try SQLiteStore(directory: TemporaryFolder().path + "/absent", readOnly: true) }
    #expect(throws: StoreFailure.self) { try SQLiteStore(directory: TemporaryFolder().path + "/no/parent") }
  }

  @Test("product 202: brings a file of the version before up to date and keeps what is in it")
  func migrates() throws {
    let folder = try TemporaryFolder()
    var writer = LogWriter(Samples.group(1))
    do {
      let store = try SQLiteStore(directory: folder.path)
      let membership = Projection.membership(identity: Samples.identity(1), group: writer.group)
      #expect(store.append([writer.batch(3, projections: [membership])]).map(\.failure) == [nil])
      try store.register([Samples.registration(1)])
      // As the first version left it: audit rows name no member, and nobody is suspended.
      try store.pool.writeWithoutTransaction {
        try $0.execute(
          sql: """
            DROP TABLE webhook; DROP TABLE group_token; DROP INDEX identity_suspended; ALTER TABLE identity DROP COLUMN suspended_at;
            ALTER TABLE audit DROP COLUMN member; ALTER TABLE device DROP COLUMN push; PRAGMA user_version = 1
            """)
      }
      try store.close()
    }
    #expect(throws: StoreFailure.self) { try SQLiteStore(directory: folder.path, readOnly: true) }
    let store = try SQLiteStore(directory: folder.path)
    #expect(try store.read(writer.group, after: .start, limit: 10).count == 3)
    #expect(try store.groups(of: Samples.identity(1)) == [writer.group])
    #expect(try store.token(Samples.token(1)) != nil)
    #expect(store.append([writer.batch(1, projections: [.due(group: writer.group, at: 5)])]).map(\.failure) == [nil])
    #expect(try store.groupsDue(by: 5, limit: 1) == [writer.group])
    #expect(try !store.isPurged(writer.group))
  }

  @Test("GR-08 A deleted group's bytes are in none of the files any more, while the store is open")
  func purgeOverwrites() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    let batch = writer.batch(50, payloadBytes: 500)
    #expect(store.append([batch]).map(\.failure) == [nil])
    let needle = Data(batch.events[7].bytes[100..<200])
    func isThere() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .contains { try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).range(of: needle) != nil }
    }
    #expect(try isThere())
    try store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    #expect(try isThere())
    try store.purge(writer.group, at: 1)
    #expect(try !isThere())
    try store.close()
    #expect(try !isThere())
  }

  @Test("passes over snapshots whose checksum fails, and keeps two")
  func damagedSnapshots() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(10)]).map(\.failure) == [nil])
    func snapshot(_ sequence: UInt64) -> StoredSnapshot {
      StoredSnapshot(group: writer.group, sequence: GroupSequence(sequence), bytes: [9, UInt8(sequence)])
    }
    for sequence: UInt64 in [3, 5, 7] { try store.saveSnapshot(snapshot(sequence)) }
    #expect(try store.pool.read { try Int.fetchAll($0, sql: "SELECT sequence FROM snapshot ORDER BY sequence") } == [5, 7])
    try store.pool.write { try $0.execute(sql: "UPDATE snapshot SET bytes = x'0908' WHERE sequence = 7") }
    #expect(try store.loadSnapshot(writer.group) == snapshot(5))
    #expect(try store.integrityFindings().count == 1)
    // A snapshot given another place is no snapshot either.
    try store.pool.write { try $0.execute(sql: "UPDATE snapshot SET sequence = 6 WHERE sequence = 5") }
    #expect(try store.loadSnapshot(writer.group) == nil)
    try store.saveSnapshot(snapshot(8))
    #expect(try store.loadSnapshot(writer.group) == snapshot(8))
  }

  @Test("answers full without space, still reads, and goes on when there is space")
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    var other = LogWriter(Samples.group(2))
    #expect(store.append([writer.batch(5)]).map(\.failure) == [nil])
    let saved = writer
    try limit(store, pages: 1)
    let membership = Projection.membership(identity: Samples.identity(1), group: writer.group)
    let tooMuch = [writer.batch(50, payloadBytes: 4_000, projections: [membership]), other.batch(1)]
    #expect(store.append(tooMuch).map(\.failure) == [.full, .full])
    #expect(throws: StoreFailure.full) {
      try store.saveSnapshot(StoredSnapshot(group: saved.group, sequence: saved.head, bytes: Array(repeating: 1, count: 1 << 20)))
    }
    #expect(throws: StoreFailure.full) { try store.register((1...2_000).map(Samples.registration)) }
    #expect(try store.read(writer.group, after: .start, limit: 100).count == 5)
    #expect(try store.groups() == [writer.group])
    #expect(try store.groups(of: Samples.identity(1)).isEmpty)

    try limit(store, pages: 1_000_000)
    #expect(store.append(tooMuch).map(\.failure) == [nil, nil])
    #expect(try HistoryVerifier(store: store).verify().damages == [])
    #expect(try store.read(writer.group, after: .start, limit: 100).count == 55)
  }

  /// Lets the file have at most this many pages, but never fewer than it has.
  private func limit(_ store: SQLiteStore, pages: Int) throws {
    try store.pool.writeWithoutTransaction { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(pages)") }
  }

  @Test("answers nothing more after a commit the disk failed", arguments: [ResultCode.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_WRITE])
  func failedCommit(_ code: ResultCode) throws {
    let folder = try TemporaryFolder()
    var writer = LogWriter(Samples.group(1))
    do {
      let store = try SQLiteStore(directory: folder.path)
      #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
      store.pool.add(transactionObserver: FailingCommit(code: code), extent: .nextTransaction)
      var lost = writer
      for _ in 0..<2 {
        guard case .broken? = store.append([lost.batch(1)])[0].failure else {
          Issue.record("an append after a failed commit must be refused")
          return
        }
      }
      #expect(throws: StoreFailure.self) { try store.read(writer.group, after: .start, limit: 10) }
      #expect(throws: StoreFailure.self) { try store.register([Samples.registration(1)]) }
      #expect(throws: StoreFailure.self) { try store.token(Samples.token(1)) }
      #expect(throws: StoreFailure.self) { try store.close() }
    }
    let store = try SQLiteStore(directory: folder.path)
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
    #expect(try store.read(writer.group, after: .start, limit: 10).count == 2)
  }

  @Test("D4: tells of the first failed write once, whatever was written, and of a full disk never", arguments: Writing.all)
  func tellsOfFailure(_ writing: Writing) throws {
    for (code, expected) in [(ResultCode.SQLITE_IOERR_FSYNC, 1), (.SQLITE_FULL, 0)] {
      let folder = try TemporaryFolder()
      let store = try SQLiteStore(directory: folder.path)
      try store.register([Samples.registration(1)])
      let told = Locked<[String]>([])
      store.whenStopped { why in told.withLock { $0.append(why) } }
      store.pool.add(transactionObserver: FailingCommit(code: code), extent: .nextTransaction)
      for _ in 0..<2 { try? writing.run(store) }
      #expect(told.withLock { $0.count } == expected)
      // Who asks later is told at once.
      store.whenStopped { why in told.withLock { $0.append(why) } }
      #expect(told.withLock { $0.count } == expected * 2)
    }
  }

  /// Something that is written.
  struct Writing: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var run: @Sendable (SQLiteStore) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (SQLiteStore) throws -> Void) { (testDescription, self.run) = (name, run) }

    static let all: [Writing] = [
      Writing("events") { store in
        var writer = LogWriter(Samples.group(1))
        _ = store.append([writer.batch(1)])
      },
      Writing("a registration") { try $0.register([Samples.registration(2)]) },
      Writing("a use of a token") { _ = try $0.noteUse([TokenUse(token: Samples.token(1), day: 20_000)]) },
      Writing("when a group is due") { try $0.noteDue(Samples.group(1), at: 1, now: 0, addsMissing: true) },
      Writing("the audit log") { try $0.note([AuditNote(.forbidden, at: 1)]) },
      Writing("a snapshot") { try $0.saveSnapshot(StoredSnapshot(group: Samples.group(1), sequence: .start, bytes: [1])) },
      Writing("a revocation") { _ = try $0.revoke(Samples.registration(1).device.id, of: Samples.identity(1), at: 1) },
    ]
  }

  @Test("D5: takes a write that a quota refused for one on a full disk, and no other write, and no sync whatever it failed for")
  func quotaReached() {
    func failure(_ result: ResultCode, _ error: CInt) -> StoreFailure {
      StoreFailure(engine: DatabaseError(resultCode: result), writeError: error)
    }
    #expect([EDQUOT, ENOSPC].map { failure(.SQLITE_IOERR_WRITE, $0) } == [.full, .full])
    let others: [(ResultCode, CInt)] = [
      (.SQLITE_IOERR_WRITE, 0), (.SQLITE_IOERR_WRITE, EIO), (.SQLITE_IOERR_FSYNC, EDQUOT), (.SQLITE_IOERR_READ, ENOSPC),
      (.SQLITE_IOERR, EDQUOT),
    ]
    for (result, error) in others {
      if case .broken = failure(result, error) { continue }
      Issue.record("\(result), \(error) is taken for a full disk")
    }
    #expect(failure(.SQLITE_CORRUPT, EDQUOT) != .full)
  }

  @Test("takes a commit that failed for want of space as not made")
  func fullAtCommit() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var writer = LogWriter(Samples.group(1))
    #expect(store.append([writer.batch(1)]).map(\.failure) == [nil])
    let batch = writer.batch(3)
    for code in [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE] {
      store.pool.add(transactionObserver: FailingCommit(code: code), extent: .nextTransaction)
      #expect(store.append([batch]).map(\.failure) == [.full])
    }
    #expect(store.append([batch]).map(\.failure) == [nil])
  }
}

/// Makes the next commit fail as the disk would.
final class FailingCommit: TransactionObserver {
  private let code: ResultCode

  init(code: ResultCode) { self.code = code }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { throw DatabaseError(resultCode: code) }
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}
}
