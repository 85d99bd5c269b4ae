import HearthProtocol
import Ledger

extension FeedItem {
  /// What to tell of an event about rules and envelopes; nil for every other.
  static func recurring(_ body: Event.OneOf_Body, by name: String, _ shared: SharedState) -> FeedItem? {
    let name = name.printable
    func changed(_ mark: String, _ words: @escaping @Sendable (any Phrases) -> String) -> FeedItem { .changed(mark: mark, Sentence(words)) }
    func rule(_ id: String) -> RecurringState? { RecurringID(id).flatMap { shared.recurring[$0] } }
    func title(_ id: String) -> String { (rule(id)?.name ?? "?").printable }
    func envelope(_ id: String) -> String { (FestivalID(id).flatMap { shared.festivals[$0]?.name } ?? "?").printable }
    switch body {
    case .recurringSet(let set):
      guard let rule = rule(set.ruleID) else { return nil }
      return changed("🔁") { phrases in
        let text = phrases.ruleText(
          rule.name.printable, rule.amountText, rule.calendar.text(phrases), from: rule.calendar.first.description,
          instalments: rule.loan?.schedule.count)
        return phrases.ruleSet(name, text, isNew: !set.createdBy.isEmpty)
      }
    case .recurringPaused(let paused):
      let title = title(paused.ruleID)
      guard !paused.code.isEmpty else { return changed("⏸") { $0.rulePaused(name, title) } }
      guard !paused.date.isEmpty else { return changed("⏸") { $0.ruleOrphaned(title) } }
      return changed("⚠") { $0.ruleStopped(title, paused.date.printable, paused.code.printable) }
    case .recurringResumed(let resumed):
      let title = title(resumed.ruleID)
      return changed("🔁") { $0.ruleResumed(name, title, passed: resumed.passedUntil.printable) }
    case .occurrenceSkipped(let skipped):
      let title = title(skipped.ruleID)
      return changed("⏭") { $0.occurrenceSkipped(name, title, skipped.date.printable) }
    case .recurringEnded(let ended):
      let title = title(ended.ruleID)
      return changed("⏹") { $0.ruleEnded(name, title) }
    case .festivalSet(let set):
      let amount = Currency(code: set.content.target.currency)?.text(set.content.target.minor) ?? ""
      let envelope = envelope(set.festivalID)
      return changed("🪔") { $0.festivalSet(name, envelope, amount) }
    case .festivalRemoved(let removed):
      let envelope = envelope(removed.festivalID)
      return changed("🪔") { $0.festivalRemoved(name, envelope) }
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded, .rateSet,
      .inviteCreated, .inviteRevoked, .inviteUsed, .joinRequested, .joinApproved, .joinDeclined, .memberClaimed, .memberRenamed,
      .memberColorSet, .defaultSharingSet, .memberEmailSet, .roleChanged,
      .roleChangeProposed,
      .roleRequested, .roleRequestDeclined, .roleRequestSettled, .memberLeft, .memberRemoved, .memberRestored, .ownershipTransferred,
      .entryEdited,
      .entryVoided, .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .groupUpdated, .incomeSet, .policySet,
      .groupArchived, .groupUnarchived, .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .preferencesSet:
      return nil
    }
  }
}
