import Locking
import Transport

/// What a server keeps of its connections, counted over all loops: what a connection brought has to be gone with it.
struct ServerCensus: Hashable, Sendable {
  /// What the loops keep.
  var loops = LoopCensus()
  var sessions = 0
  /// Of these: WebSockets by their format, and calls or files over HTTP.
  var jsonSockets = 0
  var protobufSockets = 0
  var calls = 0
  /// Sessions with bytes that wait for a later turn or a login; those that inflate a message in fragments; those with a
  /// receipt's file coming or going.
  var waiting = 0
  var inflating = 0
  var exchanging = 0
  /// Bytes that the memory budget is charged for sessions.
  var chargedBytes = 0
  /// Groups that sessions follow.
  var subscriptions = 0
  var rooms = 0
  /// Streams of zlib that are kept for whoever comes: one for each window in use at most.
  var streams = 0
  /// Visits that the next turn owes.
  var visits = 0
  /// What is counted over all loops together; empty in the census of one.
  var limits = ServerLimits.Figures()
  /// Bytes that the memory budget is charged, over all loops together, without their arenas and what rooms keep; 0 in
  /// the census of one. The loops are asked one after the other, so with several it is exact only when nothing goes on.
  var budgetBytes = 0

  static func + (left: ServerCensus, right: ServerCensus) -> ServerCensus {
    var sum = left
    sum.loops = left.loops + right.loops
    sum.sessions += right.sessions
    sum.jsonSockets += right.jsonSockets
    sum.protobufSockets += right.protobufSockets
    sum.calls += right.calls
    sum.waiting += right.waiting
    sum.inflating += right.inflating
    sum.exchanging += right.exchanging
    sum.chargedBytes += right.chargedBytes
    sum.subscriptions += right.subscriptions
    sum.rooms += right.rooms
    sum.streams += right.streams
    sum.visits += right.visits
    return sum
  }
}

/// What loops keep now, and what they have counted since the start.
struct LoopFigures: Sendable {
  var census = ServerCensus()
  var counts = LoopCounts()
}

/// Gathers the counts of all loops for somebody on another thread.
final class CensusTaking: Sendable {
  private let state: Locked<(missing: Int, sum: LoopFigures)>
  private let whenComplete: @Sendable (LoopFigures) -> Void

  init(loops: Int, whenComplete: @escaping @Sendable (LoopFigures) -> Void) {
    state = Locked((loops, LoopFigures()))
    self.whenComplete = whenComplete
  }

  func add(_ figures: LoopFigures) {
    let complete = state.withLock { state -> LoopFigures? in
      state.missing -= 1
      state.sum.census = state.sum.census + figures.census
      state.sum.counts += figures.counts
      return state.missing == 0 ? state.sum : nil
    }
    if let complete { whenComplete(complete) }
  }
}

extension ServerLoop {
  /// What this loop keeps and has counted.
  func figures() -> LoopFigures {
    var counts = ownCounts
    counts.rooms = host.counts
    return LoopFigures(census: census(), counts: counts)
  }

  /// Counts what this loop keeps.
  func census() -> ServerCensus {
    var census = ServerCensus()
    census.loops = loop.census()
    census.rooms = host.roomCount
    census.streams = compressor.streamCount
    census.visits = visits.count
    for case let session? in sessions {
      census.sessions += 1
      switch session.stage {
      case .open, .parting: if session.wire.format == .json { census.jsonSockets += 1 } else { census.protobufSockets += 1 }
      case .call, .exchange, .feed: census.calls += 1
      case .request, .checking, .closing: break
      }
      census.chargedBytes += session.place.chargedBytes
      census.subscriptions += session.following.groups.count
      if !session.input.postponed.isEmpty || !session.input.held.isEmpty || session.request.grant != nil { census.waiting += 1 }
      if session.wire.fragments != nil { census.inflating += 1 }
      if session.exchange != nil { census.exchanging += 1 }
    }
    return census
  }
}
