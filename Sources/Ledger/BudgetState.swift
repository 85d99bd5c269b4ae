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
  /// What is left of a period, carried into the next.
  public var rollover = Rollover.none
  /// The most that is carried, in minor units; 0: no such bound.
  public var rolloverCapMinor: Int64 = 0
  /// What alerts fire at; nil for a budget that was set before there were any, which has the usual ones.
  public var alerts: AlertThresholds?
  /// Who made it; nil for one that was made before this was noted.
  public var createdBy: MemberID?
  /// False once it was removed: it then counts nothing and fires nothing.
  public var isActive = true

  /// What alerts fire at.
  public var thresholds: AlertThresholds { alerts ?? .usual }

  /// What a person said of the budget, complete.
  public var content: BudgetContent {
    var content = BudgetContent()
    content.name = name
    content.limit = Money(minor: limitMinor, currency: currency)
    content.period = period
    content.categories = categories
    content.startDate = start.description
    content.rollover = rollover
    content.rolloverCapMinor = rolloverCapMinor
    if let alerts { content.alerts = alerts.message }
    return content
  }

  /// First and last day of the period that the day falls into; a day before the start falls into the first period.
  public func period(containing day: CivilDate) -> ClosedRange<CivilDate> {
    calendar.days(of: calendar.number(of: day) ?? 0)
  }

  /// Whether the entry is spending that the budget counts.
  public func counts(_ entry: EntryState) -> Bool {
    guard let spend = entry.spend else { return false }
    return spend.currency == currency && spend.day >= start && categories.contains(spend.category)
  }

  var calendar: BudgetCalendar { BudgetCalendar(period: period, start: start) }

  var carry: BudgetCarry { BudgetCarry(limitMinor: limitMinor, rollover: rollover, capMinor: rolloverCapMinor) }
}

/// How far a budget is spent in one period.
public struct BudgetProgress: Sendable, Equatable {
  /// First and last day of the period.
  public let period: ClosedRange<CivilDate>
  /// What was spent, in minor units.
  public let spentMinor: Int64
  /// What may be spent, in minor units: the budget's limit and what was carried, at least 0.
  public let limitMinor: Int64
  /// What came from the periods before, in minor units; negative when too much was spent there.
  public let carriedMinor: Int64
  /// Spent of limit in 1/100 %, rounded down: 8,000 is 80 %. At most `Int64.max`, which is also what any spending is of a limit of 0.
  public let basisPoints: Int64

  init(period: ClosedRange<CivilDate>, spentMinor: Int64, limitMinor: Int64, carriedMinor: Int64 = 0) {
    self.period = period
    self.spentMinor = spentMinor
    self.limitMinor = limitMinor
    self.carriedMinor = carriedMinor
    basisPoints = Self.basisPoints(spentMinor, of: limitMinor)
  }

  /// Spent of limit in 1/100 %, rounded down; at most `Int64.max`.
  static func basisPoints(_ spentMinor: Int64, of limitMinor: Int64) -> Int64 {
    guard spentMinor > 0 else { return 0 }
    guard limitMinor > 0 else { return .max }
    let product = UInt64(spentMinor).multipliedFullWidth(by: 10_000)
    let limit = UInt64(limitMinor)
    // The division traps when its quotient needs more than 64 bits, which is when the upper half reaches the divisor.
    return product.high >= limit ? .max : Int64(clamping: limit.dividingFullWidth(product).quotient)
  }
}
