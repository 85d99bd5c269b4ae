import ArgumentParser
import Console

/// What somebody perhaps meant by a verb that there is not.
enum Suggestion {
  /// What there is to say where a verb has others below it and none was named; nil: the verb does something by itself.
  static func verbs(of command: any ParsableCommand.Type) -> String? {
    guard command != Hearth.self, !command.configuration.subcommands.isEmpty else { return nil }
    let path = "hearth \(command.configuration.commandName ?? "")"
    return Program.misuse(.verbMissing(path)).message + "\n\n" + Hearth.helpMessage(for: command)
  }

  /// The sentence; nil when the verb is one, or there is none.
  static func sentence(for arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = Hearth.self
    var path = "hearth"
    for word in arguments {
      guard !word.hasPrefix("-") else { return nil }
      let below = command.configuration.subcommands
      let names = below.compactMap { $0.configuration.commandName }
      // What stands here is an argument.
      guard !below.isEmpty, command == Hearth.self || command.configuration.defaultSubcommand == nil else { return nil }
      if let next = below.first(where: { $0.configuration.commandName == word }) {
        command = next
        path += " " + word
        continue
      }
      let near = NearestWord.of(word, among: names)
      return Program.misuse(.noVerb(path, word, near)).message
    }
    return nil
  }
}
