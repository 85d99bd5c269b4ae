import HearthProtocol

extension Deliberation {
  func decide(_ wish: CreateGroup) throws(Rejection) -> Decision {
    guard let group = GroupID(groupID) else { throw .malformedEnvelope(field: "group_id") }
    guard group == self.group else { throw .notFound(field: "group_id") }
    guard let member = MemberID(wish.memberID) else { throw .malformedID(field: "create_group.member_id") }
    guard shared.settings == nil else { throw .alreadyExists(field: "group_id") }

    var created = GroupCreated()
    created.template = try template(wish.template, field: "create_group.template")
    created.weekStartsOn = try weekStart(wish.weekStartsOn, field: "create_group.week_starts_on")
    let isIndian = created.template == .indianFamily
    created.currency = try groupCurrency(isIndian && wish.currency.isEmpty ? "INR" : wish.currency, field: "create_group.currency").code
    created.timeZone = try timeZone(isIndian && wish.timeZone.isEmpty ? "Asia/Kolkata" : wish.timeZone, field: "create_group.time_zone")
    created.name = try words(wish.name, field: "create_group.name", charactersMax: Limits.nameCharacters, required: true)
    let displayName = try words(wish.displayName, field: "create_group.display_name", charactersMax: Limits.nameCharacters)
    created.icon = try words(wish.icon, field: "create_group.icon", charactersMax: Limits.iconCharacters)
    created.description_p = try words(
      wish.description_p, field: "create_group.description", charactersMax: Limits.groupDescriptionCharacters)
    created.membersMax = UInt32(Limits.membersMax)
    created.categories = defaultCategories
    let owner = joined(member, displayName.isEmpty ? nextName : displayName, role: .owner, holder: context.holder)
    return Decision(actor: member, events: [DecidedEvent(.groupCreated(created)), DecidedEvent(.memberJoined(owner))])
  }
}
