import DequeModule
import HearthProtocol
import Ledger

/// What another member says of the history that they were told (SPEC PR-02).
public struct ToldHead: Equatable, Sendable {
  /// Who says so.
  public var member: MemberID
  /// The lane.
  public var lane: Lane
  /// The event that the hash belongs to, from 1 on.
  public var position: LanePosition
  /// What they have there.
  public var hash: LaneHash

  /// Makes one of its parts.
  public init(member: MemberID, lane: Lane, position: LanePosition, hash: LaneHash) {
    self.member = member
    self.lane = lane
    self.position = position
    self.hash = hash
  }
}

/// What the own history says to it.
public enum HeadVerdict: Equatable, Sendable {
  /// The two were told the same history up to there.
  case same
  /// The server shows the two different histories, or the other does not say what they saw; carries the own hash of
  /// that position.
  case different(own: LaneHash)
  /// It lies before all that is kept in memory.
  case tooOld
}

/// The latest hashes of the lanes that a client receives, compared with what other members say of theirs (SPEC PR-03,
/// product N1).
///
/// What lies ahead waits until it is reached. It is pure, and believes nobody: the
/// report of a difference has the hashes to look further with.
struct HeadExchange: Sendable {
  /// Limit: hashes of a lane that are kept, the latest; what lies before them is `tooOld`.
  static let hashesMax = 1_024

  /// Without gap, up to where the client stands.
  private struct Chain {
    var last: LanePosition
    var hashes: Deque<LaneHash>

    /// Nil when it is not kept.
    subscript(position: LanePosition) -> LaneHash? {
      guard position <= last, last.rawValue - position.rawValue < UInt64(hashes.count) else { return nil }
      return hashes[hashes.count - 1 - Int(last.rawValue - position.rawValue)]
    }
  }

  private struct Source: Hashable {
    var member: MemberID
    var lane: Lane
  }

  private var epoch: UInt64 = 0
  private var chains: [Lane: Chain] = [:]
  /// What lies ahead: the latest of each member and lane.
  private var ahead: [Source: ToldHead] = [:]
  /// Whose difference was told: all that follows from it differs too, and is not told again.
  private var different: Set<Source> = []

  /// Takes over what was verified: the view has just been updated so.
  ///
  /// - Returns: what had lain ahead and is reached now, in the order of members and lanes.
  mutating func follow(_ update: GroupUpdate, to view: GroupView) -> [(ToldHead, HeadVerdict)] {
    if view.epoch != epoch {
      self = HeadExchange()
      epoch = view.epoch
    }
    chains = chains.filter { view.marks[$0.key] != nil }
    ahead = ahead.filter { view.marks[$0.key.lane] != nil }
    for event in update.events {
      guard let hash = event.hash else { continue }
      append(hash, at: event.position, to: event.lane)
    }
    // A lane that came as a snapshot begins at its mark.
    for (lane, mark) in view.marks where chains[lane]?.last != mark.position {
      chains[lane] = mark.hash.map { Chain(last: mark.position, hashes: [$0]) }
    }
    let reached = ahead.values.filter { $0.position <= chains[$0.lane]?.last ?? .start }.sorted {
      ($0.member, $0.lane) < ($1.member, $1.lane)
    }
    return reached.compactMap { head in
      ahead[Source(member: head.member, lane: head.lane)] = nil
      return judge(head).map { (head, $0) }
    }
  }

  private mutating func append(_ hash: LaneHash, at position: LanePosition, to lane: Lane) {
    guard var chain = chains.removeValue(forKey: lane), position.rawValue == chain.last.rawValue &+ 1 else {
      chains[lane] = Chain(last: position, hashes: [hash])
      return
    }
    chain.last = position
    chain.hashes.append(hash)
    if chain.hashes.count > Self.hashesMax { chain.hashes.removeFirst() }
    chains[lane] = chain
  }

  /// Compares what a member says.
  ///
  /// - Returns: nil when there is nothing to say: it lies ahead, belongs to another epoch or to a lane that is not
  ///   received, or its difference was told already.
  mutating func take(_ told: HeadTold, in view: GroupView) -> (ToldHead, HeadVerdict)? {
    guard told.epoch == epoch, view.epoch == epoch, let member = MemberID(told.memberID), view.state.shared.member(member) != nil,
      let lane = Lane(name: told.head.lane), let hash = LaneHash(bytes: told.head.hash), told.head.position > 0, let chain = chains[lane]
    else { return nil }
    let head = ToldHead(member: member, lane: lane, position: LanePosition(told.head.position), hash: hash)
    guard head.position <= chain.last else {
      ahead[Source(member: member, lane: lane)] = head
      return nil
    }
    return judge(head).map { (head, $0) }
  }

  private mutating func judge(_ head: ToldHead) -> HeadVerdict? {
    guard let own = chains[head.lane]?[head.position] else { return .tooOld }
    let source = Source(member: head.member, lane: head.lane)
    guard own != head.hash else {
      different.remove(source)
      return .same
    }
    return different.insert(source).inserted ? .different(own: own) : nil
  }
}
