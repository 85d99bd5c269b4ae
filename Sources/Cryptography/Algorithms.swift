import COpenSSL

/// The algorithms as libcrypto's default provider has them, each looked up once: a look-up costs more than the hash of
/// an event.
enum Algorithms {
  // Safety: a fetched algorithm is never changed or freed, and OpenSSL lets all threads read it (crypto(7)).
  nonisolated(unsafe) static let sha256 = found(EVP_MD_fetch(nil, "SHA2-256", nil), "SHA-256")
  // Safety: never changed or freed, and read by all threads (crypto(7)).
  nonisolated(unsafe) static let sha1 = found(EVP_MD_fetch(nil, "SHA1", nil), "SHA-1")
  // Safety: never changed or freed, and read by all threads (crypto(7)).
  nonisolated(unsafe) static let aes256GCM = found(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), "AES-256-GCM")
  // Safety: never changed or freed, and read by all threads (crypto(7)).
  nonisolated(unsafe) static let aes128GCM = found(EVP_CIPHER_fetch(nil, "AES-128-GCM", nil), "AES-128-GCM")
  // Safety: never changed or freed, and read by all threads (crypto(7)).
  nonisolated(unsafe) static let hmac = found(EVP_MAC_fetch(nil, "HMAC", nil), "HMAC")
  // Safety: never changed or freed, and read by all threads (crypto(7)).
  nonisolated(unsafe) static let hkdf = found(EVP_KDF_fetch(nil, "HKDF", nil), "HKDF")

  private static func found(_ algorithm: OpaquePointer?, _ name: String) -> OpaquePointer {
    guard let algorithm else { preconditionFailure("libcrypto's default provider has no \(name)") }
    return algorithm
  }
}
