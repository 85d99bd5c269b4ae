import HearthProtocol
import Ledger

/// What a feed says of an event about members; nil for every other event.
enum MemberNews {
  /// - Parameter shared: the state after the event.
  static func item(_ event: Event, _ shared: SharedState) -> FeedItem? {
    let actor = shared.name(event.memberID)
    switch event.body {
    case .memberJoined(let joined) where joined.holder.isEmpty:
      return .member(mark: "👤", Sentence { $0.addedMember(actor, joined.displayName, joined.role) })
    case .memberClaimed(let claimed) where !claimed.formerHolder.isEmpty:
      return .member(mark: "👋", Sentence { $0.isBackAnew(claimed.displayName) })
    case .memberClaimed(let claimed):
      guard !claimed.replacedMemberID.isEmpty else {
        return .member(mark: "👋", Sentence { $0.joinedInPlace(claimed.displayName, claimed.role) })
      }
      let former = shared.name(claimed.replacedMemberID)
      return .member(mark: "👤", Sentence { $0.turnedOut(former, claimed.displayName) })
    case .memberRenamed(let renamed):
      let isSelf = event.memberID == renamed.memberID
      return .member(mark: "✏️", Sentence { isSelf ? $0.hasName(renamed.displayName) : $0.named(actor, renamed.displayName) })
    case .memberColorSet(let set):
      let name = shared.name(set.memberID)
      return .member(mark: "🎨", Sentence { $0.hasColor(name, set.color) })
    case .defaultSharingSet(let set):
      let (name, shares) = (shared.name(set.memberID), set.hasShares ? set.shares : nil)
      return .member(mark: "➗", Sentence { $0.sharing(name, shares) })
    // What they have said is shown by `hearth members` to whom it concerns, and stands in no feed.
    case .memberEmailSet(let set): return .member(mark: "✉️", Sentence { $0.hasEmail(actor, !set.email.isEmpty) })
    case .roleChanged(let changed):
      let name = shared.name(changed.memberID)
      return .member(mark: "🎭", Sentence { $0.hasRole(name, changed.role) })
    case .roleChangeProposed(let proposed):
      let name = shared.name(proposed.memberID)
      return .member(mark: "🎭", Sentence { $0.becomes(name, proposed.role, isAccepting: proposed.effectiveAtMs == 0) })
    case .roleRequested(let requested):
      let name = shared.name(requested.memberID)
      return .member(mark: "🎭", Sentence { $0.asksToBecome(name, requested.role) })
    case .roleRequestDeclined(let declined):
      let name = shared.name(declined.memberID)
      return .member(mark: "🎭", Sentence { $0.declined(actor, name) })
    case .memberLeft(let left):
      let name = shared.name(left.memberID)
      return .member(mark: "🚪", Sentence { $0.leftGroup(name) })
    case .memberRemoved(let removed):
      let name = shared.name(removed.memberID)
      return .member(mark: "🚪", Sentence { $0.removedMember(actor, name) })
    case .memberRestored(let restored):
      let isSelf = event.memberID == restored.memberID
      return .member(
        mark: "👋",
        Sentence {
          isSelf ? $0.isBack(restored.displayName, restored.role) : $0.tookBack(actor, restored.displayName, restored.role)
        })
    case .joinRequested(let requested):
      return .member(mark: "🔔", Sentence { $0.asksToJoin(requested.displayName, requested.role) })
    case .joinDeclined(let declined): return .member(mark: "🔔", Sentence { $0.declined(actor, declined.displayName) })
    case .ownershipTransferred(let transferred):
      let name = shared.name(transferred.memberID)
      return .member(mark: Role.crown, Sentence { $0.ownsGroup(name) })
    case .groupCreated, .memberJoined, .entryAdded, .budgetSet, .debtorReminded, .budgetRemoved, .budgetReactivated, .alertFired,
      .inviteCreated, .inviteRevoked, .inviteUsed, .joinApproved, .roleRequestSettled, .groupUpdated, .incomeSet, .policySet,
      .groupArchived, .groupUnarchived,
      .purgeRequested, .purgeCancelled, .categorySet, .categoryRetired, .rateSet, .preferencesSet, .entryEdited, .entryVoided,
      .entryRestored, .entryDisputed, .disputeWithdrawn, .memberIncomeSet, .recurringSet, .recurringPaused, .recurringResumed,
      .occurrenceSkipped, .recurringEnded, .festivalSet, .festivalRemoved, nil:
      return nil
    }
  }
}
