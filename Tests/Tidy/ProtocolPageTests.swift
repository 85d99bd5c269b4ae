import Foundation
import Testing

/// `Protocol/SPEC.md` and `Protocol/errors.json` against the code.
struct ProtocolPageTests {
  private static let schemas = ["bundle", "command", "event", "queries", "session", "settlement", "snapshot", "values"].map {
    "Protocol/hearth/v1/\($0).proto"
  }

  /// The rules in the order of the page.
  private func rules() throws -> [String] {
    try SourceTree.text("Protocol/SPEC.md").matches(of: /(?m)^- \*\*([A-Z]{2}-[0-9]{2})\*\*/).map { String($0.1) }
  }

  @Test("The rules' numbers are unique and each family counts from 01")
  func rulesAreUnique() throws {
    let rules = try rules()
    #expect(rules.count > 40)
    #expect(Set(rules).count == rules.count)
    for (family, members) in Dictionary(grouping: rules, by: { $0.prefix(2) }) {
      #expect(members == (1...members.count).map { "\(family)-\($0 < 10 ? "0" : "")\($0)" })
    }
  }

  @Test("Every rule that code, tests and schema cite exists")
  func citedRulesExist() throws {
    let rules = Set(try rules())
    let families = Set(rules.map { String($0.prefix(2)) })
    var files = try SourceTree.writtenFiles()
    for path in Self.schemas {
      files.append(SourceFile(path: path, lines: try SourceTree.text(path).components(separatedBy: "\n")))
    }
    var cited = 0
    var wrong: [String] = []
    for file in files {
      for (index, line) in file.lines.enumerated() where families.contains(where: { line.has($0 + "-") }) {
        // Capitals before the dash: other numbers of that look, such as UTF-16, are of no family.
        for match in line.matches(of: /\b([A-Z]{2})-[0-9]{2}\b/) where families.contains(String(match.1)) {
          cited += 1
          if !rules.contains(String(match.0)) { wrong.append("\(file.place(index)) cites \(match.0)") }
        }
      }
    }
    #expect(wrong == [])
    #expect(cited > 50)
  }

  @Test("Every name that the page writes with underscores is one of the schema, of errors.json or of the code")
  func namesExist() throws {
    let names = Set(try SourceTree.text("Protocol/SPEC.md").matches(of: /`([a-z][a-z0-9]*(?:_[a-z0-9]+)+)`/).map { String($0.1) })
    var files = try SourceTree.swiftFiles("Sources").map(\.lines)
    for path in Self.schemas + ["Protocol/errors.json"] { files.append(try SourceTree.text(path).components(separatedBy: "\n")) }
    var known: Set<String> = []
    for line in files.joined() where line.utf8.contains(UInt8(ascii: "_")) {
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) { known.insert(word.lowercased()) }
    }
    // Values of enumerations have the enumeration's name before them.
    let missing = names.filter { name in !known.contains(name) && !known.contains { $0.hasSuffix("_" + name) } }
    #expect(names.count > 100 && missing.sorted() == [])
  }

  private struct ErrorsFile: Decodable {
    struct Close: Decodable {
      var code: Int
    }
    var closeCodes: [Close]

    enum CodingKeys: String, CodingKey {
      case closeCodes = "close_codes"
    }
  }

  @Test("CL-01 errors.json lists every close code that the code can send and that the page names")
  func closeCodes() throws {
    let listed = Set(
      try JSONDecoder().decode(ErrorsFile.self, from: Data(SourceTree.text("Protocol/errors.json").utf8)).closeCodes.map(\.code))
    var used: Set<Int> = []
    for file in try SourceTree.swiftFiles("Sources/WebSocket", "Sources/HearthServer") {
      for line in file.lines {
        for match in line.matches(of: /CloseCode\(rawValue: ([0-9]+)\)/) { used.formUnion(Int(match.1).map { [$0] } ?? []) }
      }
    }
    #expect(used.count >= 10)
    #expect(used.subtracting(listed) == [])
    let page = try SourceTree.text("Protocol/SPEC.md")
    let rule = page.components(separatedBy: "\n- ").first { $0.hasPrefix("**CL-01**") } ?? ""
    let named = Set(rule.matches(of: /\b(1[0-9]{3}|4[0-9]{3})\b/).compactMap { Int($0.1) })
    #expect(named.count >= 10)
    #expect(named.subtracting(listed) == [])
  }
}
