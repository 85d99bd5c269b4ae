import HearthProtocol
import Ledger

extension FeedItem {
  /// What to tell of an event that changes the group itself; nil for every other.
  static func settings(_ body: Event.OneOf_Body, by name: String, _ shared: SharedState) -> FeedItem? {
    let name = name.printable
    func category(_ key: String) -> String { (shared.category(key)?.name ?? key).printable }
    switch body {
    case .groupUpdated(let updated): return .changed(mark: "🔧", text: "\(name) changed the group: \(English().list(updated.changes))")
    case .incomeSet(let set):
      guard set.hasMonthlyIncome, let currency = Currency(code: set.monthlyIncome.currency) else {
        return .changed(mark: "🔧", text: "\(name) took the monthly income away")
      }
      return .changed(mark: "🔧", text: "\(name) set the monthly income to \(currency.text(set.monthlyIncome.minor))")
    case .policySet(let set):
      return .changed(mark: "📜", text: "\(name) set a policy: \(set.policy.text) \(set.allowed ? "Yes" : "No").")
    case .groupArchived: return .changed(mark: "📦", text: "\(name) archived the group")
    case .groupUnarchived: return .changed(mark: "📦", text: "\(name) took the group out of the archive")
    case .purgeRequested: return .changed(mark: "⚠", text: "\(name) wants the group deleted in 30 days: hearth group show says when")
    case .purgeCancelled: return .changed(mark: "✓", text: "\(name) keeps the group: it is not deleted")
    case .categorySet(let set):
      return .changed(mark: set.content.emoji, text: "\(name) set the category \(set.content.name.printable)")
    case .categoryRetired(let retired): return .changed(mark: "🔹", text: "\(name) retired the category \(category(retired.key))")
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded, .rateSet,
      .inviteCreated, .inviteRevoked, .inviteUsed, .memberClaimed, .memberRenamed, .memberColorSet, .memberEmailSet, .roleChanged,
      .roleChangeProposed,
      .roleRequested, .roleRequestDeclined, .memberLeft, .memberRemoved, .memberRestored, .ownershipTransferred,
      .entryEdited, .entryVoided, .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .preferencesSet, .recurringSet,
      .recurringPaused, .recurringResumed, .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved:
      return nil
    }
  }
}

extension GroupUpdated {
  /// What has changed, in words.
  fileprivate var changes: [String] {
    var changes: [String] = []
    if hasName { changes.append("it is called \(name.printable)") }
    if hasDescription_p { changes.append("its description") }
    if hasIcon { changes.append("its icon") }
    if hasCurrency { changes.append("its currency is \(currency.printable)") }
    if hasSimplifyDebts { changes.append(simplifyDebts ? "debts are simplified" : "debts are shown as they arose") }
    if hasTimeZone { changes.append("its time zone is \(timeZone.printable)") }
    if hasWeekStartsOn { changes.append("weeks begin on \(weekStartsOn.word)") }
    if hasMembersMax { changes.append("\(membersMax) members fit") }
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
