import HearthProtocol

@testable import Ledger

extension RandomWishes {
  /// Anything that somebody may send next, sensible as far as one can know, and who sends it. It may be refused.
  ///
  /// - Parameter people: members are numbered from 1 to this; holder n may become member n.
  mutating func anything(in household: Household, people: UInt64 = 8) -> (body: Command.OneOf_Body, by: UInt64) {
    let owner = household.owner
    // Mostly somebody who may.
    let by = pick([owner, UInt64.random(in: 1...3, using: &random), UInt64.random(in: 1...people, using: &random)])
    if let member = household.state.member(holding: Household.holder(by)), household.state.isSeparated(member),
      Bool.random(using: &random)
    {
      return (.endSeparation(EndSeparation()), by)
    }
    let body: Command.OneOf_Body
    switch Int.random(in: 0..<30, using: &random) {
    case 27...29: body = accountWish(in: household)
    case 24...26: body = familyWish(in: household)
    case 0: body = .setBudget(budget())
    case 1: body = .settleUp(settlement())
    case 2: body = .remindDebtor(SettlementTests.remind(UInt64.random(in: 2...5, using: &random)))
    case 3, 4: body = setting()
    case 5: body = rate()
    case 6, 7: body = recurring(in: household)
    case 8:
      var wish = SetMemberIncome()
      wish.monthly = Money(minor: Int64.random(in: 1...10_000_000, using: &random), currency: "INR")
      body = .setMemberIncome(wish)
    case 9:
      var wish = entry()
      (wish.content.kind, wish.content.category) = (.expense, "")
      wish.content.split.income.memberIds = [Household.text(1), Household.text(2)]
      body = .addEntry(wish)
    case 10:
      var wish = PrecedenceTests.invite(random.next(), role: pick([.admin, .adult, .viewer, .minor]))
      wish.needsApproval = pick([true, false])
      body = .createInvite(wish)
    case 11:
      let asker = UInt64.random(in: 1...people, using: &random)
      return (.joinGroup(join(as: asker, people: people)), asker)
    case 12:
      guard let answer = joinAnswer(household.state.admin) else { fallthrough }
      return (answer, owner)
    case 13: body = memberWish(people: people)
    case 14...16:
      if let (wish, who) = fittingMemberWish(household.state, owner: owner) { return (wish, who ?? by) }
      body = memberWish(people: people)
    default:
      let content = entry()
      body = .addEntry(content)
      if let entry = household.state.shared.entries.randomElement(using: &random), Bool.random(using: &random) {
        return (change(of: entry, to: content.content), by)
      }
    }
    return (body, by)
  }

  /// An answer to somebody who asks to join.
  mutating func joinAnswer(_ admin: AdminState) -> Command.OneOf_Body? {
    guard let number = admin.joinRequests.randomElement(using: &random)?.id.low else { return nil }
    return pick([.approveJoin(PrecedenceTests.joinApproval(number)), .declineJoin(PrecedenceTests.joinDecline(number))])
  }

  /// What chance alone would seldom hit on: an answer to what somebody has asked for, a claim of what is unclaimed, or
  /// somebody taken back.
  mutating func fittingMemberWish(_ state: GroupState, owner: UInt64?) -> (Command.OneOf_Body, by: UInt64?)? {
    let members = state.shared.members
    let present = members.present
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let asking = present.filter { state.requestedRole(of: $0.id) != nil }.randomElement(using: &random)
      guard let asking, let role = state.requestedRole(of: asking.id) else { return nil }
      return (
        pick([.approveRole(PrecedenceTests.approval(asking.id.low, role)), .declineRole(PrecedenceTests.roleDecline(asking.id.low))]), owner
      )
    case 1:
      let minor = present.filter { $0.role == .minor && $0.status == .active }.randomElement(using: &random)
      return minor.map { (.requestRole(PrecedenceTests.request(pick([.adult, .viewer]))), $0.holder?.low) }
    case 2:
      let proposed = present.filter { $0.proposal != nil && $0.status == .active }.randomElement(using: &random)
      return proposed.map { (.acknowledgeRole(PrecedenceTests.acknowledgement()), $0.holder?.low) }
    case 3:
      let gone = members.filter(\.isGone).randomElement(using: &random)
      return gone.map { (.restoreMember(PrecedenceTests.restoration($0.id.low)), owner) }
    default:
      let claimer = present.filter { $0.status == .active && !members.isNamed($0.id) }.randomElement(using: &random)
      guard let claimer, let place = members.unclaimed.randomElement(using: &random) else { return nil }
      return (.claimMember(PrecedenceTests.claim(place.id.low, accepting: TransparencyNotice.version)), claimer.holder?.low)
    }
  }
}

extension MemberState {
  /// Whether the member has left or was removed, and may be taken back.
  var isGone: Bool {
    switch status {
    case .left, .removed: true
    case .unclaimed, .active, .replaced: false
    }
  }
}

extension Household {
  /// The number of who holds the owner.
  var owner: UInt64 { state.shared.members.ownerID.flatMap { state.shared.member($0)?.holder?.low } ?? 1 }

  /// What a command is answered.
  enum Answer: Equatable {
    case decided(Decision)
    case refused(Rejection)
  }

  /// Decides as the holder with this number, and folds in what follows.
  mutating func answer(_ body: Command.OneOf_Body, by number: UInt64) throws -> Answer {
    do {
      return .decided(try perform(body, by: number))
    } catch let rejection as Rejection {
      return .refused(rejection)
    }
  }

  /// Sends anything. An invite that it makes is the one that whoever joins next has.
  @discardableResult
  mutating func perform(anythingFrom wishes: inout RandomWishes) throws -> Answer {
    let (body, by) = wishes.anything(in: self)
    let answer = try answer(body, by: by)
    if case (.createInvite(let created), .decided) = (body, answer) { invite = InviteID(created.inviteID) }
    return answer
  }
}
