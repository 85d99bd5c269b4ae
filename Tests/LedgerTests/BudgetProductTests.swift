import HearthProtocol
import Testing

@testable import Ledger

/// The product's rows on budgets and alerts, one test each.
struct BudgetProductTests {
  /// The family with one monthly budget of ₹1,000.00 on groceries and dining since 1 October; today is 26 October.
  private static func family(_ change: (inout BudgetContent) -> Void = { _ in }) throws -> Household {
    var household = Household.family
    var wish = Household.budget(1)
    change(&wish.content)
    try household.perform(.setBudget(wish))
    return household
  }

  private static func entry(_ number: UInt64, _ minor: Int64, _ date: String = "", category: String = "groceries") -> AddEntry {
    var wish = Household.entry(number, minor: minor)
    wish.content.category = category
    wish.content.date = date
    return wish
  }

  /// The alerts of a decision: "2026-10-01 8000", "2026-10-01 over".
  private static func alerts(_ decision: Decision) -> [String] {
    decision.events.compactMap { decided in
      guard case .alertFired(let alert) = decided.body else { return nil }
      return "\(alert.periodStart) " + (alert.over ? "over" : String(alert.basisPoints))
    }
  }

  @Test("product 108: owner and admin create, change, remove and reactivate; all see it")
  func rights() throws {
    var household = Household.family
    for (role, mayChange) in [(UInt64(2), true), (3, false), (4, false), (5, false)] {
      for body in [
        .setBudget(Household.budget(role)), .removeBudget(PrecedenceTests.removal(role)),
        .reactivateBudget(PrecedenceTests.reactivation(role)),
      ] as [Command.OneOf_Body] {
        if mayChange {
          try household.perform(body, by: role)
        } else {
          #expect(throws: Rejection.self) { try household.perform(body, by: role) }
        }
      }
      #expect(household.state.lanes(readableBy: Household.member(role)).contains(.shared))
    }
    #expect(household.state.shared.budgets.count == 1)
  }

