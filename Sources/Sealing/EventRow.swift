import EventStore
import HearthProtocol

/// A row of a log as it was read; nil where a column is of another kind than it has to be.
package struct EventRow {
  private let sequence: UInt64?
  private let lane: String?
  private let position: UInt64?
  private let bytes: [UInt8]?
  private let hash: LaneHash?

  package init(sequence: UInt64?, lane: String?, position: UInt64?, bytes: [UInt8]?, hash: LaneHash?) {
    (self.sequence, self.lane, self.position, self.bytes, self.hash) = (sequence, lane, position, bytes, hash)
  }

  /// The event.
  ///
  /// - Parameters:
  ///   - last: the sequence before.
  ///   - open: opens what lies at a place, as `DataKey.open`; nil in a store in plain.
  /// - Throws: `.damaged` when it is not the next one, a column cannot be read, or it does not open.
  package func event(
    of group: GroupID, after last: GroupSequence, opening open: ((_ sealed: [UInt8], SealedPlace) throws -> [UInt8]?)?
  ) throws -> StoredEvent {
    func damaged(_ what: String) -> StoreFailure { .damaged("group \(group), sequence \(last.next): \(what)") }
    guard let sequence else { throw damaged("the sequence is no number") }
    guard sequence == last.next.rawValue else { throw damaged("missing; the log goes on at \(sequence)") }
    guard let lane = lane.flatMap({ Lane(name: $0) }) else { throw damaged("the lane is unknown") }
    guard let position else { throw damaged("lane \(lane): the position is no number") }
    guard let bytes else { throw damaged("lane \(lane): the event is no bytes") }
    guard let hash else { throw damaged("lane \(lane): the hash is not 32 bytes") }
    var event = StoredEvent(
      sequence: GroupSequence(sequence), lane: lane, position: LanePosition(position), bytes: bytes, hash: hash)
    if let open {
      guard let opened = try open(bytes, SealedPlace(of: event)) else {
        throw damaged("lane \(lane): the event does not open with its group's key, so it was altered or moved")
      }
      event.bytes = opened
    }
    return event
  }
}
