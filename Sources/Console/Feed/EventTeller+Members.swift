import HearthProtocol
import Ledger

// Members, roles, and requests to join.
extension EventTeller {
  func item(_ joined: MemberJoined) -> FeedItem {
    let name = shared.called(joined.memberID, then: joined.displayName)
    guard joined.holder.isEmpty else { return .joined(name: name, role: joined.role) }
    return told("👤", .members) { $0.addedMember($1, name, joined.role) }
  }

  func item(_ claimed: MemberClaimed) -> FeedItem {
    let name = shared.called(claimed.memberID, then: claimed.displayName)
    guard claimed.formerHolder.isEmpty else { return told("👋", .members) { phrases, _ in phrases.isBackAnew(name) } }
    guard !claimed.replacedMemberID.isEmpty else {
      return told("👋", .members) { phrases, _ in phrases.joinedInPlace(name, claimed.role) }
    }
    return told("👤", of: claimed.replacedMemberID) { phrases, _, former in phrases.turnedOut(former, name) }
  }

  func item(_ renamed: MemberRenamed) -> FeedItem {
    let isSelf = event.memberID == renamed.memberID
    return told("✏️", .members) { isSelf ? $0.hasName(renamed.displayName) : $0.named($1, renamed.displayName) }
  }

  func item(_ set: DefaultSharingSet) -> FeedItem {
    told("➗", of: set.memberID) { $0.sharing($2, set.hasShares ? set.shares : nil) }
  }

  func item(_ set: PartySet) -> FeedItem {
    let other = set.withMemberID.isEmpty ? nil : shared.name(set.withMemberID)
    return told("👫", of: set.memberID) { $0.party($2, with: other) }
  }

  func item(_ proposed: RoleChangeProposed) -> FeedItem {
    told("🎭", of: proposed.memberID) { $0.becomes($2, proposed.role, isAccepting: proposed.effectiveAtMs == 0) }
  }

  func item(_ restored: MemberRestored) -> FeedItem {
    let isSelf = event.memberID == restored.memberID
    let name = shared.called(restored.memberID, then: restored.displayName)
    return told("👋", .members) { isSelf ? $0.isBack(name, restored.role) : $0.tookBack($1, name, restored.role) }
  }

  func item(_ requested: JoinRequested) -> FeedItem {
    told("🔔", .members) { phrases, _ in phrases.asksToJoin(requested.displayName, requested.role) }
  }

  /// - Parameter words: takes the name of who brought it about and that of the member.
  func told(
    _ mark: String, of member: String, _ words: @escaping @Sendable (Phrases, String, String) -> String
  ) -> FeedItem {
    let (author, name) = (author, shared.name(member))
    return .told(mark: mark, Wording { words($0, author, name) }, about: .members)
  }
}
