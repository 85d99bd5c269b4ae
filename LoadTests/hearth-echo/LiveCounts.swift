import Synchronization

/// What is alive on one loop, for whoever asks from another thread. The loop writes at the end of its turns.
final class LiveCounts: Sendable {
  /// Connections as the transport counts them, those being closed included.
  let connections = Atomic(0)
  /// Connections as the server keeps them.
  let sessions = Atomic(0)
  /// Bytes that sockets have not taken.
  let backlogBytes = Atomic(0)
  /// Since the start: connections accepted.
  let accepted = Atomic(0)
  /// Since the start: connections closed on arrival for want of descriptors or slots.
  let refused = Atomic(0)
  /// Since the start: peers told 4008 because their queue was full.
  let slow = Atomic(0)
  /// Since the start: connections dropped because bytes stayed unsent for too long.
  let stalled = Atomic(0)
  /// Since the start: connections closed because their request did not come in time.
  let unfinished = Atomic(0)
  /// Since the start: connections failed for a fault of the peer.
  let faults = Atomic(0)

  /// One object of all loops together.
  static func json(_ loops: [LiveCounts], circles: Int) -> String {
    func sum(_ count: (LiveCounts) -> Int) -> Int { loops.reduce(0) { $0 + count($1) } }
    let fields = [
      ("connections", sum { $0.connections.load(ordering: .relaxed) }), ("peers", sum { $0.sessions.load(ordering: .relaxed) }),
      ("rooms", circles), ("backlog_bytes", sum { $0.backlogBytes.load(ordering: .relaxed) }),
      ("accepted", sum { $0.accepted.load(ordering: .relaxed) }), ("refused", sum { $0.refused.load(ordering: .relaxed) }),
      ("slow", sum { $0.slow.load(ordering: .relaxed) }), ("stalled", sum { $0.stalled.load(ordering: .relaxed) }),
      ("unfinished", sum { $0.unfinished.load(ordering: .relaxed) }), ("faults", sum { $0.faults.load(ordering: .relaxed) }),
    ]
    let sessionsByLoop = loops.map { String($0.sessions.load(ordering: .relaxed)) }.joined(separator: ",")
    return "{" + fields.map { "\"\($0.0)\":\($0.1)," }.joined() + "\"peers_by_loop\":[\(sessionsByLoop)]}"
  }
}
