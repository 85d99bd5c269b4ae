/// How the letters of a file are written.
public enum StatementEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  /// In the order of its byte order mark, or as the bytes show it.
  case utf16 = "utf-16"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case windows1252 = "windows-1252"
  /// Polish, Czech, Slovak, Hungarian and others, as Windows writes them.
  case windows1250 = "windows-1250"
  /// Russian, Ukrainian, Bulgarian and others, as Windows writes them.
  case windows1251 = "windows-1251"
  case latin1 = "iso-8859-1"
  /// The same languages as those of Windows-1250.
  case latin2 = "iso-8859-2"
  case latin9 = "iso-8859-15"

  /// Finds an encoding by its name, in any case and with or without dashes; nil when there is none such.
  public init?(named name: String) {
    let wanted = Self.plain(name)
    let others = [
      "latin1": Self.latin1, "latin2": .latin2, "latin9": .latin9, "cp1250": .windows1250, "cp1251": .windows1251, "cp1252": .windows1252,
      "ansi": .windows1252,
      "utf16": .utf16,
    ]
    guard let found = Self.allCases.first(where: { Self.plain($0.rawValue) == wanted }) ?? others[wanted] else { return nil }
    self = found
  }

  private static func plain(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }
}

/// The text of a file: the first step, from bytes to letters.
public struct StatementText: Sendable {
  /// The text as UTF-8, without a byte order mark.
  public let utf8: [UInt8]
  /// How the file was written.
  public let encoding: StatementEncoding

  /// Reads bytes as text.
  ///
  /// A byte order mark decides, otherwise what the bytes can be: text of UTF-8 is hardly ever anything else by chance,
  /// and bytes from 0x80 to 0x9F are letters in Windows' encodings alone. Bytes within words that are letters in
  /// Windows-1250 or ISO-8859-2, and signs in the western encodings, are of the former; words of such bytes alone are
  /// of Windows-1251.
  ///
  /// - Parameter said: the encoding, where it is known; nil to find it.
  /// - Throws: `fileTooLarge`, `fileEmpty`, `notATable` or `notText`.
  public init(_ bytes: [UInt8], encoding said: StatementEncoding? = nil) throws(StatementFlaw) {
    guard bytes.count <= StatementLimits.fileBytesMax else { throw StatementFlaw(.fileTooLarge(bytesMax: StatementLimits.fileBytesMax)) }
    guard !bytes.isEmpty else { throw StatementFlaw(.fileEmpty) }
    if let other = Self.otherThanText(bytes) { throw StatementFlaw(.notATable(other)) }
    if let said { encoding = said } else { encoding = try Self.found(in: bytes) }
    switch encoding {
    case .utf8: utf8 = try Self.checked(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    case .utf16, .utf16LittleEndian, .utf16BigEndian: utf8 = try Self.wide(bytes, encoding)
    case .windows1252, .windows1250, .windows1251, .latin1, .latin2, .latin9: utf8 = try Self.narrow(bytes, encoding)
    }
  }

  /// The text.
  public var string: String { String(decoding: utf8, as: UTF8.self) }

  /// What a file is by its first bytes, where that is not text.
  private static func otherThanText(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "xlsx" }
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return "xls" }
    if bytes.starts(with: "%PDF".utf8) { return "pdf" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
    let start = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<table") ? "html" : nil
  }

  /// The encoding that the bytes show.
  private static func found(in bytes: [UInt8]) throws(StatementFlaw) -> StatementEncoding {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
    var zeros = (even: 0, odd: 0)
    for (place, byte) in bytes.prefix(4_096).enumerated() where byte == 0 {
      if place % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
    }
    // Digits and separators have a zero in every second place.
    let half = min(bytes.count, 4_096) / 2
    if zeros.odd * 2 > half, zeros.even * 8 < half { return .utf16LittleEndian }
    if zeros.even * 2 > half, zeros.odd * 8 < half { return .utf16BigEndian }
    guard zeros.even + zeros.odd == 0 else { throw StatementFlaw(.notText(encoding: "")) }
    if String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    if isDoubleByte(bytes) { throw StatementFlaw(.notText(encoding: "")) }
    if isCyrillic(bytes) { return .windows1251 }
    let western: StatementEncoding =
      if bytes.contains(where: { (0x80...0x9F).contains($0) }) {
        .windows1252
      } else {
        bytes.contains(0xA4) && bytes.indices.contains { bytes[$0] == 0xA4 && isBesideFigure($0, in: bytes) } ? .latin9 : .latin1
      }
    let signs = signsInWords(of: bytes, western)
    guard signs > 0 else { return western }
    var (best, fewest) = (western, signs)
    // Texts of ISO-8859-2 have nothing from 0x80 to 0x9F.
    for eastern in [StatementEncoding.windows1250, .latin2] where eastern == .windows1250 || western != .windows1252 {
      let signs = signsInWords(of: bytes, eastern)
      if signs < fewest { (best, fewest) = (eastern, signs) }
    }
    return best
  }

  /// Whether all bytes beyond ASCII stand in pairs, as those of GBK do, and Chinese is written so: in words of other
  /// encodings an odd number of them stands somewhere.
  private static func isDoubleByte(_ bytes: [UInt8]) -> Bool {
    var (pairs, place) = (0, 0)
    while place < bytes.count {
      if bytes[place] < 0x80 {
        place += 1
        continue
      }
      guard (0x81...0xFE).contains(bytes[place]), place + 1 < bytes.count else { return false }
      guard (0x40...0xFE).contains(bytes[place + 1]), bytes[place + 1] != 0x7F else { return false }
      if bytes[place + 1] >= 0x80 { pairs += 1 }
      place += 2
    }
    // Limit: as many pairs are no chance.
    return pairs >= 16
  }

