import HearthClient
import HearthProtocol
import Ledger

/// An alert that fired in a group, with what it takes to say it.
public struct AlertNews: Sendable {
  let subject: String
  let percent: String
  let budget: String
  let spent: String
  let limit: String

  // Limit: what is over is never called 100 %, and a title stays readable where nearly nothing may be spent.
  private static let overPercents: ClosedRange<UInt64> = 101...9_999

  /// Makes the news of an alert, about everybody.
  public init(_ alert: AlertFired, of budget: BudgetState, in shared: SharedState) {
    percent = Self.percent(alert.basisPoints, isOver: alert.over, spent: alert.spentMinor, of: alert.limitMinor)
    subject = (shared.settings?.name ?? "").printable
    self.budget = budget.name.printable
    let currency = (CivilDate(iso8601: alert.periodStart).map { budget.terms(on: $0) } ?? budget.terms).currency
    spent = currency.text(alert.spentMinor)
    limit = currency.text(alert.limitMinor)
  }

  /// Makes the news of an alert that is about one child, by name.
  init(_ alert: ChildAlertFired, of limit: SpendingLimitState, child: String) {
    percent = Self.percent(alert.basisPoints, isOver: alert.over, spent: alert.spentMinor, of: alert.limitMinor)
    subject = child
    budget = limit.name.printable
    spent = limit.terms.currency.text(alert.spentMinor)
    self.limit = limit.terms.currency.text(alert.limitMinor)
  }

  private static func percent(_ basisPoints: UInt32, isOver: Bool, spent: Int64, of limit: Int64) -> String {
    // What is over says how far things are.
    let whole = limit.magnitude
    let share = whole > 0 ? spent.magnitude.percent(of: whole) : overPercents.upperBound
    let over = min(max(share, overPercents.lowerBound), overPercents.upperBound)
    return Amounts.text(isOver ? String(over) : AlertThreshold.percentText(Int32(clamping: basisPoints)))
  }

  func title(_ phrases: Phrases) -> String { phrases.alertTitle(subject, percent, budget) }

  /// The title, and how much is spent (product 122).
  func lines(_ theme: Theme) -> [String] {
    let (mark, title) = ("🔔".fitted(to: 2), title(theme.phrases))
    let body = theme.phrases.alertBody(spent, of: limit)
    if title.displayWidth + 5 + body.displayWidth <= theme.width {
      return [theme.paint("\(mark) \(title)", .bad) + "  " + theme.paint(body, .faint)]
    }
    let titles = title.wrapped(to: theme.width - 3).enumerated().map { theme.paint($0 == 0 ? "\(mark) \($1)" : "   \($1)", .bad) }
    return titles + body.wrapped(to: theme.width - 3).map { "   " + theme.paint($0, .faint) }
  }
}

/// An alert of one budget and period.
protocol PeriodAlert {
  var budgetID: String { get }
  var periodStart: String { get }
}

extension AlertFired: PeriodAlert {}
extension DashboardAlert: PeriodAlert {}

extension Array where Element: PeriodAlert {
  /// Of each budget and period the highest alone, which is the one that fired last: it says the others too.
  var highest: [Element] {
    enumerated().filter { place, alert in
      !self[(place + 1)...].contains { $0.budgetID == alert.budgetID && $0.periodStart == alert.periodStart }
    }.map(\.element)
  }
}

extension [ReplicaEvent] {
  /// These without the alerts that a higher one of the same act, budget and period follows (SPEC BU-08).
  var withHighestAlerts: [ReplicaEvent] {
    enumerated().filter { place, event in
      if case .childAlertFired(let alert) = event.event.body, place + 1 < count,
        case .childAlertFired(let next) = self[place + 1].event.body, self[place + 1].event.commandID == event.event.commandID
      {
        return next.limitID != alert.limitID || next.periodStart != alert.periodStart
      }
      guard case .alertFired(let alert) = event.event.body, place + 1 < count else { return true }
      guard case .alertFired(let next) = self[place + 1].event.body, self[place + 1].event.commandID == event.event.commandID else {
        return true
      }
      // What one act fires says the same figures.
      return next.budgetID != alert.budgetID || next.periodStart != alert.periodStart || next.spentMinor != alert.spentMinor
    }.map(\.element)
  }
}
