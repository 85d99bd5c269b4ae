import HearthProtocol

// What the lane of a child is told of the accounts of others that the child reads (SPEC AC-11): which they are, and no
// amounts. The accounts' own lanes say who reads what.
extension Deliberation {
  /// An account is granted to a child, or has another name or type.
  ///
  /// - Parameter subject: of the child's lane.
  func accessGranted(to subject: MemberID, _ id: AccountID, _ account: AccountState) -> DecidedEvent {
    accessGranted(to: subject, id, account.content, of: account.owner)
  }

  private func accessGranted(to subject: MemberID, _ id: AccountID, _ content: AccountContent, of owner: MemberID) -> DecidedEvent {
    var granted = ChildAccessGranted()
    (granted.minorID, granted.accountID) = (subject.description, id.description)
    (granted.name, granted.type, granted.ownerID) = (content.name, content.type, owner.description)
    return DecidedEvent(.childAccessGranted(granted))
  }

  /// What lanes about a grantee, under any name they ever had, are told when a grant of theirs ends.
  func accessesEnded(of grantee: MemberID, _ id: AccountID) -> [DecidedEvent] {
    accesses(of: grantee, id).map { subject, access in
      var ended = ChildAccessEnded()
      (ended.minorID, ended.accountID) = (subject.description, id.description)
      (ended.name, ended.ownerID) = (access.name, access.owner.description)
      return DecidedEvent(.childAccessEnded(ended))
    }
  }

  /// What follows for children from what an account says of itself from now on: their grants end where children do not
  /// read the new type, and otherwise their lanes are told name and type; those of people who have grown up are not.
  func told(_ content: AccountContent, of id: AccountID) -> [DecidedEvent] {
    guard let account = state.account(id), account.name != content.name || account.type != content.type else { return [] }
    return account.grants.flatMap { grant -> [DecidedEvent] in
      let isChild = shared.member(shared.members.current(grant.member))?.role == .minor
      // What was granted before children were kept to some types stays until the type is another.
      if isChild, account.type != content.type, !content.type.isForChildren { return revoked(grant, of: id) }
      // The lane of somebody who has grown up may be read by others some day, who learn nothing of what came between.
      guard isChild else { return [] }
      return accesses(of: grant.member, id).map { accessGranted(to: $0.subject, id, content, of: account.owner) }
    }
  }

  private func accesses(of grantee: MemberID, _ id: AccountID) -> [(subject: MemberID, access: ChildAccessState)] {
    shared.members.names(of: shared.members.current(grantee)).compactMap { subject in
      state.minor(subject).access(to: id).map { (subject, $0) }
    }
  }
}
