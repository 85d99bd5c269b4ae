import ArgumentParser
import Console

/// `hearth pay-address`.
struct PayAddressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay-address", abstract: "Say where you take money; who owes you is shown it, and nobody else.",
    discussion: """
        hearth pay-address set asha@examplebank                    an address of UPI, for rupees
        hearth pay-address set "DE02 1203 0000 0000 2020 51"       an IBAN, for euros; some countries need the BIC behind it
        hearth pay-address remove
      """, subcommands: [Set.self, Show.self, Remove.self], defaultSubcommand: Show.self)

  /// `hearth pay-address set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Say where you take money.")

    @Argument(help: "An address of UPI, like asha@examplebank, or an IBAN, with a BIC behind it if it needs one.") var address: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try PaymentCommands(sitting).set(address, group: target.group) }
    }
  }

  /// `hearth pay-address show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Where you take money.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try PaymentCommands(sitting).show(group: target.group) }
    }
  }

  /// `hearth pay-address remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take money nowhere any more.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try PaymentCommands(sitting).set("", group: target.group) }
    }
  }
}

/// `hearth pay-link`.
struct PayLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay-link", abstract: "How to pay somebody what you owe them: a link, a QR code and a note.",
    discussion: """
      Only for what you owe, and only where the other has said where they take money (hearth pay-address set). Nothing is paid and
      nothing is recorded by it: hearth settle does that. Rupees go by UPI, euros by SEPA.

        hearth pay-link @ravi
        hearth pay-link @ravi 500
      """)

  @Argument(help: "The member you owe.")
  var name: String

  @Argument(help: "How much, like 450.50; otherwise all that is owed.")
  var amount: String?

  @Option(help: ArgumentHelp("The currency that is owed; otherwise the group's.", valueName: "code"))
  var currency: String?

  @Flag(help: "What is owed by the entries between the two.")
  var direct = false

  @Flag(help: "What the fewest payments have you pay them.")
  var simplified = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if direct && simplified { throw Program.misuse(.directOrSimplified, output) }
  }

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try PaymentCommands(sitting).link(
        name, amount, currency: currency, mode: direct ? .direct : simplified ? .simplified : .unspecified, group: target.group)
    }
  }
}
