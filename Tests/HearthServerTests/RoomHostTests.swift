import EventStore
import HearthProtocol
import Room
import Testing

@testable import HearthServer

/// What a host keeps of commands, and for how long: before their group has been read, in its room, and when it has none
/// any more; and what it remembers of a deletion that failed.
@Suite struct RoomHostTests {
  private static var now: RoomHost.Instant { instant(after: 0) }
  private static let asha = IdentityID(milliseconds: 1_790_000_000_000, random: (0, 1))
  /// A connection of Asha's that sends commands.
  private static let sender = PeerID(1)
  /// One that looks.
  private static let reader = PeerID(2)

  private static func instant(after milliseconds: Int64) -> RoomHost.Instant {
    .init(wall: 1_790_000_000_000 + milliseconds, settled: 1_790_000_000_000 + milliseconds, monotonic: milliseconds)
  }

  /// A host over a store, whose steps the test takes.
  private final class Rig {
    let store: InMemoryStore
    let shell = IdleShell()
    let host: RoomHost

    init(_ store: InMemoryStore, roomsMax: Int = 10, purges: Bool = false) {
      self.store = store
      host = RoomHost(shell: shell, limits: RoomHost.Limits(roomsMax: roomsMax), purges: purges) { [UInt8](repeating: 7, count: 32) }
    }

    func submit(_ command: Command, to group: GroupID, sizeBytes: Int = 0) {
      let origin = Origin(peer: RoomHostTests.sender, request: 1)
      var submission = Submission(command: command, asker: Asker(identity: RoomHostTests.asha, group: group), origin: origin)
      submission.sizeBytes = sizeBytes
      host.take(.submit(submission), for: group, now: RoomHostTests.now)
    }

    func addEntry(to group: GroupID, sizeBytes: Int) { submit(.addEntry(group.description), to: group, sizeBytes: sizeBytes) }

    /// Asks for a group's line in a list.
    func look(at group: GroupID) {
      let holder = Asker(identity: RoomHostTests.asha, group: group).holder
      let look = Look.summary(holder, ListingNumber(rawValue: 1), RoomHostTests.reader)
      host.take(.look(look), for: group, now: RoomHostTests.now)
    }

    /// Wants to follow a group.
    func follow(_ group: GroupID) {
      host.take(
        .subscribe(
          Subscribe(), asker: Asker(identity: RoomHostTests.asha, group: group), origin: Origin(peer: RoomHostTests.reader, request: 1),
          format: .json, SubscriptionNumber(rawValue: 1), .asked), for: group, now: RoomHostTests.now)
    }

    /// Says that a group was read.
    func load(_ group: GroupID) {
      let result = Result { [store] () throws(LoadFailure) in try GroupHistory.load(group, from: store) }
      host.loaded(group, result, now: RoomHostTests.now)
    }

    func endTurn() { host.endTurn(now: RoomHostTests.now) }

    /// Stores what is to be stored, and says so.
    func answerAppends() {
      let batches = shell.takeAppends()
      host.committed(zip(batches, store.append(batches)).map { ($0.group, $1) })
    }

    /// Ends the turn, and the one in which what it decided has become durable.
    func commit() {
      endTurn()
      answerAppends()
      endTurn()
    }

    func makeGroups(_ count: Int) throws -> [GroupID] {
      let groups = try (0..<count).map { _ in try #require(GroupID(Fresh.id())) }
      for group in groups {
        submit(.createGroup(group.description), to: group)
        load(group)
        commit()
      }
      return groups
    }
  }

  @Test("CM-03 A group that has been read stays while those are served who waited, though one has another opened and none is free")
  func servedBeforeItLeaves() throws {
    let store = InMemoryStore()
    let groups = try Rig(store).makeGroups(2)
    let rig = Rig(store, roomsMax: 1)
    // As a list goes on: with the line of a group the next one is asked.
    rig.shell.whenListed = { [unowned rig] in if $0 == groups[0] { rig.look(at: groups[1]) } }
    rig.look(at: groups[0])
    rig.addEntry(to: groups[0], sizeBytes: 100)
    rig.load(groups[0])
    rig.commit()
    #expect(rig.shell.accepted.map(\.position) == [3] && rig.shell.chargedBytes == 0)
    #expect(rig.shell.loads == [groups[0]] && rig.host.roomCount == 1)
    // Behind it the group leaves for the other as ever.
    rig.look(at: groups[1])
    #expect(rig.shell.loads == groups && rig.host.roomCount == 1)
  }

  @Test("A group that is not there takes no memory once its visitors have been answered, in the turn in which it was read")
  func emptyGroup() throws {
    let rig = Rig(InMemoryStore())
    let group = try #require(GroupID(Fresh.id()))
    rig.addEntry(to: group, sizeBytes: 100)
    rig.load(group)
    rig.endTurn()
    #expect(rig.shell.refusals == ["not_found"] && rig.host.roomCount == 0 && rig.shell.chargedBytes == 0)
  }

