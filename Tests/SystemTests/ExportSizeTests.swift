import Foundation
import Support
import Testing

/// What somebody exports is as long whatever happens in lanes that they do not receive (SPEC LN-03, LN-09).
@Suite struct ExportSizeTests {
  /// Byte lengths of the CSV and the bundle that each of some people exports after an evening.
  ///
  /// - Parameter isSaid: whether anything happens in the lanes of the child, of accounts and of inboxes.
  private func lengths(isSaid: Bool) throws -> [String: [Int]] {
    let base = try AshasHome()
    let people = Dictionary(uniqueKeysWithValues: ["Asha", "Mira", "Dadi", "Riya"].map { ($0, HearthProgram(name: $0, in: base.folder)) })
    func run(_ name: String, _ arguments: String...) throws -> String {
      let program = try #require(people[name]).start(arguments)
      let (status, output, errors) = (try program.status(), try program.output.all(), try program.errors.all())
      guard status == 0 else { throw Unexpected("\(name) \(arguments): \(output)\(errors)") }
      return output
    }
    _ = try run("Asha", "create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    for (name, role) in [("Mira", "adult"), ("Dadi", "viewer"), ("Riya", "minor")] {
      let code = try String(#require(run("Asha", "invite", "--role", role).firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0)
      _ = try run(name, "register", "--server", "\(base.server.url)", "--name", name)
      let program = try #require(people[name]).start(["join", code] + (role == "minor" ? ["--accept-transparency"] : []))
      #expect(try program.status() == 0)
    }
    for round in 0..<2 {
      if isSaid, round == 0 {
        _ = try run("Asha", "limit", "set", "Riya", "Pocket", "100")
        _ = try run("Asha", "allowance", "set", "Riya", "50")
        _ = try run("Asha", "account", "add", "Savings", "--type", "savings", "--opening", "1000")
        _ = try run("Asha", "account", "share", "Savings", "Riya")
        _ = try run("Asha", "coach", "Riya", "Well saved!")
      }
      if isSaid { _ = try run("Riya", "spend", "120", "Samosa") }
      _ = try run("Mira", "add", "40", "Tea \(round)")
    }
    return try people.keys.reduce(into: [:]) { lengths, name in
      lengths[name] = try [("--csv", "csv"), ("--bundle", "hearth")].map { option, ending in
        let file = base.folder.path + "/\(name).\(ending)"
        _ = try run(name, "export", option, file)
        return try Data(contentsOf: URL(fileURLWithPath: file)).count
      }
    }
  }

  @Test("product N7, LN-03, BN-06: exports of those outside a child's lane, an account and an inbox are as long whatever is in these")
  func sizes() throws {
    let (silent, said) = try (lengths(isSaid: false), lengths(isSaid: true))
    for name in ["Mira", "Dadi"] { #expect(silent[name] == said[name] && silent[name]?.contains(0) == false, "\(name)") }
    // The control: those who receive the lanes have more in their bundles, and the same entries.
    for name in ["Asha", "Riya"] {
      let (before, after) = (try #require(silent[name]), try #require(said[name]))
      #expect(before[0] == after[0] && before[1] + 500 < after[1], "\(name): \(before), \(after)")
    }
  }
}
