import ArgumentParser
import Console

/// `hearth member` and what belongs to it.
struct MemberCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "member",
    abstract: "Add somebody without an account; let in who asks; rename, remove, restore members, change their roles.",
    discussion: """
        hearth member add Meera                        somebody who has no account yet
        hearth member rename Meera "Meera Sharma"
        hearth member role Ravi viewer
        hearth member share Riya in                    Riya shares entries that do not say who owes
        hearth member remove Ravi
        hearth member approve Riya                     somebody who asks to join; hearth members shows who does
      """,
    subcommands: [
      Add.self, Approve.self, Decline.self, Rename.self, ChangeRole.self, Share.self, Party.self, Remove.self, Restore.self, Color.self,
      Email.self,
    ])

  /// `hearth member add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add somebody by name who has no account yet (owner and admins).",
      discussion:
        "As an adult they take part in splits at once. They can say that they are this member when they join later: hearth join CODE --claim NAME."
    )

    @Argument(help: "What they are called.")
    var name: String

    @Option(help: ArgumentHelp("What they may do once they have joined: adult, viewer or minor.", valueName: "role"))
    var role = "adult"

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try MemberCommands(sitting).add(name: name, role: role, group: target.group)
      }
    }
  }

  /// `hearth member approve`.
  struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "approve", abstract: "Let somebody in who asks to join (owner; admins where the group lets them invite).")

    @Argument(help: "Name or id of the asker, as hearth members shows it.")
    var member: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try JoinRequestCommands(sitting).approve(of: member, group: target.group)
      }
    }
  }

  /// `hearth member decline`.
  struct Decline: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "decline", abstract: "Do not let somebody in who asks to join (owner; admins where the group lets them invite).")

    @Argument(help: "Name or id of the asker, as hearth members shows it.")
    var member: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try JoinRequestCommands(sitting).decline(of: member, group: target.group)
      }
    }
  }

  /// `hearth member rename`.
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Change what a member is called: yourself (me), or as the owner anybody.")

    @Argument(help: "Name or id of the member; me for yourself.")
    var member: String

    @Argument(help: "The new name, 1 to 50 characters.")
    var name: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).rename(member, to: name, group: target.group)
      }
    }
  }

  /// `hearth member role`.
  struct ChangeRole: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Change what a member may do (owner).",
      discussion: "To become a minor takes effect once the member has accepted it, for somebody without an account after 7 days.")

    @Argument(help: "Name or id of the member.")
    var member: String

    @Argument(help: "admin, adult, viewer or minor.")
    var role: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RoleCommands(sitting).change(member, to: role, group: target.group) }
    }
  }

  /// `hearth member share`.
  struct Share: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "share", abstract: "Say whether a member shares entries that do not say who owes (owner and admins).",
      discussion: """
        The owner, admins and adults share them unless you say otherwise, viewers and minors do not. hearth members shows who shares. What was
        entered before stays as it was divided then.
        """)

    @Argument(help: "Name or id of the member; me for yourself.")
    var member: String

    @Argument(help: "in, out, or default for what the member's role has.")
    var sharing: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).share(member, sharing, group: target.group) }
    }
  }

  /// `hearth member party`.
  struct Party: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "party", abstract: "Say with whom a member settles as one, like a couple (owner and admins).",
      discussion: """
          hearth member party Ravi --with Asha
          hearth member party Ravi --alone

        It changes no entry and nobody's own balance: hearth balances --parties shows what is owed among parties.
        """)

    @Argument(help: "Name or id of the member; me for yourself.")
    var member: String

    @Option(help: ArgumentHelp("A member whose party they join.", valueName: "name"))
    var with: String?

    @Flag(help: "They settle alone from now on.")
    var alone = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func validate() throws {
      guard (with == nil) == alone else {
        throw Program.misuse(Wording("Say either --with NAME or --alone.", "--with नाम या --alone में से एक लिखें।"), output)
      }
    }

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).party(member, with: with, group: target.group)
      }
    }
  }

  /// `hearth member remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a member; they lose access at once, their entries stay (owner; admins adults and viewers).",
      discussion: "You are asked first. Where nobody can be asked, as in a script, --yes says that you are sure.")

    @Argument(help: "Name or id of the member.")
    var member: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try MemberCommands(sitting).remove(member, isSure: yes, group: target.group)
      }
    }
  }

  /// `hearth member restore`.
  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Take a removed member back (owner). A member who left comes back by an invite.")

    @Argument(help: "Name or id of the member; hearth members --all lists those who were removed.")
    var member: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).restore(member, group: target.group) }
    }
  }

  /// `hearth member color`.
  struct Color: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "color", abstract: "Choose a member's colour: your own (me), or as the owner anybody's.")

    @Argument(help: "Name or id of the member; me for yourself.")
    var member: String

    @Argument(help: "Like #4F8A10; none removes it.")
    var color: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).color(member, color, group: target.group) }
    }
  }

  /// `hearth member email`.
  struct Email: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "email", abstract: "Say where you can be written to; the owner and admins of the group see it, nobody else.",
      discussion: "The server sends nothing there. hearth members shows it to whom it concerns.")

    @Argument(help: "Like asha@example.org; none removes it.")
    var email: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).setEmail(email, group: target.group) }
    }
  }
}

