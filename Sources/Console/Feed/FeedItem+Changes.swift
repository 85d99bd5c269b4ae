import HearthProtocol
import Ledger

extension FeedItem {
  /// What happened to an entry after it was added; nil for other events.
  ///
  /// - Parameter descriptions: what entries were called then that are called something else now.
  init?(change body: Event.OneOf_Body, by name: String, _ shared: SharedState, calledThen descriptions: [String: String] = [:]) {
    func changed(_ id: String, _ words: @escaping @Sendable (any Phrases, String) -> String) -> FeedItem? {
      EntryID(id).flatMap { shared.entries[$0] }.map { entry in
        let then = descriptions[id].flatMap { $0 == entry.description ? nil : $0 }
        return .entryChanged(Sentence { words($0, (then ?? $0.description(of: entry)).printable) })
      }
    }
    let name = name.printable
    let item: FeedItem?
    switch body {
    case .entryEdited(let edited):
      let (now, fields, isUndone) = (Self.amount(edited), edited.changes.names, edited.undoes != 0)
      item = changed(edited.entryID) { isUndone ? $0.undid(name, $1, now: now) : $0.edited(name, $1, fields, now: now) }
    case .entryVoided(let voided): item = changed(voided.entryID) { $0.voided(name, $1) }
    case .entryRestored(let restored): item = changed(restored.entryID) { $0.restored(name, $1) }
    case .entryDisputed(let disputed): item = changed(disputed.entryID) { $0.disputes(name, $1, disputed.reason.printable) }
    case .disputeWithdrawn(let withdrawn): item = changed(withdrawn.entryID) { $0.disputesNoLonger(name, $1) }
    case .memberIncomeSet: item = .incomeSet(by: name)
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .budgetRemoved, .budgetReactivated, .alertFired, .debtorReminded,
      .inviteCreated, .inviteRevoked, .inviteUsed, .joinRequested, .joinApproved, .joinDeclined, .groupUpdated, .incomeSet, .policySet,
      .groupArchived, .groupUnarchived,
      .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .rateSet, .preferencesSet,
      .memberClaimed, .memberRenamed, .memberColorSet, .defaultSharingSet, .memberEmailSet,
      .roleChanged, .roleChangeProposed, .roleRequested, .roleRequestDeclined, .roleRequestSettled, .memberLeft, .memberRemoved,
      .memberRestored,
      .ownershipTransferred, .recurringSet, .recurringPaused, .recurringResumed, .occurrenceSkipped, .recurringEnded, .festivalSet,
      .festivalRemoved:
      item = nil
    }
    guard let item else { return nil }
    self = item
  }

  private static func amount(_ edited: EntryEdited) -> String? {
    guard edited.changes.hasMoney, let currency = Currency(code: edited.changes.money.amount.currency) else { return nil }
    return currency.text(edited.changes.money.amount.minor)
  }
}

extension EntryChanges {
  /// The fields named.
  var names: [ChangedField] {
    let fields: [(isNamed: Bool, field: ChangedField)] = [
      (hasMoney, .money), (hasDescription_p, .description), (hasCategory, .category), (hasDate, .date), (hasNote, .note),
      (hasMerchant, .merchant), (hasPlace, .place), (hasReceipts, .receipts),
    ]
    return fields.filter(\.isNamed).map(\.field)
  }
}
