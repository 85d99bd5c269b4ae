import HearthProtocol
import Ledger

// Members, roles, and requests to join.
extension EventTeller {
  func item(_ joined: MemberJoined) -> FeedItem {
    let name = shared.called(joined.memberID, then: joined.displayName)
    guard joined.holder.isEmpty else { return .joined(name: name, role: joined.role) }
    return told("👤") { $0.addedMember($1, name, joined.role) }
  }

  func item(_ claimed: MemberClaimed) -> FeedItem {
    let name = shared.called(claimed.memberID, then: claimed.displayName)
    guard claimed.formerHolder.isEmpty else { return told("👋") { phrases, _ in phrases.isBackAnew(name) } }
    guard !claimed.replacedMemberID.isEmpty else {
      return told("👋") { phrases, _ in phrases.joinedInPlace(name, claimed.role) }
    }
    return told("👤", of: claimed.replacedMemberID) { phrases, _, former in phrases.turnedOut(former, name) }
  }

  func item(_ renamed: MemberRenamed) -> FeedItem {
    let isSelf = event.memberID == renamed.memberID
    return told("✏️") { isSelf ? $0.hasName(renamed.displayName) : $0.named($1, renamed.displayName) }
  }

  func item(_ set: MemberColorSet) -> FeedItem { told("🎨", of: set.memberID) { $0.hasColor($2, set.color) } }

  func item(_ set: DefaultSharingSet) -> FeedItem {
    told("➗", of: set.memberID) { $0.sharing($2, set.hasShares ? set.shares : nil) }
  }

  func item(_ set: PartySet) -> FeedItem {
    let other = set.withMemberID.isEmpty ? nil : shared.name(set.withMemberID)
    return told("👫", of: set.memberID) { $0.party($2, with: other) }
  }

  // The address itself is shown by `hearth members` to the members who may see it, and stands in no feed.
  func item(_ set: MemberEmailSet) -> FeedItem { told("✉️") { $0.hasEmail($1, !set.email.isEmpty) } }

  func item(_ changed: RoleChanged) -> FeedItem { told("🎭", of: changed.memberID) { $0.hasRole($2, changed.role) } }

  func item(_ proposed: RoleChangeProposed) -> FeedItem {
    told("🎭", of: proposed.memberID) { $0.becomes($2, proposed.role, isAccepting: proposed.effectiveAtMs == 0) }
  }

  func item(_ requested: RoleRequested) -> FeedItem { told("🎭", of: requested.memberID) { $0.asksToBecome($2, requested.role) } }

  func item(_ declined: RoleRequestDeclined) -> FeedItem { told("🎭", of: declined.memberID) { $0.declined($1, $2) } }

  func item(_ left: MemberLeft) -> FeedItem { told("🚪", of: left.memberID) { $0.leftGroup($2) } }

  func item(_ removed: MemberRemoved) -> FeedItem { told("🚪", of: removed.memberID) { $0.removedMember($1, $2) } }

  func item(_ restored: MemberRestored) -> FeedItem {
    let isSelf = event.memberID == restored.memberID
    let name = shared.called(restored.memberID, then: restored.displayName)
    return told("👋") { isSelf ? $0.isBack(name, restored.role) : $0.tookBack($1, name, restored.role) }
  }

  func item(_ transferred: OwnershipTransferred) -> FeedItem { told(Role.crown, of: transferred.memberID) { $0.ownsGroup($2) } }

  func item(_ requested: JoinRequested) -> FeedItem {
    told("🔔") { phrases, _ in phrases.asksToJoin(requested.displayName, requested.role) }
  }

  func item(_ declined: JoinDeclined) -> FeedItem { told("🔔") { $0.declined($1, declined.displayName) } }

  /// - Parameter words: takes the name of who brought it about.
  private func told(_ mark: String, _ words: @escaping @Sendable (Phrases, String) -> String) -> FeedItem {
    let author = author
    return .member(mark: mark, Wording { words($0, author) })
  }

  /// - Parameter words: takes the name of who brought it about and that of the member.
  private func told(
    _ mark: String, of member: String, _ words: @escaping @Sendable (Phrases, String, String) -> String
  ) -> FeedItem {
    let (author, name) = (author, shared.name(member))
    return .member(mark: mark, Wording { words($0, author, name) })
  }
}
