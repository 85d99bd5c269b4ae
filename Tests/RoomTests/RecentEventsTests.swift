import EventStore
import HearthProtocol
import Testing

@testable import Room

/// Readers who come back when a group has just been opened share the events that were read with it.
struct RecentEventsTests {
  /// A family with entries that everybody receives and invites that owner and admin do, by turns, as a restarted server
  /// opens it; catch-ups are held.
  private static func reopened(limits: RoomLimits = RoomLimits()) throws -> TestShell {
    var shell = TestShell.family(limits: limits)
    for number in 300..<304 as Range<UInt64> {
      shell.send(Cast.addEntry(number + 100), by: 3)
      shell.send(Cast.createInvite(number), by: 1)
    }
    try shell.restart()
    shell.holdsGathers = true
    return shell
  }

  /// Where a reader of both lanes stands who misses so many of each.
  private static func cursors(_ shell: TestShell, behind: UInt64) -> [Lane: UInt64] {
    var cursors: [Lane: UInt64] = [:]
    for lane in [.shared, .admin] as [Lane] { cursors[lane] = shell.history.head(of: lane).position.rawValue - behind }
    return cursors
  }

  @Test("SB-02 All who miss the same get it of what was read with the group: the log is read for nobody")
  func shared() throws {
    var family = TestShell.family()
    for number in 400..<403 as Range<UInt64> { family.send(Cast.addEntry(number), by: 3) }
    let store = CountingStore(family.store)
    let history = try GroupHistory.load(Cast.group, from: store)
    let opening = store.reads
    for keeps in [true, false] {
      var shell = TestShell(store: family.store, history: history)
      if !keeps { shell.box.room.forgetRecent() }
      shell.holdsGathers = true
      let shared = shell.history.head(of: .shared).position.rawValue
      for person in [3, 4] as [UInt64] { shell.subscribe(person, cursors: [.shared: shared - 3]) }
      // The control: a room that keeps nothing has it read for each.
      #expect(shell.heldGathers.count == (keeps ? 0 : 2))
      while let gather = shell.heldGathers.first {
        _ = try gather.work.gather(from: store)
        shell.answerGather()
      }
      #expect(store.reads - opening == (keeps ? 0 : 2))
      let log = try family.log()
      for person in [3, 4] as [UInt64] {
        var follower = try Follower(log: log, cursors: [.shared: shared - 3])
        for sent in shell.sent(to: TestShell.peer(person)) { try follower.take(sent) }
        #expect(try follower.matches(shell.history))
        #expect(shell.starts(of: TestShell.peer(person)).flatMap(\.events).map(\.1.count) == [3])
      }
    }
  }

  @Test("LN-03 Who receives fewer lanes gets those alone of what is kept for all")
  func entitlement() throws {
    var shell = try Self.reopened()
    let cursors = Self.cursors(shell, behind: 2)
    // An adult names a lane that is not theirs, too.
    for person in [2, 3] as [UInt64] { shell.subscribe(person, cursors: cursors) }
    #expect(shell.heldGathers.isEmpty)
    func events(_ person: UInt64) -> [Lane: Int] {
      Dictionary(uniqueKeysWithValues: shell.starts(of: TestShell.peer(person)).flatMap(\.events).map { ($0, $1.count) })
    }
    #expect(events(2) == [.shared: 2, .admin: 2] && events(3) == [.shared: 2])
    let starts = shell.starts(of: TestShell.peer(3)).flatMap(\.subscribed.lanes)
    #expect(!starts.contains { $0.lane == "admin" })
  }

