import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Support
import Testing

/// `hearthd keys`, and the other verbs on an encrypted folder.
@Suite struct KeysTests {
  private let folder: TemporaryFolder
  private let data: String
  private let key: String
  private var options: [String] { ["--key-file", key] }

  init() throws {
    folder = try TemporaryFolder()
    (data, key) = (folder.path + "/data", folder.path + "/key")
    try made(key)
  }

  private func made(_ file: String) throws {
    let result = try Program.run("hearthd", ["keys", "create", file])
    #expect(result.status == 0, "\(result)")
  }

  private func hearthd(_ verb: String..., on data: String? = nil, options: [String]? = nil) throws -> (text: String, status: Int32) {
    let result = try Program.run("hearthd", verb + ["--data", data ?? self.data] + (options ?? self.options))
    return (result.output + result.errors, result.status)
  }

  /// A group with an entry and a receipt, by a server that has ended.
  private func live(_ options: [String]) throws -> (group: String, asha: HearthProgram) {
    let server = try ServerProgram(data: data, options)
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha Mehta")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    try asha.run("add", "450", "Vegetables for grandmother")
    let bill = folder.path + "/bill.pdf"
    try Data("%PDF-1.7 a bill for vegetables".utf8).write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)
    let group = try #require(try asha.run("groups", "--json").firstMatch(of: /"groupId":"([0-9a-f-]{36})"/)).1
    // A second name before the log of the database moves into it, and everything behind it.
    #expect(try leaks() == (options.isEmpty ? Self.said : []))
    try end(server)
    #expect(try leaks() == (options.isEmpty ? Self.said : []))
    return (String(group), asha)
  }

  private static let said = ["Asha Mehta", "Sharma Family", "Vegetables for grandmother", "a bill for vegetables"]

  /// What was said and stands in some file of the data.
  private func leaks() throws -> [String] {
    var files: [Data] = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: data)) {
      if let file = FileManager.default.contents(atPath: data + "/" + name) { files.append(file) }
    }
    #expect(files.count >= 3)
    return Self.said.filter { text in files.contains { $0.range(of: Data(text.utf8)) != nil } }
  }

  private func end(_ server: ServerProgram) throws {
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }

  @Test("product 160: who has a served folder without its key reads nothing in it; everything that hearthd does works with the key")
  func household() throws {
    let (group, asha) = try live(options)
    #expect(try hearthd("verify").text.contains("all verified"))
    let missing = try hearthd("verify", options: [])
    #expect(missing.status != 0 && missing.text.contains("--key-file"), "\(missing)")
    for arguments in [["serve", "--listen", "127.0.0.1:0"], ["backup", folder.path + "/none"], ["export", group, folder.path + "/none"]] {
      let refused = try Program.run("hearthd", arguments + ["--data", data])
      #expect(refused.status != 0 && refused.errors.contains("it is encrypted with the key"), "\(refused)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }

    // A backup keeps what is sealed as it is, and is of use to nobody without the key.
    let (backup, restored) = (folder.path + "/backup", folder.path + "/restored")
    #expect(try hearthd("backup", backup).status == 0)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: backup).contains("key"))
    #expect(try hearthd("restore", backup, on: restored, options: []).status != 0)
    let done = try hearthd("restore", backup, on: restored)
    #expect(done.status == 0, "\(done)")
    #expect(try hearthd("verify", on: restored).text.contains("all verified"))

    // A bundle is for handing over, so it is in plain; a folder with another key takes it.
    let (bundle, second) = (folder.path + "/group.hearth", folder.path + "/second")
    #expect(try hearthd("export", group, bundle).status == 0)
    try made(second + "-key")
    let signer = try #require(try hearthd("keys", "show").text.firstMatch(of: /[0-9a-f]{64}/)).0
    let taken = try hearthd("import", bundle, on: second, options: ["--key-file", second + "-key", "--trust", String(signer)])
    #expect(taken.status == 0 && taken.text.contains("1 attachments"), "\(taken)")
    #expect(try hearthd("verify", on: second, options: ["--key-file", second + "-key"]).text.contains("all verified"))
    #expect(try hearthd("codes", group, on: second, options: ["--key-file", second + "-key"]).status == 0)

    let again = try ServerProgram(data: data, options)
    let profile = folder.path + "/asha/profile.json"
    let text = try String(contentsOfFile: profile, encoding: .utf8)
    try text.replacing(/ws:\/\/127\.0\.0\.1:[0-9]+/, with: "\(again.url)").write(toFile: profile, atomically: true, encoding: .utf8)
    try asha.run("receipt", "get", "last", "--out", folder.path + "/back.pdf")
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/back.pdf")) == Data("%PDF-1.7 a bill for vegetables".utf8))
    try end(again)
  }

  @Test("The key may come in HEARTH_KEY, as keys create - prints it; given twice or misspelt it is refused")
  func environment() throws {
    let made = try Program.run("hearthd", ["keys", "create", "-"])
    let secret = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(made.status == 0 && secret.count == 64)
    let server = try ServerProgram(Program("hearthd", ServerProgram.arguments(data: data), environment: ["HEARTH_KEY": secret]))
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha Mehta")
    #expect(try leaks() == [])
    try end(server)

    func verify(_ secret: String, _ options: [String] = []) throws -> (text: String, status: Int32) {
      let result = try Program.run("hearthd", ["verify", "--data", data] + options, environment: ["HEARTH_KEY": secret])
      return (result.output + result.errors, result.status)
    }
    #expect(try verify(secret).status == 0)
    // As a file it opens the same folder.
    let file = folder.path + "/same"
    let bytes = try #require(ContentHash(secret)).bytes
    #expect(FileManager.default.createFile(atPath: file, contents: Data(bytes), attributes: [.posixPermissions: 0o600]))
    #expect(try hearthd("verify", options: ["--key-file", file]).status == 0)
    #expect(try verify(secret, ["--key-file", file]).text.contains("given twice"))
    for wrong in ["", String(secret.dropLast()), secret + "0", String(repeating: "A", count: 64), String(repeating: "g", count: 64)] {
      let refused = try verify(wrong)
      #expect(refused.status != 0 && refused.text.contains("HEARTH_KEY is no key"), "\(refused)")
      #expect(wrong.isEmpty || !refused.text.contains(wrong))
    }
    #expect(try verify(String(secret.reversed())).text.contains("encrypted with the key"))
    let missing = try hearthd("keys", "encrypt", options: [])
    #expect(missing.status != 0 && missing.text.contains("HEARTH_KEY"), "\(missing)")
  }

  /// Runs a program as somebody whom the system lets look into no other process but those that it lets everybody of the
  /// same user.
  private static func unprivileged(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    guard getuid() == 0 else { return try Program(path: path, arguments, environment: environment) }
    let options = ["--bounding-set=-sys_ptrace,-sys_admin,-perfmon", "--", path]
    return try Program(path: "/usr/bin/env", ["setpriv"] + options + arguments, environment: environment)
  }

  /// What somebody of the same user sees of a process's environment; nil: nothing.
  private static func environment(of process: Int32) throws -> String? {
    let look = try unprivileged("/bin/cat", ["/proc/\(process)/environ"])
    return try look.status() == 0 ? look.output.all() : nil
  }

  @Test("HEARTH_KEY is nowhere to be seen in a running server, and whoever has a key shows its memory to root alone")
  func hidden() throws {
    let secret = try Program.run("hearthd", ["keys", "create", "-"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let kept = String(secret.reversed())
    func serve(_ place: String, _ options: [String], _ environment: [String: String]) throws -> ServerProgram {
      let arguments = ServerProgram.arguments(data: folder.path + "/" + place) + options
      let environment = environment.merging(["HEARTH_KEPT": kept]) { $1 }
      return try ServerProgram(Self.unprivileged(Program.products + "/hearthd", arguments, environment: environment))
    }
    let ways: [(String, [String], [String: String])] = [("first", [], ["HEARTH_KEY": secret]), ("second", ["--key-file", key], [:])]
    for (place, options, environment) in ways {
      let server = try serve(place, options, environment)
      let id = server.program.processID
      #expect(try Self.environment(of: id) == nil, "\(place)")
      let limits = try String(contentsOfFile: "/proc/\(id)/limits", encoding: .utf8)
      #expect(limits.contains(/Max core file size +0 +0 +bytes/), "\(limits)")
      if getuid() == 0 {
        let look = try Program(path: "/bin/cat", ["/proc/\(id)/environ"])
        let seen = try look.output.all()
        // The control: what is no key is still there.
        #expect(!seen.contains(secret) && seen.contains("HEARTH_KEPT=\(kept)"), "\(place)")
      }
      try end(server)
    }
    // The control: a server without a key is as open as other programs.
    let server = try serve("plain", [], [:])
    #expect(try Self.environment(of: server.program.processID)?.contains("HEARTH_KEPT=\(kept)") == true)
    try end(server)
  }

  @Test("AU-01: a folder in plain is encrypted when that is asked for, and not before")
  func encrypts() throws {
    _ = try live([])
    let unasked = try hearthd("serve", "--listen", "127.0.0.1:0")
    #expect(unasked.status != 0 && unasked.text.contains("hearthd keys encrypt"), "\(unasked)")
    #expect(try leaks() == Self.said)
    let server = try ServerProgram(data: data)
    #expect(try hearthd("keys", "encrypt").text.contains("in use by another server"))
    try end(server)
    let result = try hearthd("keys", "encrypt")
    #expect(result.status == 0 && result.text.contains("1 attachments"), "\(result)")
    #expect(try leaks() == [])
    #expect(try hearthd("verify").text.contains("all verified"))
    #expect(try hearthd("verify", options: []).status != 0)
    #expect(try hearthd("keys", "encrypt").text.contains("encrypted already"))
    #expect(try rows("folder_encrypted", options: options) == 1)
    try end(try ServerProgram(data: data, options))
  }

  /// Rows of an act in the audit log.
  private func rows(_ act: String, options: [String]) throws -> Int {
    let result = try hearthd("audit", options: options)
    #expect(result.status == 0, "\(result)")
    return result.text.split(separator: "\n").count { $0.contains(act) }
  }

  @Test("S6, AU-01: the key is replaced under load beside a server, to which nothing happens; the next one needs the new file")
  func rotates() throws {
    let next = folder.path + "/next"
    try made(next)
    // It comes through a pipe, so that the rotation lasts until it is given.
    let pipe = folder.path + "/pipe"
    guard mkfifo(pipe, 0o600) == 0 else { throw Unexpected("no fifo can be made") }
    let server = try ServerProgram(data: data, options)
    let spenders = try (0..<4).map { try Spender("Asha \($0)", at: server) }
    /// Waits until everybody has the answer to a command that they began after this was called.
    func expectAnswers(_ when: String) {
      let before = spenders.map(\.answered)
      // The first answer may be that of a command that was under way.
      eventually("everybody is answered \(when) the rotation") { zip(spenders, before).allSatisfy { $0.answered >= $1 + 2 } }
    }
    expectAnswers("before")
    let rotation = try Program("hearthd", ["keys", "rotate", "--data", data, "--key-file", key, "--new-key-file", pipe])
    expectAnswers("during")
    #expect(rotation.isRunning)
    try Data(contentsOf: URL(filePath: next)).write(to: URL(filePath: pipe), options: [])
    #expect(try rotation.status() == 0)
    expectAnswers("after")
    let spent = try spenders.map { try $0.stop() }
    try end(server)
    #expect(try hearthd("verify").status != 0)
    let verified = try hearthd("verify", options: ["--key-file", next])
    let groupCount = spent.reduce(0) { $0 + $1.groups.count }
    #expect(verified.status == 0 && verified.text.hasPrefix("\(groupCount) groups, "), "\(verified)")
    #expect(try rows("key_replaced", options: ["--key-file", next]) == 1)
    let again = try ServerProgram(data: data, ["--key-file", next])
    for (spender, last) in zip(spenders, spent) {
      let back = try again.logIn(spender.token)
      for group in last.groups {
        let id = try #require(GroupID(group))
        let position = try back.follow(id).marks[.shared]?.position.rawValue
        if group == spender.home { #expect(position == last.position && last.position > 1) }
        try back.unfollow(id)
      }
    }
    try end(again)
  }

  @Test("Where the database's log has rotted, keys rotate touches nothing: SQLite would leave out what follows")
  func rottenLog() throws {
    let next = folder.path + "/next"
    try made(next)
    let server = try ServerProgram(data: data, options)
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha Mehta")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    for number in 1...5 { try asha.run("add", "\(number)", "Entry \(number)") }
    server.program.send(SIGKILL)
    _ = try server.program.status()
    let (database, log) = (URL(filePath: data + "/hearth.db"), URL(filePath: data + "/hearth.db-wal"))
    let sound = try Data(contentsOf: log)
    var rotten = sound
    // In the page of its first frame: behind the log's head of 32 bytes and the frame's of 24.
    rotten[100] ^= 1
    try rotten.write(to: log)
    let before = try Data(contentsOf: database)
    let refused = try hearthd("keys", "rotate", options: options + ["--new-key-file", next])
    #expect(refused.status != 0 && refused.text.contains("damaged at frame 1"), "\(refused)")
    #expect(try Data(contentsOf: log) == rotten && Data(contentsOf: database) == before)
    try sound.write(to: log)
    #expect(try hearthd("keys", "rotate", options: options + ["--new-key-file", next]).status == 0)
    #expect(try hearthd("verify", options: ["--key-file", next]).text.contains("all verified"))
  }

  @Test("S6: killed anywhere, a rotation has happened or not; one of the two keys opens everything")
  func killed() throws {
    _ = try live(options)
    let keys = (0..<2).map { folder.path + "/key-\($0)" }
    for file in keys { try made(file) }
    #expect(try hearthd("keys", "rotate", "--new-key-file", keys[0]).status == 0)
    var current = 0
    for round in 0..<10 {
      let queue = try DatabaseQueue(path: data + "/hearth.db")
      var program: Program?
      // While somebody else writes it waits with everything in hand; it is killed there, or as soon as it is let go.
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN IMMEDIATE")
        program = try Program(
          "hearthd", ["keys", "rotate", "--data", data, "--key-file", keys[current], "--new-key-file", keys[1 - current]])
        let id = try #require(program?.processID)
        eventually("it has the database open") { Self.hasOpen(id, "hearth.db") }
        if round == 0 { program?.send(SIGKILL) }
        try database.execute(sql: "COMMIT")
      }
      try queue.close()
      // The last is let come to its end.
      if round < 9 { program?.send(SIGKILL) }
      _ = try program?.status()
      let opens = try keys.map { try hearthd("verify", options: ["--key-file", $0]).status == 0 }
      #expect(opens.count { $0 } == 1)
      if round == 0 { #expect(opens[current]) }
      if round == 9 { #expect(opens[1 - current]) }
      current = opens[0] ? 0 : 1
    }
    #expect(try hearthd("keys", "rotate", options: ["--key-file", keys[current], "--new-key-file", keys[1 - current]]).status == 0)
    #expect(try hearthd("verify", options: ["--key-file", keys[1 - current]]).status == 0)
  }

  private static func hasOpen(_ process: Int32, _ name: String) -> Bool {
    let files = "/proc/\(process)/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\($0)"))?.hasSuffix(name) ?? false
    }
  }

  @Test("The server's key is sealed, by which codes of invites could be made; one that was put in its place is refused")
  func serverKey() throws {
    _ = try live(options)
    let file = URL(filePath: data + "/server.key")
    let sealed = try Data(contentsOf: file)
    #expect(sealed.count == 32 + 37)
    var flipped = sealed
    flipped[40] ^= 1
    for bytes in [flipped, Data(count: 32), sealed.dropLast(1), Data()] {
      try bytes.write(to: file)
      let refused = try hearthd("serve", "--listen", "127.0.0.1:0")
      #expect(refused.status != 0 && refused.text.contains("Restore it from a backup"), "\(refused)")
      #expect(try hearthd("verify").text.contains("server.key"))
      #expect(try Data(contentsOf: file) == bytes)
    }
    try sealed.write(to: file)
    try end(try ServerProgram(data: data, options))
  }

  @Test("A key file is made once, has 32 bytes, is its owner's alone and lies outside the data")
  func files() throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: key)
    #expect(attributes[.posixPermissions] as? Int == 0o600 && attributes[.size] as? Int == 32)
    let before = try Data(contentsOf: URL(filePath: key))
    let twice = try Program.run("hearthd", ["keys", "create", key])
    #expect(twice.status != 0 && twice.errors.contains("File exists"), "\(twice)")
    #expect(try Data(contentsOf: URL(filePath: key)) == before)

    func complaint(_ bytes: Data, _ mode: Int = 0o600, _ file: String? = nil) throws -> String {
      let file = file ?? folder.path + "/other"
      try? FileManager.default.removeItem(atPath: file)
      try bytes.write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let result = try hearthd("verify", options: ["--key-file", file])
      #expect(result.status != 0)
      return result.text
    }
    // Limit: 32 bytes, no more and no fewer.
    for count in [0, 31, 33] { #expect(try complaint(Data(count: count)).contains("not exactly 32 bytes")) }
    for mode in [0o640, 0o604, 0o620] { #expect(try complaint(before, mode).contains("chmod 600")) }
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    #expect(try complaint(before, 0o600, data + "/key").contains("lies in the data folder"))
    #expect(try hearthd("verify", options: ["--key-file", folder.path + "/missing"]).text.contains("No such file"))
    // A link into the folder leads there.
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: data + "/key")
    #expect(try hearthd("verify", options: ["--key-file", link]).text.contains("lies in the data folder"))
    try FileManager.default.removeItem(atPath: data + "/key")

    // From a pipe, so that the key lies on no disk of this machine.
    _ = try live(options)
    let script = "exec 3< <(cat '\(key)'); exec \"$0\" verify --data '\(data)' --key-file /dev/fd/3"
    let piped = try Program(path: "/bin/bash", ["-c", script, Program.products + "/hearthd"])
    let status = try piped.status()
    let errors = try piped.errors.all()
    #expect(status == 0, "\(errors)")
  }
}
