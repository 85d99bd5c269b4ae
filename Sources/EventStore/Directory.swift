import HearthProtocol

/// Knows identities, their device tokens, which groups they are in and where invite codes lead, and keeps the audit
/// log.
///
/// All calls block and may be made from any thread but an event loop's. Tokens and codes are known by hash only.
public protocol Directory: AuditLog {
  /// Makes identities, each with its first device, in one durable commit.
  func register(_ registrations: [Registration]) throws(StoreFailure)

  /// The tokens with these ids, of those that there are, in one read, with what else a login asks. The caller compares
  /// the secret's hash in constant time.
  func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord]

  /// The identity of the subject with this hash (`SubjectAdmission`), or nil.
  func identity(subjectHash: [UInt8]) throws(StoreFailure) -> IdentityID?

  /// Makes identities of subjects, in one durable commit; a subject that has one keeps it.
  ///
  /// - Returns: the subjects' identities, in the order of the admissions.
  func admit(_ admissions: [SubjectAdmission]) throws(StoreFailure) -> [IdentityID]

  /// Whether the operator has shut the identity out (SPEC ID-18).
  func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool

  /// All identities that the operator has shut out.
  func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID>

  /// The devices of the identity, in the order in which they came.
  func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord]

  /// Gives an identity a further device, durably, if the one that vouches for it is still the identity's, which is not
  /// suspended.
  func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome

  /// Takes a device with all its tokens, those for groups that it made too, from the identity, durably.
  ///
  /// - Parameter instant: milliseconds since 1970.
  /// - Returns: false when the identity has no such device.
  func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool

  /// Sets where a device of the identity is told of notices, durably.
  ///
  /// - Parameters:
  ///   - push: nil: it is told no more.
  ///   - old: only in place of this one; nil: in place of whatever there is.
  /// - Returns: false when the identity has no such device, or it is told elsewhere.
  func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool

  /// The devices that are told of notices, of those who are in the group and not suspended, in the order in which an
  /// identity got them.
  func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver]

  /// Gives an identity a token for one group, durably, if it is in the group and not suspended, and the device is its
  /// own. The identity's tokens for the group that are over go.
  func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome

  /// The identity's tokens for groups, in the order in which they were made.
  func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord]

  /// Takes a group token from the identity, durably.
  ///
  /// - Parameter instant: milliseconds since 1970.
  /// - Returns: false when the identity has no such token.
  func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool

  /// Gives a device a further token, durably. The one that it has stays good until the new one is used (`noteUse`), so
  /// that a device that never learns of the new one is not locked out.
  ///
  /// - Returns: false when the old token is good no more.
  func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool

  /// Notes that tokens were used, durably. Those of the same device that are older are good no more.
  ///
  /// - Returns: the tokens that have ended with that.
  func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID]

  /// Has somebody told of what lets nobody in any more since another server of the directory, or an operator's verb,
  /// has ended it. What this server ends it knows, and is not told. A later asker is told instead of the one before.
  ///
  /// - Parameter tell: called on any thread, one call at a time, and must not call the directory.
  func whenEnded(_ tell: @escaping @Sendable (EndingNews) -> Void)

  /// Which of these tokens let nobody in any more: they are not there, or were replaced. It asks neither how old they
  /// are nor who is suspended.
  func ended(among tokens: Set<TokenID>) throws(StoreFailure) -> Set<TokenID>

  /// Adds rows to the audit log, durably. What the directory does itself it notes itself, in the same commit.
  func note(_ notes: [AuditNote]) throws(StoreFailure)

  /// The groups the identity is a member of, in the order of first joining.
  func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID]

  /// Whether the identity is in the group, or ever was.
  func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool

  /// How many people and groups there are.
  ///
  /// - Parameter day: days since 1970; a device that was used on it or later makes its identity an active one.
  func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures

  /// Where a code with this hash leads, or nil.
  func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation?

  /// The groups in which the server has something to do by itself, the longest due first.
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970; what is due later is not listed.
  ///   - limit: at most this many.
  func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID]

  /// Sets right when a group is due, durably, if no commit has said that it is later than now: for what no commit says,
  /// such as that a group has nothing to do though it is listed, or was not listed though it has.
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970; nil: it is not due.
  ///   - now: milliseconds since 1970; a group that is noted for later than this stays as it is.
  ///   - addsMissing: whether a group that is not listed is added: only while nobody commits anything for it.
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure)

  /// Which webhooks there are, of all groups, in order of group and id, each with who added it.
  func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)]

  /// The same of one group.
  func webhooks(of group: GroupID) throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)]

  /// The record of a webhook; nil: there is no such webhook, or it was removed.
  func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord?

  /// Notes how far a webhook was sent to, durably; nothing when it was removed meanwhile, or is further.
  func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure)
}

/// An audit log that can be read.
public protocol AuditLog: Sendable {
  /// At most `limit` rows of the audit log after the one with this number, in order.
  func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow]

  /// Where the audit log ends.
  func auditHead() throws(StoreFailure) -> AuditHead

  /// How the logs of other nodes of the store are now of which rows of this one say where they stood.
  ///
  /// - Returns: one for each, in order.
  func standings(of seen: [SeenChain]) throws(StoreFailure) -> [ChainStanding]
}

/// Where an invite code leads.
public struct InviteLocation: Sendable, Hashable {
  /// The group.
  public var group: GroupID
  /// The invite within it.
  public var invite: InviteID

  /// Makes a location.
  public init(group: GroupID, invite: InviteID) {
    self.group = group
    self.invite = invite
  }
}
