import HearthProtocol
import Ledger
import Room

/// What a room's loop has for peers of another loop: the calls of `RoomShell` that concern a peer, as values.
enum PeerMessage: Sendable {
  case send(ServerMessage, to: PeerID)
  case start(CatchUpStart, Origin)
  case stream(CatchUpWork, GroupID, Origin)
  case stopStream(GroupID, PeerID)
  case drop(PeerID)
  case refuseDamaged(ServerMessage, GroupID, PeerID)
  case readHistory(HistoryRequest, Origin)
  case answer(Question, GroupState, HolderID, now: RoomHost.Instant, Origin)
  case unfollowed(GroupID, SubscriptionNumber, PeerID)
  case subscriptionEnded(GroupID, SubscriptionEnd, closes: Bool, PeerID)
  case attachment(AttachmentAccess, PeerID)
  case listed(GroupSummary?, GroupID, ListingNumber, PeerID)
  /// A frame for all of the audience that live on the receiving loop; the compressed form is empty when there is none.
  /// The audience is the whole one, since sharing it costs less than taking it apart.
  case broadcast(plain: [UInt8], compressed: [UInt8], audience: [PeerID])
}
