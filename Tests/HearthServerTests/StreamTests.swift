import Dispatch
import EventStore
import HearthProtocol
import Ledger
import Locking
import Testing

@testable import HearthServer
@testable import Room
@testable import Transport

/// A slow line loads a large group: SPEC SB-03, SB-09, CL-01.
@Suite struct StreamTests {
  /// A server with a group of Asha's that has so many entries.
  private final class LargeGroup {
    let server: TestServer
    let asha: WireClient
    let group: String
    private var number: UInt32 = 10_000

    init(
      entries: Int, note: Int = 0, store: InMemoryStore = InMemoryStore(), change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
      server = try TestServer(store, change: change)
      asha = try server.register("Asha", .protobuf)
      group = try asha.createGroup()
      try add(entries, note: note)
    }

    deinit { server.stop() }

    func add(_ entries: Int, note: Int = 0) throws {
      for start in stride(from: 0, to: entries, by: 500) {
        var bytes: [UInt8] = []
        let count = min(500, entries - start)
        for _ in 0..<count {
          var entry = Command.addEntry(group)
          entry.addEntry.content.note = String(repeating: "n", count: note)
          number += 1
          bytes += try asha.encode(.command(entry), request: number)
        }
        asha.socket.send(bytes)
        _ = try asha.answer(to: number)
      }
    }
  }

  /// The bytes that sockets have not taken.
  private static func unsent(_ server: TestServer) throws -> Int {
    let answer = Locked(0)
    let came = DispatchSemaphore(value: 0)
    server.server.takeCensus { census in
      answer.withLock { $0 = census.loops.backlogBytes }
      came.signal()
    }
    try #require(came.wait(timeout: .now() + 20) == .success)
    return answer.withLock { $0 }
  }

  private static func wish(_ group: String, parts: [PartCursor] = []) -> ClientMessage.OneOf_Body {
    .subscribe(
      .with {
        $0.groupID = group
        $0.epoch = parts.isEmpty ? 0 : 1
        $0.parts = parts
      })
  }

  /// What has come of lane shared's snapshot.
  private struct Parts {
    var whole: LaneSnapshot?
    var things: UInt64 = 0
    var count = 0
    var isLast = false

    mutating func take(_ part: SnapshotPart) {
      if whole == nil { whole = part.snapshot } else { whole?.append(part.snapshot) }
      things = part.things
      count += 1
      isLast = part.last
    }

    var cursor: PartCursor {
      .with {
        $0.lane = "shared"
        ($0.position, $0.head, $0.things) = (whole?.position ?? 0, whole?.head ?? .init(), things)
      }
    }
  }

  /// Reads parts of lane shared until the last, or so many.
  private static func read(_ client: WireClient, into parts: inout Parts, most: Int = .max) throws {
    var taken = 0
    while taken < most {
      guard case .snapshotPart(let part) = try client.message().body, part.snapshot.lane == "shared" else { continue }
      parts.take(part)
      taken += 1
      if part.last { return }
    }
  }

