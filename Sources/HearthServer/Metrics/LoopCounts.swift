import HearthProtocol
import Ledger
import Room

/// What one loop has counted since the start, in plain numbers that only its thread touches; whoever asks gets a copy.
struct LoopCounts: Sendable {
  /// Messages of WebSockets, by their format.
  var received = MessageCounts()
  var sent = MessageCounts()
  /// Requests over HTTP, those for a WebSocket and for files of the page included.
  var requests = 0
  /// Connections that were closed because they read too slowly: their queue was full, or next to nothing left it.
  var slowByQueue = 0
  var slowByStall = 0
  /// Catch-ups that began, by what they sent: events alone, with a snapshot, or so much that it went in pieces.
  var catchUpsOfEvents = 0
  var catchUpsWithSnapshot = 0
  var catchUpsInPieces = 0
  /// TLS handshakes that came to their end, and those that did not.
  var handshakes = 0
  var failedHandshakes = 0
  var rooms = RoomCounts()

  static func += (left: inout LoopCounts, right: LoopCounts) {
    left.received += right.received
    left.sent += right.sent
    left.requests += right.requests
    left.slowByQueue += right.slowByQueue
    left.slowByStall += right.slowByStall
    left.catchUpsOfEvents += right.catchUpsOfEvents
    left.catchUpsWithSnapshot += right.catchUpsWithSnapshot
    left.catchUpsInPieces += right.catchUpsInPieces
    left.handshakes += right.handshakes
    left.failedHandshakes += right.failedHandshakes
    left.rooms += right.rooms
  }
}

/// Messages by the format in which they were said.
package struct MessageCounts: Sendable, Equatable {
  private(set) var json = 0
  private(set) var protobuf = 0

  /// Nothing counted yet.
  package init() {}

  /// Counts messages of a format.
  package mutating func add(_ count: Int, _ format: WireFormat) {
    switch format {
    case .json: json &+= count
    case .protobuf: protobuf &+= count
    }
  }

  static func += (left: inout MessageCounts, right: MessageCounts) {
    left.json &+= right.json
    left.protobuf &+= right.protobuf
  }
}

/// What the rooms of one loop have done.
package struct RoomCounts: Sendable {
  /// Accepted commands by the index of their kind.
  private(set) var accepted = [Int](repeating: 0, count: CommandKind.allCases.count)
  /// Refused ones; a kind that is unknown has none.
  private(set) var refused: [CommandOutcome: Int] = [:]
  /// Nanoseconds that a room took to decide what had been queued.
  package var decide = Distribution.nanoseconds
  /// Nanoseconds from a batch's way to the store until its room hears that it is durable.
  package var commit = Distribution.nanoseconds
  /// Nanoseconds that it took to encode and queue what had become durable.
  package var deliver = Distribution.nanoseconds
  /// Events of a batch.
  package var batch = Distribution.sizes

  /// Nothing counted yet.
  package init() {}

  /// Counts what became of a command.
  package mutating func add(_ outcome: CommandOutcome) {
    if outcome.refusal == nil {
      if let kind = outcome.kind { accepted[kind.rawValue] &+= 1 }
    } else {
      refused[outcome, default: 0] &+= 1
    }
  }

  static func += (left: inout RoomCounts, right: RoomCounts) {
    for (kind, count) in right.accepted.enumerated() { left.accepted[kind] &+= count }
    left.refused.merge(right.refused) { $0 &+ $1 }
    left.decide += right.decide
    left.commit += right.commit
    left.deliver += right.deliver
    left.batch += right.batch
  }
}
