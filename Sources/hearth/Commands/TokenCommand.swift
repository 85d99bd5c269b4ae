import ArgumentParser
import Console

/// `hearth token`.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Let a program act for you in one group: make a token for it, list yours, revoke one.",
    discussion: """
        hearth token add "Weekly digest"                reads for 90 days, in the current group alone
        hearth token add Importer --write --days 30     enters in your name, too
        hearth token add Bot --file bot.token           in a new file that you alone may read, instead of shown
        hearth token list --all                         your tokens of all groups
        hearth token revoke Importer

      A program logs in with it as with the token of a device. It makes no other key, changes nobody's rights, and knows no other group.
      It ends by its day, when you revoke it, when you leave the group or may have no such token any more, and with the device that made it.
      Owner and adults have tokens that read or write, viewers such as read, admins what hearth policy set admins_make_tokens yes gives them.
      """,
    subcommands: [Add.self, List.self, Revoke.self], defaultSubcommand: List.self)

  /// `hearth token add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Make a token; it is shown this once.")

    @Argument(help: "What the program is called in the list, 1 to 50 characters.")
    var name: String

    @Flag(help: "Let it send what you may send, too; otherwise it only reads.")
    var write = false

    @Option(help: ArgumentHelp("Days until it ends, 1 to 366; otherwise 90.", valueName: "number"))
    var days: UInt32?

    @Option(help: ArgumentHelp("Write it to this new file, which you alone may read, instead of showing it.", valueName: "path"))
    var file: String?

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func validate() throws {
      guard days.map({ (1...366).contains($0) }) ?? true else {
        throw Program.misuse(Wording("--days is a number from 1 to 366.", "--days 1 से 366 तक की संख्या है।"), output)
      }
    }

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try TokenCommands(sitting).add(name, writes: write, days: days, to: file, group: target.group)
      }
    }
  }

  /// `hearth token list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your tokens for the group (what hearth token does by itself).")

    @Flag(help: "Those of all groups.")
    var all = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try TokenCommands(sitting).list(all: all, group: target.group) }
    }
  }

  /// `hearth token revoke`.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Let a token in no more, at once and for ever.",
      discussion: "You are asked first. Where nobody can be asked, as in a script, --yes says that you are sure.")

    @Argument(help: "The token's id, as hearth token list --all shows it, or its name if no other has it.")
    var token: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try TokenCommands(sitting).revoke(token, isSure: yes) }
    }
  }
}
