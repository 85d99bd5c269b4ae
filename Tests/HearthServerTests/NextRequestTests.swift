import Foundation
import HearthLoadKit
import HearthProtocol
import Page
import Testing

@testable import HearthServer
@testable import Transport

/// Request after request on one connection (SPEC HT-08).
@Suite(.onOneAndThreeLoops) struct NextRequestTests {
  private static let json = "Content-Type: application/json\r\n"

  private func add(_ home: CallServer, _ minor: Int, _ more: String = "") -> String {
    home.request("POST", "/entries", by: home.asha, CallServer.expense(minor), Self.json + more)
  }

  @Test("HT-08: calls of different people go over one connection, and each is answered as its own caller")
  func severalCallers() throws {
    let home = try CallServer()
    let socket = try BlockingSocket(home.server.address)
    var rest: [UInt8] = []
    func ask(_ method: String, _ path: String, by client: WireClient?, _ body: String? = nil) throws -> Answer {
      socket.send(home.request(method, path, by: client, body, body == nil ? "" : Self.json))
      return try Answer(socket, rest: &rest)
    }
    let added = try ask("POST", "/entries", by: home.asha, CallServer.expense(700))
    #expect(added.status == 201 && added.fields["connection"] == nil)
    let other = try ask("POST", "/entries", by: home.dadi, CallServer.expense(700))
    #expect(other.problem == "403 forbidden " && other.fields["connection"] == nil)
    #expect(try ask("GET", "/entries", by: home.ravi).list("entries").count == 1)
    #expect(try ask("GET", "/entries", by: home.mira).status == 404)
    #expect(try ask("GET", "/v1/openapi.json", by: nil).body == PageFile.description.bytes)
    let refused = try ask("POST", "/entries", by: home.asha, #"{"content":{"kind":"ENTRY_KIND_GIFT"}}"#)
    #expect(refused.problem == "400 bad_request content.kind" && refused.fields["connection"] == nil)
    #expect(try ask("DELETE", "/entries/\(added.madeID)", by: home.asha).status == 200)
    // Nobody is known any more who was known before.
    let stranger = try ask("GET", "/entries", by: nil)
    #expect(stranger.status == 401 && stranger.fields["connection"] == "close")
  }

  @Test("HT-08: requests that do not wait for the answers are done in their order, whole and byte by byte", arguments: [1, 7, 100_000])
  func pipelined(segment: Int) throws {
    let home = try CallServer()
    let socket = try BlockingSocket(home.server.address)
    let requests = (1...9).map { add(home, $0) } + [home.request("GET", "/entries", by: home.ravi, nil, "")]
    let bytes = Array(requests.joined().utf8)
    for start in stride(from: 0, to: bytes.count, by: segment) { socket.send(Array(bytes[start..<min(start + segment, bytes.count)])) }
    var rest: [UInt8] = []
    var positions: [UInt64] = []
    for _ in 1...9 {
      let answer = try Answer(socket, rest: &rest)
      #expect(answer.status == 201)
      positions.append(UInt64(answer["position"] ?? "") ?? 0)
    }
    #expect(positions == positions.sorted() && Set(positions).count == 9)
    #expect(try Answer(socket, rest: &rest).list("entries").count == 9)
  }

  @Test("HT-08: a connection has 100 requests and not one more")
  func hundred() throws {
    let home = try CallServer()
    let socket = try BlockingSocket(home.server.address)
    var rest: [UInt8] = []
    for number in 1...SessionRequest.most {
      socket.send(home.request("GET", "/v1/groups", by: home.asha, nil, ""))
      let answer = try Answer(socket, rest: &rest)
      #expect(answer.status == 200 && (answer.fields["connection"] == "close") == (number == 100), "\(number)")
    }
    #expect(try socket.receive() == nil)
  }

  @Test("HT-08: 16 KiB may come behind a request; of one byte more nothing is done, and the answer says so", arguments: [0, 1])
  func early(more: Int) throws {
    let home = try CallServer { $0.heldBytesMax = 2_000 }
    let first = add(home, 1)
    let unpadded = add(home, 2, "X-Filler: \r\n")
    let filler = String(repeating: "x", count: 2_000 + more - unpadded.utf8.count)
    let second = add(home, 2, "X-Filler: \(filler)\r\n")
    #expect(second.utf8.count == 2_000 + more)
    let socket = try BlockingSocket(home.server.address)
    socket.send(first + second)
    var rest: [UInt8] = []
    let answer = try Answer(socket, rest: &rest)
    #expect(answer.status == 201 && (answer.fields["connection"] == "close") == (more == 1))
    if more == 0 { #expect(try Answer(socket, rest: &rest).status == 201) }
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").count == 2 - more)
  }

  @Test("HT-08: who asks for the end, or speaks HTTP/1.0, has one answer", arguments: ["Connection: close", "Connection: x, Close", ""])
  func asked(field: String) throws {
    let home = try CallServer()
    let lines = field.isEmpty ? "" : field + "\r\n"
    let request = home.request("GET", "/v1/groups", by: home.asha, nil, lines)
    let answer = try home.send((field.isEmpty ? request.replacing("HTTP/1.1", with: "HTTP/1.0") : request) + request)
    #expect(answer.status == 200 && answer.fields["connection"] == "close")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("HTTP/1.1"))
  }

  @Test("HT-08: a connection through a trusted proxy has one request, and no other request is answered by it")
  func proxied() throws {
    let home = try CallServer { $0.trustedProxies = CIDRRange("127.0.0.0/8").map { [.range($0)] } ?? [] }
    let answer = try home.call("GET", "/v1/groups", by: home.asha, nil, "X-Forwarded-For: 192.0.2.1\r\n")
    #expect(answer.status == 200 && answer.fields["connection"] == "close")
  }

  @Test("HT-08, HS-01: a WebSocket may follow calls, and a receipt's file is the last")
  func others() throws {
    let home = try AttachmentServer()
    let file = Array("%PDF-1.7 of nothing".utf8)
    let socket = try BlockingSocket(home.server.address)
    let list = AttachmentServer.head("GET", "/v1/groups", token: home.asha.token)
    socket.send(Array((list + AttachmentServer.head("PUT", home.path(file), token: home.asha.token, length: file.count)).utf8) + file)
    var rest: [UInt8] = []
    #expect(try Answer(socket, rest: &rest).status == 200)
    let put = try Answer(socket, rest: &rest)
    #expect(put.status == 201 && put.fields["connection"] == "close")
    let upgrading = try BlockingSocket(home.server.address)
    upgrading.send(
      list + "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    rest = []
    #expect(try Answer(upgrading, rest: &rest).status == 200)
    var text = String(decoding: rest, as: UTF8.self)
    while !text.contains("\r\n\r\n") { text += String(decoding: try #require(try upgrading.receive()), as: UTF8.self) }
    #expect(text.hasPrefix("HTTP/1.1 101 "))
  }

  @Test("HT-01: a slash at the end of a path is as none, and one in another place is not")
  func slash() throws {
    let home = try CallServer()
    #expect(try home.call("GET", "/v1/groups/", by: home.asha).list("groups").count == 1)
    #expect(try home.call("GET", "/entries/?limit=1", by: home.asha).status == 200)
    for path in ["/entries//", "//entries"] { #expect(try home.call("GET", path, by: home.asha).status == 404, "\(path)") }
  }

  @Test("HT-09: whatever is refused is a problem with a cause and a remedy, and HEAD is told its length alone")
  func problems() throws {
    let home = try CallServer()
    for (request, status) in [
      ("GET /v1/nowhere HTTP/1.1\r\nHost: h\r\n\r\n", 404), ("PATCH /v1/groups HTTP/1.1\r\nHost: h\r\n\r\n", 405),
      ("GET /v1/socket HTTP/1.1\r\nHost: h\r\n\r\n", 426), ("GET /v1/socket?token=x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("nonsense\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / HTTP/1.1\r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\n", 505),
      ("GET /\(String(repeating: "x", count: 3_000)) HTTP/1.1\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 5_000))\r\n\r\n", 431),
      ("POST /v1/groups HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
      ("GET /v1/groups HTTP/1.1\r\nHost: h\r\n\r\n", 401),
    ] {
      let answer = try home.send(request)
      #expect(answer.status == status && answer.fields["connection"]?.contains("close") == true, "\(request.prefix(60))")
      #expect(answer.fields["content-type"] == "application/problem+json", "\(request.prefix(60))")
      let rejected = try #require(answer.rejected, "\(request.prefix(60))")
      #expect(!rejected.code.isEmpty && !rejected.cause.isEmpty && !rejected.remedy.isEmpty)
    }
    let head = try home.send("HEAD /v1/nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(head.status == 404 && head.body.isEmpty && head.fields["content-length"] != "0")
  }

  @Test("HT-09, HS-04: the names of an enumeration are listed where another one was sent", arguments: ["content.kind", "content.split"])
  func names(field: String) throws {
    let home = try CallServer()
    let body = field == "content.kind" ? #"{"content":{"kind":"GIFT"}}"# : #"{"content":{"split":{"equal":1}}}"#
    let refused = try home.call("POST", "/entries", by: home.asha, body)
    let cause = refused["cause"] ?? ""
    #expect(refused.status == 400)
    #expect(cause.contains("ENTRY_KIND_EXPENSE, ENTRY_KIND_INCOME, ENTRY_KIND_TRANSFER") == (field == "content.kind"), "\(cause)")
  }

  @Test("CM-01: the number of a message that cannot be read is echoed where its outer object can be")
  func echoed() throws {
    let home = try CallServer()
    let client = try home.server.logIn(home.asha.token, .json)
    for (text, number) in [
      (#"{"request":7,"command":{"addEntry":{"content":{"kind":"GIFT"}}}}"#, UInt32(7)), (#"{"nothing":{},"request":"8"}"#, 8),
      (#"{"request":-1,"listGroups":{"x":1}}"#, 0), (#"{"request":9,"listGroups":"#, 0),
    ] {
      client.send(text: text)
      let answer = try client.message()
      #expect(answer.request == number && answer.rejected.code == "bad_request", "\(text)")
    }
  }
}

/// How long a connection waits for its next request, at the limit and a millisecond before.
struct IdleRequestTests {
  private let loop = LoopWithoutSockets()
  private let connection = ConnectionID(index: 0, generation: 1)
  private let configuration = ServerConfiguration(listen: [])

  init() { loop.open(connection) }

  private func ask(at now: Int64) {
    loop.carrier.now = now
    loop.carrier.sent = []
    loop.give("GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
    #expect(String(decoding: loop.carrier.sent.prefix(16), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("HT-08: a connection that asks for nothing more is ended 15 seconds after the answer, without a word, and not before")
  func idle() {
    #expect(configuration.idleMilliseconds == 15_000)
    ask(at: 1_000)
    ask(at: 9_000)
    #expect(!loop.look(at: 9_000 + 14_999))
    #expect(loop.look(at: 9_000 + 15_000))
    #expect(loop.carrier.sent.isEmpty && loop.carrier.wishes.contains(.close(connection, .immediately)))
  }

  @Test("HT-08: the time for a request that follows begins with its first byte")
  func begun() {
    ask(at: 0)
    loop.carrier.now = 10_000
    loop.give("GET", connection)
    #expect(!loop.look(at: 10_000 + configuration.requestMilliseconds - 1))
    #expect(loop.look(at: 10_000 + configuration.requestMilliseconds))
    #expect(String(decoding: loop.carrier.sent, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
  }

  @Test("HT-08: who does not read its answers is read no further until they have left")
  func unread() {
    ask(at: 0)
    loop.carrier.queuedBytes = 1
    loop.carrier.sent = []
    loop.give("GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
    #expect(loop.carrier.sent.isEmpty && loop.carrier.wishes.contains(.pause(connection)))
    loop.carrier.queuedBytes = 0
    loop.server.drained(connection)
    #expect(String(decoding: loop.carrier.sent.prefix(16), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
  }
}

/// Amounts that are zero over HTTP (SPEC HT-10).
struct ZeroAmountTests {
  private func filled(_ json: String, _ message: String) -> String {
    String(decoding: ZeroAmounts.filled(Array(json.utf8), of: message), as: UTF8.self)
  }

  @Test("HT-10: what is left out and an amount is written behind what is there, however deep, and nothing else changes")
  func fills() throws {
    #expect(filled("{}", "hearth.v1.Money") == #"{"minor":"0"}"#)
    #expect(filled(#"{"currency":"INR"}"#, "hearth.v1.Money") == #"{"currency":"INR","minor":"0"}"#)
    #expect(filled(#"{"minor":"5","currency":"INR"}"#, "hearth.v1.Money") == #"{"minor":"5","currency":"INR"}"#)
    #expect(filled(#"{"code":"x"}"#, "hearth.v1.Rejected") == #"{"code":"x"}"#)
    let entry =
      #"{"entry":{"content":{"description":"a \"minor\", {1}","amount":{"currency":"INR"},"paid":[{"memberId":"a"},{"minor":"2"}]}}}"#
    let expected =
      #"{"entry":{"content":{"description":"a \"minor\", {1}","amount":{"currency":"INR","minor":"0"},"#
      + #""paid":[{"memberId":"a","minor":"0"},{"minor":"2"}]}}}"#
    #expect(filled(entry, "hearth.v1.ListedEntry") == expected)
  }

  @Test("HT-10: whatever the codec writes stays the same message, and no beginning of it traps")
  func same() throws {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var entry = ListedEntry()
      entry.version = UInt64.random(in: 0...3, using: &generator)
      entry.voided = Bool.random(using: &generator)
      entry.entry.content.amount.minor = Int64.random(in: 0...1, using: &generator)
      entry.entry.content.description_p = ["", "\\", "\"}", "ü₹", "[,"].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        entry.entry.content.paid.append(.with { $0.minor = Int64.random(in: 0...1, using: &generator) })
      }
      let written = try WireFormat.json.encode(entry)
      #expect(try WireFormat.json.decode(ListedEntry.self, from: ZeroAmounts.filled(written, of: "hearth.v1.ListedEntry")) == entry)
      for end in 0..<written.count { _ = ZeroAmounts.filled(Array(written[..<end]), of: "hearth.v1.ListedEntry") }
    }
  }

  @Test("HT-10: a balance of nothing is told as 0 over HTTP")
  func dashboard() throws {
    let home = try CallServer()
    let members = try home.call("GET", "/dashboard", by: home.asha).list("members")
    #expect(members.count == 3 && members.allSatisfy { $0["balanceMinor"] as? String == "0" && $0["paidMinor"] as? String == "0" })
  }
}
