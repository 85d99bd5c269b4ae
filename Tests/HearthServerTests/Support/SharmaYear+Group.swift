import HearthLoadKit
import HearthProtocol

/// What changes the group and what is set in it.
extension SharmaYear {
  mutating func arrange() throws {
    switch random.below(8) {
    case 0: try send(.removeBudget(.with { $0.budgetID = budgets[random.below(4)] }), by: 0)
    case 1: try send(.reactivateBudget(.with { $0.budgetID = budgets[random.below(4)] }), by: 0)
    case 2:
      let rate = dollar("\(80 + random.below(9)).\(1 + random.below(9))")
      try send(.setRate(.with { $0.rate = rate }), by: random.below(2))
    case 3:
      let allowed = random.below(2) == 0
      let policy = pick([Policy.minorsDispute, .viewersDispute, .adultsSeeIncome, .viewersSeeIncome])
      try send(
        .setPolicy(
          .with {
            $0.policy = policy
            $0.allowed = allowed
          }), by: 0)
    case 4:
      try send(
        .setCategory(
          .with {
            $0.content.key = "pets"
            $0.content.name = "Pets \(today)"
            $0.content.icon = "pawprint"
            $0.content.color = "#8FBC8F"
            $0.content.class = .wants
            $0.content.forExpense = true
          }), by: 0)
    case 5: try send(.retireCategory(.with { $0.key = "pets" }), by: 0)
    case 6:
      let wanted = random.below(2) == 0
      try send(
        .setPreferences(
          .with {
            $0.preferences = [
              .with {
                $0.kind = .budgets
                $0.channel = .bell
                $0.wanted = wanted
              }
            ]
          }), by: random.below(Self.residents))
    default:
      let simplifies = random.below(2) == 0
      try send(
        .updateGroup(
          .with {
            $0.description_p = "Day \(today) of the year"
            $0.simplifyDebts = simplifies
          }), by: 1)
      guard random.below(3) == 0 else { return }
      try send(.archiveGroup(.init()), by: 0)
      try send(.requestPurge(.with { $0.exported = true }), by: 0)
      try send(.cancelPurge(.init()), by: 0)
      try send(.unarchiveGroup(.init()), by: 0)
    }
  }

  mutating func manage() throws {
    switch random.below(11) {
    case 0:
      try send(
        .renameMember(
          .with {
            $0.memberID = people[4].member
            $0.displayName = "Dadi \(today)"
          }), by: pick([0, 4]))
    case 1:
      let color = pick(["#112233", "#445566", ""])
      try send(
        .setMemberColor(
          .with {
            $0.memberID = people[2].member
            $0.color = color
          }), by: 2)
      try send(
        .setDefaultSharing(
          .with {
            $0.memberID = people[4].member
            if !color.isEmpty { $0.shares = color == "#112233" }
          }), by: 0)
    case 2:
      try send(.removeMember(.with { $0.memberID = people[2].member }), by: 0)
      try send(.restoreMember(.with { $0.memberID = people[2].member }), by: 0)
    case 3:
      try send(.requestRole(.with { $0.role = .viewer }), by: 3)
      guard random.below(2) == 0 else {
        try send(.declineRole(.with { $0.memberID = people[3].member }), by: 0)
        return
      }
      // Kabir is a viewer for as long as it takes him to read what minors agree to.
      try send(.approveRole(.with { ($0.memberID, $0.role) = (people[3].member, .viewer) }), by: 0)
      try send(.changeRole(.with { ($0.memberID, $0.role) = (people[3].member, .minor) }), by: 0)
      try send(.acknowledgeRole(.with { $0.acceptsTransparency = Command.transparencyVersion }), by: 3)
    case 4:
      let role = pick([Role.viewer, .adult])
      try send(
        .changeRole(
          .with {
            $0.memberID = people[4].member
            $0.role = role
          }), by: 0)
    case 5:
      let invite = id()
      try send(
        .createInvite(
          .with {
            $0.inviteID = invite
            $0.role = .viewer
            // Of nobody that there is.
            ($0.forIdentityID, $0.label) = (invite, "Dadi's phone")
          }), by: 0)
      try send(.revokeInvite(.with { $0.inviteID = invite }), by: 0)
    case 6:
      let minor = 5_000_000 + random.below(5_000_000)
      try send(.setMemberIncome(.with { $0.monthly = money(minor) }), by: random.below(3))
    case 7:
      let person = random.below(Self.residents)
      let email = pick(["", "\(Self.names[person].lowercased())\(today)@example.org"])
      try send(.setMemberEmail(.with { $0.email = email }), by: person)
    case 8, 9: try visit()
    default:
      // There and back.
      try send(.transferOwnership(.with { $0.memberID = people[1].member }), by: 0)
      try send(.transferOwnership(.with { $0.memberID = people[0].member }), by: 1)
    }
  }

