import HearthClient
import HearthProtocol
import Ledger

/// Says what a feed and a history tell of an event: in one line here, or in a function for its kind of event.
///
/// A feed shows an entry or a budget as it is just then, a history as it was said.
struct EventTeller {
  /// What is told besides the event.
  enum Telling {
    /// An event that has just happened; entries with the budgets that they touch or without.
    ///
    /// - Parameter account: of an account that is set, what it was before; nil for a new one, and for all else.
    case live(withBudgets: Bool, account: AccountBefore? = nil)
    /// An event of the past.
    ///
    /// - Parameters:
    ///   - shares: how far entries are settled.
    ///   - said: what was said up to then.
    case past(shares: [EntryID: [EntryShare]], SaidUntil)
  }

  /// What an account was before it was changed.
  struct AccountBefore: Equatable {
    let name: String
    let isClosed: Bool
  }

  /// What a history's events said up to one of them, by the ids of what they are about.
  struct SaidUntil {
    /// What entries were called.
    private(set) var descriptions: [String: String] = [:]
    /// The ids of the accounts that allowances were paid into; empty for a cap.
    private(set) var paidInto: [String: String] = [:]
    /// What the account that the last of them sets was before; nil where none of them says it.
    private(set) var account: AccountBefore?
    private var accounts: [String: AccountBefore] = [:]

    /// Takes in what the next event says.
    mutating func take(_ body: Event.OneOf_Body?) {
      switch body {
      case .entryAdded(let added): descriptions[added.entryID] = added.content.description_p
      case .entryEdited(let edited) where edited.changes.hasDescription_p: descriptions[edited.entryID] = edited.changes.description_p
      case .allowanceSet(let set): paidInto[set.allowanceID] = set.content.accountID
      case .accountSet(let set):
        account = accounts[set.accountID]
        accounts[set.accountID] = AccountBefore(name: set.content.name, isClosed: set.content.closed)
      default: break
      }
    }
  }

  /// Who brought it about, when, and what.
  let event: Event
  /// The place of the event in its lane.
  let position: LanePosition
  /// A feed's: the state after the event. A history's: the state of today.
  let state: GroupState
  /// Who reads it.
  let me: MemberID
  /// What is told besides.
  let telling: Telling

  init(_ event: ReplicaEvent, in state: GroupState, me: MemberID, _ telling: Telling) {
    self.event = event.event
    position = event.position
    self.state = state
    self.me = me
    self.telling = telling
  }

  var shared: SharedState { state.shared }

  /// The name of who brought it about.
  var author: String { shared.name(event.memberID) }

