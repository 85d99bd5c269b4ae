import EventStore
import Foundation
import HearthProtocol
import Testing

@testable import HearthServer

/// What a POST in a group makes stands in its answer (SPEC HT-15).
@Suite(.onOneAndThreeLoops) struct MadeThingTests {
  private static let money = #"{"minor":400,"currency":"INR"}"#
  /// How far what is made is nested in the thing that is read.
  private static let lists = [
    "comment": ("standing", "comments"), "spending": ("state", "spending"), "limit": ("state", "limits"),
    "allowance": ("state", "allowances"), "accountEntry": ("state", "entries"),
  ]

  /// A call that makes something.
  private struct Making {
    var path: String
    var body: String
    /// The member of the answer that is the thing.
    var thing: String
    /// Where it is read; nil: at its Location.
    var readAt: String?
  }

  private static func makings(_ minor: String, _ account: String, _ entry: String) -> [Making] {
    let rule =
      #"{"content":{"recurrence":{"unit":"RECURRENCE_UNIT_MONTH","firstDate":"2099-01-01"},"template":{"kind":"ENTRY_KIND_EXPENSE","#
      + #""amount":\#(money),"description":"Rent"}}}"#
    let festival = #"{"content":{"festival":"FESTIVAL_DIWALI","target":\#(money)}}"#
    return [
      Making(path: "/v1/groups", body: #"{"name":"Trip","currency":"INR","displayName":"Asha"}"#, thing: "group"),
      Making(path: "/invites", body: #"{"role":"ROLE_ADULT"}"#, thing: "invite"),
      Making(path: "/members", body: #"{"displayName":"Nani","role":"ROLE_ADULT"}"#, thing: "member"),
      Making(path: "/entries", body: CallServer.expense(4_200, "Rice"), thing: "entry"),
      Making(
        path: "/entries/\(entry)/comments", body: #"{"text":"From the market"}"#, thing: "comment",
        readAt: "/entries/\(entry)?withStanding=true"),
      Making(path: "/budgets", body: CallServer.budget, thing: "budget"),
      Making(path: "/recurring", body: rule, thing: "rule"),
      Making(path: "/festivals", body: festival, thing: "festival"),
      Making(
        path: "/minors/\(minor)/spending", body: #"{"content":{"amount":\#(money),"description":"Samosa"}}"#, thing: "spending",
        readAt: "/minors/\(minor)"),
      Making(
        path: "/minors/\(minor)/limits",
        body: #"{"content":{"name":"Pocket","limit":{"minor":500,"currency":"INR"},"period":"BUDGET_PERIOD_WEEKLY"}}"#, thing: "limit",
        readAt: "/minors/\(minor)"),
      Making(
        path: "/minors/\(minor)/allowances",
        body: #"{"content":{"amount":\#(money),"period":"BUDGET_PERIOD_MONTHLY","firstDate":"2099-01-01"}}"#,
        thing: "allowance", readAt: "/minors/\(minor)"),
      Making(
        path: "/accounts/\(account)/entries",
        body: #"{"content":{"kind":"ACCOUNT_ENTRY_KIND_DEPOSIT","amount":\#(money),"description":"Salary"}}"#, thing: "accountEntry",
        readAt: "/accounts/\(account)"),
    ]
  }

  @Test("HT-15: each POST that makes something in a group answers with it, as the call that reads it does")
  func everyCollection() throws {
    let home = try CallServer()
    let (minor, account) = try prepare(home)
    let entry = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100)).madeID
    let makings = Self.makings(minor, account, entry)
    for making in makings {
      let key = "Idempotency-Key: \(Fresh.id())\r\n"
      let made = try home.call("POST", making.path, by: home.asha, making.body, key)
      #expect(made.status == 201 && made["commandId"] != nil && made["position"] != nil, "\(making.path): \(made.problem)")
      let read = try home.call("GET", making.readAt ?? #require(made.fields["location"]), by: home.asha)
      #expect(read.status == 200, "\(making.path)")
      var expected = read.json
      if let (outer, list) = Self.lists[making.thing] {
        let listed = try #require((read.json[outer] as? [String: Any])?[list] as? [[String: Any]])
        expected = try #require(listed.first { $0.values.contains { $0 as? String == made.madeID } })
      }
      let thing = try #require(made.json[making.thing] as? [String: Any], "\(making.path)")
      #expect(NSDictionary(dictionary: thing) == NSDictionary(dictionary: expected), "\(making.path)")
      if making.readAt == nil { #expect(made.fields["etag"] == read.fields["etag"], "\(making.path)") }
      // Sent again it is the same thing.
      let again = try home.call("POST", making.path, by: home.asha, making.body, key)
      #expect(again.json["duplicate"] as? Bool == true, "\(making.path)")
      #expect(again.json[making.thing] as? NSDictionary == made.json[making.thing] as? NSDictionary, "\(making.path)")
    }
    // Webhooks have tests of their own, and settlements and the join of a group make what is made here.
    let others = ["/v1/groups/{group_id}/webhooks", "/v1/groups/{group_id}/settlements", "/v1/groups/join"]
    let making = CallTable.routes.filter { if case .created(.some) = $0.answer { true } else { false } }.map(\.path)
    #expect(making.count == makings.count + others.count && others.allSatisfy(making.contains))
  }

  @Test("HT-15: a thing that was changed meanwhile is answered as it stands, with its ETag")
  func changedMeanwhile() throws {
    let home = try CallServer()
    let key = "Idempotency-Key: \(Fresh.id())\r\n"
    let made = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100, "Milk"), key)
    let version = "If-Match: \(made.fields["etag"] ?? "")\r\n"
    let edited = try home.call("PUT", "/entries/\(made.madeID)", by: home.asha, #"{"changes":{"description":"Ghee"}}"#, version)
    let again = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100, "Milk"), key)
    #expect(again.status == 201 && again["position"] == made["position"])
    #expect(again.fields["etag"] == edited.fields["etag"] && again.fields["etag"] != made.fields["etag"])
    let content = ((again.json["entry"] as? [String: Any])?["entry"] as? [String: Any])?["content"] as? [String: Any]
    #expect(content?["description"] as? String == "Ghee")
  }

