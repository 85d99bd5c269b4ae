import EventStore
import HearthProtocol
import Room
import Support
import Testing
import Transport

@testable import HearthServer

/// Rooms and their members on different loops. What members may rely on is tested by all suites, with one loop and with
/// three; here is what only several have.
@Suite struct LoopsTests {
  @Test("A peer's name says which loop and which connection, at the last loop and the last slot too")
  func names() {
    for loop in [0, 1, PeerID.loopsMax - 1] {
      for slot: UInt64 in [0, 1, UInt64(PeerID.slotsMax - 1)] {
        let connection = ConnectionID(rawValue: 0xFFFF_FFFF_0000_0000 | slot)
        let peer = PeerID(connection, loop: loop)
        #expect(peer.loop == loop)
        #expect(peer.connection(on: loop) == connection)
      }
    }
  }

  @Test("Groups are spread over the loops, and every connection of every loop sees all of their events in order", arguments: [1, 2, 5])
  func everybodySeesEverything(loops: Int) throws {
    let server = try TestServer { $0.loops = loops }
    let asha = try server.register("Asha")
    // 8 groups and 13 connections: that all of them meet on one of two loops has a chance of 1 in 2^19.
    let groups = try (0..<8).map { _ in try asha.createGroup() }
    let watchers = try (0..<12).map { try server.logIn(asha.token, $0 % 2 == 0 ? .json : .protobuf) }
    for watcher in watchers {
      for group in groups { try watcher.follow(group) }
    }
    for round in 0..<5 {
      for group in groups { try asha.send(.command(.addEntry(group, "round \(round)"))) }
    }
    for watcher in watchers {
      var positions: [String: [UInt64]] = [:]
      while positions.values.reduce(0, { $0 + $1.count }) < 40 {
        let events = try watcher.nextEvents()
        positions[events.groupID, default: []] += events.events.map(\.position)
      }
      for group in groups { #expect(positions[group] == [3, 4, 5, 6, 7]) }
    }
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == groups)
    #expect((server.server.crossingCount > 0) == (loops > 1))
  }

  @Test("A broadcast costs one message for each other loop, however many are to get it")
  func oneMessagePerLoop() throws {
    let server = try TestServer { $0.loops = 3 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let watchers = try (0..<24).map { _ in try server.logIn(asha.token) }
    for watcher in watchers { try watcher.follow(group) }
    let before = server.server.crossingCount
    _ = try asha.accepted(.addEntry(group))
    for watcher in watchers { #expect(try watcher.nextEvents().events.map(\.position) == [3]) }
    let crossings = server.server.crossingCount - before
    // The command on its way there, its answer on its way back, and the event for two loops.
    #expect((1...4).contains(crossings), "\(crossings)")
  }

  @Test("A subscription that replaced a refused one counts for the limit, in whatever order the loops hear of them")
  func refusedThenAccepted() throws {
    let server = try TestServer {
      $0.loops = 3
      $0.subscriptionsMax = 1
    }
    let client = try server.register("Mira")
    for _ in 0..<12 {
      let group = Fresh.id()
      let subscribe = ClientMessage.OneOf_Body.subscribe(.with { $0.groupID = group })
      let bytes =
        try client.encode(subscribe, request: 101) + client.encode(.command(.createGroup(group)), request: 102)
        + client.encode(subscribe, request: 103)
      client.socket.send(bytes)
      #expect(try client.answer(to: 101).rejected.code == "not_found")
      #expect(try client.answer(to: 103).subscribed.groupID == group)
      #expect(try client.rejected(.subscribe(.with { $0.groupID = Fresh.id() })).code == "overloaded")
      try client.awaitRoom(of: group)
    }
  }

  @Test("A person who leaves is gone from the rooms of all loops, and the rooms leave memory")
  func leaving() throws {
    let server = try TestServer {
      $0.loops = 3
      $0.idleRoomMilliseconds = 100
    }
    let clients = try (0..<6).map { try server.register("Member \($0)") }
    for client in clients {
      for _ in 0..<4 { try client.follow(client.createGroup()) }
    }
    #expect(server.server.roomCount == 24)
    for client in clients { client.close(1000) }
    eventually("neither sessions nor rooms are left") { [server = server.server] in server.connectionCount == 0 && server.roomCount == 0 }
  }

  @Test("What a drain stores it has answered: commands on their way between loops are finished before anybody is sent away")
  func drainAnswersAll() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) {
      $0.loops = 3
      $0.drainMilliseconds = 60_000
    }
    let clients = try (0..<6).map { try server.register("Member \($0)") }
    let groups = try clients.map { try $0.createGroup() }
    for number in 0..<100 {
      for (client, group) in zip(clients, groups) { try client.send(.command(.addEntry(group, minor: Int64(number + 1)))) }
    }
    for client in clients { _ = try client.message() }
    server.drain()
    for (client, group) in zip(clients, groups) {
      var accepted: UInt64 = 3
      reading: while true {
        switch try client.receive() {
        case .message(let payload):
          #expect(try WireFormat.json.decode(ServerMessage.self, from: payload).accepted.position == accepted + 1)
          accepted += 1
        case .close(let code):
          #expect(code == 1012)
          break reading
        case .ping, .pong: continue
        case .end: throw Unexpected("the connection ended without a Close")
        }
      }
      let history = try GroupHistory.replay(#require(GroupID(group)), from: store)
      #expect(history.head(of: .shared).position.rawValue == accepted)
    }
  }

  @Test("A drain past its deadline ends though a room on another loop never settles")
  func drainDeadline() throws {
    let store = GatedStore()
    let server = try TestServer(store) {
      $0.loops = 3
      $0.drainMilliseconds = 100
    }
    let clients = try (0..<6).map { try server.register("Member \($0)") }
    let group = try clients[0].createGroup()
    store.closeAppends()
    try clients[0].send(.command(.addEntry(group)))
    try #require(store.awaitAppend())
    server.drain()
    for client in clients { _ = try client.closeCode() }
    store.openAppends()
  }

  @Test("Limit: 64 loops serve")
  func mostLoops() throws {
    let server = try TestServer { $0.loops = ServerConfiguration.loopsMax }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi", .protobuf)
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    try ravi.follow(group)
    let accepted = try asha.accepted(.addEntry(group))
    #expect(try ravi.nextEvents().events.map(\.position) == [accepted.position])
  }
}
