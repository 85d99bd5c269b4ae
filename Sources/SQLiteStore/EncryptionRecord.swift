import Cryptography
import EventStore
import Foundation
import GRDB

/// The one row that says that a folder is encrypted: the folder's key, wrapped by the key of a key file.
///
/// The folder's key wraps the data keys. It stays what it is when the key file's is replaced, so that a server that is
/// running need not know.
struct EncryptionRecord {
  /// Names the key of the key file.
  private(set) var keyID: String
  private var wrapped: Data
  /// Whether nothing lies in plain any more.
  let isComplete: Bool

  /// Makes a folder's key.
  init(wrappedBy key: EncryptionKey, isComplete: Bool) throws {
    self.isComplete = isComplete
    keyID = key.id
    wrapped = try key.secret.wrap(.random(), as: Self.place(key))
  }

  /// Reads the row; nil when the folder is not encrypted.
  init?(_ database: Database) throws {
    guard let row = try Row.fetchOne(database, sql: "SELECT key_id, wrapped, is_complete FROM encryption") else { return nil }
    guard let keyID = row.text(0), let wrapped = row.blob(1), let isComplete = row.number(2) else {
      throw StoreFailure.damaged("the row that says how it is encrypted")
    }
    (self.keyID, self.wrapped, self.isComplete) = (keyID, Data(wrapped), isComplete == 1)
  }

  func write(_ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO encryption (id, key_id, wrapped, is_complete) VALUES (1, ?, ?, ?)",
      arguments: [keyID, wrapped, isComplete])
  }

  /// The folder's key.
  ///
  /// - Throws: when the key is another one, or none.
  func folderKey(_ key: EncryptionKey?) throws -> SymmetricKey {
    guard let key else {
      throw StoreFailure.broken("it is encrypted with the key \(keyID), and no key was given: name that key's file with --key-file")
    }
    guard key.id == keyID else {
      throw StoreFailure.broken("it is encrypted with the key \(keyID), and the key given is \(key.id): name the file of the former")
    }
    guard let folderKey = key.secret.unwrap([UInt8](wrapped), as: Self.place(key)) else {
      throw StoreFailure.damaged("the folder's key was altered: restore it from a backup")
    }
    return folderKey
  }

  /// Wraps the folder's key by another.
  mutating func rewrap(from old: EncryptionKey, to new: EncryptionKey) throws {
    wrapped = try new.secret.wrap(folderKey(old), as: Self.place(new))
    keyID = new.id
  }

  private static func place(_ key: EncryptionKey) -> [UInt8] { Array("hearth folder key \(key.id)".utf8) }
}
