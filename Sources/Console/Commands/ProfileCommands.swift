import ClientStore
import HearthClient
import HearthProtocol
import Ledger

/// `hearth whoami`, `hearth language`, `hearth currency`, `hearth amounts` and `hearth drafts`: what is kept here of
/// the user, without a connection.
public struct ProfileCommands {
  private let output: Output
  private let home: HomeFolder

  /// Commands of one call.
  public init(_ terminal: Terminal, home: HomeFolder, isJSON: Bool) {
    output = Output(terminal: terminal, isJSON: isJSON)
    self.home = home
  }

  /// `hearth whoami`: who is kept here, by the identity's id; asks nobody.
  public func showIdentity() throws(ConsoleFailure) {
    let profile = try Profile.registered(in: ProfileFile(home: home))
    guard !output.isJSON else {
      var json = JSONLine()
      json.add("identityId", profile.identity)
      json.add("displayName", profile.displayName)
      json.add("server", profile.server)
      return output.write([json.text])
    }
    output.terminal.say([profile.wording])
    output.write([output.phrases.isIdentity(profile.identity.printable)])
  }

  /// Changes what the profile says from now on.
  private func keep(_ change: (inout Profile) -> Void) throws(ConsoleFailure) {
    let file = ProfileFile(home: home)
    do throws(ProfileFailure) {
      guard try file.load() != nil else {
        throw ProfileFailure(
          cause: Wording("There is no \(file.path) yet to keep it in.", "इसे रखने के लिए \(file.path) अभी नहीं है।"),
          remedy: Wording("Register first: hearth register", "पहले पंजीकरण करें: hearth register"))
      }
      _ = try file.update(change)
    } catch {
      throw ConsoleFailure(error)
    }
  }

  /// `hearth currency`: keeps the currency that balances are shown in, or forgets it.
  public func keepCurrency(_ text: String) throws(ConsoleFailure) {
    let currency: Currency? = try reading { () throws(ArgumentFlaw) in try text.lowercased() == "each" ? nil : Choices.currency(text) }
    try keep { profile in profile.currency = currency?.code }
    guard !output.isJSON else {
      var json = JSONLine()
      json.add("currency", currency?.code ?? "each")
      return output.write([json.text])
    }
    output.write([output.phrases.currencyKept(currency?.code)])
  }

  /// `hearth language`: keeps the language, or forgets it.
  public func keepLanguage(_ text: String, environment: [String: String]) throws(ConsoleFailure) {
    let isSystem = text.lowercased() == "system"
    let language: Language? = try reading { () throws(ArgumentFlaw) in try isSystem ? nil : Language.named(text) }
    try keep { profile in profile.language = language?.rawValue }
    guard !output.isJSON else {
      var json = JSONLine()
      json.add("language", language?.rawValue ?? "system")
      return output.write([json.text])
    }
    let spoken = try reading { () throws(ArgumentFlaw) in try Language(said: nil, kept: language?.rawValue, environment: environment) }
    output.write([spoken.phrases.languageKept(isSystem: isSystem)])
  }

  /// `hearth amounts`: keeps whether amounts are shown.
  public func keepAmounts(_ text: String) throws(ConsoleFailure) {
    let isHidden = try isHidden(text)
    try keep { profile in profile.hidesAmounts = isHidden ? true : nil }
    guard !output.isJSON else {
      var json = JSONLine()
      json.add("amounts", isHidden ? "hide" : "show")
      return output.write([json.text])
    }
    output.write([output.phrases.amountsKept(isHidden: isHidden)])
  }

  private func isHidden(_ text: String) throws(ConsoleFailure) -> Bool {
    switch text.lowercased() {
    case "hide": return true
    case "show": return false
    default:
      throw ConsoleFailure(ArgumentFlaw("\"\(text.printable)\" is neither hide nor show.", "\"\(text.printable)\" न hide है, न show।"))
    }
  }

  /// `hearth drafts`: keeps whether others see what is being entered here, and whether theirs is seen; says how it is.
  public func keepDrafts(_ own: String?, others: String?) throws(ConsoleFailure) {
    let hidesOwn = try own.map { text throws(ConsoleFailure) in try isHidden(text) }
    let hidesOthers = try others.map { text throws(ConsoleFailure) in try isHidden(text) }
    var kept = try Profile.registered(in: ProfileFile(home: home)).drafts
    if let hidesOwn { kept.sends = !hidesOwn }
    if let hidesOthers { kept.shows = !hidesOthers }
    if own != nil || others != nil {
      try keep { profile in
        (profile.hidesDrafts, profile.hidesOthersDrafts) = (kept.sends ? nil : true, kept.shows ? nil : true)
      }
    }
    guard !output.isJSON else {
      var json = JSONLine()
      json.add("drafts", kept.sends ? "show" : "hide")
      json.add("others", kept.shows ? "show" : "hide")
      return output.write([json.text])
    }
    output.write(output.phrases.draftsKept(kept))
  }
}
