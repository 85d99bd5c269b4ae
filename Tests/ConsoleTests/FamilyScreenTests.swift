import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a family's screens show, and to whom.
@Suite struct FamilyScreenTests {
  private let riya = MemberID(high: 0x7000, low: 0x8000_0000_0000_000D)
  private let savings = AccountID(high: 0x7000, low: 0x8000_0000_0000_0A01)
  private let purse = AccountID(high: 0x7000, low: 0x8000_0000_0000_0A02)

  /// The household with a child; Asha shares her savings with Ravi, and has the child read her purse.
  private func household() -> (home: Household, view: GroupView) {
    var home = Household()
    let holder = HolderID(high: 0x8000, low: riya.low)
    home.append(
      .memberJoined(
        .with { ($0.memberID, $0.displayName, $0.role, $0.holder) = (riya.description, "Riya", .minor, .init(holder.bytes)) }))
    home.setBudget("Fun", 200_00, "dining")
    home.add("Tea", 50_00, "dining", paid: [(home.asha, 50_00)], owed: [(home.asha, 50_00)])
    var view = home.view
    func tell(_ lane: Lane, _ position: UInt64, _ body: Event.OneOf_Body) {
      let event = Event.with { ($0.memberID, $0.body) = (home.asha.description, body) }
      #expect(throws: Never.self) { try view.state.apply(event, lane: lane, position: LanePosition(position)) }
    }
    for (id, name, member, permission) in [
      (savings, "Savings", home.ravi, GrantPermission.write), (purse, "Purse", riya, .read),
    ] {
      let content = AccountContent.with {
        ($0.name, $0.type) = (name, .savings)
        ($0.opening.minor, $0.opening.currency) = (300_00, "INR")
      }
      tell(.account(id), 1, .accountSet(.with { ($0.accountID, $0.content) = (id.description, content) }))
      tell(
        .account(id), 2,
        .accountGranted(.with { ($0.accountID, $0.memberID, $0.permission) = (id.description, member.description, permission) }))
    }
    return (home, view)
  }

  /// What Asha is shown of the child, who has spent so much of a limit of ₹200.00 and has an allowance.
  ///
  /// - Parameter dollars: what the child noted in dollars besides, in cents.
  private func child(spent: Int64, dollars: Int64? = nil) throws -> (report: ChildReport, view: GroupView) {
    var (_, view) = household()
    let money = { (minor: Int64) in Money.with { ($0.minor, $0.currency) = (minor, "INR") } }
    var bodies: [Event.OneOf_Body] = [
      .spendingLimitSet(
        .with {
          ($0.minorID, $0.limitID) = (riya.description, savings.description)
          ($0.content.name, $0.content.limit, $0.content.period) = ("Pocket money for sweets and games", money(200_00), .weekly)
          ($0.content.startDate, $0.content.alerts.over) = ("2026-11-16", true)
        }),
      .allowanceSet(
        .with {
          ($0.minorID, $0.allowanceID) = (riya.description, purse.description)
          ($0.content.amount, $0.content.period, $0.content.firstDate) = (money(300_00), .weekly, "2026-11-16")
          $0.content.note = "For what is needed at school and on the way there"
        }),
      .spendingSet(
        .with {
          ($0.minorID, $0.spendingID) = (riya.description, savings.description)
          ($0.content.amount, $0.content.description_p, $0.content.category) = (
            money(spent), "Samosa, and some of the other things", "dining"
          )
          $0.content.date = "2026-11-20"
        }),
    ]
    if let dollars {
      bodies.append(
        .spendingSet(
          .with {
            ($0.minorID, $0.spendingID) = (riya.description, purse.description)
            ($0.content.amount.minor, $0.content.amount.currency, $0.content.description_p) = (dollars, "USD", "Game")
            $0.content.date = "2026-11-21"
          }))
    }
    for (place, body) in bodies.enumerated() {
      let event = Event.with { ($0.memberID, $0.body) = (view.member.description, body) }
      try view.state.apply(event, lane: .minor(riya), position: LanePosition(UInt64(place + 1)))
    }
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let member = try #require(view.state.shared.member(riya))
    return (ChildReport(state: view.state, member: member, viewer: view.member, today: today), view)
  }

