import HearthProtocol
import Ledger

/// What the client says most: the feed, balances, budgets, why something was refused. A language is complete when it
/// compiles.
///
/// Names and figures come in as they are to be shown.
protocol Phrases:
  ChangePhrases, DevicePhrases, FormPhrases, GroupPhrases, HistoryPhrases, OutboxPhrases, PrivacyPhrases, RefusalPhrases, ScreenPhrases,
  Sendable
{
  // Words.

  /// "Asha", "Asha and Ravi", "Asha, Ravi and Meera".
  func list(_ names: [String]) -> String
  func role(_ role: Role) -> String
  /// A role as a template calls it.
  func label(_ label: RoleLabel) -> String
  func period(_ period: BudgetPeriod) -> String
  /// The category's name; those that a group starts with are translated until they are renamed.
  func category(_ category: Category) -> String
  /// The entry's description; that of a transfer to which nobody gave one is translated.
  func description(of entry: EntryState) -> String
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
  func budgetRemoved(_ name: String, _ budget: String) -> String
  func budgetReactivated(_ name: String, _ budget: String) -> String
  func remindsYou(_ name: String, _ creditor: String, _ figure: String) -> String
  /// - Parameter creditor: nil when it is whoever reminds.
  func reminds(_ name: String, _ debtor: String, _ creditor: String?, _ figure: String) -> String
  /// Behind a figure, when its mode was named; empty otherwise.
  func reckoned(_ mode: SettlementMode) -> String
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
  /// Instead of that, when the server booked it by a rule of theirs.
  func booked(_ name: String) -> String
  func instalment(_ number: UInt32, of count: UInt32) -> String
  func at(_ merchant: String) -> String
  /// Short, of a city or country.
  func inPlace(_ name: String) -> String
  /// Short, of at least 1.
  func receipts(_ count: Int) -> String
  /// With country and coordinates.
  func place(_ text: String) -> String
  func receiptsTitle() -> String
  func noReceipts() -> String
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
  /// - Parameters:
  ///   - paid: what of it is paid; empty for nothing.
  ///   - offset: what of it was settled without a payment; empty for nothing.
  func share(_ status: EntryShare.Status, paid: String, offset: String) -> String
  /// Instead of what the entry means for the viewer.
  func isVoided() -> String
  func version(_ version: UInt64, of id: String, isVoided: Bool) -> String
  func disputed(by name: String, _ reason: String) -> String

  // Balances and budgets.

  func nothingEntered() -> String
  /// Where there were entries.
  func allVoided() -> String
  func noSuchEntries() -> String
  /// An entry that is voided, or else disputed.
  func listed(isVoided: Bool) -> String
  func moreEntries(before position: UInt64) -> String
  func isOwed() -> String
  func owes() -> String
  func settled() -> String
  /// Of a balance that is counted in no sum.
  func withoutRate() -> String
  /// Who pays whom cannot be said in this currency; what everybody has open follows.
  func noPlan(in currency: String) -> String
  func owesNothing(_ name: String) -> String
  /// Since which day a budget has this limit.
  func heldSince(_ date: String, _ limit: String, _ period: BudgetPeriod) -> String
  /// From which day on a change of a budget holds.
  func holdsFrom(_ date: String) -> String
  /// That what was set for a later day holds from then on.
  func holdsUntil(_ date: String) -> String
  /// What was spent in other currencies and counts in no figure of a budget.
  func leftOutOfBudget(_ sums: String, in currency: String) -> String
  func notCounted(_ currencies: String, in currency: String) -> String
  func noBudgets() -> String
  func figures(_ spent: String, of limit: String) -> String
  func over(_ figure: String) -> String
  func rest(_ figure: String) -> String
  func span(_ first: String, _ last: String) -> String
  func carriedOver(_ limit: String, _ figure: String) -> String
  func takenOff(_ limit: String, _ figure: String) -> String
  func removed(_ budgets: String) -> String
  func wasRemoved(_ budget: String) -> String
  func alertsAt(_ shares: String) -> String
  func noAlerts() -> String
  func fired(_ shares: String) -> String
  func nothingSpent() -> String

  // Who pays whom.

  func allSettled() -> String
  func nobodyOwes() -> String
  func settleHint() -> String
  func convertedHint(_ currency: String) -> String
  func byTheEntries(_ currency: String) -> String
  func settles(_ transfers: Int, _ currency: String, isProven: Bool) -> String
  func byWayOf(_ figure: String, _ way: String) -> String
  func paysByAnother(_ payer: String, _ receiver: String) -> String
  func owesFor(_ debtor: String, _ creditor: String) -> String
  func ofWhole(_ figure: String) -> String
  func andMore(_ entries: Int) -> String
  /// What all debts together come to that were paid in one currency.
  func handedOver(_ figure: String, isReceived: Bool) -> String
  /// That of several things in a row only the first were recorded.
  func recordedOnly(_ count: Int, of all: Int) -> String

  // What was done.

  func outcome(_ outcome: Outcome) -> [String]
}
