import Ledger

/// Reads OFX and QFX: SGML of the versions 1.x, XML of 2.x; statements of accounts and of credit cards.
///
/// The day of a record is the one that the bank wrote, without its time and zone: carried to UTC it would be another
/// day in India or America. A correction of an earlier record of the same file is carried out; one of another file is
/// a flaw of its record. Source: OFX 1.6 and 2.3, §11.
enum OFXReader {
  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> [StatementDraft] {
    var collector = OFXCollector()
    if StatementFormat.isXML(bytes) {
      try readXML(bytes, &collector)
    } else {
      guard let start = bytes.firstIndex(of: UInt8(ascii: "<")) else { throw StatementFlaw(.format(.noStatement), line: 1) }
      var markup = OFXMarkup(bytes, from: start)
      while let piece = try markup.next() {
        switch piece {
        case .open(let name): try collector.open(name, markup.line)
        case .value(let name, let text): collector.take(name, text)
        case .close(let name): try collector.close(name, markup.line)
        }
      }
      try collector.end(markup.line)
    }
    guard !collector.statements.isEmpty else { throw StatementFlaw(.format(.noStatement), line: 1) }
    return collector.statements.map { $0.draft(options) }
  }

  private static func readXML(_ bytes: [UInt8], _ collector: inout OFXCollector) throws(StatementFlaw) {
    var reader = XMLReader(bytes)
    // An element with only text in it is a value, which shows at its end.
    var started: String?
    var text = ""
    while let piece = try reader.next() {
      switch piece {
      case .start(let name, _):
        if let outer = started { try collector.open(outer, reader.line) }
        (started, text) = (name.uppercased(), "")
      case .text(let more):
        guard text.utf8.count + more.utf8.count <= XMLReader.textBytesMax else {
          throw StatementFlaw(.lineTooLong(bytesMax: XMLReader.textBytesMax), line: reader.line)
        }
        text += more
      case .end(let name):
        if started != nil {
          collector.take(name.uppercased(), text.trimmingBlanks)
        } else {
          try collector.close(name.uppercased(), reader.line)
        }
        (started, text) = (nil, "")
      }
    }
    try collector.end(reader.line)
  }
}

/// A record of a statement of OFX, as texts.
struct OFXRecord {
  var number: Int
  var line: Int
  var fields: [String: String] = [:]
  // Of PAYEE, of CURRENCY, and of the account at the other end.
  var payee = ""
  var currency = ""
}

/// A statement of OFX, as texts.
struct OFXStatement {
  var line: Int
  var currency = ""
  var account = ""
  var balance = ""
  var records: [OFXRecord] = []
}

/// Takes the pieces of an OFX file and keeps what belongs to statements.
struct OFXCollector {
  private(set) var statements: [OFXStatement] = []
  private var path: [String] = []
  // Whether the last statement still goes on, and its last record.
  private var isInStatement = false
  private var isInRecord = false
  private var records = 0

  private static let statementNames: Set<String> = ["STMTRS", "CCSTMTRS"]

  mutating func open(_ name: String, _ line: Int) throws(StatementFlaw) {
    if name == "STMTTRN", isInRecord { try close(name, line) }
    guard path.count < OFXMarkup.depthMax else { throw StatementFlaw(.nestedTooDeep(OFXMarkup.depthMax), line: line) }
    path.append(name)
    if Self.statementNames.contains(name) {
      statements.append(OFXStatement(line: line))
      isInStatement = true
    } else if name == "STMTTRN", isInStatement {
      records += 1
      guard records <= StatementLimits.linesMax else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax), line: line) }
      isInRecord = true
      statements[statements.count - 1].records.append(OFXRecord(number: records, line: line))
    }
  }

  mutating func close(_ name: String, _ line: Int) throws(StatementFlaw) {
    // The end of a value, which was taken with its text.
    guard let place = path.lastIndex(of: name) else { return }
    let ended = path[place...]
    path.removeSubrange(place...)
    if ended.contains("STMTTRN") { isInRecord = false }
    if ended.contains(where: Self.statementNames.contains) { isInStatement = false }
  }

  mutating func take(_ name: String, _ text: String) {
    guard isInStatement, let parent = path.last, let last = statements.indices.last else { return }
    if isInRecord, let record = statements[last].records.indices.last {
      switch (parent, name) {
      case ("STMTTRN", _): Self.keep(text, in: &statements[last].records[record].fields[name, default: ""])
      case ("PAYEE", "NAME"): Self.keep(text, in: &statements[last].records[record].payee)
      // ORIGCURRENCY beside it tells what the amount was converted from; this one tells what it is in.
      case ("CURRENCY", "CURSYM"): Self.keep(text, in: &statements[last].records[record].currency)
      default: break
      }
      return
    }
    switch (parent, name) {
    case ("STMTRS", "CURDEF"), ("CCSTMTRS", "CURDEF"): Self.keep(text, in: &statements[last].currency)
    case ("BANKACCTFROM", "ACCTID"), ("CCACCTFROM", "ACCTID"): Self.keep(text, in: &statements[last].account)
    case ("LEDGERBAL", "BALAMT"): Self.keep(text, in: &statements[last].balance)
    default: break
    }
  }

  /// The first one counts.
  private static func keep(_ text: String, in field: inout String) {
    if field.isEmpty { field = text }
  }

  /// Some programs leave the last tags out; within a statement the file was cut off.
  func end(_ line: Int) throws(StatementFlaw) {
    guard !isInStatement else { throw StatementFlaw(.format(.endsEarly), line: line) }
  }
}

