import HearthProtocol

// Folding. Each function checks first and changes then, so that a fault leaves the state as it was. Commands were judged when they were
// decided; what is checked again here are the invariants that keep amounts right and references whole.
extension SharedState {
  mutating func create(_ event: GroupCreated, by author: String, at instant: Int64) throws(HistoryFault) {
    guard settings == nil else { throw .contradiction(.groupCreatedOnce) }
    guard let currency = Currency(code: event.currency) else { throw .malformed("currency") }
    var places: [String: Int] = [:]
    for (place, category) in event.categories.enumerated() {
      guard places.updateValue(place, forKey: category.key) == nil else { throw .contradiction(.idsUnique) }
    }
    let template = try event.template.orFamily
    settings = GroupSettings(
      name: event.name, currency: currency, timeZone: event.timeZone, icon: event.icon, description: event.description_p,
      membersMax: Int(event.membersMax), template: template, weekStart: try event.weekStartsOn.orMonday, createdAt: instant,
      createdBy: MemberID(author), updatedAt: instant)
    policies = Policies(template: template)
    categories = event.categories
    categoryPlaces = places
  }

  mutating func add(_ member: Member) throws(HistoryFault) {
    guard let settings else { throw .contradiction(.groupCreatedOnce) }
    guard let id = MemberID(member.memberID) else { throw .malformed("member_id") }
    let holder = HolderID(bytes: member.holder)
    guard holder != nil || member.holder.isEmpty else { throw .malformed("holder") }
    switch member.role {
    case .owner: guard members.isEmpty else { throw .contradiction(.oneOwner) }
    case .admin, .adult, .viewer, .minor: guard !members.isEmpty else { throw .contradiction(.oneOwner) }
    case .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    guard members.count < settings.membersMax, members.count < PackedShare.membersMax else { throw .contradiction(.membersFit) }
    guard !members.contains(where: { $0.id == id || ($0.holder == holder && holder != nil) }) else { throw .contradiction(.idsUnique) }
    members.append(
      MemberState(id: id, displayName: member.displayName, role: member.role, holder: holder, joinedAt: member.joinedAtMs))
    roster = roster.appending(id)
    acts.append(EntryActs())
    balances.count(roster)
  }
}
