import HearthServer
import Testing
import Transport
import WebSocket

/// SPEC HS-13: from which pages browsers may ask.
@Suite(.onOneAndThreeLoops) struct WebOriginTests {
  private static let upgrade = """
    Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n
    """

  /// The status of the answer to an upgrade.
  private func status(_ server: TestServer, _ fields: String, head: String = "GET /v1/socket HTTP/1.1") throws -> Int? {
    let socket = try BlockingSocket(server.address)
    socket.send("\(head)\r\n\(Self.upgrade)\(fields)\r\n")
    let answer = String(decoding: try #require(try socket.receive()), as: UTF8.self)
    return Int(answer.dropFirst(9).prefix(3))
  }

  @Test(
    "HS-13: without a list the server's own origin is taken, and no other",
    arguments: [
      ("Host: hearth.example\r\n", 101),
      ("Host: hearth.example\r\nOrigin: http://hearth.example\r\n", 101),
      ("Host: hearth.example\r\nOrigin: HTTP://Hearth.Example:80\r\n", 101),
      ("Host: hearth.example\r\nOrigin: https://hearth.example\r\n", 101),
      ("Host: hearth.example:443\r\nOrigin: https://hearth.example\r\n", 101),
      ("Host: hearth.example:8443\r\nOrigin: https://hearth.example:8443\r\n", 101),
      ("Host: [::1]:8080\r\nOrigin: http://[::1]:8080\r\n", 101),
      ("Host: [::1]\r\nOrigin: http://[::1]\r\n", 101),
      ("Host: hearth.example:8080\r\nOrigin: http://hearth.example\r\n", 403),
      ("Host: hearth.example\r\nOrigin: http://hearth.example:8080\r\n", 403),
      ("Host: hearth.example\r\nOrigin: https://evil.example\r\n", 403),
      ("Host: hearth.example\r\nOrigin: https://hearth.example.evil.example\r\n", 403),
      ("Host: hearth.example\r\nOrigin: https://hearth.example@evil.example\r\n", 403),
      ("Host: [::1]:8080\r\nOrigin: http://[::2]:8080\r\n", 403),
      ("Host: hearth.example\r\nOrigin: null\r\n", 403),
      ("Host: hearth.example\r\nOrigin: \r\n", 403),
      ("Host: hearth.example\r\nOrigin: file://hearth.example\r\n", 403),
      ("Host: hearth.example\r\nOrigin: http://hearth.example\r\nOrigin: http://hearth.example\r\n", 400),
      // Nobody is trusted: what a proxy would say says nothing.
      ("Host: hearth.example\r\nX-Forwarded-Host: evil.example\r\nOrigin: https://evil.example\r\n", 403),
    ])
  func own(fields: String, answer: Int) throws {
    #expect(try status(TestServer(), fields) == answer)
  }

  @Test(
    "HS-13: behind a trusted proxy the server's own origin is what the proxy says it is",
    arguments: [
      ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: app.example\r\nOrigin: https://app.example\r\n", 101),
      ("X-Forwarded-Proto: https, http\r\nX-Forwarded-Host: app.example, inner\r\nOrigin: https://app.example\r\n", 101),
      ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: app.example:8443\r\nOrigin: https://app.example:8443\r\n", 101),
      ("X-Forwarded-Proto: https\r\nOrigin: https://inner:8080\r\n", 101),
      ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: app.example\r\nOrigin: http://app.example\r\n", 403),
      ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: app.example\r\nOrigin: https://inner:8080\r\n", 403),
      ("X-Forwarded-Host: app.example\r\nOrigin: https://app.example\r\n", 101),
    ])
  func proxied(fields: String, answer: Int) throws {
    let server = try TestServer { $0.trustedProxies = CIDRRange("127.0.0.0/8").map { [.range($0)] } ?? [] }
    #expect(try status(server, "Host: inner:8080\r\n" + fields) == answer)
  }

  @Test("HS-13: `*` takes every page, and a list those on it alone, `null` too if it stands there")
  func named() throws {
    #expect(WebOriginList([]) == .own && WebOriginList(["*"]) == .any && WebOriginList(["https://a.example", "*"]) == .any)
    #expect(WebOriginList(["https://a.example"]) == .listed(["https://a.example"]))
    let any = try TestServer { $0.webOrigins = .any }
    #expect(try status(any, "Host: h\r\nOrigin: null\r\n") == 101)
    for servesPage in [true, false] {
      let listed = try TestServer { ($0.webOrigins, $0.servesPage) = (.listed(["null"]), servesPage) }
      #expect(try status(listed, "Host: h\r\nOrigin: null\r\n") == 101)
      // The server's own page asks too, where there is one.
      #expect(try status(listed, "Host: h\r\nOrigin: http://h\r\n") == (servesPage ? 101 : 403))
    }
  }

  @Test("HS-13: calls over HTTP and receipts' doors look at it too, and say in words what helps")
  func calls() throws {
    let server = try TestServer()
    for head in ["POST /v1/identities HTTP/1.1", "GET /v1/groups HTTP/1.1", "PUT /v1/groups/a/attachments/b HTTP/1.1"] {
      let socket = try BlockingSocket(server.address)
      socket.send("\(head)\r\nHost: hearth.example\r\nOrigin: https://evil.example\r\nContent-Length: 0\r\n\r\n")
      let answer = try socket.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("--origin"), "\(head): \(answer)")
      let own = try BlockingSocket(server.address)
      own.send("\(head)\r\nHost: hearth.example\r\nOrigin: http://hearth.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      #expect(try !own.receiveAll().hasPrefix("HTTP/1.1 403 "), "\(head)")
    }
  }
}
