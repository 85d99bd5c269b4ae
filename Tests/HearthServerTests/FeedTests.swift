import EventStore
import HearthProtocol
import Room
import Testing

@testable import HearthServer

/// A group's events over HTTP (SPEC HT-11 to HT-13), over real sockets.
@Suite(.onOneAndThreeLoops) struct FeedTests {
  @Test("HT-11: a stream says at once where it begins, then each event word for word as a WebSocket in JSON does")
  func live() throws {
    let home = try CallServer()
    try home.ravi.follow(home.group)
    let feed = try FeedClient(home, by: home.ravi)
    for line in [
      "http/1.1 200 ok", "content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no", "connection: close",
    ] {
      #expect(feed.head.contains(line), "\(feed.head)")
    }
    #expect(!feed.head.contains { $0.hasPrefix("content-length") || $0.hasPrefix("transfer-encoding") })
    let begun = try feed.next("subscribed")
    #expect(begun.message.subscribed.groupID == home.group && begun.message.subscribed.memberID == home.members[1])
    #expect(begun.message.subscribed.lanes.allSatisfy { !$0.snapshot && $0.start == $0.head }, "nothing of before")
    #expect(feed.retries.count == 1 && (1_000...10_000).contains(feed.retries[0]))
    home.ravi.isRecording = true
    _ = try home.asha.accepted(.addEntry(home.group, minor: 4_200, "Rice and \"dal\" 🍚"))
    let told = try feed.next("laneEvents")
    _ = try home.ravi.nextEvents()
    #expect(Array(told.data.utf8) == home.ravi.recorded.last)
    #expect(told.message.laneEvents.events.first?.event.entryAdded.content.description_p == "Rice and \"dal\" 🍚")
    #expect(!told.id.isEmpty && told.id != begun.id)
    // What is told of drafts, heads and presence is told here, too.
    let dadi = try home.server.logIn(home.dadi.token)
    try dadi.follow(home.group)
    #expect(try feed.next("presenceChanged").message.presenceChanged.memberID == home.members[2])
    #expect(feed.retries.count == 1)
  }

  @Test("HT-11: who reads a stream is not shown as present")
  func quiet() throws {
    let home = try CallServer()
    try home.asha.follow(home.group)
    let feed = try FeedClient(home, by: home.ravi)
    _ = try feed.next("subscribed")
    _ = try home.asha.accepted(.addEntry(home.group))
    #expect(!home.asha.unasked.contains { if case .presenceChanged = $0.body { true } else { false } })
    let watcher = try home.server.logIn(home.ravi.token)
    try watcher.follow(home.group)
    var shown = false
    while !shown { if case .presenceChanged(let presence) = try home.asha.message().body { shown = presence.online } }
    #expect(shown, "a WebSocket is")
  }

