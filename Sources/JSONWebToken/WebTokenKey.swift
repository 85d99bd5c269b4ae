import Cryptography

/// How a token is signed (RFC 7518 §3.1, RFC 8037 §3.1): with a key pair, so that whoever can check cannot make.
public enum WebTokenAlgorithm: String, Sendable, CaseIterable {
  /// ECDSA over P-256 with SHA-256.
  case es256 = "ES256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// Ed25519.
  case edDSA = "EdDSA"
}

/// A public key of an issuer. What it is for follows from the key, never from a token.
public struct WebTokenKey: Sendable {
  private enum Material: Sendable {
    case p256(P256.PublicKey)
    case rsa(RSA.PublicKey)
    case ed25519(Ed25519.PublicKey)
  }

  /// Limit: bits of an RSA key; fewer are too weak, more only take time.
  public static let rsaBits = 2_048...8_192

  /// What tokens call the key; nil: nothing.
  public let id: String?
  private let material: Material

  private init(_ id: String?, _ material: Material) {
    self.id = id
    self.material = material
  }

  /// The one algorithm that the key is for.
  public var algorithm: WebTokenAlgorithm {
    switch material {
    case .p256: .es256
    case .rsa: .rs256
    case .ed25519: .edDSA
    }
  }

  /// Whether the signature is the key's over the message.
  ///
  /// - Parameter signature: of ES256 r and s, 32 bytes each (RFC 7518 §3.4).
  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch material {
    case .p256(let key): key.isValid(signature, for: message)
    case .rsa(let key): key.isValid(signature, for: message)
    case .ed25519(let key): key.isValid(signature, for: message)
    }
  }

  // MARK: Reading

  /// A point of P-256 (RFC 7518 §6.2.1); nil when it is none.
  ///
  /// - Parameters:
  ///   - x: 32 bytes, as `y`.
  static func p256(id: String?, x: [UInt8], y: [UInt8]) -> WebTokenKey? {
    P256.PublicKey(x: x, y: y).map { WebTokenKey(id, .p256($0)) }
  }

  /// Modulus and exponent (RFC 7518 §6.3.1); nil when they are no key of 2,048 to 8,192 bits.
  static func rsa(id: String?, n: [UInt8], e: [UInt8]) -> WebTokenKey? {
    // Nothing is computed with more bytes than a key may have.
    guard n.count <= rsaBits.upperBound / 8, e.count <= 8, let key = RSA.PublicKey(modulus: n, exponent: e) else { return nil }
    return rsaBits.contains(key.bits) ? WebTokenKey(id, .rsa(key)) : nil
  }

  /// A public key of Ed25519, 32 bytes (RFC 8037 §2); nil when it is none.
  static func ed25519(id: String?, x: [UInt8]) -> WebTokenKey? {
    Ed25519.PublicKey(x).map { WebTokenKey(id, .ed25519($0)) }
  }

  /// RFC 8410 §4: what stands before the 32 bytes of an Ed25519 key.
  private static let ed25519Prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

  /// RFC 5480 §2: what stands before the coordinates of a point of P-256 that is not compressed.
  private static let p256Prefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01,
    0x07,
    0x03, 0x42, 0x00, 0x04,
  ]

  /// A SubjectPublicKeyInfo (RFC 5280 §4.1) written as DER writes it; nil when it is none of a key that we take.
  static func der(_ bytes: [UInt8]) -> WebTokenKey? {
    if bytes.starts(with: ed25519Prefix) { return ed25519(id: nil, x: Array(bytes[ed25519Prefix.count...])) }
    if bytes.starts(with: p256Prefix) {
      let point = bytes[p256Prefix.count...]
      return p256(id: nil, x: Array(point.prefix(32)), y: Array(point.dropFirst(32)))
    }
    guard let key = RSA.PublicKey(der: bytes), rsaBits.contains(key.bits) else { return nil }
    return WebTokenKey(nil, .rsa(key))
  }
}
