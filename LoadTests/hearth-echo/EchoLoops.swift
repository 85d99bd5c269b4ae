import Locking
import Transport
import WebSocket

/// What one loop tells another about a circle.
enum CirclePost: Sendable {
  /// To the circle's owner: somebody said this.
  case said(CircleID, Opcode, [UInt8])
  /// From the owner: frames, in the order in which everybody gets them.
  case ordered(CircleID, [UInt8])
}

/// What the loops of the program have in common.
final class EchoLoops: Sendable {
  let names: CircleNames
  let counts: [LiveCounts]
  private let inboxes = Locked<[LoopInbox<CirclePost>]>([])

  init(count: Int) {
    names = CircleNames(loops: count)
    counts = (0..<count).map { _ in LiveCounts() }
  }

  /// Makes the loops known to one another, before any of them listens.
  func introduce(_ inboxes: [LoopInbox<CirclePost>]) {
    self.inboxes.withLock { $0 = inboxes }
  }

  /// The inbox of a loop.
  func inbox(_ loop: Int) -> LoopInbox<CirclePost> { inboxes.withLock { $0[loop] } }

  /// What is alive, on all loops.
  var json: String { LiveCounts.json(counts, circles: names.count) }
}
