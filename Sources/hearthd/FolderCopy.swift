import Foundation
import Glibc
import HearthServer
import Locking

/// A new folder that the parts of a data folder are copied into, durably.
struct FolderCopy {
  /// What is still arriving belongs to nobody yet, and what is still being written is not whole.
  private static let arriving = "incoming"
  private static let unfinished = ".part"
  /// What the database's engine keeps beside it while it is open.
  private static let traces = ["hearth.db-wal", "hearth.db-shm", "lock"]

  private let path: String

  /// Makes the folder.
  init(making path: String) throws {
    self.path = path
    guard mkdir(path, 0o700) == 0 else { throw Self.failure("make", path) }
    try Self.sync(folderOf: path)
  }

  /// One that is there already, and was changed.
  init(at path: String) { self.path = path }

  /// Removes a folder with all that is in it, if it is there.
  static func remove(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw ServerFailure("\(path) cannot be removed: \(error.localizedDescription).")
    }
    try sync(folderOf: path)
  }

  /// Copies a file that has to be there.
  func copyFile(_ name: String, of data: String) throws {
    guard try copy(data + "/" + name, to: path + "/" + name) else {
      throw ServerFailure("\(data) has no \(name), without which nothing of it is of use. Restore it from an earlier backup.")
    }
  }

  /// Copies a folder with all that is in it, if it is there. What is gone from it by now was deleted with its group
  /// meanwhile.
  func copyFolder(_ name: String, of data: String) throws { _ = try copy(data + "/" + name, to: path + "/" + name) }

  /// Makes all of it durable. Nobody has the database open, or has written to it since it was closed.
  func finish() throws {
    var log = stat()
    guard stat(path + "/hearth.db-wal", &log) != 0 || log.st_size == 0 else {
      throw ServerFailure("\(path)/hearth.db is open elsewhere: what was written last is not in it. End what reads it, and try again.")
    }
    for trace in Self.traces { unlink(path + "/" + trace) }
    try Self.sync(path + "/hearth.db")
    try Self.sync(path)
  }

  /// Gives the folder its name.
  func name(_ target: String) throws {
    guard rename(path, target) == 0 else { throw Self.failure("name", target) }
    try Self.sync(folderOf: target)
  }

  /// - Returns: false when there is nothing.
  private func copy(_ source: String, to target: String) throws -> Bool {
    var status = stat()
    guard lstat(source, &status) == 0 else {
      guard errno == ENOENT else { throw Self.failure("read", source) }
      return false
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard let names = try contents(of: source) else { return false }
      guard mkdir(target, 0o700) == 0 else { throw Self.failure("make", target) }
      for name in names where name != Self.arriving && !name.hasSuffix(Self.unfinished) {
        _ = try copy(source + "/" + name, to: target + "/" + name)
      }
      try Self.sync(target)
    case S_IFREG:
      do {
        try FileManager.default.copyItem(atPath: source, toPath: target)
      } catch {
        guard FileManager.default.fileExists(atPath: source) else { return false }
        throw ServerFailure("\(source) cannot be copied to \(target): \(error.localizedDescription).")
      }
      // Wherever it comes from, others have no business with it.
      guard chmod(target, 0o600) == 0 else { throw Self.failure("protect", target) }
      try Self.sync(target)
    default: throw ServerFailure("\(source) is neither a file nor a folder, and the data has only those. Move it elsewhere.")
    }
    return true
  }

  /// The names in a folder; nil when it is not there any more.
  private func contents(of folder: String) throws -> [String]? {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      guard FileManager.default.fileExists(atPath: folder) else { return nil }
      throw ServerFailure("\(folder) cannot be read: \(error.localizedDescription).")
    }
  }

  static func sync(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure("sync", path) }
  }

  static func sync(folderOf path: String) throws { try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path) }

  static func failure(_ verb: String, _ path: String) -> ServerFailure {
    let cause = String(cString: strerror(errno))
    return ServerFailure("Cannot \(verb) \(path): \(cause).")
  }
}

/// Keeps a second run of the same work out; the kernel lets go of it with the process.
struct FolderLock {
  private let file: CInt

  /// Makes the file if there is none.
  ///
  /// - Parameter busy: what the second caller is told.
  init(file path: String, _ busy: String) throws { try self.init(path, O_RDWR | O_CREAT, busy) }

  private init(_ path: String, _ flags: CInt, _ busy: String) throws {
    file = open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FolderCopy.failure("open", path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw ServerFailure(busy)
    }
  }

  /// Locks the folder that a path is in.
  init(folderOf path: String, _ busy: String) throws {
    try self.init(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY, busy)
  }

  func release() { unlockAndClose(file) }
}

/// The folder within a data folder that a restore works in. As long as it has the database, everything but it is the
/// restore's.
struct HalfRestored {
  /// In the order in which they are moved: the database comes last, and with it all is there.
  private static let parts = ["server.key", "attachments", "exports", "hearth.db"]
  /// A file system's own, and the lock that the restore has itself.
  private static let ignored: Set = ["lost+found", "lock"]

  private let data: String

  init(data: String) { self.data = data }

  /// Where the restore works.
  var path: String { data + "/restoring" }

  private func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: data + "/" + name) }

  /// Whether a restore has broken off.
  var isLeft: Bool { has("restoring") && !has("hearth.db") }

  /// The sentence for a person who wants to use such a folder.
  static func sentence(_ data: String) -> String { "A restore into \(data) has broken off. Run hearthd restore again: it begins anew." }

  /// Removes the folder when the restore came to its end.
  func forget() { if has("restoring"), has("hearth.db") { try? FileManager.default.removeItem(atPath: path) } }

  /// Makes sure that nothing is lost by a restore into the folder, and removes what an earlier one left.
  func begin() throws {
    // Nothing is moved before the database is there, nor after it.
    let owned = has("restoring/hearth.db") ? Set(Self.parts.dropLast()) : []
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: data)
    } catch {
      throw ServerFailure("\(data) cannot be read: \(error.localizedDescription).")
    }
    for name in names.sorted() where name != "restoring" && !owned.contains(name) && !Self.ignored.contains(name) {
      throw ServerFailure(
        "\(data) is not empty: it has \(name). Restore into a new folder, or move this one away first; nothing has changed.")
    }
    try abandon()
  }

  /// Removes all that a restore has made so far; the database last, since it says whose the rest is.
  func abandon() throws {
    if has("restoring/hearth.db") { for name in Self.parts.dropLast() { try FolderCopy.remove(data + "/" + name) } }
    try FolderCopy.remove(path)
  }

  /// Makes what was restored count.
  func finish() throws {
    for name in Self.parts {
      guard rename(path + "/" + name, data + "/" + name) == 0 else {
        guard errno == ENOENT, name != "hearth.db", name != "server.key" else { throw FolderCopy.failure("name", name) }
        continue
      }
      try FolderCopy.sync(data)
    }
    try FolderCopy.remove(path)
  }
}
