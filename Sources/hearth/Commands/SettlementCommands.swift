import ArgumentParser
import Console

/// `hearth settle`.
struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "Record that a debt was paid.",
    discussion: """
      Hearth records payments and does not make them: pay in cash or by your bank first. Without an amount all that is owed is recorded,
      without a name what you owe, if it is to one member. Who of the two paid follows from who owes whom.

      What is owed is what hearth balances shows: in the fewest payments, or as the entries made the debts, as the group has set with
      hearth group set --simplify yes|no. --direct or --simplified says otherwise for once; without one of them the other is never taken.

        hearth settle Ravi
        hearth settle Ravi --direct                    by the entries between the two of you alone
        hearth settle Ravi 500 --note "UPI"
        hearth settle Ravi --from Asha
        hearth settle Ravi --currency USD              what is owed in dollars; each currency is settled by itself
        hearth settle Ravi --in INR                    all that is owed between you in any currency, paid in rupees
        hearth settle --in INR --rate USD=83.15        all that you owe, dollars at this rate instead of the one that is known
        hearth settle Ravi 8315 --currency USD --in INR

      Paid in the group's currency, a debt stays in its own: at the rate it comes to nothing there, and you are told what to hand over.
      """)

  @Argument(help: "The member you paid, or who paid you.")
  var name: String?

  @Argument(help: "How much, like 450.50; otherwise all that is owed.")
  var amount: String?

  @Option(help: ArgumentHelp("The currency that is owed; otherwise the group's, or with --in all.", valueName: "code"))
  var currency: String?

  @Option(name: .customLong("in"), help: ArgumentHelp("The currency that it is paid in: the group's.", valueName: "code"))
  var paidIn: String?

  @Option(help: ArgumentHelp("What one unit of a currency counts for in that, like USD=83.15; repeat it for more.", valueName: "code=rate"))
  var rate: [String] = []

  @Option(help: ArgumentHelp("Who paid, when it was not you.", valueName: "name"))
  var from: String?

  @Flag(help: "Let the amount be more than is owed. Say with --from who paid.")
  var more = false

  @Flag(help: "Settle what is owed by the entries between the two.")
  var direct = false

  @Flag(help: "Settle what the fewest payments have one pay the other.")
  var simplified = false

  @Option(help: ArgumentHelp("Anything to remember.", valueName: "text"))
  var note = ""

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if direct && simplified { throw Program.misuse(.directOrSimplified, output) }
    guard rate.isEmpty || paidIn != nil else { throw Program.misuse(.rateGoesWithIn, output) }
  }

  func run() throws {
    var wish = SettleWish()
    wish.name = name
    wish.amount = amount
    wish.from = from
    wish.allowsMore = more
    wish.mode = direct ? .direct : simplified ? .simplified : .unspecified
    wish.currency = currency
    wish.paidIn = paidIn
    wish.rates = rate
    wish.note = note
    let complete = wish
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try SettlementCommands(sitting).settle(complete, isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth remind`.
struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Remind somebody of what they owe.",
    discussion: """
      Once a day for each who owes and each who is owed. Those two see the reminder, and you; nobody else does. What is owed is what
      hearth balances shows; --direct or --simplified says otherwise for once.
      """)

  @Argument(help: "Who owes.")
  var name: String

  @Option(name: .customLong("for"), help: ArgumentHelp("The creditor, when it is not you.", valueName: "name"))
  var creditor: String?

  @Option(help: ArgumentHelp("The currency that is owed; otherwise the group's.", valueName: "code"))
  var currency: String?

  @Flag(help: "Remind of what is owed by the entries between the two.")
  var direct = false

  @Flag(help: "Remind of what the fewest payments have one pay the other.")
  var simplified = false

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if direct && simplified { throw Program.misuse(.directOrSimplified, output) }
  }

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try SettlementCommands(sitting).remind(
        name, creditor: creditor, currency: currency, mode: direct ? .direct : simplified ? .simplified : .unspecified,
        isPreview: trial.preview, group: target.group)
    }
  }
}
