import Foundation
import HearthProtocol
import Ledger
import Testing

@testable import HearthServer

/// What a call over HTTP shares with a message on a WebSocket: ids, answers, order, rights (SPEC section 18).
@Suite(.onOneAndThreeLoops) struct CallTests {
  @Test("HT-01, HT-04: somebody new registers over HTTP, and the token is good on both doors")
  func register() throws {
    let home = try CallServer()
    let made = try home.call("POST", "/v1/identities", by: nil, #"{"displayName":"Kabir"}"#)
    #expect(made.status == 201 && made.fields["cache-control"] == "no-store" && made.fields["location"] == nil)
    let token = try #require(made["token"])
    let kabir = try home.server.logIn(token)
    #expect(try home.call("GET", "/v1/groups", by: nil, nil, AttachmentServer.bearer(token)).status == 200)
    #expect(try kabir.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try home.call("POST", "/v1/identities", by: nil, #"{"displayName":" "}"#).problem == "400 bad_request displayName")
    #expect(
      try home.call("POST", "/v1/identities", by: nil, #"{"displayName":"X"}"#, "Idempotency-Key: \(Fresh.id())\r\n").problem
        == "400 bad_request Idempotency-Key")
  }

  @Test(
    "HT-01: a member on a WebSocket sees what came over HTTP, and HTTP shows what came over the WebSocket", arguments: WireFormat.allCases)
  func bothWays(format: WireFormat) throws {
    let home = try CallServer()
    let ravi = try home.server.logIn(home.ravi.token, format)
    let head = try ravi.follow(home.group).heads["shared"] ?? 0
    let added = try home.call("POST", "/entries", by: home.asha, CallServer.expense(4_200, "Rice"))
    let event = try #require(try ravi.nextEvents().events.first)
    #expect(event.event.entryAdded.content.description_p == "Rice" && event.position == head + 1)
    #expect(event.event.entryAdded.entryID == added.madeID && added["position"] == String(head + 1))
    let sent = try ravi.accepted(.addEntry(home.group, minor: 100, "Salt"))
    let list = try home.call("GET", "/entries?limit=1", by: home.dadi)
    #expect(list.list("entries").first?["version"] as? String == String(sent.position))
  }

  @Test("HT-05, CM-03: the same key gives the first answer and one entry, however often and on whatever door")
  func resend() throws {
    let home = try CallServer()
    let key = Fresh.id()
    let first = try home.call("POST", "/entries", by: home.asha, CallServer.expense(700), "Idempotency-Key: \"\(key)\"\r\n")
    #expect(first.status == 201 && first["commandId"] == key && first.json["duplicate"] == nil)
    let second = try home.call("POST", "/entries", by: home.asha, CallServer.expense(700), "Idempotency-Key: \(key)\r\n")
    #expect(second.status == 201 && second.json["duplicate"] as? Bool == true)
    #expect(second.madeID == first.madeID && second.fields["etag"] == first.fields["etag"] && second["position"] == first["position"])
    // The command of the same content by another door is the same command.
    var command = Command.addEntry(home.group, minor: 700)
    command.id = key
    command.addEntry.entryID = first.madeID
    #expect(try home.asha.accepted(command).duplicate)
    let list = try home.call("GET", "/entries", by: home.asha).list("entries")
    #expect(list.count == 1)
    // However its letters are written.
    let capitals = try home.call("POST", "/entries", by: home.asha, CallServer.expense(700), "Idempotency-Key: \(key.uppercased())\r\n")
    #expect(capitals.madeID == first.madeID && capitals.json["duplicate"] as? Bool == true)
    // Another content, or another member, is another command.
    #expect(
      try home.call("POST", "/entries", by: home.asha, CallServer.expense(701), "Idempotency-Key: \(key)\r\n").problem
        == "422 idempotency_conflict id")
    #expect(try home.call("POST", "/entries", by: home.ravi, CallServer.expense(700), "Idempotency-Key: \(key)\r\n").status == 422)
    // Without a key each is a command of its own.
    let others = try (0..<2).map { _ in try home.call("POST", "/entries", by: home.asha, CallServer.expense(700)) }
    #expect(Set(others.map(\.madeID)).count == 2 && Set(others.map { $0["commandId"] }).count == 2)
  }

