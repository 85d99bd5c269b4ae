import Cryptography
import EventStore
import Foundation
import HearthProtocol
import Locking
import Sealing

extension EncryptionRecord {
  /// Reads the row; nil when the store is not encrypted.
  init?(_ connection: DatabaseConnection) throws {
    let rows = try connection.query("SELECT key_id, wrapped FROM encryption WHERE id = 1")
    if rows.count == 0 { return nil }
    guard let keyID = rows.text(0, 0), let wrapped = rows.blob(0, 1) else {
      throw StoreFailure.damaged("the row that says how it is encrypted")
    }
    self.init(keyID: keyID, wrapped: Data(wrapped), isComplete: true)
  }

  func write(_ connection: DatabaseConnection) throws {
    _ = try connection.query(
      "INSERT INTO encryption (id, key_id, wrapped) VALUES (1, $1, $2)", [.text(keyID), .bytes([UInt8](wrapped))])
  }
}

/// The data keys of an encrypted store, remembered unwrapped: one for each group and one for what is of none.
final class KeyRing: Sendable {
  private let known: KnownKeys

  /// Opens a store's keys; nil when it is not encrypted.
  ///
  /// - Throws: when the key is not the store's, or is given for a store in plain: nothing is ever encrypted unasked.
  init?(_ key: EncryptionKey?, in connection: DatabaseConnection) throws {
    guard let record = try EncryptionRecord(connection) else {
      guard key != nil else { return nil }
      throw StoreFailure.broken("it is not encrypted, and a key was given: leave --key-file out")
    }
    known = KnownKeys(wrappedBy: try record.folderKey(key), of: "store")
  }

  /// The key to seal with; made if there is none.
  func current(_ owner: KeyOwner, in connection: DatabaseConnection) throws -> DataKey {
    try ensure([owner], in: connection)
    guard let key = known.current(owner) else { throw known.damaged(owner) }
    return key
  }

  /// The key to seal with, if it is known without asking.
  func remembered(_ owner: KeyOwner) -> DataKey? { known.current(owner) }

  /// Has the owners' keys in memory; makes those that there are none of. Whichever node makes one first, all seal with
  /// it.
  func ensure(_ owners: [KeyOwner], in connection: DatabaseConnection) throws {
    let wanted = known.missing(of: owners)
    if wanted.isEmpty { return }
    let missing = try find(wanted, in: connection)
    if missing.isEmpty { return }
    let made = missing.map { DataKey(of: $0) }
    let wrapped = try made.map { [UInt8](try known.wrap($0)) }
    _ = try connection.query(
      """
      INSERT INTO data_key (id, owner, wrapped) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])
      ON CONFLICT (owner) DO NOTHING
      """,
      [.integers(made.map { Int64(bitPattern: $0.id) }), .byteses(made.map { [UInt8]($0.owner.blob) }), .byteses(wrapped)])
    // A statement of its own: the one before does not see what it met.
    if let owner = try find(missing, in: connection).first { throw known.damaged(owner) }
  }

  /// - Returns: those that have no key.
  private func find(_ owners: [KeyOwner], in connection: DatabaseConnection) throws -> [KeyOwner] {
    let rows = try connection.query(
      "SELECT id, owner, wrapped FROM data_key WHERE owner = ANY($1)", [.byteses(owners.map { [UInt8]($0.blob) })])
    var missing = Dictionary(owners.map { ([UInt8]($0.blob), $0) }) { first, _ in first }
    for row in rows.indices {
      guard let blob = rows.blob(row, 1), let owner = missing.removeValue(forKey: blob) else { continue }
      guard let id = rows.number(row, 0) else { throw known.damaged(owner) }
      known.remember(try known.unwrap(rows.blob(row, 2), id, owner), isCurrent: true)
    }
    return Array(missing.values)
  }

  /// Opens what lies at a place; nil when it was never sealed, was altered or moved, or its key is gone.
  func open(_ sealed: [UInt8], of owner: KeyOwner, at place: SealedPlace, in connection: DatabaseConnection) throws -> [UInt8]? {
    guard let id = DataKey.id(of: sealed), let key = try key(id, owner, in: connection) else { return nil }
    return key.open(sealed, at: place)
  }

  private func key(_ id: UInt64, _ owner: KeyOwner, in connection: DatabaseConnection) throws -> DataKey? {
    if let key = known.key(id, of: owner) { return key }
    let rows = try connection.query(
      "SELECT wrapped FROM data_key WHERE id = $1 AND owner = $2",
      [.integer(Int64(bitPattern: id)), .bytes([UInt8](owner.blob))])
    if rows.count == 0 { return nil }
    let key = try known.unwrap(rows.blob(0, 0), id, owner)
    known.remember(key, isCurrent: false)
    return key
  }

  /// Forgets an owner's keys: another node may have deleted them.
  func forget(_ owner: KeyOwner) { known.forget(owner) }

  /// Forgets all: after a transaction that came to nothing, in which one may have been made.
  func forgetAll() { known.forgetAll() }
}
