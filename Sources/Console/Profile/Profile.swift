/// Who this user is on which server: what a program keeps between two calls.
///
/// The token lets its holder act as the user. It must never be printed, so no description of the profile has it.
public struct Profile: Codable, Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Where the server is: `ws://host:port` or `wss://host:port`.
  public var server: String
  /// The file of the authorities that may vouch for a secure server; nil for the system's.
  public var authoritiesFile: String?
  /// The file with the certificate that is shown to a secure server that asks.
  public var certificateFile: String?
  /// The file with the certificate's private key.
  public var keyFile: String?
  /// The identity, a UUID.
  public var identity: String
  /// The device token.
  public var token: String
  /// What the user is called unless they say otherwise.
  public var displayName: String
  /// The group that commands concern unless they say otherwise, a UUID.
  public var currentGroup: String?
  /// The language the user wants, by its code; nil for that of the environment.
  public var language: String?
  /// The currency the user wants balances in, by its code; nil for each by itself.
  public var currency: String?
  /// Whether amounts are hidden unless the user says otherwise; nil for no.
  public var hidesAmounts: Bool?
  /// Whether others are not shown what the user is entering; nil for no.
  public var hidesDrafts: Bool?
  /// Whether the user is not shown what others are entering; nil for no.
  public var hidesOthersDrafts: Bool?

  /// Makes a profile.
  public init(server: String, identity: String, token: String, displayName: String, currentGroup: String? = nil) {
    self.server = server
    self.identity = identity
    self.token = token
    self.displayName = displayName
    self.currentGroup = currentGroup
  }

  /// What of drafts is sent and shown.
  var drafts: DraftChoice {
    var choice = DraftChoice()
    (choice.sends, choice.shows) = (hidesDrafts != true, hidesOthersDrafts != true)
    return choice
  }

  /// The profile without its token.
  public var description: String { wording.description }
  /// The same in any language.
  var wording: Wording { Wording("\(displayName.printable) at \(server.printable)", "\(displayName.printable), \(server.printable) पर") }

  /// The profile without its token.
  public var customMirror: Mirror {
    Mirror(self, children: ["server": server, "identity": identity, "displayName": displayName])
  }
}

/// A profile that could not be read or written.
public struct ProfileFailure: Error, Equatable, Sendable {
  /// What went wrong, with the path.
  var cause: Wording
  /// What to do about it.
  var remedy: Wording
}
