import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Locking
import Logging
import Transport

/// A server under test: in this process, on a port of the system's choosing, with deadlines so generous that only tests
/// of deadlines meet them.
final class TestServer {
  let server: Server
  /// What the server's clocks show; what is steady has counted since the test began.
  private let clocks: Locked<ClockReading>
  private var isRunning = true
  static let key = [UInt8](0..<32)

  /// - Parameters:
  ///   - store: a new one in memory, unless given.
  ///   - attachments: where receipts' files are; nowhere unless given.
  ///   - exports: where groups go before they are deleted; nowhere unless given.
  ///   - now: what the server takes for the time at first, in milliseconds since 1970.
  ///   - change: what the test wants otherwise.
  init(
    _ store: any EventStore & Directory = InMemoryStore(), attachments: AttachmentFolder? = nil, exports: ExportFolder? = nil,
    now: Int64 = 1_790_000_000_000,
    log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    let local = SocketAddress(ipv4: 0x7F00_0001, port: 0)
    var configuration = ServerConfiguration(listen: [local], adminListen: [local])
    configuration.loops = LoopsTrait.current
    configuration.messagesPerSecond = 1_000_000
    configuration.messagesBurst = 1_000_000
    configuration.identityMessagesPerSecond = 1_000_000
    configuration.identityMessagesBurst = 1_000_000
    configuration.wrongCodesPerMinute = 1_000
    configuration.wrongCodesPerHour = 1_000
    configuration.identityWrongCodesPerHour = 1_000
    configuration.registrationsPerHour = 1_000_000
    configuration.previewsPerHour = 1_000_000
    configuration.deviceActsPerHour = 1_000_000
    configuration.groupsPerHour = 1_000_000
    configuration.identityReadMillisecondsPerMinute = 1_000_000_000
    configuration.addressReadMillisecondsPerMinute = 1_000_000_000
    configuration.identityHistoryBytesPerHour = 1 << 40
    configuration.addressHistoryBytesPerHour = 1 << 40
    configuration.connectionsPerAddressMax = 100_000
    configuration.connectionsPerIdentityMax = 100_000
    // A busy machine meets no deadline that a test has not set, and a year in a family's life may take an hour of it.
    let never: Int64 = 86_400_000
    configuration.messageMilliseconds = never
    configuration.drainMilliseconds = never
    // Most clients of tests answer no Close, and a drain waits for it.
    configuration.closeMilliseconds = 500
    configuration.loginMilliseconds = never
    configuration.requestMilliseconds = never
    configuration.idleMilliseconds = never
    configuration.pingMilliseconds = never
    // Some tests count what is read.
    configuration.scrubMilliseconds = nil
    configuration.transport.stallMilliseconds = never
    configuration.transport.handshakeMilliseconds = never
    change(&configuration)
    let clocks = Locked(ClockReading(wall: now, steady: 0))
    self.clocks = clocks
    server = try Server(
      configuration: configuration, store: store, attachments: attachments, exports: exports, serverKey: Self.key, log: log,
      clocks: { clocks.withLock { $0 } })
  }

  deinit { stop() }

  /// What the server takes for the time, in milliseconds since 1970.
  var now: Int64 { clocks.withLock(\.wall) }

  /// How many milliseconds have passed by the clock that does not jump.
  var elapsed: Int64 { clocks.withLock(\.steady) }

  /// Lets time pass, by both clocks.
  func pass(milliseconds: Int64) {
    clocks.withLock {
      $0.wall += milliseconds
      $0.steady += milliseconds
    }
  }

  /// Lets time pass until then, by both clocks.
  func pass(until instant: Int64) { pass(milliseconds: instant - now) }

  /// Sets the system's clock forward, or back.
  func jump(milliseconds: Int64) { clocks.withLock { $0.wall += milliseconds } }

  var address: SocketAddress { server.addresses[0] }
  var adminAddress: SocketAddress { server.adminAddresses[0] }

  /// A connection without a login.
  func connect(_ format: WireFormat = .json) throws -> WireClient { try WireClient(address, format) }

  /// A connection of somebody new.
  func register(_ name: String, _ format: WireFormat = .json) throws -> WireClient {
    let client = try connect(format)
    try client.register(name)
    return client
  }

  /// A connection of somebody known.
  func logIn(_ token: String, _ format: WireFormat = .json, offersCompression: Bool = false) throws -> WireClient {
    let client = try WireClient(address, format, offersCompression: offersCompression)
    try client.hello(token)
    return client
  }

  /// Cuts everything off.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    server.stop()
  }

  /// Ends as after SIGTERM.
  func drain() {
    guard isRunning else { return }
    isRunning = false
    server.drain()
  }

  /// Drains the server while the caller goes on.
  ///
  /// - Returns: what is signalled when it has ended.
  func drainMeanwhile() -> DispatchSemaphore {
    isRunning = false
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [server] in
      server.drain()
      ended.signal()
    }
    return ended
  }
}
