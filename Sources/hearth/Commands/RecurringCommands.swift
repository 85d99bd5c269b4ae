import ArgumentParser
import Console

/// What a rule's entries say, for commands that make one.
struct RuleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("First day, like 2026-12-01; otherwise today.", valueName: "date"))
  var start: String?

  @Option(help: ArgumentHelp("One of the group's categories, like housing.", valueName: "category"))
  var category = ""

  @Option(help: ArgumentHelp("Anything else to remember.", valueName: "text"))
  var note = ""

  @Option(help: ArgumentHelp("Where it is spent.", valueName: "name"))
  var merchant = ""

  @Option(help: ArgumentHelp("Who pays; otherwise you.", valueName: "who"))
  var paidBy = ""

  @Option(
    help: ArgumentHelp(
      "Who owes, as for hearth add; otherwise as hearth preset --split keeps it, or those who share then, equally, and of an income nobody.",
      valueName: "split")
  )
  var split = ""

  @Option(help: ArgumentHelp("Change this rule instead of making one: its name, or the end of its id.", valueName: "rule"))
  var replace: String?

  func fill(_ wish: inout RecurringWish) {
    wish.start = start
    wish.replaces = replace
    wish.entry.category = category
    wish.entry.note = note
    wish.entry.merchant = merchant
    wish.entry.paidBy = paidBy
    wish.entry.split = split
  }
}

private let ruleHelp: ArgumentHelp = "The rule: what its entries are called, or the end of its id."

/// `hearth recurring`.
struct RecurringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recurring", abstract: "Let Hearth book what comes again and again: rent, school fees, a salary.",
    subcommands: [Add.self, List.self, Skip.self, Pause.self, Resume.self, End.self])

  /// `hearth recurring add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Make a rule that books an entry again and again, or change one.",
      discussion: """
          hearth recurring add 25000 Rent --every monthly --start 2026-12-31 --category housing
          hearth recurring add 499 Internet --every "3 months" --times 8
          hearth recurring add 85000 Salary --kind income --every monthly --until 2027-12-31

        What falls on the 31st falls on the last day of shorter months, and on the 31st again after them. Entries are booked on their day in the
        group's time zone, whether or not anybody is there; days that have passed since --start are booked at once.
        """)

    @Argument(help: "How much, like 25000.") var amount: String
    @Argument(help: "What it is for.") var description: String
    @Option(help: ArgumentHelp("daily, weekly, biweekly, monthly, yearly, or like \"3 months\".", valueName: "interval"))
    var every = "monthly"
    @Option(help: ArgumentHelp("No entry comes after this day.", valueName: "date")) var until: String?
    @Option(help: ArgumentHelp("How many entries there are.", valueName: "number")) var times: UInt32?
    @Option(help: ArgumentHelp("expense or income.", valueName: "kind")) var kind = "expense"
    @Option(help: ArgumentHelp("The amount's currency by its ISO code; otherwise the group's.", valueName: "code")) var currency = ""
    @Option(help: ArgumentHelp("What one unit of it counts for in the group's; otherwise the rate known on each day.", valueName: "rate"))
    var rate = ""
    @OptionGroup var options: RuleOptions
    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = RecurringWish(EntryWish(amount: amount, description: description))
      options.fill(&wish)
      wish.every = every
      wish.until = until
      wish.times = times
      wish.entry.kind = kind
      wish.entry.currency = currency
      wish.entry.rate = rate
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RecurringCommands(sitting).set(complete, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth recurring list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the rules and when each books next.")

    @Flag(help: "Those that are over too.") var all = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RecurringCommands(sitting).list(all: all, group: target.group) }
    }
  }

  /// `hearth recurring skip`.
  struct Skip: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "skip", abstract: "Leave one date out. It counts as one of the --times all the same.",
      discussion: "What was booked already is voided: hearth void.")

    @Argument(help: ruleHelp) var rule: String
    @Option(help: ArgumentHelp("Which date; otherwise the next one.", valueName: "date")) var date: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RecurringCommands(sitting).skip(rule, date: date, group: target.group)
      }
    }
  }

  /// `hearth recurring pause`.
  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Book nothing by a rule until it is resumed.")

    @Argument(help: ruleHelp) var rule: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RecurringCommands(sitting).pause(rule, group: target.group) }
    }
  }

  /// `hearth recurring resume`.
  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Book by a rule again. Dates that passed meanwhile are left out, unless --catch-up is said.",
      discussion: """
        Hearth pauses a rule by itself when an entry could not be booked, because somebody it names has left, say. Change the rule first
        (hearth recurring add … --replace RULE), then resume it with --catch-up. The instalments of an EMI are always caught up with.
        """)

    @Argument(help: ruleHelp) var rule: String
    @Flag(help: "Book what came due meanwhile.") var catchUp = false
    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RecurringCommands(sitting).resume(rule, catchUp: catchUp, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth recurring end`.
  struct End: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "End a rule for good. What it has booked stays.")

    @Argument(help: ruleHelp) var rule: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RecurringCommands(sitting).end(rule, group: target.group) }
    }
  }
}

/// `hearth emi`.
struct EMICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emi", abstract: "Book the instalments of a loan, each with its interest and principal.",
    subcommands: [Add.self, Show.self])

  /// `hearth emi add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Note a loan that is paid back in equal monthly instalments.",
      discussion: """
          hearth emi add 5L "Car loan" --rate 10 --months 60 --start 2026-12-05
          hearth emi add 50L "Home loan" --rate 8.5 --months 240 --instalment 43392

        The last instalment takes what rounding has left. hearth recurring pause, resume and end work on it too; a date cannot be left out.
        """)

    @Argument(help: "What is owed, like 5L.") var principal: String
    @Argument(help: "What to call it.") var description: String
    @Option(help: ArgumentHelp("Interest in percent a year, like 8.5.", valueName: "percent")) var rate: String
    @Option(help: ArgumentHelp("How many instalments, 1 to 600.", valueName: "number")) var months: UInt32
    @Option(help: ArgumentHelp("What the bank bills each month; otherwise it is computed.", valueName: "amount")) var instalment: String?
    @OptionGroup var options: RuleOptions
    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = RecurringWish(EntryWish(amount: instalment ?? "", description: description))
      options.fill(&wish)
      if wish.entry.category.isEmpty { wish.entry.category = "emi" }
      wish.times = months
      wish.principal = principal
      wish.rate = rate
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RecurringCommands(sitting).set(complete, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth emi show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the schedule of a loan: interest, principal and what is still owed.",
      discussion: "With --json the rule comes first, then its instalments, one a line.")

    @Argument(help: ruleHelp) var rule: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RecurringCommands(sitting).showLoan(rule, group: target.group) }
    }
  }
}

