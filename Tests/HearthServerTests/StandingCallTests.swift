import HearthProtocol
import Testing

/// How entries stand, asked over HTTP and on a WebSocket.
struct StandingCallTests {
  @Test("product 97, N10, QR-02: who asks is told how far entries are settled and who disputes them, over HTTP and on a WebSocket")
  func standing() throws {
    let home = try CallServer()
    #expect(try home.call("PUT", "/members/\(home.members[2])/sharing", by: home.asha, #"{"shares":true}"#).status == 200)
    let id = try home.call("POST", "/entries", by: home.asha, CallServer.expense(9_000)).madeID
    func states(_ path: String) throws -> [String] {
      let answer = try home.call("GET", path, by: home.ravi)
      let standing = (answer.list("entries").first ?? answer.json)["standing"] as? [String: Any]
      return (standing?["shares"] as? [[String: Any]] ?? []).compactMap { $0["state"] as? String }
    }
    #expect(try states("/entries?withStanding=true") == ["SHARE_STATE_OPEN", "SHARE_STATE_OPEN"])
    #expect(try states("/entries/\(id)?with_standing=true") == ["SHARE_STATE_OPEN", "SHARE_STATE_OPEN"])
    #expect(try states("/entries").isEmpty && states("/entries/\(id)").isEmpty && states("/entries/\(id)?withStanding=false").isEmpty)
    #expect(try home.call("GET", "/entries/\(id)?limit=x", by: home.ravi).status == 400)
    let owed = #"{"fromMemberId":"\#(home.members[1])","toMemberId":"\#(home.members[0])"}"#
    #expect(try home.call("POST", "/settlements", by: home.ravi, owed).status == 201)
    #expect(try states("/entries/\(id)?withStanding=true") == ["SHARE_STATE_PAID", "SHARE_STATE_OPEN"])
    #expect(try home.call("POST", "/entries/\(id)/dispute", by: home.ravi, #"{"reason":"I was away"}"#).status == 200)
    let answer = try home.ravi.ask(
      .readEntries(
        .with {
          ($0.groupID, $0.entryID, $0.withStanding) = (home.group, id, true)
        })
    ).entries
    let standing = try #require(answer.entries.first).standing
    #expect(standing.shares.map(\.state) == [.disputed, .disputed] && standing.shares.map(\.paidMinor) == [3_000, 0])
    #expect(standing.disputes.map(\.reason) == ["I was away"] && standing.disputes.map(\.memberID) == [home.members[1]])
  }

  @Test("HT-06: how an entry stands changes without a version, so it is sent although the version is known")
  func notKnownByItsVersion() throws {
    let home = try CallServer()
    let made = try home.call("POST", "/entries", by: home.asha, CallServer.expense(9_000))
    let tag = "If-None-Match: \(made.fields["etag"] ?? "")\r\n"
    #expect(try home.call("GET", "/entries/\(made.madeID)", by: home.ravi, nil, tag).status == 304)
    #expect(try home.call("GET", "/entries/\(made.madeID)?withStanding=true", by: home.ravi, nil, tag).status == 200)
  }

  @Test("product 180, ST-10: a debt in dollars is paid over HTTP at a named rate")
  func paidAtARate() throws {
    let home = try CallServer()
    #expect(try home.call("PUT", "/members/\(home.members[2])/sharing", by: home.asha, #"{"shares":true}"#).status == 200)
    let dollars = CallServer.expense(9_000).replacing("INR", with: "USD")
    #expect(try home.call("POST", "/entries", by: home.asha, dollars).status == 201)
    let pays =
      #"{"fromMemberId":"\#(home.members[1])","toMemberId":"\#(home.members[0])","currency":"USD","conversion":{"rate":"83.15"}}"#
    let paid = try home.call("POST", "/settlements", by: home.ravi, pays)
    #expect(paid.status == 201)
    let entry = try home.call("GET", "/entries/\(paid.madeID)", by: home.asha).json["entry"] as? [String: Any]
    let conversion = (entry?["content"] as? [String: Any])?["conversion"] as? [String: Any]
    #expect(conversion?["rate"] as? String == "83.15" && conversion?["to"] as? String == "INR")
    #expect(try home.call("GET", "/settlement?currency=INR", by: home.asha).list("debts").isEmpty)
    #expect(try home.call("GET", "/settlement?currency=USD", by: home.asha).list("debts").map { $0["minor"] as? String } == ["3000"])
  }
}
