import ArgumentParser
import Console

private let accountHelp: ArgumentHelp = "The account: its name or the end of its id."
private let entryHelp: ArgumentHelp = "The entry: its description, the end of its id, or last."
private let withHelp: ArgumentHelp = "Name or id of the other member."

/// `hearth account`.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Keep accounts of your own, and share them with a partner or a child.",
    discussion: """
        hearth account add Savings --type savings --opening 1000
        hearth account deposit Savings 500 "Salary" --category salary
        hearth account share Savings Ravi              both read and write; ending it needs the consent of both
        hearth account share Savings Riya              a child reads
        hearth account show Savings

      Nobody sees an account before you share it. It moves no debt of the group.
      """,
    subcommands: [
      List.self, Show.self, Add.self, Edit.self, Close.self, Reopen.self, Deposit.self, Withdraw.self, Correct.self, Void.self,
      Transfer.self, Reconcile.self, Split.self, Share.self, Unshare.self, Confirm.self, Decline.self,
    ], defaultSubcommand: List.self)

  /// What an entry says, as options.
  struct EntryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("One of the group's categories; none for none.", valueName: "category")) var category: String?
    @Option(help: ArgumentHelp("The day, like 2026-11-20.", valueName: "date")) var date: String?
    @Option(help: ArgumentHelp("Anything else to remember.", valueName: "text")) var note: String?

    func wish(_ amount: String?, _ description: String?) -> AccountEntryWish {
      AccountEntryWish(amount: amount, description: description, category: category, date: date, note: note)
    }
  }

  /// `hearth account list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The accounts that you see.")

    @OptionGroup var past: AsOfOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try AccountCommands(sitting).list(asOf: past.asOf, group: target.group) }
    }
  }

  /// `hearth account show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "An account: what is in it, who sees it since when, and its entries.")

    @Argument(help: accountHelp) var account: String
    @OptionGroup var past: AsOfOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).show(account, asOf: past.asOf, group: target.group)
      }
    }
  }

  /// `hearth account add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Make an account of yours.")

    @Argument(help: "What it is called.") var name: String
    @Option(help: ArgumentHelp("checking, savings, cash, card or gold; otherwise cash.", valueName: "type")) var type: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("What is in it, like 1000 or -200; otherwise nothing.", valueName: "amount"))
    var opening: String?
    @Option(help: ArgumentHelp("Its currency by the ISO code; otherwise the group's. It stays.", valueName: "code")) var currency: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).add(name, type: type, opening: opening, currency: currency, group: target.group)
      }
    }
  }

  /// `hearth account edit`.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change an account of yours. What you leave out stays as it was.",
      discussion: "A child reads checking and savings accounts only: an account that becomes another is read by no child any more.")

    @Argument(help: accountHelp) var account: String
    @Option(help: ArgumentHelp("Another name.", valueName: "name")) var rename: String?
    @Option(help: ArgumentHelp("checking, savings, cash, card or gold.", valueName: "type")) var type: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("What was in it at the beginning.", valueName: "amount")) var opening: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).edit(account, rename: rename, type: type, opening: opening, group: target.group)
      }
    }
  }

  /// `hearth account close`.
  struct Close: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "close", abstract: "Let an account of yours take no more entries.")

    @Argument(help: accountHelp) var account: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).edit(account, isClosed: true, group: target.group)
      }
    }
  }

  /// `hearth account reopen`.
  struct Reopen: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reopen", abstract: "Let a closed account take entries again.")

    @Argument(help: accountHelp) var account: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).edit(account, isClosed: false, group: target.group)
      }
    }
  }

  /// `hearth account deposit`.
  struct Deposit: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "deposit", abstract: "Note what goes into an account.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "How much, like 500.") var amount: String
    @Argument(help: "What it is.") var description: String
    @OptionGroup var entry: EntryOptions
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).note(account, .deposit, entry.wish(amount, description), group: target.group)
      }
    }
  }

  /// `hearth account split`.
  struct Split: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "split", abstract: "Share an entry of an account with the group, as paid or received by you.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "What stands in its description and in no other's, the end of its id, or last.") var entry: String
    @Option(help: ArgumentHelp("Who shares it, as in hearth add; otherwise those who share by default.", valueName: "split"))
    var split = ""
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).split(account, entry, split, group: target.group)
      }
    }
  }

  /// `hearth account withdraw`.
  struct Withdraw: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "withdraw", abstract: "Note what goes out of an account.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "How much, like 120.") var amount: String
    @Argument(help: "What it is.") var description: String
    @OptionGroup var entry: EntryOptions
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).note(account, .withdrawal, entry.wish(amount, description), group: target.group)
      }
    }
  }

  /// `hearth account correct`.
  struct Correct: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "correct", abstract: "Say anew what an entry is. What you leave out stays as it was.",
      discussion: "A transfer, and what was compared with a statement, stay as they are: void the one, take the mark off the other.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: entryHelp) var name: String
    @Option(help: ArgumentHelp("How much.", valueName: "amount")) var amount: String?
    @Option(help: ArgumentHelp("What it is.", valueName: "text")) var description: String?
    @OptionGroup var entry: EntryOptions
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).correct(account, name, entry.wish(amount, description), group: target.group)
      }
    }
  }

  /// `hearth account void`.
  struct Void: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "void", abstract: "Take an entry out. It counts no more; of a transfer both sides go.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: entryHelp) var entry: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).void(account, entry, group: target.group)
      }
    }
  }

  /// `hearth account transfer`.
  struct Transfer: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "transfer", abstract: "Move money between two accounts of yours.")

    @Argument(help: "The account that it leaves.") var from: String
    @Argument(help: "The account that it goes to.") var into: String
    @Argument(help: "How much, like 500.") var amount: String
    @Argument(help: "What it is.") var description: String
    @Option(help: ArgumentHelp("What arrives, where the currencies differ.", valueName: "amount")) var received: String?
    @Option(help: ArgumentHelp("The day, like 2026-11-20; otherwise today.", valueName: "date")) var date: String?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).transfer(
          from: from, into: into, amount, description, received: received, date: date, group: target.group)
      }
    }
  }

  /// `hearth account reconcile`.
  struct Reconcile: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reconcile", abstract: "Say that entries were compared with a statement.",
      discussion: "What was compared is not changed until the mark is off again.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "The entries, each by its description, the end of its id, or last.") var entries: [String]
    @Flag(help: "Take the mark off again.") var undo = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).reconcile(account, entries, isUndone: undo, group: target.group)
      }
    }
  }

  /// `hearth account share`.
  struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "share", abstract: "Share an account of yours: with a partner as a joint account, with a child to read.",
      discussion: """
        Without a name it lists the accounts that can be shared, and with whom. You are asked before a partner sees or writes to one. Where
        nobody can be asked, as in a script, --yes says that you are sure.

        A child reads checking and savings accounts only. Everybody who looks after the child sees which of your accounts the child reads, by
        name and type, and no amounts.
        """)

    @Argument(help: accountHelp) var account: String?
    @Argument(help: withHelp) var member: String?
    @Flag(help: "A partner reads and does not write.") var readOnly = false
    @Flag(help: "Either of you may end it; otherwise both must agree.") var withoutConsent = false
    @Flag(help: "Do not ask first.") var yes = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        guard let account else { return try AccountCommands(sitting).showShareable(group: target.group) }
        try AccountCommands(sitting).share(
          account, with: member, readsOnly: readOnly, needsConsent: !withoutConsent, isSure: yes, group: target.group)
      }
    }
  }

  /// `hearth account unshare`.
  struct Unshare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unshare", abstract: "End the sharing of an account, or ask the other member to agree that it ends.",
      discussion: "Where both must agree, the other member confirms or declines within 14 days. What was seen stays seen.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "With whom it is shared: name or id, or me.") var member: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).unshare(account, with: member, group: target.group)
      }
    }
  }

  /// `hearth account confirm`.
  struct Confirm: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "confirm", abstract: "Agree that an account is shared no more.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "With whom it is shared: name or id, or me.") var member: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).answer(account, with: member, isConfirmed: true, group: target.group)
      }
    }
  }

  /// `hearth account decline`.
  struct Decline: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decline", abstract: "Let an account stay shared, or take your own wish to end it back.")

    @Argument(help: accountHelp) var account: String
    @Argument(help: "With whom it is shared: name or id, or me.") var member: String
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try AccountCommands(sitting).answer(account, with: member, isConfirmed: false, group: target.group)
      }
    }
  }
}
