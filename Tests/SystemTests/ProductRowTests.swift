import Dispatch
import Foundation
import HearthProtocol
import Support
import Testing

/// Rows of the product that show only in the programs, one test each where no other suite has it.
@Suite struct ProductRowTests {
  private struct Home {
    let folder: TemporaryFolder
    let server: ServerProgram

    init() throws {
      folder = try TemporaryFolder()
      server = try ServerProgram(data: folder.path + "/data")
    }

    func person(_ name: String) throws -> HearthProgram {
      let person = HearthProgram(name: name, in: folder)
      try person.run("register", "--server", "\(server.url)", "--name", name)
      return person
    }
  }

  @Test("product 10: who makes a group is called what they say, or what their profile says")
  func creatorName() throws {
    let home = try Home()
    let asha = try home.person("Asha Sharma")
    try asha.run("create", "Flat 4B", "--currency", "INR")
    #expect(try asha.run("members").contains("Asha Sharma (you)"))
    try asha.run("create", "Sharma Family", "--currency", "INR", "--as", "Ravi")
    #expect(try asha.run("members").contains("Ravi (you)"))
    try asha.run("use", "Flat 4B")
    #expect(try asha.run("members").contains("Asha Sharma (you)"))
  }

  @Test("product 16, 17: one list of all groups with the role in each; one word changes between them, and it stays changed")
  func manyGroups() throws {
    let home = try Home()
    let (asha, ravi) = (try home.person("Asha"), try home.person("Ravi"))
    try ravi.run("create", "Roommates", "--currency", "INR")
    let code = try #require(try ravi.run("invite", "--role", "viewer").firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).0
    try asha.run("create", "Flat 4B", "--currency", "EUR")
    try asha.run("join", String(code))
    func listed() throws -> [String] { try asha.run("groups").split(separator: "\n").map(String.init) }
    #expect(try listed().map { $0.hasPrefix("▸") } == [false, true])
    #expect(try listed()[0].contains("Flat 4B") && listed()[0].contains("owner"))
    #expect(try listed()[1].contains("Roommates") && listed()[1].contains("viewer"))
    #expect(try asha.run("use", "Flat 4B").contains("Flat 4B"))
    #expect(try listed().map { $0.hasPrefix("▸") } == [true, false])
    try asha.run("add", "300", "Milk")
    try asha.run("use", "Roommates")
    #expect(try asha.run("balances").contains("Nothing was entered yet"))
    #expect(try ravi.run("groups").split(separator: "\n").count == 1)
  }

