import HearthProtocol
import Room

/// What a session asks of a group. It goes to the loop on which the group lives; what comes of it goes back to the session's.
enum RoomRequest: Sendable {
  case submit(Submission)
  case subscribe(Subscribe, asker: Asker, origin: Origin, format: WireFormat, SubscriptionNumber)
  case unsubscribe(Origin, SubscriptionNumber)
  case readHistory(ReadHistory, asker: Asker, origin: Origin)
  case look(Look)
}

/// Numbers a connection's requests to follow groups, so that the end of one is not taken for that of a later one.
struct SubscriptionNumber: Hashable, Sendable {
  var rawValue: UInt32 = 0

  /// The next one. Between a request and its end there are far fewer than 2^32 others.
  var next: SubscriptionNumber { SubscriptionNumber(rawValue: rawValue &+ 1) }
}

/// What somebody wants to see of a group's committed state without following it.
enum Look: Sendable {
  /// What an invite leads to, for somebody of this name.
  case preview(InviteID, displayName: String, Origin)
  /// A line in the list of the holder's groups.
  case summary(HolderID, ListingNumber, PeerID)
  /// Who owes whom.
  case settlement(ReadSettlement, HolderID, Origin)
  /// Whether the holder may add or fetch attachments.
  case attachment(AttachmentWish, HolderID, PeerID)
}

/// Names a list of groups that a connection has asked for and that is being gathered.
struct ListingNumber: Hashable, Sendable {
  var rawValue: UInt32
}
