import HearthProtocol
import Ledger

/// What a feed says of an event about members; nil for every other event.
enum MemberNews {
  /// - Parameter shared: the state after the event.
  static func item(_ event: Event, _ shared: SharedState) -> FeedItem? {
    func name(_ id: String) -> String { MemberID(id).flatMap { shared.member($0)?.displayName } ?? "somebody" }
    let actor = name(event.memberID)
    switch event.body {
    case .memberJoined(let joined) where joined.holder.isEmpty:
      return .member(mark: "👤", "\(actor) added \(joined.displayName), who has no account yet, as \(joined.role.word)")
    case .memberClaimed(let claimed) where !claimed.formerHolder.isEmpty:
      return .member(mark: "👋", "\(claimed.displayName) is back, with a new identity")
    case .memberClaimed(let claimed):
      return claimed.replacedMemberID.isEmpty
        ? .member(mark: "👋", "\(claimed.displayName) joined as \(claimed.role.word), in the place kept for them")
        : .member(mark: "👤", "\(name(claimed.replacedMemberID)) turned out to be \(claimed.displayName)")
    case .memberRenamed(let renamed):
      return .member(
        mark: "✏️",
        event.memberID == renamed.memberID
          ? "\(renamed.displayName) has this name from now on" : "\(actor) named a member \(renamed.displayName)")
    case .memberColorSet(let set):
      return .member(mark: "🎨", "\(name(set.memberID)) has " + (set.color.isEmpty ? "no colour now" : "the colour \(set.color) now"))
    // What they have said is shown by `hearth members` to whom it concerns, and stands in no feed.
    case .memberEmailSet(let set):
      return .member(mark: "✉️", set.email.isEmpty ? "\(actor) has no email address here now" : "\(actor) has said where to write to")
    case .roleChanged(let changed): return .member(mark: "🎭", "\(name(changed.memberID)) is \(changed.role.word) now")
    case .roleChangeProposed(let proposed):
      let condition = proposed.effectiveAtMs == 0 ? "on accepting it" : "in 7 days"
      return .member(mark: "🎭", "\(name(proposed.memberID)) becomes \(proposed.role.word) \(condition)")
    case .roleRequested(let requested): return .member(mark: "🎭", "\(name(requested.memberID)) asks to become \(requested.role.word)")
    case .roleRequestDeclined(let declined): return .member(mark: "🎭", "\(actor) declined what \(name(declined.memberID)) asked for")
    case .memberLeft(let left): return .member(mark: "🚪", "\(name(left.memberID)) left the group")
    case .memberRemoved(let removed): return .member(mark: "🚪", "\(actor) removed \(name(removed.memberID))")
    case .memberRestored(let restored):
      return .member(
        mark: "👋",
        event.memberID == restored.memberID
          ? "\(restored.displayName) is back as \(restored.role.word)"
          : "\(actor) took \(restored.displayName) back as \(restored.role.word)")
    case .ownershipTransferred(let transferred): return .member(mark: "👑", "\(name(transferred.memberID)) owns the group now")
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .debtorReminded, .budgetRemoved, .budgetReactivated, .alertFired,
      .inviteCreated, .inviteRevoked, .inviteUsed, .groupUpdated, .incomeSet, .policySet, .groupArchived, .groupUnarchived,
      .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .rateSet, .preferencesSet, .entryEdited, .entryVoided,
      .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .recurringSet, .recurringPaused, .recurringResumed,
      .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved, nil:
      return nil
    }
  }
}
