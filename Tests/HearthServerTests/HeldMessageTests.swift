import HearthProtocol
import Testing

@testable import HearthServer

/// What is sent behind `hello` is no way around the limits: SPEC CM-10 and HS-10.
@Suite struct HeldMessageTests {
  /// A server on which an identity may send five messages, then one in 100 seconds.
  private func server() throws -> TestServer {
    try TestServer {
      $0.identityMessagesPerSecond = 0.01
      $0.identityMessagesBurst = 5
    }
  }

  /// A hello and so many requests in one segment. None of them is answered before it is logged in.
  private func pipelined(_ server: TestServer, _ token: String, count: Int) throws -> WireClient {
    let client = try server.connect()
    var bytes = try client.encode(.hello(.with { $0.token = token }), request: 100)
    for number in 1...count { bytes += try client.encode(.listGroups(.init()), request: UInt32(number)) }
    client.socket.send(bytes)
    #expect(try client.message().welcome.displayName == "Mira")
    return client
  }

  /// What becomes of each request, in the order of their numbers.
  private func outcomes(_ client: WireClient, count: Int) throws -> [String] {
    var outcomes = [String](repeating: "", count: count)
    for _ in 0..<count {
      let answer = try client.message()
      outcomes[Int(answer.request) - 1] = answer.rejected.code
    }
    return outcomes
  }

  @Test("CM-10: of nine requests behind hello five are an identity's burst, the others are rate_limited", arguments: [5, 9])
  func charged(count: Int) throws {
    let server = try server()
    let token = try server.register("Mira").token
    let client = try pipelined(server, token, count: count)
    let refused = [String](repeating: "rate_limited", count: count - 5)
    #expect(try outcomes(client, count: count) == [String](repeating: "", count: 5) + refused)
    client.send(.ping, [7])
    #expect(try client.receive() == .pong([7]))
  }

  @Test("CM-10, CM-08: the fifth of them that is refused closes with 1008")
  func strikes() throws {
    let server = try server()
    let token = try server.register("Mira").token
    #expect(try pipelined(server, token, count: 10).closeCode() == 1008)
  }

  @Test("CM-10: who connects anew and sends behind hello again has no burst of its own")
  func overConnections() throws {
    let server = try server()
    let token = try server.register("Mira").token
    let first = try pipelined(server, token, count: 3)
    #expect(try outcomes(first, count: 3) == ["", "", ""])
    let second = try pipelined(server, token, count: 4)
    #expect(try outcomes(second, count: 4) == ["", "", "rate_limited", "rate_limited"])
  }

  /// A connection that has sent a hello and 64 requests behind it, all of which are held, and a group for them, which
  /// was not there when the token was looked up: a question, on which it is looked up whether it may be told of the
  /// group, and 63 commands.
  private func held(_ store: GatedStore, _ server: TestServer) throws -> (client: WireClient, token: String, group: String) {
    let first = try server.register("Mira", .protobuf)
    store.closeDirectory()
    let client = try server.connect(.protobuf)
    client.socket.send(try client.encode(.hello(.with { $0.token = first.token }), request: 0))
    try #require(store.awaitLookUp())
    let group = try first.createGroup()
    var bytes = try client.encode(.readGroup(.with { $0.groupID = group }), request: 1)
    for number in 2...64 { bytes += try client.encode(.command(.addEntry(group)), request: UInt32(number)) }
    client.socket.send(bytes + WireClient.frame(.ping, [1]))
    #expect(try client.receive() == .pong([1]))
    return (client, first.token, group)
  }

