import ArgumentParser
import Console

/// `hearth share-category`.
struct ShareCategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share-category", abstract: "Share what you spend of your own in a category: totals of months, never entries.",
    discussion: """
        hearth share-category dining on
        hearth share-category dining                            adds up this month's: what you took out of your accounts under it
        hearth share-category dining 120.00 --month 2026-11     or the figure that you give
        hearth share-category dining off
        hearth share-category                               what all members share

      What is added up stays on this device, but for the sum. Entries that you have shared with the group are not counted again; of a
      minor what is noted of their spending is added up, too.

      Each member decides for themselves; who looks after a minor decides for the minor. Nothing is shared until it is turned on. Turning it
      off takes this month's total away; what was seen of earlier months stays.
      """)

  @Argument(help: "One of the group's categories, like dining. Without it: what all members share.") var category: String?
  @Argument(help: "on, off, or what was spent in the month, 0 to take the total away; otherwise what is noted is added up.") var what:
    String?
  @Option(help: ArgumentHelp("The month of the total, like 2026-11; otherwise this one.", valueName: "month")) var month: String?
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
