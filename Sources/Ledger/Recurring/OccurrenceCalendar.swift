import HearthProtocol

/// The dates of a rule: numbered from 0, every so many days, weeks, months or years from the first one on.
///
/// Each date is counted from the first, not from the one before. So what begins on a month's end stays there: 31
/// January, 28 February, 31 March; and what begins on 29 February comes back to it every fourth year (SPEC RC-02).
public struct OccurrenceCalendar: Sendable, Equatable {
  /// What the interval counts.
  public enum Unit: Sendable, Equatable { case day, week, month, year }

  /// What the interval counts.
  public let unit: Unit
  /// How many units lie between two dates, at least 1.
  public let interval: Int
  /// Date 0.
  public let first: CivilDate
  /// No date comes after it; nil for no such end.
  public let last: CivilDate?
  /// How many dates there are, at least 1; nil for no such end.
  public let count: Int?

  /// Makes a calendar.
  public init(every interval: Int = 1, _ unit: Unit, from first: CivilDate, until last: CivilDate? = nil, count: Int? = nil) {
    self.unit = unit
    self.interval = max(interval, 1)
    self.first = first
    self.last = last
    self.count = count
  }

  /// The date with this number, from 0; nil when the series has ended before, or the calendar has.
  public func date(_ number: Int) -> CivilDate? {
    guard number >= 0, number < count ?? .max else { return nil }
    let (steps, isFar) = number.multipliedReportingOverflow(by: interval)
    guard !isFar else { return nil }
    let date: CivilDate?
    switch unit {
    case .day: date = day(after: steps, of: 1)
    case .week: date = day(after: steps, of: 7)
    case .month: date = month(after: steps, of: 1)
    case .year: date = month(after: steps, of: 12)
    }
    guard let date, date <= last ?? date else { return nil }
    return date
  }

  /// The number of the first date after this day; that date may lie behind the end.
  public func number(after day: CivilDate) -> Int {
    guard day >= first else { return 0 }
    switch unit {
    case .day: return (day.daysSince1970 - first.daysSince1970) / interval + 1
    case .week: return (day.daysSince1970 - first.daysSince1970) / (interval * 7) + 1
    case .month: return number(after: day, months: interval)
    case .year: return number(after: day, months: interval * 12)
    }
  }

  /// The first date after this day, or date 0 without one, that is none of these; nil when there is none.
  public func next(after day: CivilDate?, except skipped: [CivilDate] = []) -> CivilDate? {
    var number = day.map(number(after:)) ?? 0
    while let date = date(number) {
      if !skipped.contains(date) { return date }
      number += 1
    }
    return nil
  }

  /// Whether the day is one of the dates.
  public func contains(_ day: CivilDate) -> Bool { next(after: day.adding(days: -1)) == day }

  private func day(after steps: Int, of length: Int) -> CivilDate? {
    // What lies outside the calendar would be moved to its last day, again and again.
    let days = steps.multipliedReportingOverflow(by: length)
    let sum = first.daysSince1970.addingReportingOverflow(days.partialValue)
    guard !days.overflow, !sum.overflow else { return nil }
    let date = CivilDate(daysSince1970: sum.partialValue)
    return date.daysSince1970 == sum.partialValue ? date : nil
  }

  private func month(after steps: Int, of length: Int) -> CivilDate? {
    let months = steps.multipliedReportingOverflow(by: length)
    let from = first.components
    // Limit: the calendar has 9,999 years.
    guard !months.overflow, months.partialValue < (10_000 - from.year) * 12 - (from.month - 1) else { return nil }
    return first.adding(months: months.partialValue)
  }

  private func number(after day: CivilDate, months length: Int) -> Int {
    let from = first.components
    let to = day.components
    let passed = ((to.year - from.year) * 12 + to.month - from.month) / length
    return first.adding(months: passed * length) > day ? passed : passed + 1
  }
}

extension OccurrenceCalendar {
  /// Reads the calendar of a stored rule, which is complete; nil when it is not.
  init?(_ message: Recurrence) {
    guard let unit = Unit(message.unit), let first = CivilDate(iso8601: message.firstDate), Limits.interval.contains(message.interval)
    else {
      return nil
    }
    switch message.end {
    case nil: self.init(every: Int(message.interval), unit, from: first)
    case .lastDate(let text):
      guard let last = CivilDate(iso8601: text), last >= first else { return nil }
      self.init(every: Int(message.interval), unit, from: first, until: last)
    case .count(let count):
      guard Limits.occurrences.contains(count) else { return nil }
      self.init(every: Int(message.interval), unit, from: first, count: Int(count))
    }
  }

  /// As events and snapshots carry it.
  var message: Recurrence {
    var message = Recurrence()
    message.unit = unit.message
    message.interval = UInt32(clamping: interval)
    message.firstDate = first.description
    if let last { message.lastDate = last.description }
    if let count { message.count = UInt32(clamping: count) }
    return message
  }
}

extension OccurrenceCalendar.Unit {
  /// The unit, or nil when none is said.
  init?(_ message: RecurrenceUnit) {
    switch message {
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }

  var message: RecurrenceUnit {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }
}
