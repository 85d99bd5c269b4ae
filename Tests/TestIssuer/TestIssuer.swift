import COpenSSL
import Cryptography
import Foundation

/// An issuer of tokens for tests, with a key pair for each algorithm.
public struct TestIssuer: Sendable {
  /// How a token is signed.
  public enum Algorithm: String, Sendable, CaseIterable {
    case es256 = "ES256"
    case rs256 = "RS256"
    case edDSA = "EdDSA"
  }

  /// What its tokens call it, and for whom they are.
  public static let name = "https://issuer.example"
  /// For whom its tokens are.
  public static let audience = "hearth"
  /// The issuer that servers under test trust.
  public static let trusted = Result { try TestIssuer(seed: 7) }
  /// Another one, who calls the keys the same.
  public static let other = Result { try TestIssuer(seed: 8) }

  private let p256: IssuerKey
  private let rsa: IssuerKey
  private let ed25519: Ed25519.PrivateKey

  private init(seed: UInt8) throws {
    guard let ed25519 = Ed25519.PrivateKey(seed: [UInt8](repeating: seed, count: 32)) else { throw IssuerKey.Unavailable() }
    self.ed25519 = ed25519
    p256 = try .p256()
    rsa = try .rsa()
  }

  // MARK: Keys

  /// The public key as members of a JWK, without a kid.
  public func jwk(_ algorithm: Algorithm) throws -> String {
    switch algorithm {
    case .es256:
      let point = p256.point
      guard point.count == 65 else { throw IssuerKey.Unavailable() }
      return #""kty":"EC","crv":"P-256","x":"\#(Self.encode(point[1...32]))","y":"\#(Self.encode(point[33...]))""#
    case .rs256:
      let (n, e) = (rsa.number(OSSL_PKEY_PARAM_RSA_N), rsa.number(OSSL_PKEY_PARAM_RSA_E))
      return #""kty":"RSA","n":"\#(Self.encode(n))","e":"\#(Self.encode(e))""#
    case .edDSA: return #""kty":"OKP","crv":"Ed25519","x":"\#(Self.encode(ed25519.publicKey))""#
    }
  }

  /// A JWK set with a key for each of these algorithms, whose names are the keys'.
  public func keySet(_ algorithms: [Algorithm] = Algorithm.allCases) throws -> String {
    let keys = try algorithms.map { #"{\#(try jwk($0)),"use":"sig","kid":"\#($0.rawValue)"}"# }
    return #"{"keys":[\#(keys.joined(separator: ","))]}"#
  }

  /// The public key in PEM.
  public func pem(_ algorithm: Algorithm) -> String {
    let der =
      switch algorithm {
      case .es256: p256.der
      case .rs256: rsa.der
      // RFC 8410 §4.
      case .edDSA: [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + ed25519.publicKey
      }
    let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----\n"
  }

  // MARK: Tokens

  /// A token that holds.
  ///
  /// - Parameters:
  ///   - expiry: `exp`, in seconds since 1970.
  ///   - more: further claims, each with a comma before it.
  public func token(_ algorithm: Algorithm = .es256, subject: String, expiry: Int64, _ more: String = "") throws -> String {
    try sign(
      algorithm, header: #"{"alg":"\#(algorithm.rawValue)","typ":"JWT","kid":"\#(algorithm.rawValue)"}"#,
      claims: #"{"iss":"\#(Self.name)","aud":"\#(Self.audience)","sub":"\#(subject)","exp":\#(expiry)\#(more)}"#)
  }

  /// A token that holds and has so many bytes; nil when that is too few.
  public func token(subject: String, expiry: Int64, bytes: Int) throws -> String? {
    for spaces in 0..<3 {
      let header = Self.encode((#"{"alg":"EdDSA"}"# + String(repeating: " ", count: spaces)).utf8)
      for padding in max(0, bytes * 3 / 4 - 300)...bytes {
        let claims =
          #"{"iss":"\#(Self.name)","aud":"\#(Self.audience)","sub":"\#(subject)","exp":\#(expiry),"pad":"\#(String(repeating: "x", count: padding))"}"#
        let text = header + "." + Self.encode(claims.utf8)
        // A dot and 64 bytes of signature follow.
        if text.utf8.count + 87 == bytes { return try sign(.edDSA, text) }
        if text.utf8.count > bytes { break }
      }
    }
    return nil
  }

  /// Whatever is wished, signed.
  public func sign(_ algorithm: Algorithm, header: String, claims: String) throws -> String {
    try sign(algorithm, "\(Self.encode(header.utf8)).\(Self.encode(claims.utf8))")
  }

  /// The text, a dot and its signature.
  public func sign(_ algorithm: Algorithm, _ text: String) throws -> String { "\(text).\(Self.encode(try signature(algorithm, text)))" }

  /// The signature over the text.
  public func signature(_ algorithm: Algorithm, _ text: String) throws -> [UInt8] {
    let message = Array(text.utf8)
    switch algorithm {
    case .es256: return try IssuerKey.pair(ofDER: p256.signature(for: message))
    case .rs256: return try rsa.signature(for: message)
    case .edDSA: return try ed25519.signature(for: message)
    }
  }

  /// The same signature of P-256 in DER, which a token must not have.
  public func signatureInDER(_ text: String) throws -> [UInt8] { try p256.signature(for: Array(text.utf8)) }

  /// base64url without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
