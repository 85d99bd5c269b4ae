import HearthProtocol
import Ledger
import Room

/// How far those who follow a group of another node have been told: they go on from there when that node is gone (SPEC
/// SB-12).
///
/// Events of a lane are told to all of a format that follow it, so one number serves for all of them. A follower that
/// is catching up in pieces has numbers of its own until it has what the others have.
struct RelayPlaces {
  fileprivate enum Stage {
    /// Pieces are still to come: nobody knows what it has.
    case catchingUp
    /// It has all pieces, and may be told by itself what the others were told meanwhile.
    case apart
    /// What the others of its format are told, it is told.
    case together
  }

  fileprivate struct Place {
    let format: WireFormat
    let isQuiet: Bool
    let epoch: UInt64
    var stage: Stage
    /// The last position of each lane that it is known to have been told, by the lane's name.
    var heads: [String: UInt64]
  }

  private var places: [PeerID: Place] = [:]
  /// The last position of each lane that anybody was told, by format and name, and the epoch in which it is one.
  private var told: [WireFormat: [String: UInt64]] = [:]
  private var epoch: UInt64 = 0
  private var apart = 0

  /// Notes that a peer begins to follow the group, or begins anew.
  mutating func begin(_ peer: PeerID, _ start: CatchUpStart, _ format: WireFormat, isQuiet: Bool) {
    forget(peer)
    if epoch != start.subscribed.epoch { (epoch, told) = (start.subscribed.epoch, [:]) }
    let heads = Dictionary(start.subscribed.lanes.map { ($0.lane, $0.head) }, uniquingKeysWith: max)
    places[peer] = Place(
      format: format, isQuiet: isQuiet, epoch: start.subscribed.epoch, stage: start.isWhole ? .together : .catchingUp, heads: heads)
  }

  /// Notes that a peer is not told what others are: what it misses is gathered, or sent in pieces.
  mutating func catchUp(_ peer: PeerID) {
    if places[peer]?.stage == .apart { apart -= 1 }
    places[peer]?.stage = .catchingUp
  }

  /// Notes that a peer has been told a piece.
  mutating func took(_ piece: NodePiece, _ peer: PeerID) {
    guard var place = places[peer], place.stage == .catchingUp, case .success(let messages) = piece.messages else { return }
    for reach in messages.compactMap(\.reach) { place.move(reach) }
    if piece.isDone, !piece.isBroken {
      place.stage = .apart
      apart += 1
    }
    places[peer] = place
  }

  /// Notes that an audience has been told events.
  mutating func tell(_ reach: EncodedMessage.Reach, _ format: WireFormat, to audience: [PeerID]) {
    // Who has caught up is told by itself what the others have.
    let known = told[format]?[reach.lane.name] ?? 0
    if reach.position.rawValue > known { told[format, default: [:]][reach.lane.name] = reach.position.rawValue }
    guard apart > 0 else { return }
    for peer in audience {
      guard var place = places[peer], place.stage == .apart else { continue }
      place.move(reach)
      if place.heads.allSatisfy({ $0.value >= told[format]?[$0.key] ?? 0 }) {
        place.stage = .together
        apart -= 1
      }
      places[peer] = place
    }
  }

  /// Notes that a peer follows the group no more.
  mutating func forget(_ peer: PeerID) {
    if places.removeValue(forKey: peer)?.stage == .apart { apart -= 1 }
    if places.isEmpty { told = [:] }
  }

  /// How a peer goes on from where it stands.
  ///
  /// - Returns: nil when it does not follow the group, or is catching up.
  func subscribe(_ peer: PeerID, to group: GroupID) -> Subscribe? {
    guard let place = places[peer], place.stage != .catchingUp else { return nil }
    let others = place.stage == .together ? told[place.format] ?? [:] : [:]
    return Subscribe.with {
      $0.groupID = group.description
      $0.epoch = place.epoch
      $0.quiet = place.isQuiet
      $0.cursors = place.heads.sorted { $0.key < $1.key }.map { lane, head in
        Cursor.with { ($0.lane, $0.position) = (lane, max(head, others[lane] ?? 0)) }
      }
    }
  }
}

extension RelayPlaces.Place {
  fileprivate mutating func move(_ reach: EncodedMessage.Reach) {
    guard let head = heads[reach.lane.name], head < reach.position.rawValue else { return }
    heads[reach.lane.name] = reach.position.rawValue
  }
}
