import HearthProtocol
import Testing

@testable import HearthServer
@testable import Transport

/// Five deadlines of a member's connection, at their values and a millisecond before: of the request, the login, a
/// message, a silence and its pong.
@Suite struct DeadlineTests {
  private let loop = LoopWithoutSockets()
  private let connection = ConnectionID(index: 0, generation: 1)
  private let configuration = ServerConfiguration(listen: [])

  init() { loop.open(connection) }

  private static let upgrade = """
    GET /v1/socket HTTP/1.1\r
    Host: localhost\r
    Connection: Upgrade\r
    Upgrade: websocket\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Protocol: hearth.v1.json\r
    \r

    """

  private func upgrade(at now: Int64) {
    loop.carrier.now = now
    loop.give(Self.upgrade, connection)
    #expect(String(decoding: loop.carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
  }

  @Test("A peer that has said nothing is cut off when the request's time is over, and not before") func silence() {
    #expect(!loop.look(at: configuration.requestMilliseconds - 1))
    #expect(loop.look(at: configuration.requestMilliseconds))
    #expect(loop.carrier.sent.isEmpty && loop.carrier.wishes.contains(.close(connection, .immediately)))
  }

  @Test("Half a request is answered 408 when its time is over, and not before, however often a byte comes") func request() {
    for byte in Self.upgrade.utf8.prefix(50) {
      loop.give(String(UnicodeScalar(byte)), connection)
      #expect(!loop.look(at: loop.carrier.now + 90))
    }
    #expect(!loop.look(at: configuration.requestMilliseconds - 1))
    #expect(loop.look(at: configuration.requestMilliseconds))
    #expect(String(decoding: loop.carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
  }

  @Test("A peer that does not log in is closed with 4408 when the time for it is over since the upgrade, and not before") func login() {
    let upgradedAt: Int64 = 1_234
    upgrade(at: upgradedAt)
    #expect(!loop.look(at: upgradedAt + configuration.loginMilliseconds - 1))
    #expect(loop.look(at: upgradedAt + configuration.loginMilliseconds))
    // A Close frame: its code stands behind two bytes.
    #expect(loop.carrier.sent.first == 0x88)
    #expect(Array(loop.carrier.sent.dropFirst(2).prefix(2)) == [UInt8(4_408 >> 8), UInt8(4_408 & 0xFF)])
  }

  @Test("A message that is not whole 10 s after its first byte is closed with 1008, and not before") func message() throws {
    upgrade(at: 0)
    let session = try #require(loop.server.session(connection))
    session.account.login = .identity(IdentityID(high: 1, low: 1))
    let begunAt: Int64 = 1_234
    loop.carrier.now = begunAt
    // The first byte of a frame that is not its message's last.
    loop.give("\u{01}", connection)
    #expect(configuration.messageMilliseconds == 10_000)
    #expect(!loop.look(at: begunAt + 9_999))
    #expect(loop.look(at: begunAt + 10_000))
    #expect(loop.carrier.sent == [0x88, 2, UInt8(1_008 >> 8), UInt8(1_008 & 0xFF)])
  }

  @Test("A member is pinged when nothing has come for a time, and cut off when nothing follows for another, and not before")
  func keepAlive() throws {
    upgrade(at: 0)
    let session = try #require(loop.server.session(connection))
    session.account.login = .identity(IdentityID(high: 1, low: 1))
    let silence = session.silence.pingMilliseconds
    #expect(silence >= configuration.pingMilliseconds * 4 / 5 && silence <= configuration.pingMilliseconds)
    #expect(!loop.look(at: silence - 1))
    #expect(loop.look(at: silence))
    #expect(loop.carrier.sent == [0x89, 0])
    #expect(!loop.look(at: silence + configuration.pongMilliseconds - 1))
    #expect(loop.look(at: silence + configuration.pongMilliseconds))
    #expect(loop.carrier.wishes.contains(.close(connection, .immediately)))
  }

  @Test("Members that came together are not pinged together") func jitter() {
    let configuration = configuration
    let times = (0..<64).map { index in
      let connection = ConnectionID(index: index, generation: 1)
      return Session(
        connection: connection, loop: 0, address: SocketAddress(ipv4: 0x7F00_0001, port: 9), isAdmin: false, configuration: configuration,
        now: 0
      ).silence.pingMilliseconds
    }
    #expect(Set(times).count > 48)
    #expect(times.allSatisfy { $0 >= configuration.pingMilliseconds * 4 / 5 && $0 <= configuration.pingMilliseconds })
  }
}
