import EventStore
import HearthProtocol
import Ledger
import Room
import Testing
import Transport

@testable import HearthServer

/// Readers who have seen more than a room has, since another server of the store has had the group (SPEC SB-13).
@Suite struct AheadReaderTests {
  /// A server that has the group.
  private final class Server {
    let store: InMemoryStore
    let shell = IdleShell()
    let host: RoomHost

    init(_ store: InMemoryStore, first: Command = .addEntry(group.description)) throws {
      self.store = store
      var limits = RoomHost.Limits()
      limits.room.keepsCommitted = true
      host = RoomHost(shell: shell, limits: limits, purges: false) { [UInt8](repeating: 7, count: 32) }
      shell.reachesNodes = true
      submit(first)
      try load()
      endTurn()
    }

    func history() throws -> GroupHistory { try GroupHistory.load(group, from: store) }
    func load() throws { host.loaded(group, .success(try history()), now: instant(0)) }
    func endTurn() { host.endTurn(now: instant(0)) }

    func submit(_ command: Command) {
      let submission = Submission(
        command: command, asker: Asker(identity: identity, group: group), origin: Origin(peer: PeerID(1), request: 1))
      host.take(.submit(submission), for: group, now: instant(0))
    }

    /// Subscribes from so many events past the head of lane `shared`.
    func subscribe(
      by peer: UInt64, ahead: UInt64, of asker: IdentityID = identity, _ begin: SubscriptionBegin = .asked, at milliseconds: Int64 = 0,
      request: UInt32 = 9
    ) throws {
      let history = try history()
      var subscribe = Subscribe()
      subscribe.epoch = history.epoch
      subscribe.cursors = [Lane.shared, .admin, .income].map { lane in
        Cursor.with {
          $0.lane = lane.name
          $0.position = history.head(of: lane).position.rawValue + (lane == .shared ? ahead : 0)
        }
      }
      host.take(
        .subscribe(
          subscribe, asker: Asker(identity: asker, group: group), origin: Origin(peer: PeerID(peer), request: request), format: .json,
          SubscriptionNumber(rawValue: 1), begin), for: group, now: instant(milliseconds))
    }

    func answerAppends(with failure: StoreFailure? = nil) {
      let batches = shell.takeAppends()
      let results = failure.map { failure in batches.map { _ in Result<Void, StoreFailure>.failure(failure) } } ?? store.append(batches)
      host.committed(zip(batches, results).map { ($0.group, $1) })
      endTurn()
    }

    /// Commits another entry.
    func add() {
      submit(.addEntry(group.description))
      endTurn()
      answerAppends()
    }

    /// Hands in the last that was to be collected, from the store.
    func gather() throws {
      let work = try #require(shell.gathers.last)
      let (tail, snapshots) = try #require(try work.gather(from: store, most: .max))
      host.gathered(work.id, of: group, tail: tail, snapshots: snapshots)
      endTurn()
    }

    /// By which requests groups are followed, in order.
    var starts: [UInt32] { shell.passed.compactMap { if case .start(_, let origin) = $0 { origin.request } else { nil } } }

    /// How many rooms stay when nobody needs them.
    var neededRooms: Int {
      host.endTurn(now: instant(1_000_000))
      host.retireIdle(now: instant(1_000_000))
      return host.roomCount
    }

    /// Who is to be collected snapshots for.
    var snapshots: Int { shell.gathers.count { !$0.snapshotLanes.isEmpty } }
  }

  private let store = InMemoryStore()

  /// The server with the group, which has nothing in it.
  private func server() throws -> Server {
    try Server(store, first: .createGroup(group.description)).answerAppends()
    let server = try Server(store)
    server.answerAppends()
    #expect(server.shell.accepted.count == 1 && server.shell.loads.count == 1)
    return server
  }

  @Test("SB-13: while the store is away a reader who has seen more is refused, and one who has seen all is not")
  func away() throws {
    let server = try server()
    server.shell.isStoreAway = true
    try server.subscribe(by: 2, ahead: 0)
    #expect(server.shell.refusals.isEmpty && server.snapshots == 0 && server.shell.loads.count == 1)
    try server.subscribe(by: 3, ahead: 1)
    #expect(server.shell.refusals == ["unavailable"] && server.snapshots == 0 && server.shell.loads.count == 1)
    // One who goes on from another server is asked for again.
    try server.subscribe(by: 4, ahead: 1, of: identity, .goesOn)
    #expect(server.shell.refusals.count == 1 && server.shell.passed.contains { if case .cannotGoOn = $0 { true } else { false } })
  }

