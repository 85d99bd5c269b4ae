import ArgumentParser
import Console

/// `hearth devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List your devices, link another, revoke one, or give this one a new token.",
    discussion: """
        hearth devices                      what is logged in as you, and when it was last used
        hearth devices link                 show a code by which another device logs in as you
        hearth devices revoke ID            a lost phone: it is logged out at once
        hearth devices rotate               a new token for this device, in case somebody has seen the old one
      """,
    subcommands: [List.self, Link.self, Revoke.self, Rotate.self], defaultSubcommand: List.self)

  /// `hearth devices list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the devices that are logged in as you (what hearth devices does by itself).")

    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try DeviceCommands(sitting).list() }
    }
  }

  /// `hearth devices link`.
  struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "link", abstract: "Show a code by which one other device logs in as you within 10 minutes.",
      discussion: "A code that was shown before and not used is good no longer.")

    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try DeviceCommands(sitting).link() }
    }
  }

  /// `hearth devices revoke`.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Log a device out at once and for ever; it can be linked again.",
      discussion: "You are asked first. Where nobody can be asked, as in a script, --yes says that you are sure.")

    @Argument(help: "The device's id, as hearth devices shows it, or its name if no other has it.")
    var device: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try DeviceCommands(sitting).revoke(device, isSure: yes) }
    }
  }

  /// `hearth devices rotate`.
  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rotate", abstract: "Give this device a new token; the old one lets nobody in any more.",
      discussion: "Other calls of hearth that are running here, such as a feed, are logged out with the old token. Start them again.")

    @OptionGroup var output: JSONOption

    func run() throws {
      try Program.run(output) { sitting throws(ConsoleFailure) in try DeviceCommands(sitting).rotateToken() }
    }
  }
}
