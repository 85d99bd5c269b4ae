import Cryptography
import HearthProtocol

/// Tells one command body from another without keeping it.
enum CommandDigest {
  /// The first 8 bytes, little endian, of SHA-256 over the salt and the command's protobuf bytes (SPEC CM-04). The salt
  /// makes it useless for guessing words out of a log. Nil when the command cannot be serialized.
  static func of(_ command: Command, salt: [UInt8]) -> UInt64? {
    let hash = try? command.withEncodedBytes { bytes in salt.withUnsafeBytes { SHA256.hash($0, bytes) } }
    return hash?.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
  }
}

/// Gives 16 unpredictable bytes for every event: SHA-256 in counter mode over a secret seed, so that the core stays
/// pure and a seed replays a run.
///
/// Each lane counts by itself: with the same seed what happens in one lane leaves the bytes of all others as they were.
struct SaltSource: Sendable {
  private let seed: [UInt8]
  private var counters: [Lane: UInt64] = [:]

  /// - Parameter seed: 32 bytes from the system's random generator, never used twice.
  init(seed: [UInt8]) { self.seed = seed }

  mutating func next(in lane: Lane) -> [UInt8] {
    let counter = counters[lane, default: 0]
    counters[lane] = counter + 1
    var hasher = SHA256()
    hasher.update(seed)
    withUnsafeBytes(of: counter.littleEndian) { hasher.update($0) }
    hasher.update(Array(lane.name.utf8))
    return Array(hasher.finalize().bytes.prefix(16))
  }
}
