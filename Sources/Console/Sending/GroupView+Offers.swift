import HearthClient
import HearthProtocol
import Ledger

extension GroupView {
  /// Whether a screen may offer the viewer what needs this right.
  ///
  /// - Parameter isOwn: whether the record is the viewer's own, as what they make anew is.
  func offers(_ right: Right, isOwn: Bool = true) -> Bool { state.offers(right, to: member, isOwn: isOwn) }
}

extension GroupState {
  /// Whether a screen may offer a member what needs this right: their role has it, the group is not archived, and they
  /// are not separated.
  func offers(_ right: Right, to member: MemberID, isOwn: Bool = true) -> Bool {
    guard let member = shared.member(member), !isSeparated(member) else { return false }
    guard shared.settings?.isArchived != true || right.holdsInArchive else { return false }
    return shared.verdict(right, for: member, isOwn: isOwn).isAllowed
  }
}
