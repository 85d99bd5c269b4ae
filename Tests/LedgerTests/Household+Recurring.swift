import HearthProtocol

@testable import Ledger

/// What the server books next by itself: of the rules, then of the allowances, as a room does.
func decideDue(in state: GroupState, now: Int64, today: CivilDate) -> DueDecision? {
  decideDueRule(in: state, now: now, today: today) ?? decideDueAllowance(in: state, today: today)
}

extension Household {
  static func ruleID(_ number: UInt64) -> RecurringID { RecurringID(high: 0xF000, low: number) }
  static func festivalID(_ number: UInt64) -> FestivalID { FestivalID(high: 0xF100, low: number) }

  /// Rent on the first day and then every so often, paid by whoever makes the rule and owed by all.
  static func rule(
    _ number: UInt64, _ unit: RecurrenceUnit = .month, every interval: UInt32 = 1, from first: String = "", minor: Int64 = 100_000
  ) -> SetRecurring {
    var wish = SetRecurring()
    wish.ruleID = ruleID(number).description
    wish.content.recurrence.unit = unit
    wish.content.recurrence.interval = interval
    wish.content.recurrence.firstDate = first
    wish.content.template.kind = .expense
    wish.content.template.amount = Money(minor: minor, currency: "INR")
    wish.content.template.description_p = "Rent"
    return wish
  }

  /// A loan that is paid back in monthly instalments.
  static func loan(
    _ number: UInt64, principal: Int64 = 50_000_000, rate: UInt32 = 1_000, count: UInt32 = 60, from first: String = ""
  ) -> SetRecurring {
    var wish = rule(number, from: first, minor: 0)
    wish.content.recurrence.count = count
    wish.content.loan.principalMinor = principal
    wish.content.loan.annualRateBasisPoints = rate
    wish.content.template.description_p = "Car loan"
    wish.content.template.category = "emi"
    return wish
  }

  static func festival(_ number: UInt64, _ festival: Festival = .diwali, minor: Int64 = 6_000_000) -> SetFestival {
    var wish = SetFestival()
    wish.festivalID = festivalID(number).description
    wish.content.festival = festival
    wish.content.target = Money(minor: minor, currency: "INR")
    return wish
  }

  /// What the server does by itself, as often as it may; how many dates that were.
  @discardableResult
  mutating func tick(most: Int = .max) throws -> Int {
    var count = 0
    while count < most, let due = decideDue(in: state, now: now, today: today) {
      for decided in due.events { try store(decided, by: nil) }
      count += 1
    }
    return count
  }

  /// An adult adds an entry under an id that the server would have given.
  mutating func take(_ id: String) throws {
    var taken = Self.entry(1)
    taken.entryID = id
    try perform(.addEntry(taken), by: 3)
  }

  /// Days go by, with all that falls due on them.
  mutating func pass(days: Int) throws {
    today = today.adding(days: days)
    now += Int64(days) * 86_400_000
    try tick()
  }

  func rule(_ number: UInt64) -> RecurringState? { state.shared.recurring[Self.ruleID(number)] }

  /// The dates that were booked by the rule, in the order of booking.
  func dates(bookedBy number: UInt64) -> [String] {
    state.shared.entries.filter { $0.rule == Self.ruleID(number) }.map(\.date.description)
  }
}
