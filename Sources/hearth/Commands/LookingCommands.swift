import ArgumentParser
import Console

/// `hearth diff`.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two moments: entries, balances, members, budgets.",
    discussion: """
        hearth diff 2026-10-24..2026-11-20
        hearth diff 2026-11-20..                       up to now

      A day counts to its end, in the group's time zone. What was back-dated later is not in an earlier moment: it is what the group knew then.
      """)

  @Argument(help: "Two moments with two dots between them; without the second it is up to now.")
  var span: String

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try DifferenceCommands(sitting).show(span, group: target.group) }
  }
}

/// `hearth dash`.
struct DashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dash", abstract: "Show a month at a glance: by member, by category, beside the months before; budgets; who pays next.")

  @Option(help: ArgumentHelp("The month, like 2026-11; otherwise this one.", valueName: "month"))
  var month: String?

  @Option(help: ArgumentHelp("Another currency than the group's, by its ISO code.", valueName: "code"))
  var currency: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try DashboardCommands(sitting).show(month: month, currency: currency, group: target.group)
    }
  }
}

/// `hearth digest`.
struct DigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest", abstract: "Sum up a week or a month: the last one that is over, or the one of a day.",
    discussion: """
      It tells what you want to be told of: see hearth notify list. With --json it tells all.

        hearth digest weekly
        hearth digest monthly --date 2026-10-15
      """)

  @Argument(help: "weekly or monthly.")
  var kind: String

  @Option(help: ArgumentHelp("A day of the week or month, like 2026-10-15.", valueName: "date"))
  var date: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try DashboardCommands(sitting).digest(kind, date: date, group: target.group)
    }
  }
}

/// `hearth notify`.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Choose what you are told of, and where.",
    discussion: """
      Kinds are entries, budgets, alerts, members, reminders and digest; channels are feed, bell, digest, push and mail. It is for this group
      and for you, on every device. The bell needs hearth feed --bell besides; push and mail need an address, and a server that sends them.

        hearth notify set entries feed no              a feed of alerts and members only
        hearth notify set all bell no
        hearth notify set digest feed yes              the feed begins with the digest of last week
        hearth notify set alerts push yes              to the telephone, by the operator's program
        hearth notify address push asha-7f3k
      """,
    subcommands: [List.self, Set.self, Address.self], defaultSubcommand: List.self)

  /// `hearth notify list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show what you are told of, and where.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try NoticeCommands(sitting).list(group: target.group) }
    }
  }

  /// `hearth notify set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Say yes or no to a kind of notice in a channel.")

    @Argument(help: "entries, budgets, alerts, members, reminders, digest or all.")
    var kind: String

    @Argument(help: "feed, bell, digest, push, mail or all.")
    var channel: String

    @Argument(help: "yes or no.")
    var wanted: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try NoticeCommands(sitting).set(kind, channel, wanted, group: target.group)
      }
    }
  }

  /// `hearth notify address`.
  struct Address: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "address", abstract: "Say where notices for push or mail reach you; nobody else sees it.",
      discussion: """
        What an address for push is says the server's operator, who may see what is sent. It is written in the language of this call.

          hearth notify address push asha-7f3k
          hearth notify address mail asha@example.org --without-amounts
          hearth notify address mail --remove
        """)

    @Argument(help: "push or mail.")
    var channel: String

    @Argument(help: "The address.")
    var address: String?

    @Flag(help: "Leave amounts out of what is sent.")
    var withoutAmounts = false

    @Flag(help: "Send nothing there any more.")
    var remove = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func validate() throws {
      guard (address == nil) == remove else {
        throw Program.misuse(Wording("Name an address, or say --remove.", "पता लिखें, या --remove कहें।"), output)
      }
    }

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try NoticeCommands(sitting).setAddress(
          channel, remove ? "" : address ?? "", hidesAmounts: withoutAmounts && !remove, group: target.group)
      }
    }
  }
}
