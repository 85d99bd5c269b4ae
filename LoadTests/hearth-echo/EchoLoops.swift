import Locking
import Transport
import WebSocket

/// What one loop tells another about a room.
enum RoomPost: Sendable {
  /// To the room's owner: somebody said this.
  case said(RoomID, Opcode, [UInt8])
  /// From the owner: frames, in the order in which everybody gets them.
  case ordered(RoomID, [UInt8])
}

/// What the loops of the program have in common.
final class EchoLoops: Sendable {
  let names: RoomNames
  let counts: [LiveCounts]
  private let inboxes = Locked<[LoopInbox<RoomPost>]>([])

  init(count: Int) {
    names = RoomNames(loops: count)
    counts = (0..<count).map { _ in LiveCounts() }
  }

  /// Makes the loops known to one another, before any of them listens.
  func introduce(_ inboxes: [LoopInbox<RoomPost>]) {
    self.inboxes.withLock { $0 = inboxes }
  }

  /// The inbox of a loop.
  func inbox(_ loop: Int) -> LoopInbox<RoomPost> { inboxes.withLock { $0[loop] } }

  /// What is alive, on all loops.
  var json: String { LiveCounts.json(counts, rooms: names.count) }
}
