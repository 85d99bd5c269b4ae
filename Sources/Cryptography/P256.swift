import COpenSSL

/// Signatures by ECDSA over P-256 with SHA-256 (FIPS 186-4). They are only checked here.
public enum P256 {
  /// Checks signatures.
  public struct PublicKey: Sendable {
    private let handle: KeyHandle

    /// Takes a point's coordinates, 32 bytes each; nil when it is none of the curve.
    public init?(x: [UInt8], y: [UInt8]) {
      guard x.count == 32, y.count == 32 else { return nil }
      // SEC 1 §2.3.3: a point that is not compressed.
      let point = [4] + x + y
      // Decoding the point checks that it is on the curve.
      guard let handle = KeyHandle(copenssl_make_p256_key(point, point.count)) else { return nil }
      self.handle = handle
    }

    /// Whether the signature is the key's over the message.
    ///
    /// - Parameter signature: r and s, 32 bytes each (RFC 7518 §3.4); anything else is none.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard signature.count == 64, let der = Self.der(signature) else { return false }
      return handle.isValid(der, for: message, digest: Algorithms.sha256)
    }

    /// RFC 3279 §2.2.3: as libcrypto takes it.
    private static func der(_ signature: [UInt8]) -> [UInt8]? {
      guard let pair = ECDSA_SIG_new() else { return nil }
      defer { ECDSA_SIG_free(pair) }
      let r = BN_bin2bn(signature, 32, nil)
      let s = signature.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress.map { $0 + 32 }, 32, nil) }
      guard ECDSA_SIG_set0(pair, r, s) == 1 else {
        BN_free(r)
        BN_free(s)
        return nil
      }
      let count = Int(i2d_ECDSA_SIG(pair, nil))
      guard count > 0 else { return nil }
      return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        var end = bytes.baseAddress
        filled = max(0, Int(i2d_ECDSA_SIG(pair, &end)))
      }
    }
  }
}
