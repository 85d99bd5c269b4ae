import ArgumentParser
import Console

/// `hearth category`.
struct CategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category", abstract: "List, add, change or retire the group's categories.",
    discussion: """
        hearth category list
        hearth category add pets --name Pets --class wants --color "#A0B1C2"
        hearth category change pets --name "Cat and dog"
        hearth category retire pets                    entries that have it keep it
      """,
    subcommands: [List.self, Add.self, Change.self, Retire.self], defaultSubcommand: List.self)

  /// What a category may be given.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("What people read, 1 to 50 characters.", valueName: "text"))
    var name: String?
    @Option(help: ArgumentHelp("A symbol's name for apps, like pawprint.fill.", valueName: "symbol"))
    var icon: String?
    @Option(help: ArgumentHelp("Its colour, like #4A90A4.", valueName: "colour"))
    var color: String?
    @Option(name: .customLong("class"), help: ArgumentHelp("needs, wants or savings.", valueName: "class"))
    var kind: String?
    @Option(help: ArgumentHelp("What it is for: expense, income or both.", valueName: "use"))
    var use: String?
    @Option(help: ArgumentHelp("Its place in lists: the lowest comes first.", valueName: "number"))
    var sortOrder: UInt32?

    func change(_ key: String) -> CategoryChange {
      var change = CategoryChange(key: key)
      change.name = name
      change.icon = icon
      change.color = color
      change.kind = kind
      change.use = use
      change.sortOrder = sortOrder
      return change
    }
  }

  /// `hearth category list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the categories in their order.")
    @Flag(help: "Show the retired ones too.")
    var all = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try CategoryCommands(sitting).list(all: all, group: target.group) }
    }
  }

  /// `hearth category add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a category (owner and admins).")
    @Argument(help: "Its key: lower-case letters, digits and hyphens, like pet-food.")
    var key: String
    @OptionGroup var options: Options
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      let change = options.change(key)
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CategoryCommands(sitting).set(change, isNew: true, group: target.group)
      }
    }
  }

  /// `hearth category change`.
  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change what is named of a category; a retired one can be chosen again (owner and admins).")
    @Argument(help: "Its key or name.")
    var key: String
    @OptionGroup var options: Options
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      let change = options.change(key)
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try CategoryCommands(sitting).set(change, isNew: false, group: target.group)
      }
    }
  }

  /// `hearth category retire`.
  struct Retire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retire", abstract: "Keep a category from being chosen; entries that have it keep it (owner and admins).")
    @Argument(help: "Its key or name.")
    var key: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try CategoryCommands(sitting).retire(key, group: target.group) }
    }
  }
}
