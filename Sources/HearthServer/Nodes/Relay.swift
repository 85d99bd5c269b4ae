import EventStore
import HearthProtocol
import Room
import Transport

/// Another node that serves, and where it is reached.
struct NodePlace: Hashable, Sendable {
  var name: String
  /// Tried one after the other; never empty.
  var addresses: [SocketAddress]
}

/// A group that another node has: stands in for its room. It knows what was asked there and not answered, and who
/// follows the group.
///
/// It sends nothing. A request has a number of its own, under which it is answered; so every request is answered once,
/// also when the other node goes.
final class Relay {
  /// A request that has no answer yet.
  struct Asked {
    let request: RoomRequest
    /// The request's own.
    let origin: Origin
    /// Whether the peer's loop counts it as a read that is under way.
    var isReading = false
  }

  private struct Reader {
    let number: UInt32
    let origin: Origin
    let format: WireFormat
    let isQuiet: Bool
  }

  private struct Peer {
    var asked = 0
    /// Whether it follows the group, or has asked to.
    var follows = false
    /// The request by which it was told from where on; nil: it was not.
    var reader: Reader?
  }

  let number: RelayNumber
  let node: NodePlace
  private var asked: [UInt32: Asked] = [:]
  private var last: UInt32 = 0
  /// Requests that are answered only when they are refused, the oldest first.
  private var silent: [UInt32] = []
  // Limit: of those that are remembered; a refusal of an older one is told to nobody.
  private static let silentMax = 64
  private var peers: [PeerID: Peer] = [:]
  /// How far those who follow the group have been told.
  private var places = RelayPlaces()
  /// Since when requests wait without a word from there, in monotonic milliseconds; nil: none does.
  var waitsSince: Int64?
  /// Whether the database is being asked if the node lives.
  var isLookedFor = false
  /// Since when the database says that it does not, in monotonic milliseconds; nil: it lives, or was not looked for.
  var goneSince: Int64?

  init(_ number: RelayNumber, to node: NodePlace) { (self.number, self.node) = (number, node) }

