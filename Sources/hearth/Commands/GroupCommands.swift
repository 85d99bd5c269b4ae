import ArgumentParser
import Console
import Foundation

/// `hearth create`.
struct CreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a group; you become its owner, and it the current group.",
    discussion: """
        hearth create "Sharma Family" --currency INR
        hearth create "Sharma Family" --template indian-family --wizard
        printf '85000\\n50/30/20\\nyes\\n' | hearth create Flat --currency INR --wizard

      With --wizard you are asked what comes in and how it is to be divided: by 50/30/20, 60/20/20, 70/10/20 or in parts of your own. You see
      each budget beside what families usually spend, change what you like, and set all or none. When you interrupt it (Ctrl-C, exit
      status 130) the group is there and has no budgets.
      """)

  @Argument(help: "What the group is called, like \"Sharma Family\".")
  var name: String

  @Option(help: ArgumentHelp("The group's currency by its ISO code: INR, EUR, USD …; an Indian family's is INR.", valueName: "code"))
  var currency: String?

  @Option(help: ArgumentHelp("What it starts with: family, indian-family or split-group.", valueName: "template"))
  var template = "family"

  @Option(help: ArgumentHelp("A few words about it, at most 280 characters.", valueName: "text"))
  var description = ""

  @Option(help: ArgumentHelp("A symbol's name for apps, like house.fill.", valueName: "symbol"))
  var icon = ""

  @Option(help: ArgumentHelp("The first day of its weeks.", valueName: "day"))
  var weekStarts = "monday"

  @Option(help: ArgumentHelp("Decides what day it is in the group, like Asia/Kolkata; otherwise this computer's.", valueName: "zone"))
  var timeZone: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("What you are called in this group.", valueName: "name"))
  var displayName: String?

  @Flag(help: "Ask for the first budgets too.")
  var wizard = false

  @OptionGroup var output: JSONOption

  func validate() throws {
    guard currency != nil || template == "indian-family" else {
      throw Program.misuse(Wording("Say the currency: --currency INR.", "मुद्रा बताएँ: --currency INR।"), output)
    }
  }

  func run() throws {
    var wish = GroupWish(name: name, currency: currency ?? "")
    wish.template = template
    wish.description = description
    wish.icon = icon
    wish.weekStarts = weekStarts
    wish.timeZone = timeZone
    wish.displayName = displayName
    let made = wish
    try Program.run(output) { sitting throws(ConsoleFailure) in try GroupCommands(sitting).create(made, asksForBudgets: wizard) }
  }
}

/// `hearth preview`.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "preview", abstract: "See what an invite leads to, without joining.")

  @Argument(help: "The code, like K7QM-3FXP-9RTW-2HVC, or the whole link.")
  var invite: String

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try GroupCommands(sitting).preview(invite: invite) }
  }
}

/// `hearth join`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join a group by an invite; it becomes the current group.",
    discussion:
      "Where the invite needs approval you only ask: you are in once the owner or an admin has said yes, and hearth groups lists it.")

  @Argument(help: "The code, like K7QM-3FXP-9RTW-2HVC, or the whole link.")
  var invite: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What you are called in this group; otherwise as before if you were in it, or as you registered.", valueName: "name")
  )
  var displayName: String?

  @Option(help: ArgumentHelp("You are this member, who was added by name and has no account yet.", valueName: "name"))
  var claim: String?

  @Flag(help: "You have read what it means to be a minor in the group, and accept it.")
  var acceptTransparency = false

  @Option(
    help: ArgumentHelp(
      "What others will call you: where nothing is kept here yet, you are registered at the link's server first.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the authority that vouches for the link's server, beside --name; must stay where it is.", valueName: "file"))
  var ca: String?

  @OptionGroup var output: JSONOption

  func run() throws {
    if let name {
      let file = ca.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      try Program.run(output) { terminal, home throws(ConsoleFailure) in
        try LoginCommands(terminal, home: home, isJSON: output.json).registerIfNew(by: invite, name: name, authoritiesFile: file)
      }
    }
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try GroupCommands(sitting).join(
        invite: invite, displayName: displayName ?? (claim == nil ? name : nil), claim: claim, acceptsTransparency: acceptTransparency)
    }
  }
}

/// `hearth groups`.
struct GroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "groups", abstract: "List the groups you are in.")

  @Flag(help: "Show your own archived groups too.")
  var all = false

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try GroupCommands(sitting).list(all: all) }
  }
}

/// `hearth use`.
struct UseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "use", abstract: "Choose the group that commands mean from now on.")

  @Argument(help: "Name or id of the group.")
  var group: String

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try GroupCommands(sitting).use(group) }
  }
}
