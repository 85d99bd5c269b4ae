import Ledger

/// A line of a bank's statement.
public struct StatementLine: Equatable, Sendable {
  /// The line or record of the file, counted from 1.
  public var number: Int
  /// The day on which it was booked.
  public var day: CivilDate
  /// Minor units of the currency: above 0 came in, below 0 went out.
  public var minor: Int64
  /// Nil: the file does not say.
  public var currency: Currency?
  /// What the bank says of it, with one space wherever there was white space.
  public var text: String
  /// The bank's own number for it; may be empty.
  public var reference: String
  /// Who paid or was paid; may be empty.
  public var counterparty: String
  /// What was in the account behind this line, in minor units.
  public var balance: Int64?

  /// Makes a line; texts lose their superfluous white space.
  public init(
    number: Int, day: CivilDate, minor: Int64, currency: Currency? = nil, text: String, reference: String = "", counterparty: String = "",
    balance: Int64? = nil
  ) {
    (self.number, self.day, self.minor, self.currency, self.balance) = (number, day, minor, currency, balance)
    (self.text, self.reference, self.counterparty) = (text.collapsed, reference.collapsed, counterparty.collapsed)
  }
}

/// What a line or record of a file came to.
public struct StatementRecord: Equatable, Sendable {
  /// What came of reading it.
  public enum Outcome: Equatable, Sendable {
    /// Money went in or out.
    case line(StatementLine)
    /// Nothing to add; says why.
    case nothing(StatementFlaw)
    /// It cannot be read; says why.
    case problem(StatementFlaw)
  }

  /// The line or record of the file, counted from 1.
  public var number: Int
  /// What came of it.
  public var outcome: Outcome

  /// Makes a record.
  public init(number: Int, outcome: Outcome) { (self.number, self.outcome) = (number, outcome) }
}

/// What a bank says of one account.
public struct Statement: Equatable, Sendable {
  /// The account as the file names it; may be empty.
  public var account: String
  /// The account's currency; nil where the file does not say.
  public var currency: Currency?
  /// In the file's order.
  public var records: [StatementRecord]
  /// What was in the account before the first line, in minor units.
  public var opening: Int64?
  /// What was in it behind the last line, in minor units.
  public var closing: Int64?

  /// Makes a statement.
  public init(
    account: String = "", currency: Currency? = nil, records: [StatementRecord] = [], opening: Int64? = nil, closing: Int64? = nil
  ) {
    (self.account, self.currency, self.records) = (account, currency, records)
    (self.opening, self.closing) = (opening, closing)
  }

  /// The lines in the file's order.
  public var lines: [StatementLine] {
    records.compactMap { record in if case .line(let line) = record.outcome { line } else { nil } }
  }
}

/// What is wrong with a file or one of its lines, or why a line is no entry.
public struct StatementFlaw: Error, Equatable, Sendable {
  /// What it is; texts are the file's own.
  public enum Kind: Equatable, Sendable {
    // The file.

    /// It has more bytes than are read.
    case fileTooLarge(bytesMax: Int)
    /// It has more lines or records than are read.
    case tooManyLines(Int)
    /// A line has more bytes than are read.
    case lineTooLong(bytesMax: Int)
    /// A line has more fields than are read.
    case tooManyFields(Int)
    /// Nothing is in it.
    case fileEmpty
    /// It is no text in the encoding that was said or found.
    case notText(encoding: String)
    /// There is no such encoding.
    case encodingUnknown(String)
    /// It is a workbook, a document or a web page, and no text; carries which.
    case notATable(String)
    /// No line names columns, and the lines' content does not tell what is what.
    case noTable
    /// No column is this one; carries the titles that there are.
    case columnMissing(String, titles: [String])
    /// No column has this name or number; carries the titles that there are.
    case columnUnknown(String, titles: [String])
    /// There is no field of this name.
    case fieldUnknown(String)
    /// There is no profile of this name.
    case profileUnknown(String)
    /// The file is no such thing as was said: its format, and what is wrong.
    case malformed(format: String, String)
    /// Something is nested deeper than is read.
    case nestedTooDeep(Int)
    /// It declares entities or a document type, which nothing is read of.
    case declaresEntities
    /// What only files in the banks' own formats can have.
    case format(FormatFlaw)

