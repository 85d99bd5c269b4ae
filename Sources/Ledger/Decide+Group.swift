import HearthProtocol

extension Deliberation {
  func decide(_ wish: CreateGroup) throws(Rejection) -> Decision {
    guard let group = GroupID(groupID) else { throw .malformedEnvelope(field: "group_id") }
    guard group == state.group else { throw .notFound(field: "group_id") }
    guard let member = MemberID(wish.memberID) else { throw .malformedID(field: "create_group.member_id") }
    guard !state.isCreated else { throw .alreadyExists(field: "group_id") }

    var created = GroupCreated()
    created.template = try template(wish.template, field: "create_group.template")
    created.weekStartsOn = try weekStart(wish.weekStartsOn, field: "create_group.week_starts_on")
    let isIndian = created.template == .indianFamily
    created.currency = try currency(isIndian && wish.currency.isEmpty ? "INR" : wish.currency, field: "create_group.currency").code
    created.timeZone = try timeZone(isIndian && wish.timeZone.isEmpty ? "Asia/Kolkata" : wish.timeZone, field: "create_group.time_zone")
    created.name = try words(wish.name, field: "create_group.name", charactersMax: Limits.nameCharacters, required: true)
    let displayName = try words(
      wish.displayName, field: "create_group.display_name", charactersMax: Limits.nameCharacters, required: true)
    created.icon = try words(wish.icon, field: "create_group.icon", charactersMax: Limits.iconCharacters)
    created.description_p = try words(
      wish.description_p, field: "create_group.description", charactersMax: Limits.groupDescriptionCharacters)
    created.membersMax = UInt32(Limits.membersMax)
    created.categories = defaultCategories
    return Decision(
      actor: member,
      events: [DecidedEvent(.groupCreated(created)), DecidedEvent(.memberJoined(joined(member, displayName, role: .owner)))])
  }

  func decide(_ wish: JoinGroup) throws(Rejection) -> Decision {
    // One answer for every reason why a code does not work, so that guessing teaches nothing (hostile-inputs A19).
    guard shared.settings?.isArchived == false, groupID.isEmpty || GroupID(groupID) == state.group, let id = context.invite,
      let invite = state.admin.invites[id], invite.isOpen(at: context.now)
    else { throw .inviteInvalid }
    guard state.member(holding: context.holder) == nil else { throw .alreadyMember }
    let membersMax = shared.settings?.membersMax ?? 0
    guard shared.members.count < membersMax else { throw .groupFull(membersMax: membersMax) }
    guard let member = MemberID(wish.memberID) else { throw .malformedID(field: "join_group.member_id") }
    guard shared.member(member) == nil else { throw .alreadyExists(field: "join_group.member_id") }
    let displayName = try words(wish.displayName, field: "join_group.display_name", charactersMax: Limits.nameCharacters, required: true)

    var used = InviteUsed()
    used.inviteID = id.description
    used.memberID = member.description
    return Decision(
      actor: member,
      events: [DecidedEvent(.memberJoined(joined(member, displayName, role: invite.role))), DecidedEvent(.inviteUsed(used))])
  }

  private func joined(_ member: MemberID, _ displayName: String, role: Role) -> MemberJoined {
    var joined = MemberJoined()
    joined.memberID = member.description
    joined.displayName = displayName
    joined.role = role
    joined.holder = .init(context.holder.bytes)
    return joined
  }
}
