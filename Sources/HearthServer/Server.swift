import EventStore
import Foundation
import Locking
import Logging
import Room
import Transport

/// A running Hearth server: event loops with their sessions and rooms, and the threads that block for them.
///
/// The program makes one, listens, and drains it at SIGTERM. Tests make many.
public final class Server: Sendable {
  /// Where members connect: the addresses with the ports that the system chose.
  public let addresses: [SocketAddress]
  /// Where `/healthz` and `/readyz` answer.
  public let adminAddresses: [SocketAddress]
  private let loops: [EventLoop<ServerLoop>]
  private let status: ServerStatus

  /// Starts the server; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - serverKey: see `ServerKey`.
  ///   - wallClock: milliseconds since 1970.
  ///   - onStoreFailure: called once, on the thread of a loop, when the store is broken; the program then ends the process.
  /// - Throws: when an address cannot be listened on; nothing is left running then.
  public init(
    configuration: ServerConfiguration, store: any EventStore & Directory, serverKey: [UInt8], log: Logger,
    wallClock: @escaping @Sendable () -> Int64 = Server.systemClock, onStoreFailure: @escaping @Sendable () -> Void = {}
  ) throws(ServerFailure) {
    let status = ServerStatus(log: log, onStoreFailure: onStoreFailure)
    let invites = InviteCodes(serverKey: serverKey)
    let late = Late<(Background, LoopRouter)>()
    let (loops, failure) = Self.start(configuration) { loop, number in
      let (background, router) = late.wait()
      return ServerLoop(
        loop: loop, number: number, router: router, configuration: configuration, background: background, invites: invites, status: status,
        wallClock: wallClock)
    }
    let router = LoopRouter(inboxes: loops.map(\.inbox))
    late.set((Background(store: store, directory: store, router: router, fault: configuration.commitFault), router))
    self.loops = loops
    self.status = status
    do throws(ServerFailure) {
      if let failure { throw ServerFailure("The event loops cannot start: \(failure).") }
      addresses = try Listening.start(on: configuration.listen, loops, token: ServerLoop.ListenerToken.members, configuration.tls)
      adminAddresses = try Listening.start(on: configuration.adminListen, Array(loops.prefix(1)), token: ServerLoop.ListenerToken.admin)
    } catch {
      Self.stop(loops)
      throw error
    }
    status.isReady = true
  }

  /// Stops accepting, finishes and answers what was accepted, keeps snapshots, closes every connection with 1012, and returns (reliability promise 9).
  public func drain() {
    status.isReady = false
    for loop in loops { loop.inbox.post(.drain) }
    for loop in loops { loop.join() }
  }

  /// Cuts everything off at once. What was acknowledged is on the disk.
  public func stop() {
    status.isReady = false
    Self.stop(loops)
  }

  /// Connections of all kinds at this moment.
  public var connectionCount: Int { status.connectionCount }
  /// Groups in memory, as of the loops' last turns.
  public var roomCount: Int { status.roomCount }
  /// Messages that loops have posted to one another since the start.
  public var crossingCount: Int { status.crossingCount }
  /// Payloads compressed since the start, each for one reader or for many.
  public var compressionCount: Int { status.compressionCount }

  /// The system's clock in milliseconds since 1970.
  public static func systemClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Starts the threads; those that could be, if one cannot.
  private static func start(
    _ configuration: ServerConfiguration, makeHandler: @escaping @Sendable (Loop, Int) -> ServerLoop
  ) -> ([EventLoop<ServerLoop>], SystemError?) {
    precondition((1...ServerConfiguration.loopsMax).contains(configuration.loops), "a server has 1 to 64 loops")
    var options = LoopConfiguration()
    options.connectionsMax = min(max(options.connectionsMax, configuration.connectionsMax + 64), PeerID.slotsMax)
    options.socket.sharesPort = configuration.loops > 1
    var loops: [EventLoop<ServerLoop>] = []
    do throws(SystemError) {
      for number in 0..<configuration.loops {
        loops.append(try EventLoop(name: "hearth-loop-\(number)", configuration: options) { makeHandler($0, number) })
      }
      return (loops, nil)
    } catch {
      return (loops, error)
    }
  }

  private static func stop(_ loops: [EventLoop<ServerLoop>]) {
    for loop in loops { loop.stop() }
    for loop in loops { loop.join() }
  }
}

/// Hands the loops' threads what can be made only when all of them have started.
private final class Late<Value: Sendable>: Sendable {
  private let value = Locked<Value?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ value: Value) {
    self.value.withLock { $0 = value }
    isSet.signal()
  }

  func wait() -> Value {
    isSet.wait()
    // For the next one.
    isSet.signal()
    guard let value = value.withLock({ $0 }) else { preconditionFailure("signalled before it was set") }
    return value
  }
}
