import EventStore
import Foundation
import GRDB
import HearthProtocol
import HearthServer
import SQLiteStore
import Support
import Testing

/// SPEC GR-08, product 23: thirty days after its owner asked for it an archived group is exported and deleted.
@Suite(.onOneAndThreeLoops) struct PurgeTests {
  private static let thirtyDays: Int64 = 30 * 86_400_000
  private static let content = [UInt8]("%PDF-bill".utf8)

  /// What is kept of a group.
  private struct Traces: Sendable {
    let store: SQLiteStore
    let attachments: AttachmentFolder
    let id: GroupID

    func areGone() throws -> Bool {
      let rows = try store.pool.read { database in
        try ["event", "snapshot", "membership", "invite"].reduce(0) { count, table in
          count + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE group_id = ?", arguments: [Data(id.bytes)]) ?? 0)
        }
      }
      return try rows == 0 && store.isPurged(id) && store.groups().isEmpty && attachments.groups().isEmpty
    }

    /// When the group is due; nil when it is not.
    func due() throws -> Int64? {
      try store.pool.read { try Int64.fetchOne($0, sql: "SELECT due_at FROM due WHERE group_id = ?", arguments: [Data(id.bytes)]) }
    }
  }

  /// A group whose owner has asked for its deletion, on a data folder; Ravi follows it.
  private final class Home {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let attachments: AttachmentFolder
    let exports: ExportFolder
    var server: TestServer
    let group = Fresh.id()
    let id: GroupID
    let asha: WireClient
    let ravi: WireClient
    let code: String
    let purgeAt: Int64

    init() throws {
      folder = try TemporaryFolder()
      store = try SQLiteStore(directory: folder.path)
      attachments = AttachmentFolder(dataFolder: folder.path)
      try attachments.prepare()
      exports = ExportFolder(dataFolder: folder.path)
      id = try #require(GroupID(group))
      server = try TestServer(store, attachments: attachments, exports: exports) { $0.dueMilliseconds = 100 }
      asha = try server.register("Asha")
      ravi = try server.register("Ravi")
      _ = try asha.accepted(.createGroup(group))
      _ = try ravi.accepted(.join(try asha.invite(to: group)))
      code = try asha.invite(to: group)
      for _ in 0..<30 { _ = try asha.accepted(.addEntry(group)) }
      let socket = try BlockingSocket(server.address)
      let path = "/v1/groups/\(group)/attachments/\(ContentHash(of: content))"
      socket.send(Array(AttachmentServer.head("PUT", path, token: asha.token, length: content.count).utf8) + content)
      #expect(try Answer(socket).status == 201)
      _ = try asha.accepted(.make(group, .archiveGroup(.init())))
      _ = try asha.accepted(.make(group, .requestPurge(.with { $0.exported = true })))
      purgeAt = server.now + thirtyDays
    }

    /// Ends the server as a crash would, and starts another on the same folder.
    func restart(at instant: Int64) throws {
      server.stop()
      server = try TestServer(store, attachments: attachments, exports: exports, now: instant) { $0.dueMilliseconds = 100 }
    }

    var traces: Traces { Traces(store: store, attachments: attachments, id: id) }

    func awaitDeletion() {
      let traces = traces
      eventually("the group is deleted, to its last row") { (try? traces.areGone()) == true && (try? traces.due()) == .some(nil) }
    }

    func bundle() throws -> [UInt8] {
      var bytes: [UInt8] = []
      _ = try GroupExport.write(id, from: store, attachments) { (more) throws(ServerFailure) in bytes += more }
      return bytes
    }

    var exported: [UInt8]? { FileManager.default.contents(atPath: exports.path(of: id)).map { [UInt8]($0) } }
  }

  @Test(
    "product 23: at thirty days less a second the group is there, at thirty days it is exported and gone, and nobody can tell it from none")
  func onTime() throws {
    let home = try Home()
    let bundle = try home.bundle()
    try home.ravi.follow(home.group)
    home.server.pass(until: home.purgeAt - 1_000)
    // The room has been turned at that time when it has answered.
    #expect(try home.asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [home.group])
    #expect(try home.store.groupsDue(by: home.purgeAt - 1, limit: 1).isEmpty)
    #expect(try home.exported == nil && !home.store.isPurged(home.id))

    home.server.pass(until: home.purgeAt)
    let end = try home.ravi.message().subscriptionEnded
    #expect(end.groupID == home.group && end.reason == .membership)
    home.awaitDeletion()
    #expect(home.exported == bundle)
    let unknown = Fresh.id()
    for person in [home.asha, home.ravi] {
      #expect(try person.ask(.listGroups(.init())).groups.groups.isEmpty)
      for body in [
        Command.addEntry(home.group).body, Command.make("", .unarchiveGroup(.init())).body, Command.make("", .cancelPurge(.init())).body,
      ] {
        var answers: [Rejected] = []
        for group in [home.group, unknown] {
          var command = Command.make(group, .cancelPurge(.init()))
          command.body = body
          var rejected = try person.ask(.command(command)).rejected
          rejected.groupID = ""
          rejected.commandID = ""
          answers.append(rejected)
        }
        #expect(answers[0].code == "not_found" && answers[0] == answers[1])
      }
      #expect(try person.ask(.subscribe(.with { $0.groupID = home.group })).rejected.code == "not_found")
    }
    // Nor is the id free again, to whoever sends an old command once more.
    #expect(try home.asha.ask(.command(.createGroup(home.group))).rejected.code == "not_found")
    #expect(try home.server.register("Mira").ask(.command(.join(home.code))).rejected.code == "invite_invalid")
    try home.restart(at: home.purgeAt + 1)
    let asha = try home.server.logIn(home.asha.token)
    #expect(try asha.ask(.command(.createGroup(home.group))).rejected.code == "not_found")
    #expect(try asha.createGroup() != home.group)
  }

