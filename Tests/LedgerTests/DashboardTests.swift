import HearthProtocol
import Testing

@testable import Ledger

/// SPEC DB: what a month or week came to.
struct DashboardTests {
  private static func utc(_ instant: Int64) -> CivilDate { CivilDate(daysSince1970: Int(instant / 86_400_000)) }

  private static func read(
    _ state: GroupState, _ period: DashboardPeriod = .month, date: String = "", currency: String = ""
  ) throws -> Dashboard {
    var request = ReadDashboard()
    request.period = period
    request.date = date
    request.currency = currency
    return try state.dashboard(request, today: Household.today, dayOf: utc)
  }

  private static func entry(
    _ number: UInt64, _ minor: Int64, _ category: String, on date: String, paidBy payer: UInt64 = 1, kind: EntryKind = .expense,
    among: [UInt64] = [1, 2]
  ) -> Command.OneOf_Body {
    var wish = Household.entry(number, minor: minor, kind: kind)
    wish.content.category = category
    wish.content.date = date
    wish.content.paid = [Household.share(payer, minor)]
    wish.content.split.equal.memberIds = among.map(Household.text)
    return .addEntry(wish)
  }

  /// Entries of September, October and a transfer; members 1 and 2 share.
  private static func household() throws -> Household {
    var household = Household.family
    try household.perform(entry(1, 30_000, "groceries", on: "2026-10-01"))
    try household.perform(entry(2, 10_000, "dining", on: "2026-10-31", paidBy: 2))
    try household.perform(entry(3, 5_000, "", on: "2026-10-20"))
    try household.perform(entry(4, 20_000, "groceries", on: "2026-09-30"))
    try household.perform(entry(5, 90_000, "salary", on: "2026-10-02", paidBy: 3, kind: .income, among: [3]))
    try household.perform(entry(6, 1_000, "", on: "2026-10-05", paidBy: 2, kind: .transfer, among: [1]))
    return household
  }

  @Test("product 185: total spending of the month, by member, by category, month over month, recent")
  func month() throws {
    let answer = try Self.read(Self.household().state)
    #expect(answer.periodStart == "2026-10-01" && answer.periodEnd == "2026-10-31" && answer.currency == "INR")
    #expect(answer.periods.map(\.periodStart) == ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"])
    #expect(answer.periods.map(\.spentMinor) == [0, 0, 0, 0, 20_000, 45_000])
    #expect(answer.periods.last?.incomeMinor == 90_000 && answer.periods.last?.entries == 4)
    #expect(answer.members.map(\.paidMinor) == [35_000, 10_000, 0, 0, 0])
    #expect(answer.members.map(\.owedMinor) == [22_500, 22_500, 0, 0, 0])
    #expect(answer.members.map(\.incomeMinor) == [0, 0, 90_000, 0, 0])
    #expect(answer.members.map(\.balanceMinor) == [21_500, -21_500, 0, 0, 0])
    #expect(answer.categories.map(\.category) == ["groceries", "dining", ""])
    #expect(answer.categories.map(\.spentMinor) == [30_000, 10_000, 5_000])
    #expect(answer.categories.map(\.beforeMinor) == [20_000, 0, 0])
    #expect(answer.recentEntryIds == (1...6 as ClosedRange<UInt64>).reversed().map { Household.entry($0).entryID })
  }

  @Test("product 185: who pays next has the lowest balance of those who may add entries; of equals who joined first")
  func whoPaysNext() throws {
    var household = Household.family
    #expect(try Self.read(household.state).nextPayerID == "")
    try household.perform(Self.entry(1, 30_000, "", on: "2026-10-01", paidBy: 1, among: [1, 2, 3]))
    #expect(try Self.read(household.state).nextPayerID == Household.text(2))
    try household.perform(Self.entry(2, 9_000, "", on: "2026-10-01", paidBy: 2, among: [3, 4, 5]))
    // The viewer and the minor owe as well, but add nothing.
    #expect(try Self.read(household.state).nextPayerID == Household.text(3))
    try household.perform(.settleUp(SettlementTests.settle(3, from: 3, to: 1)))
    #expect(try Self.read(household.state).nextPayerID != Household.text(3))
    try household.perform(.removeMember(PrecedenceTests.removal(2)))
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    #expect(try Self.read(household.state).nextPayerID == "", "one who pays is nobody in particular")
  }

