import HearthProtocol
import Testing

@testable import Ledger

/// Budgets and entries in other currencies (SPEC BU-01): nothing that was left out is told as nothing.
struct BudgetCurrencyTests {
  private static let day = Household.today

  /// ₹1,000.00 a month on groceries and dining.
  private static func family() throws -> Household {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1)))
    return household
  }

  private static func entry(_ number: UInt64, _ minor: Int64, _ currency: String, at rate: String?, date: String = "") -> AddEntry {
    var wish = Household.entry(number, minor: minor)
    wish.content.amount.currency = currency
    (wish.content.category, wish.content.date) = ("groceries", date)
    if let rate { wish.content.conversion.rate = rate }
    return wish
  }

  private static func spent(_ household: Household) -> Int64 {
    household.state.shared.progress(of: household.state.shared.budgets[0], on: day).spentMinor
  }

  private static func leftOut(_ household: Household) -> [String] {
    household.state.shared.leftOut(of: household.state.shared.budgets[0], on: day).map { "\($0.minor) \($0.currency.code)" }
  }

  @Test("BU-01: an entry in another currency counts at its own rate, to the nearest minor unit, and follows edits, voids and restores")
  func counts() throws {
    var household = try Self.family()
    try household.perform(.addEntry(Self.entry(1, 1_01, "USD", at: "83.15")))
    #expect(Self.spent(household) == 83_98)
    // A rate that is told later changes nothing.
    try household.perform(Household.rate("USD", "90"))
    #expect(Self.spent(household) == 83_98 && Self.leftOut(household).isEmpty)
    var edit = EditEntry()
    edit.entryID = EntryID(Self.entry(1, 1, "USD", at: nil).entryID)?.description ?? ""
    edit.baseVersion = household.state.shared.entries[0].version.rawValue
    edit.changes.money.kind = .expense
    edit.changes.money.amount = Money(minor: 2_00, currency: "USD")
    edit.changes.money.conversion.rate = "84"
    try household.perform(.editEntry(edit))
    #expect(Self.spent(household) == 168_00)
    var void = VoidEntry()
    void.entryID = edit.entryID
    try household.perform(.voidEntry(void))
    #expect(Self.spent(household) == 0)
    var restore = RestoreEntry()
    restore.entryID = edit.entryID
    try household.perform(.restoreEntry(restore))
    #expect(Self.spent(household) == 168_00)
    let replayed = try household.replayed()
    #expect(replayed.shared.progress(of: replayed.shared.budgets[0], on: Self.day).spentMinor == 168_00)
    // A budget that is set afterwards counts the same.
    try household.perform(.setBudget(Household.budget(2)))
    #expect(household.state.shared.progress(of: household.state.shared.budgets[1], on: Self.day).spentMinor == 168_00)
  }

  @Test("BU-08: what counts at a rate fires alerts")
  func alerts() throws {
    var household = try Self.family()
    let decision = try household.perform(.addEntry(Self.entry(1, 10_00, "USD", at: "90")))
    let fired = decision.events.compactMap { if case .alertFired(let alert) = $0.body { alert.spentMinor } else { nil } }
    #expect(fired == [900_00])
  }

  @Test("BU-01: one without a rate is left out and named, in a budget, a dashboard and a preview")
  func leftOut() throws {
    var household = try Self.family()
    let wish = Self.entry(1, 12_00, "EUR", at: nil)
    let impact = try #require(
      try impact(of: household.command(.addEntry(wish)), in: household.state, context: household.context(1)))
    #expect(impact.budgets.map(\.leftOutAfter) == [[Money(minor: 12_00, currency: "EUR")]] && impact.budgets[0].leftOutBefore.isEmpty)
    try household.perform(.addEntry(wish))
    try household.perform(.addEntry(Self.entry(2, 3_00, "EUR", at: "90")))
    try household.perform(.addEntry(Self.entry(3, 700, "JPY", at: nil)))
    try household.perform(.addEntry(Self.entry(4, 5_00, "EUR", at: nil, date: "2026-09-30")))
    #expect(Self.spent(household) == 270_00 && Self.leftOut(household) == ["1200 EUR", "700 JPY"])
    let dashboard = try household.state.dashboard(ReadDashboard(), today: Self.day) { _ in Self.day }
    #expect(dashboard.budgets.map { $0.leftOutAfter.map(\.minor) } == [[12_00, 700]])
    #expect(dashboard.periods.suffix(2).map(\.otherCurrencies) == [["EUR"], ["EUR", "JPY"]])
  }

  @Test("BU-01: the largest amounts at the largest rates leave no sum outside 64 bits")
  func largest() throws {
    var household = try Self.family()
    for number in 1...20 as ClosedRange<UInt64> {
      try household.perform(.addEntry(Self.entry(number, 9_000_000_000_000, "JPY", at: "9999")))
    }
    #expect(Self.spent(household) == .max)
    try household.perform(.addEntry(Self.entry(21, amountMinorMax, "JPY", at: "999999999999")))
    // More than 64 bits hold is no amount: it is left out like one without a rate.
    #expect(Self.leftOut(household) == ["\(amountMinorMax) JPY"])
    #expect(household.state.shared.progress(of: household.state.shared.budgets[0], on: Self.day).basisPoints > 0)
  }

  @Test("RC-12: an envelope counts entries in other currencies at their own rates, too")
  func envelopes() throws {
    var household = Household.family
    try household.perform(.setFestival(Household.festival(1)))
    let envelope = try #require(household.state.shared.festivals.first)
    let category = try #require(envelope.content.categories.first)
    for (number, rate) in [(1, "90"), (2, nil)] as [(UInt64, String?)] {
      var wish = Self.entry(number, 10_00, "USD", at: rate)
      wish.content.category = category
      try household.perform(.addEntry(wish))
    }
    let shared = household.state.shared
    let plan = try #require(shared.plan(of: envelope, on: Self.day))
    #expect(plan.spentMinor == 900_00)
    let left = shared.leftOut(of: envelope.content.categories, in: envelope.currency, plan.season)
    #expect(left.map(\.minor) == [10_00] && left[0].currency.code == "USD")
  }
}
