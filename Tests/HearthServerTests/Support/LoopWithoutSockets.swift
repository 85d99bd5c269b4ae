import EventStore
import Locking
import Logging
import Room
import TLS

@testable import HearthServer
@testable import Transport

/// One loop of the server without sockets, on a clock that a test sets: what it is given is read at once, and what it
/// asks for is noted.
final class LoopWithoutSockets {
  /// What the loop of connections is asked for, and what it was given to send.
  final class Carrier: ConnectionLoop {
    enum Wish: Equatable {
      case pause(ConnectionID)
      case resume(ConnectionID)
      case timer(UInt64)
      case close(ConnectionID, CloseMode)
    }

    var wishes: [Wish] = []
    var sent: [UInt8] = []
    /// How often something was sent or ended.
    private(set) var actCount = 0
    var now: Int64 = 0
    let connectionCount = 1

    func census() -> LoopCensus { LoopCensus() }
    func peerCertificate(of connection: ConnectionID) -> TLSPeerCertificate? { nil }
    /// The names that the certificates of all peers are for.
    var peerNames: Set<String> = []
    func isPeer(_ connection: ConnectionID, named name: String) -> Bool { peerNames.contains(name) }
    func write(_ bytes: UnsafeRawBufferPointer) -> OutputRange { OutputRange(offset: 0, length: UInt32(bytes.count)) }
    func send(_ range: OutputRange, to connection: ConnectionID) -> Bool {
      actCount += 1
      return true
    }
    func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID) -> Bool {
      note(bytes)
      return true
    }
    /// What is unsent to every connection.
    var queuedBytes = 0
    func queuedBytes(of connection: ConnectionID) -> Int { queuedBytes }
    func queuedMessages(of connection: ConnectionID) -> Int { 0 }
    func allow(extraBytes: Int, for connection: ConnectionID) {}
    func pauseReading(_ connection: ConnectionID) { wishes.append(.pause(connection)) }
    func resumeReading(_ connection: ConnectionID) { wishes.append(.resume(connection)) }
    func close(_ connection: ConnectionID, _ mode: CloseMode) {
      wishes.append(.close(connection, mode))
      actCount += 1
    }
    func finish(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) { note(bytes) }
    func endOutput(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) { note(bytes) }
    func finishStalled(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) { note(bytes) }
    func dropStalled(_ connection: ConnectionID) { close(connection, .immediately) }
    func schedule(afterMilliseconds delay: Int64, token: UInt64) -> TimerID {
      wishes.append(.timer(token))
      return .none
    }
    func stopListening() {}
    func dropHandshakes() {}
    func stop() {}

    private func note(_ bytes: UnsafeRawBufferPointer) {
      sent += bytes
      actCount += 1
    }
  }

  private struct NoInbox: MessageInbox {
    func post(_ message: LoopMessage) {}
    func post(_ messages: [LoopMessage]) {}
  }

  let carrier = Carrier()
  let server: ServerLoop

  init(_ configuration: ServerConfiguration = ServerConfiguration(listen: [])) {
    let status = ServerStatus(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {}
    let (store, denials) = (InMemoryStore(), DenialCount())
    let router = LoopRouter(inboxes: [NoInbox()])
    let limits = ServerLimits(configuration, descriptorsMax: 1_000)
    let background = Background(
      store: store, directory: store, attachments: nil, exports: nil, router: router, denials: denials, subjects: nil,
      scrub: HistoryScrub(store: store, status: status), sabotage: .none, memory: limits.memory)
    server = ServerLoop(
      loop: carrier, number: 0, router: router, configuration: configuration, background: background,
      invites: InviteCodes(serverKey: [UInt8](0..<32)), signing: WebhookSigning(serverKey: [UInt8](0..<32)), status: status, limits: limits,
      links: Locked(LinkCodes()), denials: denials, clocks: { ClockReading(wall: 1_790_000_000_000, steady: 0) },
      settledClock: Locked(SettledClock()))
  }

  /// A member's connection comes.
  func open(_ connection: ConnectionID) {
    server.opened(connection, address: SocketAddress(ipv4: 0x7F00_0001, port: 9), token: ServerLoop.ListenerToken.members)
    carrier.wishes = []
  }

  /// Bytes come, all in one read.
  func give(_ text: some StringProtocol, _ connection: ConnectionID) {
    var bytes = Array(text.utf8)
    bytes.withUnsafeMutableBytes { server.received($0, on: connection) }
  }

  /// Looks at all deadlines, as each tick does; true when something was sent or ended.
  func look(at now: Int64) -> Bool {
    carrier.now = now
    (carrier.sent, carrier.wishes) = ([], [])
    let before = carrier.actCount
    server.timer(1)
    return carrier.actCount > before
  }
}
