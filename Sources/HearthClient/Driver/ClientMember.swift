import Deflate
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
/// It belongs to the loop's thread and must never leave it; the loop's handler drives it, and hands it to the
/// receiver of its notices.
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
  let offersCompression: Bool
  var core: SyncCore
  var link = Link.none
  /// When the opening handshake was begun last, in milliseconds of the loop's clock.
  var upgradeBegan: Int64 = 0
  var socket = WebSocketConnection(ClientMember.socketConfiguration)
  /// What was agreed about compression, and what inflates for this connection alone where the server keeps a context.
  private(set) var compression: (agreement: CompressionAgreement, context: ContextCompressor?)?
  /// What inflates a message that comes in fragments where the server keeps no context, while it is under way.
  var fragments: ContextCompressor?
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
    offersCompression = configuration.offersCompression
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

  /// The handshake is complete.
  func open(_ connection: ConnectionID, _ agreement: CompressionAgreement?) {
    link = .open(connection)
    fragments = nil
    compression = agreement.map { ($0, $0.serverKeepsContext ? ContextCompressor($0, role: .client) : nil) }
    var configuration = Self.socketConfiguration
    configuration.permitsCompression = agreement != nil
    socket = WebSocketConnection(configuration)
  }

  var connection: ConnectionID? {
    switch link {
    case .none, .waiting: nil
    case .connecting(let connection), .upgrading(let connection, _, _), .open(let connection): connection
    }
  }

  /// Limit: bytes of a server's message, also when inflated.
  static let messageBytesMax: UInt32 = 16 << 20

  static var socketConfiguration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration(role: .client)
    // Parts of snapshots have about 256 KiB.
    configuration.frames = .messages(upTo: messageBytesMax)
    // Limit: a piece of 64 KiB at the slowest rate that a server allows (SPEC CL-04), and as long again.
    configuration.messageMilliseconds = 128_000
    return configuration
  }
}
