import Foundation
import GRDB
import GRDBSQLite
import HearthProtocol

// In a locked folder the file is a sealed image of a database. It is opened in memory for each call, and a call that
// changes it writes it whole, while no other does.
extension ClientStore {
  /// Opens the image in memory; an empty database where there is no file.
  func openedImage() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(configuration: Self.configuration)
    let image = try home.read(name, bytesMax: home.limits.secretBytes) ?? []
    try queue.inDatabase { database in
      if !image.isEmpty { try Self.load(image, into: database) }
      try Self.prepare(database, isFile: false)
    }
    return queue
  }

  /// Runs a transaction on the image; when this returns its changes are durable.
  func writingImage<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try home.alone({ $0 as any Error }) { () throws(any Error) in
      let queue = try openedImage()
      let value = try queue.write(body)
      try home.replace(name, with: try queue.inDatabase { try Self.image(of: $0) })
      return value
    }
  }

  /// What the file of a database holds, as an image that opens in memory. Nobody else has it open.
  static func content(ofFile path: String) throws(HomeFailure) -> [UInt8] {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let image = try queue.inDatabase { database in
        // Nothing stays in the journal beside it.
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        // What is damaged is not sealed as if it were whole.
        guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return try Self.image(of: database)
      }
      try queue.close()
      return image
    } catch let error as DatabaseError where error.tellsOfDamage {
      throw .noDatabase(path)
    } catch {
      throw .refused(.read, path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
  }

  private static func image(of database: Database) throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    let start = sqlite3_serialize(database.sqliteConnection, "main", &size, 0)
    defer { sqlite3_free(start) }
    // What is shorter than a header is no database; a whole one that there is no space for is no damage.
    guard size >= 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: sqlite3_errcode(database.sqliteConnection))) }
    guard size > 100 else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
    guard let start else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    var image = Array(UnsafeBufferPointer(start: start, count: Int(size)))
    // SQLite's file format, 1.3.3: 1 says that it is written by a rollback journal, which memory allows; 2 by a
    // write-ahead log, which it does not.
    (image[18], image[19]) = (1, 1)
    return image
  }

  private static func load(_ image: [UInt8], into database: Database) throws {
    // Safety: SQLite takes the memory over, whether it succeeds or not (SQLITE_DESERIALIZE_FREEONCLOSE).
    guard image.count > 100 else { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
    guard let memory = sqlite3_malloc64(UInt64(image.count)) else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    image.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: image.count) }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let result = sqlite3_deserialize(
      database.sqliteConnection, "main", memory.assumingMemoryBound(to: UInt8.self), sqlite3_int64(image.count), sqlite3_int64(image.count),
      flags)
    guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
  }
}
