import COpenSSL

/// Signatures by Ed25519 (RFC 8032).
public enum Ed25519 {
  /// Bytes of a public key, and of the seed of a secret one.
  public static let keyBytes = 32
  /// Bytes of a signature.
  public static let signatureBytes = 64

  /// Checks signatures.
  public struct PublicKey: Sendable {
    private let handle: KeyHandle

    /// Takes 32 bytes; nil for another count. Whether they are a point shows when a signature is checked.
    public init?(_ bytes: [UInt8]) {
      guard bytes.count == keyBytes, let handle = KeyHandle(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, keyBytes)) else {
        return nil
      }
      self.handle = handle
    }

    /// Whether the signature is the key's over the message. One of another length is not.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      signature.count == signatureBytes && handle.isValid(signature, for: message, digest: nil)
    }
  }

  /// Makes signatures.
  public struct PrivateKey: Sendable {
    private let handle: KeyHandle

    /// Takes a seed of 32 bytes; nil for another count.
    public init?(seed: [UInt8]) {
      guard seed.count == keyBytes, let handle = KeyHandle(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, keyBytes)) else {
        return nil
      }
      self.handle = handle
    }

    /// The 32 bytes of its public key.
    public var publicKey: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: keyBytes) { bytes, count in
        count = keyBytes
        guard EVP_PKEY_get_raw_public_key(handle.key, bytes.baseAddress, &count) == 1, count == keyBytes else {
          preconditionFailure("libcrypto has a key without its public half")
        }
      }
    }

    /// The 64 bytes of the signature over the message: the same each time.
    public func signature(for message: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else { throw .taken() }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, nil, nil, handle.key) == 1 else { throw .taken() }
      var count = signatureBytes
      var signature = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == signatureBytes else { throw .taken() }
      return signature
    }
  }
}
