import ArgumentParser
import Console

/// `hearth add`.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an expense or an income.",
    discussion: """
      Unless you say otherwise you paid it all, today, and it is split equally among those who share: hearth members shows who does.
      An income is kept by who received it, and nobody owes anything, unless you say how it is divided: --split equal.

        hearth add 450.50 "Vegetables" --category groceries
        hearth add 1200 "Electricity" --split percent:Asha=60,Ravi=40
        hearth add 999 "Dinner" --paid-by Asha=500,Ravi=499 --split exact:Asha=333,Ravi=666
        hearth add 300 "Taxi" --split equal:Asha,Ravi
        hearth add 900 "Deposit back" --kind income --split equal
        hearth add 1000 "Gas" --split shares:Asha=1,Ravi=0.5
        hearth add 5000 "Cottage" --days asha:3,ravi:7
        hearth add "Dinner" --item "Paneer 320 @asha @ravi" --item "Beer 250 @ravi" --tax 5% --tip 50
        hearth add 19.99 "Museum" --currency USD --rate 83.15
        hearth add 250 "Idli" --place Chennai --country India --at 13.0827,80.2707
        hearth add 12480 "Vegetables" --category groceries --preview

      Items come to the amount and say who owes; tax and tip are spread by what each one's items cost, and all stands in the entry's note.

      Amounts may be written like 12,34,567.89 or 1,234,567.89 or 1.2L or 3 Cr or 500/-. An amount in another currency counts in the group's at
      the rate given, otherwise at the one that hearth rate list has for its day.
      """)

  @Argument(help: "How much, like 450.50; in the group's currency unless --currency says otherwise. Left out with --item.")
  var amount: String?

  @Argument(help: "What it was for; with --item otherwise the items' names.")
  var description: String?

  @Option(help: ArgumentHelp("One of the group's categories, like groceries.", valueName: "category"))
  var category = ""

  @Option(help: ArgumentHelp("expense or income.", valueName: "kind"))
  var kind = "expense"

  @Option(help: ArgumentHelp("The day it happened, like 2026-11-20; otherwise today.", valueName: "date"))
  var date = ""

  @Option(help: ArgumentHelp("Anything else to remember.", valueName: "text"))
  var note = ""

  @Option(help: ArgumentHelp("Where it was spent.", valueName: "name"))
  var merchant = ""

  @Option(help: ArgumentHelp("Who paid: a name, or NAME=AMOUNT for each, like Asha=500,Ravi=499.", valueName: "who"))
  var paidBy = ""

  @Option(help: ArgumentHelp("The amount's currency by its ISO code; otherwise the group's.", valueName: "code"))
  var currency = ""

  @Option(help: ArgumentHelp("What one unit of that currency counts for in the group's, like 83.15.", valueName: "rate"))
  var rate = ""

  @Option(
    help: ArgumentHelp(
      "Who owes: equal:A,B or percent:A=60,B=40 or exact:A=333,B=666 (custom: and fixed: mean the same) or shares:A=2,B=0.5 or days:A=3,B=7 or income; everybody sees the parts.",
      valueName: "split"))
  var split = ""

  @Option(help: ArgumentHelp("How many days each was there, like asha:3,ravi:7; who was there longer owes more.", valueName: "days"))
  var days: String?

  @Option(
    name: .customLong("item"),
    help: ArgumentHelp(
      "An item of the bill: its name, amount and who shares it, like \"Paneer 320 @asha @ravi\" or \"Beer 250*3 @ravi\"; again for each item.",
      valueName: "item"))
  var items: [String] = []

  @Option(help: ArgumentHelp("Tax on the items, like 57 or 5%.", valueName: "amount"))
  var tax = ""

  @Option(help: ArgumentHelp("A tip, like 50 or 10% of the items.", valueName: "amount"))
  var tip = ""

  @Option(help: ArgumentHelp("What is taken off the items, like 100 or 20%.", valueName: "amount"))
  var discount = ""

  @Flag(name: [.long, .customLong("anyway")], help: "Add it even if one much like it was just added.")
  var again = false

  @OptionGroup var spot: PlaceOption
  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  private var bill: BillWish {
    var bill = BillWish()
    (bill.items, bill.tax, bill.tip, bill.discount) = (items, tax, tip, discount)
    return bill
  }

  func validate() throws {
    guard !bill.isEmpty || (amount != nil && description != nil) else {
      throw Program.misuse(
        Wording(
          "Say how much and what for, like hearth add 450 Vegetables, or the items of a bill: --item \"Paneer 320 @asha @ravi\"",
          "बताएँ कि कितना और किसके लिए, जैसे hearth add 450 Vegetables, या बिल की चीज़ें: --item \"Paneer 320 @asha @ravi\""), output)
    }
    guard days == nil || split.isEmpty else {
      throw Program.misuse(Wording("Say either --days or --split.", "--days या --split में से एक लिखें।"), output)
    }
  }

  func run() throws {
    var wish = EntryWish(amount: amount ?? "", description: description ?? "")
    // Beside items one word alone is what it was for, unless it is a figure.
    if !bill.isEmpty, description == nil, amount?.first?.isNumber == false { (wish.amount, wish.description) = ("", amount ?? "") }
    wish.bill = bill
    wish.category = category
    wish.kind = kind
    wish.date = date
    wish.note = note
    wish.merchant = merchant
    wish.paidBy = paidBy
    wish.split = days.map(SplitText.days) ?? split
    wish.place = spot.wish
    wish.guardsDuplicates = !again
    wish.currency = currency
    wish.rate = rate
    let complete = wish
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryCommands(sitting).add(complete, isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth split`.
struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Add an expense that you paid, asked member by member what each owes.",
    discussion: """
      What is left to assign is shown before each answer: an amount, Enter for nothing, or = for equal parts from there on of those who share
      (hearth members). The last member takes what is left.

        hearth split 999 Dinner
        hearth split --from last                       the same again, from the last entry
        hearth split --from Rent --from-group Mine     an entry of another group of yours, which is marked there as shared
      """)

  @Argument(help: "How much, like 450.50; left out with --from.") var amount: String?
  @Argument(help: "What it was for; left out with --from.") var description: String?
  @Option(help: ArgumentHelp("Take amount, description and the rest from this entry.", valueName: "entry")) var from: String?
  @Option(help: ArgumentHelp("The group of that entry; otherwise the same.", valueName: "group")) var fromGroup: String?
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard from == nil || amount == nil else {
      throw Program.misuse(Wording("Say an amount and a description, or --from; not both.", "राशि और विवरण लिखें, या --from; दोनों नहीं।"), output)
    }
    guard from != nil || fromGroup == nil else {
      throw Program.misuse(Wording("--from-group goes with --from.", "--from-group को --from के साथ लिखा जाता है।"), output)
    }
  }

  func run() throws {
    var wish = SplitWish()
    wish.amount = amount
    wish.description = description
    wish.from = from
    wish.fromGroup = fromGroup
    let complete = wish
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      try SplitCommands(sitting).split(complete, group: target.group)
    }
  }
}

/// `hearth pay`.
struct PayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay", abstract: "Note that you gave money to somebody, to settle what you owe.",
    discussion: """
        hearth pay Ravi 500
        hearth pay Ravi 100 --currency USD
        hearth pay Ravi 8315 --of USD --rate 83.15     rupees for what is owed in dollars: it pays 100 of them
      """)

  @Argument(help: "Who received it.")
  var name: String

  @Argument(help: "How much.")
  var amount: String

  @Argument(help: "What to call it.")
  var note: String?

  @Option(help: ArgumentHelp("The currency of the amount; otherwise the group's.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("The currency of the debt that it pays, when the amount is in the group's.", valueName: "code"))
  var of: String?

  @Option(
    help: ArgumentHelp("What one unit of the debt's currency is in the group's, like 83.15; otherwise as known today.", valueName: "rate"))
  var rate: String?

  @Flag(name: [.long, .customLong("anyway")], help: "Note it even if one just like it was noted just now.")
  var again = false

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var wish = PayWish(name: name, amount: amount)
    wish.note = note
    wish.currency = currency
    wish.debt = of
    wish.guardsDuplicates = !again
    wish.rate = rate
    let complete = wish
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryCommands(sitting).pay(complete, isPreview: trial.preview, group: target.group)
    }
  }
}
