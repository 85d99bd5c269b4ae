import Foundation
import HearthClient
import HearthProtocol
import Support
import TestCertificates
import TestPostgres
import Testing

/// `hearthd --store`: real processes over a real PostgreSQL. One server for all, one test at a time, a database for
/// each.
@Suite(.serialized) struct DatabaseProgramTests {
  private static let postgres = Result { try PostgresServer() }
  private let postgres: PostgresServer
  private let address: String

  init() throws {
    postgres = try Self.postgres.get()
    address = try postgres.freshDatabase()
  }

  private func hearthd(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    try Program.run("hearthd", arguments + ["--store", address])
  }

  @Test("A family over PostgreSQL: what was acknowledged, receipts too, is there after kill -9, and every verb of the operator reads it")
  func family() throws {
    let folder = try TemporaryFolder()
    let first = try ServerProgram(store: address)
    let (asha, ravi) = (HearthProgram(name: "asha", in: folder), HearthProgram(name: "ravi", in: folder))
    try asha.run("register", "--server", "\(first.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let code = try #require(try asha.run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    try ravi.run("register", "--server", "\(first.url)", "--name", "Ravi")
    try ravi.run("join", String(code))
    try asha.run("add", "450.50", "Vegetables")
    let bill = folder.path + "/bill.pdf"
    let content = Data("%PDF-1.7 ".utf8) + Data(repeating: 7, count: 300_000)
    try content.write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)
    let balances = try asha.balances()
    #expect(balances.values.sorted() == [-22_525, 22_525])
    first.program.send(SIGKILL)
    #expect(try first.program.status() == -SIGKILL)

    let second = try ServerProgram(store: address)
    for person in ["asha", "ravi"] { try HearthProgram.moveServer(person, in: folder, from: first.url, to: second.url) }
    #expect(try asha.balances() == balances && ravi.balances() == balances)
    try ravi.run("receipt", "get", "last", "--out", folder.path + "/back.pdf")
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/back.pdf")) == content)
    try ravi.run("add", "99", "Milk")

    // Beside the server that runs.
    let verified = try hearthd("verify")
    #expect(verified.status == 0 && verified.output.contains("1 group, ") && verified.output.contains("all verified"), "\(verified)")
    let groups = try hearthd("groups")
    #expect(groups.output.contains(" 1 files  300009 bytes of files  2 members"), "\(groups)")
    #expect(try hearthd("identities").output.split(separator: "\n").count == 2)
    #expect(try hearthd("sessions").output.split(separator: "\n").count == 2)
    let group = try #require(groups.output.split(separator: " ").first.map(String.init))
    let file = folder.path + "/sharma.hearth"
    let exported = try hearthd("export", group, file)
    #expect(exported.status == 0 && exported.output.contains("1 attachments") && exported.errors.isEmpty, "\(exported)")
    #expect(try Program.run("hearthd", ["verify", "--bundle", file]).status == 0)
    let signer = try #require(try hearthd("keys").output.split(separator: " ").last)
    #expect(exported.output.contains(signer))
    let audit = try hearthd("audit")
    #expect(audit.output.contains("node node  ") && audit.output.contains("node operator  1  "), "\(audit)")
    #expect(try hearthd("audit", "--verify").status == 0)

    let unknown = try hearthd("sessions", "--end", "0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11")
    #expect(unknown.status != 0 && unknown.errors.contains("There is no device"), "\(unknown)")
    let device = try #require(try hearthd("sessions").output.split(separator: " ").first)
    let ended = try hearthd("sessions", "--end", String(device))
    #expect(ended.status == 0 && ended.output == "1 devices ended.", "\(ended)")

    // What works while no server does, and what does not work at all.
    #expect(try hearthd("codes", group).errors.contains("the server node has the group and is running"))
    #expect(try hearthd("restore").errors.contains("the server node is running on it: stop all servers first"))
    second.program.send(SIGTERM)
    #expect(try second.program.status() == 0)
    // The database is said to be restored: apps notice by the epoch, and the row says so.
    #expect(try hearthd("restore").output.firstMatch(of: /^1 groups have the epoch \d{13}\.\n.* is good again/) != nil)
    #expect(try hearthd("audit").output.contains("restored"))
    let codes = try hearthd("codes", group)
    #expect(codes.status == 0 && codes.output.contains("held by somebody who is registered here"), "\(codes)")
    for (verb, remedy) in [
      (["backup", folder.path + "/copy"], "pgBackRest"), (["restore", folder.path + "/copy"], "hearthd import --store"),
      (["keys", "encrypt"], "--to-key-file"),
    ] {
      let result = try Program.run("hearthd", verb + ["--store", address])
      #expect(result.status != 0 && result.errors.contains(remedy), "\(verb): \(result)")
    }
  }

