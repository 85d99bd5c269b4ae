import COpenSSL

/// Keys derived from passphrases by scrypt (RFC 7914), which makes each guess cost time and memory.
public struct Scrypt: Hashable, Sendable {
  /// N: a power of two, at least 2. Memory and time grow with it.
  public let cost: UInt64
  /// r: the size of a block, in units of 128 bytes.
  public let blockSize: UInt64
  /// p: how often it is all done.
  public let parallelism: UInt64

  /// Limit: memory that a derivation may take, in bytes. What asks for more is refused, since it may come from a file.
  public static let memoryBytesMax: UInt64 = 256 << 20

  /// Limit: passes over that memory; libcrypto would take many more.
  public static let parallelismMax: UInt64 = 16

  /// What new keys are derived with: 128 MiB, some tenths of a second.
  public static let standard = Scrypt(knownCost: 1 << 17, blockSize: 8, parallelism: 1)

  /// Parameters as a file has them; nil where they are none, or ask for more than may be.
  public init?(cost: UInt64, blockSize: UInt64, parallelism: UInt64) {
    // Limit: each so small that the product below fits.
    guard cost > 1, cost & (cost - 1) == 0, cost <= 1 << 20, (1...32).contains(blockSize), (1...Self.parallelismMax).contains(parallelism),
      // RFC 7914 §6: V takes 128 · r · N bytes, B 128 · r · p.
      128 * blockSize * (cost + parallelism) <= Self.memoryBytesMax
    else { return nil }
    self.init(knownCost: cost, blockSize: blockSize, parallelism: parallelism)
  }

  private init(knownCost cost: UInt64, blockSize: UInt64, parallelism: UInt64) {
    (self.cost, self.blockSize, self.parallelism) = (cost, blockSize, parallelism)
  }

  /// Derives a key.
  ///
  /// - Parameter byteCount: at least 1.
  /// - Throws: `.unavailable`, for want of memory for example.
  public func key(_ passphrase: [UInt8], salt: [UInt8], byteCount: Int = 32) throws(CryptographyFailure) -> SymmetricKey {
    var derived = [UInt8](repeating: 0, count: byteCount)
    defer { OPENSSL_cleanse(&derived, byteCount) }
    // libcrypto takes C's characters, and looks at nothing without an address, which an empty list may lack.
    var characters = passphrase.map { CChar(bitPattern: $0) } + [0]
    defer { OPENSSL_cleanse(&characters, characters.count) }
    let isDerived = EVP_PBE_scrypt(
      characters, passphrase.count, salt, salt.count, cost, blockSize, parallelism,
      // A little more than V and B for what libcrypto holds beside them.
      Self.memoryBytesMax + (1 << 20), &derived, byteCount)
    guard isDerived == 1 else { throw .taken() }
    return SymmetricKey(derived)
  }
}
