import COpenSSL

/// Signatures by RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017 §8.2). They are only checked here.
public enum RSA {
  /// Checks signatures.
  public struct PublicKey: Sendable {
    // Limit: bits of the exponent; with more, checking takes longer for nothing.
    private static let exponentBitsMax: Int32 = 33

    private let handle: KeyHandle
    /// How many bits the modulus has.
    public let bits: Int

    /// Takes modulus and exponent, most significant byte first; nil when they are none of a key: even, or the exponent
    /// 1 or longer than 33 bits.
    ///
    /// The caller bounds the modulus: the longer it is, the longer a check takes.
    public init?(modulus: [UInt8], exponent: [UInt8]) {
      guard let modulusBytes = Int32(exactly: modulus.count), let exponentBytes = Int32(exactly: exponent.count) else { return nil }
      guard let n = BN_bin2bn(modulus, modulusBytes, nil) else { return nil }
      defer { BN_free(n) }
      guard let e = BN_bin2bn(exponent, exponentBytes, nil) else { return nil }
      defer { BN_free(e) }
      self.init(n, e)
    }

    /// Reads a SubjectPublicKeyInfo (RFC 5280 §4.1) of rsaEncryption; nil when it is none, or is written otherwise than
    /// DER writes it.
    public init?(der: [UInt8]) {
      let parsed = der.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return d2i_PUBKEY(nil, &start, bytes.count)
      }
      guard let parsed = KeyHandle(parsed), EVP_PKEY_is_a(parsed.key, "RSA") == 1, Self.der(parsed) == der else { return nil }
      var (n, e): (OpaquePointer?, OpaquePointer?)
      defer {
        BN_free(n)
        BN_free(e)
      }
      guard EVP_PKEY_get_bn_param(parsed.key, OSSL_PKEY_PARAM_RSA_N, &n) == 1,
        EVP_PKEY_get_bn_param(parsed.key, OSSL_PKEY_PARAM_RSA_E, &e) == 1, let n, let e
      else { return nil }
      self.init(n, e)
    }

    private init?(_ n: OpaquePointer, _ e: OpaquePointer) {
      guard BN_is_odd(n) == 1, BN_is_odd(e) == 1, (2...Self.exponentBitsMax).contains(BN_num_bits(e)) else { return nil }
      guard let handle = KeyHandle(copenssl_make_rsa_key(n, e)) else { return nil }
      self.handle = handle
      bits = Int(BN_num_bits(n))
    }

    /// Whether the signature is the key's over the message. It has as many bytes as the modulus (RFC 8017 §8.2.2).
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      signature.count == (bits + 7) / 8 && handle.isValid(signature, for: message, digest: Algorithms.sha256)
    }

    private static func der(_ handle: KeyHandle) -> [UInt8]? {
      let count = Int(i2d_PUBKEY(handle.key, nil))
      guard count > 0 else {
        ERR_clear_error()
        return nil
      }
      return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        var end = bytes.baseAddress
        filled = max(0, Int(i2d_PUBKEY(handle.key, &end)))
      }
    }
  }
}
