import HearthProtocol
import Ledger

// Who reads which lane follows from the state, so an event may change it: the connections concerned start again (SPEC SB-08).
extension Room {
  /// After a batch that may have changed who reads which lane: whoever receives other lanes now is begun anew, in the same turn.
  mutating func restartMovedReaders() -> [RoomEffect] {
    var effects: [RoomEffect] = []
    for catchUp in catchUps.values.filter({ !receives($0.member, $0.starts.map(\.lane)) }).sorted(by: { $0.origin.peer < $1.origin.peer }) {
      effects += restart(catchUp.asker, catchUp.origin, catchUp.format, isQuiet: catchUp.isQuiet, from: [])
    }
    for subscription in movedSubscriptions() {
      // All that was committed is delivered, so the connection stands at the head of every lane it had.
      let cursors = subscription.lanes.map { lane in
        var cursor = Cursor()
        cursor.lane = lane.name
        cursor.position = history.head(of: lane).position.rawValue
        return cursor
      }
      effects += restart(subscription.asker, subscription.origin, subscription.format, isQuiet: subscription.isQuiet, from: cursors)
    }
    return effects
  }

  /// Before events are delivered that were committed elsewhere: whoever receives other lanes now gets none of them.
  ///
  /// - Returns: what was ended; `restart` follows the delivery.
  mutating func endMovedReaders() -> [Subscription] {
    let moved = movedSubscriptions()
    for subscription in moved { _ = unsubscribe(subscription.origin.peer) }
    return moved
  }

  /// Begins a connection's catch-up anew, or tells it that its member is gone.
  mutating func restart(
    _ asker: Asker, _ origin: Origin, _ format: WireFormat, isQuiet: Bool, from cursors: [Cursor]
  ) -> [RoomEffect] {
    var subscribe = Subscribe()
    subscribe.groupID = group.description
    subscribe.epoch = epoch
    subscribe.quiet = isQuiet
    subscribe.cursors = cursors
    guard history.state.member(holding: asker.holder) != nil else {
      return unsubscribe(origin.peer) + begin(subscribe, asker: asker, origin: origin, format: format)
    }
    return begin(subscribe, asker: asker, origin: origin, format: format)
  }

  private func movedSubscriptions() -> [Subscription] {
    subscriptions.values.filter { !receives($0.member, $0.lanes.map(\.name)) }.sorted { $0.origin.peer < $1.origin.peer }
  }

  private func receives(_ member: MemberID, _ lanes: [String]) -> Bool {
    history.state.lanes(readableBy: member).map(\.name) == lanes
  }
}

extension PeerID {
  fileprivate static func < (left: PeerID, right: PeerID) -> Bool { left.rawValue < right.rawValue }
}
