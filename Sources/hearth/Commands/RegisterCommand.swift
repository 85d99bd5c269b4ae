import ArgumentParser
import Console
import Foundation

/// `hearth register`.
struct RegisterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Become known to a server; do this first.",
    discussion: "The server gives out a secret token once. It is kept in $HEARTH_HOME/profile.json, readable by you only.")

  @Option(help: ArgumentHelp("Where the server is, like wss://hearth.example or ws://127.0.0.1:7433.", valueName: "url"))
  var server: String

  @Option(
    help: ArgumentHelp(
      "PEM file with the authority that vouches for a wss:// server; left out: those of the system. Must stay where it is.",
      valueName: "file"))
  var ca: String?

  @Option(help: ArgumentHelp("What others will call you, unless you say otherwise on joining.", valueName: "name"))
  var name: String

  @Flag(help: "Forget the identity that is kept here. Its token, and with it the way into its groups, is lost.")
  var replace = false

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run { terminal, environment throws(ConsoleFailure) in
      try Session.register(
        server: server, authoritiesFile: ca.map { URL(fileURLWithPath: $0).standardizedFileURL.path }, name: name, replaces: replace,
        terminal: terminal, environment: environment, isJSON: output.json)
    }
  }
}
