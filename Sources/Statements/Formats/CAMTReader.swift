import Ledger

/// Reads statements of ISO 20022: camt.053, and camt.052 where a bank gives nothing else, of every version; names and
/// statuses stand where version 2 has them or where version 8 has them.
///
/// Only booked entries count. The mark of credit or debit says which way money went, of reversals too: a credit that is
/// a reversal takes back a debit. The day is that of booking, otherwise that of value. An entry with several
/// transactions becomes several lines where their amounts come to the entry's, and otherwise one. Source: ISO 20022
/// message definitions camt.053.001.02, .04 and .08.
enum CAMTReader {
  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> [StatementDraft] {
    var reader = XMLReader(bytes)
    var collector = CAMTCollector(options)
    // Text of the element that began last.
    var text = ""
    var isLeaf = false
    while let piece = try reader.next() {
      switch piece {
      case .start(let name, let attributes):
        (text, isLeaf) = ("", true)
        try collector.begin(name, attributes, reader.line)
      case .text(let more):
        guard text.utf8.count + more.utf8.count <= XMLReader.textBytesMax else {
          throw StatementFlaw(.lineTooLong(bytesMax: XMLReader.textBytesMax), line: reader.line)
        }
        text += more
      case .end:
        if isLeaf { collector.take(text.trimmingBlanks) }
        isLeaf = false
        try collector.end(reader.line)
      }
    }
    guard !collector.statements.isEmpty else { throw StatementFlaw(.format(.noStatement)) }
    return collector.statements
  }
}

/// Takes the elements of a message and keeps what belongs to statements.
struct CAMTCollector {
  private(set) var statements: [StatementDraft] = []
  private let options: StatementOptions
  private var path: [String] = []
  // How deep the statement, and the balance, entry or transaction that is being read, stand.
  private var statementDepth = 0
  private var innerDepth = 0
  private var detailDepth = 0
  private var statement = CAMTStatement()
  private var balance = CAMTBalance()
  private var entry = CAMTEntry()
  private var currency = ""
  private var entries = 0
  private var transactions = 0

  init(_ options: StatementOptions) { self.options = options }

  mutating func begin(_ name: String, _ attributes: [XMLReader.Attribute], _ line: Int) throws(StatementFlaw) {
    path.append(name)
    currency = attributes.first { $0.name == "Ccy" }?.value ?? ""
    if path.count == 2, name.hasPrefix("BkToCstmr"), name != "BkToCstmrStmt", name != "BkToCstmrAcctRpt" {
      throw StatementFlaw(.format(.otherMessage(name)), line: line)
    }
    if path.count == 3, name == "Stmt" || name == "Rpt" {
      statementDepth = path.count
      statement = CAMTStatement(line: line)
    } else if statementDepth > 0, path.count == statementDepth + 1, name == "Bal" {
      innerDepth = path.count
      balance = CAMTBalance(line: line)
    } else if statementDepth > 0, path.count == statementDepth + 1, name == "Ntry" {
      entries += 1
      transactions += 1
      innerDepth = path.count
      entry = CAMTEntry(number: entries, line: line)
    } else if innerDepth > 0, path.count == innerDepth + 2, name == "TxDtls", path[innerDepth - 1] == "Ntry" {
      transactions += 1
      detailDepth = path.count
      entry.details.append(CAMTDetail())
    }
    guard transactions <= StatementLimits.linesMax else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax), line: line) }
  }

  /// The text of the element that ends.
  mutating func take(_ text: String) {
    guard statementDepth > 0, !text.isEmpty else { return }
    let depth = detailDepth > 0 ? detailDepth : innerDepth > 0 ? innerDepth : statementDepth
    // Limit: elements from there to the deepest that is read; nobody's nesting costs more.
    guard path.count - depth <= 6 else { return }
    let place = path[depth...].joined(separator: "/")
    if detailDepth > 0, let last = entry.details.indices.last {
      entry.details[last].take(place, text, currency)
    } else if innerDepth > 0 {
      if path[innerDepth - 1] == "Bal" { balance.take(place, text, currency) } else { entry.take(place, text, currency) }
    } else {
      statement.take(place, text)
    }
  }

  mutating func end(_ line: Int) throws(StatementFlaw) {
    let name = path.popLast()
    if path.count < detailDepth { detailDepth = 0 }
    if path.count < innerDepth {
      if name == "Bal" { statement.balances.append(balance) } else { statement.entries.append(entry) }
      innerDepth = 0
    }
    if path.count < statementDepth {
      statements.append(try statement.draft(options))
      statementDepth = 0
    }
  }
}

/// A statement, as texts.
struct CAMTStatement {
  var line = 0
  var account = ""
  var currency = ""
  var balances: [CAMTBalance] = []
  var entries: [CAMTEntry] = []

  mutating func take(_ place: String, _ text: String) {
    switch place {
    case "Acct/Id/IBAN", "Acct/Id/Othr/Id": if account.isEmpty { account = text }
    case "Acct/Ccy": currency = text
    default: break
    }
  }

  func draft(_ options: StatementOptions) throws(StatementFlaw) -> StatementDraft {
    // Not every bank names the currency of the account; its balances have it.
    let code = currency.isEmpty ? balances.first?.amount.currency ?? entries.first?.amount.currency ?? "" : currency
    guard let own = Currency(code: code) else { throw StatementFlaw(.currencyUnknown(code), line: line) }
    var draft = StatementDraft(line: line, currency: own)
    draft.account = account
    draft.opening = try balance("OPBD", own)
    if draft.opening == nil { draft.opening = try balance("PRCD", own) }
    draft.closing = try balance("CLBD", own)
    for entry in entries { entry.add(to: &draft, own) }
    return draft
  }

  private func balance(_ kind: String, _ own: Currency) throws(StatementFlaw) -> Int64? {
    guard let balance = balances.first(where: { $0.kind == kind && $0.amount.currency == own.code }) else { return nil }
    do throws(StatementFlaw) {
      return try balance.amount.minor(own, isCredit: CAMTEntry.isCredit(balance.mark))
    } catch {
      throw StatementFlaw(error.kind, line: balance.line)
    }
  }
}

/// An amount of ISO 20022, without a sign.
struct CAMTAmount: Equatable {
  var text = ""
  var currency = ""

  /// Decimals stand behind a point, and nothing between thousands.
  func minor(_ currency: Currency, isCredit: Bool) throws(StatementFlaw) -> Int64 {
    guard !text.contains(","), !text.hasPrefix("-") else { throw StatementFlaw(.noAmount(text)) }
    let minor = try FigureReader(mark: .point).minor(inFormat: text, currency)
    // The mark has the sign.
    guard minor >= 0 else { throw StatementFlaw(.noAmount(text)) }
    return isCredit ? minor : -minor
  }
}

/// A balance, as texts.
struct CAMTBalance {
  var line = 0
  var kind = ""
  var amount = CAMTAmount()
  var mark = ""

  mutating func take(_ place: String, _ text: String, _ currency: String) {
    switch place {
    case "Tp/CdOrPrtry/Cd": kind = text
    case "Amt": amount = CAMTAmount(text: text, currency: currency)
    case "CdtDbtInd": mark = text
    default: break
    }
  }
}
