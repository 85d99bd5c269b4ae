import ArgumentParser
import Console
import Importing

/// `hearth rate set` and `hearth rate list`.
struct RateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Note what currencies are worth in one another, and see what is noted.",
    subcommands: [Set.self, List.self, Import.self])

  /// `hearth rate set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Note a rate from a day on, or correct that day's.",
      discussion: """
          hearth rate set USD 83.1525                    one dollar is 83.1525 of the group's currency
          hearth rate set EUR 90.5 --date 2026-11-01 --source "Reserve Bank"

        Entries that are added from then on keep the rate of their day for ever. Entries that are there already keep what they have.
        """)

    @Argument(help: "The currency by its ISO code: USD, EUR …")
    var from: String

    @Argument(help: "What one unit of it is worth, a decimal with at most 12 digits.")
    var rate: String

    @Option(help: ArgumentHelp("In which currency; otherwise the group's.", valueName: "code"))
    var to: String?

    @Option(help: ArgumentHelp("The day the rate is of, like 2026-11-20; otherwise today.", valueName: "date"))
    var date: String?

    @Option(help: ArgumentHelp("Where you read it.", valueName: "text"))
    var source = ""

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RateCommands(sitting).set(from, rate, to: to, date: date, source: source, group: target.group)
      }
    }
  }

  /// `hearth rate list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the rates that the group knows.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RateCommands(sitting).list(group: target.group) }
    }
  }
}

/// `hearth rate import`.
extension RateCommand {
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Note the rates of a file, after showing what would be noted.",
      discussion: """
          hearth rate import rates.csv                   shows what is new
          hearth rate import rates.csv --commit          notes it
          fetch-rates | hearth rate import - --commit    notes what a program of yours writes, daily if you like

        The file is comma-separated. Its first line names the columns: from and rate are needed; to (otherwise the group's currency), date
        (otherwise today) and source are not. It can be imported again, also when it has grown. Without a date column, importing it on a
        later day notes its rates anew under that day.

          from,to,rate,date,source
          USD,INR,83.1525,2026-11-20,Reserve Bank
        """)

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(
      help: ArgumentHelp("The order of days that are not written like 2026-11-20: dmy, mdy or ymd.", valueName: "order"))
    var dates: String?

    @Flag(help: "Note what is new. Otherwise it is only shown.")
    var commit = false

    @Flag(help: "With --commit: leave out the lines that cannot be noted.")
    var skipProblems = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    private var order: ImportOptions.DateOrder? { dates.flatMap(ImportOptions.DateOrder.init(rawValue:)) }

    func validate() throws {
      guard dates == nil || order != nil else { throw Program.misuse(.datesAre, output) }
    }

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RateCommands(sitting).importFile(file, order, commits: commit, skipsProblems: skipProblems, group: target.group)
      }
    }
  }
}

/// `hearth currency`.
struct CurrencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "currency", abstract: "Choose the currency that hearth balances shows you all groups in.",
    discussion: """
        hearth currency EUR                            as far as there are rates; what has none is named
        hearth currency each                           each currency by itself

      It is only about what you see: entries keep their currencies, and debts are settled in them. --in says otherwise for once.
      """)

  @Argument(help: "A code like EUR, or each.")
  var currency: String

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  func run() throws {
    try Program.run(nil) { terminal, home throws(ConsoleFailure) in
      try ProfileCommands(terminal, home: home, isJSON: json).keepCurrency(currency)
    }
  }
}

/// `hearth language`.
struct LanguageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "language", abstract: "Choose the language that hearth speaks.",
    discussion: "Help, and an option that there is not, is said in English. Figures stay in Latin digits.")

  @Argument(help: "en, hi, or system: whatever LANG says.")
  var language: String

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  func run() throws {
    try Program.run(nil) { terminal, home throws(ConsoleFailure) in
      try ProfileCommands(terminal, home: home, isJSON: json).keepLanguage(language, environment: Program.environment)
    }
  }
}
