import HearthProtocol

/// What an alert says, word for word (product 122).
public struct AlertText: Sendable, Equatable {
  /// The member or group that the alert is about.
  public enum Subject: Sendable, Equatable {
    /// Everybody, by the group's name.
    case group(String)
    /// One child, by name.
    case child(String)
  }

  /// "Sharma family at 80% of Groceries".
  public let title: String
  /// "₹8,000.00 of ₹10,000.00 spent".
  public let body: String
  /// What apps sort notifications by.
  public let category: String
  /// What the two lines are made of.
  let parts: Parts

  /// The words and figures of an alert.
  struct Parts: Sendable, Equatable {
    /// The member's or the group's name.
    let subject: String
    /// "80".
    let percent: String
    let budget: String
    /// "₹8,000.00".
    let spent: String
    /// "₹10,000.00".
    let limit: String
  }

  // Limit: what is over is never called 100 %, and a title stays readable where nearly nothing may be spent.
  private static let overPercents: ClosedRange<Int64> = 101...9_999

  /// Makes the text of an alert. A share's title names the share, one of what is over says how far things are.
  ///
  /// - Parameters:
  ///   - spentMinor: in minor units of the currency, and `limitMinor` likewise.
  public init(_ threshold: AlertThreshold, of budget: String, subject: Subject, spentMinor: Int64, limitMinor: Int64, currency: Currency) {
    let percent: String
    switch threshold {
    case .share(let basisPoints): percent = AlertThreshold.percentText(basisPoints)
    case .over:
      let whole = BudgetProgress.basisPoints(spentMinor, of: limitMinor) / 100
      percent = String(min(max(whole, Self.overPercents.lowerBound), Self.overPercents.upperBound))
    }
    let name: String
    switch subject {
    case .group(let group):
      name = group
      category = "BUDGET_ALERT"
    case .child(let child):
      name = child
      category = "CHILD_SPENDING_ALERT"
    }
    parts = Parts(
      subject: name, percent: percent, budget: budget, spent: Money.formatted(minor: spentMinor, currency: currency),
      limit: Money.formatted(minor: limitMinor, currency: currency))
    title = "\(name) at \(percent)% of \(budget)"
    body = "\(parts.spent) of \(parts.limit) spent"
  }
}

extension GroupState {
  /// The text of an event that fired an alert, with names as they are now; nil for other events, and for a budget or
  /// limit that the state does not know.
  public func alertText(of event: Event) -> AlertText? {
    func text(
      _ basisPoints: UInt32, _ isOver: Bool, _ spentMinor: Int64, _ limitMinor: Int64, of budget: String, _ subject: AlertText.Subject,
      _ currency: Currency
    ) -> AlertText {
      AlertText(
        isOver ? .over : .share(basisPoints: Int32(clamping: basisPoints)), of: budget, subject: subject, spentMinor: spentMinor,
        limitMinor: limitMinor, currency: currency)
    }
    switch event.body {
    case .alertFired(let fired):
      guard let budget = shared.budgets.first(where: { $0.id.description == fired.budgetID }) else { return nil }
      let currency = (CivilDate(iso8601: fired.periodStart).map { budget.terms(on: $0) } ?? budget.terms).currency
      return text(
        fired.basisPoints, fired.over, fired.spentMinor, fired.limitMinor, of: budget.name, .group(shared.settings?.name ?? ""), currency)
    case .childAlertFired(let fired):
      guard let id = MemberID(fired.minorID), let limit = minor(id).limits.first(where: { $0.id.description == fired.limitID }) else {
        return nil
      }
      return text(
        fired.basisPoints, fired.over, fired.spentMinor, fired.limitMinor, of: limit.name,
        .child(shared.member(shared.members.current(id))?.displayName ?? ""), limit.terms.currency)
    default: return nil
    }
  }
}

extension AlertThreshold {
  /// A share as a person reads it: "80", "82.5", "33.33".
  public static func percentText(_ basisPoints: Int32) -> String {
    let hundredths = basisPoints % 100
    if hundredths == 0 { return String(basisPoints / 100) }
    let decimals = hundredths % 10 == 0 ? String(hundredths / 10) : (hundredths < 10 ? "0" : "") + String(hundredths)
    return "\(basisPoints / 100).\(decimals)"
  }
}