  @Test("product 187: a week begins on the group's day, and its digest names alerts, who joined and who left")
  func week() throws {
    var household = try Self.household()
    let monday = try Self.read(household.state, .week)
    #expect(monday.periodStart == "2026-10-26" && monday.periodEnd == "2026-11-01" && monday.period == .week)
    #expect(monday.periods.map(\.spentMinor) == [0, 50_000, 0, 0, 5_000, 10_000])
    var update = UpdateGroup()
    update.weekStartsOn = .sunday
    try household.perform(.updateGroup(update))
    #expect(try Self.read(household.state, .week).periodStart == "2026-10-25")
    try household.perform(.removeMember(PrecedenceTests.removal(4)))
    try household.admit(9, as: .adult)
    try household.perform(.setBudget(Household.budget(1, minor: 12_000)))
    let day = Self.utc(household.now).description
    let answer = try Self.read(household.state, .week, date: day)
    #expect(answer.leftMemberIds == [Household.text(4)])
    #expect(answer.joinedMemberIds.contains(Household.text(9)))
    #expect(answer.alerts.map(\.basisPoints) == [8_000, 10_000, 0] && answer.alerts.map(\.over) == [false, false, true])
    #expect(answer.budgets.map(\.after.spentMinor) == [40_000])
  }

  @Test("DB-03: a week's digest has the alerts that fired in it, the spending up to its end and the currencies of its entries")
  func passedWeek() throws {
    var household = try Self.household()
    try household.perform(.setBudget(Household.budget(1, minor: 12_000)))
    try household.perform(Self.entry(9, 700, "dining", on: "2026-09-30"))
    var foreign = Household.entry(10, minor: 500)
    (foreign.content.amount.currency, foreign.content.date) = ("JPY", "2026-10-19")
    try household.perform(.addEntry(foreign))
    let fired = Self.utc(household.now)
    // Three weeks later.
    func read(_ date: CivilDate) throws -> Dashboard {
      var request = ReadDashboard()
      (request.period, request.date) = (.week, date.description)
      return try household.state.dashboard(request, today: fired.adding(days: 21), dayOf: Self.utc)
    }
    let (before, during, after) = (try read(fired.adding(days: -7)), try read(fired), try read(fired.adding(days: 7)))
    #expect(during.alerts.map(\.basisPoints) == [8_000, 10_000, 0])
    #expect(before.alerts.isEmpty && after.alerts.isEmpty)
    #expect(before.currencies == ["INR", "JPY"] && after.currencies.isEmpty)
    // Of the month's 40,000 the second part is of the 31st.
    #expect(before.periodEnd == "2026-10-25" && before.budgets.map(\.after.spentMinor) == [30_000])
    #expect(during.periodEnd == "2026-11-01")
    // Restored from a snapshot it says the same, and of one without instants the alerts stand in every week of the
    // budget's period.
    var snapshot = household.state.snapshot(of: .shared)
    var restored = GroupState(group: Household.group)
    try restored.restore(snapshot)
    #expect(restored.snapshot(of: .shared) == snapshot)
    for place in snapshot.shared.budgets.indices {
      for fired in snapshot.shared.budgets[place].fired.indices { snapshot.shared.budgets[place].fired[fired].atMs = [] }
    }
    var old = GroupState(group: Household.group)
    try old.restore(snapshot)
    #expect(try Self.read(old, .week, date: fired.adding(days: -7).description).alerts.count == 3)
    // One instant too few is damage.
    snapshot.shared.budgets[0].fired[0].atMs = [1]
    #expect(throws: HistoryFlaw.malformed("at_ms")) { try old.restore(snapshot) }
  }

  @Test("product 186: a budget's figures are those of today, or of the period's last day when that has passed")
  func budgets() throws {
    var household = try Self.household()
    var wish = Household.budget(1)
    wish.content.startDate = "2026-09-01"
    try household.perform(.setBudget(wish))
    #expect(try Self.read(household.state).budgets.map(\.after.spentMinor) == [40_000])
    #expect(try Self.read(household.state, date: "2026-09-10").budgets.map(\.after.spentMinor) == [20_000])
    #expect(try Self.read(household.state, date: "2026-08-10").budgets.isEmpty)
    #expect(try Self.read(household.state, currency: "JPY").budgets.isEmpty)
  }

