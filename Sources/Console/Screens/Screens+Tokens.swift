import HearthProtocol
import Ledger

extension Screens {
  /// One's own tokens for programs.
  static func tokens(_ tokens: [GroupToken], _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    var table = Table()
    for token in tokens {
      table.add(
        Cell(token.name.printable, .strong), Cell(phrases.tokenAccess(token.access)), Cell(phrases.tokenEnds(day(token.endsAtMs))),
        Cell(token.usedOn.isEmpty ? phrases.tokenUnused() : phrases.deviceUsed(token.usedOn)), Cell(token.tokenID, .faint, whole: true))
    }
    return table.lines(theme)
  }

  /// A token that was made: shown this once, or where it was written.
  static func token(_ made: GroupTokenCreated, file: String?, _ theme: Theme) -> [String] {
    let phrases = theme.phrases
    let (name, ends) = (made.made.name.printable, day(made.made.endsAtMs))
    return (file == nil ? [theme.paint(made.token.printable, .strong)] : [])
      + [
        file.map { phrases.tokenWritten($0.printable) } ?? phrases.tokenShownOnce(),
        phrases.tokenMeans(name, made.made.access, until: ends),
      ]
  }

  /// What `hearth privacy` says of a token.
  static func tokenLine(_ token: GroupToken, _ theme: Theme) -> String {
    "\(token.name.printable): \(theme.phrases.tokenAccess(token.access)), \(theme.phrases.tokenEnds(day(token.endsAtMs)))"
  }

  private static func day(_ milliseconds: Int64) -> String {
    CivilDate(daysSince1970: Int(milliseconds / 86_400_000)).description
  }
}
