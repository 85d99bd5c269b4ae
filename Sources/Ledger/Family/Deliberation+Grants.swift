import HearthProtocol

extension Deliberation {
  func decide(_ wish: GrantAccount) throws(Rejection) -> Decision {
    let asker = try asker(.accountsGrant)
    let (id, account) = try account(wish.accountID, asker, field: "grant_account.account_id")
    try permit(.accountsGrant, asker, isOwn: isOwner(asker, of: account))
    let member = try member(wish.memberID, field: "grant_account.member_id")
    guard member.status == .active else { throw .memberNotActive(field: "grant_account.member_id") }
    guard member.id != asker.id, GroupState.suits(.read, member.role) else { throw .choiceNotAllowed(field: "grant_account.member_id") }
    guard GroupState.suits(wish.permission, member.role) else { throw .choiceNotAllowed(field: "grant_account.permission") }
    if member.role == .minor {
      // A child's access is the account owner's to end.
      guard !wish.needsConsent else { throw .choiceNotAllowed(field: "grant_account.needs_consent") }
      try permit(.minorsSet, asker, with: Minor(member: member, subject: state.minorSubject(of: member.id)))
      guard account.type.isForChildren else { throw .choiceNotAllowed(field: "grant_account.account_id") }
    }
    if let old = account.grants.first(where: { shared.members.current($0.member) == member.id }) {
      guard old.permission != wish.permission || old.needsConsent != wish.needsConsent else { throw .nothingChanges }
      throw .alreadyGranted(field: "grant_account.member_id")
    }
    guard account.grants.count < Limits.accountGrants else { throw .tooManyGrants(most: Limits.accountGrants) }
    var granted = AccountGranted()
    (granted.accountID, granted.memberID) = (id.description, member.idText)
    (granted.permission, granted.needsConsent, granted.grantedAtMs) = (wish.permission, wish.needsConsent, endTime)
    let told = member.role == .minor ? [accessGranted(to: state.minorSubject(of: member.id), id, account)] : []
    return Decision(actor: asker.id, events: [DecidedEvent(.accountGranted(granted))] + told)
  }

  func decide(_ wish: RevokeAccount) throws(Rejection) -> Decision {
    let asker = try asker(.accountsRevoke)
    let (id, account) = try account(wish.accountID, asker, field: "revoke_account.account_id")
    let grant = try grant(wish.memberID, of: account, field: "revoke_account.member_id")
    guard let grant else { throw .nothingChanges }
    let grantee = shared.members.current(grant.member)
    try permit(.accountsRevoke, asker, isOwn: isOwner(asker, of: account) || grantee == asker.id)
    let other = isOwner(asker, of: account) ? grantee : shared.members.current(account.owner)
    let isWaiting = grant.revocation.map { !$0.isLapsed(at: endTime) } ?? false
    let isAskers = grant.revocation.map { shared.members.current($0.by) == asker.id } ?? false
    // Nobody is there who could agree, or the other asked for it.
    let isAgreed = shared.member(other)?.status != .active || isWaiting && !isAskers
    if !grant.needsConsent || isAgreed { return Decision(actor: asker.id, events: revoked(grant, of: id)) }
    guard !isWaiting else { throw .nothingChanges }
    var asked = AccountRevocationAsked()
    (asked.accountID, asked.memberID, asked.askedAtMs) = (id.description, grant.member.description, endTime)
    return Decision(actor: asker.id, events: [DecidedEvent(.accountRevocationAsked(asked))])
  }

  func decide(_ wish: AnswerRevocation) throws(Rejection) -> Decision {
    let asker = try asker(.accountsRevoke)
    let (id, account) = try account(wish.accountID, asker, field: "answer_revocation.account_id")
    guard let grant = try grant(wish.memberID, of: account, field: "answer_revocation.member_id") else { throw .noRevocation }
    try permit(
      .accountsRevoke, asker, isOwn: isOwner(asker, of: account) || shared.members.current(grant.member) == asker.id)
    guard let revocation = grant.revocation, !revocation.isLapsed(at: endTime) else { throw .noRevocation }
    guard wish.confirmed else {
      var declined = AccountRevocationDeclined()
      (declined.accountID, declined.memberID) = (id.description, grant.member.description)
      return Decision(actor: asker.id, events: [DecidedEvent(.accountRevocationDeclined(declined))])
    }
    // The other of the two agrees; who asked can take the wish back.
    guard shared.members.current(revocation.by) != asker.id else { throw .choiceNotAllowed(field: "answer_revocation.confirmed") }
    return Decision(actor: asker.id, events: revoked(grant, of: id))
  }

  private func grant(_ text: String, of account: AccountState, field: String) throws(Rejection) -> AccountGrantState? {
    let member = try member(text, field: field)
    return account.grants.first { shared.members.current($0.member) == member.id }
  }

  /// The end of a grant, and behind it what the lane of a child is told of it (SPEC AC-11).
  func revoked(_ grant: AccountGrantState, of account: AccountID) -> [DecidedEvent] {
    var revoked = AccountRevoked()
    (revoked.accountID, revoked.memberID) = (account.description, grant.member.description)
    return [DecidedEvent(.accountRevoked(revoked))] + accessesEnded(of: grant.member, account)
  }

  /// The grants that end behind a decision (SPEC AC-09, AC-12): those of a member who comes back, and of one whose new
  /// role does not suit them or suits them again, who receive nothing at that moment; and those of children to an
  /// account that becomes one that children do not read.
  func lapsedGrants(behind events: [DecidedEvent]) -> [DecidedEvent] {
    guard !state.accounts.isEmpty else { return [] }
    var lapsed: [DecidedEvent] = []
    for event in events {
      switch event.body {
      case .memberRestored(let restored): if let id = MemberID(restored.memberID) { lapsed += everyGrant(to: id) }
      case .memberClaimed(let claimed):
        guard let id = MemberID(claimed.replacedMemberID), let place = MemberID(claimed.memberID) else { continue }
        let role = claimed.role == .unspecified ? shared.member(place)?.role ?? .unspecified : claimed.role
        lapsed += grantsEnded(of: id, becoming: role)
      case .roleChanged(let changed):
        if let id = MemberID(changed.memberID) { lapsed += grantsEnded(of: id, becoming: changed.role) }
      case .accountSet(let set): if let id = AccountID(set.accountID) { lapsed += told(set.content, of: id) }
      default: continue
      }
    }
    return lapsed
  }

  private func grantsEnded(of member: MemberID, becoming role: Role) -> [DecidedEvent] {
    guard let former = shared.member(member)?.role else { return [] }
    // What a minor may see they may as an adult too; what was between partners is nothing for a minor.
    let isKept = GroupState.suits(.read, former) && GroupState.suits(.write, role)
    return isKept ? [] : everyGrant(to: member)
  }

  private func everyGrant(to member: MemberID) -> [DecidedEvent] {
    state.accounts.sorted { $0.key < $1.key }.flatMap { id, account in
      account.grants.filter { shared.members.current($0.member) == member }.flatMap { revoked($0, of: id) }
    }
  }
}
