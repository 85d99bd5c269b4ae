import EventStore
import Foundation
import GRDB
import HearthProtocol
import Locking
import Logging
import Room
import SQLiteStore
import Support
import Testing

@testable import HearthServer

/// While a server runs every group is checked in turn: full replay gives what snapshot and tail give, for all of them.
@Suite struct HistoryScrubTests {
  enum Kind: CaseIterable {
    case memory, plain, encrypted
  }

  /// A running server with groups that have snapshots and events behind them.
  private struct Home {
    let folder: TemporaryFolder
    let store: any EventStore & Directory
    /// Of a store on disk.
    let database: SQLiteStore?
    let server: TestServer
    let asha: WireClient
    let groups: [GroupID]

    init(_ kind: Kind, snapshots: Bool = true) throws {
      folder = try TemporaryFolder()
      database =
        switch kind {
        case .memory: nil
        case .plain: try SQLiteStore(directory: folder.path)
        case .encrypted: try SQLiteStore(directory: folder.path, key: EncryptionKey(bytes: 0..<32))
        }
      store = database ?? InMemoryStore()
      server = try TestServer(store)
      asha = try server.register("Asha")
      groups = try (0..<5).map { [asha] _ in try #require(GroupID(try asha.createGroup())) }
      for group in groups {
        for _ in 0..<8 { _ = try asha.accepted(.addEntry(group.description)) }
        guard snapshots else { continue }
        try store.saveSnapshot(try #require(try GroupHistory.load(group, from: store).storedSnapshot()))
        for _ in 0..<3 { _ = try asha.accepted(.addEntry(group.description)) }
      }
    }

    /// Turns a bit of an event.
    func damage(_ group: GroupID, sequence: Int) throws {
      try #require(database).pool.writeWithoutTransaction { database in
        let row = try #require(
          try Row.fetchOne(
            database, sql: "SELECT id, bytes FROM event WHERE group_id = ? AND sequence = ?", arguments: [Data(group.bytes), sequence]))
        var bytes: Data = row["bytes"]
        bytes[bytes.count / 2] ^= 1
        try database.execute(sql: "UPDATE event SET bytes = ? WHERE id = ?", arguments: [bytes, row["id"] as Int64])
      }
    }
  }

  /// A check whose ticks the test gives, and what it says.
  private struct Watch {
    let store: HookedStore
    let scrub: HistoryScrub
    let status: ServerStatus
    private let written: Locked<String>

    init(_ store: any EventStore) {
      let written = Locked("")
      self.written = written
      self.store = HookedStore(store)
      status = ServerStatus(log: Logger(label: "test") { _ in RecordingLog(written: written) }, onStoreFailure: {})
      scrub = HistoryScrub(store: self.store, status: status, pageEvents: 3)
    }

    func tick(_ count: Int = 1) {
      for _ in 0..<count {
        scrub.ask()
        scrub.awaitEnd()
      }
    }

    var log: [String] { written.withLock { $0.split(separator: "\n").map(String.init) } }
    var errors: [String] { log.filter { $0.hasPrefix("error: ") } }
  }