  @Test("SB-13: who is not in the group as far as the server knows is told so only while the store can be reached")
  func unknown() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 0, of: stranger)
    server.shell.isStoreAway = true
    try server.subscribe(by: 3, ahead: 0, of: stranger)
    #expect(server.shell.refusals == ["not_found", "unavailable"])
  }

  @Test("SB-13: otherwise the group is read again, and what another server stored is there; every 10 s at most")
  func readAgain() throws {
    let (server, other) = (try server(), try Server(store))
    // The other server has the group.
    other.answerAppends()
    try server.subscribe(by: 2, ahead: 0)
    #expect(server.shell.loads.count == 2 && server.shell.refusals.isEmpty && server.snapshots == 0)
    try server.load()
    #expect(server.shell.refusals.isEmpty && server.snapshots == 0 && server.shell.begun == [PeerID(2)])
    // Nobody has stored anything more: that reader's past is another one.
    try server.subscribe(by: 3, ahead: 1, at: 9_999)
    #expect(server.shell.refusals == ["unavailable"] && server.shell.loads.count == 2)
    try server.subscribe(by: 3, ahead: 1, at: 10_000)
    #expect(server.shell.loads.count == 3 && server.snapshots == 0)
    try server.load()
    #expect(server.shell.refusals.count == 1 && server.snapshots == 1)
  }

  @Test("SB-13: where the group cannot be read again now, the reader is refused, and the room goes on")
  func cannotRead() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 1)
    server.host.loaded(group, .failure(.store(.away("test"))), now: instant(0))
    #expect(server.shell.refusals == ["unavailable"] && server.snapshots == 0 && server.shell.dropped.isEmpty)
    server.submit(.addEntry(group.description))
    server.endTurn()
    server.answerAppends()
    #expect(server.shell.accepted.count == 2)
  }

  @Test(
    "SB-13: a reader who has seen more waits for the append under way: it says whether the group is the server's",
    arguments: [true, false], [1, 9] as [UInt64])
  func whileAppending(isStored: Bool, ahead: UInt64) throws {
    let server = try server()
    server.submit(.addEntry(group.description))
    server.endTurn()
    // One more is what is on its way here.
    try server.subscribe(by: 2, ahead: ahead)
    #expect(server.shell.refusals.isEmpty && server.shell.loads.count == 1 && server.snapshots == 0)
    server.answerAppends(with: isStored ? nil : .away("test"))
    // The command is refused, too.
    #expect(
      server.shell.refusals == (isStored ? [] : ["unavailable", "unavailable"]) && server.snapshots == (isStored && ahead > 1 ? 1 : 0))
  }

  @Test("SB-13: as many wait as for a group that is being read, and one more is refused")
  func waitingMax() throws {
    let server = try server()
    for number in 0...UInt64(RoomHost.Limits().waitingMax) { try server.subscribe(by: 2 + number, ahead: 1) }
    #expect(server.shell.refusals == ["unavailable"] && server.shell.loads.count == 2)
    try server.load()
    // As many as a room takes begin, and the others are refused.
    #expect(
      server.snapshots == RoomLimits().subscribersMax && server.snapshots + server.shell.refusals.count == RoomHost.Limits().waitingMax + 1)
  }

  @Test("SB-13: who has left while waiting does not begin")
  func left() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 1)
    server.host.take(.unsubscribe(Origin(peer: PeerID(2), request: 10), SubscriptionNumber(rawValue: 1)), for: group, now: instant(0))
    try server.load()
    #expect(server.snapshots == 0 && server.shell.begun.isEmpty && server.shell.refusals.isEmpty)
  }

  @Test("SB-13: who is refused follows on as before, and leaves nothing behind")
  func refusedFollowsOn() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 0)
    try server.subscribe(by: 3, ahead: 1)
    try server.load()
    try server.subscribe(by: 2, ahead: 1, at: 5_000)
    #expect(server.shell.refusals == ["unavailable"] && server.neededRooms == 1)
    #expect(!server.shell.passed.contains { if case .unfollowed = $0 { true } else { false } })
    server.host.disconnected(PeerID(3))
    #expect(server.neededRooms == 1)
    server.host.disconnected(PeerID(2))
    #expect(server.neededRooms == 0)
  }

  @Test("SB-13: who is refused is sent away with the others when another server has taken the group")
  func refusedIsOvertaken() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 0)
    server.shell.isStoreAway = true
    try server.subscribe(by: 2, ahead: 1)
    server.host.overtaken(group)
    #expect(server.shell.refusals == ["unavailable"] && server.shell.dropped == [PeerID(2)] && server.host.roomCount == 0)
  }

  @Test(
    "SB-13: of a peer's subscriptions the last begins, wherever the one before waits",
    arguments: [(0, .asked), (1, .asked), (0, .fromNow)] as [(UInt64, SubscriptionBegin)])
  func lastBegins(ahead: UInt64, begin: SubscriptionBegin) throws {
    let (server, other) = (try server(), try Server(store))
    other.answerAppends()
    try server.subscribe(by: 2, ahead: 0, request: 10)
    // From now on is ahead of nothing.
    try server.subscribe(by: 2, ahead: ahead, begin, request: 11)
    try server.load()
    try server.load()
    if ahead > 0 { try server.gather() }
    #expect(server.starts == [11] && server.shell.refusals.isEmpty)
  }

  @Test("SB-13: who comes while the room is told what it missed is answered when it has been", arguments: [0, 5] as [UInt64])
  func whileClosingGap(ahead: UInt64) throws {
    let (server, other) = (try server(), try Server(store))
    try server.subscribe(by: 2, ahead: 0)
    other.answerAppends()
    try server.subscribe(by: 3, ahead: 0)
    try server.load()
    // The room collects what the first reader missed.
    try server.subscribe(by: 4, ahead: ahead, request: 12)
    #expect(!server.starts.contains(12) && server.shell.refusals.isEmpty)
    try server.gather()
    #expect(server.shell.begun.contains(PeerID(3)) && server.starts.contains(12) == (ahead == 0))
    #expect(server.shell.refusals == (ahead == 0 ? [] : ["unavailable"]))
  }

  @Test("SB-13: the group is read again at the cost of who has seen more")
  func payer() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 1)
    #expect(server.shell.payers == [identity])
  }

  @Test("SB-13: a database that lost what was committed has another history: all are sent away")
  func shorterHistory() throws {
    let server = try server()
    let before = try server.history()
    server.add()
    try server.subscribe(by: 2, ahead: 0)
    try server.subscribe(by: 3, ahead: 1)
    server.host.loaded(group, .success(before), now: instant(0))
    #expect(server.shell.refusals == ["unavailable"] && server.shell.dropped == [PeerID(2)] && server.host.roomCount == 0)
  }

  @Test("SB-12: as long as its readers are sent away: 3 s of news, 8 s since the first, each second from there on")
  func cutOffAlone() {
    var nodes = NodeTable()
    #expect(!nodes.noteNews(now: 0) && !nodes.sendsReadersAway(now: 0))
    nodes.isAway = true
    // One late piece of news is no sign.
    let late = [nodes.noteNews(now: 0), nodes.noteNews(now: 2_999), nodes.sendsReadersAway(now: 9_000)]
    #expect(late == [false, false, false])
    let alone = [nodes.noteNews(now: 3_000), nodes.sendsReadersAway(now: 7_999), nodes.sendsReadersAway(now: 8_000)]
    #expect(alone == [true, false, true])
    let again = [nodes.sendsReadersAway(now: 8_999), nodes.sendsReadersAway(now: 9_000)]
    #expect(again == [false, true])
    nodes.isAway = false
    #expect(!nodes.sendsReadersAway(now: 20_000) && nodes.newsSince == nil && !nodes.isAlone)
  }

  @Test("SB-12: a server that alone is cut off from the database sends its readers away, and nobody while it reaches it")
  func cutOff() throws {
    let server = try server()
    try server.subscribe(by: 2, ahead: 0)
    server.host.sendReadersAway()
    #expect(server.shell.dropped.isEmpty)
    server.shell.isStoreAway = true
    server.host.sendReadersAway()
    #expect(server.shell.dropped == [PeerID(2)] && server.host.roomCount == 0)
  }

  @Test("Who follows a group at another node follows on there when it asks anew and too many wait, and is gone when it goes")
  func refusedAtLink() throws {
    let server = try server()
    server.host.overtaken(group)
    try server.subscribe(by: 2, ahead: 0)
    server.host.foundElsewhere(group, at: there, now: instant(0))
    let start = CatchUpStart(subscribed: Subscribed(), group: group, snapshotMessages: [], events: [])
    server.host.heard(.start(start, 1), for: PeerID(2), of: group, on: RelayNumber(rawValue: 1))
    for number in 0..<UInt32(RoomHost.Limits().waitingMax) {
      let origin = Origin(peer: PeerID(3), request: number + 1)
      server.host.take(
        .readHistory(ReadHistory(), asker: Asker(identity: identity, group: group), origin: origin), for: group, now: instant(0))
    }
    try server.subscribe(by: 2, ahead: 0)
    #expect(server.shell.refusals == ["overloaded"] && server.starts == [9])
    #expect(!server.shell.passed.contains { if case .unfollowed = $0 { true } else { false } })
    server.host.disconnected(PeerID(2))
    #expect(server.shell.leftNodes == [PeerID(2)])
  }

  @Test("SB-12: a group that another server takes while it is read here is read once more, and asked of there")
  func takenWhileRead() throws {
    let server = try server()
    server.host.overtaken(group)
    #expect(server.host.roomCount == 0)
    try server.subscribe(by: 2, ahead: 0)
    #expect(server.shell.loads.count == 2)
    server.host.overtaken(group)
    try server.load()
    #expect(server.shell.loads.count == 3 && server.shell.begun.isEmpty)
    server.host.foundElsewhere(group, at: there, now: instant(0))
    #expect(server.shell.askedNodes.count == 1)
  }
}

private let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
private let identity = IdentityID(milliseconds: 1_790_000_000_000, random: (0, 1))
private let there = NodePlace(name: "b", addresses: [SocketAddress(ipv4: 0x7F00_0001, port: 1)])
private let stranger = IdentityID(milliseconds: 1_790_000_000_000, random: (0, 2))

private func instant(_ milliseconds: Int64) -> RoomHost.Instant {
  .init(wall: 1_790_000_000_000 + milliseconds, settled: 1_790_000_000_000 + milliseconds, monotonic: milliseconds)
}
