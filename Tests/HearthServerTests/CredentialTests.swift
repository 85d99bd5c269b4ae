import HearthProtocol
import Testing

/// Tokens that come with the upgrade (SPEC HS-12): what is waited for, and what that is bounded by. The answers
/// themselves are row H39.
@Suite(.onOneAndThreeLoops) struct CredentialTests {
  private static func upgrade(_ token: String) -> [UInt8] {
    Array(
      ("GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer \(token)\r\n\r\n").utf8)
  }

  @Test("HS-12: a right token lets in and logs nobody in; a known id with another secret is 401 like an unknown one")
  func rightAndWrong() throws {
    let server = try TestServer()
    let token = try server.register("Mira").token
    let client = try WireClient(server.address, fields: ["Authorization": "bearer \(token)"])
    try client.send(.listGroups(.init()))
    #expect(try client.closeCode() == 4401)
    let answers = try [token.dropLast(4) + "0000", String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)].map {
      let socket = try BlockingSocket(server.address)
      socket.send(Self.upgrade(String($0)))
      return try socket.receiveAll()
    }
    let unauthorized = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    #expect(answers == [unauthorized, unauthorized])
  }

  @Test("HS-10, HS-12: 16 KiB behind the request are handled once the token is known, one byte more is 400", arguments: [16_384, 16_385])
  func framesMeanwhile(bytes: Int) throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let token = try server.register("Mira").token
    store.closeDirectory()
    let socket = try BlockingSocket(server.address)
    let hello = #"{"request":1,"hello":{"token":"\#(token)"}}"#
    let frame = WireClient.frame(.text, Array((hello + String(repeating: " ", count: bytes - 8 - hello.utf8.count)).utf8))
    #expect(frame.count == bytes)
    socket.send(Self.upgrade(token) + frame)
    if bytes > 16_384 {
      #expect(try socket.receiveAll().hasPrefix("HTTP/1.1 400 "))
      store.openDirectory()
      return
    }
    store.openDirectory()
    var text = ""
    while !text.contains("welcome") { text += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(text.hasPrefix("HTTP/1.1 101 "))
  }

  @Test("HS-12: who ends the stream behind upgrade and messages has them handled")
  func endsMeanwhile() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let token = try server.register("Mira").token
    store.closeDirectory()
    let socket = try BlockingSocket(server.address)
    let hello = #"{"request":1,"hello":{"token":"nobody"}}"#
    socket.send(Self.upgrade(token) + WireClient.frame(.text, Array(hello.utf8)))
    socket.endOutput()
    store.openDirectory()
    let answer = try socket.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(answer.contains("this token is not known"))
  }

  @Test("HS-12: who waits for a slow store longer than requests may take is 503; who leaves meanwhile leaves nothing")
  func slowStore() throws {
    let store = GatedStore()
    let server = try TestServer(store) { $0.requestMilliseconds = 300 }
    let token = try server.register("Mira").token
    store.closeDirectory()
    let impatient = try BlockingSocket(server.address)
    impatient.send(Self.upgrade(token))
    impatient.resetAtEnd()
    let socket = try BlockingSocket(server.address)
    socket.send(Self.upgrade(token))
    let answer = try socket.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: "))
    store.openDirectory()
    _ = try server.logIn(token)
  }
}
