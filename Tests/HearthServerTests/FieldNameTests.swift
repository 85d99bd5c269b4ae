import HearthProtocol
import Testing

/// The names that a refusal has for fields at each door: SPEC ER-07.
struct FieldNameTests {
  @Test("ER-07: one refusal names its field by JSON's names in JSON, over HTTP as the request has it, and by the schema's in protobuf")
  func doors() throws {
    let home = try CallServer()
    let wrong = Command.with {
      ($0.id, $0.groupID) = (Fresh.id(), home.group)
      $0.addEntry = .with { ($0.entryID, $0.content.kind, $0.content.description_p) = (Fresh.id(), .expense, "x") }
    }
    let json = #""field":"addEntry.content.amount.minor""#
    func refusal(_ format: WireFormat) throws -> [UInt8] {
      let client = try home.server.logIn(home.asha.token, format)
      client.send(format == .json ? .text : .binary, try format.encode(ClientMessage.with { $0.command = wrong }))
      return try client.payload()
    }
    let text = String(decoding: try refusal(.json), as: UTF8.self)
    #expect(text.contains(json), "\(text)")
    let binary = try WireFormat.protobuf.decode(ServerMessage.self, from: try refusal(.protobuf))
    #expect(binary.rejected.field == "add_entry.content.amount.minor")
    // Over HTTP as the body has it, which names no command, whether the body cannot be read or a rule is broken, and
    // whichever of its names the sender wrote.
    for name in ["entryId", "entry_id"] {
      let body = #"{"\#(name)":"\#(Fresh.id())","content":{"kind":"ENTRY_KIND_EXPENSE","description":"x"}}"#
      let answer = try home.call("POST", "/entries", by: home.asha, body)
      #expect(
        answer.problem == "400 bad_request content.amount.minor"
          && String(decoding: answer.body, as: UTF8.self).contains(#""field":"content.amount.minor""#))
      #expect(try home.call("POST", "/entries", by: home.asha, #"{"\#(name)":7}"#).problem == "400 bad_request entryId")
    }
    let unread = #"{"content":{"kind":"ENTRY_KIND_EXPENSE","description":"x","amount":{"minor":"x","currency":"INR"}}}"#
    #expect(try home.call("POST", "/entries", by: home.asha, unread).problem == "400 bad_request content.amount.minor")
    #expect(try home.call("DELETE", "/members/nobody", by: home.asha).problem == "400 bad_request memberId")
    // A body that is a whole command names it.
    let whole = #"{"addEntry":{"entryId":"\#(Fresh.id())","content":{"kind":"ENTRY_KIND_EXPENSE","description":"x"}}}"#
    #expect(try home.call("POST", "/commands", by: home.asha, whole).problem == "400 bad_request addEntry.content.amount.minor")
    // The name of a field of the head stays.
    #expect(try home.call("POST", "/entries", by: home.asha, "{}", "Idempotency-Key: 7\r\n").problem == "400 bad_request Idempotency-Key")
  }
}