  @Test(
    "D7: groups that are written to meanwhile are each checked once a round, page by page, and nothing is said of them",
    arguments: Kind.allCases)
  func sound(_ kind: Kind) throws {
    let home = try Home(kind)
    let watch = Watch(home.store)
    for _ in 0..<home.groups.count * 3 {
      let requests = try home.groups.map { try home.asha.send(.command(.addEntry($0.description))) }
      watch.scrub.ask()
      for request in requests { #expect(try home.asha.answer(to: request).accepted.position > 0) }
      watch.scrub.awaitEnd()
    }
    #expect(watch.log == [] && watch.status.damagedGroupCount == 0)
    #expect(watch.status.checkedHistoryCount == home.groups.count * 3)
    let order = watch.store.looks
    for round in 0..<3 {
      // From one round to the next nobody changes places.
      #expect(Array(order[(round * 5)..<(round * 5 + 5)]) == Array(order[..<5]))
    }
    #expect(Set(order) == Set(home.groups))
    #expect(watch.store.pages.allSatisfy { $0 == 3 } && watch.store.pages.count > home.groups.count * 3 * 4)
    // Only when it is asked for.
    #expect(home.server.server.checkedHistoryCount == 0)
  }

  @Test(
    "D7: a snapshot that says something else in good order is found at the second look, said once, and again only when it was well between",
    arguments: Kind.allCases)
  func alteredSnapshot(_ kind: Kind) throws {
    let home = try Home(kind)
    let group = home.groups[3]
    let kept = try #require(try home.store.loadSnapshot(group))
    var other = try GroupSnapshot(serializedBytes: kept.bytes)
    let shared = try #require(other.lanes.firstIndex { $0.lane == "shared" })
    other.lanes[shared].shared.name = "Another Family"
    let altered = StoredSnapshot(group: group, sequence: kept.sequence, bytes: try other.serializedBytes())
    try home.store.saveSnapshot(altered)
    // Nobody else would notice.
    #expect(try GroupHistory.load(group, from: home.store).state.shared.settings?.name == "Another Family")

    let watch = Watch(home.store)
    while watch.store.looks.last != group { watch.tick() }
    #expect(watch.log == [])
    watch.tick()
    #expect(watch.store.looks.suffix(2) == [group, group])
    let line = try #require(watch.log.first)
    #expect(watch.log.count == 1 && line.hasPrefix("error: a group is damaged"))
    #expect(line.contains("\"group\": \(group)") && line.contains("hearthd verify"), "\(line)")
    #expect(line.firstMatch(of: /"sequence": (\d+)/).map { String($0.1) } == kept.sequence.description)
    #expect(line.contains("the snapshot is not what the log up to there gives"))
    #expect(!home.groups.contains { $0 != group && line.contains($0.description) })
    watch.tick(home.groups.count * 3)
    #expect(watch.log.count == 1 && watch.status.damagedGroupCount == 1)
    #expect(watch.store.looks.filter { $0 == group }.count >= 4)

    try home.store.saveSnapshot(kept)
    watch.tick(home.groups.count)
    #expect(watch.log.count == 2 && watch.log[1].hasPrefix("notice: ") && watch.log[1].contains(group.description))
    #expect(watch.status.damagedGroupCount == 0)
    try home.store.saveSnapshot(altered)
    watch.tick(home.groups.count + 1)
    #expect(watch.errors.count == 2 && watch.status.damagedGroupCount == 1)
    // Deleted, it is nobody's trouble any more.
    try home.store.purge(group, at: 0)
    watch.tick(home.groups.count)
    #expect(watch.log.count == 3 && watch.status.damagedGroupCount == 0)
  }

  @Test(
    "D7: an altered event is found with its place, whether there is a snapshot or not", arguments: [Kind.plain, .encrypted], [true, false])
  func alteredEvent(_ kind: Kind, snapshots: Bool) throws {
    let home = try Home(kind, snapshots: snapshots)
    let group = home.groups[1]
    let watch = Watch(home.store)
    watch.tick(home.groups.count)
    #expect(watch.log == [])
    try home.damage(group, sequence: 4)
    watch.tick(home.groups.count + 1)
    #expect(watch.log.count == 1 && watch.errors.count == 1)
    #expect(watch.log[0].contains(group.description) && watch.log[0].contains(/"sequence": 4\b/), "\(watch.log)")
    watch.tick(home.groups.count * 2)
    #expect(watch.log.count == 1)
    // Nothing is done about it: what is open goes on.
    #expect(try home.asha.accepted(.addEntry(group.description)).position > 0)
  }

  @Test("A log that has gone without a deletion is said to be damaged", arguments: [true, false])
  func lostLog(isDeleted: Bool) throws {
    let home = try Home(.plain, snapshots: false)
    let watch = Watch(home.store)
    watch.tick()
    let group = try #require(home.groups.first { $0 != watch.store.looks[0] })
    try home.database?.pool.writeWithoutTransaction { database in
      try database.execute(sql: "DELETE FROM event WHERE group_id = ?", arguments: [Data(group.bytes)])
      if isDeleted { try database.execute(sql: "INSERT INTO purged VALUES (?, 0)", arguments: [Data(group.bytes)]) }
    }
    watch.tick(home.groups.count * 3)
    #expect(watch.errors.count == (isDeleted ? 0 : 1) && watch.errors.allSatisfy { $0.contains(group.description) })
    #expect(watch.log.allSatisfy { $0.contains("the whole log is gone") })
    #expect(watch.status.damagedGroupCount == (isDeleted ? 0 : 1))
  }

  @Test(
    "What a store answers while a group is deleted is no damage; the same answers about a group that stays are", arguments: [true, false])
  func deletedMeanwhile(isDeleted: Bool) throws {
    let home = try Home(.memory)
    let group = home.groups[2]
    let watch = Watch(home.store)
    watch.store.beforeRead { [store = home.store] read in
      guard read == group else { return nil }
      if isDeleted { try? store.purge(group, at: 0) }
      return .damaged("the event does not open with its group's key")
    }
    watch.tick(home.groups.count * 3)
    #expect(watch.log.count == (isDeleted ? 0 : 1) && watch.errors.count == watch.log.count)
    #expect(watch.status.damagedGroupCount == watch.log.count)
    #expect(watch.store.looks.filter { $0 == group }.count == 1 || !isDeleted)
  }

  @Test("What is found once and not a second time is not said, nor is a group that cannot be read for a moment", arguments: [true, false])
  func foundOnce(isDamaged: Bool) throws {
    let home = try Home(.memory)
    let group = home.groups[4]
    let watch = Watch(home.store)
    let hooked = watch.store
    hooked.beforeRead { [weak hooked] read in
      // Every other look.
      guard read == group, let looks = hooked?.looks.filter({ $0 == group }).count, looks % 2 == 1 else { return nil }
      return isDamaged ? .damaged("for a moment") : .broken("too many open files")
    }
    watch.tick(home.groups.count * 6)
    #expect(watch.log == [] && watch.store.looks.filter { $0 == group }.count >= 8)
    // The control.
    hooked.beforeRead { $0 == group ? .broken("too many open files") : nil }
    watch.tick(home.groups.count + 1)
    #expect(watch.errors.count == 1 && watch.log.count == 1 && watch.log[0].contains("cannot be read"))
  }

  @Test("A database that is out of reach for as long as it likes is no damage, and its groups are checked when it is back")
  func away() throws {
    let home = try Home(.memory)
    let watch = Watch(home.store)
    watch.store.beforeRead { _ in .away("a test") }
    watch.tick(home.groups.count * 3)
    watch.store.failLists(with: .away("a test"))
    watch.tick(home.groups.count * 3)
    #expect(watch.log == [] && watch.status.damagedGroupCount == 0)
    watch.store.failLists(with: nil)
    watch.store.beforeRead { _ in nil }
    let before = watch.store.looks.count
    watch.tick(home.groups.count)
    #expect(watch.log == [] && Set(watch.store.looks.dropFirst(before)) == Set(home.groups))
    // The control: the same without an outage.
    watch.store.beforeRead { _ in .broken("a test") }
    watch.tick(home.groups.count * 3)
    #expect(watch.errors.count == home.groups.count)
  }

  @Test("Groups that cannot be listed are said once, and checked when they can be")
  func noList() throws {
    let home = try Home(.memory)
    let watch = Watch(home.store)
    watch.store.failLists(with: .broken("a test"))
    watch.tick()
    #expect(watch.log == [])
    watch.tick(3)
    #expect(watch.log.count == 1 && watch.errors.count == 1)
    watch.store.failLists(with: nil)
    watch.tick(home.groups.count)
    #expect(watch.log.count == 1 && Set(watch.store.looks) == Set(home.groups))
  }

  @Test("A check that is under way ends at its next page when the server stops, and none begins after it", arguments: [true, false])
  func stops(isStopped: Bool) throws {
    let home = try Home(.memory)
    let watch = Watch(home.store)
    let scrub = watch.scrub
    watch.store.beforeRead { [weak scrub] _ in
      if isStopped { scrub?.stop() }
      return nil
    }
    watch.tick(3)
    #expect(watch.store.looks.count == (isStopped ? 1 : 3))
    #expect(isStopped ? watch.store.pages.count == 1 : watch.store.pages.count > 3)
    #expect(watch.status.checkedHistoryCount == (isStopped ? 0 : 3) && watch.log == [])
  }

  @Test("A server asks for one check after another, one at a time, and its end waits for the one that is under way")
  func server() throws {
    let store = GatedStore()
    let server = try TestServer(store) { $0.scrubMilliseconds = 1 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(.addEntry(group))
    let running = server.server
    eventually("the group has been checked") { running.checkedHistoryCount > 1 }
    store.closeReads()
    try #require(store.awaitRead())
    _ = store.takeReads()
    // Asked for meanwhile, as the loop does.
    for _ in 0..<10 { running.scrub.ask() }
    #expect(store.takeReads() == [])
    let ended = server.drainMeanwhile()
    #expect(ended.wait(timeout: .now()) == .timedOut)
    store.openReads()
    #expect(ended.wait(timeout: .now() + 30) == .success)
    _ = store.takeReads()
    running.scrub.ask()
    running.scrub.awaitEnd()
    #expect(store.takeReads() == [])
  }

  @Test("D7: a server says what it finds and serves on; its store closes behind it", arguments: [1, 3])
  func serverFinds(loops: Int) throws {
    let home = try Home(.plain)
    home.server.drain()
    try home.damage(home.groups[0], sequence: 3)
    let written = Locked("")
    let server = try TestServer(home.store, log: Logger(label: "test") { _ in RecordingLog(written: written) }) {
      $0.loops = loops
      $0.scrubMilliseconds = 1
    }
    eventually("it is said") { written.withLock { $0.contains("error: a group is damaged") } }
    #expect(written.withLock { $0 }.contains(home.groups[0].description) && server.server.damagedGroupCount == 1)
    let asha = try server.logIn(home.asha.token)
    #expect(try asha.accepted(.addEntry(home.groups[1].description)).position > 0)
    server.drain()
    try home.database?.close()
  }
}
