import ArgumentParser
import Console

/// `hearth share-category`.
struct ShareCategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share-category", abstract: "Share what you spend of your own in a category: totals of months, never entries.",
    discussion: """
        hearth share-category dining on
        hearth share-category dining 120.00 --month 2026-11
        hearth share-category dining off
        hearth share-category                               what all members share

      Each member decides for themselves; who looks after a minor decides for the minor. Nothing is shared until it is turned on. Turning it
      off takes this month's total away; what was seen of earlier months stays.
      """)

  @Argument(help: "One of the group's categories, like dining. Without it: what all members share.") var category: String?
  @Argument(help: "on, off, or what was spent in the month; 0 takes the total away.") var what: String?
  @Option(help: ArgumentHelp("The month of the amount, like 2026-11; otherwise this one.", valueName: "month")) var month: String?
  @Option(name: .customLong("for"), help: ArgumentHelp("Which minor it is about; otherwise you.", valueName: "who")) var minor: String?
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      let commands = SharedCategoryCommands(sitting)
      guard let category else { return try commands.list(group: target.group) }
      try commands.set(category, what, month: month, for: minor, group: target.group)
    }
  }
}
