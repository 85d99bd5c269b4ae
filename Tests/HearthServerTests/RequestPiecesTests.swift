import EventStore
import Locking
import Logging
import Room
import TLS
import Testing

@testable import HearthServer
@testable import Transport

/// H23: a request that comes in very many pieces, by one loop of the server without sockets, so that each piece is read by itself.
@Suite struct RequestPiecesTests {
  /// A connection loop that notes what it is asked for.
  private final class NotingLoop: ConnectionLoop {
    enum Wish: Equatable {
      case pause(ConnectionID)
      case resume(ConnectionID)
      case timer(UInt64)
    }

    var wishes: [Wish] = []
    var sent: [UInt8] = []
    var now: Int64 = 0
    let connectionCount = 1

    func census() -> LoopCensus { LoopCensus() }
    func peerCertificate(of connection: ConnectionID) -> TLSPeerCertificate? { nil }
    func write(_ bytes: UnsafeRawBufferPointer) -> OutputRange { OutputRange(offset: 0, length: UInt32(bytes.count)) }
    func send(_ range: OutputRange, to connection: ConnectionID) -> Bool { true }
    func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID) -> Bool {
      sent += bytes
      return true
    }
    func queuedBytes(of connection: ConnectionID) -> Int { 0 }
    func queuedMessages(of connection: ConnectionID) -> Int { 0 }
    func allow(extraBytes: Int, for connection: ConnectionID) {}
    func pauseReading(_ connection: ConnectionID) { wishes.append(.pause(connection)) }
    func resumeReading(_ connection: ConnectionID) { wishes.append(.resume(connection)) }
    func close(_ connection: ConnectionID, _ mode: CloseMode) {}
    func finish(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) { sent += bytes }
    func endOutput(_ connection: ConnectionID, sending bytes: UnsafeRawBufferPointer) { sent += bytes }
    func schedule(afterMilliseconds delay: Int64, token: UInt64) -> TimerID {
      wishes.append(.timer(token))
      return .none
    }
    func stopListening() {}
    func dropHandshakes() {}
    func stop() {}
  }

  private struct NoInbox: MessageInbox {
    func post(_ message: LoopMessage) {}
    func post(_ messages: [LoopMessage]) {}
  }

  private let carrier = NotingLoop()
  private let loop: ServerLoop
  private let connection = ConnectionID(index: 0, generation: 1)

  init() {
    let configuration = ServerConfiguration(listen: [])
    let status = ServerStatus(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) {}
    let (store, denials) = (InMemoryStore(), DenialCount())
    let router = LoopRouter(inboxes: [NoInbox()])
    let background = Background(
      store: store, directory: store, attachments: nil, exports: nil, router: router, denials: denials, subjects: nil,
      scrub: HistoryScrub(store: store, status: status), fault: .none)
    loop = ServerLoop(
      loop: carrier, number: 0, router: router, configuration: configuration, background: background,
      invites: InviteCodes(serverKey: [UInt8](0..<32)), status: status, limits: ServerLimits(configuration, descriptorsMax: 1_000),
      links: Locked(LinkCodes()), denials: denials, clocks: { ClockReading(wall: 1_790_000_000_000, steady: 0) },
      settledClock: Locked(SettledClock()))
    open(connection)
  }

  private func open(_ connection: ConnectionID) {
    loop.opened(connection, peer: SocketAddress(ipv4: 0x7F00_0001, port: 9), token: ServerLoop.ListenerToken.members)
    carrier.wishes = []
  }

  private func give(_ text: some StringProtocol, _ connection: ConnectionID) {
    var bytes = Array(text.utf8)
    bytes.withUnsafeMutableBytes { loop.received($0, on: connection) }
  }

  private static let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "v", count: 200))\r\n\r\n"

  @Test("63 pieces are read as they come; behind the 64th and each further one reading rests until the timer fires")
  func rests() {
    let request = Self.request
    for byte in request.prefix(63) { give(String(byte), connection) }
    #expect(carrier.wishes == [])
    for byte in request.dropFirst(63).prefix(2) {
      give(String(byte), connection)
      #expect(carrier.wishes == [.pause(connection), .timer(connection.rawValue)])
      loop.timer(connection.rawValue)
      #expect(carrier.wishes.last == .resume(connection))
      carrier.wishes = []
    }
    give(request.dropFirst(65), connection)
    #expect(carrier.wishes == [])
    #expect(String(decoding: carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
  }

  @Test("Whoever has the connection's place when the timer fires is left as they are, and so is a request that has been answered meanwhile")
  func ended() {
    for byte in Self.request.prefix(64) { give(String(byte), connection) }
    #expect(carrier.wishes.last == .timer(connection.rawValue))
    loop.closed(connection)
    let successor = ConnectionID(index: 0, generation: 2)
    open(successor)
    loop.timer(connection.rawValue)
    #expect(carrier.wishes == [])
    for byte in Self.request.prefix(64) { give(String(byte), successor) }
    give(Self.request.dropFirst(64), successor)
    carrier.wishes = []
    loop.timer(successor.rawValue)
    #expect(carrier.wishes == [])
  }

  @Test("A deadline that comes while reading rests is answered") func deadline() {
    for byte in Self.request.prefix(64) { give(String(byte), connection) }
    carrier.now = ServerConfiguration(listen: []).requestMilliseconds
    loop.timer(1)
    #expect(String(decoding: carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    carrier.wishes = []
    loop.timer(connection.rawValue)
    #expect(carrier.wishes == [])
  }
}
