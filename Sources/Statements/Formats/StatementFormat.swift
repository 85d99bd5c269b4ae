import Ledger

/// A format of banks and programs in which fields have names and places of their own, and no table is looked for.
public enum StatementFormat: String, CaseIterable, Sendable {
  /// OFX and QFX, of 1.x in SGML and of 2.x in XML.
  case ofx
  /// Quicken's format.
  case qif
  /// ISO 20022: a statement (camt.053) or an account report (camt.052), of any version.
  case camt
  /// SWIFT's statement.
  case mt940

  // Limit: bytes in which a file shows what it is; SWIFT's envelope and OFX's header are shorter.
  private static let startBytes = 2_048

  /// Finds the format by what stands in the first bytes, never by a file's name; nil for a table or anything else.
  public static func detect(_ text: StatementText) -> StatementFormat? { detect(text.utf8) }

  static func detect(_ utf8: [UInt8]) -> StatementFormat? {
    let start = String(decoding: utf8.prefix(startBytes), as: UTF8.self).trimmingBlanks
    let capitals = start.uppercased()
    if capitals.hasPrefix("OFXHEADER") || capitals.hasPrefix("<OFX>") || capitals.contains("<?OFX ") { return .ofx }
    if capitals.hasPrefix("!TYPE:") || capitals.hasPrefix("!ACCOUNT") || capitals.hasPrefix("!OPTION:") || capitals.hasPrefix("!CLEAR:") {
      return .qif
    }
    if capitals.hasPrefix("<") { return isISO20022(capitals) ? .camt : capitals.contains("<OFX>") ? .ofx : nil }
    let lines = start.split(whereSeparator: \.isNewline).prefix(12)
    let hasReference = lines.contains { $0.hasPrefix(":20:") || $0.contains("{4::20:") }
    return hasReference && lines.contains { $0.hasPrefix(":25") || $0.hasPrefix(":28") || $0.hasPrefix(":60") } ? .mt940 : nil
  }

  private static func isISO20022(_ capitals: String) -> Bool {
    capitals.contains("URN:ISO:STD:ISO:20022") || capitals.contains("BKTOCSTMR")
  }

  static func isXML(_ utf8: [UInt8]) -> Bool {
    let start = utf8.drop(while: isBlank).prefix(5)
    return start.starts(with: "<?xml".utf8) || start.starts(with: "<?OFX".utf8)
  }

  /// Reads all statements of a file. Each record is a line, nothing with its cause, or a problem of its own; only what
  /// makes the whole file doubtful is thrown.
  ///
  /// Amounts are minor units of the line's currency, or else the statement's, or else the options'.
  public func read(_ text: StatementText, _ options: StatementOptions) throws(StatementFlaw) -> [Statement] {
    try drafts(text.utf8, options).map(\.statement)
  }

  private func drafts(_ utf8: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> [StatementDraft] {
    switch self {
    case .ofx: try OFXReader.read(utf8, options)
    case .qif: try QIFReader.read(utf8, options)
    case .camt: try CAMTReader.read(utf8, options)
    case .mt940: try MT940Reader.read(utf8, options)
    }
  }
}

/// A statement that is being read.
struct StatementDraft {
  /// Where it begins.
  var line: Int
  var account = ""
  /// With which its amounts are read.
  var currency: Currency
  /// Whether the file names the currency.
  var namesCurrency = true
  var opening: Int64?
  var closing: Int64?
  var records: [StatementRecord] = []

  init(line: Int, currency: Currency) { (self.line, self.currency) = (line, currency) }

  /// Adds what the reading gives, or why it gives nothing.
  mutating func add(_ number: Int, _ line: Int, _ reading: () throws(StatementFlaw) -> StatementLine) {
    do throws(StatementFlaw) {
      let line = try reading()
      guard line.minor != 0 else { return pass(number, .noMovement) }
      records.append(StatementRecord(number: number, outcome: .line(line)))
    } catch {
      refuse(number, StatementFlaw(error.kind, line: line))
    }
  }

  mutating func refuse(_ number: Int, _ flaw: StatementFlaw) { records.append(StatementRecord(number: number, outcome: .problem(flaw))) }

  /// Adds something that is no movement of the account.
  mutating func pass(_ number: Int, _ kind: StatementFlaw.Kind) {
    records.append(StatementRecord(number: number, outcome: .nothing(StatementFlaw(kind))))
  }

  var statement: Statement {
    Statement(account: account, currency: namesCurrency ? currency : nil, records: records, opening: opening, closing: closing)
  }
}

extension Statement {
  /// Opening balance and lines against the closing balance, in minor units; nil where they agree or cannot be compared.
  ///
  /// It looks at lines of the account's own currency, whatever is wrong with other records: what is told differs then
  /// by what could not be read.
  public var balanceFlaw: StatementFlaw? {
    guard let opening, let closing else { return nil }
    var sum = Int128(opening)
    for record in records {
      if case .line(let line) = record.outcome, line.currency == nil || line.currency == currency { sum += Int128(line.minor) }
    }
    guard sum != Int128(closing) else { return nil }
    return StatementFlaw(.balanceDiffers(stated: closing, reckoned: Int64(clamping: sum), currency))
  }

  /// The statement with its currency at each line, and a note where its sums differ.
  var checked: Statement {
    var checked = self
    if let flaw = balanceFlaw { checked.records.append(StatementRecord(number: records.last?.number ?? 1, outcome: .nothing(flaw))) }
    for place in checked.records.indices {
      guard case .line(var line) = checked.records[place].outcome, line.currency == nil else { continue }
      line.currency = currency
      checked.records[place].outcome = .line(line)
    }
    return checked
  }
}