  @Test("HT-12: after a break nothing is missed and nothing comes twice, in shared lanes and in private ones")
  func resumption() throws {
    let home = try CallServer()
    let inbox = Lane.inbox(try #require(MemberID(home.members[0]))).name
    var seen: [String: [UInt64]] = [:]
    func note(_ events: [String: [LaneEvent]]) { for (lane, list) in events { seen[lane, default: []] += list.map(\.position) } }
    func act(_ number: Int64) throws {
      _ = try home.asha.accepted(.addEntry(home.group, minor: number))
      _ = try home.asha.accepted(.createInvite(home.group, .viewer))
      _ = try home.asha.accepted(.make(home.group, .setPaymentAddress(.with { $0.address = "asha\(number)@examplebank" })))
    }
    var feed = try FeedClient(home, by: home.asha)
    let begun = try feed.next("subscribed").message.subscribed
    let starts = Dictionary(uniqueKeysWithValues: begun.lanes.map { ($0.lane, $0.start) })
    #expect(starts.keys.contains("admin") && starts.keys.contains(inbox))
    // Each round breaks off behind another event of those that came.
    for round in 1...4 {
      try act(Int64(round))
      note(try feed.events(round % 3 + 1))
      let last = feed.lastID
      feed.socket.reset()
      try act(Int64(round + 100))
      feed = try FeedClient(home, by: home.asha, after: last)
      #expect(try feed.next("subscribed").message.subscribed.lanes.allSatisfy { !$0.snapshot })
    }
    let wanted = try home.server.logIn(home.asha.token).follow(home.group).heads
    while wanted.contains(where: { lane, head in (seen[lane]?.last ?? starts[lane] ?? 0) < head }) { note(try feed.events(1)) }
    #expect(seen.keys.count >= 3, "\(seen)")
    for (lane, positions) in seen { #expect(positions == Array((starts[lane] ?? 0) + 1...(wanted[lane] ?? 0)), "\(lane)") }
  }

  @Test("HT-12: a place of another history is answered with snapshots, as a subscription of such cursors is")
  func otherHistory() throws {
    let home = try CallServer()
    var place = FeedPlace(group: try #require(GroupID(home.group)), epoch: 7)
    place.positions = [.shared: LanePosition(2)]
    let feed = try FeedClient(home, by: home.ravi, after: place.text)
    let begun = try feed.next("subscribed")
    #expect(begun.message.subscribed.epoch == 1 && begun.message.subscribed.lanes.allSatisfy(\.snapshot))
    // Nothing of the lanes is there before their snapshots are.
    #expect(FeedPlace(begun.id)?.positions.isEmpty == true)
    var parts: [FeedClient.Told] = []
    while parts.count < begun.message.subscribed.lanes.count { parts.append(try feed.next("snapshotPart")) }
    let stands = try #require(FeedPlace(parts[parts.count - 1].id))
    #expect(stands.positions.count == parts.count && stands.epoch == 1)
    #expect(try FeedClient(home, by: home.ravi, after: stands.text).next("subscribed").message.subscribed.lanes.allSatisfy { !$0.snapshot })
    // The state first, for who asks.
    let whole = try FeedClient(home, by: home.ravi, query: "?from=snapshot")
    #expect(try whole.next("subscribed").message.subscribed.lanes.allSatisfy(\.snapshot))
    #expect(try whole.next("snapshotPart").message.snapshotPart.snapshot.shared.members.count == 3)
  }

  @Test("HT-12, SB-03: a catch-up in pieces ends where live events begin, and its id stands behind all of it")
  func pieces() throws {
    let home = try CallServer()
    let from = try FeedClient(home, by: home.ravi)
    let start = try from.next("subscribed")
    from.socket.reset()
    var entry = Command.addEntry(home.group)
    entry.addEntry.content.note = String(repeating: "n", count: 1_000)
    for _ in 0..<400 {
      entry.id = Fresh.id()
      entry.addEntry.entryID = Fresh.id()
      _ = try home.asha.accepted(entry)
    }
    for query in ["", "?from=snapshot"] {
      let feed = try FeedClient(home, by: home.ravi, query: query, after: query.isEmpty ? start.id : "")
      let begun = try feed.next("subscribed").message.subscribed
      let head = try #require(begun.lanes.first { $0.lane == "shared" }).head
      if query.isEmpty {
        let positions = try feed.events(400)["shared"]?.map(\.position)
        #expect(positions == Array(head - 399...head))
      } else {
        var last = try feed.next("snapshotPart")
        var parts = 1
        while FeedPlace(last.id)?.positions[.shared] == nil {
          last = try feed.next("snapshotPart")
          parts += 1
        }
        #expect(parts > 2 && FeedPlace(last.id)?.positions[.shared]?.rawValue == head)
      }
      _ = try home.asha.accepted(.addEntry(home.group, minor: 7))
      #expect(try feed.events(1)["shared"]?.first?.position == head + 1)
      #expect(FeedPlace(feed.lastID)?.positions[.shared]?.rawValue == head + 1)
    }
  }

  @Test("HT-13, CL-01: who is removed has the event of it, hears the end, and is not let in again; others go on")
  func removal() throws {
    let home = try CallServer()
    let (ravi, dadi) = (try FeedClient(home, by: home.ravi), try FeedClient(home, by: home.dadi))
    for feed in [ravi, dadi] { _ = try feed.next("subscribed") }
    _ = try home.asha.accepted(.remove(home.group, home.members[1]))
    #expect(try ravi.next("laneEvents").message.laneEvents.events.last?.event.memberRemoved.memberID == home.members[1])
    #expect(try ravi.next("subscriptionEnded").message.subscriptionEnded.reason == .membership)
    let end = try ravi.end()
    #expect(end["code"] as? Int == 4003 && end["reconnect"] as? Bool == false && (end["reason"] as? String)?.isEmpty == false)
    _ = try home.asha.accepted(.addEntry(home.group, minor: 5))
    #expect(try home.call("GET", "/events", by: home.ravi, nil, "Last-Event-ID: \(ravi.lastID)\r\n").problem == "404 not_found ")
    #expect(try home.call("GET", "/events", by: home.mira).problem == "404 not_found ")
    #expect(try dadi.events(2)["shared"]?.last?.event.entryAdded.content.amount.minor == 5)
  }

  @Test("HT-13: a revoked token ends the stream, and is 401 from then on")
  func revocation() throws {
    let home = try CallServer()
    let feed = try FeedClient(home, by: home.ravi)
    _ = try feed.next("subscribed")
    #expect(try home.call("POST", "/v1/devices/token", by: home.ravi, "{}").status == 201)
    // The new token ends the one before when it is first used.
    let device = try #require(try home.call("GET", "/v1/devices", by: home.ravi).list("devices").first?["deviceId"] as? String)
    #expect(try home.call("DELETE", "/v1/devices/\(device)", by: home.ravi).status == 200)
    let end = try feed.end()
    #expect(end["code"] as? Int == 4001 && end["reconnect"] as? Bool == false)
    #expect(try home.call("GET", "/events", by: home.ravi).status == 401)
  }

  @Test("HT-13, ID-14: a token that is too old ends the stream")
  func age() throws {
    let home = try CallServer { $0.tokenDays = 1 }
    let feed = try FeedClient(home, by: home.ravi)
    _ = try feed.next("subscribed")
    home.server.pass(milliseconds: 86_400_001)
    let end = try feed.end()
    #expect(end["code"] as? Int == 4001 && end["reconnect"] as? Bool == false)
  }

  @Test("HT-13: the server's end is told, and that the client may come back")
  func shutdown() throws {
    let home = try CallServer()
    let feed = try FeedClient(home, by: home.ravi)
    _ = try feed.next("subscribed")
    _ = try home.asha.accepted(.addEntry(home.group, minor: 9))
    home.server.drain()
    #expect(try feed.next("laneEvents").message.laneEvents.events.first?.event.entryAdded.content.amount.minor == 9)
    let end = try feed.end()
    #expect(end["code"] as? Int == 1_012 && end["reconnect"] as? Bool == true)
  }

  @Test("HT-13, CL-02: who never reads is ended with 4008 while the others go on, and resumes with nothing lost")
  func slowReader() throws {
    let home = try CallServer { configuration in
      configuration.transport.socket.userTimeoutMilliseconds = 86_400_000
      configuration.transport.queueBytesMax = 65_536
      configuration.transport.socket.sendBufferBytes = 4_096
    }
    let slow = try FeedClient(home, by: home.ravi, receiveBufferBytes: 4_096)
    let quick = try FeedClient(home, by: home.dadi)
    let start = try #require(try slow.next("subscribed").message.subscribed.lanes.first { $0.lane == "shared" }).head
    var entry = Command.addEntry(home.group)
    entry.addEntry.content.note = String(repeating: "n", count: 1_000)
    for _ in 0..<200 {
      entry.id = Fresh.id()
      entry.addEntry.entryID = Fresh.id()
      _ = try home.asha.accepted(entry)
      _ = try quick.events(1)
    }
    var last = start
    reading: while let told = try slow.next() {
      if told.kind == "end" {
        #expect(told.end["code"] as? Int == 4_008 && told.end["reconnect"] as? Bool == true)
        break reading
      }
      for event in told.message.laneEvents.events {
        #expect(event.position == last + 1)
        last = event.position
      }
    }
    #expect(last < start + 200, "the reader was to be cut off before the end")
    let back = try FeedClient(home, by: home.ravi, after: slow.lastID)
    #expect(try back.events(Int(start + 200 - last))["shared"]?.map(\.position) == Array(last + 1...start + 200))
  }
}
