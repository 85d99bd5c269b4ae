import ArgumentParser
import Console

private let memberHelp: ArgumentHelp = "Name or id of the member."
private let minorHelp: ArgumentHelp = "Name or id of the minor."

/// `hearth coach`.
struct CoachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coach", abstract: "Say something kind to one member. The two of you see it, and nobody else.",
    discussion: """
        hearth coach @riya "You saved half of it. Well done!"
        hearth coach                                 what you got and sent
        hearth coach mute @ravi
        hearth coach restrict @riya                  the owner alone coaches Riya

      A list of words suggests softer ones before anything is sent; no model reads the text, and nothing is rewritten.
      """,
    subcommands: [Send.self, List.self, Mute.self, Unmute.self, Restrict.self, Allow.self], defaultSubcommand: Send.self)

  /// `hearth coach send`.
  struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send a message (owner, admins, adults). Without a name and words: what you got and sent.",
      discussion: "After three to one member within 24 hours hearth asks you to wait; --anyway sends it all the same.")

    @Argument(help: memberHelp) var member: String?
    @Argument(help: "What to say, at most 500 characters.") var text: String?
    @Flag(help: "Send it although three were sent to the member within 24 hours.") var anyway = false
    @Flag(help: "Send it as it is although softer words are suggested.") var asWritten = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        let commands = CoachingCommands(sitting)
        guard let member else { return try commands.list(group: target.group) }
        try commands.send(member, text, isAnyway: anyway, isAsWritten: asWritten, group: target.group)
      }
    }
  }

  /// `hearth coach list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show what you got and sent, the newest last, and whom you do not hear.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try CoachingCommands(sitting).list(group: target.group) }
    }
  }

  /// `hearth coach mute`.
  struct Mute: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mute", abstract: "Hear a member's coaching no more. They are not told, and notice nothing.")

    @Argument(help: memberHelp) var member: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CoachingCommands(sitting).mute(member, isUnmuted: false, group: target.group)
      }
    }
  }

  /// `hearth coach unmute`.
  struct Unmute: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unmute", abstract: "Hear a member again. What they said meanwhile does not come after all.")

    @Argument(help: memberHelp) var member: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CoachingCommands(sitting).mute(member, isUnmuted: true, group: target.group)
      }
    }
  }

  /// `hearth coach restrict`.
  struct Restrict: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restrict", abstract: "Let the owner alone coach a minor (owner). Everybody in the group sees that it is so.")

    @Argument(help: minorHelp) var minor: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CoachingCommands(sitting).restrict(minor, isLifted: false, group: target.group)
      }
    }
  }

  /// `hearth coach allow`.
  struct Allow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "allow", abstract: "Let admins and adults coach a minor again (owner).")

    @Argument(help: minorHelp) var minor: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CoachingCommands(sitting).restrict(minor, isLifted: true, group: target.group)
      }
    }
  }
}
