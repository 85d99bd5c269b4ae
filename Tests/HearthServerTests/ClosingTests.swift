import Dispatch
import HearthProtocol
import Support
import Testing
import WebSocket

/// How connections end: SPEC CL-01 and the C rows of bad input.
@Suite(.onOneAndThreeLoops) struct ClosingTests {
  /// Reads bytes up to the end of the connection, without a word.
  private func rest(_ socket: BlockingSocket) throws -> [UInt8] {
    var all: [UInt8] = []
    while let bytes = try socket.receive() { all += bytes }
    return all
  }

  @Test("C1: a Close is echoed and the connection ended", arguments: [nil, 1000, 1001, 3000, 4999] as [UInt16?])
  func closeEchoed(code: UInt16?) throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    client.close(code)
    let expected: [UInt8] = code.map { [0x88, 2, UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? [0x88, 0]
    #expect(try rest(client.socket) == expected)
  }

  /// How somebody leaves whom others in the room see go.
  enum Parting: CaseIterable {
    case close, fault, offences
  }

  @Test("C1: who leaves a room gets its own Close, not the news that it has left", arguments: Parting.allCases)
  func closeOfOneAmongOthers(parting: Parting) throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group)
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(code))
    try asha.follow(group)
    try ravi.follow(group)
    switch parting {
    case .close: ravi.close(1000)
    // Not masked.
    case .fault: ravi.socket.send([0x81, 0])
    case .offences: for _ in 0..<5 { ravi.send(text: "{") }
    }
    let expected: UInt16? =
      switch parting {
      case .close: 1000
      case .fault: 1002
      case .offences: 1008
      }
    #expect(try ravi.closeCode() == expected)
    // Ravi joined, came and went; the join is an event.
    var news = try asha.nextUnasked()
    while news.presenceChanged.memberID.isEmpty || news.presenceChanged.online { news = try asha.nextUnasked() }
    #expect(news.presenceChanged.groupID == group)
  }

  @Test("C7, C12: what follows a Close is not handled, and nothing follows its echo")
  func dataAfterClose() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    let group = try client.createGroup()
    try client.follow(group)
    var bytes: [UInt8] = []
    FrameEncoder.appendClose(.normalClosure, maskKey: 1, to: &bytes)
    bytes += try client.encode(.command(.addEntry(group)), request: 99)
    client.socket.send(bytes)
    #expect(try rest(client.socket) == [0x88, 2, 0x03, 0xE8])
    let token = client.token
    let other = try server.logIn(token)
    #expect(try other.follow(group).heads["shared"] == 2)
  }

  /// A server with one connection of an identity, and another one of it that was sent a Close and answers nothing by
  /// itself.
  private func parting(closeMilliseconds: Int64) throws -> (server: TestServer, witness: WireClient, leaver: WireClient) {
    let server = try TestServer {
      $0.connectionsPerIdentityMax = 1
      $0.closeMilliseconds = closeMilliseconds
    }
    let witness = try server.register("Mira")
    let leaver = try server.connect()
    leaver.isSilent = true
    try leaver.send(.hello(.with { $0.token = witness.token }))
    #expect(try leaver.receive() == .close(4429))
    return (server, witness, leaver)
  }

  @Test("C9: a Close that opens the closing handshake waits for the answer; what comes meanwhile is not handled, and nothing follows it")
  func answerAwaited() throws {
    let (server, witness, leaver) = try parting(closeMilliseconds: 600_000)
    leaver.send(.ping, [1])
    try leaver.send(.listGroups(.init()))
    // Half a frame, which the Close is behind.
    leaver.socket.send([0x81])
    // With one loop the end would have come before this answer.
    _ = try witness.ask(.listGroups(.init()))
    #expect(!leaver.socket.hasInput)
    #expect(server.server.connectionCount == 2)
    leaver.socket.send([0x80, 1, 2, 3, 4])
    leaver.close(4429)
    #expect(try leaver.socket.receive() == nil)
    eventually("the connection is gone") { [server = server.server] in server.connectionCount == 1 }
  }

  @Test("C9: without an answer TCP is closed at the deadline, whatever else is sent")
  func unanswered() throws {
    let (server, witness, leaver) = try parting(closeMilliseconds: 300)
    leaver.send(.ping, [1])
    #expect(try leaver.socket.receive() == nil)
    eventually("the connection is gone") { [server = server.server] in server.connectionCount == 1 }
    _ = try witness.ask(.listGroups(.init()))
  }

  @Test("C9: who ends the stream instead of answering, or breaks the protocol, is not waited for", arguments: [true, false])
  func otherAnswers(endsStream: Bool) throws {
    let (server, witness, leaver) = try parting(closeMilliseconds: 600_000)
    // Not masked.
    if endsStream { leaver.socket.endOutput() } else { leaver.socket.send([0x81, 0]) }
    #expect(try leaver.socket.receive() == nil)
    eventually("the connection is gone") { [server = server.server] in server.connectionCount == 1 }
    _ = try witness.ask(.listGroups(.init()))
  }

  @Test("C12: what is told a room behind a member's 1012 does not reach that member")
  func nothingBehindOurClose() throws {
    let server = try TestServer {
      $0.closeMilliseconds = 600_000
      $0.drainMilliseconds = 2_000
    }
    let asha = try server.register("Asha")
    asha.isSilent = true
    let group = try asha.createGroup()
    try asha.follow(group)
    let other = try server.logIn(asha.token)
    try other.follow(group)
    let ended = server.drainMeanwhile()
    #expect(try other.closeCode() == 1012)
    #expect(try asha.closeCode() == 1012)
    // The drain's end cuts who does not answer.
    #expect(try asha.socket.receive() == nil)
    #expect(ended.wait(timeout: .now() + 30) == .success)
  }

  @Test("C9, C10: who broke a rule is closed at once, whether it answers or not", arguments: [true, false])
  func peerKeepsConnection(answers: Bool) throws {
    let server = try TestServer { $0.closeMilliseconds = 600_000 }
    let client = try server.connect()
    client.isSilent = !answers
    client.send(text: "{}")
    #expect(try client.closeCode() == 4401)
    #expect(try client.receive() == .end)
    eventually("the connection is gone") { [server = server.server] in server.connectionCount == 0 }
  }

  @Test("C11: a Close within a fragmented message is echoed")
  func closeWithinMessage() throws {
    let server = try TestServer()
    let client = try server.register("Mira")
    client.send(.text, Array(#"{"listGr"#.utf8), isFinal: false)
    client.close(1000)
    #expect(try client.closeCode() == 1000)
  }

  @Test("C13: who leaves while joining a group's readers leaves nothing behind")
  func leaveWhileSubscribing() throws {
    let server = try TestServer { $0.idleRoomMilliseconds = 100 }
    let client = try server.register("Mira")
    let group = try client.createGroup()
    var bytes = try client.encode(.subscribe(.with { $0.groupID = group }), request: 99)
    FrameEncoder.appendClose(.normalClosure, maskKey: 1, to: &bytes)
    client.socket.send(bytes)
    _ = try client.closeCode()
    eventually("neither sessions nor rooms are left") { [server = server.server] in server.connectionCount == 0 && server.roomCount == 0 }
  }

  @Test("T7, T8: what ends is let go of when that is read, and no deadline has to come for it")
  func endsWithoutDeadlines() throws {
    let server = try TestServer {
      $0.closeMilliseconds = 600_000
      $0.transport.lingerMilliseconds = 600_000
    }
    let token = try server.register("Mira").token
    for breaks in [false, true] {
      let (fresh, asking) = (try BlockingSocket(server.address), try BlockingSocket(server.address))
      asking.send("GET /v1/socket HTTP/1.1\r\nHost: loc")
      let (open, known, midFrame) = (try server.connect(), try server.logIn(token), try server.logIn(token))
      midFrame.socket.send([0x81, 0xFE, 0x10])
      for socket in [fresh, asking, open.socket, known.socket, midFrame.socket] {
        if breaks { socket.resetAtEnd() } else { socket.endOutput() }
      }
    }
    eventually("nobody is left") { [server = server.server] in server.connectionCount == 0 }
  }

  @Test("T8: who ends the stream without a Close is gone for the others")
  func halfClose() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group)
    let member = Fresh.id()
    _ = try ravi.accepted(.join(code, member: member))
    try asha.follow(group)
    try ravi.follow(group)
    func presence() throws -> PresenceChanged {
      while true {
        if case .presenceChanged(let change) = try asha.nextUnasked().body { return change }
      }
    }
    let came = try presence()
    #expect(came.memberID == member && came.online)
    ravi.socket.endOutput()
    let left = try presence()
    #expect(left.memberID == member && !left.online)
  }

  @Test("200 connections that break off at every stage leave neither sessions nor rooms, and the others go on")
  func breakingOff() throws {
    let server = try TestServer { $0.idleRoomMilliseconds = 100 }
    let witness = try server.register("Asha")
    let token = try server.connect().register("Ravi")
    for round in 0..<25 {
      let raw = try BlockingSocket(server.address)
      if round % 2 == 0 { raw.resetAtEnd() }
      let half = try BlockingSocket(server.address)
      half.send("GET /v1/socket HTTP/1.1\r\nHost: loc")
      let upgraded = try server.connect()
      let pending = try server.connect()
      try pending.send(.hello(.with { $0.token = token }))
      let known = try server.logIn(token, round % 2 == 0 ? .json : .protobuf)
      let asking = try server.logIn(token)
      let group = try asking.createGroup()
      try asking.send(.subscribe(.with { $0.groupID = group }))
      let following = try server.logIn(token)
      try following.follow(group)
      try following.send(.command(.addEntry(group)))
      let midFrame = try server.logIn(token)
      midFrame.socket.send([0x81, 0xFE, 0x10])
      if round % 3 == 0 {
        for client in [upgraded, pending, known, asking, following, midFrame] { client.socket.resetAtEnd() }
      }
    }
    eventually("only the witness is left") { [server = server.server] in server.connectionCount == 1 && server.roomCount == 0 }
    _ = try witness.ask(.listGroups(.init()))
  }
}