  @Test("product 28, 30, 31: two ways to invite side by side, each with its risk; a code for one person is worthless to others")
  func secureInvite() throws {
    let home = try Home()
    let (asha, ravi, eve) = (try home.person("Asha"), try home.person("Ravi"), try home.person("Eve"))
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let open = try asha.run("invite", "--role", "adult")
    #expect(open.contains("The first who has this code can join as adult") && open.contains("hearth invite --for ID"))
    let identity = try #require(try ravi.run("whoami").firstMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)).0
    #expect(try ravi.run("whoami", "--json").contains("\"identityId\":\"\(identity)\""))
    let bound = try asha.run("invite", "--role", "adult", "--for", String(identity), "--label", "Ravi, from work")
    #expect(bound.contains("to anybody else this code is worthless"))
    let code = String(try #require(bound.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).0)
    #expect(throws: Unexpected.self) { try eve.run("join", code) }
    // An invite has two lines.
    let lines = try asha.run("invites").split(separator: "\n")
    let listed = lines.indices.filter { lines[$0].contains("for one identity") }
    #expect(listed.count == 1 && lines[listed[0]].contains("Ravi, from work") && lines[listed[0] - 1].contains("0 of 1 used"))
    try ravi.run("join", code)
    #expect(try ravi.run("members").contains("Ravi (you)"))
    // What is no identity is said to be none before anything is sent.
    #expect(throws: Unexpected.self) { try asha.run("invite", "--role", "adult", "--for", "Ravi") }
    #expect(throws: Unexpected.self) { try asha.run("invite", "--role", "adult", "--for", String(identity), "--uses", "2") }
  }

  @Test("product 47: who I am is kept on my side, in one file, and is asked for by no later call")
  func identityIsKept() throws {
    let home = try Home()
    let asha = try home.person("Asha")
    try asha.run("create", "Flat 4B", "--currency", "INR")
    let path = home.folder.path + "/Asha/profile.json"
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    let before = try asha.run("members", "--json")
    #expect(try asha.run("members", "--json") == before)
    // Another home knows nobody, and with the file it is the same person.
    let other = HearthProgram(name: "Other", in: home.folder)
    #expect(throws: Unexpected.self) { try other.run("groups") }
    try FileManager.default.createDirectory(atPath: home.folder.path + "/Other", withIntermediateDirectories: true)
    try kept.write(toFile: home.folder.path + "/Other/profile.json", atomically: true, encoding: .utf8)
    #expect(try other.run("members").contains("Asha (you)"))
  }

  @Test("product 181: a program of one's own brings the rates; what it brings again is not noted again")
  func ratesFromAProgram() throws {
    let home = try Home()
    let asha = try home.person("Asha")
    try asha.run("create", "Flat 4B", "--currency", "INR")
    func note(_ lines: String) throws -> (status: Int32, output: String) {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data("from,rate,date,source\n\(lines)".utf8))
      try pipe.fileHandleForWriting.close()
      let program = try asha.start(["rate", "import", "-", "--commit", "--json"], input: pipe)
      return (try program.status(), try program.output.all())
    }
    let first = try note("USD,83.1525,2026-11-20,Reserve Bank\n")
    #expect(first.status == 0 && first.output.contains("\"new\""), "\(first.output)")
    let second = try note("USD,83.1525,2026-11-20,Reserve Bank\nUSD,83.2,2026-11-21,Reserve Bank\n")
    #expect(second.status == 0 && second.output.contains("\"known\"") && second.output.contains("\"new\""), "\(second.output)")
    let list = try asha.run("rate", "list")
    #expect(list.contains("83.1525") && list.contains("83.2"), "\(list)")
    // A program that failed and wrote nothing notes nothing.
    let program = try asha.start(["rate", "import", "-", "--commit"])
    #expect(try program.status() != 0)
    #expect(try asha.run("rate", "list") == list)
  }

  @Test("product 13: of groups that were being made when the server was killed, each is whole or not there, and nothing else is left")
  func killedWhileCreating() throws {
    let folder = try TemporaryFolder()
    var token: String?
    var acknowledged: Set<String> = []
    for _ in 1...3 {
      let server = try ServerProgram(data: folder.path)
      let connection = try token.map(server.logIn)
      let (asha, given) = try connection.map { ($0, token ?? "") } ?? server.register("Asha")
      token = given
      for _ in 1...20 { acknowledged.insert(try asha.send(.createGroup()).groupID) }
      // Others are on their way when the process ends.
      let began = DispatchSemaphore(value: 0)
      Thread {
        while (try? asha.send(.createGroup())) != nil { began.signal() }
      }.start()
      #expect(began.wait(timeout: .now() + 60) == .success)
      server.program.send(SIGKILL)
      #expect(try server.program.status() == -SIGKILL)
      asha.close()
    }
    let server = try ServerProgram(data: folder.path)
    let asha = try server.logIn(try #require(token))
    let groups = try asha.groups()
    #expect(acknowledged.isSubset(of: groups.map(\.groupID)))
    for group in groups { #expect(group.role == .owner && group.memberCount == 1 && !group.damaged, "\(group.groupID)") }
    asha.close()
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let verify = try Program.run("hearthd", ["verify", "--data", folder.path])
    #expect(verify.status == 0, "\(verify.output)\n\(verify.errors)")
    let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    #expect(files.subtracting(["hearth.db", "hearth.db-wal", "hearth.db-shm", "lock", "server.key", "attachments"]) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/attachments").allSatisfy { $0 == "incoming" })
  }
}
