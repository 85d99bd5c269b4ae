import HearthProtocol

/// A store that can take over a whole group from elsewhere.
public protocol GroupImporting {
  /// Writes a group's log and what follows from it for the directory, all in one durable commit, or nothing.
  ///
  /// Membership rows are made for whichever of this store's identities hold members of the group. That it was deleted
  /// here is forgotten.
  ///
  /// - Parameters:
  ///   - group: what is known of the group before its events are read.
  ///   - nextPage: gives the next events of the log, from the first on, and none at its end.
  /// - Throws: `.conflict` when the group is there already, and whatever `nextPage` throws.
  func importGroup(_ group: ImportedGroup, nextPage: () throws(StoreFailure) -> [StoredEvent]) throws(StoreFailure)
}

/// A group that is taken over from elsewhere.
public struct ImportedGroup: Sendable {
  /// The group.
  public var group: GroupID
  /// Which of its histories this is.
  public var epoch: UInt64
  /// About how many bytes its events have.
  public var eventBytes: Int
  /// The holders of its members, and whether their membership has ended.
  public var holders: [HolderID: Bool]
  /// Its invites, as projections.
  public var invites: [Projection]
  /// From this instant on, milliseconds since 1970, the server has something to do in the group by itself; nil: it has
  /// nothing to do there.
  public var due: Int64?

  /// Makes a group to take over.
  public init(
    group: GroupID, epoch: UInt64 = 1, eventBytes: Int, holders: [HolderID: Bool], invites: [Projection], due: Int64? = nil
  ) {
    self.group = group
    self.epoch = epoch
    self.eventBytes = eventBytes
    self.holders = holders
    self.invites = invites
    self.due = due
  }

  /// The directory's rows for one of the store's identities; none when it holds no member.
  package func memberships(of identity: IdentityID) -> [Projection] {
    let holder = HolderID(identity: identity, group: group)
    guard let hasEnded = holders[holder] else { return [] }
    let joined = Projection.membership(identity: identity, group: group)
    return hasEnded ? [joined, .membershipEnded(holder: holder, group: group)] : [joined]
  }
}
