import HearthProtocol
import Ledger

/// The first day.
extension SharmaYear {
  mutating func settleIn() throws {
    for (place, name) in Self.names.enumerated() {
      people.append(Person(client: try server.register(name, place.isMultiple(of: 2) ? .protobuf : .json), member: id()))
    }
    try found()
    // Nani and Bua have been noted down before they have an account.
    let noted = id()
    for (member, name) in [(people[5].member, "Nani"), (noted, "Bua")] {
      try send(
        .addPlaceholder(
          .with {
            $0.memberID = member
            $0.displayName = name
            $0.role = .adult
          }), by: 0)
    }
    for (place, role) in [(1, Role.admin), (2, .adult), (3, .minor), (4, .viewer), (5, .adult), (Self.bua, .adult)] {
      let code = try invite(as: role)
      try join(place, by: code, claiming: place == 5 ? people[5].member : "")
    }
    // Nani said who she is when she joined; Bua says it now.
    try send(.claimMember(.with { ($0.memberID, $0.acceptsTransparency) = (noted, TransparencyNotice.version) }), by: Self.bua)
    people[Self.bua].member = noted
    for (place, minor) in [(0, 9_000_000), (1, 6_000_000), (2, 4_500_000)] {
      try send(.setMemberIncome(.with { $0.monthly = money(minor) }), by: place)
    }
    for number in 0..<4 { try send(.setBudget(budget(number)), by: random.below(2)) }
    try setRules()
    try setRuleAbroad()
    try raise()
  }

  /// The group is made, and what was said of it at first is set right.
  private mutating func found() throws {
    try send(
      .createGroup(
        .with {
          ($0.name, $0.description_p, $0.icon) = ("The Sharmas", "All that we share", "house")
          ($0.currency, $0.timeZone, $0.weekStartsOn) = ("EUR", "Asia/Calcutta", .sunday)
          $0.template = .indianFamily
          ($0.memberID, $0.displayName) = (people[0].member, "Asha")
        }), by: 0)
    try send(
      .updateGroup(
        .with {
          ($0.name, $0.description_p, $0.icon) = ("Sharma family", "What we share, and what for", "house.fill")
          ($0.currency, $0.timeZone, $0.weekStartsOn, $0.membersMax) = ("INR", "Asia/Kolkata", .monday, 12)
          ($0.monthlyIncome, $0.simplifyDebts) = (money(19_500_000), false)
        }), by: 0)
    // What was once earned is not earned any more.
    try send(
      .setCategory(
        .with {
          ($0.content.key, $0.content.name, $0.content.icon, $0.content.color) = ("tuition", "Tuition", "book", "#336699")
          ($0.content.class, $0.content.forExpense, $0.content.forIncome) = (.savings, true, true)
          ($0.content.sortOrder, $0.content.retired) = (55, true)
        }), by: 0)
    try send(.setRate(.with { $0.rate = dollar("84.1", of: date(daysAgo: 3).description) }), by: 0)
  }

  func dollar(_ rate: String, of date: String = "") -> ExchangeRate {
    .with {
      ($0.from, $0.to, $0.rate, $0.date) = ("USD", "INR", rate, date)
      $0.source = "the bank's page"
    }
  }

  /// The code of a new invite.
  mutating func invite(as role: Role, needsApproval: Bool = false) throws -> String {
    var invite = CreateInvite()
    invite.inviteID = id()
    invite.role = role
    (invite.usesMax, invite.expiresInSeconds, invite.needsApproval) = (1, 86_400, needsApproval)
    return try send(.createInvite(invite), by: 0)?.inviteCode ?? ""
  }

  mutating func join(_ person: Int, by code: String, claiming placeholder: String = "") throws {
    try ask(.previewInvite(.with { ($0.code, $0.displayName) = (code, Self.names[person]) }), by: person)
    try send(
      .joinGroup(
        .with {
          $0.code = code
          $0.memberID = people[person].member
          $0.displayName = Self.names[person]
          $0.acceptsTransparency = Command.transparencyVersion
          $0.claimsMemberID = placeholder
        }), by: person, to: "")
  }

