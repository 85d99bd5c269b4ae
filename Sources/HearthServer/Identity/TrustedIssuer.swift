import JSONWebToken
import Locking

/// The issuer whose tokens let in, in place of this server's own (SPEC ID-10): what they have to say, and the keys that
/// sign them.
public final class TrustedIssuer: Sendable {
  private let rules: WebTokenRules
  private let verifier: Locked<WebTokenVerifier>

  /// Trusts an issuer.
  ///
  /// - Parameters:
  ///   - name: `iss` of its tokens.
  ///   - audience: what `aud` of its tokens is, or is among.
  ///   - keys: what it signs them with.
  public init(_ name: String, audience: String, keys: WebTokenKeys) {
    rules = WebTokenRules(issuer: name, audience: audience)
    verifier = Locked(WebTokenVerifier(rules, keys: keys))
  }

  /// What its tokens call it.
  var name: String { rules.issuer }

  /// From now on tokens are checked with these keys. Connections that exist go on.
  public func replace(keys newer: WebTokenKeys) {
    let newer = WebTokenVerifier(rules, keys: newer)
    verifier.withLock { $0 = newer }
  }

  /// What a token says.
  ///
  /// - Parameter now: milliseconds since 1970.
  func verify(_ token: String, now: Int64) throws(WebTokenFlaw) -> WebTokenClaims {
    try verifier.withLock { $0 }.verify(token, now: now)
  }
}
