import HearthProtocol

/// The periods of a budget: numbered from 0, one after the other without a gap from its start on.
struct BudgetCalendar: Sendable, Equatable {
  /// How long a period lasts.
  let period: BudgetPeriod
  /// First day of period 0.
  let start: CivilDate

  /// The number of the period that the day falls into; nil before the start.
  func number(of day: CivilDate) -> Int? {
    guard day >= start else { return nil }
    switch period {
    case .weekly: return (day.daysSince1970 - start.daysSince1970) / 7
    case .biweekly: return (day.daysSince1970 - start.daysSince1970) / 14
    case .monthly: return months(of: 1, until: day)
    case .yearly: return months(of: 12, until: day)
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }

  /// First and last day of a period.
  func days(of number: Int) -> ClosedRange<CivilDate> {
    switch period {
    case .weekly: return span(ofDays: 7, number)
    case .biweekly: return span(ofDays: 14, number)
    case .monthly: return span(ofMonths: 1, number)
    case .yearly: return span(ofMonths: 12, number)
    case .unspecified, .UNRECOGNIZED: return start...start
    }
  }

  private func months(of length: Int, until day: CivilDate) -> Int {
    let from = start.components
    let to = day.components
    let passed = ((to.year - from.year) * 12 + to.month - from.month) / length
    // Counted from the start each time, so that a budget of the 31st comes back to the 31st after February.
    return start.adding(months: passed * length) > day ? passed - 1 : passed
  }

  private func span(ofDays length: Int, _ number: Int) -> ClosedRange<CivilDate> {
    let first = start.adding(days: number * length)
    return first...first.adding(days: length - 1)
  }

  private func span(ofMonths length: Int, _ number: Int) -> ClosedRange<CivilDate> {
    let first = start.adding(months: number * length)
    let next = start.adding(months: (number + 1) * length)
    return first...max(first, next.adding(days: -1))
  }
}
