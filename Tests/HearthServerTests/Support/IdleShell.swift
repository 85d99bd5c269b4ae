import EventStore
import HearthProtocol
import Ledger
import Room

@testable import HearthServer

/// A shell that carries out nothing: it keeps what a host asks for, so that a test says what becomes of it and when.
final class IdleShell: RoomShell {
  /// The groups that were to be read, in order.
  private(set) var loads: [GroupID] = []
  /// The groups that were to be deleted, in order.
  private(set) var purges: [GroupID] = []
  /// What was to be stored and was not taken yet.
  private var appends: [AppendBatch] = []
  /// What peers were told.
  private(set) var sent: [ServerMessage] = []
  /// Whose connections were to end.
  private(set) var dropped: [PeerID] = []
  /// What the memory budget is charged.
  private(set) var chargedBytes = 0
  /// Called with each line of a list, whose group it is.
  var whenListed: (GroupID) -> Void = { _ in }

  /// What other nodes are asked, and which relays have ended.
  private(set) var askedNodes: [(request: NodeRequest, relay: RelayNumber, peer: PeerID?)] = []
  private(set) var leftNodes: [PeerID] = []
  private(set) var endedRelays: [RelayNumber] = []
  /// Whether other nodes can be reached.
  var reachesNodes = false
  /// What peers of this node were told that is no message, and what peers of others were.
  private(set) var passed: [PeerMessage] = []

  func openRelay(of group: GroupID, to node: NodePlace) -> RelayNumber? {
    guard reachesNodes else { return nil }
    relays += 1
    return RelayNumber(rawValue: relays)
  }
  private(set) var relays: UInt32 = 0
  func askNode(_ request: NodeRequest, on relay: Relay, of group: GroupID, by peer: PeerID?) {
    askedNodes.append((request, relay.number, peer))
  }
  func leaveNode(_ peer: PeerID, _ relay: Relay) { leftNodes.append(peer) }
  func endRelay(_ relay: Relay) { endedRelays.append(relay.number) }
  /// Of which relays the database was to be asked whether their nodes live.
  private(set) var lookedForNodes: [RelayNumber] = []
  var isStoreAway = false
  func lookForNode(of relay: Relay, _ group: GroupID) { lookedForNodes.append(relay.number) }

  /// The groups that were to be given to other nodes, in order, and to which.
  private(set) var given: [GroupMoves.Wish] = []

  /// What their rooms remembered, and what was kept of rooms when the server ended.
  private(set) var givenMemories: [[UInt8]] = []
  private(set) var keptMemories: [GroupID: [UInt8]] = [:]

  func giveAway(_ group: GroupID, to node: String, remembering memory: [UInt8]) {
    given.append(GroupMoves.Wish(group, to: node))
    givenMemories.append(memory)
  }

  func remember(_ memory: [UInt8], of group: GroupID) { keptMemories[group] = memory }

  /// Of which histories snapshots were to be kept, in order.
  private(set) var saved: [GroupHistory] = []

  /// What was to be stored since the last time.
  func takeAppends() -> [AppendBatch] {
    defer { appends = [] }
    return appends
  }

  /// The answers to accepted commands, oldest first.
  var accepted: [Accepted] { sent.compactMap { if case .accepted(let accepted) = $0.body { accepted } else { nil } } }

  /// The codes of the refusals, oldest first.
  var refusals: [String] { sent.compactMap { if case .rejected(let rejected) = $0.body { rejected.code } else { nil } } }

  func append(_ batches: [AppendBatch]) { appends += batches }
  func load(_ group: GroupID) { loads.append(group) }
  /// Who pays for groups that were to be read again, in order.
  private(set) var payers: [IdentityID] = []
  func loadAgain(_ group: GroupID, for identity: IdentityID) {
    loads.append(group)
    payers.append(identity)
  }
  /// The groups that are in memory, as the store is told.
  private(set) var open: Set<GroupID> = []
  func noteRoom(_ group: GroupID, isOpen: Bool) { if isOpen { open.insert(group) } else { open.remove(group) } }
  func purge(_ group: GroupID, now: Int64) { purges.append(group) }
  /// What the memory budget is charged for rooms.
  private(set) var chargedMemory = 0
  /// What it says of memory and disk.
  var isMemoryTight = false
  var isDiskShort = false
  /// What commands have added.
  private(set) var bills: [Bill] = []

  func chargeRoomMemory(_ bytes: Int) { chargedMemory += bytes }
  func endTokens(of holder: HolderID, readersStay: Bool) {}
  func bill(_ bill: Bill) { bills.append(bill) }
  func chargeRooms(_ bytes: Int) { chargedBytes += bytes }

  func pass(_ message: PeerMessage, to peer: PeerID) {
    switch message {
    case .send(let message, _), .refuseDamaged(let message, _, _): sent.append(message)
    case .drop(let peer): dropped.append(peer)
    case .listed(_, let group, _, _): whenListed(group)
    default: passed.append(message)
    }
  }

  func gather(_ work: CatchUpWork, group: GroupID) { gathers.append(work) }
  /// What was to be collected for subscribers, in order.
  private(set) var gathers: [CatchUpWork] = []
  /// Who began to follow a group.
  var begun: [PeerID] { passed.compactMap { if case .start(_, let origin) = $0 { origin.peer } else { nil } } }
  func reckon(_ work: PlanWork, for identity: IdentityID, group: GroupID) {}
  func erase(_ work: ErasureWork) {}
  func saveSnapshot(_ history: GroupHistory) { saved.append(history) }
  func noteDue(_ group: GroupID, at instant: Int64?, now: Int64) {}
  func forgetDamaged(_ group: GroupID, now: Int64) {}
  func fanOut(_ events: [CommittedEvent], lane: Lane, group: GroupID, format: WireFormat, audience: [PeerID]) {}
  func fanOut(_ message: ServerMessage, format: WireFormat, audience: [PeerID]) {}
}
