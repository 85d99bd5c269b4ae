import HearthProtocol
import HearthServer
import Testing
import WebSocket

/// What is refused before it reaches a group: SPEC CM-08 and messages that cannot be read.
@Suite(.onOneAndThreeLoops) struct LimitTests {
  @Test("HS-04: numbers and decimal strings are the same amount", arguments: ["4250", #""4250""#, "4250.0", "42.5e2"])
  func amounts(text: String) throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    let group = try client.createGroup()
    client.send(
      text: #"{"request":9,"command":{"id":"\#(Fresh.id())","groupId":"\#(group)","addEntry":{"entryId":"\#(Fresh.id())","content":{"#
        + #""kind":"ENTRY_KIND_EXPENSE","amount":{"minor":\#(text),"currency":"INR"},"description":"Cleaning"}}}}"#)
    #expect(try client.message().accepted.position > 0)
    let events = try client.follow(group)
    #expect(events.snapshots.first?.snapshot.shared.entryRows.map(\.minor) == [4250])
  }

  @Test("CM-08: welcome tells how many messages the connection or its identity may send, whichever is fewer")
  func toldRate() throws {
    func told(_ change: (inout ServerConfiguration) -> Void) throws -> [UInt32] {
      let server = try TestServer(change: change)
      let welcome = try server.connect().hello(server.register("Mira").token)
      return [welcome.messagesAtOnce, welcome.messagesPerMinute]
    }
    let usual = ServerConfiguration(listen: [])
    #expect(
      try told {
        ($0.messagesBurst, $0.messagesPerSecond) = (usual.messagesBurst, usual.messagesPerSecond)
      } == [60, 1_200])
    #expect(
      try told {
        ($0.identityMessagesBurst, $0.identityMessagesPerSecond) = (9, 0.5)
      } == [9, 30])
  }

  @Test(
    "CM-08: bytes that are no protobuf are bad_request and the connection stays",
    arguments: [[0xFF], [0x08], [0x82, 0x01, 0x7F], [0x0B]] as [[UInt8]])
  func unreadableBytes(bytes: [UInt8]) throws {
    let server = try TestServer()
    let client = try server.register("Mira", .protobuf)
    client.send(.binary, bytes)
    #expect(try client.message().rejected.code == "bad_request")
    #expect(try client.ask(.listGroups(.init())).groups == Groups())
  }

  @Test("F27: 100 messages in one segment are all answered in order")
  func manyInOneSegment() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    let group = try client.createGroup()
    var bytes: [UInt8] = []
    for number in 1...100 { bytes += try client.encode(.command(.addEntry(group)), request: UInt32(number)) }
    client.socket.send(bytes)
    for number in 1...100 { #expect(try client.message().request == UInt32(number)) }
  }

  @Test("Limit: one group more than fit into memory is overloaded while all are followed; one that nobody follows makes space")
  func roomsInMemory() throws {
    let server = try TestServer { $0.roomsMax = 3 }
    let client = try server.register("Mira")
    var followed: [String] = []
    // With three loops each has space for one, so fewer may fit, as their ids fall.
    for _ in 0..<12 {
      let group = Fresh.id()
      let answer = try client.ask(.command(.createGroup(group)))
      if case .accepted = answer.body {
        try client.follow(group)
        followed.append(group)
      } else {
        #expect(answer.rejected.code == "overloaded")
        #expect(answer.rejected.retryAfterMs > 0)
      }
    }
    #expect((LoopsTrait.current == 1 ? 3...3 : 1...3).contains(followed.count))
    #expect(server.server.roomCount == followed.count)
    for group in followed { try client.awaitRoom(of: group) }
    _ = try client.createGroup()
  }

  @Test("Limit: one group more than a connection may follow is overloaded; those that it follows may be renewed")
  func subscriptions() throws {
    let server = try TestServer { $0.subscriptionsMax = 2 }
    let client = try server.register("Mira")
    let groups = try (0..<3).map { _ in try client.createGroup() }
    for _ in 0..<5 { #expect(try client.rejected(.subscribe(.with { $0.groupID = Fresh.id() })).code == "not_found") }
    // Without waiting for the answers: what has been asked for counts.
    let requests = try groups.map { group in try client.send(.subscribe(.with { $0.groupID = group })) }
    let rejected = try client.answer(to: requests[2]).rejected
    #expect(rejected.code == "overloaded")
    #expect(rejected.retryAfterMs > 0)
    var catchUps = Set<String>()
    while catchUps.count < 2 {
      if case .snapshotPart(let part) = try client.nextUnasked().body, part.snapshot.lane == "admin" { catchUps.insert(part.groupID) }
    }
    try client.follow(groups[0])
    #expect(try client.ask(.unsubscribe(.with { $0.groupID = groups[0] })).unsubscribed.groupID == groups[0])
    try client.follow(groups[2])
  }
}
