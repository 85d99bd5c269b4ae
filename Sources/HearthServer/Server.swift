import EventStore
import Foundation
import Locking
import Logging
import TLS
import Transport

/// A running Hearth server: one event loop with its sessions and rooms, and the threads that block for it.
///
/// The program makes one, listens, and drains it at SIGTERM. Tests make many.
public final class Server: Sendable {
  /// Where members connect: the addresses with the ports that the system chose.
  public let addresses: [SocketAddress]
  /// Where `/healthz` and `/readyz` answer.
  public let adminAddresses: [SocketAddress]
  /// What is counted over the whole server.
  let limits: ServerLimits
  private let eventLoop: EventLoop<ServerLoop>
  private let status: ServerStatus

  /// Starts the server; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - serverKey: see `ServerKey`.
  ///   - wallClock: milliseconds since 1970.
  ///   - onStoreFailure: called once, on the loop's thread, when the store is broken; the program then ends the process.
  /// - Throws: when an address cannot be listened on; nothing is left running then.
  public init(
    configuration: ServerConfiguration, store: any EventStore & Directory, serverKey: [UInt8], log: Logger,
    wallClock: @escaping @Sendable () -> Int64 = Server.systemClock, onStoreFailure: @escaping @Sendable () -> Void = {}
  ) throws(ServerFailure) {
    let status = ServerStatus(log: log, onStoreFailure: onStoreFailure)
    let limits = ServerLimits(configuration, descriptorsMax: DescriptorLimit.current)
    self.limits = limits
    let invites = InviteCodes(serverKey: serverKey)
    var options = LoopConfiguration()
    options.memory = limits.memory
    options.connectionsMax = max(options.connectionsMax, configuration.connectionsMax + 64)
    let late = LateBackground()
    do {
      eventLoop = try EventLoop(name: "hearth-loop", configuration: options) { loop in
        ServerLoop(
          loop: loop, configuration: configuration, background: late.wait(), invites: invites, status: status, limits: limits,
          wallClock: wallClock)
      }
    } catch {
      throw ServerFailure("The event loop cannot start: \(error).")
    }
    late.set(Background(store: store, directory: store, inbox: eventLoop.inbox, fault: configuration.commitFault))
    self.status = status
    do {
      addresses =
        try Self.adopt(eventLoop, configuration)
        + Self.listen(
          eventLoop, configuration.listen, token: ServerLoop.ListenerToken.members, configuration.tls, configuration.proxyProtocolFrom)
      adminAddresses = try Self.listen(eventLoop, configuration.adminListen, token: ServerLoop.ListenerToken.admin, nil)
    } catch {
      eventLoop.stop()
      eventLoop.join()
      throw error
    }
    status.isReady = true
  }

  /// Stops accepting, finishes and answers what was accepted, keeps snapshots, closes every connection with 1012, and returns (reliability promise 9).
  public func drain() {
    status.isReady = false
    eventLoop.inbox.post(.drain)
    eventLoop.join()
  }

  /// Cuts everything off at once. What was acknowledged is on the disk.
  public func stop() {
    status.isReady = false
    eventLoop.stop()
    eventLoop.join()
  }

  /// Connections of all kinds, as of the last turn.
  public var connectionCount: Int { status.connectionCount }
  /// Groups in memory, as of the last turn.
  public var roomCount: Int { status.roomCount }

  /// The system's clock in milliseconds since 1970.
  public static func systemClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  private static func listen(
    _ eventLoop: EventLoop<ServerLoop>, _ addresses: [SocketAddress], token: UInt64, _ tls: TLSContextHolder?,
    _ trustedProxies: [CIDRRange] = []
  ) throws(ServerFailure) -> [SocketAddress] {
    var actual: [SocketAddress] = []
    for address in addresses {
      do {
        actual.append(try eventLoop.listen(on: address, token: token, tls: tls, trustedProxies: trustedProxies))
      } catch {
        throw ServerFailure("Cannot listen on \(address): \(error). Is another server running there? Choose another address.")
      }
    }
    return actual
  }
}

/// Hands the background to the loop's thread, which starts before the inbox that the background posts to can be known.
private final class LateBackground: Sendable {
  private let value = Locked<Background?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ background: Background) {
    value.withLock { $0 = background }
    isSet.signal()
  }

  func wait() -> Background {
    isSet.wait()
    guard let background = value.withLock({ $0 }) else { preconditionFailure("signalled before it was set") }
    return background
  }
}
