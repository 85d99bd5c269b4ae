import HearthProtocol

/// Knows identities, their device tokens, which groups they are in and where invite codes lead.
///
/// All calls block and may be made from any thread but an event loop's. Tokens and codes are known by hash only.
public protocol Directory: Sendable {
  /// Makes identities, each with its first token, in one durable commit.
  func register(_ registrations: [Registration]) throws(StoreFailure)

  /// The token with this id, or nil. The caller compares the secret's hash in constant time.
  func token(_ id: TokenID) throws(StoreFailure) -> TokenRecord?

  /// The groups the identity is a member of, in the order of first joining.
  func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID]

  /// Where a code with this hash leads, or nil.
  func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation?

  /// The groups in which the server has something to do by itself, the longest due first.
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970; what is due later is not listed.
  ///   - limit: at most this many.
  func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID]

  /// Sets right when a group is due, durably, if no commit has said that it is later than now: for what no commit says, such as that a group has nothing
  /// to do though it is listed, or was not listed though it has.
  ///
  /// - Parameters:
  ///   - instant: milliseconds since 1970; nil: it is not due.
  ///   - now: milliseconds since 1970; a group that is noted for later than this stays as it is.
  ///   - addsMissing: whether a group that is not listed is added: only while nobody commits anything for it.
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure)
}

/// Names a device token; random, not secret.
public typealias TokenID = Identifier<IdentifierKind.Token>

extension IdentifierKind {
  /// Of a device token.
  public enum Token {}
}

/// A new identity and its first device token.
public struct Registration: Sendable {
  /// The identity.
  public var identity: IdentityID
  /// What the person calls themself; the default for groups.
  public var displayName: String
  /// The token's id.
  public var token: TokenID
  /// SHA-256 of the token's 32 secret bytes.
  public var secretHash: [UInt8]
  /// When, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes a registration.
  public init(identity: IdentityID, displayName: String, token: TokenID, secretHash: [UInt8], createdAt: Int64) {
    self.identity = identity
    self.displayName = displayName
    self.token = token
    self.secretHash = secretHash
    self.createdAt = createdAt
  }
}

/// What is kept of a device token.
public struct TokenRecord: Sendable, Hashable {
  /// Whose it is.
  public var identity: IdentityID
  /// What the person calls themself.
  public var displayName: String
  /// SHA-256 of the secret.
  public var secretHash: [UInt8]

  /// Makes a token record.
  public init(identity: IdentityID, displayName: String, secretHash: [UInt8]) {
    self.identity = identity
    self.displayName = displayName
    self.secretHash = secretHash
  }
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
