import Cryptography
import Foundation
import Glibc
import HearthProtocol
import Locking

// The passphrase lock: every file that holds secrets is sealed to its name by the folder's key.
extension HomeFolder {
  /// The lock's file.
  static let lockName = "lock.json"
  /// Held by every call that has commands and groups open, and alone by one that locks or unlocks.
  static let useName = "use.lock"
  /// What a database begins with (SQLite's file format, 1.3).
  private static let databaseMark = Array("SQLite format 3\0".utf8)
  /// What a sealed file begins with.
  static let sealMark = Array("hearth sealed 1\n".utf8)

  /// What a sealed file has beside its content: the mark, the nonce and the tag.
  static let sealBytes = sealMark.count + 12 + 16

  /// Limit: characters of a passphrase, when one is set.
  public static let passphraseCharacters = 8...1_000

  /// Whether a passphrase is needed.
  public var isLocked: Bool {
    get throws(HomeFailure) { try record() != nil }
  }

  /// Has the key of a locked folder at hand, before something is done that would be in vain without it.
  public func requireKey() throws(HomeFailure) {
    if let record = try record() { _ = try keyring.keys(of: record, at: path(of: Self.lockName)) }
  }

  /// Locks the folder by a passphrase.
  ///
  /// A crash leaves every file whole, sealed or not, and the next call that opens the folder finishes.
  ///
  /// - Parameter scrypt: how much a guess costs.
  public func lock(_ passphrase: [UInt8], _ scrypt: Scrypt = .standard) throws(HomeFailure) {
    guard Self.passphraseCharacters.contains(String(decoding: passphrase, as: UTF8.self).count) else {
      throw .passphraseLength(Self.passphraseCharacters)
    }
    try make()
    let use = try use(alone: true)
    defer { use.end() }
    guard try record() == nil else { throw .lockedAlready }
    // What cannot be sealed is found before anything is.
    for name in try secrets() { _ = try content(name, try readSecret(name) ?? []) }
    let salt = RandomBytes.make(LockRecord.saltBytes)
    let keys = FolderKeys(passphraseKey: try Keyring.derive(passphrase, salt, scrypt), key: .random())
    keyring.hold(keys)
    let record = try Self.crypto { () throws(CryptographyFailure) in try LockRecord(.locking, scrypt, salt: salt, keys: keys) }
    try write(record)
    try finish(record, keys)
  }

  /// Unlocks it for good: nothing is sealed any more.
  public func unlock() throws(HomeFailure) {
    let use = try use(alone: true)
    defer { use.end() }
    guard let record = try record() else { throw .notLocked }
    let keys = try keyring.keys(of: record, at: path(of: Self.lockName))
    // What does not open is found before anything is unsealed: without the lock's file it would be lost.
    for name in try secrets() { _ = try plain(name, try readSecret(name) ?? [], keys) }
    let ending = try Self.crypto { () throws(CryptographyFailure) in try record.at(.unlocking, keys) }
    try write(ending)
    try finish(ending, keys)
  }

  /// Finishes what a call began that was interrupted while it locked or unlocked.
  ///
  /// - Returns: whether there was something to finish.
  public func finishInterrupted() throws(HomeFailure) -> Bool {
    guard let record = try record(), record.stage != .locked else { return false }
    try settle()
    return true
  }

  func settle() throws(HomeFailure) {
    guard let seen = try record(), seen.stage != .locked else { return }
    let keys = try keyring.keys(of: seen, at: path(of: Self.lockName))
    let use = try use(alone: true)
    defer { use.end() }
    // Another call may have been faster.
    guard let record = try record(), record.stage != .locked else { return }
    try finish(record, keys)
  }

  private func finish(_ record: LockRecord, _ keys: FolderKeys) throws(HomeFailure) {
    try alone({ $0 }) { () throws(HomeFailure) in
      for name in try secrets() {
        switch record.stage {
        case .locking, .locked: try seal(name, keys)
        case .unlocking: try unseal(name, keys)
        }
      }
      guard record.stage != .unlocking else { return try remove(Self.lockName) }
      try write(try Self.crypto { () throws(CryptographyFailure) in try record.at(.locked, keys) })
    }
  }