extension OFXStatement {
  func draft(_ options: StatementOptions) -> StatementDraft {
    let own = Currency(code: currency.uppercased())
    let unit = own ?? options.currency
    var draft = StatementDraft(line: line, currency: unit)
    draft.account = account
    draft.namesCurrency = own != nil
    if own == nil, !currency.isEmpty { draft.refuse(line, StatementFlaw(.currencyUnknown(currency), line: line)) }
    let exponent = Int(unit.exponent)
    var decimals = DecimalVote()
    for record in records { decimals.add(record.fields["TRNAMT", default: ""], exponent: exponent) }
    decimals.add(balance, exponent: exponent)
    let figures = FigureReader(mark: options.decimalMark, decimals)
    draft.closing = balance.isEmpty ? nil : try? figures.minor(inFormat: balance, unit)
    let places = Dictionary(records.indices.map { (records[$0].fields["FITID", default: ""], $0) }) { first, _ in first }
    // What the bank took back, by place.
    var takenBack: Set<Int> = []
    var flaws: [Int: StatementFlaw.Kind] = [:]
    for (place, record) in records.enumerated() {
      guard let corrected = record.fields["CORRECTFITID"], !corrected.isEmpty else { continue }
      if let earlier = places[corrected], earlier != place {
        takenBack.insert(earlier)
      } else {
        flaws[place] = .format(.correctsEarlier(corrected))
      }
      if record.fields["CORRECTACTION"]?.uppercased() == "DELETE", flaws[place] == nil { takenBack.insert(place) }
    }
    for (place, record) in records.enumerated() {
      if takenBack.contains(place) {
        draft.pass(record.number, .format(.takenBack))
      } else if let cause = flaws[place] {
        draft.refuse(record.number, StatementFlaw(cause, line: record.line))
      } else {
        draft.add(record.number, record.line) { () throws(StatementFlaw) in try record.statementLine(unit, figures) }
      }
    }
    return draft
  }
}

extension OFXRecord {
  fileprivate func statementLine(_ own: Currency, _ figures: FigureReader) throws(StatementFlaw) -> StatementLine {
    let posted = fields["DTPOSTED", default: ""]
    guard !posted.isEmpty else { throw StatementFlaw(.noDay("")) }
    guard let day = CivilDate(compact: posted.utf8.prefix(8)) else { throw StatementFlaw(.noDay(posted)) }
    let amount = fields["TRNAMT", default: ""]
    guard !amount.isEmpty else { throw StatementFlaw(.amountMissing) }
    var other: Currency?
    if !currency.isEmpty {
      guard let named = Currency(code: currency.uppercased()) else { throw StatementFlaw(.currencyUnknown(currency)) }
      other = named == own ? nil : named
    }
    let minor = try figures.minor(inFormat: amount, other ?? own)
    let name = fields["NAME", default: ""].isEmpty ? payee : fields["NAME", default: ""]
    let check = fields["CHECKNUM", default: ""]
    return StatementLine(
      number: number, day: day, minor: minor, currency: other, text: [name, fields["MEMO", default: ""]].joinedDistinct,
      reference: fields["FITID", default: ""].isEmpty ? check : fields["FITID", default: ""], counterparty: name, balance: nil)
  }
}
