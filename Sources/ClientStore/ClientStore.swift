import Foundation
import GRDB
import Glibc
import HearthProtocol

/// What one identity's client keeps between two calls, in one SQLite file: commands that have no answer yet, every
/// group as it was seen last, and the hashes that were seen of its history.
///
/// A call that returned has been synced to the disk. Several processes may have the file open; each call is one
/// transaction.
public final class ClientStore: Sendable {
  /// How the file is used.
  private enum Engine {
    /// As a database.
    case file(DatabaseQueue)
    /// As a sealed image of one, in a locked folder.
    case image
  }

  private let engine: Engine
  let home: HomeFolder
  let name: String
  /// Says that the folder is in use, as long as it is open.
  private let use: FolderUse
  /// The file.
  public let path: String

  /// The database, where the folder is not locked. Tests reach through it to damage and to limit.
  package var queue: DatabaseQueue {
    guard case .file(let queue) = engine else { preconditionFailure("a sealed image has no database that stays open") }
    return queue
  }

  /// Opens the file of an identity in a folder, which must be there; makes it if there is none, readable by its owner
  /// only.
  ///
  /// - Throws: when the disk refuses, when the file is no database or is damaged, or when a newer program wrote it.
  public init(home: HomeFolder, identity: IdentityID) throws(ClientStoreFailure) {
    (self.home, name) = (home, Self.name(of: identity))
    path = home.path(of: name)
    let isLocked: Bool
    do throws(HomeFailure) {
      try home.settle()
      use = try home.use(alone: false)
      isLocked = try home.isLocked
    } catch {
      throw ClientStoreFailure(error)
    }
    if !isLocked {
      // Made here, since the engine would let others read it.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .unwritable(path, String(cString: strerror(errno))) }
      let bytes = lseek(descriptor, 0, SEEK_END)
      close(descriptor)
      // A file with less than a header was cut off, though the engine would begin one byte anew.
      guard !(1..<100).contains(bytes) else { throw .noDatabase(path) }
    }
    do {
      guard !isLocked else {
        engine = .image
        _ = try openedImage()
        return
      }
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      engine = .file(queue)
      try queue.inDatabase { try Self.prepare($0, isFile: true) }
    } catch {
      throw ClientStoreFailure(path, any: error)
    }
  }

  /// The same in a folder by its path.
  package convenience init(folder: String, identity: IdentityID) throws(ClientStoreFailure) {
    try self.init(home: HomeFolder(path: folder), identity: identity)
  }

  /// What the file of an identity is called.
  static func name(of identity: IdentityID) -> String { "\(identity).db" }

  /// Where the file of an identity is.
  package static func path(folder: String, identity: IdentityID) -> String { HomeFolder(path: folder).path(of: name(of: identity)) }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    // Limit: 5 s. Another call of the same user holds the file for milliseconds.
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// - Parameter isFile: whether the database is a file, whose commits are to be durable.
  static func prepare(_ database: Database, isFile: Bool) throws {
    if isFile {
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      // Of what is said to be kept nothing may be lost, so every commit is synced.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    try database.inTransaction(.immediate) {
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard (0...steps.count).contains(found) else { throw ClientStoreFailure.newer }
      for step in steps[found...] { try database.execute(sql: step) }
      try database.execute(sql: "PRAGMA user_version = \(steps.count)")
      return .commit
    }
  }

  // Step n leads from version n to n + 1, as `PRAGMA user_version` counts them. A released step never changes.
  private static let steps = [
    """
    CREATE TABLE command (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kept_at INTEGER NOT NULL,
      command BLOB NOT NULL,
      rejected BLOB
    );
    CREATE TABLE seen (
      group_id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      member_id TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    );
    CREATE TABLE lane (
      group_id TEXT NOT NULL REFERENCES seen ON DELETE CASCADE,
      lane TEXT NOT NULL,
      position INTEGER NOT NULL,
      head BLOB,
      snapshot BLOB NOT NULL,
      PRIMARY KEY (group_id, lane)
    );
    """,
    """
    ALTER TABLE seen ADD COLUMN program TEXT NOT NULL DEFAULT '';
    CREATE TABLE head (
      group_id TEXT NOT NULL,
      epoch INTEGER NOT NULL,
      lane TEXT NOT NULL,
      position INTEGER NOT NULL,
      hash BLOB NOT NULL,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (group_id, epoch, lane, position)
    ) WITHOUT ROWID;
    """,
  ]

  func reading<Value>(_ body: (Database) throws -> Value) throws(ClientStoreFailure) -> Value {
    do {
      return switch engine {
      case .file(let queue): try queue.read(body)
      case .image: try openedImage().read(body)
      }
    } catch {
      throw ClientStoreFailure(path, any: error)
    }
  }

  /// Runs a transaction; when this returns its changes are durable.
  func writing<Value>(_ body: (Database) throws -> Value) throws(ClientStoreFailure) -> Value {
    do {
      return switch engine {
      case .file(let queue): try queue.write(body)
      case .image: try writingImage(body)
      }
    } catch {
      throw ClientStoreFailure(path, any: error)
    }
  }
}
