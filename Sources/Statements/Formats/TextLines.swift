import Ledger

/// The lines of a file, ended by LF, CR or both, one after the other.
struct TextLines {
  private let bytes: [UInt8]
  private var place: Int
  /// The line that `next` gave last, counted from 1.
  private(set) var number = 0

  /// - Parameter bytes: UTF-8, without a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = 0
  }

  /// The next line without its end; nil behind the last.
  mutating func next() throws(StatementFlaw) -> String? {
    guard place < bytes.count else { return nil }
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r") { place += 1 }
    let line = bytes[start..<place]
    if place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\r"), bytes[place + 1] == UInt8(ascii: "\n") { place += 1 }
    place += 1
    number += 1
    guard line.count <= StatementLimits.lineBytesMax else {
      throw StatementFlaw(.lineTooLong(bytesMax: StatementLimits.lineBytesMax), line: number)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension StringProtocol {
  /// The text without blanks, tabs and ends of lines around it.
  var trimmingBlanks: String {
    var rest = Substring(self).utf8
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension [String] {
  /// The texts with a blank between them, without those that are empty or said by another.
  var joinedDistinct: String {
    var kept: [String] = []
    for text in self where !text.isEmpty {
      if kept.contains(where: { $0.hasPrefix(text) }) { continue }
      // A bank that cuts the name repeats it in full where there is space.
      if let last = kept.indices.last, text.hasPrefix(kept[last]) { kept[last] = text } else { kept.append(text) }
    }
    return kept.joined(separator: " ")
  }
}

extension CivilDate {
  /// Reads eight digits, 20261115; nil for anything else.
  init?(compact text: some Collection<UInt8>) {
    guard text.count == 8, text.allSatisfy(isASCIIDigit) else { return nil }
    let number = text.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
