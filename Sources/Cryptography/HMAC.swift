import COpenSSL

/// Authentication codes (RFC 2104) by SHA-256.
public enum HMAC {
  /// The 32 bytes that only a holder of the key can compute.
  public static func sha256(_ message: [UInt8], key: SymmetricKey) -> [UInt8] {
    guard let context = EVP_MAC_CTX_new(Algorithms.hmac) else { preconditionFailure("there is no memory for an authentication code") }
    defer { EVP_MAC_CTX_free(context) }
    let hasBegun = key.withUnsafeBytes { key in
      // Safety: bytes are bytes, whatever they are bound to.
      copenssl_begin_hmac_sha256(context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count) == 1
    }
    guard hasBegun, EVP_MAC_update(context, message, message.count) == 1 else { preconditionFailure("libcrypto cannot authenticate") }
    return [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { code, count in
      guard EVP_MAC_final(context, code.baseAddress, &count, SHA256Digest.byteCount) == 1 else {
        preconditionFailure("libcrypto cannot authenticate")
      }
    }
  }
}

/// Keys derived from a key (RFC 5869) by HMAC-SHA-256.
public enum HKDF {
  /// Limit: bytes that can be derived at once (RFC 5869 §2.3); asking for more, or for none, is a bug.
  public static let derivedBytesMax = 255 * SHA256Digest.byteCount

  /// A key for one purpose.
  ///
  /// - Parameters:
  ///   - key: what it is derived from; it should be as hard to guess as the derived key is to be.
  ///   - salt: none counts as 32 zeros (RFC 5869 §2.2).
  ///   - info: names the purpose.
  ///   - byteCount: 1 to 8,160.
  public static func sha256(_ key: SymmetricKey, salt: [UInt8] = [], info: [UInt8], byteCount: Int = 32) -> SymmetricKey {
    precondition((1...derivedBytesMax).contains(byteCount), "so many bytes cannot be derived")
    guard let context = EVP_KDF_CTX_new(Algorithms.hkdf) else { preconditionFailure("there is no memory to derive a key") }
    defer { EVP_KDF_CTX_free(context) }
    var derived = [UInt8](repeating: 0, count: byteCount)
    defer { OPENSSL_cleanse(&derived, byteCount) }
    let isDerived = key.withUnsafeBytes { key in
      // Safety: bytes are bytes, whatever they are bound to.
      copenssl_derive_hkdf_sha256(
        context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, salt, salt.count, info, info.count, &derived, byteCount)
    }
    guard isDerived == 1 else { preconditionFailure("libcrypto cannot derive a key") }
    return SymmetricKey(derived)
  }
}