/// `hearth claim`.
struct ClaimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claim", abstract: "Say that you are a member who was added by name.",
    discussion: """
      Possible as long as no entry stands in your own name. The first who claims a member is it.
      A person who claims a minor's place becomes a minor.
      """)

  @Argument(help: "Name or id of the member.")
  var member: String

  @Flag(help: "You have read what it means to be a minor in the group, and accept it.")
  var acceptTransparency = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try MemberCommands(sitting).claim(member, acceptsTransparency: acceptTransparency, group: target.group)
    }
  }
}

/// `hearth leave`.
struct LeaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Leave the group. The owner transfers it first: hearth transfer-ownership NAME.",
    discussion: """
      Your entries stay, and what you owe can still be settled. By an invite you come back as the same member.

      Nothing of the group stays on this device. Before, hearth export writes what you can read to a file, and hearth mirror export your
      shares.

      You are asked first. Where nobody can be asked, as in a script, --yes says that you are sure.
      """)

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in try MemberCommands(sitting).leave(isSure: yes, group: target.group) }
  }
}

/// `hearth transfer-ownership`.
struct TransferOwnershipCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfer-ownership", abstract: "Make an adult or admin the owner; you become an admin (owner).")

  @Argument(help: "Name or id of the member.")
  var member: String

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { sitting throws(ConsoleFailure) in
      try MemberCommands(sitting).transferOwnership(to: member, group: target.group)
    }
  }
}

/// `hearth role` and what belongs to it.
struct RoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Ask for a role, answer who asks, accept one that waits for you.",
    subcommands: [Request.self, Approve.self, Decline.self, Accept.self])

  /// `hearth role request`.
  struct Request: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "request", abstract: "Ask the owner for another role (minors).")

    @Argument(help: "adult or viewer.")
    var role: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RoleCommands(sitting).request(role, group: target.group) }
    }
  }

  /// `hearth role approve`.
  struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "approve", abstract: "Give a member the role they asked for (owner).")

    @Argument(help: "Name or id of the member.")
    var member: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RoleCommands(sitting).approve(of: member, group: target.group) }
    }
  }

  /// `hearth role decline`.
  struct Decline: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "decline", abstract: "Leave a member in the role they have (owner).")

    @Argument(help: "Name or id of the member.")
    var member: String

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try RoleCommands(sitting).decline(of: member, group: target.group) }
    }
  }

  /// `hearth role accept`.
  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept", abstract: "Accept becoming a minor; without the option it shows what that means.")

    @Flag(help: "You have read the transparency notice and accept it.")
    var acceptTransparency = false

    @OptionGroup var target: GroupOption
    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in
        try RoleCommands(sitting).accept(acceptsTransparency: acceptTransparency, group: target.group)
      }
    }
  }
}
