import HearthProtocol
import HearthServer
import Testing

/// SPEC RE-05: the right to add a receipt's file is looked at when it has all arrived, too.
@Suite(.onOneAndThreeLoops) struct AttachmentRightTests {
  private static let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }

  enum Loss: CaseIterable { case removal, demotion, archiving, none }

  @Test("RE-05: a file whose sender lost the right to it while it arrived is not kept", arguments: Loss.allCases)
  func lost(_ loss: Loss) throws {
    let home = try AttachmentServer()
    let listed = try home.ravi.ask(.listGroups(.init()))
    let ravi = try #require(listed.groups.groups.first?.memberID)
    let socket = try BlockingSocket(home.server.address)
    socket.send(
      AttachmentServer.head(
        "PUT", home.path(Self.content), token: home.ravi.token, length: Self.content.count, "Expect: 100-continue\r\n"))
    // Once they are told to go on, they were let in.
    var told = ""
    while !told.hasSuffix("\r\n\r\n") { told += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
    #expect(told.hasPrefix("HTTP/1.1 100 "))
    socket.send(Array(Self.content.prefix(300_000)))
    switch loss {
    case .removal: _ = try home.asha.accepted(.remove(home.group, ravi))
    case .demotion: _ = try home.asha.accepted(.changeRole(home.group, ravi, to: .viewer))
    case .archiving: _ = try home.asha.accepted(.make(home.group, .archiveGroup(.init())))
    case .none: break
    }
    socket.send(Array(Self.content.suffix(300_000)))
    let answer = try Answer(socket)
    let expected =
      switch loss {
      case .removal: 404
      case .demotion, .archiving: 403
      case .none: 201
      }
    #expect(answer.status == expected)
    // The answer leaves before the file does; other exchanges come behind it.
    for _ in 0..<100 where loss != .none && !home.files().isEmpty { _ = try home.get(Self.content, by: home.asha) }
    #expect(home.files().isEmpty == (loss != .none))
  }
}
