/// A value of a JSON text (RFC 8259).
public indirect enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it was written.
  case number(String)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object, whose names are all different.
  case object([String: JSONValue])

  // Limit: values within one another; what is nested deeper is refused.
  static let depthMax = 16

  /// Reads a text that is one value and nothing else; nil when it is none, when a name stands twice in an object, or
  /// when it is nested deeper than 16 levels.
  public init?(_ bytes: [UInt8]) {
    // Outside of texts JSON is ASCII, so that the parser meets no half characters.
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var parser = JSONParser(bytes)
    guard let value = parser.document() else { return nil }
    self = value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }
}

/// Reads JSON from the front. Nothing is read twice, and nothing is forgiven.
private struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() -> JSONValue? {
    guard let value = value() else { return nil }
    skipSpace()
    return index == bytes.count ? value : nil
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private mutating func value() -> JSONValue? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.list() }
    case UInt8(ascii: "\""): return text().map(JSONValue.text)
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func nested(_ body: (inout JSONParser) -> JSONValue?) -> JSONValue? {
    guard depth < JSONValue.depthMax else { return nil }
    depth += 1
    index += 1
    defer { depth -= 1 }
    return body(&self)
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let isThere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    index += word.utf8CodeUnitCount
    return isThere ? value : nil
  }

  private mutating func object() -> JSONValue? {
    var members: [String: JSONValue] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard let name = text() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = value(), members.updateValue(value, forKey: name) == nil else { return nil }
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func list() -> JSONValue? {
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .list(elements) }
    while true {
      guard let element = value() else { return nil }
      elements.append(element)
      skipSpace()
      if take(UInt8(ascii: "]")) { return .list(elements) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  // MARK: Numbers

  private mutating func number() -> JSONValue? {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { guard digits() else { return nil } }
    if take(UInt8(ascii: ".")) { guard digits() else { return nil } }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// One digit at least.
  private mutating func digits() -> Bool {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index > start
  }

  // MARK: Texts

  private mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var plain: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: plain, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        plain.append(contentsOf: String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: plain.append(byte)
      }
    }
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      // The first half of a pair, of which the second has to follow.
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(bytes[index] - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(bytes[index] - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(bytes[index] - UInt8(ascii: "A") + 10)
      default: return nil
      }
      index += 1
    }
    return unit
  }
}