  @Test("CM-10: of what is held 32 messages are handled in a turn, the rest in the next one, and what comes later behind them")
  func share() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let (client, _, group) = try held(store, server)
    store.closeAppends()
    store.openDirectory()
    #expect(try client.message().welcome.displayName == "Mira")
    client.socket.send(try client.encode(.command(.addEntry(group)), request: 65))
    try #require(store.awaitAppend())
    #expect(store.appendSizes.last == 32)
    // Found off the loop, so that what was committed meanwhile could come before it.
    #expect(try client.message().request == 1)
    store.openAppends()
    for number in 2...65 {
      let answer = try client.message()
      #expect(answer.request == UInt32(number))
      #expect(answer.accepted.position == UInt64(number + 1))
    }
  }

  @Test("HS-10: who ends the stream after the welcome has all handled that was held", arguments: [1, 32])
  func end(messagesPerTurn: Int) throws {
    let store = GatedStore()
    let server = try TestServer(store) { $0.messagesPerTurnMax = messagesPerTurn }
    let (client, token, group) = try held(store, server)
    store.openDirectory()
    #expect(try client.message().welcome.displayName == "Mira")
    client.socket.endOutput()
    while try client.receive() != .end {}
    #expect(try server.logIn(token, .protobuf).accepted(.addEntry(group)).position == 66)
  }

  @Test("HS-10: who ends the stream right behind hello and commands is welcomed, and has them handled")
  func endBeforeWelcome() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let mira = try server.register("Mira", .protobuf)
    let group = try mira.createGroup()
    store.closeDirectory()
    let client = try server.connect(.protobuf)
    var bytes = try client.encode(.hello(.with { $0.token = mira.token }), request: 0)
    for number in 1...3 { bytes += try client.encode(.command(.addEntry(group)), request: UInt32(number)) }
    client.socket.send(bytes + WireClient.frame(.ping, [1]))
    #expect(try client.receive() == .pong([1]))
    client.socket.endOutput()
    // The end has come before this.
    let position = try mira.accepted(.addEntry(group)).position
    store.openDirectory()
    #expect(try client.message().welcome.displayName == "Mira")
    while try client.receive() != .end {}
    #expect(try mira.accepted(.addEntry(group)).position == position + 4)
  }

  @Test("HS-10: who ends the stream right behind a hello with a bad token is told so")
  func endBeforeRefusal() throws {
    let server = try TestServer()
    let client = try server.connect(.protobuf)
    client.socket.send(try client.encode(.hello(.with { $0.token = "hd_nobody" }), request: 0))
    client.socket.endOutput()
    #expect(try client.closeCode() == 4401)
  }

  @Test(
    "CM-10: who waits for a look-up for twice the time of a login is sent away with 1013, and what it sent is carried out once if it comes again"
  )
  func lookUpDeadline() throws {
    let store = GatedStore()
    let server = try TestServer(store) { $0.loginMilliseconds = 300 }
    let mira = try server.register("Mira", .protobuf)
    let client = try server.logIn(mira.token, .protobuf)
    // What there was when it logged in is known.
    let group = try mira.createGroup()
    store.closeDirectory()
    let command = Command.addEntry(group)
    client.socket.send(try client.encode(.command(command), request: 1))
    try #require(store.awaitLookUp())
    #expect(try client.closeCode() == 1013)
    store.openDirectory()
    let again = try server.logIn(mira.token, .protobuf)
    let position = try again.accepted(command).position
    #expect(try again.accepted(command).position == position)
    #expect(try again.accepted(.addEntry(group)).position == position + 1)
  }

  @Test("CM-07: who asks of a group what it holds, right behind a command, is answered behind it, and the command is in it")
  func ownReads() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let mira = try server.register("Mira", .protobuf)
    let group = try mira.createGroup()
    store.closeAppends()
    let history = ReadHistory.with { ($0.groupID, $0.lane) = (group, "shared") }
    mira.socket.send(
      try mira.encode(.command(.addEntry(group)), request: 1) + mira.encode(.readEntries(.with { $0.groupID = group }), request: 2)
        + mira.encode(.readHistory(history), request: 3))
    try #require(store.awaitAppend())
    store.openAppends()
    let position = try mira.message().accepted.position
    #expect(position > 0)
    var answers: [UInt32: ServerMessage] = [:]
    for _ in 2...3 {
      let answer = try mira.message()
      answers[answer.request] = answer
    }
    #expect(answers[2]?.entries.entries.count == 1)
    #expect(answers[3]?.history.events.last?.position == position)
  }

  @Test("CM-10: what is sent behind a join in the same segment is handled behind it")
  func behindJoin() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let mira = try server.register("Mira", .protobuf)
    let group = try mira.createGroup()
    let code = try mira.invite(to: group)
    let ravi = try server.register("Ravi", .protobuf)
    store.closeDirectory()
    _ = store.takeReads()
    ravi.socket.send(
      try ravi.encode(.command(.join(code, member: Fresh.id())), request: 1) + ravi.encode(.command(.addEntry(group)), request: 2)
        + ravi.encode(.readGroup(.with { $0.groupID = group }), request: 3))
    try #require(store.awaitLookUp())
    #expect(store.takeReads() == ["invite"])
    store.openDirectory()
    var answers: [UInt32: ServerMessage] = [:]
    for _ in 1...3 {
      let answer = try ravi.message()
      answers[answer.request] = answer
    }
    let joined = try #require(answers[1]?.accepted.position)
    #expect(answers[2]?.accepted.position == joined + 1)
    #expect(answers[3]?.rejected.code == "")
    // Nothing else was looked up.
    #expect(store.takeReads() == [])
  }

  @Test("CM-10: while it is looked up whether somebody may be told of a group nothing behind it is handled; then all is, in the order sent")
  func lookedUp() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let mira = try server.register("Mira", .protobuf)
    let client = try server.logIn(mira.token, .protobuf)
    // What there was when it logged in is known.
    let group = try mira.createGroup()
    store.closeDirectory()
    _ = store.takeReads()
    var bytes: [UInt8] = []
    for number in 1...40 { bytes += try client.encode(.command(.addEntry(group)), request: UInt32(number)) }
    client.socket.send(bytes)
    try #require(store.awaitLookUp())
    // Others are served meanwhile, by the same loop.
    #expect(try mira.accepted(.addEntry(group)).position == 3)
    store.openDirectory()
    for number in 1...40 {
      let answer = try client.message()
      #expect(answer.request == UInt32(number))
      #expect(answer.accepted.position == UInt64(number + 3))
    }
    #expect(store.takeReads() == ["knows"])
  }
}
