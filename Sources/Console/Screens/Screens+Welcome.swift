import ClientStore
import HearthProtocol
import Ledger

/// What somebody sees who calls `hearth` by itself (product 18).
public enum Welcome {
  /// Writes the three choices of a beginning; false for somebody who has begun already.
  public static func show(_ terminal: Terminal, home: HomeFolder) -> Bool {
    // A profile that cannot be read is reported by the first command that needs it.
    let profile: Profile?
    do {
      profile = try ProfileFile(home: home).load()
    } catch {
      return false
    }
    guard profile?.currentGroup == nil else { return false }
    terminal.write(Screens.welcome(isRegistered: profile != nil, terminal.theme))
    return true
  }
}

extension Screens {
  /// The first screen: what this is, and the three ways to begin.
  static func welcome(isRegistered: Bool, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var lines = [theme.paint(phrases.welcome(), .strong), phrases.manageTogether(), ""]
    var first = Table()
    if !isRegistered { first.add(Cell(phrases.registerFirst()), Cell(phrases.registerLine(), .strong)) }
    first.add(Cell(phrases.createFamily()), Cell(phrases.createFamilyLine(), .strong))
    first.add(Cell(phrases.haveInvite()), Cell(phrases.joinLine(isRegistered: isRegistered), .strong))
    first.add(Cell(phrases.createGroup()), Cell(phrases.createGroupLine(), .strong))
    lines += first.lines(Theme(isColored: theme.isColored, width: max(theme.width, 90), language: theme.language))
    return lines + ["", phrases.allHelp()]
  }
}
