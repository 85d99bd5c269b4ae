import ArgumentParser
import Console

/// `hearth webhook`.
struct WebhookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook", abstract: "Have what happens in the group sent to a program of yours.",
    discussion: """
        hearth webhook add https://hooks.example.com/hearth --label Bot    shows the secret that requests are signed with, once
        hearth webhook list
        hearth webhook test Bot
        hearth webhook rotate Bot                                          a new secret; the former one signs for 24 hours more
        hearth webhook resume Bot                                          after three days in which nothing was taken
        hearth webhook remove Bot

      Sent is what all members see. The receiver verifies each request by Standard Webhooks, and answers 200.
      """,
    subcommands: [Add.self, List.self, Test.self, Rotate.self, Resume.self, Remove.self], defaultSubcommand: List.self)

  /// `hearth webhook add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a webhook; shows its secret, once.")

    @Argument(help: ArgumentHelp("Where to send to: https://hooks.example.com/hearth.", valueName: "url")) var url: String
    @Option(help: ArgumentHelp("What it is for, as the list shows it; at most 50 characters.", valueName: "text")) var label = ""
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try WebhookCommands(sitting).add(url, label: label, group: target.group)
      }
    }
  }

  /// `hearth webhook list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the group's webhooks (owner and admins).")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try WebhookCommands(sitting).list(group: target.group) }
    }
  }

  /// `hearth webhook test`.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "test", abstract: "Send a webhook an event of its own, in its turn.")

    @OptionGroup var chosen: WebhookChoice
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try WebhookCommands(sitting).test(chosen.webhook, group: target.group) }
    }
  }

  /// `hearth webhook rotate`.
  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate", abstract: "Give a webhook a new secret, and show it, once; the former one signs for 24 hours more.")

    @OptionGroup var chosen: WebhookChoice
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try WebhookCommands(sitting).rotate(chosen.webhook, group: target.group)
      }
    }
  }

  /// `hearth webhook resume`.
  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Send to a paused webhook again, from where it stands.")

    @OptionGroup var chosen: WebhookChoice
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try WebhookCommands(sitting).resume(chosen.webhook, group: target.group)
      }
    }
  }

  /// `hearth webhook remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a webhook: nothing more is sent to it.")

    @OptionGroup var chosen: WebhookChoice
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try WebhookCommands(sitting).remove(chosen.webhook, group: target.group)
      }
    }
  }
}

/// Which webhook.
struct WebhookChoice: ParsableArguments {
  @Argument(help: "Its number in hearth webhook list, its label, or at least four digits of its id's beginning.") var webhook: String
}
