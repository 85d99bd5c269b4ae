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
      Kinds are entries, budgets, alerts, members, reminders and digest; channels are feed, bell and digest. It is for this group and for you,
      on every device. The bell needs hearth feed --bell besides.

        hearth notify set entries feed no              a feed of alerts and members only
        hearth notify set all bell no
        hearth notify set digest feed yes              the feed begins with the digest of last week
      """,
    subcommands: [List.self, Set.self], defaultSubcommand: List.self)

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

    @Argument(help: "feed, bell, digest or all.")
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
}
