/// What may not stand in a text.
public enum TextFlaw: String, Sendable {
  /// NUL and the other control characters, line breaks included.
  case controlCharacter
  /// The same but for line feeds, in a text of several lines.
  case controlCharacterInLines
  /// Characters that turn the direction of what follows, which can disguise a name or an amount.
  case directionOverride
  /// More combining marks in a row than any language writes.
  case combiningMarks
}

extension Deliberation {
  /// The text without white space around it, if it may stand in a group.
  ///
  /// Characters are grapheme clusters. The text is stored in Unicode's normalisation form C, so that equal texts have
  /// equal bytes.
  func words(_ text: String, field: @autoclosure () -> String, charactersMax: Int, required: Bool = false) throws(Rejection) -> String {
    try Self.words(text, field: field(), charactersMax: charactersMax, required: required)
  }

  /// What there is to note, which may have several lines (SPEC EN-14): CRLF and a lone CR become a line feed.
  func note(_ text: String, field: @autoclosure () -> String) throws(Rejection) -> String {
    try Self.words(text, field: field(), charactersMax: Limits.noteCharacters, required: false, hasLines: true)
  }

  /// - Parameter hasLines: whether line feeds may stand in it.
  static func words(
    _ text: String, field: @autoclosure () -> String, charactersMax: Int, required: Bool, hasLines: Bool = false
  ) throws(Rejection) -> String {
    guard text.utf8.count <= charactersMax * Limits.characterBytes else { throw .textTooLong(field: field(), charactersMax: charactersMax) }
    let isPlain = isPlain(text)
    let text = isPlain ? text : trimmed(hasLines ? withLineFeeds(text) : text).composed
    guard text.utf8.count <= charactersMax || text.count <= charactersMax else {
      throw .textTooLong(field: field(), charactersMax: charactersMax)
    }
    guard !required || !text.isEmpty else { throw .textMissing(field: field()) }
    if !isPlain, let flaw = flaw(in: text, hasLines: hasLines) { throw .textNotAllowed(field: field(), flaw) }
    return text
  }

  /// A time zone's name as the IANA database writes them; empty means UTC. Whether there is such a zone, the shell
  /// knows.
  func timeZone(_ text: String, field: String) throws(Rejection) -> String {
    if text.isEmpty { return "UTC" }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isWellFormed =
      text.utf8.count <= Limits.timeZoneBytes && text.utf8.first.map { letters.contains($0 | 0x20) } == true
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
        default: byte < 0x80 && letters.contains(byte | 0x20)
        }
      }
    guard isWellFormed else { throw .timeZoneMalformed(field: field) }
    return text
  }

  /// Whether there is nothing to trim and nothing to object to: the usual case, told by its bytes.
  private static func isPlain(_ text: String) -> Bool {
    let space = UInt8(ascii: " ")
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      utf8.first != space && utf8.last != space && utf8.allSatisfy { $0 >= space && $0 < 0x7F }
    }
    return isPlain ?? false
  }

  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// The text with a line feed for each CRLF and each lone CR.
  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    var result = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if !(isBehindReturn && scalar == "\n") { result.append(scalar == "\r" ? "\n" : scalar) }
      isBehindReturn = scalar == "\r"
    }
    return String(result)
  }

  private static func flaw(in text: String, hasLines: Bool) -> TextFlaw? {
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where hasLines: break
      // C0, DEL and C1, and the separators of lines and paragraphs.
      case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: return hasLines ? .controlCharacterInLines : .controlCharacter
      // Unicode Annex 9: embeddings, overrides and isolates.
      case 0x202A...0x202E, 0x2066...0x2069: return .directionOverride
      default: break
      }
      guard scalar.value >= 0x300 else {
        marks = 0
        continue
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
      default: marks = 0
      }
      // Limit: hostile-inputs A8.
      if marks > 8 { return .combiningMarks }
    }
    return nil
  }
}

/// What members may be called, for a client that keeps names of its own.
public enum MemberName {
  /// Limit: characters of a name (SPEC MB-01).
  public static let charactersMax = Limits.nameCharacters

  /// The name as a group would keep it: without white space around it, in Unicode's normalisation form C.
  ///
  /// - Throws: `.textMissing`, `.textTooLong` or `.textNotAllowed`, as for a member's name.
  public static func checked(_ text: String) throws(Rejection) -> String {
    try Deliberation.words(text, field: "rename_member.display_name", charactersMax: charactersMax, required: true)
  }
}
