import ArgumentParser
import Console

/// `hearth feed`.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Watch the group live; Ctrl-C ends it.",
    discussion: """
      While members watch, their programs tell one another which events they have seen last, and a member who sees another history of the group is
      told so, with what to compare.

      With --json every message of the server is written as it comes, one a line.
      """)

  @Flag(help: "Ring the terminal's bell when a budget's alert fires.")
  var bell = false

  @Option(name: .customLong("for"), help: ArgumentHelp("End after this time: 10s, 5m.", valueName: "time"))
  var time: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, watches: true) { sitting throws(ConsoleFailure) in
      try FeedCommands(sitting).watch(for: time, rings: bell, group: target.group)
    }
  }
}

/// `hearth balances`.
struct BalancesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balances", abstract: "Show who is owed and who owes.",
    discussion: """
      Without an option each member's balance is shown. Debts can be shown in two ways: as the entries made them between each two members,
      or simplified to the fewest payments that settle everything.

        hearth balances --simplified
        hearth balances --direct Ravi
        hearth balances --explain Sara
        hearth balances --parties                      those who settle as one counted as one: hearth member party

      Each currency stands by itself, unless you want all balances in one:

        hearth balances --in INR                       every entry counts at the rate it was added with
        hearth balances --in INR --rate USD=83.15      all dollars count at this rate
        hearth balances --in EUR                       in another than the group's: at the rates the group knows by now
        hearth balances --simplified --in INR          the fewest payments that would settle all of it, if it were all in rupees

      Those payments are for looking, and no others are shown in one currency: a debt stays in the currency of the entries that made it,
      and hearth settle --in records each by itself.

      The past is a replay of the group's history, verified as it comes:

        hearth balances --as-of 2026-10-24             as the group knew it at the end of that day
      """)

  @Argument(help: "Only the debts of this member.")
  var name: String?

  @Flag(help: "Show who owes whom by the entries.")
  var direct = false

  @Flag(help: "Show the fewest payments that settle everything.")
  var simplified = false

  @Flag(help: "Count those who settle as one as one, and show the fewest payments among them.")
  var parties = false

  @Flag(help: "Show also which entries each debt comes from, and by way of whom.")
  var explain = false

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Count everything in this currency, or each by itself; otherwise as hearth currency says.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("What one unit of a currency counts for; repeat it for more.", valueName: "code=rate"))
  var rate: [String] = []

  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if direct && simplified { throw Program.misuse(.directOrSimplified, output) }
    guard rate.isEmpty || currency != nil else { throw Program.misuse(.rateGoesWithIn, output) }
    guard !parties || !showsDebts && currency == nil else {
      throw Program.misuse(
        Wording(
          "--parties stands alone: leave out the name, --direct, --simplified, --explain and --in.",
          "--parties अकेला लिखा जाता है: नाम, --direct, --simplified, --explain और --in छोड़ दें।"), output)
    }
    guard currency == nil || !showsDebts || (simplified && !explain) else {
      throw Program.misuse(
        Wording(
          "--in goes with balances and with --simplified. By the entries, and explained, each currency stands by itself, since its debts do.",
          "--in शेष के साथ और --simplified के साथ लिखा जाता है। प्रविष्टियों के हिसाब से, और समझाते समय, हर मुद्रा अलग रहती है, क्योंकि उसके कर्ज़ अलग हैं।"),
        output)
    }
  }

  private var showsDebts: Bool { direct || simplified || explain || name != nil }

  func run() throws {
    var wish = Screens.DebtsWish()
    wish.isDirect = direct ? true : simplified ? false : nil
    wish.explains = explain
    let complete = wish
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      if parties {
        try BalanceCommands(sitting).showParties(asOf: past.asOf, group: target.group)
      } else if simplified, let currency, currency.lowercased() != "each" {
        try BalanceCommands(sitting).showPlan(in: currency, rates: rate, of: name, asOf: past.asOf, group: target.group)
      } else if showsDebts {
        try BalanceCommands(sitting).showDebts(complete, of: name, asOf: past.asOf, group: target.group)
      } else {
        try BalanceCommands(sitting).list(in: currency, rates: rate, asOf: past.asOf, group: target.group)
      }
    }
  }
}

/// `hearth members`.
struct MembersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "members", abstract: "Show who is in the group, and who is here now.")

  @Flag(help: "Also those who have left or were removed.")
  var all = false

  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      try MemberCommands(sitting).list(all: all, asOf: past.asOf, group: target.group)
    }
  }
}

/// `hearth budgets`.
struct BudgetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "budgets", abstract: "Show the budgets and how far each is spent.")

  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      try BudgetCommands(sitting).list(asOf: past.asOf, group: target.group)
    }
  }
}

/// `hearth history`.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "history", abstract: "Show what happened in the group, oldest first.")

  @Option(help: ArgumentHelp("How many of the latest events.", valueName: "number"))
  var limit: UInt32 = 50

  @OptionGroup var past: AsOfOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try HistoryCommands(sitting).list(limit: limit, asOf: past.asOf, group: target.group)
    }
  }
}
