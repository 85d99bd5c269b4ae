import ArgumentParser
import Console

/// `hearth export`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the group's entries, or all that you can read, to a file.",
    discussion: """
        hearth export --csv entries.csv                for spreadsheets, and for hearth import csv
        hearth export --ledger household.journal       for ledger-cli and hledger
        hearth export --beancount household.beancount  for beancount and fava
        hearth export --bundle household.hearth        every event as it is stored, with receipts, for hearth verify-bundle

      The file - is standard output, but for --bundle; there characters that could steer a terminal are shown as �.
      """)

  @Option(
    help: ArgumentHelp(
      "Write comma-separated values: one line for each entry, with every amount and how far it is settled.", valueName: "file"))
  var csv: String?

  @Option(help: ArgumentHelp("Write a journal of balanced transactions for ledger-cli and hledger.", valueName: "file"))
  var ledger: String?

  @Option(help: ArgumentHelp("Write the same for beancount, which reads no such journal.", valueName: "file"))
  var beancount: String?

  @Option(help: ArgumentHelp("Write the history of all that you can read, with its hash chains and receipts.", valueName: "file"))
  var bundle: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard [csv, ledger, beancount, bundle].compactMap(\.self).count == 1 else {
      throw Program.misuse(
        Wording(
          "Say one of --csv FILE, --ledger FILE, --beancount FILE and --bundle FILE.",
          "--csv FILE, --ledger FILE, --beancount FILE और --bundle FILE में से एक लिखें।"), output)
    }
  }

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      if let csv { try ExportCommands(sitting).export(.csv, to: csv, group: target.group) }
      if let ledger { try ExportCommands(sitting).export(.ledger, to: ledger, group: target.group) }
      if let beancount { try ExportCommands(sitting).export(.beancount, to: beancount, group: target.group) }
      if let bundle { try BundleCommands(sitting).export(to: bundle, group: target.group) }
    }
  }
}

/// What the two forms of files have in common.
struct ImportTarget: ParsableArguments {
  @Option(help: ArgumentHelp("Who is meant by a name of the file; repeat it for more.", valueName: "name in the file=name here"))
  var member: [String] = []

  @Option(help: ArgumentHelp("The order of days that are not written like 2026-11-20: dmy, mdy or ymd.", valueName: "order"))
  var dates: String?

  @Flag(help: "Add what is new. Otherwise it is only shown.")
  var commit = false

  @Flag(help: "With --commit: leave out the lines that cannot be added.")
  var skipProblems = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  var options: ImportOptions {
    var options = ImportOptions()
    options.members = member
    options.dateOrder = dates.flatMap(ImportOptions.DateOrder.init(rawValue:))
    return options
  }

  func validate() throws {
    guard dates == nil || options.dateOrder != nil else { throw Program.misuse(.datesAre, output) }
  }

  func run(_ path: String, _ form: ImportCommands.Form, _ options: ImportOptions) throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try ImportCommands(sitting).importFile(path, form, options, commits: commit, skipsProblems: skipProblems, group: target.group)
    }
  }
}

/// `hearth import csv` and `hearth import splitwise`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the entries of a file, after showing what would be added.",
    discussion: """
        hearth import csv bank.csv --map date=Booked --map description=Text --map amount=Amount --signed --dates dmy
        hearth import csv entries.csv --commit         what hearth export --csv wrote
        hearth import splitwise flat.csv --member "Asha Sharma=Asha" --commit

      Nothing is sent without --commit. A file can be imported again, also when it has grown: only what is new is added.
      """, subcommands: [CommaSeparated.self, Splitwise.self])

  /// `hearth import csv`.
  struct CommaSeparated: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "csv", abstract: "Add the entries of comma-separated values.",
      discussion: """
        The first line names the columns. Each column is taken for the field of its name; --map says so of others. Fields: date,
        description and amount are needed; kind (expense, income, transfer), category, currency, paid and owed (a name, or
        Asha=500; Ravi=499), note, merchant, rate, rate_source and entry are not. Without paid you paid, without owed those share who share by default.
        """)

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: ArgumentHelp("A field and its column, by name or number from 1; repeat it for more.", valueName: "field=column"))
    var map: [String] = []

    @Option(help: ArgumentHelp("The currency of lines that do not name one; otherwise the group's.", valueName: "code"))
    var currency: String?

    @Flag(help: "Amounts below 0 are expenses and others income, as in statements of banks.")
    var signed = false

    @OptionGroup var common: ImportTarget

    func run() throws {
      var options = common.options
      options.columns = map
      options.currency = currency
      options.isSigned = signed
      try common.run(file, .csv, options)
    }
  }

  /// `hearth import splitwise`.
  struct Splitwise: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "splitwise", abstract: "Add the entries of a group that Splitwise exported as a spreadsheet.",
      discussion: """
        The file has what each person paid less their share, so balances come out as they are there; its totals are compared. People are
        found by name; --member says who is meant by other names.
        """)

    @Argument(help: "The file; - is standard input.")
    var file: String

    @OptionGroup var common: ImportTarget

    func run() throws { try common.run(file, .splitwise, common.options) }
  }
}
