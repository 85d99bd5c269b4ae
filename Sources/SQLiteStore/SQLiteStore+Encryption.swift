import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

/// Encrypting a folder that was in plain, another key for its key file, and files beside the database.
extension SQLiteStore {
  /// Opens a folder in plain as its only writer and encrypts its database; opens one whose encryption has broken off,
  /// to go on with it.
  ///
  /// Nobody else opens it before `finishEncrypting`.
  public static func encrypting(directory: String, key: EncryptionKey) throws(StoreFailure) -> SQLiteStore {
    try SQLiteStore(directory: directory, readOnly: false) { database in
      try Schema.migrate(database)
      if let record = try EncryptionRecord(database) {
        guard !record.isComplete else { throw StoreFailure.broken("it is encrypted already, with the key \(record.keyID)") }
        return KeyRing(folderKey: try record.folderKey(key))
      }
      let record = try EncryptionRecord(wrappedBy: key, isComplete: false)
      let keys = KeyRing(folderKey: try record.folderKey(key))
      try database.inTransaction(.immediate) {
        try record.write(database)
        try keys.sealAll(in: database)
        return .commit
      }
      return keys
    }
  }

  /// Rewrites the database file without what plain rows have left in it, and says that nothing is in plain any more.
  ///
  /// - Parameter instant: milliseconds since 1970, for the audit log.
  public func finishEncrypting(at instant: Int64) throws(StoreFailure) {
    do {
      try pool.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        _ = try database.checkpoint(.truncate)
      }
    } catch {
      throw StoreFailure(engine: error)
    }
    try writing(pages: 2) { database in
      try database.execute(sql: "UPDATE encryption SET is_complete = 1")
      try Self.note([AuditNote(.folderEncrypted, at: instant)], in: database)
    }
  }

  /// Wraps a folder's key by another key than before, in one synced commit. A server that has the folder open goes on.
  ///
  /// - Parameter instant: milliseconds since 1970, for the audit log.
  public static func rotate(
    directory: String, from old: EncryptionKey, to new: EncryptionKey, at instant: Int64
  ) throws(StoreFailure) {
    try writeBeside(directory) { database in
      guard var record = try EncryptionRecord(database) else { throw StoreFailure.broken("it is not encrypted") }
      try record.rewrap(from: old, to: new)
      try record.write(database)
      try note([AuditNote(.keyReplaced, at: instant)], in: database)
    }
  }

  /// Runs a transaction in a folder that a server may have open, which goes on; synced at its return.
  static func writeBeside(_ directory: String, _ body: (Database) throws -> Void) throws(StoreFailure) {
    do {
      // A write behind damage makes it the end.
      try WriteAheadLog.requireWhole(besideDatabase: DataDirectory.database(in: directory), isGrowing: true)
      let queue = try DatabaseQueue(path: DataDirectory.database(in: directory), configuration: configuration(readOnly: false))
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        try Schema.requireCurrent(database)
        try database.inTransaction(.immediate) {
          try body(database)
          return .commit
        }
      }
      try queue.close()
    } catch {
      throw StoreFailure(engine: error)
    }
  }

  /// Seals files beside the database with their groups' keys; nil when the folder is not encrypted.
  public var fileSealer: (any FileSealing)? { keys == nil ? nil : self }
}

extension SQLiteStore: FileSealing {
  /// Seals a segment with its group's key or the folder's, which is made if there is none.
  ///
  /// While a group is imported its key is remembered, so that this needs no transaction of its own.
  public func seal(_ content: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8] {
    guard let keys else { throw .broken("the folder is not encrypted") }
    let owner = KeyOwner(of: segment)
    let key: DataKey
    if let remembered = keys.remembered(owner) {
      key = remembered
    } else {
      key = try writing(pages: 1) { database in
        guard try Row.fetchOne(database, sql: "SELECT 1 FROM purged WHERE group_id = ?", arguments: [owner.blob]) == nil else {
          throw StoreFailure.broken("the file's group was deleted")
        }
        return try keys.current(owner, in: database)
      }
    }
    do { return try [UInt8](key.seal(content, at: .segment(segment))) } catch { throw StoreFailure(engine: error) }
  }

  /// Opens a segment.
  public func open(_ sealed: [UInt8], as segment: FileSegment) throws(StoreFailure) -> [UInt8]? {
    guard let keys else { throw .broken("the folder is not encrypted") }
    return try reading { try keys.open(sealed, of: KeyOwner(of: segment), at: .segment(segment), in: $0) }
  }

  /// What a segment grows by.
  public var overheadBytes: Int { DataKey.overheadBytes }
}

extension KeyOwner {
  fileprivate init(of segment: FileSegment) { self = segment.group.map { .group($0) } ?? .folder }
}
