import FoundationEssentials
import Glibc

/// The profile's file: `profile.json` in a folder that only its owner can enter.
///
/// Writing is all or nothing, also over a power cut: a new file, written through, takes the place of the old one.
public struct ProfileFile: Sendable {
  /// The folder.
  public let folder: String
  /// The file.
  public var path: String { folder + "/profile.json" }

  /// The file in a folder, which need not exist.
  public init(folder: String) { self.folder = folder }

  /// The folder that the environment names: `$HEARTH_HOME`, otherwise `~/.config/hearth`.
  public init(environment: [String: String]) {
    if let home = environment["HEARTH_HOME"], !home.isEmpty {
      self.init(folder: home)
    } else {
      self.init(folder: (environment["HOME"] ?? ".") + "/.config/hearth")
    }
  }

  /// Reads the profile; nil when there is none.
  public func load() throws(ProfileFailure) -> Profile? {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw failure { Wording("Could not read \($0): \($1).") }
    }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(fd, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure { Wording("Could not read \($0): \($1).") } }
      if count == 0 { break }
      bytes += buffer[..<count]
      // Limit: a profile has some hundred bytes.
      guard bytes.count <= 1 << 16 else { break }
    }
    guard let profile = try? JSONDecoder().decode(Profile.self, from: Data(bytes)) else {
      throw ProfileFailure(
        cause: "\(path) is not readable as a profile.", remedy: "Move the file away and register again, or restore it from a backup.")
    }
    return profile
  }

  /// Changes the profile that is there, while no other call of the program does; what others have changed meanwhile
  /// stays.
  ///
  /// - Returns: the profile as it is then.
  public func update(_ change: (inout Profile) -> Void) throws(ProfileFailure) -> Profile {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure { Wording("Could not read \($0): \($1).") } }
    defer { close(directory) }
    // The kernel lets go of it with the process.
    while flock(directory, LOCK_EX) != 0 { guard errno == EINTR else { throw failure { Wording("Could not lock \($0): \($1).") } } }
    guard var profile = try load() else {
      throw ProfileFailure(cause: "\(path) is gone.", remedy: "Register again, or restore it from a backup.")
    }
    change(&profile)
    try save(profile)
    return profile
  }

  /// Writes the profile, readable by its owner only.
  public func save(_ profile: Profile) throws(ProfileFailure) {
    try makeFolder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(profile) else { throw failure { Wording("Could not write \($0): \($1).") } }
    let temporary = "\(path).\(getpid())"
    unlink(temporary)
    let fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw failure { Wording("Could not write \($0): \($1).") } }
    do throws(ProfileFailure) {
      try write(Array(data) + [UInt8(ascii: "\n")], to: fd)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else { throw failure { Wording("Could not replace \($0): \($1).") } }
    // The new name itself is durable once the folder is written through.
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw failure { Wording("Could not write \($0): \($1).") } }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw failure { Wording("Could not write \($0): \($1).") } }
  }

  private func write(_ bytes: [UInt8], to fd: Int32) throws(ProfileFailure) {
    defer { close(fd) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure { Wording("Could not write \($0): \($1).") } }
      written += count
    }
    guard fsync(fd) == 0 else { throw failure { Wording("Could not write \($0): \($1).") } }
  }

  private func makeFolder() throws(ProfileFailure) {
    var path = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure { Wording("Could not make the folder of \($0): \($1).") } }
    }
  }

  private func failure(_ cause: (_ path: String, _ reason: String) -> Wording) -> ProfileFailure {
    let reason = String(cString: strerror(errno))
    return ProfileFailure(
      cause: cause(path, reason),
      remedy: "Check the folder's permissions, or set HEARTH_HOME to one that you can write.")
  }
}
