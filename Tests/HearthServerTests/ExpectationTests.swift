import HearthProtocol
import HearthServer
import Testing

/// `Expect: 100-continue` where there is a body (RFC 9110 §10.1.1, SPEC AT-02). Of an upgrade it is row H43.
@Suite(.onOneAndThreeLoops) struct ExpectationTests {
  private static let content = Array("a bill".utf8)
  private static let goOn = "HTTP/1.1 100 Continue\r\n\r\n"

  /// The head of a request to put the content there.
  private func head(
    _ home: AttachmentServer, token: String?, length: Int = content.count, path: String? = nil, expectation: String = "100-continue"
  ) -> String {
    AttachmentServer.head(
      "PUT", path ?? home.path(Self.content), token: token, length: length, "Expect: \(expectation)\r\n")
  }

  @Test(
    "AT-02: who waits is told to go on before a byte of the body is there, and then answered", arguments: ["100-continue", "100-Continue"])
  func goesOn(expectation: String) throws {
    let home = try AttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    socket.send(head(home, token: home.asha.token, expectation: expectation))
    var answer = ""
    while answer.utf8.count < Self.goOn.utf8.count { answer += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(answer == Self.goOn)
    socket.send(Self.content)
    #expect(try socket.receiveAll().hasPrefix("HTTP/1.1 201 "))
    #expect(try home.get(Self.content, by: home.ravi).body == Self.content)
  }

  @Test("AT-02: who does not wait is answered all the same, with 100 before it or without")
  func doesNotWait() throws {
    let home = try AttachmentServer()
    let socket = try BlockingSocket(home.server.address)
    socket.send(Array(head(home, token: home.asha.token).utf8) + Self.content)
    let answer = try socket.receiveAll()
    #expect((answer.hasPrefix(Self.goOn) ? answer.dropFirst(Self.goOn.count) : answer[...]).hasPrefix("HTTP/1.1 201 "))
  }

  @Test("AT-02: what is refused is refused at once, without 100 and without the body")
  func refused() throws {
    var quota = AttachmentFolder.Quota()
    quota.bytesMax = 100
    let home = try AttachmentServer(quota: quota) { $0.attachmentBytesMax = 1_000 }
    let unknown = home.path(Self.content, group: Fresh.id())
    let asked: [(String, Int)] = [
      (head(home, token: nil), 401), (head(home, token: String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)), 401),
      (head(home, token: home.asha.token, length: 1_001), 413), (head(home, token: home.asha.token, length: 101), 507),
      (head(home, token: home.dadi.token), 403), (head(home, token: home.mira.token), 404),
      (head(home, token: home.asha.token, path: unknown), 404), (head(home, token: home.asha.token, expectation: "200-ok"), 400),
    ]
    for (request, status) in asked { #expect(try home.ask(request).status == status, "\(status)") }
    #expect(home.files().isEmpty)
  }

  @Test("AT-02: in HTTP/1.0 the expectation is passed over")
  func oldVersion() throws {
    let home = try AttachmentServer()
    let request = head(home, token: home.asha.token).replacing("HTTP/1.1", with: "HTTP/1.0")
    #expect(try home.ask(request, Self.content).status == 201)
  }

  @Test("AT-02: who is told to go on and does not is 408")
  func neverGoesOn() throws {
    let home = try AttachmentServer { $0.attachmentMilliseconds = 300 }
    let socket = try BlockingSocket(home.server.address)
    socket.send(head(home, token: home.asha.token))
    #expect(try socket.receiveAll().hasPrefix(Self.goOn + "HTTP/1.1 408 "))
  }
}
