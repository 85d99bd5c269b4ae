import HearthProtocol

/// Somebody whom an issuer vouches for, and who they are to be here if they are nobody yet (SPEC ID-11).
public struct SubjectAdmission: Sendable {
  /// A keyed hash of the issuer and of what it calls them, 32 bytes. Neither is stored.
  public var subjectHash: [UInt8]
  /// The identity of somebody new.
  public var identity: IdentityID
  /// When, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes an admission.
  public init(subjectHash: [UInt8], identity: IdentityID, createdAt: Int64) {
    self.subjectHash = subjectHash
    self.identity = identity
    self.createdAt = createdAt
  }

  /// The note of a new person in the audit log.
  public var note: AuditNote { AuditNote(.registered, at: createdAt, identity: identity) }
}
