import HearthClient
import HearthLoadKit
import HearthProtocol
import Histogram
import Locking

/// The simulated members of a run on one client loop, and what their judges found.
///
/// It makes the rooms, sends what it is asked to and reads the logs in the end. It never decides when to send, nor for
/// how long.
final class Crew: Sendable {
  private let state: Locked<CrewState>
  private let loop: ClientLoop

  init(_ plan: CrewPlan) throws {
    let state = Locked(CrewState(plan: plan))
    self.state = state
    loop = try ClientLoop(name: "crew") { member, notice in state.withLock { $0.take(notice, of: member) } }
    let loop = loop
    state.withLock { $0.loop = loop }
  }

  /// Connects everybody, makes the groups and lets everybody follow theirs.
  func gather(within seconds: Int64) throws {
    state.withLock { state in
      for room in state.rooms.indices {
        for member in 0..<state.plan.members {
          var configuration = SyncConfiguration(credentials: .register(displayName: "Member \(member)"))
          configuration.client = "hearth-load"
          configuration.offersCompression = state.plan.offersCompression
          // Everybody checks order, the owner also the chain and the money.
          configuration.scrutiny = member == 0 ? .full : .order
          let server = state.plan.servers[member % state.plan.servers.count]
          let client = loop.add(configuration, server: server.url, at: server.addresses, destination: server.destination)
          state.rooms[room].clients.append(client)
          state.seats[client] = Seat(room: room, member: member)
        }
      }
    }
    var turns = 0
    let isGathered = wait(seconds: seconds) { state in
      turns += 1
      // About five times a second.
      if turns.isMultiple(of: 40) { state.joinAgain() }
      return state.failure != nil || state.isGathered
    }
    let (failure, ready) = state.withLock { ($0.failure, $0.ready) }
    if let failure { throw CannotRun(description: failure) }
    guard isGathered else { throw CannotRun(description: "Only \(ready) members had joined after \(seconds) s.") }
  }

  /// Sends a room's next command now; its latency counts from when it was due.
  func send(room: Int, due: Int64) { state.withLock { $0.send(room: room, due: due) } }

  /// Keeps so many commands of every room in flight; 0 ends it.
  func saturate(window: Int) {
    state.withLock { state in
      state.window = window
      let now = monotonicNanoseconds()
      for room in state.rooms.indices {
        for _ in 0..<window { state.send(room: room, due: now) }
      }
    }
  }

  /// Waits until everything is answered and everybody has everything.
  func settle(within seconds: Int64) -> Bool { wait(seconds: seconds) { $0.rooms.allSatisfy(\.judge.isQuiet) } }

  /// Reads every room's log and compares it, and a fresh connection, with what was received.
  func audit(within seconds: Int64) -> Bool {
    state.withLock { $0.beginAudit() }
    return wait(seconds: seconds) { $0.audited == $0.rooms.count }
  }

  /// The server has been started again.
  func noteRestart() { state.withLock { $0.restartedAt = monotonicNanoseconds() } }

  /// What was counted so far.
  var tally: Tally { state.withLock { Tally($0) } }

  /// Forgets the latencies so far.
  func resetLatencies() {
    state.withLock { state in
      state.deliveryLatency.reset()
      state.answerLatency.reset()
    }
  }

  /// Closes all connections.
  func dismiss() {
    state.withLock { $0.loop = nil }
    loop.stop()
    loop.join()
  }

  private func wait(seconds: Int64, until isDone: (inout CrewState) -> Bool) -> Bool {
    let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
    while !state.withLock({ isDone(&$0) }) {
      let now = monotonicNanoseconds()
      guard now < deadline else { return false }
      sleep(untilNanoseconds: now + 5_000_000)
    }
    return true
  }
}

/// What a crew counted.
struct Tally: Sendable {
  var accepted = 0
  var rejected = 0
  var unanswered = 0
  var duplicates = 0
  var lost = 0
  var deliveries = 0
  var resumedByTail = 0
  var resumedBySnapshot = 0
  var disconnections: Int
  var refusals: [String: Int]
  var recoveries: [Int64]
  var deliveryLatency: Histogram<UInt64>
  var answerLatency: Histogram<UInt64>
  var violations = ViolationBook()

  init(_ state: borrowing CrewState) {
    disconnections = state.disconnections
    refusals = state.refusals
    recoveries = state.recoveries
    deliveryLatency = state.deliveryLatency
    answerLatency = state.answerLatency
    for room in state.rooms {
      accepted += room.judge.accepted
      rejected += room.judge.rejected
      unanswered += room.judge.unanswered
      duplicates += room.judge.duplicates
      lost += room.judge.lost
      deliveries += room.judge.deliveries
      resumedByTail += room.judge.resumedByTail
      resumedBySnapshot += room.judge.resumedBySnapshot
      violations.add(room.judge.book)
    }
  }
}
