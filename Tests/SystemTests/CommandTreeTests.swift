import ArgumentParser
import Console
import Foundation
import HearthProtocol
import Support
import Testing

@testable import hearth

/// The verbs of `hearth`, down to those that do something.
enum CommandTree {
  /// A verb: its words, and what runs it.
  struct Leaf: Sendable {
    let path: [String]
    let command: any ParsableCommand.Type

    /// "budget set".
    var name: String { path.joined(separator: " ") }
    var help: String { Hearth.helpMessage(for: command, columns: 160) }
  }

  static let leaves: [Leaf] = leaves(of: Hearth.self, [])

  private static func leaves(of command: any ParsableCommand.Type, _ path: [String]) -> [Leaf] {
    let below = command.configuration.subcommands
    guard !below.isEmpty else { return [Leaf(path: path, command: command)] }
    return below.flatMap { leaves(of: $0, path + [$0.configuration.commandName ?? ""]) }
  }

  /// The verb that these arguments call; nil when they call none.
  static func leaf(of arguments: [String]) -> Leaf? {
    let candidates = leaves.filter { arguments.starts(with: $0.path) }
    if let found = candidates.max(by: { $0.path.count < $1.path.count }) { return found }
    // "hearth invite --role adult" is "hearth invite make --role adult".
    return leaves.first { leaf in
      guard let first = arguments.first, leaf.path.count == 2, leaf.path[0] == first else { return false }
      return Hearth.configuration.subcommands.first { $0.configuration.commandName == first }?.configuration.defaultSubcommand
        == leaf.command
    }
  }
}

/// What the protocol has, what `hearth` offers, and what `Protocol/SPEC.md` says of it.
@Suite struct CommandTreeTests {
  /// The verb of `hearth` that shows what each message of a client is for.
  static let messages = [
    "hello": "groups", "register": "register", "command": "add", "subscribe": "feed", "unsubscribe": "feed", "preview_invite": "preview",
    "list_groups": "groups", "read_history": "history", "read_settlement": "balances", "preview_command": "add", "read_dashboard": "dash",
    // For clients that keep no replica; hearth shows the same of its own.
    "read_group": "members", "read_entries": "entries", "read_payment_link": "pay-link", "plan_import": "import file",
    "link_device": "login", "list_devices": "devices list", "revoke_device": "devices revoke", "rotate_token": "devices rotate",
    "create_link": "devices link", "create_group_token": "token add", "list_group_tokens": "token list",
    "revoke_group_token": "token revoke",
    // Browsers say it; hearth shows which devices are told.
    "set_device_push": "notify list",
    "tell_heads": "feed", "tell_draft": "room",
  ]

  private static func rules() throws -> String {
    try String(contentsOf: Page.root.appendingPathComponent("Protocol/SPEC.md"), encoding: .utf8)
  }

