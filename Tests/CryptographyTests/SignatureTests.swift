import Cryptography
import Foundation
import Testing

/// Ed25519, P-256 and RSA against published vectors, and what they must refuse.
struct SignatureTests {
  // MARK: Ed25519

  private static let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
  private static let publicKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
  private static let signature =
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"

  @Test(
    "RFC 8032 §7.1: Ed25519, tests 1 to 3",
    arguments: [
      (seed, publicKey, "", signature),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      ),
    ])
  func ed25519(seed: String, publicKey: String, message: String, signature: String) throws {
    let key = try #require(Ed25519.PrivateKey(seed: hex(seed)))
    #expect(key.publicKey == hex(publicKey))
    #expect(try key.signature(for: hex(message)) == hex(signature))
    let verifier = try #require(Ed25519.PublicKey(hex(publicKey)))
    #expect(verifier.isValid(hex(signature), for: hex(message)))
    for mutant in mutants(hex(signature)) { #expect(!verifier.isValid(mutant, for: hex(message))) }
    for mutant in mutants(hex(publicKey)) { #expect(Ed25519.PublicKey(mutant)?.isValid(hex(signature), for: hex(message)) != true) }
    #expect(!verifier.isValid(hex(signature), for: hex(message) + [0]))
  }

  @Test("Ed25519: keys and signatures of other lengths are none", arguments: [0, 1, 31, 33, 63, 65, 128])
  func ed25519Lengths(count: Int) throws {
    #expect(Ed25519.PrivateKey(seed: bytes(1, count)) == nil && Ed25519.PublicKey(bytes(1, count)) == nil)
    let key = try #require(Ed25519.PublicKey(hex(Self.publicKey)))
    #expect(!key.isValid(bytes(1, count), for: []))
    #expect(!key.isValid(Array((hex(Self.signature) + bytes(0, 64)).prefix(count)), for: []))
  }

  @Test("RFC 8032 §5.1.7: a signature whose S is not below the order is none, though it fits the equation")
  func ed25519Order() throws {
    let order = hex("edd3f55c1a631258d69cf7a2def9de14" + "00000000000000000000000000000010")
    var signature = hex(Self.signature)
    var carry: UInt16 = 0
    for place in 0..<32 {
      carry += UInt16(signature[32 + place]) + UInt16(order[place])
      signature[32 + place] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    #expect(try #require(Ed25519.PublicKey(hex(Self.publicKey))).isValid(signature, for: []) == false)
  }

  @Test("Ed25519: a key that is no point checks nothing, and does no harm", arguments: [0x00, 0x02, 0x7F, 0xEE, 0xFF] as [UInt8])
  func ed25519NoPoint(byte: UInt8) {
    let key = Ed25519.PublicKey(bytes(byte, 32))
    #expect(key?.isValid(hex(Self.signature), for: []) != true)
  }

  // MARK: P-256

  private static let x = "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
  private static let y = "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
  private static let sample =
    "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716" + "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"

  @Test(
    "RFC 6979 A.2.5: ECDSA over P-256 with SHA-256",
    arguments: [
      ("sample", sample),
      (
        "test",
        "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
          + "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
      ),
    ])
  func p256(message: String, signature: String) throws {
    let key = try #require(P256.PublicKey(x: hex(Self.x), y: hex(Self.y)))
    let message = Array(message.utf8)
    #expect(key.isValid(hex(signature), for: message))
    for mutant in mutants(hex(signature)) { #expect(!key.isValid(mutant, for: message)) }
    #expect(!key.isValid(hex(signature), for: message + [0]))
  }

  @Test("P-256: what is no point of the curve is no key")
  func p256Points() {
    let (x, y) = (hex(Self.x), hex(Self.y))
    #expect(P256.PublicKey(x: y, y: x) == nil)
    for mutant in mutants(x) { #expect(P256.PublicKey(x: mutant, y: y) == nil) }
    for mutant in mutants(y) { #expect(P256.PublicKey(x: x, y: mutant) == nil) }
    for byte: UInt8 in [0x00, 0x01, 0xFF] { #expect(P256.PublicKey(x: bytes(byte, 32), y: bytes(byte, 32)) == nil) }
    for count in [0, 1, 31, 33] {
      #expect(P256.PublicKey(x: Array((x + [0]).prefix(count)), y: y) == nil)
      #expect(P256.PublicKey(x: x, y: Array((y + [0]).prefix(count))) == nil)
    }
  }

  @Test("P-256: signatures of other lengths, of zeros and beyond the order are none")
  func p256Signatures() throws {
    let key = try #require(P256.PublicKey(x: hex(Self.x), y: hex(Self.y)))
    let message = Array("sample".utf8)
    let good = hex(Self.sample)
    for count in [0, 1, 63, 65, 72, 128] { #expect(!key.isValid(Array((good + bytes(0, 64)).prefix(count)), for: message)) }
    for wrong in [
      bytes(0, 64), bytes(0xFF, 64), bytes(0, 32) + good[32...], good[..<32] + bytes(0, 32), good[..<32] + bytes(0xFF, 32),
    ] {
      #expect(!key.isValid(Array(wrong), for: message))
    }
  }

  // MARK: RSA

  /// RFC 7515 A.2.1: what is signed, the modulus, and the signature, in base64url.
  private static let joe =
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
  private static let modulus =
    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1"
    + "W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQ"
    + "Y4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
  private static let rsaSignature =
    "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcA"
    + "cQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHW"
    + "EsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"

  private func base64url(_ text: String) throws -> [UInt8] {
    let padded = text.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - text.count % 4) % 4)
    return try [UInt8](#require(Data(base64Encoded: padded)))
  }

  @Test("RFC 7515 A.2: RSASSA-PKCS1-v1_5 with SHA-256")
  func rsa() throws {
    let key = try #require(try RSA.PublicKey(modulus: base64url(Self.modulus), exponent: [1, 0, 1]))
    let (signature, message) = (try base64url(Self.rsaSignature), Array(Self.joe.utf8))
    #expect(key.bits == 2_048 && key.isValid(signature, for: message))
    for mutant in mutants(signature) { #expect(!key.isValid(mutant, for: message)) }
    for wrong in [[], signature.dropLast(), signature + [0], [0] + signature, bytes(0, 256), bytes(0xFF, 256)] {
      #expect(!key.isValid(Array(wrong), for: message))
    }
    #expect(!key.isValid(signature, for: message + [0]))
  }

  @Test("RFC 5280 §4.1: an RSA key in DER is read as it was written, and cut off or altered it is none or another")
  func rsaDER() throws {
    // RFC 8017 A.1, RFC 3279 §2.3.1: an algorithm without parameters, then modulus and exponent.
    let modulus = try base64url(Self.modulus)
    let head = hex("30820122 300d06092a864886f70d0101010500 0382010f00 3082010a 0282010100")
    let der = head + modulus + hex("0203010001")
    let key = try #require(RSA.PublicKey(der: der))
    let (signature, message) = (try base64url(Self.rsaSignature), Array(Self.joe.utf8))
    #expect(key.bits == 2_048 && key.isValid(signature, for: message))
    for count in der.indices { #expect(RSA.PublicKey(der: Array(der.prefix(count))) == nil) }
    #expect(RSA.PublicKey(der: der + [0]) == nil)
    for mutant in mutants(der) {
      #expect(RSA.PublicKey(der: mutant)?.isValid(signature, for: message) != true)
    }
    // BER, which writes a length in more bytes than it needs; and a key of P-256.
    #expect(RSA.PublicKey(der: hex("3083000122") + der[4...]) == nil)
    let point = hex("3059301306072a8648ce3d020106082a8648ce3d03010703420004" + Self.x + Self.y)
    #expect(RSA.PublicKey(der: point) == nil)
  }

  @Test("RSA: numbers that are no key, and bytes that are none, are refused")
  func rsaKeys() {
    let odd = [UInt8](repeating: 0xA5, count: 256)
    #expect(RSA.PublicKey(modulus: odd, exponent: [1, 0, 1])?.bits == 2_048)
    #expect(RSA.PublicKey(modulus: [0, 0] + odd, exponent: [0, 1, 0, 1])?.bits == 2_048)
    #expect(RSA.PublicKey(modulus: odd, exponent: [3]) != nil && RSA.PublicKey(modulus: odd, exponent: [1, 0, 0, 0, 1]) != nil)
    // 33 bits are the limit; the next has 34, the last a thousand.
    #expect(RSA.PublicKey(modulus: odd, exponent: [1, 0xFF, 0xFF, 0xFF, 0xFF]) != nil)
    for exponent in [[], [0], [1], [2], [1, 0], [2, 0, 0, 0, 1], bytes(0xFF, 125)] {
      #expect(RSA.PublicKey(modulus: odd, exponent: exponent) == nil, "\(exponent)")
    }
    for modulus in [[], [0], odd + [0], bytes(0, 256)] { #expect(RSA.PublicKey(modulus: modulus, exponent: [1, 0, 1]) == nil) }
  }
}
