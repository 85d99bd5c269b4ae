import Glibc

/// Random words from the system, fetched many at a time.
///
/// RFC 6455 §5.3 wants a strong source for mask keys, and one call of the system for each frame would cost more than
/// the frame.
struct RandomPool {
  private var words: [UInt64] = []
  // Limit: getentropy(3) gives at most 256 bytes at a time.
  private static let wordsPerFetch = 32

  /// A random word.
  mutating func next() -> UInt64 {
    if let word = words.popLast() { return word }
    var generator = SystemRandomNumberGenerator()
    words = [UInt64](unsafeUninitializedCapacity: Self.wordsPerFetch) { buffer, count in
      // Safety: getentropy fills the bytes it is told of or fails, and then none are counted.
      let bytes = min(buffer.count, Self.wordsPerFetch) * MemoryLayout<UInt64>.stride
      count = getentropy(buffer.baseAddress, bytes) == 0 ? bytes / MemoryLayout<UInt64>.stride : 0
    }
    return words.popLast() ?? generator.next()
  }

  /// A mask key.
  mutating func nextMask() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}
