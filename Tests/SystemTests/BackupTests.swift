import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Support
import Testing

/// `hearthd backup` and `hearthd restore` as an operator uses them.
@Suite struct BackupTests {
  @Test("The drill: a backup beside a busy server, the data lost, a restore, and everybody goes on from the backup's moment")
  func drill() throws {
    let folder = try TemporaryFolder()
    let (data, restored) = (folder.path + "/data", folder.path + "/restored")
    let server = try ServerProgram(data: data)
    let (asha, token) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    for number in 1...20 { _ = try asha.send(.addEntry(group, minor: Int64(number))) }
    try addAttachment(to: group, of: data)
    let id = try #require(GroupID(group))
    #expect(try asha.follow(id).epoch == 1)

    let meera = HearthProgram(name: "Meera", in: folder)
    try meera.run("register", "--server", "\(server.url)", "--name", "Meera")
    try meera.run("create", "Meera's books", "--currency", "INR", "--time-zone", "UTC")
    try meera.run("add", "5", "Bread")
    try meera.run("balances")

    let (backup, events) = try backUp(data, in: folder, beside: { _ = try asha.send(.addEntry(group, minor: 7)) }, group: id)
    for folder in [data, backup] {
      let log = try Program.run("hearthd", ["audit", "--data", folder])
      #expect(log.status == 0 && log.output.contains("backed_up"), "\(log)")
    }
    #expect(try Program.run("hearthd", ["verify", "--data", backup]).status == 0)
    let total = try count(of: backup)
    server.program.send(SIGKILL)
    _ = try server.program.status()
    try FileManager.default.removeItem(atPath: data)

    let result = try Program.run("hearthd", ["restore", backup, "--data", restored])
    #expect(result.status == 0 && result.output.contains("all verified"), "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: restored).sorted() == ["attachments", "hearth.db", "lock", "server.key"])
    let bill = restored + "/attachments/\(group)/\(ContentHash(of: Array("a bill".utf8)))"
    #expect(try Data(contentsOf: URL(filePath: bill)) == Data("a bill".utf8))
    // AT-07: one of a minor's lane too.
    let minors = restored + "/attachments/\(group)/\(Self.minorFolder)/\(ContentHash(of: Array("a bill".utf8)))"
    #expect(try Data(contentsOf: URL(filePath: minors)) == Data("a bill".utf8))
    let again = try ServerProgram(data: restored)
    let back = try again.logIn(token)
    let view = try back.follow(id)
    #expect(view.epoch > 1_700_000_000_000)
    #expect(view.marks[.shared].map { Int($0.position.rawValue) } == events)
    _ = try back.send(.addEntry(group, minor: 7))
    try HearthProgram.moveServer("Meera", in: folder, from: server.url, to: again.url)
    let entries = try meera.start("entries")
    #expect(try entries.status() == 0)
    #expect(try entries.output.all().contains("Bread"))
    #expect(try entries.errors.all().contains("restored from a backup"))
    try meera.run("add", "7", "Milk")
    #expect(try meera.run("entries").contains("Milk"))
    try meera.run("verify")
    again.program.send(SIGTERM)
    #expect(try again.program.status() == 0)
    let verified = try Program.run("hearthd", ["verify", "--data", restored])
    #expect(verified.status == 0 && verified.output.contains("\(total + 2) events"), "\(verified)")

    // The same backup once more is another history: what was told of the first does not count in it.
    let second = folder.path + "/second"
    #expect(try Program.run("hearthd", ["restore", backup, "--data", second]).status == 0)
    #expect(try epoch(of: second) > epoch(of: restored))
  }

