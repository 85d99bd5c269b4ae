import HearthProtocol

// Folding of what happens to members. As in SharedState+Apply: first all checks, then all changes.
extension SharedState {
  mutating func add(_ message: Member) throws(HistoryFlaw) {
    guard let settings else { throw .contradiction(.groupCreatedOnce) }
    guard members.count < PackedShare.membersMax else { throw .contradiction(.membersFit) }
    let member = try MemberState(message)
    try members.add(member, membersMax: settings.membersMax)
    roster = roster.appending(member.id)
    acts.append(EntryActs())
    balances.count(roster)
    followRole(of: member.id)
  }

  /// Somebody joins, or a placeholder is added: the first is the owner, and nobody else.
  mutating func join(_ message: Member) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    switch message.role {
    case .owner: guard members.isEmpty, !message.holder.isEmpty else { throw .contradiction(.oneOwner) }
    case .admin, .adult, .viewer, .minor: guard !members.isEmpty else { throw .contradiction(.oneOwner) }
    case .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    try add(message)
  }

  mutating func claim(_ event: MemberClaimed, at instant: Int64) throws(HistoryFlaw) {
    guard event.formerHolder.isEmpty else { return try handOver(event) }
    var member = try known(event.memberID)
    guard member.status == .unclaimed else { throw .contradiction(.memberPresent) }
    guard let holder = HolderID(bytes: event.holder) else { throw .malformed("holder") }
    var replaced: MemberState?
    member.proposal = nil
    if !event.replacedMemberID.isEmpty {
      let former = try active(event.replacedMemberID)
      replaced = former
      replaced?.status = .replaced(by: member.id, at: instant)
      replaced?.holder = nil
      replaced?.proposal = nil
      replaced?.requestedRole = nil
      // What is left behind of an owner must not look like a second one.
      if former.role == .owner { replaced?.role = .adult }
      member.color = member.color.isEmpty ? former.color : member.color
      member.sharingSet = member.sharingSet ?? former.sharingSet
      member.takeSharings(of: former)
      member.isCoachingRestricted = member.isCoachingRestricted || former.isCoachingRestricted
      member.proposal = former.proposal
      member.requestedRole = former.requestedRole
      member.transparencyVersion = former.transparencyVersion
    }
    member.holder = holder
    member.status = .active
    member.displayName = event.displayName
    member.role = try role(event.role, ownerAllowed: true)
    member.endRestriction()
    member.joinedAt = instant
    if !event.transparencyVersion.isEmpty { member.transparencyVersion = event.transparencyVersion }
    try members.claim(member, replacing: replaced)
    followRole(of: member.id)
    guard let replaced else { return }
    moveParty(from: replaced.id, to: member.id)
    preferences.move(from: replaced.id, to: member.id)
    if let former = roster.number(of: replaced.id), let number = roster.number(of: member.id) {
      (acts[number], acts[former]) = (acts[former], EntryActs())
    }
  }

  /// A member goes on in other hands, as the same in all else (SPEC BN-07).
  private mutating func handOver(_ event: MemberClaimed) throws(HistoryFlaw) {
    var member = try active(event.memberID)
    guard let former = HolderID(bytes: event.formerHolder), let holder = HolderID(bytes: event.holder) else { throw .malformed("holder") }
    guard member.holder == former, event.replacedMemberID.isEmpty else { throw .contradiction(.memberPresent) }
    member.holder = holder
    if !event.transparencyVersion.isEmpty { member.transparencyVersion = event.transparencyVersion }
    try members.handOver(member, from: former)
  }

  mutating func rename(_ event: MemberRenamed) throws(HistoryFlaw) {
    var member = try known(event.memberID)
    member.displayName = event.displayName
    members.update(member)
  }

  mutating func color(_ event: MemberColorSet) throws(HistoryFlaw) {
    var member = try known(event.memberID)
    member.color = event.color
    members.update(member)
  }

  mutating func setSharing(_ event: DefaultSharingSet) throws(HistoryFlaw) {
    var member = try present(event.memberID)
    member.sharingSet = event.hasShares ? event.shares : nil
    members.update(member)
  }

