import COpenSSL

/// A key of libcrypto's, freed with its last reference.
// Safety: nothing changes a key once it is made, and OpenSSL lets all threads use one for signing and verifying
// (openssl-threads(7)).
final class KeyHandle: @unchecked Sendable {
  let key: OpaquePointer

  /// Takes over a key; nil when there is none.
  init?(_ key: OpaquePointer?) {
    guard let key else {
      ERR_clear_error()
      return nil
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// Whether the signature is the key's over the message.
  ///
  /// - Parameter digest: what the message is hashed with; nil for a scheme that does so itself.
  func isValid(_ signature: [UInt8], for message: [UInt8], digest: OpaquePointer?) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let isValid =
      EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    if !isValid { ERR_clear_error() }
    return isValid
  }
}
