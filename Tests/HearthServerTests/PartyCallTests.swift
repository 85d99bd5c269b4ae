import HearthProtocol
import Testing

/// Members who settle as one, over HTTP and on a WebSocket.
struct PartyCallTests {
  @Test("PT-01, PT-03: the owner says who settles as one, and balances and transfers of parties are read") func parties() throws {
    let home = try CallServer()
    #expect(try home.call("PUT", "/members/\(home.members[2])/sharing", by: home.asha, #"{"shares":true}"#).status == 200)
    #expect(try home.call("POST", "/entries", by: home.asha, CallServer.expense(9_000)).status == 201)
    let path = "/members/\(home.members[2])/party"
    #expect(try home.call("PUT", path, by: home.ravi, #"{"withMemberId":"\#(home.members[1])"}"#).problem == "403 forbidden ")
    #expect(try home.call("PUT", path, by: home.asha, #"{"withMemberId":"\#(home.members[1])"}"#).status == 200)
    let members = try home.call("GET", "/members", by: home.ravi).list("members")
    #expect(members.map { $0["partyId"] as? String } == [nil, home.members[1], home.members[1]])
    func debts(_ query: String) throws -> [String?] {
      try home.call("GET", "/settlement?\(query)", by: home.ravi).list("debts").map { $0["minor"] as? String }
    }
    #expect(try debts("byParty=true") == ["6000"] && debts("by_party=false") == ["3000", "3000"])
    let asked = try home.ravi.ask(.readSettlement(.with { ($0.groupID, $0.byParty) = (home.group, true) })).settlement
    #expect(asked.balances.map(\.minor) == [6_000, -6_000] && asked.balances.map(\.memberID) == [home.members[0], home.members[1]])
    #expect(
      try home.call("GET", "/settlement?byParty=true&explain=true", by: home.ravi).problem == "400 bad_request byParty")
    #expect(try home.call("PUT", path, by: home.asha, "{}").status == 200 && debts("byParty=true") == ["3000", "3000"])
  }
}
