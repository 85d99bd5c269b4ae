import HearthProtocol
import Testing
import WebSocket

/// What is refused before it reaches a group: SPEC CM-08 and messages that cannot be read.
@Suite(.onOneAndThreeLoops) struct LimitTests {
  @Test(
    "CM-08, A25: the burst is taken, one more is rate_limited with a time to wait, the fifth closes with 1008",
    arguments: WireFormat.allCases)
  func rateLimit(format: WireFormat) throws {
    // So slow a refill that none happens during the test.
    let server = try TestServer {
      $0.messagesPerSecond = 0.01
      $0.messagesBurst = 60
    }
    let client = try server.register("Mira", format)
    var bytes: [UInt8] = []
    let unsubscribe = Unsubscribe.with { $0.groupID = Fresh.id() }
    for number in 2...60 { bytes += try client.encode(.unsubscribe(unsubscribe), request: UInt32(number)) }
    client.socket.send(bytes)
    var answers: [UInt32: ServerMessage] = [:]
    func read(_ count: Int) throws {
      for _ in 0..<count {
        let answer = try client.message()
        answers[answer.request] = answer
      }
    }
    try read(59)
    for number in 2...60 { #expect(answers[UInt32(number)]?.unsubscribed.groupID == unsubscribe.groupID) }
    let command = Command.addEntry(Fresh.id())
    client.socket.send(try (61...65).flatMap { try client.encode(.command(command), request: $0) })
    try read(5)
    for number in 61...65 {
      let rejected = try #require(answers[UInt32(number)]?.rejected)
      #expect(rejected.code == "rate_limited")
      #expect(rejected.commandID == command.id)
      #expect(rejected.retryAfterMs > 0 && rejected.retryAfterMs <= 100_000)
      #expect(rejected.cause == "This connection sends more than 0.01 messages a second.")
    }
    #expect(try client.closeCode() == 1008)
  }

  @Test("HS-04, A3 to A7, F22: what is no message is bad_request and the connection stays", arguments: unreadableTexts)
  func unreadable(text: String) throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    client.send(text: text)
    let rejected = try client.message().rejected
    #expect(rejected.code == "bad_request")
    #expect(!rejected.cause.isEmpty && !rejected.remedy.isEmpty)
    #expect(!rejected.cause.contains("/") && !rejected.cause.contains(".swift"), "internal text: \(rejected.cause)")
    #expect(try client.ask(.listGroups(.init())).groups == Groups())
  }

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

  @Test(
    "A3: bytes that are no protobuf are bad_request and the connection stays",
    arguments: [[0xFF], [0x08], [0x82, 0x01, 0x7F], [0x0B]] as [[UInt8]])
  func unreadableBytes(bytes: [UInt8]) throws {
    let server = try TestServer()
    let client = try server.register("Mira", .protobuf)
    client.send(.binary, bytes)
    #expect(try client.message().rejected.code == "bad_request")
    #expect(try client.ask(.listGroups(.init())).groups == Groups())
  }

  @Test("CM-08: the fifth unreadable message within a minute closes with 1008, after its answer")
  func fiveUnreadable() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    for _ in 0..<5 { client.send(text: "nonsense") }
    for _ in 0..<5 { #expect(try client.message().rejected.code == "bad_request") }
    #expect(try client.receive() == .close(1008))
  }

  @Test("A9: an unknown command or request is unknown_command and the connection stays")
  func unknownCommand() throws {
    let server = try TestServer()
    let client = try server.register("Mira", .protobuf)
    let group = try client.createGroup()
    // Field 2000, empty, in the command and in the message.
    var command = Command.make(group, .addEntry(.init()))
    command.body = nil
    let unknown: [UInt8] = [0x82, 0x7D, 0x00]
    let inCommand = try command.serializedBytes() as [UInt8] + unknown
    client.send(.binary, [0x08, 0x07, 0x92, 0x01, UInt8(inCommand.count)] + inCommand)
    let first = try client.message()
    #expect(first.request == 7)
    #expect(first.rejected.code == "unknown_command")
    #expect(first.rejected.commandID == command.id)
    client.send(.binary, [0x08, 0x08] + unknown)
    let second = try client.message()
    #expect(second.request == 8)
    #expect(second.rejected.code == "unknown_command")
    client.send(.binary, [0x08, 0x09])
    #expect(try client.message().rejected.code == "bad_request")
    _ = try client.ask(.listGroups(.init()))
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

  @Test("Limit: one group more than fit into memory is overloaded while all are followed; one that nobody follows makes room")
  func roomsInMemory() throws {
    let server = try TestServer { $0.roomsMax = 3 }
    let client = try server.register("Mira")
    var followed: [String] = []
    // With three loops each has room for one, so fewer may fit, as their ids fall.
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

/// Texts that are no message.
private let unreadableTexts: [String] = [
  "", " ", "hello", #"{"listGroups":{},}"#, #"{"listGroups":{}} {}"#, "\u{FEFF}{\"listGroups\":{}}", #"{"listGroups":{},"surprise":1}"#,
  #"{"listGroups":{"surprise":1}}"#, #"{"listGroups":{},"previewInvite":{}}"#, #"{"request":-1,"listGroups":{}}"#,
  #"{"request":4294967296,"listGroups":{}}"#, #"{"request":1.5,"listGroups":{}}"#, "[]", "1", "null", "// no\n{}", "{'listGroups':{}}",
  #"{"command":{"addEntry":{"content":{"kind":"ENTRY_KIND_GIFT"}}}}"#, #"{"command":{"addEntry":{"content":{"amount":{"minor":1e400}}}}}"#,
  #"{"command":{"addEntry":{"content":{"amount":{"minor":true}}}}}"#,
  #"{"command":{"addEntry":{"content":{"amount":{"minor":9223372036854775808}}}}}"#,
  #"{"command":{"addEntry":{"content":{"amount":{"minor":1.5}}}}}"#, #"{"command":{"flyToTheMoon":{}}}"#, #"{"flyToTheMoon":{}}"#,
  String(repeating: "[", count: 60_000), String(repeating: #"{"command":"#, count: 17), #"{"previewInvite":{"code":"\ud800"}}"#,
]
