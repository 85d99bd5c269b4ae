import ArgumentParser
import Console
import Foundation
import TLS

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

  @Option(
    help: ArgumentHelp("PEM file with the certificate that a wss:// server wants from you; must stay where it is.", valueName: "file"))
  var cert: String?

  @Option(help: ArgumentHelp("PEM file with the certificate's private key; must stay where it is.", valueName: "file"))
  var key: String?

  @Option(help: ArgumentHelp("What others will call you, unless you say otherwise on joining.", valueName: "name"))
  var name: String

  @Flag(help: "Forget the identity that is kept here. Its token, and with it the way into its groups, is lost.")
  var replace = false

  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (cert == nil) == (key == nil) else { throw ValidationError("--cert and --key go together.") }
  }

  func run() throws {
    try Program.run(language: output.language) { terminal, environment throws(ConsoleFailure) in
      var certificate: TLSIdentity?
      if let cert, let key { certificate = TLSIdentity(certificateFile: absolute(cert), keyFile: absolute(key)) }
      try Session.register(
        server: server, authoritiesFile: ca.map(absolute), certificate: certificate, name: name, replaces: replace, terminal: terminal,
        environment: environment, isJSON: output.json)
    }
  }

  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
