import HearthProtocol

@testable import Ledger

/// Budgets as a person would work them out with a pencil: from the entries alone, period after period from the start,
/// with dates counted day by day. It shares nothing with `BudgetFigures`, `BudgetCarry` and `BudgetCalendar`.
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

  /// A period, what holds in it, and whether something may have been carried into it.
  struct Period {
    var first: CivilDate
    var last: CivilDate
    var terms: BudgetTerms
    var follows: Bool
  }

  /// The periods from the start to the one of the day: those of each version until the next one begins.
  static func periods(of budget: BudgetState, to day: CivilDate) -> [Period] {
    var periods: [Period] = []
    for (place, version) in budget.versions.enumerated() {
      let end = place + 1 < budget.versions.count ? budget.versions[place + 1].from : nil
      let firsts = firstDays(of: version.terms, past: day)
      for (first, next) in zip(firsts, firsts.dropFirst()) where first >= version.from && end.map({ first < $0 }) ?? true {
        let terms = periods.last?.terms
        let follows = terms.map {
          ($0.start, $0.period, $0.currency) == (version.terms.start, version.terms.period, version.terms.currency)
        }
        let last = min(next, end ?? next).adding(days: -1)
        periods.append(Period(first: first, last: last, terms: version.terms, follows: follows ?? false))
      }
    }
    return periods.filter { $0.first <= day }
  }

  /// What of the entry counts: it is in the limit's currency, or carries a rate of 56 paise for a yen.
  static func counted(_ entry: EntryState, by terms: BudgetTerms) -> Int64? {
    guard !entry.isVoided, entry.kind == .expense, terms.categories.contains(entry.category) else { return nil }
    if entry.currency == terms.currency { return entry.minor }
    return entry.conversion?.to == terms.currency ? entry.minor * 56 : nil
  }

  /// First days of the periods, from the start to the first after the day.
  static func firstDays(of terms: BudgetTerms, past day: CivilDate) -> [CivilDate] {
    var firsts = [terms.start]
    var count = 1
    while let last = firsts.last, last <= day {
      switch terms.period {
      case .weekly: firsts.append(CivilDate(daysSince1970: last.daysSince1970 + 7))
      case .biweekly: firsts.append(CivilDate(daysSince1970: last.daysSince1970 + 14))
      case .monthly: firsts.append(monthsLater(terms.start, count))
      case .yearly: firsts.append(monthsLater(terms.start, count * 12))
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
    let periods = periods(of: budget, to: day)
    guard day >= budget.start, let period = periods.last else { return nil }
    var spent = [Int64](repeating: 0, count: periods.count)
    for entry in entries {
      guard let place = periods.lastIndex(where: { $0.first <= entry.date && entry.date <= $0.last }) else { continue }
      spent[place] += counted(entry, by: periods[place].terms) ?? 0
    }
    var figures = Figures()
    for (number, minor) in spent.enumerated() {
      let terms = periods[number].terms
      if !periods[number].follows { figures.carried = 0 }
      figures.spent = minor
      figures.available = max(0, terms.limitMinor + figures.carried)
      guard number < spent.count - 1 else { break }
      let cap = terms.rolloverCapMinor == 0 ? amountMinorMax : terms.rolloverCapMinor
      let rest = terms.limitMinor + figures.carried - minor
      switch terms.rollover {
      case .surplus: figures.carried = min(cap, max(0, rest))
      case .both: figures.carried = max(-cap, min(cap, rest))
      case .none, .unspecified, .UNRECOGNIZED: figures.carried = 0
      }
    }
    return (period.first...period.last, figures)
  }

  /// What of the budget is reached in the day's period.
  static func reached(_ budget: BudgetState, _ entries: some Sequence<EntryState>, on day: CivilDate) -> Set<Alert> {
    guard budget.isActive, let (period, figures) = figures(budget, entries, on: day), figures.spent > 0 else { return [] }
    let terms = periods(of: budget, to: day).last?.terms
    let thresholds = terms?.alerts ?? AlertThresholds(basisPoints: [8_000, 10_000], over: true)
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