  /// The log of a group, gone on to so many entries. They are folded as they would be read, and not decided.
  private static func extend(_ store: InMemoryStore, _ name: String, to entries: Int) throws {
    let group = try #require(GroupID(name))
    var history = GroupHistory(group: group)
    var pattern: Event?
    for stored in try store.read(group, after: .start, limit: .max) {
      try history.fold(stored)
      let event = try Event(serializedBytes: stored.bytes)
      if case .entryAdded = event.body { pattern = event }
    }
    var event = try #require(pattern)
    let start = history.sequence
    var log: [StoredEvent] = []
    for _ in 1..<entries {
      event.entryAdded.entryID = Fresh.id()
      event.commandID = Fresh.id()
      let bytes: [UInt8] = try event.serializedBytes()
      let head = history.head(of: .shared)
      let stored = StoredEvent(
        sequence: history.sequence.next, lane: .shared, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes))
      try history.fold(stored)
      log.append(stored)
    }
    _ = store.append([AppendBatch(group: group, expected: start, events: log)])
  }

  @Test(
    "SB-03: a group of 60,000 entries arrives however slowly it is read, and no more than a piece of it waits", .timeLimit(.minutes(15)))
  func sixtyThousand() throws {
    let store = InMemoryStore()
    let (token, group): (String, String) = try {
      let large = try LargeGroup(entries: 1, store: store)
      return (large.asha.token, large.group)
    }()
    try Self.extend(store, group, to: 60_000)
    let server = try TestServer(store)
    defer { server.stop() }
    let reader = try WireClient(server.address, .protobuf, receiveBufferBytes: 4_096)
    try reader.hello(token)
    try reader.send(Self.wish(group))
    var parts = Parts()
    var most = 0
    while !parts.isLast {
      try Self.read(reader, into: &parts, most: 20)
      most = max(most, try Self.unsent(server))
    }
    #expect(parts.whole?.shared.entryRows.count == 60_000 && parts.count > 50)
    // A window, and the piece that was read when it opened.
    #expect(most <= 256 << 10)
    // At 20,000 bytes a second a line takes nearly twenty times what it has to.
    let usual = ServerConfiguration(listen: []).transport
    #expect(20_000 * usual.stallMilliseconds / 1_000 > 15 * Int64(usual.stallBytesMin))
  }

  @Test("Limit: who asks for a catch-up with more than this unsent is refused, and served once it has read", .timeLimit(.minutes(5)))
  func unread() throws {
    let large = try LargeGroup(entries: 600, note: 1_000) { $0.catchUpBacklogBytesMax = 64 << 10 }
    let slow = try WireClient(large.server.address, .json, receiveBufferBytes: 4_096)
    try slow.hello(large.asha.token)
    try slow.send(Self.wish(large.group))
    while try Self.unsent(large.server) <= 64 << 10 {}
    #expect(try slow.rejected(Self.wish(large.group)).code == "overloaded")
    while try slow.ask(Self.wish(large.group)).rejected.code == "overloaded" {}
  }

  @Test("SB-09: a catch-up goes on at the part that the client has, and what was entered meanwhile follows", arguments: WireFormat.allCases)
  func resumed(format: WireFormat) throws {
    let large = try LargeGroup(entries: 2_000, note: 300)
    var parts = Parts()
    do {
      let broken = try large.server.logIn(large.asha.token, format)
      try broken.send(Self.wish(large.group))
      try Self.read(broken, into: &parts, most: 4)
      broken.socket.reset()
    }
    let had = parts.things
    #expect(had > 100)
    try large.add(3)
    let again = try large.server.logIn(large.asha.token, format)
    let request = try again.send(Self.wish(large.group, parts: [parts.cursor]))
    let start = try #require(try again.answer(to: request).subscribed.lanes.first { $0.lane == "shared" })
    #expect(start.things == had && start.head == start.start + 3)
    var rest = Parts()
    try Self.read(again, into: &rest)
    #expect(rest.whole?.shared.entryRows.count == 2_000 - (parts.whole?.shared.entryRows.count ?? 0))
    var whole = parts
    if let more = rest.whole { whole.whole?.append(more) }
    #expect(whole.whole?.shared.entryRows.count == 2_000)
    #expect(try again.nextEvents().events.map(\.position) == Array((start.start + 1)...(start.start + 3)))
  }

  @Test("SB-05: live events follow the pieces, in order and each once")
  func live() throws {
    let large = try LargeGroup(entries: 2_000, note: 300)
    let reader = try WireClient(large.server.address, .protobuf, receiveBufferBytes: 4_096)
    try reader.hello(large.asha.token)
    let request = try reader.send(Self.wish(large.group))
    let start = try #require(try reader.answer(to: request).subscribed.lanes.first { $0.lane == "shared" })
    // More than is kept for the reader meanwhile.
    try large.add(600, note: 300)
    var parts = Parts()
    try Self.read(reader, into: &parts)
    try large.add(1)
    var positions: [UInt64] = []
    while positions.last ?? 0 < start.head + 601 {
      if case .laneEvents(let events) = try reader.nextUnasked().body, events.lane == "shared" {
        positions += events.events.map(\.position)
      }
    }
    #expect(positions == Array((start.start + 1)...(start.head + 601)))
  }

  @Test("CL-01: a reader that stands still is told so by 4008, and another kind of connection ends")
  func standsStill() {
    let loop = LoopWithoutSockets()
    let connection = Self.open(loop)
    loop.carrier.sent = []
    loop.server.stalled(connection)
    // RFC 6455 §5.5.1: a Close, its length, and the code.
    #expect(loop.carrier.sent.prefix(1) == [0x88] && loop.carrier.sent.dropFirst(2).prefix(2) == [0x0F, 0xA8])
    let other = ConnectionID(rawValue: 1 << 32 | 1)
    loop.open(other)
    loop.server.stalled(other)
    #expect(loop.carrier.wishes == [.close(other, .immediately)])
  }

  /// A WebSocket of a loop without sockets.
  private static func open(_ loop: LoopWithoutSockets) -> ConnectionID {
    let connection = ConnectionID(rawValue: 1 << 32)
    loop.open(connection)
    loop.give(
      "GET /v1/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", connection)
    return connection
  }

  @Test("CM-11 Limit: with 1 MiB unsent a read is begun, and with a byte more it is overloaded")
  func readBehindMuch() throws {
    #expect(ServerConfiguration(listen: []).readBacklogBytesMax == 1 << 20)
    let loop = LoopWithoutSockets()
    let connection = Self.open(loop)
    let session = try #require(loop.server.session(connection))
    session.account.login = .identity(IdentityID(high: 1, low: 1))
    let origin = Origin(peer: session.peer, request: 1)
    loop.carrier.queuedBytes = 1 << 20
    #expect(loop.server.beginRead(origin) != nil)
    loop.carrier.queuedBytes += 1
    let before = loop.carrier.actCount
    #expect(loop.server.beginRead(origin) == nil)
    #expect(loop.carrier.actCount == before + 1, "it is told so")
  }

  @Test("SB-06: what was being sent of a group ends with the subscription")
  func unsubscribed() throws {
    let large = try LargeGroup(entries: 2_000, note: 300)
    let reader = try large.server.logIn(large.asha.token, .protobuf)
    try reader.send(Self.wish(large.group))
    let end = try reader.send(.unsubscribe(.with { $0.groupID = large.group }))
    _ = try reader.answer(to: end)
    let request = try reader.send(.listGroups(.init()))
    #expect(try reader.message().request == request, "nothing more of it came")
  }
}
