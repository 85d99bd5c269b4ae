import EventStore
import HearthProtocol
import Ledger

extension AuditNote {
  /// What the audit log says of an event that somebody's command brings about; nil: it touches nobody's security.
  ///
  /// - Parameters:
  ///   - state: of the group, without the event.
  ///   - now: milliseconds since 1970.
  init?(_ event: DecidedEvent, in state: GroupState, at now: Int64, by identity: IdentityID) {
    guard let act = event.body.auditAct(in: state) else { return nil }
    self.init(act, at: now, identity: identity, group: state.group, member: event.body.auditMember)
  }
}

extension Event.OneOf_Body {
  /// What the audit log calls it.
  fileprivate func auditAct(in state: GroupState) -> AuditAct? {
    switch self {
    case .inviteCreated: .inviteMade
    case .inviteRevoked: .inviteRevoked
    case .inviteUsed: .inviteUsed
    case .joinRequested: .joinRequested
    case .joinApproved: .joinApproved
    case .joinDeclined: .joinDeclined
    case .roleChanged: .roleChanged
    case .ownershipTransferred: .ownershipTransferred
    case .policySet: .policySet
    case .memberLeft: .memberLeft
    case .memberRemoved: .memberRemoved
    case .memberRestored: .memberRestored
    case .memberClaimed: .memberClaimed
    case .purgeRequested: .purgeRequested
    case .purgeCancelled: .purgeCancelled
    case .wordsErased: .wordsErased
    case .guardianAdded: .guardianAdded
    case .guardianRemoved: .guardianRemoved
    case .accountGranted: .accountGranted
    case .accountRevoked: .accountRevoked
    case .separated: .separated
    case .webhookAdded: .webhookAdded
    case .webhookRemoved: .webhookRemoved
    case .separationEnded: .separationEnded
    // SPEC GR-08: it takes back a deletion that was asked for.
    case .groupUnarchived: state.shared.settings?.purgeAt == nil ? nil : .purgeCancelled
    default: nil
    }
  }

  /// The member that it was done to, where that need not be whoever did it.
  fileprivate var auditMember: MemberID? {
    switch self {
    case .joinApproved(let approved): MemberID(approved.memberID)
    case .joinDeclined(let declined): MemberID(declined.memberID)
    case .roleChanged(let changed): MemberID(changed.memberID)
    case .ownershipTransferred(let transferred): MemberID(transferred.memberID)
    case .memberRemoved(let removed): MemberID(removed.memberID)
    case .memberRestored(let restored): MemberID(restored.memberID)
    case .memberClaimed(let claimed): MemberID(claimed.memberID)
    case .wordsErased(let erased): MemberID(erased.memberID)
    case .guardianAdded(let added): MemberID(added.memberID)
    case .guardianRemoved(let removed): MemberID(removed.memberID)
    case .accountGranted(let granted): MemberID(granted.memberID)
    case .accountRevoked(let revoked): MemberID(revoked.memberID)
    default: nil
    }
  }
}
