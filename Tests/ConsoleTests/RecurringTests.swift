import HearthClient
import HearthProtocol
import Ledger
import Testing

@testable import Console

/// Rules, loans and envelopes, as they are typed and shown.
@Suite struct RecurringTests {
  private let plain = Theme(isColored: false, width: 100)
  static let rule = RecurringID(high: 0x7000, low: 0xB000_0000_0000_0001)
  static let festival = FestivalID(high: 0x7000, low: 0xB000_0000_0000_0002)

  /// A rule of Asha's that is divided among all.
  static func set(_ change: (inout RecurringContent) -> Void = { _ in }) -> RecurringSet {
    var set = RecurringSet()
    set.ruleID = rule.description
    set.createdBy = Household().asha.description
    set.content.recurrence.unit = .month
    set.content.recurrence.interval = 1
    set.content.recurrence.firstDate = "2026-11-30"
    set.content.template.kind = .expense
    set.content.template.amount.minor = 2_500_000
    set.content.template.amount.currency = "INR"
    set.content.template.description_p = "Rent"
    var paid = Share()
    (paid.memberID, paid.minor) = (set.createdBy, 2_500_000)
    set.content.template.paid = [paid]
    change(&set.content)
    return set
  }

  static let loan = set {
    $0.recurrence.count = 3
    $0.template.amount.minor = 3_333
    $0.template.paid[0].minor = 3_333
    $0.template.description_p = "Phone"
    $0.loan.principalMinor = 10_000
  }

  @Test(arguments: [
    ("daily", RecurrenceUnit.day, UInt32(1)), ("weekly", .week, 1), ("biweekly", .week, 2), ("Monthly", .month, 1), ("yearly", .year, 1),
    ("3 months", .month, 3), ("10 days", .day, 10), ("1 week", .week, 1), ("100 years", .year, 100),
  ])
  func intervals(text: String, unit: RecurrenceUnit, interval: UInt32) throws {
    let series = try RecurringWish.series(text)
    #expect(series.unit == unit && series.interval == interval)
  }

  @Test(arguments: ["", "sometimes", "0 days", "101 days", "-1 days", "3", "2 biweekly", "3 months ago"])
  func noIntervals(text: String) { #expect(throws: ArgumentFlaw.self) { try RecurringWish.series(text) } }

  @Test("A rule is divided as the user keeps it for the group; one that says how, and an income, are not") func keptSplit() throws {
    let home = Household()
    var wish = RecurringWish(EntryWish(amount: "25000", description: "Rent"))
    func template() throws -> EntryContent { try wish.divided(as: "percent:Asha=60,Ravi=40").command(in: home.view).content.template }
    #expect(try template().split.percentage.shares.map(\.basisPoints) == [6_000, 4_000])
    wish.principal = "500000"
    wish.entry.amount = ""
    wish.times = 12
    #expect(try template().split.percentage.shares.map(\.basisPoints) == [6_000, 4_000] && template().amount.minor == 0)
    (wish.principal, wish.entry.amount, wish.entry.split) = (nil, "25000", "equal")
    #expect(try template().split.percentage.shares.isEmpty)
    (wish.entry.split, wish.entry.kind) = ("", "income")
    #expect(try template().split.percentage.shares.isEmpty)
  }

  @Test func aRuleIsReadWithTheGroup() throws {
    var home = Household()
    var wish = RecurringWish(EntryWish(amount: "25000", description: "Rent"))
    (wish.start, wish.times, wish.every) = ("2026-12-31", 12, "monthly")
    let set = try wish.command(in: home.view)
    #expect(set.content.recurrence.count == 12 && set.content.recurrence.firstDate == "2026-12-31" && set.baseVersion == 0)
    #expect(set.content.template.amount.minor == 2_500_000)
    wish.until = "2027-12-31"
    #expect(throws: ArgumentFlaw.self) { try wish.command(in: home.view) }
    // A replacement is based on the version that is seen.
    home.append(.recurringSet(Self.set()))
    (wish.until, wish.replaces) = (nil, "rent")
    let change = try wish.command(in: home.view)
    #expect(change.ruleID == Self.rule.description && change.baseVersion == UInt64(home.events.count))
    wish.replaces = "Salary"
    #expect(throws: ArgumentFlaw("No rule is called \"Salary\". hearth recurring list shows them all.")) {
      try wish.command(in: home.view)
    }
  }

