import HearthProtocol

// A group that goes on at another node: its readers begin anew there, from where they stand (SPEC SB-12).
extension Room {
  /// Whether nothing of the group is queued, in flight, in doubt, or on its way to somebody who begins to follow it.
  public var mayBeHandedOver: Bool { isSettledForGood && waitingReaders.isEmpty && catchUps.isEmpty && gathering.isEmpty }

  /// Whether the history is what is durable, and no command waits.
  public var isSettledForGood: Bool { isSettled && !isInDoubt }

  /// What it remembers beyond its history, for the server that has the group next; empty: nothing.
  public var memory: [UInt8] { refused.bytes }

  /// Remembers what the room of the server before did.
  public mutating func remember(_ memory: [UInt8]) { refused.add(memory) }

  /// The connections that begin to follow the group and do not do so yet, or wait for a page of its history.
  public var beginners: Set<PeerID> {
    Set(waitingReaders.map(\.origin.peer)).union(catchUps.values.map(\.origin.peer)).union(gathering.values)
  }

  /// Ends what is shown of drafts, and says from where each connection that follows the group goes on at the next node.
  /// To be called while nothing is queued or in flight; the room takes nothing afterwards.
  public mutating func handOver() -> (effects: [RoomEffect], readers: [PeerID: Subscribe]) {
    var effects: [RoomEffect] = []
    var readers: [PeerID: Subscribe] = [:]
    for (peer, subscription) in subscriptions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      effects += endDraft(of: peer)
      // All that was committed is delivered, so the connection stands at the head of every lane it had.
      readers[peer] = Subscribe.with {
        $0.groupID = group.description
        $0.epoch = epoch
        $0.quiet = subscription.isQuiet
        $0.cursors = subscription.lanes.map { lane in
          Cursor.with { ($0.lane, $0.position) = (lane.name, history.head(of: lane).position.rawValue) }
        }
      }
    }
    return (effects, readers)
  }
}
