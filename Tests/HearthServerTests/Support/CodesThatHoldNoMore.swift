import HearthProtocol

extension WireClient {
  /// Codes of invites to a group of this member's: one that is used up, one that was revoked, one that has expired, and
  /// one for this member's identity alone.
  ///
  /// A minute passes, and Ravi is in the group then.
  func codesThatHoldNoMore(in group: String, at server: TestServer) throws -> [String] {
    let used = try invite(to: group)
    _ = try server.register("Ravi").accepted(.join(used))
    let revocable = Command.createInvite(group)
    let revoked = try accepted(revocable).inviteCode
    _ = try accepted(.revokeInvite(group, revocable.createInvite.inviteID))
    let expired = try invite(to: group, seconds: 60)
    server.pass(milliseconds: 60_001)
    var bound = Command.createInvite(group)
    bound.createInvite.forIdentityID = identity
    return [used, revoked, expired, try accepted(bound).inviteCode]
  }
}