  /// The guest comes, or goes again.
  private mutating func visit() throws {
    if guestIsThere {
      guestIsThere = try send(.leaveGroup(.init()), by: Self.guest) == nil
    } else {
      try join(Self.guest, by: try invite(as: .adult, needsApproval: true))
      let member = people[Self.guest].member
      // A visitor at the wrong time comes another day.
      guard random.below(4) > 0 else {
        try send(.declineJoin(.with { $0.memberID = member }), by: 0)
        return
      }
      guestIsThere = try send(.approveJoin(.with { $0.memberID = member }), by: 0) != nil
      guard guestIsThere else { return }
      try add(by: Self.guest)
    }
  }

  mutating func keepRules() throws {
    let place = random.below(3)
    let rule = rules[place].id
    switch random.below(7) {
    case 0: try send(.pauseRecurring(.with { $0.ruleID = rule }), by: 0)
    case 1, 2:
      let catchesUp = random.below(2) == 0
      try send(
        .resumeRecurring(
          .with {
            $0.ruleID = rule
            $0.catchUp = catchesUp
          }), by: 0)
    case 3: try passRule()
    case 4: try passFestival()
    case 5:
      var milk = milk
      milk.template.amount = money(18_000 + random.below(6_000))
      let answer = try send(
        .setRecurring(.with { ($0.ruleID, $0.content, $0.baseVersion) = (rules[1].id, milk, rules[1].version) }), by: 0)
      if let answer { rules[1].version = answer.position }
    default:
      let date = "2027-\(pick(["01", "03", "05", "08"]))-31"
      try send(
        .skipOccurrence(
          .with {
            $0.ruleID = rules[0].id
            $0.date = date
          }), by: 0)
    }
  }

  /// A rule is made that is ended some time later.
  private mutating func passRule() throws {
    if let rule = passingRule {
      if try send(.endRecurring(.with { $0.ruleID = rule }), by: 0) != nil { passingRule = nil }
      return
    }
    let rule = id()
    let content = RecurringContent.with {
      $0.recurrence.unit = .week
      $0.recurrence.interval = 2
      $0.template.kind = .expense
      $0.template.amount = money(90_000)
      $0.template.description_p = "Music lessons"
      $0.template.split.equal.memberIds = [people[3].member]
    }
    if try send(.setRecurring(.with { ($0.ruleID, $0.content) = (rule, content) }), by: 0) != nil { passingRule = rule }
  }

  /// So is an envelope.
  private mutating func passFestival() throws {
    if let festival = passingFestival {
      if try send(.removeFestival(.with { $0.festivalID = festival }), by: 0) != nil { passingFestival = nil }
      return
    }
    let festival = id()
    let content = FestivalContent.with { ($0.festival, $0.target, $0.monthsAhead) = (.holi, money(500_000), 3) }
    if try send(.setFestival(.with { ($0.festivalID, $0.content) = (festival, content) }), by: 0) != nil { passingFestival = festival }
  }
}
