import HearthProtocol

/// What comes in each month: the fold of lane `income`, which whoever may see it receives.
public struct IncomeState: Sendable, Equatable {
  /// All members' income of a month together, at least 1 minor unit; nil when nobody has said.
  public private(set) var monthly: Money?

  init() {}

  init(_ snapshot: IncomeSnapshot) throws(HistoryFault) {
    if snapshot.hasMonthlyIncome { try set(snapshot.monthlyIncome) }
  }

  mutating func set(_ event: IncomeSet) throws(HistoryFault) {
    if event.hasMonthlyIncome { try set(event.monthlyIncome) } else { monthly = nil }
  }

  private mutating func set(_ money: Money) throws(HistoryFault) {
    guard let currency = Currency(code: money.currency) else { throw .malformed("currency") }
    guard Limits.amountMinor.contains(money.minor) else { throw .contradiction(.amountsInRange) }
    monthly = Money(minor: money.minor, currency: currency)
  }

  func snapshot() -> IncomeSnapshot {
    var snapshot = IncomeSnapshot()
    if let monthly { snapshot.monthlyIncome = monthly }
    return snapshot
  }
}