  @Test("CM-11 Limit: commands that wait for their group to be read are 4 MiB and not a byte more, charged until each has been answered")
  func waitingBytes() throws {
    let store = InMemoryStore()
    let group = try Rig(store).makeGroups(1)[0]
    for (size, refusals) in [(2 << 20, []), (2 << 20 + 1, ["overloaded"])] as [(Int, [String])] {
      let rig = Rig(store)
      let charged = refusals.isEmpty ? 4 << 20 : 2 << 20
      rig.addEntry(to: group, sizeBytes: 2 << 20)
      #expect(rig.shell.chargedBytes == 2 << 20)
      rig.addEntry(to: group, sizeBytes: size)
      // Who brings nothing that is kept waits all the same.
      rig.look(at: group)
      #expect(rig.shell.refusals == refusals && rig.shell.chargedBytes == charged)
      // From here on the room holds them.
      rig.load(group)
      #expect(rig.shell.chargedBytes == charged)
      rig.commit()
      #expect(rig.shell.accepted.count == 2 - refusals.count && rig.shell.refusals == refusals && rig.shell.chargedBytes == 0)
    }
  }

  @Test("What waits for a group that cannot be read, is gone or is given up meanwhile is refused, and charged no more")
  func waitingIsRefused() throws {
    let store = InMemoryStore()
    let group = try Rig(store).makeGroups(1)[0]
    let ends: [(code: String, end: (Rig) -> Void)] = [
      ("unavailable", { $0.host.loaded(group, .failure(.store(.broken("a test"))), now: Self.now) }),
      ("not_found", { $0.host.loaded(group, .failure(.purged), now: Self.now) }), ("unavailable", { $0.host.abandon(group) }),
    ]
    for (code, end) in ends {
      let rig = Rig(store)
      rig.addEntry(to: group, sizeBytes: 100)
      rig.addEntry(to: group, sizeBytes: 50)
      #expect(rig.shell.chargedBytes == 150)
      end(rig)
      rig.endTurn()
      #expect(rig.shell.refusals == [code, code] && rig.shell.chargedBytes == 0 && rig.host.roomCount == 0)
      // A person who comes again has it read anew.
      rig.addEntry(to: group, sizeBytes: 100)
      rig.load(group)
      rig.commit()
      #expect(rig.shell.accepted.count == 1 && rig.shell.chargedBytes == 0)
    }
  }

  @Test("Commands are charged while a room holds them: what is charged comes back after a commit, a failed one, and the end of the room")
  func charged() throws {
    let store = InMemoryStore()
    let group = try Rig(store).makeGroups(1)[0]
    let rig = Rig(store)
    for size in [1_000, 200] { rig.addEntry(to: group, sizeBytes: size) }
    rig.load(group)
    #expect(rig.shell.chargedBytes == 1_200)
    rig.endTurn()
    // What is on its way to the disk is held as well.
    #expect(rig.shell.chargedBytes == 1_200)
    rig.answerAppends()
    #expect(rig.shell.chargedBytes == 0 && rig.shell.accepted.count == 2)

    store.failNextAppend(with: .full)
    rig.addEntry(to: group, sizeBytes: 1_000)
    rig.endTurn()
    rig.addEntry(to: group, sizeBytes: 500)
    #expect(rig.shell.chargedBytes == 1_500)
    rig.answerAppends()
    #expect(rig.shell.refusals == ["storage_full"] && rig.shell.chargedBytes == 500)
    rig.load(group)
    rig.commit()
    #expect(rig.shell.accepted.count == 3 && rig.shell.chargedBytes == 0)

    // It cannot be read while one command is on its way to the disk, and another waits behind it.
    rig.addEntry(to: group, sizeBytes: 1_000)
    rig.endTurn()
    rig.addEntry(to: group, sizeBytes: 500)
    rig.host.abandon(group)
    #expect(rig.shell.chargedBytes == 1_500 && rig.shell.dropped.isEmpty)
    rig.answerAppends()
    #expect(rig.shell.chargedBytes == 0 && rig.shell.accepted.count == 4)
    #expect(rig.shell.dropped == [Self.sender] && rig.host.roomCount == 0)
  }