  mutating func changeRole(_ event: RoleChanged) throws(HistoryFlaw) {
    var member = try present(event.memberID)
    guard member.role != .owner else { throw .contradiction(.oneOwner) }
    member.role = try role(event.role, ownerAllowed: false)
    member.endRestriction()
    member.proposal = nil
    member.requestedRole = nil
    if !event.transparencyVersion.isEmpty { member.transparencyVersion = event.transparencyVersion }
    members.update(member)
    followRole(of: member.id)
  }

  mutating func proposeRole(_ event: RoleChangeProposed) throws(HistoryFlaw) {
    var member = try present(event.memberID)
    guard member.role != .owner else { throw .contradiction(.oneOwner) }
    member.proposal = RoleProposal(
      role: try role(event.role, ownerAllowed: false), version: event.transparencyVersion,
      effectiveAt: event.effectiveAtMs == 0 ? nil : event.effectiveAtMs)
    members.update(member)
  }

  mutating func requestRole(_ event: RoleRequested) throws(HistoryFlaw) {
    var member = try active(event.memberID)
    member.requestedRole = try role(event.role, ownerAllowed: false)
    members.update(member)
  }

  mutating func declineRole(_ event: RoleRequestDeclined) throws(HistoryFlaw) {
    var member = try active(event.memberID)
    member.requestedRole = nil
    members.update(member)
  }

  mutating func leave(_ event: MemberLeft, at instant: Int64) throws(HistoryFlaw) {
    try end(active(event.memberID), as: .left(at: instant), keepsProposal: event.keepsProposal)
  }

  mutating func remove(_ event: MemberRemoved, at instant: Int64) throws(HistoryFlaw) {
    try end(present(event.memberID), as: .removed(at: instant), keepsProposal: event.keepsProposal)
  }

  private mutating func end(_ member: MemberState, as status: MemberState.Status, keepsProposal: Bool) throws(HistoryFlaw) {
    guard member.role != .owner else { throw .contradiction(.oneOwner) }
    var member = member
    member.status = status
    if !keepsProposal { member.proposal = nil }
    member.requestedRole = nil
    members.end(member)
  }

  mutating func restore(_ event: MemberRestored) throws(HistoryFlaw) {
    var member = try known(event.memberID)
    switch member.status {
    case .left, .removed: break
    case .unclaimed, .active, .replaced: throw .contradiction(.memberPresent)
    }
    member.status = member.holder == nil ? .unclaimed : .active
    member.role = try role(event.role, ownerAllowed: false)
    member.endRestriction()
    if member.proposal?.role == member.role { member.proposal = nil }
    member.displayName = event.displayName
    if !event.transparencyVersion.isEmpty { member.transparencyVersion = event.transparencyVersion }
    try members.bringBack(member, membersMax: settings?.membersMax ?? 0)
    followRole(of: member.id)
  }

  mutating func transferOwnership(_ event: OwnershipTransferred) throws(HistoryFlaw) {
    var owner = try active(event.memberID)
    guard owner.role != .owner, let formerID = members.ownerID, var former = members[formerID] else { throw .contradiction(.oneOwner) }
    former.role = .admin
    owner.role = .owner
    owner.proposal = nil
    owner.requestedRole = nil
    members.transferOwnership(from: former, to: owner)
  }

  private func known(_ text: String) throws(HistoryFlaw) -> MemberState {
    guard let id = MemberID(text) else { throw .malformed("member_id") }
    guard let member = members[id] else { throw .contradiction(.namesKnown) }
    return member
  }

  private func present(_ text: String) throws(HistoryFlaw) -> MemberState {
    let member = try known(text)
    guard member.isPresent else { throw .contradiction(.memberPresent) }
    return member
  }

  private func active(_ text: String) throws(HistoryFlaw) -> MemberState {
    let member = try known(text)
    guard member.status == .active else { throw .contradiction(.memberPresent) }
    return member
  }

  private func role(_ role: Role, ownerAllowed: Bool) throws(HistoryFlaw) -> Role {
    switch role {
    case .admin, .adult, .viewer, .minor: return role
    case .owner where ownerAllowed: return role
    case .owner, .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
  }
}

extension MemberState {
  /// Others coach a member again who is no minor any more (SPEC CO-04).
  fileprivate mutating func endRestriction() {
    if role != .minor { isCoachingRestricted = false }
  }
}
