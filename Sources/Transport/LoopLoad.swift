import Synchronization

/// How busy a loop is, for the sibling that accepts connections for it. The loop counts down what it or the sibling has
/// counted up, so what is on its way is counted as well.
final class LoopLoad: Sendable {
  private let connections = Atomic(0)
  private let handshakes = Atomic(0)
  /// Those of the handshakes that the loop has not taken in yet.
  private let comingHandshakes = Atomic(0)
  /// When the oldest handshake began; right while there are as many as may be and none is coming.
  private let oldestHandshake = Atomic(Int64.max)

  var connectionCount: Int { connections.load(ordering: .relaxed) }
  var handshakeCount: Int { handshakes.load(ordering: .relaxed) }

  func arrived() { connections.wrappingAdd(1, ordering: .relaxed) }
  func left() { connections.wrappingSubtract(1, ordering: .relaxed) }
  /// One was accepted for the loop; `handshakeCame` follows, and in the end `handshakeEnded`.
  func handshakeBegan() {
    comingHandshakes.wrappingAdd(1, ordering: .relaxed)
    handshakes.wrappingAdd(1, ordering: .relaxed)
  }
  /// The loop has taken one in, and has said who is the oldest since; or it has refused it.
  func handshakeCame() { comingHandshakes.wrappingSubtract(1, ordering: .releasing) }
  func handshakeEnded() { handshakes.wrappingSubtract(1, ordering: .relaxed) }

  func publish(oldestHandshake start: Int64) { oldestHandshake.store(start, ordering: .relaxed) }

  /// Whether one more handshake may begin, perhaps in the place of the oldest, which has had its time. That place is
  /// given away once: whoever is coming may be the one who gets it, and until they are there nobody knows who is the
  /// oldest then.
  func hasSpace(_ configuration: LoopConfiguration, now: Int64) -> Bool {
    guard handshakeCount >= configuration.handshakesMax else { return true }
    // Before the oldest is read, so that it is the one that was said when the last of them had come.
    guard comingHandshakes.load(ordering: .acquiring) == 0 else { return false }
    let oldest = oldestHandshake.load(ordering: .relaxed)
    return oldest != .max && now - oldest >= configuration.handshakeSparedMilliseconds
  }
}

/// A loop that takes connections which another accepted.
@usableFromInline
struct Sibling: Sendable {
  let load: LoopLoad
  /// False when that loop has stopped.
  let post: @Sendable ([Arrival]) -> Bool
}

/// A connection that was accepted and counted in the load of the loop that is to take it.
@usableFromInline
struct Arrival: Sendable {
  let fd: Int32
  let address: SocketAddress
  let admission: Admission
  /// Has to be introduced by a header before anything else.
  let isProxied: Bool

  var needsHandshake: Bool { isProxied || admission.tls != nil }

  /// Counts it in a loop's load.
  func count(in load: LoopLoad) {
    load.arrived()
    if needsHandshake { load.handshakeBegan() }
  }

  /// Closes it instead of taking it, and counts it no more.
  func refuse(_ load: LoopLoad) {
    SystemCall.close(fd)
    load.left()
    guard needsHandshake else { return }
    load.handshakeCame()
    load.handshakeEnded()
  }
}

/// The accepted connections whose handshake goes on, by age. Entries of those that have ended are passed over when they
/// come to the front.
struct HandshakeQueue {
  private var entries: [(connection: ConnectionID, start: Int64)] = []
  private var first = 0

  mutating func append(_ connection: ConnectionID, at start: Int64) { entries.append((connection, start)) }

  /// The oldest that goes on, and when it began.
  mutating func oldest(_ goesOn: (ConnectionID) -> Bool) -> (connection: ConnectionID, start: Int64)? {
    while first < entries.count, !goesOn(entries[first].connection) { first += 1 }
    guard first < entries.count else {
      entries.removeAll(keepingCapacity: entries.capacity <= 4096)
      first = 0
      return nil
    }
    return entries[first]
  }

  /// Forgets those that have ended, once they are more than those that may go on.
  mutating func tidy(_ handshakesMax: Int, _ goesOn: (ConnectionID) -> Bool) {
    guard entries.count >= 2 * handshakesMax + 64 else { return }
    entries = entries[first...].filter { goesOn($0.connection) }
    first = 0
  }
}