    // A line.

    /// A text that is no day, or none in the order of the others.
    case noDay(String)
    /// A day that could be two, and no line of the file says which.
    case dayUnclear(String)
    /// A text that is no amount.
    case noAmount(String)
    /// Neither the figure in nor the one out is there.
    case amountMissing
    /// An amount that could be two, since a point or a comma could be that of decimals.
    case amountUnclear(String)
    /// Whether an amount came in or went out is said nowhere.
    case directionUnclear(String)
    /// A mark at an amount says the opposite of its column.
    case directionsDiffer(String)
    /// An amount below 0 where it is not said that such amounts went out.
    case belowZero(String)
    /// More decimals than the currency has.
    case tooManyDecimals(String, currency: Currency)
    /// More than an entry can hold.
    case amountTooLarge(String)
    /// A text that names no currency.
    case currencyUnknown(String)
    /// An amount or currency with a sign that the currency of its line does not have.
    case currencyDiffers(String, Currency)
    /// A letter behind an amount that would multiply it.
    case multiplier(String)
    /// A quotation mark within a field that does not begin with one, or text behind a closing one.
    case strayQuote
    /// A quotation mark that is never closed.
    case openQuote
    /// More fields than there are columns.
    case widerThanTitles
    /// Fewer fields than are needed.
    case narrowerThanNeeded(Int)
    /// Somebody whom the line names has no share that can be read.
    case shareUnclear(String)
    /// What people paid and owe does not add up; carries what is missing in minor units.
    case sharesDiffer(Int64, Currency?)
    /// More comes back than was paid.
    case sharesExceed

    // No entry.

    /// What was in the account before, or behind.
    case balanceLine
    /// A sum of other lines, as it is called there.
    case turnoverLine
    /// A remark.
    case remark
    /// No money moved.
    case noMovement
    /// Nobody owes anybody for it.
    case nobodyOwes
    /// It did not come about, in the file's word for it.
    case notCompleted(String)
    /// A balance differs from what the lines come to: as the file has it, and as they do, in minor units.
    case balanceDiffers(stated: Int64, reckoned: Int64, Currency?)
    /// The same of somebody's total.
    case totalDiffers(of: String, stated: Int64, reckoned: Int64, Currency?)
  }

  /// What is wrong.
  public var kind: Kind
  /// The line of the file, counted from 1, where it is about one.
  public var line: Int?

  /// Makes a flaw.
  public init(_ kind: Kind, line: Int? = nil) { (self.kind, self.line) = (kind, line) }
}

extension StringProtocol {
  /// A note in which each line is collapsed; those in which nothing stands are left out.
  var collapsedLines: String {
    split(whereSeparator: \.isNewline).map(\.collapsed).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The text with one space wherever it has white space or control characters, and none around it.
  var collapsed: String {
    let isPlain =
      utf8.first != UInt8(ascii: " ") && !hasSuffix(" ")
      && !zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: " ") && $1 == UInt8(ascii: " ") }
      && utf8.allSatisfy { $0 >= UInt8(ascii: " ") && $0 < 0x7F }
    if isPlain { return String(self) }
    var collapsed = String.UnicodeScalarView()
    var isBehindSpace = true
    for scalar in unicodeScalars {
      let isSpace = scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0xFEFF
      if !isSpace { collapsed.append(scalar) } else if !isBehindSpace { collapsed.append(" ") }
      isBehindSpace = isSpace
    }
    if collapsed.last == " " { collapsed.removeLast() }
    return String(collapsed)
  }
}
