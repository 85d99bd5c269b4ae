import HearthProtocol
import Ledger

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
  /// A member's own colour: 24 bits of red, green and blue.
  case own(UInt32)
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

  // Limit: below this, tables of full amounts lose their words.
  private static let narrowColumns = 72

  /// A figure to be taken in at a glance: in full, or in few characters where there is little space (product 190).
  /// Never for what is owed.
  func figure(_ minor: Int64, _ currency: Currency) -> String {
    guard isNarrow else { return currency.text(minor) }
    return Amounts.text(Money.compact(minor: minor, currency: currency, words: language == .hindi ? .hindi : .latin))
  }

  /// The same for lines that are indented.
  func indented(by columns: Int) -> Theme {
    var theme = self
    theme.width -= columns
    return theme
  }

  /// Whether there is little space beside figures.
  var isNarrow: Bool { width < Self.narrowColumns }

  /// Whether even short figures leave little space for words.
  var isNarrowest: Bool { width < 48 }

  /// What is said in the language.
  var phrases: Phrases { language.phrases }

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
    // ISO/IEC 8613-6 §13.1.8.
    case .own(let rgb): code = "38;2;\(rgb >> 16 & 0xFF);\(rgb >> 8 & 0xFF);\(rgb & 0xFF)"
    }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
