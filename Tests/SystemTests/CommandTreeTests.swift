import ArgumentParser
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
  /// The verb of `hearth` for each command of the protocol.
  static let commands = [
    "create_group": "create", "join_group": "join", "add_entry": "add", "set_budget": "budget set", "create_invite": "invite make",
    "revoke_invite": "invite revoke", "add_placeholder": "member add", "claim_member": "claim", "rename_member": "member rename",
    "set_member_color": "member color", "set_member_email": "member email", "set_default_sharing": "member share",
    "set_party": "member party",
    "change_role": "member role", "acknowledge_role": "role accept",
    "request_role": "role request",
    "approve_role": "role approve", "decline_role": "role decline", "approve_join": "member approve", "decline_join": "member decline",
    "leave_group": "leave", "remove_member": "member remove",
    "restore_member": "member restore", "transfer_ownership": "transfer-ownership", "remove_budget": "budget remove",
    "reactivate_budget": "budget reactivate", "settle_up": "settle", "remind_debtor": "remind", "update_group": "group set",
    "set_policy": "policy set", "archive_group": "group archive", "unarchive_group": "group unarchive", "request_purge": "group purge",
    "cancel_purge": "group keep", "set_category": "category add", "retire_category": "category retire", "edit_entry": "edit",
    "void_entry": "void", "restore_entry": "restore", "undo_last": "undo", "dispute_entry": "dispute", "withdraw_dispute": "dispute",
    "comment_entry": "comment", "remove_comment": "comment",
    "set_member_income": "income", "set_recurring": "recurring add", "pause_recurring": "recurring pause",
    "resume_recurring": "recurring resume", "skip_occurrence": "recurring skip", "end_recurring": "recurring end",
    "set_festival": "festival add", "remove_festival": "festival remove", "set_rate": "rate set", "set_preferences": "notify set",
    "set_guardian": "guardian add", "set_spending": "spend add", "void_spending": "spend void", "restore_spending": "spend restore",
    "set_spending_limit": "limit set",
    "remove_spending_limit": "limit remove", "set_allowance": "allowance set", "skip_allowance": "allowance skip",
    "pause_allowance": "allowance pause", "end_allowance": "allowance end",
    "set_account": "account add", "set_account_entry": "account deposit", "void_account_entry": "account void",
    "reconcile_account": "account reconcile", "transfer_between_accounts": "account transfer", "grant_account": "account share",
    "revoke_account": "account unshare", "answer_revocation": "account confirm",
    "share_category": "share-category", "set_category_total": "share-category",
    "send_coaching": "coach send", "mute_coaching": "coach mute", "restrict_coaching": "coach restrict",
    "set_payment_address": "pay-address set", "set_notice_address": "notify address",
    "add_webhook": "webhook add", "rotate_webhook_secret": "webhook rotate", "test_webhook": "webhook test",
    "resume_webhook": "webhook resume", "remove_webhook": "webhook remove",
    "separate": "privacy separate", "end_separation": "privacy rejoin", "erase_words": "privacy erase",
  ]

  /// The verb of `hearth` that shows what each other message of a client is for.
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

  @Test("product 200: every command of the protocol has a verb of hearth, and a rule of SPEC.md that names it")
  func commandsHaveVerbs() throws {
    try check(Self.commands, against: Kinds.commands.map(\.name))
  }

  @Test("Every message of a client has a verb of hearth, and a rule of SPEC.md that names it")
  func messagesHaveVerbs() throws {
    // A command is what section 3 is about.
    try check(Self.messages, against: Kinds.bodies(of: ClientMessage.self).map { Kinds.schemaName($0.name) }, except: ["command"])
  }

  private func check(_ verbs: [String: String], against bodies: [String], except known: Set<String> = []) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Protocol/SPEC.md"), encoding: .utf8)
    #expect(Set(bodies).subtracting(verbs.keys).sorted() == [], "without a verb of hearth")
    #expect(Set(verbs.keys).subtracting(bodies).sorted() == [], "no longer in the protocol")
    let names = Set(CommandTree.leaves.map(\.name))
    for (body, verb) in verbs.sorted(by: { $0.key < $1.key }) {
      #expect(names.contains(verb), "hearth has no \(verb) for \(body)")
      if !known.contains(body) { #expect(page.contains("`\(body)`"), "no rule names \(body)") }
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
