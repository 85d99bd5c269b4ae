import Cryptography
import EventStore
import GRDB
import HearthProtocol
import Locking
import Sealing

/// The data keys of an encrypted folder, one for each group and one for the folder itself: makes them, finds them, and
/// remembers them unwrapped.
///
/// Only the writer makes keys, within the transaction of what is sealed first with them. Reading needs no more than a
/// look-up.
final class KeyRing: Sendable {
  private let known: KnownKeys

  init(folderKey: SymmetricKey) { known = KnownKeys(wrappedBy: folderKey, of: "folder") }

  /// Opens a folder's keys; nil when the folder is not encrypted.
  ///
  /// - Throws: when the key is not the folder's, or is given for a folder in plain: nothing is ever encrypted unasked.
  convenience init?(_ key: EncryptionKey?, in database: Database) throws {
    guard let record = try EncryptionRecord(database) else {
      guard key != nil else { return nil }
      throw StoreFailure.broken("it is not encrypted, and a key was given: encrypt it with hearthd keys encrypt, or leave --key-file out")
    }
    let folderKey = try record.folderKey(key)
    guard record.isComplete else {
      throw StoreFailure.broken("its encryption has broken off: run hearthd keys encrypt again, and it goes on")
    }
    self.init(folderKey: folderKey)
  }

  /// The key to seal with, if it is remembered.
  func remembered(_ owner: KeyOwner) -> DataKey? { known.current(owner) }

  /// The key to seal with; made if there is none.
  func current(_ owner: KeyOwner, in database: Database) throws -> DataKey {
    if let key = remembered(owner) { return key }
    let key: DataKey
    if let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT wrapped, id FROM data_key WHERE group_id = ?"), arguments: [owner.blob])
    {
      guard let id = row.number(1) else { throw known.damaged(owner) }
      key = try known.unwrap(row.blob(0), id, owner)
    } else {
      key = DataKey(of: owner)
      try database.cachedStatement(sql: "INSERT INTO data_key (id, group_id, wrapped) VALUES (?, ?, ?)")
        .execute(arguments: [Int64(bitPattern: key.id), owner.blob, known.wrap(key)])
    }
    known.remember(key, isCurrent: true)
    return key
  }

  /// Opens what lies at a place; nil when it was never sealed, was altered or moved, or its key is gone.
  func open(_ sealed: [UInt8], of owner: KeyOwner, at place: SealedPlace, in database: Database) throws -> [UInt8]? {
    guard let id = DataKey.id(of: sealed), let key = try key(id, owner, in: database) else { return nil }
    return key.open(sealed, at: place)
  }

  private func key(_ id: UInt64, _ owner: KeyOwner, in database: Database) throws -> DataKey? {
    if let key = known.key(id, of: owner) { return key }
    let statement = try database.cachedStatement(sql: "SELECT wrapped FROM data_key WHERE id = ? AND group_id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [Int64(bitPattern: id), owner.blob]) else { return nil }
    let key = try known.unwrap(row.blob(0), id, owner)
    known.remember(key, isCurrent: false)
    return key
  }

  /// Forgets an owner's keys.
  func forget(_ owner: KeyOwner) { known.forget(owner) }

  /// Forgets all: after a transaction that came to nothing, in which one may have been made.
  func forgetAll() { known.forgetAll() }

  /// The owners of keys that do not open, a line each.
  func findings(_ database: Database) throws -> [String] {
    var findings: [String] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT wrapped, id, group_id FROM data_key")
    while let row = try rows.next() {
      let group = row.identifier(2, of: IdentifierKind.Group.self)
      let owner: KeyOwner? = row.blob(2) == [UInt8](KeyOwner.folder.blob) ? .folder : group.map { .group($0) }
      guard let owner, let id = row.number(1), let wrapped = row.blob(0),
        (try? known.unwrap(wrapped, id, owner)) != nil
      else {
        findings.append("the data key of \(group.map { "group \($0)" } ?? "the folder") was altered")
        continue
      }
    }
    return findings
  }
}
