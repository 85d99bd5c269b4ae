import ArgumentParser
import Console

/// `hearth mirror`.
struct MirrorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "See what of all your groups is yours: each share of an expense or income as a transaction of your own.",
    discussion: """
        hearth mirror                                        your shares, the newest first, of all groups
        hearth mirror list --from 2026-11-01 --in INR --group Trip
        hearth mirror export --ofx shares.ofx                for programs that keep private money

      A share keeps its id for ever: what is read again is not there twice. It changes and goes with its entry, whoever did that. Where no
      rate is known yet the converted value is missing, and comes by itself with the rate (hearth rate set). It works without a connection.
      """, subcommands: [List.self, Export.self], defaultSubcommand: List.self)

  /// `hearth mirror list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your shares, the newest first, and what they come to.")

    @Option(help: ArgumentHelp("How many at most, 1 to 1000.", valueName: "number")) var limit: UInt32 = 20
    @Option(help: ArgumentHelp("The first day, like 2026-11-01.", valueName: "date")) var from: String?
    @Option(help: ArgumentHelp("The last day.", valueName: "date")) var to: String?
    @OptionGroup var source: MirrorOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var wish = MirrorWish()
      (wish.limit, wish.from, wish.to, wish.currency) = (limit, from, to, source.currency)
      let complete = wish
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        try MirrorCommands(sitting).list(complete, group: source.group)
      }
    }
  }

  /// `hearth mirror export`.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write your shares to a file for other programs.",
      discussion: """
          hearth mirror export --csv shares.csv                for spreadsheets
          hearth mirror export --ofx shares.ofx                for GnuCash, KMyMoney and the like; a share is taken once
          hearth mirror export --ledger shares.journal         for ledger-cli and hledger
          hearth mirror export --beancount shares.beancount    for beancount and fava

        The file - is standard output; there characters that could steer a terminal are shown as �.
        """)

    @Option(help: ArgumentHelp("Write comma-separated values, one line for each share.", valueName: "file")) var csv: String?
    @Option(help: ArgumentHelp("Write OFX, one statement for each currency.", valueName: "file")) var ofx: String?
    @Option(
      name: [.customLong("ledger"), .customLong("hledger")],
      help: ArgumentHelp("Write a journal for ledger-cli and hledger.", valueName: "file"))
    var ledger: String?
    @Option(help: ArgumentHelp("Write the same for beancount.", valueName: "file")) var beancount: String?
    @OptionGroup var source: MirrorOption
    @OptionGroup var output: JSONOption

    func validate() throws {
      guard [csv, ofx, ledger, beancount].compactMap(\.self).count == 1 else {
        throw Program.misuse(
          Wording(
            "Say one of --csv FILE, --ofx FILE, --ledger FILE and --beancount FILE.",
            "--csv फ़ाइल, --ofx फ़ाइल, --ledger फ़ाइल और --beancount फ़ाइल में से एक लिखें।"), output)
      }
    }

    func run() throws {
      try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
        let mirror = MirrorCommands(sitting)
        if let csv { try mirror.export(.csv, to: csv, in: source.currency, group: source.group) }
        if let ofx { try mirror.export(.ofx, to: ofx, in: source.currency, group: source.group) }
        if let ledger { try mirror.export(.ledger, to: ledger, in: source.currency, group: source.group) }
        if let beancount { try mirror.export(.beancount, to: beancount, in: source.currency, group: source.group) }
      }
    }
  }
}

/// `--in` and `--group`, for what concerns all groups.
struct MirrorOption: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Convert shares into this currency; otherwise as hearth currency says, or each group's own.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("Name or id of the one group that is meant; otherwise all of yours.", valueName: "group"))
  var group: String?
}
