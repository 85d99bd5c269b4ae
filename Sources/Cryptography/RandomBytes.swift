import COpenSSL

/// Unpredictable bytes, from libcrypto's generator, which the system's seeds.
public enum RandomBytes {
  /// So many bytes. The process ends when there is no randomness: what would be made without it could be guessed.
  public static func make(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      fill(UnsafeMutableRawBufferPointer(bytes))
      filled = count
    }
  }

  /// Two words, as ids need them.
  public static func words() -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { fill($0) }
    return words
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    // Safety: bytes have no other type before they are written.
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let count = Int32(exactly: bytes.count), RAND_bytes(start, count) == 1 else {
      preconditionFailure("the system gives no random bytes")
    }
  }
}
