import HTTPTypes
import Testing
import WebSocket

@Suite("The opening handshake, both ends") struct HandshakeTests {
  private let nonce: (UInt64, UInt64) = (0x7468_6520_7361_6D70, 0x6C65_206E_6F6E_6365)

  @Test("§1.3 the key and the answer of the RFC") func example() {
    #expect(HandshakeKey.key(nonce) == "dGhlIHNhbXBsZSBub25jZQ==")
    #expect(HandshakeKey.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test("A client's request is taken by the server, and the server's answer by the client") func roundTrip() throws {
    let client = ClientUpgrade(
      authority: "example.org:8080", path: "/ws?x", subprotocols: ["hearth.v1.proto", "hearth.v1.json"], nonce: nonce)
    var request: [UInt8] = []
    HeadWriter.append(client.request, to: &request)
    var requests = RequestHeadParser()
    var position = 0
    let head = try #require(try request.withUnsafeBytes { try requests.read($0, from: &position) })
    #expect(position == request.count)
    let acceptance = try ServerUpgrade.decide(head, configuration: UpgradeConfiguration(subprotocols: ["hearth.v1.json"]))
    #expect(acceptance.subprotocol == "hearth.v1.json")

    var response: [UInt8] = []
    HeadWriter.append(acceptance.response, to: &response)
    let answerCount = response.count
    response.append(contentsOf: [0x81, 0x00])
    for cut in cuts(of: response.count) {
      var responses = ResponseHeadParser()
      var answer: ResponseHead?
      var taken = 0
      for range in cut where answer == nil {
        var position = 0
        answer = try Array(response[range]).withUnsafeBytes { try responses.read($0, from: &position) }
        taken += position
      }
      #expect(taken == answerCount)
      #expect(try client.accept(try #require(answer)) == "hearth.v1.json")
    }
  }

  private func judge(_ change: (inout ResponseHead) -> Void) -> UpgradeFailure? {
    let client = ClientUpgrade(authority: "example.org", path: "/", subprotocols: ["one"], nonce: nonce)
    var head = ResponseHead(
      response: HTTPResponse(
        status: .switchingProtocols,
        headerFields: [
          .upgrade: "WebSocket", .connection: "keep-alive, upgrade", .secWebSocketAccept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
          .secWebSocketProtocol: "one",
        ]))
    change(&head)
    do throws(UpgradeFailure) {
      #expect(try client.accept(head) == head.response.headerFields[.secWebSocketProtocol])
      return nil
    } catch {
      return error
    }
  }

  @Test("§4.1 a client takes no other answer") func judgement() {
    #expect(judge { _ in } == nil)
    #expect(judge { $0.response.headerFields[.secWebSocketProtocol] = nil } == nil)
    #expect(judge { $0.response.status = .ok } == .refused(.ok))
    #expect(judge { $0.response.status = .serviceUnavailable } == .refused(.serviceUnavailable))
    #expect(judge { $0.version = .v1p0 } == .upgradeMissing)
    #expect(judge { $0.response.headerFields[.upgrade] = "h2c" } == .upgradeMissing)
    #expect(judge { $0.response.headerFields[.upgrade] = nil } == .upgradeMissing)
    #expect(judge { $0.response.headerFields[.connection] = "close" } == .connectionNotUpgrade)
    #expect(judge { $0.response.headerFields[.secWebSocketAccept] = nil } == .acceptWrong)
    #expect(judge { $0.response.headerFields[.secWebSocketAccept] = "S3pPLMBiTxaQ9kYGzzhZRbK+xOo=" } == .acceptWrong)
    #expect(judge { $0.response.headerFields[.secWebSocketProtocol] = "two" } == .subprotocolUnexpected)
    #expect(judge { $0.response.headerFields[.secWebSocketExtensions] = "permessage-deflate" } == .extensionUnexpected)
  }

  @Test(
    "A status line is read strictly",
    arguments: [
      ("HTTP/1.1 101 Switching Protocols", 101), ("HTTP/1.1 503 ", 503), ("HTTP/1.1 200", 200), ("HTTP/1.1 20 OK", nil),
      ("HTTP/1.1 2000 OK", nil),
      ("HTTP/1.1 099 X", nil), ("HTTP/2 200 OK", nil), ("ICY 200 OK", nil), ("HTTP/1.1  200 OK", nil), ("HTTP/2.0 200 OK", nil),
      ("200", nil),
    ] as [(String, Int?)])
  func statusLine(_ line: String, _ code: Int?) {
    var parser = ResponseHeadParser()
    var position = 0
    let head = Array((line + "\r\n\r\n").utf8).withUnsafeBytes { try? parser.read($0, from: &position) }
    #expect(head?.response.status.code == code)
  }

  @Test("Extension offers are kept in order, values unquoted") func offers() throws {
    let offers = try ExtensionOffer.parse(["permessage-deflate; client_max_window_bits=\"1\\5\"; x, b", "c;y=1"])
    #expect(offers.map(\.name) == ["permessage-deflate", "b", "c"])
    #expect(offers[0].parameters.map(\.name) == ["client_max_window_bits", "x"])
    #expect(offers[0].parameters.map(\.value) == ["15", nil])
    #expect(offers[2].parameters.map(\.value) == ["1"])
  }
}
