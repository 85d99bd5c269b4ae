import Foundation
import HTTPTypes
import HearthLoadKit
import HearthProtocol
import Ledger
import Testing

@testable import HearthServer

/// What a call is refused for before it is a message, and the limits that it shares with the WebSocket (SPEC section
/// 18).
@Suite(.onOneAndThreeLoops) struct CallLimitTests {
  private static let json = "Content-Type: application/json\r\n"

  @Test("HT-04: without a token, or with one that is nobody's, it is 401 and nothing is said of the group")
  func tokens() throws {
    let home = try CallServer()
    let unknown = String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)
    let heads = [
      "", AttachmentServer.bearer(""), AttachmentServer.bearer("x"), AttachmentServer.bearer(unknown),
      AttachmentServer.bearer(String(home.asha.token.dropLast()) + "g"), "Authorization: Basic \(home.asha.token)\r\n",
      AttachmentServer.bearer(home.asha.token) + AttachmentServer.bearer(home.asha.token),
    ]
    for head in heads {
      for (method, path, body) in [("GET", "", nil), ("POST", "/entries", CallServer.expense(1)), ("GET", "/v1/groups", nil)] {
        let answer = try home.call(method, path, by: nil, body, head)
        #expect(answer.problem == "401 unauthorized " && answer.fields["www-authenticate"] == "Bearer", "\(method) \(path) \(head)")
        #expect(answer["cause"]?.isEmpty == false && answer["remedy"]?.isEmpty == false)
      }
    }
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").isEmpty)
  }

  @Test("HT-02: another method is 405 and says which there are; another path is 404")
  func methods() throws {
    let home = try CallServer()
    for (path, allowed) in [
      ("/v1/groups", "GET, POST"), ("", "GET, PUT, PATCH, DELETE"), ("/entries", "GET, POST"), ("/budgets/x", "GET, PUT, DELETE"),
      ("/v1/groups/join", "POST"), ("/commands", "POST"),
    ] {
      for method in ["OPTIONS", "HEAD", "TRACE", "BREW"] {
        let answer = try home.call(method, path, by: home.asha)
        #expect(answer.status == 405 && answer.fields["allow"] == allowed, "\(method) \(path): \(answer.fields)")
      }
    }
    for path in [
      "/v1", "/v1/", "/v1/group", "/v1/groups//", "/v1/groups//entries", "/v1/groups/x/y", "/v1/groups/x/entries/",
      "/v1/groups/x/entries/y/z", "/v2/groups", "/v1/groups/{group_id}/nothing",
    ] {
      #expect(try home.call("GET", path.hasPrefix("/v1") ? path : "/v1/.." + path, by: home.asha).status / 100 == 4, "\(path)")
    }
    // What is no id names nothing, and what was meant by it is never run.
    for id in ["x", "%2e%2e", "{group_id}", "join%00", "\(home.group)%20", home.group.dropLast() + "g"] {
      #expect(try [400, 404].contains(home.call("GET", "/v1/groups/\(id)", by: home.asha).status), "\(id)")
      #expect(try [400, 404].contains(home.call("GET", "/v1/groups/\(id)/entries", by: home.asha).status), "\(id)")
    }
  }

  @Test("HT-02: a body that is not said to be JSON is 415, one where there is none 400, one without a length 411")
  func types() throws {
    let home = try CallServer()
    let body = CallServer.expense(1)
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json; charset=utf-16",
      "application/json, text/plain", "", nil,
    ] as [String?] {
      #expect(
        try home.call("POST", "/entries", by: home.asha, body, type: type).problem == "415 bad_request Content-Type", "\(type ?? "none")")
    }
    #expect(try home.call("POST", "/entries", by: home.asha, body, "Content-Encoding: gzip\r\n").status == 415)
    for type in ["application/json", "Application/JSON ; Charset=UTF-8", "application/json;charset=\"utf-8\""] {
      #expect(try home.call("POST", "/entries", by: home.asha, body, type: type).status == 201, "\(type)")
    }
    #expect(try home.call("DELETE", "/membership", by: home.ravi, "{}").problem == "400 bad_request ")
    #expect(try home.call("GET", "/entries", by: home.asha, "{}").status == 400)
    let chunked = AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, Self.json + "Transfer-Encoding: chunked\r\n")
    #expect(try home.send(chunked + "0\r\n\r\n").status == 411)
    #expect(try home.call("POST", "/entries", by: home.asha, body, "Idempotency-Key: 7\r\n").problem == "400 bad_request Idempotency-Key")
    #expect(
      try home.call("POST", "/entries", by: home.asha, body, "Idempotency-Key: \(Fresh.id())\r\nIdempotency-Key: \(Fresh.id())\r\n").problem
        == "400 bad_request Idempotency-Key")
  }

  @Test("HT-02, HS-05: a body has as many bytes as a message may, and not one more")
  func sizes() throws {
    let home = try CallServer { $0.messageBytesMax = 2_000 }
    let body = CallServer.expense(1)
    let padding = String(repeating: " ", count: 2_000 - body.utf8.count)
    #expect(try home.call("POST", "/entries", by: home.asha, body + padding).status == 201)
    #expect(try home.call("POST", "/entries", by: home.asha, body + padding + " ").problem == "413 bad_request ")
    let huge = AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, length: 999_999_999_999_999, Self.json)
    #expect(try home.send(huge).status == 413)
  }

  @Test("HT-02, HS-04: what is no JSON of the message is refused by name, and the server goes on")
  func garbage() throws {
    let home = try CallServer()
    let note = { (text: String) in CallServer.expense(1).replacing("\"description\"", with: #""note":"\#(text)","description""#) }
    #expect(try home.call("POST", "/entries", by: home.asha, note(String(repeating: "n", count: 1_000))).status / 100 != 5)
    let texts = [
      "[]", "null", "{", "}", "7", "\"\"", "{}{}", "{\"content\":7}", "{\"entryId\":7}", "{\"content\":{\"amount\":{\"minor\":1e30}}}",
      "{\"content\":{\"amount\":{\"minor\":1.5}}}", "{\"nonsense\":1}", "{\"groupId\":\"x\"}", "\u{FEFF}{}",
      note(String(repeating: "n", count: 1_001)),
      String(repeating: "[", count: 17), "{\"content\":" + String(repeating: "{\"content\":", count: 16), "{\"a\":NaN}", "{'a':1}", "\0",
      "{\"content\":{\"paid\":["
        + Array(repeating: "{}", count: 101).joined(separator: ",") + "]}}", "{\"entryId\":\"\\uD800\"}",
    ]
    for text in texts {
      let answer = try home.call("POST", "/entries", by: home.asha, text)
      #expect(
        answer.status == 400 && answer["code"] == "bad_request" && answer["cause"]?.isEmpty == false && answer.rejected?.reason != nil,
        "\(text.prefix(60)): \(answer.problem)")
    }
    func list(_ count: Int) -> String { "{\"content\":{\"paid\":[\(Array(repeating: "{}", count: count).joined(separator: ","))]}}" }
    func object(_ count: Int) -> String { "{\((0..<count).map { "\"a\($0)\":1" }.joined(separator: ","))}" }
    for (within, past, cause) in [
      (String(repeating: "[", count: 16), String(repeating: "[", count: 17), "The message is nested deeper than 16 levels."),
      (list(100), list(101), "A list has more than 100 elements."), (object(64), object(65), "An object has more than 64 members."),
      (
        note(String(repeating: "n", count: 1_000)), note(String(repeating: "n", count: 1_001)), "A text has more than 1000 characters."
      ),
    ] {
      #expect(try home.call("POST", "/entries", by: home.asha, within)["cause"] != cause)
      #expect(try home.call("POST", "/entries", by: home.asha, past)["cause"] == cause)
    }
    for bytes: [UInt8] in [[0xFF, 0xFE], [0x7B, 0x22, 0xC0, 0x80, 0x22, 0x7D], [0x00], [UInt8](repeating: 0x80, count: 999)] {
      let socket = try BlockingSocket(home.server.address)
      socket.send(
        Array(AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, length: bytes.count, Self.json).utf8) + bytes)
      #expect(try Answer(socket).status == 400)
    }
    // What can be read and is wrong is refused in the ledger's words.
    #expect(try home.call("POST", "/entries", by: home.asha, "").problem.hasPrefix("400 bad_request content"))
    #expect(
      try home.call("POST", "/entries", by: home.asha, CallServer.expense(0)).problem == "400 bad_request content.amount.minor")
    #expect(
      try home.call("PUT", "/members/\(home.members[1])", by: home.asha, #"{"memberId":"\#(home.members[2])","role":"ROLE_ADMIN"}"#).problem
        == "400 bad_request memberId")
    #expect(try home.call("GET", "/entries", by: home.asha).status == 200)
  }

  @Test("HT-02: whatever becomes of a body on its way is answered, and the server goes on", arguments: [1, 2] as [UInt64])
  func mutated(seed: UInt64) throws {
    let home = try CallServer()
    var generator = SplitMix64(seed: seed)
    let whole = Array(CallServer.expense(100).utf8)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch UInt8.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array("{[\"\\,:0-e".utf8).shuffled(using: &generator).prefix(2), at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
        }
      }
      let socket = try BlockingSocket(home.server.address)
      socket.send(
        Array(AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, length: bytes.count, Self.json).utf8) + bytes)
      let answer = try Answer(socket)
      #expect([201, 400, 409, 422].contains(answer.status), "seed \(seed): \(answer.status) \(bytes)")
      #expect(!answer.json.isEmpty)
    }
    #expect(try home.call("GET", "/entries", by: home.asha).status == 200)
  }

  @Test("HT-04: a call counts as a connection and as a message of the identity: 429")
  func identityLimits() throws {
    let crowded = try CallServer { $0.connectionsPerIdentityMax = 2 }
    #expect(try crowded.call("GET", "", by: crowded.asha).status == 200)
    let second = try crowded.server.logIn(crowded.asha.token)
    let refused = try crowded.call("GET", "", by: crowded.asha)
    #expect(refused.problem == "429 rate_limited " && refused.fields["retry-after"] == "1")
    second.socket.endOutput()
    var again = try crowded.call("GET", "", by: crowded.asha)
    for _ in 0..<5_000 where again.status == 429 { again = try crowded.call("GET", "", by: crowded.asha) }
    #expect(again.status == 200)
    let busy = try CallServer {
      $0.identityMessagesPerSecond = 0.001
      $0.identityMessagesBurst = 6
    }
    // Joining was one message of Ravi's.
    let statuses = try (0..<6).map { _ in try busy.call("GET", "", by: busy.ravi) }
    #expect(statuses.map(\.status) == [200, 200, 200, 200, 200, 429])
    #expect(statuses[5]["code"] == "rate_limited" && Int(statuses[5].fields["retry-after"] ?? "") ?? 0 > 1)
    #expect(try busy.ravi.rejected(.listGroups(.init())).code == "rate_limited", "on the WebSocket too")
  }

  @Test("HT-04, IN-06: wrong invite codes count together on both doors")
  func wrongCodes() throws {
    let home = try CallServer { $0.wrongCodesPerMinute = 2 }
    let wrong = "0000-0000-0000-0000"
    #expect(try home.mira.rejected(.previewInvite(.with { $0.code = wrong })).code == "invite_invalid")
    #expect(try home.call("POST", "/v1/groups/join", by: home.mira, #"{"code":"\#(wrong)"}"#).status == 404)
    let refused = try home.call("POST", "/v1/groups/join/preview", by: home.mira, #"{"code":"\#(wrong)"}"#)
    #expect(refused.problem == "429 rate_limited " && refused.fields["retry-after"] == "60")
  }

  @Test("HT-02: a body that is not complete in time is 408, and nothing was done")
  func slowBody() throws {
    let home = try CallServer { $0.messageMilliseconds = 300 }
    let socket = try BlockingSocket(home.server.address)
    socket.send(AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, length: 10, Self.json) + "{")
    let late = try Answer(socket)
    #expect(late.problem == "408 bad_request " && late.rejected?.reason == .messageMalformed)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").isEmpty)
  }

  @Test("HT-02: a call that is not whole when the server stops is answered 503")
  func draining() throws {
    let home = try CallServer()
    let socket = try BlockingSocket(home.server.address)
    socket.send(
      AttachmentServer.head("POST", home.path("/entries"), token: home.asha.token, length: 10, Self.json + "Expect: 100-continue\r\n"))
    #expect(try socket.receive() != nil, "it is known who calls")
    home.server.drain()
    let answer = try Answer(socket)
    #expect(answer.problem == "503 unavailable " && answer.fields["retry-after"] == "1")
  }

  @Test("HT-02: a page larger than what a slow reader may have queued is sent whole")
  func largePage() throws {
    let home = try CallServer { configuration in
      configuration.transport.queueBytesMax = 65_536
      configuration.transport.socket.sendBufferBytes = 4_096
    }
    for _ in 0..<100 { _ = try home.asha.accepted(.addEntry(home.group, minor: 1, String(repeating: "v", count: 200))) }
    let socket = try BlockingSocket(home.server.address, receiveBufferBytes: 4_096)
    socket.send(AttachmentServer.head("GET", home.path("/history?lane=shared"), token: home.asha.token))
    let answer = try Answer(socket)
    #expect(answer.status == 200 && answer.body.count > 65_536 && answer.list("events").count > 100)
    #expect(answer.fields["content-length"] == "\(answer.body.count)")
  }
}

