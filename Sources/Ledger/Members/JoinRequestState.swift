import HearthProtocol

/// Somebody who asked to join and got no answer yet (SPEC IN-08). Lane `shared` knows nothing of them.
public struct JoinRequestState: Sendable, Equatable {
  /// The member they would be: somebody new, the placeholder they claim, or who they were before they left.
  public let id: MemberID
  /// What they want to be called.
  public let displayName: String
  /// Ties them to an identity within this group.
  public let holder: HolderID
  /// What they would be.
  public let role: Role
  /// The invite they asked by.
  public let invite: InviteID
  /// The version of the transparency notice that they accepted; empty: none.
  public let transparencyVersion: String
  /// When they asked, milliseconds since 1970.
  public let requestedAt: Int64

  /// The request as snapshots carry it.
  public var message: JoinRequest {
    var message = JoinRequest()
    message.requested.memberID = id.description
    message.requested.displayName = displayName
    message.requested.holder = .init(holder.bytes)
    message.requested.role = role
    message.requested.inviteID = invite.description
    message.requested.transparencyVersion = transparencyVersion
    message.atMs = requestedAt
    return message
  }

  init(_ event: JoinRequested, at instant: Int64) throws(HistoryFlaw) {
    guard let id = MemberID(event.memberID) else { throw .malformed("member_id") }
    guard let holder = HolderID(bytes: event.holder) else { throw .malformed("holder") }
    guard let invite = InviteID(event.inviteID) else { throw .malformed("invite_id") }
    switch event.role {
    case .admin, .adult, .viewer, .minor: break
    case .owner, .unspecified, .UNRECOGNIZED: throw .malformed("role")
    }
    self.id = id
    self.holder = holder
    self.invite = invite
    displayName = event.displayName
    role = event.role
    transparencyVersion = event.transparencyVersion
    requestedAt = instant
  }
}
