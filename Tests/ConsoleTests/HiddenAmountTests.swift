import HearthClient
import HearthProtocol
import Importing
import Ledger
import Testing

@testable import Console

/// Amounts that nobody is to read over the user's shoulder.
@Suite struct HiddenAmountTests {
  private static let today = CivilDate(daysSince1970: 20_780)

  /// The same events, with amounts so many times as large.
  private func household(times: Int64) -> Household {
    var home = Household()
    home.setBudget("Food", 500_00 * 1_000, "groceries")
    home.append(.incomeSet(.with { ($0.monthlyIncome.minor, $0.monthlyIncome.currency) = (9_000_00 * times, "INR") }))
    home.add(
      "Rice", 600_00 * times, "groceries", paid: [(home.ravi, 600_00 * times)],
      owed: [(home.asha, 400_00 * times), (home.ravi, 200_00 * times)], isEqual: false, by: home.ravi)
    home.add("Taxi", 80_00 * times, paid: [(home.asha, 80_00 * times)], owed: [(home.asha, 40_00 * times), (home.ravi, 40_00 * times)])
    home.fire(basisPoints: UInt32(80 + times), spent: 400_00 * times, of: 500_00 * 1_000)
    return home
  }

  private func screens(_ home: Household, _ theme: Theme) throws -> [(name: String, lines: [String])] {
    let view = home.view
    var debts = Screens.DebtsWish()
    debts.explains = true
    let budget = try #require(view.state.shared.budgets.first)
    var feed = FeedModel()
    var request = ReadDashboard()
    request.period = .month
    let dashboard = try view.state.dashboard(request, today: Self.today) { Present.day($0, view.state.shared) }
    let before = Household().view.state.shared
    let difference = GroupDifference(from: before, on: Self.today, to: view.state.shared, on: Self.today)
    return [
      ("balances", Screens.balances(view, theme)), ("debts", Screens.debts(view, debts, theme)),
      ("budgets", Screens.budgets(view, today: Self.today, theme)), ("budget", Screens.budget(budget, on: Self.today, view, theme)),
      ("history", undated(home.events, view, theme)), ("feed", feed.update(.began(view)).flatMap { $0.lines(theme) }),
      ("dashboard", Screens.dashboard(dashboard, view, theme)), ("digest", Screens.digest(dashboard, view, theme)),
      ("difference", Screens.difference(difference, view, theme)), ("group", Screens.group(view, theme)),
    ]
  }

  @Test(
    "product 163: hidden amounts of any size give the same screens to the byte, in both languages, in colour and without",
    arguments: Language.allCases, [(40, false), (80, true), (120, false)])
  func sizes(language: Language, look: (width: Int, isColored: Bool)) throws {
    let theme = Theme(isColored: look.isColored, width: look.width, language: language)
    let (small, large) = (household(times: 1), household(times: 700))
    let shown = try zip(screens(small, theme), screens(large, theme)).filter { $0.lines == $1.lines }.map(\.0.name)
    #expect(shown == ["group"], "the control: shown, they differ; the income is told to those who may know it")
    try Amounts.hiding(true) {
      for (one, other) in try zip(screens(small, theme), screens(large, theme)) {
        #expect(one.lines == other.lines, "\(one.name)")
        #expect(one.name == "group" || one.lines.contains { $0.contains("•••") }, "\(one.name)")
      }
    }
  }

  @Test("product 163: a gauge is neither filled nor coloured by what is spent, and no percentage tells it")
  func gauges() {
    let theme = Theme(isColored: true, width: 80)
    let gauges = [0, 2_000, 8_000, 12_000].map { points in
      Amounts.hiding(true) { Gauge.text(basisPoints: points, isOver: points > 10_000, theme) }
    }
    #expect(Set(gauges) == ["\u{1B}[2m░░░░░ •••\u{1B}[0m"])
    #expect(Amounts.hiding(true) { Screens.percent(8_000, isOver: false) } == "•••")
    #expect(Gauge.text(basisPoints: 8_000, isOver: false, Theme(isColored: false, width: 80)) == "▓▓▓▓░ 80 %")
  }

  /// The same events, with a budget that is kept or passed, in this period and in the one before.
  private func budgeted(spent: Int64, before: Int64) -> Household {
    var home = Household()
    home.setBudget("Food", 500_00, "groceries") {
      ($0.startDate, $0.rollover) = ("2026-10-01", .both)
      $0.alerts.basisPoints = [spent > 500_00 ? 9_500 : 8_000]
    }
    for (minor, date) in [(before, "2026-10-15"), (spent, "2026-11-20")] {
      home.add("Rice", minor, "groceries", paid: [(home.ravi, minor)], owed: [(home.asha, minor / 2), (home.ravi, minor / 2)]) {
        $0.date = date
      }
    }
    home.fire(basisPoints: spent > 500_00 ? 0 : 8_000, spent: spent, of: 500_00)
    return home
  }

