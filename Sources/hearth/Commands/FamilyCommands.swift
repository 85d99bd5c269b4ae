import ArgumentParser
import Console

private let minorHelp: ArgumentHelp = "Name or id of the minor."

/// `hearth guardian`.
struct GuardianCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guardian", abstract: "Say who looks after a minor besides the owner (owner).",
    discussion: """
      A guardian sees what the minor spends and asks for, and sets limits. The minor is told at once, before the guardian sees anything. The
      owner always looks after every minor. A guardian who leaves the group or becomes a viewer sees nothing more of it.
      """,
    subcommands: [Add.self, Remove.self])

  /// `hearth guardian add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Let an admin or adult look after a minor, too.")

    @Argument(help: minorHelp) var minor: String
    @Argument(help: "Name or id of the guardian.") var guardian: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).setGuardian(minor, guardian, isRemoved: false, group: target.group)
      }
    }
  }

  /// `hearth guardian remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "End it: nothing later reaches them. What they have seen stays seen.")

    @Argument(help: minorHelp) var minor: String
    @Argument(help: "Name or id of the guardian.") var guardian: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).setGuardian(minor, guardian, isRemoved: true, group: target.group)
      }
    }
  }
}

/// `hearth spend`.
struct SpendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spend", abstract: "Note what a minor spends of their own. It moves no debt of the group.",
    discussion: """
        hearth spend 120 "Samosa" --category dining    the minor
        hearth spend 120 "Samosa" --for Riya           who looks after Riya
        hearth spend 120 "Samosa" --receipt bill.jpg
        hearth spend edit Samosa --amount 130
        hearth spend void Samosa
        hearth spend restore Samosa

      Only the minor and who looks after them see it, receipts too. hearth receipt list Samosa --for Riya lists these.
      """,
    subcommands: [Add.self, Edit.self, Void.self, Restore.self], defaultSubcommand: Add.self)

  /// `hearth spend add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Note what was spent.")

    @Argument(help: "How much, like 120.") var amount: String
    @Argument(help: "What it was for.") var description: String
    @Option(help: ArgumentHelp("One of the group's categories, like dining.", valueName: "category")) var category: String?
    @Option(help: ArgumentHelp("The day, like 2026-11-20; otherwise today.", valueName: "date")) var date: String?
    @Option(help: ArgumentHelp("Anything else to remember.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("The amount's currency by its ISO code; otherwise the group's.", valueName: "code")) var currency: String?
    @Option(help: ArgumentHelp("A receipt's file to put on the server; repeat it for more.", valueName: "file")) var receipt: [String] = []
    @Option(name: .customLong("for"), help: ArgumentHelp("Which minor has spent it; otherwise you.", valueName: "who")) var minor: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = SpendingWish(amount: amount, description: description)
      (wish.category, wish.date, wish.note, wish.currency, wish.receipts) = (category, date, note, currency, receipt)
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).spend(complete, of: minor, group: target.group)
      }
    }
  }

  /// `hearth spend edit`.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Say anew what was noted. What you leave out stays as it was.")

    @Argument(help: "What was noted: its description, the end of its id, or last.") var record: String
    @Option(help: ArgumentHelp("How much.", valueName: "amount")) var amount: String?
    @Option(help: ArgumentHelp("What it was for.", valueName: "text")) var description: String?
    @Option(help: ArgumentHelp("One of the group's categories; none for none.", valueName: "category")) var category: String?
    @Option(help: ArgumentHelp("The day.", valueName: "date")) var date: String?
    @Option(help: ArgumentHelp("Anything else to remember.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("A receipt's file to put on the server; repeat it for more.", valueName: "file")) var receipt: [String] = []
    @Option(name: .customLong("for"), help: ArgumentHelp("Which minor has spent it; otherwise you.", valueName: "who")) var minor: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = SpendingWish(amount: amount, description: description)
      (wish.category, wish.date, wish.note, wish.receipts) = (category, date, note, receipt)
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).editSpending(record, complete, of: minor, group: target.group)
      }
    }
  }

  /// `hearth spend void`.
  struct Void: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "void", abstract: "Take out what was noted. It counts no more.")

    @Argument(help: "What was noted: its description, the end of its id, or last.") var record: String
    @Option(name: .customLong("for"), help: ArgumentHelp("Which minor has spent it; otherwise you.", valueName: "who")) var minor: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).voidSpending(record, of: minor, group: target.group)
      }
    }
  }
}

extension SpendCommand {
  /// `hearth spend restore`.
  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Bring back what was taken out. It counts again, with its receipts.")

    @Argument(help: "What was taken out: its description, the end of its id, or last.") var record: String
    @Option(name: .customLong("for"), help: ArgumentHelp("Which minor has spent it; otherwise you.", valueName: "who")) var minor: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).restoreSpending(record, of: minor, group: target.group)
      }
    }
  }
}

/// `hearth limit`.
struct LimitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit", abstract: "Set limits on what a minor spends. They warn, and block nothing.",
    subcommands: [Set.self, Remove.self])

  /// `hearth limit set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a limit, or change the one of that name (owner; guardians of the minor).",
      discussion: """
          hearth limit set Riya Pocket 500
          hearth limit set Riya Sweets 200 --period weekly --category dining --thresholds 50,100,over

        Against it counts what is noted by hearth spend and what the minor owes in shared entries, in the currency of the limit. Alerts go to the
        minor and who looks after them, once for each period and threshold. What you leave out stays as it was.
        """)

    @Argument(help: minorHelp) var minor: String
    @Argument(help: "What the limit is called.") var name: String
    @Argument(help: "How much may be spent in one period.") var amount: String?
    @Option(help: ArgumentHelp("weekly, biweekly or monthly; a new limit is weekly.", valueName: "period")) var period: String?
    @Option(help: ArgumentHelp("A category that counts; repeat it for more; all for all spending.", valueName: "category"))
    var category: [String] = []
    @Option(help: ArgumentHelp("When alerts fire, in percent, like 80,100,over; none for no alerts.", valueName: "list"))
    var thresholds: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FamilyCommands(sitting).setLimit(
          minor, name, amount, period: period, categories: category, thresholds: thresholds, group: target.group)
      }
    }
  }

  /// `hearth limit remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take a limit away.")

    @Argument(help: minorHelp) var minor: String
    @Argument(help: "What the limit is called.") var name: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try FamilyCommands(sitting).removeLimit(minor, name, group: target.group)
      }
    }
  }
}

/// `hearth child`.
struct ChildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "child", abstract: "Show what a minor spends and on what, their limits, and who looks after them.",
    discussion: """
      For the minor and who looks after them. It names the accounts of others that the minor reads, with what is in them only to who sees them.

      With --json the minor comes first, with what each of their categories comes to this month (categories). Then come limits (limit),
      allowances (allowance), accounts that you see (accountId), accounts of others that the minor reads (access), what was noted (spending)
      and, for the minor, what was said to them (coaching), one a line.
      """)

  @Argument(help: minorHelp) var minor: String
  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try FamilyCommands(sitting).showChild(minor, asOf: past.asOf, group: target.group)
    }
  }
}

/// `hearth me`.
struct MeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "me", abstract: "For a minor: what you spend, your limits, and who sees it. For others: the minors you look after.")

  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try FamilyCommands(sitting).showMe(asOf: past.asOf, group: target.group) }
  }
}
