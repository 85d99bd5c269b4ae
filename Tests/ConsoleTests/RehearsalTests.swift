import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a preview shows: first what would be done, then what that changes (SPEC IP-03).
struct RehearsalTests {
  private let plain = Theme(isColored: false, width: 80)

  /// Ravi owes Asha 300.00.
  private func household() -> Household {
    var home = Household(meera: "Meera")
    home.add("Rice", 600_00, "groceries", paid: [(home.asha, 600_00)], owed: [(home.asha, 300_00), (home.ravi, 300_00)])
    return home
  }

  private func impact(_ body: Command.OneOf_Body, in home: Household, by member: MemberID) throws -> Impact {
    var command = Command()
    command.id = CommandID(high: 0x7000, low: 0x8000_0000_0000_0099).description
    command.groupID = home.group.description
    command.body = body
    let today = try #require(CivilDate(iso8601: "2026-11-20"))
    // 12:35 on that day.
    let context = DecisionContext(holder: HolderID(high: 0x8000, low: member.low), now: 1_795_178_100_000, today: today)
    return try #require(try Ledger.impact(of: command, in: home.view.state, context: context))
  }

  private func shown(_ body: Command.OneOf_Body, in home: Household, by member: MemberID? = nil) throws -> [String] {
    let impact = try impact(body, in: home, by: member ?? home.asha)
    var view = home.view
    if let member { view = GroupView(state: view.state, member: member, epoch: 1, marks: view.marks, online: []) }
    return Screens.rehearsal(impact, view, plain)
  }

