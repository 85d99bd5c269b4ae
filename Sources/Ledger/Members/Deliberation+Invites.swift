import HearthProtocol

extension Deliberation {
  func decide(_ wish: CreateInvite) throws(Rejection) -> Decision {
    let asker = try asker(.inviting(to: wish.role))
    guard let id = InviteID(wish.inviteID) else { throw .malformedID(field: "create_invite.invite_id") }
    guard !admin.invites.has(id) else { throw .alreadyExists(field: "create_invite.invite_id") }
    // In a group of adults only, an invite without a role is one for an adult.
    let role = wish.role == .unspecified && shared.settings?.template == .splitGroup ? .adult : wish.role
    switch role {
    case .admin, .adult, .viewer, .minor: break
    case .owner, .unspecified, .UNRECOGNIZED: throw .choiceNotAllowed(field: "create_invite.role")
    }
    let recipient = try recipient(wish)
    // One identity joins once.
    let uses = try number(
      wish.usesMax, otherwise: Limits.inviteUsesDefault, within: recipient == nil ? Limits.inviteUses : 1...1,
      field: "create_invite.uses_max")
    let seconds = try number(
      wish.expiresInSeconds, otherwise: Limits.inviteSecondsDefault, within: Limits.inviteSeconds,
      field: "create_invite.expires_in_seconds")
    let label = try words(wish.label, field: "create_invite.label", charactersMax: Limits.inviteLabelCharacters)
    guard admin.openInvites(at: endTime) < Limits.openInvites else { throw .tooManyInvites }

    var created = InviteCreated()
    created.inviteID = id.description
    created.role = role
    created.usesMax = uses
    created.expiresAtMs = endTime.addingClamped(Int64(seconds) * 1_000)
    created.codeHash = .init(context.codeHash)
    created.forHolder = .init(recipient?.bytes ?? [])
    created.label = label
    created.needsApproval = wish.needsApproval
    created.createdAtMs = context.now
    return Decision(actor: asker.id, events: [DecidedEvent(.inviteCreated(created))])
  }

  func decide(_ wish: RevokeInvite) throws(Rejection) -> Decision {
    let asker = try asker(.invitesRevoke)
    guard let id = InviteID(wish.inviteID) else { throw .malformedID(field: "revoke_invite.invite_id") }
    guard let invite = admin.invites[id] else { throw .unknownInvite(field: "revoke_invite.invite_id") }
    guard !invite.isRevoked else { throw .nothingChanges }

    var revoked = InviteRevoked()
    revoked.inviteID = id.description
    return Decision(actor: asker.id, events: [DecidedEvent(.inviteRevoked(revoked))])
  }

  /// Who alone may join by it: what ties the identity to this group, since no history names an identity (SPEC ID-04).
  private func recipient(_ wish: CreateInvite) throws(Rejection) -> HolderID? {
    guard !wish.forIdentityID.isEmpty else { return nil }
    guard let identity = IdentityID(wish.forIdentityID) else { throw .malformedID(field: "create_invite.for_identity_id") }
    return HolderID(identity: identity, group: group)
  }

  /// A number within bounds, 0 standing for the usual one.
  private func number(_ number: UInt32, otherwise: UInt32, within bounds: ClosedRange<UInt32>, field: String) throws(Rejection) -> UInt32 {
    let number = number == 0 ? otherwise : number
    guard bounds.contains(number) else { throw .numberOutOfRange(field: field, bounds: bounds) }
    return number
  }
}

extension Int64 {
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
