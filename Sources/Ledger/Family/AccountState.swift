import HearthProtocol

/// An account of one member and those they have granted it to: the fold of lane `account/<account>`.
///
/// As that of a minor's lane it knows nothing of lane `shared`.
public struct AccountState: Sendable, Equatable {
  /// Whose it is, under the name they had when it was made.
  public let owner: MemberID
  /// Who receives it besides, ascending.
  public private(set) var grantees: [MemberID] = []

  /// Who receives the lane.
  public var readers: [MemberID] { [owner] + grantees }

  /// - Returns: nil where there is no account.
  init?(_ snapshot: AccountSnapshot) throws(HistoryFault) {
    guard !snapshot.ownerID.isEmpty else {
      guard snapshot == AccountSnapshot() else { throw .malformed("owner_id") }
      return nil
    }
    guard let owner = MemberID(snapshot.ownerID) else { throw .malformed("owner_id") }
    self.owner = owner
    for grant in snapshot.grants {
      guard let member = MemberID(grant.memberID) else { throw .malformed("member_id") }
      guard member != owner, member > grantees.last ?? MemberID(high: 0, low: 0) else { throw .contradiction(.idsUnique) }
      grantees.append(member)
    }
  }

  func snapshot() -> AccountSnapshot {
    var snapshot = AccountSnapshot()
    snapshot.ownerID = owner.description
    snapshot.grants = grantees.map { member in
      var grant = AccountGrant()
      grant.memberID = member.description
      return grant
    }
    return snapshot
  }
}
