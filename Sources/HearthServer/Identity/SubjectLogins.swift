import Cryptography
import Dispatch
import EventStore
import HearthProtocol
import JSONWebToken

/// Finds out whom a token of the trusted issuer's means, and makes an identity of whoever is seen first (SPEC ID-11).
///
/// The directory knows issuer and subject by a hash under the server's key: whoever has the data without the key can
/// neither read nor try them.
final class SubjectLogins: Sendable {
  /// What became of a login: whose the token is, nil when it is nobody's.
  typealias Report = @Sendable (Result<Bearer?, StoreFailure>) -> Void

  private struct Newcomer: Sendable {
    var admission: SubjectAdmission
    /// By the steady clock.
    var acceptedUntil: Int64
    var report: Report
  }

  private let issuer: TrustedIssuer
  private let directory: any Directory
  private let status: ServerStatus
  private let space: SpaceWatch
  private let hashKey: SymmetricKey
  /// Collects first logins, so that many who come at once cost few commits.
  private let newcomers: BatchingQueue<Newcomer>

  init(_ issuer: TrustedIssuer, directory: any Directory, serverKey: [UInt8], status: ServerStatus, space: SpaceWatch) {
    self.issuer = issuer
    self.directory = directory
    self.status = status
    self.space = space
    hashKey = HKDF.sha256(SymmetricKey(serverKey), info: Array("hearth subject hash".utf8))
    newcomers = BatchingQueue(on: DispatchQueue(label: "hearth.subjects", qos: .userInteractive)) { newcomers in
      let result = Result { () throws(StoreFailure) in try directory.admit(newcomers.map(\.admission)) }
      if case .failure(.broken(let why)) = result { status.fail(why) }
      for (index, newcomer) in newcomers.enumerated() {
        newcomer.report(result.map { .issued($0[index], until: newcomer.acceptedUntil) })
      }
    }
  }

  /// Looks at a token. It blocks, and reports once, perhaps later and from another thread.
  ///
  /// From here on the token's end is a time of the steady clock, so that no jump of the other cuts a connection off or
  /// keeps it open (SPEC ID-12).
  func find(_ token: String, at instant: ClockReading, report: @escaping Report) {
    do throws(WebTokenFlaw) {
      let claims = try issuer.verify(token, now: instant.wall)
      let acceptedUntil = instant.steady + (claims.acceptedUntil - instant.wall)
      let hash = subjectHash(claims.subject)
      switch Result(catching: { () throws(StoreFailure) in try directory.identity(subjectHash: hash) }) {
      case .success(let identity?): report(.success(.issued(identity, until: acceptedUntil)))
      case .success(nil):
        // Who is somebody already is let in all the same.
        guard !space.isShort else { return report(.failure(.full)) }
        let fresh = IdentityID(milliseconds: instant.wall, random: RandomBytes.words())
        let admission = SubjectAdmission(subjectHash: hash, identity: fresh, createdAt: instant.wall)
        newcomers.submit([Newcomer(admission: admission, acceptedUntil: acceptedUntil, report: report)])
      case .failure(let failure): report(.failure(failure))
      }
    } catch {
      // At debug level: strangers decide how often it happens.
      status.log.debug("a token was refused", metadata: ["flaw": "\(error.rawValue)"])
      report(.success(nil))
    }
  }

  /// Each text stands behind its length, so that no two pairs are hashed the same.
  private func subjectHash(_ subject: String) -> [UInt8] {
    let bytes = [issuer.name, subject].flatMap { "\($0.utf8.count):\($0)".utf8 }
    return HMAC.sha256(bytes, key: hashKey)
  }
}
