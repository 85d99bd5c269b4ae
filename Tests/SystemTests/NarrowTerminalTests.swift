import Foundation
import Support
import Testing

/// What the programs say on a terminal that is narrow, or becomes it.
@Suite struct NarrowTerminalTests {
  /// What a terminal was sent, line by line.
  private static func lines(_ terminal: PseudoTerminal) -> [String] {
    terminal.written.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(
    "No line of what is said about wrong arguments is wider than the terminal",
    arguments: [["register", "--name"], ["add"], ["frobnicate"]])
  func wrongArguments(_ words: [String]) throws {
    let terminal = try PseudoTerminal("hearth", words, environment: ["NO_COLOR": "1"], columns: 40)
    #expect(try terminal.status() == 64)
    eventually("the sentence is there") { terminal.written.contains("--help") }
    let lines = Self.lines(terminal)
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 40 }, "\(lines); \(terminal.ending)")
  }

  @Test("A feed that runs follows the terminal's size")
  func feed() throws {
    let home = try AshasHome()
    try home.asha.run("create", "Sharma Family", "--currency", "INR")
    try home.asha.run("add", "450", "Vegetables, fruit and milk for the whole week from the market")
    let environment = ["HEARTH_HOME": home.folder.path + "/Asha", "NO_COLOR": "1"]
    let terminal = try PseudoTerminal("hearth", ["feed"], environment: environment, columns: 100)
    eventually("the first is shown") { terminal.written.contains("Vegetables") }
    #expect(Self.lines(terminal).contains { $0.count > 60 }, "\(terminal.written)")
    let before = Self.lines(terminal).count
    terminal.resize(columns: 40, rows: 20)
    try home.asha.run("add", "120", "Bread, butter and eggs for breakfast on all the days of the week")
    eventually("the second is shown") { terminal.written.contains("Bread") && terminal.written.contains("120.00") }
    #expect(Self.lines(terminal).dropFirst(before).allSatisfy { $0.count <= 40 }, "\(terminal.written)")
    terminal.send(SIGINT)
    #expect(try terminal.status() == 0)
  }
}
