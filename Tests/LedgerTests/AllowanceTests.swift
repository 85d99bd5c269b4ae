import HearthProtocol
import Testing

@testable import Ledger

/// Allowances of minors (SPEC FA-07, FA-08).
struct AllowanceTests {
  static func id(_ number: UInt64) -> RecurringID { RecurringID(high: 0xF1A2, low: number) }

  static func allowance(_ number: UInt64, minor: Int64 = 50_000, _ period: BudgetPeriod = .weekly, from first: String = "") -> SetAllowance
  {
    .with {
      ($0.minorID, $0.allowanceID) = (Household.text(5), id(number).description)
      ($0.content.amount, $0.content.period, $0.content.firstDate) = (Money(minor: minor, currency: "INR"), period, first)
    }
  }

  static func skip(_ number: UInt64, _ date: String = "") -> SkipAllowance {
    .with { ($0.minorID, $0.allowanceID, $0.date) = (Household.text(5), id(number).description, date) }
  }

  static func pause(_ number: UInt64, isResumed: Bool = false) -> PauseAllowance {
    .with { ($0.minorID, $0.allowanceID, $0.resumed) = (Household.text(5), id(number).description, isResumed) }
  }

  static func end(_ number: UInt64) -> EndAllowance {
    .with { ($0.minorID, $0.allowanceID) = (Household.text(5), id(number).description) }
  }

  /// The dates that were booked, with the amounts.
  private static func booked(_ household: Household) -> [String] {
    household.log.compactMap { stored in
      guard case .allowanceBooked(let booked) = stored.event.body else { return nil }
      #expect(stored.lane == FamilyTests.lane && stored.event.memberID.isEmpty)
      return "\(booked.date) \(booked.amount.minor)"
    }
  }

  private static func state(_ household: Household, _ number: UInt64 = 1) throws -> AllowanceState {
    try #require(household.state.minor(FamilyTests.riya).allowance(id(number)))
  }

