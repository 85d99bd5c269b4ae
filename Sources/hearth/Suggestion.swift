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
      if let other = otherWords["\(path) \(word.lowercased())"] { return Program.misuse(.noVerb(path, word, other)).message }
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
    "hearth expense": "hearth add", "hearth new": "hearth add", "hearth delete": "hearth void", "hearth remove": "hearth void",
    "hearth rm": "hearth void",
    "hearth list": "hearth entries", "hearth ls": "hearth entries", "hearth show": "hearth entry show",
    "hearth search": "hearth entries --search",
    "hearth find": "hearth entries --search", "hearth categories": "hearth category list", "hearth rates": "hearth rate list",
    "hearth accounts": "hearth account list",
    "hearth status": "hearth dash", "hearth summary": "hearth dash", "hearth report": "hearth dash", "hearth owe": "hearth balances",
    "hearth debts": "hearth balances",
    "hearth logout": "hearth devices revoke", "hearth backup": "hearth export --bundle", "hearth member list": "hearth members",
    "hearth invite list": "hearth invites", "hearth group list": "hearth groups", "hearth entry list": "hearth entries",
    "hearth budget list": "hearth budgets",
    "hearth limit list": "hearth child", "hearth limit show": "hearth child", "hearth allowance list": "hearth child",
    "hearth allowance show": "hearth child", "hearth guardian list": "hearth child", "hearth guardian show": "hearth child",
    "hearth emi list": "hearth recurring list",
  ]
}
