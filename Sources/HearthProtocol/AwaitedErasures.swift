import SwiftProtobuf

/// Events without their words whose `words_erased` is still to come (SPEC EW-04).
///
/// The chain goes on from the hash that an event had with its words, so its bytes cannot be checked against it. They
/// are believed once a later event of the same lane, which the chain covers, names their place and what the chain would
/// be behind them. So whatever stands before them is covered too. Who reads to a lane's end has read nothing unchecked
/// when nothing is awaited.
public struct AwaitedErasures: Hashable, Sendable {
  private struct Place: Hashable, Sendable {
    var lane: Lane
    var position: LanePosition
  }

  /// By where they are to be named: where they stand, and the chain behind their bytes.
  private var awaited: [Place: [LanePosition: LaneHash]] = [:]

  /// Awaits nothing.
  public init() {}

  /// Whether everything that was taken has been named.
  public var isEmpty: Bool { awaited.isEmpty }

  /// The first event that was taken and not named, by lane and position; nil: everything was.
  public var first: (lane: Lane, position: LanePosition)? {
    awaited.lazy.flatMap { place, events in events.keys.lazy.map { (place.lane, $0) } }.min { $0 < $1 }
  }

  /// The same of one lane.
  public func first(in lane: Lane) -> LanePosition? {
    awaited.lazy.filter { $0.key.lane == lane }.compactMap { $0.value.keys.min() }.min()
  }

  /// Takes an event whose bytes do not continue the chain.
  ///
  /// - Returns: false when it is not what an erasure leaves, to be named by a later event (SPEC EW-03).
  private mutating func take(_ stored: [UInt8], in lane: Lane, at position: LanePosition, after last: LaneHash) -> Bool {
    guard let event = try? WireFormat.protobuf.decode(Event.self, from: stored) else { return false }
    let naming = LanePosition(event.erasedBy)
    guard naming > position, event.salt.isEmpty, event.commandDigest == 0, (try? event.encoded()) == stored else { return false }
    awaited[Place(lane: lane, position: naming), default: [:]][position] = last.next(stored: stored)
    return true
  }

  /// Passes an event that continues the chain.
  ///
  /// - Returns: false when it was to name events without their words, and does not name them as they are.
  private mutating func pass(_ stored: [UInt8], in lane: Lane, at position: LanePosition) -> Bool {
    if awaited.isEmpty { return true }
    guard let events = awaited.removeValue(forKey: Place(lane: lane, position: position)) else { return true }
    guard let event = try? WireFormat.protobuf.decode(Event.self, from: stored), case .wordsErased(let erased) = event.body else {
      return false
    }
    var named: [UInt64: LaneHash] = [:]
    for one in erased.events { named[one.position] = LaneHash(bytes: one.hash) }
    return events.allSatisfy { named[$0.rawValue] == $1 }
  }

  /// Whether an event at a place, with its bytes, follows on the chain; takes or passes it on the way.
  ///
  /// - Parameters:
  ///   - last: the chain's hash before it.
  ///   - hash: its own, as it is told.
  public mutating func follows(
    _ stored: [UInt8], in lane: Lane, at position: LanePosition, after last: LaneHash, hash: LaneHash
  ) -> Bool {
    last.next(stored: stored) == hash ? pass(stored, in: lane, at: position) : take(stored, in: lane, at: position, after: last)
  }

  /// What is awaited in these lanes; the others are not read any more, or anew.
  public func only(_ lanes: Set<Lane>) -> AwaitedErasures {
    var kept = self
    kept.awaited = awaited.filter { lanes.contains($0.key.lane) }
    return kept
  }
}
