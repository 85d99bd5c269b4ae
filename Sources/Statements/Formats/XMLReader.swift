/// Reads XML piece by piece, as far as statements need it: elements, attributes, text, comments, CDATA, the five
/// entities and character references.
///
/// A document type is refused, and with it every entity of a file's own, so a short file stays short and names no other
/// file. Namespaces are passed over: a name is what stands behind its colon. It reads every byte once and keeps no
/// tree; who calls it decides what to keep. Source: XML 1.0, fifth edition.
struct XMLReader {
  // Limit: elements in one another; a statement of ISO 20022 has 14.
  static let depthMax = 32
  // Limit: elements of a file; the largest file has 11,000 entries of 40 elements and 1.5 KB.
  static let elementsMax = 500_000
  // Limit: attributes of an element, names of either, and a text between two tags, in bytes; a statement's longest text
  // has 500 characters.
  static let attributesMax = 32
  static let nameBytesMax = 128
  static let textBytesMax = 16 << 10

  /// A piece of the document.
  enum Piece: Equatable {
    /// A start tag, or the first half of an empty element.
    case start(String, attributes: [Attribute])
    /// Text between two tags, references replaced, blanks kept.
    case text(String)
    /// An end tag, or the second half of an empty element.
    case end(String)
  }

  struct Attribute: Equatable {
    var name: String
    var value: String
  }

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []
  private var elements = 0
  private var hasRoot = false
  // The element whose tag ended in a slash.
  private var emptied: String?
  /// The line of the piece that comes next, counted from 1.
  private(set) var line = 1

  /// - Parameter bytes: UTF-8, without a byte order mark.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next piece; nil behind the root's end.
  mutating func next() throws(StatementFlaw) -> Piece? {
    if let name = emptied {
      emptied = nil
      open.removeLast()
      return .end(name)
    }
    let text = try text()
    if !text.isEmpty {
      if !open.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
      guard text.allSatisfy(isBlank) else { throw malformed }
    }
    guard place < bytes.count else {
      guard open.isEmpty, hasRoot else { throw flaw(.format(.endsEarly)) }
      return nil
    }
    // Only `<` ends a text within the file.
    place += 1
    if peek == UInt8(ascii: "/") { return try endTag() }
    return try startTag()
  }

  // MARK: Tags