  /// Whether words are of letters beyond ASCII throughout, as those of Windows-1251 are: of the others' languages each
  /// word has few of them.
  private static func isCyrillic(_ bytes: [UInt8]) -> Bool {
    var (inside, beside) = (0, 0)
    for (one, next) in zip(bytes, bytes.dropFirst()) {
      func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
      if one >= 0xC0, next >= 0xC0 { inside += 1 } else if one >= 0xC0 && isLetter(next) || isLetter(one) && next >= 0xC0 { beside += 1 }
    }
    // Limit: four such pairs are no chance.
    return inside > 3 * beside && inside >= 4
  }

  /// How many bytes stand between two letters and are none in an encoding.
  private static func signsInWords(of bytes: [UInt8], _ encoding: StatementEncoding) -> Int {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    return bytes.indices.dropFirst().dropLast().count { place in
      guard bytes[place] >= 0x80, isLetter(bytes[place - 1]), isLetter(bytes[place + 1]) else { return false }
      return !(scalar(bytes[place], encoding)?.properties.isAlphabetic ?? false)
    }
  }

  /// Whether the byte stands beside a figure or a space before one, as a sign of a currency does.
  private static func isBesideFigure(_ place: Int, in bytes: [UInt8]) -> Bool {
    func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    for step in [-1, 1] {
      guard let next = byte(place + step) else { continue }
      if digits.contains(next) { return true }
      if next == UInt8(ascii: " ") || next == 0xA0, let further = byte(place + 2 * step), digits.contains(further) { return true }
    }
    return false
  }

  private static func checked(_ bytes: [UInt8]) throws(StatementFlaw) -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw StatementFlaw(.notText(encoding: "UTF-8")) }
    return bytes
  }

  private static func wide(_ bytes: [UInt8], _ encoding: StatementEncoding) throws(StatementFlaw) -> [UInt8] {
    let isMarkedLittle = bytes.starts(with: [0xFF, 0xFE])
    let isMarked = isMarkedLittle || bytes.starts(with: [0xFE, 0xFF])
    let isLittle = isMarked ? isMarkedLittle : encoding != .utf16BigEndian
    let body = bytes.dropFirst(isMarked ? 2 : 0)
    guard body.count % 2 == 0 else { throw StatementFlaw(.notText(encoding: "UTF-16")) }
    var units: [UInt16] = []
    units.reserveCapacity(body.count / 2)
    for place in stride(from: body.startIndex, to: body.endIndex, by: 2) {
      let (first, second) = (UInt16(body[place]), UInt16(body[place + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    guard let text = String(validating: units, as: UTF16.self), !units.contains(0) else {
      throw StatementFlaw(.notText(encoding: "UTF-16"))
    }
    return Array(text.utf8)
  }

  private static func narrow(_ bytes: [UInt8], _ encoding: StatementEncoding) throws(StatementFlaw) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      // Windows' encodings have bytes without a letter, and no text has NUL.
      guard let scalar = scalar(byte, encoding) else { throw StatementFlaw(.notText(encoding: encoding.rawValue)) }
      text.append(scalar)
    }
    return Array(String(text).utf8)
  }

  /// What a byte stands for; nil where it stands for nothing.
  private static func scalar(_ byte: UInt8, _ encoding: StatementEncoding) -> Unicode.Scalar? {
    let value: UInt32 =
      switch encoding {
      case .windows1252 where (0x80...0x9F).contains(byte): windows1252[Int(byte - 0x80)]
      case .windows1250 where byte >= 0x80: eastern(byte, windows1250, from: 0x80)
      case .windows1251 where byte >= 0x80: eastern(byte, windows1251, from: 0x80)
      case .latin2 where byte >= 0xA0: eastern(byte, latin2, from: 0xA0)
      case .latin9: latin9[byte] ?? UInt32(byte)
      default: UInt32(byte)
      }
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  private static func eastern(_ byte: UInt8, _ letters: [Unicode.Scalar], from first: UInt8) -> UInt32 {
    // The space that keeps words together and the hyphen that is not seen are those of ISO-8859-1.
    if byte == 0xA0 || byte == 0xAD { return UInt32(byte) }
    let letter = letters[Int(byte - first)]
    return letter == " " ? 0 : letter.value
  }

  /// The letters of 0x80 to 0xFF in Windows-1250, by WHATWG's index; a blank where there is none, and where the byte is
  /// a space or a hyphen.
  private static let windows1250 = Array(
    """
    € ‚ „…†‡ ‰Š‹ŚŤŽŹ ‘’“”•–— ™š›śťžź\
     ˇ˘Ł¤Ą¦§¨©Ş«¬ ®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """.unicodeScalars)

  /// The letters of 0x80 to 0xFF in Windows-1251, in the same way.
  private static let windows1251 = Array(
    """
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–— ™љ›њќћџ\
     ЎўЈ¤Ґ¦§Ё©Є«¬ ®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя
    """.unicodeScalars)

  /// The letters of 0xA0 to 0xFF in ISO-8859-2, in the same way.
  private static let latin2 = Array(
    """
     Ą˘Ł¤ĽŚ§¨ŠŞŤŹ ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """.unicodeScalars)

  /// The letters of 0x80 to 0x9F, by WHATWG's index; 0 where there is none.
  private static let windows1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019,
    0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// Where ISO-8859-15 has other letters than ISO-8859-1.
  private static let latin9: [UInt8: UInt32] = [
    0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
  ]
}
