import ArgumentParser
import Console
import Importing

/// How a file is read, and what becomes of its lines.
struct ImportTarget: ParsableArguments {
  @Argument(help: "The file; - is standard input.")
  var file: String

  @Option(help: ArgumentHelp("A field and its column, by name or number from 1; repeat it for more.", valueName: "field=column"))
  var map: [String] = []

  @Option(help: ArgumentHelp("The currency of lines that do not name one; otherwise the bank's, or the group's.", valueName: "code"))
  var currency: String?

  @Flag(help: "Amounts below 0 are expenses and others income, as in statements of banks.")
  var signed = false

  @Flag(help: "Amounts above 0 are expenses and others income, as in statements of cards.")
  var card = false

  @Option(help: ArgumentHelp("Who is meant by a name of the file; repeat it for more.", valueName: "name in the file=name here"))
  var member: [String] = []

  @Option(help: ArgumentHelp("The order of days that could be two: dmy, mdy or ymd.", valueName: "order"))
  var dates: String?

  @Option(help: ArgumentHelp("What stands before decimals, where no line shows it: point or comma.", valueName: "mark"))
  var decimals: String?

  @Option(
    help: ArgumentHelp(
      "How letters are written: utf-8, utf-16, windows-1250, windows-1251, windows-1252, iso-8859-1, iso-8859-2 or iso-8859-15.",
      valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "Read it as the files of this bank or app; otherwise its titles are looked at: \(ImportCommands.profiles), or one of yours.",
      valueName: "name"))
  var profile: String?

  @Option(help: ArgumentHelp("Keep how it is read as a profile of yours, under letters, digits and dashes.", valueName: "name"))
  var saveProfile: String?

  @Option(
    help: ArgumentHelp(
      "The category of lines with these words, with --commit from now on; repeat it for more.", valueName: "words=category"))
  var rule: [String] = []

  @Option(help: ArgumentHelp("Add to this account of yours; otherwise to the group's entries.", valueName: "account"))
  var account: String?

  @Flag(help: "Add lines, too, that are like an entry that somebody typed.")
  var addSimilar = false

  @Option(help: ArgumentHelp("Add the line with this number although it is like one; repeat it for more.", valueName: "number"))
  var addLine: [Int] = []

  @Flag(help: "Note down people of the file as members whom nobody here is called like.")
  var addMembers = false

  @Flag(help: "Add what is new. Otherwise it is only shown.")
  var commit = false

  @Flag(help: "With --commit: leave out the lines that cannot be added.")
  var skipProblems = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard dates == nil || options.dateOrder != nil else { throw Program.misuse(.datesAre, output) }
    guard decimals == nil || options.decimals != nil else { throw Program.misuse(.decimalsAre, output) }
    guard !(signed && card) else { throw Program.misuse(.signedOrCard, output) }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    (options.columns, options.currency, options.members) = (map, currency, member)
    (options.isSigned, options.isCard) = (signed, card)
    (options.encoding, options.profile) = (encoding, profile)
    options.dateOrder = dates.flatMap(ImportOptions.DateOrder.init(rawValue:))
    options.setDecimals(decimals)
    return options
  }

  private var wish: ImportCommands.Wish {
    var wish = ImportCommands.Wish()
    (wish.account, wish.commits, wish.skipsProblems) = (account, commit, skipProblems)
    (wish.addsSimilar, wish.addsMembers) = (addSimilar, addMembers)
    (wish.savesProfile, wish.rules, wish.addsLines) = (saveProfile, rule, Set(addLine))
    return wish
  }

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try ImportCommands(sitting).importFile(file, options, wish, group: target.group)
    }
  }
}

/// `hearth import`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the entries of a file, after showing what would be added.",
    discussion: """
        hearth import statement.csv                    a bank's statement as it comes, or what hearth export --csv wrote
        hearth import statement.csv --account Savings --rule UPI-VEGETABLE=groceries --commit
        hearth import odd.csv --map date=Booked --map amount=3 --signed --dates dmy --save-profile mybank
        hearth import flat.csv --member "Asha Sharma=Asha" --add-members --commit      Splitwise, Spliit, Cospend …
        hearth import undo 3                           takes a whole import back; hearth imports lists them
        hearth import rules                            the rules that you keep; --remove WORDS removes one
        hearth import profiles                         the profiles that you keep; --remove NAME removes one

      Nothing is sent without --commit. A file can be imported again, also when it has grown: only what is new is added. Workbooks
      (.xlsx) are not read: save them as CSV UTF-8.
      """, subcommands: [File.self, CommaSeparated.self, Splitwise.self, Undo.self, Rules.self, Profiles.self], defaultSubcommand: File.self
  )

  /// `hearth import file`, which is `hearth import` without a word.
  struct File: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "file", abstract: "Add the entries of any file: a bank's, or another app's.",
      discussion: """
        Separator, encoding, columns, days and amounts are found; what could be read in two ways is asked for. Fields for --map: date,
        value_date, description, memo, counterparty, reference, amount, in, out, mark, currency, balance, kind (expense, income,
        transfer), category, paid and owed (a name, or Asha=500; Ravi=499), note, merchant, rate, rate_source and entry. Without paid you
        paid, without owed those share who share by default.
        """)

    @OptionGroup var target: ImportTarget

    func run() throws { try target.run() }
  }

  /// `hearth import csv`.
  struct CommaSeparated: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "csv", abstract: "The same as hearth import file.")

    @OptionGroup var target: ImportTarget

    func run() throws { try target.run() }
  }

  /// `hearth import splitwise`.
  struct Splitwise: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "splitwise", abstract: "The same for a group that Splitwise exported as a spreadsheet.",
      discussion: """
        The file has what each person paid less their share, so balances come out as they are there; its totals are compared. People are
        found by name; --member says who is meant by other names.
        """)

    @OptionGroup var target: ImportTarget

    func run() throws { try target.run() }
  }

  /// `hearth import undo`.
  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Void all that an import from this device added.")

    @Argument(help: "The import's number; otherwise the last one.") var number: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try ImportCommands(sitting).undo(number, group: target.group) }
    }
  }
}

extension ImportCommand {
  /// `hearth import rules`.
  struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rules", abstract: "The rules that you keep on this device: words of a line, and the category that they mean.")

    @Option(help: ArgumentHelp("Keep the rule with these words no longer.", valueName: "words")) var remove: String?
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        let commands = ImportCommands(sitting)
        if let remove { try commands.removeRule(remove) } else { try commands.listRules() }
      }
    }
  }

  /// `hearth import profiles`.
  struct Profiles: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profiles", abstract: "The profiles that you keep on this device: how the files of a bank are read.")

    @Option(help: ArgumentHelp("Keep the profile with this name no longer.", valueName: "name")) var remove: String?
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        let commands = ImportCommands(sitting)
        if let remove { try commands.removeProfile(remove) } else { try commands.listProfiles() }
      }
    }
  }
}

/// `hearth imports`.
struct ImportsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "imports", abstract: "The imports from this device.")

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in try ImportCommands(sitting).list(group: target.group) }
  }
}
