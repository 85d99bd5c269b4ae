import HearthProtocol
import Ledger

extension GroupState {
  /// What somebody who holds a code may know of the group before joining, and nothing else (SPEC IN-03); nil when the invite is not open.
  ///
  /// - Parameter now: milliseconds since 1970.
  public func preview(of invite: InviteID, at now: Int64) -> InvitePreview? {
    guard let invite = admin.invites[invite], invite.isOpen(at: now), let settings = shared.settings, !settings.isArchived else {
      return nil
    }
    var preview = InvitePreview()
    preview.groupName = settings.name
    preview.icon = settings.icon
    preview.ownerName = shared.members.first { $0.role == .owner }?.displayName ?? ""
    preview.memberCount = UInt32(clamping: shared.members.count)
    preview.role = invite.role
    return preview
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
    summary.archived = settings.isArchived
    summary.icon = settings.icon
    summary.memberCount = UInt32(clamping: shared.members.count)
    return summary
  }
}