  /// Requests without an answer.
  var askedCount: Int { asked.count - silent.count }
  /// Whether nobody follows the group, or waits for an answer.
  var isIdle: Bool { peers.isEmpty }
  /// Who follows the group, in one order.
  var readers: [PeerID] { peers.filter { $0.value.reader != nil }.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Whether a peer follows the group by an earlier request.
  func readers(_ peer: PeerID) -> Bool { peers[peer]?.reader != nil }

  /// Everything that has no answer, in the order of asking.
  var unanswered: [Asked] { asked.sorted { $0.key < $1.key }.map(\.value) }

  /// Notes a request.
  ///
  /// - Returns: its number; nil when no answer to it is noted here.
  func ask(_ request: RoomRequest) -> UInt32? {
    guard let origin = request.origin else { return nil }
    let peer = origin.peer
    last = last == .max ? 1 : last + 1
    asked[last] = Asked(request: request, origin: origin)
    switch request {
    case .tell, .tellDraft:
      silent.append(last)
      if silent.count > Self.silentMax { asked[silent.removeFirst()] = nil }
    case .subscribe:
      peers[peer, default: Peer()].asked += 1
      peers[peer]?.follows = true
    case .submit, .unsubscribe, .readHistory, .look, .streamed, .nextPiece, .mayAnswer: peers[peer, default: Peer()].asked += 1
    }
    return last
  }

  /// A request that is answered now, and what older ones of its peer are answered by that, too.
  func answered(_ number: UInt32) -> Asked? {
    guard let found = take(number) else { return nil }
    switch found.request {
    case .subscribe, .unsubscribe:
      // Of several requests to follow only the last is answered.
      for (older, other) in asked where older < number && other.origin.peer == found.origin.peer {
        if case .subscribe = other.request { _ = take(older) }
      }
    default: break
    }
    return found
  }

  private func take(_ number: UInt32) -> Asked? {
    guard let found = asked.removeValue(forKey: number) else { return nil }
    if let place = silent.firstIndex(of: number) { silent.remove(at: place) } else { peers[found.origin.peer]?.asked -= 1 }
    return found
  }

  /// A request that stays without an answer; nil when there is none of this number.
  subscript(number: UInt32) -> Asked? { asked[number] }

  /// Notes that the peer's loop counts a request as a read from here on.
  func beginReading(_ number: UInt32) { asked[number]?.isReading = true }

  /// The oldest question of a peer about an attachment: it asks one at a time.
  func attachmentAsked(by peer: PeerID) -> UInt32? {
    asked.filter {
      if case .look(.attachment(_, _, _, peer)) = $0.value.request { true } else { false }
    }.keys.min()
  }

  /// Notes that a peer follows the group.
  ///
  /// - Parameters:
  ///   - number: the number of the request by which the peer follows: this answers it, or begins it anew.
  /// - Returns: where the request came from; nil when there is none of this number.
  func follow(_ peer: PeerID, by number: UInt32, _ start: CatchUpStart) -> Origin? {
    let reader: Reader
    if case .subscribe(let subscribe, _, let origin, let format, _, _) = answered(number)?.request {
      reader = Reader(number: number, origin: origin, format: format, isQuiet: subscribe.quiet)
    } else if let former = peers[peer]?.reader, former.number == number {
      reader = former
    } else {
      return nil
    }
    peers[peer, default: Peer()].follows = true
    peers[peer]?.reader = reader
    places.begin(peer, start, reader.format, isQuiet: reader.isQuiet)
    return reader.origin
  }

  /// Notes that a peer is not told what others are: what it misses is gathered, or sent in pieces.
  func catchUp(_ peer: PeerID) { places.catchUp(peer) }

  /// Notes that a peer has been told a piece.
  func took(_ piece: NodePiece, _ peer: PeerID) { places.took(piece, peer) }

  /// Notes that an audience has been told events.
  func tell(_ reach: EncodedMessage.Reach, _ format: WireFormat, to audience: [PeerID]) { places.tell(reach, format, to: audience) }

  /// How a peer that follows the group goes on elsewhere; nil when it is catching up, or has asked to follow it anew.
  func subscribeElsewhere(_ peer: PeerID, _ group: GroupID) -> Subscribe? {
    asksAnew(peer) ? nil : places.subscribe(peer, to: group)
  }

  /// Whether a peer has asked to follow the group and has no answer yet.
  func asksAnew(_ peer: PeerID) -> Bool {
    asked.values.contains { other in
      if case .subscribe = other.request { other.origin.peer == peer } else { false }
    }
  }

  /// Where the request came from by which a peer follows the group; nil when it follows by another, or not at all.
  func reading(of peer: PeerID, by number: UInt32) -> Origin? {
    peers[peer]?.reader.flatMap { $0.number == number ? $0.origin : nil }
  }

  /// Notes that a peer does not follow the group, and asks to.
  func endReading(_ peer: PeerID) {
    peers[peer]?.reader = nil
    places.forget(peer)
  }

  /// Notes that a peer does not follow the group.
  func unfollow(_ peer: PeerID) {
    peers[peer]?.follows = false
    endReading(peer)
  }

  /// Forgets a peer that has nothing here any more; whether it was one.
  func release(_ peer: PeerID) -> Bool {
    guard let known = peers[peer], known.asked <= 0, !known.follows else { return false }
    peers[peer] = nil
    return true
  }

  /// A peer is gone: nobody is to be answered. Whether it was known.
  func forget(_ peer: PeerID) -> Bool {
    for (number, other) in asked where other.origin.peer == peer { _ = take(number) }
    places.forget(peer)
    return peers.removeValue(forKey: peer) != nil
  }
}

extension RoomRequest {
  /// Where its answer goes; nil: it has none.
  var origin: Origin? {
    switch self {
    case .submit(let submission): submission.origin
    case .subscribe(_, _, let origin, _, _, _), .unsubscribe(let origin, _), .tell(_, let origin), .tellDraft(_, let origin),
      .readHistory(_, _, let origin), .look(.preview(_, _, _, let origin)), .look(.question(_, _, let origin)),
      .look(.token(_, _, let origin)):
      origin
    case .look(.summary(_, _, let peer)), .look(.attachment(_, _, _, let peer)): Origin(peer: peer, request: 0)
    case .streamed, .nextPiece, .mayAnswer: nil
    }
  }

  /// Whose it is; nil: the loop's own.
  var peer: PeerID? {
    switch self {
    case .nextPiece(_, let peer), .mayAnswer(_, let peer, _, _): peer
    default: origin?.peer
    }
  }
}