  private mutating func startTag() throws(StatementFlaw) -> Piece {
    guard !open.isEmpty || !hasRoot else { throw malformed }
    hasRoot = true
    elements += 1
    guard elements <= Self.elementsMax else { throw flaw(.format(.tooManyElements)) }
    guard open.count < Self.depthMax else { throw flaw(.nestedTooDeep(Self.depthMax)) }
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      let isApart = skipBlanks()
      guard let byte = peek else { throw flaw(.format(.endsEarly)) }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      guard isApart else { throw malformed }
      let attribute = try attribute()
      guard attributes.count < Self.attributesMax else { throw flaw(.format(.tagTooLong)) }
      guard !attributes.contains(where: { $0.name == attribute.name }) else { throw malformed }
      attributes.append(attribute)
    }
    if peek == UInt8(ascii: "/") {
      place += 1
      emptied = name
    }
    try take(UInt8(ascii: ">"))
    open.append(name)
    return .start(Self.local(name), attributes: attributes.map { Attribute(name: Self.local($0.name), value: $0.value) })
  }

  private mutating func endTag() throws(StatementFlaw) -> Piece {
    place += 1
    let name = try name()
    skipBlanks()
    try take(UInt8(ascii: ">"))
    guard open.popLast() == name else { throw malformed }
    return .end(Self.local(name))
  }

  private mutating func attribute() throws(StatementFlaw) -> Attribute {
    let name = try name()
    skipBlanks()
    try take(UInt8(ascii: "="))
    skipBlanks()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw malformed }
    place += 1
    var value: [UInt8] = []
    while let byte = peek, byte != quote {
      guard byte != UInt8(ascii: "<") else { throw malformed }
      try takeCharacter(into: &value)
    }
    try take(quote)
    return Attribute(name: name, value: String(decoding: value, as: UTF8.self))
  }

  private mutating func name() throws(StatementFlaw) -> String {
    let start = place
    while let byte = peek, Self.isNameByte(byte) { place += 1 }
    guard place > start, Self.isNameStart(bytes[start]) else { throw place < bytes.count ? malformed : flaw(.format(.endsEarly)) }
    guard place - start <= Self.nameBytesMax else { throw flaw(.format(.tagTooLong)) }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  // MARK: Text

  /// All until the next tag or the end, comments and instructions left out.
  private mutating func text() throws(StatementFlaw) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = peek {
      guard byte == UInt8(ascii: "<") else {
        try takeCharacter(into: &text)
        continue
      }
      if starts("<!--") {
        try skip(past: "-->", from: 4)
      } else if starts("<![CDATA[") {
        guard !open.isEmpty else { throw malformed }
        let start = place + 9
        try skip(past: "]]>", from: 9)
        guard text.count + place - 3 - start <= Self.textBytesMax else { throw flaw(.lineTooLong(bytesMax: Self.textBytesMax)) }
        text += bytes[start..<place - 3]
      } else if starts("<?") {
        try skip(past: "?>", from: 2)
      } else if starts("<!") {
        // XML 1.0 §2.8: a document type stands before the root, and what it declares multiplies or reads files.
        throw flaw(.declaresEntities)
      } else {
        return text
      }
    }
    return text
  }

  /// A byte, a reference or an end of line, which becomes one LF (XML 1.0 §2.11).
  private mutating func takeCharacter(into text: inout [UInt8]) throws(StatementFlaw) {
    guard text.count < Self.textBytesMax else { throw flaw(.lineTooLong(bytesMax: Self.textBytesMax)) }
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "&"): try takeReference(into: &text)
    case UInt8(ascii: "\r"):
      place += 1
      if peek != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    case UInt8(ascii: "\n"):
      place += 1
      line += 1
      text.append(byte)
    default:
      guard byte >= 0x20 || byte == UInt8(ascii: "\t") else { throw malformed }
      place += 1
      text.append(byte)
    }
  }

  private mutating func takeReference(into text: inout [UInt8]) throws(StatementFlaw) {
    // Limit: bytes between `&` and `;`; the longest reference to a character has eight.
    guard let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { throw malformed }
    let name = bytes[place + 1..<end]
    guard let character = MarkupReference.character(name) else { throw malformed }
    text += Array(String(character).utf8)
    place = end + 1
  }

  // MARK: Bytes

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func starts(_ mark: StaticString) -> Bool { mark.withUTF8Buffer { bytes[place...].starts(with: $0) } }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = place
    while let byte = peek, isBlank(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
    return place > start
  }

  private mutating func take(_ byte: UInt8) throws(StatementFlaw) {
    guard let next = peek else { throw flaw(.format(.endsEarly)) }
    guard next == byte else { throw malformed }
    place += 1
  }

  private mutating func skip(past mark: StaticString, from offset: Int) throws(StatementFlaw) {
    place += offset
    while place < bytes.count {
      if starts(mark) {
        place += mark.utf8CodeUnitCount
        return
      }
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
    throw flaw(.format(.endsEarly))
  }

  private func flaw(_ kind: StatementFlaw.Kind) -> StatementFlaw { StatementFlaw(kind, line: line) }

  /// Shows what stands there.
  private var malformed: StatementFlaw {
    flaw(.malformed(format: "XML", String(decoding: bytes[min(place, bytes.count)...].prefix(24), as: UTF8.self).collapsed))
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

/// References of XML and SGML to characters.
enum MarkupReference {
  /// What stands for the name between `&` and `;`: one of five, `#65` or `#x41`; nil when it is no character of XML.
  static func character(_ name: some Collection<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let rest = name.dropFirst()
    let isHexadecimal = rest.first == UInt8(ascii: "x")
    let digits = isHexadecimal ? rest.dropFirst() : rest
    // A sign is taken by the library's reader of numbers.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    // XML 1.0 §2.2: no other controls, and neither of the two that are no characters.
    let isCharacter = value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : [9, 10, 13].contains(value)
    return isCharacter ? scalar : nil
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

func isASCIIDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

func isASCIILetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }
