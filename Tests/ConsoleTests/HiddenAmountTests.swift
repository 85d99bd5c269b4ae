import HearthClient
import HearthProtocol
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
