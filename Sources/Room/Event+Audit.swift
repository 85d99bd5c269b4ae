import EventStore
import HearthProtocol

extension Event.OneOf_Body {
  /// What the audit log calls it; nil: it touches nobody's security.
  public var auditAct: AuditAct? {
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
    default: nil
    }
  }
}
