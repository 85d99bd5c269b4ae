import Ledger

/// A record of MT940: the line `:61:`, what stands under it, and its `:86:`.
///
/// ```
/// 2612310102DR12,50NMSCNONREF//BANKREF1
/// |     |   || |    |   |       the bank's reference
/// |     |   || |    |   the customer's
/// |     |   || |    what kind
/// |     |   || amount
/// |     |   |the currency's third letter, where it is there
/// |     |   D, C, RD, RC: a reversal begins with R
/// |     month and day of entry, where they are there
/// day of value
/// ```
struct MT940Entry {
  var line: Int
  var text: String
  var supplement: String
  var details: [String] = []

  func line(_ currency: Currency) throws(StatementFlaw) -> StatementLine {
    var rest = text[...]
    guard let valueDay = Self.valueDay(rest.utf8.prefix(6)) else { throw StatementFlaw(.noDay(String(rest.prefix(6)))) }
    rest = rest.dropFirst(6)
    var day = valueDay
    let entered = rest.utf8.prefix(4)
    if entered.count == 4, entered.allSatisfy(isASCIIDigit) {
      guard let found = Self.day(entered: Array(entered), near: valueDay) else { throw StatementFlaw(.noDay(String(rest.prefix(4)))) }
      day = found
      rest = rest.dropFirst(4)
    }
    let isReversal = rest.hasPrefix("R")
    if isReversal { rest = rest.dropFirst() }
    guard let mark = rest.first, mark == "C" || mark == "D" else { throw StatementFlaw(.directionUnclear(String(rest.prefix(2)))) }
    rest = rest.dropFirst()
    if let letter = rest.utf8.first, isASCIILetter(letter) { rest = rest.dropFirst() }
    let amount = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "," || $0 == ".") }
    guard !amount.isEmpty else { throw StatementFlaw(.amountMissing) }
    let minor = try Self.minor(String(amount), currency)
    // What kind it is takes four characters.
    let references = String(rest.dropFirst(amount.count).dropFirst(4))
    let parts = references.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
    let details = MT940Details(details)
    let known = [parts.count == 2 ? String(parts[1]) : "", details.reference, parts.first.map(String.init) ?? ""]
    let reference = known.map(\.trimmingBlanks).first { !$0.isEmpty && $0 != "NONREF" && $0 != "NOTPROVIDED" } ?? ""
    return StatementLine(
      number: line, day: day, minor: (mark == "C") == isReversal ? -minor : minor, currency: nil,
      text: [details.text, supplement].joinedDistinct, reference: reference, counterparty: details.name, balance: nil)
  }

  /// Decimals stand behind a comma, which is always there; a point is a program's slip and has one reading or none.
  static func minor(_ text: String, _ currency: Currency) throws(StatementFlaw) -> Int64 {
    let minor = try FigureReader(mark: text.contains(",") ? .comma : nil).minor(inFormat: text, currency)
    // The mark has the sign.
    guard minor >= 0, !text.hasPrefix("-") else { throw StatementFlaw(.noAmount(text)) }
    return minor
  }

  /// Six digits, of which the first two are a year of 1980 to 2079.
  static func day(_ text: some Collection<UInt8>) -> CivilDate? {
    guard text.count == 6, text.allSatisfy(isASCIIDigit), let tens = text.first else { return nil }
    let century: [UInt8] = Array((tens >= UInt8(ascii: "8") ? "19" : "20").utf8)
    return CivilDate(compact: century + Array(text))
  }

  /// The day of value. Banks that reckon interest by months of 30 days write 29 and 30 February in every year: the
  /// month's last day.
  private static func valueDay(_ text: some Collection<UInt8>) -> CivilDate? {
    if let day = day(text) { return day }
    let digits = Array(text)
    guard digits.count == 6, digits[2...] == Array("0229".utf8)[...] || digits[2...] == Array("0230".utf8)[...] else { return nil }
    return day(digits[..<4] + "29".utf8) ?? day(digits[..<4] + "28".utf8)
  }

  /// Month and day in the year in which they are nearest to the day of value.
  private static func day(entered: [UInt8], near value: CivilDate) -> CivilDate? {
    let digits = entered.map { Int($0 - UInt8(ascii: "0")) }
    let year = value.components.year
    let days = [year, year - 1, year + 1].compactMap {
      CivilDate(year: $0, month: digits[0] * 10 + digits[1], day: digits[2] * 10 + digits[3])
    }
    return days.min { abs($0.daysSince1970 - value.daysSince1970) < abs($1.daysSince1970 - value.daysSince1970) }
  }
}

/// What `:86:` says: fields of the German form, words between slashes as Dutch banks have them, or plain text.
struct MT940Details {
  private(set) var text = ""
  private(set) var name = ""
  private(set) var reference = ""

  // Limit: characters of a field of the German form; a shorter one ends with a word.
  private static let fieldCharacters = 27
  // Of a line.
  private static let lineCharacters = 65

