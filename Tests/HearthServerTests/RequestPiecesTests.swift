import Testing

@testable import HearthServer
@testable import Transport

/// H23: a request that comes in very many pieces, by one loop of the server without sockets, so that each piece is read
/// by itself.
@Suite struct RequestPiecesTests {
  private let loop = LoopWithoutSockets()
  private let connection = ConnectionID(index: 0, generation: 1)

  init() { loop.open(connection) }

  private static let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "v", count: 200))\r\n\r\n"

  @Test("63 pieces are read as they come; behind the 64th and each further one reading rests until the timer fires")
  func rests() {
    let request = Self.request
    for byte in request.prefix(63) { loop.give(String(byte), connection) }
    #expect(loop.carrier.wishes == [])
    for byte in request.dropFirst(63).prefix(2) {
      loop.give(String(byte), connection)
      #expect(loop.carrier.wishes == [.pause(connection), .timer(connection.rawValue)])
      loop.server.timer(connection.rawValue)
      #expect(loop.carrier.wishes.last == .resume(connection))
      loop.carrier.wishes = []
    }
    loop.give(request.dropFirst(65), connection)
    #expect(loop.carrier.wishes == [])
    #expect(String(decoding: loop.carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
  }

  @Test("A peer in the connection's place is left alone when the timer fires, and so is a request that has been answered meanwhile")
  func ended() {
    for byte in Self.request.prefix(64) { loop.give(String(byte), connection) }
    #expect(loop.carrier.wishes.last == .timer(connection.rawValue))
    loop.server.closed(connection)
    let successor = ConnectionID(index: 0, generation: 2)
    loop.open(successor)
    loop.server.timer(connection.rawValue)
    #expect(loop.carrier.wishes == [])
    for byte in Self.request.prefix(64) { loop.give(String(byte), successor) }
    loop.give(Self.request.dropFirst(64), successor)
    loop.carrier.wishes = []
    loop.server.timer(successor.rawValue)
    #expect(loop.carrier.wishes == [])
  }

  @Test("A deadline that comes while reading rests is answered") func deadline() {
    for byte in Self.request.prefix(64) { loop.give(String(byte), connection) }
    loop.carrier.now = ServerConfiguration(listen: []).requestMilliseconds
    loop.server.timer(1)
    #expect(String(decoding: loop.carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    loop.carrier.wishes = []
    loop.server.timer(connection.rawValue)
    #expect(loop.carrier.wishes == [])
  }
}
