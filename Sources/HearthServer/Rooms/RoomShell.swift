import EventStore
import HearthProtocol
import Ledger
import Room

/// What a room host needs done with sockets, disk and threads. The server's loop does it for real, a simulation in
/// memory. A peer may live on another loop; what it is told arrives in the order of the calls.
///
/// What is said to be off the loop ends in a call of the host's function of the same name on the loop.
protocol RoomShell: AnyObject {
  /// Hands batches of many rooms to the store's next commit; ends in `RoomHost.committed`.
  func append(_ batches: [AppendBatch])
  /// Reads a group off the loop; ends in `RoomHost.loaded`.
  func load(_ group: GroupID)
  /// The same of a group that is open, at the cost of this identity.
  func loadAgain(_ group: GroupID, for identity: IdentityID)
  /// A group has come into memory, or has left it.
  func noteRoom(_ group: GroupID, isOpen: Bool)
  /// Reads a group when everything that peers were told before has reached them, and what they ask then is here.
  func loadBehindPeers(_ group: GroupID)
  /// Collects what a subscriber misses off the loop; ends in `RoomHost.gathered`.
  func gather(_ work: CatchUpWork, group: GroupID)
  /// Reckons a settlement plan off the loop, at the cost of this identity; ends in `RoomHost.reckoned`.
  func reckon(_ work: PlanWork, for identity: IdentityID, group: GroupID)
  /// Looks for words that are to be erased off the loop; ends in `RoomHost.looked`.
  func erase(_ work: ErasureWork)
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
  /// Whether the store is out of reach for now: commands are refused before they are decided, groups are read from
  /// memory, and drafts are shown to nobody, since it is not known whom another server removes.
  var isStoreAway: Bool { get }
  /// Notes what a command has added to a group's history.
  func bill(_ bill: Bill)
  /// Begins to ask another node of a group; nil when it cannot be reached now. What it says of the group ends in
  /// `RoomHost.heard`, `notThere` or `relayBroken`.
  func openRelay(of group: GroupID, to node: NodePlace) -> RelayNumber?
  /// Asks the node of a relay something, for a peer if it is one's.
  func askNode(_ request: NodeRequest, on relay: Relay, of group: GroupID, by peer: PeerID?)
  /// Tells the node of a relay that a peer asks nothing more.
  func leaveNode(_ peer: PeerID, _ relay: Relay)
  /// Tells the node of a relay that nothing more is asked of the group.
  func endRelay(_ relay: Relay)
  /// Has the store give a group to another node, off the loop; ends in `RoomHost.handedOver`.
  ///
  /// - Parameter memory: what its room remembers, for the room there.
  func giveAway(_ group: GroupID, to node: String, remembering memory: [UInt8])
  /// Keeps what a room remembers for the server that has its group next, off the loop.
  func remember(_ memory: [UInt8], of group: GroupID)
  /// Asks the database off the loop whether the node of a relay lives; ends in `RoomHost.lookedForNode`.
  func lookForNode(of relay: Relay, _ group: GroupID)
  /// The database says that the node of a relay has gone: its other groups are looked for anew, too.
  func leaveGoneNode(_ relay: Relay)
  /// Has the loop on which a peer lives do something for it.
  func pass(_ message: PeerMessage, to peer: PeerID)
  /// Ends what came by a holder's tokens for a group, or by those that write, on all loops.
  func endTokens(of holder: HolderID, readersStay: Bool)
  /// Has the operator's program tell members, off the loop; nobody waits for it.
  func notify(_ notices: [Notice], of group: GroupID)
  /// Has members told on their devices, off the loop; nobody waits for it.
  func tellDevices(_ notices: [DeviceNotice], of group: GroupID)
  /// Encodes events of one lane once for a wire format and queues the bytes to everybody in the audience.
  func fanOut(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat, audience: [PeerID])
  /// Encodes a message once for a wire format and queues the bytes to everybody in the audience.
  func fanOut(_ message: ServerMessage, format: WireFormat, audience: [PeerID])
}

extension RoomShell {
  /// All peers are here.
  func loadBehindPeers(_ group: GroupID) { load(group) }

  /// Nobody is told by a program.
  func notify(_ notices: [Notice], of group: GroupID) {}

  /// Nobody is told on a device.
  func tellDevices(_ notices: [DeviceNotice], of group: GroupID) {}

  /// A store within the process is never away.
  var isStoreAway: Bool { false }

  /// A server of its own has no other nodes.
  func openRelay(of group: GroupID, to node: NodePlace) -> RelayNumber? { nil }
  func askNode(_ request: NodeRequest, on relay: Relay, of group: GroupID, by peer: PeerID?) {}
  func leaveNode(_ peer: PeerID, _ relay: Relay) {}
  func endRelay(_ relay: Relay) {}
  func giveAway(_ group: GroupID, to node: String, remembering memory: [UInt8]) {}
  func remember(_ memory: [UInt8], of group: GroupID) {}
  func lookForNode(of relay: Relay, _ group: GroupID) {}
  func leaveGoneNode(_ relay: Relay) {}
  func noteRoom(_ group: GroupID, isOpen: Bool) {}

  /// Queues a message to one peer.
  func send(_ message: ServerMessage, to peer: PeerID) { pass(.send(message, to: peer), to: peer) }
}
