import EventStore
import HearthProtocol
import Ledger

/// What an operator may have the importing server add behind a bundle's events (SPEC BN-05, BN-07): in nobody's name, and in the same commit.
extension BundleCheck {
  /// Limit: days that members' codes may hold.
  public static let codeDays: ClosedRange<Int> = 1...90

  /// The code of a member, by which a new identity goes on as them.
  public struct MemberCode: Sendable, Equatable {
    /// What the member is called.
    public var displayName: String
    /// The member's role.
    public var role: Role
    /// Sixteen characters in four groups.
    public var code: String
  }

  /// When the group is to be deleted, milliseconds since 1970; nil: nobody has asked for it.
  public var purgeAt: Int64? { history.state.shared.settings?.purgeAt }

  /// Takes back that the group is to be deleted; nothing to do where nobody has asked for it.
  ///
  /// - Parameter now: milliseconds since 1970.
  public mutating func keep(at now: Int64) throws(ServerFailure) {
    if purgeAt != nil { try add(.purgeCancelled(PurgeCancelled()), to: .shared, at: now) }
  }

  /// Makes a code for each member whom somebody holds. Each is good once; only its hash is stored.
  ///
  /// - Parameters:
  ///   - codes: of the server that takes the group over.
  ///   - days: how long they hold, within `codeDays`.
  ///   - now: milliseconds since 1970.
  public mutating func makeCodes(_ codes: InviteCodes, days: Int, at now: Int64) throws(ServerFailure) -> [MemberCode] {
    precondition(Self.codeDays.contains(days), "codes hold for 1 to 90 days")
    var made: [MemberCode] = []
    for member in history.state.shared.members where member.status == .active && member.holder != nil {
      let words = RandomBytes.words()
      let invite = InviteID(milliseconds: now, random: words)
      let code = codes.code(group: history.group, invite: invite)
      var created = InviteCreated()
      created.inviteID = invite.description
      created.role = member.role
      created.usesMax = 1
      created.expiresAtMs = now + Int64(days) * 86_400_000
      created.codeHash = .init(code.hash)
      created.claimsMemberID = member.id.description
      try add(.inviteCreated(created), to: .admin, at: now)
      made.append(MemberCode(displayName: member.displayName, role: member.role, code: code.text))
    }
    return made
  }
}
