/// Reads the markup of OFX 1.x piece by piece: SGML in which a value needs no end tag.
///
/// A tag with text behind it is a value, whether or not it is closed. A tag without is an element with others in it
/// when the file closes a tag of its name somewhere; otherwise it is an empty value. So `<MEMO>` with nothing behind it
/// swallows nothing. Text that looks like markup and is none, `AT&T` or `a<b`, is text, as every bank's program writes
/// it. Source: OFX 1.6 §2.3.
struct OFXMarkup {
  // Limit: elements in one another; a statement has seven.
  static let depthMax = 32
  // Limit: bytes of a name; the longest of the standard has 26.
  static let nameBytesMax = 32

  enum Piece: Equatable {
    /// An element with others in it begins.
    case open(String)
    /// A value.
    case value(String, String)
    /// An element ends.
    case close(String)
  }

  private let bytes: [UInt8]
  private var place: Int
  private(set) var line = 1
  // Names that the file closes somewhere.
  private let closed: Set<String>

  /// - Parameter start: where the markup begins, behind the header.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    place = start
    var closed: Set<String> = []
    var index = start
    while let tag = Self.nextTag(bytes, from: index) {
      if tag.isEnd { closed.insert(tag.name) }
      index = tag.range.upperBound
    }
    self.closed = closed.subtracting(Self.values)
    line += bytes[..<start].count { $0 == UInt8(ascii: "\n") }
  }

  /// The next piece; nil at the end.
  mutating func next() throws(StatementFlaw) -> Piece? {
    guard let tag = Self.nextTag(bytes, from: place) else {
      advance(to: bytes.count)
      return nil
    }
    advance(to: tag.range.upperBound)
    if tag.isEnd { return .close(tag.name) }
    let end = Self.nextTag(bytes, from: place)?.range.lowerBound ?? bytes.count
    let text = Self.text(bytes[place..<end])
    guard text.utf8.count <= XMLReader.textBytesMax else { throw StatementFlaw(.lineTooLong(bytesMax: XMLReader.textBytesMax), line: line) }
    if text.isEmpty && (Self.elements.contains(tag.name) || closed.contains(tag.name)) { return .open(tag.name) }
    advance(to: end)
    return .value(tag.name, text)
  }

  private mutating func advance(to end: Int) {
    for byte in bytes[place..<end] where byte == UInt8(ascii: "\n") { line += 1 }
    place = end
  }

  private struct Tag {
    var name: String
    var isEnd: Bool
    var range: Range<Int>
  }

  private static func nextTag(_ bytes: [UInt8], from start: Int) -> Tag? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let tag = tag(bytes, at: index) { return tag }
      index += 1
    }
    return nil
  }

  /// The tag that begins here; nil when it is none.
  private static func tag(_ bytes: [UInt8], at start: Int) -> Tag? {
    var index = start + 1
    let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
    if isEnd { index += 1 }
    let nameStart = index
    while index < bytes.count, index - nameStart < nameBytesMax, isNameByte(bytes[index]) { index += 1 }
    guard index > nameStart, index < bytes.count, isASCIILetter(bytes[nameStart]), bytes[index] == UInt8(ascii: ">") else { return nil }
    let name = String(decoding: bytes[nameStart..<index], as: UTF8.self).uppercased()
    return Tag(name: name, isEnd: isEnd, range: start..<index + 1)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// The text without blanks around it and with references replaced; what is no reference stays.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    guard rest.contains(UInt8(ascii: "&")) else { return String(decoding: rest, as: UTF8.self) }
    var text: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      if rest[index] == UInt8(ascii: "&"), let end = rest[index...].prefix(10).firstIndex(of: UInt8(ascii: ";")) {
        let name = rest[index + 1..<end]
        // OFX 1.6 §2.3.2.1 adds a blank that does not break.
        let character = name.elementsEqual("nbsp".utf8) ? " " : MarkupReference.character(name)
        if let character {
          text += Array(String(character).utf8)
          index = end + 1
          continue
        }
      }
      text.append(rest[index])
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  // Elements on the way to a record: they are known in a file that was cut off, too.
  private static let elements: Set<String> = [
    "OFX", "BANKMSGSRSV1", "CREDITCARDMSGSRSV1", "STMTTRNRS", "CCSTMTTRNRS", "STMTRS", "CCSTMTRS", "BANKTRANLIST", "STMTTRN",
  ]

  // Values of a statement, which some programs close and others leave empty and open, in one file.
  private static let values: Set<String> = [
    "TRNTYPE", "DTPOSTED", "DTUSER", "DTAVAIL", "TRNAMT", "FITID", "CORRECTFITID", "CORRECTACTION", "SRVRTID", "CHECKNUM", "REFNUM", "SIC",
    "PAYEEID", "NAME", "EXTDNAME", "MEMO", "CURRATE", "CURSYM", "ADDR1", "ADDR2", "ADDR3", "CITY", "STATE", "POSTALCODE", "COUNTRY",
    "PHONE", "BANKID", "BRANCHID", "ACCTID", "ACCTTYPE", "ACCTKEY", "CURDEF", "BALAMT", "DTASOF", "DTSTART", "DTEND", "MKTGINFO",
  ]
}
