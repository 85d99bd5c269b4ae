import EventStore
import Foundation
import GRDB
import HearthProtocol
import Room
import SQLiteStore
import Support
import Testing

/// What members see when the disk does not do what it should.
@Suite(.onOneAndThreeLoops) struct StoreTroubleTests {
  @Test(
    "A failed append is answered unavailable or storage_full, shows nothing, and the same command works afterwards",
    arguments: [(StoreFailure.broken("a test"), "unavailable"), (.full, "storage_full"), (.conflict(head: .start), "unavailable")])
  func failedAppend(failure: StoreFailure, code: String) throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let watcher = try server.logIn(asha.token)
    try watcher.follow(group)
    store.failNextAppend(with: failure)
    let command = Command.addEntry(group)
    let rejected = try asha.rejected(command)
    #expect(rejected.code == code)
    #expect(rejected.retryAfterMs > 0)
    #expect(!rejected.cause.contains("a test"), "SPEC ER-03: internal text does not leave")
    let accepted = try asha.accepted(command)
    #expect(accepted.position == 3 && !accepted.duplicate)
    #expect(try watcher.nextEvents().events.map(\.position) == [3])
    #expect(watcher.unasked.isEmpty)
  }

  @Test("Commands that wait behind a failed append are decided against what is stored")
  func commandsBehindFailure() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    store.failNextAppend(with: .broken("a test"))
    for _ in 0..<50 { try asha.send(.command(.addEntry(group))) }
    var positions: [UInt64] = []
    for _ in 0..<50 {
      let answer = try asha.message()
      if case .accepted(let accepted) = answer.body {
        positions.append(accepted.position)
      } else {
        #expect(answer.rejected.code == "unavailable")
      }
    }
    #expect(positions == Array(3..<UInt64(3 + positions.count)))
    #expect(positions.count < 50)
    #expect(try asha.follow(group).heads["shared"] == UInt64(2 + positions.count))
  }

  @Test("Who waits for a group that cannot be read any more is sent away with 1013, and is served when it can")
  func groupCannotBeReadAgain() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    store.closeAppends()
    let first = try asha.send(.command(.addEntry(group)))
    try #require(store.awaitAppend())
    let other = try server.logIn(asha.token)
    let behind = Command.addEntry(group)
    try other.send(.command(behind))
    try other.awaitRoom(of: group)
    store.failNextAppend(with: .broken("a test"))
    store.failReads(with: .broken("a test"))
    store.openAppends()
    #expect(try asha.answer(to: first).rejected.code == "unavailable")
    #expect(try other.closeCode() == 1013)
    store.failReads(with: nil)
    let back = try server.logIn(asha.token)
    #expect(try back.accepted(behind).position == 3)
  }

  @Test("When a catch-up cannot be read while an append is in flight, each command still gets the answer that is its own")
  func catchUpFailsDuringAppend() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let reader = try server.logIn(asha.token)
    let writer = try server.logIn(asha.token)
    store.closeReads()
    try reader.send(
      .subscribe(
        .with {
          $0.groupID = group; $0.epoch = 1;
          $0.cursors = [
            .with {
              $0.lane = "shared"; $0.position = 1
            }, .with { $0.lane = "admin" },
          ]
        }))
    try #require(store.awaitRead())
    store.closeAppends()
    let first = try asha.send(.command(.addEntry(group, "first")))
    try #require(store.awaitAppend())
    store.failReads(with: .broken("a test"))
    store.openReads()
    try #require(store.awaitFailedRead())
    // Something that comes back later: by now the loop has heard of the failure.
    _ = try writer.ask(
      .readHistory(
        .with {
          $0.groupID = Fresh.id(); $0.lane = "shared"
        }))
    store.failReads(with: nil)
    let second = Command.addEntry(group, "second")
    let request = try writer.send(.command(second))
    try writer.awaitRoom(of: group)
    store.letOneAppendThrough()
    #expect(try asha.answer(to: first).accepted.position == 3)
    store.openAppends()
    #expect(try reader.closeCode() == 1013)
    // Who is sent away learns nothing, and whoever learns something learns the truth.
    if let answer = try? writer.answer(to: request) { #expect(answer.accepted.position == 4) }
    let back = try server.logIn(asha.token)
    #expect(try back.accepted(second).position == 4)
    #expect(try back.follow(group).heads["shared"] == 4)
  }

  @Test("A damaged group is refused as group_damaged, to members and on every way; the others are served")
  func damagedGroup() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store)
    let asha = try server.register("Asha")
    let (damaged, sound) = (try asha.createGroup(), try asha.createGroup())
    for group in [damaged, sound] { for _ in 0..<5 { _ = try asha.accepted(.addEntry(group)) } }
    server.drain()
    let id = try #require(GroupID(damaged))
    try store.pool.write { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT id, bytes FROM event WHERE group_id = ? AND sequence = 4", arguments: [Data(id.bytes)]))
      var bytes: Data = row["bytes"]
      bytes[bytes.count / 2] ^= 1
      try database.execute(sql: "UPDATE event SET bytes = ? WHERE id = ?", arguments: [bytes, row["id"] as Int64])
    }
    server = try TestServer(store)
    let back = try server.logIn(asha.token)
    let refused: [ClientMessage.OneOf_Body] = [
      .subscribe(.with { $0.groupID = damaged }), .command(.addEntry(damaged)),
      .readHistory(
        .with {
          $0.groupID = damaged; $0.lane = "shared"
        }), .subscribe(.with { $0.groupID = damaged }),
    ]
    for body in refused {
      let rejected = try back.rejected(body)
      #expect(rejected.code == "group_damaged")
      #expect(rejected.groupID == damaged)
    }
    #expect(try back.follow(sound).heads["shared"] == 7)
    #expect(try back.accepted(.addEntry(sound)).position == 8)
    let listed = try back.ask(.listGroups(.init())).groups.groups
    #expect(listed.map(\.groupID) == [damaged, sound])
    #expect(listed.map(\.damaged) == [true, false])
    #expect(listed[0].name.isEmpty)
    // ER-04: a stranger cannot tell it from a group that does not exist.
    let stranger = try server.register("Mira")
    for group in [damaged, Fresh.id()] {
      var rejected = try stranger.rejected(.subscribe(.with { $0.groupID = group }))
      #expect(rejected.code == "not_found")
      rejected.groupID = ""
      #expect(try rejected.serializedBytes() as [UInt8] == Rejected.notFound().serializedBytes())
    }
  }
}
