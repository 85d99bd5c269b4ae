import Crypto
import HearthProtocol

/// The key of a key file, which never lies in the data folder: it wraps the folder's key and nothing else (a key-encryption key).
public struct EncryptionKey: Sendable {
  /// AES-256.
  public static let byteCount = 32

  let secret: SymmetricKey
  /// Names the key to the operator and in the folder, in 16 hexadecimal digits; the key cannot be learned from it.
  public let id: String

  /// Takes 32 random bytes; nil for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    secret = SymmetricKey(data: Array(bytes))
    let code = HMAC<SHA256>.authenticationCode(for: Array("hearth key id".utf8), using: secret)
    id = String(ContentHash(of: code).description.prefix(16))
  }
}
