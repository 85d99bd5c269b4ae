import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Support
import Testing

/// Data folders of every version of the schema that there has been, in plain and encrypted, served by today's program
/// (product 202). `Tests/DataFolders/make.py` says how they were made.
@Suite struct UpgradeTests {
  /// One of them.
  struct Kept: Sendable, CustomTestStringConvertible {
    var kind: String
    var version: Int
    var testDescription: String { "\(kind), version \(version)" }
  }

  /// What has to be found in it.
  private struct Expected: Decodable {
    struct Head: Decodable {
      var position: UInt64
      var hash: String
    }
    var group: String
    var tokens: [String]
    /// In minor units, by member.
    var balances: [String: Int64]
    var heads: [String: Head]
  }

  private static let home = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("DataFolders")

  static let kept: [Kept] = ((try? FileManager.default.contentsOfDirectory(atPath: home.path)) ?? []).sorted().compactMap { name in
    name.firstMatch(of: /^([a-z]+)-([0-9]+)\.sql$/).flatMap { found in Int(found.2).map { Kept(kind: String(found.1), version: $0) } }
  }

  private let folder: TemporaryFolder
  private var data: String { folder.path + "/data" }

  init() throws { folder = try TemporaryFolder() }

  /// Makes the folder anew of what is kept.
  ///
  /// - Returns: the options that hearthd needs for it.
  private func restore(_ kept: Kept) throws -> [String] {
    try FileManager.default.copyItem(atPath: Self.home.path + "/" + kept.kind, toPath: data)
    try change {
      try $0.execute(sql: String(contentsOf: Self.home.appendingPathComponent("\(kept.kind)-\(kept.version).sql"), encoding: .utf8))
    }
    guard kept.kind == "encrypted" else { return [] }
    let key = folder.path + "/key"
    try FileManager.default.copyItem(atPath: Self.home.path + "/key", toPath: key)
    // What is checked in is anybody's.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    return ["--key-file", key]
  }

  private func change(_ body: (Database) throws -> Void) throws {
    // What is kept stands table by table, so a row may name one that follows.
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: data + "/hearth.db", configuration: configuration)
    try queue.writeWithoutTransaction(body)
    try queue.close()
  }

  /// Every table, index and row. The bytes of a file change when a log is turned on beside it.
  private func content() throws -> String {
    final class Text: TextOutputStream {
      var text = ""
      func write(_ string: String) { text += string }
    }
    let stream = Text()
    try change { try $0.dumpContent(to: stream) }
    return stream.text
  }

  private func version() throws -> Int? { try Self.version(of: data + "/hearth.db") }

  private static func version(of path: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  @Test("Every version up to today's is kept, plain and encrypted")
  func all() throws {
    let versions = Dictionary(grouping: Self.kept, by: \.kind).mapValues { $0.map(\.version).sorted() }
    let latest = try #require(versions["plain"]?.last)
    #expect(versions == ["plain": Array(1...latest), "encrypted": Array(1...latest)])
    // The author of a step runs make.py once.
    let server = try ServerProgram(data: data)
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    #expect(try version() == latest, "Run Tests/DataFolders/make.py and check in what it writes.")
  }

  @Test(
    "product 202: a folder of any version opens, verifies, and has the same heads and balances; its tokens log in, and it goes on",
    arguments: kept)
  func opens(kept: Kept) throws {
    let options = try restore(kept)
    #expect(try version() == kept.version)
    let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: Self.home.appendingPathComponent("\(kept.kind).json")))
    let group = try #require(GroupID(expected.group))
    for round in 0..<2 as Range<UInt64> {
      let server = try ServerProgram(data: data, options)
      for token in expected.tokens {
        let member = try server.logIn(token)
        #expect(try member.groups().map(\.name) == ["Sharma Family"])
        #expect(try member.devices().map(\.name) == ["Kitchen"])
        let view = try member.follow(group)
        for (name, head) in expected.heads {
          guard let lane = Lane(name: name), let mark = view.marks[lane] else {
            // Ravi is an adult, who does not read it.
            #expect(name == "admin" && token == expected.tokens[1])
            continue
          }
          let added = name == "shared" ? round : 0
          #expect(mark.position.rawValue == head.position + added)
          if added == 0 { #expect(mark.hash?.bytes.map { String(format: "%02x", $0) }.joined() == head.hash) }
        }
        let currency = try #require(view.state.shared.balances.currencies.first)
        let balances = view.state.shared.members.map { ($0.id.description, view.state.shared.balances[$0.id, currency]) }
        // Asha paid for both what was added the first time.
        let payer = expected.balances.max { $0.value < $1.value }?.key
        let change = Int64(round) * 500
        let due = expected.balances.map { ($0.key, $0.value + ($0.key == payer ? change : -change)) }
        #expect(Dictionary(uniqueKeysWithValues: balances) == Dictionary(uniqueKeysWithValues: due))
      }
      if round == 0 { _ = try server.logIn(expected.tokens[0]).send(.addEntry(expected.group, minor: 1_000)) }
      server.program.send(SIGTERM)
      #expect(try server.program.status() == 0)
      // Said once, and what there was is kept.
      let isOld = kept.version < Self.kept.map(\.version).max() ?? 0
      #expect(try server.program.errors.all().contains("the schema of the database was migrated") == (isOld && round == 0))
      let copy = data + "/hearth.db.schema-\(kept.version)"
      #expect(FileManager.default.fileExists(atPath: copy) == isOld)
      if isOld { #expect(try Self.version(of: copy) == kept.version) }
      let verified = try Program.run("hearthd", ["verify", "--data", data] + options)
      #expect(verified.status == 0 && verified.output.contains("all verified"), "\(verified)")
    }
    #expect(try version() == Self.kept.map(\.version).max())
  }

  @Test("product 202: a folder of a later version is refused, says which, and stays as it is", arguments: ["plain", "encrypted"])
  func later(kind: String) throws {
    let latest = try #require(Self.kept.map(\.version).max())
    let options = try restore(Kept(kind: kind, version: latest))
    try change { try $0.execute(sql: "PRAGMA user_version = \(latest + 1)") }
    let before = try content()
    #expect(before.contains("membership_of_group"))
    for arguments in [["serve", "--listen", "127.0.0.1:0"], ["verify"], ["backup", folder.path + "/backup"]] {
      let refused = try Program.run("hearthd", arguments + ["--data", data] + options)
      #expect(
        refused.status != 0 && refused.errors.contains("schema version \(latest + 1)") && refused.errors.contains("newer program"),
        "\(refused)")
    }
    #expect(try content() == before && version() == latest + 1)
  }
}