  @Test("hearthd groups move has a group moved between servers that run, while members of both use it, and refuses what cannot be")
  func groupMoves() throws {
    let folder = try TemporaryFolder()
    let certificates = try TestCertificates.shared.get()
    func serve(_ name: String) throws -> ServerProgram {
      let files = try certificates.node(name)
      return try ServerProgram(
        store: address,
        [
          "--node", name, "--node-listen", "127.0.0.1:0", "--node-cert", files.certificate, "--node-key", files.key, "--node-ca",
          certificates.authority.certificate,
        ])
    }
    let one = try serve("one")
    let (asha, ravi) = (HearthProgram(name: "asha", in: folder), HearthProgram(name: "ravi", in: folder))
    try asha.run("register", "--server", "\(one.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let code = try #require(try asha.run("invite").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    let two = try serve("two")
    try ravi.run("register", "--server", "\(two.url)", "--name", "Ravi")
    try ravi.run("join", String(code))
    let group = try #require(try hearthd("groups").output.split(separator: " ").first.map(String.init))
    for (id, node, words) in [
      (group, "three", "no server three runs that others can reach"),
      ("0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11", "two", "there is no group 0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11"),
    ] {
      let refused = try hearthd("groups", "move", id, "--to", node)
      #expect(refused.status != 0 && refused.errors.contains(words), "\(refused)")
    }
    let inFolder = try Program.run("hearthd", ["groups", "move", group, "--to", "two", "--data", folder.path])
    #expect(inFolder.status != 0 && inFolder.errors.contains("A folder has one server alone"), "\(inFolder)")
    // Also when it is there already.
    for _ in 0..<2 {
      let moved = try hearthd("groups", "move", group, "--to", "two")
      #expect(moved.status == 0 && moved.output == "two has the group \(group)", "\(moved)")
    }
    try asha.run("add", "450.50", "Vegetables")
    try ravi.run("add", "99", "Milk")
    #expect(try asha.balances() == ravi.balances())
    one.program.send(SIGTERM)
    #expect(try one.program.status() == 0)
    try ravi.run("add", "1", "Salt")
    #expect(try hearthd("verify").output.contains("all verified"))
  }

  @Test("AU-07: The end of a server's audit log that somebody cuts off in the database is found by what another server saw of it")
  func cutAudit() throws {
    let folder = try TemporaryFolder()
    for node in ["one", "two"] {
      let server = try ServerProgram(store: address, ["--node", node])
      try HearthProgram(name: node, in: folder).run("register", "--server", "\(server.url)", "--name", "Asha")
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
    }
    let seen = try #require(try hearthd("audit").output.firstMatch(of: /node two  (\d+)  .*chain_seen  saw node one at row (\d+)/)).output
    #expect(try hearthd("audit", "--json").output.contains("\"seenNode\":\"one\""))
    // The control.
    let sound = try hearthd("verify")
    #expect(sound.status == 0 && sound.output.contains("all verified") && !sound.output.contains("damaged"), "\(sound)")
    #expect(try hearthd("audit", "--verify").status == 0)
    try OpenTransaction(
      address,
      """
      SET search_path = hearth; DELETE FROM audit WHERE node = 'one';
      UPDATE node SET audit_number = 0, audit_hash = sha256('hearth.audit.v1') WHERE name = 'one'
      """
    ).end("COMMIT")
    let words = "row \(seen.1) saw row \(seen.2) of the log of node one; that log has no row any more: it was deleted."
    let verified = try hearthd("verify")
    #expect(verified.status == 1 && verified.output.contains("damaged: audit log of node two: \(words)"), "\(verified)")
    let audit = try hearthd("audit", "--verify")
    #expect(audit.status == 1 && audit.output.contains("damaged: node two  \(words)"), "\(audit)")
    let move = try Program.run("hearthd", ["move", "--from", address, "--to", folder.path + "/data"])
    #expect(move.status != 0 && move.errors.contains(words), "\(move)")
  }

  @Test("S6, AU-01: The key of a database is replaced beside a server, to which nothing happens; the next one needs the new file")
  func keyRotation() throws {
    let folder = try TemporaryFolder()
    let keys = ["old", "new", "other"].map { folder.path + "/" + $0 }
    for key in keys { #expect(try Program.run("hearthd", ["keys", "create", key]).status == 0) }
    func rotate(_ old: String, _ new: String) throws -> (status: Int32, output: String, errors: String) {
      try hearthd("keys", "rotate", "--key-file", old, "--new-key-file", new)
    }
    let server = try ServerProgram(store: address, ["--key-file", keys[0]])
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    for (old, new, words) in [(keys[2], keys[1], "it is encrypted with the key"), (keys[0], keys[0], "The new key is the former one")] {
      let refused = try rotate(old, new)
      #expect(refused.status != 0 && refused.errors.contains(words), "\(refused)")
    }
    #expect(try hearthd("verify", "--key-file", keys[0]).status == 0)
    let rotated = try rotate(keys[0], keys[1])
    #expect(rotated.status == 0 && rotated.output.hasPrefix("the database is encrypted with the key "), "\(rotated)")
    // The server has groups and their keys made as before.
    try asha.run("add", "450.50", "Vegetables")
    try asha.run("create", "Second Family", "--currency", "INR")
    #expect(try hearthd("verify", "--key-file", keys[0]).errors.contains("it is encrypted with the key"))
    let verified = try hearthd("verify", "--key-file", keys[1])
    #expect(verified.status == 0 && verified.output.contains("2 groups, "), "\(verified)")
    #expect(try hearthd("audit", "--key-file", keys[1]).output.contains("key_replaced"))
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let next = try ServerProgram(store: address, ["--key-file", keys[1]])
    try HearthProgram.moveServer("asha", in: folder, from: server.url, to: next.url)
    #expect(try asha.run("groups").contains("Second Family"))
    try asha.run("add", "99", "Milk")
  }

  @Test("A bundle is imported into a database, is sealed there, and is served")
  func importing() throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    let source = try ServerProgram(data: data)
    let asha = HearthProgram(name: "asha", in: folder)
    try asha.run("register", "--server", "\(source.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    try asha.run("add", "450.50", "Vegetables")
    let bill = folder.path + "/bill.pdf"
    try (Data("%PDF-1.7 ".utf8) + Data(repeating: 7, count: 300_000)).write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)
    let file = folder.path + "/sharma.hearth"
    let group = try Program.run("hearthd", ["groups", "--data", data]).output.prefix { $0 != " " }
    #expect(try Program.run("hearthd", ["export", String(group), file, "--data", data]).status == 0)
    let signer = try #require(try Program.run("hearthd", ["keys", "--data", data]).output.split(separator: " ").last)
    let key = folder.path + "/key"
    #expect(try Program.run("hearthd", ["keys", "create", key]).status == 0)
    let options = ["--key-file", key]
    let trusted = options + ["--store", address, "--trust", signer.trimmingCharacters(in: .whitespacesAndNewlines)]
    let imported = try Program.run("hearthd", ["import", file, "--codes"] + trusted)
    #expect(imported.status == 0 && imported.output.contains("1 attachments"), "\(imported)")
    let again = try Program.run("hearthd", ["import", file] + trusted)
    #expect(again.status != 0 && again.errors.contains("already"), "\(again)")
    let verified = try Program.run("hearthd", ["verify", "--store", address] + options)
    #expect(verified.status == 0 && verified.output.contains("all verified"), "\(verified)")
    let server = try ServerProgram(store: address, options)
    let code = try #require(imported.output.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
    let ravi = HearthProgram(name: "ravi", in: folder)
    try ravi.run("register", "--server", "\(server.url)", "--name", "Asha")
    try ravi.run("join", String(code))
    #expect(try ravi.run("entries").contains("Vegetables"))
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
  }

  @Test(
    "While the database is stopped hearthd runs on: writes are refused with a time, and are taken when it is back, none lost and none doubled"
  )
  func stopped() throws {
    let server = try ServerProgram(store: address)
    let (asha, token) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    #expect(try asha.send(.addEntry(group, minor: 100)).position == 3)
    try postgres.kill()
    let command = Command.addEntry(group, minor: 200)
    func refusal() -> Rejected? {
      do throws(ConnectionFailure) {
        _ = try asha.send(command)
      } catch {
        if case .rejected(let rejected) = error { return rejected }
      }
      return nil
    }
    let refused = try #require(refusal())
    #expect(refused.code == "unavailable" && refused.retryAfterMs > 0)
    #expect(server.program.isRunning)
    // A server that starts meanwhile waits for the database, and answers 503.
    let second = try Program("hearthd", ["serve", "--listen", "127.0.0.1:0", "--store", address, "--node", "second"])
    _ = try second.errors.next(containing: "the database cannot be reached: members are answered 503 until it can")
    try postgres.start()
    _ = try second.errors.next(containing: "serving members")
    while let rejected = refusal() { try #require(rejected.code == "unavailable") }
    let view = try server.logIn(token).follow(try #require(GroupID(group)))
    #expect(view.marks[.shared]?.position.rawValue == 4)
    second.send(SIGTERM)
    #expect(try second.status() == 0)
  }

  @Test("Of two hearthd over one database one has the group; the other answers unavailable, and has it when the first has ended")
  func two() throws {
    let servers = try ["one", "two"].map { try ServerProgram(store: address, ["--node", $0]) }
    let (asha, token) = try servers[0].register("Asha")
    let group = try asha.send(.createGroup()).groupID
    let guest = try servers[1].logIn(token)
    let command = Command.addEntry(group, minor: 100)
    var refused: Rejected?
    do throws(ConnectionFailure) {
      _ = try guest.send(command)
    } catch {
      if case .rejected(let rejected) = error { refused = rejected }
    }
    #expect(refused?.code == "unavailable" && refused?.retryAfterMs ?? 0 > 0)
    #expect(try asha.send(.addEntry(group, minor: 100)).position == 3)
    // A third of the same name is told so, and the two go on.
    let third = try Program.run("hearthd", ["serve", "--listen", "127.0.0.1:0", "--store", address, "--node", "one"])
    #expect(third.status != 0 && third.errors.contains("another process runs as the node one"), "\(third)")
    asha.close()
    servers[0].program.send(SIGTERM)
    #expect(try servers[0].program.status() == 0)
    #expect(try guest.send(command).position == 4)
    guest.close()
    servers[1].program.send(SIGTERM)
    #expect(try servers[1].program.status() == 0)
  }

  @Test("Two hearthd with links: a member at one commands and follows a group of the other, which SIGTERM ends in order, and goes on")
  func linked() throws {
    let certificates = try TestCertificates.shared.get()
    let servers = try ["one", "two"].map { name in
      let files = try certificates.node(name)
      return try ServerProgram(
        store: address,
        [
          "--node", name, "--node-listen", "127.0.0.1:0", "--node-cert", files.certificate, "--node-key", files.key, "--node-ca",
          certificates.authority.certificate,
        ])
    }
    let (asha, token) = try servers[0].register("Asha")
    let group = try asha.send(.createGroup()).groupID
    let guest = try servers[1].logIn(token)
    #expect(try guest.send(.addEntry(group, minor: 100)).position == 3)
    let id = try #require(GroupID(group))
    #expect(try guest.follow(id).marks[.shared]?.position.rawValue == 3)
    asha.close()
    servers[0].program.send(SIGTERM)
    #expect(try servers[0].program.status() == 0)
    let again = try servers[1].logIn(token)
    let command = Command.addEntry(group, minor: 200)
    var position: UInt64?
    while position == nil {
      do throws(ConnectionFailure) {
        position = try again.send(command).position
      } catch {
        guard case .rejected(let rejected) = error else { throw error }
        try #require(rejected.code == "unavailable" && rejected.retryAfterMs > 0)
      }
    }
    #expect(position == 4)
    #expect(try again.follow(id).marks[.shared]?.position.rawValue == 4)
    again.close()
    servers[1].program.send(SIGTERM)
    #expect(try servers[1].program.status() == 0)
  }

  @Test("A password is taken from no command line and from no environment, and the sentence names the remedy and not the password")
  func passwords() throws {
    for address in [address.replacing("hearth@", with: "hearth:letmein@"), "host=\(postgres.folder) password=letmein"] {
      let result = try Program.run("hearthd", ["serve", "--store", address])
      #expect(result.status != 0 && result.errors.contains("passfile") && !result.errors.contains("letmein"), "\(result)")
    }
    let result = try Program.run("hearthd", ["verify", "--store", address], environment: ["PGPASSWORD": "letmein"])
    #expect(result.status != 0 && result.errors.contains("PGPASSWORD is set") && result.errors.contains("passfile"), "\(result)")
    let none = try hearthd("verify")
    #expect(none.status != 0 && none.errors.contains("no tables of Hearth"), "\(none)")
    #expect(try postgres.psql("SELECT count(*) FROM pg_namespace WHERE nspname = 'hearth'") == "0")
  }
}
