import EventStore
import HearthProtocol
import Room
import Testing
import Transport

@testable import HearthServer

/// A group that goes to another node, as its host sees it.
@Suite struct HandOverTests {
  private static let group = GroupID(high: 0x7000, low: 0x8000_0000_0000_0001)
  private static let identity = IdentityID(milliseconds: 1_790_000_000_000, random: (0, 1))
  private static let wish = GroupMoves.Wish(group, to: "b")
  private static let place = NodePlace(name: "b", addresses: [SocketAddress(ipv4: 0x7F00_0001, port: 1)])

  private static func instant(_ milliseconds: Int64) -> RoomHost.Instant {
    .init(wall: 1_790_000_000_000 + milliseconds, settled: 1_790_000_000_000 + milliseconds, monotonic: milliseconds)
  }

  private let store = InMemoryStore()
  private let shell = IdleShell()
  private let host: RoomHost

  init() {
    host = RoomHost(shell: shell, limits: RoomHost.Limits(), purges: false) { [UInt8](repeating: 7, count: 32) }
    shell.reachesNodes = true
  }

  private func submit(_ command: Command, request: UInt32 = 1, by peer: PeerID = PeerID(1)) {
    let submission = Submission(
      command: command, asker: Asker(identity: Self.identity, group: Self.group), origin: Origin(peer: peer, request: request))
    host.take(.submit(submission), for: Self.group, now: Self.instant(0))
  }

  private func subscribe(by peer: PeerID) {
    host.take(
      .subscribe(
        Subscribe(), asker: Asker(identity: Self.identity, group: Self.group), origin: Origin(peer: peer, request: 9), format: .json,
        SubscriptionNumber(rawValue: 1), .asked), for: Self.group, now: Self.instant(0))
  }

  private func endTurn(_ milliseconds: Int64 = 0) { host.endTurn(now: Self.instant(milliseconds)) }

  private func answerAppends() {
    let batches = shell.takeAppends()
    host.committed(zip(batches, store.append(batches)).map { ($0.group, $1) })
    endTurn()
  }

  /// Makes the group.
  private func open() throws {
    submit(.createGroup(Self.group.description))
    host.loaded(Self.group, .success(try GroupHistory.load(Self.group, from: store)), now: Self.instant(0))
    endTurn()
    answerAppends()
    #expect(shell.accepted.count == 1)
  }

  private func leave() { host.handOver(Self.group, to: "b", now: Self.instant(0)) }

  @Test("A group goes when what it was given is stored and answered; what it is asked meanwhile is asked of the next node")
  func goes() throws {
    try open()
    submit(.addEntry(Self.group.description), request: 2)
    endTurn()
    leave()
    submit(.addEntry(Self.group.description), request: 3)
    endTurn()
    #expect(shell.given.isEmpty)
    answerAppends()
    #expect(shell.given == [Self.wish] && shell.accepted.count == 2)
    // Whatever comes due: nothing is decided any more.
    submit(.addEntry(Self.group.description), request: 4)
    endTurn(1)
    #expect(shell.takeAppends().isEmpty)
    host.handedOver(Self.group, true)
    #expect(shell.loads.count == 2 && host.leaving.isEmpty)
    host.foundElsewhere(Self.group, at: Self.place, now: Self.instant(1))
    #expect(shell.askedNodes.count == 2 && shell.refusals.isEmpty)
  }

  @Test("The store is told which groups are in memory, from before they are read until they have left it")
  func toldOpen() throws {
    #expect(shell.open.isEmpty)
    submit(.createGroup(Self.group.description))
    #expect(shell.open == [Self.group] && shell.loads == [Self.group])
    host.loaded(Self.group, .success(try GroupHistory.load(Self.group, from: store)), now: Self.instant(0))
    endTurn()
    answerAppends()
    #expect(shell.open == [Self.group])
    host.overtaken(Self.group)
    #expect(shell.open.isEmpty && host.roomCount == 0)
    // One that is not in memory is given away.
    leave()
    #expect(shell.open == [Self.group] && shell.given == [Self.wish])
    host.handedOver(Self.group, true)
    #expect(shell.open.isEmpty && host.roomCount == 0)
  }

  @Test("CM-14: what the room has refused goes with the group, and is kept when the server ends")
  func memory() throws {
    try open()
    leave()
    endTurn()
    // Nothing was refused.
    #expect(shell.givenMemories == [[]])
    host.handedOver(Self.group, false)
    host.saveAll()
    #expect(shell.keptMemories.isEmpty)
    let wrong = Command.addEntry(Self.group.description, minor: -5)
    submit(wrong, request: 2)
    endTurn()
    leave()
    endTurn()
    let memory = try #require(shell.givenMemories.last)
    host.saveAll()
    #expect(!memory.isEmpty && shell.keptMemories == [Self.group: memory])
    // The next room of the group has it, and the one after that.
    host.handedOver(Self.group, true)
    submit(.addEntry(Self.group.description), request: 3)
    host.remembered(memory, of: Self.group)
    host.loaded(Self.group, .success(try GroupHistory.load(Self.group, from: store)), now: Self.instant(1))
    endTurn(1)
    answerAppends()
    leave()
    endTurn(2)
    #expect(shell.givenMemories.last == memory)
  }

