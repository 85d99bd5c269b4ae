import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// What a sum leaves out is said, and never told as nothing (SPEC MN-07, BU-01).
struct LeftOutTests {
  private let theme = Theme(isColored: false, width: 100)
  private let today = CivilDate(year: 2026, month: 11, day: 20) ?? CivilDate(daysSince1970: 0)

  /// Ravi owes Asha ₹300.00 and $10.00.
  private func household() -> Household {
    var home = Household()
    home.add("Rice", 300_00, "groceries", paid: [(home.asha, 300_00)], owed: [(home.ravi, 300_00)])
    home.add("Museum", 10_00, "groceries", paid: [(home.asha, 10_00)], owed: [(home.ravi, 10_00)]) { $0.amount.currency = "USD" }
    return home
  }

  private func balances(_ home: Household, in code: String) throws -> String {
    screen(Screens.balances(try RateText.balances(home.view, in: code, at: [], on: today), home.view, theme))
  }

  @Test("MN-07: with no rate nobody is settled who owes, and what is left out stands beside each name")
  func nothingIsCalledSettled() throws {
    var home = household()
    #expect(
      try balances(home, in: "EUR") == """
        Asha (you)  is owed  ₹300.00  without a rate
        Asha (you)  is owed   $10.00  without a rate
        Ravi        owes     ₹300.00  without a rate
        Ravi        owes      $10.00  without a rate
        मीरा        settled
        Entries in INR, USD carry no rate to EUR and are not counted. Give one: --rate CODE=RATE
        """)
    // A rate serves in both directions, and two are joined.
    home.rate("EUR", "100")
    #expect(
      try balances(home, in: "EUR") == """
        Asha (you)  is owed   €3.00
        Asha (you)  is owed  $10.00  without a rate
        मीरा        settled
        Ravi        owes      €3.00
        Ravi        owes     $10.00  without a rate
        Entries in USD carry no rate to EUR and are not counted. Give one: --rate CODE=RATE
        """)
    home.rate("USD", "80")
    #expect(
      try balances(home, in: "EUR") == """
        Asha (you)  is owed  €11.00
        मीरा        settled
        Ravi        owes     €11.00
        """)
  }

  @Test("MN-07: no plan is made of a part, nor is it said that nobody owes anything")
  func noPlan() throws {
    let home = household()
    let (converted, plan) = try RateText.plan(home.view, in: "EUR", at: [], on: today)
    let lines = Screens.debts(plan, of: nil, converted, home.view, theme)
    #expect(lines.first == "There is no plan in EUR while something has no rate. This is open:")
    #expect(!lines.contains { $0.contains("nobody owes anything") } && lines.count == 7)
    // One member who owes nothing is not everybody.
    var wish = Screens.DebtsWish()
    wish.member = home.meera
    #expect(Screens.debts(home.view, wish, theme) == ["Settled: मीरा owes nothing and is owed nothing."])
  }

  @Test("Of several currencies it is said in which somebody is settled")
  func settledInOne() {
    var home = household()
    home.add("Boat", 10_00, paid: [(home.ravi, 10_00)], owed: [(home.asha, 10_00)]) { $0.amount.currency = "USD" }
    let lines = Screens.balances(home.view, theme)
    #expect(lines.contains { $0.hasPrefix("Ravi") && $0.contains("settled") && $0.hasSuffix("USD") })
  }

  @Test("BU-01: a budget names what it leaves out, and shows what counts at a rate as both")
  func budgets() throws {
    var home = household()
    home.setBudget("Food", 500_00, "groceries")
    home.add("Wine", 1_01, "groceries", paid: [(home.asha, 1_01)], owed: [(home.ravi, 1_01)]) {
      $0.amount.currency = "EUR"
      ($0.conversion.to, $0.conversion.rate, $0.conversion.date) = ("INR", "83.15", "2026-11-01")
    }
    #expect(
      screen(Screens.budgets(home.view, today: today, theme)) == """
        Food ▓▓▓░░ 76 % [monthly]
           ₹383.98 of ₹500.00, ₹116.02 left
           Not counted, without a rate to INR: $10.00
           2026-11-01 to 2026-11-30 · Groceries
        """)
    let budget = try #require(home.view.state.shared.budgets.first)
    #expect(Screens.budget(budget, on: today, home.view, theme).last?.hasSuffix("€1.01 = ₹83.98") == true)
    // Below the entry the budget stands in its own currency.
    let wine = try #require(home.view.state.shared.entries.last)
    #expect(FeedEntry(wine, home.view.state.shared, me: home.asha).lines(theme).last?.hasSuffix("₹383.98 of ₹500.00") == true)
    let dashboard = try home.view.state.dashboard(ReadDashboard(), today: today) { _ in today }
    let lines = Screens.dashboard(dashboard, home.view, theme)
    #expect(lines.contains("    Not counted, without a rate to INR: $10.00"))
    #expect(lines.contains { $0.hasPrefix("  2026-11") && $0.hasSuffix("+ EUR, USD") })
  }

  @Test("BU-06: hearth budget set --from, and what was in force before is shown")
  func from() throws {
    var home = Household()
    home.setBudget("Food", 500_00, "groceries") { $0.startDate = "2026-07-01" }
    var wish = BudgetWish(name: "food", limit: "300")
    wish.from = "2026-10-05"
    let set = try wish.command(in: home.view)
    #expect(set.effectiveFrom == "2026-10-05" && set.content.startDate.isEmpty)
    for decided in try home.decision(.setBudget(set)).events { home.append(decided.body) }
    let budget = try #require(home.view.state.shared.budgets.first)
    let july = try #require(CivilDate(iso8601: "2026-07-20"))
    #expect(Screens.budget(budget, on: july, home.view, theme)[1] == "   ₹0.00 of ₹500.00, ₹500.00 left")
    let now = Screens.budget(budget, on: today, home.view, theme)
    #expect(now[1] == "   ₹0.00 of ₹300.00, ₹300.00 left")
    #expect(now.contains("   since 2026-07-01: ₹500.00 monthly") && now.contains("   since 2026-10-01: ₹300.00 monthly"))
    // What is not said is as it was on the day that the change is for.
    wish = BudgetWish(name: "food")
    (wish.from, wish.thresholds) = ("2026-08-01", "50")
    #expect(try wish.command(in: home.view).content.limit.minor == 500_00)
  }

  @Test("BU-10: a gauge never says 100 % of what is over, beside an alert of 101 %")
  func gauge() {
    #expect(Gauge.text(basisPoints: 10_050, isOver: true, theme) == "▓▓▓▓▓ 101 %")
    #expect(Gauge.text(basisPoints: 10_000, isOver: false, theme) == "▓▓▓▓▓ 100 %")
    #expect(Gauge.text(basisPoints: .max, isOver: true, theme) == "▓▓▓▓▓ 9999 %")
    #expect(Screens.percent(10_001, isOver: true) == "101 %")
  }

  @Test("BU-10: an act that passes several thresholds tells the highest alone; acts of their own are told each")
  func highestAlert() {
    var home = Household()
    home.setBudget("Food", 500_00, "groceries")
    var feed = FeedModel(tellsAll: true)
    _ = feed.update(.began(home.view))
    home.add("Rice", 600_00, "groceries", paid: [(home.asha, 600_00)], owed: [(home.ravi, 600_00)])
    home.fire(basisPoints: 8_000, spent: 600_00, of: 500_00)
    home.fire(basisPoints: 10_000, spent: 600_00, of: 500_00)
    home.fire(spent: 600_00, of: 500_00)
    let events = Array(home.events.suffix(4))
    let items = feed.update(.changed(GroupUpdate(group: home.group, kind: .live, events: events), home.view))
    let lines = items.flatMap { $0.lines(theme) }.filter { $0.contains("🔔") }
    #expect(lines.count == 1 && lines[0].contains("at 120%"))
    let alerts = events.compactMap { if case .alertFired(let alert) = $0.event.body { alert } else { nil } }
    #expect(alerts.highest.map(\.over) == [true])
  }
}