  /// One of the four budgets, with what it may cost from now on.
  mutating func budget(_ number: Int) -> SetBudget {
    while budgets.count <= number { budgets.append(id()) }
    let limit = (10 + random.below(40)) * 40_000
    return .with {
      $0.budgetID = budgets[number]
      $0.content.name = ["Groceries", "Eating out", "Festivals", "Travel"][number]
      $0.content.limit = money(limit)
      $0.content.period = [.monthly, .weekly, .yearly, .biweekly][number]
      $0.content.categories = [["groceries"], ["dining"], ["festivals", "gold"], ["travel", "transportation"]][number]
      $0.content.rollover = [.surplus, .none, .none, .both][number]
      guard number == 3 else { return }
      $0.content.startDate = "2026-09-14"
      $0.content.rolloverCapMinor = 200_000
      ($0.content.alerts.basisPoints, $0.content.alerts.over) = ([5_000, 9_000], true)
    }
  }

  var milk: RecurringContent {
    .with {
      $0.recurrence.unit = .week
      $0.template.kind = .expense
      $0.template.amount = money(21_000)
      $0.template.description_p = "Milk"
      $0.template.category = "groceries"
    }
  }

  private mutating func setRules() throws {
    let rent = RecurringContent.with {
      $0.recurrence.unit = .month
      $0.recurrence.firstDate = "2026-10-31"
      $0.template.kind = .expense
      $0.template.amount = money(3_200_000)
      $0.template.description_p = "Rent"
    }
    let loan = RecurringContent.with {
      $0.recurrence.unit = .month
      $0.recurrence.count = 24
      $0.template.kind = .expense
      $0.template.amount.currency = "INR"
      $0.template.description_p = "Scooter"
      $0.template.category = "emi"
      $0.loan.principalMinor = 12_000_000
      $0.loan.annualRateBasisPoints = 950
    }
    for content in [rent, milk, loan] {
      let rule = id()
      let answer = try send(.setRecurring(.with { ($0.ruleID, $0.content) = (rule, content) }), by: 0)
      rules.append((rule, answer?.position ?? 0))
    }
    try send(
      .setFestival(
        .with {
          $0.festivalID = id()
          ($0.content.festival, $0.content.name, $0.content.target) = (.diwali, "Diwali at Nani's", money(4_000_000))
          ($0.content.monthsAhead, $0.content.categories, $0.content.startDate) = (8, ["festivals", "gold"], "2026-09-01")
        }), by: 0)
  }

  /// A rule that says all that a rule can say; how it divides is set anew until everybody agrees.
  private mutating func setRuleAbroad() throws {
    let rule = id()
    var content = RecurringContent()
    (content.recurrence.unit, content.recurrence.interval) = (.month, 2)
    (content.recurrence.firstDate, content.recurrence.lastDate) = ("2026-11-15", "2027-08-15")
    content.template = .with {
      ($0.kind, $0.amount, $0.description_p) = (.expense, money(2_400, "USD"), "Films from abroad")
      ($0.category, $0.note, $0.merchant) = ("entertainment", "for all screens", "Filmhouse")
      ($0.date, $0.place) = ("2026-11-15", .with { ($0.city, $0.country) = ("Pune", "India") })
      ($0.place.latitudeMicro, $0.place.longitudeMicro) = (18_520_430, 73_856_743)
      ($0.conversion.to, $0.conversion.rate) = ("INR", "84.75")
      ($0.conversion.date, $0.conversion.source) = ("2026-11-15", "the contract")
      $0.paid = [share(0, 1_400), share(1, 1_000)]
    }
    var version: UInt64 = 0
    for split in splits(2_400) {
      content.template.split = split
      let answer = try send(.setRecurring(.with { ($0.ruleID, $0.content, $0.baseVersion) = (rule, content, version) }), by: 0)
      version = answer?.position ?? version
    }
  }

  func share(_ person: Int, _ minor: Int) -> Share {
    .with {
      $0.memberID = people[person].member
      $0.minor = Int64(minor)
    }
  }

  /// Each way to divide an amount among those who are always there.
  func splits(_ minor: Int) -> [Split] {
    [
      .percent([people[0].member: 6_000, people[1].member: 2_500, people[5].member: 1_500]),
      .with { $0.exact.shares = [share(0, minor / 3), share(3, minor - minor / 3)] },
      .with {
        $0.weights.shares = [0, 1, 5].map { place in
          .with {
            $0.memberID = people[place].member
            $0.weight = UInt32(place) + 1
          }
        }
      },
      .with { $0.income.memberIds = [people[0].member, people[1].member] },
      .with { $0.equal.memberIds = [people[0].member, people[1].member, people[3].member] },
    ]
  }
}
