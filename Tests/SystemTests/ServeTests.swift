import Foundation
import HearthClient
import HearthProtocol
import Support
import Testing

@testable import hearthd

/// `hearthd serve` as a process: starting, stopping, being killed.
@Suite struct ServeTests {
  @Test func terminationSignalEndsWithStatusZeroAndSendsClientsAway() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/new")
    let (asha, _) = try server.register("Asha")
    _ = try asha.send(.createGroup())
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    #expect(try server.program.errors.all().contains("stopped"))
    var cause: Disconnection?
    while cause == nil {
      if case .disconnected(let found, _) = try #require(asha.next(within: .seconds(60))).notice { cause = found }
    }
    #expect(cause == .closed(1012))
  }

  @Test func secondServerOnTheSameFolderIsRefused() throws {
    let folder = try TemporaryFolder()
    let first = try ServerProgram(data: folder.path)
    let second = try Program.run("hearthd", ["serve", "--listen", "127.0.0.1:0", "--data", folder.path])
    #expect(second.status != 0)
    #expect(
      second.errors.hasSuffix("Error: The data in \(folder.path) cannot be opened: the folder \(folder.path) is in use by another server."),
      "\(second.errors)")
    _ = try first.register("Asha")
  }

  @Test func takenAddressIsRefused() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let first = try ServerProgram(data: folder.path)
    let second = try Program.run("hearthd", ["serve", "--listen", first.url.authority, "--data", other.path])
    #expect(second.status != 0)
    #expect(second.errors.contains("Cannot listen on \(first.url.authority)"), "\(second.errors)")
  }

  @Test func thereIsALoopForEachCoreUnlessSaidOtherwise() throws {
    let cores = try Program(path: "/usr/bin/env", ["nproc"])
    let count = Int(try cores.output.all().filter(\.isNumber))
    for (arguments, expected) in [([], count), (["--loops", "3"], 3)] {
      let folder = try TemporaryFolder()
      let server = try ServerProgram(data: folder.path, arguments)
      _ = try server.register("Asha")
      // A thread has the name of the one that began it until it has set its own.
      eventually("as many loops as were wanted") { [program = server.program] in program.threadCount(named: "hearth-loop-") == expected }
    }
  }

  @Test func missingKeyIsRefused() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    _ = try server.register("Asha")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    try FileManager.default.removeItem(atPath: folder.path + "/server.key")
    let second = try Program.run("hearthd", ["serve", "--listen", "127.0.0.1:0", "--data", folder.path])
    #expect(second.status != 0)
    #expect(second.errors.contains("server.key is missing"), "\(second.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/server.key"))
  }

  @Test func killedServerKeepsEverythingAcknowledged() throws {
    let folder = try TemporaryFolder()
    var token: String?
    var group: String?
    var positions: [UInt64] = []
    for round in 1...3 {
      let server = try ServerProgram(data: folder.path)
      let connection: HearthConnection
      if let token {
        connection = try server.logIn(token)
      } else {
        let (fresh, given) = try server.register("Asha")
        (connection, token) = (fresh, given)
        group = try fresh.send(.createGroup()).groupID
      }
      let id = try #require(group)
      let view = try connection.follow(try #require(GroupID(id)))
      #expect(view.marks[.shared]?.position.rawValue ?? 0 >= positions.last ?? 2, "round \(round)")
      for number in 1...50 { positions.append(try connection.send(.addEntry(id, minor: Int64(number))).position) }
      server.program.send(SIGKILL)
      #expect(try server.program.status() == -SIGKILL)
      connection.close()
    }
    #expect(positions == Array(3...152))
    let verify = try Program.run("hearthd", ["verify", "--data", folder.path])
    #expect(verify.status == 0, "\(verify.output)\n\(verify.errors)")
  }

  @Test("A store that fails ends the process with status 1, and everything acknowledged is there afterwards")
  func brokenStoreEndsTheProcess() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, fileBlocksMax: 300)
    let (asha, token) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    var acknowledged: UInt64 = 2
    var refused: ConnectionFailure?
    while refused == nil, acknowledged < 10_000 {
      do throws(ConnectionFailure) {
        acknowledged = try asha.send(.addEntry(group, minor: 1)).position
      } catch {
        refused = error
      }
    }
    #expect(refused != nil, "the file was to reach its limit")
    #expect(try server.program.status() == 1)
    #expect(try server.program.errors.all().contains("The store failed"))
    asha.close()
    let again = try ServerProgram(data: folder.path)
    let view = try again.logIn(token).follow(try #require(GroupID(group)))
    #expect(view.marks[.shared]?.position.rawValue ?? 0 >= acknowledged)
  }

  @Test func droppedConnectionsLeaveNoSockets() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let (asha, token) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    let before = server.program.socketCount
    for _ in 0..<10 {
      var connections: [HearthConnection] = []
      for _ in 0..<5 {
        let connection = try server.logIn(token)
        _ = try connection.follow(try #require(GroupID(group)))
        connections.append(connection)
      }
      #expect(server.program.socketCount >= before + 5)
      for connection in connections { connection.close() }
    }
    eventually("every socket is closed") { [program = server.program] in program.socketCount <= before }
    _ = try asha.send(.addEntry(group, minor: 1))
  }

  @Test func healthAnswersOnTheAdminAddress() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path, ["--admin-listen", "127.0.0.1:0"])
    let line = try server.program.errors.next(containing: "http://")
    let start = try #require(line.range(of: "http://"))
    let url = String(line[start.lowerBound...].prefix { $0 != " " })
    let curl = try Program(
      path: "/usr/bin/env", ["python3", "-c", "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read())", url])
    #expect(try curl.status() == 0)
    #expect(try curl.output.all() == #"b'ok\n'"#)
  }

  @Test(arguments: [
    (
      [],
      [
        "--version", "--help", "serve", "verify", "export", "import", "codes", "backup", "restore", "erase", "keys", "audit", "groups",
        "identities",
        "sessions", "move",
      ]
    ),
    (
      ["serve"],
      ["--trusted-proxy"] + (ServeLimits.rows + ConnectionLimits.rows).map(\.option) + [
        "--listen", "--proxy-protocol-from", "--admin-listen", "--data", "--store", "--node", "--node-listen", "--node-address",
        "--node-cert", "--node-key", "--node-ca", "--key-file", "--origin", "--no-page",
        "--public-url", "--loops",
        "--deflate",
        "--scrub-seconds",
        "--log-level", "--log-format",
        "--tls-cert", "--tls-key", "--tls-client-ca", "--tls-client-cert", "--jwt-keys", "--jwt-issuer", "--jwt-audience",
        "--who-may-create", "--creator", "--webhooks", "--webhook-allow", "--webhook-ca", "--notify-hook", "--web-push",
        "--version", "--help",
      ]
    ),
    (["verify"], ["--data", "--store", "--key-file", "--bundle", "--version", "--help"]),
    (["export"], ["<group>", "<file>", "--data", "--store", "--key-file", "--version", "--help"]),
    (["import"], ["<file>", "--data", "--store", "--key-file", "--codes", "--codes-days", "--keep", "--trust", "--version", "--help"]),
    (["codes"], ["<group>", "--data", "--store", "--key-file", "--days", "--version", "--help"]),
    (["backup"], ["<folder>", "--data", "--store", "--key-file", "--keep-damaged", "--version", "--help"]),
    (["restore"], ["<folder>", "--data", "--store", "--key-file", "--keep-damaged", "--version", "--help"]),
    (["erase"], ["<folder>", "--data", "--key-file", "--version", "--help"]),
    (["keys"], ["--version", "--help", "show", "create", "encrypt", "rotate"]),
    (["keys", "show"], ["--data", "--store", "--key-file", "--version", "--help"]),
    (["keys", "create"], ["<file>", "--version", "--help"]),
    (["keys", "encrypt"], ["--data", "--store", "--key-file", "--version", "--help"]),
    (["keys", "rotate"], ["--data", "--store", "--key-file", "--new-key-file", "--version", "--help"]),
    (["groups"], ["--version", "--help", "list", "move"]),
    (["groups", "list"], ["--data", "--store", "--key-file", "--json", "--version", "--help"]),
    (["groups", "move"], ["<group>", "--to", "--data", "--store", "--key-file", "--version", "--help"]),
    (["identities"], ["--data", "--store", "--key-file", "--json", "--suspend", "--resume", "--version", "--help"]),
    (["sessions"], ["--data", "--store", "--key-file", "--json", "--end", "--end-identity", "--version", "--help"]),
    (["move"], ["--from", "--to", "--key-file", "--to-key-file", "--version", "--help"]),
  ])
  func helpListsEveryOption(command: [String], expected: [String]) throws {
    let help = try Program.run("hearthd", command + ["--help"])
    #expect(help.status == 0)
    // Debug builds have one option more, which breaks the server on purpose.
    let listed = help.output.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ").map(String.init)
      guard line.hasPrefix("  "), !line.hasPrefix("   "), let word = words.first, word != "See", word != "hearthd" else { return nil }
      return word == "-h," ? "--help" : word
    }.filter { $0 != "--fault-acknowledge-before-commit" }
    #expect(listed == expected, "\(help.output)")
  }

  @Test(arguments: [
    ["serve", "--listen", "localhost"], ["serve", "--message-rate", "0"], ["serve", "--public-url", "hearth.example"],
    ["serve", "--public-url", "https://hearth.example/a"],
    ["serve", "--connections-max", "0"],
    ["serve", "--log-level", "loud"], ["serve", "--tls-client-ca", "ca.pem"],
    ["serve", "--tls-cert", "a.pem", "--tls-key", "a.key", "--tls-client-cert", "optional"],
    ["serve", "--tls-cert", "a.pem", "--tls-key", "a.key", "--tls-client-ca", "ca.pem", "--tls-client-cert", "perhaps"],
    ["serve", "--trusted-proxy", "10.0.0.1/8"], ["serve", "--trusted-proxy", "proxy.example"], ["serve", "--ping-seconds", "0"],
    ["serve", "--message-bytes", "1023"], ["serve", "--headers-count", "10001"], ["serve", "--identity-message-rate", "-1"],
    ["serve", "--data", "data", "--store", "service=hearth"], ["serve", "--node", ""], ["serve", "--node", "a b"],
    ["serve", "--node", "operator", "--store", "service=hearth"], ["serve", "--node", "one"],
    ["serve", "--node", String(repeating: "n", count: 41)],
    ["serve", "--node-cert", "a.pem"], ["serve", "--store", "service=hearth", "--node-listen", "127.0.0.1:7435"],
    ["serve", "--node-listen", "127.0.0.1:7435", "--node-cert", "a.pem", "--node-key", "a.key", "--node-ca", "ca.pem"],
    [
      "serve", "--store", "service=hearth", "--node-listen", "0.0.0.0:7435", "--node-cert", "a.pem", "--node-key", "a.key", "--node-ca",
      "c",
    ],
    ["serve", "--store", "service=hearth", "--node-listen", "unix:/a", "--node-cert", "a.pem", "--node-key", "a.key", "--node-ca", "c"],
    [
      "serve", "--store", "service=hearth", "--node-listen", "10.0.0.1:7435", "--node-address", "node", "--node-cert", "a.pem",
      "--node-key",
      "a.key", "--node-ca", "c",
    ],
    ["serve", "--loops", "0"], ["serve", "--loops", "65"],
    ["serve", "--who-may-create", "nobody"], ["serve", "--who-may-create", "named", "--creator", "Asha"],
    ["serve", "--creator", "018bcfe5-6800-7000-8000-000000000000"],
    ["serve", "--webhook-allow", "10.0.0.0/8"], ["serve", "--webhooks", "--webhook-allow", "10.0.0.1/8"],
    ["serve", "--notify-hook", "notify"], ["serve", "--notify-hook", "/nowhere/notify"], ["serve", "--notify-hook", "/tmp"],
    ["serve", "--notify-hook", "/etc/passwd"], ["serve", "--web-push", "ops@example.org"], ["serve", "--web-push", "http://example.org"],
    ["import", "a.hearth", "--codes-days", "0"], ["import", "a.hearth", "--codes-days", "91"],
    ["groups", "move", "family", "--to", "two"], ["groups", "move", "018bcfe5-6800-7000-8000-000000000000"],
    ["serve", "--unknown"], ["dance"],
  ])
  func wrongOptionsEndWithUsage(arguments: [String]) throws {
    let result = try Program.run("hearthd", arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Usage: "))
  }
}
