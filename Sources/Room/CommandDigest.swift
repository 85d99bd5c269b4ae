import Crypto
import HearthProtocol
import SwiftProtobuf

/// Tells one command body from another without keeping it.
enum CommandDigest {
  /// The first 8 bytes, little endian, of SHA-256 over the salt and the command's protobuf bytes (SPEC CM-04). The salt makes it useless for
  /// guessing words out of a log. Nil when the command cannot be serialized.
  static func of(_ command: Command, salt: [UInt8]) -> UInt64? {
    guard let bytes: [UInt8] = try? command.serializedBytes() else { return nil }
    var hasher = SHA256()
    hasher.update(data: salt)
    hasher.update(data: bytes)
    return hasher.finalize().withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
  }
}

/// Gives 16 unpredictable bytes for every event: SHA-256 in counter mode over a secret seed, so that the core stays pure and a seed replays a run.
struct SaltSource: Sendable {
  private let seed: [UInt8]
  private var counter: UInt64 = 0

  /// - Parameter seed: 32 bytes from the system's random generator, never used twice.
  init(seed: [UInt8]) { self.seed = seed }

  mutating func next() -> [UInt8] {
    var hasher = SHA256()
    hasher.update(data: seed)
    withUnsafeBytes(of: counter.littleEndian) { hasher.update(bufferPointer: $0) }
    counter += 1
    return Array(hasher.finalize().prefix(16))
  }
}