  @Test("A group that the store does not give away stays, and what waited is done here")
  func stays() throws {
    try open()
    leave()
    endTurn()
    submit(.addEntry(Self.group.description), request: 2)
    #expect(shell.given == [Self.wish])
    host.handedOver(Self.group, false)
    endTurn()
    answerAppends()
    #expect(shell.accepted.count == 2 && shell.loads.count == 1 && host.leaving.isEmpty)
    // An answer that comes once more is one to nothing.
    host.handedOver(Self.group, true)
    #expect(shell.loads.count == 1)
  }

  @Test("What does not come to an end is waited for until the limit, and the group stays; those who begin to follow it are sent away then")
  func limit() throws {
    try open()
    submit(.addEntry(Self.group.description), request: 2)
    endTurn()
    leave()
    endTurn(RoomHost.leavingMilliseconds - 1)
    #expect(host.leaving == [Self.group])
    endTurn(RoomHost.leavingMilliseconds)
    #expect(host.leaving.isEmpty && shell.given.isEmpty)
    answerAppends()
    // What a reader misses is never gathered here.
    subscribe(by: PeerID(2))
    leave()
    endTurn(RoomHost.leavingMilliseconds - 1)
    #expect(shell.given.isEmpty && shell.dropped.isEmpty)
    endTurn(RoomHost.leavingMilliseconds)
    #expect(shell.given == [Self.wish] && shell.dropped == [PeerID(2)])
  }

  @Test(
    "A group that is not in memory goes at once, and what is asked of it meanwhile waits; one that another has, or that is damaged, does not"
  )
  func notInMemory() throws {
    leave()
    #expect(shell.given == [Self.wish])
    submit(.addEntry(Self.group.description))
    #expect(shell.loads.isEmpty)
    host.handedOver(Self.group, true)
    #expect(shell.loads == [Self.group])
    host.foundElsewhere(Self.group, at: Self.place, now: Self.instant(0))
    leave()
    #expect(shell.given.count == 1 && host.leaving.isEmpty && shell.askedNodes.count == 1)
    endTurn(RoomHost.leavingMilliseconds)
    #expect(shell.endedRelays.isEmpty)
  }

  @Test("A group that is being read when it is to go, and turns out to be another node's, is asked of there, also after the limit")
  func whileItIsRead() {
    submit(.addEntry(Self.group.description))
    leave()
    endTurn()
    host.foundElsewhere(Self.group, at: Self.place, now: Self.instant(0))
    endTurn(RoomHost.leavingMilliseconds)
    #expect(shell.given.isEmpty && host.leaving.isEmpty && shell.askedNodes.count == 1 && shell.endedRelays.isEmpty)
  }

  @Test("Idle groups go to whoever lacks the most, so many in a second and no more")
  func spread() throws {
    let spread = GroupSpread()
    #expect(!spread.isWanted && spread.take(now: 0) == nil)
    spread.give(["b": 3, "c": 20, "d": 0])
    spread.give(nil)
    let first = (0...GroupSpread.perSecondMax).map { _ in spread.take(now: 0) }
    #expect(first.count { $0 == "c" } == GroupSpread.perSecondMax && first.last == .some(nil))
    #expect(spread.take(now: 99) == nil && spread.take(now: 100) != nil && spread.take(now: 100) == nil)
    var rest = 0
    for second in 2...9 as ClosedRange<Int64> { while spread.take(now: second * 1_000) != nil { rest += 1 } }
    #expect(rest == 23 - GroupSpread.perSecondMax - 1 && !spread.isWanted)
    try open()
    host.spread(now: Self.instant(0)) { nil }
    #expect(host.leaving.isEmpty)
    host.spread(now: Self.instant(0)) { "b" }
    endTurn()
    #expect(shell.given == [Self.wish])
  }

  @Test(
    "A server gives what it has too many to those that lack some, and never more than they lack",
    arguments: [
      (["a": 9, "b": 0], ["b": 4]), (["a": 0, "b": 9], [:]), (["a": 5], [:]), (["a": 1, "b": 0], [:]),
      (["a": 10, "b": 10, "c": 0], ["c": 3]),
      (["a": 100, "b": 40, "c": 10], ["b": 10, "c": 40]), (["a": 5, "b": 5], [:]),
    ])
  func shares(counts: [String: Int], given: [String: Int]) {
    #expect(GroupMoves.shares(of: "a", counts) == given)
    var after = counts
    for (name, count) in given {
      after[name, default: 0] += count
      after["a", default: 0] -= count
    }
    #expect(after["a", default: 0] >= min(counts["a", default: 0], counts.values.reduce(0, +) / counts.count))
  }
}
