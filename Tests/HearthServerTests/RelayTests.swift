import EventStore
import HearthProtocol
import Ledger
import Room
import Testing
import Transport

@testable import HearthServer

/// What stands in for a room that another node has.
@Suite struct RelayTests {
  private static let now = RoomHost.Instant(wall: 1_790_000_000_000, settled: 1_790_000_000_000, monotonic: 0)
  private static let identity = IdentityID(high: 0x7000, low: 1)
  private static let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
  private static let place = NodePlace(name: "a", addresses: [SocketAddress(ipv4: 0x7F00_0001, port: 1)])
  private static let peer = PeerID(1)

  private let shell = IdleShell()
  private let host: RoomHost

  init() {
    host = RoomHost(shell: shell, limits: RoomHost.Limits(waitingMax: 5), purges: false) { [UInt8](repeating: 7, count: 32) }
    shell.reachesNodes = true
  }

  private func submit(_ request: UInt32, by peer: PeerID = Self.peer, at milliseconds: Int64 = 0) {
    let submission = Submission(
      command: .addEntry(Self.group.description), asker: Asker(identity: Self.identity, group: Self.group),
      origin: Origin(peer: peer, request: request))
    var now = Self.now
    now.monotonic = milliseconds
    host.take(.submit(submission), for: Self.group, now: now)
  }

  private func subscribe(_ request: UInt32, by peer: PeerID = Self.peer, _ begin: SubscriptionBegin = .asked) {
    let asker = Asker(identity: Self.identity, group: Self.group)
    host.take(
      .subscribe(
        Subscribe(), asker: asker, origin: Origin(peer: peer, request: request), format: .json, SubscriptionNumber(rawValue: request),
        begin), for: Self.group, now: Self.now)
  }

  private func find() { host.foundElsewhere(Self.group, at: Self.place, now: Self.now) }

  private func hear(_ answer: NodeAnswer, relay: UInt32 = 1, peer: PeerID = Self.peer) {
    host.heard(answer, for: peer, of: Self.group, on: RelayNumber(rawValue: relay))
  }

  private func accept(_ number: UInt32, relay: UInt32 = 1) {
    var answer = ServerMessage()
    answer.request = number
    answer.accepted = Accepted()
    hear(.send(answer), relay: relay)
  }

  private var start: CatchUpStart { CatchUpStart(subscribed: Subscribed(), group: Self.group, snapshotMessages: [], events: []) }

  @Test("What waits for a group goes to the node that has it, in order, each under a number of its own, and the answer to whoever asked")
  func inOrder() {
    for request in [7, 7, 9] as [UInt32] { submit(request) }
    #expect(shell.loads == [Self.group] && shell.askedNodes.isEmpty)
    find()
    submit(0)
    let numbers = shell.askedNodes.map { asked -> UInt32? in if case .submit(let number, _) = asked.request { number } else { nil } }
    #expect(numbers == [1, 2, 3, 4] && !host.isSettled)
    for number in [2, 1, 4, 3, 3, 99] as [UInt32] { accept(number) }
    #expect(shell.sent.map(\.request) == [7, 7, 0, 9])
    // The other node is told once that the peer asks nothing more.
    #expect(shell.leftNodes == [Self.peer] && host.isSettled)
  }

