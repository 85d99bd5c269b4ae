import ClientStore
import HearthClient
import TLS

/// `hearth register` and `hearth login`.
public struct LoginCommands {
  private let output: Output
  private let home: HomeFolder

  /// Commands of one call.
  public init(_ terminal: Terminal, home: HomeFolder, isJSON: Bool) {
    output = Output(terminal: terminal, isJSON: isJSON)
    self.home = home
  }

  /// `hearth register`: makes an identity and keeps its credentials.
  public func register(at wish: ServerWish, name: String, replaces: Bool) throws(ConsoleFailure) {
    try begin(.register(displayName: name), { Wording("Registered as \($0).", "पंजीकरण हुआ: \($0)।") }, wish, replaces)
  }

  /// `hearth join --name`: makes an identity at the server of an invite's link, unless one is kept here.
  ///
  /// - Parameter invite: a link; a code alone says no server.
  public func registerIfNew(by invite: String, name: String, authoritiesFile: String?) throws(ConsoleFailure) {
    let isKnown: Bool
    do throws(ProfileFailure) {
      isKnown = try ProfileFile(home: home).load() != nil
    } catch {
      throw ConsoleFailure(error)
    }
    guard !isKnown else { return }
    _ = try reading { () throws(ArgumentFlaw) in try InviteCodeText.code(invite) }
    guard let server = InviteCodeText.server(invite) else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "A code alone names no server. Take the whole link, or register first: hearth register --server ADDRESS --name NAME",
          "अकेला कोड सर्वर नहीं बताता। पूरी कड़ी लिखें, या पहले पंजीकरण करें: hearth register --server पता --name नाम"))
    }
    try register(
      at: ServerWish(server: server, authoritiesFile: authoritiesFile, certificate: nil, device: nil), name: name, replaces: false)
  }

  /// `hearth login`: makes this device one of somebody who is registered, by the code that another device shows.
  public func logIn(at wish: ServerWish, code: String, replaces: Bool) throws(ConsoleFailure) {
    let whole = try reading { () throws(ArgumentFlaw) in try InviteCodeText.code(code) }
    try begin(.link(code: whole), Self.loggedIn, wish, replaces)
  }

  /// `hearth login --jwt`: logs in with a token of the issuer that the server's operator trusts. An identity that is
  /// kept here already goes on with the newer token.
  ///
  /// - Parameters:
  ///   - path: the token's file; `-` is standard input.
  ///   - name: what the user is called unless they say otherwise.
  public func logIn(at wish: ServerWish, tokenFile path: String, name: String, replaces: Bool) throws(ConsoleFailure) {
    let token = String(decoding: try UserFile.table(path), as: UTF8.self).filter { !$0.isWhitespace }
    try begin(.token(token), Self.loggedIn, wish, replaces, name: name)
  }

  private static func loggedIn(_ who: Wording) -> Wording { Wording("Logged in as \(who).", "लॉग इन हुआ: \(who)।") }

  /// - Parameters:
  ///   - done: says what was done, of whom.
  ///   - name: what the user is called, if it is not what the server says.
  private func begin(
    _ credentials: Credentials, _ done: (Wording) -> Wording, _ wish: ServerWish, _ replaces: Bool, name: String? = nil
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
    // The token may belong to the identity that is kept here.
    if let known, shown == nil { throw ConsoleFailure(Self.isTaken(by: known)) }
    var configuration = SyncConfiguration(credentials: credentials)
    configuration.client = Sitting.client
    configuration.device = wish.device ?? Present.hostName
    let connection = try ServerLink.connect(
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
        guard (known.server, known.identity) == (profile.server, profile.identity) else { throw Self.isTaken(by: known) }
        (profile.currentGroup, profile.language, profile.currency) = (known.currentGroup, known.language, known.currency)
        profile.hidesAmounts = known.hidesAmounts
        (profile.hidesDrafts, profile.hidesOthersDrafts) = (known.hidesDrafts, known.hidesOthersDrafts)
      }
      profile.authoritiesFile = wish.authoritiesFile
      profile.certificateFile = wish.certificate?.certificateFile
      profile.keyFile = wish.certificate?.keyFile
      try file.save(profile)
      var json = JSONLine()
      json.add("identityId", profile.identity)
      json.add("displayName", profile.displayName)
      json.add("server", profile.server)
      guard !output.isJSON else { return output.write([json.text]) }
      output.terminal.say([
        done(profile.wording),
        Wording(
          "Your credentials are in \(file.path). That file lets anybody act as you: keep it to yourself, and keep a copy.",
          "आपकी पहचान \(file.path) में है। जिसके पास यह फ़ाइल है, वही आप है: इसे अपने पास रखें, और एक प्रति भी।"),
      ])
    } catch let error as ConnectionFailure {
      throw ConsoleFailure(error)
    } catch let error as ProfileFailure {
      throw ConsoleFailure(error)
    } catch {
      throw ConsoleFailure([Wording(said: "\(error)")], status: 1)
    }
  }

  private static func isTaken(by known: Profile) -> ProfileFailure {
    ProfileFailure(
      cause: Wording("You are registered here already, as \(known.wording).", "आप यहाँ पहले से पंजीकृत हैं: \(known.wording)।"),
      remedy: Wording(
        "Use another folder (HEARTH_HOME=…), or --replace; the old identity's token is lost then, and its groups with it.",
        "दूसरा फ़ोल्डर लें (HEARTH_HOME=…), या --replace; तब पुरानी पहचान का टोकन खो जाता है, और उसके समूह भी।"))
  }
}
