import HearthProtocol
import Ledger
import Room

/// What somebody wants to see of a group's committed state without following it.
enum Look: Sendable {
  /// What an invite leads to, for somebody of this name.
  case preview(InviteID, displayName: String, HolderID, Origin)
  /// A line in the list of the holder's groups.
  case summary(HolderID, ListingNumber, PeerID)
  /// What only members may know, and what may take a while to find.
  case question(Question, HolderID, Origin)
  /// Whether the holder may add or fetch attachments of the group, or of a minor's lane.
  case attachment(AttachmentWish, ofMinor: MemberID?, HolderID, PeerID)
  /// Whether the holder may have a token for the group.
  case token(TokenErrand, HolderID, Origin)

  /// Whose look it is.
  var peer: PeerID {
    switch self {
    case .preview(_, _, _, let origin), .question(_, _, let origin), .token(_, _, let origin): origin.peer
    case .summary(_, _, let peer), .attachment(_, _, _, let peer): peer
    }
  }
}
