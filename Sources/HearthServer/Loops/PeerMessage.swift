import HearthProtocol
import Ledger
import Room

/// What the loop of a room has the loop of a peer do for it. What one peer is told arrives in the order of the calls.
enum PeerMessage: Sendable {
  /// Queue a message.
  case send(ServerMessage, to: PeerID)
  /// As `send`, of an answer as another node wrote it, to the request of this number.
  case accepted(WrittenAnswer, request: UInt32, PeerID)
  /// Queue everything that a subscriber misses.
  case start(CatchUpStart, Origin)
  /// Send a subscriber what it misses in pieces, as it takes them, behind what was sent before.
  ///
  /// It ends in `RoomHost.streamed`, unless it is stopped, another catch-up of the group begins or ends for the peer,
  /// or the peer goes. The loop of the peer knows what the connection has taken.
  case stream(CatchUpWork, GroupID, Origin)
  /// Send no further piece of a group.
  case stopStream(GroupID, PeerID)
  /// End the connection with the advice to come back (1013).
  case drop(PeerID)
  /// Refuse a request because its group is damaged, or as if it did not exist to somebody who is no member (SPEC
  /// ER-04).
  case refuseDamaged(ServerMessage, GroupID, PeerID)
  /// Read a page off the loop and answer with it; so the page cannot overtake what the room has told the peer before.
  case readHistory(HistoryRequest, Origin)
  /// Find the answer to a member's question in a state off the loop and send it.
  case answer(Question, GroupState, HolderID, now: RoomHost.Instant, Origin)
  /// The peer does not follow a group that it asked to follow, or does so no longer.
  case unfollowed(GroupID, SubscriptionNumber, PeerID)
  /// Tell the peer that the server has ended its subscription, and end its connection (4003) if it is to close.
  case subscriptionEnded(GroupID, SubscriptionEnd, closes: Bool, PeerID)
  /// The room that the peer follows is another node's now: follow the group anew from where the peer stands.
  case moved(GroupID, Subscribe, PeerID)
  /// The peer cannot follow a group now that has moved, which its client has not asked for
  /// (`SubscriptionBegin.goesOn`).
  case cannotGoOn(GroupID, SubscriptionNumber, Rejected, Origin)
  /// Whether the peer may add or fetch an attachment.
  case attachment(AttachmentAccess, PeerID)
  /// Whether the peer may have a token for a group; why not.
  case token(TokenErrand, GroupID, Rejected?, Origin)
  /// A line of a list of groups; nil when the holder is no member.
  case listed(GroupSummary?, GroupID, ListingNumber, PeerID)
  /// To a peer of another node: this one does not have the group.
  case elsewhere(GroupID, PeerID)
  /// As `stream`, of a group that another node has and reads.
  case streamLinked(CatchUpID, GroupID, PeerID)
  /// A piece that another node has read.
  case pieceLinked(NodePiece, GroupID, PeerID)
  /// Say whether another node is to answer the peer's question, which it has asked there under a number.
  case answerLinked(GroupID, RelayNumber, UInt32, Origin)
  /// A read of the peer's is under way no more.
  case readEnded(PeerID)
  /// A frame for all of the audience that live on the receiving loop; the compressed form is empty when there is none,
  /// and the message is there when one of the audience reads events over HTTP. The reach says how far it brings a
  /// lane. The audience is the whole one, since
  /// sharing it costs less than taking it apart.
  case broadcast(plain: [UInt8], compressed: [UInt8], EncodedMessage?, EncodedMessage.Reach?, WireFormat, audience: [PeerID])

  /// The peer that it is for; nil: it is for many.
  var peer: PeerID? {
    switch self {
    case .send(_, let peer), .accepted(_, _, let peer), .stopStream(_, let peer), .drop(let peer), .refuseDamaged(_, _, let peer),
      .unfollowed(_, _, let peer),
      .subscriptionEnded(_, _, _, let peer), .attachment(_, let peer), .listed(_, _, _, let peer), .elsewhere(_, let peer),
      .moved(_, _, let peer), .streamLinked(_, _, let peer), .pieceLinked(_, _, let peer), .readEnded(let peer):
      peer
    case .start(_, let origin), .stream(_, _, let origin), .readHistory(_, let origin), .answer(_, _, _, _, let origin),
      .token(_, _, _, let origin), .answerLinked(_, _, _, let origin), .cannotGoOn(_, _, _, let origin):
      origin.peer
    case .broadcast: nil
    }
  }
}
