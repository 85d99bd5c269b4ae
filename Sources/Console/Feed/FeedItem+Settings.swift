import HearthProtocol
import Ledger

extension FeedItem {
  /// What to tell of an event that changes the group itself; nil for every other.
  static func settings(_ body: Event.OneOf_Body, by name: String, _ shared: SharedState) -> FeedItem? {
    let name = name.printable
    func changed(_ mark: String, _ words: @escaping @Sendable (any Phrases) -> String) -> FeedItem { .changed(mark: mark, Sentence(words)) }
    switch body {
    case .groupUpdated(let updated): return changed("🔧") { $0.groupChanged(name, updated.changes($0)) }
    case .incomeSet(let set):
      guard set.hasMonthlyIncome, let currency = Currency(code: set.monthlyIncome.currency) else {
        return changed("🔧") { $0.incomeTakenAway(name) }
      }
      let figure = currency.text(set.monthlyIncome.minor)
      return changed("🔧") { $0.incomeSet(name, figure) }
    case .policySet(let set): return changed("📜") { $0.policySet(name, set.policy, set.allowed) }
    case .groupArchived: return changed("📦") { $0.archived(name) }
    case .groupUnarchived: return changed("📦") { $0.unarchived(name) }
    case .purgeRequested: return changed("⚠") { $0.purgeRequested(name) }
    case .purgeCancelled: return changed("✓") { $0.purgeCancelled(name) }
    case .categorySet(let set): return changed(set.content.emoji) { $0.categorySet(name, $0.category(set.content).printable) }
    case .categoryRetired(let retired):
      let category = shared.category(retired.key)
      return changed("🔹") { $0.categoryRetired(name, (category.map($0.category) ?? retired.key).printable) }
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded, .rateSet,
      .inviteCreated, .inviteRevoked, .inviteUsed, .joinRequested, .joinApproved, .joinDeclined, .memberClaimed, .memberRenamed,
      .memberColorSet, .defaultSharingSet, .memberEmailSet, .roleChanged,
      .roleChangeProposed,
      .roleRequested, .roleRequestDeclined, .roleRequestSettled, .memberLeft, .memberRemoved, .memberRestored, .ownershipTransferred,
      .entryEdited, .entryVoided, .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .preferencesSet, .recurringSet,
      .recurringPaused, .recurringResumed, .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved:
      return nil
    }
  }
}

extension GroupUpdated {
  /// What has changed, in words.
  fileprivate func changes(_ phrases: any Phrases) -> [String] {
    var changes: [String] = []
    if hasName { changes.append(phrases.changedName(name.printable)) }
    if hasDescription_p { changes.append(phrases.changedDescription()) }
    if hasIcon { changes.append(phrases.changedIcon()) }
    if hasCurrency { changes.append(phrases.changedCurrency(currency.printable)) }
    if hasSimplifyDebts { changes.append(phrases.changedDebts(isSimplified: simplifyDebts)) }
    if hasTimeZone { changes.append(phrases.changedTimeZone(timeZone.printable)) }
    if hasWeekStartsOn { changes.append(phrases.changedWeek(weekStartsOn)) }
    if hasMembersMax { changes.append(phrases.changedRoom(membersMax)) }
    return changes
  }
}

extension Weekday {
  /// The day in words.
  var word: String {
    switch self {
    case .monday, .unspecified, .UNRECOGNIZED: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