  @Test("IP-03: settling says first who pays whom how much, then what changes")
  func settle() throws {
    let home = household()
    var wish = SettleWish()
    wish.name = "Asha"
    let view = GroupView(state: home.view.state, member: home.ravi, epoch: 1, marks: home.view.marks, online: [])
    var command = try wish.command(in: view)
    command.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_00AA).description
    #expect(
      screen(try shown(.settleUp(command), in: home, by: home.ravi)) == """
        💸 Ravi paid Asha  ₹300.00
           Ravi added · 2026-11-20 · Settlement  you paid ₹300.00
        what you owe Asha: ₹300.00 → nothing
        This is a preview: nothing was sent.
        """)
  }

  @Test("IP-03: a payment says the same")
  func pay() throws {
    let home = household()
    var add = AddEntry()
    add.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_00AA).description
    add.content = try PayWish(name: "Ravi", amount: "50").content(in: home.view)
    let lines = try shown(.addEntry(add), in: home)
    #expect(lines.first == "💸 Asha paid Ravi  ₹50.00" && lines.contains("what Ravi owes you: ₹300.00 → ₹350.00"), "\(screen(lines))")
  }

  @Test("IP-03: a reminder says whom, of what and how much")
  func remind() throws {
    let home = household()
    var wish = RemindDebtor()
    wish.debtorID = home.ravi.description
    #expect(
      screen(try shown(.remindDebtor(wish), in: home)) == """
        🔔 Asha reminds Ravi, who owes them ₹300.00 🔒
        It changes no figure of a budget, and nothing of what you owe or are owed.
        This is a preview: nothing was sent.
        """)
  }

  @Test("IP-03: a change of money says who has paid by then and how it is divided") func edit() throws {
    let home = household()
    let entry = try #require(home.view.state.shared.entries.last)
    func share(_ member: MemberID, _ minor: Int64) -> Share { Share.with { ($0.memberID, $0.minor) = (member.description, minor) } }
    var edit = EditEntry()
    (edit.entryID, edit.baseVersion) = (entry.id.description, entry.version.rawValue)
    edit.changes.money = EntryMoney.with {
      ($0.kind, $0.amount) = (.expense, Money.with { ($0.minor, $0.currency) = (600_00, "INR") })
      $0.paid = [share(home.ravi, 600_00)]
      $0.split.exact.shares = [
        share(home.asha, 500_00), share(home.ravi, 100_00),
      ]
    }
    let lines = try shown(.editEntry(edit), in: home)
    let meaning = "   ₹600.00 · expense · Groceries · paid by Ravi · Asha ₹500.00, Ravi ₹100.00"
    #expect(lines.contains(meaning), "\(screen(lines))")
  }

  @Test("IP-03, EN-14: a changed note is shown with all of its lines") func note() throws {
    let home = household()
    let entry = try #require(home.view.state.shared.entries.last)
    var edit = EditEntry()
    (edit.entryID, edit.baseVersion) = (entry.id.description, entry.version.rawValue)
    (edit.changes.note, edit.changes.merchant) = ("milk\n\neggs", "Bazaar")
    let lines = try shown(.editEntry(edit), in: home)
    let place = try #require(lines.firstIndex { $0.contains("note: milk") })
    #expect(
      lines[place...].prefix(2) == ["   note: milk", "         eggs"] && lines.contains { $0.hasSuffix(": Bazaar") }, "\(screen(lines))")
  }

  @Test("IP-03: an entry says who paid and how it is divided; its budgets stand once, with what changes")
  func add() throws {
    var home = household()
    home.setBudget("Groceries", 2_000_00, "groceries")
    var add = AddEntry()
    add.entryID = EntryID(high: 0x7000, low: 0x9000_0000_0000_00AA).description
    var wish = EntryWish(amount: "400", description: "Fish")
    (wish.category, wish.paidBy, wish.split) = ("groceries", "Ravi", "exact:Asha=100,Ravi=300")
    add.content = try wish.content(in: home.view)
    let lines = try shown(.addEntry(add), in: home)
    #expect(
      lines.first == "🛒 Fish  ₹400.00" && lines[1].contains("paid by Ravi") && lines[2].contains("Asha ₹100.00, Ravi ₹300.00"),
      "\(screen(lines))")
    #expect(lines.count { $0.contains("Groceries 30 % → 50 %") } == 1 && !lines.contains { $0.contains("₹1,000.00 of") })
  }

  @Test("IP-03: changes of entries, budgets and policies say what would be changed")
  func others() throws {
    let home = household()
    let entry = try #require(home.view.state.shared.entries.first)
    var void = VoidEntry()
    void.entryID = entry.id.description
    #expect(try shown(.voidEntry(void), in: home).first == "✎  Asha voided Rice")
    var budget = SetBudget()
    budget.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    (budget.content.name, budget.content.period, budget.content.startDate) = ("Food", .monthly, "2026-11-01")
    (budget.content.limit.minor, budget.content.limit.currency, budget.content.categories) = (500_00, "INR", ["groceries"])
    #expect(try shown(.setBudget(budget), in: home).first == "🎯 Asha set the budget Food: ₹500.00 monthly for Groceries from 2026-11-01")
    var policy = SetPolicy()
    (policy.policy, policy.allowed) = (.adultsSeeIncome, false)
    let events = try impact(.setPolicy(policy), in: home, by: home.asha).events
    #expect(Screens.rehearsed(events, home.view, plain).count == 1)
  }

  /// ₹100.00 a month for groceries since a day, of which what is left or missing is carried.
  private func shop(since start: String) -> Household {
    var home = Household()
    home.setBudget("Shop", 100_00, "groceries") { ($0.startDate, $0.rollover) = (start, .both) }
    return home
  }

  /// Shop as it was, and what is changed of it.
  private func change(_ change: (inout SetBudget) -> Void) -> Command.OneOf_Body {
    var set = SetBudget()
    set.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    (set.content.name, set.content.period, set.content.categories) = ("Shop", .monthly, ["groceries"])
    (set.content.limit.minor, set.content.limit.currency) = (100_00, "INR")
    change(&set)
    return .setBudget(set)
  }

  @Test("IP-03: a change of a budget says since when, all its settings, and each period whose figures change")
  func budgetOfThePast() throws {
    var home = shop(since: "2026-09-01")
    home.add("Shoes", 80_00, "groceries", paid: [(home.asha, 80_00)], owed: [(home.asha, 80_00)]) { $0.date = "2026-10-05" }
    let body = change {
      ($0.effectiveFrom, $0.content.limit.minor, $0.content.categories, $0.content.rollover) = ("2026-10-01", 500_00, ["dining"], .none)
    }
    #expect(
      screen(try shown(body, in: home)) == """
        🎯 Asha set the budget Shop: ₹500.00 monthly for Dining Out from 2026-10-01,
           nothing is carried over, alerts at 80 %, 100 %, over
        Shop (2026-10-01) 40 % of ₹200.00 → 0 % of ₹600.00 (₹600.00 left)
        Shop (2026-11-01) 0 % of ₹220.00 → 0 % of ₹500.00 (₹500.00 left)
        This is a preview: nothing was sent.
        """)
  }

  @Test("IP-03 Limit: of more than 7 periods the first 5 and the last are shown and the others counted; JSON has them all")
  func manyPeriods() throws {
    let body = change { ($0.effectiveFrom, $0.content.rollover, $0.content.rolloverCapMinor) = ("2026-01-01", .both, 50_00) }
    #expect(
      screen(try shown(body, in: shop(since: "2026-01-01"))) == """
        🎯 Asha set the budget Shop: ₹100.00 monthly for Groceries from 2026-01-01, what
           is left or missing is carried over, at most ₹50.00, alerts at 80 %, 100 %,
           over
        Shop (2026-02-01) 0 % of ₹200.00 → 0 % of ₹150.00 (₹150.00 left)
        Shop (2026-03-01) 0 % of ₹300.00 → 0 % of ₹150.00 (₹150.00 left)
        Shop (2026-04-01) 0 % of ₹400.00 → 0 % of ₹150.00 (₹150.00 left)
        Shop (2026-05-01) 0 % of ₹500.00 → 0 % of ₹150.00 (₹150.00 left)
        Shop (2026-06-01) 0 % of ₹600.00 → 0 % of ₹150.00 (₹150.00 left)
        Shop: and 4 more periods, from 2026-07-01 to 2026-10-01
        Shop (2026-11-01) 0 % of ₹1,100.00 → 0 % of ₹150.00 (₹150.00 left)
        This is a preview: nothing was sent.
        """)
    // Seven of them: one could be left out, and the line that says so would be as long.
    let later = change { ($0.effectiveFrom, $0.content.rollover, $0.content.rolloverCapMinor) = ("2026-04-01", .both, 50_00) }
    let lines = try shown(later, in: shop(since: "2026-04-01"))
    #expect(lines.count { $0.hasPrefix("Shop (") } == 7 && Screens.periodsShown == 6 && !lines.contains { $0.contains("more periods") })
  }

  @Test("IP-03: a limit that is set ahead names its period; what changes no figure, too, says all that it changes")
  func budgetAhead() throws {
    let home = shop(since: "2026-11-01")
    let ahead = change { ($0.effectiveFrom, $0.content.limit.minor, $0.content.rollover) = ("2026-12-01", 300_00, .none) }
    #expect(
      screen(try shown(ahead, in: home)) == """
        🎯 Asha set the budget Shop: ₹300.00 monthly for Groceries from 2026-12-01,
           nothing is carried over, alerts at 80 %, 100 %, over
        Shop (2026-12-01) 0 % of ₹200.00 → 0 % of ₹400.00 (₹400.00 left)
        This is a preview: nothing was sent.
        """)
    let alerts = change { ($0.content.alerts.basisPoints, $0.content.alerts.over) = ([5_000], false) }
    #expect(
      screen(try shown(alerts, in: home)) == """
        🎯 Asha set the budget Shop: ₹100.00 monthly for Groceries from 2026-11-01, what
           is left or missing is carried over, alerts at 50 %
        It changes no figure of a budget, and nothing of what you owe or are owed.
        This is a preview: nothing was sent.
        """)
  }

  @Test("IP-03: a change of an entry says what it says by then") func editOfWords() throws {
    var home = Household()
    home.add("Rice", 60_00, "groceries", paid: [(home.asha, 60_00)], owed: [(home.asha, 60_00)]) { $0.note = "old" }
    let entry = try #require(home.view.state.shared.entries.last)
    var edit = EditEntry()
    (edit.entryID, edit.baseVersion) = (entry.id.description, entry.version.rawValue)
    (edit.changes.description_p, edit.changes.category, edit.changes.date) = ("Red rice", "dining", "2026-11-19")
    (edit.changes.note, edit.changes.merchant) = ("", "Udupi")
    let lines = try shown(.editEntry(edit), in: home)
    #expect(
      lines.dropFirst().prefix(2) == [
        "   description: Red rice · category: Dining Out · date: 2026-11-19 · note: none", "   · merchant: Udupi",
      ], "\(screen(lines))")
  }

  @Test("IP-03: two periods of one budget are told apart, and so is one that is not the running one")
  func periodsOfEntries() throws {
    var home = Household()
    home.setBudget("Fun", 100_00, "groceries") { $0.startDate = "2026-10-01" }
    let entry = home.add("Toys", 150_00, "groceries", paid: [(home.asha, 150_00)], owed: [(home.asha, 150_00)])
    guard case .entryAdded(let added) = entry.event.body else { return }
    let version = try #require(home.view.state.shared.entries.last).version.rawValue
    var edit = EditEntry()
    (edit.entryID, edit.baseVersion, edit.changes.date) = (added.entryID, version, "2026-10-05")
    let moved = try shown(.editEntry(edit), in: home)
    #expect(moved.contains("Fun (2026-10-01) 0 % → 150 % (over by ₹50.00)"), "\(screen(moved))")
    #expect(moved.contains("Fun (2026-11-01) 150 % → 0 % (₹100.00 left)"), "\(screen(moved))")
    var void = VoidEntry()
    void.entryID = added.entryID
    #expect(try shown(.voidEntry(void), in: home).contains("Fun 150 % → 0 % (₹100.00 left)"))
    let old = home.add("Books", 50_00, "groceries", paid: [(home.asha, 50_00)], owed: [(home.asha, 50_00)]) { $0.date = "2026-10-05" }
    guard case .entryAdded(let book) = old.event.body else { return }
    void.entryID = book.entryID
    #expect(try shown(.voidEntry(void), in: home).contains("Fun (2026-10-01) 50 % → 0 % (₹100.00 left)"))
  }

  @Test("The feed and the history say the same of a change of a budget, in English and in Hindi, and hide its figures")
  func budgetTold() throws {
    var home = shop(since: "2026-09-01")
    let known = home.events.count
    var set = BudgetSet()
    set.budgetID = BudgetID(high: 0x7000, low: 0xA000_0000_0000_0001).description
    set.content = try #require(home.view.state.shared.budgets.first).content
    (set.content.limit.minor, set.content.rollover, set.content.alerts) = (300_00, .none, BudgetAlerts())
    set.effectiveFrom = "2026-10-01"
    home.append(.budgetSet(set))
    let english = """
      🎯 Asha set the budget Shop: ₹300.00 monthly for Groceries from 2026-10-01,
         nothing is carried over, alerts at nothing
      """
    #expect(screen(undated(Array(home.events[known...]), home.view, plain)) == english)
    var model = FeedModel()
    _ = model.update(.began(home.view))
    let update = GroupUpdate(group: home.group, kind: .live, events: Array(home.events[known...]))
    #expect(screen(model.update(.changed(update, home.view)).flatMap { $0.lines(plain) }) == english)
    let hindi = Theme(isColored: false, width: 200, language: .hindi)
    #expect(
      undated(Array(home.events[known...]), home.view, hindi)
        == ["🎯 Asha ने बजट Shop तय किया: ₹300.00 हर महीने, राशन के लिए, 2026-10-01 से, आगे कुछ नहीं जाता, कोई सूचना नहीं"])
    Amounts.hiding(true) {
      #expect(!screen(undated(Array(home.events[known...]), home.view, plain)).contains("300"))
    }
    set.keepsLater = true
    let later = BudgetNews(set, try #require(home.view.state.shared.budget(saidBy: set)), in: home.view.state.shared)
    #expect(later.text(by: "Asha", Language.english.phrases).hasSuffix(", what was set for later stays"))
  }

  /// What is said first of a command, on a line that is wide enough.
  private func first(_ body: Command.OneOf_Body, in home: Household, _ language: Language = .english) throws -> String? {
    let impact = try impact(body, in: home, by: home.asha)
    return Screens.rehearsal(impact, home.view, Theme(isColored: false, width: 300, language: language)).first
  }

  @Test("IP-03: a rule says its kind, who pays, how it is divided and when it ends")
  func rules() throws {
    var home = Household()
    func rule(_ change: (inout RecurringWish) -> Void) throws -> Command.OneOf_Body {
      var wish = RecurringWish(EntryWish(amount: "85000", description: "Bonus"))
      wish.start = "2027-01-01"
      change(&wish)
      return .setRecurring(try wish.command(in: home.view))
    }
    let start = "🔁 Asha set a rule: Bonus, ₹85,000.00 monthly from 2027-01-01"
    #expect(try first(rule { _ in }, in: home) == start + " · expense · paid by Asha · split equally")
    #expect(try first(rule { $0.entry.kind = "income" }, in: home) == start + " · income · received by Asha · not split")
    let divided = try rule {
      ($0.entry.paidBy, $0.entry.split, $0.entry.category, $0.entry.note, $0.times) = (
        "Ravi", "exact:Asha=80000,Ravi=5000", "groceries", "for all", 12
      )
    }
    #expect(
      try first(divided, in: home)
        == start + " · 12 times · expense · Groceries · paid by Ravi · Asha ₹80,000.00, Ravi ₹5,000.00 · “for all”")
    let loan = try rule { ($0.entry.amount, $0.principal, $0.rate, $0.times) = ("", "100000", "12", 12) }
    #expect(try first(loan, in: home)?.contains("12 instalments · ₹1,00,000.00 at 12 % a year in 12 instalments of ") == true)
    // What is changed is told as it will be; what is set later does not change what was told of it.
    home.append(.recurringSet(RecurringTests.set()))
    let change = try rule { ($0.entry.description, $0.replaces, $0.entry.kind, $0.until) = ("Rent", "Rent", "income", "2027-12-31") }
    #expect(
      try first(change, in: home)
        == "🔁 Asha changed a rule: Rent, ₹85,000.00 monthly from 2027-01-01 · until 2027-12-31 · income · received by Asha · not split")
    #expect(
      try first(change, in: home, .hindi)
        == "🔁 Asha ने नियम बदला: Rent, 2027-01-01 से हर महीने ₹85,000.00 · 2027-12-31 तक · आय · प्राप्ति: Asha · बाँटा नहीं गया")
    let known = home.events.count
    home.append(
      .recurringSet(
        .with {
          $0.ruleID = RecurringTests.rule.description
          $0.content =
            RecurringTests.set { ($0.template.kind, $0.template.amount.minor, $0.template.paid[0].minor) = (.income, 100, 100) }.content
        }))
    let wide = Theme(isColored: false, width: 300)
    #expect(
      undated(Array(home.events[(known - 1)...]), home.view, wide) == [
        "🔁 Asha set a rule: Rent, ₹25,000.00 monthly from 2026-11-30 · expense · paid by Asha · split equally",
        "🔁 Asha changed a rule: Rent, ₹1.00 monthly from 2026-11-30 · income · received by Asha · not split",
      ])
  }

  @Test("IP-03: an envelope says for which festival, over how many months and of which categories, and since when")
  func envelopes() throws {
    var home = Household()
    func envelope(_ change: (inout FestivalWish) -> Void) throws -> Command.OneOf_Body {
      var wish = FestivalWish(festival: "diwali", target: "60000")
      (wish.categories, wish.start) = (["groceries"], "2026-11-10")
      change(&wish)
      return .setFestival(try wish.command(in: home.view))
    }
    #expect(
      try first(envelope { _ in }, in: home)
        == "🪔 Asha saves ahead for Diwali: ₹60,000.00 over 6 months for Groceries, spending counts from 2026-11-10")
    let other = try envelope { ($0.name, $0.months, $0.categories) = ("Lights", 1, ["groceries", "dining"]) }
    #expect(
      try first(other, in: home)
        == "🪔 Asha saves ahead for Lights (Diwali): ₹60,000.00 over 1 month for Groceries and Dining Out, spending counts from 2026-11-10")
    #expect(
      try first(other, in: home, .hindi)
        == "🪔 Asha ने Lights (दिवाली) के लिए बचत रखी: 1 महीने में ₹60,000.00, राशन और बाहर का खाना के लिए, ख़र्च 2026-11-10 से गिना जाता है")
    // What was saved for the season before stays: Diwali was on 8 November 2026.
    home.append(
      .festivalSet(
        .with {
          ($0.festivalID, $0.createdBy) = (RecurringTests.festival.description, home.asha.description)
          ($0.content.festival, $0.content.name, $0.content.monthsAhead) = (.diwali, "Diwali", 6)
          ($0.content.target.minor, $0.content.target.currency) = (6_000_000, "INR")
          ($0.content.categories, $0.content.startDate) = (["groceries"], "2026-06-01")
        }))
    let later = try envelope { ($0.target, $0.start, $0.months) = ("70000", "2026-06-01", 3) }
    #expect(
      try first(later, in: home)
        == "🪔 Asha saves ahead for Diwali: ₹70,000.00 over 3 months for Groceries, from the season that begins on 2026-11-09")
  }

  @Test("CV-05: the rehearsal of an import says kind, payer and split, with the entry for a program, and what is dated far ahead")
  func importing() throws {
    let importing = Importing()
    let file = """
      date,description,amount,kind,paid,owed
      2026-11-20,Taxi,300,expense,Ravi,Asha=100; Ravi=200
      2026-11-20,Bonus,500,income,,Asha
      2026-11-20,Back,70,transfer,Ravi,Asha
      2027-11-20,Rent,900,,,

      """
    let plan = try importing.plan(file)
    let lines = Screens.importPlan(plan, importing.home.view, today: Importing.today, plain)
    #expect(lines.count == 11 && lines[9].hasPrefix("   balances then: "), "\(screen(lines))")
    let details = [1, 3, 5, 7].map { lines[$0] }
    #expect(details[0] == "   expense · paid by Ravi · Asha ₹100.00, Ravi ₹200.00", "\(screen(lines))")
    #expect(details[1].hasPrefix("   income · received by Asha · "))
    #expect(details[2] == "   payment · Ravi paid Asha")
    #expect(details[3].hasPrefix("   expense · paid by Asha · split equally: Asha and Ravi"))
    let wide = Theme(isColored: false, width: 200)
    #expect(Screens.importPlan(plan, importing.home.view, today: Importing.today, wide)[7].contains("2027-11-20 is far ahead."))
    #expect(plan.steps[0].json.contains(#""entry":{"entryId":""#) && plan.steps[0].json.contains(#""paid":[{"memberId":""#))
  }
}

