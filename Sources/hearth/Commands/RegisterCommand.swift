import ArgumentParser
import Console
import Foundation
import TLS

/// `--server` and what it takes to trust it, for commands that make a profile.
struct ServerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the server is, like wss://hearth.example; left out: where hearthd serve listens on this machine.", valueName: "url"))
  var server = "ws://127.0.0.1:7433"

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

  @Option(
    help: ArgumentHelp(
      "What this device is called in hearth devices, at most 50 characters; otherwise this machine's name.", valueName: "name"))
  var device: String?

  func validate() throws {
    guard (cert == nil) == (key == nil) else {
      throw Program.misuse(Wording("--cert and --key go together.", "--cert और --key साथ लिखे जाते हैं।"))
    }
  }

  var wish: ServerWish {
    var certificate: TLSIdentity?
    if let cert, let key { certificate = TLSIdentity(certificateFile: absolute(cert), keyFile: absolute(key)) }
    return ServerWish(server: server, authoritiesFile: ca.map(absolute), certificate: certificate, device: device)
  }

  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}

/// `hearth register`.
struct RegisterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Become known to a server; do this first.",
    discussion: "The server gives out a secret token once. It is kept in $HEARTH_HOME/profile.json, readable by you only.")

  @OptionGroup var server: ServerOption

  @Option(help: ArgumentHelp("What others will call you, unless you say otherwise on joining.", valueName: "name"))
  var name: String

  @Flag(help: "Forget the identity that is kept here. Its token, and with it the way into its groups, is lost.")
  var replace = false

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { terminal, home throws(ConsoleFailure) in
      try LoginCommands(terminal, home: home, isJSON: output.json).register(at: server.wish, name: name, replaces: replace)
    }
  }
}

/// `hearth login`.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Make this device one of yours, by a code that another device of yours shows or by a token.",
    discussion: """
        hearth devices link                                              on a device that is logged in
        hearth login --server wss://hearth.example --link K7QM-3FXP-9RTW-2HVC
        hearth login --server wss://hearth.example --jwt token.txt --name Asha

      A code is good once and for 10 minutes. Where accounts are an issuer's, --jwt takes a token of theirs (JWT), and a newer one before it expires. The
      token is kept in $HEARTH_HOME/profile.json, readable by you only.
      """)

  @OptionGroup var server: ServerOption

  @Option(help: ArgumentHelp("The code that hearth devices link shows.", valueName: "code"))
  var link: String?

  @Option(
    help: ArgumentHelp("File with a token of the issuer that the server's operator trusts; - reads it from a program.", valueName: "file"))
  var jwt: String?

  @Option(help: ArgumentHelp("With --jwt, what others will call you, unless you say otherwise on joining.", valueName: "name"))
  var name: String?

  @Flag(help: "Forget the identity that is kept here. Its token, and with it the way into its groups, is lost.")
  var replace = false

  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (link == nil) != (jwt == nil) else {
      throw Program.misuse(Wording("Say either --link or --jwt.", "--link या --jwt में से एक लिखें।"), output)
    }
    guard (jwt == nil) == (name == nil) else {
      throw Program.misuse(Wording("--jwt and --name go together.", "--jwt और --name साथ लिखे जाते हैं।"), output)
    }
  }

  func run() throws {
    try Program.run(output) { terminal, home throws(ConsoleFailure) in
      let login = LoginCommands(terminal, home: home, isJSON: output.json)
      if let link {
        try login.logIn(at: server.wish, code: link, replaces: replace)
      } else if let jwt, let name {
        try login.logIn(at: server.wish, tokenFile: jwt, name: name, replaces: replace)
      }
    }
  }
}

/// `hearth whoami`.
struct WhoAmICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Show who you are: your name, the server, and your identity, by which hearth invite --for invites you."
  )

  @OptionGroup var output: JSONOption

  func run() throws {
    try Program.run(output) { terminal, home throws(ConsoleFailure) in
      try ProfileCommands(terminal, home: home, isJSON: output.json).showIdentity()
    }
  }
}
