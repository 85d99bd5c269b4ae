import ArgumentParser
import Console

/// `hearth invite` and `hearth invite revoke`.
struct InviteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Let somebody join: gives a code, a link and a QR code.",
    discussion: """
        hearth invite                                  one adult may join within 7 days
        hearth invite --role viewer --uses 3 --expires 12h
        hearth invite --role adult --for IDENTITY      only that identity may join
        hearth invite --role adult --needs-approval    a person who joins by it waits until you let them in
        hearth invite revoke 3                         take it back by its number in hearth invites, its label,
                                                       its id or the beginning of that

      Three ways, three risks:
        a plain code       the first person who has it can join by it; nothing has to be known of them
        --for              a code that goes astray is worthless; ask for what hearth whoami shows them, and be sure that it came from them
        --needs-approval   a person who has it can ask to join under any name; let in only whom you know to have asked:
                           hearth members shows who asks, hearth member approve or decline answers

      Roles: admin, adult, viewer, minor. All options: hearth invite make --help.
      """,
    subcommands: [Make.self, Revoke.self], defaultSubcommand: Make.self)

  /// `hearth invite`.
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "make", abstract: "Make an invite (what hearth invite does by itself).")

    @Option(help: ArgumentHelp("The joiner's role: admin, adult, viewer or minor.", valueName: "role"))
    var role = "adult"

    @Option(help: ArgumentHelp("How many may join by it, 1 to 100.", valueName: "number"))
    var uses: UInt32 = 1

    @Option(help: ArgumentHelp("How long it is good for: 10m, 12h, 7d; otherwise 7d.", valueName: "time"))
    var expires: String?

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp("The identity that alone may join by it, as hearth whoami shows it to them.", valueName: "identity"))
    var recipient: String?

    @Flag(help: "The joiner only asks to join, and is in after hearth member approve.")
    var needsApproval = false

    @Option(help: ArgumentHelp("The person it is for, as hearth invites shows it; at most 100 characters.", valueName: "text"))
    var label = ""

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func validate() throws {
      guard (1...100).contains(uses) else {
        throw Program.misuse(Wording("--uses is a number from 1 to 100.", "--uses 1 से 100 तक की संख्या है।"), output)
      }
      guard recipient == nil || uses == 1 else {
        throw Program.misuse(
          Wording("With --for one identity joins, once: leave --uses out.", "--for से एक ही पहचान एक बार जुड़ती है: --uses न लिखें।"), output)
      }
    }

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try InviteCommands(sitting).create(
          role: role, uses: uses, expires: expires, recipient: recipient, needsApproval: needsApproval, label: label, group: target.group)
      }
    }
  }

  /// `hearth invite revoke`.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Take an invite back, so that nobody can join by it.")

    @Argument(help: "The invite's number in hearth invites, its label, its id, or at least four digits of the id's beginning.")
    var invite: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try InviteCommands(sitting).revoke(invite, group: target.group) }
    }
  }
}

/// `hearth invites`.
struct InvitesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invites", abstract: "List the group's invites, who made them and when (owner and admins).")

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try InviteCommands(sitting).list(group: target.group) }
  }
}
