import Cryptography
import HearthProtocol

/// The key of a key file, which never lies in the data folder: it wraps the folder's key and nothing else (a
/// key-encryption key).
public struct EncryptionKey: Sendable {
  /// AES-256.
  public static let byteCount = 32

  package let secret: SymmetricKey
  /// Names the key to the operator and in the folder, in 16 hexadecimal digits; the key cannot be learned from it.
  public let id: String

  /// Takes 32 random bytes; nil for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    secret = SymmetricKey(Array(bytes))
    let code = HMAC.sha256(Array("hearth key id".utf8), key: secret)
    id = String(ContentHash(of: code).description.prefix(16))
  }

  /// Reads 64 lower-case hexadecimal digits, in which hashes are written, too; nil for anything else.
  public init?(hexadecimal text: String) {
    guard let bytes = ContentHash(text)?.bytes else { return nil }
    self.init(bytes: bytes)
  }

  /// A new key as 64 hexadecimal digits, for where secrets are kept as text.
  public static func makeHexadecimal() -> String {
    // Exactly 32 bytes.
    ContentHash(bytes: RandomBytes.make(byteCount))?.description ?? ""
  }
}
