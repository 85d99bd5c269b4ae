import ArgumentParser
import Console

/// `hearth group`.
struct GroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Show or change the group itself, archive it, or have it deleted.",
    discussion: """
        hearth group show
        hearth group set --name "Sharma Family" --income 85000
        hearth group archive                           read only, but for settling up and leaving
        hearth group purge --exported                  delete it 30 days from now; hearth group keep takes that back
      """,
    subcommands: [Show.self, Set.self, Archive.self, Unarchive.self, Purge.self, Keep.self], defaultSubcommand: Show.self)

  /// `hearth group show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show what the group says of itself.")
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try GroupSettingCommands(sitting).show(target.group) }
    }
  }

  /// `hearth group set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change what is named, and nothing else (owner and admins).")

    @Option(help: ArgumentHelp("What it is called, 1 to 50 characters.", valueName: "text"))
    var name: String?
    @Option(help: ArgumentHelp("A few words about it, at most 280 characters; \"\" takes them away.", valueName: "text"))
    var description: String?
    @Option(help: ArgumentHelp("A symbol's name for apps, like house.fill.", valueName: "symbol"))
    var icon: String?
    @Option(help: ArgumentHelp("Its currency by the ISO code, only while there are no entries.", valueName: "code"))
    var currency: String?
    @Option(help: ArgumentHelp("What comes in each month, all members together; 0 takes it away.", valueName: "amount"))
    var income: String?
    @Option(help: ArgumentHelp("Whether debts are shown with the fewest payments: yes or no.", valueName: "yes|no"))
    var simplify: String?
    @Option(help: ArgumentHelp("Decides what day it is in the group, like Asia/Kolkata.", valueName: "zone"))
    var timeZone: String?
    @Option(help: ArgumentHelp("The first day of its weeks.", valueName: "day"))
    var weekStarts: String?
    @Option(help: ArgumentHelp("How many members fit, 10 to 100.", valueName: "number"))
    var membersMax: UInt32?
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      var change = GroupChange()
      change.name = name
      change.description = description
      change.icon = icon
      change.currency = currency
      change.income = income
      change.simplify = simplify
      change.timeZone = timeZone
      change.weekStarts = weekStarts
      change.membersMax = membersMax
      let made = change
      try Program.run(output) { sitting throws(ConsoleFailure) in try GroupSettingCommands(sitting).set(made, group: target.group) }
    }
  }

  /// `hearth group archive`.
  struct Archive: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "archive", abstract: "Make the group read only, but for settling up and leaving (owner).")
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try GroupSettingCommands(sitting).archive(target.group) }
    }
  }

  /// `hearth group unarchive`.
  struct Unarchive: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unarchive", abstract: "Take the group out of the archive (owner).",
      discussion: "What recurring rules have missed meanwhile is booked at once: --preview says how many dates that is.")
    @OptionGroup var trial: PreviewOption
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try GroupSettingCommands(sitting).unarchive(target.group, isPreview: trial.preview)
      }
    }
  }

  /// `hearth group purge`.
  struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "purge", abstract: "Have an archived group deleted in 30 days (owner); export it first.")
    @Flag(help: "You have an export of the group.")
    var exported = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try GroupSettingCommands(sitting).purge(target.group, isExported: exported)
      }
    }
  }

  /// `hearth group keep`.
  struct Keep: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "keep", abstract: "Take the wish to delete the group back (owner).")
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try GroupSettingCommands(sitting).keep(target.group) }
    }
  }
}

/// `hearth policy`.
struct PolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy", abstract: "Show or set what the group decides for itself of who may do what.",
    discussion: """
        hearth policy list
        hearth policy set adults_edit_others no        adults edit only what they added
        hearth policy set adults_edit_others no --preview
                                                       who could do what that they cannot now, or no longer; nothing is set
      """,
    subcommands: [List.self, Set.self], defaultSubcommand: List.self)

  /// `hearth policy list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the policies, and who set them when.")
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try PolicyCommands(sitting).list(group: target.group) }
    }
  }

  /// `hearth policy set`.
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a policy; it holds from the next command on (owner and admins).")
    @Argument(help: "The policy, as hearth policy list shows it.")
    var policy: String
    @Argument(help: "yes or no.")
    var value: String
    @Flag(help: "Show whose rights it would change, and set nothing.")
    var preview = false
    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try PolicyCommands(sitting).set(policy, value, isPreview: preview, group: target.group)
      }
    }
  }
}

/// `hearth can`.
struct CanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "can", abstract: "Ask whether a member may do something, by which rule, and who set it when.",
    discussion: """
        hearth can ravi void 01890a5d-ac96-774b-bcce-b302099a8057
        hearth can asha invites.create
        hearth can meera members.remove ravi
        hearth can ravi dispute Dinner
        hearth can ravi accounts.write Savings
        hearth can ravi undo                           his last act, which he may undo if he may do the opposite outright
      """)

  @Argument(help: "The member you ask about; me is yourself.")
  var name: String
  @Argument(help: "What they would do: a rule like entries.void, or its last word.")
  var action: String
  @Argument(help: "The entry (its description, the end of its id, or last), the account or the member that they would do it to.")
  var object: String?
  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try PolicyCommands(sitting).can(name, action, on: object, group: target.group)
    }
  }
}

/// `hearth allocate`.
struct AllocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allocate", abstract: "Divide an income into needs, wants and savings, or parts of your own, to the last unit.",
    discussion: """
        hearth allocate 85000 --template 50/30/20
        hearth allocate 85000 --template rent=40,food=35.5,savings=24.5
      """)

  @Argument(help: "The amount, like 85000 or 1234.50.")
  var amount: String
  @Option(help: ArgumentHelp("50/30/20, 60/20/20, 70/10/20, or parts in percent that add up to 100.", valueName: "template"))
  var template = "50/30/20"
  @Option(help: ArgumentHelp("The currency by its ISO code.", valueName: "code"))
  var currency = "INR"
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { terminal, _ throws(ConsoleFailure) in
      try Allocate.run(amount: amount, template: template, currency: currency, isJSON: output.json, terminal: terminal)
    }
  }
}