/// Days and times of day in the feed and the history.
struct TimeOfDayTests {
  private let plain = Theme(isColored: false, width: 80)

  private func item(_ name: String, at instant: Int64) -> FeedItem { .at(instant, .created(name: name)) }

  @Test("The history tells each event's time of day in the group's zone, behind a line for each day")
  func history() {
    var home = Household()
    home.moveTo("Asia/Kolkata")
    let shared = home.view.state.shared
    var day: CivilDate?
    // 2026-11-20 18:25 UTC is 23:55 in Kolkata; ten minutes later is the next day there.
    let first: Int64 = 1_795_199_100_000
    let items = [item("A", at: first), item("B", at: first + 60_000), item("C", at: first + 600_000)]
    let lines = items.flatMap { Present.clock.dated($0, in: shared, after: &day) }.flatMap { $0.lines(plain) }
    #expect(
      lines == ["── 2026-11-20", "23:55 🏡 A was created", "23:56 🏡 B was created", "── 2026-11-21", "00:05 🏡 C was created"],
      "\(screen(lines))")
    // The next page goes on with the day.
    #expect(Present.clock.dated(item("D", at: first + 600_000), in: shared, after: &day).count == 1)
  }

  @Test("BU-10: of the alerts of one jump the history tells the highest alone, also where a page ends between them")
  func alerts() {
    var home = Household()
    home.setBudget("Food", 100_00, "groceries")
    let known = home.events.count
    home.add("Rice", 101_00, "groceries", paid: [(home.asha, 101_00)], owed: [(home.asha, 101_00)])
    for points in [8_000, 10_000, 0] as [UInt32] { home.fire(basisPoints: points, spent: 101_00, of: 100_00) }
    home.add("Peas", 9_00, "groceries", paid: [(home.asha, 9_00)], owed: [(home.asha, 9_00)])
    let events = Array(home.events[known...])
    #expect(events.count == 5, "the control")
    let lines = undated(events, home.view, plain)
    #expect(
      lines.count { $0.hasPrefix("🔔") } == 1 && lines.contains("🔔 Sharma Family at 101% of Food  ₹101.00 of ₹100.00 spent"),
      "\(screen(lines))")
    for end in 1...4 {
      var page = Array(events[..<end])
      let held = HistoryCommands.takeAlerts(atEndOf: &page)
      #expect(page.count == 1 && held.count == end - 1)
      let rest = held + events[end...]
      #expect(undated(page, home.view, plain) + undated(rest, home.view, plain) == lines)
    }
    var single = [events[1]]
    #expect(HistoryCommands.takeAlerts(atEndOf: &single).count == 1 && single.isEmpty)
    #expect(undated([events[1]], home.view, plain) == ["🔔 Sharma Family at 80% of Food  ₹101.00 of ₹100.00 spent"])
  }

  @Test("The whole history is told so, and no line is wider than the terminal")
  func wholeHistory() {
    var home = Household()
    home.add(
      "A taxi with a very long description that has to be cut off somewhere", 450_50, "groceries",
      paid: [(home.ravi, 450_50)], owed: [(home.asha, 225_25), (home.ravi, 225_25)], by: home.ravi)
    for width in [40, 60, 80] {
      var day: CivilDate?
      let theme = Theme(isColored: false, width: width)
      let lines = Screens.history(home.events, home.view, theme, Present.clock, after: &day)
      #expect(lines.first == "── 1970-01-01" && lines[1].hasPrefix("00:00 🏡") && lines.allSatisfy { $0.displayWidth <= width })
      #expect(lines.count { $0.hasPrefix("00:00 ") } == home.events.count)
    }
  }

  @Test("The feed tells the time of what was there and of what comes, and filters as before")
  func feed() {
    var home = Household()
    home.add("Rice", 60_00, paid: [(home.asha, 60_00)], owed: [(home.ravi, 60_00)])
    home.prefer(.budgets, .feed, false)
    var model = FeedModel(clock: Present.clock)
    let began = model.update(.began(home.view)).flatMap { $0.lines(plain) }
    #expect(began.contains("── 1970-01-01") && began.contains { $0.hasPrefix("00:00 🧾 Rice") }, "\(screen(began))")
    let known = home.events.count
    home.setBudget("Groceries", 12_000_00, "groceries")
    home.void(1)
    let items = model.update(.changed(GroupUpdate(group: home.group, kind: .live, events: Array(home.events[known...])), home.view))
    #expect(items.flatMap { $0.lines(plain) } == ["00:00 ✎  Asha voided Rice"], "the day was told, and budgets are not wanted")
    #expect(items.first?.kind == .entries && items.first?.mayRing == true)
  }
}
