import EventStore
import Foundation
import HearthProtocol
import SQLiteStore
import Testing

/// A family's year through the real server, with all that the ledger knows.
struct YearTests {
  @Test("A year in the life of the Sharma family ends in the same state every time, in memory and on disk")
  func aYear() throws {
    let memory = InMemoryStore()
    let first = try SharmaYear(TestServer(memory), seed: 2026)
    let hash = try SharmaYear.stateHash(of: first.group, in: memory)
    // Whoever changes what the year sends, or what it comes to, writes down the state that it ends in from then on.
    #expect(hash == "1a17397ab2d5d8046c164a57f16d2c322948ed55087ad1f515a0223f19e5016d")

    let folder = try TemporaryFolder()
    let disk = try SQLiteStore(directory: folder.path)
    let second = try SharmaYear(TestServer(disk) { $0.loops = 3 }, seed: 2026)
    #expect(try SharmaYear.stateHash(of: second.group, in: disk) == hash)
    #expect(first.accepted == second.accepted && first.refused == second.refused)

    // Another year is another state: the hash says something.
    let other = InMemoryStore()
    let third = try SharmaYear(TestServer(other), seed: 2027)
    #expect(try SharmaYear.stateHash(of: third.group, in: other) != hash)

    // What a year has to hold follows from the schema: every command, every question, and all that can be said of an entry.
    let commands = try Schema.fields(of: "oneof body", in: "command.proto")
    #expect(commands == Set(first.accepted.keys), "\(commands.symmetricDifference(first.accepted.keys))")
    let questions = try Schema.fields(of: "oneof body", in: "session.proto").filter {
      $0.hasPrefix("read") || $0.hasPrefix("preview") || $0.hasPrefix("list")
    }
    #expect(questions == Set(first.answered.keys), "\(questions.symmetricDifference(first.answered.keys))")
    #expect(first.answered == second.answered && first.answers.finalize() == second.answers.finalize())
    let said =
      try Schema.fields(of: "message EntryContent", in: "values.proto").map { "addEntry.content." + $0 }
      + Schema.fields(of: "oneof method", in: "values.proto").map { "addEntry.content.split." + $0 }
      + Schema.fields(of: "message EntryChanges", in: "values.proto").map { "editEntry.changes." + $0 }
    #expect(commands.count > 40 && questions.count > 6 && said.count > 20)
    #expect(said.filter { !first.said.contains($0) } == [])
    #expect(first.severalPaid > 50)
    let sum = first.accepted.values.reduce(0, +) + first.refused.values.reduce(0, +)
    #expect(sum >= SharmaYear.commands && first.accepted.values.reduce(0, +) > 1_800, "\(first.accepted) \(first.refused)")
    print("The year: \(sum) commands, \(first.accepted.values.reduce(0, +)) accepted; state \(hash)")
  }
}

/// The schema's files, as far as a test asks what is in them.
private enum Schema {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Protocol/hearth/v1")

  /// The fields of the first block that begins so, as JSON has them: "addEntry".
  static func fields(of block: String, in file: String) throws -> Set<String> {
    let lines = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix(block + " {") })
    let body = lines[(start + 1)...].prefix { !$0.hasSuffix("}") }
    return Set(
      body.compactMap { line in
        line.firstMatch(of: /^ +(?:optional |repeated )?\w+ (\w+) = \d+;/).map { match in
          let words = match.1.split(separator: "_")
          return words[0] + words.dropFirst().map(\.capitalized).joined()
        }
      })
  }
}