  @Test("What a child spent in another currency without a rate stands beside each figure that leaves it out, in both languages")
  func childLeftOut() throws {
    let (whole, short) = (try child(spent: 120_00), try child(spent: 120_00, dollars: 4_50))
    for (language, name) in [
      (Language.english, "Not counted, without a rate to INR: $4.50"), (.hindi, "INR में दर नहीं है, इसलिए नहीं गिना गया: $4.50"),
    ] {
      let theme = Theme(isColored: false, width: 80, language: language)
      func times(_ lines: [String]) -> Int { lines.filter { $0.contains(name) }.count }
      #expect(times(Screens.child(whole.report, theme)) == 0 && times(Screens.family(whole.view, theme)) == 0, "the control")
      // The month's sum and the limit; the child gets no allowance yet.
      #expect(times(Screens.child(short.report, theme)) == 2, "\(Screens.child(short.report, theme))")
    }
    let json = Screens.childJSON(short.report)
    #expect(json.filter { $0.contains(#""leftOut":[{"minor":"450","currency":"USD"}]"#) }.count == 2, "\(json)")
  }

  @Test(
    "product 163: hidden, neither word nor colour tells whether a child's limit is passed", arguments: [Language.english, .hindi], [40, 80])
  func hiddenLimit(language: Language, width: Int) throws {
    let theme = Theme(isColored: true, width: width, language: language)
    let (kept, passed) = (try child(spent: 120_00).report, try child(spent: 980_00).report)
    #expect(Screens.child(kept, theme) != Screens.child(passed, theme), "the control")
    Amounts.hiding(true) { #expect(Screens.child(kept, theme) == Screens.child(passed, theme)) }
  }

  @Test(
    "product 132, 144, 148: a child's overview and the accounts fit narrow terminals, in both languages", arguments: [40, 80],
    [Language.english, .hindi])
  func recordWidths(width: Int, language: Language) throws {
    let theme = Theme(isColored: false, width: width, language: language)
    let (report, view) = try child(spent: 980_00)
    let accounts = AccountNames(view.state, of: view.member).accounts
    #expect(accounts.count == 2)
    let screens =
      [Screens.child(report, theme), Screens.accounts(accounts, view, theme)] + accounts.map { Screens.account($0, view, theme) }
      + [Screens.shareable(AccountCommands.shareable(view), view, theme)]
    for lines in screens {
      #expect(!lines.isEmpty)
      for line in lines { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  @Test("product 133, 145: what is offered for a child can be done: an account that they read already is not offered again")
  func offered() throws {
    let plain = Theme(isColored: false, width: 80)
    var (report, view) = try child(spent: 120_00)
    #expect(Screens.child(report, plain).contains { $0.contains("hearth account share Savings Riya") })
    let grant = Event.with {
      $0.memberID = view.member.description
      $0.accountGranted = .with { ($0.accountID, $0.memberID, $0.permission) = (savings.description, riya.description, .read) }
    }
    try view.state.apply(grant, lane: .account(savings), position: LanePosition(3))
    report = ChildReport(state: view.state, member: report.member, viewer: view.member, today: report.today)
    let lines = Screens.child(report, plain)
    #expect(
      !lines.contains { $0.contains("account share") } && lines.contains { $0.contains("hearth account add \"For Riya\"") }, "\(lines)")
  }

  @Test("product 132: who asks for another role is answered from their overview by who may, and by no other")
  func roleAnswers() throws {
    let plain = Theme(isColored: false, width: 80)
    var (report, view) = try child(spent: 120_00)
    func offered(to viewer: MemberID) throws -> [String] {
      report = ChildReport(state: view.state, member: try #require(view.state.shared.member(riya)), viewer: viewer, today: report.today)
      return Screens.child(report, plain).filter { $0.contains("hearth role") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(try offered(to: view.member).isEmpty)
    let asked = Event.with {
      $0.memberID = riya.description
      ($0.roleRequested.memberID, $0.roleRequested.role) = (riya.description, .adult)
    }
    try view.state.apply(asked, lane: .minor(riya), position: LanePosition(4))
    #expect(try offered(to: view.member) == ["hearth role approve Riya", "hearth role decline Riya"])
    #expect(try offered(to: riya).isEmpty && offered(to: Household().ravi).isEmpty)
  }

  @Test(
    "On narrow terminals no figure, date or word of an allowance or a limit is cut", arguments: Language.allCases, [40, 60, 80])
  func wrapped(language: Language, width: Int) throws {
    let theme = Theme(isColored: false, width: width, language: language)
    var (report, view) = try child(spent: 120_00)
    let booked = Event.with {
      ($0.allowanceBooked.minorID, $0.allowanceBooked.allowanceID) = (riya.description, purse.description)
      ($0.allowanceBooked.date, $0.allowanceBooked.amount.minor, $0.allowanceBooked.amount.currency) = ("2026-11-16", 300_00, "INR")
    }
    try view.state.apply(booked, lane: .minor(riya), position: LanePosition(4))
    report = ChildReport(state: view.state, member: report.member, viewer: view.member, today: report.today)
    let lines = Screens.child(report, theme)
    #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
    let text = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    let phrases = theme.phrases
    // The allowance's next date, and of both what is spent, when, and of what.
    for (part, times) in [
      ("2026-11-23", 1), (phrases.span("2026-11-16", "2026-11-22"), 2), (phrases.figures("₹120.00", of: "₹300.00"), 1),
      (phrases.figures("₹120.00", of: "₹200.00"), 1), (phrases.allSpending(), 1),
    ] {
      #expect(text.ranges(of: part).count == times, "\(part): \(lines)")
    }
  }

  @Test("Of a promoted child only what was noted is known: no split, and nowhere how far a limit is spent", arguments: Language.allCases)
  func promoted(language: Language) throws {
    let theme = Theme(isColored: false, width: 80, language: language)
    var (report, view) = try child(spent: 120_00)
    let split = theme.phrases.spentParts("₹120.00", noted: "₹120.00", owed: "₹0.00")
    let figures = theme.phrases.figures("₹120.00", of: "₹200.00")
    func shows(_ text: String) -> Bool { Screens.child(report, theme).contains { $0.contains(text) } }
    #expect(shows(split) && shows(figures) && Screens.childJSON(report)[0].contains("\"spentMinor\":\"12000\""), "the control")
    let position = try #require(view.marks[.shared]).position.rawValue + 1
    let changed = Event.with {
      $0.memberID = view.member.description
      ($0.roleChanged.memberID, $0.roleChanged.role) = (riya.description, .adult)
    }
    try view.state.apply(changed, lane: .shared, position: LanePosition(position))
    let member = try #require(view.state.shared.member(riya))
    report = ChildReport(state: view.state, member: member, viewer: riya, today: report.today)
    let noted = theme.phrases.spentParts("₹120.00", noted: "₹120.00", owed: nil)
    #expect(Screens.child(report, theme).contains("   " + noted) && !shows(split) && !shows("₹0.00") && !shows(figures))
    #expect(shows("₹200.00"), "the limit that was agreed is still there")
    let json = Screens.childJSON(report)
    #expect(json[0].contains("\"notedMinor\":\"12000\"") && !json.contains { $0.contains("\"spentMinor\"") }, "\(json)")
  }

  @Test("An account is told as changed, renamed, closed or opened again, live and in a history, and as set up when it is new")
  func accountChanges() throws {
    let plain = Theme(isColored: false, width: 80)
    let (home, start) = household()
    var view = start
    func event(_ position: UInt64, _ name: String, _ type: AccountType, isClosed: Bool = false) -> ReplicaEvent {
      let content = AccountContent.with {
        ($0.name, $0.type, $0.closed) = (name, type, isClosed)
        ($0.opening.minor, $0.opening.currency) = (300_00, "INR")
      }
      let event = Event.with {
        $0.memberID = home.asha.description
        $0.accountSet = .with { ($0.accountID, $0.content) = (savings.description, content) }
      }
      return ReplicaEvent(lane: .account(savings), position: LanePosition(position), event: event, hash: nil)
    }
    let later = [
      event(3, "Savings", .gold), event(4, "Nest egg", .gold), event(5, "Nest egg", .gold, isClosed: true), event(6, "Nest egg", .gold),
    ]
    let told = [
      "🏦 Asha changed the account Savings (gold)", "🏦 Asha renamed the account Savings to Nest egg",
      "🏦 Asha closed the account Nest egg", "🏦 Asha opened the account Nest egg again",
    ]
    var model = FeedModel(tellsAll: true)
    _ = model.update(.began(view))
    var live: [String] = []
    for event in later {
      try view.state.apply(event.event, lane: event.lane, position: event.position)
      let update = GroupUpdate(group: home.group, kind: .live, events: [event])
      live += model.update(.changed(update, view)).flatMap { $0.lines(plain) }
    }
    #expect(live == told.map { $0 + " 🔒" })
    let made = "🏦 Asha set up the account Savings (savings)"
    #expect(Screens.history([event(1, "Savings", .savings)] + later, view).flatMap { $0.lines(plain) } == [made] + told)
    let last = Screens.history(Array(later.suffix(1)), view).flatMap { $0.lines(plain) }
    #expect(last == ["🏦 Asha changed the account Nest egg (gold)"], "what it was before is not known")
  }

  @Test("A live feed tells a member, once, which account or child was opened to them, and nothing of what is theirs")
  func opened() {
    let (home, view) = household()
    let plain = Theme(isColored: false, width: 80)
    /// What the feed of a member says when these lanes come beside the shared one, and what when it is caught up again.
    func told(_ member: MemberID, _ lanes: [Lane], _ kind: GroupUpdate.Kind = .restarted, _ events: [ReplicaEvent] = []) -> [[String]] {
      var view = view
      view.member = member
      var model = FeedModel()
      _ = model.update(.began(view))
      for lane in lanes { view.marks[lane] = LaneMark(position: LanePosition(2), hash: nil) }
      let update = GroupUpdate(group: home.group, kind: kind, events: events)
      return [update, GroupUpdate(group: home.group, kind: .restarted, events: [])].map { update in
        model.update(.changed(update, view)).flatMap { $0.lines(plain) }
      }
    }
    let both: [Lane] = [.account(savings), .minor(riya)]
    let opened = told(home.ravi, both)
    #expect(
      opened[0].sorted() == [
        "🤝 The account Savings of Asha is shared with you, to read and write 🔒",
        "🤝 You look after Riya from now on and see what Riya spends 🔒",
      ])
    #expect(opened[1] == [], "a new connection opens nothing")
    #expect(told(riya, [.account(purse)])[0] == ["🤝 The account Purse of Asha is shared with you, to read 🔒"])
    #expect(told(home.asha, [.account(savings)]) == [[], []] && told(riya, [.minor(riya), .inbox(riya)]) == [[], []])
    let granted = Event.with {
      $0.memberID = home.asha.description
      $0.accountGranted = .with { ($0.accountID, $0.memberID, $0.permission) = (savings.description, home.ravi.description, .write) }
    }
    let event = ReplicaEvent(lane: .account(savings), position: LanePosition(2), event: granted, hash: nil)
    #expect(told(home.ravi, [.account(savings)], .caughtUp, [event])[0].count == 1, "told by its event, or by the lane")
  }

  @Test("A limit is offered under a name that none has, so that setting it changes none")
  func freeLimit() throws {
    let plain = Theme(isColored: false, width: 80)
    var (report, view) = try child(spent: 120_00)
    #expect(Screens.child(report, plain).contains { $0.contains("hearth limit set Riya Pocket 500") }, "the control")
    for (place, name) in zip([4, 5] as [UInt64], ["POCKET", "pocket2"]) {
      let limit = Event.with {
        $0.memberID = view.member.description
        $0.spendingLimitSet.minorID = riya.description
        $0.spendingLimitSet.limitID = BudgetID(high: 0x7000, low: 0x8000_0000_0000_0B00 + place).description
        ($0.spendingLimitSet.content.name, $0.spendingLimitSet.content.period) = (name, .monthly)
        $0.spendingLimitSet.content.limit = Money.with { ($0.minor, $0.currency) = (500_00, "INR") }
        ($0.spendingLimitSet.content.startDate, $0.spendingLimitSet.content.alerts.over) = ("2026-11-01", true)
      }
      try view.state.apply(limit, lane: .minor(riya), position: LanePosition(place))
    }
    report = ChildReport(state: view.state, member: report.member, viewer: view.member, today: report.today)
    let offered = Screens.child(report, plain).filter { $0.contains("hearth limit set") }
    #expect(offered == ["   hearth limit set Riya Pocket3 500 --period weekly"])
  }

  @Test("A closed account is offered to nobody: neither for a child nor among those that can be shared")
  func closedAccount() throws {
    let plain = Theme(isColored: false, width: 80)
    var (report, view) = try child(spent: 120_00)
    /// Whether the child's screen offers it, and the list of those that can be shared.
    func offers() -> [Bool] {
      report = ChildReport(state: view.state, member: report.member, viewer: view.member, today: report.today)
      return [
        Screens.child(report, plain).contains { $0.contains("hearth account share Savings") },
        AccountCommands.shareable(view).contains { $0.account.id == savings },
      ]
    }
    #expect(offers() == [true, true], "the control")
    let closed = Event.with {
      $0.memberID = view.member.description
      $0.accountSet.accountID = savings.description
      ($0.accountSet.content.name, $0.accountSet.content.type, $0.accountSet.content.closed) = ("Savings", .savings, true)
      $0.accountSet.content.opening = Money.with { ($0.minor, $0.currency) = (300_00, "INR") }
    }
    try view.state.apply(closed, lane: .account(savings), position: LanePosition(3))
    #expect(offers() == [false, false])
  }

  @Test("No screen offers what the role of the reader may not do, nor what an archived group refuses", arguments: Language.allCases)
  func onlyWhatOneMay(language: Language) throws {
    let theme = Theme(isColored: false, width: 300, language: language)
    var home = Household()
    home.append(.memberJoined(.with { ($0.memberID, $0.displayName, $0.role) = (riya.description, "Riya", .minor) }))
    home.add("Tea", 50_00, paid: [(home.asha, 50_00)], owed: [(home.ravi, 50_00)])
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    /// The commands that empty screens name to a member, and who owes whom.
    func offered(_ member: MemberID) -> [String] {
      var view = home.view
      view.member = member
      let screens: [[String]] = [
        Screens.accounts([], view, theme), Screens.coaching(CoachingBook(), view, theme), Screens.budgets(view, today: today, theme),
        Screens.recurring([], view, theme), Screens.festivals(view, today: today, theme), Screens.rates(view, theme),
        Screens.sharedCategories(view, theme), Screens.debts(view, Screens.DebtsWish(), theme),
      ]
      let command = /hearth ([a-z-]+)/
      return screens.joined().flatMap { line in line.matches(of: command).map { String($0.output.1) } }
    }
    #expect(offered(home.asha) == ["account", "coach", "budget", "recurring", "festival", "rate", "share-category", "settle"])
    #expect(offered(home.ravi) == ["account", "coach", "recurring", "rate", "share-category", "settle"])
    #expect(offered(home.meera) == ["share-category"] && offered(riya) == [])
    home.append(.groupArchived(.init()))
    #expect(offered(home.asha) == ["settle"])
  }

  @Test("A list of messages says whom one does not hear, but not to a minor, who hears everybody")
  func muted() throws {
    let plain = Theme(isColored: false, width: 200)
    var (home, _) = household()
    func told(_ member: MemberID) throws -> [String] {
      var view = home.view
      view.member = member
      let event = Event.with { ($0.memberID, $0.coachingMuted.memberID) = (member.description, home.ravi.description) }
      try view.state.apply(event, lane: .inbox(member), position: LanePosition(1))
      return Screens.coaching(view.state.inbox(of: member).coaching, view, plain).filter { $0.contains("hear") && $0.contains("Ravi") }
    }
    #expect(try told(home.asha) == ["You do not hear: Ravi. Hear them again: hearth coach unmute NAME"])
    #expect(try told(riya) == [])
    home.append(.groupArchived(.init()))
    #expect(try told(home.asha) == ["You do not hear: Ravi."])
  }

  @Test("A minor is offered to note something under a category that there is")
  func offeredCategory() throws {
    let plain = Theme(isColored: false, width: 80)
    let (report, view) = try child(spent: 120_00)
    func offered(_ state: GroupState) -> [String] {
      Screens.child(ChildReport(state: state, member: report.member, viewer: riya, today: report.today), plain)
        .filter { $0.contains("hearth spend") }
    }
    #expect(offered(view.state) == ["   hearth spend 120 \"Samosa\" --category dining"])
    var state = view.state
    let position = try #require(view.marks[.shared]).position.rawValue + 1
    let retired = Event.with { ($0.memberID, $0.categoryRetired.key) = (view.member.description, "dining") }
    try state.apply(retired, lane: .shared, position: LanePosition(position))
    #expect(offered(state) == ["   hearth spend 120 \"Samosa\""])
  }

  @Test("SPEC AC-10: an allowance that is paid into an account is told as due, never as a cap, live and in a history")
  func paidAllowance() throws {
    let wide = Theme(isColored: false, width: 120)
    let money = Money.with { ($0.minor, $0.currency) = (50_00, "INR") }
    func set(into account: String) -> Event.OneOf_Body {
      .allowanceSet(
        .with {
          ($0.minorID, $0.allowanceID) = (riya.description, purse.description)
          ($0.content.amount, $0.content.period, $0.content.firstDate) = (money, .weekly, "2026-11-29")
          $0.content.accountID = account
        })
    }
    let booked = Event.OneOf_Body.allowanceBooked(
      .with { ($0.minorID, $0.allowanceID, $0.date, $0.amount) = (riya.description, purse.description, "2026-11-29", money) })
    /// What is told live, then by a history to whoever has seen the allowance become another one since.
    func told(into account: String, knowsAccount: Bool) throws -> [String] {
      var (home, view) = household()
      if !knowsAccount {
        let child = MemberJoined.with { ($0.memberID, $0.displayName, $0.role) = (riya.description, "Riya", .minor) }
        home = Household()
        home.append(.memberJoined(child))
        view = home.view
      }
      let other = account.isEmpty ? purse.description : ""
      let events = [set(into: account), booked, set(into: other)].enumerated().map { place, body in
        ReplicaEvent(
          lane: .minor(riya), position: LanePosition(UInt64(place + 1)),
          event: Event.with { ($0.memberID, $0.body) = (body == booked ? "" : home.asha.description, body) }, hash: nil)
      }
      var live: [String] = []
      for event in events {
        try view.state.apply(event.event, lane: event.lane, position: event.position)
        let item = EventTeller(event, in: view.state, me: view.member, .live(withBudgets: false)).item
        if event.event.body == booked { live = item?.lines(wide) ?? [] }
      }
      let past = Screens.history(events, view).flatMap { $0.lines(wide) }
      return live + past.filter { $0.contains("₹50.00 is due") || $0.contains("may spend") }
    }
    let cap = "💰 Riya may spend ₹50.00 from 2026-11-29 on (allowance)"
    #expect(try told(into: "", knowsAccount: true) == [cap, cap], "the control")
    let named = "💰 Riya's allowance of ₹50.00 is due on 2026-11-29, to be paid into Purse"
    #expect(try told(into: purse.description, knowsAccount: true) == [named, named])
    let unnamed = "💰 Riya's allowance of ₹50.00 is due on 2026-11-29, to be paid into an account"
    #expect(try told(into: purse.description, knowsAccount: false) == [unnamed, unnamed])
    #expect(
      Language.hindi.phrases.allowanceDue("रिया", "₹50.00", "2026-11-29", into: nil)
        == "रिया का ₹50.00 का भत्ता 2026-11-29 को देय है, एक खाते में जमा होना है")
  }

  /// The dashboard as `hearth dash` shows it to a member.
  private func dashboard(_ view: GroupView, to member: MemberID, _ theme: Theme) throws -> [String] {
    var view = view
    view.member = member
    let today = try #require(CivilDate(iso8601: "2026-11-22"))
    let dashboard = try view.state.dashboard(ReadDashboard.with { $0.period = .month }, today: today) {
      Present.day($0, view.state.shared)
    }
    return DashboardCommands.lines(dashboard, view, theme)
  }

  @Test(
    "product 184: joint accounts and children are on the dashboard of who may see them, and budgets, expenses and settings on everybody's")
  func sections() throws {
    let (home, view) = household()
    let plain = Theme(isColored: false, width: 80)
    for (member, joint, children) in [
      (home.asha, true, true), (home.ravi, true, false), (home.meera, false, false), (riya, false, false),
    ] {
      let lines = try dashboard(view, to: member, plain)
      #expect(lines.contains("Joint accounts") == joint && lines.contains { $0.contains("Savings") } == joint, "\(lines)")
      #expect(lines.contains("Children") == children && lines.contains { $0.contains("Riya spent ₹0.00 this month") } == children)
      // What only a child reads is no joint account, not to the child either.
      #expect(!lines.contains { $0.contains("Purse") }, "\(lines)")
      for part in ["₹50.00 spent", "Fun", "Tea"] { #expect(lines.contains { $0.contains(part) }, "\(part): \(lines)") }
      let settings = try #require(lines.lastIndex(of: "Settings"))
      #expect(
        lines[(settings + 1)...].joined(separator: " ").split(separator: " ").joined(separator: " ")
          == "Currency: INR · Debts: in the fewest payments · Weeks begin on: Monday · Members: 4 of 10")
    }
  }

  @Test("product 184: the dashboard's sections fit narrow terminals, in both languages", arguments: [40, 80], [Language.english, .hindi])
  func widths(width: Int, language: Language) throws {
    let (home, view) = household()
    let theme = Theme(isColored: false, width: width, language: language)
    for member in [home.asha, home.meera, riya] {
      for line in try dashboard(view, to: member, theme) { #expect(line.displayWidth <= width, "\(line)") }
    }
  }

  @Test("product 146: what is asked before an account becomes a joint one says what both may, and how it ends")
  func confirmation() {
    let english = Language.english.phrases
    #expect(
      english.askJoint("Savings", "Ravi", readsOnly: false, needsConsent: true)
        == "Ravi will see the balance and all entries of Savings, and both of you can add, change and void entries. "
        + "Ending it later needs the consent of both of you. Share it? yes or no: ")
    #expect(english.askJoint("Savings", "Ravi", readsOnly: false, needsConsent: false).contains("Either of you can end it later."))
    let hindi = Language.hindi.phrases.askJoint("Savings", "Ravi", readsOnly: false, needsConsent: true)
    #expect(hindi.contains("दोनों प्रविष्टियाँ जोड़, बदल और हटा सकेंगे") && hindi.contains("दोनों की सहमति चाहिए"))
    // One that the other only reads is asked about, too.
    #expect(
      english.askJoint("Savings", "Ravi", readsOnly: true, needsConsent: true)
        == "Ravi will see the balance and all entries of Savings, and you alone can add, change and void entries. "
        + "Ending it later needs the consent of both of you. Share it? yes or no: ")
    let read = Language.hindi.phrases.askJoint("Savings", "Ravi", readsOnly: true, needsConsent: true)
    #expect(read.contains("केवल आप प्रविष्टियाँ जोड़, बदल और हटा सकेंगे") && read.contains("दोनों की सहमति चाहिए"))
  }
}
