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
    var order = QIFDayOrder()
    let exponent = Int(options.currency.exponent)
    var evidence = DecimalEvidence()
    for record in collector.accounts.flatMap(\.records) {
      order.add(record.day)
      for amount in [record.amount] + record.parts.map(\.amount) { evidence.add(amount, exponent: exponent) }
    }
    let reading = QIFReading(
      currency: options.currency, mark: options.decimalMark ?? evidence.mark, order: options.dayOrder ?? order.decided,
      isAssumed: options.dayOrder != nil)
    if reading.order == nil, let first = collector.accounts.flatMap(\.records).first(where: { QIFDay($0.day)?.isAmbiguous == true }) {
      throw StatementFlaw(.dayUnclear(first.day), line: first.line)
    }
    return collector.accounts.map { $0.draft(reading) }
  }
}

/// What all records of a file are read with.
struct QIFReading {
  var currency: Currency
  var mark: DecimalMark?
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
    guard let written = QIFDay(day) else { throw StatementFlaw(.noDay(day)) }
    if written.isAmbiguous, reading.order == nil { throw StatementFlaw(.dayUnclear(day)) }
    guard let date = written.day(reading.order, isAssumed: reading.isAssumed) else { throw StatementFlaw(.noDay(day)) }
    let minor = try minor(reading)
    let parts = parts.map { [$0.category, $0.memo, $0.amount].filter { !$0.isEmpty }.joined(separator: " ") }
    return StatementLine(
      number: line, day: date, minor: minor, currency: nil, text: ([payee, memo, category] + parts).joinedDistinct, reference: number,
      counterparty: payee, balance: nil)
  }

  fileprivate func minor(_ reading: QIFReading) throws(StatementFlaw) -> Int64 {
    guard !amount.isEmpty else { throw StatementFlaw(.amountMissing) }
    let exponent = Int(reading.currency.exponent)
    let minor = try WrittenAmount.minor(of: amount, reading.mark, exponent: exponent)
    // Parts by percentage have no amounts.
    guard !parts.isEmpty, !parts.contains(where: \.amount.isEmpty) else { return minor }
    var sum: Int64 = 0
    for part in parts {
      let (next, overflow) = sum.addingReportingOverflow(try WrittenAmount.minor(of: part.amount, reading.mark, exponent: exponent))
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
