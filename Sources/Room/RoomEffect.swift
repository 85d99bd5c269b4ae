import EventStore
import HearthProtocol
import Ledger

/// What a room asks its shell to do, in this order.
public enum RoomEffect: Sendable {
  /// Make the batch durable, then tell the room with `appended`. Nothing of it may leave the process before.
  case append(AppendBatch)
  /// Encode these events of one lane once per wire format and queue the bytes to the recipients.
  case deliver(Lane, [CommittedEvent], Recipients)
  /// Tell one peer.
  case answer(ServerMessage, PeerID)
  /// Encode this message once per wire format and queue the bytes to the recipients; nothing of it is stored.
  case announce(ServerMessage, Recipients)
  /// Tell one peer that its subscription has ended; and end its connection, if it is to close.
  case end(PeerID, SubscriptionEnd, closes: Bool)
  /// Off the loop: collect what a new subscriber misses, then call `gathered`.
  case gather(CatchUpWork)
  /// Send a subscriber everything it misses, in this order and before anything that follows.
  case begin(CatchUpStart, Origin)
  /// Send a subscriber what it misses in pieces, as it takes them and behind what was sent before; then call
  /// `streamed`. It ends what was being sent so of the group before.
  case stream(CatchUpWork, Origin)
  /// A subscription begins anew: send the peer no further piece of a catch-up, and nothing that others are told counts
  /// as told to it until it begins.
  case stopStream(PeerID)
  /// Off the loop: read a page of history and answer with it.
  case readHistory(HistoryRequest, Origin)
  /// Off the loop, at the cost of this identity: reckon the plan, then call `reckoned`.
  case reckon(PlanWork, for: IdentityID)
  /// Off the loop: look for words that are to be erased, then call `looked`.
  case erase(ErasureWork)
  /// Have the operator's program tell members; nobody waits for it, and what cannot be told is not told later.
  case notify([Notice])
  /// The same on the devices of members.
  case tellDevices([DeviceNotice])
  /// Off the loop: serialize and keep this history as a snapshot.
  case saveSnapshot(GroupHistory)
  /// A member may have no token for the group any more, or none that writes: end what came by such tokens. It stands
  /// before what follows from it.
  case endTokens(HolderID, readersStay: Bool)
  /// The store refused: read the group again from it, then call `reloaded`.
  case reload
}
