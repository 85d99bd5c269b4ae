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

  @Test("A room opened from a snapshot has nothing unsaved; one event later it has")
  func unsaved() throws {
    let busy = busyShell(savingAfter: [])
    let store = busy.store
    #expect(TestShell(store: store, history: try GroupHistory.load(Cast.group, from: store)).box.room.unsavedHistory != nil)
    try store.saveSnapshot(try #require(busy.history.storedSnapshot()))
    var shell = TestShell(store: store, history: try GroupHistory.load(Cast.group, from: store))
    #expect(shell.unsavedHistory == nil)
    shell.send(Cast.addEntry(500), by: 3)
    #expect(shell.unsavedHistory?.sequence == shell.history.sequence)
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
