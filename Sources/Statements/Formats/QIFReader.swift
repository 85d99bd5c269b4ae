import Ledger

/// Reads QIF, the format of Quicken: banks, cash, cards and other accounts, one after the other.
///
/// It names no currency, so the reader is told one. Days without a clue whether the day or the month comes first are
/// refused; one day past the twelfth decides for the file. Categories and parts of a split stand in the text. Source:
/// Quicken's description of 1997, and what programs write today.
enum QIFReader {
  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> [StatementDraft] {
    var lines = TextLines(bytes)
    var collector = QIFCollector()
    while let line = try lines.next() { try collector.take(line, lines.number) }
    collector.end()
    guard !collector.accounts.isEmpty else { throw StatementFlaw(.format(.noStatement), line: 1) }
    let exponent = Int(options.currency.exponent)
    var (days, decimals) = (DayVote(), DecimalVote())
    let records = collector.accounts.flatMap(\.records)
    for record in records {
      if let day = DayText(record.usualDay) { days.add(day) }
      for amount in [record.amount] + record.parts.map(\.amount) { decimals.add(amount, exponent: exponent) }
    }
    // Two days that contradict each other show nothing of a third.
    let shown = days.isContradicted ? nil : days.order(isDayFirst: false)
    let reading = QIFReading(
      currency: options.currency, figures: FigureReader(mark: options.decimalMark, decimals), order: options.dayOrder ?? shown,
      isAssumed: options.dayOrder != nil)
    if reading.order == nil, let first = records.first(where: { DayText($0.usualDay).map { $0.only == nil } == true }) {
      throw StatementFlaw(.dayUnclear(first.day), line: first.line)
    }
    return collector.accounts.map { $0.draft(reading) }
  }
}

/// What all records of a file are read with.
struct QIFReading {
  var currency: Currency
  var figures: FigureReader
  var order: DayOrder?
  var isAssumed: Bool
}

/// A record, as texts.
struct QIFRecord {
  struct Part {
    var category: String
    var memo = ""
    var amount = ""
  }

  // Limit: parts of a split; Quicken has 250.
  static let partsMax = 500

  var line: Int
  var day = ""
  var amount = ""
  var payee = ""
  var memo = ""
  var category = ""
  var number = ""
  var parts: [Part] = []
  // Securities have other fields with the same letters.
  var isSecurity = false
  var isCut = false
}

/// An account with its records.
struct QIFAccount {
  var line: Int
  var name: String
  var records: [QIFRecord] = []
}

/// Takes the lines of a file.
struct QIFCollector {
  private enum Section { case none, accounts, records, securities, others }

  private(set) var accounts: [QIFAccount] = []
  private var section = Section.none
  private var name = ""
  private var record: QIFRecord?
  private var records = 0

  mutating func take(_ text: String, _ line: Int) throws(StatementFlaw) {
    guard let letter = text.first else { return }
    let value = text.dropFirst().trimmingBlanks
    if letter == "!" { return begin(value.lowercased(), line) }
    if letter == "^" { return try finish(line) }
    switch section {
    case .none:
      guard text.allSatisfy(\.isWhitespace) else { throw StatementFlaw(.malformed(format: "QIF", String(text.prefix(40))), line: line) }
    case .accounts: if letter == "N" { name = value }
    case .records, .securities:
      if record == nil, text.allSatisfy(\.isWhitespace) { return }
      record = record ?? QIFRecord(line: line, isSecurity: section == .securities)
      record?.take(letter, value)
      guard (record?.parts.count ?? 0) <= QIFRecord.partsMax else {
        throw StatementFlaw(.tooManyFields(QIFRecord.partsMax), line: line)
      }
    case .others: break
    }
  }

  private mutating func begin(_ header: String, _ line: Int) {
    record = nil
    if header.hasPrefix("account") {
      (section, name) = (.accounts, "")
    } else if header.hasPrefix("type:") {
      switch header.dropFirst(5).trimmingBlanks {
      case "bank", "cash", "ccard", "oth a", "oth l": section = .records
      case "invst": section = .securities
      default: section = .others
      }
      if section != .others { accounts.append(QIFAccount(line: line, name: name)) }
    } else if !header.hasPrefix("option:"), !header.hasPrefix("clear:") {
      section = .others
    }
  }

  private mutating func finish(_ line: Int) throws(StatementFlaw) {
    guard let record, let last = accounts.indices.last else { return }
    self.record = nil
    records += 1
    guard records <= StatementLimits.linesMax else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax), line: line) }
    accounts[last].records.append(record)
  }

  /// A record without its end may have lost digits of its amount.
  mutating func end() {
    guard var record, let last = accounts.indices.last else { return }
    record.isCut = true
    accounts[last].records.append(record)
  }
}