  @Test("HT-15: however the letters of an id are written, the answer has the thing, and Location its id")
  func capitals() throws {
    let home = try CallServer()
    let entry = Fresh.id()
    let made = try home.call("POST", "/entries", by: home.asha, CallServer.expense(100, id: entry.uppercased()))
    #expect(made.madeID == entry && made.json["entry"] != nil)
    let comment = Fresh.id()
    let said = #"{"commentId":"\#(comment.uppercased())","text":"From the market"}"#
    let commented = try home.call("POST", "/entries/\(entry.uppercased())/comments", by: home.asha, said)
    #expect(commented.madeID == comment && (commented.json["comment"] as? [String: Any])?["commentId"] as? String == comment)
  }

  @Test("HT-15, AU-02: who has left is told again that it was done, without the thing, and no attempt is noted")
  func afterLeaving() throws {
    let store = InMemoryStore()
    let home = try CallServer(store)
    let key = "Idempotency-Key: \(Fresh.id())\r\n"
    let made = try home.call("POST", "/entries", by: home.ravi, CallServer.expense(100), key)
    #expect(try home.call("DELETE", "/membership", by: home.ravi).status == 200)
    let again = try home.call("POST", "/entries", by: home.ravi, CallServer.expense(100), key)
    #expect(again.status == 201 && again.json["duplicate"] as? Bool == true && again.madeID == made.madeID)
    #expect(again.json["entry"] == nil && again.fields["etag"] == nil)
    #expect(try home.call("GET", "/entries", by: home.ravi).status == 404)
    home.server.drain()
    let denials = try store.auditRows(after: 0, limit: 1_000).filter { $0.act == "group_unknown" }
    #expect(denials.map(\.count) == [1], "the question alone")
  }

  @Test("HT-15, CM-12: whose questions have taken their time is told that it is done, without the thing")
  func withoutTime() throws {
    let home = try CallServer { $0.identityReadMillisecondsPerMinute = 1 }
    var answers: [Answer] = []
    // One question takes less than a millisecond, many take more; whatever is asked, the command is done.
    while answers.count < 2_000, answers.last.map({ $0.json["entry"] != nil }) ?? true {
      answers.append(try home.call("POST", "/entries", by: home.asha, CallServer.expense(100)))
    }
    let last = try #require(answers.last)
    #expect(answers.allSatisfy { $0.status == 201 })
    #expect(last.json["entry"] == nil && last.fields["location"] == home.path("/entries/\(last.madeID)") && last.fields["etag"] != nil)
    #expect(answers.count > 1, "with time left the thing is there")
    #expect(try home.call("GET", "/entries", by: home.asha).problem == "429 rate_limited ")
    #expect(try home.call("GET", "/entries/\(last.madeID)", by: home.ravi).status == 200)
  }

  /// A minor whom Asha looks after, and an account of hers.
  private func prepare(_ home: CallServer) throws -> (minor: String, account: String) {
    let minor = try home.call("POST", "/members", by: home.asha, #"{"displayName":"Riya","role":"ROLE_MINOR"}"#).madeID
    let account = "01900000-0000-7000-8000-00000000ac01"
    let content = #"{"content":{"name":"Savings","type":"ACCOUNT_TYPE_SAVINGS"}}"#
    #expect(try home.call("PUT", "/accounts/\(account)", by: home.asha, content).status == 200)
    return (minor, account)
  }
}