  @Test("product 109, C19: a budget has a name, a limit, a period and categories that are none of income")
  func contents() throws {
    var household = Household.family
    var wish = Household.budget(1)
    wish.content.categories = ["salary"]
    #expect(throws: Rejection.categoryDoesNotFit(field: "set_budget.content.categories[0]")) {
      try household.perform(.setBudget(wish))
    }
    household = try Self.family()
    var income = Self.entry(1, 5_000_00, category: "")
    income.content.kind = .income
    try household.perform(.addEntry(income))
    #expect(household.state.shared.progress(of: household.state.shared.budgets[0], on: household.today).spentMinor == 0)
  }

  @Test("product 110: any set of categories, a start of one's own, whether it is active, and who made it")
  func attributes() throws {
    var household = Household.family
    var wish = Household.budget(1)
    wish.content.categories = household.state.shared.categories.filter(\.forExpense).map(\.key)
    wish.content.startDate = "2026-10-17"
    try household.perform(.setBudget(wish), by: 2)
    wish.content.name = "Everything"
    try household.perform(.setBudget(wish), by: 1)
    var budget = household.state.shared.budgets[0]
    #expect(budget.categories.count == 22 && budget.start.description == "2026-10-17")
    #expect(budget.createdBy == Household.member(2) && budget.isActive && budget.name == "Everything")
    try household.perform(.addEntry(Self.entry(1, 300_00)))
    #expect(household.state.shared.progress(of: budget, on: household.today).spentMinor == 300_00)
    try household.perform(.removeBudget(PrecedenceTests.removal(1)))
    #expect(!household.state.shared.budgets[0].isActive)
    #expect(household.state.shared.progress(of: budget, on: household.today).spentMinor == 0)
    try household.perform(.addEntry(Self.entry(2, 11_00)))
    try household.perform(.reactivateBudget(PrecedenceTests.reactivation(1)))
    budget = household.state.shared.budgets[0]
    #expect(budget.isActive && budget.createdBy == Household.member(2))
    #expect(household.state.shared.progress(of: budget, on: household.today).spentMinor == 311_00)
  }

  @Test(
    "product 111, C11: weekly, every two weeks, monthly, yearly",
    arguments: [
      (BudgetPeriod.weekly, "2026-10-20", "2026-10-26"), (.biweekly, "2026-10-13", "2026-10-26"), (.monthly, "2026-10-13", "2026-11-12"),
      (.yearly, "2026-10-13", "2027-10-12"),
    ])
  func periods(_ period: BudgetPeriod, _ first: String, _ last: String) throws {
    let household = try Self.family {
      $0.period = period
      $0.startDate = "2026-10-13"
    }
    let progress = household.state.shared.progress(of: household.state.shared.budgets[0], on: household.today)
    #expect(progress.period.lowerBound.description == first && progress.period.upperBound.description == last)
  }

  @Test("product 112, 124, C27: thresholds are a list, 80 %, 100 % and over unless said otherwise, each on or off")
  func thresholds() throws {
    var household = try Self.family()
    #expect(household.state.shared.budgets[0].thresholds.all == [.share(basisPoints: 8_000), .share(basisPoints: 10_000), .over])
    var wish = Household.budget(1)
    wish.content.alerts.basisPoints = [9_000, 2_550]
    try household.perform(.setBudget(wish))
    #expect(household.state.shared.budgets[0].thresholds.all == [.share(basisPoints: 2_550), .share(basisPoints: 9_000)])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(1, 2_000_00)))) == ["2026-10-01 2550", "2026-10-01 9000"])
    // Left out they stay; empty they are off; at the limits they are taken.
    wish.content.clearAlerts()
    wish.content.name = "Food and drink"
    try household.perform(.setBudget(wish))
    #expect(household.state.shared.budgets[0].thresholds.basisPoints == [2_550, 9_000])
    wish.content.alerts = BudgetAlerts()
    try household.perform(.setBudget(wish))
    #expect(household.state.shared.budgets[0].thresholds.all.isEmpty)
    wish.content.alerts.basisPoints = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100_000]
    #expect(Self.alerts(try household.perform(.setBudget(wish))).count == 9)
  }

  @Test(
    "product 115: nothing, the surplus, or surplus and deficit are carried, up to a bound",
    arguments: [
      (Rollover.none, Int64(0), [0, 0, 0, 0], [1_000, 1_000, 1_000, 1_000]),
      (.surplus, 0, [0, 400, 0, 300], [1_000, 1_400, 1_000, 1_300]),
      (.both, 0, [0, 400, -600, -300], [1_000, 1_400, 400, 700]),
      (.surplus, 250, [0, 250, 0, 250], [1_000, 1_250, 1_000, 1_250]),
      (.both, 250, [0, 250, -250, 50], [1_000, 1_250, 750, 1_050]),
    ] as [(Rollover, Int64, [Int64], [Int64])])
  func rollover(_ rollover: Rollover, _ cap: Int64, _ carried: [Int64], _ available: [Int64]) throws {
    var household = try Self.family {
      $0.limit.minor = 1_000
      $0.startDate = "2026-07-01"
      ($0.rollover, $0.rolloverCapMinor) = (rollover, cap)
    }
    // The last month first, so that everything behind it has to follow.
    for (number, (date, minor)) in [("2026-09-09", Int64(700)), ("2026-08-31", 2_000), ("2026-07-01", 600)].enumerated() {
      try household.perform(.addEntry(Self.entry(UInt64(number), minor, date)))
    }
    let shared = household.state.shared
    let months = [7, 8, 9, 10].compactMap { CivilDate(year: 2026, month: $0, day: 15) }
    let progress = months.map { shared.progress(of: shared.budgets[0], on: $0) }
    #expect(progress.map(\.carriedMinor) == carried)
    #expect(progress.map(\.limitMinor) == available)
  }

  @Test("product 115: with nothing left to spend, any spending is over; a limit set anew holds from the running period on (BU-06)")
  func rolloverDeficit() throws {
    var household = try Self.family {
      $0.limit.minor = 1_000
      $0.startDate = "2026-09-01"
      $0.rollover = .both
    }
    try household.perform(.addEntry(Self.entry(1, 5_000, "2026-09-09")))
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(2, 1)))) == ["2026-10-01 8000", "2026-10-01 10000", "2026-10-01 over"])
    var progress = household.state.shared.progress(of: household.state.shared.budgets[0], on: household.today)
    #expect(progress.limitMinor == 0 && progress.carriedMinor == -4_000 && progress.basisPoints == .max)
    var wish = Household.budget(1, minor: 6_000)
    wish.content.rollover = .unspecified
    try household.perform(.setBudget(wish))
    progress = household.state.shared.progress(of: household.state.shared.budgets[0], on: household.today)
    #expect(progress.limitMinor == 2_000 && progress.carriedMinor == -4_000)
  }

  @Test("product 115: a century of the largest limits carries no more than the largest amount")
  func rolloverNeverOverflows() throws {
    var household = try Self.family {
      $0.limit.minor = amountMinorMax
      $0.period = .weekly
      $0.startDate = "1926-11-01"
      $0.rollover = .both
    }
    let budget = household.state.shared.budgets[0]
    let last = try #require(CivilDate(iso8601: "2126-10-20"))
    #expect(household.state.shared.progress(of: budget, on: last).limitMinor == 2 * amountMinorMax)
    for number in 1...9 { try household.perform(.addEntry(Self.entry(UInt64(number), amountMinorMax, "2126-10-10"))) }
    #expect(household.state.shared.progress(of: budget, on: last).carriedMinor == -amountMinorMax)
    #expect(household.state.shared.progress(of: budget, on: last).limitMinor == 0)
  }

  @Test("product 117: what everybody folds has the progress in it, so it is as live as the entries")
  func progressFollowsEveryAct() throws {
    var household = try Self.family()
    var replica = try household.replayed()
    for number in 1...3 {
      try household.perform(.addEntry(Self.entry(UInt64(number), 250_00)))
      for stored in household.log.suffix(1) { try replica.apply(stored.event, lane: stored.lane, position: stored.position) }
      let budget = replica.shared.budgets[0]
      #expect(replica.shared.progress(of: budget, on: household.today).basisPoints == Int64(number) * 2_500)
    }
  }

  @Test("product 119: at 80 %, at 100 %, and over, which is more than the limit and not the limit")
  func thresholdsApart() throws {
    var household = try Self.family()
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(1, 799_99)))) == [])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(2, 1)))) == ["2026-10-01 8000"])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(3, 199_99)))) == [])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(4, 1)))) == ["2026-10-01 10000"])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(5, 1)))) == ["2026-10-01 over"])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(6, 5_000_00)))) == [])
  }

  @Test("product 120: the same engine for budgets of the family, whoever spends")
  func familyBudgets() throws {
    var household = try Self.family()
    try household.perform(.addEntry(Self.entry(1, 500_00)), by: 3)
    let decision = try household.perform(.addEntry(Self.entry(2, 300_00, category: "dining")), by: 2)
    #expect(Self.alerts(decision) == ["2026-10-01 8000"])
    guard case .alertFired(let alert) = decision.events.last?.body else {
      Issue.record("no alert")
      return
    }
    #expect(decision.events.count == 2 && decision.events.allSatisfy { $0.lane == .shared })
    #expect((alert.spentMinor, alert.limitMinor) == (800_00, 1_000_00))
    #expect(alert.budgetID == household.state.shared.budgets[0].id.description)
  }

  @Test("product 121: once per period, whatever is back-dated, changed, removed or replayed; the next period has its own")
  func oncePerPeriod() throws {
    var household = try Self.family { $0.startDate = "2026-09-01" }
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(1, 900_00)))) == ["2026-10-01 8000"])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(2, 850_00, "2026-09-30")))) == ["2026-09-01 8000"])
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(3, 50_00)))) == [])
    // A larger limit takes the budget below 80 %, a smaller one back above; that is the same period.
    #expect(Self.alerts(try household.perform(.setBudget(Household.budget(1, minor: 2_000_00)))) == [])
    #expect(Self.alerts(try household.perform(.setBudget(Household.budget(1, minor: 950_00)))) == ["2026-10-01 10000"])
    try household.perform(.removeBudget(PrecedenceTests.removal(1)))
    try household.perform(.addEntry(Self.entry(4, 1_00)))
    #expect(Self.alerts(try household.perform(.reactivateBudget(PrecedenceTests.reactivation(1)))) == ["2026-10-01 over"])
    household.state = try household.replayed()
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(5, 100_00)))) == [])
    household.today = household.today.adding(days: 7)
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(6, 800_00)))) == ["2026-11-01 8000"])
  }

  @Test("product 121: a back-dated expense that takes what was carried fires in today's period too")
  func oncePerPeriodWithRollover() throws {
    var household = try Self.family {
      $0.limit.minor = 1_000
      $0.startDate = "2026-08-01"
      $0.rollover = .surplus
    }
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(1, 1_500)))) == [])
    #expect(
      Self.alerts(try household.perform(.addEntry(Self.entry(2, 1_500, "2026-08-20")))) == [
        "2026-08-01 8000", "2026-08-01 10000", "2026-08-01 over",
      ])
    #expect(
      Self.alerts(try household.perform(.addEntry(Self.entry(3, 900, "2026-09-20")))) == [
        "2026-09-01 8000", "2026-10-01 8000", "2026-10-01 10000", "2026-10-01 over",
      ])
  }

  @Test("product 122: the exact words, with amounts as the currency is written")
  func words() throws {
    let rupee = PrecedenceTests.rupee
    let warning = AlertText(
      .share(basisPoints: 8_000), of: "Groceries", subject: .group("Sharma family"), spentMinor: 9_600_50, limitMinor: 1_200_000,
      currency: rupee)
    #expect(warning.title == "Sharma family at 80% of Groceries")
    #expect(warning.body == "₹9,600.50 of ₹12,000.00 spent")
    #expect(warning.category == "BUDGET_ALERT")
    let dollar = try #require(Currency(code: "USD"))
    let child = AlertText(.over, of: "Snacks", subject: .child("Mia"), spentMinor: 52_25, limitMinor: 50_00, currency: dollar)
    #expect(child.title == "Mia at 104% of Snacks")
    #expect(child.body == "$52.25 of $50.00 spent")
    #expect(child.category == "CHILD_SPENDING_ALERT")
    // Just above the limit it is not called what the threshold of 100 % is called.
    for (spent, percent) in [(1_000_01, 101), (1_005_00, 101), (1_010_00, 101), (1_020_00, 102)] as [(Int64, Int)] {
      let over = AlertText(.over, of: "A", subject: .group("B"), spentMinor: spent, limitMinor: 1_000_00, currency: rupee)
      #expect(over.title == "B at \(percent)% of A")
    }
    func title(_ threshold: AlertThreshold) -> String {
      AlertText(threshold, of: "A", subject: .group("B"), spentMinor: 1, limitMinor: 0, currency: rupee).title
    }
    let thresholds: [AlertThreshold] = [.share(basisPoints: 8_250), .share(basisPoints: 3_333), .share(basisPoints: 105), .over]
    #expect(
      thresholds.map(title) == [
        "B at 82.5% of A", "B at 33.33% of A", "B at 1.05% of A", "B at 9999% of A",
      ])
  }

  @Test("product 128: the hints as the product has them, as parts of an income")
  func hints() {
    let family = Set(Household.family.state.shared.categories.map(\.key))
    #expect(
      SpendingHint.all.map { [$0.basisPoints.lowerBound / 100, $0.basisPoints.upperBound / 100] } == [
        [25, 40], [15, 20], [5, 8], [5, 7], [10, 15], [5, 10], [5, 10], [2, 5],
      ])
    #expect(SpendingHint.all.allSatisfy { family.isSuperset(of: $0.categories) })
    #expect(SpendingHint.all[0].minor(ofIncome: 100_003) == 25_000...40_001)
    #expect(SpendingHint.all[0].minor(ofIncome: .max) == amountMinorMax / 4...amountMinorMax / 5 * 2)
    #expect(SpendingHint.emergencyFundMonths == 3...6)
  }

  @Test("C12: hints are brought into what the chosen template leaves for needs", arguments: Allocation.templates.map(\.allocation))
  func fittingHints(allocation: Allocation) throws {
    let needs = try #require(allocation.needs)
    let fitting = SpendingHint.fitting(into: needs)
    #expect(fitting.map(\.name) == SpendingHint.all.map(\.name))
    let middles = fitting.reduce(0) { $0 + $1.basisPoints.lowerBound + $1.basisPoints.upperBound }
    // Sixteen ends are rounded down.
    #expect((needs * 2 - 16...needs * 2).contains(middles))
    // Which is what they are not as observed.
    #expect(SpendingHint.all.reduce(0) { $0 + $1.basisPoints.upperBound } > Int64(Limits.basisPointsTotal))
    #expect(zip(fitting, SpendingHint.all).allSatisfy { $0.basisPoints.upperBound < $1.basisPoints.upperBound })
  }

  @Test("What was set before there were rollover and alerts has neither carry nor maker, and the usual alerts")
  func whatWasStoredBefore() throws {
    var household = Household.family
    var old = BudgetSet()
    old.budgetID = Household.budget(1).budgetID
    old.content = Household.budget(1).content
    old.content.startDate = "2026-10-01"
    try household.store(DecidedEvent(.budgetSet(old)), by: Household.member(1))
    let budget = household.state.shared.budgets[0]
    #expect(budget.terms.carry.carries == false && budget.createdBy == nil && budget.thresholds == .usual)
    #expect(budget.content == old.content)
    #expect(Self.alerts(try household.perform(.addEntry(Self.entry(1, 800_00)))) == ["2026-10-01 8000"])
    #expect(throws: Rejection.nothingChanges) { try household.perform(.setBudget(Household.budget(1))) }
  }

  @Test("A group keeps 100 budgets active and 1,000 altogether")
  func budgetsMax() throws {
    var household = Household.family
    for number in 1...1_000 as ClosedRange<UInt64> {
      try household.perform(.setBudget(Household.budget(number)))
      try household.perform(.removeBudget(PrecedenceTests.removal(number)))
    }
    #expect(throws: Rejection.tooManyBudgets(budgetsMax: 1_000)) { try household.perform(.setBudget(Household.budget(1_001))) }
    for number in 1...100 as ClosedRange<UInt64> { try household.perform(.reactivateBudget(PrecedenceTests.reactivation(number))) }
    #expect(throws: Rejection.tooManyBudgets(budgetsMax: 100)) {
      try household.perform(.reactivateBudget(PrecedenceTests.reactivation(101)))
    }
  }
}
