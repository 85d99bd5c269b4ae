import ArgumentParser
import Console

/// `hearth verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify the group's history from its first event, and that it is the one you saw before.",
    discussion: """
        hearth verify
        hearth verify --head shared:57:9f3a…           what another member was shown, to know that you see the same

      Every event is chained to the one before by a hash, and this machine remembers the hashes it has seen. So an event that was altered, and
      an end that was cut off, are found out, no matter who did it on the server; the events are named, and nothing that was seen is overwritten.
      """)

  @Option(
    name: .customLong("head"), help: ArgumentHelp("A head that somebody else's hearth verify showed. May be repeated.", valueName: "head"))
  var heads: [String] = []

  @Flag(help: "Forget what was seen before, and take what the server tells now.")
  var trust = false

  @OptionGroup var target: GroupOption
  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output, sendsKept: false) { sitting throws(ConsoleFailure) in
      try VerifyCommands(sitting).verify(heads, trusts: trust, group: target.group)
    }
  }
}
