import ArgumentParser
import Console

/// `hearth alias`.
struct AliasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alias", abstract: "Call a member what you like; only this device knows.",
    discussion: """
        hearth alias                        who is called what
        hearth alias @asha "Didi"           Asha is shown as Didi, and answers to both names in commands
        hearth alias @asha --remove         and by her own name again

      Aliases are never sent, and stand in no export and in no JSON but that of this command; a refusal that lists members names them as you do.
      A member whom you call like another member's name has to be named by id.
      """)

  @Argument(help: "Name or id of the member; me for yourself.")
  var member: String?

  @Argument(help: "What you call them, 1 to 50 characters.")
  var alias: String?

  @Flag(help: "Take the alias away.")
  var remove = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if member != nil, alias == nil, !remove {
      throw Program.misuse(Wording("Say what you call them, or --remove.", "बताएँ कि आप उन्हें क्या कहते हैं, या --remove लिखें।"), output)
    }
    if remove, member == nil || alias != nil {
      throw Program.misuse(Wording("--remove goes with a member, and nothing else.", "--remove केवल एक सदस्य के साथ आता है।"), output)
    }
  }

  func run() throws {
    try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
      guard let member else { return try AliasCommands(sitting).list(group: target.group) }
      guard let alias else { return try AliasCommands(sitting).remove(of: member, group: target.group) }
      try AliasCommands(sitting).set(alias, for: member, group: target.group)
    }
  }
}

/// `hearth amounts`.
struct AmountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "amounts", abstract: "Choose whether amounts are shown on this device.",
    discussion: """
        hearth amounts hide                 ••• stands where amounts would, in every command and in the feed
        hearth amounts show
        hearth balances --no-hide-amounts   show them this once; --hide-amounts hides them this once

      Gauges, percentages and parts are hidden with them, and so are the words and colours that tell what is left of a budget or too much.
      Readable stay who owes whom, who is settled, that an alert fired, the order of lists, what people write in descriptions and notes, and
      JSON and exports, which are for programs.
      """)

  @Argument(help: "hide or show.")
  var choice: String

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  func run() throws {
    try Program.run(nil) { terminal, home throws(ConsoleFailure) in
      try ProfileCommands(terminal, home: home, isJSON: json).keepAmounts(choice)
    }
  }
}

/// `hearth drafts`.
struct DraftsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts", abstract: "Choose whether others see what you are entering in the room, and you what they are.",
    discussion: """
        hearth drafts                 how it is now
        hearth drafts hide            nobody sees what you type before you send it; show is the usual
        hearth drafts --others hide   you do not see what others type

      Others see your words, the category and at most the first two digits of an amount, never all of it, while you type; it is kept nowhere.
      Children show nothing, whatever is chosen.
      """)

  @Argument(help: "hide or show: what you are entering.")
  var choice: String?

  @Option(help: ArgumentHelp("hide or show: what others are entering.", valueName: "choice"))
  var others: String?

  @Flag(help: "Write JSON, one object a line, instead of text.")
  var json = false

  func run() throws {
    try Program.run(nil) { terminal, home throws(ConsoleFailure) in
      try ProfileCommands(terminal, home: home, isJSON: json).keepDrafts(choice, others: others)
    }
  }
}

/// `hearth quick-exit`.
struct QuickExitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick-exit", abstract: "Clear the screen and what can be scrolled back to, and write nothing else.",
    discussion: """
      It needs no connection and no registration, and says nothing.
      Terminals decide what clearing means: most forget what scrolled away, some keep it. tmux and screen keep a history of their own; within
      one of them hearth asks it to clear that too, which works where hearth runs on the machine that tmux or screen runs on. The shell's
      history of commands, windows on other machines and recordings of the terminal stay: hearth cannot reach them.
      Bind it to a key, for example in bash: bind -x '"\\C-xq": hearth quick-exit'
      """)

  func run() { QuickExit.run(environment: Program.environment) }
}

