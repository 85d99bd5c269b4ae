import HearthProtocol

/// Somebody who sees an account besides its owner, or writes to it too.
public struct AccountGrantState: Sendable, Equatable {
  /// A wish that the grant ends, which waits for the other of the two.
  public struct Revocation: Sendable, Equatable {
    /// Who asked: the account's owner or the grantee, under the name they had then.
    public let by: MemberID
    /// When, milliseconds since 1970.
    public let at: Int64

    /// Whether it holds no more: nobody answered in time (SPEC AC-08).
    ///
    /// - Parameter now: milliseconds since 1970.
    public func isLapsed(at now: Int64) -> Bool {
      let (passed, isFar) = now.subtractingReportingOverflow(at)
      return isFar ? now > at : passed >= Limits.revocationMilliseconds
    }
  }

  /// For how many days a wish that a grant ends waits for an answer.
  public static let revocationDays = Int(Limits.revocationMilliseconds / 86_400_000)

  /// The grantee, under the name they had when it was granted.
  public let member: MemberID
  /// Read, or write.
  public let permission: GrantPermission
  /// Whether both must agree to end it.
  public let needsConsent: Bool
  /// When it was granted, by the clock by which things end, milliseconds since 1970: a clock that is set back makes no
  /// later grant an earlier one.
  public let at: Int64
  /// The wish that it ends; it may have lapsed.
  public internal(set) var revocation: Revocation?

  init(_ event: AccountGranted, at instant: Int64) throws(HistoryFlaw) {
    guard let member = MemberID(event.memberID) else { throw .malformed("member_id") }
    switch event.permission {
    case .read, .write: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("permission")
    }
    (self.member, permission, needsConsent) = (member, event.permission, event.needsConsent)
    at = event.grantedAtMs == 0 ? instant : event.grantedAtMs
  }

  init(_ message: AccountGrant) throws(HistoryFlaw) {
    var event = AccountGranted()
    (event.memberID, event.permission, event.needsConsent) = (message.memberID, message.permission, message.needsConsent)
    try self.init(event, at: message.atMs)
    guard !message.revocationBy.isEmpty else { return }
    guard let by = MemberID(message.revocationBy) else { throw .malformed("revocation_by") }
    revocation = Revocation(by: by, at: message.revocationAtMs)
  }

  /// As snapshots carry it.
  public var message: AccountGrant {
    var message = AccountGrant()
    message.memberID = member.description
    (message.permission, message.needsConsent, message.atMs) = (permission, needsConsent, at)
    (message.revocationBy, message.revocationAtMs) = (revocation?.by.description ?? "", revocation?.at ?? 0)
    return message
  }
}
