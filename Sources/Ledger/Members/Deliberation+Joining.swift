import HearthProtocol

extension Deliberation {
  func decide(_ wish: JoinGroup) throws(Rejection) -> Decision {
    // One answer for every reason why a code does not work, so that guessing teaches nothing (hostile-inputs A19).
    guard groupID.isEmpty || GroupID(groupID) == group, let id = context.invite, let invite = admin.invites[id],
      state.admits(context.holder, by: invite, at: endTime)
    else { throw .inviteInvalid }
    let former = shared.members.member(holding: context.holder)
    switch former?.status {
    case .active: throw .alreadyMember
    // An invite that is still about must not undo a removal.
    case .removed: throw .wasRemoved
    case .left, .unclaimed, .replaced, nil: break
    }
    guard admin.joinRequest(of: context.holder) == nil else { throw .joinPending }
    if wish.claimsMemberID.isEmpty, invite.claims == nil { try spaceForOne(isNew: former == nil) }

    let member: MemberID
    let joining: Joining
    if let offered = invite.claims {
      guard former == nil else { throw .claimNotPossible(field: "join_group.code") }
      let claimed = try handedOver(offered, wish)
      member = offered
      joining = .claimed(claimed)
    } else if !wish.claimsMemberID.isEmpty {
      let field = "join_group.claims_member_id"
      let placeholder = try placeholder(wish.claimsMemberID, field: field)
      guard former == nil else { throw .claimNotPossible(field: field) }
      let role = role(claiming: placeholder, by: invite)
      try mayClaim(placeholder, as: role, field: field)
      try transparency(wish, role: role)
      var claimed = MemberClaimed()
      claimed.memberID = placeholder.idText
      claimed.holder = .init(context.holder.bytes)
      claimed.role = role
      claimed.displayName = try displayName(wish, otherwise: placeholder.displayName)
      claimed.transparencyVersion = accepted(wish, role: role)
      member = placeholder.id
      joining = .claimed(claimed)
    } else if let former {
      // SPEC MB-11: leaving and coming back gives nobody more than they had.
      let role = invite.role.atMost(former.role)
      try transparency(wish, role: role)
      var restored = MemberRestored()
      restored.memberID = former.idText
      restored.role = role
      restored.displayName = try displayName(wish, otherwise: former.displayName)
      restored.transparencyVersion = accepted(wish, role: role)
      member = former.id
      joining = .restored(restored)
    } else {
      guard let new = MemberID(wish.memberID) else { throw .malformedID(field: "join_group.member_id") }
      guard isFree(new) else { throw .alreadyExists(field: "join_group.member_id") }
      try transparency(wish, role: invite.role)
      let name = try displayName(wish, otherwise: nextName)
      var joined = joined(new, name, role: invite.role, holder: context.holder)
      joined.transparencyVersion = accepted(wish, role: invite.role)
      member = new
      joining = .joined(joined)
    }

    var used = InviteUsed()
    used.inviteID = id.description
    used.memberID = member.description
    let happened: Event.OneOf_Body = invite.needsApproval ? .joinRequested(try request(for: joining, by: invite)) : joining.body
    return Decision(actor: member, events: [DecidedEvent(happened), DecidedEvent(.inviteUsed(used))])
  }

  /// The holder of the code goes on as the member it is for, in the role that member has by now (SPEC BN-07).
  private func handedOver(_ id: MemberID, _ wish: JoinGroup) throws(Rejection) -> MemberClaimed {
    // A person who has left or was removed meanwhile is not brought back by it.
    guard let member = shared.member(id), member.status == .active, let former = member.holder else { throw .inviteInvalid }
    guard wish.claimsMemberID.isEmpty || MemberID(wish.claimsMemberID) == id else {
      throw .claimNotPossible(field: "join_group.claims_member_id")
    }
    try transparency(wish, role: member.role)
    var claimed = MemberClaimed()
    claimed.memberID = member.idText
    claimed.holder = .init(context.holder.bytes)
    claimed.formerHolder = .init(former.bytes)
    claimed.role = member.role
    claimed.displayName = member.displayName
    claimed.transparencyVersion = accepted(wish, role: member.role)
    return claimed
  }