  @Test("EW-07 words that were erased are in no file of the data, nor of a backup behind hearthd erase, and both verify")
  func erased() throws {
    let home = try AshasHome()
    let (folder, data) = (home.folder, home.folder.path + "/data")
    let backup = folder.path + "/backup"
    func words(in folder: String) throws -> Int {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      return names.compactMap { FileManager.default.contents(atPath: folder + "/" + $0) }.count {
        $0.range(of: Data("Zuckerwatte".utf8)) != nil
      }
    }
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    let invite = try home.asha.run("invite", "--role", "adult")
    let code = String(try #require(invite.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
    let ravi = HearthProgram(name: "Ravi", in: folder)
    try ravi.run("register", "--server", "\(home.server.url)", "--name", "Ravi")
    try ravi.run("join", code)
    try ravi.run("add", "450", "Zuckerwatte")
    try home.asha.run("add", "20", "Milk")
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    #expect(try words(in: data) > 0 && words(in: backup) > 0, "the control")
    let balances = try home.asha.run("balances", "--json")
    try ravi.run("privacy", "erase", "--yes")
    eventually("the erasure is done") { (try? ravi.run("history").contains("is erased")) == true }
    #expect(try words(in: data) == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", data]).status == 0)
    for program in [home.asha, ravi] { try program.run("verify") }
    #expect(try home.asha.run("balances", "--json") == balances)
    #expect(try home.asha.run("entries").contains("Milk"))

    #expect(try words(in: backup) > 0, "the control")
    let result = try Program.run("hearthd", ["erase", backup, "--data", data])
    #expect(result.status == 0 && result.output.contains("erased the words of 1 event "), "\(result)")
    #expect(try words(in: backup) == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", backup]).status == 0)
    let again = try Program.run("hearthd", ["erase", backup, "--data", data])
    #expect(again.status == 0 && again.output.contains("nothing had to be erased"), "\(again)")
    #expect(try Program.run("hearthd", ["erase", data, "--data", data]).status != 0)
  }

  @Test("What was revoked or removed after the backup is good again: the restore says so, and where the former audit log lists it")
  func revokedSince() throws {
    let home = try AshasHome()
    let (folder, data) = (home.folder, home.folder.path + "/data")
    let (backup, restored) = (folder.path + "/backup", folder.path + "/restored")
    func code(in output: String) throws -> String {
      String(try #require(output.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
    }
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    let (ravi, phone) = (HearthProgram(name: "Ravi", in: folder), HearthProgram(name: "phone", in: folder))
    try ravi.run("register", "--server", "\(home.server.url)", "--name", "Ravi")
    try ravi.run("join", code(in: home.asha.run("invite", "--role", "adult")))
    let link = try code(in: home.asha.run("devices", "link"))
    try phone.run("login", "--server", "\(home.server.url)", "--link", link, "--device", "Phone")
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    try home.asha.run("devices", "revoke", "Phone", "--yes")
    try home.asha.run("member", "remove", "Ravi", "--yes")
    home.server.program.send(SIGTERM)
    #expect(try home.server.program.status() == 0)

    let result = try Program.run("hearthd", ["restore", backup, "--data", restored])
    #expect(result.status == 0, "\(result)")
    let first = try #require(result.output.firstMatch(of: /is good again: .* from number ([0-9]+) on/), "\(result)").1
    let log = try Program.run("hearthd", ["audit", "--data", data]).output.split(separator: "\n")
    let since = log.filter { Int($0.prefix(while: \.isNumber)) ?? 0 >= Int(first) ?? .max }
    let acts = ["device_revoked", "member_removed"]
    #expect(acts.allSatisfy { act in since.contains { $0.contains(act) } }, "\(log)")
    // The control: before it there is nothing of the kind.
    #expect(since.count < log.count && !log.prefix(log.count - since.count).contains { line in acts.contains { line.contains($0) } })

    let again = try ServerProgram(data: restored)
    for name in ["Ravi", "phone"] { try HearthProgram.moveServer(name, in: folder, from: home.server.url, to: again.url) }
    for program in [ravi, phone] { #expect(try program.run("groups").contains("Sharma Family")) }
  }

  @Test("Nothing is ever replaced: neither a backup by another, nor data by a restore")
  func replacesNothing() throws {
    let folder = try TemporaryFolder()
    let (data, backup) = (folder.path + "/data", folder.path + "/backup")
    try live(in: data)
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    let before = try Data(contentsOf: URL(filePath: data + "/hearth.db"))
    for arguments in [
      ["backup", backup, "--data", data], ["restore", backup, "--data", data], ["restore", data + "/none", "--data", data],
    ] {
      let result = try Program.run("hearthd", arguments)
      #expect(result.status != 0 && !result.errors.isEmpty, "\(arguments)")
    }
    #expect(try Data(contentsOf: URL(filePath: data + "/hearth.db")) == before)
    // Even a folder that has lost its database has what cannot be had again.
    try FileManager.default.removeItem(atPath: data + "/hearth.db")
    let refused = try Program.run("hearthd", ["restore", backup, "--data", data])
    #expect(refused.status != 0 && refused.errors.contains("not empty") && refused.errors.contains("move this one away"), "\(refused)")
    // A finished restore's folder says nothing about whose the rest is.
    try FileManager.default.createDirectory(atPath: data + "/restoring", withIntermediateDirectories: true)
    #expect(try Program.run("hearthd", ["restore", backup, "--data", data]).status != 0)
    #expect(FileManager.default.fileExists(atPath: data + "/server.key"))
    // A log that its database has left behind would be taken for the restored one's.
    let fresh = folder.path + "/fresh"
    try FileManager.default.createDirectory(atPath: fresh, withIntermediateDirectories: true)
    try Data("frames".utf8).write(to: URL(filePath: fresh + "/hearth.db-wal"))
    let stale = try Program.run("hearthd", ["restore", backup, "--data", fresh])
    #expect(stale.status != 0 && stale.errors.contains("hearth.db-wal"), "\(stale)")
  }

  @Test("A server does not begin with nothing where a database was lost", arguments: ["attachments", "exports"])
  func lostDatabase(left: String) throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    try live(in: data)
    try FileManager.default.removeItem(atPath: data + "/hearth.db")
    try? FileManager.default.removeItem(atPath: data + "/attachments")
    // A key alone has a start left that broke off.
    do {
      let server = try ServerProgram(data: data)
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
    }
    try FileManager.default.removeItem(atPath: data + "/hearth.db")
    let group = GroupID(high: 1, low: 2).description
    let path = data + (left == "exports" ? "/exports" : "/attachments/\(group)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if left == "exports" { try Data("bundle".utf8).write(to: URL(filePath: path + "/\(group).hearth")) }
    let refused = try Program.run("hearthd", ["serve", "--data", data, "--listen", "127.0.0.1:0"])
    #expect(refused.status != 0 && refused.errors.contains("has no hearth.db, and \(left)"), "\(refused)")
    #expect(refused.errors.contains("hearthd restore") && !FileManager.default.fileExists(atPath: data + "/hearth.db"))
  }

  @Test("What does not verify is neither kept as a backup nor restored")
  func damage() throws {
    let folder = try TemporaryFolder()
    let (data, backup) = (folder.path + "/data", folder.path + "/backup")
    try live(in: data)
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    for path in [backup, data] {
      let queue = try DatabaseQueue(path: path + "/hearth.db")
      try queue.write { try $0.execute(sql: "UPDATE event SET bytes = substr(bytes, 1, length(bytes) - 1) || x'55' WHERE sequence = 3") }
      try queue.close()
    }
    let restored = folder.path + "/restored"
    let restore = try Program.run("hearthd", ["restore", backup, "--data", restored])
    #expect(restore.status != 0 && restore.output.contains("damaged: ") && restore.errors.contains("Nothing was restored"), "\(restore)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: restored) == ["lock"])
    let second = try Program.run("hearthd", ["backup", folder.path + "/second", "--data", data])
    #expect(second.status != 0 && second.output.contains("damaged: ") && second.errors.contains("Nothing was kept"), "\(second)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["backup", "data", "restored"])
    let kept = try Program.run("hearthd", ["restore", backup, "--data", restored, "--keep-damaged"])
    #expect(kept.status == 0 && kept.output.contains("damaged: "), "\(kept)")
    try FileManager.default.removeItem(atPath: data + "/server.key")
    let keyless = try Program.run("hearthd", ["backup", folder.path + "/third", "--data", data, "--keep-damaged"])
    #expect(keyless.status != 0 && keyless.errors.contains("server.key"), "\(keyless)")
  }

  @Test("A log that has lost its end is found out by its snapshot, in a backup too, and nothing makes it look whole")
  func lostEnd() throws {
    let folder = try TemporaryFolder()
    let (data, backup, restored) = (folder.path + "/data", folder.path + "/backup", folder.path + "/restored")
    try live(in: data)
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    let queue = try DatabaseQueue(path: backup + "/hearth.db")
    try queue.write { database in
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM snapshot") == 1)
      try database.execute(sql: "DELETE FROM event WHERE sequence > 4")
    }
    try queue.close()
    let refused = try Program.run("hearthd", ["restore", backup, "--data", restored])
    #expect(refused.status != 0 && refused.output.contains("damaged: "), "\(refused)")
    #expect(try Program.run("hearthd", ["restore", backup, "--data", restored, "--keep-damaged"]).status == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", restored]).status == 1)
  }

  @Test("A server keeps a restore out, and the export of a deleted group is in a backup")
  func others() throws {
    let folder = try TemporaryFolder()
    let (data, backup, restored) = (folder.path + "/data", folder.path + "/backup", folder.path + "/restored")
    try live(in: data)
    try FileManager.default.createDirectory(atPath: data + "/exports", withIntermediateDirectories: true)
    try Data("a bundle".utf8).write(to: URL(filePath: data + "/exports/group.hearth"))
    try Data("half".utf8).write(to: URL(filePath: data + "/exports/other.hearth.part"))
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: backup + "/exports") == ["group.hearth"])
    let server = try ServerProgram(data: restored)
    let busy = try Program.run("hearthd", ["restore", backup, "--data", restored])
    #expect(busy.status != 0 && busy.errors.contains("in use"), "\(busy)")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let second = folder.path + "/second"
    #expect(try Program.run("hearthd", ["restore", backup, "--data", second]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: second + "/exports/group.hearth")) == Data("a bundle".utf8))
  }

  @Test("A backup is read where nothing can be written, and data of an earlier version is backed up and restored")
  func earlierAndReadOnly() throws {
    let folder = try TemporaryFolder()
    let (data, backup, restored) = (folder.path + "/data", folder.path + "/backup", folder.path + "/restored")
    try live(in: data)
    let queue = try DatabaseQueue(path: data + "/hearth.db")
    // As the first version left it: audit rows name no member, and nobody is suspended.
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          DROP TABLE webhook; DROP TABLE group_token; DROP INDEX identity_suspended; ALTER TABLE identity DROP COLUMN suspended_at;
          ALTER TABLE audit DROP COLUMN member; ALTER TABLE device DROP COLUMN push; PRAGMA user_version = 1
          """)
    }
    try queue.close()
    let result = try Program.run("hearthd", ["backup", backup, "--data", data])
    #expect(result.status == 0, "\(result)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: backup).sorted() == ["attachments", "hearth.db", "server.key"])
    // One file that is no part of a pair: byte 18 of its head says which journal it has.
    #expect(try Data(contentsOf: URL(filePath: backup + "/hearth.db"))[18] == 1)
    #expect(try Program.run("hearthd", ["restore", backup, "--data", restored]).status == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", restored]).status == 0)
  }

  @Test("No server starts on a folder that is half restored; the restore is begun anew, and so is a copy that broke off")
  func breaksOff() throws {
    let folder = try TemporaryFolder()
    let (data, backup, restored) = (folder.path + "/data", folder.path + "/backup", folder.path + "/restored")
    try live(in: data)
    // As it is left when the process ends before the database has its name.
    try FileManager.default.createDirectory(atPath: backup + ".partial/attachments", withIntermediateDirectories: true)
    #expect(try Program.run("hearthd", ["backup", backup, "--data", data]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: backup + ".partial"))
    for part in ["restoring", "attachments"] {
      try FileManager.default.createDirectory(atPath: restored + "/" + part, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: backup + "/hearth.db", toPath: restored + "/restoring/hearth.db")
    try Data("half".utf8).write(to: URL(filePath: restored + "/server.key"))
    let refused = try Program.run("hearthd", ["serve", "--listen", "127.0.0.1:0", "--data", restored])
    #expect(refused.status != 0 && refused.errors.contains("hearthd restore again"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: restored + "/hearth.db"))
    #expect(try Program.run("hearthd", ["restore", backup, "--data", restored]).status == 0)
    #expect(try Program.run("hearthd", ["verify", "--data", restored]).status == 0)
    let server = try ServerProgram(data: restored)
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }

  // MARK: Data

  /// Backs up beside somebody who writes to a group: a copy is of one moment, with what was acknowledged before it
  /// began, and here with something that came while it was made and without something else that did.
  ///
  /// - Returns: the copy, and how many of the group's events it has.
  private func backUp(
    _ data: String, in folder: TemporaryFolder, beside write: () throws -> Void, group: GroupID
  ) throws -> (backup: String, events: Int) {
    // Limit: attempts. What comes when is up to the machine; what is asked for nearly always comes with the first.
    for attempt in 1...20 {
      let backup = folder.path + "/backup-\(attempt)"
      let before = try count(of: data, group)
      let program = try Program("hearthd", ["backup", backup, "--data", data])
      while program.isRunning { try write() }
      #expect(try program.status() == 0)
      #expect(try program.output.next(containing: " events, ").hasSuffix("all verified"))
      let (events, after) = (try count(of: backup, group), try count(of: data, group))
      #expect((before...after).contains(events))
      if before < events, events < after { return (backup, events) }
    }
    throw Unexpected("nothing was written while a backup was made")
  }

  /// A group with some entries, by a server that has ended.
  private func live(in data: String) throws {
    let server = try ServerProgram(data: data)
    let (asha, _) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    for number in 1...5 { _ = try asha.send(.addEntry(group, minor: Int64(number))) }
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }

  private func addAttachment(to group: String, of data: String) throws {
    for folder in ["", "/" + Self.minorFolder].map({ data + "/attachments/\(group)" + $0 }) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let content = Array("a bill".utf8)
      try Data(content).write(to: URL(filePath: folder + "/\(ContentHash(of: content))"))
    }
  }

  private static let minorFolder = "minor-01900000-0000-7000-8000-0000000000a1"

  private func count(of data: String) throws -> Int {
    try read(data) { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") ?? 0 }
  }

  private func count(of data: String, _ group: GroupID) throws -> Int {
    try read(data) { try Int.fetchOne($0, sql: "SELECT count(*) FROM event WHERE group_id = ?", arguments: [Data(group.bytes)]) ?? 0 }
  }

  private func epoch(of data: String) throws -> Int { try read(data) { try Int.fetchOne($0, sql: "SELECT max(epoch) FROM epoch") ?? 0 } }

  private func read<Value>(_ data: String, _ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: data + "/hearth.db")
    defer { try? queue.close() }
    return try queue.read(body)
  }
}
