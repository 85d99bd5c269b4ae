/// What a text means, for the eye.
public enum Tint: Sendable {
  /// As the terminal writes.
  case plain
  /// Money that comes.
  case good
  /// Limits passed, things that went wrong.
  case bad
  /// Money that is owed to others.
  case due
  /// Headings and names of things.
  case strong
  /// Side remarks.
  case faint
}

/// How the screens are drawn: whether in colour, for how many columns, and in which language.
public struct Theme: Sendable, Equatable {
  /// Whether escape sequences for colour may be written.
  public var isColored: Bool
  /// Columns of the terminal, at least 40.
  public var width: Int

  /// What people are spoken to in.
  public var language: Language

  /// Makes a theme.
  public init(isColored: Bool, width: Int, language: Language = .english) {
    self.isColored = isColored
    self.language = language
    // Limit: below this nothing can be laid out, beyond it lines are hard to follow.
    self.width = min(max(width, 40), 200)
  }

  /// What is said in the language.
  var phrases: any Phrases { language.phrases }

  /// The text in a tint; ECMA-48 §8.3.117.
  public func paint(_ text: String, _ tint: Tint) -> String {
    guard isColored, !text.isEmpty else { return text }
    let code: String
    switch tint {
    case .plain: return text
    case .good: code = "32"
    case .bad: code = "31"
    // Orange of the palette of 256 colours.
    case .due: code = "38;5;208"
    case .strong: code = "1"
    case .faint: code = "2"
    }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
