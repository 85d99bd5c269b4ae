import Foundation
import Glibc
import HearthServer

/// A new folder that the parts of a data folder are copied into, durably.
struct FolderCopy {
  /// What lies beside the database and belongs to the data.
  static let parts = ["server.key", "attachments", "exports"]
  /// What is still arriving belongs to nobody yet.
  private static let skipped = "incoming"
  /// What the database's engine keeps beside it while it is open.
  private static let traces = ["hearth.db-wal", "hearth.db-shm", "lock"]

  private let path: String

  /// Makes the folder; what was there under its name is removed.
  init(making path: String) throws {
    self.path = path
    try? FileManager.default.removeItem(atPath: path)
    guard mkdir(path, 0o700) == 0 else { throw Self.failure("make", path) }
    try Self.sync(folderOf: path)
  }

  /// Makes the database that was copied durable.
  func syncDatabase() throws {
    removeDatabaseTraces()
    try Self.sync(path + "/hearth.db")
    try Self.sync(path)
  }

  /// Removes what the engine left beside a database that nobody has open and nobody has written to since it was closed.
  func removeDatabaseTraces() { for trace in Self.traces { unlink(path + "/" + trace) } }

  /// Copies everything but the database.
  func copyFiles(of data: String) throws {
    for part in Self.parts { try copy(data + "/" + part, to: path + "/" + part) }
    try Self.sync(path)
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Gives the folder its name.
  func name(_ target: String) throws {
    guard rename(path, target) == 0 else { throw Self.failure("name", target) }
    try Self.sync(folderOf: target)
  }

  /// Copies a file, or a folder with all that is in it. What is gone by now was deleted with its group meanwhile.
  private func copy(_ source: String, to target: String) throws {
    var status = stat()
    guard lstat(source, &status) == 0 else {
      guard errno == ENOENT else { throw Self.failure("read", source) }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard mkdir(target, 0o700) == 0 else { throw Self.failure("make", target) }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: source)) ?? []
      for name in names where name != Self.skipped { try copy(source + "/" + name, to: target + "/" + name) }
      try Self.sync(target)
    case S_IFREG:
      do {
        try FileManager.default.copyItem(atPath: source, toPath: target)
      } catch {
        guard FileManager.default.fileExists(atPath: source) else { return }
        throw ServerFailure("\(source) cannot be copied to \(target): \(error.localizedDescription).")
      }
      try Self.sync(target)
    default: throw ServerFailure("\(source) is neither a file nor a folder, and nothing else belongs into the data. Move it away.")
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

/// The folder within a data folder that a restore works in. As long as it is there and the database is not, the data is half restored.
struct HalfRestored {
  private let data: String

  init(data: String) { self.data = data }

  /// Where the restore works.
  var path: String { data + "/restoring" }

  private func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: data + "/" + name) }

  /// Whether a restore has broken off.
  var isLeft: Bool { has("restoring") && !has("hearth.db") }

  /// What whoever wants to use such a folder is told.
  static func sentence(_ data: String) -> String { "A restore into \(data) has broken off. Run hearthd restore again: it begins anew." }

  /// Makes sure that nothing is lost by a restore into the folder, and removes what an earlier one left.
  func begin() throws {
    guard mkdir(data, 0o700) == 0 || errno == EEXIST else { throw FolderCopy.failure("make", data) }
    if isLeft { return try abandon() }
    for name in ["hearth.db"] + FolderCopy.parts where has(name) {
      throw ServerFailure("\(data) has data: \(name). Restore into a new folder, or move this one away first; nothing has changed.")
    }
  }

  /// Removes all that a restore has made so far.
  func abandon() throws {
    for name in FolderCopy.parts { try? FileManager.default.removeItem(atPath: data + "/" + name) }
    try? FileManager.default.removeItem(atPath: path)
    try FolderCopy.sync(data)
  }

  /// Makes what was restored count: the database comes last, and with it all is there.
  func finish() throws {
    for name in FolderCopy.parts + ["hearth.db"] {
      guard rename(path + "/" + name, data + "/" + name) == 0 || errno == ENOENT else { throw FolderCopy.failure("name", name) }
      try FolderCopy.sync(data)
    }
    try? FileManager.default.removeItem(atPath: path)
  }
}
