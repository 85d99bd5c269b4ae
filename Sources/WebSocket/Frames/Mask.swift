/// Applies the mask of RFC 6455 §5.3.
///
/// A key is four wire bytes read as a little-endian word, so that byte `i` of a payload meets bits `8 * (i % 4)` of the
/// key.
@usableFromInline
enum Mask {
  /// Masks or unmasks bytes where they lie.
  ///
  /// - Returns: the bitwise or of words of the result: the top bit of some byte in it is set exactly when a byte is not
  ///   ASCII. It comes free with the pass and spares text its validation.
  @inlinable
  static func apply(_ key: UInt32, to bytes: UnsafeMutableRawBufferPointer) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let count = bytes.count
    let wide = UInt64(key) << 32 | UInt64(key)
    var offset = 0
    var seen: UInt64 = 0
    // Safety: every load and store below ends at or before `count`.
    if count >= 16 {
      let lanes = SIMD2<UInt64>(repeating: wide.littleEndian)
      var seenLanes = SIMD2<UInt64>(repeating: 0)
      while offset &+ 16 <= count {
        let word = base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self) ^ lanes
        seenLanes |= word
        base.storeBytes(of: word, toByteOffset: offset, as: SIMD2<UInt64>.self)
        offset &+= 16
      }
      seen = seenLanes[0] | seenLanes[1]
    }
    if offset &+ 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ wide.littleEndian
      seen |= word
      base.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    var rest = key
    while offset < count {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self) ^ UInt8(truncatingIfNeeded: rest)
      seen |= UInt64(byte)
      base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
      rest = rest >> 8 | rest << 24
      offset &+= 1
    }
    return seen
  }

  /// The key as it stands after `count` bytes were masked with it.
  @inlinable
  static func advance(_ key: UInt32, by count: Int) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: count & 3) &* 8
    return bits == 0 ? key : key >> bits | key << (32 &- bits)
  }

  /// The top bit of each byte of a word.
  @usableFromInline static let notASCII: UInt64 = 0x8080_8080_8080_8080
}
