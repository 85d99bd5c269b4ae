import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Rules by which the server books entries.
struct RecurringTests {
  private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

  @Test("user test: rent of the 31st is booked on 28 February, and again on 31 March")
  func rent() throws {
    var household = Household.sharing
    household.today = try Self.day("2027-01-31")
    try household.perform(.setRecurring(Household.rule(1)))
    try household.tick()
    #expect(household.dates(bookedBy: 1) == ["2027-01-31"])
    for _ in 0..<60 { try household.pass(days: 1) }
    #expect(household.dates(bookedBy: 1) == ["2027-01-31", "2027-02-28", "2027-03-31"])
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.addedBy == Household.member(1) && entry.description == "Rent" && entry.owed.count == 5)
    #expect(try household.rule(1)?.next == Self.day("2027-04-30"))
    #expect(try household.state.due == Self.day("2027-04-30"))
  }

  @Test("every interval books its dates: daily, weekly, biweekly, monthly, yearly")
  func intervals() throws {
    for (unit, interval, count) in [(.day, 1, 732), (.week, 1, 105), (.week, 2, 53), (.month, 1, 25), (.year, 1, 3)]
      as [(RecurrenceUnit, UInt32, Int)]
    {
      var household = Household.family
      try household.perform(.setRecurring(Household.rule(1, unit, every: interval)))
      try household.pass(days: 731)
      #expect(household.dates(bookedBy: 1).count == count, "\(unit) \(interval)")
      #expect(Set(household.dates(bookedBy: 1)).count == count)
    }
  }

  @Test("RC-02: what is due already when a rule is set is at most 400 dates")
  func dueAtOnce() throws {
    var household = Household.family
    let first = { (days: Int) in household.today.adding(days: -days).description }
    let field = "set_recurring.content.recurrence.first_date"
    #expect(throws: Rejection.dateOutOfRange(field: field)) {
      try household.perform(.setRecurring(Household.rule(1, .day, from: first(400))))
    }
    try household.perform(.setRecurring(Household.rule(1, .day, from: first(399))))
    try household.perform(.setRecurring(Household.rule(2, .month, from: first(365 * 30))))
  }

  @Test("a rule ends with its last date or its count")
  func ends() throws {
    var household = Household.family
    var counted = Household.rule(1)
    counted.content.recurrence.count = 12
    var until = Household.rule(2, .week)
    until.content.recurrence.lastDate = "2026-11-16"
    try household.perform(.setRecurring(counted))
    try household.perform(.setRecurring(until))
    try household.pass(days: 3_000)
    #expect(household.dates(bookedBy: 1).count == 12)
    #expect(household.dates(bookedBy: 1).last == "2027-09-26")
    #expect(household.dates(bookedBy: 2) == ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"])
    #expect(household.state.due == nil && household.rule(1)?.isActive == false)
  }

  @Test("a date that is skipped is not booked, and counts")
  func skips() throws {
    var household = Household.family
    var wish = Household.rule(1)
    wish.content.recurrence.count = 3
    try household.perform(.setRecurring(wish))
    try household.perform(.skipOccurrence(RecurringTests.skip(1, "2026-11-26")))
    try household.pass(days: 400)
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-12-26"])
    #expect(household.rule(1)?.skipped.isEmpty == true)
  }

  @Test("what a pause leaves out is passed over, or caught up with when that is wished")
  func pauses() throws {
    for catchesUp in [false, true] {
      var household = Household.family
      try household.perform(.setRecurring(Household.rule(1)))
      try household.tick()
      try household.perform(.pauseRecurring(Self.pause(1)))
      #expect(household.state.due == nil)
      try household.pass(days: 70)
      #expect(household.dates(bookedBy: 1) == ["2026-10-26"])
      var resume = ResumeRecurring()
      (resume.ruleID, resume.catchUp) = (Household.ruleID(1).description, catchesUp)
      try household.perform(.resumeRecurring(resume))
      try household.pass(days: 30)
      let meanwhile = catchesUp ? ["2026-11-26", "2026-12-26"] : []
      #expect(household.dates(bookedBy: 1) == ["2026-10-26"] + meanwhile + ["2027-01-26"])
    }
  }

  @Test("a rule that is changed books no date twice and leaves none out")
  func changes() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1, from: "2026-10-26")))
    try household.pass(days: 40)
    // Weekly instead, counted from a day that is past: what was booked stays, what lies behind it follows.
    var wish = Household.rule(1, .week, from: "2026-10-26", minor: 25_000)
    wish.baseVersion = try #require(household.rule(1)).version.rawValue
    try household.perform(.setRecurring(wish))
    try household.tick()
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-11-26", "2026-11-30"])
    #expect(household.state.shared.entries.map(\.minor) == [100_000, 100_000, 25_000])
    #expect(throws: Rejection.recurringConflict(base: LanePosition(wish.baseVersion), current: try #require(household.rule(1)).version)) {
      try household.perform(.setRecurring(wish))
    }
  }

  @Test("its entries belong to whoever made it, and are nobody's act to undo")
  func authors() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)), by: 3)
    try household.tick()
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.addedBy == Household.member(3) && entry.paid.first?.member == Household.member(3))
    #expect(household.log.last?.event.memberID == "")
    #expect(throws: Rejection.nothingToUndo) { try household.perform(.undoLast(UndoLast()), by: 3) }
    var void = VoidEntry()
    void.entryID = entry.id.description
    try household.perform(.voidEntry(void), by: 3)
    try household.pass(days: 20)
    #expect(household.dates(bookedBy: 1) == ["2026-10-26"])
    // Another adult may not change it, an admin may.
    #expect(throws: Rejection.forbidden(right: .recurringSet, role: .adult)) {
      var other = household
      try other.perform(.setRecurring(Household.rule(2)), by: 1)
      try other.perform(.pauseRecurring(Self.pause(2)), by: 3)
    }
    try household.perform(.pauseRecurring(Self.pause(1)), by: 2)
  }

  @Test("what is divided among all is divided anew each time, and the odd unit goes around")
  func dividesAnew() throws {
    var household = Household.sharing
    try household.perform(.setRecurring(Household.rule(1, .day, minor: 101)))
    try household.tick()
    #expect(household.lastOwed == [21, 20, 20, 20, 20])
    try household.pass(days: 1)
    #expect(household.lastOwed == [20, 21, 20, 20, 20])
    try household.admit(6, as: .adult)
    try household.pass(days: 1)
    #expect(household.lastOwed.count == 6 && household.lastOwed.reduce(0, +) == 101)
  }

  @Test("an entry that cannot be booked pauses its rule, and is booked when it is mended")
  func blocked() throws {
    var household = Household.family
    var wish = Household.rule(1)
    wish.content.template.split.equal.memberIds = [Household.text(1), Household.text(3)]
    try household.perform(.setRecurring(wish))
    try household.perform(.setRecurring(Household.rule(2, .day)))
    try household.tick()
    var removal = RemoveMember()
    removal.memberID = Household.text(3)
    try household.perform(.removeMember(removal))
    try household.pass(days: 40)
    #expect(household.rule(1)?.isPaused == true && household.rule(1)?.pauseCode == "member_not_active")
    #expect(household.dates(bookedBy: 1) == ["2026-10-26"] && household.dates(bookedBy: 2).count == 41)
    wish.content.template.split.equal.memberIds = [Household.text(1)]
    wish.baseVersion = try #require(household.rule(1)).version.rawValue
    try household.perform(.setRecurring(wish))
    var resume = ResumeRecurring()
    (resume.ruleID, resume.catchUp) = (Household.ruleID(1).description, true)
    try household.perform(.resumeRecurring(resume))
    try household.tick()
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-11-26"])
    #expect(household.rule(1)?.pauseCode == "")
  }

  @Test("an archived group books nothing, and catches up when it is taken out")
  func archived() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)))
    try household.perform(.archiveGroup(ArchiveGroup()))
    try household.pass(days: 40)
    #expect(household.state.due == nil && household.dates(bookedBy: 1).isEmpty)
    try household.perform(.unarchiveGroup(UnarchiveGroup()))
    try household.tick()
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-11-26"])
  }

  @Test("RC-04: ids follow from group, rule and date; entries that somebody added under them block no date")
  func derivedIDs() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)))
    let due = try #require(decideDue(in: household.state, now: household.now, today: household.today))
    let rule = Household.ruleID(1).description
    #expect(due.command == CommandID(derivedFrom: ["hearth.recurring.command", Household.group.description, rule, "2026-10-26"]))
    guard case .entryAdded(let added) = due.events[0].body else {
      Issue.record("no entry")
      return
    }
    let id = Self.derived(1, "2026-10-26")
    #expect(added.entryID == id && added.entryID == "42f67b03-0c9e-8d03-afcb-8449441355d5")
    for taken in [id, Self.derived(1, "2026-10-26", "1"), Self.derived(1, "2026-10-26", "2")] {
      try household.take(taken)
    }
    // A later one that is taken is no reason to pass over one that is free.
    try household.take(Self.derived(1, "2026-11-26", "1"))
    #expect(try household.tick() == 1)
    #expect(household.dates(bookedBy: 1) == ["2026-10-26"])
    #expect(household.state.shared.entries.last?.id.description == Self.derived(1, "2026-10-26", "3"))
    household.state = try household.replayed()
    #expect(try household.tick() == 0)
    try household.pass(days: 31)
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-11-26"])
    #expect(household.state.shared.entries.last?.id.description == Self.derived(1, "2026-11-26"))
  }

  @Test("RC-04: whoever knows the ids of a loan's instalments cannot keep it from being booked")
  func takenLoan() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.loan(1, count: 3)))
    for date in ["2026-10-26", "2026-11-26"] { try household.take(Self.derived(1, date)) }
    try household.pass(days: 100)
    #expect(household.rule(1)?.isPaused == false && household.rule(1)?.loan?.remaining == 0)
    #expect(household.dates(bookedBy: 1) == ["2026-10-26", "2026-11-26", "2026-12-26"])
    #expect(household.rule(1)?.loan?.outstandingMinor == 0)
  }

  @Test("a history from when a taken id left a date out, or paused a loan, gives what it gave")
  func formerHistory() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)))
    try household.perform(.setRecurring(Household.loan(2)))
    try household.take(Self.derived(1, "2026-10-26"))
    try household.take(Self.derived(2, "2026-10-26"))
    var skipped = OccurrenceSkipped()
    (skipped.ruleID, skipped.date) = (Household.ruleID(1).description, "2026-10-26")
    try household.store(DecidedEvent(.occurrenceSkipped(skipped)), by: nil)
    var paused = RecurringPaused()
    (paused.ruleID, paused.code, paused.date) = (Household.ruleID(2).description, "already_exists", "2026-10-26")
    try household.store(DecidedEvent(.recurringPaused(paused)), by: nil)
    #expect(try household.tick() == 0)
    #expect(household.rule(1)?.next?.description == "2026-11-26" && household.rule(2)?.pauseCode == "already_exists")
    // What was blocked then is freed by resuming it.
    var resume = ResumeRecurring()
    resume.ruleID = Household.ruleID(2).description
    try household.perform(.resumeRecurring(resume))
    #expect(try household.tick() == 1 && household.dates(bookedBy: 2) == ["2026-10-26"])
  }

  @Test("product 193: an EMI books interest and principal of each instalment, and ends with the loan")
  func emi() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.loan(1, principal: 12_000_000, rate: 1_200, count: 12)))
    try household.tick()
    var first = try #require(household.state.shared.entries.last?.instalment)
    #expect((first.number, first.count) == (1, 12) && first.interestMinor == 120_000)
    #expect(household.rule(1)?.loan?.remaining == 11)
    #expect(household.rule(1)?.loan?.outstandingMinor == first.outstandingMinor)
    try household.perform(.pauseRecurring(Self.pause(1)))
    try household.pass(days: 62)
    var resume = ResumeRecurring()
    resume.ruleID = Household.ruleID(1).description
    try household.perform(.resumeRecurring(resume))
    // A loan is always caught up with.
    try household.tick()
    #expect(household.rule(1)?.loan?.remaining == 9)
    try household.pass(days: 1_000)
    let entries = household.state.shared.entries.filter { $0.rule != nil }
    #expect(entries.count == 12 && entries.reduce(0) { $0 + ($1.instalment?.principalMinor ?? 0) } == 12_000_000)
    for entry in entries {
      first = try #require(entry.instalment)
      #expect(first.interestMinor + first.principalMinor == entry.minor)
    }
    #expect(entries.last?.instalment?.outstandingMinor == 0 && household.state.due == nil)
    #expect(Set(entries.dropLast().map(\.minor)).count == 1)
  }

  @Test("a loan's terms stay once an instalment was booked; what it is called does not")
  func loanFixed() throws {
    var household = Household.family
    var wish = Household.loan(1)
    try household.perform(.setRecurring(wish))
    try household.tick()
    wish.baseVersion = try #require(household.rule(1)).version.rawValue
    var changes = Array(repeating: wish, count: 4)
    changes[0].content.loan.annualRateBasisPoints = 900
    changes[1].content.recurrence.count = 61
    changes[2].content.recurrence.firstDate = "2026-10-27"
    changes[3].content.clearLoan()
    changes[3].content.template.amount.minor = 5
    for change in changes { #expect(throws: Rejection.loanFixed) { try household.perform(.setRecurring(change)) } }
    wish.content.template.description_p = "The red car"
    try household.perform(.setRecurring(wish))
    try household.pass(days: 31)
    #expect(household.state.shared.entries.last?.description == "The red car")
    #expect(household.state.shared.entries.last?.instalment?.number == 2)
  }

  /// A group with so many budgets that count every entry of groceries, each with two thresholds that one entry reaches.
  private func household(budgets: UInt64) throws -> Household {
    var household = Household.family
    for number in 1...budgets {
      var budget = Household.budget(number, minor: 1_000)
      budget.content.name = "Food \(number)"
      budget.effectiveFrom = "2026-01-01"
      try household.set(budget)
    }
    return household
  }

  private static func alerts(_ events: [DecidedEvent]) -> Int {
    events.count { if case .alertFired = $0.body { true } else { false } }
  }

  @Test("BU-08 Limit: one act fires 100 alerts and one booking 20, and those that are left fire with the next act")
  func alertsAreBounded() throws {
    var household = try household(budgets: 40)
    var entry = Household.entry(1, minor: 100_000)
    entry.content.category = "groceries"
    #expect(Self.alerts(try household.perform(.addEntry(entry)).events) == 100)
    entry.entryID = EntryID(high: 0xB000, low: 2).description
    #expect(Self.alerts(try household.perform(.addEntry(entry)).events) == 20)

    household = try self.household(budgets: 40)
    var rule = Household.rule(1, .day, from: household.today.adding(days: -6).description)
    rule.content.template.category = "groceries"
    try household.perform(.setRecurring(rule))
    var counts: [Int] = []
    while let due = decideDue(in: household.state, now: household.now, today: household.today) {
      counts.append(Self.alerts(due.events))
      for decided in due.events { try household.store(decided, by: nil) }
    }
    #expect(counts == [20, 20, 20, 20, 20, 20, 0])
  }

  @Test("IP-02 Limit: a preview lists 300 lines of each kind and counts the others")
  func previewIsBounded() throws {
    let household = try household(budgets: 40)
    // A hundred days in three or four months.
    var rule = Household.rule(1, .day, from: household.today.adding(days: -99).description)
    rule.content.template.category = "groceries"
    let impact = try Ledger.impact(of: household.command(.setRecurring(rule)), in: household.state, context: household.context(1))
    let found = try #require(impact)
    #expect(found.dueDates == 100 && found.alerts.count == 300 && found.leftOut > 0)
    #expect(found.budgets.count <= 300 && found.balances.count == 3)
    #expect(try WireFormat.json.encode(found).count < 256 << 10)
  }

  @Test("RC-05 Limit: other dates of a rule, too, are 400 at most that are due at once")
  func otherDates() throws {
    var household = Household.family
    let first = household.today.adding(days: -401).description
    try household.perform(.setRecurring(Household.rule(1, .year, from: first)))
    try household.perform(.pauseRecurring(.with { $0.ruleID = Household.ruleID(1).description }))
    var daily = Household.rule(1, .day, from: first)
    daily.baseVersion = try #require(household.rule(1)).version.rawValue
    #expect(throws: Rejection.self) { try household.perform(.setRecurring(daily)) }
    var weekly = Household.rule(1, .week, from: first)
    weekly.baseVersion = daily.baseVersion
    try household.perform(.setRecurring(weekly))
  }

  @Test("booked spending counts in budgets and fires their alerts in the same append")
  func alerts() throws {
    var household = Household.family
    var budget = Household.budget(1, minor: 100_000)
    budget.content.categories = ["groceries"]
    try household.perform(.setBudget(budget))
    var wish = Household.rule(1, .week, minor: 90_000)
    wish.content.template.category = "groceries"
    try household.perform(.setRecurring(wish))
    let due = try #require(decideDue(in: household.state, now: household.now, today: household.today))
    #expect(due.events.count == 2)
    guard case .alertFired(let alert) = due.events[1].body else {
      Issue.record("no alert")
      return
    }
    #expect(alert.basisPoints == 8_000 && alert.spentMinor == 90_000)
  }

  @Test("any ticks book the same as one tick at the end", arguments: [91, 92, 93] as [UInt64])
  func ticks(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<100 {
      var often = Household.family
      for rule in 1...UInt64.random(in: 1...4, using: &random) {
        let unit: RecurrenceUnit = [.day, .week, .month, .year][Int.random(in: 0..<4, using: &random)]
        let first = Household.today.adding(days: Int.random(in: -40...40, using: &random)).description
        try often.perform(
          .setRecurring(Household.rule(rule, unit, every: UInt32.random(in: 1...5, using: &random), from: first, minor: 101)))
      }
      var once = often
      let end = often.today.adding(days: Int.random(in: 1...200, using: &random))
      while often.today < end {
        // Clocks are set back, forward, and stand still; a restart loses nothing, since the log has all.
        let day = often.today.adding(days: Int.random(in: -3...20, using: &random))
        often.today = min(day, end)
        try often.tick(most: Int.random(in: 0...5, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 { often.state = try often.replayed() }
      }
      try often.tick()
      once.today = end
      try once.tick()
      func booked(_ household: Household) -> [String] {
        household.state.shared.entries.map { "\($0.id) \($0.date) \($0.minor)" }.sorted()
      }
      #expect(booked(often) == booked(once), "seed \(seed), case \(number)")
      #expect(try often.tick() == 0)
    }
  }

  /// The id of the entry that the rule books on that date; with a number, of the one after so many that are taken.
  private static func derived(_ rule: UInt64, _ date: String, _ number: String...) -> String {
    let parts = ["hearth.recurring.entry", Household.group.description, Household.ruleID(rule).description, date]
    return EntryID(derivedFrom: parts + number).description
  }

  static func pause(_ number: UInt64) -> PauseRecurring {
    var wish = PauseRecurring()
    wish.ruleID = Household.ruleID(number).description
    return wish
  }

  static func skip(_ number: UInt64, _ date: String) -> SkipOccurrence {
    var wish = SkipOccurrence()
    (wish.ruleID, wish.date) = (Household.ruleID(number).description, date)
    return wish
  }
}
