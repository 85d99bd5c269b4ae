import HearthProtocol
import Testing

@testable import Ledger

/// What a budget was stays true of its closed periods (SPEC BU-06). Today is 26 October 2026.
struct BudgetHistoryTests {
  private static func wish(_ change: (inout SetBudget) -> Void = { _ in }) -> SetBudget {
    var wish = Household.budget(1)
    (wish.content.name, wish.content.limit.minor, wish.content.categories) = ("Health", 100_00, ["groceries"])
    wish.content.startDate = "2026-07-01"
    change(&wish)
    return wish
  }

  /// A monthly budget of ₹100.00 since July, of which ₹135.85 were spent in July.
  private static func family(_ change: (inout SetBudget) -> Void = { _ in }) throws -> Household {
    var household = Household.family
    try household.perform(.setBudget(wish(change)))
    try spend(&household, 1, 135_85, "2026-07-10")
    return household
  }

  private static func spend(
    _ household: inout Household, _ number: UInt64, _ minor: Int64, _ date: String, _ category: String = "groceries"
  )
    throws
  {
    var wish = Household.entry(number, minor: minor)
    (wish.content.category, wish.content.date) = (category, date)
    try household.perform(.addEntry(wish))
  }

  private static func progress(_ household: Household, _ day: String) throws -> BudgetProgress {
    let shared = household.state.shared
    return shared.progress(of: shared.budgets[0], on: try #require(CivilDate(iso8601: day)))
  }

  /// Spent, limit and carried in the month of the days.
  private static func figures(_ household: Household, _ days: String...) throws -> [[Int64]] {
    try days.map { day in
      let progress = try progress(household, day)
      return [progress.spentMinor, progress.limitMinor, progress.carriedMinor]
    }
  }

  @Test("BU-06: a new limit holds from the running period on, and makes no carry-over of the past")
  func limit() throws {
    for rollover in [Rollover.none, .surplus] {
      var household = try Self.family { $0.content.rollover = rollover }
      let before = try Self.figures(household, "2026-07-31", "2026-08-15", "2026-09-30")
      try household.perform(.setBudget(Self.wish { ($0.content.limit.minor, $0.content.startDate) = (300_00, "") }))
      #expect(try Self.figures(household, "2026-07-31", "2026-08-15", "2026-09-30") == before)
      #expect(before[0] == [135_85, 100_00, 0])
      let after: [[Int64]] = rollover == .surplus ? [[0, 500_00, 200_00], [0, 800_00, 500_00]] : [[0, 300_00, 0], [0, 300_00, 0]]
      #expect(try Self.figures(household, "2026-10-01", "2026-11-01") == after)
      // Back again within the period is as if nothing had been.
      try household.perform(.setBudget(Self.wish()))
      #expect(household.state.shared.budgets[0].versions.count == 1)
    }
  }

  @Test("BU-06: `effective_from` says since when, in the past and ahead; what was set for later stays until it is set anew for that period")
  func from() throws {
    var household = try Self.family()
    func set(_ minor: Int64, from day: String) throws {
      try household.perform(
        .setBudget(Self.wish { ($0.content.limit.minor, $0.content.startDate, $0.effectiveFrom) = (minor, "", day) }))
    }
    func limits() throws -> [Int64] {
      try ["2026-07-02", "2026-08-02", "2026-09-02", "2026-10-02", "2026-12-31", "2027-01-01"].map {
        try Self.progress(household, $0).limitMinor
      }
    }
    try set(200_00, from: "2027-01-15")
    #expect(try limits() == [100_00, 100_00, 100_00, 100_00, 100_00, 200_00])
    try set(300_00, from: "2026-09-20")
    #expect(try limits() == [100_00, 100_00, 300_00, 300_00, 300_00, 200_00])
    try set(400_00, from: "2026-08-01")
    #expect(try limits() == [100_00, 400_00, 300_00, 300_00, 300_00, 200_00])
    try set(500_00, from: "2025-01-01")
    #expect(try limits() == [500_00, 400_00, 300_00, 300_00, 300_00, 200_00] && household.state.shared.budgets[0].versions.count == 4)
    #expect(throws: Rejection.nothingChanges) { try set(300_00, from: "2026-10-01") }
    // The running period: what was set ahead is not touched.
    try set(600_00, from: "")
    #expect(try limits() == [500_00, 400_00, 300_00, 600_00, 600_00, 200_00])
    let event = try #require(household.log.last { if case .budgetSet = $0.event.body { true } else { false } }).event.budgetSet
    #expect(event.keepsLater && event.effectiveFrom == "2026-10-01")
    try set(700_00, from: "2027-01-31")
    #expect(try limits() == [500_00, 400_00, 300_00, 600_00, 600_00, 700_00])
    // What says nothing new for its period says it for when what is before it changes.
    try set(700_00, from: "")
    #expect(try limits() == [500_00, 400_00, 300_00, 700_00, 700_00, 700_00])
    try set(600_00, from: "")
    #expect(try limits() == [500_00, 400_00, 300_00, 600_00, 600_00, 700_00])
    // Set anew as it is before, nothing is ahead any more.
    try set(600_00, from: "2027-01-01")
    #expect(try limits() == [500_00, 400_00, 300_00, 600_00, 600_00, 600_00] && household.state.shared.budgets[0].versions.count == 4)
  }

  @Test("BU-06: what counts anew takes the place of what was set for later, and so does what was stored before that was kept")
  func ahead() throws {
    var household = try Self.family()
    func set(_ minor: Int64, from day: String, _ period: BudgetPeriod = .monthly) throws {
      try household.perform(
        .setBudget(
          Self.wish {
            ($0.content.limit.minor, $0.content.startDate, $0.effectiveFrom, $0.content.period) = (minor, "", day, period)
          }))
    }
    try set(200_00, from: "2027-01-15")
    var former = BudgetSet()
    former.budgetID = Household.budget(1).budgetID
    former.content = household.state.shared.budgets[0].content
    (former.content.limit.minor, former.effectiveFrom) = (300_00, "2026-10-01")
    var other = household
    try other.store(DecidedEvent(.budgetSet(former)), by: Household.member(1))
    #expect(try Self.progress(other, "2027-01-02").limitMinor == 300_00)
    former.keepsLater = true
    other = household
    try other.store(DecidedEvent(.budgetSet(former)), by: Household.member(1))
    #expect(try Self.progress(other, "2027-01-02").limitMinor == 200_00)
    former.content.period = .weekly
    former.content.startDate = former.effectiveFrom
    #expect(throws: HistoryFlaw.malformed("keeps_later")) {
      try other.store(DecidedEvent(.budgetSet(former)), by: Household.member(1))
    }
    try set(50_00, from: "", .weekly)
    #expect(household.state.shared.budgets[0].versions.map(\.terms.period) == [.monthly, .weekly])
  }

