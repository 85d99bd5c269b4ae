import Cryptography
import JSONWebToken

/// Tokens, files with keys, and the JSON of both: any bytes are read or refused, and nothing holds that was not signed
/// as it stands.
func fuzzWebToken(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  guard let issuer = FuzzIssuer.shared else { throw Violation("a key can be made of 32 bytes") }
  switch input.byte() & 3 {
  case 0:
    let token = String(decoding: input.takeRest(), as: UTF8.self)
    try expect(!issuer.accepts(token), "what nobody has signed does not hold")
  case 1:
    guard let keys = try? WebTokenKeys(file: Array(input.takeRest())) else { return }
    try expect((1...WebTokenKeys.keysMax).contains(keys.keys.count), "a file has 1 to 32 keys")
  case 2:
    guard let value = JSONValue(Array(input.takeRest())) else { return }
    try expect(JSONValue(Array(text(of: value).utf8)) == value, "JSON reads the same when it is written again")
  default: try checkSigned(issuer, &input)
  }
}

/// Signs what the input describes. Whether it holds follows from that; once one byte is another, it does not.
private func checkSigned(_ issuer: FuzzIssuer, _ input: inout FuzzInput) throws(Violation) {
  let choices = input.byte()
  let seconds = FuzzIssuer.now / 1_000 + Int64(Int8(bitPattern: input.byte()))
  let (place, flip) = (Int(input.byte()) << 8 + Int(input.byte()), input.byte())
  let letters = Array("abcdefghijklmnop")
  let subject = input.takeRest().map { letters[Int($0 & 15)] }
  let isForUs = choices & 3 != 0
  let claims =
    #"{"iss":"i","aud":\#(isForUs ? #"["x","a"]"# : #""x""#),"sub":"\#(String(subject))","\#(choices & 4 == 0 ? "exp" : "Exp")":\#(seconds)}"#
  let token = issuer.sign(claims)
  let holds =
    isForUs && choices & 4 == 0 && !subject.isEmpty && subject.count <= WebTokenVerifier.subjectBytesMax
    && FuzzIssuer.now < seconds * 1_000 + WebTokenVerifier.leewayMilliseconds
  try expect(issuer.accepts(token) == holds, "a token holds as long as its claims do")
  var other = Array(token.utf8)
  other[place % other.count] ^= flip & 0x7F
  guard other != Array(token.utf8) else { return }
  try expect(!issuer.accepts(String(decoding: other, as: UTF8.self)), "a token of which one byte is another does not hold")
}

/// Signs tokens, and takes those of its own.
private struct FuzzIssuer: Sendable {
  /// Milliseconds since 1970.
  static let now: Int64 = 1_790_000_000_000
  private let key: Ed25519.PrivateKey
  private let verifier: WebTokenVerifier

  /// Made once: its keys cost more than most inputs.
  static let shared = FuzzIssuer()

  private init?() {
    guard let key = Ed25519.PrivateKey(seed: [UInt8](repeating: 7, count: 32)) else { return nil }
    // Nobody has signed with the other two; the point of P-256 is the one of RFC 7517 appendix A.1.
    let set = """
      {"keys":[{"kty":"OKP","crv":"Ed25519","x":"\(base64url(key.publicKey))"},
      {"kty":"EC","crv":"P-256","kid":"e","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"},
      {"kty":"RSA","kid":"r","e":"AQAB","n":"\(base64url([0xC0] + [UInt8](repeating: 0x5B, count: 255)))"}]}
      """
    guard let keys = try? WebTokenKeys(file: Array(set.utf8)) else { return nil }
    self.key = key
    verifier = WebTokenVerifier(WebTokenDemands(issuer: "i", audience: "a"), keys: keys)
  }

  func accepts(_ token: String) -> Bool { (try? verifier.verify(token, now: Self.now)) != nil }

  func sign(_ claims: String) -> String {
    let text = base64url(Array(#"{"alg":"EdDSA"}"#.utf8)) + "." + base64url(Array(claims.utf8))
    let signature = (try? key.signature(for: Array(text.utf8))) ?? []
    return text + "." + base64url(signature)
  }
}

/// RFC 4648 §5, bit by bit.
private func base64url(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  return String(
    stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[(0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? Int(bits[start + $1]) : 0) }]
    })
}

/// The value as JSON.
private func text(of value: JSONValue) -> String {
  switch value {
  case .null: "null"
  case .bool(let isTrue): isTrue ? "true" : "false"
  case .number(let number): number
  case .text(let text): quoted(text)
  case .list(let elements): "[" + elements.map(text(of:)).joined(separator: ",") + "]"
  case .object(let members): "{" + members.map { quoted($0.key) + ":" + text(of: $0.value) }.joined(separator: ",") + "}"
  }
}

/// Every unit of UTF-16 as an escape.
private func quoted(_ text: String) -> String {
  let digits = text.utf16.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
  return "\"" + digits.joined() + "\""
}
