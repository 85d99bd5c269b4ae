import COpenSSL

/// A secret that both sides know. Its bytes are wiped when nobody refers to it any more.
public struct SymmetricKey: Sendable {
  private let secret: Secret

  /// Takes bytes.
  public init(_ bytes: [UInt8]) { secret = Secret(bytes) }

  /// A new key of 256 bits.
  public static func random() -> SymmetricKey { SymmetricKey(RandomBytes.make(32)) }

  /// How many bytes it has.
  public var byteCount: Int { secret.bytes.count }

  /// The bytes in place.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { body(UnsafeRawBufferPointer(secret.bytes)) }

  // Safety: the memory is written before anybody else knows of it, and wiped when nobody does any more.
  private final class Secret: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ content: [UInt8]) {
      // A byte more, so that there is an address even for none.
      bytes = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer.allocate(byteCount: content.count + 1, alignment: 8)[..<content.count])
      bytes.copyBytes(from: content)
    }

    deinit {
      OPENSSL_cleanse(bytes.baseAddress, bytes.count)
      bytes.baseAddress?.deallocate()
    }
  }
}

/// Compares secrets.
public enum ConstantTime {
  /// Whether the bytes are the same. The time depends on the counts alone.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }
}
