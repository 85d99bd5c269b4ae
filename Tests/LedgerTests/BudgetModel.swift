import HearthProtocol

@testable import Ledger

/// Budgets as a person would work them out with a pencil: from the entries alone, period after period from the start, with dates counted
/// day by day. It shares nothing with `BudgetFigures`, `BudgetCarry` and `BudgetCalendar`.
struct BudgetModel {
  struct Figures: Equatable {
    var spent: Int64 = 0
    var carried: Int64 = 0
    var available: Int64 = 0
  }

  struct Alert: Hashable {
    var budget: BudgetID
    var first: CivilDate
    var threshold: AlertThreshold
  }

  /// First days of the periods, from the start to the first after the day.
  static func firstDays(of budget: BudgetState, past day: CivilDate) -> [CivilDate] {
    var firsts = [budget.start]
    var count = 1
    while let last = firsts.last, last <= day {
      switch budget.period {
      case .weekly: firsts.append(CivilDate(daysSince1970: last.daysSince1970 + 7))
      case .biweekly: firsts.append(CivilDate(daysSince1970: last.daysSince1970 + 14))
      case .monthly: firsts.append(monthsLater(budget.start, count))
      case .yearly: firsts.append(monthsLater(budget.start, count * 12))
      case .unspecified, .UNRECOGNIZED: return firsts
      }
      count += 1
    }
    return firsts
  }

  /// The same day so many months later, or the last one of that month.
  private static func monthsLater(_ day: CivilDate, _ months: Int) -> CivilDate {
    let (year, month, number) = day.components
    let total = year * 12 + month - 1 + months
    for candidate in stride(from: number, through: 28, by: -1) {
      if let found = CivilDate(year: total / 12, month: total % 12 + 1, day: candidate) { return found }
    }
    return CivilDate(year: total / 12, month: total % 12 + 1, day: number) ?? day
  }

  /// The period that the day falls into, and its figures; nil before the start.
  static func figures(
    _ budget: BudgetState, _ entries: some Sequence<EntryState>, on day: CivilDate
  ) -> (period: ClosedRange<CivilDate>, figures: Figures)? {
    guard day >= budget.start else { return nil }
    let firsts = firstDays(of: budget, past: day)
    var spent = [Int64](repeating: 0, count: firsts.count - 1)
    for entry in entries {
      guard !entry.isVoided, entry.kind == .expense, entry.currency == budget.currency, budget.categories.contains(entry.category) else {
        continue
      }
      guard entry.date >= budget.start, let next = firsts.firstIndex(where: { $0 > entry.date }) else { continue }
      spent[next - 1] += entry.minor
    }
    let cap = budget.rolloverCapMinor == 0 ? amountMinorMax : budget.rolloverCapMinor
    var figures = Figures()
    for (number, minor) in spent.enumerated() {
      figures.spent = minor
      figures.available = max(0, budget.limitMinor + figures.carried)
      guard number < spent.count - 1 else { break }
      let rest = budget.limitMinor + figures.carried - minor
      switch budget.rollover {
      case .surplus: figures.carried = min(cap, max(0, rest))
      case .both: figures.carried = max(-cap, min(cap, rest))
      case .none, .unspecified, .UNRECOGNIZED: figures.carried = 0
      }
    }
    return (firsts[spent.count - 1]...firsts[spent.count].adding(days: -1), figures)
  }

  /// What of the budget is reached in the day's period.
  static func reached(_ budget: BudgetState, _ entries: some Sequence<EntryState>, on day: CivilDate) -> Set<Alert> {
    guard budget.isActive, let (period, figures) = figures(budget, entries, on: day), figures.spent > 0 else { return [] }
    let thresholds = budget.alerts ?? AlertThresholds(basisPoints: [8_000, 10_000], over: true)
    var alerts: Set<Alert> = []
    for points in thresholds.basisPoints {
      // Amounts of the tests stay below 10^12, so the products fit.
      if figures.spent * 10_000 >= Int64(points) * figures.available {
        alerts.insert(Alert(budget: budget.id, first: period.lowerBound, threshold: .share(basisPoints: points)))
      }
    }
    if thresholds.over, figures.spent > figures.available {
      alerts.insert(Alert(budget: budget.id, first: period.lowerBound, threshold: .over))
    }
    return alerts
  }
}
