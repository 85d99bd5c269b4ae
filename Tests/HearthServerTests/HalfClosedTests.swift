import HearthProtocol
import Testing

@testable import HearthServer

/// A client that ends its stream right behind what it asks has its answers, and then the end: SPEC HS-10, CM-03.
@Suite struct HalfClosedTests {
  /// Logs in, asks for all of it in one segment and ends the stream behind it.
  private static func answers(_ server: TestServer, _ token: String, _ format: WireFormat, _ asked: [ClientMessage.OneOf_Body]) throws
    -> [ServerMessage]
  {
    let client = try server.logIn(token, format)
    var bytes: [UInt8] = []
    for (number, body) in asked.enumerated() { bytes += try client.encode(body, request: UInt32(number + 1)) }
    client.socket.send(bytes)
    client.socket.endOutput()
    var answers: [ServerMessage] = []
    while case .message(let payload) = try client.receive() { answers.append(try format.decode(ServerMessage.self, from: payload)) }
    #expect(try client.receive() == .end)
    return answers
  }

  @Test("HS-10: each of six entries behind which the stream ends is stored and answered", arguments: WireFormat.allCases)
  func entries(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    for _ in 0..<6 {
      let answers = try Self.answers(server, asha.token, format, [.command(.addEntry(group))])
      #expect(answers.map(\.request) == [1] && answers.first?.accepted.position ?? 0 > 0)
    }
    #expect(try asha.follow(group).snapshots.first?.snapshot.shared.entryRows.count == 6)
  }

  @Test("HS-10: whatever is asked is answered", arguments: WireFormat.allCases)
  func everything(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let others: [ClientMessage.OneOf_Body] = [
      .listGroups(.init()), .listDevices(.init()), .createLink(.init()), .previewInvite(.with { $0.code = "0" }),
      .command(.join("0")), .unsubscribe(.with { $0.groupID = group }), .hello(.init()),
    ]
    for body in ClientMessage.OneOf_Body.allAboutGroup(group) + others {
      let answers = try Self.answers(server, asha.token, format, [body])
      #expect(answers.first?.request == 1, "\(body)")
    }
  }

  @Test("HS-10: the end comes behind the last of several answers, also where they come from elsewhere in another order")
  func several() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let groups = try [asha.createGroup(), asha.createGroup()]
    let asked: [ClientMessage.OneOf_Body] = groups.flatMap { group in
      [
        .command(.addEntry(group)), .readSettlement(.with { $0.groupID = group }),
        .readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") }),
      ]
    }
    let answers = try Self.answers(server, asha.token, .protobuf, asked + [.command(.addEntry(Fresh.id())), .listGroups(.init())])
    #expect(Set(answers.map(\.request)) == Set(1...8) && answers.count == 8)
    // What the history shows of the entries is what they were answered with.
    let added = answers.map(\.accepted.position).filter { $0 > 0 }
    #expect(added.count == 2)
    #expect(answers.filter { if case .history = $0.body { added.contains($0.history.head) } else { false } }.count == 2)
  }

  @Test("HS-10: one who asks nothing, or something that has no answer, ends at once")
  func nothing() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    #expect(try Self.answers(server, asha.token, .json, []).isEmpty)
    let told = ClientMessage.OneOf_Body.tellHeads(.with { $0.groupID = group })
    let answers = try Self.answers(server, asha.token, .json, [told, .command(.addEntry(group))])
    #expect(answers.last?.accepted.position ?? 0 > 0)
  }

  @Test("HS-10: a call whose stream ends behind it is carried out and answered")
  func calls() throws {
    let calls = try CallServer()
    for _ in 0..<6 {
      let socket = try BlockingSocket(calls.server.address)
      socket.send(
        calls.request("POST", "/entries", by: calls.asha, CallServer.expense(500), "Content-Type: application/json\r\n"))
      socket.endOutput()
      #expect(try Answer(socket).status == 201)
    }
  }
}
