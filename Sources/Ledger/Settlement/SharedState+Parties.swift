import HearthProtocol

// Members who settle as one (SPEC PT-01 to PT-03).
extension SharedState {
  mutating func setParty(_ event: PartySet) throws(HistoryFlaw) {
    guard let id = MemberID(event.memberID), let other = event.withMemberID.isEmpty ? id : MemberID(event.withMemberID) else {
      throw .malformed("member_id")
    }
    guard members[id] != nil, members[other] != nil else { throw .contradiction(.namesKnown) }
    leaveParty(id)
    if other != id { joinParty(id, of: other) }
  }

  /// A member who goes on as another one goes on in their party, unless that one has one.
  mutating func moveParty(from former: MemberID, to member: MemberID) {
    guard let party = members[former]?.party else { return }
    let other = members.first { $0.party == party && $0.id != former && $0.id != member }?.id
    leaveParty(former)
    if let other, members[member]?.party == nil { joinParty(member, of: other) }
  }

  private mutating func joinParty(_ id: MemberID, of other: MemberID) {
    let party = members[other]?.party ?? other
    for one in [id, other] { setParty(party, of: one) }
  }

  /// A party of one ends. A party that is named after the member who leaves is named after the first remaining one.
  private mutating func leaveParty(_ id: MemberID) {
    guard let party = members[id]?.party else { return }
    setParty(nil, of: id)
    let rest = members.filter { $0.party == party }.map(\.id)
    if rest.count < 2 {
      for one in rest { setParty(nil, of: one) }
    } else if party == id {
      for one in rest { setParty(rest[0], of: one) }
    }
  }

  private mutating func setParty(_ party: MemberID?, of id: MemberID) {
    guard var member = members[id] else { return }
    member.party = party
    members.update(member)
  }

  /// The members who settle as one with the member, in the order of joining; they alone where they settle alone.
  public func party(of id: MemberID) -> [MemberState] {
    guard let member = members[id] else { return [] }
    guard let party = member.party else { return [member] }
    return members.filter { $0.party == party }
  }

  /// Balances where those who settle as one count as one, under the member after whom their party is called; in the
  /// order of who joined first.
  public func partyBalances(in currency: Currency) -> [MemberBalance] {
    var found: [MemberBalance] = []
    var places: [MemberID: Int] = [:]
    for member in members {
      let (party, minor) = (member.party ?? member.id, balances[member.id, currency])
      if let place = places[party] {
        // Limit: what all balances come to stays within 64 bits, and so does a part of it.
        found[place] = MemberBalance(member: party, minor: found[place].minor + minor)
      } else {
        places[party] = found.count
        found.append(MemberBalance(member: party, minor: minor))
      }
    }
    return found
  }

  /// The transfers that settle everything among parties, each named as in `partyBalances`.
  public func partyPlan(in currency: Currency) -> SettlementPlan { SettlementPlan(partyBalances(in: currency)) }
}

extension Deliberation {
  func decide(_ wish: SetParty) throws(Rejection) -> Decision {
    let asker = try asker(.partiesSet)
    let member = try member(wish.memberID, field: "set_party.member_id")
    guard member.isPresent || wish.withMemberID.isEmpty else { throw .memberNotActive(field: "set_party.member_id") }
    var set = PartySet()
    set.memberID = member.idText
    if wish.withMemberID.isEmpty {
      guard member.party != nil else { throw .nothingChanges }
    } else {
      let other = try self.member(wish.withMemberID, field: "set_party.with_member_id")
      guard other.isPresent else { throw .memberNotActive(field: "set_party.with_member_id") }
      guard other.id != member.id else { throw .choiceNotAllowed(field: "set_party.with_member_id") }
      guard member.party == nil || member.party != other.party else { throw .nothingChanges }
      set.withMemberID = other.idText
    }
    return Decision(actor: asker.id, events: [DecidedEvent(.partySet(set))])
  }
}