  private func seal(_ name: String, _ keys: FolderKeys) throws(HomeFailure) {
    guard let bytes = try readSecret(name), !bytes.starts(with: Self.sealMark) else { return }
    try replaceRaw(name, with: try sealed(try content(name, bytes), name, keys))
    // Closed, the engine has removed them; what a crash left of them goes here.
    if name.hasSuffix(".db") { for end in ["-wal", "-shm", "-journal"] { try remove(name + end) } }
  }

  /// What is to be sealed of a file that has these bytes.
  private func content(_ name: String, _ bytes: [UInt8]) throws(HomeFailure) -> [UInt8] {
    // A call that was killed may have left a file without a database in it.
    guard name.hasSuffix(".db"), !bytes.isEmpty else { return bytes }
    return try bounded(try ClientStore.content(ofFile: path(of: name)), name)
  }

  /// A file with secrets as it lies there, whole; nil when there is none.
  private func readSecret(_ name: String) throws(HomeFailure) -> [UInt8]? {
    guard let bytes = try readRaw(name, bytesMax: limits.secretBytes + Self.sealBytes) else { return nil }
    guard bytes.starts(with: Self.sealMark) else { return try bounded(bytes, name) }
    guard bytes.count <= limits.secretBytes + Self.sealBytes else { throw .tooLarge(path(of: name), bytesMax: limits.secretBytes) }
    return bytes
  }

  /// These bytes, if a file of a locked folder may have so many.
  private func bounded(_ bytes: [UInt8], _ name: String) throws(HomeFailure) -> [UInt8] {
    guard bytes.count <= limits.secretBytes else { throw .tooLarge(path(of: name), bytesMax: limits.secretBytes) }
    return bytes
  }

  private func unseal(_ name: String, _ keys: FolderKeys) throws(HomeFailure) {
    guard let bytes = try readSecret(name) else { return }
    let plain = try plain(name, bytes, keys)
    if bytes.starts(with: Self.sealMark) { try replaceRaw(name, with: plain) }
  }

