import ArgumentParser
import Console

/// How an entry is named.
private let entryHelp: ArgumentHelp = "The entry: its description, the end of its id, or last."

/// `hearth edit`.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an entry.",
    discussion: """
      What you do not name stays as it is. When somebody else has changed the same since --base, you are shown what it was, what it is now and
      what you want, and nothing is changed.

        hearth edit Vegetables --amount 460
        hearth edit last --note "for Diwali" --category festivals
        hearth edit Museum --currency USD --rate 83.15
        hearth edit Refund --kind income --category other-income
        hearth edit Idli --country India --at 13.0827,80.2707
        hearth edit Cottage --days asha:3,ravi:7
        hearth edit Dinner --item "Paneer 320 @asha @ravi" --item "Beer 250 @ravi" --tip 60

      Items are said anew, all of them: they come to the amount, say who owes, and take the place of an older bill in the note.

      Another currency keeps the figure unless you say an amount, and counts in the group's at the rate given, otherwise at the one that
      hearth rate list has for its day.
      """)

  @Argument(help: entryHelp) var entry: String
  @Option(help: "How much, in the entry's currency unless --currency says otherwise.") var amount: String?
  @Option(help: ArgumentHelp("The amount's currency by its ISO code.", valueName: "code")) var currency: String?
  @Option(help: ArgumentHelp("What one unit of that currency counts for in the group's, like 83.15.", valueName: "rate")) var rate: String?
  @Option(help: "expense or income; the category has to fit it.") var kind: String?
  @Option(help: "Who owes, as for hearth add.") var split: String?
  @Option(help: ArgumentHelp("How many days each was there, as for hearth add.", valueName: "days")) var days: String?
  @Option(
    name: .customLong("item"),
    help: ArgumentHelp(
      "An item of the bill, as for hearth add: its name, amount and who shares it; again for each item.", valueName: "item"))
  var items: [String] = []
  @Option(help: ArgumentHelp("Tax on the items, like 57 or 5%.", valueName: "amount")) var tax = ""
  @Option(help: ArgumentHelp("A tip, like 50 or 10% of the items.", valueName: "amount")) var tip = ""
  @Option(help: ArgumentHelp("What is taken off the items, like 100 or 20%.", valueName: "amount")) var discount = ""
  @Option(help: "Who paid, as for hearth add; needed for another amount if several did.") var paidBy: String?
  @Option(help: "What it was for.") var description: String?
  @Option(help: "One of the group's categories; empty for none.") var category: String?
  @Option(help: "The day it happened, like 2026-11-20.") var date: String?
  @Option(help: "Anything else to remember.") var note: String?
  @Option(help: "Where it was spent.") var merchant: String?
  @Option(help: "The version you saw (see hearth entry show); otherwise the last one.") var base: UInt64?
  @Flag(help: "When somebody else has changed the same, change what you name in the entry as it is by then.") var reapply = false
  @OptionGroup var spot: PlaceOption
  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard days == nil || split == nil else {
      throw Program.misuse(Wording("Say either --days or --split.", "--days या --split में से एक लिखें।"), output)
    }
  }

  func run() throws {
    var edit = EntryEdit()
    edit.amount = amount
    edit.split = days.map(SplitText.days) ?? split
    (edit.bill.items, edit.bill.tax, edit.bill.tip, edit.bill.discount) = (items, tax, tip, discount)
    edit.paidBy = paidBy
    edit.description = description
    edit.category = category
    edit.date = date
    edit.note = note
    edit.merchant = merchant
    edit.place = spot.wish
    edit.kind = kind
    edit.currency = currency
    edit.rate = rate
    let complete = edit
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).edit(entry, complete, base: base, reapply: reapply, isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth void`.
struct VoidCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "void", abstract: "Take an entry out of all sums. It stays in the history and can be restored.")

  @Argument(help: entryHelp) var entry: String
  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).void(entry, isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth restore`.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore", abstract: "Take a voided entry back in.")

  @Argument(help: entryHelp) var entry: String
  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).restore(entry, isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo your own last adding, editing, voiding or restoring of an entry.")

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).undo(isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth dispute`.
struct DisputeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dispute", abstract: "Say that an entry which names you is wrong. It changes no number.",
    discussion: "  hearth dispute Dinner \"I was not there\"")

  @Argument(help: entryHelp) var entry: String
  @Argument(help: "Why.") var reason: String?
  @Flag(help: "Take your dispute back.") var withdraw = false
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).dispute(entry, reason: reason, withdraw: withdraw, group: target.group)
    }
  }
}

/// `hearth comment`.
struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Say something beside an entry, or take it away. It changes no number.",
    discussion: """
        hearth comment Dinner "The bill is in the drawer"
        hearth comment Dinner --remove last
      """)

  @Argument(help: entryHelp) var entry: String
  @Argument(help: "What you say: up to 500 characters.") var text: String?
  @Option(
    help: ArgumentHelp(
      "Take a comment of yours away: the end of its id, as hearth entry show tells it, or last for your newest.", valueName: "which"))
  var remove: String?
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (text == nil) != (remove == nil) else {
      throw Program.misuse(
        Wording(
          "Say something or take something away: the words, or --remove.", "कुछ कहें या कुछ हटाएँ: शब्द, या --remove।"), output)
    }
  }

  func run() throws {
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryChangeCommands(sitting).comment(entry, text: text, removing: remove, group: target.group)
    }
  }
}

/// `hearth income`.
struct IncomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "income",
    abstract: "Say what you earn a month, for splits by income. Owner and admins see it, others if the group allows it; 0 removes it.")

  @Argument(help: "How much, in the group's currency.") var amount: String
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).setIncome(amount, group: target.group) }
  }
}

/// `hearth entry`.
struct EntryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "entry", abstract: "Look at one entry.", subcommands: [Show.self])

  /// `hearth entry show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show an entry, its version, its disputes and its comments.")

    @Argument(help: entryHelp) var entry: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        try EntryCommands(sitting).show(entry, group: target.group)
      }
    }
  }
}