  func decide(_ wish: AddPlaceholder) throws(Rejection) -> Decision {
    let asker = try asker(.placeholdersAdd)
    guard let id = MemberID(wish.memberID) else { throw .malformedID(field: "add_placeholder.member_id") }
    guard isFree(id) else { throw .alreadyExists(field: "add_placeholder.member_id") }
    switch wish.role {
    case .adult, .viewer, .minor: break
    case .owner, .admin, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "add_placeholder.role")
    }
    let name = try words(wish.displayName, field: "add_placeholder.display_name", charactersMax: Limits.nameCharacters)
    // Who waits to be let in is told in lane `admin` (SPEC LN-09).
    try spaceForOne(isNew: true, besideRequests: allows(.adminLaneRead, asker, isOwn: false))
    let joined = joined(id, name.isEmpty ? nextName : name, role: wish.role, holder: nil)
    return Decision(actor: asker.id, events: [DecidedEvent(.memberJoined(joined))])
  }

  func decide(_ wish: ClaimMember) throws(Rejection) -> Decision {
    let asker = try asker(.placeholdersClaim)
    let field = "claim_member.member_id"
    let placeholder = try placeholder(wish.memberID, field: field)
    // What stands in the books stays under the name it was written for.
    guard !shared.members.isNamed(asker.id) else { throw .claimNotPossible(field: field) }
    try mayClaim(placeholder, as: asker.role, field: field)
    // A minor stays one (SPEC MB-05); the owner's role is never lost, and is theirs to give.
    let becomesMinor = placeholder.role(at: endTime) == .minor && asker.role != .minor && asker.role != .owner
    guard !becomesMinor || wish.acceptsTransparency == TransparencyNotice.version else {
      throw .transparencyNotAccepted(field: "claim_member.accepts_transparency")
    }
    var claimed = MemberClaimed()
    claimed.memberID = placeholder.idText
    claimed.holder = .init(context.holder.bytes)
    claimed.role = becomesMinor ? .minor : asker.role
    claimed.displayName = placeholder.displayName
    claimed.replacedMemberID = asker.idText
    if becomesMinor { claimed.transparencyVersion = wish.acceptsTransparency }
    let ended = becomesMinor ? ends(asker, as: .minor) : []
    let taken =
      mutes(of: asker.id, goingOnAs: placeholder.id) + paymentAddress(of: asker, goingOnAs: placeholder.id)
      + noticeAddresses(of: asker, goingOnAs: placeholder.id)
    return Decision(actor: placeholder.id, events: ended + [DecidedEvent(.memberClaimed(claimed))] + taken)
  }

  /// "Member N" for a person who gives no name: unlike "Me" it is right on everybody's screen (C14).
  var nextName: String { "Member \(shared.members.count + 1)" }

  func joined(_ member: MemberID, _ displayName: String, role: Role, holder: HolderID?) -> MemberJoined {
    var joined = MemberJoined()
    joined.memberID = member.description
    joined.displayName = displayName
    joined.role = role
    joined.holder = .init(holder?.bytes ?? [])
    return joined
  }

  /// Who is there, and who asks to be and would not take the place of somebody who is (product 15).
  var placesTaken: Int {
    shared.members.presentIDs.count + admin.joinRequests.count { shared.member($0.id)?.isPresent != true }
  }

  /// Whether nobody is or asks to be this member.
  private func isFree(_ id: MemberID) -> Bool { shared.member(id) == nil && admin.joinRequest(id) == nil }

  /// - Parameters:
  ///   - isNew: whether they never were in the group.
  ///   - besideRequests: whether those count who wait to be let in.
  func spaceForOne(isNew: Bool, besideRequests: Bool = true) throws(Rejection) {
    let membersMax = shared.settings?.membersMax ?? 0
    guard (besideRequests ? placesTaken : shared.members.presentIDs.count) < membersMax else { throw .groupFull(membersMax: membersMax) }
    guard !isNew || shared.members.count < Limits.membersEver else { throw .groupFull(membersMax: Limits.membersEver) }
  }

  /// Compare and set: commands are decided one after the other, so of two who claim at once the second finds the place
  /// taken (product 45).
  func placeholder(_ text: String, field: String) throws(Rejection) -> MemberState {
    let member = try member(text, field: field)
    switch member.status {
    case .unclaimed: return member
    case .removed where member.holder == nil: throw .memberNotActive(field: field)
    case .active, .left, .removed, .replaced:
      throw .alreadyClaimed(field: field, unclaimed: shared.members.unclaimed.map { UnclaimedMember(id: $0.id, name: $0.displayName) })
    }
  }

  func mayClaim(_ placeholder: MemberState, as role: Role, field: String) throws(Rejection) {
    let marked = placeholder.role(at: endTime)
    guard matrix[.placeholdersClaim, role].allows(isOwn: false, target: marked, shared.policies) else {
      throw .claimNotAllowed(field: field)
    }
  }

  /// The invite's role; but a person who goes on as a minor's placeholder is a minor (SPEC MB-05).
  private func role(claiming placeholder: MemberState, by invite: InviteState) -> Role {
    placeholder.role(at: endTime) == .minor ? .minor : invite.role
  }

  private func transparency(_ wish: JoinGroup, role: Role) throws(Rejection) {
    guard role != .minor || wish.acceptsTransparency == TransparencyNotice.version else {
      throw .transparencyNotAccepted(field: "join_group.accepts_transparency")
    }
  }

  private func accepted(_ wish: JoinGroup, role: Role) -> String { role == .minor ? wish.acceptsTransparency : "" }

  private func displayName(_ wish: JoinGroup, otherwise fallback: String) throws(Rejection) -> String {
    let name = try words(wish.displayName, field: "join_group.display_name", charactersMax: Limits.nameCharacters)
    return name.isEmpty ? fallback : name
  }
}
