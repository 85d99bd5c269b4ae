/// A row of a table, which may take several lines of its file.
public struct TableRow: Equatable, Sendable {
  /// The line it begins on, counted from 1.
  public var number: Int
  /// At least one; without white space around each.
  public var fields: [String]
  /// What is wrong with its quotation marks, where something is.
  public var flaw: StatementFlaw.Kind?

  /// Whether nothing is written in it.
  public var isBlank: Bool { fields.allSatisfy(\.isEmpty) }

  /// The text of a field; empty where the row has none.
  public subscript(place: Int) -> String { fields.indices.contains(place) ? fields[place] : "" }
}

/// Reads rows: fields between separators, in quotation marks where they like, with LF, CRLF or CR behind each row.
///
/// A quotation mark at a wrong place, or one that is never closed, spoils its own line and no other: reading goes on
/// with the next.
struct RowReader {
  private static let (quote, space, equals) = (UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: "="))
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  private var line = 1

  private init(_ bytes: [UInt8], _ separator: UInt8) { (self.bytes, self.separator) = (bytes, separator) }

  /// All rows.
  ///
  /// - Parameter sampleRows: after how many to stop; nil: never.
  static func rows(_ utf8: [UInt8], separator: UInt8, sampleRows: Int? = nil) throws(StatementFlaw) -> [TableRow] {
    var reader = RowReader(utf8, separator)
    var rows: [TableRow] = []
    while reader.place < utf8.count, sampleRows.map({ rows.count < $0 }) ?? true {
      guard rows.count < StatementLimits.linesMax else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax)) }
      rows.append(try reader.row())
    }
    return rows
  }

  private mutating func row() throws(StatementFlaw) -> TableRow {
    let (start, first) = (place, line)
    var fields: [String] = []
    while true {
      guard let field = field(from: start) else {
        (place, line) = (start, first)
        return try spoilt()
      }
      fields.append(field)
      guard fields.count <= StatementLimits.fieldsMax else { throw StatementFlaw(.tooManyFields(StatementLimits.fieldsMax), line: first) }
      guard place - start <= StatementLimits.lineBytesMax else { throw tooLong(first) }
      if place < bytes.count, bytes[place] == separator { place += 1 } else { break }
    }
    passLineEnd()
    return TableRow(number: first, fields: fields)
  }

  private func tooLong(_ line: Int) -> StatementFlaw { StatementFlaw(.lineTooLong(bytesMax: StatementLimits.lineBytesMax), line: line) }

  /// The next field; nil where its quotation marks are wrong.
  private mutating func field(from start: Int) -> String? {
    var begin = place
    while begin < bytes.count, bytes[begin] == Self.space { begin += 1 }
    // As in ="0001", by which a spreadsheet keeps a figure as a text.
    if begin + 1 < bytes.count, bytes[begin] == Self.equals, bytes[begin + 1] == Self.quote { begin += 1 }
    if begin < bytes.count, bytes[begin] == Self.quote {
      place = begin + 1
      return quoted(from: start)
    }
    begin = place
    while place < bytes.count, bytes[place] != separator, !isLineEnd(place) {
      if bytes[place] == Self.quote { return nil }
      place += 1
    }
    return Self.text(bytes[begin..<place])
  }

  private mutating func quoted(from start: Int) -> String? {
    var text: [UInt8] = []
    // Limit: what is not closed within the largest record is not closed at all.
    while place < bytes.count, place - start <= StatementLimits.lineBytesMax {
      let byte = bytes[place]
      place += 1
      if byte == Self.quote {
        if place < bytes.count, bytes[place] == Self.quote {
          place += 1
        } else {
          while place < bytes.count, bytes[place] == Self.space, separator != Self.space { place += 1 }
          guard place == bytes.count || bytes[place] == separator || isLineEnd(place) else { return nil }
          return Self.text(text[...])
        }
      } else if byte == Self.lineFeed || (byte == Self.carriageReturn && !(place < bytes.count && bytes[place] == Self.lineFeed)) {
        line += 1
      }
      text.append(byte)
    }
    return nil
  }

  /// The line as it stands, whose quotation marks are wrong.
  private mutating func spoilt() throws(StatementFlaw) -> TableRow {
    let (start, first) = (place, line)
    var fields: [String] = []
    var begin = place
    while place < bytes.count, !isLineEnd(place) {
      if bytes[place] == separator {
        fields.append(Self.text(bytes[begin..<place]))
        begin = place + 1
      }
      place += 1
    }
    fields.append(Self.text(bytes[begin..<place]))
    guard place - start <= StatementLimits.lineBytesMax else { throw tooLong(first) }
    guard fields.count <= StatementLimits.fieldsMax else { throw StatementFlaw(.tooManyFields(StatementLimits.fieldsMax), line: first) }
    passLineEnd()
    let opens = fields.contains { $0.utf8.first == Self.quote }
    return TableRow(number: first, fields: fields, flaw: opens ? .openQuote : .strayQuote)
  }

  private func isLineEnd(_ place: Int) -> Bool { bytes[place] == Self.lineFeed || bytes[place] == Self.carriageReturn }

  private mutating func passLineEnd() {
    guard place < bytes.count else { return }
    if bytes[place] == Self.carriageReturn, place + 1 < bytes.count, bytes[place + 1] == Self.lineFeed { place += 1 }
    place += 1
    line += 1
  }

  /// The bytes as text, without white space around it, and without the marks of ="0001" in quotation marks.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    if rest.count >= 3, rest.first == equals, rest.dropFirst().first == quote, rest.last == quote { rest = rest.dropFirst(2).dropLast() }
    while let byte = rest.first, byte == space || byte == 9 || byte == 10 || byte == 13 { rest.removeFirst() }
    while let byte = rest.last, byte == space || byte == 9 || byte == 10 || byte == 13 { rest.removeLast() }
    // A space that keeps words together is white space of three bytes or two.
    if rest.first.map({ $0 >= 0x80 }) ?? false || rest.last.map({ $0 >= 0x80 }) ?? false {
      var letters = String(decoding: rest, as: UTF8.self)[...]
      while let first = letters.first, first.isWhitespace { letters.removeFirst() }
      while let last = letters.last, last.isWhitespace { letters.removeLast() }
      return String(letters)
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
