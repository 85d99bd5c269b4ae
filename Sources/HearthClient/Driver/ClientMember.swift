import HearthProtocol
import TLS
import Transport
import WebSocket

/// Names a client of a client loop.
public struct ClientID: Hashable, Sendable {
  let rawValue: UInt64
}

/// One identity on a client loop: its sync core and the connection it has just now.
///
/// It belongs to the loop's thread and must never leave it; the loop's handler drives it, and hands it to whoever receives its notices.
public final class ClientMember {
  enum Link {
    case none
    /// A timer will connect.
    case waiting(TimerID)
    case connecting(ConnectionID)
    /// TCP is open, the answer to the handshake is awaited.
    case upgrading(ConnectionID, ClientUpgrade, ResponseHeadParser)
    case open(ConnectionID)
  }

  /// Names the client.
  public let id: ClientID
  let addresses: [SocketAddress]
  /// Of a secure server.
  let destination: TLSDestination?
  let authority: String
  let format: WireFormat
  var core: SyncCore
  var link = Link.none
  var socket = WebSocketConnection(ClientMember.socketConfiguration)
  /// Which of the addresses comes next.
  var attempts = 0
  /// Wishes that arose while a notice was delivered.
  private(set) var wishes: [(SyncRequest, UInt64)] = []
  var isDelivering = false

  init(
    id: ClientID, addresses: [SocketAddress], destination: TLSDestination?, authority: String, configuration: SyncConfiguration
  ) {
    self.id = id
    self.addresses = addresses
    self.destination = destination
    self.authority = authority
    format = configuration.format
    core = SyncCore(configuration)
  }

  /// What may be shown of a group; nil before its first catch-up is complete.
  public func view(of group: GroupID) -> GroupView? { core.view(of: group) }

  /// Commands without an answer.
  public var pendingCommands: Int { core.outbox.count }

  /// Asks for something from within a notice; it is sent when the notice has been delivered.
  ///
  /// - Parameter tag: comes back with the answer.
  public func request(_ request: SyncRequest, tag: UInt64 = 0) {
    precondition(isDelivering, "requests from elsewhere go through the client loop")
    wishes.append((request, tag))
  }

  func takeWishes() -> [(SyncRequest, UInt64)] {
    defer { wishes.removeAll(keepingCapacity: true) }
    return wishes
  }

  var connection: ConnectionID? {
    switch link {
    case .none, .waiting: nil
    case .connecting(let connection), .upgrading(let connection, _, _), .open(let connection): connection
    }
  }

  static var socketConfiguration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration(role: .client)
    // Limit: a server's message. Parts of snapshots have about 256 KiB.
    configuration.frames = .messages(upTo: 16 << 20)
    // Limit: a large catch-up over a slow line.
    configuration.messageMilliseconds = 60_000
    return configuration
  }
}
