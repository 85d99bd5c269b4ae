import COpenSSL
import Cryptography

/// A key pair of P-256 or RSA, which signs.
// Safety: nothing changes a key once it is made, and OpenSSL lets all threads sign with one.
final class IssuerKey: @unchecked Sendable {
  /// The key cannot be made, or cannot sign.
  struct Unavailable: Error {}

  private let key: OpaquePointer

  private init(_ type: String, _ choose: (OpaquePointer) -> Bool) throws(Unavailable) {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { throw Unavailable() }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, choose(context), EVP_PKEY_generate(context, &key) == 1, let key else { throw Unavailable() }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// A new key of P-256.
  static func p256() throws(Unavailable) -> IssuerKey { try IssuerKey("EC") { EVP_PKEY_CTX_set_group_name($0, "P-256") == 1 } }

  /// A new key of 2,048 bits.
  static func rsa() throws(Unavailable) -> IssuerKey { try IssuerKey("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2_048) == 1 } }

  /// The public point of a key of P-256: 4, then x and y.
  var point: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65)
    var count = 0
    let isThere = EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &count) == 1
    return isThere ? Array(bytes.prefix(count)) : []
  }

  /// A number of an RSA key by its name, most significant byte first.
  func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return [] }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
    _ = BN_bn2bin(number, &bytes)
    return bytes
  }

  /// The public key as SubjectPublicKeyInfo.
  var der: [UInt8] { Self.written { i2d_PUBKEY(key, $0) } }

  /// The signature by SHA-256, as libcrypto makes it: of P-256 in DER.
  func signature(for message: [UInt8]) throws(Unavailable) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw Unavailable() }
    defer { EVP_MD_CTX_free(context) }
    var count = 512
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw Unavailable() }
    return Array(signature.prefix(count))
  }

  /// r and s of a signature of P-256 in DER, 32 bytes each.
  static func pair(ofDER signature: [UInt8]) throws(Unavailable) -> [UInt8] {
    let parsed = signature.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    guard let parsed else { throw Unavailable() }
    defer { ECDSA_SIG_free(parsed) }
    var pair = [UInt8](repeating: 0, count: 64)
    pair.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = BN_bn2binpad(ECDSA_SIG_get0_r(parsed), start, 32)
      _ = BN_bn2binpad(ECDSA_SIG_get0_s(parsed), start + 32, 32)
    }
    return pair
  }

  private static func written(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, Int(write(nil))))
    bytes.withUnsafeMutableBufferPointer { bytes in
      var end = bytes.baseAddress
      _ = write(&end)
    }
    return bytes
  }
}
