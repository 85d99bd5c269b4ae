import Ledger

/// Reads MT940, with SWIFT's envelope or without: statements that go over several pages become one.
///
/// The sign follows from the mark: a reversed credit takes money away, a reversed debit brings it back. The day is the
/// day of entry where there is one, otherwise the day of value. Source: SWIFT's MT940, and the form of `:86:` of the
/// German banks' DFÜ agreement, appendix 3.
enum MT940Reader {
  /// - Parameter bytes: UTF-8.
  static func read(_ bytes: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> [StatementDraft] {
    var collector = MT940Collector()
    var lines = TextLines(bytes)
    while let line = try lines.next() { try collector.take(line, lines.number) }
    try collector.end(lines.number)
    guard !collector.statements.isEmpty else { throw StatementFlaw(.format(.noStatement), line: 1) }
    return collector.statements
  }
}

/// Takes the lines of a file, field by field.
struct MT940Collector {
  private struct Field {
    var tag: String
    var line: Int
    var lines: [String]
  }

  // Limit: bytes of a field; `:86:` has six lines of 65, and banks write some more.
  static let fieldBytesMax = 8 << 10

  private(set) var statements: [StatementDraft] = []
  private var field: Field?
  private var fieldBytes = 0
  // What the message has said so far.
  private var isInMessage = false
  private var account = ""
  private var isOpen = false
  private var isClosed = false
  // Whether the last statement closed with an amount between two pages.
  private var isPaged = false
  private var records = 0
  private var entry: MT940Entry?

  mutating func take(_ text: String, _ line: Int) throws(StatementFlaw) {
    var text = text[...]
    // The text block of the envelope begins here, sometimes with the first field behind it.
    if text.hasPrefix("{"), let block = text.range(of: "{4:") { text = text[block.upperBound...] }
    if text.isEmpty || text.hasPrefix("{") { return }
    if text.hasPrefix("-") && (text == "-" || text.hasPrefix("-}")) { return try endMessage(line) }
    if let (tag, value) = Self.tag(text) {
      try finishField()
      field = Field(tag: tag, line: line, lines: [value])
      fieldBytes = value.utf8.count
    } else {
      fieldBytes += text.utf8.count
      guard fieldBytes <= Self.fieldBytesMax else { throw StatementFlaw(.lineTooLong(bytesMax: Self.fieldBytesMax), line: line) }
      field?.lines.append(String(text))
    }
  }

  mutating func end(_ line: Int) throws(StatementFlaw) { try endMessage(line) }

  private mutating func endMessage(_ line: Int) throws(StatementFlaw) {
    try finishField()
    finishEntry()
    guard !isOpen || isClosed else { throw StatementFlaw(.format(.endsEarly), line: line) }
    (isInMessage, isOpen, isClosed) = (false, false, false)
  }

  /// `:61:` or `:60F:`, with what stands behind it.
  private static func tag(_ text: Substring) -> (String, String)? {
    guard text.hasPrefix(":"), let end = text.dropFirst().prefix(5).firstIndex(of: ":") else { return nil }
    let tag = text[text.index(after: text.startIndex)..<end]
    let utf8 = Array(tag.utf8)
    let isNumber =
      (2...3).contains(utf8.count) && isASCIIDigit(utf8[0]) && isASCIIDigit(utf8[1]) && (utf8.count == 2 || isASCIILetter(utf8[2]))
    guard isNumber || tag == "NS" else { return nil }
    return (String(tag), String(text[text.index(after: end)...]))
  }

  private mutating func finishField() throws(StatementFlaw) {
    guard let field else { return }
    self.field = nil
    let value = field.lines[0].trimmingBlanks
    switch field.tag {
    case "20":
      if isInMessage { try endMessage(field.line) }
      isInMessage = true
    case "25", "25P": account = value
    case "60F", "60M": try open(MT940Balance(value, field.line), field.line, isFirst: field.tag == "60F")
    case "61":
      finishEntry()
      guard isOpen, !isClosed else { throw StatementFlaw(.malformed(format: "MT940", ":61:"), line: field.line) }
      records += 1
      guard records <= StatementLimits.linesMax else { throw StatementFlaw(.tooManyLines(StatementLimits.linesMax), line: field.line) }
      entry = MT940Entry(line: field.line, text: value, supplement: field.lines.dropFirst().map(\.trimmingBlanks).joined(separator: " "))
    case "86": entry?.details += field.lines
    case "62F", "62M":
      finishEntry()
      guard isOpen, let last = statements.indices.last else { throw StatementFlaw(.format(.noStatement), line: field.line) }
      let balance = try MT940Balance(value, field.line)
      statements[last].closing = balance.minor
      isClosed = true
      isPaged = field.tag == "62M"
    default: break
    }
  }

  private mutating func open(_ balance: MT940Balance, _ line: Int, isFirst: Bool) throws(StatementFlaw) {
    finishEntry()
    guard !isOpen else { throw StatementFlaw(.malformed(format: "MT940", ":60"), line: line) }
    (isOpen, isClosed) = (true, false)
    if !isFirst, isPaged, let last = statements.indices.last, statements[last].account == account,
      statements[last].currency == balance.currency
    {
      if statements[last].closing != balance.minor { statements[last].refuse(line, StatementFlaw(.format(.pageMissing), line: line)) }
      return
    }
    var draft = StatementDraft(line: line, currency: balance.currency)
    draft.account = account
    draft.opening = balance.minor
    statements.append(draft)
  }

  private mutating func finishEntry() {
    guard let entry, let last = statements.indices.last else { return }
    self.entry = nil
    let currency = statements[last].currency
    statements[last].add(entry.line, entry.line) { () throws(StatementFlaw) in try entry.line(currency) }
  }
}

/// `C261115EUR1000,00`: a balance, below 0 for a debit.
struct MT940Balance {
  var currency: Currency
  var minor: Int64

  init(_ text: String, _ line: Int) throws(StatementFlaw) {
    guard text.hasPrefix("C") || text.hasPrefix("D") else {
      throw StatementFlaw(.directionUnclear(String(text.prefix(1))), line: line)
    }
    let rest = text.dropFirst()
    guard MT940Entry.day(rest.utf8.prefix(6)) != nil else { throw StatementFlaw(.noDay(String(rest.prefix(6))), line: line) }
    let code = rest.dropFirst(6).prefix(3)
    guard let currency = Currency(code: String(code)) else { throw StatementFlaw(.currencyUnknown(String(code)), line: line) }
    self.currency = currency
    do throws(StatementFlaw) {
      let amount = try MT940Entry.minor(String(rest.dropFirst(9)), currency)
      minor = text.hasPrefix("D") ? -amount : amount
    } catch {
      throw StatementFlaw(error.kind, line: line)
    }
  }
}