  @Test("An answer that comes unread goes to whoever asked, under the number of the request, once, and counts as an answer")
  func unread() throws {
    for request in [7, 300] as [UInt32] { submit(request) }
    find()
    for number in [2, 2, 1, 99] as [UInt32] {
      hear(.accepted(try #require(WrittenAnswer(try WireFormat.protobuf.encode(.accepted(Accepted(), request: number))))))
    }
    let told = shell.passed.map { message -> [UInt32] in
      if case .accepted(let answer, let request, Self.peer) = message { [answer.request, request] } else { [] }
    }
    #expect(told == [[2, 300], [1, 7]] && shell.sent.isEmpty)
    #expect(shell.leftNodes == [Self.peer] && host.isSettled)
  }

  @Test("Of several requests to follow the last is answered, and begun anew; who follows is known until the connection is gone")
  func following() {
    subscribe(1)
    find()
    subscribe(2)
    hear(.start(start, 2))
    #expect(shell.leftNodes.isEmpty && host.isSettled)
    // A late answer to the first would be one to nothing.
    hear(.start(start, 1))
    #expect(shell.passed.count == 1)
    // It is begun anew where others read a lane now (SPEC SB-08).
    hear(.start(start, 2))
    #expect(shell.passed.count == 2)
    // Or is refused that.
    subscribe(5, by: PeerID(2))
    hear(.start(start, 3), peer: PeerID(2))
    var refusal = ServerMessage.rejected(.overloaded(retryAfterMilliseconds: 5_000), group: Self.group, request: 3)
    for _ in 0..<2 { hear(.send(refusal), peer: PeerID(2)) }
    refusal.request = 5
    #expect(shell.sent == [refusal] && shell.leftNodes == [PeerID(2)])
    host.retireIdle(now: .init(wall: 0, settled: 0, monotonic: 1 << 40))
    #expect(shell.endedRelays.isEmpty)
    host.disconnected(Self.peer)
    #expect(shell.leftNodes == [PeerID(2), Self.peer])
    host.retireIdle(now: .init(wall: 0, settled: 0, monotonic: 1 << 41))
    #expect(shell.endedRelays.map(\.rawValue) == [1] && host.roomCount == 0)
  }

  /// Who was told to go on elsewhere.
  private var moved: [PeerID] { shell.passed.compactMap { if case .moved(Self.group, _, let peer) = $0 { peer } else { nil } } }

  @Test(
    "SB-12: A broken link answers what was asked with unavailable, once; who follows goes on elsewhere, and is sent away while it catches up"
  )
  func broken() {
    subscribe(1)
    find()
    hear(.start(start, 1))
    subscribe(2, by: PeerID(2))
    submit(3, by: PeerID(3))
    subscribe(4, by: PeerID(4))
    hear(.start(start, 4), peer: PeerID(4))
    hear(.stream(CatchUpID(rawValue: 1)), peer: PeerID(4))
    // It asks to begin anew.
    subscribe(5, by: PeerID(5))
    hear(.start(start, 5), peer: PeerID(5))
    subscribe(6, by: PeerID(5))
    host.relayBroken(Self.group, RelayNumber(rawValue: 9))
    #expect(shell.sent.isEmpty && shell.dropped.isEmpty)
    host.relayBroken(Self.group, RelayNumber(rawValue: 1))
    #expect(shell.sent.map(\.request) == [2, 3, 6] && shell.refusals == Array(repeating: "unavailable", count: 3))
    #expect(moved == [Self.peer] && shell.dropped == [PeerID(4), PeerID(5)])
    // Who goes on asks before anybody else (SPEC CM-07).
    #expect(shell.loads == [Self.group, Self.group] && host.roomCount == 1)
    // What is said of it later is said to nobody.
    accept(3)
    hear(.drop, peer: PeerID(3))
    #expect(shell.sent.count == 3 && shell.dropped.count == 2)
  }

  @Test("CM-07: A command of somebody who cannot go on yet is unavailable until they have asked to go on, or do not")
  func commandsWait() {
    shell.reachesNodes = false
    for end in [false, true] {
      subscribe(1, .goesOn)
      find()
      submit(2)
      // Somebody else's is not held up.
      submit(3, by: PeerID(2))
      #expect(shell.refusals.count == (end ? 4 : 1) && shell.sent.last?.request == 2 && host.aboutToGoOn == [Self.peer: [Self.group]])
      if end { host.staysAway(Self.peer, from: Self.group) } else { subscribe(4, .goesOn) }
      submit(5)
      #expect(shell.sent.last?.request == 2 && host.aboutToGoOn.isEmpty)
      find()
    }
    let refused = shell.passed.filter { if case .cannotGoOn(Self.group, _, _, _) = $0 { true } else { false } }
    #expect(refused.count == 3 && shell.refusals.allSatisfy { $0 == "unavailable" })
    subscribe(6, .goesOn)
    find()
    host.disconnected(Self.peer)
    #expect(host.aboutToGoOn.isEmpty)
  }

  @Test("Who has left while a group was being looked for is not asked for again")
  func leftMeanwhile() {
    let remote = PeerID(remote: 1, loop: 0, likeness: PeerID(9))
    subscribe(1, by: remote)
    submit(2)
    host.disconnected(remote)
    find()
    #expect(host.peers.isEmpty && shell.askedNodes.count == 1)
  }

  @Test("A group that is not where it was said to be is looked for so many times without a word from there, and no more")
  func tries() {
    submit(1)
    for round in 1...3 as ClosedRange<UInt32> {
      find()
      #expect(shell.askedNodes.count == Int(round))
      host.notThere(Self.group, RelayNumber(rawValue: round), now: Self.now)
      #expect(shell.loads.count == Int(round) + 1 && shell.sent.isEmpty)
    }
    find()
    #expect(shell.askedNodes.count == 3 && shell.refusals == ["unavailable"] && host.roomCount == 0)
    // A word from there begins the count anew.
    submit(2)
    find()
    accept(1, relay: 4)
    #expect(shell.accepted.count == 1)
    submit(3)
    for round in 5...7 as ClosedRange<UInt32> {
      host.notThere(Self.group, RelayNumber(rawValue: round - 1), now: Self.now)
      find()
      #expect(shell.relays == round)
    }
  }

  private func refuse(_ number: UInt32) {
    var answer = ServerMessage()
    answer.request = number
    answer.rejected = .unavailable()
    hear(.send(answer))
  }

  private func looked(isGone: Bool, at milliseconds: Int64 = 0, relay: UInt32 = 1) {
    var now = Self.now
    now.monotonic = milliseconds
    host.lookedForNode(of: RelayNumber(rawValue: relay), Self.group, isGone: isGone, now: now)
  }

  @Test("A node that is silent for 2 s, or cannot store, is looked for in the database, by one look at a time; one that lives is asked on")
  func looks() {
    submit(1)
    find()
    submit(2, at: 1_999)
    #expect(shell.lookedForNodes.isEmpty)
    submit(3, at: 2_000)
    submit(4, at: 9_000)
    #expect(shell.lookedForNodes.count == 1)
    looked(isGone: false)
    #expect(shell.endedRelays.isEmpty && shell.loads.count == 1)
    // It waits anew, and a word from there ends that.
    submit(5, at: 10_000)
    accept(1)
    submit(6, at: 12_000)
    #expect(shell.lookedForNodes.count == 1)
    refuse(2)
    refuse(3)
    #expect(shell.lookedForNodes.count == 2 && shell.sent.map(\.request) == [1, 2, 3])
    // Nobody looks while the database is away for this node, too.
    looked(isGone: false)
    shell.isStoreAway = true
    refuse(4)
    #expect(shell.lookedForNodes.count == 2)
  }

  @Test(
    "When the database says for 2 s that a silent node has gone, its group is opened here with what waits, and who follows goes on there")
  func gone() {
    subscribe(1)
    find()
    hear(.start(start, 1))
    submit(2, by: PeerID(2))
    submit(3, by: PeerID(2), at: 2_000)
    #expect(shell.lookedForNodes.count == 1)
    // After an outage of the database all nodes seem to have gone for a moment.
    looked(isGone: true, at: 3_000)
    looked(isGone: false, at: 4_000)
    looked(isGone: true, at: 6_000)
    looked(isGone: true, at: 7_999)
    looked(isGone: true, at: 9_000, relay: 9)
    #expect(shell.endedRelays.isEmpty)
    looked(isGone: true, at: 8_000)
    #expect(shell.endedRelays.count == 1 && moved == [Self.peer] && shell.loads.count == 2 && shell.sent.isEmpty)
    // The relay is over: a late word from there is said to nobody.
    looked(isGone: true, at: 20_000)
    refuse(2)
    #expect(shell.sent.isEmpty && shell.loads.count == 2)
  }

  @Test("What another node asks goes no further: it hears that the group is not here")
  func noCircle() {
    let remote = PeerID(remote: 1, loop: 0, likeness: PeerID(9))
    submit(1, by: remote)
    find()
    #expect(shell.askedNodes.isEmpty && host.roomCount == 0)
    submit(2)
    find()
    submit(3, by: remote)
    #expect(shell.askedNodes.count == 1)
    let elsewhere = shell.passed.filter { if case .elsewhere(Self.group, remote) = $0 { true } else { false } }
    #expect(elsewhere.count == 2 && shell.refusals.isEmpty)
  }

  @Test("As many requests of a group may be without an answer as may wait for one to be read; one more is answered overloaded")
  func limit() {
    submit(1)
    find()
    for request in 2...5 as ClosedRange<UInt32> { submit(request) }
    #expect(shell.refusals.isEmpty && shell.askedNodes.count == 5)
    submit(6)
    #expect(shell.refusals == ["overloaded"] && shell.askedNodes.count == 5)
    accept(1)
    submit(7)
    #expect(shell.refusals == ["overloaded"] && shell.askedNodes.count == 6)
  }

  @Test("What may be stored where it was asked first is never said to be undone by whoever is asked next, unless by the history")
  func mayStand() {
    func refuse(_ number: UInt32, _ refusal: Rejected, relay: UInt32) {
      hear(.send(.rejected(refusal, to: .addEntry(Self.group.description), request: number)), relay: relay)
    }
    for request in 1...4 as ClosedRange<UInt32> { submit(request) }
    find()
    // Here it is certain: nobody else was asked.
    refuse(1, .overloaded(retryAfterMilliseconds: 700), relay: 1)
    host.notThere(Self.group, RelayNumber(rawValue: 1), now: Self.now)
    submit(5)
    find()
    refuse(1, .overloaded(retryAfterMilliseconds: 700), relay: 2)
    refuse(2, .storageFull(), relay: 2)
    refuse(3, Rejected(Rejection.notFound(field: "entry_id")), relay: 2)
    refuse(4, .overloaded(retryAfterMilliseconds: 900), relay: 2)
    #expect(shell.refusals == ["overloaded", "unavailable", "storage_full", "not_found", "overloaded"])
    #expect(shell.sent.map(\.request) == [1, 2, 3, 4, 5])
    let first = shell.sent[1].rejected
    #expect(first.retryAfterMs == 700 && first.cause == Rejected.unavailable().cause && !first.commandID.isEmpty)
  }

  @Test("A node that cannot be reached has its groups answered unavailable")
  func unreachable() {
    shell.reachesNodes = false
    submit(1)
    find()
    #expect(shell.refusals == ["unavailable"] && host.roomCount == 0)
  }
}