  @Test("BU-06: categories, what is carried, its bound and thresholds keep what they were too")
  func otherTerms() throws {
    var household = try Self.family { $0.content.rollover = .surplus }
    try Self.spend(&household, 2, 70_00, "2026-08-10")
    try Self.spend(&household, 3, 900_00, "2026-08-11", "dining")
    let before = try Self.figures(household, "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01")
    #expect(before.map(\.last) == [0, 0, 30_00, 130_00])
    try household.perform(
      .setBudget(
        Self.wish {
          $0.content.startDate = ""
          $0.content.categories = ["dining"]
          ($0.content.rollover, $0.content.rolloverCapMinor) = (.both, 10_00)
          $0.content.alerts.basisPoints = [5_000]
        }))
    // October's bound is of what goes into November.
    #expect(try Self.figures(household, "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01") == before)
    #expect(try Self.progress(household, "2026-11-01").carriedMinor == 10_00)
    try Self.spend(&household, 4, 5_00, "2026-10-02")
    #expect(try Self.progress(household, "2026-10-02").spentMinor == 0, "groceries count no more")
    try Self.spend(&household, 5, 9_00, "2026-08-20")
    #expect(try Self.progress(household, "2026-08-02").spentMinor == 79_00, "in August they do")
    let budget = household.state.shared.budgets[0]
    #expect(budget.versions.map { $0.terms.thresholds.all.count } == [3, 1])
    // Back-dated, it fires at what August had: 80 %, not 50 %.
    let fired = try #require(household.log.last { if case .alertFired = $0.event.body { true } else { false } })
    guard case .alertFired(let alert) = fired.event.body else { return }
    #expect(alert.periodStart == "2026-07-01" && alert.over)
    try Self.spend(&household, 6, 1_00, "2026-08-21")
    guard case .alertFired(let august) = household.log.last?.event.body else { return #expect(Bool(false), "no alert") }
    #expect(august.periodStart == "2026-08-01" && august.basisPoints == 8_000)
  }

  @Test("BU-02, BU-06: another period, start or currency counts anew from its first day; the period before may be cut short")
  func countedAnew() throws {
    var household = try Self.family()
    try Self.spend(&household, 2, 40_00, "2026-10-20")
    try Self.spend(&household, 3, 7_00, "2026-10-26")
    try household.perform(.setBudget(Self.wish { ($0.content.period, $0.content.startDate) = (.weekly, "") }))
    #expect(try Self.progress(household, "2026-10-26").period.lowerBound.description == "2026-10-26")
    let cut = try Self.progress(household, "2026-10-25")
    #expect(
      cut.period.lowerBound.description == "2026-10-01" && cut.period.upperBound.description == "2026-10-25" && cut.spentMinor == 40_00)
    #expect(try Self.progress(household, "2026-11-01").spentMinor == 7_00)
    #expect(try Self.progress(household, "2026-07-05").spentMinor == 135_85)
    // With a start of its own it holds from there, and `effective_from` must not say otherwise.
    #expect(throws: Rejection.choiceNotAllowed(field: "set_budget.effective_from")) {
      try household.perform(.setBudget(Self.wish { ($0.content.startDate, $0.effectiveFrom) = ("2026-09-10", "2026-09-11") }))
    }
    // A start alone changes no period that is over.
    #expect(throws: Rejection.dateOutOfRange(field: "set_budget.content.start_date")) {
      try household.perform(.setBudget(Self.wish { $0.content.startDate = "2026-09-10" }))
    }
    try household.perform(.setBudget(Self.wish { $0.content.limit.minor = 1_00 }.from("2026-09-10", start: "2026-09-10")))
    #expect(try Self.progress(household, "2026-10-09").period.lowerBound.description == "2026-09-10")
    #expect(try Self.progress(household, "2026-09-09").limitMinor == 100_00)
    try household.perform(.setBudget(Self.wish { ($0.content.startDate, $0.content.limit) = ("", Money(minor: 5, currency: "USD")) }))
    #expect(household.state.shared.budgets[0].versions.map(\.from.description) == ["2026-07-01", "2026-09-10", "2026-10-10"])
    #expect(throws: Rejection.choiceNotAllowed(field: "set_budget.effective_from")) {
      try household.perform(.setBudget(Household.budget(2).from("2026-10-01", start: "2026-10-01")))
    }
    try household.perform(.setBudget(Household.budget(2).from("2026-05-20", start: "")))
    #expect(household.state.shared.budgets[1].start.description == "2026-05-01")
  }

  @Test("BU-06: a longer period begins with the running one, and those that are over keep what was true in them")
  func longerPeriods() throws {
    for (period, first) in [(BudgetPeriod.yearly, "2026-10-01"), (.monthly, "2026-10-26")] {
      var household = try Self.family()
      if period == .monthly {
        try household.perform(.setBudget(Self.wish { $0.content.period = .weekly }.from("2026-07-06", start: "2026-07-06")))
      }
      try Self.spend(&household, 2, 120_00, "2026-09-20")
      let before = try Self.progress(household, "2026-09-20")
      let limit = household.state.shared.budgets[0].limitMinor
      try household.perform(
        .setBudget(Self.wish { ($0.content.period, $0.content.startDate, $0.content.limit.minor) = (period, "", limit * 12) }))
      #expect(try Self.progress(household, "2026-09-20") == before)
      #expect(try Self.progress(household, household.today.description).period.lowerBound.description == first)
      #expect(household.state.shared.budgets[0].versions.last?.from.description == first)
      // Where that is wanted the day is named.
      try household.perform(.setBudget(Self.wish { $0.content.period = period }.from("2026-01-01", start: "2026-01-01")))
      #expect(try Self.progress(household, "2026-09-20") != before)
    }
  }

  @Test("BU-06: what was stored without a day holds for every period, as it did")
  func storedBefore() throws {
    var household = try Self.family()
    var old = BudgetSet()
    old.budgetID = Household.budget(1).budgetID
    old.content = household.state.shared.budgets[0].content
    old.content.limit.minor = 300_00
    try household.store(DecidedEvent(.budgetSet(old)), by: Household.member(1))
    #expect(try Self.figures(household, "2026-07-31", "2026-10-31").map { $0[1] } == [300_00, 300_00])
    #expect(household.state.shared.budgets[0].message.earlier.isEmpty && household.state.shared.budgets[0].message.effectiveFrom.isEmpty)
  }

  @Test("BU-14: nothing is carried out of a time in which there was no budget", arguments: [Rollover.surplus, .both, .none])
  func reactivated(rollover: Rollover) throws {
    // ₹100.00 a month since July, of which ₹35.85 too much were spent there: August and September carry.
    var household = try Self.family { $0.content.rollover = rollover }
    let before = try Self.figures(household, "2026-07-31", "2026-09-30")
    try household.perform(.removeBudget(PrecedenceTests.removal(1)))
    // Within the period of its removal it goes on as it was.
    var sameMonth = household
    try sameMonth.perform(.reactivateBudget(PrecedenceTests.reactivation(1)))
    #expect(sameMonth.state.shared.budgets[0].versions.count == 1)
    household.today = try #require(CivilDate(iso8601: "2027-03-10"))
    let removed = household.state.snapshot(of: .shared)
    #expect(removed.shared.budgets[0].removedOn == "2026-10-26")
    var restored = household
    restored.state = GroupState(group: Household.group)
    try restored.state.restore(removed)
    #expect(restored.state.snapshot(of: .shared) == removed)
    let decision = try household.perform(.reactivateBudget(PrecedenceTests.reactivation(1)))
    #expect(decision.events.count == (rollover == .none ? 1 : 2))
    #expect(try Self.figures(household, "2027-03-10") == [[0, 100_00, 0]])
    // What is left of March is carried as ever, and what was stays true.
    #expect(try Self.figures(household, "2027-04-10") == [[0, rollover == .none ? 100_00 : 200_00, rollover == .none ? 0 : 100_00]])
    #expect(try Self.figures(household, "2026-07-31", "2026-09-30") == before)
    #expect(household.state.shared.budgets[0].removedOn == nil)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("BU-06: a snapshot has what was in force, and goes on as a replay does")
  func snapshots() throws {
    var household = try Self.family { $0.content.rollover = .both }
    // What was set for October stays, though September says the same now.
    for (minor, day) in [(200_00, "2026-08-01"), (300_00, "2026-10-05"), (300_00, "2026-09-01")] as [(Int64, String)] {
      try household.perform(
        .setBudget(Self.wish { ($0.content.limit.minor, $0.content.startDate, $0.effectiveFrom) = (minor, "", day) }))
    }
    let snapshot = household.state.snapshot(of: .shared)
    #expect(snapshot.shared.budgets[0].earlier.map(\.effectiveFrom) == ["2026-07-01", "2026-08-01", "2026-09-01"])
    #expect(try household.replayed().snapshot(of: .shared) == snapshot)
    var restored = household
    restored.state = GroupState(group: Household.group)
    try restored.state.restore(snapshot)
    #expect(restored.state.snapshot(of: .shared) == snapshot)
    let days = ["2026-07-31", "2026-08-15", "2026-09-30", "2026-11-01"]
    #expect(try days.map { try Self.progress(restored, $0) } == days.map { try Self.progress(household, $0) })
    for flaw in [
      { $0.effectiveFrom = "" }, { $0.effectiveFrom = "2026-10-02" }, { $0.earlier[1].effectiveFrom = "" },
      { $0.earlier[1].effectiveFrom = "2026-06-01" }, { $0.earlier.append($0.earlier[1]) },
    ] as [(inout Budget) -> Void] {
      var broken = snapshot
      flaw(&broken.shared.budgets[0])
      var state = GroupState(group: Household.group)
      #expect(throws: HistoryFlaw.malformed("effective_from")) { try state.restore(broken) }
    }
    for day in ["2026-10-02", "never"] {
      var event = Event()
      event.budgetSet.budgetID = Household.budget(1).budgetID
      event.budgetSet.content = household.state.shared.budgets[0].content
      event.budgetSet.effectiveFrom = day
      #expect(throws: HistoryFlaw.malformed("effective_from")) {
        try household.state.apply(event, lane: .shared, position: LanePosition(999))
      }
    }
  }

  /// A change of a weekly budget from its so-and-so-many week on; week 0 makes it.
  static func version(_ week: Int) -> SetBudget {
    wish {
      ($0.content.startDate, $0.content.period) = (week == 0 ? "2020-01-06" : "", .weekly)
      if week > 0 { $0.effectiveFrom = (CivilDate(iso8601: "2020-01-06") ?? Household.today).adding(days: 7 * week).description }
      $0.content.limit.minor = 100_00 + Int64(week)
    }
  }

  /// A budget with as many versions as one can have.
  static let fullOfVersions: Household = {
    var household = Household.family
    for week in 0...199 { _ = try? household.perform(.setBudget(version(week))) }
    return household
  }()

  @Test("BU-06: a budget keeps 200 terms, and the next ones are refused until they take the place of others")
  func termsMax() throws {
    var household = Self.fullOfVersions
    func set(_ week: Int) throws { try household.perform(.setBudget(Self.version(week))) }
    #expect(household.state.shared.budgets[0].versions.count == 200)
    #expect(throws: Rejection.tooManyVersions(field: "set_budget.effective_from")) { try set(200) }
    try household.perform(
      .setBudget(Self.wish { ($0.content.startDate, $0.content.period, $0.effectiveFrom) = ("", .weekly, "2022-11-21") }))
    #expect(household.state.shared.budgets[0].versions.count == 200)
    // As the week before it, the week has no terms of its own.
    var same = Self.version(149)
    same.effectiveFrom = "2022-11-21"
    try household.perform(.setBudget(same))
    #expect(household.state.shared.budgets[0].versions.count == 199)
    try set(200)
    #expect(household.state.shared.budgets[0].versions.count == 200)
  }

  @Test(
    "BU-05, BU-06: what was carried under other terms is brought within the new ones by the first period, also if nothing is spent in any",
    arguments: [
      (Rollover.surplus, -1_000, [0, 100, 200, 300, 400, 500, 500]), (.surplus, 9_000, [500, 500]), (.surplus, -40, [60, 160]),
      (.both, -9_000, [-500, -400, -300]), (.both, -450, [-350, -250]), (.both, 9_000, [500, 500]), (.none, -1_000, [0, 0]),
    ] as [(Rollover, Int64, [Int64])])
  func idleUnderOtherTerms(rollover: Rollover, carried: Int64, expected: [Int64]) {
    let carry = BudgetCarry(limitMinor: 100, rollover: rollover, capMinor: 500)
    #expect((1...expected.count).map { carry.next(carried: carried, idlePeriods: $0) } == expected)
    var step = carried
    for minor in expected {
      step = carry.next(carried: step, spent: 0)
      #expect(step == minor)
    }
  }
}

extension SetBudget {
  fileprivate func from(_ day: String, start: String) -> SetBudget {
    var wish = self
    (wish.effectiveFrom, wish.content.startDate) = (day, start)
    return wish
  }
}
