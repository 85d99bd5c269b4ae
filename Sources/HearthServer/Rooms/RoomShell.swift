import EventStore
import HearthProtocol
import Ledger
import Room

/// What a room host needs done with sockets, disk and threads. The server's loop does it for real, a simulation in
/// memory. A peer may live on another loop; what it is told arrives in the order of the calls.
///
/// What is said to be off the loop ends in a call of the host's function of the same name on the loop.
protocol RoomShell: AnyObject {
  /// Hands batches of many rooms to the store's group commit; ends in `RoomHost.committed`.
  func append(_ batches: [AppendBatch])
  /// Reads a group off the loop; ends in `RoomHost.loaded`.
  func load(_ group: GroupID)
  /// Collects what a subscriber misses off the loop; ends in `RoomHost.gathered`.
  func gather(_ work: CatchUpWork, group: GroupID)
  /// Sends a subscriber what it misses in pieces, as it takes them, behind what was sent before; ends in
  /// `RoomHost.streamed`, unless it is stopped, another catch-up of the group begins or ends for the peer, or the peer
  /// goes.
  func stream(_ work: CatchUpWork, group: GroupID, to origin: Origin)
  /// Sends a peer no further piece of a group.
  func stopStream(of group: GroupID, to peer: PeerID)
  /// Reads a page off the loop and answers with it.
  func readHistory(_ request: HistoryRequest, origin: Origin)
  /// Finds the answer to a member's question in a state off the loop and sends it.
  ///
  /// - Parameter now: milliseconds since 1970.
  func answer(_ question: Question, of state: GroupState, for holder: HolderID, now: RoomHost.Instant, origin: Origin)
  /// Keeps a snapshot off the loop; failing to is not an error, the log is the truth.
  func saveSnapshot(_ history: GroupHistory)
  /// Exports a group, then deletes it, off the loop; ends in `RoomHost.purged`.
  ///
  /// - Parameter now: milliseconds since 1970.
  func purge(_ group: GroupID, now: Int64)
  /// Sets right in the directory when a group is due, off the loop; see `Directory.noteDue`. What fails is noticed when
  /// the group is opened next.
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64)
  /// A group that is due turned out to be damaged: it is due no longer, which is logged.
  func forgetDamaged(_ group: GroupID, now: Int64)
  /// Charges the server's memory budget with so many bytes, or gives them back if they are negative.
  func chargeRooms(_ bytes: Int)
  /// Charges the server's memory budget with what rooms keep of their groups, or gives it back if it is negative.
  func chargeRoomMemory(_ bytes: Int)
  /// Whether so much memory is charged that rooms which nobody needs have to go.
  var isMemoryTight: Bool { get }
  /// Whether the server keeps what is left of the disk for what protects somebody (SPEC ER-05).
  var isDiskShort: Bool { get }
  /// Notes what a command has added to a group's history.
  func bill(_ bill: Bill)
  /// Ends a peer's connection with the advice to come back (1013).
  func drop(_ peer: PeerID)
  /// Queues a message to one peer.
  func send(_ message: ServerMessage, to peer: PeerID)
  /// Refuses a request because its group is damaged, or as if it did not exist to whoever is no member (SPEC ER-04).
  func refuseDamaged(_ refusal: ServerMessage, group: GroupID, to peer: PeerID)
  /// The peer does not follow a group that it asked to follow, or does so no longer.
  func unfollowed(_ group: GroupID, _ number: SubscriptionNumber, by peer: PeerID)
  /// Tells a peer that the server has ended its subscription, and ends its connection (4003) if it is to close.
  func endSubscription(of peer: PeerID, to group: GroupID, _ reason: SubscriptionEnd, closes: Bool)
  /// Says whether a peer may add or fetch an attachment.
  func attachment(_ access: AttachmentAccess, for peer: PeerID)
  /// Gives a line of a list of groups; nil when the holder is no member.
  func listed(_ summary: GroupSummary?, of group: GroupID, in listing: ListingNumber, to peer: PeerID)
  /// Queues everything a subscriber misses.
  func send(_ start: CatchUpStart, to origin: Origin)
  /// Encodes events of one lane once for a wire format and queues the bytes to everybody in the audience.
  func fanOut(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat, audience: [PeerID])
  /// Encodes a message once for a wire format and queues the bytes to everybody in the audience.
  func fanOut(_ message: ServerMessage, format: WireFormat, audience: [PeerID])
}
