import EventStore
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// Coaching over HTTP, and after a restart (SPEC section 25).
@Suite(.onOneAndThreeLoops) struct CoachingCallTests {
  private static let words = #"{"text":"You saved half. शाबाश!"}"#

  /// What stands in a member's inbox, as they read it.
  private static func inbox(_ home: CallServer, _ place: Int, by client: WireClient) throws -> [String] {
    let read = try home.call("GET", "/history?lane=inbox/\(home.members[place])", by: client)
    return read.list("events").compactMap { (($0["event"] as? [String: Any])?["coachingSent"] as? [String: Any])?["text"] as? String }
  }

  @Test("CO-01, CO-02, CO-03, CO-04, HT-01: coaching, mutes and the restriction have a path each")
  func paths() throws {
    let home = try CallServer()
    let (asha, ravi, dadi) = (home.members[0], home.members[1], home.members[2])
    let sent = try home.call("POST", "/members/\(ravi)/coaching", by: home.asha, Self.words)
    #expect(sent.status == 200 && sent["lane"] == "inbox/\(asha)")
    #expect(try Self.inbox(home, 1, by: home.ravi) == ["You saved half. शाबाश!"])
    #expect(try home.call("GET", "/history?lane=inbox/\(ravi)", by: home.asha).status == 404)
    #expect(try home.call("POST", "/members/\(asha)/coaching", by: home.dadi, Self.words).problem == "403 forbidden ")
    for _ in 0..<2 { #expect(try home.call("POST", "/members/\(ravi)/coaching", by: home.asha, Self.words).status == 200) }
    let refused = try home.call("POST", "/members/\(ravi)/coaching", by: home.asha, Self.words)
    #expect(refused.problem == "409 nudge recipientId")
    let anyway = #"{"text":"Well done!","anyway":true}"#
    #expect(try home.call("POST", "/members/\(ravi)/coaching", by: home.asha, anyway).status == 200)
    // A viewer mutes, and hears again.
    for unmuted in [false, true] {
      let body = #"{"unmuted":\#(unmuted)}"#
      #expect(try home.call("PUT", "/members/\(asha)/coaching", by: home.dadi, body).status == 200)
      #expect(try home.call("POST", "/members/\(dadi)/coaching", by: home.asha, Self.words).status == 200)
    }
    #expect(try Self.inbox(home, 2, by: home.dadi).count == 1)
    let minor = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Riya","role":"ROLE_MINOR"}"#).madeID
    #expect(try home.call("PUT", "/minors/\(minor)/coaching", by: home.ravi, "{}").problem == "403 forbidden ")
    #expect(try home.call("PUT", "/minors/\(minor)/coaching", by: home.asha, "{}").status == 200)
    let read = try home.call("GET", "/members/\(minor)", by: home.dadi)
    #expect((read.json["coachingRestricted"] as? Bool) == true)
  }

  @Test("product 159, CS-01, CS-02, HT-01: sharing a category and telling a total have a path each, and members show them")
  func sharing() throws {
    let home = try CallServer()
    let total = #"{"amount":{"minor":12050,"currency":"INR"}}"#
    #expect(try home.call("PUT", "/shared-categories/dining/total", by: home.ravi, total).problem.hasPrefix("409 not_shared"))
    #expect(try home.call("PUT", "/shared-categories/dining", by: home.ravi, #"{"shared":true}"#).status == 200)
    #expect(try home.call("PUT", "/shared-categories/dining/total", by: home.ravi, total).status == 200)
    let read = try home.call("GET", "/members/\(home.members[1])", by: home.dadi)
    let shared = (read.json["sharedCategories"] as? [[String: Any]])?.first
    #expect((shared?["category"] as? String) == "dining" && (shared?["totals"] as? [Any])?.count == 1)
    let other = #"{"shared":true,"memberId":"\#(home.members[1])"}"#
    #expect(try home.call("PUT", "/shared-categories/dining", by: home.asha, other).problem == "403 forbidden ")
  }

  @Test("product 155, CO-03: a mute holds over a restart, and nothing in the audit log or in the answer tells of it")
  func restart() throws {
    let folder = try TemporaryFolder()
    var store = try SQLiteStore(directory: folder.path + "/data")
    let home = try CallServer(store)
    #expect(try home.call("PUT", "/members/\(home.members[0])/coaching", by: home.ravi, "{}").status == 200)
    home.server.drain()
    try store.close()
    store = try SQLiteStore(directory: folder.path + "/data")
    let server = try TestServer(store)
    let (asha, ravi) = try (server.logIn(home.asha.token), server.logIn(home.ravi.token))
    let rows = try store.auditRows(after: 0, limit: 1_000).count
    let wish = { (member: String) in
      Command.make(home.group, .sendCoaching(.with { ($0.recipientID, $0.text) = (member, "Well done!") }))
    }
    let (muted, heard) = try (asha.accepted(wish(home.members[1])), asha.accepted(wish(home.members[2])))
    #expect(muted.lane == heard.lane && muted.position + 1 == heard.position)
    let lane = "inbox/\(home.members[1])"
    let history = try ravi.ask(.readHistory(.with { ($0.groupID, $0.lane) = (home.group, lane) })).history
    #expect(history.events.count == 1)
    // What somebody says and whom somebody mutes is nobody's security.
    #expect(try store.auditRows(after: 0, limit: 1_000).count == rows)
    server.drain()
    try store.close()
  }
}
