import HearthClient
import HearthProtocol
import Ledger

/// `hearth token`.
public struct TokenCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth token add`: the token, shown this once, or written to a file that the user alone may read.
  ///
  /// - Parameters:
  ///   - name: what the program is called in the list.
  ///   - writes: whether it sends commands, too.
  ///   - days: until it ends; nil: as the server has it.
  ///   - path: the new file; nil: it is shown.
  public func add(_ name: String, writes: Bool, days: UInt32?, to path: String?, group: String?) throws(ConsoleFailure) {
    var wish = CreateGroupToken()
    wish.groupID = try sitting.group(group).description
    wish.access = writes ? .write : .read
    wish.name = name
    wish.days = days ?? 0
    let made = try sitting.asking { connection throws(ConnectionFailure) in try connection.makeToken(wish) }
    if let path {
      do throws(ConsoleFailure) {
        try UserFile.write(Array((made.token + "\n").utf8), to: path, replaces: false)
      } catch {
        // Nobody has read it, and nobody will.
        try sitting.asking { connection throws(ConnectionFailure) in try connection.revoke(groupToken: made.made.tokenID) }
        throw error
      }
    }
    var shown = made
    if path != nil { shown.token = "" }
    output.show(Screens.token(made, file: path, output.theme), json: WireFormat.line(shown))
  }

  /// `hearth token list`.
  ///
  /// - Parameter all: whether those of all groups are listed.
  public func list(all: Bool, group: String?) throws(ConsoleFailure) {
    let tokens = try self.tokens(of: all ? nil : try sitting.group(group))
    output.show(
      tokens.isEmpty ? [output.phrases.noTokens()] : Screens.tokens(tokens, output.theme), json: tokens.flatMap(WireFormat.line))
  }

  /// One's own tokens for a group; nil: for all groups.
  func tokens(of group: GroupID? = nil) throws(ConsoleFailure) -> [GroupToken] {
    try sitting.asking { connection throws(ConnectionFailure) in try connection.groupTokens(of: group) }
  }

  /// `hearth token revoke`.
  ///
  /// - Parameters:
  ///   - text: the id, or the name if only one has it.
  ///   - isSure: whether not to ask first.
  public func revoke(_ text: String, isSure: Bool) throws(ConsoleFailure) {
    let found = try tokens().filter { $0.tokenID == text.lowercased() || $0.name == text }
    guard found.count == 1, let token = found.first else {
      throw ConsoleFailure(
        found.isEmpty
          ? ArgumentFlaw(
            "You have no token with the id or name \"\(text.printable)\". hearth token list --all lists the ids.",
            "\"\(text.printable)\" पहचान या नाम का आपका कोई टोकन नहीं है। पहचानें यहाँ हैं: hearth token list --all।"
          ).naming(.notFound)
          : ArgumentFlaw(
            "Several tokens are called \"\(text.printable)\". hearth token list --all lists the ids.",
            "\"\(text.printable)\" नाम के कई टोकन हैं। पहचानें यहाँ हैं: hearth token list --all।"))
    }
    let name = token.name.printable
    guard try Dialogue(output).confirms(output.phrases.askTokenRevocation(of: name), isSure: isSure) else {
      return output.show([output.phrases.nothingRevoked()], json: [])
    }
    try sitting.asking { connection throws(ConnectionFailure) in try connection.revoke(groupToken: token.tokenID) }
    output.tell(.tokenRevoked(name), json: WireFormat.line(token))
  }
}
