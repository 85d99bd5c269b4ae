import ClientStore
import HearthClient
import TLS

/// Where a server is, and how it and this device trust one another.
public struct ServerWish: Sendable {
  let server: String
  let authoritiesFile: String?
  let certificate: TLSIdentity?
  let device: String?

  /// Makes a wish.
  ///
  /// - Parameters:
  ///   - authoritiesFile: the absolute path of the PEM file of the authorities that may vouch for a secure server; nil
  ///     for the system's.
  ///   - certificate: what is shown to a secure server that asks, as absolute paths.
  ///   - device: what this device is called; nil for this machine's name.
  public init(server: String, authoritiesFile: String?, certificate: TLSIdentity?, device: String?) {
    self.server = server
    self.authoritiesFile = authoritiesFile
    self.certificate = certificate
    self.device = device
  }
}

extension Session {
  /// `hearth register`: makes an identity and keeps its credentials.
  public static func register(
    at wish: ServerWish, name: String, replaces: Bool, terminal: Terminal, home: HomeFolder, isJSON: Bool
  ) throws(ConsoleFailure) {
    try begin(.register(displayName: name), { Wording("Registered as \($0).") }, wish, replaces, terminal, home, isJSON)
  }

  /// `hearth login`: makes this device one of somebody who is registered, by the code that another device shows.
  public static func logIn(
    at wish: ServerWish, code: String, replaces: Bool, terminal: Terminal, home: HomeFolder, isJSON: Bool
  ) throws(ConsoleFailure) {
    let whole = try reading { () throws(ArgumentFault) in try InviteCodeText.code(code) }
    try begin(.link(code: whole), loggedIn, wish, replaces, terminal, home, isJSON)
  }

  /// `hearth login --jwt`: logs in with a token of the issuer that the server's operator trusts. An identity that is
  /// kept here already goes on with the newer token.
  ///
  /// - Parameters:
  ///   - path: the token's file; `-` is standard input.
  ///   - name: what the user is called unless they say otherwise.
  public static func logIn(
    at wish: ServerWish, tokenFile path: String, name: String, replaces: Bool, terminal: Terminal, home: HomeFolder,
    isJSON: Bool
  ) throws(ConsoleFailure) {
    let token = String(decoding: try table(path), as: UTF8.self).filter { !$0.isWhitespace }
    try begin(.token(token), loggedIn, wish, replaces, terminal, home, isJSON, name: name)
  }

  private static func loggedIn(_ who: Wording) -> Wording { Wording("Logged in as \(who).") }

  /// - Parameters:
  ///   - done: says what was done, of whom.
  ///   - name: what the user is called, if it is not what the server says.
  private static func begin(
    _ credentials: Credentials, _ done: (Wording) -> Wording, _ wish: ServerWish, _ replaces: Bool, _ terminal: Terminal,
    _ home: HomeFolder, _ isJSON: Bool, name: String? = nil
  ) throws(ConsoleFailure) {
    let file = ProfileFile(home: home)
    do {
      try home.requireKey()
    } catch {
      throw ConsoleFailure(ProfileFailure(error))
    }
    var known: Profile?
    do throws(ProfileFailure) {
      known = try file.load()
    } catch {
      // With --replace a damaged file is no obstacle.
      guard replaces else { throw ConsoleFailure(error) }
    }
    if replaces { known = nil }
    var shown: String?
    if case .token(let token) = credentials { shown = token }
    // Who shows a token may turn out to be whoever is kept here.
    if let known, shown == nil { throw ConsoleFailure(isTaken(by: known)) }
    var configuration = SyncConfiguration(credentials: credentials)
    configuration.client = client
    configuration.device = wish.device ?? Present.hostName
    let connection = try connect(
      configuration, to: wish.server, authoritiesFile: wish.authoritiesFile, certificate: wish.certificate)
    defer { connection.close() }
    do {
      let login = try connection.open()
      guard let token = shown ?? login.token else {
        throw ConnectionFailure.noAnswer(connection.server, after: .seconds(10), isRead: false)
      }
      var profile = Profile(
        server: connection.server.description, identity: login.welcome.identityID, token: token,
        displayName: name ?? login.welcome.displayName)
      if let known {
        guard (known.server, known.identity) == (profile.server, profile.identity) else { throw isTaken(by: known) }
        (profile.currentGroup, profile.language, profile.currency) = (known.currentGroup, known.language, known.currency)
        profile.hidesAmounts = known.hidesAmounts
      }
      profile.authoritiesFile = wish.authoritiesFile
      profile.certificateFile = wish.certificate?.certificateFile
      profile.keyFile = wish.certificate?.keyFile
      try file.save(profile)
      var json = JSONLine()
      json.add("identityId", profile.identity)
      json.add("displayName", profile.displayName)
      json.add("server", profile.server)
      guard !isJSON else { return terminal.write([json.text]) }
      terminal.say([
        done(profile.wording),
        Wording("Your credentials are in \(file.path). That file lets anybody act as you: keep it to yourself, and keep a copy."),
      ])
    } catch let error as ConnectionFailure {
      throw ConsoleFailure(error)
    } catch let error as ProfileFailure {
      throw ConsoleFailure(error)
    } catch {
      throw ConsoleFailure(["\(error)"], status: 1)
    }
  }

  private static func isTaken(by known: Profile) -> ProfileFailure {
    ProfileFailure(
      cause: "You are registered here already, as \(known.wording).",
      remedy: "Use another folder (HEARTH_HOME=…), or --replace; the old identity's token is lost then, and its groups with it.")
  }
}
