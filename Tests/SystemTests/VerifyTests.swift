import Foundation
import GRDB
import HearthClient
import HearthProtocol
import Support
import Testing

/// `hearthd verify` as a process, and what a server makes of the same damage.
@Suite struct VerifyTests {
  @Test func soundDataEndsWithStatusZeroAlsoBesideARunningServer() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let (asha, _) = try server.register("Asha")
    let group = try asha.send(.createGroup()).groupID
    for number in 1...10 { _ = try asha.send(.addEntry(group, minor: Int64(number))) }
    let beside = try Program.run("hearthd", ["verify", "--data", folder.path])
    #expect(beside.status == 0, "\(beside.errors)")
    #expect(beside.output == "1 group, 12 events, 0 snapshots: all verified")
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let after = try Program.run("hearthd", ["verify", "--data", folder.path])
    #expect(after.status == 0)
    #expect(after.output == "1 group, 12 events, 1 snapshot: all verified")
  }

  @Test func oneFlippedByteIsNamedAndItsGroupRefusedWhileOthersAreServed() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let (asha, token) = try server.register("Asha")
    let groups = try (0..<2).map { _ in try asha.send(.createGroup()).groupID }
    for group in groups { for number in 1...5 { _ = try asha.send(.addEntry(group, minor: Int64(number))) } }
    server.program.send(SIGTERM)
    #expect(try server.program.status() == 0)
    let damaged = try #require(GroupID(groups[0]))
    let sound = try #require(GroupID(groups[1]))
    try flipByte(of: damaged, sequence: 5, in: folder.path)

    let verify = try Program.run("hearthd", ["verify", "--data", folder.path])
    #expect(verify.status == 1)
    let line = try #require(verify.output.split(separator: "\n").first { $0.hasPrefix("damaged: ") }, "\(verify.output)")
    #expect(line.contains(groups[0]) && line.contains("shared") && line.contains("5"), "\(line)")
    #expect(!verify.output.contains(groups[1]))

    let restarted = try ServerProgram(data: folder.path)
    let back = try restarted.logIn(token)
    let refusal = #expect(throws: ConnectionFailure.self) { try back.follow(damaged) }
    guard case .rejected(let rejected) = refusal else { throw Unexpected("\(String(describing: refusal))") }
    #expect(rejected.code == "group_damaged")
    #expect(try back.follow(sound).marks[.shared]?.position.rawValue == 7)
    _ = try restarted.program.errors.next(containing: "group refused")
  }

  @Test("AT-01: a receipt that an entry names and whose file is gone is missing, to backups and restores too; damage it is none")
  func missingReceipts() throws {
    let home = try AshasHome()
    let data = home.folder.path + "/data"
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    var hashes: [String] = []
    for name in ["Rice", "Milk", "Taxi"] {
      let content = Data("%PDF-1.7 \(name)".utf8)
      let file = home.folder.path + "/\(name).pdf"
      try content.write(to: URL(filePath: file))
      hashes.append("\(ContentHash(of: content))")
      try home.asha.run("add", "100", name)
      try home.asha.run("receipt", "add", name, file)
    }
    // Of an entry that was voided it may be wanted again; of one that names it no longer it is not.
    try home.asha.run("void", "Milk")
    try home.asha.run("receipt", "remove", "Taxi", "--number", "1")
    home.server.program.send(SIGTERM)
    #expect(try home.server.program.status() == 0)
    // The control: nothing is missing that is there.
    let whole = try Program.run("hearthd", ["verify", "--data", data])
    #expect(whole.output.hasSuffix(": all verified") && !whole.output.contains("missing"), "\(whole)")
    let group = try #require(FileManager.default.contentsOfDirectory(atPath: data + "/attachments").first { $0 != "incoming" })
    for hash in hashes { try FileManager.default.removeItem(atPath: data + "/attachments/\(group)/\(hash)") }
    let (backup, restored) = (home.folder.path + "/backup", home.folder.path + "/restored")
    for arguments in [["verify", "--data", data], ["backup", backup, "--data", data], ["restore", backup, "--data", restored]] {
      let output = try Program.run("hearthd", arguments)
      #expect(output.status == 0, "\(output)")
      let missing = output.output.split(separator: "\n").filter { $0.hasPrefix("missing: ") }
      #expect(missing.allSatisfy { $0.contains(/^missing: group [0-9a-f-]{36}, entry [0-9a-f-]{36}, receipt [0-9a-f]{64}:/) })
      #expect(missing.count == 2 && zip(missing, hashes).allSatisfy { $0.contains(group) && $0.contains($1) }, "\(output)")
      #expect(output.output.contains("all verified; 2 receipts have no file"), "\(output)")
    }
  }

  @Test func missingFolderIsASentenceAndAStatus() throws {
    let result = try Program.run("hearthd", ["verify", "--data", "/nonexistent/hearth"])
    #expect(result.status != 0)
    #expect(result.errors.contains("/nonexistent/hearth"))
  }

  private func flipByte(of group: GroupID, sequence: Int, in folder: String) throws {
    let queue = try DatabaseQueue(path: folder + "/hearth.db")
    try queue.write { database in
      let row = try #require(
        try Row.fetchOne(
          database, sql: "SELECT id, bytes FROM event WHERE group_id = ? AND sequence = ?", arguments: [Data(group.bytes), sequence]))
      var bytes: Data = row["bytes"]
      bytes[bytes.count / 2] ^= 1
      try database.execute(sql: "UPDATE event SET bytes = ? WHERE id = ?", arguments: [bytes, row["id"] as Int64])
    }
    try queue.close()
  }
}
