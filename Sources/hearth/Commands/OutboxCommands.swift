import ArgumentParser
import Console

/// `hearth sync`.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send what waits on this machine, and look at every group anew.",
    discussion: """
      What you add, pay, edit, void, restore, dispute or comment on while the server cannot be reached is kept here, on the disk, and sent
      with the next command that reaches it, in the order in which you gave it and each under an id of its own, so that nothing is ever
      booked twice. What the server refuses stays in the outbox with the reason until you say what becomes of it: hearth outbox.
      """)

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, sendsKept: false) { sitting throws(ConsoleFailure) in try SyncCommands(sitting).sync() }
  }
}

/// `hearth outbox`.
struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "Look at what waits on this machine to be sent, and at what was refused.",
    subcommands: [List.self, Drop.self, Reapply.self], defaultSubcommand: List.self)

  /// `hearth outbox list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show what waits and what was refused. It needs no connection.")

    @OptionGroup var output: JSONOption

    func run() throws { try OutboxCommand.run(output) { outbox throws(ConsoleFailure) in try outbox.list() } }
  }

  /// `hearth outbox drop`.
  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Take a command out: it is never sent again.",
      discussion: "A command whose answer has not come may have been carried out all the same; what waits is dropped by its id only.")

    @Argument(help: ArgumentHelp("The end of its id, as hearth outbox shows it; without one, all that were refused.", valueName: "id"))
    var name: String?
    @OptionGroup var output: JSONOption

    func run() throws { try OutboxCommand.run(output) { outbox throws(ConsoleFailure) in try outbox.drop(name) } }
  }

  /// `hearth outbox reapply`.
  struct Reapply: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reapply", abstract: "Send a refused command again; an edit then starts from the entry as it is now.")

    @Argument(help: ArgumentHelp("The end of its id, as hearth outbox shows it.", valueName: "id"))
    var name: String
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try SyncCommands(sitting).reapply(name) }
    }
  }

  private static func run(_ output: JSONOption, _ body: (OutboxCommands) throws(ConsoleFailure) -> Void) throws {
    try Program.run(output) { terminal, home throws(ConsoleFailure) in
      try body(OutboxCommands(terminal, home: home, isJSON: output.json))
    }
  }
}