  @Test("What rooms keep counts as memory, more with each event, until they leave it; when it is tight those leave that nobody needs")
  func memory() throws {
    let rig = Rig(InMemoryStore())
    let groups = try rig.makeGroups(3)
    let atFirst = rig.shell.chargedMemory
    #expect(atFirst > 3 * 16_384)
    rig.addEntry(to: groups[0], sizeBytes: 100)
    rig.commit()
    #expect(rig.shell.chargedMemory == atFirst + 460)
    rig.host.retireIdle(now: Self.now)
    #expect(rig.host.roomCount == 3)
    rig.shell.isMemoryTight = true
    // A command that is on its way to the disk needs its room.
    rig.addEntry(to: groups[0], sizeBytes: 100)
    rig.endTurn()
    for _ in 0..<3 { rig.host.retireIdle(now: Self.now) }
    #expect(rig.host.roomCount == 1 && rig.shell.chargedMemory > 0)
    rig.answerAppends()
    rig.endTurn()
    rig.host.retireIdle(now: Self.now)
    #expect(rig.host.roomCount == 0 && rig.shell.chargedMemory == 0)
    // A member who comes again has it read.
    rig.addEntry(to: groups[0], sizeBytes: 100)
    rig.load(groups[0])
    rig.commit()
    #expect(rig.shell.chargedMemory > 0)
    rig.host.abandon(groups[0])
    #expect(rig.host.roomCount == 0 && rig.shell.chargedMemory == 0)
  }

  @Test("The last events are kept for others 10 s behind the last who came back and not a millisecond longer, charged meanwhile")
  func recentEvents() throws {
    let store = InMemoryStore()
    let group = try Rig(store).makeGroups(1)[0]
    let wait = RoomHost.Limits().recentMilliseconds
    #expect(wait == 10_000)
    func open(_ rig: Rig, follows: Bool) -> Int {
      if follows { rig.follow(group) } else { rig.look(at: group) }
      rig.load(group)
      rig.endTurn()
      return rig.shell.chargedMemory
    }
    // Nobody who looks misses anything.
    let bare = open(Rig(store), follows: false)
    let rig = Rig(store)
    #expect(open(rig, follows: true) > bare)
    rig.host.retireIdle(now: Self.instant(after: wait - 1))
    #expect(rig.shell.chargedMemory > bare)
    rig.host.retireIdle(now: Self.instant(after: wait))
    #expect(rig.shell.chargedMemory == bare)
    // When memory is tight, at once.
    let tight = Rig(store)
    _ = open(tight, follows: true)
    tight.shell.isMemoryTight = true
    tight.host.retireIdle(now: Self.now)
    #expect(tight.shell.chargedMemory == bare && tight.host.roomCount == 1)
  }

  @Test("A group keeps its first snapshot when it leaves memory; then none until enough is new: not at the end nor for another node either")
  func snapshots() throws {
    let store = InMemoryStore()
    let rig = Rig(store)
    rig.shell.reachesNodes = true
    let group = try rig.makeGroups(1)[0]
    func addEntry() {
      rig.addEntry(to: group, sizeBytes: 100)
      rig.commit()
    }
    func leaveMemory() {
      rig.host.retireIdle(now: Self.instant(after: RoomHost.Limits().idleMilliseconds))
      #expect(rig.host.roomCount == 0)
    }
    /// Has the group go to another node, which does not take it.
    func handOver() {
      rig.host.handOver(group, to: "b", now: Self.now)
      rig.endTurn()
      rig.host.handedOver(group, false)
      rig.endTurn()
    }
    leaveMemory()
    #expect(rig.shell.saved.map(\.group) == [group])
    let kept = try #require(rig.shell.saved.first?.storedSnapshot())
    try store.saveSnapshot(kept)
    rig.addEntry(to: group, sizeBytes: 100)
    rig.load(group)
    rig.commit()
    rig.host.saveAll()
    handOver()
    #expect(rig.shell.saved.count == 1 && rig.shell.given.count == 1)
    func newBytes() throws -> Int { try store.read(group, after: kept.sequence, limit: .max).reduce(0) { $0 + $1.bytes.count } }
    while try newBytes() < RoomLimits().snapshotNewBytesMin { addEntry() }
    rig.host.saveAll()
    handOver()
    leaveMemory()
    #expect(rig.shell.saved.count == 4 && rig.shell.given.count == 2)
  }

  @Test("GR-08 A deletion that failed is tried again after an hour and not a millisecond before, whatever the directory says is due")
  func failedDeletion() throws {
    let rig = Rig(InMemoryStore(), purges: true)
    let group = try rig.makeGroups(1)[0]
    for body in [.archiveGroup(.init()), .requestPurge(.with { $0.exported = true })] as [Command.OneOf_Body] {
      rig.submit(.make(group.description, body), to: group)
      rig.commit()
    }
    #expect(rig.shell.accepted.count == 3)
    let (due, hour): (Int64, Int64) = (30 * 86_400_000, 3_600_000)
    rig.host.wake([group], now: Self.instant(after: due - 1))
    #expect(rig.shell.purges == [])
    rig.host.wake([group], now: Self.instant(after: due))
    #expect(rig.shell.purges == [group])
    rig.host.purged(group, isDone: false, now: Self.instant(after: due))
    // The directory was read before it was told of the next try.
    for milliseconds in [0, 1, hour - 1] {
      rig.host.wake([group], now: Self.instant(after: due + milliseconds))
      #expect(rig.shell.purges == [group])
    }
    rig.host.wake([group], now: Self.instant(after: due + hour))
    #expect(rig.shell.purges == [group, group])
  }
}
