import Foundation
import Testing

/// `LoadTests/RESULTS.md` is one table with a row for each verb, and `LoadTests/record.py` replaces rows.
struct ResultsPageTests {
  private static let page = "LoadTests/RESULTS.md"
  // Limit: a table, not a diary.
  private static let linesMax = 150
  /// The verbs of the Makefile that measure or prove something.
  private static let verbs: Set<String> = [
    "api-check", "attacker", "autobahn", "bench", "chaos", "cluster", "cluster-control", "crash", "crowd", "crowd-control", "differential",
    "encryption-cost", "fuzz", "fuzz-control",
    "fuzz-coverage", "fuzz-leaks", "hostile", "import-speed", "leak", "ledger-bench", "ledger-peers", "ledger-speed", "load",
    "metrics-check",
    "metrics-cost", "package-check", "page-check", "properties", "proxies-check", "sanitize", "simulate",
    "slow-line", "soak", "store-speed",
  ]

  /// Runs `record.py` on a copy of the page: its exit status, and what the copy holds then.
  private func record(_ arguments: [String], output: String = "") throws -> (status: Int32, page: String) {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("results-\(UUID().uuidString).md")
    try Data(SourceTree.text(Self.page).utf8).write(to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments =
      ["python3", SourceTree.root.appendingPathComponent("LoadTests/record.py").path] + arguments + ["--file", copy.path]
    let input = Pipe()
    program.standardInput = input
    program.standardError = FileHandle.nullDevice
    program.standardOutput = FileHandle.nullDevice
    try program.run()
    try input.fileHandleForWriting.write(contentsOf: Data(output.utf8))
    try input.fileHandleForWriting.close()
    program.waitUntilExit()
    return (program.terminationStatus, try String(contentsOf: copy, encoding: .utf8))
  }

  @Test("RESULTS.md has at most 150 lines, and one row for each verb that measures")
  func rows() throws {
    let lines = try SourceTree.text(Self.page).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= Self.linesMax)
    let rows = lines.compactMap { $0.firstMatch(of: /^\| `([a-z-]+)` \|/).map { String($0.1) } }
    #expect(Set(rows).count == rows.count)
    #expect(Set(rows) == Self.verbs)
    let makefile = try SourceTree.text("Makefile")
    for verb in rows { #expect(makefile.contains("\n\(verb):"), "make \(verb)") }
  }

  @Test("record.py replaces the row of its verb and leaves the rest")
  func replaces() throws {
    let before = try SourceTree.text(Self.page).split(separator: "\n")
    let given = try record(["soak", "make soak FOR=10s", "--figure", "7 connections"])
    #expect(given.status == 0)
    let after = given.page.split(separator: "\n")
    #expect(after.count == before.count)
    #expect(zip(before, after).filter { $0 != $1 }.count == 1)
    #expect(given.page.contains("| 7 connections | A, ") && given.page.contains("| `make soak FOR=10s` |"))

    let read = try record(["chaos", "make chaos"], output: "commands 5\nkills       20: 0 lost, 0 doubled, 1 reordered\nverdict x\n")
    #expect(read.status == 0)
    #expect(read.page.contains("| 20: 0 lost, 0 doubled, 1 reordered | A, "))
  }

  @Test("record.py records a cluster's run with late rounds and other findings, and none whose faults were not all found")
  func cluster() throws {
    func line(_ late: Int, _ others: Int, _ faults: String) -> String {
      "cluster: 1000 rounds, 1,234,567 commands: 0 lost, 0 doubled, 0 out of order, 0 leaked, "
        + "\(late) rounds too late, \(others) other findings; \(faults); 99 s\n"
    }
    let arguments = ["cluster", "make cluster ROUNDS=1000 CLUSTERS=3"]
    for (late, others, figure) in [(0, 0, "0, 0, 0, 0, 0"), (1, 0, "0, 0, 0, 0, 1"), (12, 3, "0, 0, 0, 0, 12 + 3 more")] {
      let result = try record(arguments, output: line(late, others, "all faults found"))
      #expect(result.status == 0)
      #expect(result.page.contains("| \(figure) of 1,234,567 commands, 1000 rounds; found | A"))
    }
    for faults in ["a fault was NOT found", "no fault was tried"] {
      #expect(try record(arguments, output: line(0, 0, faults)).status != 0)
    }
  }

  @Test("record.py records nothing of a run that did not end, of an unknown verb or of a figure too long for its row")
  func refuses() throws {
    let page = try SourceTree.text(Self.page)
    let long = String(repeating: "long ", count: 40)
    for arguments in [["chaos", "make chaos"], ["gold", "make gold", "--figure", "1"], ["soak", "make soak", "--figure", long]] {
      let result = try record(arguments, output: "It broke.\n")
      #expect(result.status != 0, "\(arguments)")
      #expect(result.page == page, "\(arguments)")
    }
  }
}
