import ArgumentParser
import Console

/// `hearth entries`.
struct EntriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "entries", abstract: "List entries as they now stand, those added last first.",
    discussion: """
        hearth entries --category groceries --from 2026-11-01 --to 2026-11-30
        hearth entries --member Ravi --limit 100
        hearth entries --search "milk 2026-10"         all words have to fit: texts, category, member, month, day or amount

      The end of an id, or its description, names an entry for hearth entry show, edit, void, dispute and comment. Where there may be older
      ones, the last line says how to go on; with --json it is {"next":"…"}, for --before.
      """)

  @Option(help: ArgumentHelp("How many at most, 1 to 1000.", valueName: "number"))
  var limit: UInt32 = 20

  @Option(help: ArgumentHelp("expense, income or payment.", valueName: "kind"))
  var kind: String?

  @Option(help: ArgumentHelp("One of the group's categories, like groceries.", valueName: "category"))
  var category: String?

  @Option(help: ArgumentHelp("Only entries that this member paid or owes a part of.", valueName: "name"))
  var member: String?

  @Option(help: ArgumentHelp("The first day, like 2026-11-01.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("Those in this currency.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("Words that all have to fit, like \"milk @ravi 2026-10 450\".", valueName: "words"))
  var search = ""

  @Flag(help: "Voided ones too.")
  var voided = false

  @Option(help: ArgumentHelp("Go on where a list has ended.", valueName: "position"))
  var before: UInt64 = 0

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var wish = EntriesWish()
    wish.limit = limit
    wish.kind = kind
    wish.category = category
    wish.member = member
    wish.from = from
    wish.to = to
    wish.currency = currency
    wish.search = search
    wish.withVoided = voided
    wish.before = before
    let complete = wish
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      try EntryCommands(sitting).list(complete, group: target.group)
    }
  }
}
