import Room
import TLS
import Transport

/// What an operator may set.
public struct ServerConfiguration: Sendable {
  /// Where members connect.
  public var listen: [SocketAddress]
  /// What members' connections are secured with; nil: nothing, `ws://`. Replacing the held context renews the certificate.
  public var tls: TLSContextHolder?
  /// Where `/healthz` and `/readyz` answer; empty: nowhere.
  public var adminListen: [SocketAddress]
  /// Event loops, each with a thread, from 1 to `loopsMax`. Connections and groups are spread over them.
  public var loops = 1
  /// Limit: event loops of a server; more are refused.
  public static let loopsMax = PeerID.loopsMax
  /// Whether content is compressed (permessage-deflate) for clients that offer it.
  public var compresses = false
  /// Origins from which browsers may connect, compared exactly; nil: any. Programs that are no browsers send no origin.
  public var origins: Set<String>?
  // Limit: the figures below, each with what happens past it.
  /// Messages a second that a connection may send (SPEC CM-08).
  public var messagesPerSecond = 20.0
  /// Messages that a connection may send at once.
  public var messagesBurst = 60.0
  /// Connections at once, over all loops; more are answered 503.
  public var connectionsMax = 10_000
  /// Time to send the first message after connecting, in milliseconds (SPEC HS-06).
  public var loginMilliseconds: Int64 = 5_000
  /// Time to send the HTTP request, in milliseconds.
  public var requestMilliseconds: Int64 = 5_000
  /// Silence after which a client is pinged, in milliseconds (SPEC HS-07).
  public var pingMilliseconds: Int64 = 25_000
  /// Time to answer a ping, in milliseconds.
  public var pongMilliseconds: Int64 = 10_000
  /// Bytes of one message from a client (SPEC HS-05).
  public var messageBytesMax: UInt32 = 65_536
  /// Bytes that may still be unsent to a connection that subscribes; with more it is answered `overloaded`.
  public var catchUpBacklogBytesMax = 1 << 20
  /// Bytes of catch-ups that one connection may have unsent; past it the connection is closed with 4008.
  public var catchUpBytesMax = 64 << 20
  /// Groups that one connection may follow at once; one more is answered `overloaded`.
  public var subscriptionsMax = 100
  /// Time for the drain after SIGTERM, in milliseconds; what has not left by then is cut.
  public var drainMilliseconds: Int64 = 8_000
  /// How long a room without subscribers stays in memory, in milliseconds.
  public var idleRoomMilliseconds: Int64 = 60_000
  /// Groups in memory at once; each loop has its share.
  public var roomsMax = 10_000
  /// See `CommitFault`; sound unless a test says otherwise.
  public var commitFault = CommitFault.none

  /// Makes a configuration with the defaults.
  public init(listen: [SocketAddress], adminListen: [SocketAddress] = []) {
    self.listen = listen
    self.adminListen = adminListen
  }
}
