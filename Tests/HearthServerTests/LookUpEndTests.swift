import HearthProtocol
import Support
import Testing

@testable import HearthServer

/// What becomes of a connection, and of what it asked, when something happens to it while the directory is asked on its
/// behalf: SPEC CM-06, CM-10.
@Suite struct LookUpEndTests {
  /// What the directory is asked for.
  enum Asked: String, CaseIterable, CustomTestStringConvertible {
    case acquaintance
    case creator
    case invite
    case groups
    case devices
    var testDescription: String { rawValue }

    /// How many events of the group come of it and of the entry behind it.
    var events: UInt64 { self == .acquaintance || self == .invite ? 2 : 1 }
  }

  /// A connection for which the directory is being asked, with an entry sent behind it.
  private struct Scene {
    let store = GatedStore()
    let server: TestServer
    let mira: WireClient
    let group: String
    let client: WireClient

    init(_ asked: Asked) throws {
      // The first group is made where everybody may.
      let former = try TestServer(store)
      let founder = try former.register("Mira", .protobuf)
      let first = try founder.createGroup()
      let code = asked == .invite ? try founder.invite(to: first) : ""
      former.stop()
      server = try TestServer(store) { $0.creators = .members(besides: []) }
      mira = try server.logIn(founder.token, .protobuf)
      client = asked == .invite ? try server.register("Ravi", .protobuf) : try server.logIn(founder.token, .protobuf)
      // A group that there was when it logged in is known.
      group = asked == .acquaintance ? try mira.createGroup() : first
      _ = try mira.accepted(.addEntry(group))
      // What is sent behind has to ask nothing more of the directory.
      if asked != .acquaintance && asked != .invite { _ = try client.accepted(.addEntry(group)) }
      store.closeDirectory()
      let question: ClientMessage.OneOf_Body
      switch asked {
      case .acquaintance: question = .command(.addEntry(group))
      case .creator: question = .command(.createGroup(Fresh.id()))
      case .invite: question = .command(.join(code, member: Fresh.id()))
      case .groups: question = .listGroups(.init())
      case .devices: question = .listDevices(.init())
      }
      client.socket.send(try client.encode(question, request: 1) + client.encode(.command(.addEntry(group)), request: 2))
      guard store.awaitLookUp() else { throw Unexpected("nothing was looked up") }
    }

    /// Where the group's next entry comes to stand.
    func nextPosition() throws -> UInt64 { try mira.accepted(.addEntry(group)).position }
  }

  @Test("A peer that sends a Close meanwhile has all handled that came before it, and its Close answered", arguments: Asked.allCases)
  func close(_ asked: Asked) throws {
    let scene = try Scene(asked)
    let before = try scene.nextPosition()
    scene.client.close(1000)
    scene.store.openDirectory()
    #expect(try scene.client.closeCode() == 1000)
    #expect(try scene.nextPosition() == before + asked.events + 1)
  }

  @Test("A peer that ends its stream meanwhile has all handled that came before", arguments: Asked.allCases)
  func finish(_ asked: Asked) throws {
    let scene = try Scene(asked)
    let before = try scene.nextPosition()
    scene.client.socket.endOutput()
    scene.store.openDirectory()
    while try scene.client.receive() != .end {}
    #expect(try scene.nextPosition() == before + asked.events + 1)
  }

  @Test(
    "Of whoever is cut off meanwhile nothing is carried out, neither what was asked nor what it sent behind it",
    arguments: Asked.allCases)
  func reset(_ asked: Asked) throws {
    let scene = try Scene(asked)
    let before = try scene.nextPosition()
    let server = scene.server.server
    let connections = server.connectionCount
    scene.client.socket.reset()
    eventually("the server hears of the reset") { server.connectionCount < connections }
    scene.store.openDirectory()
    #expect(try scene.nextPosition() == before + 1)
  }

  @Test("A drain meanwhile closes with 1012", arguments: Asked.allCases)
  func drain(_ asked: Asked) throws {
    let scene = try Scene(asked)
    let ended = scene.server.drainMeanwhile()
    scene.store.openDirectory()
    var received = try scene.client.receive()
    while case .message = received { received = try scene.client.receive() }
    #expect(received == .close(1012))
    scene.client.socket.endOutput()
    scene.mira.socket.endOutput()
    ended.wait()
  }

  @Test("A directory that cannot be read is said, and what was sent behind is handled", arguments: Asked.allCases)
  func failure(_ asked: Asked) throws {
    let scene = try Scene(asked)
    scene.store.failLookUps(with: .damaged("by the test"))
    scene.store.openDirectory()
    let refused = try scene.client.message()
    #expect(refused.request == 1)
    #expect(refused.rejected.code == "unavailable")
    #expect(try scene.client.message().request == 2)
  }
}
