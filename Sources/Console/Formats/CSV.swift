/// Reads and writes comma-separated values: RFC 4180 in UTF-8, with LF as well as CRLF on reading.
public enum CSV {
  /// A record that was read.
  public struct Record: Equatable, Sendable {
    /// The line it begins on, counted from 1.
    public var line: Int
    /// At least one.
    public var fields: [String]
  }

  // Limit: a hundred years of ten entries a day, each with the longest texts, is more than this; nobody keeps that in
  // one file.

  /// The largest file that is read, in bytes.
  public static let bytesMax = 16 << 20
  // Limit: as many people as a group can have, and what else there may be of an entry.
  private static let fieldsMax = 200

  /// Writes a record with CRLF behind it.
  public static func line(_ fields: [String]) -> String { fields.map(written).joined(separator: ",") + "\r\n" }

  private static func written(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { ",\"\r\n".utf8.contains($0) }
    guard needsQuotes || field.utf8.first == UInt8(ascii: " ") || field.utf8.last == UInt8(ascii: " ") else { return field }
    // A mark behind it makes another character of a quotation mark, and still it is one to every reader of the file.
    let scalars = field.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }

  /// Reads all records; blank lines are none. A byte order mark at the start is passed over.
  public static func records(_ bytes: [UInt8]) throws(ArgumentFlaw) -> [Record] {
    guard bytes.count <= bytesMax else {
      throw ArgumentFlaw("The file is larger than \(bytesMax >> 20) MiB.", "फ़ाइल \(bytesMax >> 20) MiB से बड़ी है।")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ArgumentFlaw("The file is not UTF-8 text. Save it as \"CSV UTF-8\".", "फ़ाइल UTF-8 में नहीं है। उसे \"CSV UTF-8\" के रूप में सहेजें।")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var reader = Reader(bytes: bytes, place: start)
    var records: [Record] = []
    while let record = try reader.next() {
      guard record.fields != [""] else { continue }
      guard record.fields.count <= fieldsMax else {
        throw ArgumentFlaw("Line \(record.line) has more than \(fieldsMax) fields.", "पंक्ति \(record.line) में \(fieldsMax) से ज़्यादा ख़ाने हैं।")
      }
      records.append(record)
    }
    return records
  }

  private struct Reader {
    static let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    static let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))

    let bytes: [UInt8]
    var place: Int
    var line = 1

    /// The next record, or nil at the end.
    mutating func next() throws(ArgumentFlaw) -> Record? {
      guard place < bytes.count else { return nil }
      var record = Record(line: line, fields: [])
      while true {
        record.fields.append(try field())
        guard place < bytes.count else { return record }
        let byte = bytes[place]
        place += 1
        if byte == Self.comma { continue }
        // What ends a field is a comma, a line's end or the file's.
        if byte == Self.carriageReturn { place += 1 }
        line += 1
        return record
      }
    }

    private mutating func field() throws(ArgumentFlaw) -> String {
      if place < bytes.count, bytes[place] == Self.quote { return try quoted() }
      let start = place
      while place < bytes.count {
        let byte = bytes[place]
        if byte == Self.comma || isLineEnd { break }
        guard byte != Self.quote else {
          throw ArgumentFlaw(
            "Line \(line) has a quotation mark within a field that does not begin with one.",
            "पंक्ति \(line) के एक ख़ाने के बीच में उद्धरण चिह्न है, जो उससे शुरू नहीं होता।")
        }
        guard byte != Self.carriageReturn else {
          throw ArgumentFlaw("Line \(line) has a carriage return that ends no line.", "पंक्ति \(line) में ऐसा वाहक-वापसी चिह्न है जो पंक्ति समाप्त नहीं करता।")
        }
        place += 1
      }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func quoted() throws(ArgumentFlaw) -> String {
      let first = line
      var text: [UInt8] = []
      place += 1
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if byte == Self.quote {
          guard place < bytes.count, bytes[place] == Self.quote else {
            guard place == bytes.count || bytes[place] == Self.comma || isLineEnd else {
              throw ArgumentFlaw(
                "Line \(line) has text after the closing quotation mark of a field.", "पंक्ति \(line) में ख़ाने के बंद उद्धरण चिह्न के बाद भी कुछ लिखा है।")
            }
            return String(decoding: text, as: UTF8.self)
          }
          place += 1
        }
        if byte == Self.lineFeed { line += 1 }
        text.append(byte)
      }
      throw ArgumentFlaw("Line \(first) opens a quotation mark that is never closed.", "पंक्ति \(first) में खुला उद्धरण चिह्न कहीं बंद नहीं होता।")
    }

    private var isLineEnd: Bool {
      bytes[place] == Self.lineFeed
        || (bytes[place] == Self.carriageReturn && place + 1 < bytes.count && bytes[place + 1] == Self.lineFeed)
    }
  }
}

extension String {
  /// The text as a cell that no spreadsheet takes for a formula: behind an apostrophe when it begins with = + - @, also
  /// in their wide forms, a tab or a return, or with apostrophes before one of these (SPEC CV-03).
  public var guardedCell: String { isFormula(self[...]) ? "'" + self : self }

  /// The text of a guarded cell.
  public var unguardedCell: String { first == "'" && isFormula(dropFirst()) ? String(dropFirst()) : self }
}

private func isFormula(_ text: Substring) -> Bool {
  guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
  // Spreadsheets of East Asia take the wide forms for the narrow ones.
  return "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
}
