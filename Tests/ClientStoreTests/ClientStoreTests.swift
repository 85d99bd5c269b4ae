import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Ledger
import Support
import Testing

@testable import ClientStore

/// What a client keeps between two calls.
@Suite struct ClientStoreTests {
  private static let identity = IdentityID(high: 1, low: 2)

  private func command(_ number: Int) -> Command {
    var command = Command()
    command.id = "01900000-0000-7000-8000-" + String(format: "%012x", number)
    command.groupID = "01900000-0000-7000-8000-0000000000aa"
    command.addEntry.content.description_p = "Milk \(number)"
    return command
  }

  private func view(_ group: GroupID, name: String, position: UInt64 = 7) throws -> GroupView {
    var state = GroupState(group: group)
    var created = Event()
    created.groupCreated.name = name
    created.groupCreated.currency = "INR"
    try state.apply(created, lane: .shared, position: LanePosition(1))
    let marks = [Lane.shared: LaneMark(position: LanePosition(position), hash: .genesis(group: group, lane: .shared))]
    return GroupView(state: state, member: MemberID(high: 3, low: 4), epoch: .max - 1, marks: marks, online: [MemberID(high: 3, low: 4)])
  }

  @Test("Commands come back in the order in which they were given, also from a store that is opened anew")
  func order() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try ClientStore(folder: folder.path, identity: Self.identity)
      for number in [3, 1, 2] { try store.keep(command(number), at: Int64(number)) }
      // The same once more changes nothing, whenever it comes.
      try store.keep(command(1), at: 99)
    }
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    #expect(try store.commands() == [3, 1, 2].map { KeptCommand(command: command($0), keptAt: Int64($0)) })
    try store.settle(command(1).id)
    try store.settle(command(1).id)
    #expect(try store.commands().map(\.command) == [command(3), command(2)])
  }

  @Test("What was refused stays with the reason")
  func refused() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.keep(command(1), at: 5)
    var rejected = Rejected()
    rejected.code = "conflict"
    rejected.remedy = "Look at the entry as it is now."
    try store.refuse(command(1).id, rejected)
    #expect(try store.commands() == [KeptCommand(command: command(1), keptAt: 5, rejected: rejected)])
  }

  @Test("As many commands wait as may, and one more does not")
  func limit() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.queue.write { database in
      for number in 2...ClientStore.commandsMax {
        let bytes: Data = try command(number).serializedBytes()
        try database.execute(
          sql: "INSERT INTO command (id, kept_at, command) VALUES (?, 0, ?)", arguments: [command(number).id, bytes])
      }
    }
    try store.keep(command(1), at: 0)
    #expect(throws: ClientStoreFailure.tooMany(max: 10_000)) { try store.keep(command(ClientStore.commandsMax + 1), at: 0) }
    // One that is there already is no further one.
    try store.keep(command(1), at: 0)
    #expect(try store.commands().count == 10_000)
  }

  @Test("A group comes back as it was seen last, with nobody present")
  func views() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (GroupID(high: 1, low: 1), GroupID(high: 1, low: 2))
    do {
      let store = try ClientStore(folder: folder.path, identity: Self.identity)
      try store.keep(try view(first, name: "Sharma Family"), at: 10, by: "hearth/1")
      try store.keep(try view(second, name: "Flat"), at: 20, by: "hearth/1")
      try store.keep(try view(first, name: "Sharma", position: 9), at: 30, by: "hearth/1")
      // Nothing new but the time.
      try store.keep(try view(first, name: "Sharma", position: 9), at: 40, by: "hearth/1")
    }
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    #expect(try store.groups() == [SeenGroup(id: second, name: "Flat", seenAt: 20), SeenGroup(id: first, name: "Sharma", seenAt: 40)])
    let expected = try view(first, name: "Sharma", position: 9)
    let found = try #require(try store.view(of: first))
    #expect(found.state.snapshot(of: .shared) == expected.state.snapshot(of: .shared))
    #expect(found.marks == expected.marks)
    #expect(found.epoch == expected.epoch)
    #expect(found.member == expected.member)
    #expect(found.online.isEmpty)
    try store.forget(first)
    #expect(try store.view(of: first) == nil)
    #expect(try store.groups().map(\.id) == [second])
    // What belonged to it is gone too.
    #expect(try store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM lane") } == 1)
  }

  @Test("LN-08: another version of the program does not go on from a view, which may lack what it knows")
  func anotherProgram() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    let group = GroupID(high: 1, low: 1)
    try store.keep(try view(group, name: "Sharma Family"), at: 10, by: "hearth/1")
    #expect(try store.view(of: group, by: "hearth/1") != nil)
    #expect(try store.view(of: group, by: "hearth/2") == nil)
    // To be looked at without a connection it will do.
    #expect(try store.view(of: group) != nil)
    // What has not changed is written again when another has folded it.
    try store.keep(try view(group, name: "Sharma Family"), at: 20, by: "hearth/2")
    #expect(try store.view(of: group, by: "hearth/2") != nil)
  }

  @Test("LN-08: each head is remembered with the time at which it was seen first, under its epoch, until it or the group is forgotten")
  func heads() throws {
    let folder = try TemporaryFolder()
    let (group, other) = (GroupID(high: 1, low: 1), GroupID(high: 1, low: 2))
    func head(_ position: UInt64, at instant: Int64) -> SeenHead {
      SeenHead(lane: .shared, position: LanePosition(position), hash: .genesis(group: group, lane: .shared), seenAt: instant)
    }
    do {
      let store = try ClientStore(folder: folder.path, identity: Self.identity)
      try store.keep(try view(group, name: "Sharma Family", position: 7), at: 10, by: "hearth/1")
      try store.keep(try view(group, name: "Sharma Family", position: 9), at: 20, by: "hearth/1")
      try store.remember([head(8, at: 30), head(9, at: 30)], of: group, epoch: .max - 1)
      try store.keep(try view(other, name: "Flat", position: 1), at: 10, by: "hearth/1")
    }
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    #expect(try store.heads(of: group, epoch: .max - 1) == [head(7, at: 10), head(8, at: 30), head(9, at: 20)])
    #expect(try store.heads(of: group, epoch: 4).isEmpty)
    // Nothing is seen of a lane without events.
    try store.keep(try view(other, name: "Flat", position: 0), at: 20, by: "hearth/1")
    try store.remember([head(3, at: 40)], of: group, epoch: 4)
    #expect(try store.heads(of: group, epoch: 4) == [head(3, at: 40)] && store.heads(of: group, notOf: .max - 1) == [head(3, at: 40)])
    #expect(try store.heads(of: group, notOf: 4).count == 3)
    try store.forgetHeads(of: group, notOf: 4)
    #expect(try store.heads(of: group, epoch: .max - 1).isEmpty && store.heads(of: other, epoch: .max - 1).count == 1)
    try store.forget(group)
    #expect(try store.heads(of: group, epoch: 4).isEmpty)
    #expect(try store.heads(of: other, epoch: .max - 1).count == 1)
  }

  @Test("A command given in place of a refused one takes its place, or nothing changes")
  func insteadOf() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.keep(command(1), at: 5)
    try store.keep(command(2), at: 6)
    try store.keep(command(3), at: 7, insteadOf: command(1).id)
    #expect(try store.commands().map(\.command) == [command(2), command(3)])
    try store.queue.write { try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON command BEGIN SELECT RAISE(FAIL, 'no'); END") }
    #expect(throws: ClientStoreFailure.self) { try store.keep(command(4), at: 8, insteadOf: command(2).id) }
    #expect(try store.commands().map(\.command) == [command(2), command(3)])
  }

  @Test("product 202: a file of the version before is brought up to date, and keeps what waits in it")
  func migrates() throws {
    let folder = try TemporaryFolder()
    let group = GroupID(high: 1, low: 1)
    do {
      let store = try ClientStore(folder: folder.path, identity: Self.identity)
      try store.keep(command(1), at: 5)
      try store.keep(try view(group, name: "Sharma Family"), at: 10, by: "hearth/1")
      try store.queue.write {
        try $0.execute(sql: "DROP TABLE head; ALTER TABLE seen DROP COLUMN program; PRAGMA user_version = 1")
      }
    }
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    #expect(try store.commands().map(\.command) == [command(1)])
    #expect(try store.view(of: group) != nil)
    #expect(try store.view(of: group, by: "hearth/1") == nil)
  }

  @Test("Each identity has a file of its own, which only its owner reads")
  func files() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.keep(command(1), at: 0)
    let other = try ClientStore(folder: folder.path, identity: IdentityID(high: 1, low: 3))
    #expect(try other.commands().isEmpty)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    // What says it is kept has been synced.
    #expect(try store.queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try store.queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test("A file of a newer program, a damaged one and a full disk are said to be that, and nothing changes")
  func flaws() throws {
    let folder = try TemporaryFolder()
    let store = try ClientStore(folder: folder.path, identity: Self.identity)
    try store.keep(command(1), at: 0)
    try store.queue.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    var large = command(2)
    large.addEntry.content.note = String(repeating: "x", count: 100_000)
    #expect(throws: ClientStoreFailure.full(store.path)) { try store.keep(large, at: 0) }
    #expect(try store.commands().map(\.command) == [command(1)])
    try store.queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    #expect(throws: ClientStoreFailure.newer) { try ClientStore(folder: folder.path, identity: Self.identity) }
    let damaged = ClientStore.path(folder: folder.path, identity: IdentityID(high: 9, low: 9))
    try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: damaged))
    #expect(throws: ClientStoreFailure.noDatabase(damaged)) {
      try ClientStore(folder: folder.path, identity: IdentityID(high: 9, low: 9))
    }
    #expect {
      try ClientStore(folder: folder.path + "/nowhere", identity: Self.identity)
    } throws: { error in
      if case .unwritable = error as? ClientStoreFailure { true } else { false }
    }
  }
}
