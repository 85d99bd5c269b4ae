import HearthProtocol
import Ledger

extension FeedItem {
  /// What to tell of an event about rules and envelopes; nil for every other.
  static func recurring(_ body: Event.OneOf_Body, by name: String, _ shared: SharedState) -> FeedItem? {
    let name = name.printable
    func rule(_ id: String) -> RecurringState? { RecurringID(id).flatMap { shared.recurring[$0] } }
    func title(_ id: String) -> String { (rule(id)?.name ?? "a rule").printable }
    func envelope(_ id: String) -> String { (FestivalID(id).flatMap { shared.festivals[$0]?.name } ?? "a festival").printable }
    switch body {
    case .recurringSet(let set):
      guard let rule = rule(set.ruleID) else { return nil }
      let loan = rule.loan.map { ", \($0.schedule.count) instalments" } ?? ""
      let text = "\(rule.name.printable), \(rule.amountText) \(rule.calendar.word) from \(rule.calendar.first)\(loan)"
      return .changed(mark: "🔁", text: set.createdBy.isEmpty ? "\(name) changed a rule: \(text)" : "\(name) set a rule: \(text)")
    case .recurringPaused(let paused):
      guard !paused.code.isEmpty else { return .changed(mark: "⏸", text: "\(name) paused \(title(paused.ruleID))") }
      let what = "\(title(paused.ruleID)) is paused: its entry of \(paused.date.printable) could not be booked (\(paused.code.printable))"
      return .changed(mark: "⚠", text: what)
    case .recurringResumed(let resumed):
      let passed = resumed.passedUntil.isEmpty ? "" : "; nothing is booked for the time until \(resumed.passedUntil.printable)"
      return .changed(mark: "🔁", text: "\(name) resumed \(title(resumed.ruleID))\(passed)")
    case .occurrenceSkipped(let skipped):
      return .changed(mark: "⏭", text: "\(name) leaves out \(title(skipped.ruleID)) on \(skipped.date.printable)")
    case .recurringEnded(let ended): return .changed(mark: "⏹", text: "\(name) ended \(title(ended.ruleID))")
    case .festivalSet(let set):
      let amount = Currency(code: set.content.target.currency)?.text(set.content.target.minor) ?? ""
      return .changed(mark: "🪔", text: "\(name) saves ahead for \(envelope(set.festivalID)): \(amount)")
    case .festivalRemoved(let removed): return .changed(mark: "🪔", text: "\(name) removed the envelope \(envelope(removed.festivalID))")
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded, .rateSet,
      .inviteCreated, .inviteRevoked, .inviteUsed, .memberClaimed, .memberRenamed, .memberColorSet, .memberEmailSet, .roleChanged,
      .roleChangeProposed,
      .roleRequested, .roleRequestDeclined, .memberLeft, .memberRemoved, .memberRestored, .ownershipTransferred, .entryEdited,
      .entryVoided, .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .groupUpdated, .incomeSet, .policySet,
      .groupArchived, .groupUnarchived, .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .preferencesSet:
      return nil
    }
  }
}
