import HearthProtocol
import Ledger

/// What the client says most: the feed, balances, budgets, why something was refused. A language is complete when it compiles.
///
/// Names and figures come in as they are to be shown.
protocol Phrases: Sendable {
  // Words.

  /// "Asha", "Asha and Ravi", "Asha, Ravi and Meera".
  func list(_ names: [String]) -> String
  func role(_ role: Role) -> String
  func period(_ period: BudgetPeriod) -> String
  /// The category's name; those that a group starts with are translated until they are renamed.
  func category(_ category: Category) -> String
  /// Behind the viewer's own name.
  func you(_ name: String) -> String

  // The feed.

  func members(_ count: Int) -> String
  func nobodyElse() -> String
  func areHere(_ names: [String]) -> String
  func here() -> String
  func entriesBefore(_ count: Int) -> String
  func created(_ group: String) -> String
  func joined(_ name: String, _ role: Role) -> String
  func budgetSet(_ name: String, _ budget: String, _ limit: String, _ period: BudgetPeriod) -> String
  func rateSet(_ name: String, _ rate: String, _ date: String) -> String
  func inviteCreated(_ name: String, _ role: Role) -> String
  func inviteRevoked(_ name: String) -> String
  func came(_ name: String) -> String
  func left(_ name: String) -> String
  func disconnected(retrySeconds: Int64) -> String
  func reconnected() -> String

  // An entry.

  func transfer(_ payers: String, _ receivers: String) -> String
  func added(_ name: String) -> String
  func at(_ merchant: String) -> String
  func paidBy(_ whom: String) -> String
  func receivedBy(_ whom: String) -> String
  func atRate(_ rate: String) -> String
  func notSplit() -> String
  func splitEqually() -> String
  func splitEqually(_ names: String) -> String
  func forOne(_ name: String) -> String
  func notYours() -> String
  func youPaid(_ figure: String) -> String
  func youReceived(_ figure: String) -> String
  func youGetBack(_ figure: String) -> String
  func youOwe(_ figure: String) -> String
  func youAreEven() -> String

  // Balances and budgets.

  func nothingEntered() -> String
  func isOwed() -> String
  func owes() -> String
  func settled() -> String
  func notCounted(_ currencies: String, in currency: String) -> String
  func noBudgets() -> String
  func figures(_ spent: String, of limit: String) -> String
  func over(_ figure: String) -> String
  func rest(_ figure: String) -> String
  func span(_ period: BudgetPeriod, _ first: String, _ last: String) -> String

  // Refusals.

  /// Cause and remedy of a refusal.
  func refusal(_ code: RejectionCode, _ rejected: Rejected) -> (cause: String, remedy: String)
  func retry(seconds: Int64) -> String
}
