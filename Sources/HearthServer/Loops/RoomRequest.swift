import HearthProtocol
import Room

/// What a session asks of a group. It goes to the loop on which the group lives; what comes of it goes back to the
/// session's.
enum RoomRequest: Sendable {
  case submit(Submission)
  /// Follow the group.
  case subscribe(Subscribe, asker: Asker, origin: Origin, format: WireFormat, SubscriptionNumber, SubscriptionBegin)
  case unsubscribe(Origin, SubscriptionNumber)
  case tell(TellHeads, Origin)
  case tellDraft(TellDraft, Origin)
  case readHistory(ReadHistory, asker: Asker, origin: Origin)
  case look(Look)
  /// The pieces of a catch-up were sent, or could not be.
  case streamed(CatchUpID, StreamOutcome)
  /// The peer takes the next piece of a catch-up that another node reads.
  case nextPiece(CatchUpID, PeerID)
  /// Whether a question to another node is answered: to whom; nil: to nobody, since it was refused here.
  case mayAnswer(UInt32, PeerID, Questioner?, RelayNumber)
}

/// How a connection comes to follow a group.
enum SubscriptionBegin: UInt8, Sendable {
  /// Its client asks, and is sent what it misses.
  case asked
  /// Nothing of before is sent, whatever cursors there are.
  case fromNow
  /// The group has moved, and the client has asked for nothing (SPEC SB-12): a refusal is the server's own affair.
  case goesOn
}

/// Numbers a connection's requests to follow groups, so that the end of one is not taken for that of a later one.
struct SubscriptionNumber: Hashable, Sendable {
  var rawValue: UInt32 = 0

  /// The next one. Between a request and its end there are far fewer than 2^32 others.
  var next: SubscriptionNumber { SubscriptionNumber(rawValue: rawValue &+ 1) }
}

/// Names a list of groups that a connection has asked for and that is being gathered.
struct ListingNumber: Hashable, Sendable {
  var rawValue: UInt32
}
