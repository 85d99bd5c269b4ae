import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Room

/// Snapshots and loading: snapshot and tail are the same as full replay, byte for byte.
struct SnapshotTests {
  private func bytes(_ history: GroupHistory) throws -> [UInt8] { try #require(history.storedSnapshot()).bytes }

  /// A family that did a bit of everything, with a snapshot saved after each of so many commands.
  private func busyShell(savingAfter saved: Set<UInt64>) -> TestShell {
    var shell = TestShell.family()
    for number in 1...30 as ClosedRange<UInt64> {
      switch number % 5 {
      case 0: shell.send(Cast.createInvite(number), by: 1)
      case 1: shell.send(Cast.setBudget(number, budget: number % 3), by: 2)
      case 2 where number > 10: shell.send(Cast.revokeInvite(number, invite: number - number % 5 - 5), by: 1)
      default: shell.send(Cast.addEntry(number, minor: Int64(number) * 101), by: number % 3 + 1)
      }
      if saved.contains(number) { shell.save(shell.history) }
    }
    return shell
  }

  @Test("Snapshot and tail give the same bytes as full replay", arguments: [1, 7, 15, 29, 30] as [UInt64])
  func snapshotAndTail(number: UInt64) throws {
    let shell = busyShell(savingAfter: [number])
    #expect(try shell.store.loadSnapshot(Cast.group) != nil)
    let loaded = try bytes(GroupHistory.load(Cast.group, from: shell.store))
    #expect(loaded == (try bytes(shell.history)))
    #expect(loaded == (try bytes(GroupHistory.replay(Cast.group, from: shell.store))))
  }

  @Test("Deleted snapshots change nothing")
  func deletedSnapshots() throws {
    let shell = busyShell(savingAfter: [3, 9, 20])
    let before = try bytes(GroupHistory.load(Cast.group, from: shell.store))
    try shell.store.deleteSnapshots()
    #expect(try bytes(GroupHistory.load(Cast.group, from: shell.store)) == before)
  }

  @Test("A snapshot read back gives its own bytes again")
  func roundTrip() throws {
    let shell = busyShell(savingAfter: [30])
    let stored = try #require(try shell.store.loadSnapshot(Cast.group))
    #expect(try bytes(GroupHistory(stored)) == stored.bytes)
  }

  @Test("A group without events loads as an empty history")
  func emptyGroup() throws {
    let history = try GroupHistory.load(Cast.group, from: InMemoryStore())
    #expect(history.sequence == .start)
    #expect(!history.state.isCreated)
  }

  @Test("A snapshot is asked for at a bounded distance from the last one")
  func savesAtDistance() throws {
    var limits = RoomLimits()
    limits.snapshotEveryEvents = 20
    // Whatever is new.
    (limits.snapshotNewBytesMin, limits.snapshotNewPart) = (0, 1_000)
    var shell = TestShell.family(limits: limits)
    var sequences: [UInt64] = []
    for number in 1...40 as ClosedRange<UInt64> {
      shell.send(Cast.addEntry(number), by: 3)
      if let snapshot = try shell.store.loadSnapshot(Cast.group), sequences.last != snapshot.sequence.rawValue {
        sequences.append(snapshot.sequence.rawValue)
      }
    }
    #expect(sequences == [20, 40])
    #expect(shell.unsavedHistory?.sequence == GroupSequence(54))
  }

  /// The bytes of a group's events behind one of them.
  private func bytes(in store: InMemoryStore, after sequence: GroupSequence) throws -> Int {
    try store.read(Cast.group, after: sequence, limit: .max).reduce(0) { $0 + $1.bytes.count }
  }

  @Test("A room has its first snapshot unsaved, and none behind it until enough is new")
  func unsaved() throws {
    let busy = busyShell(savingAfter: [])
    let store = busy.store
    #expect(TestShell(store: store, history: try GroupHistory.load(Cast.group, from: store)).unsavedHistory != nil)
    let kept = try #require(busy.history.storedSnapshot())
    try store.saveSnapshot(kept)
    var shell = TestShell(store: store, history: try GroupHistory.load(Cast.group, from: store))
    #expect(shell.unsavedHistory == nil)
    var number: UInt64 = 500
    while try bytes(in: store, after: kept.sequence) < RoomLimits().snapshotNewBytesMin {
      #expect(shell.unsavedHistory == nil)
      shell.send(Cast.addEntry(number), by: 3)
      number += 1
    }
    #expect(number > 510 && shell.unsavedHistory?.sequence == shell.history.sequence)
  }

  /// Whether a room over what is stored has a snapshot unsaved.
  private func isUnsaved(_ store: InMemoryStore, bytesMin: Int, part: Int) throws -> Bool {
    var limits = RoomLimits()
    (limits.snapshotNewBytesMin, limits.snapshotNewPart) = (bytesMin, part)
    return TestShell(limits: limits, store: store, history: try GroupHistory.load(Cast.group, from: store)).unsavedHistory != nil
  }

  @Test("Limit: another snapshot is kept from 8 KiB of new events on that are a quarter of the last one's bytes, and with no byte less")
  func enoughIsNew() throws {
    let limits = RoomLimits()
    #expect(limits.snapshotNewBytesMin == 8_192 && limits.snapshotNewPart == 4)
    let store = busyShell(savingAfter: [7]).store
    let kept = try #require(try store.loadSnapshot(Cast.group))
    let new = try bytes(in: store, after: kept.sequence)
    try #require(kept.bytes.count + 3 <= new * limits.snapshotNewPart)
    #expect(try isUnsaved(store, bytesMin: new, part: limits.snapshotNewPart))
    #expect(try !isUnsaved(store, bytesMin: new + 1, part: limits.snapshotNewPart))
    for (size, isEnough) in [(new * limits.snapshotNewPart, true), (new * limits.snapshotNewPart + 1, false)] {
      var larger = kept
      // Fields that nobody knows, of three bytes and of two.
      if !(size - kept.bytes.count).isMultiple(of: 2) { larger.bytes += [0x80, 0x01, 0] }
      while larger.bytes.count < size { larger.bytes += [0x78, 0] }
      #expect(larger.bytes.count == size)
      try store.saveSnapshot(larger)
      #expect(try isUnsaved(store, bytesMin: 0, part: limits.snapshotNewPart) == isEnough)
    }
  }

  @Test("Behind a snapshot that a living room has kept, what is new is held against all events before it")
  func besideALivingRoom() throws {
    var limits = RoomLimits()
    (limits.snapshotEveryEvents, limits.snapshotNewBytesMin) = (20, 0)
    var shell = TestShell.family(limits: limits)
    var seen: Set<Bool> = []
    for number in 1...40 as ClosedRange<UInt64> {
      shell.send(Cast.addEntry(number), by: 3)
      guard let kept = try shell.store.loadSnapshot(Cast.group)?.sequence else { continue }
      let (all, new) = (try bytes(in: shell.store, after: .start), try bytes(in: shell.store, after: kept))
      let isUnsaved = new > 0 && new * limits.snapshotNewPart >= all - new
      #expect((shell.unsavedHistory != nil) == isUnsaved, "entry \(number)")
      seen.insert(isUnsaved)
    }
    #expect(seen == [true, false])
  }

  @Test("A snapshot in the form of before gives way to another at the first new event")
  func formOfBefore() throws {
    for isOfBefore in [false, true] {
      let family = TestShell.family()
      var snapshot = family.history.snapshot()
      if isOfBefore { snapshot.clearEntryTable() }
      let kept = StoredSnapshot(group: Cast.group, sequence: family.history.sequence, bytes: try snapshot.serializedBytes())
      try family.store.saveSnapshot(kept)
      var shell = TestShell(store: family.store, history: try GroupHistory.load(Cast.group, from: family.store))
      #expect(shell.unsavedHistory == nil)
      shell.send(Cast.addEntry(1), by: 3)
      #expect((shell.unsavedHistory != nil) == isOfBefore)
    }
  }

  @Test("The state of a lane's snapshot and the lane's tail are a replica of the lane alone")
  func laneSnapshotAndTail() throws {
    let shell = busyShell(savingAfter: [])
    let log = try shell.log()
    for lane in [Lane.shared, .admin] {
      let follower = try Follower(log: log, cursors: [lane: .max])
      #expect(try follower.matches(shell.history))
    }
  }
}