  @Test(
    "SB-04 However cursors stand, a reader is sent to the byte what is sent where all is read from the store", arguments: [0, 3, 1_000])
  func anyCursors(reach: UInt64) throws {
    var limits = RoomLimits()
    limits.reachBackEvents = reach
    var (keeping, asking) = (try Self.reopened(limits: limits), try Self.reopened(limits: limits))
    asking.box.room.forgetRecent()
    let heads = Self.cursors(keeping, behind: 0)
    let peer = TestShell.peer(2)
    /// What the reader is sent, and whether the log was read for it.
    func sent(_ shell: inout TestShell, _ cursors: [Lane: UInt64]) throws -> (bytes: [[UInt8]], isRead: Bool) {
      shell.forget()
      shell.subscribe(2, cursors: cursors)
      let isRead = !shell.heldGathers.isEmpty
      while !shell.heldGathers.isEmpty { shell.answerGather() }
      defer { shell.unsubscribe(peer) }
      return (try shell.sent(to: peer).map { try $0.bytes() }, isRead)
    }
    var (kept, snapshots) = (0, 0)
    for shared in 0...(try #require(heads[.shared])) {
      for admin in 0...(try #require(heads[.admin])) {
        let (fromMemory, fromStore) = (
          try sent(&keeping, [.shared: shared, .admin: admin]), try sent(&asking, [.shared: shared, .admin: admin])
        )
        #expect(fromMemory.bytes == fromStore.bytes, "cursors \(shared) and \(admin)")
        if fromStore.isRead, !fromMemory.isRead { kept += 1 }
        if asking.starts(of: peer).contains(where: { !$0.snapshotMessages.isEmpty }) { snapshots += 1 }
      }
    }
    // The control: of what is kept some are served, and some cursors never stood together.
    #expect(kept > 0 && (snapshots > 0) == (reach < 1_000))
  }

  @Test("Limit: 8 KiB of events are kept, and of one byte more the oldest goes; who misses that one has it read")
  func bound() throws {
    #expect(RecentEvents.bytesMax == 8_192)
    for more in [0, 1] {
      var recent = RecentEvents()
      for position in 1...8 as ClosedRange<UInt64> {
        let bytes = [UInt8](repeating: 0, count: position == 8 ? 1_024 + more : 1_024)
        let stored = StoredEvent(
          sequence: GroupSequence(position), lane: .shared, position: LanePosition(position), bytes: bytes,
          hash: LaneHash.genesis(group: Cast.group, lane: .shared))
        recent.append(CommittedEvent(stored: stored, event: Event()))
      }
      func tail(from first: UInt64) -> [UInt64]? {
        let work = CatchUpWork(
          id: CatchUpID(rawValue: 1), tailAfter: .start, wanted: [.shared: LanePosition(first)...LanePosition(8)], until: GroupSequence(8),
          snapshotLanes: [], history: GroupHistory(group: Cast.group), format: .protobuf)
        return recent.tail(for: work)?.map(\.stored.position.rawValue)
      }
      #expect(recent.bytes == 8_192 - more * 1_023)
      #expect(tail(from: 1) == (more == 0 ? Array(1...8) : nil))
      #expect(tail(from: 2) == Array(2...8))
    }
  }

  @Test("SB-05 What is committed behind the opening is kept with the rest, until the room forgets")
  func goesOn() throws {
    var shell = try Self.reopened()
    let cursors = Self.cursors(shell, behind: 1)
    shell.send(Cast.addEntry(500), by: 3)
    shell.subscribe(2, cursors: cursors)
    #expect(shell.heldGathers.isEmpty && shell.box.room.recentBytes > 0)
    #expect(shell.starts(of: TestShell.peer(2)).flatMap(\.events).map(\.1.count) == [2, 1])
    shell.box.room.forgetRecent()
    shell.send(Cast.addEntry(501), by: 3)
    #expect(shell.box.room.recentBytes == 0)
    shell.subscribe(1, cursors: cursors)
    #expect(shell.heldGathers.count == 1)
  }

  @Test("EW-03 Words that are erased are not kept: who comes back has the log read, which has them no more")
  func erased() throws {
    var shell = TestShell.family()
    let cursors = Self.cursors(shell, behind: 0)
    shell.send(Cast.addEntry(400, description: "Zuckerwatte"), by: 3)
    shell.send(Cast.leave(401), by: 3)
    try shell.restart()
    func texts(_ person: UInt64) -> [String] {
      shell.starts(of: TestShell.peer(person)).flatMap(\.events).flatMap(\.1).compactMap {
        if case .entryAdded(let added) = $0.event.body { added.content.description_p } else { nil }
      }
    }
    shell.subscribe(2, cursors: cursors)
    #expect(texts(2) == ["Zuckerwatte"], "the control")
    shell.send(Cast.wish(402, .eraseWords(.with { $0.memberID = Cast.member(3).description })), by: 1)
    shell.turnUntilErased()
    #expect(shell.box.room.recentBytes == 0 && shell.failures == [])
    shell.subscribe(4, cursors: cursors)
    #expect(texts(4).count == 1 && !texts(4).contains("Zuckerwatte"))
  }
}
