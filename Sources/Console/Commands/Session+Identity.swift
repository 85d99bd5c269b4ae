import ClientStore

extension Session {
  /// `hearth whoami`: who is kept here, by the identity's id; asks nobody.
  public static func showIdentity(isJSON: Bool, _ terminal: Terminal, home: HomeFolder) throws(ConsoleFailure) {
    let profile = try profile(in: ProfileFile(home: home))
    guard !isJSON else {
      var json = JSONLine()
      json.add("identityId", profile.identity)
      json.add("displayName", profile.displayName)
      json.add("server", profile.server)
      return terminal.write([json.text])
    }
    terminal.say([profile.wording])
    terminal.write([terminal.theme.phrases.isIdentity(profile.identity.printable)])
  }
}
