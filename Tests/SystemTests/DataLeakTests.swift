import Foundation
import Support
import Testing

/// What lies in a data folder for whoever gets hold of it: no token and no code in any, and in an encrypted one nothing
/// that was said (product 160, SPEC ID-03, IN-01).
@Suite struct DataLeakTests {
  private let folder: TemporaryFolder
  private let data: String

  init() throws {
    folder = try TemporaryFolder()
    data = folder.path + "/data"
  }

  /// What to look for in files, by what it is.
  private struct Wanted {
    var name: String
    /// Any of these is a find.
    var forms: [[UInt8]]

    static func text(_ text: String) -> Wanted { Wanted(name: text, forms: [Array(text.utf8)]) }

    /// The secret of a token: its digits, and what they stand for.
    static func token(_ token: String) throws -> Wanted {
      let digits = String(try #require(token.split(separator: ".").last))
      #expect(digits.count == 64)
      return Wanted(name: "a token", forms: [Array(digits.utf8), Array(digits.uppercased().utf8), bytes(digits)])
    }

    /// The public id of a token, which the folder has to have.
    static func publicID(of token: String) -> Wanted { Wanted(name: "a token's id", forms: [bytes(String(token.prefix(32)))]) }

    /// A code as it is shown, as it is typed, and the 80 bits it stands for.
    static func code(_ code: String) -> Wanted {
      let bare = code.filter { $0 != "-" }
      let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
      let bits = bare.flatMap { symbol in
        let value = alphabet.firstIndex(of: symbol) ?? 0
        return (0..<5).map { value >> (4 - $0) & 1 }
      }
      let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }) }
      #expect(bare.count == 16 && bytes.count == 10)
      return Wanted(name: "the code \(code)", forms: [code, bare, code.lowercased(), bare.lowercased()].map { Array($0.utf8) } + [bytes])
    }

    private static func bytes(_ digits: String) -> [UInt8] {
      stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
  }

  /// Those that stand in some file below the folders, and how many files there are.
  private func found(_ wanted: [Wanted], in folders: String...) throws -> (names: Set<String>, files: Set<String>) {
    var names: Set<String> = []
    var files: Set<String> = []
    for folder in folders {
      for case let file as String in try #require(FileManager.default.enumerator(atPath: folder)) {
        guard let content = FileManager.default.contents(atPath: folder + "/" + file), !content.isEmpty else { continue }
        files.insert(file)
        for one in wanted where one.forms.contains(where: { content.range(of: Data($0)) != nil }) { names.insert(one.name) }
      }
    }
    return (names, files)
  }

  private func token(_ name: String) throws -> String {
    struct Kept: Decodable { var token: String }
    return try JSONDecoder().decode(Kept.self, from: Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(name)/profile.json"))).token
  }

  private func code(in text: String) throws -> String {
    String(try #require(text.firstMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/)).output.0)
  }

  /// A family's evening, with everything that is secret and everything that is said.
  private func live(_ server: ServerProgram) throws -> (secrets: [Wanted], said: [Wanted], known: Wanted) {
    let people = Dictionary(
      uniqueKeysWithValues: ["asha", "ravi", "riya", "phone"].map { [folder] in ($0, HearthProgram(name: $0, in: folder)) })
    let (asha, ravi, phone) = (try #require(people["asha"]), try #require(people["ravi"]), try #require(people["phone"]))
    let riya = try #require(people["riya"])
    try asha.run("register", "--server", "\(server.url)", "--name", "Ashalata Mehta")
    try ravi.run("register", "--server", "\(server.url)", "--name", "Raviraj Mehta")
    let first = try token("asha")
    try asha.run("create", "Mehtaparivar", "--currency", "INR")
    let invites = try (0..<2).map { _ in try code(in: asha.run("invite", "--role", "adult")) }
    try ravi.run("join", invites[0])
    let link = try code(in: asha.run("devices", "link"))
    try phone.run("login", "--server", "\(server.url)", "--link", link, "--device", "Kitchentablet")
    let unused = try code(in: asha.run("devices", "link"))
    try asha.run("devices", "rotate")
    try asha.run("add", "450", "Vegetablesoup", "--note", "for grandmothers birthday", "--merchant", "Suedmarkt")
    try ravi.run("add", "120", "Cinemanight")
    try ravi.run("edit", "Cinemanight", "--note", "the late showing")
    try asha.run("budget", "set", "Householdpot", "9000", "--category", "groceries")
    try liveApart(asha, ravi, riya, server)
    let bill = folder.path + "/bill.pdf"
    try Data("%PDF-1.7 a bill for vegetables".utf8).write(to: URL(filePath: bill))
    try asha.run("receipt", "add", "last", bill)
    let tokens = [first, try token("asha"), try token("ravi"), try token("riya"), try token("phone")]
    #expect(Set(tokens).count == 5)
    let said = [
      "Ashalata Mehta", "Raviraj Mehta", "Kitchentablet", "Mehtaparivar", "Vegetablesoup", "for grandmothers birthday", "Suedmarkt",
      "Cinemanight",
      "the late showing", "Householdpot", "a bill for vegetables",
      // Of a child's lane, an account's and an inbox.
      "Riyanka Mehta", "Samosaplate", "Schoolpocket", "Birthdaynotes", "Rainydayjar", "Refundforboots", "Howkindly said",
    ]
    return (try tokens.map(Wanted.token) + (invites + [link, unused]).map(Wanted.code), said.map(Wanted.text), .publicID(of: tokens[2]))
  }

  /// What is said in lanes that only some of the family receive: a child's, an account's and an inbox.
  private func liveApart(_ asha: HearthProgram, _ ravi: HearthProgram, _ riya: HearthProgram, _ server: ServerProgram) throws {
    try riya.run("register", "--server", "\(server.url)", "--name", "Riyanka Mehta")
    try riya.run("join", code(in: asha.run("invite", "--role", "minor")), "--accept-transparency")
    try riya.run("spend", "120", "Samosaplate")
    try asha.run("limit", "set", "Riyanka Mehta", "Schoolpocket", "500")
    try asha.run("allowance", "set", "Riyanka Mehta", "50", "--note", "Birthdaynotes")
    try asha.run("account", "add", "Rainydayjar", "--opening", "1000")
    try asha.run("account", "share", "Rainydayjar", "Raviraj Mehta", "--yes")
    try ravi.run("account", "deposit", "Rainydayjar", "70", "Refundforboots")
    try asha.run("coach", "Raviraj Mehta", "Howkindly said, well done!")
  }

  @Test(
    "S3, I18, product 160: tokens and codes are in no folder, nothing that was said in an encrypted one: live, killed, stopped, backed up",
    arguments: [true, false])
  func folders(isEncrypted: Bool) throws {
    let key = folder.path + "/key"
    #expect(try Program.run("hearthd", ["keys", "create", key]).status == 0)
    let options = isEncrypted ? ["--key-file", key] : []
    let server = try ServerProgram(data: data, options)
    let (secrets, said, known) = try live(server)
    func check(_ files: Set<String>, in folders: String...) throws {
      for folder in folders {
        let (names, all) = try found(secrets + said + [known], in: folder)
        #expect(files.isSubset(of: all), "\(folder): \(all)")
        // The control: the same look finds what is in the clear, of bytes too.
        #expect(names == Set((isEncrypted ? [] : said.map(\.name)) + [known.name]), "\(folder)")
      }
    }
    try check(["hearth.db", "hearth.db-wal", "hearth.db-shm", "server.key"], in: data)
    let backup = folder.path + "/backup"
    let copied = try Program.run("hearthd", ["backup", backup, "--data", data] + options)
    #expect(copied.status == 0, "\(copied)")
    try check(["hearth.db", "server.key"], in: backup, data)
    server.program.send(SIGKILL)
    _ = try server.program.status()
    try check(["hearth.db", "hearth.db-wal"], in: data)
    // The next server opens the group, keeps a snapshot of it when it stops, and leaves no log.
    let next = try ServerProgram(data: data, options)
    let profile = folder.path + "/ravi/profile.json"
    let text = try String(contentsOfFile: profile, encoding: .utf8)
    try text.replacing(/ws:\/\/127\.0\.0\.1:[0-9]+/, with: "\(next.url)").write(toFile: profile, atomically: true, encoding: .utf8)
    try HearthProgram(name: "ravi", in: folder).run("add", "30", "Tea")
    next.program.send(SIGTERM)
    #expect(try next.program.status() == 0)
    try check(["hearth.db", "server.key"], in: data)
    let audit = try Program.run("hearthd", ["audit", "--data", data] + options)
    #expect(audit.status == 0 && audit.output.contains("device_linked"))
    #expect((secrets + said).allSatisfy { one in one.forms.allSatisfy { Data(audit.output.utf8).range(of: Data($0)) == nil } })
  }
}
