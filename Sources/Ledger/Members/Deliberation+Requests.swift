import HearthProtocol

/// What makes somebody a member.
enum Joining {
  case joined(MemberJoined)
  case claimed(MemberClaimed)
  case restored(MemberRestored)

  var body: Event.OneOf_Body {
    switch self {
    case .joined(let joined): .memberJoined(joined)
    case .claimed(let claimed): .memberClaimed(claimed)
    case .restored(let restored): .memberRestored(restored)
    }
  }
}

// Joining that waits for somebody's approval (SPEC IN-08, IN-09).
extension Deliberation {
  /// What would have happened without the need for approval, as a request for it.
  func request(for joining: Joining, by invite: InviteState) throws(Rejection) -> JoinRequested {
    var requested = JoinRequested()
    switch joining {
    case .joined(let joined):
      (requested.memberID, requested.displayName) = (joined.memberID, joined.displayName)
      (requested.transparencyVersion, requested.role) = (joined.transparencyVersion, joined.role)
    case .claimed(let claimed):
      (requested.memberID, requested.displayName) = (claimed.memberID, claimed.displayName)
      (requested.transparencyVersion, requested.role) = (claimed.transparencyVersion, claimed.role)
      // The first to ask for a placeholder has the first answer.
      let free = shared.members.unclaimed.filter { admin.joinRequest($0.id) == nil }
      guard free.contains(where: { $0.idText == claimed.memberID }) else {
        throw .alreadyClaimed(
          field: "join_group.claims_member_id", unclaimed: free.map { UnclaimedMember(id: $0.id, name: $0.displayName) })
      }
    case .restored(let restored):
      (requested.memberID, requested.displayName) = (restored.memberID, restored.displayName)
      (requested.transparencyVersion, requested.role) = (restored.transparencyVersion, restored.role)
    }
    guard admin.joinRequests.count < Limits.joinRequests else { throw .tooManyJoinRequests }
    requested.holder = .init(context.holder.bytes)
    requested.inviteID = invite.id.description
    return requested
  }

  func decide(_ wish: ApproveJoin) throws(Rejection) -> Decision {
    let asker = try asker(.joinsApprove)
    let request = try joinRequest(wish.memberID, field: "approve_join.member_id")
    // The member who lets somebody in gives them the role, not the member who made the invite.
    if request.role == .admin { try permit(.invitesCreateAdmins, asker, isOwn: true) }
    var approved = JoinApproved()
    approved.memberID = request.id.description
    return Decision(actor: asker.id, events: [DecidedEvent(try joining(request).body), DecidedEvent(.joinApproved(approved))])
  }

  func decide(_ wish: DeclineJoin) throws(Rejection) -> Decision {
    let asker = try asker(.joinsApprove)
    let request = try joinRequest(wish.memberID, field: "decline_join.member_id")
    var declined = JoinDeclined()
    declined.memberID = request.id.description
    declined.displayName = request.displayName
    return Decision(actor: asker.id, events: [DecidedEvent(.joinDeclined(declined))])
  }

  /// What the approval makes of a request. They asked in time and the invite's use is spent: that it has ended since
  /// takes nothing back. Their place was kept from all who see that they wait (`placesTaken`), but a placeholder may be
  /// somebody else by now.
  private func joining(_ request: JoinRequestState) throws(Rejection) -> Joining {
    guard let member = shared.member(request.id) else {
      try spaceForOne(isNew: true, besideRequests: false)
      var joined = joined(request.id, request.displayName, role: request.role, holder: request.holder)
      joined.transparencyVersion = request.transparencyVersion
      return .joined(joined)
    }
    if member.holder == request.holder {
      try spaceForOne(isNew: false, besideRequests: false)
      var restored = MemberRestored()
      restored.memberID = member.idText
      restored.role = request.role.atMost(member.role)
      restored.displayName = request.displayName
      restored.transparencyVersion = request.transparencyVersion
      return .restored(restored)
    }
    let field = "approve_join.member_id"
    let placeholder = try placeholder(member.idText, field: field)
    try mayClaim(placeholder, as: request.role, field: field)
    // A placeholder that became a minor's meanwhile wants a notice that was not read.
    guard request.role == .minor || placeholder.role(at: endTime) != .minor else { throw .claimNotAllowed(field: field) }
    var claimed = MemberClaimed()
    claimed.memberID = member.idText
    claimed.holder = .init(request.holder.bytes)
    claimed.role = request.role
    claimed.displayName = request.displayName
    claimed.transparencyVersion = request.transparencyVersion
    return .claimed(claimed)
  }

  private func joinRequest(_ text: String, field: String) throws(Rejection) -> JoinRequestState {
    guard let id = MemberID(text) else { throw .malformedID(field: field) }
    guard let request = admin.joinRequest(id) else { throw .noJoinRequest(field: field) }
    return request
  }
}
