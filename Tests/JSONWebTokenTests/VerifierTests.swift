import Foundation
import JSONWebToken
import TestIssuer
import Testing

/// What holds and what does not (SPEC ID-10), with tokens that are signed here.
struct VerifierTests {
  typealias Algorithm = TestIssuer.Algorithm

  /// The time of these tests, in seconds.
  private static let now: Int64 = 1_790_000_000
  private static let claims = #"{"iss":"https://issuer.example","aud":"hearth","sub":"asha","exp":1790000600}"#

  private static func verifier(_ file: String? = nil) throws -> WebTokenVerifier {
    let keys = try file ?? TestIssuer.trusted.get().keySet()
    return WebTokenVerifier(
      WebTokenDemands(issuer: TestIssuer.name, audience: TestIssuer.audience), keys: try WebTokenKeys(file: Array(keys.utf8)))
  }

  private func judge(_ token: String, by verifier: WebTokenVerifier? = nil, now: Int64 = now) throws -> Result<WebTokenClaims, WebTokenFlaw>
  {
    let verifier = try verifier ?? Self.verifier()
    return Result { () throws(WebTokenFlaw) in try verifier.verify(token, now: now * 1_000) }
  }

  private func header(_ algorithm: Algorithm) -> String { #"{"alg":"\#(algorithm.rawValue)","kid":"\#(algorithm.rawValue)"}"# }

  // MARK: What holds

  @Test("ID-10: a token of each algorithm holds, until exp and a minute", arguments: Algorithm.allCases)
  func holds(_ algorithm: Algorithm) throws {
    let token = try TestIssuer.trusted.get().token(algorithm, subject: "asha", expiry: Self.now + 600)
    let claims = try judge(token).get()
    #expect(claims.subject == "asha" && claims.acceptedUntil == (Self.now + 660) * 1_000)
  }

  @Test("ID-10: a key is found in a JWK set and in PEM, with a kid and without", arguments: Algorithm.allCases)
  func keys(_ algorithm: Algorithm) throws {
    let issuer = try TestIssuer.trusted.get()
    let plain = try issuer.sign(algorithm, header: #"{"alg":"\#(algorithm.rawValue)"}"#, claims: Self.claims)
    let named = try issuer.sign(algorithm, header: header(algorithm), claims: Self.claims)
    let pem = "Some words before it.\n" + Algorithm.allCases.map(issuer.pem).joined(separator: "\r\n")
    for file in [try issuer.keySet(), pem, "\u{20}\n" + (try issuer.keySet([algorithm]))] {
      for token in [plain, named] { #expect(throws: Never.self) { try judge(token, by: Self.verifier(file)).get() } }
    }
  }

  @Test(
    "ID-10: what is nothing to us is passed over",
    arguments: [
      (#""jku":"https://elsewhere.example/keys","x5c":[],"cty":"x""#, #""scope":"all","nested":{"a":[1,-2.5e3,true,null,"\ud83d\ude00"]}"#),
      (#""typ":"jwt""#, #""aud":["other","hearth"],"nbf":1790000060,"iat":1790000059.5"#), (#""typ":"at+JWT""#, #""exp":1.79000060e9"#),
      (#""typ":"application/at+jwt""#, #""exp":253402300799"#),
    ])
  func extras(header: String, claims: String) throws {
    // The later claim takes the place of the one that stands there, so that none stands twice.
    let names = claims.matches(of: /"(aud|exp)":/).map { String($0.1) }
    var parts = [#""iss":"https://issuer.example""#, #""sub":"asha""#, claims]
    if !names.contains("aud") { parts.append(#""aud":"hearth""#) }
    if !names.contains("exp") { parts.append(#""exp":1790000600"#) }
    let token = try TestIssuer.trusted.get().sign(
      .edDSA, header: #"{"alg":"EdDSA",\#(header)}"#, claims: "{\(parts.joined(separator: ","))}")
    #expect(try judge(token).get().subject == "asha")
  }

  // MARK: What does not

  /// A token and what is wrong with it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var flaw: WebTokenFlaw
    var header = #"{"alg":"EdDSA","kid":"EdDSA"}"#
    var claims = VerifierTests.claims
    var algorithm = Algorithm.edDSA
    var testDescription: String { "\(flaw.rawValue) \(header) \(claims.prefix(120))" }
  }

  private static func claiming(_ old: String, _ new: String) -> String { Self.claims.replacingOccurrences(of: old, with: new) }

  static let wrong: [Wrong] = [
    // The header.
    Wrong(flaw: .headerMalformed, header: ""), Wrong(flaw: .headerMalformed, header: "[]"),
    Wrong(flaw: .headerMalformed, header: #"{"alg":"EdDSA"} x"#), Wrong(flaw: .headerMalformed, header: #"{"alg":"EdDSA","alg":"EdDSA"}"#),
    Wrong(flaw: .headerMalformed, header: #"{"alg":"none","\u0061lg":"EdDSA"}"#),
    Wrong(flaw: .headerMalformed, header: #"{'alg':'EdDSA'}"#),
    Wrong(flaw: .headerIncomplete, header: #"{}"#), Wrong(flaw: .headerIncomplete, header: #"{"kid":"EdDSA"}"#),
    Wrong(flaw: .headerIncomplete, header: #"{"alg":7}"#), Wrong(flaw: .headerIncomplete, header: #"{"alg":["EdDSA"]}"#),
    Wrong(flaw: .headerIncomplete, header: #"{"alg":"EdDSA","kid":7}"#),
    Wrong(flaw: .headerIncomplete, header: #"{"alg":"EdDSA","kid":null}"#),
    Wrong(flaw: .headerIncomplete, header: #"{"alg":"EdDSA","typ":7}"#),
    Wrong(flaw: .criticalExtension, header: #"{"alg":"EdDSA","crit":["exp"],"exp":1}"#),
    Wrong(flaw: .criticalExtension, header: #"{"alg":"EdDSA","crit":[]}"#),
    Wrong(flaw: .typeNotAccepted, header: #"{"alg":"EdDSA","typ":"logout+jwt"}"#),
    Wrong(flaw: .typeNotAccepted, header: #"{"alg":"EdDSA","typ":""}"#),
    // Which key, and for what.
    Wrong(flaw: .keyUnknown, header: #"{"alg":"EdDSA","kid":"EdDSA2"}"#), Wrong(flaw: .keyUnknown, header: #"{"alg":"EdDSA","kid":""}"#),
    Wrong(flaw: .keyUnknown, header: #"{"alg":"none"}"#), Wrong(flaw: .keyUnknown, header: #"{"alg":"HS256"}"#),
    Wrong(flaw: .keyUnknown, header: #"{"alg":"eddsa"}"#), Wrong(flaw: .keyUnknown, header: #"{"alg":"PS256"}"#),
    Wrong(flaw: .algorithmNotTheKeys, header: #"{"alg":"none","kid":"EdDSA"}"#),
    Wrong(flaw: .algorithmNotTheKeys, header: #"{"alg":"HS256","kid":"RS256"}"#),
    Wrong(flaw: .algorithmNotTheKeys, header: #"{"alg":"RS256","kid":"EdDSA"}"#),
    Wrong(flaw: .algorithmNotTheKeys, header: #"{"alg":"EdDSA","kid":"ES256"}"#),
    Wrong(flaw: .signatureWrong, header: #"{"alg":"ES256","kid":"ES256"}"#), Wrong(flaw: .signatureWrong, header: #"{"alg":"RS256"}"#),
    Wrong(flaw: .signatureWrong, algorithm: .es256), Wrong(flaw: .signatureWrong, algorithm: .rs256),
    // The claims.
    Wrong(flaw: .claimsMalformed, claims: ""), Wrong(flaw: .claimsMalformed, claims: "7"),
    Wrong(flaw: .claimsMalformed, claims: #""asha""#),
    Wrong(flaw: .claimsMalformed, claims: claiming(#""sub":"asha""#, #""sub":"asha","sub":"ravi""#)),
    Wrong(flaw: .claimsMalformed, claims: claiming(#""sub""#, #""a":{"b":1,"b":1},"sub""#)),
    Wrong(flaw: .claimsMalformed, claims: claiming("asha", #"\ud800"#)), Wrong(flaw: .claimsMalformed, claims: claiming("asha", "a\nb")),
    Wrong(flaw: .claimsMalformed, claims: claiming("1790000600", "01790000600")),
    Wrong(flaw: .claimsMalformed, claims: claiming("}", ",}")),
    Wrong(flaw: .issuerWrong, claims: claiming(#""iss":"https://issuer.example","#, "")),
    Wrong(flaw: .issuerWrong, claims: claiming(".example", ".example/")), Wrong(flaw: .issuerWrong, claims: claiming("https", "HTTPS")),
    Wrong(flaw: .issuerWrong, claims: claiming(#""https://issuer.example""#, #"["https://issuer.example"]"#)),
    Wrong(flaw: .audienceWrong, claims: claiming(#""aud":"hearth","#, "")),
    Wrong(flaw: .audienceWrong, claims: claiming("hearth", "hearth2")),
    Wrong(flaw: .audienceWrong, claims: claiming(#""hearth""#, "[]")),
    Wrong(flaw: .audienceWrong, claims: claiming(#""hearth""#, #"["other"]"#)),
    Wrong(flaw: .audienceWrong, claims: claiming(#""hearth""#, #"["hearth",7]"#)),
    Wrong(flaw: .audienceWrong, claims: claiming(#""hearth""#, "null")),
    Wrong(flaw: .subjectMissing, claims: claiming(#""sub":"asha","#, "")), Wrong(flaw: .subjectMissing, claims: claiming("asha", "")),
    Wrong(flaw: .subjectMissing, claims: claiming(#""asha""#, "7")),
    Wrong(flaw: .subjectTooLong, claims: claiming("asha", String(repeating: "x", count: 256))),
    Wrong(flaw: .subjectTooLong, claims: claiming("asha", String(repeating: "é", count: 128))),
    Wrong(flaw: .expiryMissing, claims: claiming(#","exp":1790000600"#, "")),
    Wrong(flaw: .timeMalformed, claims: claiming("1790000600", #""1790000600""#)),
    Wrong(flaw: .timeMalformed, claims: claiming("1790000600", "null")),
    Wrong(flaw: .timeMalformed, claims: claiming("1790000600", "1e400")), Wrong(flaw: .timeMalformed, claims: claiming("1790000600", "-1")),
    Wrong(flaw: .timeMalformed, claims: claiming("1790000600", "253402300800")),
    Wrong(flaw: .timeMalformed, claims: claiming("}", #","nbf":"now"}"#)),
    Wrong(flaw: .timeMalformed, claims: claiming("}", #","iat":true}"#)),
    Wrong(flaw: .expired, claims: claiming("1790000600", "0")), Wrong(flaw: .expired, claims: claiming("1790000600", "1789999940")),
    Wrong(flaw: .notYetValid, claims: claiming("}", #","nbf":1790000061}"#)),
    Wrong(flaw: .issuedInFuture, claims: claiming("}", #","iat":1790000061}"#)),
  ]

  @Test("ID-10: each wrong token has its reason", arguments: wrong)
  func refused(_ wrong: Wrong) throws {
    let token = try TestIssuer.trusted.get().sign(wrong.algorithm, header: wrong.header, claims: wrong.claims)
    #expect(try judge(token) == .failure(wrong.flaw))
  }

  @Test("ID-10: every reason occurs")
  func reasons() {
    let elsewhere: Set<WebTokenFlaw> = [.tooLong, .notCompact, .keyAmbiguous, .signatureMalformed]
    #expect(Set(Self.wrong.map(\.flaw)) == Set(WebTokenFlaw.allCases).subtracting(elsewhere) && Self.wrong.count >= 30)
  }

  @Test("ID-10: what is not three parts of base64url is no token")
  func shapes() throws {
    let good = try TestIssuer.trusted.get().token(.edDSA, subject: "asha", expiry: Self.now + 600)
    let parts = good.split(separator: ".").map(String.init)
    let cases: [(String, WebTokenFlaw)] = [
      ("", .notCompact), ("..", .headerMalformed), (parts[0], .notCompact), ("\(parts[0]).\(parts[1])", .notCompact),
      (good + ".", .notCompact), ("." + good, .notCompact), (" " + good, .headerMalformed), (good + "\n", .signatureMalformed),
      (parts[0] + "=" + good.dropFirst(parts[0].count), .headerMalformed), (good + "==", .signatureMalformed),
      ("\(parts[0]).\(parts[1]).", .signatureWrong), ("\(parts[0]).\(parts[1]).\(parts[2].dropLast(2))", .signatureWrong),
      ("\(parts[0]).\(parts[1]).+/\(parts[2].dropFirst(2))", .signatureMalformed),
      ("\(parts[0]).\(parts[1])A.\(parts[2])", .signatureWrong),
      (#"{"payload":"x","signatures":[]}"#, .notCompact), (String(repeating: ".", count: 4_000), .notCompact),
    ]
    for (token, flaw) in cases { #expect(try judge(token) == .failure(flaw), "\(token.prefix(200))") }
    // Of 64 bytes the last letter has four bits that stand for nothing.
    let last = try #require(parts[2].last)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let place = try #require(alphabet.firstIndex(of: last))
    #expect(try judge(good.dropLast() + String(alphabet[place + 1])) == .failure(.signatureMalformed))
  }

  @Test("ID-10: a token of another issuer's keys, and one with a signature in DER, is not signed", arguments: Algorithm.allCases)
  func signatures(_ algorithm: Algorithm) throws {
    let other = try TestIssuer.other.get().token(algorithm, subject: "asha", expiry: Self.now + 600)
    #expect(try judge(other) == .failure(.signatureWrong))
    // The key that a header brings along is no key.
    let brought = try TestIssuer.other.get().sign(
      algorithm, header: #"{"alg":"\#(algorithm.rawValue)","jwk":{\#(try TestIssuer.other.get().jwk(algorithm))}}"#, claims: Self.claims)
    #expect(try judge(brought) == .failure(.signatureWrong))
    let text = "\(TestIssuer.encode(header(.es256).utf8)).\(TestIssuer.encode(Self.claims.utf8))"
    let der = try TestIssuer.trusted.get().signatureInDER(text)
    #expect(try judge("\(text).\(TestIssuer.encode(der))") == .failure(.signatureWrong))
    #expect(try judge("\(text).\(TestIssuer.encode([UInt8](repeating: 0, count: 64)))") == .failure(.signatureWrong))
  }

  // MARK: At the limits

  @Test("ID-10 Limit: 4,000 bytes of a token", arguments: [(4_000, true), (4_001, false)])
  func size(bytes: Int, isGood: Bool) throws {
    let token = try #require(try TestIssuer.trusted.get().token(subject: "asha", expiry: Self.now + 600, bytes: bytes))
    #expect(token.utf8.count == bytes)
    let verdict = try judge(token)
    #expect(isGood ? (try? verdict.get())?.subject == "asha" : verdict == .failure(.tooLong))
  }

  @Test("ID-10 Limit: 255 bytes of a subject, 60 s of the clocks' difference")
  func edges() throws {
    let issuer = try TestIssuer.trusted.get()
    let subject = String(repeating: "x", count: 255)
    #expect(try judge(issuer.token(subject: subject, expiry: Self.now + 600)).get().subject == subject)
    let token = try issuer.token(subject: "asha", expiry: Self.now, #","nbf":\#(Self.now),"iat":\#(Self.now)"#)
    #expect(try judge(token, now: Self.now + 59).get().subject == "asha")
    #expect(try judge(token, now: Self.now + 60) == .failure(.expired))
    #expect(try judge(token, now: Self.now - 60).get().subject == "asha")
    #expect(try judge(token, now: Self.now - 61) == .failure(.notYetValid))
  }

  @Test("ID-10 Limit: a token without a kid is tried with 4 keys", arguments: [(4, true), (5, false)])
  func tries(count: Int, isGood: Bool) throws {
    let issuer = try TestIssuer.trusted.get()
    let file = String(repeating: try TestIssuer.other.get().pem(.edDSA), count: count - 1) + issuer.pem(.edDSA)
    let token = try issuer.sign(.edDSA, header: #"{"alg":"EdDSA"}"#, claims: Self.claims)
    let verdict = try judge(token, by: Self.verifier(file))
    #expect(isGood ? (try? verdict.get())?.subject == "asha" : verdict == .failure(.keyAmbiguous))
  }
}
