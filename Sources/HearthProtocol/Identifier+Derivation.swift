import Cryptography

extension Identifier {
  /// Makes a version 8 UUID (RFC 9562 §5.8) of what it is derived from: the first 122 bits of SHA-256 over the parts,
  /// each behind its length.
  ///
  /// The same parts give the same id everywhere and for ever, so what is derived twice is made once.
  public init(derivedFrom parts: [String]) {
    var hasher = SHA256()
    for part in parts {
      // A length before each part: two parts never look like two others.
      let length = UInt64(part.utf8.count)
      hasher.update((0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) })
      hasher.update(Array(part.utf8))
    }
    let words = hasher.finalize().withUnsafeBytes { raw in
      (
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(
      high: words.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: words.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
