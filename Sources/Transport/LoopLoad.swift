import Synchronization

/// How busy a loop is, for the sibling that accepts connections for it. The loop counts down what it or the sibling has counted up, so what
/// is on its way is counted as well.
final class LoopLoad: Sendable {
  private let connections = Atomic(0)
  private let handshakes = Atomic(0)
  /// When the oldest handshake began, while there are as many as may be; otherwise the far future.
  private let oldestHandshake = Atomic(Int64.max)

  var connectionCount: Int { connections.load(ordering: .relaxed) }
  var handshakeCount: Int { handshakes.load(ordering: .relaxed) }

  func arrived() { connections.wrappingAdd(1, ordering: .relaxed) }
  func left() { connections.wrappingSubtract(1, ordering: .relaxed) }
  func handshakeBegan() { handshakes.wrappingAdd(1, ordering: .relaxed) }
  func handshakeEnded() { handshakes.wrappingSubtract(1, ordering: .relaxed) }

  func publish(oldestHandshake start: Int64) { oldestHandshake.store(start, ordering: .relaxed) }

  /// Whether one more handshake may begin, perhaps in the place of one that began before `spared`.
  func hasRoom(_ configuration: LoopConfiguration, now: Int64) -> Bool {
    guard handshakeCount >= configuration.handshakesMax else { return true }
    let oldest = oldestHandshake.load(ordering: .relaxed)
    return oldest != .max && now - oldest >= configuration.handshakeSparedMilliseconds
  }

  /// The oldest has to go; until the loop says who is the oldest then, no other need make room.
  func claimOldest(_ configuration: LoopConfiguration) {
    if handshakeCount >= configuration.handshakesMax { publish(oldestHandshake: .max) }
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
  let peer: SocketAddress
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
    if needsHandshake { load.handshakeEnded() }
  }
}

/// The accepted connections whose handshake goes on, by age. Entries of those that have ended are passed over when they come to the front.
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