  @Test("product 200: every command of the protocol is made by what the verbs of hearth do, and a rule of SPEC.md names it")
  func commandsHaveVerbs() throws {
    let folder = Page.root.appendingPathComponent("Sources/Console/Commands")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    // What is only recognised is not made.
    let families = try files.map { try String(contentsOf: $0, encoding: .utf8).replacing(/case \.\w+\(/, with: "") }
    let page = try Self.rules()
    let commands = Kinds.bodies(of: Command.self).map(\.name)
    #expect(commands.count > 80)
    for command in commands {
      #expect(families.contains { $0.contains(".\(command)(") }, "no verb of hearth sends \(command)")
      #expect(page.contains("`\(Kinds.schemaName(command))`"), "no rule names \(command)")
    }
  }

  @Test("Every message of a client has a verb of hearth, and a rule of SPEC.md that names it")
  func messagesHaveVerbs() throws {
    let page = try Self.rules()
    let bodies = Kinds.bodies(of: ClientMessage.self).map { Kinds.schemaName($0.name) }
    #expect(Set(bodies).subtracting(Self.messages.keys).sorted() == [], "without a verb of hearth")
    #expect(Set(Self.messages.keys).subtracting(bodies).sorted() == [], "no longer in the protocol")
    let names = Set(CommandTree.leaves.map(\.name))
    for (body, verb) in Self.messages.sorted(by: { $0.key < $1.key }) {
      #expect(names.contains(verb), "hearth has no \(verb) for \(body)")
      // A command is what section 3 is about.
      if body != "command" { #expect(page.contains("`\(body)`"), "no rule names \(body)") }
    }
  }

  @Test("Every verb says in its help what it does and what each argument and option is, and writes JSON if asked")
  func helpIsThere() {
    #expect(CommandTree.leaves.count > 50)
    for leaf in CommandTree.leaves {
      let help = leaf.help
      #expect(help.hasPrefix("OVERVIEW: ") && help.contains("USAGE: hearth \(leaf.name)"), "\(leaf.name)")
      // It writes nothing that could be read.
      #expect(help.contains("--json") || leaf.name == "quick-exit", "hearth \(leaf.name) has no --json")
      #expect(leaf.command.configuration.abstract.hasSuffix("."), "hearth \(leaf.name)")
      // What stands in the left column and has nothing beside it.
      let bare = help.split(separator: "\n").filter { $0.wholeMatch(of: #/ {2}(-|<)\S+( <[^>]+>)?( \.\.\.)?\s*/#) != nil }
      let lines = help.split(separator: "\n").map(String.init)
      let silent = bare.map(String.init).filter { line in
        guard let place = lines.firstIndex(of: line), place + 1 < lines.count else { return true }
        // A long option has its words on the next line.
        return !lines[place + 1].hasPrefix("        ")
      }
      #expect(silent == [], "hearth \(leaf.name)")
    }
  }

  @Test("No line of a help is wider than the terminal but by one word, and no paragraph is parted where the source was")
  func helpFits() {
    for leaf in CommandTree.leaves {
      let help = Hearth.helpMessage(for: leaf.command, columns: HelpText.unbroken)
      for columns in [40, 80] {
        let lines = HelpText.laid(help, columns: columns)
        let wide = lines.filter { $0.displayWidth > columns && $0.split(separator: " ").count > 1 }
        #expect(wide == [], "hearth \(leaf.name)")
        let isRagged = zip(lines, lines.dropFirst()).contains { line, next in
          guard let first = line.first, first != " ", let word = next.split(separator: " ").first, next.first != " " else { return false }
          return line.displayWidth + 1 + String(word).displayWidth <= columns
        }
        #expect(!isRagged, "hearth \(leaf.name)")
      }
    }
  }

  @Test("What is suggested for a word of another program is a verb, and the word is none")
  func otherWords() {
    for (word, other) in Suggestion.otherWords {
      let (typed, meant) = (
        word.split(separator: " ").dropFirst().map(String.init), other.split(separator: " ").dropFirst().map(String.init)
      )
      #expect(CommandTree.leaf(of: meant) != nil || CommandTree.leaves.contains { $0.path.starts(with: meant) }, "\(other)")
      #expect(!CommandTree.leaves.contains { $0.path.starts(with: typed) }, "\(word)")
    }
  }

  private static let groups = Hearth.configuration.subcommands.filter {
    !$0.configuration.subcommands.isEmpty && $0.configuration.defaultSubcommand == nil
  }.compactMap { $0.configuration.commandName }

  @Test("A verb without the one that it wants behind it names all on standard error and was not understood, as one without its argument")
  func missingVerb() throws {
    #expect(Self.groups.contains("budget") && Self.groups.contains("rate") && !Self.groups.contains("invite"))
    for group in Self.groups {
      let result = try Program.run("hearth", [group])
      #expect(result.status == 64 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("hearth \(group) does nothing by itself") && result.errors.contains("USAGE: hearth \(group) "))
    }
    // The controls: who asks for help gets it, and what wants an argument says so.
    let help = try Program.run("hearth", ["budget", "--help"])
    #expect(help.status == 0 && help.output.contains("USAGE: hearth budget ") && help.errors.isEmpty)
    for words in [["child"], ["spend"], ["limit", "set"]] {
      let result = try Program.run("hearth", words)
      #expect(result.status == 64 && result.output.isEmpty && result.errors.contains("Usage: hearth \(words[0]) "), "\(result)")
    }
  }
}
