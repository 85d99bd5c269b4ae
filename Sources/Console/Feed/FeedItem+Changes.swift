import HearthProtocol
import Ledger

extension FeedItem {
  /// What happened to an entry after it was added; nil for other events.
  init?(change body: Event.OneOf_Body, by name: String, _ shared: SharedState) {
    func changed(_ id: String, _ what: String, _ rest: String = "") -> FeedItem? {
      EntryID(id).flatMap { shared.entries[$0] }.map { .entryChanged(by: name, what: what, entry: $0.description, rest: rest) }
    }
    let item: FeedItem?
    switch body {
    case .entryEdited(let edited):
      let fields = edited.undoes == 0 ? edited.changes.names.joined(separator: ", ") : "undone"
      item = changed(edited.entryID, "changed", ": \(fields)\(Self.amount(edited))")
    case .entryVoided(let voided): item = changed(voided.entryID, "voided")
    case .entryRestored(let restored): item = changed(restored.entryID, "restored")
    case .entryDisputed(let disputed): item = changed(disputed.entryID, "disputes", ": \(disputed.reason.printable)")
    case .disputeWithdrawn(let withdrawn): item = changed(withdrawn.entryID, "no longer disputes")
    case .memberIncomeSet: item = .incomeSet(by: name)
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded,
      .inviteCreated, .inviteRevoked, .inviteUsed, .groupUpdated, .incomeSet, .policySet, .groupArchived, .groupUnarchived,
      .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .rateSet, .preferencesSet,
      .memberClaimed, .memberRenamed, .memberColorSet, .memberEmailSet,
      .roleChanged, .roleChangeProposed, .roleRequested, .roleRequestDeclined, .memberLeft, .memberRemoved, .memberRestored,
      .ownershipTransferred, .recurringSet, .recurringPaused, .recurringResumed, .occurrenceSkipped, .recurringEnded, .festivalSet,
      .festivalRemoved:
      item = nil
    }
    guard let item else { return nil }
    self = item
  }

  private static func amount(_ edited: EntryEdited) -> String {
    guard edited.changes.hasMoney, let currency = Currency(code: edited.changes.money.amount.currency) else { return "" }
    return ", now \(currency.text(edited.changes.money.amount.minor))"
  }
}

extension EntryChanges {
  /// The fields named, for a person.
  var names: [String] {
    [
      (hasMoney, "money"), (hasDescription_p, "description"), (hasCategory, "category"), (hasDate, "date"), (hasNote, "note"),
      (hasMerchant, "merchant"), (hasPlace, "place"), (hasReceipts, "receipts"),
    ].filter(\.0).map(\.1)
  }
}