  init(_ lines: [String]) {
    let lines = lines.filter { !$0.isEmpty }
    // A line ends where it is full, within a word.
    let whole = lines.joined()
    if let fields = Self.fields(whole) {
      takeGerman(fields)
    } else if let words = Self.words(whole) {
      takeWords(words)
    } else {
      for line in lines { Self.append(line, to: &text, isFull: line.count >= Self.lineCharacters) }
      text = text.trimmingBlanks
    }
  }

  // MARK: ?20

  /// The fields by number; nil when it is not of that form: three digits, then a sign that begins each field.
  private static func fields(_ text: String) -> [(number: Int, value: String)]? {
    let utf8 = Array(text.utf8)
    guard utf8.count >= 6, utf8[..<3].allSatisfy(isASCIIDigit), isASCIIDigit(utf8[4]), isASCIIDigit(utf8[5]) else { return nil }
    let sign = utf8[3]
    guard sign < 0x80, !isASCIIDigit(sign), !isASCIILetter(sign), !isBlank(sign) else { return nil }
    var fields: [(Int, String)] = []
    var start = 3
    while start < utf8.count {
      let number = Int(utf8[start + 1] - UInt8(ascii: "0")) * 10 + Int(utf8[start + 2] - UInt8(ascii: "0"))
      var end = start + 3
      while end < utf8.count {
        if utf8[end] == sign, end + 2 < utf8.count, isASCIIDigit(utf8[end + 1]), isASCIIDigit(utf8[end + 2]) { break }
        end += 1
      }
      fields.append((number, String(decoding: utf8[start + 3..<end], as: UTF8.self)))
      start = end
    }
    return fields
  }

  private mutating func takeGerman(_ fields: [(number: Int, value: String)]) {
    // Words of SEPA begin a field; what follows goes on in the next.
    var purposes: [(key: String, value: String)] = [("", "")]
    for (number, value) in fields where (20...29).contains(number) || (60...63).contains(number) {
      let plus = value.prefix(5).firstIndex(of: "+")
      if let plus, value.distance(from: value.startIndex, to: plus) >= 3, value[..<plus].utf8.allSatisfy(isASCIILetter) {
        purposes.append((String(value[..<plus]).uppercased(), ""))
        Self.append(
          String(value[value.index(after: plus)...]), to: &purposes[purposes.count - 1].value, isFull: value.count >= Self.fieldCharacters)
      } else {
        Self.append(value, to: &purposes[purposes.count - 1].value, isFull: value.count >= Self.fieldCharacters)
      }
    }
    var whom = ""
    for (number, value) in fields where number == 32 || number == 33 {
      Self.append(value, to: &whom, isFull: value.count >= Self.fieldCharacters)
    }
    name = whom.trimmingBlanks
    let posting = fields.first { $0.number == 0 }?.value.trimmingBlanks ?? ""
    let words = purposes.filter { ["", "SVWZ"].contains($0.key) }.map(\.value.trimmingBlanks)
    text = ([posting] + words).joinedDistinct
    reference = purposes.first { $0.key == "EREF" }?.value.trimmingBlanks ?? ""
  }

  /// A field that is full goes on within the word; behind another one stands a blank.
  private static func append(_ value: String, to text: inout String, isFull: Bool) { text += isFull ? value : value + " " }

  // MARK: /NAME/

  private static let keys: Set<String> = [
    "TRTP", "IBAN", "BIC", "NAME", "REMI", "EREF", "ORDP", "BENM", "ID", "CSID", "MARF", "PURP", "ADDR", "RTRN", "CNTP", "ULTC", "ULTD",
    "SVCL", "PREF", "TRCD", "ISDT", "OCMT", "CHGS", "EXCH", "KREF", "INIT",
  ]

  /// The values by key; nil when it does not begin with a key.
  private static func words(_ text: String) -> [(key: String, value: String)]? {
    guard text.hasPrefix("/") else { return nil }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, parts.count > 1, keys.contains(first) else { return nil }
    var words: [(key: String, value: String)] = []
    for part in parts {
      if keys.contains(part) {
        words.append((part, ""))
      } else if let last = words.indices.last {
        words[last].value += words[last].value.isEmpty ? part : "/" + part
      }
    }
    return words
  }

  private mutating func takeWords(_ words: [(key: String, value: String)]) {
    func value(_ key: String) -> String { words.first { $0.key == key && !$0.value.isEmpty }?.value.trimmingBlanks ?? "" }
    name = value("NAME")
    if name.isEmpty {
      // ING: account, bank, name, place.
      let parts = value("CNTP").split(separator: "/", omittingEmptySubsequences: false)
      if parts.count >= 3 { name = parts[2].trimmingBlanks }
    }
    var remittance = value("REMI")
    if remittance.hasPrefix("USTD/") { remittance = String(remittance.dropFirst(5)) }
    while remittance.hasPrefix("/") { remittance = String(remittance.dropFirst()) }
    while remittance.hasSuffix("/") { remittance = String(remittance.dropLast()) }
    text = [value("TRTP"), remittance].joinedDistinct
    reference = value("EREF")
  }
}
