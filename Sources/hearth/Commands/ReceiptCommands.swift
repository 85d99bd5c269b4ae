import ArgumentParser
import Console

/// `hearth receipt`.
struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt", abstract: "Keep receipts' files with an entry or a minor's record, list and fetch them.",
    discussion: """
        hearth receipt add last bill.jpg
        hearth receipt list Vegetables
        hearth receipt get Vegetables --out bill.jpg
        hearth receipt list Samosa --for Riya          of what hearth spend noted

      The server keeps the file beside the group's history, for its members only; with --for it is for the minor and who looks after them, and
      nobody else learns that it is there.
      """, subcommands: [Add.self, List.self, Get.self, Remove.self])

  /// `hearth receipt add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Put a file on the server and name it in an entry.")

    @Argument(help: "The entry: its description, the end of its id, or last.") var entry: String
    @Argument(help: "The file, up to what the server takes: 5 MiB unless its operator says otherwise.") var file: String
    @Option(help: ArgumentHelp("What the file is; otherwise told by its ending.", valueName: "media type")) var type: String?
    @OptionGroup var minor: MinorRecordOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try ReceiptCommands(sitting).add(file, mediaType: type, to: entry, ofMinor: minor.minor, group: target.group)
      }
    }
  }

  /// `hearth receipt list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List an entry's receipts with their numbers.")

    @Argument(help: "The entry: its description, the end of its id, or last.") var entry: String
    @OptionGroup var minor: MinorRecordOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        try ReceiptCommands(sitting).list(of: entry, ofMinor: minor.minor, group: target.group)
      }
    }
  }

  /// `hearth receipt remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Take a receipt off an entry; the group's history still names it.")

    @Argument(help: "The entry: its description, the end of its id, or last.") var entry: String
    @Option(help: "Which of the entry's receipts, from 1, as hearth receipt list shows them.") var number: Int
    @OptionGroup var minor: MinorRecordOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try ReceiptCommands(sitting).remove(number, of: entry, ofMinor: minor.minor, group: target.group)
      }
    }
  }

  /// `hearth receipt get`.
  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Write an entry's receipt to a file.")

    @Argument(help: "The entry: its description, the end of its id, or last.") var entry: String
    @Option(help: "Which of the entry's receipts, from 1.") var number = 1
    @Option(help: ArgumentHelp("Where to write; otherwise its own name here, where nothing is replaced.", valueName: "file")) var out:
      String?
    @OptionGroup var minor: MinorRecordOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try ReceiptCommands(sitting).get(number, of: entry, ofMinor: minor.minor, to: out, group: target.group)
      }
    }
  }
}

/// Whose record receipts are kept with.
struct MinorRecordOption: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The minor who has spent it: then it is a record of hearth spend, and no entry.", valueName: "who")) var minor:
    String?
}

/// `hearth verify-bundle`.
struct VerifyBundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-bundle", abstract: "Check a file of hearth export --bundle or hearthd export, without a server.",
    discussion: "Order, hash chains, receipts and the checksum are checked, and every event is carried out. Exit status 0: all holds.")

  @Argument(help: "The file.") var file: String
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { terminal, _ throws(ConsoleFailure) in
      try BundleVerification.run(file, isJSON: output.json, terminal)
    }
  }
}
