import ArgumentParser
import Console

private let minorHelp: ArgumentHelp = "Name or id of the minor."
private let whichHelp: ArgumentHelp = "Which allowance: its note or the end of its id; otherwise the only one."

/// `hearth allowance`.
struct AllowanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allowance", abstract: "Give a minor an allowance, again and again.",
    discussion: """
        hearth allowance set Riya 500 --period weekly --note "Pocket money"
        hearth allowance set Riya 500 --into "Riya's savings"
        hearth allowance edit Riya --amount 600
        hearth allowance skip Riya --date 2026-12-25

      On each date the server notes that the minor may spend so much until the next. It moves no money and blocks nothing. With --into the
      amount is deposited into an account on each date instead, and caps nothing.
      """,
    subcommands: [Set.self, Edit.self, Skip.self, Pause.self, Resume.self, End.self])

  /// `hearth allowance set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Make an allowance (owner; guardians of the minor).",
      discussion: "What falls on the 31st falls on the last day of shorter months.")

    @Argument(help: minorHelp) var minor: String
    @Argument(help: "How much, like 500.") var amount: String
    @Option(help: ArgumentHelp("weekly, biweekly or monthly.", valueName: "period")) var period: String?
    @Option(help: ArgumentHelp("Anything to remember.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("The first date, like 2026-12-01; otherwise today.", valueName: "date")) var start: String?
    @Option(help: ArgumentHelp("The account that it is paid into: one that you may write to.", valueName: "account")) var into: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).setAllowance(
          minor, amount, period: period, note: note, start: start, into: into, group: target.group)
      }
    }
  }

  /// `hearth allowance edit`.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change an allowance. What you leave out stays as it was.",
      discussion: "What was booked stays; the change holds from the next date on.")

    @Argument(help: minorHelp) var minor: String
    @Option(help: whichHelp) var which: String?
    @Option(help: ArgumentHelp("How much.", valueName: "amount")) var amount: String?
    @Option(help: ArgumentHelp("weekly, biweekly or monthly.", valueName: "period")) var period: String?
    @Option(help: ArgumentHelp("Anything to remember.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("The first date from which the others are counted.", valueName: "date")) var start: String?
    @Option(help: ArgumentHelp("The account that it is paid into; none makes it a cap.", valueName: "account")) var into: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).setAllowance(
          minor, amount, period: period, note: note, start: start, into: into, changing: which ?? "", group: target.group)
      }
    }
  }

  /// `hearth allowance skip`.
  struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "skip", abstract: "Leave one date out.")

    @Argument(help: minorHelp) var minor: String
    @Option(help: whichHelp) var which: String?
    @Option(help: ArgumentHelp("Which date; otherwise the next one.", valueName: "date")) var date: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).skipAllowance(minor, which, date: date, group: target.group)
      }
    }
  }

  /// `hearth allowance pause`.
  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Book nothing until it is resumed.")

    @Argument(help: minorHelp) var minor: String
    @Option(help: whichHelp) var which: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).pauseAllowance(minor, which, isResumed: false, group: target.group)
      }
    }
  }

  /// `hearth allowance resume`.
  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Book again. Dates that passed meanwhile are left out.")

    @Argument(help: minorHelp) var minor: String
    @Option(help: whichHelp) var which: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).pauseAllowance(minor, which, isResumed: true, group: target.group)
      }
    }
  }

  /// `hearth allowance end`.
  struct End: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "End an allowance for good. What it has booked stays.")

    @Argument(help: minorHelp) var minor: String
    @Option(help: whichHelp) var which: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AllowanceCommands(sitting).endAllowance(minor, which, group: target.group)
      }
    }
  }
}
