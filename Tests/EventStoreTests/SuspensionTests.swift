import EventStore
import Foundation
import GRDB
import Glibc
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// Who is shut out of a folder (SPEC ID-18), and what is kept of it before its tables change.
@Suite("The SQLite store, of the operator's acts")
struct SuspensionTests {
  @Test("ID-18 an identity is suspended beside a server, once, stays so when the folder is opened again, and is resumed")
  func suspends() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    try store.register([Samples.registration(1), Samples.registration(2)])
    _ = try store.admit([SubjectAdmission(subjectHash: Samples.hash(3), identity: Samples.identity(3), createdAt: 9)])
    let both: Set = [Samples.identity(1), Samples.identity(3)]
    #expect(try SQLiteStore.suspend(both, at: 10, besideServerOf: folder.path) == .changed(suspended: 2, resumed: 0))
    #expect(try SQLiteStore.suspend(both, at: 11, besideServerOf: folder.path) == .changed(suspended: 0, resumed: 0))
    #expect(try store.suspendedIdentities() == both)
    #expect(try store.isSuspended(Samples.identity(1)) && !store.isSuspended(Samples.identity(2)))
    #expect(try [1, 2].map { try store.token(Samples.token($0))?.isSuspended } == [true, false])
    let told = try Dictionary(uniqueKeysWithValues: store.identityUse().map { ($0.identity, $0.suspendedAt) })
    #expect(told == [Samples.identity(1): 10, Samples.identity(2): nil, Samples.identity(3): 10])
    let link = DeviceLink(identity: Samples.identity(1), giver: Samples.device(1).id, device: Samples.device(8))
    #expect(try store.link(link) == .giverRevoked)
    try store.close()

    let again = try SQLiteStore(directory: folder.path)
    #expect(try again.suspendedIdentities() == both)
    let change = try SQLiteStore.suspend([Samples.identity(2)], resume: [Samples.identity(1)], at: 12, besideServerOf: folder.path)
    #expect(change == .changed(suspended: 1, resumed: 1))
    #expect(try again.suspendedIdentities() == [Samples.identity(2), Samples.identity(3)])
    #expect(try again.link(link) == .linked(displayName: "Person 1"))
    let rows = try again.auditRows(after: 0, limit: 100).filter { $0.act.hasPrefix("identity_") }
    #expect(rows.map(\.act) == ["identity_suspended", "identity_suspended", "identity_suspended", "identity_resumed"])
    #expect(rows.map(\.at) == [10, 10, 12, 12])
    #expect(rows.map(\.identity) == [1, 3, 2, 1].map(Samples.identity))
    var verifier = AuditVerifier(again)
    try verifier.run()
    #expect(verifier.flaws == [])
  }

  @Test("ID-18 where one identity is not there, nobody is suspended, and nobody is resumed")
  func unknown() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    try store.register([Samples.registration(1)])
    let (known, stranger) = (Samples.identity(1), Samples.identity(9))
    #expect(try SQLiteStore.suspend([known, stranger], at: 10, besideServerOf: folder.path) == .unknown([stranger]))
    #expect(try SQLiteStore.suspend([known], resume: [stranger], at: 10, besideServerOf: folder.path) == .unknown([stranger]))
    #expect(try store.suspendedIdentities() == [])
  }

  // MARK: A step of the schema

  /// A folder of the first version, with one person.
  private func old() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    try store.register([Samples.registration(1)])
    try store.pool.writeWithoutTransaction {
      try $0.execute(
        sql: """
          DROP TABLE webhook; DROP TABLE group_token; DROP INDEX identity_suspended; ALTER TABLE identity DROP COLUMN suspended_at;
          ALTER TABLE audit DROP COLUMN member; ALTER TABLE device DROP COLUMN push; PRAGMA user_version = 1
          """)
    }
    try store.close()
    return folder
  }

  private func version(_ path: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  @Test("keeps a copy of an older folder's database, which only its owner reads and the former program opens; of today's it keeps none")
  func copies() throws {
    let folder = try old()
    let copy = SchemaCopy.path(in: folder.path, version: 1)
    // What a copy before left, when it broke off.
    try Data("half".utf8).write(to: URL(filePath: copy + ".part"))
    var store = try SQLiteStore(directory: folder.path, readOnly: false, keepsCopy: true)
    let today = try #require(store.migration)
    #expect(today.from == 1 && today.to > 1 && today.copy == copy)
    #expect(try store.token(Samples.token(1)) != nil)
    try store.close()
    var status = stat()
    try #require(lstat(copy, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(try version(copy) == 1 && version(folder.path + "/hearth.db") == today.to)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names.filter { $0.contains("schema") }) == ["hearth.db.schema-1"])
    store = try SQLiteStore(directory: folder.path, readOnly: false, keepsCopy: true)
    #expect(store.migration == nil)
    try store.close()

    // Put back, it is what there was.
    let back = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: copy, toPath: back.path + "/hearth.db")
    let restored = try SQLiteStore(directory: back.path)
    let again = try #require(restored.migration)
    #expect(again.from == 1 && again.to == today.to && again.copy == nil)
    #expect(try restored.token(Samples.token(1))?.displayName == "Person 1")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: back.path).contains { $0.contains("schema") })
  }

  @Test("makes no copy where there is no space for it, and leaves nothing behind")
  func noSpace() throws {
    let folder = try old()
    let copy = SchemaCopy.path(in: folder.path, version: 1)
    let size = try #require(FileManager.default.attributesOfItem(atPath: folder.path + "/hearth.db")[.size] as? Int) + (64 << 10)
    #expect {
      try SchemaCopy.keep(of: folder.path, version: 1) { _ in size - 1 }
    } throws: {
      guard case .broken(let what)? = $0 as? StoreFailure else { return false }
      return what.contains("\(size) bytes where \(size - 1) are free") && what.contains("nothing has changed")
    }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains("schema") })
    // The control.
    #expect(try SchemaCopy.keep(of: folder.path, version: 1) { _ in size } == copy)
    #expect(try version(copy) == 1)
  }
}
