import EventStore
import HearthProtocol
import Ledger
import Room
import Transport

/// A link over which this node asks another.
final class NodeLine {
  let node: String
  let connection: ConnectionID
  var frames = NodeFrames()
  /// Whether the other has said who it is.
  var isOpen = false
  /// What waits for that, framed.
  var waiting: [UInt8] = []
  var relays: [RelayNumber: GroupID] = [:]
  /// Monotonic milliseconds.
  var heardAt: Int64

  init(_ node: String, _ connection: ConnectionID, now: Int64) { (self.node, self.connection, heardAt) = (node, connection, now) }
}

/// A link over which another node asks this one.
final class NodeGuest {
  let connection: ConnectionID
  /// Who it is, once it has said so.
  var node: String?
  var frames = NodeFrames()
  var relays: [RelayNumber: GuestRelay] = [:]
  /// Monotonic milliseconds.
  var heardAt: Int64

  init(_ connection: ConnectionID, now: Int64) { (self.connection, heardAt) = (connection, now) }
}

/// A group of which another node asks.
final class GuestRelay {
  unowned let guest: NodeGuest
  let number: RelayNumber
  let group: GroupID
  /// By their names at home.
  var peers: [PeerID: RemotePeer] = [:]
  /// Whether the group is not here: nothing more is asked of it.
  var isOver = false

  init(_ number: RelayNumber, _ group: GroupID, _ guest: NodeGuest) { (self.number, self.group, self.guest) = (number, group, guest) }
}

/// A peer of another node that asks something of a group of this one. Rooms know it by a name like that of any peer.
final class RemotePeer {
  /// A question that can be answered as soon as its node says that it may be.
  struct Pending {
    let question: Question
    let state: GroupState
    let holder: HolderID
    let now: RoomHost.Instant
  }

  let peer: PeerID
  /// What its node calls it.
  let home: PeerID
  unowned let relay: GuestRelay
  /// What it is sent in pieces.
  var reading: CatchUpReading?
  var questions: [UInt32: Pending] = [:]
  // Limit: questions of a peer that wait for that; one more is answered `overloaded`. Each holds a state of its group.
  static let questionsMax = 64

  /// As whom it asked last.
  private var asker: Asker?

  init(_ peer: PeerID, home: PeerID, _ relay: GuestRelay) { (self.peer, self.home, self.relay) = (peer, home, relay) }

  /// Who asks, when it asks for an identity: as a rule always the same one.
  func asker(_ identity: IdentityID) -> Asker {
    if let asker, asker.identity == identity { return asker }
    let asker = Asker(identity: identity, group: relay.group)
    self.asker = asker
    return asker
  }
}

/// What a loop knows of other nodes.
struct NodeTable {
  /// By the names of the nodes.
  var lines: [String: NodeLine] = [:]
  var linesByConnection: [ConnectionID: NodeLine] = [:]
  var guests: [ConnectionID: NodeGuest] = [:]
  var remotes: [PeerID: RemotePeer] = [:]
  /// When a node could not be reached, in monotonic milliseconds, and how often in a row.
  var failures: [String: (at: Int64, count: Int)] = [:]
  /// Relays have numbers of the whole loop, so that one is never taken for another.
  var lastRelay: UInt32 = 0
  var lastRemote: UInt64 = 0
  var pingedAt: Int64 = 0
  /// When the database was last asked whether the nodes of lines live.
  var lookedAt: Int64 = 0
  /// Whether this node does not reach the database, and when another first told it meanwhile what that has stored, in
  /// monotonic milliseconds.
  var (isAway, newsSince): (Bool, Int64?) = (false, nil)
  /// Whether it alone is cut off: a link was broken for such news.
  var isAlone = false
  /// When the readers of its own groups were last sent away since, in monotonic milliseconds; nil: they were not.
  var sentAwayAt: Int64?

  /// How long a node that could not be reached is left alone, in milliseconds.
  static let retryMilliseconds: Int64 = 500
  /// Time between two signs of life, in milliseconds.
  static let pingMilliseconds: Int64 = 2_000
  /// Time between two questions to the database whether the nodes of lines live, in milliseconds.
  static let lookMilliseconds: Int64 = 4_000
  // Limit: how long others may tell a node that is away from the database what they have stored, in milliseconds. After
  // an outage of the database's own they may only be there a moment sooner.
  static let newsMilliseconds: Int64 = 3_000
  // Limit: how long a node that alone is away from the database keeps the readers of its own groups behind the first
  // such news, in milliseconds: the lease, after which another may have the groups.
  static let ownMilliseconds: Int64 = 8_000
  /// Time from one look for readers that came meanwhile to the next, in milliseconds.
  static let sendAwayMilliseconds: Int64 = 1_000
  // Limit: relays of one link, and peers of one loop that are other nodes'; one more breaks its link.
  static let relaysMax = 200_000
  static let remotesMax = 200_000

  var isEmpty: Bool { linesByConnection.isEmpty && guests.isEmpty }

  /// Notes that another node has stored something.
  ///
  /// - Parameter now: monotonic milliseconds, as below.
  /// - Returns: whether this node alone is away from the database.
  mutating func noteNews(now: Int64) -> Bool {
    guard isAway else { return false }
    let first = newsSince ?? now
    newsSince = first
    if now - first >= Self.newsMilliseconds { isAlone = true }
    return isAlone
  }

  /// Whether the readers of its own groups are sent away now: it alone is away from the database, and its lease is
  /// over.
  mutating func sendsReadersAway(now: Int64) -> Bool {
    guard isAway else {
      (newsSince, isAlone, sentAwayAt) = (nil, false, nil)
      return false
    }
    guard isAlone, let since = newsSince, now - since >= Self.ownMilliseconds else { return false }
    if let sentAwayAt, now - sentAwayAt < Self.sendAwayMilliseconds { return false }
    sentAwayAt = now
    return true
  }
}
