import HearthProtocol
import Ledger

extension GroupState {
  /// The preview of the group: all that the holder of a code may know before joining (SPEC IN-03); nil when the invite
  /// is not open, or not for the asker.
  ///
  /// A placeholder is offered if it is the only one of the asker's name that they could claim; the others are not
  /// shown.
  ///
  /// - Parameters:
  ///   - settled: milliseconds since 1970, by a clock that does not jump (SPEC TM-03).
  ///   - displayName: what the asker is called; may be empty.
  ///   - holder: the asker's tie to the group.
  public func preview(of invite: InviteID, at settled: Int64, displayName: String, for holder: HolderID) -> InvitePreview? {
    let now = endTime(at: settled)
    guard let invite = admin.invites[invite], admits(holder, by: invite, at: now), let settings = shared.settings else { return nil }
    let claimed = invite.claims.flatMap { shared.member($0) }
    if invite.claims != nil, claimed?.status != .active { return nil }
    let role = claimed?.role ?? role(offeredBy: invite, to: holder)
    var preview = InvitePreview()
    preview.groupName = settings.name
    preview.icon = settings.icon
    preview.ownerName = shared.members.ownerID.flatMap { shared.member($0)?.displayName } ?? ""
    preview.memberCount = UInt32(clamping: shared.members.presentIDs.count)
    preview.role = role
    preview.needsApproval = invite.needsApproval
    preview.sharesByDefault = sharing(of: claimed, as: role, holder)
    if role == .minor { preview.transparencyVersion = TransparencyNotice.version }
    // The holder of a member's own code has nothing to choose.
    let offered = claimed == nil ? shared.members.claimable(called: displayName, as: role, at: now) : []
    if offered.count == 1 {
      preview.offeredMemberID = offered[0].id.description
      preview.offeredRole = offered[0].role(at: now) == .minor ? .minor : role
    }
    if claimed == nil, let former = shared.members.member(holding: holder), case .left = former.status {
      preview.formerDisplayName = former.displayName
    }
    return preview
  }

  /// Whether whoever joins in this role shares entries that do not say who owes (SPEC IN-03). Who goes on as a member
  /// or comes back is treated as that member.
  private func sharing(of claimed: MemberState?, as role: Role, _ holder: HolderID) -> Bool {
    (claimed ?? shared.members.member(holding: holder))?.sharingSet ?? role.sharesByDefault
  }

  /// One line of a person's list of groups (SPEC GR-02); nil when the holder is no member.
  public func summary(for holder: HolderID) -> GroupSummary? {
    guard let member = member(holding: holder), let settings = shared.settings else { return nil }
    var summary = GroupSummary()
    summary.groupID = group.description
    summary.name = settings.name
    summary.currency = settings.currency.code
    summary.memberID = member.id.description
    summary.role = member.role
    summary.memberCount = UInt32(clamping: shared.members.presentIDs.count)
    summary.archived = settings.isArchived
    summary.icon = settings.icon
    return summary
  }
}
