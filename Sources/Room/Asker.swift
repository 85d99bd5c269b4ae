import HearthProtocol

/// The person who asks, as the session has established.
public struct Asker: Hashable, Sendable {
  /// The identity that logged in.
  public var identity: IdentityID
  /// The tie between that identity and this room's group.
  public var holder: HolderID

  /// Ties an identity to a group.
  public init(identity: IdentityID, group: GroupID) {
    self.identity = identity
    holder = HolderID(identity: identity, group: group)
  }

  /// Who asks, where the tie is known.
  public init(identity: IdentityID, holder: HolderID) { (self.identity, self.holder) = (identity, holder) }
}
