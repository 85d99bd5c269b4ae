import Cryptography
import EventStore
import Foundation
import Glibc
import HearthProtocol

/// The server's secret: 32 bytes in the file `server.key` of the data folder, readable by its owner only, sealed with
/// the folder's key in an encrypted folder.
///
/// It is made when the folder is new. When data is there and the key is not, the server refuses to start: with another
/// key every invite code would die silently.
public enum ServerKey {
  private static func path(_ directory: String) -> String { directory + "/server.key" }

  /// Makes the key for a new folder, in plain as yet, and makes sure that one with data has it.
  ///
  /// - Parameters:
  ///   - directory: the data folder; it exists.
  ///   - isNew: whether the folder holds no data yet.
  public static func prepare(directory: String, isNew: Bool) throws(ServerFailure) {
    let path = path(directory)
    guard !FileManager.default.fileExists(atPath: path) else { return }
    guard isNew else {
      throw ServerFailure(
        "\(path) is missing although the folder holds data. Restore it from a backup; a new key would end every invite code.")
    }
    try SecretFile.make(path)
  }

  /// Reads the key.
  ///
  /// - Parameters:
  ///   - directory: the data folder.
  ///   - sealer: of an encrypted folder.
  public static func load(directory: String, sealer: (any FileSealing)?) throws(ServerFailure) -> [UInt8] {
    let path = path(directory)
    guard let file = FileManager.default.contents(atPath: path) else {
      throw ServerFailure("\(path) cannot be read. Restore it from a backup.")
    }
    let bytes = Array(file)
    if let sealer {
      guard let key = try explained(path, { () throws(StoreFailure) in try sealer.open(bytes, as: segment) }),
        key.count == SecretFile.byteCount
      else {
        throw ServerFailure(
          "\(path) does not open with the folder's key, so it was altered or is another folder's. Restore it from a backup.")
      }
      return key
    }
    guard bytes.count == SecretFile.byteCount else {
      throw ServerFailure("\(path) has \(bytes.count) bytes instead of \(SecretFile.byteCount). Restore it from a backup.")
    }
    return bytes
  }

  /// Seals a key that lies in plain: for a folder that becomes an encrypted one, or is new.
  public static func seal(directory: String, sealer: any FileSealing) throws(ServerFailure) {
    let path = path(directory)
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count == SecretFile.byteCount else { return }
    let sealed = try explained(path) { () throws(StoreFailure) in try sealer.seal(Array(bytes), as: segment) }
    try BundleFile.write(to: path) { write throws(ServerFailure) in try write(sealed) }
  }

  /// Reads the key of a store that has no folder, sealed with the store's key where it has one; it is made when the
  /// store is new. Whichever server makes it first, all have it.
  ///
  /// - Parameter isNew: whether the store holds no groups yet.
  public static func load(from store: any FileStore, sealer: (any FileSealing)?, isNew: Bool) throws(ServerFailure) -> [UInt8] {
    let place = "The server's key in the store"
    var kept = try explained(place) { () throws(StoreFailure) in try store.serverSecret() }
    if kept == nil {
      guard isNew else {
        throw ServerFailure(
          "\(place) is missing although the store holds groups. Restore the table server_secret from a backup; a new key would end every "
            + "invite code.")
      }
      let made = RandomBytes.make(SecretFile.byteCount)
      kept = try explained(place) { () throws(StoreFailure) in
        try store.keepServerSecret(try sealer.map { (sealer) throws(StoreFailure) in try sealer.seal(made, as: segment) } ?? made)
      }
    }
    var key = kept
    if let sealer, let sealed = kept { key = try explained(place) { () throws(StoreFailure) in try sealer.open(sealed, as: segment) } }
    guard let key, key.count == SecretFile.byteCount else {
      throw ServerFailure("\(place) does not open, so it was altered or is another store's. Restore the table server_secret from a backup.")
    }
    return key
  }

  private static let segment = FileSegment(
    group: nil, file: ContentHash(of: "server.key".utf8), sizeBytes: SecretFile.byteCount, index: 0)

  private static func explained<Value>(_ path: String, _ body: () throws(StoreFailure) -> Value) throws(ServerFailure) -> Value {
    do {
      return try body()
    } catch {
      throw ServerFailure("\(path) cannot be sealed or opened: \(AttachmentFailure(store: error).sentence).")
    }
  }
}

/// A file of 32 random bytes, readable by its owner only.
public enum SecretFile {
  static let byteCount = 32

  /// Makes the file, durably; one that is there already stays as it is.
  ///
  /// - Returns: what is in it.
  @discardableResult
  public static func make(_ path: String) throws(ServerFailure) -> [UInt8] {
    let key = RandomBytes.make(byteCount)
    // Whole or not there: it gets its name when it is written.
    let draft = path + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ServerFailure("\(path) cannot be made: \(String(cString: strerror(errno))).") }
    let isWritten =
      key.withUnsafeBytes { write(file, $0.baseAddress, byteCount) } == byteCount && fsync(file) == 0 && link(draft, path) == 0
    let cause = String(cString: strerror(errno))
    close(file)
    unlink(draft)
    guard isWritten else { throw ServerFailure("\(path) cannot be written: \(cause).") }
    let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let isNamed = folder >= 0 && fsync(folder) == 0
    if folder >= 0 { close(folder) }
    guard isNamed else {
      unlink(path)
      throw ServerFailure("\(path) cannot be made durable: \(String(cString: strerror(errno))).")
    }
    return key
  }
}

/// Why the server cannot start or go on; one sentence for the operator with the remedy.
public struct ServerFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Wraps a sentence.
  public init(_ description: String) { self.description = description }
}
