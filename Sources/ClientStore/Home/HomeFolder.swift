import Glibc
import Locking

/// The folder in which a device keeps what is its user's: the one place through which files of it are read and written.
///
/// Its owner alone can enter it and read its files. Writing a file is all or nothing, also over a power cut: a new
/// file, written through, takes the place of the old one. A passphrase may seal what holds secrets.
public struct HomeFolder: Sendable {
  /// The folder, which need not exist.
  public let path: String
  let keyring: Keyring
  /// How large files may be. Tests lower it.
  var limits = FileLimits()

  /// A folder by its path.
  ///
  /// - Parameter passphrase: asks for the passphrase of a locked folder, at most once; nil: nobody can be asked.
  public init(path: String, passphrase: @escaping @Sendable () -> [UInt8]? = { nil }) {
    (self.path, keyring) = (path, Keyring(passphrase: passphrase))
  }

  /// The folder that the environment names: `$HEARTH_HOME`, otherwise `~/.config/hearth`.
  public init(environment: [String: String], passphrase: @escaping @Sendable () -> [UInt8]? = { nil }) {
    if let home = environment["HEARTH_HOME"], !home.isEmpty {
      self.init(path: home, passphrase: passphrase)
    } else {
      self.init(path: (environment["HOME"] ?? ".") + "/.config/hearth", passphrase: passphrase)
    }
  }

  /// Where a file of the folder is.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Reads a file; nil when there is none.
  ///
  /// - Parameter bytesMax: where a file is longer, only its beginning is read, which is more than so many bytes.
  /// - Throws: `.tooLarge` where a sealed one is longer, which opens as a whole alone.
  public func read(_ name: String, bytesMax: Int) throws(HomeFailure) -> [UInt8]? {
    guard let bytes = try readRaw(name, bytesMax: bytesMax + Self.sealBytes) else { return nil }
    guard !bytes.starts(with: Self.sealMark) || bytes.count <= bytesMax + Self.sealBytes else {
      throw .tooLarge(path(of: name), bytesMax: bytesMax)
    }
    return try opened(bytes, name)
  }

  /// The same as it lies, sealed or not.
  func readRaw(_ name: String, bytesMax: Int) throws(HomeFailure) -> [UInt8]? {
    let path = path(of: name)
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw .now(.read, path)
    }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= bytesMax {
      let count = Glibc.read(fd, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .now(.read, path) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes a file, readable by its owner only, in the place of the one of that name; makes the folder. In a locked
  /// folder it is sealed.
  public func replace(_ name: String, with bytes: [UInt8]) throws(HomeFailure) {
    try replaceRaw(name, with: try protected(bytes, name))
  }

  /// The same as it is to lie there.
  func replaceRaw(_ name: String, with bytes: [UInt8]) throws(HomeFailure) {
    try make()
    let path = path(of: name)
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw .now(.write, path) }
    do throws(HomeFailure) {
      try write(bytes, to: fd, path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else { throw .now(.replace, path) }
    // The new name itself is durable once the folder is written through.
    try sync()
  }

  /// Removes a file, if there is one of that name.
  public func remove(_ name: String) throws(HomeFailure) {
    guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw .now(.write, path(of: name)) }
    try sync()
  }

  /// Runs the body while no other call of the program does the same with the folder, which must be there.
  public func alone<Value, Failure: Error>(
    _ failed: (HomeFailure) -> Failure, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failed(.now(.read, path)) }
    // The kernel lets go of it with the process.
    defer { unlockAndClose(directory) }
    while flock(directory, LOCK_EX) != 0 { guard errno == EINTR else { throw failed(.now(.lock, path)) } }
    return try body()
  }

  private func write(_ bytes: [UInt8], to fd: Int32, _ path: String) throws(HomeFailure) {
    defer { close(fd) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .now(.write, path) }
      written += count
    }
    guard fsync(fd) == 0 else { throw .now(.write, path) }
  }

  private func sync() throws(HomeFailure) {
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .now(.write, path) }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .now(.write, path) }
  }

  /// Makes the folder and those above it, for its owner alone.
  func make() throws(HomeFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .now(.makeFolder, path) }
    }
  }
}