  @Test func whatCannotBeAskedIsRefused() throws {
    let state = Household.family.state
    var request = ReadDashboard()
    request.period = .UNRECOGNIZED(3)
    func refusal() -> Rejection? {
      do throws(Rejection) { _ = try state.dashboard(request, today: Household.today, dayOf: Self.utc) } catch { return error }
      return nil
    }
    #expect(refusal() == .choiceNotAllowed(field: "read_dashboard.period"))
    request.period = .week
    request.currency = "XXY"
    #expect(refusal() == .unknownCurrency(field: "read_dashboard.currency"))
    request.currency = "JPY"
    request.date = "2026-13-01"
    #expect(refusal() == .dateMalformed(field: "read_dashboard.date"))
    request.date = Household.today.adding(months: 1_200).adding(days: 1).description
    #expect(refusal() == .dateOutOfRange(field: "read_dashboard.date"))
    request.date = Household.today.adding(months: 1_200).description
    #expect(refusal() == nil)
    request.date = Household.today.adding(months: -1_200).description
    #expect(refusal() == nil)
  }

  /// Figures that are kept up equal those that are worked out from the entries, whatever was added, edited, voided,
  /// restored and undone.
  @Test(arguments: [51, 52] as [UInt64]) func keptFiguresEqualRecomputedOnes(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var household = Household.family
    for number in 0..<600 {
      _ = try wishes.act(on: &household, by: UInt64(number % 3) + 1)
      guard number % 20 == 19 else { continue }
      let date = Household.today.adding(days: Int.random(in: -400...30, using: &wishes.random)).description
      let currency = wishes.pick(["INR", "JPY", "KWD"])
      let period: DashboardPeriod = wishes.pick([.week, .month])
      try compare(
        Self.read(household.state, period, date: date, currency: currency), household.state.shared, "seed \(seed), case \(number)")
      var restored = GroupState(group: Household.group)
      try restored.restore(household.state.snapshot(of: .shared))
      let again = try Self.read(restored, period, date: date, currency: currency)
      #expect(try again == Self.read(household.state, period, date: date, currency: currency), "seed \(seed), case \(number)")
    }
  }

  private func compare(_ answer: Dashboard, _ shared: SharedState, _ comment: Comment) throws {
    func entries(_ figure: PeriodFigure, _ kind: EntryKind) throws -> [EntryState] {
      let first = try #require(CivilDate(iso8601: figure.periodStart))
      let last = try #require(CivilDate(iso8601: figure.periodEnd))
      return shared.entries.filter {
        !$0.isVoided && $0.kind == kind && $0.currency.code == answer.currency && $0.date >= first && $0.date <= last
      }
    }
    for figure in answer.periods {
      let (spent, earned) = (try entries(figure, .expense), try entries(figure, .income))
      #expect(figure.spentMinor == spent.reduce(0) { $0 + $1.minor }, comment)
      #expect(figure.incomeMinor == earned.reduce(0) { $0 + $1.minor }, comment)
      #expect(figure.entries == spent.count + earned.count, comment)
    }
    let period = try #require(answer.periods.last)
    let spent = try entries(period, .expense)
    for member in answer.members {
      let id = MemberID(member.memberID)
      #expect(member.paidMinor == spent.flatMap(\.paid).filter { $0.member == id }.reduce(0) { $0 + $1.minor }, comment)
      #expect(member.owedMinor == spent.flatMap(\.owed).filter { $0.member == id }.reduce(0) { $0 + $1.minor }, comment)
    }
    #expect(answer.members.reduce(0) { $0 + $1.paidMinor } == period.spentMinor, comment)
    #expect(answer.members.reduce(0) { $0 + $1.owedMinor } == period.spentMinor, comment)
    for figure in answer.categories {
      #expect(figure.spentMinor == spent.filter { $0.category == figure.category }.reduce(0) { $0 + $1.minor }, comment)
    }
    #expect(answer.categories.reduce(0) { $0 + $1.spentMinor } == period.spentMinor, comment)
  }
}
