/// What a token is wanted to say.
public struct WebTokenDemands: Sendable, Hashable {
  /// `iss`, compared byte by byte.
  public var issuer: String
  /// What `aud` is, or is among, compared likewise.
  public var audience: String

  /// Makes rules.
  public init(issuer: String, audience: String) {
    self.issuer = issuer
    self.audience = audience
  }
}

/// What a token that holds says.
public struct WebTokenClaims: Sendable, Hashable {
  /// The person the issuer means; unique and lasting with that issuer.
  public var subject: String
  /// Until when the token is accepted, in milliseconds since 1970: `exp` and the leeway.
  public var acceptedUntil: Int64
}

/// Decides whether a JSON Web Token (RFC 7519) in compact form (RFC 7515 §7.1) holds. It reads no clock and keeps
/// nothing.
///
/// Everything that is not needed is not read: keys and addresses in a header (`jwk`, `jku`, `x5u`) have no effect, and
/// nothing of the claims is looked at before the signature holds.
public struct WebTokenVerifier: Sendable {
  /// Limit: bytes of a token; one fits into the line of a request's head.
  public static let tokenBytesMax = 4_000
  /// Limit: bytes of `sub` in UTF-8 (OpenID Connect Core §2 has 255 characters of ASCII).
  public static let subjectBytesMax = 255
  /// Limit: by how many milliseconds the issuer's clock may differ from ours.
  public static let leewayMilliseconds: Int64 = 60_000
  /// Limit: the end of the year 9999, in seconds since 1970; later times are refused.
  static let secondsMax = 253_402_300_799.0

  private let demands: WebTokenDemands
  private let keys: WebTokenKeys

  /// Makes a verifier.
  public init(_ demands: WebTokenDemands, keys: WebTokenKeys) {
    self.demands = demands
    self.keys = keys
  }

  /// What the token says.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func verify(_ token: String, now: Int64) throws(WebTokenFlaw) -> WebTokenClaims {
    let bytes = Array(token.utf8)
    guard bytes.count <= Self.tokenBytesMax else { throw .tooLong }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .notCompact }
    guard let header = object(parts[0]) else { throw .headerMalformed }
    let candidates = try candidates(header)
    guard let signature = Base64.url(parts[2]) else { throw .signatureMalformed }
    let signed = Array(bytes[..<parts[1].endIndex])
    guard candidates.contains(where: { $0.isValid(signature, of: signed) }) else { throw .signatureWrong }
    guard let claims = object(parts[1]) else { throw .claimsMalformed }
    return try judge(claims, now: now)
  }

  private func object(_ part: ArraySlice<UInt8>) -> [String: JSONValue]? { Base64.url(part).flatMap { JSONValue($0)?.object } }

  /// The keys that the header leaves.
  private func candidates(_ header: [String: JSONValue]) throws(WebTokenFlaw) -> [WebTokenKey] {
    guard header["crit"] == nil else { throw .criticalExtension }
    guard let algorithm = header["alg"]?.text else { throw .headerIncomplete }
    if let type = header["typ"] {
      guard let type = type.text else { throw .headerIncomplete }
      guard Self.types.contains(type.lowercased()) else { throw .typeNotAccepted }
    }
    var id: String?
    if let member = header["kid"] {
      guard let text = member.text else { throw .headerIncomplete }
      id = text
    }
    return try keys.candidates(id: id, algorithm: algorithm)
  }

  /// RFC 7519 §5.1 and RFC 9068 §2.1; others, such as a logout token, are signed by the same issuer for something else.
  private static let types: Set<String> = ["jwt", "application/jwt", "at+jwt", "application/at+jwt"]

  private func judge(_ claims: [String: JSONValue], now: Int64) throws(WebTokenFlaw) -> WebTokenClaims {
    guard let issuer = claims["iss"]?.text, issuer.utf8.elementsEqual(demands.issuer.utf8) else { throw .issuerWrong }
    guard isForUs(claims["aud"]) else { throw .audienceWrong }
    guard let subject = claims["sub"]?.text, !subject.isEmpty else { throw .subjectMissing }
    guard subject.utf8.count <= Self.subjectBytesMax else { throw .subjectTooLong }
    guard let expiry = try time(claims["exp"]) else { throw .expiryMissing }
    guard now < expiry + Self.leewayMilliseconds else { throw .expired }
    if let start = try time(claims["nbf"]), now + Self.leewayMilliseconds < start { throw .notYetValid }
    if let issued = try time(claims["iat"]), now + Self.leewayMilliseconds < issued { throw .issuedInFuture }
    return WebTokenClaims(subject: subject, acceptedUntil: expiry + Self.leewayMilliseconds)
  }

  /// RFC 7519 §4.1.3: one text, or a list of them.
  private func isForUs(_ audience: JSONValue?) -> Bool {
    guard let audience else { return false }
    let names = (audience.list ?? [audience]).map(\.text)
    return names.allSatisfy { $0 != nil } && names.contains { $0?.utf8.elementsEqual(demands.audience.utf8) == true }
  }

  /// A NumericDate (RFC 7519 §2) in milliseconds since 1970; nil: it is not there.
  private func time(_ value: JSONValue?) throws(WebTokenFlaw) -> Int64? {
    guard let value else { return nil }
    guard case .number(let text) = value, let seconds = Double(text), (0...Self.secondsMax).contains(seconds) else { throw .timeMalformed }
    return Int64(seconds * 1_000)
  }
}