/// What authors of clients read about statuses.
struct CallStatusTests {
  private struct File: Decodable {
    struct Refusal: Decodable {
      var code: String
      var http: Int
    }
    var rejections: [Refusal]
  }

  @Test("HT-03: errors.json lists the status of each code, and those to be sent again are 429, 503 or 507")
  func statuses() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: root.appendingPathComponent("Protocol/errors.json")))
    for refusal in file.rejections {
      let code = try #require(RejectionCode(rawValue: refusal.code))
      #expect(code.httpStatus.code == refusal.http && !code.httpStatus.reasonPhrase.isEmpty, "\(refusal.code)")
    }
    #expect(file.rejections.count == RejectionCode.allCases.count)
  }

  @Test("HT-02: whatever a query holds becomes one JSON object with these names and values, or is refused")
  func queries() throws {
    func json(_ query: String) throws -> [String: Any]? {
      try JSONSerialization.jsonObject(with: Data(QueryText.json(query[...], flags: ["flag"]))) as? [String: Any]
    }
    #expect(try json("")?.isEmpty == true && json("&&")?.isEmpty == true)
    let read = try #require(try json("a=1&b=%22%5C%0A%7D&c&d=x=y&flag=true&e=a+b&%C3%A9=%E2%82%B9"))
    #expect(read["a"] as? String == "1" && read["b"] as? String == "\"\\\n}" && read["c"] as? String == "" && read["d"] as? String == "x=y")
    #expect(read["flag"] as? Bool == true && read["e"] as? String == "a+b" && read["é"] as? String == "₹" && read.count == 7)
    for wrong in ["a=1&a=2", "flag=1", "flag", "%FF=1", "a=%C3", "a=1&%61=2"] {
      #expect(throws: CallRefusal.self, "\(wrong)") { try json(wrong) }
    }
    var generator = SplitMix64(seed: 7)
    let pieces = ["a", "=", "&", "%22", "%5C", "%00", "%1F", "%7D", "%C3", "%A9", "flag", "true", ",", ":", "{", "[", "%F0%9F%8D%9B"]
    var count = 0
    for _ in 0..<5_000 {
      let query = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      do {
        #expect(try json(query) != nil, "\(query)")
        count += 1
      } catch is CallRefusal {}
    }
    #expect(count > 500)
  }

  @Test("HT-01: no two lines of the table are of the same method and path")
  func table() {
    var seen: Set<String> = []
    for route in CallTable.routes {
      for method in route.methods { #expect(seen.insert("\(method) \(route.pattern)").inserted, "\(method) \(route.path)") }
      #expect(
        route.path.hasPrefix("/v1/") && route.names.count <= 2
          && route.names.first.map { ["group_id", "device_id"].contains($0) } != false, "\(route.path)")
    }
    #expect(seen.count > 60)
  }

  private func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("Protocol/" + path), encoding: .utf8)
  }

  @Test("HT-01: the page lists the calls as the table has them")
  func page() throws {
    let lines = try text("SPEC.md").split(separator: "\n").filter { $0.contains(" | `/v1/") }.map(String.init)
    let table = CallTable.routes.map { route in
      "| \(route.methods.map(\.rawValue).joined(separator: ", ")) | `\(route.path)` | `\(route.messageName)` |"
    }
    #expect(lines == table)
  }

  @Test("C29, HT-01: every command and every request of the schema has a path, but for those that only make sense on a WebSocket")
  func everyMessage() throws {
    let named = Set(CallTable.routes.map(\.messageName))
    var missing: Set<String> = []
    for (file, message) in [("command", "Command"), ("session", "ClientMessage")] {
      let schema = try text("hearth/v1/\(file).proto")
      let start = try #require(schema.range(of: "message \(message) {")).upperBound
      let end = try #require(schema[start...].range(of: "\n}")).lowerBound
      let bodies = schema[start..<end].matches(of: /\n    ([A-Z][A-Za-z]+) [a-z_]+ = [0-9]+;/).map { String($0.1) }
      #expect(bodies.count > 10)
      missing.formUnion(bodies.filter { !named.contains($0) })
    }
    #expect(missing == ["Hello", "Unsubscribe", "TellHeads", "TellDraft"])
  }
}