extension QIFRecord {
  mutating func take(_ letter: Character, _ value: String) {
    switch letter {
    case "D": day = value
    case "T": amount = value
    // The same as T, in programs that once had a shorter T.
    case "U": if amount.isEmpty { amount = value }
    case "P": payee = value
    case "M": memo = value
    case "L": category = value
    case "N": number = value
    case "S": parts.append(Part(category: value))
    case "E": if let last = parts.indices.last { parts[last].memo = value }
    case "$": if let last = parts.indices.last { parts[last].amount = value }
    default: break
    }
  }

  fileprivate func line(_ reading: QIFReading) throws(StatementFlaw) -> StatementLine {
    guard !isCut else { throw StatementFlaw(.format(.endsEarly)) }
    guard !day.isEmpty else { throw StatementFlaw(.noDay("")) }
    let date = try date(reading)
    let minor = try minor(reading)
    let parts = parts.map { [$0.category, $0.memo, $0.amount].filter { !$0.isEmpty }.joined(separator: " ") }
    return StatementLine(
      number: line, day: date, minor: minor, currency: nil, text: ([payee, memo, category] + parts).joinedDistinct, reference: number,
      counterparty: payee, balance: nil)
  }

  private func date(_ reading: QIFReading) throws(StatementFlaw) -> CivilDate {
    guard let written = DayText(usualDay) else { throw StatementFlaw(.noDay(day)) }
    if let order = reading.order, let date = written.day(in: order) { return date }
    // An order that was said is not bent; a year in front shows itself.
    if reading.isAssumed, written.orders != [.ymd] { throw StatementFlaw(.noDay(day)) }
    guard let only = written.only else { throw StatementFlaw(.dayUnclear(day)) }
    return only
  }

  /// The day as other files have it.
  ///
  /// Quicken fills small numbers up with a blank. Behind an apostrophe a year is one of 2000 to 2099. Behind another
  /// sign Quicken once meant the century before, and today's programs mean this one: 70 to 99 are of 1900.
  fileprivate var usualDay: String {
    let signs: Set<Character> = ["/", "-", ".", "'"]
    guard let place = day.lastIndex(where: signs.contains) else { return day }
    let front = day[..<place].filter { $0 != " " }
    let last = day[day.index(after: place)...].trimmingBlanks
    guard let sign = front.first(where: signs.contains), front.prefix(while: { $0 != sign }).count <= 2, (1...2).contains(last.utf8.count),
      last.utf8.allSatisfy(isASCIIDigit), let year = Int(last)
    else {
      return day
    }
    return "\(front)\(sign)\(day[place] == "'" || year < 70 ? 2_000 + year : 1_900 + year)"
  }

  fileprivate func minor(_ reading: QIFReading) throws(StatementFlaw) -> Int64 {
    guard !amount.isEmpty else { throw StatementFlaw(.amountMissing) }
    let minor = try reading.figures.minor(inFormat: amount, reading.currency)
    // Parts by percentage have no amounts.
    guard !parts.isEmpty, !parts.contains(where: \.amount.isEmpty) else { return minor }
    var sum: Int64 = 0
    for part in parts {
      let (next, overflow) = sum.addingReportingOverflow(try reading.figures.minor(inFormat: part.amount, reading.currency))
      guard !overflow else { throw StatementFlaw(.noAmount(part.amount)) }
      sum = next
    }
    guard sum == minor else { throw StatementFlaw(.format(.partsDiffer(partsMinor: sum, minor: minor, reading.currency))) }
    return minor
  }
}

extension QIFAccount {
  fileprivate func draft(_ reading: QIFReading) -> StatementDraft {
    var draft = StatementDraft(line: line, currency: reading.currency)
    draft.account = name
    draft.namesCurrency = false
    for (place, record) in records.enumerated() {
      if record.isSecurity {
        draft.pass(record.line, .format(.noMoney))
      } else if place == 0, isOpening(record), let minor = try? record.minor(reading) {
        draft.opening = minor
        draft.pass(record.line, .balanceLine)
      } else {
        draft.add(record.line, record.line) { () throws(StatementFlaw) in try record.line(reading) }
      }
    }
    return draft
  }

  /// Quicken writes the opening balance as a transfer of an account to itself, in every language.
  private func isOpening(_ record: QIFRecord) -> Bool {
    let isTransfer = record.category.hasPrefix("[") && record.category.hasSuffix("]")
    let isToItself = !name.isEmpty && record.category == "[\(name)]"
    return isToItself || (isTransfer && record.payee.lowercased() == "opening balance")
  }
}
