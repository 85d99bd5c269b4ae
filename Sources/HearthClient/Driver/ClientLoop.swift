import HearthProtocol
import Synchronization
import TLS
import Transport

/// Many clients on one thread: as many identities as wanted, each with a connection of its own.
///
/// It takes requests from any thread and delivers notices on its own. It resolves no names: addresses are passed in.
/// Its maker stops it with `stop()` and `join()`.
public final class ClientLoop: Sendable {
  private let loop: EventLoop<ClientHandler>
  private let lastID = Atomic<UInt64>(0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - onNotice: called on the loop's thread with every notice and the client it concerns. It must not block, and
  ///     must not keep the client.
  public init(
    name: String = "hearth-client", configuration: LoopConfiguration = LoopConfiguration(),
    onNotice: @escaping @Sendable (ClientMember, SyncNotice) -> Void
  ) throws(SystemError) {
    loop = try EventLoop(name: name, configuration: configuration) {
      ClientHandler(loop: $0, upgradeMilliseconds: configuration.connectMilliseconds, onNotice: onNotice)
    }
  }

  /// Adds a client, which begins to connect and goes on until it is removed or gives up.
  ///
  /// - Parameters:
  ///   - addresses: of the server, tried in turn.
  ///   - server: for the Host field of the handshake.
  ///   - destination: the server's, if it is secure. Clients of one server may share it.
  public func add(
    _ configuration: SyncConfiguration, server: ServerURL, at addresses: [SocketAddress], destination: TLSDestination? = nil
  ) -> ClientID {
    precondition(server.isSecure == (destination != nil), "a secure server is reached with TLS and no other")
    let id = ClientID(rawValue: lastID.add(1, ordering: .relaxed).newValue)
    loop.inbox.post(.add(id, addresses, destination, authority: server.authority, configuration))
    return id
  }

  /// Asks for something on behalf of a client; nothing happens when it was removed.
  ///
  /// - Parameter tag: comes back with the answer.
  public func request(_ request: SyncRequest, by client: ClientID, tag: UInt64 = 0) {
    loop.inbox.post(.request(client, request, tag: tag))
  }

  /// Closes a client's connection and forgets it; `stopped` is its last notice.
  public func remove(_ client: ClientID) {
    loop.inbox.post(.remove(client))
  }

  /// Closes all connections at once and ends. Returns immediately.
  public func stop() { loop.stop() }

  /// Waits for the thread to end. Must be called once at most, and not from within a notice.
  public func join() { loop.join() }
}
