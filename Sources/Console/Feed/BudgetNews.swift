import HearthProtocol
import Ledger

/// A budget that was set, with all that was said of it and since when it holds.
public struct BudgetNews: Sendable {
  let budget: BudgetState
  /// What counts, by the key; nil beside one that the group does not know.
  let categories: [(key: String, known: Category?)]
  /// First day of the first period that it holds for, YYYY-MM-DD.
  let since: String
  /// Whether it takes the place of what was so before.
  let isChange: Bool
  /// Whether what was set for later periods stays.
  let keepsLater: Bool

  /// - Parameter budget: as the event has it.
  init(_ set: BudgetSet, _ budget: BudgetState, in shared: SharedState) {
    self.budget = budget
    categories = budget.categories.map { ($0, shared.category($0)) }
    isChange = !set.effectiveFrom.isEmpty
    since = isChange ? set.effectiveFrom : budget.start.description
    keepsLater = set.keepsLater
  }

  /// "Asha set the budget Food: ₹500.00 monthly for Groceries from 2026-11-01". A new budget is the usual but for what
  /// is said of it; of a change all is said, since each of it may be what has changed.
  func text(by name: String, _ phrases: Phrases) -> String {
    let names = categories.map { key, known in (known.map(phrases.category) ?? key).printable }
    let limit = budget.currency.text(budget.limitMinor)
    let set = phrases.budgetSet(
      name, budget.name.printable, limit, budget.period, of: phrases.list(names), since: since.printable)
    let rollover = Screens.rolloverText(budget, phrases)
    var details = rollover.isEmpty && isChange ? [phrases.carriesNothing()] : []
    if isChange || budget.thresholds != .usual {
      let alerts = budget.thresholds.all.map { $0.text(phrases) }
      // With an alert that fired they tell how much of it is spent.
      details.append(alerts.isEmpty ? phrases.noAlerts() : phrases.alertsAt(Amounts.text(alerts.joined(separator: ", "))))
    }
    if keepsLater { details.append(phrases.laterStays()) }
    return set + rollover + details.map { ", " + $0 }.joined()
  }
}
