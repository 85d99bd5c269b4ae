import EventStore
import Foundation
import GRDB
import Sealing

/// The key of a key file, as this store takes it.
public typealias EncryptionKey = Sealing.EncryptionKey

/// The one row that says that a folder is encrypted.
extension EncryptionRecord {
  /// Reads the row; nil when the folder is not encrypted.
  init?(_ database: Database) throws {
    guard let row = try Row.fetchOne(database, sql: "SELECT key_id, wrapped, is_complete FROM encryption") else { return nil }
    guard let keyID = row.text(0), let wrapped = row.blob(1), let isComplete = row.number(2) else {
      throw StoreFailure.damaged("the row that says how it is encrypted")
    }
    self.init(keyID: keyID, wrapped: Data(wrapped), isComplete: isComplete == 1)
  }

  func write(_ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO encryption (id, key_id, wrapped, is_complete) VALUES (1, ?, ?, ?)",
      arguments: [keyID, wrapped, isComplete])
  }
}
