import EventStore
import HearthProtocol
import Ledger

/// What an operator may have the importing server add behind a bundle's events (SPEC BN-05, BN-07): in nobody's name,
/// and in the same commit.
extension BundleCheck {
  /// When the group is to be deleted, milliseconds since 1970; nil: nobody has asked for it.
  public var purgeAt: Int64? { history.state.shared.settings?.purgeAt }

  /// Takes back that the group is to be deleted; nothing to do where nobody has asked for it.
  ///
  /// - Parameter now: milliseconds since 1970.
  public mutating func keep(at now: Int64) throws(ServerFailure) {
    if purgeAt != nil { try add(.purgeCancelled(PurgeCancelled()), to: .shared, at: now) }
  }

  /// Takes the group's webhooks away: where they sent to and what they signed with is known to their server alone.
  ///
  /// - Parameter now: milliseconds since 1970.
  public mutating func removeWebhooks(at now: Int64) throws(ServerFailure) {
    for webhook in history.state.admin.webhooks {
      var removed = WebhookRemoved()
      removed.webhookID = webhook.id.description
      try add(.webhookRemoved(removed), to: .admin, at: now)
    }
  }

  /// Makes a code for each member whom somebody holds. Each is good once; only its hash is stored.
  ///
  /// - Parameters:
  ///   - codes: of the server that takes the group over.
  ///   - days: how long they hold, within `MemberCodes.days`.
  ///   - now: milliseconds since 1970.
  public mutating func makeCodes(_ codes: InviteCodes, days: Int, at now: Int64) throws(ServerFailure) -> [MemberCode] {
    var made: [MemberCode] = []
    for member in history.state.shared.members where member.status == .active && member.holder != nil {
      let (created, code) = MemberCodes.invitation(of: member, in: history.group, codes, days: days, at: now)
      try add(.inviteCreated(created), to: .admin, at: now)
      made.append(code)
    }
    return made
  }
}
