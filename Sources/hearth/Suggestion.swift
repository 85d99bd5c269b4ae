import ArgumentParser
import Console

/// What somebody perhaps meant by a verb that there is not.
enum Suggestion {
  /// What there is to say where a verb has others below it and none was named; nil: the verb does something by itself.
  static func verbs(of command: any ParsableCommand.Type) -> String? {
    guard command != Hearth.self, !command.configuration.subcommands.isEmpty else { return nil }
    let path = "hearth \(command.configuration.commandName ?? "")"
    let help = HelpText.laid(
      Hearth.helpMessage(for: command, columns: HelpText.unbroken), columns: Terminal(environment: Program.environment).helpColumns)
    return Program.misuse(.verbMissing(path)).message + "\n\n" + help.joined(separator: "\n")
  }

  /// The sentence; nil when the verb is one, or there is none.
  static func sentence(for arguments: [String]) -> String? { signed(arguments) ?? otherVerb(arguments) }

  /// What there is to say of an amount with a minus, which is read as an option.
  private static func signed(_ arguments: [String]) -> String? {
    zip([""] + arguments, arguments).first { before, text in
      before != "--at" && text.wholeMatch(of: #/-[0-9]+([.,][0-9]+)?/#) != nil
    }.map { Program.misuse(.signedAmount($1)).message }
  }

  private static func otherVerb(_ arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = Hearth.self
    var path = "hearth"
    for word in arguments {
      guard !word.hasPrefix("-") else { return nil }
      if let other = otherWords["\(path) \(word.lowercased())"] { return Program.misuse(.noVerb(path, word, "hearth \(other)")).message }
      let below = command.configuration.subcommands
      let names = below.compactMap { $0.configuration.commandName }
      // What stands here is an argument.
      guard !below.isEmpty, command == Hearth.self || command.configuration.defaultSubcommand == nil else { return nil }
      if let next = below.first(where: { $0.configuration.commandName == word }) {
        command = next
        path += " " + word
        continue
      }
      let near = NearestWord.of(word, among: names).map { "\(path) \($0)" }
      return Program.misuse(.noVerb(path, word, near)).message
    }
    return nil
  }

  /// What people try, by their habits of other programs, and the verb that does it.
  static let otherWords: [String: String] = [
    "hearth expense": "add", "hearth new": "add", "hearth delete": "void", "hearth remove": "void", "hearth rm": "void",
    "hearth list": "entries", "hearth ls": "entries", "hearth show": "entry show", "hearth search": "entries --search",
    "hearth find": "entries --search", "hearth categories": "category list", "hearth rates": "rate list", "hearth accounts": "account list",
    "hearth status": "dash", "hearth summary": "dash", "hearth report": "dash", "hearth owe": "balances", "hearth debts": "balances",
    "hearth logout": "devices revoke", "hearth backup": "export --bundle", "hearth member list": "members",
    "hearth invite list": "invites", "hearth group list": "groups", "hearth entry list": "entries", "hearth budget list": "budgets",
    "hearth limit list": "child", "hearth limit show": "child", "hearth allowance list": "child",
    "hearth allowance show": "child", "hearth guardian list": "child", "hearth guardian show": "child", "hearth emi list": "recurring list",
    "hearth emi show": "recurring list",
  ]
}
