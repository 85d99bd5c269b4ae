/// A value of JSON (RFC 8259), as far as files of apps need it. Numbers stay texts, so that none is rounded.
indirect enum JSONText: Equatable {
  case object([String: JSONText]), array([JSONText]), string(String), number(String), bool(Bool), null

  // Limit: files of apps nest five deep.
  private static let depthMax = 16

  /// A member of an object.
  subscript(name: String) -> JSONText? { if case .object(let members) = self { members[name] } else { nil } }
  /// The text, or the digits of a number.
  var string: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
  var integer: Int64? { string.flatMap { Int64($0) } }
  var isTrue: Bool { self == .bool(true) }
  /// The texts of an array.
  var texts: [String] { if case .array(let values) = self { values.compactMap(\.string) } else { [] } }
  /// The number in thousandths.
  var thousandths: Int64? { string.flatMap { FigureText($0) }.flatMap { $0.isNegative ? nil : $0.minor(.point, exponent: 3) } }

  /// Reads a text.
  ///
  /// - Throws: `malformed` with the place, or `nestedTooDeep`.
  static func read(_ utf8: [UInt8]) throws(StatementFlaw) -> JSONText {
    var reader = Reader(bytes: utf8)
    let value = try reader.value(depth: 0)
    reader.passSpace()
    guard reader.place == utf8.count else { throw reader.flaw }
    return value
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0
    var count = 0

    var flaw: StatementFlaw { StatementFlaw(.malformed(format: "JSON", "byte \(place + 1)")) }
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func passSpace() {
      while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
      passSpace()
      guard let next, next == byte.asciiValue else { return false }
      place += 1
      return true
    }

    mutating func value(depth: Int) throws(StatementFlaw) -> JSONText {
      guard depth <= JSONText.depthMax else { throw StatementFlaw(.nestedTooDeep(JSONText.depthMax)) }
      count += 1
      guard count <= StatementLimits.linesMax * 20 else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax)) }
      if take("{") { return .object(try members(depth)) }
      if take("[") { return .array(try elements(depth)) }
      if take("\"") { return .string(try text()) }
      for (word, value) in [("true", JSONText.bool(true)), ("false", .bool(false)), ("null", .null)]
      where bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return value
      }
      let start = place
      while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { place += 1 }
      guard place > start, place - start <= 40 else { throw flaw }
      return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func members(_ depth: Int) throws(StatementFlaw) -> [String: JSONText] {
      var members: [String: JSONText] = [:]
      if take("}") { return members }
      while true {
        guard take("\"") else { throw flaw }
        let name = try text()
        guard take(":"), members[name] == nil else { throw flaw }
        members[name] = try value(depth: depth + 1)
        if take("}") { return members }
        guard take(",") else { throw flaw }
      }
    }

    private mutating func elements(_ depth: Int) throws(StatementFlaw) -> [JSONText] {
      var elements: [JSONText] = []
      if take("]") { return elements }
      while true {
        elements.append(try value(depth: depth + 1))
        if take("]") { return elements }
        guard take(",") else { throw flaw }
      }
    }

    private mutating func text() throws(StatementFlaw) -> String {
      var text: [UInt8] = []
      while let byte = next {
        place += 1
        if byte == UInt8(ascii: "\"") {
          guard let text = String(validating: text, as: UTF8.self) else { throw flaw }
          return text
        }
        guard byte >= 0x20 else { throw flaw }
        if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
      }
      throw flaw
    }

    private mutating func escaped() throws(StatementFlaw) -> [UInt8] {
      guard let byte = next else { throw flaw }
      place += 1
      switch byte {
      case UInt8(ascii: "n"): return [10]
      case UInt8(ascii: "t"): return [9]
      case UInt8(ascii: "r"): return [13]
      case UInt8(ascii: "b"): return [8]
      case UInt8(ascii: "f"): return [12]
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
      case UInt8(ascii: "u"):
        var value = try unit()
        if (0xD800...0xDBFF).contains(value) {
          guard bytes[place...].starts(with: "\\u".utf8) else { throw flaw }
          place += 2
          let low = try unit()
          guard (0xDC00...0xDFFF).contains(low) else { throw flaw }
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw flaw }
        return Array(String(Character(scalar)).utf8)
      default: throw flaw
      }
    }

    private mutating func unit() throws(StatementFlaw) -> UInt32 {
      guard place + 4 <= bytes.count, let value = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16) else {
        throw flaw
      }
      place += 4
      return value
    }
  }
}
