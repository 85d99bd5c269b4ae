extension String {
  /// How many columns of a terminal the text takes: marks none, emoji and East Asian wide characters two, everything
  /// else one.
  ///
  /// Devanagari vowel signs that stand beside their consonant take a column, those above and below none, as terminals
  /// place them.
  public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text filled up with spaces, or cut with an ellipsis, to exactly so many columns.
  ///
  /// - Parameter onLeft: whether the spaces come first.
  public func fitted(to columns: Int, onLeft: Bool = false) -> String {
    let width = displayWidth
    guard width <= columns else { return shortened(to: columns).fitted(to: columns, onLeft: onLeft) }
    let spaces = String(repeating: " ", count: columns - width)
    return onLeft ? spaces + self : self + spaces
  }

  /// The text, cut with an ellipsis if it takes more than so many columns.
  public func shortened(to columns: Int) -> String {
    guard displayWidth > columns else { return self }
    guard columns > 0 else { return "" }
    var result = ""
    var width = 0
    for character in self {
      guard width + character.displayWidth < columns else { break }
      result.append(character)
      width += character.displayWidth
    }
    return result + "…"
  }

  /// A line that may hold colours in as many lines as it needs, parted at spaces; those after the first are indented as
  /// it is. A word is never cut.
  func folded(to columns: Int) -> [String] {
    guard unpainted.displayWidth > columns else { return [self] }
    let indent = String(prefix { $0 == " " })
    var lines = [indent]
    var width = indent.displayWidth
    var isEmpty = true
    for word in dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
      let more = String(word).unpainted.displayWidth
      if isEmpty {
        // Spaces at which a line is parted are gone.
        guard !word.isEmpty else { continue }
        lines[lines.count - 1] += word
        width += more
      } else if width + 1 + more <= columns {
        lines[lines.count - 1] += " " + word
        width += 1 + more
      } else {
        lines.append(indent + word)
        width = indent.displayWidth + more
      }
      isEmpty = width <= indent.displayWidth
    }
    return lines
  }

  /// The text without its colours (ECMA-48 §8.3.117).
  private var unpainted: String {
    guard contains("\u{1B}") else { return self }
    var result = String.UnicodeScalarView()
    var scalars = unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        result.append(scalar)
        continue
      }
      while let next = scalars.popFirst(), next != "m" {}
    }
    return String(result)
  }

  /// The text in as many lines as it needs, parted at spaces; a word that takes more than so many columns is cut.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      let word = String(word).shortened(to: columns)
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}

extension Character {
  /// How many columns of a terminal the character takes: 0, 1, 2, or more for consonants that are joined.
  var displayWidth: Int {
    // A sequence that shows one emoji: Unicode Technical Standard 51, presentation.
    let isEmoji = unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator, .surrogate: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// Unicode Annex 11, classes W and F, in coarse blocks.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text as it may be sent to a terminal: what could steer the terminal or turn the writing direction becomes a
  /// replacement mark.
  ///
  /// Names and descriptions come from others, and an older server may have let anything through. Joiners stay:
  /// Devanagari and emoji need them.
  public var printable: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
    return String(result)
  }
}

extension String {
  /// JSON without characters that could steer a terminal or turn the writing direction: they stand as escapes of RFC
  /// 8259 §7, and mean the same. Such characters stand within strings only.
  var escapedJSON: String {
    guard unicodeScalars.contains(where: { !$0.isPrintable }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        result.append(scalar)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).unicodeScalars)
        }
      }
    }
    return String(result)
  }

  /// The text of a file as it may be sent to a terminal: as `printable`, but the ends of lines and tabs stay.
  var printableLines: String {
    let text = unicodeScalars
    var result = String.UnicodeScalarView()
    for index in text.indices {
      let scalar = text[index]
      let next = text.index(after: index)
      let isLayout = scalar == "\n" || scalar == "\t" || (scalar == "\r" && next < text.endIndex && text[next] == "\n")
      result.append(isLayout || scalar.isPrintable ? scalar : "\u{FFFD}")
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    // ZERO WIDTH NON-JOINER and JOINER, and the tags that spell regional flags.
    case .format: value == 0x200C || value == 0x200D || (0xE0020...0xE007F).contains(value)
    default: true
    }
  }
}