  @Test("product 193: a loan's instalment is left to the server, or as the bank bills it")
  func loansAreRead() throws {
    let home = Household()
    var wish = RecurringWish(EntryWish(amount: "", description: "Car loan"))
    (wish.principal, wish.rate, wish.times) = ("5L", "8.5", 60)
    wish.entry.paidBy = "Ravi"
    var set = try wish.command(in: home.view)
    #expect(set.content.loan.principalMinor == 50_000_000 && set.content.loan.annualRateBasisPoints == 850)
    #expect(set.content.template.amount.minor == 0 && set.content.template.paid.map(\.minor) == [0])
    wish.entry.amount = "10259"
    set = try wish.command(in: home.view)
    #expect(set.content.template.amount.minor == 1_025_900 && set.content.template.paid.map(\.minor) == [1_025_900])
  }

  @Test func theFeedTellsWhatBecomesOfARule() {
    var home = Household()
    var model = FeedModel()
    _ = model.update(.began(home.view))
    let known = home.events.count
    home.append(.recurringSet(Self.set()))
    home.book("2026-11-30", of: Self.set(), Self.rule)
    var paused = RecurringPaused()
    (paused.ruleID, paused.code, paused.date) = (Self.rule.description, "member_not_active", "2026-12-30")
    home.append(.recurringPaused(paused), member: "")
    var resumed = RecurringResumed()
    (resumed.ruleID, resumed.passedUntil) = (Self.rule.description, "2027-01-05")
    home.append(.recurringResumed(resumed), by: home.ravi)
    var skipped = OccurrenceSkipped()
    (skipped.ruleID, skipped.date) = (Self.rule.description, "2027-02-28")
    home.append(.occurrenceSkipped(skipped))
    var ended = RecurringEnded()
    ended.ruleID = Self.rule.description
    home.append(.recurringEnded(ended))
    let update = GroupUpdate(group: home.group, kind: .live, events: Array(home.events[known...]))
    #expect(
      screen(model.update(.changed(update, home.view)).flatMap { $0.lines(plain) }) == """
        🔁 Asha set a rule: Rent, ₹25,000.00 monthly from 2026-11-30 · expense · paid by Asha · split
           equally
        🧾 Rent  ₹25,000.00
           booked by a rule of Asha · 2026-11-30 · split equally  you get back ₹16,666.66
        ⚠  Rent is paused: its entry of 2026-12-30 could not be booked (member_not_active)
        🔁 Ravi resumed Rent; nothing is booked for the time until 2027-01-05
        ⏭  Asha leaves out Rent on 2027-02-28
        ⏹  Asha ended Rent
        """)
  }

  @Test func rulesAreListedWithTheirNextDate() {
    var home = Household()
    #expect(Screens.recurring([], home.view, plain)[0].hasPrefix("There are no rules."))
    home.append(.recurringSet(Self.set()))
    let lines = Screens.recurring(home.view.state.shared.recurring.rules, home.view, plain)
    #expect(lines == ["Rent  ₹25,000.00  monthly  next on 2026-11-30  by Asha  000001"])
  }

  @Test("The list says how many dates are left, the last day, and which dates are left out")
  func endsAreListed() throws {
    func listed(_ change: (inout RecurringContent) -> Void, _ skipped: [String] = []) -> String {
      var home = Household()
      home.append(.recurringSet(Self.set(change)))
      for date in skipped {
        home.append(
          .occurrenceSkipped(
            .with {
              ($0.ruleID, $0.date) = (Self.rule.description, date)
            }))
      }
      return screen(Screens.recurring(home.view.state.shared.recurring.rules, home.view, Theme(isColored: false, width: 140)))
    }
    #expect(listed { $0.recurrence.count = 12 }.contains("next on 2026-11-30, 12 of 12 left  "))
    #expect(
      listed({ $0.recurrence.count = 12 }, ["2026-12-30"]).contains("next on 2026-11-30, 11 of 12 left, not on 2026-12-30  "))
    #expect(listed { $0.recurrence.lastDate = "2027-10-31" }.contains("next on 2026-11-30, until 2027-10-31  "))
    let many = ["2026-12-30", "2027-01-30", "2027-02-28", "2027-03-30"]
    #expect(listed({ _ in }, many).contains("not on 2026-12-30, 2027-01-30, 2027-02-28, …  "))
  }

  @Test("Of a rule that begins in the past, the dates up to today are counted as the server books them")
  func datesUpToToday() throws {
    var home = Household()
    home.append(.recurringSet(Self.set { $0.recurrence.firstDate = "2026-06-30" }))
    let rule = try #require(home.view.state.shared.recurring[Self.rule])
    for (day, count) in [("2026-06-29", 0), ("2026-06-30", 1), ("2026-11-29", 5), ("2026-11-30", 6)] {
      #expect(rule.dates(upTo: try #require(CivilDate(iso8601: day))) == count, "\(day)")
    }
    home = Household()
    home.append(.recurringSet(Self.set { ($0.recurrence.firstDate, $0.recurrence.count) = ("2026-06-30", 2) }))
    let today = try #require(CivilDate(iso8601: "2026-11-30"))
    #expect(home.view.state.shared.recurring[Self.rule]?.dates(upTo: today) == 2)
  }

  @Test("product 193: the schedule shows interest, principal, and how many instalments are left")
  func schedule() throws {
    var home = Household()
    home.append(.recurringSet(Self.loan))
    home.book("2026-11-30", of: Self.loan, Self.rule)
    let rule = try #require(home.view.state.shared.recurring[Self.rule])
    let loan = try #require(rule.loan)
    #expect(
      screen(Screens.loan(rule, loan, plain)) == """
        Phone
        ₹100.00 at 0 % a year in 3 instalments of ₹33.33
        1 booked, 2 left; ₹66.67 is still owed.
           #  on          interest  principal  owed after it
        ✓  1  2026-11-30     ₹0.00     ₹33.33         ₹66.67
           2  2026-12-30     ₹0.00     ₹33.33         ₹33.34
           3  2027-01-30     ₹0.00     ₹33.34          ₹0.00
        """)
  }

  @Test("product 192: an envelope shows what is put aside and what the next month puts aside")
  func festivals() throws {
    var home = Household()
    let today = try #require(CivilDate(iso8601: "2027-07-15"))
    #expect(Screens.festivals(home.view, today: today, plain)[0].hasPrefix("There are no envelopes."))
    var set = FestivalSet()
    set.festivalID = Self.festival.description
    set.createdBy = home.asha.description
    set.content.festival = .diwali
    set.content.name = "Diwali"
    set.content.target.minor = 6_000_000
    set.content.target.currency = "INR"
    set.content.monthsAhead = 6
    set.content.categories = ["groceries"]
    set.content.startDate = "2026-11-10"
    home.append(.festivalSet(set))
    #expect(
      screen(Screens.festivals(home.view, today: today, plain)) == """
        Diwali  2027-10-29
           ₹40,000.00 of ₹60,000.00 put aside, ₹0.00 spent
           put aside ₹10,000.00 on 2027-08-01, and 1 more
        """)
    var wish = FestivalWish(festival: "eid", target: "25000")
    #expect(try wish.command(in: home.view).content.festival == .eidAlFitr)
    wish.festival = "diwali"
    #expect(try wish.command(in: home.view).festivalID == Self.festival.description)
    wish.festival = "easter"
    #expect(throws: ArgumentFlaw.self) { try wish.command(in: home.view) }
  }
}

extension Household {
  /// Books an entry as the server does, divided among all three.
  mutating func book(_ date: String, of set: RecurringSet, _ rule: RecurringID) {
    let minor = set.content.template.amount.minor
    var added = EntryAdded()
    added.entryID = EntryID(high: 0x7000, low: 0xC000_0000_0000_0001).description
    added.content = set.content.template
    added.content.date = date
    added.ruleID = rule.description
    added.owed = zip([asha, ravi, meera], [minor - minor / 3 * 2, minor / 3, minor / 3]).map { member, minor in
      var share = Share()
      (share.memberID, share.minor) = (member.description, minor)
      return share
    }
    added.content.split.equal.memberIds = added.owed.map(\.memberID)
    if set.content.hasLoan {
      added.instalment.number = 1
      added.instalment.count = set.content.recurrence.count
      added.instalment.principalMinor = minor
      added.instalment.outstandingMinor = set.content.loan.principalMinor - minor
    }
    append(.entryAdded(added), member: "")
  }
}