  /// What a file holds, sealed or not.
  ///
  /// - Throws: `.sealBroken` when it is neither sealed by the keys nor what such a file is.
  private func plain(_ name: String, _ bytes: [UInt8], _ keys: FolderKeys) throws(HomeFailure) -> [UInt8] {
    if bytes.starts(with: Self.sealMark) { return try opened(bytes, name, keys) }
    let isPlain =
      name.hasSuffix(".db")
      ? bytes.isEmpty || bytes.starts(with: Self.databaseMark) : (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
    guard isPlain else { throw .sealBroken(path(of: name)) }
    return bytes
  }

  /// Files that hold secrets. What a crash left of one that was being written goes.
  private func secrets() throws(HomeFailure) -> [String] {
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let names = all.filter(Self.isSecret)
    for name in all {
      guard let dot = name.lastIndex(of: "."), Int32(name[name.index(after: dot)...]) != nil else { continue }
      if Self.isSecret(String(name[..<dot])) { try remove(name) }
    }
    return names
  }

  /// The profile with the token, aliases, presets, and what waits and was seen.
  static func isSecret(_ name: String) -> Bool {
    if name == "profile.json" { return true }
    return [".db", ".aliases.json", ".presets.json"].contains { end in
      name.hasSuffix(end) && IdentityID(String(name.dropLast(end.count))) != nil
    }
  }

  // MARK: Sealing

  func opened(_ bytes: [UInt8], _ name: String) throws(HomeFailure) -> [UInt8] {
    guard bytes.starts(with: Self.sealMark) else {
      // While everything is sealed, what is not was put there by somebody else, or is damaged.
      if Self.isSecret(name), try record()?.stage == .locked { throw .sealBroken(path(of: name)) }
      return bytes
    }
    guard let record = try record() else { throw .lockGone(path(of: name)) }
    return try opened(bytes, name, try keyring.keys(of: record, at: path(of: Self.lockName)))
  }

  private func opened(_ bytes: [UInt8], _ name: String, _ keys: FolderKeys) throws(HomeFailure) -> [UInt8] {
    guard let content = AESGCM.open(bytes.dropFirst(Self.sealMark.count), key: keys.key, beside: Self.sealMark + Array(name.utf8)) else {
      throw .sealBroken(path(of: name))
    }
    return content
  }

  /// The bytes as they are to be written: sealed where the folder is locked.
  func protected(_ bytes: [UInt8], _ name: String) throws(HomeFailure) -> [UInt8] {
    guard let record = try record(), record.stage != .unlocking else { return bytes }
    return try sealed(try bounded(bytes, name), name, try keyring.keys(of: record, at: path(of: Self.lockName)))
  }

  private func sealed(_ content: [UInt8], _ name: String, _ keys: FolderKeys) throws(HomeFailure) -> [UInt8] {
    Self.sealMark
      + (try Self.crypto { () throws(CryptographyFailure) in
        try AESGCM.seal(content, key: keys.key, beside: Self.sealMark + Array(name.utf8))
      })
  }

  private static func crypto<Value>(_ body: () throws(CryptographyFailure) -> Value) throws(HomeFailure) -> Value {
    do {
      return try body()
    } catch {
      throw .noKey(reason: error.description)
    }
  }

  // MARK: The lock's file

  private func record() throws(HomeFailure) -> LockRecord? {
    struct Versioned: Decodable { var version: Int }
    guard let bytes = try readRaw(Self.lockName, bytesMax: limits.lockBytes) else { return nil }
    let path = path(of: Self.lockName)
    guard bytes.count <= limits.lockBytes else { throw .lockDamaged(path) }
    if let found = try? JSONDecoder().decode(Versioned.self, from: Data(bytes)), found.version > LockRecord.version {
      throw .lockNewer(path)
    }
    guard let record = try? JSONDecoder().decode(LockRecord.self, from: Data(bytes)), record.isReadable else {
      throw .lockDamaged(path)
    }
    return record
  }

  func write(_ record: LockRecord) throws(HomeFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(record) else { throw .lockDamaged(path(of: Self.lockName)) }
    try replaceRaw(Self.lockName, with: Array(data) + [UInt8(ascii: "\n")])
  }

  /// Takes part in the use of the folder, until what is returned ends.
  ///
  /// - Parameter alone: whether nobody else may; otherwise it waits for a call that does.
  /// - Throws: `.inUse` when others do.
  func use(alone: Bool) throws(HomeFailure) -> FolderUse {
    let path = path(of: Self.useName)
    let fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw .now(.write, path) }
    while flock(fd, alone ? LOCK_EX | LOCK_NB : LOCK_SH) != 0 {
      if errno == EINTR { continue }
      let failure: HomeFailure = errno == EWOULDBLOCK ? .inUse(self.path) : .now(.lock, path)
      close(fd)
      throw failure
    }
    return FolderUse(fd)
  }
}

/// How many bytes files of a locked folder may have.
struct FileLimits: Equatable {
  // Limit: a lock's file has some hundred bytes.
  var lockBytes = 1 << 14
  // Limit: a file with secrets, not sealed; that of a group with 60,000 entries has some 30 MB.
  var secretBytes = 1 << 30
}

/// Takes part in the use of a folder until it ends, or nobody refers to it any more.
final class FolderUse: Sendable {
  private let fd: Locked<Int32>

  init(_ fd: Int32) { self.fd = Locked(fd) }

  deinit { end() }

  func end() {
    fd.withLock { fd in
      if fd >= 0 { unlockAndClose(fd) }
      fd = -1
    }
  }
}
