import Foundation
import Support
import TestIssuer
import Testing

/// `hearthd serve --jwt-keys` and `hearth login --jwt`, as processes (SPEC ID-10 to ID-13).
@Suite struct IssuerProgramTests {
  private let folder: TemporaryFolder
  private let keys: String

  init() throws {
    folder = try TemporaryFolder()
    keys = folder.path + "/keys.json"
    try TestIssuer.trusted.get().keySet().write(toFile: keys, atomically: true, encoding: .utf8)
  }

  private var options: [String] { ["--jwt-keys", keys, "--jwt-issuer", TestIssuer.name, "--jwt-audience", TestIssuer.audience] }

  /// A file with a token; the programs look at the system's clock.
  private func file(_ subject: String, lasting seconds: Int64 = 3_600, by issuer: TestIssuer? = nil) throws -> String {
    let path = folder.path + "/\(subject).jwt"
    let expiry = Int64(Date().timeIntervalSince1970) + seconds
    let token = try (issuer ?? TestIssuer.trusted.get()).token(.rs256, subject: subject, expiry: expiry)
    try (token + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("ID-10, ID-11, ID-13: a family logs in with an issuer's tokens, and nobody registers")
  func walk() throws {
    let server = try ServerProgram(data: folder.path + "/data", options)
    let (url, asha, ravi) = ("\(server.url)", HearthProgram(name: "asha", in: folder), HearthProgram(name: "ravi", in: folder))
    let greeting = try asha.run("login", "--server", url, "--jwt", file("asha"), "--name", "Asha")
    #expect(greeting.hasPrefix("Logged in as Asha at "))
    try asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
    try asha.run("add", "450.50", "Vegetables")

    // A newer token goes on as the same, and what was chosen stays.
    try asha.run("login", "--server", url, "--jwt", file("asha", lasting: 7_200), "--name", "Asha")
    try asha.run("add", "20", "Tea")
    #expect(try asha.balances().count == 1)
    let other = try asha.start("login", "--server", url, "--jwt", file("meera"), "--name", "Meera")
    #expect(try other.status() == 1)
    #expect(try other.errors.all().contains("registered here already"))

    // From a program.
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: file("ravi"))))
    try input.fileHandleForWriting.close()
    let piped = try ravi.start(["login", "--server", url, "--jwt", "-", "--name", "Ravi"], input: input)
    #expect(try piped.status() == 0)
    #expect(try !ravi.run("groups").contains("Sharma Family"))

    let mira = HearthProgram(name: "mira", in: folder)
    let registering = try mira.start("register", "--server", url, "--name", "Mira")
    #expect(try registering.status() == 1)
    #expect(try registering.errors.all().contains("accounts_elsewhere"))
    let late = try mira.start("login", "--server", url, "--jwt", file("mira", lasting: -3_600), "--name", "Mira")
    #expect(try late.status() == 2)
    #expect(try late.errors.all().contains("does not take the token"))
    let devices = try asha.start("devices")
    #expect(try devices.status() == 1)
    #expect(try devices.errors.all().contains("accounts_elsewhere"))
  }

  @Test("ID-10: SIGHUP reads the keys again; files that cannot be used change nothing")
  func reloads() throws {
    let server = try ServerProgram(data: folder.path + "/data", options)
    let url = "\(server.url)"
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: keys))
    server.program.send(SIGHUP)
    let failure = try server.program.errors.next(containing: "keys not reloaded")
    #expect(failure.contains("keys.json cannot be used: it has no key"))
    try HearthProgram(name: "asha", in: folder).run("login", "--server", url, "--jwt", file("asha"), "--name", "Asha")

    let other = try TestIssuer.other.get()
    try other.pem(.rs256).write(toFile: keys, atomically: true, encoding: .utf8)
    server.program.send(SIGHUP)
    _ = try server.program.errors.next(containing: "keys reloaded")
    let former = try HearthProgram(name: "asha", in: folder).start("groups")
    #expect(try former.status() == 2)
    let renewed = try file("asha", by: other)
    try HearthProgram(name: "asha", in: folder).run("login", "--server", url, "--jwt", renewed, "--name", "Asha")
  }

  @Test("ID-10: options that do not fit together, and files that hold no keys, are named and nothing is served")
  func wrongOptions() throws {
    let start = ["serve", "--listen", "127.0.0.1:0", "--data", folder.path + "/data"]
    let cases: [([String], String)] = [
      (["--jwt-keys", keys], "go together"), (Array(options.prefix(4)), "go together"), (Array(options.suffix(4)), "go together"),
      (["--jwt-keys", keys, "--jwt-issuer", "", "--jwt-audience", "hearth"], "not empty"),
      (options + ["--jwt-keys", "/nowhere.json"], "/nowhere.json cannot be read"),
      (options + ["--jwt-keys", keys], "keys.json cannot be used: it has a kid that another key has too"),
    ]
    for (options, sentence) in cases {
      let result = try Program.run("hearthd", start + options)
      #expect(result.status != 0)
      #expect(result.errors.contains(sentence), "\(options): \(result.errors)")
    }
    for arguments in [[], ["--jwt", "x"], ["--name", "x"], ["--jwt", "x", "--name", "x", "--link", "x"]] {
      let result = try Program.run("hearth", ["login", "--server", "ws://127.0.0.1:1"] + arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
  }
}
