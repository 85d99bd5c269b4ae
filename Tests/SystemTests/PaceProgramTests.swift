import Foundation
import Support
import Testing

/// A file of more entries than a server takes at once.
@Suite struct PaceProgramTests {
  @Test("CM-08, ER-02: an import past the server's rate waits as it is told, and each line arrives once", arguments: ["10", "20", "10000"])
  func importsPastTheRate(perSecond: String) throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path + "/data", ["--message-rate", perSecond])
    let asha = HearthProgram(name: "Asha", in: folder)
    try asha.run("register", "--server", "\(server.url)", "--name", "Asha")
    try asha.run("create", "Sharma Family", "--currency", "INR")
    let lines = (1...60).map { "2026-11-01,Entry \($0),\($0).00" }
    let file = folder.path + "/entries.csv"
    try Data((["date,description,amount"] + lines).joined(separator: "\n").utf8).write(to: URL(filePath: file))
    #expect(try asha.run("import", "csv", file, "--commit").contains("Done: 60 new."))
    #expect(try asha.run("import", "csv", file).contains("0 new, 60 there already"))
    #expect(try asha.balances().values.map(abs).max() == 0, "one member owes nobody")
  }
}