  @Test("HT-05: groups, members and budgets made with the same key are made once")
  func resendOthers() throws {
    let home = try CallServer()
    let wishes = [
      ("/v1/groups", #"{"name":"Trip","currency":"INR","displayName":"Asha"}"#),
      ("/members", #"{"displayName":"Nani","role":"ROLE_ADULT"}"#),
      ("/budgets", CallServer.budget), ("/invites", #"{"role":"ROLE_ADULT"}"#),
    ]
    for (path, body) in wishes {
      let key = "Idempotency-Key: \(Fresh.id())\r\n"
      let answers = try (0..<2).map { _ in try home.call("POST", path, by: home.asha, body, key) }
      #expect(answers.map(\.status) == [201, 201], "\(path): \(answers.map(\.problem))")
      #expect(answers[0].fields["location"] == answers[1].fields["location"], "\(path)")
      #expect(answers[0]["inviteCode"] == answers[1]["inviteCode"])
      #expect(answers.map { $0.json["duplicate"] as? Bool } == [nil, true], "\(path)")
    }
    #expect(try home.call("GET", "/v1/groups", by: home.asha).list("groups").count == 2)
  }

  @Test("HT-06, EN-03: an edit of an older version is merged or refused 409 with both versions, and without a version 428")
  func conflict() throws {
    let home = try CallServer()
    let made = try home.call("POST", "/entries", by: home.asha, CallServer.expense(10_000))
    let path = "/entries/\(made.madeID)"
    let version = "If-Match: \(made.fields["etag"] ?? "")\r\n"
    let first = try home.call("PUT", path, by: home.asha, #"{"changes":{"description":"Fruit"}}"#, version)
    #expect(first.status == 200)
    let merged = try home.call("PATCH", path, by: home.asha, #"{"changes":{"note":"ripe"}}"#, version)
    #expect(merged.status == 200, "another field")
    let refused = try home.call("PUT", path, by: home.asha, #"{"changes":{"description":"Mangoes"}}"#, version)
    #expect(refused.status == 409 && refused["code"] == "conflict" && refused.fields["content-type"] == "application/problem+json")
    let details = Dictionary(
      uniqueKeysWithValues: refused.list("details").map { ($0["key"] as? String ?? "", $0["value"] as? String ?? "") })
    #expect(details["current_version"] == merged["position"] && details["changed.description"] == first["position"], "\(details)")
    #expect(try home.call("PUT", path, by: home.asha, #"{"changes":{"note":"x"}}"#).problem == "428 bad_request If-Match")
    // As a proxy that compresses gives it back.
    let digits = merged["position"] ?? ""
    for (place, tag) in ["W/\"\(digits)\"", "\"\(digits)-gzip\"", "\"\(digits)-br\""].enumerated() {
      let fields = "If-Match: \(tag)\r\n"
      #expect(
        try home.call("PUT", path, by: home.asha, #"{"changes":{"merchant":"Shop \#(place)"}}"#, fields).status == (place == 0 ? 200 : 409),
        "\(tag)")
    }
    // The body may name it as on a WebSocket, and not another one.
    let base = merged["position"] ?? ""
    #expect(try home.call("PUT", path, by: home.asha, #"{"baseVersion":"\#(base)","changes":{"note":"y"}}"#).status == 200)
    #expect(
      try home.call("PUT", path, by: home.asha, #"{"baseVersion":"1","changes":{"note":"z"}}"#, version).problem
        == "400 bad_request If-Match")
    for tag in ["*", "W/5", "\"5-more\"", "\"-gzip\"", "5", "\"\"", "\"-5\"", "\"5\", \"6\"", "\"99999999999999999999999\"", "\""] {
      #expect(
        try home.call("PUT", path, by: home.asha, #"{"changes":{"note":"z"}}"#, "If-Match: \(tag)\r\n").problem
          == "400 bad_request If-Match", "\(tag)")
    }
    #expect(
      try home.call("DELETE", path, by: home.asha, nil, "If-Match: \"5\"\r\n").problem == "400 bad_request If-Match", "it has no base")
    // Nobody has seen a version that is to come.
    #expect(try home.call("PUT", path, by: home.asha, #"{"changes":{"note":"z"}}"#, "If-Match: \"9999\"\r\n").status == 400)
  }

  @Test("HT-06: what the caller has as it is now is 304 and not sent again")
  func notModified() throws {
    let home = try CallServer()
    let made = try home.call("POST", "/entries", by: home.asha, CallServer.expense(10_000))
    let path = "/entries/\(made.madeID)"
    let tag = try #require(made.fields["etag"])
    for tags in [tag, "W/\(tag)", tag.dropLast() + "-gzip\"", "\"1\", \(tag)", "*"] {
      let answer = try home.call("GET", path, by: home.ravi, nil, "If-None-Match: \(tags)\r\n")
      #expect(
        answer.status == 304 && answer.body.isEmpty && answer.fields["etag"] == tag && answer.fields["content-type"] == nil, "\(tags)")
    }
    for tags in ["\"1\"", tag.dropLast() + "0\"", ""] {
      #expect(try home.call("GET", path, by: home.ravi, nil, "If-None-Match: \(tags)\r\n").status == 200, "\(tags)")
    }
    #expect(try home.call("DELETE", path, by: home.asha, nil, "If-None-Match: *\r\n").problem == "400 bad_request If-None-Match")
    _ = try home.call("DELETE", path, by: home.asha)
    #expect(try home.call("GET", path, by: home.ravi, nil, "If-None-Match: \(tag)\r\n").status == 200, "it was voided")
  }

  @Test("HT-03, ER-04: a group that there is not and a foreign one give the same answers, whatever is asked")
  func strangers() throws {
    let home = try CallServer()
    let nowhere = Fresh.id()
    for route in CallTable.routes where route.path.hasPrefix("/v1/groups/{group_id}") {
      for method in route.methods {
        let path = route.path.replacing(/\{(?!group_id)[a-z_]+\}/, with: Fresh.id())
        func answer(_ group: String) throws -> Answer {
          let body: String? = if case .body = route.input { "{}" } else { nil }
          let path = path.replacing("{group_id}", with: group)
          let base = route.hasBase ? "If-Match: \"1\"\r\n" : ""
          return try home.call(method.rawValue, path, by: home.mira, body, base)
        }
        let (foreign, none) = (try answer(home.group), try answer(nowhere))
        #expect(foreign.status == none.status && foreign.fields == none.fields, "\(method) \(route.path)")
        #expect(
          String(decoding: foreign.body, as: UTF8.self).replacing(home.group, with: nowhere).withoutCommandID
            == String(decoding: none.body, as: UTF8.self).withoutCommandID, "\(method) \(route.path)")
        // One's own tokens, of which there are none, are no secret of the group's; and what is wrong by itself is so
        // anywhere.
        let isOwn = route.path.hasSuffix("/tokens")
        #expect(
          foreign.status == 404 || foreign["code"] == "unknown_command" || isOwn, "\(method) \(route.path): \(foreign.problem)")
      }
    }
  }

  @Test("HT-01: any command of the protocol can be sent, and looked at before it is")
  func anyCommand() throws {
    let home = try CallServer()
    let entry = Fresh.id()
    let body = #"{"id":"\#(Fresh.id())","addEntry":\#(CallServer.expense(900, id: entry))}"#
    let preview = try home.call("POST", "/commands/preview", by: home.asha, body)
    #expect(preview.status == 200 && preview.list("balances").count == 2)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").isEmpty, "nothing came of it")
    #expect(try home.call("POST", "/commands", by: home.asha, body).status == 200)
    #expect(try home.call("POST", "/commands", by: home.asha, body).json["duplicate"] as? Bool == true)
    #expect(try home.call("GET", "/entries/\(entry)", by: home.asha).status == 200)
    #expect(try home.call("POST", "/commands", by: home.asha, "{}").problem == "400 unknown_command ")
    #expect(
      try home.call("POST", "/commands", by: home.asha, body, "Idempotency-Key: \(Fresh.id())\r\n").problem
        == "400 bad_request Idempotency-Key")
    #expect(
      try home.call("POST", "/commands", by: home.asha, #"{"groupId":"\#(Fresh.id())","undoLast":{}}"#).problem
        == "400 bad_request groupId")
    #expect(try home.call("POST", "/commands/preview", by: home.mira, body).problem == "404 not_found ")
    // A key alone is the command's id.
    let key = Fresh.id()
    #expect(try home.call("POST", "/commands", by: home.asha, #"{"undoLast":{}}"#, "Idempotency-Key: \(key)\r\n")["commandId"] == key)
  }

  @Test("QR-01, QR-02: what a group is, one reads on a WebSocket as over HTTP", arguments: WireFormat.allCases)
  func readsOnWebSocket(format: WireFormat) throws {
    let home = try CallServer()
    _ = try home.asha.accepted(.addEntry(home.group, minor: 100, "Salt"))
    let dadi = try home.server.logIn(home.dadi.token, format)
    let members = try dadi.ask(
      .readGroup(
        .with {
          $0.groupID = home.group
          $0.part = .members
        }))
    #expect(members.groupContents.members.map(\.memberID) == home.members)
    let entries = try dadi.ask(.readEntries(.with { $0.groupID = home.group })).entries
    #expect(entries.entries.map(\.entry.content.description_p) == ["Salt"] && entries.next == 0)
    let refused = try dadi.rejected(
      .readGroup(
        .with {
          $0.groupID = home.group
          $0.part = .invites
        }))
    #expect(refused.code == "not_found")
  }

  @Test("HT-02: whoever ends their side behind the whole request is answered, and so is one that comes byte by byte")
  func halfClosed() throws {
    let home = try CallServer()
    let body = CallServer.expense(100)
    let head = AttachmentServer.head(
      "POST", home.path("/entries"), token: home.asha.token, length: body.utf8.count, "Content-Type: application/json\r\n")
    let socket = try BlockingSocket(home.server.address)
    socket.send(head + body)
    socket.endOutput()
    #expect(try Answer(socket).status == 201)
    let slow = try BlockingSocket(home.server.address)
    for byte in Array((head + body).utf8) { slow.send([byte]) }
    #expect(try Answer(slow).status == 201)
    // What comes behind the request is the next one, and the stream may end behind both.
    let two = try BlockingSocket(home.server.address)
    two.send(head + body + head + body)
    two.endOutput()
    #expect(try two.receiveAll().ranges(of: "HTTP/1.1 201").count == 2)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").count == 4)
    // One that ends in the middle has done nothing.
    let broken = try BlockingSocket(home.server.address)
    broken.send(head + body.dropLast())
    broken.endOutput()
    #expect(try broken.receiveAll().isEmpty)
    #expect(try home.call("GET", "/entries", by: home.asha).list("entries").count == 4)
  }

  @Test("HT-02: Expect: 100-continue is answered when it is known who calls, and before any of the body")
  func expectation() throws {
    let home = try CallServer()
    let body = CallServer.expense(100)
    func head(_ token: String?) -> String {
      AttachmentServer.head(
        "POST", home.path("/entries"), token: token, length: body.utf8.count, "Content-Type: application/json\r\nExpect: 100-continue\r\n")
    }
    let socket = try BlockingSocket(home.server.address)
    socket.send(head(home.asha.token))
    var answer = ""
    while !answer.hasSuffix("\r\n\r\n") { answer += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(answer == "HTTP/1.1 100 Continue\r\n\r\n")
    socket.send(body)
    #expect(try Answer(socket).status == 201)
    #expect(try home.send(head(nil)).status == 401)
  }

  @Test("HT-02, QR-02: pages of entries lead from the newest to the oldest, each entry once, and filters narrow them")
  func pages() throws {
    let home = try CallServer()
    for number in 1...7 { _ = try home.asha.accepted(.addEntry(home.group, minor: Int64(number))) }
    var (before, seen) = ("", [String]())
    repeat {
      let page = try home.call("GET", "/entries?limit=3\(before)", by: home.ravi)
      seen += page.list("entries").compactMap {
        (($0["entry"] as? [String: Any])?["content"] as? [String: Any])?["amount"] as? [String: Any]
      }
      .compactMap { $0["minor"] as? String }
      before = page["next"].map { "&before=\($0)" } ?? ""
    } while !before.isEmpty
    #expect(seen == ["7", "6", "5", "4", "3", "2", "1"])
    #expect(try home.call("GET", "/entries?kind=ENTRY_KIND_INCOME", by: home.ravi).list("entries").isEmpty)
    #expect(try home.call("GET", "/entries?member_id=\(home.members[1])&currency=INR", by: home.ravi).list("entries").count == 7)
    let wrong = [
      ("from=yesterday", "400 bad_request from"), ("category=none", "422 unknown_category category"),
      ("member_id=me", "400 bad_request memberId"), ("currency=XXX", "422 unknown_currency currency"),
      ("limit=-1", "400 bad_request limit"), ("limit=1&limit=2", "400 bad_request limit"),
      ("with_voided=yes", "400 bad_request withVoided"),
      ("kind=9", "400 bad_request kind"), ("nonsense=1", "400 bad_request nonsense"), ("%FF=1", "400 bad_request query"),
      ("limit=1e400", "400 bad_request limit"),
      ("token=\(home.asha.token)", "400 bad_request token"), ("groupId=\(Fresh.id())", "400 bad_request groupId"),
    ]
    for (query, problem) in wrong { #expect(try home.call("GET", "/entries?\(query)", by: home.ravi).problem == problem, "\(query)") }
    #expect(try home.call("GET", "/members?limit=1", by: home.ravi).problem == "400 bad_request limit")
    #expect(try home.call("GET", "/members/\(home.members[0])?after=1", by: home.ravi).problem == "400 bad_request query", "it has none")
    #expect(try home.call("POST", "/entries?x=1", by: home.asha, CallServer.expense(1)).problem == "400 bad_request query")
  }
}

extension AttachmentServer {
  /// A line of a head.
  static func bearer(_ token: String) -> String { "Authorization: Bearer \(token)\r\n" }
}

extension String {
  /// Of two answers to two commands without a key nothing but their ids differs.
  fileprivate var withoutCommandID: String { replacing(/"commandId":"[0-9a-f-]{36}"/, with: "") }
}
