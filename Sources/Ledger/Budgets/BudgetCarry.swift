import HearthProtocol

/// How what is left of one period is carried into the next (SPEC BU-05).
///
/// It is a pure function of the terms of the period that something is left of, and of what was spent in it.
struct BudgetCarry: Sendable, Equatable {
  /// The budget's own limit, 1 to 10^15 minor units.
  let limitMinor: Int64
  /// What is carried.
  let rollover: Rollover
  /// The most that is carried either way. Limit: 10^15 where the budget names no bound, so that no sum leaves 64 bits.
  let capMinor: Int64

  init(limitMinor: Int64, rollover: Rollover, capMinor: Int64) {
    self.limitMinor = limitMinor
    self.rollover = rollover
    self.capMinor = capMinor > 0 ? min(capMinor, amountMinorMax) : amountMinorMax
  }

  /// Whether a period depends on those before it.
  var carries: Bool {
    switch rollover {
    case .surplus, .both: true
    case .none, .unspecified, .UNRECOGNIZED: false
    }
  }

  /// What the next period gets from one that got `carried` and in which so much was spent.
  func next(carried: Int64, spent: Int64) -> Int64 {
    // At most 2 * 10^15; spending can be as large as 64 bits.
    let (left, overflow) = (limitMinor + carried).subtractingReportingOverflow(spent)
    let bounded = overflow ? -capMinor : min(max(left, -capMinor), capMinor)
    switch rollover {
    case .surplus: return max(bounded, 0)
    case .both: return bounded
    case .none, .unspecified, .UNRECOGNIZED: return 0
    }
  }

  /// The same after so many periods in which nothing was spent.
  func next(carried: Int64, idlePeriods count: Int) -> Int64 {
    guard carries, count > 0 else { return carries ? carried : 0 }
    // What came from periods of other terms is brought within these by the first; then the sum only grows, so bounding
    // it once is bounding it each time.
    let first = next(carried: carried, spent: 0)
    let (growth, overflow) = limitMinor.multipliedReportingOverflow(by: Int64(count - 1))
    guard !overflow else { return capMinor }
    let (sum, sumOverflow) = first.addingReportingOverflow(growth)
    return sumOverflow ? capMinor : min(sum, capMinor)
  }

  /// What may be spent in a period that got so much; never less than nothing.
  func available(carried: Int64) -> Int64 { max(0, limitMinor + carried) }
}
