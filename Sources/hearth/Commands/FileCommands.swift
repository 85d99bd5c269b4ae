import ArgumentParser
import Console

/// `hearth export`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the group's entries, or all that you can read, to a file.",
    discussion: """
        hearth export --csv entries.csv                for spreadsheets, and for hearth import csv
        hearth export --ledger household.journal       for ledger-cli and hledger
        hearth export --beancount household.beancount  for beancount and fava
        hearth export --accounts FOLDER                the accounts that you see, one file of comma-separated values each
        hearth export --bundle household.hearth        every event as it is stored, with receipts, for hearth verify-bundle

      The file - is standard output, but for --bundle and --accounts; there characters that could steer a terminal are shown as �.
      """)

  @Option(
    help: ArgumentHelp(
      "Write comma-separated values: one line for each entry, with every amount and how far it is settled.", valueName: "file"))
  var csv: String?

  @Option(
    name: [.customLong("ledger"), .customLong("hledger")],
    help: ArgumentHelp("Write a journal of balanced transactions for ledger-cli and hledger.", valueName: "file"))
  var ledger: String?

  @Option(help: ArgumentHelp("Write the same for beancount, which reads no such journal.", valueName: "file"))
  var beancount: String?

  @Option(help: ArgumentHelp("Write each account that you see as comma-separated values into this folder.", valueName: "folder"))
  var accounts: String?

  @Option(help: ArgumentHelp("Write the history of all that you can read, with its hash chains and receipts.", valueName: "file"))
  var bundle: String?

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard [csv, ledger, beancount, accounts, bundle].compactMap(\.self).count == 1 else {
      throw Program.misuse(
        Wording(
          "Say one of --csv FILE, --ledger FILE, --beancount FILE, --accounts FOLDER and --bundle FILE.",
          "--csv फ़ाइल, --ledger फ़ाइल, --beancount फ़ाइल, --accounts फ़ोल्डर और --bundle फ़ाइल में से एक लिखें।"), output)
    }
  }

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      if let csv { try ExportCommands(sitting).export(.csv, to: csv, group: target.group) }
      if let ledger { try ExportCommands(sitting).export(.ledger, to: ledger, group: target.group) }
      if let beancount { try ExportCommands(sitting).export(.beancount, to: beancount, group: target.group) }
      if let accounts { try ExportCommands(sitting).exportAccounts(to: accounts, group: target.group) }
      if let bundle { try BundleCommands(sitting).export(to: bundle, group: target.group) }
    }
  }
}