  @Test("product 140, 142, FA-08: each date is booked once, whatever is missed, as a cap that makes no entry")
  func booking() throws {
    var household = Household.family
    let today = household.today
    try household.perform(.setAllowance(Self.allowance(1)))
    try household.tick()
    try household.tick()
    #expect(Self.booked(household) == ["\(today) 50000"])
    // Nothing is booked again by a server that has read its snapshot, and what was missed follows in order.
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, FamilyTests.lane] { try restored.restore(household.state.snapshot(of: lane)) }
    #expect(decideDue(in: restored, now: household.now, today: today) == nil)
    let later = today.adding(days: 15)
    #expect(
      decideDue(in: restored, now: household.now, today: later) == decideDue(in: household.state, now: household.now, today: later))
    try household.pass(days: 15)
    #expect(Self.booked(household) == [0, 7, 14].map { "\(today.adding(days: $0)) 50000" })
    #expect(household.state.shared.entries.isEmpty && household.state.due == today.adding(days: 21))
    try household.perform(.setSpending(FamilyTests.spending(1, minor: 10_000)), by: 5)
    let progress = try #require(household.state.progress(of: Self.state(household), for: FamilyTests.riya, on: household.today))
    #expect(progress.spentMinor == 10_000 && progress.limitMinor == 50_000)
    #expect(try household.replayed().snapshot(of: FamilyTests.lane) == household.state.snapshot(of: FamilyTests.lane))
  }

  @Test("product 140: an allowance is more than nothing, weekly, biweekly or monthly, with notes or without")
  func terms() {
    func rejection(_ period: BudgetPeriod = .weekly, minor: Int64 = 1, note: String = "") -> Rejection? {
      var wish = Self.allowance(1, minor: minor, period)
      wish.content.note = note
      return Situation(.setAllowance(wish)).rejection
    }
    for minor in [0, -1] as [Int64] {
      #expect(rejection(minor: minor) == .amountOutOfRange(field: "set_allowance.content.amount.minor"))
    }
    for period in [BudgetPeriod.weekly, .biweekly, .monthly] {
      #expect(rejection(period) == nil && rejection(period, note: "Pocket") == nil)
    }
    for period in [BudgetPeriod.yearly, .unspecified] {
      #expect(rejection(period) == .choiceNotAllowed(field: "set_allowance.content.period"))
    }
  }

  @Test("product 140: biweekly and monthly, and the 31st stays a month's end", arguments: [BudgetPeriod.biweekly, .monthly])
  func periods(period: BudgetPeriod) throws {
    var household = Household.family
    try household.perform(.setAllowance(Self.allowance(1, period, from: "2027-01-31")))
    let days = period == .monthly ? ["2027-01-31", "2027-02-28", "2027-03-31"] : ["2027-01-31", "2027-02-14", "2027-02-28"]
    try household.pass(days: 158)
    #expect(Array(Self.booked(household).prefix(3)) == days.map { "\($0) 50000" })
  }

  @Test("product 143, FA-07: a change holds from the next date on, and what is skipped, paused or ended is not booked")
  func changes() throws {
    var household = Household.family
    let today = household.today
    try household.perform(.setAllowance(Self.allowance(1)))
    try household.tick()
    try household.perform(.setAllowance(Self.allowance(1, minor: 60_000)))
    try household.perform(.skipAllowance(Self.skip(1)))
    try household.pass(days: 14)
    #expect(Self.booked(household) == ["\(today) 50000", "\(today.adding(days: 14)) 60000"])
    try household.perform(.pauseAllowance(Self.pause(1)))
    try household.pass(days: 15)
    #expect(Self.booked(household).count == 2)
    try household.perform(.pauseAllowance(Self.pause(1, isResumed: true)))
    try household.tick()
    #expect(Self.booked(household).count == 2 && household.state.due == today.adding(days: 35))
    try household.perform(.endAllowance(Self.end(1)))
    #expect(household.state.due == nil)
    #expect(throws: Rejection.recurringEnded) { try household.perform(.setAllowance(Self.allowance(1))) }
  }

  @Test(
    "FA-07: other dates hold from the change on, and nothing is given for those before it",
    arguments: [(BudgetPeriod.monthly, BudgetPeriod.weekly), (.biweekly, .weekly), (.weekly, .monthly)])
  func otherDates(old: BudgetPeriod, new: BudgetPeriod) throws {
    var household = Household.family
    let first = household.today
    try household.perform(.setAllowance(Self.allowance(1, old)))
    try household.pass(days: 24)
    let before = Self.booked(household)
    try household.perform(.setAllowance(Self.allowance(1, new)))
    try household.tick()
    #expect(Self.booked(household) == before)
    let next = try #require(Self.state(household).next)
    #expect(next == (new == .weekly ? first.adding(days: 28) : first.adding(months: 1)) && next > household.today)
    try household.pass(days: 10)
    #expect(Self.booked(household) == before + ["\(next) 50000"])
    // Another amount takes no date away.
    try household.perform(.setAllowance(Self.allowance(1, minor: 700, new)))
    #expect(try Self.state(household).handledUntil == next)
  }

  @Test("FA-08: what was booked in another currency is not told as a figure of the new one")
  func otherCurrency() throws {
    var household = Household.family
    try household.perform(.setAllowance(Self.allowance(1)))
    try household.tick()
    var changed = Self.allowance(1)
    changed.content.amount = Money(minor: 800, currency: "JPY")
    try household.perform(.setAllowance(changed))
    #expect(try household.state.progress(of: Self.state(household), for: FamilyTests.riya, on: household.today) == nil)
    try household.pass(days: 7)
    let progress = try household.state.progress(of: Self.state(household), for: FamilyTests.riya, on: household.today)
    #expect(progress?.limitMinor == 800)
    #expect(try household.replayed().snapshot(of: FamilyTests.lane) == household.state.snapshot(of: FamilyTests.lane))
  }

  @Test("FA-08: an allowance pauses with the minor's role and membership, and goes on without who set it")
  func rights() throws {
    let limited = PrecedenceTests.after(
      Household.family, [(.setGuardian(FamilyTests.guardian(3)), 1), (.setAllowance(Self.allowance(1)), 3)])
    for (body, by) in [
      (.changeRole(PrecedenceTests.change(5, to: .adult)), 1), (.removeMember(PrecedenceTests.removal(5)), 1),
      (.leaveGroup(LeaveGroup()), 5),
    ] as [(Command.OneOf_Body, UInt64)] {
      var household = limited
      let decision = try household.perform(body, by: by)
      #expect(decision.events.first?.lane == FamilyTests.lane && decision.events.last?.lane == .shared)
      #expect(try Self.state(household).isPaused && household.state.due == nil)
      try household.tick()
      #expect(Self.booked(household).isEmpty)
    }
    var household = limited
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    try household.tick()
    #expect(Self.booked(household).count == 1)
  }

  @Test("LN-09: a preview of who does not receive the lane says nothing of what an allowance books")
  func previews() throws {
    let without = Household.family
    let with = PrecedenceTests.after(without, [(.setAllowance(Self.allowance(1)), 1)])
    let wish = Command.OneOf_Body.addEntry(Household.entry(1))
    for number in [2, 3] as [UInt64] {
      func impact(_ household: Household) throws -> Impact? {
        try Ledger.impact(of: household.command(wish), in: household.state, context: household.context(number))
      }
      #expect(try impact(with) == impact(without))
    }
  }
}
