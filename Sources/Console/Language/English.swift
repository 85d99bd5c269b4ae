import HearthProtocol
import Ledger

struct English: Phrases {
  func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
  func role(_ role: Role) -> String { role.word }
  func label(_ label: RoleLabel) -> String {
    switch label {
    case .admin: "Admin"
    case .member: "Member"
    case .viewer: "Viewer"
    }
  }
  func period(_ period: BudgetPeriod) -> String { period.word }
  func category(_ category: Category) -> String { category.name }
  func description(of entry: EntryState) -> String { entry.description }
  func you(_ name: String) -> String { "\(name) (you)" }

  func members(_ count: Int) -> String { count == 1 ? "1 member" : "\(count) members" }
  func nobodyElse() -> String { "nobody else is here" }
  func areHere(_ names: [String]) -> String { list(names) + (names.count == 1 ? " is here" : " are here") }
  func here() -> String { "here" }
  func entriesBefore(_ count: Int) -> String { "… \(count == 1 ? "1 entry" : "\(count) entries") before: hearth entries" }
  func created(_ group: String) -> String { "\(group) was created" }
  func joined(_ name: String, _ role: Role) -> String { "\(name) joined as \(role.word)" }
  func budgetSet(_ name: String, _ budget: String, _ limit: String, _ period: BudgetPeriod) -> String {
    "\(name) set the budget \(budget): \(limit) \(period.word)"
  }
  func budgetRemoved(_ name: String, _ budget: String) -> String { "\(name) removed the budget \(budget)" }
  func budgetReactivated(_ name: String, _ budget: String) -> String { "\(name) brought the budget \(budget) back" }
  func remindsYou(_ name: String, _ creditor: String, _ figure: String) -> String { "\(name) reminds you: you owe \(creditor) \(figure)" }
  func reminds(_ name: String, _ debtor: String, _ creditor: String?, _ figure: String) -> String {
    "\(name) reminds \(debtor), who owes \(creditor ?? "them") \(figure)"
  }
  func reckoned(_ mode: SettlementMode) -> String {
    switch mode {
    case .direct: " by the entries alone"
    case .simplified: " in the fewest transfers"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
  func rateSet(_ name: String, _ rate: String, _ date: String) -> String { "\(name) noted the rate \(rate) from \(date)" }
  func inviteCreated(_ name: String, _ role: Role) -> String { "\(name) made an invite for one more \(role.word)" }
  func inviteRevoked(_ name: String) -> String { "\(name) took an invite back" }
  func came(_ name: String) -> String { name + " is here" }
  func left(_ name: String) -> String { name + " left" }
  func disconnected(retrySeconds seconds: Int64) -> String {
    "The connection broke. Trying again \(seconds < 1 ? "now" : "in \(seconds) s")."
  }
  func reconnected() -> String { "Connected again. Nothing was missed." }

  func transfer(_ payers: String, _ receivers: String) -> String { "\(payers) paid \(receivers)" }
  func added(_ name: String) -> String { "\(name) added" }
  func booked(_ name: String) -> String { "booked by a rule of \(name)" }
  func instalment(_ number: UInt32, of count: UInt32) -> String { "instalment \(number) of \(count)" }
  func at(_ merchant: String) -> String { "at \(merchant)" }
  func inPlace(_ name: String) -> String { "in \(name)" }
  func receipts(_ count: Int) -> String { count == 1 ? "1 receipt" : "\(count) receipts" }
  func place(_ text: String) -> String { "place: \(text)" }
  func receiptsTitle() -> String { "receipts:" }
  func noReceipts() -> String { "There is no receipt. Add one: hearth receipt add last bill.jpg" }
  func paidBy(_ whom: String) -> String { "paid by \(whom)" }
  func receivedBy(_ whom: String) -> String { "received by \(whom)" }
  func atRate(_ rate: String) -> String { "at \(rate)" }
  func notSplit() -> String { "not split" }
  func splitEqually() -> String { "split equally" }
  func splitEqually(_ names: String) -> String { "split equally: \(names)" }
  func forOne(_ name: String) -> String { "for \(name)" }
  func notYours() -> String { "not yours" }
  func youPaid(_ figure: String) -> String { "you paid \(figure)" }
  func youReceived(_ figure: String) -> String { "you received \(figure)" }
  func youGetBack(_ figure: String) -> String { "you get back \(figure)" }
  func youOwe(_ figure: String) -> String { "you owe \(figure)" }
  func youAreEven() -> String { "you are even" }
  func share(_ status: EntryShare.Status, paid: String, offset: String) -> String {
    switch status {
    case .open: "open"
    case .partlyPaid where offset.isEmpty: "\(paid) of it paid"
    case .partlyPaid: paid.isEmpty ? "\(offset) of it offset" : "\(paid) of it paid, \(offset) offset"
    case .paid where offset.isEmpty: "paid"
    case .paid: paid.isEmpty ? "offset" : "\(paid) paid, \(offset) offset"
    case .disputed: "disputed, so not settled"
    }
  }
  func isVoided() -> String { "voided: it counts for nothing" }
  func version(_ version: UInt64, of id: String, isVoided: Bool) -> String { "id \(id), version \(version)\(isVoided ? ", voided" : "")" }
  func disputed(by name: String, _ reason: String) -> String { "disputed by \(name): \(reason)" }

  func nothingEntered() -> String { "Nothing was entered yet, so nobody owes anything." }
  func allVoided() -> String { "All that was entered is voided, so nobody owes anything." }
  func noSuchEntries() -> String { "There are no such entries." }
  func listed(isVoided: Bool) -> String { isVoided ? "voided" : "disputed" }
  func moreEntries(before position: UInt64) -> String { "Older ones: the same with --before \(position)" }
  func isOwed() -> String { "is owed" }
  func owes() -> String { "owes" }
  func settled() -> String { "settled" }
  func withoutRate() -> String { "without a rate" }
  func noPlan(in currency: String) -> String { "There is no plan in \(currency) while something has no rate. This is open:" }
  func owesNothing(_ name: String) -> String { "\(name) owes nothing and is owed nothing." }
  func heldSince(_ date: String, _ limit: String, _ period: BudgetPeriod) -> String { "since \(date): \(limit) \(period.word)" }
  func holdsUntil(_ date: String) -> String { "From \(date) on the change that was set for then holds. To change that: --from \(date)" }
  func holdsFrom(_ date: String) -> String { "This holds from \(date) on; what was before stays. To change that: --from DATE" }
  func leftOutOfBudget(_ sums: String, in currency: String) -> String { "Not counted, without a rate to \(currency): \(sums)" }
  func notCounted(_ currencies: String, in currency: String) -> String {
    "Entries in \(currencies) carry no rate to \(currency) and are not counted. Give one: --rate CODE=RATE"
  }
  func noBudgets() -> String { "There are no budgets yet. Set one: hearth budget set Groceries 12000 --category groceries" }
  func figures(_ spent: String, of limit: String) -> String { "\(spent) of \(limit)" }
  func over(_ figure: String) -> String { "\(figure) over" }
  func rest(_ figure: String) -> String { "\(figure) left" }
  func span(_ first: String, _ last: String) -> String { "\(first) to \(last)" }
  func carriedOver(_ limit: String, _ figure: String) -> String { "\(limit) and \(figure) left from before" }
  func takenOff(_ limit: String, _ figure: String) -> String { "\(limit) and \(figure) too much spent before, which is taken off" }
  func removed(_ budgets: String) -> String { "removed: \(budgets)" }
  func wasRemoved(_ budget: String) -> String { "\(budget) was removed. Bring it back: hearth budget reactivate \"\(budget)\"" }
  func alertsAt(_ shares: String) -> String { "alerts at \(shares)" }
  func noAlerts() -> String { "alerts at nothing" }
  func fired(_ shares: String) -> String { "fired: \(shares)" }
  func nothingSpent() -> String { "Nothing was spent in this period." }

  func allSettled() -> String { "Settled" }
  func nobodyOwes() -> String { "nobody owes anything." }
  func settleHint() -> String { "Hearth records payments, it does not make them. Once you have paid: hearth settle NAME" }
  func convertedHint(_ currency: String) -> String {
    "Each currency is settled by itself. To record what you paid in \(currency): hearth settle NAME --in \(currency)"
  }
  func byTheEntries(_ currency: String) -> String { "Who owes whom by the entries, in \(currency)" }
  func settles(_ transfers: Int, _ currency: String, isProven: Bool) -> String {
    (transfers == 1 ? "1 transfer settles" : "\(transfers) transfers settle") + " everything in \(currency): "
      + (isProven ? "no plan has fewer" : "the best plan found")
  }
  func byWayOf(_ figure: String, _ way: String) -> String { "\(figure) by way of \(way)" }
  func paysByAnother(_ payer: String, _ receiver: String) -> String { "\(payer) pays this to \(receiver), by another transfer" }
  func owesFor(_ debtor: String, _ creditor: String) -> String { "\(debtor) owes \(creditor) for" }
  func ofWhole(_ figure: String) -> String { "of \(figure)" }
  func andMore(_ entries: Int) -> String { "and \(entries) more" }
  func handedOver(_ figure: String, isReceived: Bool) -> String {
    "All of it together is \(figure) to \(isReceived ? "receive" : "hand over")."
  }
  func recordedOnly(_ count: Int, of all: Int) -> String { "Only the first \(count) of \(all) \(count == 1 ? "was" : "were") recorded." }
}