  @Test(
    "product 23: a clock that jumps past the day deletes nothing until it is believed: of two groups only the one whose time has passed")
  func jumps() throws {
    let home = try Home()
    home.server.pass(milliseconds: 86_400_000)
    let later = try home.asha.createGroup()
    _ = try home.asha.accepted(.make(later, .archiveGroup(.init())))
    _ = try home.asha.accepted(.make(later, .requestPurge(.with { $0.exported = true })))
    home.server.pass(until: home.purgeAt - 1)
    home.server.jump(milliseconds: Self.thirtyDays)
    #expect(try home.asha.ask(.listGroups(.init())).groups.groups.count == 2)
    home.server.pass(milliseconds: 1)
    eventually("the first is deleted") { [store = home.store, id = home.id] in (try? store.isPurged(id)) == true }
    #expect(try home.asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [later])
    home.server.pass(milliseconds: SettledClock.doubtMilliseconds)
    let id = try #require(GroupID(later))
    eventually("the other is deleted too") { [store = home.store] in (try? store.isPurged(id)) == true }
  }

  @Test("product 23: until then it is taken back, by cancel_purge and by unarchive_group, also after a restart", arguments: [true, false])
  func takenBack(cancels: Bool) throws {
    let home = try Home()
    try home.restart(at: home.purgeAt - 1_000)
    let asha = try home.server.logIn(home.asha.token)
    _ = try asha.accepted(.make(home.group, cancels ? .cancelPurge(.init()) : .unarchiveGroup(.init())))
    #expect(try home.store.groupsDue(by: .max, limit: 1).isEmpty)
    home.server.pass(until: home.purgeAt + Self.thirtyDays)
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [home.group])
    try home.restart(at: home.purgeAt + Self.thirtyDays)
    #expect(try home.server.logIn(home.asha.token).ask(.listGroups(.init())).groups.groups.count == 1)
    #expect(try home.exported == nil && !home.store.isPurged(home.id))
  }

  @Test("product 23: a group that nobody has open is deleted by whichever server is there when its time has come")
  func unattended() throws {
    let home = try Home()
    let bundle = try home.bundle()
    try home.restart(at: home.purgeAt + 5)
    home.awaitDeletion()
    #expect(home.exported == bundle)
  }

  @Test("GR-08 A crash between the export and the deletion, within the deletion or behind it loses nothing and leaves nothing")
  func crashes() throws {
    for moment in 0..<3 {
      let home = try Home()
      let bundle = try home.bundle()
      home.server.stop()
      try home.exports.export(home.id, from: home.store, home.attachments)
      if moment == 1 {
        // After the first commit and half of the log.
        try home.store.pool.writeWithoutTransaction { database in
          try database.execute(sql: "INSERT INTO purged VALUES (?, 0)", arguments: [Data(home.id.bytes)])
          try database.execute(sql: "DELETE FROM event WHERE group_id = ? AND sequence > 12", arguments: [Data(home.id.bytes)])
        }
        #expect(try home.store.groups().isEmpty)
      }
      if moment == 2 { try home.store.purge(home.id, at: home.purgeAt) }
      try home.restart(at: home.purgeAt)
      home.awaitDeletion()
      #expect(home.exported == bundle, "moment \(moment)")
      // Once more is harmless.
      _ = try GroupPurge.run(home.id, at: home.purgeAt, home.store, home.store, home.attachments, home.exports)
      #expect(try home.traces.areGone() && home.exported == bundle)
    }
  }

  @Test("GR-08 Without an export nothing is deleted: it is said in the log, and the group is what it was")
  func noExport() throws {
    let home = try Home()
    // Where the folder would be stands a file.
    try Data().write(to: URL(filePath: home.folder.path + "/exports"))
    try home.restart(at: home.purgeAt)
    let (traces, later) = (home.traces, home.purgeAt + 3_600_000)
    eventually("it is put off by an hour") { (try? traces.due()) == later }
    #expect(try !home.store.isPurged(home.id) && home.bundle().count > 1_000)
    try FileManager.default.removeItem(atPath: home.folder.path + "/exports")
    home.server.pass(until: home.purgeAt + 3_600_000)
    home.awaitDeletion()
    #expect(home.exported?.isEmpty == false)
    // AU-01
    #expect(try home.store.auditRows(after: 0, limit: 100).suffix(2).map(\.act) == ["group_exported", "group_purged"])
  }
}
