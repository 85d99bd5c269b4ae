import HearthProtocol
import Testing

@testable import Ledger

struct BudgetTests {
  @Test(arguments: [
    (BudgetPeriod.weekly, "2026-10-26"), (.biweekly, "2026-10-26"), (.monthly, "2026-10-01"), (.yearly, "2026-01-01"),
  ])
  func theUsualStart(_ period: BudgetPeriod, _ start: String) throws {
    var household = Household.family
    household.today = try #require(CivilDate(iso8601: "2026-10-31"))
    var wish = Household.budget(1)
    wish.content.period = period
    try household.perform(.setBudget(wish))
    #expect(household.state.shared.budgets[0].start.description == start)
  }

  @Test func aReplacementKeepsItsStartAndPlace() throws {
    var household = PrecedenceTests.family([.setBudget(Household.budget(1)), .setBudget(Household.budget(2))])
    household.today = household.today.adding(days: 60)
    let start = household.state.shared.budgets[0].start
    try household.perform(.setBudget(Household.budget(1, minor: 5)))
    #expect(household.state.shared.budgets.count == 2)
    #expect(household.state.shared.budgets[0].limitMinor == 5)
    #expect(household.state.shared.budgets[0].start == start)
    #expect(throws: Rejection.nothingChanges) { try household.perform(.setBudget(Household.budget(1, minor: 5))) }
  }

  @Test(arguments: [
    (BudgetPeriod.weekly, "2026-01-05", "2026-01-18", "2026-01-12", "2026-01-18"),
    (.biweekly, "2026-01-05", "2026-01-18", "2026-01-05", "2026-01-18"),
    (.monthly, "2026-01-31", "2026-02-27", "2026-01-31", "2026-02-27"),
    (.monthly, "2026-01-31", "2026-02-28", "2026-02-28", "2026-03-30"),
    (.monthly, "2026-01-31", "2026-03-31", "2026-03-31", "2026-04-29"),
    (.yearly, "2024-02-29", "2025-02-28", "2025-02-28", "2026-02-27"),
    (.yearly, "2024-02-29", "2028-02-29", "2028-02-29", "2029-02-27"),
    (.monthly, "2026-05-01", "2020-01-01", "2026-05-01", "2026-05-31"),
  ])
  func periods(_ period: BudgetPeriod, _ start: String, _ day: String, _ first: String, _ last: String) throws {
    let budget = try Self.budget(period, start: start)
    let range = budget.period(containing: try #require(CivilDate(iso8601: day)))
    #expect(range.lowerBound.description == first)
    #expect(range.upperBound.description == last)
  }

  @Test(arguments: [BudgetPeriod.weekly, .biweekly, .monthly, .yearly], ["2023-01-31", "2024-02-29", "2026-10-01"])
  func periodsFollowOneAnotherWithoutGap(_ period: BudgetPeriod, _ start: String) throws {
    let budget = try Self.budget(period, start: start)
    var range = budget.period(containing: budget.start)
    #expect(range.lowerBound == budget.start)
    for _ in 0..<60 {
      let next = budget.period(containing: range.upperBound.adding(days: 1))
      #expect(next.lowerBound == range.upperBound.adding(days: 1))
      #expect(budget.period(containing: next.upperBound) == next)
      range = next
    }
  }

  @Test func progressCountsExpensesOfThePeriodOnly() throws {
    var household = PrecedenceTests.family([.setBudget(Household.budget(1, minor: 100_000))])
    for (number, minor, category, date, kind) in [
      (1, 41_000, "groceries", "2026-10-01", EntryKind.expense), (2, 39_000, "dining", "2026-10-31", .expense),
      (3, 77, "groceries", "2026-09-30", .expense), (4, 77, "groceries", "2026-11-01", .expense),
      (5, 77, "gold", "2026-10-15", .expense), (6, 77, "", "2026-10-15", .expense), (7, 77, "salary", "2026-10-15", .income),
    ] as [(UInt64, Int64, String, String, EntryKind)] {
      var wish = Household.entry(number, minor: minor, kind: kind)
      wish.content.category = category
      wish.content.date = date
      try household.perform(.addEntry(wish))
    }
    let progress = household.state.shared.progress(of: household.state.shared.budgets[0], on: household.today)
    #expect(progress.spentMinor == 80_000)
    #expect(progress.basisPoints == 8_000)
    #expect(progress.period.lowerBound.description == "2026-10-01")
    #expect(progress.period.upperBound.description == "2026-10-31")
  }

  @Test(
    arguments: [
      (0, 1, 0), (7_999, 10_000, 7_999), (1, 3, 3_333), (.max, 1, .max), (.max, amountMinorMax, 92_233_720), (.max, 10_000, .max),
    ] as [(Int64, Int64, Int64)])
  func basisPointsNeverTrap(_ spent: Int64, _ limit: Int64, _ points: Int64) {
    let day = Household.today
    #expect(BudgetProgress(period: day...day, spentMinor: spent, limitMinor: limit).basisPoints == points)
  }

  private static func budget(_ period: BudgetPeriod, start: String) throws -> BudgetState {
    BudgetState(
      id: BudgetID(high: 1, low: 1), name: "Food",
      terms: BudgetTerms(
        limitMinor: 1, currency: PrecedenceTests.rupee, period: period, categories: ["gold"],
        start: try #require(CivilDate(iso8601: start))))
  }
}
