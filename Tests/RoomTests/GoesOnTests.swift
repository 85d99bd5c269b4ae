import Foundation
import HearthProtocol
import Support
import Testing

@testable import Room

/// Which commands are carried out where others are refused for want of space: the rules of the protocol name them.
struct GoesOnTests {
  /// The schema's names in a rule's text, from one sentence's beginning to the words behind its list.
  private func named(_ rule: String, from first: String, to last: String) throws -> Set<String> {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let spec = try String(contentsOf: root.appendingPathComponent("Protocol/SPEC.md"), encoding: .utf8)
    let text = try #require(spec.components(separatedBy: "\n- **\(rule)**").dropFirst().first)
    let list = try #require(text.components(separatedBy: first).dropFirst().first?.components(separatedBy: last).first)
    return Set(list.matches(of: /`([a-z_]+)`/).map { String($0.1) })
  }

  /// The names of the commands, each in every form that the rules tell apart.
  private func commands(where fits: (Command) -> Bool) -> Set<String> {
    var found: Set<String> = []
    for (name, body) in Kinds.commands {
      let plain = Command.with { $0.body = body }
      let removing = Command.with { $0.setGuardian.removed = true }
      let forms = name == "set_guardian" ? [plain, removing] : [plain]
      if forms.contains(where: fits) { found.insert(name) }
    }
    return found
  }

  /// What stands in the lists beside the names of commands: fields and a refusal.
  private static let others: Set<String> = ["removed", "shared", "rate_limited"]

  @Test("ER-05 names the commands that go on below the floor, and no other")
  func withoutSpace() throws {
    let named = try named("ER-05", from: "protects somebody:", to: "60 an hour").subtracting(Self.others)
    #expect(named == commands(where: \.goesOnWithoutSpace))
    #expect(named.count == 15 && named.contains("erase_words"))
  }

  @Test("GR-11 names the commands that go on in a group whose history is full, and no other")
  func withoutHistory() throws {
    let named = try named("GR-11", from: "booked any more on its date.", to: "are carried out").subtracting(Self.others)
    #expect(named == commands(where: \.endsSomething) && named.count == 10)
  }

  @Test("ER-05, GR-11: a guardian who is named and a category that is shared wait for space; the other way round they do not")
  func ends() {
    let named = Command.with { $0.setGuardian.removed = false }
    let removed = Command.with { $0.setGuardian.removed = true }
    let shared = Command.with { $0.shareCategory.shared = true }
    let unshared = Command.with { $0.shareCategory.shared = false }
    for (command, goesOn) in [(named, false), (removed, true), (shared, false), (unshared, true)] {
      #expect(command.goesOnWithoutSpace == goesOn && command.endsSomething == goesOn)
    }
  }
}
