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
      say the rest. Quotes keep words together, and ! adds it even if one much like it was just added. A line may begin with a preset's name
      (hearth preset).
      """)

  @Argument(help: "The line; in quotes, or as words.")
  var line: [String]

  @OptionGroup var trial: PreviewOption
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, worksOffline: true, keepsFirst: true) { sitting throws(ConsoleFailure) in
      try EntryCommands(sitting).quick(line.joined(separator: " "), isPreview: trial.preview, group: target.group)
    }
  }
}

/// `hearth preset`.
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset", abstract: "Keep a line of quick entry under a name; only this device knows.",
    discussion: """
        hearth preset                                   which line stands under which name
        hearth preset milk "milk 60 #groceries @all"    from now on, hearth quick milk, and milk in the room
        hearth quick milk 75 @asha                      with another amount, and for Asha alone
        hearth preset milk --remove
        hearth preset --split percent:asha=60,ravi=40   what you add here is divided so, unless it says otherwise (--split equal, @all)
        hearth preset --split none

      A preset is of one group. It may lack an amount, which is then typed behind its name.
      """)

  @Argument(help: "One word, 1 to 30 characters.")
  var name: String?

  @Argument(help: "The line; in quotes, or as words.")
  var line: [String] = []

  @Flag(help: "Remove the preset.")
  var remove = false

  @Option(help: ArgumentHelp("How expenses that do not say who owes are divided, as for hearth add; none forgets it.", valueName: "split"))
  var split: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if split != nil, name != nil || remove {
      throw Program.misuse(Wording("--split goes without a name.", "--split बिना नाम के आता है।"), output)
    }
    if name != nil, line.isEmpty, !remove {
      throw Program.misuse(Wording("Write the line behind the name, or --remove.", "नाम के बाद पंक्ति लिखें, या --remove।"), output)
    }
    if remove, name == nil || !line.isEmpty {
      throw Program.misuse(Wording("--remove goes with a name, and nothing else.", "--remove केवल एक नाम के साथ आता है।"), output)
    }
  }

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      if let split { return try PresetCommands(sitting).keep(split: split, group: target.group) }
      guard let name else { return try PresetCommands(sitting).list(group: target.group) }
      if remove { return try PresetCommands(sitting).remove(name, group: target.group) }
      try PresetCommands(sitting).set(line.joined(separator: " "), as: name, group: target.group)
    }
  }
}
