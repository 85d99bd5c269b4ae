import HearthProtocol

extension AdminState {
  /// Folds what happened to an invite, a request to join or a webhook.
  mutating func apply(_ body: Event.OneOf_Body, by author: String, at instant: Int64) throws(HistoryFlaw) {
    switch body {
    case .inviteCreated(let created): try add(Invite(created, by: author), at: instant)
    case .inviteRevoked(let revoked): try revoke(revoked)
    case .inviteUsed(let used): try use(used)
    case .joinRequested(let requested): try add(requested, at: instant)
    case .joinApproved(let approved): try settleJoin(approved.memberID)
    case .joinDeclined(let declined): try settleJoin(declined.memberID)
    default: try send(body, by: author, at: instant)
    }
  }
}

extension Invite {
  fileprivate init(_ created: InviteCreated, by author: String) {
    self.init()
    inviteID = created.inviteID
    role = created.role
    usesMax = created.usesMax
    expiresAtMs = created.expiresAtMs
    codeHash = created.codeHash
    createdBy = author
    claimsMemberID = created.claimsMemberID
    forHolder = created.forHolder
    label = created.label
    needsApproval = created.needsApproval
    createdAtMs = created.createdAtMs
  }
}
