import Transport
import WebSocket

/// What the server keeps of one connection, at the connection's index.
struct EchoSession: ~Copyable {
  let id: ConnectionID
  /// Replaced when the upgrade is granted.
  var socket: WebSocketConnection
  /// What was agreed, if messages may be compressed.
  var compression: CompressionAgreement?
  var circle = CircleID.none
  /// The place among the circle's members.
  var place: Int32 = -1
  var isUpgraded = false
  /// For the handshake's deadline, then for the socket's if it has one.
  var timer = TimerID.none
  /// Stands in the list of those whose pongs leave with this turn.
  var isPonging = false

  init(_ id: ConnectionID, _ configuration: ConnectionConfiguration) {
    self.id = id
    socket = WebSocketConnection(configuration)
  }
}

/// The sessions of one loop by connection index: flat memory that never moves and of which only what was used is
/// touched.
final class EchoSessionTable {
  // Safety: owned here, reached on the loop's thread only. `sessions[n]` is initialized exactly while `ids[n]` is not
  // zero.
  private let sessions: UnsafeMutablePointer<EchoSession>
  private let ids: UnsafeMutablePointer<UInt64>
  private let count: Int
  /// How many there are.
  private(set) var liveCount = 0

  init(count: Int) {
    self.count = count
    sessions = .allocate(capacity: count)
    ids = .allocate(capacity: count)
    ids.initialize(repeating: 0, count: count)
  }

  deinit {
    for index in 0..<count where ids[index] != 0 { (sessions + index).deinitialize(count: 1) }
    sessions.deallocate()
    ids.deallocate()
  }

  /// The session of a connection; nil when the id names none any more.
  @inline(__always)
  func session(_ connection: ConnectionID) -> UnsafeMutablePointer<EchoSession>? {
    guard connection.index < count, ids[connection.index] == connection.rawValue else { return nil }
    return sessions + connection.index
  }

  func insert(_ connection: ConnectionID, _ configuration: ConnectionConfiguration) {
    precondition(connection.index < count && ids[connection.index] == 0, "the index is taken")
    (sessions + connection.index).initialize(to: EchoSession(connection, configuration))
    ids[connection.index] = connection.rawValue
    liveCount += 1
  }

  func remove(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.deinitialize(count: 1)
    ids[connection.index] = 0
    liveCount -= 1
  }
}
