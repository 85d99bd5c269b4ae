import EventStore
import HearthClient
import HearthProtocol
import Testing

/// What subscribers see, and when.
@Suite(.onOneAndThreeLoops) struct LiveTests {
  @Test("LN-04, HS-03: JSON and protobuf clients see the same events, order and hashes")
  func formatsAgree() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi", .protobuf)
    _ = try ravi.accepted(.join(asha.invite(to: group, .admin)))
    try asha.follow(group)
    let catchUp = try ravi.follow(group)
    for number in 1...40 {
      let isInvite = number % 5 == 0
      try (isInvite || number % 2 == 0 ? asha : ravi)
        .send(.command(isInvite ? .createInvite(group, .viewer) : .addEntry(group, minor: Int64(number))))
    }
    var json: [String: [LaneEvent]] = [:]
    while json.values.reduce(0, { $0 + $1.count }) < 40 {
      if case .laneEvents(let events) = try asha.message().body { json[events.lane, default: []] += events.events }
    }
    var heads = Dictionary(uniqueKeysWithValues: catchUp.snapshots.map { ($0.snapshot.lane, LaneHash(bytes: $0.snapshot.head)) })
    var binary: [String: [LaneEvent]] = [:]
    while binary.values.reduce(0, { $0 + $1.count }) < 40 {
      guard case .laneEvents(let events) = try WireFormat.protobuf.decode(SealedServerMessage.self, from: ravi.payload()).body else {
        continue
      }
      for sealed in events.events {
        // SPEC LN-05, LN-06: the hash is over the stored bytes as they came.
        heads[events.lane] = heads[events.lane]??.next(stored: Array(sealed.event))
        #expect(heads[events.lane]??.bytes == Array(sealed.hash))
        binary[events.lane, default: []].append(
          try .with {
            $0.position = sealed.position
            $0.event = try Event(serializedBytes: sealed.event)
            $0.hash = sealed.hash
          })
      }
    }
    #expect(json == binary)
    #expect(json["shared"]?.count == 32 && json["admin"]?.count == 8)
  }

  @Test("CM-07: a subscriber has the events before the answer")
  func eventsBeforeAnswer() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    for _ in 0..<20 {
      try asha.send(.command(.addEntry(group)))
      let position = try #require(try asha.message().laneEvents.events.first?.position)
      #expect(try asha.message().accepted.position == position)
    }
  }

  @Test("LN-04: nothing is shown before it is durable; who subscribes meanwhile waits")
  func nothingBeforeDurable() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let token = asha.token
    let watcher = try server.logIn(token)
    try watcher.follow(group)
    store.closeAppends()
    let request = try asha.send(.command(.addEntry(group)))
    try #require(store.awaitAppend())
    // The server goes on answering what needs no append, and neither of the two has heard of the entry.
    let late = try server.logIn(token)
    let subscription = try late.send(.subscribe(.with { $0.groupID = group }))
    _ = try asha.ask(.previewInvite(.init()))
    _ = try watcher.ask(.previewInvite(.init()))
    _ = try late.ask(.previewInvite(.init()))
    #expect(asha.unasked.isEmpty && watcher.unasked.isEmpty && late.unasked.isEmpty)
    store.openAppends()
    #expect(try asha.answer(to: request).accepted.position == 3)
    #expect(try watcher.nextEvents().events.map(\.position) == [3])
    #expect(try late.answer(to: subscription).subscribed.lanes.first { $0.lane == "shared" }?.head == 3)
  }

  @Test("PR-01: presence comes with the first connection and goes with the last")
  func presence() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    let member = Fresh.id()
    _ = try ravi.accepted(.join(asha.invite(to: group), member: member))
    try asha.follow(group)
    let second = try server.logIn(ravi.token)
    #expect(try ravi.follow(group).subscribed.online.contains(member))
    try second.follow(group)
    _ = try ravi.ask(.unsubscribe(.with { $0.groupID = group }))
    second.close(1000)
    let changes = [try asha.nextUnasked(), try asha.nextUnasked()].map(\.presenceChanged)
    #expect(changes.map(\.memberID) == [member, member])
    #expect(changes.map(\.online) == [true, false])
  }

  @Test("SB-06: an unsubscribe sent right behind the subscribe ends it, also while the group is being read")
  func unsubscribeBehindSubscribe() throws {
    let store = GatedStore()
    var server = try TestServer(store)
    let token = try server.connect().register("Asha")
    let group = try server.logIn(token).createGroup()
    server.stop()
    server = try TestServer(store)
    let client = try server.logIn(token)
    store.closeReads()
    try client.send(.subscribe(.with { $0.groupID = group }))
    let second = try client.send(.unsubscribe(.with { $0.groupID = group }))
    try #require(store.awaitRead())
    _ = try client.ask(.previewInvite(.init()))
    store.openReads()
    #expect(client.unasked.isEmpty, "the two are answered when the group has been read")
    #expect(try client.answer(to: second).unsubscribed.groupID == group)
    let other = try server.logIn(token)
    _ = try other.accepted(.addEntry(group))
    try client.awaitRoom(of: group)
    #expect(!client.unasked.contains { !$0.laneEvents.events.isEmpty })
  }

  @Test("SB-01, SB-02: who comes back with cursors gets what was missed, once and in order")
  func resume() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    let before = try ravi.follow(group).heads
    ravi.close(1000)
    for _ in 0..<30 { _ = try asha.accepted(.addEntry(group)) }
    let back = try server.logIn(ravi.token)
    let missed = try back.follow(group, after: before)
    #expect(missed.snapshots.isEmpty)
    #expect(missed.events["shared"]?.map(\.position) == Array(4...33))
  }

  @Test("CL-01, CL-02: who never reads is closed with 4008 while the others go on, and resumes with nothing lost")
  func slowReader() throws {
    // The system gives up nobody who reads nothing for as long as the test writes, so that the Close comes behind what
    // was queued.
    let server = try TestServer { $0.transport.socket.userTimeoutMilliseconds = 86_400_000 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let slow = try WireClient(server.address, .json, receiveBufferBytes: 4_096)
    try slow.hello(asha.token)
    try slow.follow(group)
    try asha.follow(group)
    var entry = Command.addEntry(group)
    entry.addEntry.content.note = String(repeating: "n", count: 1_000)
    for _ in 0..<1_500 {
      entry.id = Fresh.id()
      entry.addEntry.entryID = Fresh.id()
      _ = try asha.accepted(entry)
    }
    #expect(try asha.nextEvents().events.first?.position == 3)
    var last: UInt64 = 2
    reading: while true {
      switch try slow.receive() {
      case .message(let payload):
        for event in try WireFormat.json.decode(ServerMessage.self, from: payload).laneEvents.events {
          #expect(event.position == last + 1)
          last = event.position
        }
      case .ping, .pong: continue
      case .close(let code):
        #expect(code == 4008)
        break reading
      case .end: throw Unexpected("the connection ended without a Close")
      }
    }
    #expect(last < 1_502, "the reader was to be cut off before the end")
    let back = try server.logIn(asha.token)
    let missed = try back.follow(group, after: ["shared": last, "admin": 0])
    #expect(missed.snapshots.isEmpty)
    #expect(missed.events["shared"]?.map(\.position) == Array(last + 1...1_502))
  }

  @Test("The project's own client sees what a raw one does, compressed or not", arguments: WireFormat.allCases, [false, true])
  func ownClient(format: WireFormat, isCompressing: Bool) throws {
    let server = try TestServer { $0.compresses = true }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    var configuration = SyncConfiguration(credentials: .token(asha.token))
    configuration.format = format
    configuration.offersCompression = isCompressing
    let connection = try HearthConnection(configuration, server: try ServerURL("ws://\(server.address)"))
    defer { connection.close() }
    _ = try connection.open()
    let id = try #require(GroupID(group))
    #expect(try connection.follow(id).marks[.shared]?.position == LanePosition(2))
    let position = try asha.accepted(.addEntry(group, "Vegetables")).position
    var seen: [ReplicaEvent] = []
    while seen.isEmpty {
      let delivery = try #require(connection.next(within: .seconds(30)))
      if case .groupUpdated(let update) = delivery.notice { seen += update.events }
    }
    #expect(seen.map(\.position.rawValue) == [position])
    #expect(seen.first?.event.entryAdded.content.description_p == "Vegetables")
    #expect(try connection.send(.addEntry(group)).position == position + 1)
    #expect(try connection.groups().map(\.groupID) == [group])
    #expect(try connection.history(of: id, lane: .shared, after: .start, limit: 2).events.count == 2)
    #expect((server.server.compressionCount > 0) == isCompressing)
  }
}
