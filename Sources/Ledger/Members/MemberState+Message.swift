import HearthProtocol

extension MemberState {
  /// The member as snapshots carry it.
  public var message: Member {
    var message = Member()
    message.memberID = idText
    message.displayName = displayName
    message.role = role
    message.holder = .init(holder?.bytes ?? [])
    message.joinedAtMs = joinedAt
    message.color = color
    message.transparencyVersion = transparencyVersion
    message.requestedRole = requestedRole ?? .unspecified
    if let sharingSet { message.sharesByDefault = sharingSet }
    message.coachingRestricted = isCoachingRestricted
    message.partyID = party?.description ?? ""
    message.sharedCategories = sharedCategories.map(\.message)
    if let proposal {
      message.proposedRole = proposal.role
      message.proposedVersion = proposal.version
      message.proposedEffectiveAtMs = proposal.effectiveAt ?? 0
    }
    switch status {
    case .unclaimed: message.status = .unclaimed
    case .active: message.status = .active
    case .left(let instant):
      message.status = .left
      message.endedAtMs = instant
    case .removed(let instant):
      message.status = .removed
      message.endedAtMs = instant
    case .replaced(let successor, let instant):
      message.status = .replaced
      message.becameMemberID = successor.description
      message.endedAtMs = instant
    }
    return message
  }

  init(_ message: Member) throws(HistoryFlaw) {
    guard let id = MemberID(message.memberID) else { throw .malformed("member_id") }
    let holder = HolderID(bytes: message.holder)
    guard holder != nil || message.holder.isEmpty else { throw .malformed("holder") }
    switch message.role {
    case .owner, .admin, .adult, .viewer, .minor: break
    case .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    self.init(id: id, displayName: message.displayName, role: message.role, holder: holder, joinedAt: message.joinedAtMs)
    color = message.color
    transparencyVersion = message.transparencyVersion
    if message.requestedRole != .unspecified { requestedRole = message.requestedRole }
    if message.hasSharesByDefault { sharingSet = message.sharesByDefault }
    guard !message.coachingRestricted || message.role == .minor else { throw .malformed("coaching_restricted") }
    isCoachingRestricted = message.coachingRestricted
    party = MemberID(message.partyID)
    guard party != nil || message.partyID.isEmpty else { throw .malformed("party_id") }
    try restore(message.sharedCategories)
    if message.proposedRole != .unspecified {
      let effectiveAt = message.proposedEffectiveAtMs
      proposal = RoleProposal(
        role: message.proposedRole, version: message.proposedVersion, effectiveAt: effectiveAt == 0 ? nil : effectiveAt)
    }
    switch message.status {
    // As versions wrote it that knew of no other status.
    case .unspecified: break
    case .unclaimed: guard holder == nil else { throw .malformed("status") }
    case .active: guard holder != nil else { throw .malformed("status") }
    case .left: status = .left(at: message.endedAtMs)
    case .removed: status = .removed(at: message.endedAtMs)
    case .replaced:
      guard holder == nil, let successor = MemberID(message.becameMemberID) else { throw .malformed("became_member_id") }
      status = .replaced(by: successor, at: message.endedAtMs)
    case .UNRECOGNIZED: throw .malformed("status")
    }
  }
}
