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
