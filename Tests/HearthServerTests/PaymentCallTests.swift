import HearthProtocol
import Testing

/// Payment addresses and links through both doors (SPEC PL-01, PL-02).
@Suite(.onOneAndThreeLoops) struct PaymentCallTests {
  @Test("PL-01, PL-02, HT-01: an address and a link have a path each, and only who owes is told")
  func paths() throws {
    let home = try CallServer()
    let (asha, ravi) = (home.members[0], home.members[1])
    let address = #"{"address":"asha@examplebank"}"#
    let set = try home.call("PUT", "/membership/payment-address", by: home.asha, address)
    #expect(set.status == 200 && set["lane"] == "inbox/\(asha)")
    #expect(try home.call("PUT", "/membership/payment-address", by: home.asha, address).problem.hasPrefix("409 nothing_changes"))
    let wrong = try home.call("PUT", "/membership/payment-address", by: home.asha, #"{"address":"asha@"}"#)
    #expect(wrong.problem == "400 bad_request address")
    let path = "/members/\(asha)/payment-link"
    #expect(try home.call("GET", path, by: home.ravi).problem == "409 nothing_owed payeeId")
    let money = #""minor":"9000""#
    let content =
      #"{"content":{"kind":"ENTRY_KIND_EXPENSE","amount":{\#(money),"currency":"INR"},"description":"Rice","date":"2026-11-20","#
      + #""paid":[{"memberId":"\#(asha)",\#(money)}],"split":{"exact":{"shares":[{"memberId":"\#(ravi)",\#(money)}]}}}}"#
    #expect(try home.call("POST", "/entries", by: home.asha, content).status == 201)
    let link = try home.call("GET", path + "?minor=4500&currency=INR", by: home.ravi)
    #expect(link.status == 200 && link["address"] == "asha@examplebank" && link["payload"]?.contains("&am=45.00&cu=INR") == true)
    // A viewer who owes nothing learns nothing, and what stands in the inbox is Asha's alone.
    #expect(try home.call("GET", path, by: home.dadi).problem == "409 nothing_owed payeeId")
    #expect(try home.call("GET", "/history?lane=inbox/\(asha)", by: home.ravi).status == 404)
    #expect(try home.call("PUT", "/membership/payment-address", by: home.asha, "{}").status == 200)
    #expect(try home.call("GET", path, by: home.ravi).problem == "404 no_payment_address payeeId")
  }

  @Test("PL-02: a link over the WebSocket, in both formats", arguments: WireFormat.allCases)
  func asked(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let me = Fresh.id()
    let group = try asha.createGroup(member: me)
    let ravi = try server.register("Ravi", format)
    _ = try ravi.accepted(.join(asha.invite(to: group), member: Fresh.id()))
    _ = try asha.accepted(.addEntry(group, minor: 10_000))
    _ = try asha.accepted(.make(group, .setPaymentAddress(.with { $0.address = "asha@examplebank" })))
    let read = ReadPaymentLink.with { ($0.groupID, $0.payeeID) = (group, me) }
    let link = try ravi.ask(.readPaymentLink(read)).paymentLink
    #expect(link.amount.minor == 5_000 && link.link && link.payload.hasPrefix("upi://pay?pa=asha@examplebank&pn=Asha&am=50.00&cu=INR"))
    let stranger = try server.register("Eve", format)
    #expect(try stranger.rejected(.readPaymentLink(read)).code == "not_found")
  }
}
