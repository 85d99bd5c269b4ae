import Cryptography

/// The head of a lane's hash chain: 32 bytes.
///
/// Each event's hash is SHA-256 over the previous hash and the event's stored bytes, never over re-encoded ones (SPEC
/// LN-05). A client that keeps a head notices both rewriting and truncation of what came before it.
public struct LaneHash: Hashable, Sendable {
  /// The 32 bytes as four words, first bytes most significant.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Reads 32 bytes; nil for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    // Byte by byte through a generic iterator costs more than everything else a client does with an event.
    let hash = bytes.withContiguousStorageIfAvailable { LaneHash(raw: UnsafeRawBufferPointer($0)) }
    self = hash ?? Array(bytes).withUnsafeBytes { LaneHash(raw: $0) }
  }

  private init(_ digest: SHA256Digest) { self = digest.withUnsafeBytes { LaneHash(raw: $0) } }

  /// Reads exactly 32 bytes.
  private init(raw: UnsafeRawBufferPointer) {
    words = (
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    )
  }

  /// What stands before the first event of a lane: SHA-256 of "hearth.v1", the group's 16 bytes and the lane's name.
  /// It ties every hash to its group and lane, so that no history passes for another.
  public static func genesis(group: GroupID, lane: Lane) -> LaneHash {
    var hasher = SHA256()
    hasher.update(Array("hearth.v1".utf8))
    hasher.update(group.bytes)
    hasher.update(Array(lane.name.utf8))
    return LaneHash(hasher.finalize())
  }

  /// The hash of the next event.
  ///
  /// - Parameter stored: the event's bytes exactly as stored.
  public func next(stored: some Sequence<UInt8>) -> LaneHash {
    let hash = stored.withContiguousStorageIfAvailable { stored in
      withBytes { LaneHash(SHA256.hash($0, UnsafeRawBufferPointer(stored))) }
    }
    return hash ?? next(stored: Array(stored))
  }

  /// The 32 bytes.
  public var bytes: [UInt8] { withBytes { Array($0) } }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian), body)
  }

  /// Equal when all 32 bytes are.
  public static func == (left: LaneHash, right: LaneHash) -> Bool { left.words == right.words }

  /// Feeds the first word; SHA-256 spreads well enough.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
