import JSONWebToken
import Locking

/// The issuer whose tokens let in, in place of this server's own (SPEC ID-10): what they have to say, and the keys that
/// sign them.
public final class TrustedIssuer: Sendable {
  private let demands: WebTokenDemands
  private let verifier: Locked<WebTokenVerifier>

  /// Trusts an issuer.
  ///
  /// - Parameters:
  ///   - name: `iss` of its tokens.
  ///   - audience: what `aud` of its tokens is, or is among.
  ///   - keys: what it signs them with.
  public init(_ name: String, audience: String, keys: WebTokenKeys) {
    demands = WebTokenDemands(issuer: name, audience: audience)
    verifier = Locked(WebTokenVerifier(demands, keys: keys))
  }

  /// What its tokens call it.
  var name: String { demands.issuer }

  /// From now on tokens are checked with these keys. Connections that exist go on.
  public func replace(keys newer: WebTokenKeys) {
    let newer = WebTokenVerifier(demands, keys: newer)
    verifier.withLock { $0 = newer }
  }

  /// What a token says.
  ///
  /// - Parameter now: milliseconds since 1970.
  func verify(_ token: String, now: Int64) throws(WebTokenFlaw) -> WebTokenClaims {
    try verifier.withLock { $0 }.verify(token, now: now)
  }
}
