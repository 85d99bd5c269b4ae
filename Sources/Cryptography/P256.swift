import COpenSSL

/// Signatures by ECDSA over P-256 with SHA-256 (FIPS 186-4), and secrets that two keys of it share (NIST SP 800-56A).
public enum P256 {
  /// Bytes of a secret key, of a coordinate, and of what two keys share.
  public static let secretBytes = 32
  /// Bytes of a point as it travels: 4 and both coordinates (SEC 1 §2.3.3).
  public static let pointBytes = 65
  /// Bytes of a signature: r and s.
  public static let signatureBytes = 64

  /// Checks signatures.
  public struct PublicKey: Sendable {
    fileprivate let handle: KeyHandle

    /// Takes a point's coordinates, 32 bytes each; nil when it is none of the curve.
    public init?(x: [UInt8], y: [UInt8]) {
      guard x.count == 32, y.count == 32 else { return nil }
      self.init(point: [4] + x + y)
    }

    /// Takes a point of 65 bytes that is not compressed; nil when it is none of the curve.
    public init?(point: [UInt8]) {
      guard point.count == pointBytes, point[0] == 4 else { return nil }
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

  /// Makes signatures, and shares secrets.
  public struct SecretKey: Sendable {
    private let handle: KeyHandle

    /// Takes a number of 32 bytes; nil for another count, for zero and for what is not below the curve's order, which
    /// of random bytes one in four thousand million is.
    public init?(_ secret: [UInt8]) {
      guard secret.count == secretBytes, let handle = KeyHandle(copenssl_make_p256_pair(secret)) else { return nil }
      self.handle = handle
    }

    /// A new key.
    public static func random() -> SecretKey {
      while true { if let key = SecretKey(RandomBytes.make(secretBytes)) { return key } }
    }

    /// The 65 bytes of its public key.
    public var point: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: pointBytes) { point, count in
        guard copenssl_read_p256_point(handle.key, point.baseAddress) == 1 else {
          preconditionFailure("libcrypto has a key without its public half")
        }
        count = pointBytes
      }
    }

    /// The 64 bytes of a signature over the message: r and s (RFC 7518 §3.4), others each time.
    public func signature(for message: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else { throw .taken() }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, Algorithms.sha256, nil, handle.key) == 1 else { throw .taken() }
      // RFC 3279 §2.2.3: two numbers of 33 bytes at most, each with two bytes before it, as both have together.
      var count = 72
      var der = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &der, &count, message, message.count) == 1 else { throw .taken() }
      let pair = der.withUnsafeBufferPointer { der -> OpaquePointer? in
        var start = der.baseAddress
        return d2i_ECDSA_SIG(nil, &start, count)
      }
      guard let pair else { throw .taken() }
      defer { ECDSA_SIG_free(pair) }
      var signature = [UInt8](repeating: 0, count: signatureBytes)
      let isWritten = signature.withUnsafeMutableBufferPointer { bytes in
        BN_bn2binpad(ECDSA_SIG_get0_r(pair), bytes.baseAddress, 32) == 32
          && BN_bn2binpad(ECDSA_SIG_get0_s(pair), bytes.baseAddress.map { $0 + 32 }, 32) == 32
      }
      guard isWritten else { throw .taken() }
      return signature
    }

    /// What the holder of the other key reckons, too, and nobody else: 32 bytes, from which keys are derived.
    public func sharedSecret(with other: PublicKey) throws(CryptographyFailure) -> SymmetricKey {
      guard let context = EVP_PKEY_CTX_new_from_pkey(nil, handle.key, nil) else { throw .taken() }
      defer { EVP_PKEY_CTX_free(context) }
      var secret = [UInt8](repeating: 0, count: secretBytes)
      defer { OPENSSL_cleanse(&secret, secretBytes) }
      var count = secretBytes
      guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other.handle.key) == 1,
        EVP_PKEY_derive(context, &secret, &count) == 1, count == secretBytes
      else { throw .taken() }
      return SymmetricKey(secret)
    }
  }
}
