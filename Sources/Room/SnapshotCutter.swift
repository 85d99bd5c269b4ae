import HearthProtocol
import Ledger

/// Cuts the snapshot of a lane into messages, one at a time as they are wanted (SPEC SB-03).
///
/// It holds a copy of the history, which costs nothing, and never all of the snapshot: a large group has tens of
/// megabytes.
struct SnapshotCutter: Sendable {
  private let history: GroupHistory
  private let lane: Lane
  /// The snapshot without its lists.
  private var head: LaneSnapshot
  /// The items of its lists before the entries; empty once they were sent.
  private var things: [SnapshotThing]
  private let thingCount: Int
  private let count: Int
  private var told: Int

  /// - Parameter told: how many things the reader has.
  init(_ history: GroupHistory, lane: Lane, behind told: Int = 0) {
    self.history = history
    self.lane = lane
    head = history.snapshotWithoutEntries(of: lane)
    things = head.takeThings()
    thingCount = things.count
    count = thingCount + (lane == .shared ? history.state.entryRowCount : 0)
    self.told = min(told, count)
    if told > 0 { head = head.withoutState }
  }

  /// The next part.
  ///
  /// - Parameter most: its bytes in the reader's encoding; it is longer only when one thing alone is.
  mutating func next(_ format: WireFormat, most: Int) -> (message: ServerMessage, isLast: Bool) {
    var part = head
    let first = told
    var left = most - MessageBytes.headMost - ((try? format.encode(head))?.count ?? 0)
    while told < count {
      let thing = thing(at: told)
      let bytes = thing.bytes(in: format)
      guard bytes <= left || told == first else { break }
      left -= bytes
      part.append(thing)
      told += 1
    }
    head = head.withoutState
    if told >= thingCount { things = [] }
    var message = ServerMessage()
    message.snapshotPart.groupID = history.group.description
    message.snapshotPart.last = told == count
    message.snapshotPart.snapshot = part
    if first > 0 || told < count { message.snapshotPart.things = UInt64(told) }
    return (message, told == count)
  }

  private func thing(at place: Int) -> SnapshotThing {
    guard place >= thingCount else { return things[place] }
    return .entry(history.state.entryRows((place - thingCount)..<(place - thingCount + 1))[0])
  }
}

extension LaneSnapshot {
  /// Where it stands and nothing of what it says.
  fileprivate var withoutState: LaneSnapshot {
    var other = self
    switch state {
    case .shared: other.state = .shared(SharedSnapshot())
    case .admin: other.state = .admin(AdminSnapshot())
    case .income: other.state = .income(IncomeSnapshot())
    case .inbox: other.state = .inbox(InboxSnapshot())
    case .minor: other.state = .minor(MinorSnapshot())
    case .account: other.state = .account(AccountSnapshot())
    case nil: break
    }
    return other
  }
}