  /// What is told; nil for an event that nothing is told of.
  var item: FeedItem? {
    switch event.body {
    case .groupCreated(let created)?: .created(name: created.name)
    case .memberJoined(let joined)?: item(joined)
    case .memberClaimed(let claimed)?: item(claimed)
    case .memberRenamed(let renamed)?: item(renamed)
    case .memberColorSet(let set)?: told("🎨", of: set.memberID) { $0.hasColor($2, set.color) }
    case .defaultSharingSet(let set)?: item(set)
    case .partySet(let set)?: item(set)
    // The address itself is shown by `hearth members` to the members who may see it, and stands in no feed.
    case .memberEmailSet(let set)?: told("✉️", .members) { $0.hasEmail($1, !set.email.isEmpty) }
    case .roleChanged(let changed)?: told("🎭", of: changed.memberID) { $0.hasRole($2, changed.role) }
    case .roleChangeProposed(let proposed)?: item(proposed)
    case .roleRequested(let requested)?: told("🎭", of: requested.memberID) { $0.asksToBecome($2, requested.role) }
    case .roleRequestDeclined(let declined)?: told("🎭", of: declined.memberID) { $0.declined($1, $2) }
    case .memberLeft(let left)?: told("🚪", of: left.memberID) { $0.leftGroup($2) }
    case .memberRemoved(let removed)?: told("🚪", of: removed.memberID) { $0.removedMember($1, $2) }
    case .memberRestored(let restored)?: item(restored)
    case .ownershipTransferred(let transferred)?: told(Role.crown, of: transferred.memberID) { $0.ownsGroup($2) }
    case .joinRequested(let requested)?: item(requested)
    case .joinDeclined(let declined)?: told("🔔", .members) { $0.declined($1, declined.displayName) }
    case .inviteCreated(let created)?: told("🔑", .members) { $0.inviteCreated($1, created.role) }
    case .inviteRevoked?: told("🔑", .members) { $0.inviteRevoked($1) }
    // The joining or the change of role beside it is told.
    case .inviteUsed?, .joinApproved?, .roleRequestSettled?: nil
    case .entryAdded(let added)?: item(added)
    case .entryEdited(let edited)?: item(edited)
    case .entryVoided(let voided)?: entryChanged(voided.entryID) { $0.voided($1, $2) }
    case .entryRestored(let restored)?: entryChanged(restored.entryID) { $0.restored($1, $2) }
    case .entryDisputed(let disputed)?: entryChanged(disputed.entryID) { $0.disputes($1, $2, disputed.reason.printable) }
    case .disputeWithdrawn(let withdrawn)?: entryChanged(withdrawn.entryID) { $0.disputesNoLonger($1, $2) }
    case .entryCommented(let commented)?: item(commented)
    case .commentRemoved(let removed)?: entryChanged(removed.entryID) { $0.removesComment($1, $2) }
    case .debtorReminded(let reminded)?: FeedItem(reminded, by: event.memberID, shared, me: me)
    case .budgetSet(let set)?: item(set)
    case .budgetRemoved(let removed)?: budgetChanged(removed.budgetID) { $0.budgetRemoved($1, $2) }
    case .budgetReactivated(let reactivated)?: budgetChanged(reactivated.budgetID) { $0.budgetReactivated($1, $2) }
    case .alertFired(let alert)?: budget(alert.budgetID).map { .alert(AlertNews(alert, of: $0, in: shared)) }
    case .rateSet(let set)?: KnownRate(set.rate).map { item($0) }
    case .memberIncomeSet?: told("💼", .entries) { $0.saidIncome($1) }
    // Of interest to nobody else.
    case .preferencesSet?: event.memberID == me.description ? told("🔕") { phrases, _ in phrases.preferencesSet() } : nil
    case .groupUpdated(let updated)?: item(updated)
    case .incomeSet(let set)?: item(set)
    case .policySet(let set)?: told("📜") { $0.policySet($1, set.policy, set.allowed) }
    case .groupArchived?: told("📦") { $0.archived($1) }
    case .groupUnarchived?: told("📦") { $0.unarchived($1) }
    case .purgeRequested?: told("⚠") { $0.purgeRequested($1) }
    case .purgeCancelled?: told("✓") { $0.purgeCancelled($1) }
    case .categorySet(let set)?: item(set)
    case .categoryRetired(let retired)?: item(retired)
    case .recurringSet(let set)?: item(set)
    case .recurringPaused(let paused)?: item(paused)
    case .recurringResumed(let resumed)?: item(resumed)
    case .occurrenceSkipped(let skipped)?: item(skipped)
    case .recurringEnded(let ended)?: item(ended)
    case .festivalSet(let set)?: item(set)
    case .festivalRemoved(let removed)?: item(removed)
    case .guardianAdded(let added)?: item(added)
    case .guardianRemoved(let removed)?: item(removed)
    case .spendingSet(let set)?: item(set)
    case .spendingVoided(let voided)?: item(voided)
    case .spendingRestored(let restored)?: item(restored)
    case .spendingLimitSet(let set)?: item(set)
    case .spendingLimitRemoved(let removed)?: item(removed)
    case .childAlertFired(let fired)?: item(fired)
    case .allowanceSet(let set)?: item(set)
    case .allowanceSkipped(let skipped)?: item(skipped)
    case .allowancePaused(let paused)?: item(paused)
    case .allowanceEnded(let ended)?: item(ended)
    case .allowanceBooked(let booked)?: item(booked)
    case .childAccessGranted(let granted)?: item(granted)
    case .childAccessEnded(let ended)?: item(ended)
    case .accountSet(let set)?: item(set)
    case .accountEntrySet(let set)?: item(set)
    case .accountEntryVoided(let voided)?: item(voided)
    case .accountReconciled(let reconciled)?: item(reconciled)
    case .accountGranted(let granted)?: item(granted)
    case .accountRevoked(let revoked)?: item(revoked)
    case .accountRevocationAsked(let asked)?: item(asked)
    case .accountRevocationDeclined(let declined)?: item(declined)
    case .coachingSent(let sent)?: item(sent)
    case .coachingMuted(let muted)?: item(muted)
    case .paymentAddressSet(let set)?: told("💸") { phrases, _ in phrases.payAddressSet(set.address.printable) }
    case .noticeAddressSet(let set)?: told("🔔") { phrases, _ in phrases.noticeAddressSet(set.channel, set.address.printable) }
    case .coachingRestricted(let restricted)?: item(restricted)
    case .wordsErased(let erased)?: item(erased)
    case .separated?: told("○") { phrases, _ in phrases.separationBegan() }
    case .separationEnded?: told("●") { phrases, _ in phrases.separationEnded() }
    case .categoryShared(let set)?: item(set)
    case .categoryTotalSet(let set)?: item(set)
    case .webhookAdded?, .webhookSecretRotated?, .webhookTested?, .webhookPaused?, .webhookResumed?, .webhookRemoved?:
      event.body.flatMap(webhookItem)
    case nil: nil
    }
  }

  /// The beginning and the end of an erasure; what was emptied in between is told by nothing.
  private func item(_ erased: WordsErased) -> FeedItem? {
    let member = shared.name(erased.memberID).printable
    if erased.done { return told("✓") { phrases, _ in phrases.wordsGone(member) } }
    return erased.events.isEmpty ? told("✂") { $0.wordsErasing($1, of: member) } : nil
  }

  /// A line of words.
  ///
  /// - Parameters:
  ///   - kind: what it is a notice about; nil: it is none.
  ///   - words: takes the name of who brought it about.
  func told(_ mark: String, _ kind: NoticeKind? = nil, _ words: @escaping @Sendable (Phrases, String) -> String) -> FeedItem {
    let name = author.printable
    return .told(mark: mark, Wording { words($0, name) }, about: kind)
  }
}
