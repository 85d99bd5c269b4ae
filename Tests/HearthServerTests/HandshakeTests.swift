import HearthProtocol
import Testing
import WebSocket

/// SPEC section 1, as far as the server decides it; the rows of the handshake itself are the WebSocket core's.
@Suite(.onOneAndThreeLoops) struct HandshakeTests {
  private static let upgrade =
    "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n"

  private func answer(_ server: TestServer, _ request: String) throws -> String {
    let socket = try BlockingSocket(server.address)
    socket.send(request)
    return try socket.receiveAll()
  }

  @Test(
    "HS-01, H6: any other path is 404, and all of them the same",
    arguments: ["/index.html", "/v1", "/v1/socket/", "/v2/socket", "/healthz"])
  func unknownPath(path: String) throws {
    let server = try TestServer()
    let answer = try answer(server, "GET \(path) HTTP/1.1\r\n\(Self.upgrade)\r\n")
    #expect(answer == "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
  }

  @Test("HS-01: without Upgrade it is 426")
  func noUpgrade() throws {
    let server = try TestServer()
    let answer = try answer(server, "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 426 "))
    #expect(answer.contains("\r\nUpgrade: websocket\r\n"))
  }

  @Test("HS-02: an offer without a known subprotocol is 400")
  func unknownSubprotocol() throws {
    let server = try TestServer()
    let answer = try answer(server, "GET /v1/socket HTTP/1.1\r\n\(Self.upgrade)Sec-WebSocket-Protocol: hearth.v2.json\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
  }

  @Test("HS-02: no offer means JSON, and none is named")
  func noSubprotocol() throws {
    let server = try TestServer()
    let client = try WireClient(server.address, .json, offers: [])
    #expect(client.subprotocol == nil)
    client.send(text: #"{"request":7,"register":{"displayName":"Mira"}}"#)
    #expect(try client.message().registered.token.utf8.count == 97)
  }

  @Test(
    "HS-02: the first offer that is known is taken",
    arguments: [
      (["hearth.v9", "hearth.v1.proto", "hearth.v1.json"], WireFormat.protobuf), (["hearth.v1.json", "hearth.v1.proto"], .json),
    ])
  func firstKnownSubprotocol(offers: [String], expected: WireFormat) throws {
    let server = try TestServer()
    let client = try WireClient(server.address, expected, offers: offers)
    #expect(client.subprotocol == expected.rawValue)
    try client.register("Mira")
  }

  @Test("HS-03, F21: the other kind of frame closes with 1003", arguments: WireFormat.allCases)
  func wrongKind(format: WireFormat) throws {
    let server = try TestServer()
    let client = try server.register("Mira", format)
    client.send(format == .json ? .binary : .text, Array("{}".utf8))
    #expect(try client.closeCode() == 1003)
  }

  @Test("HS-05: 64 KiB are taken, one more closes with 1009")
  func messageSize() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    let request = #"{"request":9,"listGroups":{}}"#
    client.send(text: request + String(repeating: " ", count: 65_536 - request.utf8.count))
    #expect(try client.message().request == 9)
    client.send(text: request + String(repeating: " ", count: 65_537 - request.utf8.count))
    #expect(try client.closeCode() == 1009)
  }

  @Test("T1, H22: a request that never ends is 408 in time, however steadily it grows; who says nothing at all is told nothing")
  func slowRequest() throws {
    let server = try TestServer { $0.requestMilliseconds = 300 }
    let silent = try BlockingSocket(server.address)
    let growing = try BlockingSocket(server.address)
    growing.send("GET /v1/socket HTTP/1.1\r\n")
    #expect(try silent.receiveAll() == "")
    growing.send("H")
    #expect(try growing.receiveAll().hasPrefix("HTTP/1.1 408 "))
  }

  @Test("HS-07: a silent client is pinged, and stays when it answers")
  func pingAnswered() throws {
    let server = try TestServer {
      $0.pingMilliseconds = 300
      $0.pongMilliseconds = 600_000
    }
    let client = try server.register("Mira")
    #expect(try client.receive() == .ping)
    #expect(try client.receive() == .ping)
    _ = try client.ask(.listGroups(.init()))
  }

  @Test("HS-07: who answers nothing is cut off")
  func pingUnanswered() throws {
    let server = try TestServer {
      $0.pingMilliseconds = 300
      $0.pongMilliseconds = 300
    }
    let client = try server.register("Mira")
    client.isSilent = true
    #expect(try client.receive() == .ping)
    #expect(try client.receive() == .end)
  }

  @Test(
    "H1: bytes that are no request are 400",
    arguments: ["\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n", "hello\r\n\r\n", "GET\r\n\r\n", " / HTTP/1.1\r\n\r\n"])
  func garbage(bytes: String) throws {
    let server = try TestServer()
    #expect(try answer(server, bytes).hasPrefix("HTTP/1.1 400 "))
  }

  @Test("H40: a token in the query is 400")
  func tokenInTarget() throws {
    let server = try TestServer()
    let answer = try answer(server, "GET /v1/socket?token=0123 HTTP/1.1\r\n\(Self.upgrade)\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(!answer.contains("0123"))
  }

  @Test("H42: one connection more than the server holds is 503 with a time to come back")
  func serverFull() throws {
    let server = try TestServer { $0.connectionsMax = 2 }
    let first = try server.register("Mira")
    let second = try server.register("Ravi")
    let answer = try answer(server, "GET /v1/socket HTTP/1.1\r\n\(Self.upgrade)\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    let seconds = answer.split(separator: "\r\n").compactMap { $0.hasPrefix("Retry-After: ") ? Int($0.dropFirst(13)) : nil }
    #expect(seconds.count == 1 && seconds.allSatisfy((1...10).contains))
    _ = try first.ask(.listGroups(.init()))
    _ = try second.ask(.listGroups(.init()))
  }

  @Test("HS-02: an origin that is not on the list is 403")
  func origin() throws {
    let server = try TestServer { $0.webOrigins = .listed(["https://app.example"]) }
    let refused = try answer(server, "GET /v1/socket HTTP/1.1\r\n\(Self.upgrade)Origin: https://app.example.evil.org\r\n\r\n")
    #expect(refused.hasPrefix("HTTP/1.1 403 "))
    let socket = try BlockingSocket(server.address)
    socket.send("GET /v1/socket HTTP/1.1\r\n\(Self.upgrade)Origin: https://app.example\r\n\r\n")
    #expect(String(decoding: try #require(try socket.receive()), as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
  }

  @Test("H27: frames in the same segment as the request are handled after it")
  func pipelinedFrames() throws {
    let server = try TestServer()
    let socket = try BlockingSocket(server.address)
    let register = WireClient.frame(.text, Array(#"{"register":{"displayName":"Mira"}}"#.utf8))
    socket.send(Array("GET /v1/socket HTTP/1.1\r\n\(Self.upgrade)\r\n".utf8) + register)
    var text = ""
    while !text.contains("welcome") { text += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(text.hasPrefix("HTTP/1.1 101 "))
  }
}
