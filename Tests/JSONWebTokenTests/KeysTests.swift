import Foundation
import JSONWebToken
import TestIssuer
import Testing

/// Files with an issuer's keys (SPEC ID-10).
struct KeysTests {
  private func flaw(_ file: String) -> String? {
    do throws(WebTokenKeysFlaw) {
      _ = try WebTokenKeys(file: Array(file.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  private func keys(_ file: String) throws -> [WebTokenKey] { try WebTokenKeys(file: Array(file.utf8)).keys }

  private static let ed25519 = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
  private static let p256 =
    #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#

  @Test("ID-10: a JWK set has keys of three types; what is for something else is passed over")
  func sets() throws {
    let file = """
      {"keys": [{\(Self.ed25519), "kid": "a", "use": "sig", "alg": "EdDSA", "key_ops": ["verify"]}, {\(Self.p256)},
        {\(Self.ed25519), "use": "enc"}, {\(Self.ed25519), "key_ops": ["deriveKey"]}, {\(Self.ed25519), "alg": "Ed25519ph"},
        {"kty": "EC", "crv": "P-384", "x": "", "y": ""}, {"kty": "OKP", "crv": "X25519", "x": ""}, {"kty": "future"}]}
      """
    let found = try keys(file)
    #expect(found.map(\.id) == ["a", nil] && found.map(\.algorithm) == [.edDSA, .es256])
    let issuer = try TestIssuer.trusted.get()
    #expect(try keys(issuer.keySet()).map(\.algorithm.rawValue) == ["ES256", "RS256", "EdDSA"])
    #expect(
      try keys(TestIssuer.Algorithm.allCases.map(issuer.pem).joined(separator: "\n")).map(\.algorithm.rawValue) == [
        "ES256", "RS256", "EdDSA",
      ])
  }

  @Test(
    "ID-10: a file that cannot be used says why",
    arguments: [
      ("", "has no key"), ("nonsense", "has no key"), ("{", "is no JSON object"), (#"{"keys":[],"keys":[]}"#, "is no JSON object"),
      (#"{"keys":{}}"#, "is no JWK set"), ("{\(ed25519)}", "is no JWK set"), (#"{"keys":[]}"#, "has no key"),
      (#"{"keys":[7]}"#, "no JWK as key 1"),
      (#"{"keys":[{}]}"#, "no kty in key 1"), (#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, "secret key as key 1"),
      ("{\"keys\":[{\(ed25519)},{\(ed25519),\"d\":\"AAAA\"}]}", "secret key as key 2"),
      ("{\"keys\":[{\(ed25519),\"kid\":7}]}", "kid that is no text"),
      ("{\"keys\":[{\(ed25519),\"kid\":\"a\"},{\(p256),\"kid\":\"a\"}]}", "kid that another key has"),
      (#"{"keys":[{"kty":"OKP","crv":"Ed25519"}]}"#, "no x in base64url"),
      (#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"A="}]}"#, "no x in base64url"),
      (#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AAAA"}]}"#, "key 1 that cannot be used"),
      (#"{"keys":[{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}]}"#, "key 1 that cannot be used"),
      (p256.replacingOccurrences(of: "x_FEzRu9", with: "x_FEzRu8"), "key 1 that cannot be used"),
      (#"{"keys":[{"kty":"RSA","n":"AAAA","e":"AQAB"}]}"#, "RSA has 2048 to 8192 bits"),
      ("-----BEGIN PUBLIC KEY-----\n", "ends within a block"),
      ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "block 1 that is no public key"),
      ("-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----\n", "block 1 that is no public key"),
      ("-----BEGIN PUBLIC KEY-----\n-----BEGIN PUBLIC KEY-----\n", "other than whole blocks"),
      ("-----END PUBLIC KEY-----\n", "block 1 that is no public key"),
      ("-----BEGIN CERTIFICATE-----\n", "other than whole blocks of PUBLIC KEY"),
      ("-----BEGIN PRIVATE KEY-----\n", "other than whole blocks of PUBLIC KEY"),
    ])
  func flaws(file: String, says: String) {
    let file = file.hasPrefix("\"kty") ? "{\"keys\":[{\(file)}]}" : file
    #expect(flaw(file)?.contains(says) == true, "\(flaw(file) ?? "nothing")")
  }

  @Test("ID-10: PEM with something behind the key, or a key written otherwise than DER has it, is none")
  func lax() throws {
    for algorithm in TestIssuer.Algorithm.allCases {
      let pem = try TestIssuer.trusted.get().pem(algorithm)
      #expect(flaw(pem) == nil)
      let body = pem.split(separator: "\n").dropFirst().dropLast().joined()
      let der = try #require(Data(base64Encoded: body))
      for wrong in [der + [0], der.dropLast()] {
        #expect(flaw("-----BEGIN PUBLIC KEY-----\n\(wrong.base64EncodedString())\n-----END PUBLIC KEY-----\n") != nil)
      }
    }
    // The point of RFC 7515 A.3, of which y is left to be computed.
    let compressed = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU="
    #expect(flaw("-----BEGIN PUBLIC KEY-----\n\(compressed)\n-----END PUBLIC KEY-----\n") != nil)
  }

  @Test("ID-10 Limit: RSA keys have 2,048 to 8,192 bits", arguments: [(2_047, false), (2_048, true), (8_192, true), (8_193, false)])
  func rsa(bits: Int, isGood: Bool) throws {
    // An odd number of so many bits: nobody can know its factors, and nobody asks for them.
    var modulus = [UInt8](repeating: 0xA5, count: (bits + 7) / 8)
    let above = modulus.count * 8 - bits
    modulus[0] = UInt8(1 << (7 - above)) | (modulus[0] >> UInt8(above + 1))
    let file = #"{"keys":[{"kty":"RSA","n":"\#(TestIssuer.encode(modulus))","e":"AQAB"}]}"#
    #expect((flaw(file) == nil) == isGood, "\(flaw(file) ?? "taken")")
  }

  @Test("ID-10 Limit: an issuer has 32 keys, in one file or several; a file has 64 KiB")
  func sizes() throws {
    func set(_ count: Int) -> String { #"{"keys":[\#(Array(repeating: "{\(Self.ed25519)}", count: count).joined(separator: ","))]}"# }
    #expect(try keys(set(32)).count == 32)
    #expect(flaw(set(33))?.contains("at most 32") == true)
    let half = try WebTokenKeys(file: Array(set(16).utf8))
    #expect(try half.adding(half).keys.count == 32)
    #expect(throws: WebTokenKeysFlaw.self) { try half.adding(half).adding(half) }
    func padded(_ bytes: Int) -> String { set(1) + String(repeating: " ", count: bytes - set(1).utf8.count) }
    #expect(flaw(padded(65_536)) == nil)
    #expect(flaw(padded(65_537))?.contains("more than 65536 bytes") == true)
  }
}
