import Transport
import WebSocket

/// Where a loop stands in a shutdown.
enum DrainPhase {
  case serving
  /// Nothing new is taken; the other loops have yet to say the same.
  case stopping(until: Int64)
  /// Nothing that was taken is on its way between loops any more; it is being finished.
  case finishing(until: Int64)
  /// Snapshots are being written.
  case saving(until: Int64)
  /// All is done here; the other loops have yet to say the same.
  case waiting(until: Int64)
  /// Closes are on their way out.
  case closing(until: Int64)
}

/// Shutdown: nothing acknowledged is lost, nothing accepted stays unanswered. Loops wait for one another twice: before
/// rooms are finished, so that every command has reached its room, and before connections are closed, so that every
/// answer has reached its session. Past the deadline nobody waits.
extension ServerLoop {
  func drain() {
    guard case .serving = phase else { return }
    // Newcomers are still taken, to be told that the server goes down and when to come back; who watches it is answered
    // to the end.
    phase = .stopping(until: loop.now + configuration.drainMilliseconds)
    reached = router.stopped
  }

  /// Says that this loop has reached a point; the last one to do so sends all of them on.
  func sayReached() {
    guard let barrier = reached else { return }
    reached = nil
    guard barrier.arrive() else { return }
    router.postToAll(barrier === router.stopped ? .finish : .close)
  }

  func finishRooms() {
    guard case .stopping(let until) = phase else { return }
    phase = .finishing(until: until)
  }

  /// At the end of every turn.
  func continueDrain() {
    switch phase {
    case .serving: break
    case .stopping(let until):
      if loop.now >= until { finishRooms() }
    case .finishing(let until):
      guard host.isSettled || loop.now >= until else { return }
      host.saveAll()
      background.noteDenials(now: now.wall)
      phase = .saving(until: until)
      background.reportSnapshotsSaved(to: number)
    case .saving(let until):
      if loop.now >= until { snapshotsSaved() }
    case .waiting(let until):
      if loop.now >= until { closeSessions() }
    case .closing(let until):
      if loop.connectionCount == 0 || loop.now >= until { loop.stop() }
    }
  }

  func snapshotsSaved() {
    guard case .saving(let until) = phase else { return }
    // What members of other nodes are told arrives at the loops of their links before all is done here.
    if configuration.nodes != nil { host.leaveAll() }
    phase = .waiting(until: until)
    reached = router.settled
  }

  func closeSessions() {
    guard case .waiting(let until) = phase else { return }
    phase = .closing(until: until)
    loop.stopListening()
    loop.dropHandshakes()
    for session in sessions { if let session { close(session, .serverRestarts) } }
    guard !nodes.guests.isEmpty else {
      // Others need not wait until all connections are closed.
      if number == 0 { background.leaveStore(for: number) { _ in } }
      return closeNodes()
    }
    // First nobody takes this node for alive: then others may have its groups.
    background.leaveStore(for: number) { loop in
      loop.sayGoodbyeToNodes()
      loop.closeNodes()
    }
  }
}