/// `hearth festival`.
struct FestivalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "festival", abstract: "Save ahead for Diwali, Holi, Eid or Christmas, month by month.",
    subcommands: [Add.self, List.self, Remove.self])

  /// `hearth festival add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Make an envelope for a festival, or change the one of that name.",
      discussion: """
          hearth festival add diwali 60000 --months 6
          hearth festival add eid 25000 --name "Eid with Nani" --category festivals --category gifts

        The envelope says what each month before the festival puts aside; what is left of one year is carried into the next. It moves no money.
        A change holds from the running season on; seasons that are over keep what was true in them.
        """)

    @Argument(help: "diwali, holi, eid-al-fitr (or eid), eid-al-adha or christmas.") var festival: String
    @Argument(help: "What each year's festival may cost, in the group's currency.") var target: String
    @Option(help: ArgumentHelp("Over how many months before it that is put aside, 1 to 12; otherwise 6.", valueName: "number"))
    var months: UInt32?
    @Option(help: ArgumentHelp("What to call it; otherwise as the festival.", valueName: "name")) var name: String?
    @Option(
      help: ArgumentHelp("A category whose spending is the festival's; repeat it for more; otherwise festivals.", valueName: "category"))
    var category: [String] = []
    @Option(help: ArgumentHelp("Spending before this day does not count; otherwise today.", valueName: "date")) var start: String?
    @OptionGroup var trial: PreviewOption
    @OptionGroup var group: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = FestivalWish(festival: festival, target: target)
      wish.months = months
      wish.name = name
      wish.categories = category
      wish.start = start
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try FestivalCommands(sitting).set(complete, isPreview: trial.preview, group: group.group)
      }
    }
  }

  /// `hearth festival list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the envelopes: when each festival is, what is put aside and what comes.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try FestivalCommands(sitting).list(group: target.group) }
    }
  }

  /// `hearth festival remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove an envelope. Adding one of that name brings it back.")

    @Argument(help: "What it is called.") var name: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try FestivalCommands(sitting).remove(name, group: target.group) }
    }
  }
}
