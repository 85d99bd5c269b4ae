import ArgumentParser
import Console

/// `hearth budget set` and the other verbs on budgets.
struct BudgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budget", abstract: "Set limits on spending, look into them, remove them.",
    subcommands: [Set.self, Show.self, Remove.self, Reactivate.self, Hints.self])

  /// `hearth budget set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a budget, or change the one of that name.",
      discussion: """
          hearth budget set Groceries 12000 --category groceries
          hearth budget set "Eating out" 1500 --period weekly --category dining --thresholds 50,80,100,over
          hearth budget set Festivals 60000 --period yearly --category festivals --category gifts --rollover surplus --cap 20000
          hearth budget set "Eating out" --thresholds 90,over

        When a budget is changed, what you leave out stays as it was; another period begins on its usual day. A new budget needs a limit and a
        category, and is monthly unless you say otherwise.

        A change holds from the running period on, and periods that are over keep what was true in them. To let it hold from another day on:

          hearth budget set Groceries 15000 --from 2026-07-01

        What was set for a later period stays, and holds from then on, unless the change is of the period, the start or the currency.

        An entry in another currency counts at the rate that it carries. One without a rate is left out, and the budget says so.
        """)

    @Argument(help: "What the budget is called.")
    var name: String

    @Argument(help: "How much may be spent in one period, in the budget's currency, which is the group's for a new one.")
    var limit: String?

    @Option(help: ArgumentHelp("The currency of the limit; it goes with a limit.", valueName: "currency"))
    var currency: String?

    @Option(help: ArgumentHelp("weekly, biweekly, monthly or yearly.", valueName: "period"))
    var period: String?

    @Option(help: ArgumentHelp("A category that counts; repeat it for more. They take the place of those before.", valueName: "category"))
    var category: [String] = []

    @Option(help: ArgumentHelp("A day: the change holds from its period on; otherwise from the running one.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("First day of the first period, like 2026-11-01; otherwise the usual one.", valueName: "date"))
    var start: String?

    @Option(
      help: ArgumentHelp(
        "What goes into the next period: none, surplus (what is left), or both (what is left or missing).", valueName: "what"))
    var rollover: String?

    @Option(help: ArgumentHelp("The most that goes into the next period; none for no such bound.", valueName: "amount"))
    var cap: String?

    @Option(
      help: ArgumentHelp("When alerts fire, in percent, like 80,100,over; none for no alerts; otherwise 80,100,over.", valueName: "list"))
    var thresholds: String?

    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = BudgetWish(name: name, limit: limit, categories: category)
      wish.currency = currency
      wish.period = period
      wish.start = start
      wish.from = from
      wish.rollover = rollover
      wish.cap = cap
      wish.thresholds = thresholds
      let complete = wish
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try BudgetCommands(sitting).set(complete, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth budget show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show one budget and the entries that feed it.",
      discussion: """
        Why it was over on a day: hearth budget show Groceries --as-of 2026-11-12

        With --json the budget comes first, then its entries, one a line.
        """)

    @Argument(help: "What the budget is called.")
    var name: String

    @Option(help: ArgumentHelp("A day of the period to look at, like 2026-10-31; otherwise today.", valueName: "date"))
    var date: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try BudgetCommands(sitting).show(name, on: date, asOf: past.asOf, group: target.group)
      }
    }
  }

  /// `hearth budget remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Retire a budget: it counts nothing and fires no alerts until it is reactivated.")

    @Argument(help: "What the budget is called.")
    var name: String

    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try BudgetCommands(sitting).remove(name, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth budget reactivate`.
  struct Reactivate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reactivate", abstract: "Bring a removed budget back, with everything spent meanwhile.")

    @Argument(help: "What the budget is called.")
    var name: String

    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try BudgetCommands(sitting).reactivate(name, isPreview: trial.preview, group: target.group)
      }
    }
  }

  /// `hearth budget hints`.
  struct Hints: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "hints", abstract: "Show what families usually spend on what, in percent of their income.")

    @Option(help: ArgumentHelp("A monthly income, to show amounts.", valueName: "amount"))
    var income: String?

    @Option(
      help: ArgumentHelp(
        "Bring the hints, which total 72 to 115 % as observed, into what a template leaves for needs: 50/30/20, or parts like needs=55,fun=45.",
        valueName: "template"))
    var template: String?

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try BudgetCommands(sitting).showHints(income: income, template: template, group: target.group)
      }
    }
  }
}
