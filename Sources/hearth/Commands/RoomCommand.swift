import ArgumentParser
import Console

/// `hearth room`.
struct RoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "room", abstract: "Open the group as a room in the terminal: the feed, who is here, budgets, and a line to type into.",
    discussion: """
      What is typed is read as an entry, and what it would do is shown before Enter sends it:

        groceries 1200                  shared equally by all who share
        dinner 450+320 @asha @ravi      sums; shared by these two
        taxi 300 paid:ravi yesterday    paid by somebody else, on another day

      ? shows all of it, Tab completes, Ctrl-C leaves. hearth by itself opens the room too. Where there is no terminal, and with --json, it is
      hearth feed.
      """)

  @Option(name: .customLong("for"), help: ArgumentHelp("End after this time: 10s, 5m.", valueName: "time"))
  var time: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, watches: true, worksOffline: RoomCommands.isPossible(Program.environment)) {
      sitting throws(ConsoleFailure) in
      try RoomCommands(sitting).open(for: time, group: target.group, Program.environment)
    }
  }
}

/// `hearth quick`.
struct QuickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick", abstract: "Add an entry that is typed in one line.",
    discussion: """
        hearth quick "groceries 1200 @asha @ravi"
        hearth quick "dinner 450+320 paid:ravi yesterday"
        hearth quick "rent 20000 @asha=60% @ravi=40%"
        hearth quick "museum 20 USD rate:83.15" --preview

      The words are what it was for; a category's name among them, a word that usually means one, or the last entry of the same name gives
      the category, and #dining names it. @NAME shares it, with =60%, =500 or *2 in parts. paid:, on:, at:, note:, cat:, kind: and rate:
      say the rest. Quotes keep words together, and ! adds it even if one much like it was just added.
      """)

  @Argument(help: "The line; in quotes, or as words.")
  var line: [String]

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      try EntryCommands(sitting).quick(line.joined(separator: " "), isPreview: trial.preview, group: target.group)
    }
  }
}
