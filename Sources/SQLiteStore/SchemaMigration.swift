import EventStore
import GRDB
import Glibc

/// What opening an older folder did with its tables.
public struct SchemaMigration: Sendable, Hashable {
  /// The version that the folder had.
  public let from: Int
  /// The version that it has.
  public let to: Int
  /// Where the database is kept as it was; nil: nobody wanted that.
  public let copy: String?
}

/// The copy of a database that is kept beside it before its tables change: an older program reads it.
package enum SchemaCopy {
  // Limit: bytes that stay free beside a copy, as many as an opened database's shared memory has.
  static let spareBytes = 64 << 10

  /// Where the copy of a version is.
  package static func path(in directory: String, version: Int) -> String {
    DataDirectory.database(in: directory) + ".schema-\(version)"
  }

  /// Copies a folder's database, durably, for its owner alone. A copy of the same version that is there is replaced.
  ///
  /// - Parameter freeBytes: how many bytes a folder's file system has left; nil: nobody can say.
  /// - Returns: where the copy is.
  package static func keep(
    of directory: String, version: Int, freeBytes: (String) -> Int? = { SchemaCopy.freeBytes(of: $0) }
  ) throws(StoreFailure) -> String {
    let database = DataDirectory.database(in: directory)
    let needed = bytes(of: database) + bytes(of: database + "-wal") + spareBytes
    if let free = freeBytes(directory), free < needed {
      throw .broken(
        "it is of schema version \(version), a copy is kept before that changes, and the copy wants \(needed) bytes where \(free) are free: "
          + "make space in \(directory) and start again; nothing has changed")
    }
    let (target, part) = (path(in: directory, version: version), path(in: directory, version: version) + ".part")
    unlink(part)
    let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("make \(part)") }
    defer { close(file) }
    do {
      try write(database, to: part)
      guard fsync(file) == 0 else { throw StoreFailure.system("sync \(part)") }
      guard rename(part, target) == 0 else { throw StoreFailure.system("name \(target)") }
    } catch {
      unlink(part)
      throw StoreFailure(engine: error)
    }
    return target
  }

  private static func write(_ database: String, to part: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let original = try DatabaseQueue(path: database, configuration: configuration)
    let copy = try DatabaseQueue(path: part)
    try original.backup(to: copy)
    try copy.close()
    try original.close()
    // Opened anew, it has the original's journal; it is to be one file, without a log beside it.
    let queue = try DatabaseQueue(path: part)
    let mode = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
    guard mode == "delete" else { throw StoreFailure.broken("the copy's journal cannot be turned off") }
    try queue.close()
  }

  private static func bytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  package static func freeBytes(of directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }
}
