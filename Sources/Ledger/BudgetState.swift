import HearthProtocol

/// A limit on spending in some categories per period.
public struct BudgetState: Sendable, Equatable {
  /// Names the budget.
  public let id: BudgetID
  /// 1 to 50 characters.
  public let name: String
  /// The limit in minor units, at least 1.
  public let limitMinor: Int64
  /// The limit's currency; only spending in it counts.
  public let currency: Currency
  /// How long a period lasts.
  public let period: BudgetPeriod
  /// Keys of the categories that count.
  public let categories: [String]
  /// First day of the first period.
  public let start: CivilDate

  /// What a person said of the budget, complete.
  public var content: BudgetContent {
    var content = BudgetContent()
    content.name = name
    content.limit = Money(minor: limitMinor, currency: currency)
    content.period = period
    content.categories = categories
    content.startDate = start.description
    return content
  }

  /// First and last day of the period that the day falls into; a day before the start falls into the first period.
  public func period(containing day: CivilDate) -> ClosedRange<CivilDate> {
    let day = max(day, start)
    switch period {
    case .weekly: return span(ofDays: 7, containing: day)
    case .biweekly: return span(ofDays: 14, containing: day)
    case .monthly: return span(ofMonths: 1, containing: day)
    case .yearly: return span(ofMonths: 12, containing: day)
    case .unspecified, .UNRECOGNIZED: return day...day
    }
  }

  private func span(ofDays length: Int, containing day: CivilDate) -> ClosedRange<CivilDate> {
    let passed = (day.daysSince1970 - start.daysSince1970) / length
    let first = start.adding(days: passed * length)
    return first...first.adding(days: length - 1)
  }

  private func span(ofMonths length: Int, containing day: CivilDate) -> ClosedRange<CivilDate> {
    let from = start.components
    let to = day.components
    var passed = ((to.year - from.year) * 12 + to.month - from.month) / length
    // Counted from the start each time, so that a budget of the 31st comes back to the 31st after February.
    if start.adding(months: passed * length) > day { passed -= 1 }
    let first = start.adding(months: passed * length)
    let next = start.adding(months: (passed + 1) * length)
    return first...max(first, next.adding(days: -1))
  }
}

/// How far a budget is spent in one period.
public struct BudgetProgress: Sendable, Equatable {
  /// First and last day of the period.
  public let period: ClosedRange<CivilDate>
  /// What was spent, in minor units.
  public let spentMinor: Int64
  /// The limit, in minor units.
  public let limitMinor: Int64
  /// Spent of limit in 1/100 %, rounded down: 8,000 is 80 %. At most `Int64.max`.
  public let basisPoints: Int64

  init(period: ClosedRange<CivilDate>, spentMinor: Int64, limitMinor: Int64) {
    self.period = period
    self.spentMinor = spentMinor
    self.limitMinor = limitMinor
    let product = UInt64(clamping: spentMinor).multipliedFullWidth(by: 10_000)
    let limit = UInt64(clamping: max(limitMinor, 1))
    // The division traps when its quotient needs more than 64 bits, which is when the upper half reaches the divisor.
    basisPoints = product.high >= limit ? .max : Int64(clamping: limit.dividingFullWidth(product).quotient)
  }
}
