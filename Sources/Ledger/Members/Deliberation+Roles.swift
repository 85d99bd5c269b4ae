import HearthProtocol

extension Deliberation {
  func decide(_ wish: ChangeRole) throws(Rejection) -> Decision {
    let asker = try asker(.rolesChange)
    let member = try member(wish.memberID, field: "change_role.member_id")
    guard member.id != asker.id else { throw .ownerMustTransfer }
    try permit(.rolesChange, asker, to: member)
    switch wish.role {
    case .admin, .adult, .viewer, .minor: break
    case .owner, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "change_role.role")
    }
    guard member.isPresent else { throw .memberNotActive(field: "change_role.member_id") }
    let role = member.role(at: endTime)
    let waiting = role == member.role ? member.proposal?.role : nil
    guard wish.role != (waiting ?? role) else { throw .nothingChanges }
    // A placeholder that counts as a minor by now is one: to take that back is a change like any other.
    guard wish.role == .minor, role != .minor else { return Decision(actor: asker.id, events: changes(member, to: wish.role)) }

    var proposed = RoleChangeProposed()
    proposed.memberID = member.idText
    proposed.role = .minor
    proposed.transparencyVersion = TransparencyNotice.version
    if member.status == .unclaimed {
      // Near the end of time it takes effect at once.
      let (instant, overflow) = endTime.addingReportingOverflow(Limits.placeholderRoleMilliseconds)
      proposed.effectiveAtMs = overflow ? endTime : instant
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.roleChangeProposed(proposed))])
  }

  func decide(_ wish: AcknowledgeRole) throws(Rejection) -> Decision {
    let asker = try asker(.rolesAcknowledge)
    guard let proposal = asker.proposal else { throw .nothingPending }
    // What they have read must be what is shown today, not what was when the change was proposed.
    guard wish.acceptsTransparency == TransparencyNotice.version else {
      throw .transparencyNotAccepted(field: "acknowledge_role.accepts_transparency")
    }
    return Decision(actor: asker.id, events: changes(asker, to: proposal.role, accepting: wish.acceptsTransparency))
  }

  func decide(_ wish: RequestRole) throws(Rejection) -> Decision {
    let asker = try asker(.rolesRequest)
    switch wish.role {
    case .adult, .viewer: break
    case .owner, .admin, .minor, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "request_role.role")
    }
    guard wish.role != state.requestedRole(of: asker.id) else { throw .nothingChanges }
    var requested = RoleRequested()
    requested.memberID = state.minorSubject(of: asker.id).description
    requested.role = wish.role
    return Decision(actor: asker.id, events: [DecidedEvent(.roleRequested(requested))])
  }

  func decide(_ wish: ApproveRole) throws(Rejection) -> Decision {
    let asker = try asker(.rolesChange)
    let member = try member(wish.memberID, field: "approve_role.member_id")
    guard let role = state.requestedRole(of: member.id), role == wish.role else { throw .nothingPending }
    return Decision(actor: asker.id, events: changes(member, to: role))
  }

  func decide(_ wish: DeclineRole) throws(Rejection) -> Decision {
    let asker = try asker(.rolesChange)
    let member = try member(wish.memberID, field: "decline_role.member_id")
    // What was asked for in the lanes of earlier versions is declined there too.
    guard let asked = state.roleRequest(of: member.id) else { throw .nothingPending }
    var declined = RoleRequestDeclined()
    declined.memberID = asked.member.description
    return Decision(actor: asker.id, events: [DecidedEvent(.roleRequestDeclined(declined), in: asked.lane)])
  }

  /// What a change of role brings about, the change last.
  private func changes(_ member: MemberState, to role: Role, accepting version: String = "") -> [DecidedEvent] {
    var changed = RoleChanged()
    changed.memberID = member.idText
    changed.role = role
    changed.transparencyVersion = version
    return ends(member, as: role) + [DecidedEvent(.roleChanged(changed))]
  }
}
