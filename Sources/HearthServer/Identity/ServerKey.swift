import Foundation
import Glibc

/// The server's secret: 32 bytes in the file `server.key` of the data folder, readable by its owner only.
///
/// It is made when the folder is new. When data is there and the key is not, the server refuses to start: with another key every invite code would die silently.
public enum ServerKey {
  /// Reads the key, or makes it for a new folder.
  ///
  /// - Parameters:
  ///   - directory: the data folder; it exists.
  ///   - isNew: whether the folder holds no data yet.
  public static func load(directory: String, isNew: Bool) throws(ServerFailure) -> [UInt8] {
    let path = directory + "/server.key"
    if let bytes = FileManager.default.contents(atPath: path) {
      guard bytes.count == 32 else {
        throw ServerFailure("\(path) has \(bytes.count) bytes instead of 32. Restore it from a backup.")
      }
      return Array(bytes)
    }
    guard isNew else {
      throw ServerFailure(
        "\(path) is missing although the folder holds data. Restore it from a backup; a new key would end every invite code.")
    }
    return try make(at: path, in: directory)
  }

  private static func make(at path: String, in directory: String) throws(ServerFailure) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    // Whole or not there: it gets its name when it is written.
    let draft = path + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ServerFailure("\(path) cannot be made: \(String(cString: strerror(errno))).") }
    let isWritten = key.withUnsafeBytes { write(file, $0.baseAddress, 32) } == 32 && fsync(file) == 0 && link(draft, path) == 0
    let cause = String(cString: strerror(errno))
    close(file)
    unlink(draft)
    guard isWritten else { throw ServerFailure("\(path) cannot be written: \(cause).") }
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
