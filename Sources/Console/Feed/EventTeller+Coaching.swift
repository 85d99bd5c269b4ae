import HearthProtocol
import Ledger

// Words of encouragement between members.
extension EventTeller {
  func item(_ sent: CoachingSent) -> FeedItem {
    let recipient = current(sent.recipientID)
    return .coached(by: author, to: recipient == me ? nil : recipient.map(shared.name) ?? "?", text: sent.text)
  }

  func item(_ muted: CoachingMuted) -> FeedItem {
    let name = (current(muted.memberID).map(shared.name) ?? "?").printable
    return told("🔕") { phrases, _ in phrases.coachingMuted(name, isUnmuted: muted.unmuted) }
  }

  func item(_ restricted: CoachingRestricted) -> FeedItem {
    let name = (current(restricted.minorID).map(shared.name) ?? "?").printable
    return told("💬") { $0.coachingRestricted($1, name, isLifted: restricted.lifted) }
  }

  private func current(_ text: String) -> MemberID? { MemberID(text).map(shared.members.current) }
}