  @Test(
    "product 163: hidden, neither word nor colour nor line tells whether a budget is kept or passed", arguments: Language.allCases,
    [true, false])
  func passed(language: Language, isColored: Bool) throws {
    for width in [40, 100] {
      let theme = Theme(isColored: isColored, width: width, language: language)
      let (kept, passed) = (budgeted(spent: 420_00, before: 300_00), budgeted(spent: 980_00, before: 700_00))
      let shown = try zip(screens(kept, theme), screens(passed, theme)).filter { $0.lines == $1.lines }.map(\.0.name)
      #expect(shown == ["group"], "the control")
      try Amounts.hiding(true) {
        for (one, other) in try zip(screens(kept, theme), screens(passed, theme)) { #expect(one.lines == other.lines, "\(one.name)") }
      }
      func impact(_ spent: Int64) -> [String] {
        let figure = BudgetFigure.with { ($0.spentMinor, $0.limitMinor, $0.basisPoints) = (spent, 500_00, spent / 5) }
        let budget = BudgetImpact.with {
          ($0.name, $0.currency, $0.before, $0.after) = ("Food", "INR", .with { $0.limitMinor = 500_00 }, figure)
        }
        return Screens.impact(.with { $0.budgets = [budget] }, kept.view, theme)
      }
      #expect(impact(400_00) != impact(600_00), "the control")
      Amounts.hiding(true) { #expect(impact(400_00) == impact(600_00)) }
    }
  }

  @Test("product 163: hidden, an envelope does not tell whether more was spent than is put aside")
  func envelopes() throws {
    let today = try #require(CivilDate(iso8601: "2027-07-15"))
    func lines(_ spent: Int64) -> [String] {
      var home = Household()
      let content = FestivalContent.with {
        ($0.festival, $0.name, $0.monthsAhead, $0.categories, $0.startDate) = (.diwali, "Diwali", 6, ["groceries"], "2026-11-10")
        ($0.target.minor, $0.target.currency) = (6_000_000, "INR")
      }
      home.append(
        .festivalSet(
          .with { ($0.festivalID, $0.createdBy, $0.content) = (RecurringTests.festival.description, home.asha.description, content) }))
      home.add("Lamps", spent, "groceries", paid: [(home.asha, spent)], owed: [(home.asha, spent)]) { $0.date = "2027-07-01" }
      return Screens.festivals(home.view, today: today, Theme(isColored: true, width: 100))
    }
    #expect(lines(100).count < lines(9_000_000).count, "the control")
    Amounts.hiding(true) { #expect(lines(100) == lines(9_000_000)) }
  }

  @Test("product 163: hidden, no part of an entry, an income or a loan is told in percent or by weight")
  func parts() throws {
    let theme = Theme(isColored: true, width: 100)
    func split(_ first: Int32, weighs: Bool) -> [String] {
      var home = Household()
      let parts = [(home.asha, Int64(first)), (home.ravi, Int64(10_000 - first))]
      home.add("Rice", 100_00, paid: [(home.ravi, 100_00)], owed: parts, percentages: [first, 10_000 - first]) { content in
        guard weighs else { return }
        content.split.weights.shares = parts.map { part in .with { ($0.memberID, $0.weight) = (part.0.description, UInt32(part.1)) } }
      }
      return undated(home.events, home.view, theme)
    }
    for weighs in [true, false] {
      #expect(split(60_00, weighs: weighs) != split(70_00, weighs: weighs), "the control")
      Amounts.hiding(true) { #expect(split(60_00, weighs: weighs) == split(70_00, weighs: weighs)) }
    }
    let rupee = try #require(Currency(code: "INR"))
    func parts(_ template: Int) throws -> [[String]] {
      let allocation = Allocation.templates[template].allocation
      let hints = SpendingHint.fitting(into: try #require(allocation.needs))
      return [
        Screens.allocation(allocation, try allocation.amounts(of: 100_00), rupee, theme), Screens.hints(hints, income: nil, rupee, theme),
      ]
    }
    let shown = try zip(parts(0), parts(2)).map { $0 != $1 }
    #expect(shown == [true, true], "the control")
    let (one, other) = try Amounts.hiding(true) { (try parts(0), try parts(2)) }
    #expect(one == other)
    #expect(Amounts.hiding(true) { Screens.hints(income: nil, rupee, theme) } == Screens.hints(income: nil, rupee, theme), "said of nobody")
    #expect(
      Amounts.hiding(true) { AllocationText.flaw(.total(basisPoints: 95_50)) }.wording.description
        == "The parts add up to ••• percent, not to 100.")
    var home = Household()
    home.append(.recurringSet(RecurringTests.loan))
    let rule = try #require(home.view.state.shared.recurring[RecurringTests.rule])
    let loan = try #require(rule.loan)
    #expect(Amounts.hiding(true) { Screens.loan(rule, loan, theme) }[1].contains("at ••• %"))
  }

  @Test("product 163: hidden, the form of the first budgets asks the same whatever the income and its parts")
  func form() throws {
    let rupee = try #require(Currency(code: "INR"))
    let theme = Theme(isColored: true, width: 100)
    func form(_ answers: String...) throws -> BudgetForm {
      var form = BudgetForm(defaultCategories, rupee, Language.english.phrases)
      for answer in answers { try form.take(answer) }
      return form
    }
    // All of it, less and more.
    let forms = [try form("85000", "1"), try form("1L", "2", "1=10%"), try form("1200", "3", "2=90%")]
    #expect(Set(forms.map { $0.question(theme) }).count == 3, "the control")
    Amounts.hiding(true) { #expect(Set(forms.map { $0.question(theme) }).count == 1) }
    Amounts.hiding(true) {
      var much = forms[2]
      let flaw = #expect(throws: ArgumentFlaw.self) { try much.take("yes") }
      #expect(flaw?.description == "The parts come to ••• too much. Lower a line first, like 1=20%.")
    }
  }

  @Test("product 163: hidden, what is wrong with a file's figures or with an entry's is said without them", arguments: Language.allCases)
  func files(language: Language) throws {
    let splitwise = "Date,Description,Category,Cost,Currency,Asha,Ravi\n2026-11-01,Total balance, , ,INR,71.25,-71.25\n"
    let bank = "date,description,amount,owed\n2026-11-20,Taxi,71.255,\n2026-11-20,Rice,-71.25,\n"
    let owing = "date,description,amount,owed\n2026-11-20,Tea,9,Asha=5; 71.25\n"
    func problems() throws -> [String] {
      try [Importing().splitwise(splitwise), Importing().plan(bank), Importing().plan(owing)].flatMap(\.steps).compactMap { step in
        if case .problem(let flaw) = step.outcome { flaw.wording.text(in: language) } else { nil }
      }
    }
    let shown = try problems()
    #expect(shown.count == 4 && shown.allSatisfy { $0.contains("71.25") }, "the control: \(shown)")
    let hidden = try Amounts.hiding(true) { try problems() }
    #expect(hidden.count == 4 && hidden.allSatisfy { !$0.contains("71") && $0.contains("•••") }, "\(hidden)")
    var home = Household()
    home.add("Tea", 71_25, paid: [(home.asha, 71_25)], owed: [(home.asha, 71_25)])
    let entry = try #require(home.view.state.shared.entries.first)
    var edit = EntryEdit()
    edit.currency = "JPY"
    let flaw = Amounts.hiding(true) { #expect(throws: ArgumentFlaw.self) { try edit.changes(of: entry, in: home.view) } }
    #expect(flaw?.description == "\"•••\" has too many decimals: JPY has none.")
  }

  @Test("product 163: hidden, a conflict of amounts is still told")
  func clash() throws {
    func entry(_ minor: Int64) throws -> EntryState {
      var home = Household()
      home.add("Tea", minor, paid: [(home.asha, minor)], owed: [(home.asha, minor)])
      return try #require(home.view.state.shared.entries.first)
    }
    let rejected = Rejected.with {
      ($0.code, $0.details) = (
        RejectionCode.conflict.rawValue, [.with { ($0.key, $0.value) = ("changed.\(ChangedField.money.rawValue)", "2") }]
      )
    }
    let (base, theirs) = (try entry(50_00), try entry(60_00))
    let clash = try #require(EntryClash(rejected, base: base, theirs: theirs, EntryChanges()))
    let lines = Amounts.hiding(true) { clash.lines(Household().view.state.shared, Theme(isColored: false, width: 80)) }
    #expect(lines.joined().contains("•••") && !lines.joined().contains("50"), "\(lines)")
  }

  @Test("product 163: a refusal has no amount of the group in it either")
  func refusals() {
    let rejected = Rejected.with {
      ($0.code, $0.cause, $0.remedy) = ("more_than_owed", "Only ₹40.00 is owed.", "Pay less.")
      $0.details = [.with { ($0.key, $0.value) = ("owed_minor", "4000") }, .with { ($0.key, $0.value) = ("currency", "INR") }]
    }
    #expect(ConsoleFailure(rejected).lines[0].contains("₹40.00"))
    for language in Language.allCases {
      let lines = Amounts.hiding(true) { ConsoleFailure(rejected).lines(in: language) }
      #expect(!lines.joined().contains("40"), "\(lines)")
      #expect(lines.joined().contains("•••"), "\(lines)")
    }
  }

  @Test("product 163: what programs read is as it was")
  func programs() throws {
    let entry = try #require(household(times: 1).view.state.shared.entries.last)
    let shown = WireFormat.line(entry.message)
    #expect(Amounts.hiding(true) { WireFormat.line(entry.message) } == shown && shown.joined().contains("8000"))
  }
}
