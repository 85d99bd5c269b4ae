import ArgumentParser
import Console

/// `hearth feed`.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Watch the group live; Ctrl-C ends it.",
    discussion: "With --json every message of the server is written as it comes, one a line.")

  @Option(name: .customLong("for"), help: ArgumentHelp("End after this time: 10s, 5m.", valueName: "time"))
  var time: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, watches: true) { session throws(ConsoleFailure) in
      try session.feed(for: time, group: target.group)
    }
  }
}

/// `hearth balances`.
struct BalancesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balances", abstract: "Show who is owed and who owes.",
    discussion: """
      Each currency stands by itself, unless you want all in one:

        hearth balances --in INR                       every entry counts at the rate it was added with
        hearth balances --in INR --rate USD=83.15      all dollars count at this rate
      """)

  @Option(name: .customLong("in"), help: ArgumentHelp("Count everything in this currency.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("What one unit of a currency counts for; repeat it for more.", valueName: "code=rate"))
  var rate: [String] = []

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard rate.isEmpty || currency != nil else { throw ValidationError("--rate goes with --in.") }
  }

  func run() throws {
    try Program.run(output) { session throws(ConsoleFailure) in
      try session.showBalances(in: currency, rates: rate, group: target.group)
    }
  }
}

/// `hearth members`.
struct MembersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "members", abstract: "Show who is in the group, and who is here now.")

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { session throws(ConsoleFailure) in try session.showMembers(group: target.group) }
  }
}

/// `hearth budgets`.
struct BudgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "budgets", abstract: "Show the budgets and how far each is spent.")

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { session throws(ConsoleFailure) in try session.showBudgets(group: target.group) }
  }
}

/// `hearth history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "history", abstract: "Show what happened in the group, oldest first.")

  @Option(help: ArgumentHelp("How many of the latest events.", valueName: "number"))
  var limit: UInt32 = 50

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { session throws(ConsoleFailure) in try session.showHistory(limit: limit, group: target.group) }
  }
}
