import Testing
import Transport

/// The head of a request at its limits and one past them, over real sockets: H20, H21, H26, H27.
@Suite struct HeadLimitTests {
  private static let upgrade =
    "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n"

  private func status(_ server: TestServer, _ request: String) throws -> Int? {
    let socket = try BlockingSocket(server.address)
    socket.send(request)
    let line = String(decoding: try #require(try socket.receive()), as: UTF8.self)
    return Int(line.dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  /// A request whose first line has so many bytes, for a path that nobody knows.
  private func request(lineBytes: Int) -> String {
    "GET /\(String(repeating: "a", count: lineBytes - "GET / HTTP/1.1".count)) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }

  /// A header line of so many bytes, its end not counted.
  private func line(_ name: String = "X", bytes: Int) -> String {
    "\(name): \(String(repeating: "v", count: bytes - name.utf8.count - 2))\r\n"
  }

  private static let socket = "GET /v1/socket HTTP/1.1\r\n"

  @Test("H20: a request line of 2,048 bytes is read, one more is 414; other limits can be set", arguments: [nil, 300] as [Int?])
  func requestLine(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.head.startLineBytesMax = limit } }
    #expect(try status(server, request(lineBytes: limit ?? 2_048)) == 404)
    #expect(try status(server, request(lineBytes: (limit ?? 2_048) + 1)) == 414)
  }

  @Test("H21: a header line of 4,096 bytes is read, one more is 431", arguments: [nil, 300] as [Int?])
  func headerLine(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.head.fieldLineBytesMax = limit } }
    #expect(try status(server, Self.socket + Self.upgrade + line(bytes: limit ?? 4_096) + "\r\n") == 101)
    #expect(try status(server, Self.socket + Self.upgrade + line(bytes: (limit ?? 4_096) + 1) + "\r\n") == 431)
  }

  @Test("H21: 8 KiB of headers are read, one byte more is 431", arguments: [nil, 1_000] as [Int?])
  func headers(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.head.fieldsBytesMax = limit } }
    var rest = (limit ?? 8_192) - Self.upgrade.utf8.count
    var lines = ""
    while rest > 2_000 {
      lines += line(bytes: 1_000 - 2)
      rest -= 1_000
    }
    #expect(try status(server, Self.socket + Self.upgrade + lines + line(bytes: rest - 2) + "\r\n") == 101)
    #expect(try status(server, Self.socket + Self.upgrade + lines + line(bytes: rest - 1) + "\r\n") == 431)
  }

  @Test("H21: 64 header lines are read, one more is 431", arguments: [nil, 10] as [Int?])
  func headerCount(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.head.fieldsCountMax = limit } }
    let lines = String(repeating: "X: y\r\n", count: (limit ?? 64) - 5)
    #expect(try status(server, Self.socket + Self.upgrade + lines + "\r\n") == 101)
    #expect(try status(server, Self.socket + Self.upgrade + lines + "X: y\r\n\r\n") == 431)
  }

  @Test("H21: 100,000 header lines of a byte are 431 at the cap, and the connection ends")
  func endlessHeaders() throws {
    let server = try TestServer()
    let socket = try BlockingSocket(server.address)
    socket.send(Self.socket + "Host: localhost\r\n" + String(repeating: "a:\r\n", count: 100_000))
    #expect(try socket.receiveAll().hasPrefix("HTTP/1.1 431 "))
  }

  @Test("HS-10, H27: 16 KiB behind the request are handled after it, one byte more is 400", arguments: [nil, 1_000] as [Int?])
  func framesBehindRequest(limit: Int?) throws {
    let server = try TestServer { if let limit { $0.heldBytesMax = limit } }
    let message = #"{"register":{"displayName":"Mira"}}"#
    func frame(bytes: Int) -> [UInt8] {
      WireClient.frame(.text, Array((message + String(repeating: " ", count: bytes - 8 - message.utf8.count)).utf8))
    }
    let head = Array((Self.socket + Self.upgrade + "\r\n").utf8)
    let limit = limit ?? 16_384
    #expect(frame(bytes: limit).count == limit)
    let socket = try BlockingSocket(server.address)
    socket.send(head + frame(bytes: limit))
    var text = ""
    while !text.contains("welcome") { text += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(text.hasPrefix("HTTP/1.1 101 "))
    let other = try BlockingSocket(server.address)
    other.send(head + frame(bytes: limit + 1))
    #expect(try other.receiveAll().hasPrefix("HTTP/1.1 400 "))
  }

  @Test("H26: a second request behind the first is no request but frames, and closes with 1002")
  func secondRequest() throws {
    let server = try TestServer()
    let socket = try BlockingSocket(server.address)
    let request = Self.socket + Self.upgrade + "\r\n"
    socket.send(request + request)
    let answer = try socket.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(!answer.dropFirst(9).contains("HTTP/1.1"))
    #expect(answer.hasSuffix("\u{3}\u{FFFD}"), "a Close with 1002, 0x03EA")
  }

  @Test("H2, H6: a known path takes its method only, an unknown one none, and all of those get one answer")
  func routes() throws {
    let server = try TestServer { $0.servesPage = false }
    func answer(_ line: String, to address: KeyPath<TestServer, SocketAddress>) throws -> String {
      let socket = try BlockingSocket(server[keyPath: address])
      socket.send("\(line) HTTP/1.1\r\n\(Self.upgrade)\r\n")
      return try socket.receiveAll()
    }
    for method in ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE"] {
      let refused = try answer("\(method) /v1/socket", to: \.address)
      #expect(refused == "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }
    let unknown = Set(
      try ["GET /", "POST /", "GET /healthz", "PUT /v1/socket/", "GET /V1/socket", "DELETE /v1", "GET /v1/socket%20"].map {
        try answer($0, to: \.address)
      })
    #expect(unknown == ["HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"])
    #expect(try answer("GET /v1/socket", to: \.adminAddress) == unknown.first)
  }
}