/// `hearth lock`.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Seal what this device keeps by a passphrase, or end that.",
    discussion: """
        hearth lock                         asks for a passphrase twice, after saying what is lost when you forget it
        hearth lock --remove                and nothing is sealed any more

      Sealed are the files of $HEARTH_HOME with secrets: your token, what waits to be sent, the groups as you saw them, your aliases and presets. hearth then
      asks for the passphrase at the terminal; a script sets HEARTH_PASSPHRASE. A wrong passphrase changes nothing.
      A call that was interrupted while it locked or unlocked leaves each file whole, and the next call that opens your groups finishes, as hearth lock does.
      The passphrase does not protect copies and backups made before, what the disk keeps of deleted files, certificates' keys that lie elsewhere,
      or a device on which somebody else's program runs while you use hearth.
      """)

  @Flag(help: "End the lock; you are asked for the passphrase.")
  var remove = false

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, asksPassphrase: false) { terminal, home throws(ConsoleFailure) in
      if remove {
        try FolderLock.remove(isJSON: output.json, terminal, home: home)
      } else {
        try FolderLock.set(isJSON: output.json, terminal, home: home)
      }
    }
  }
}

/// `hearth privacy`.
struct PrivacyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "privacy", abstract: "Show who sees what, keep everything of yours from a group, or erase what you wrote.",
    discussion: """
        hearth privacy                      each group: who reads which part of its history; your devices; encryption; resources
        hearth privacy --resources          whom to call, without connection or registration
        hearth privacy separate             from now on nothing of yours reaches the group, and nobody is told
        hearth privacy rejoin               ends that
        hearth privacy erase                erases the words that you wrote in the group
        hearth privacy erase ravi           the owner: those of a member who has left

      Numbers for other countries come from $HEARTH_HOME/resources.json, which you or the person who runs this computer may write:
        [{"country":"XX","number":"...","kind":"support","about":"..."}]
      kind is support, emergency, technology or planning; there are at most 100, with texts of at most 100 characters.
      """,
    subcommands: [Show.self, SeparateCommand.self, Rejoin.self, Erase.self], defaultSubcommand: Show.self)

  /// `hearth privacy show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show who sees what, what is encrypted where, how to take it along, and resources by country.")

    @Flag(help: "Only whom to call.")
    var resources = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      guard resources else {
        return try Program.run(output, worksOffline: true) { sitting throws(ConsoleFailure) in
          try PrivacyCommands(sitting).show(group: target.group)
        }
      }
      try Program.run(output, asksPassphrase: false) { terminal, home in
        ResourceCommands(terminal, home: home, isJSON: output.json).show()
      }
    }
  }

  /// `hearth privacy separate`.
  struct SeparateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "separate", abstract: "From now on nothing of yours reaches the group, and nobody is told.",
      discussion: """
        First all that you can read is written to a folder, as a bundle and as CSV, accounts too. You are asked then; where nobody can be
        asked, as in a script, --yes says that you are sure. It needs the server's answer; the exports stay in any case.

        To the others you are from then on somebody who is not connected. You can go on reading. Your commands in the group are refused until
        hearth privacy rejoin. Accounts that you share stay shared until then, since others would see the end of it: revoke them before,
        with hearth account unshare, if they may see that. With hearth privacy rejoin they are yours alone, and nobody has to agree. Others keep what they have seen, and may read a long silence in their own way; the operator of the server can find
        it in what the server stores.
        """)

    @Option(
      name: .customLong("to"),
      help: ArgumentHelp("The folder for the exports; otherwise hearth-export-ID in the current folder.", valueName: "folder"))
    var folder: String?

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try SeparationCommands(sitting).separate(to: folder, isSure: yes, group: target.group)
      }
    }
  }

  /// `hearth privacy rejoin`.
  struct Rejoin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rejoin", abstract: "End it: what you do reaches the group again.",
      discussion: "The others see you again when you are connected, and learn nothing of what was before.")

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try SeparationCommands(sitting).rejoin(group: target.group) }
    }
  }

  /// `hearth privacy erase`.
  struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "erase", abstract: "Erase the words that you, or a member who has left, wrote in the group.",
      discussion: """
        Gone for ever are descriptions, notes, shops, places, receipts, comments, reasons of disputes and coaching, from the server's history,
        its snapshots and what it sends. Amounts, days, categories and shares stay, so all balances do, and hearth verify still holds.
        Who has left is called "Former member 3" from then on. While you are there your present name stays: choose another one first if it
        is to go too. What you write until the server is done goes with the rest.

        Not erased are names of the group, its budgets, envelopes, categories and accounts, addresses, what others wrote about you, copies
        on others' devices, exports, and the server's backups until their operator erases or removes them. You are asked; where nobody can be asked, as in a script, --yes says that you are sure.
        """)

    @Argument(help: "Name or id of a member who has left; otherwise you.")
    var member: String?

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try ErasureCommands(sitting).erase(member, isSure: yes, group: target.group)
      }
    }
  }
}
