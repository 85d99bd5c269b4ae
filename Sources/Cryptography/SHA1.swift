import COpenSSL

/// SHA-1 (FIPS 180-4). It is broken: only the opening handshake of WebSockets, which needs no strength, may use it.
public enum SHA1 {
  /// The 20 bytes of the hash.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
      guard EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, Algorithms.sha1, nil) == 1 else {
        preconditionFailure("libcrypto cannot hash")
      }
      count = 20
    }
  }
}
