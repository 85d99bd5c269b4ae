import EventStore
import Glibc
import Locking

/// The folder of a store and the lock that makes this process its only writer.
///
/// The lock is `flock`'s: the kernel drops it when the process ends however it ends, so a crash leaves nothing to clean
/// up.
final class DataDirectory: Sendable {
  /// The folder's path.
  let path: String
  private let lockFile: Locked<CInt?>

  /// The database's path in a folder.
  static func database(in directory: String) -> String { directory + "/hearth.db" }

  /// Makes folder and files as needed, readable by the owner alone, and takes the lock.
  init(path: String) throws(StoreFailure) {
    self.path = path
    try Self.make(path)
    let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .system("open \(path)/lock") }
    lockFile = Locked(lock)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      // Capture before anything else clobbers errno.
      let code = errno
      release()
      if code == EWOULDBLOCK { throw .broken("the folder \(path) is in use by another server") }
      throw .system("lock \(path)/lock", code)
    }
    _ = try Self.makeDatabase(in: path)
    try syncNames()
  }

  /// Makes the names of all files that are there now survive a power cut.
  func syncNames() throws(StoreFailure) { try Self.sync(directory: path) }

  /// Makes what stands in the database's log survive a power cut: the commit with which the log was turned on, and what
  /// a process before wrote and could not sync any more. Behind it each commit is synced before the next is written,
  /// which `WriteAheadLog` relies on.
  func syncLog() throws(StoreFailure) {
    let log = Self.database(in: path) + "-wal"
    let file = open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw .system("open \(log)")
    }
    defer { Glibc.close(file) }
    guard fsync(file) == 0 else { throw .system("sync \(log)") }
  }

  /// Makes an empty database's file unless there is one, and tells its path. SQLite gives the log and shared-memory
  /// files the mode of the database file, so it must exist with ours before SQLite makes it.
  static func makeDatabase(in directory: String) throws(StoreFailure) -> String {
    let path = database(in: directory)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("open \(path)") }
    Glibc.close(file)
    return path
  }

  /// Makes the folder if there is none.
  static func make(_ path: String) throws(StoreFailure) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("make the folder \(path)") }
    // Also when it is there: the process that made it may have ended before this.
    try sync(directory: path + "/..")
  }

  deinit { release() }

  /// Gives the lock back. Nothing of the folder may be touched afterwards.
  func release() {
    lockFile.withLock { lock in
      if let open = lock { unlockAndClose(open) }
      lock = nil
    }
  }

  /// Makes the folder's entries survive a power cut: a durable file in a folder that forgot its name is lost all the
  /// same.
  private static func sync(directory: String) throws(StoreFailure) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system("open \(directory)") }
    defer { Glibc.close(folder) }
    guard fsync(folder) == 0 else { throw .system("sync \(directory)") }
  }
}
