import HearthProtocol
import Testing

@testable import Ledger

/// A command is of the day on which it was said, whenever it arrives (SPEC CM-16).
struct SaidOnTests {
  private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

  /// A family on 20 November that hears what was said on 31 October.
  private static func late(said: String = "2026-10-31", heard: String = "2026-11-20") throws -> Household {
    var household = Household.family
    (household.today, household.saidOn) = (try day(heard), try day(said))
    return household
  }

  @Test("CM-16: an entry without a date is of the day on which it was said")
  func entry() throws {
    var household = try Self.late()
    var wish = Household.entry(1)
    wish.content.date = ""
    try household.perform(.addEntry(wish))
    #expect(household.state.shared.entries[0].date.description == "2026-10-31")
  }

  @Test("CM-16: a payment of a debt is of that day, at the rate of that day")
  func settlement() throws {
    var household = try Self.late()
    for (rate, date) in [("80", "2026-10-01"), ("90", "2026-11-10")] {
      try household.perform(Household.rate("USD", rate, on: date))
    }
    var entry = Household.entry(1)
    (entry.content.amount, entry.content.date) = (Money(minor: 100_00, currency: "USD"), "2026-10-20")
    try household.perform(.addEntry(entry))
    var wish = SettleUp()
    (wish.entryID, wish.fromMemberID, wish.toMemberID) = (Household.entry(2).entryID, Household.text(2), Household.text(1))
    wish.currency = "USD"
    let decision = try household.perform(.settleUp(wish))
    guard case .entryAdded(let added)? = decision.events.first?.body else { return #expect(Bool(false)) }
    #expect(added.content.date == "2026-10-31" && added.content.conversion.rate.hasPrefix("80"))
  }

  @Test("CM-16: a rule that is resumed books what came behind the day on which that was said")
  func resumed() throws {
    var household = Household.family
    household.today = try Self.day("2026-10-20")
    try household.perform(.setRecurring(Household.rule(1, from: "2026-11-03")))
    var pause = PauseRecurring()
    pause.ruleID = Household.ruleID(1).description
    try household.perform(.pauseRecurring(pause))
    (household.today, household.saidOn) = (try Self.day("2026-11-06"), try Self.day("2026-11-01"))
    var resume = ResumeRecurring()
    resume.ruleID = pause.ruleID
    try household.perform(.resumeRecurring(resume))
    #expect(household.state.shared.recurring[Household.ruleID(1)]?.next?.description == "2026-11-03")
    // Without the word it is of today, and the date has passed.
    household.saidOn = nil
    try household.perform(.pauseRecurring(pause))
    try household.perform(.resumeRecurring(resume))
    #expect(household.state.shared.recurring[Household.ruleID(1)]?.next?.description != "2026-11-03")
  }

  @Test("CM-16: rules, envelopes, budgets and rates begin on the day on which they were said")
  func beginnings() throws {
    var household = try Self.late()
    try household.perform(.setRecurring(Household.rule(1)))
    #expect(household.state.shared.recurring[Household.ruleID(1)]?.calendar.first.description == "2026-10-31")
    try household.perform(.setFestival(Household.festival(1)))
    #expect(household.state.shared.festivals[0].start.description == "2026-10-31")
    var removal = RemoveFestival()
    removal.festivalID = Household.festivalID(1).description
    try household.perform(.removeFestival(removal))
    #expect(household.state.shared.festivals[0].removedOn?.description == "2026-10-31")
    try household.perform(Household.rate("USD", "80"))
    let (dollar, rupee) = (try #require(Currency(code: "USD")), try #require(Currency(code: "INR")))
    #expect(try household.state.shared.rates.rate(from: dollar, to: rupee, of: Self.day("2026-10-31")) != nil)
    var budget = Household.budget(1)
    budget.content.startDate = ""
    try household.perform(.setBudget(budget))
    #expect(household.state.shared.budgets[0].versions.first?.terms.start.description == "2026-10-01")
    // A change holds from the period of that day on.
    budget.content.limit.minor *= 2
    household.saidOn = try Self.day("2026-11-02")
    try household.perform(.setBudget(budget))
    #expect(household.state.shared.budgets[0].versions.last?.from.description == "2026-11-01")
  }

  private static let firstDate = Rejection.dateOutOfRange(field: "set_allowance.content.first_date")

  private static func allowance(_ household: Household) throws -> AllowanceState {
    try #require(household.state.minor(FamilyTests.riya).allowance(AllowanceTests.id(1)))
  }

  @Test(
    "CM-17, FA-07: an allowance that arrives late begins on the day on which it was said, and no day earlier",
    arguments: ["", "2026-11-18"])
  func allowanceBegins(first: String) throws {
    var household = try Self.late(said: "2026-11-18")
    #expect(throws: Self.firstDate) { try household.perform(.setAllowance(AllowanceTests.allowance(1, from: "2026-11-17"))) }
    try household.perform(.setAllowance(AllowanceTests.allowance(1, from: first)))
    try household.tick()
    let allowance = try Self.allowance(household)
    #expect(allowance.last?.date.description == "2026-11-18" && allowance.next?.description == "2026-11-25")
    #expect(try household.replayed().snapshot(of: FamilyTests.lane) == household.state.snapshot(of: FamilyTests.lane))
    // The control: it is of today without the word.
    household.saidOn = nil
    #expect(throws: Self.firstDate) { try household.perform(.setAllowance(AllowanceTests.allowance(2, from: "2026-11-19"))) }
    try household.perform(.setAllowance(AllowanceTests.allowance(2)))
    #expect(household.state.minor(FamilyTests.riya).allowance(AllowanceTests.id(2))?.first == household.today)
  }

  @Test("CM-17, FA-07: other dates hold from the day on which they were said, and what is booked by then stays booked")
  func allowanceChanges() throws {
    var household = Household.family
    try household.perform(.setAllowance(AllowanceTests.allowance(1, .monthly)))
    try household.tick()
    household.today = try Self.day("2026-11-20")
    household.saidOn = try Self.day("2026-11-15")
    var weekly = household
    try weekly.perform(.setAllowance(AllowanceTests.allowance(1)))
    // Of the weeks since 26 October that of 16 November alone.
    let weeks = try weekly.tick()
    #expect(try weeks == 1 && Self.allowance(weekly).last?.date.description == "2026-11-16")
    try household.perform(.setAllowance(AllowanceTests.allowance(1, .monthly, from: "2026-11-15")))
    let months = try household.tick()
    #expect(try months == 1 && Self.allowance(household).last?.date.description == "2026-11-15")
  }

  @Test("CM-17, FA-07: an allowance that is resumed passes over the dates before the day on which that was said")
  func allowanceResumed() throws {
    var household = Household.family
    try household.perform(.setAllowance(AllowanceTests.allowance(1)))
    try household.tick()
    try household.perform(.pauseAllowance(AllowanceTests.pause(1)))
    (household.today, household.saidOn) = (try Self.day("2026-11-20"), try Self.day("2026-11-16"))
    try household.perform(.pauseAllowance(AllowanceTests.pause(1, isResumed: true)))
    let dates = try household.tick()
    #expect(try dates == 1 && Self.allowance(household).last?.date.description == "2026-11-16")
  }

  @Test("CM-17, FA-07: the next date of an allowance is left out, and no other where that has been booked since it was said")
  func allowanceSkipped() throws {
    var household = Household.family
    try household.perform(.setAllowance(AllowanceTests.allowance(1)))
    try household.pass(days: 8)
    household.saidOn = try Self.day("2026-11-01")
    #expect(throws: Rejection.noOccurrence(field: "skip_allowance.date")) { try household.perform(.skipAllowance(AllowanceTests.skip(1))) }
    // The next of that day is still to come.
    household.saidOn = try Self.day("2026-11-02")
    try household.perform(.skipAllowance(AllowanceTests.skip(1)))
    #expect(try Self.allowance(household).skipped.map(\.description) == ["2026-11-09"])
  }

  @Test("FA-07 Limit: by what was said long ago 400 dates of an allowance are booked, and one more is refused")
  func allowanceDates() throws {
    for (weeks, isTaken) in [(399, true), (400, false)] {
      var household = Household.family
      household.saidOn = household.today.adding(days: -7 * weeks)
      let refusal = Situation(.setAllowance(AllowanceTests.allowance(1)), household: household).rejection
      #expect(refusal == (isTaken ? nil : Self.firstDate))
    }
  }

  @Test("CM-17: a minor's limit begins with the period of the day on which it was said; a category's total is of that month")
  func limitsAndTotals() throws {
    var household = try Self.late()
    var limit = FamilyTests.limit(1)
    limit.content.period = .monthly
    try household.perform(.setSpendingLimit(limit))
    #expect(household.state.minor(FamilyTests.riya).limits[0].terms.start.description == "2026-10-01")
    func months() -> [String]? {
      household.state.shared.member(Household.member(1))?.sharing(of: "dining")?.totals.map(\.month.description)
    }
    try household.perform(.shareCategory(SharedCategoryTests.share("dining")))
    try household.perform(.setCategoryTotal(SharedCategoryTests.total()))
    #expect(months() == ["2026-10-01"])
    // Who ends it takes that month's away, or the running one's where it was told.
    var both = household
    try household.perform(.shareCategory(SharedCategoryTests.share("dining", isShared: false)))
    #expect(months() == nil)
    try both.perform(.setCategoryTotal(SharedCategoryTests.total(on: both.today)))
    try both.perform(.shareCategory(SharedCategoryTests.share("dining", isShared: false)))
    household = both
    #expect(months() == ["2026-10-01"])
  }

  @Test("CM-16: a later day counts as today, and the earliest is the earliest of an entry")
  func bounds() throws {
    for (said, date) in [
      ("2026-11-21", "2026-11-20"), ("9999-12-31", "2026-11-20"), ("1926-11-20", "1926-11-20"), ("1926-11-19", "1926-11-20"),
    ] {
      var household = try Self.late(said: said)
      var wish = Household.entry(1)
      wish.content.date = ""
      try household.perform(.addEntry(wish))
      #expect(household.state.shared.entries[0].date.description == date, "\(said)")
    }
  }
}
