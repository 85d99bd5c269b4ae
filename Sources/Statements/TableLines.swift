import Ledger

/// A bank's table as lines, and what else its columns say of each.
public struct TableStatement: Sendable {
  /// The lines.
  public var statement: Statement
  /// By a record's number, what its other columns say: kind, category, paid, owed, note, merchant, rate, entry.
  public var details: [Int: [StatementColumn: String]] = [:]
  /// Whether nothing in the file says which way amounts went; then all are below 0, as what is noted down goes out.
  public var isUndirected = false
  /// The profile that was taken.
  public var profile: StatementProfile?
  /// All titles, as they are compared.
  public var titles: [String] = []
  /// The columns' titles, each with what it was taken for.
  public var columns: [StatementColumn: [String]] = [:]
  /// In which order its days are: as was said, as its bank writes them, or as they show; nil where they do not show it.
  public var dayOrder: DayOrder?
  /// What stands before its decimals.
  public var decimalMark: DecimalMark?
}

/// What all tables of a file show together.
struct FileHabits {
  var order: DayOrder?
  /// The order without a guess by the titles' language.
  var shownOrder: DayOrder?
  var figures: FigureReader

  init(_ finding: TableFinding, _ options: StatementOptions) {
    var (days, decimals) = (DayVote(), DecimalVote())
    for row in finding.others.prefix(100) {
      for word in row.fields.flatMap({ $0.split(separator: " ") }) { if let day = DayText(String(word)) { days.add(day) } }
    }
    for table in finding.tables {
      let columns = table.columns
      let usual = columns.stated(options) ?? options.currency
      for row in table.rows {
        for column in [StatementColumn.date, .valueDate] { if let day = DayText(columns.text(column, row)) { days.add(day) } }
        let exponent = Int((TableLines.currency(of: row, columns) ?? usual).exponent)
        for column in [StatementColumn.amount, .in, .out, .balance, .fee] {
          if let figure = FigureText(columns.text(column, row)) { decimals.add(figure, exponent: exponent) }
        }
      }
    }
    let profile = finding.tables.first?.columns.profile
    let isDayFirst = finding.tables.contains { $0.columns.isDayFirst }
    shownOrder = options.dayOrder ?? profile?.dayOrder ?? days.shown
    order = shownOrder ?? days.order(isDayFirst: isDayFirst)
    figures = FigureReader(mark: options.decimalMark ?? profile?.decimalMark, decimals)
  }
}

/// Reads the rows of a table as lines of a statement.
struct TableLines {
  private let columns: TableColumns
  private let rows: [TableRow]
  /// How to read it; the currency is that of lines that name none.
  private let options: StatementOptions
  /// The currency of lines that name none; nil for the group's.
  private let stated: Currency?
  private let habits: FileHabits
  private let ways: DirectionHabits
  /// What moved in a row, as the balances prove it.
  private var proven: [Int: Int64] = [:]
  /// The numbers of rows whose payee is called as a sum is.
  private var payees: Set<Int> = []
  private var statement = Statement()
  private var details: [Int: [StatementColumn: String]] = [:]
  /// Balances before and behind the lines, in the file's order; each page of a long one has its own.
  private var (openings, closings): ([Int64], [Int64]) = ([], [])

  static func read(_ table: FoundTable, _ habits: FileHabits, _ options: StatementOptions) -> TableStatement {
    var reader = TableLines(table, habits, options)
    reader.readRows()
    BalanceCheck.check(&reader.statement, usual: reader.options.currency)
    var read = TableStatement(statement: reader.statement, details: reader.details)
    (read.isUndirected, read.profile) = (reader.ways.isUndirected, table.columns.profile)
    read.columns = table.columns.places.mapValues { places in places.map { TitleNames.plain(table.columns.titles[$0]) } }
    (read.dayOrder, read.decimalMark) = (habits.shownOrder, habits.figures.mark)
    read.titles = table.columns.titles.map(TitleNames.plain)
    return read
  }

  private init(_ table: FoundTable, _ habits: FileHabits, _ options: StatementOptions) {
    (columns, rows, self.habits) = (table.columns, table.rows, habits)
    ways = DirectionHabits(table, options)
    stated = table.columns.stated(options)
    var options = options
    options.currency = stated ?? options.currency
    self.options = options
    statement.currency = stated
    payees = payeesCalledTotal()
    if ways.asksBalances { proven = provenMoves() }
  }

  /// What moved in each row by its balance and that of the row before it in time, in the order of the file in which
  /// more of them agree; nothing where none does.
  private func provenMoves() -> [Int: Int64] {
    typealias Link = (index: Int, balance: Int64, magnitude: Int64)
    let links: [Link?] = rows.indices.compactMap { index -> Link?? in
      let row = rows[index]
      if row.isBlank || row.flaw != nil { return nil }
      let isSum = sumKind(row) != nil
      if isSum ? row.fields.compactMap(SumWords.isOpening).isEmpty : dayText(row) == nil { return nil }
      guard let balance = balance(row, Self.currency(of: row, columns) ?? options.currency) else { return isSum ? nil : .some(nil) }
      let magnitude = isSum ? 0 : ways.magnitude(row, Self.currency(of: row, columns) ?? options.currency, habits.figures) ?? 0
      return .some((index, balance, magnitude))
    }
    func moves(_ pairs: some Sequence<(Link?, Link?)>) -> [Int: Int64] {
      var found: [Int: Int64] = [:]
      for case (let older?, let newer?) in pairs where newer.magnitude != 0 {
        let moved = newer.balance.subtractingReportingOverflow(older.balance)
        if !moved.overflow, moved.partialValue.magnitude == newer.magnitude.magnitude { found[newer.index] = moved.partialValue }
      }
      return found
    }
    let (down, up) = (moves(zip(links, links.dropFirst())), moves(zip(links.dropFirst(), links)))
    if down.count != up.count { return down.count > up.count ? down : up }
    // Both agree with as many: their days say which comes first.
    let days = rows.compactMap { row in try? day(row) }
    guard let first = days.first, let last = days.last, first != last else { return down.filter { up[$0.key] == $0.value } }
    return first < last ? down : up
  }

  private mutating func readRows() {
    let last = rows.lastIndex { dayText($0) != nil } ?? -1
    for (index, row) in rows.enumerated() where !row.isBlank {
      if let flaw = row.flaw {
        if index <= last || dayText(row) != nil { add(row, .problem(StatementFlaw(flaw, line: row.number))) }
        continue
      }
      if let kind = sumKind(row) {
        noteBalance(row, at: index)
        add(row, .nothing(StatementFlaw(kind, line: row.number)))
        continue
      }
      guard dayText(row) != nil else {
        if let outcome = undated(row, isWithin: index < last) { add(row, outcome) }
        continue
      }
      do throws(StatementFlaw) {
        add(row, try line(row, at: index))
      } catch {
        add(row, .problem(StatementFlaw(error.kind, line: row.number)))
      }
    }
    let isNewestFirst = statement.lines.isNewestFirst
    statement.opening = isNewestFirst ? openings.last : openings.first
    statement.closing = isNewestFirst ? closings.first : closings.last
  }

  private mutating func add(_ row: TableRow, _ outcome: StatementRecord.Outcome) {
    statement.records.append(StatementRecord(number: row.number, outcome: outcome))
    if statement.account.isEmpty { statement.account = columns.text(.account, row).collapsed }
    var said: [StatementColumn: String] = [:]
    for column in [StatementColumn.kind, .category, .paid, .owed, .note, .merchant, .rate, .rateSource, .entry] where columns.has(column) {
      let text = columns.text(column, row)
      if !text.isEmpty { said[column] = text }
    }
    if !said.isEmpty { details[row.number] = said }
  }

  private func dayText(_ row: TableRow) -> DayText? { DayText(columns.text(.date, row)) ?? DayText(columns.text(.valueDate, row)) }

  /// What a row without a day is: a remark, what stands behind the table, or a line whose day cannot be read.
  private func undated(_ row: TableRow, isWithin: Bool) -> StatementRecord.Outcome? {
    let day = columns.text(.date, row)
    if SumWords.isPending(day) { return .nothing(StatementFlaw(.notCompleted(day), line: row.number)) }
    let amounts = [StatementColumn.amount, .in, .out].count {
      FigureText(columns.text($0, row)).map { $0.minor(.point, exponent: 3) != 0 } ?? false
    }
    let filled = row.fields.count { !$0.isEmpty }
    let isWord = !day.isEmpty && FigureText(day) == nil && filled > 1 && (amounts > 0 || (isWithin && filled > 2))
    // One amount, and what it was for: the day is a number, or missing.
    let texts = [StatementColumn.description, .counterparty, .memo].map { columns.text($0, row) }
    let hasText = texts.contains { !$0.isEmpty && FigureText($0) == nil }
    let isNumbered = hasText && amounts == 1 && (!day.isEmpty || isWithin || !columns.text(.balance, row).isEmpty)
    if isWord || isNumbered { return .problem(StatementFlaw(.noDay(day), line: row.number)) }
    return isWithin && filled > 0 ? .nothing(StatementFlaw(.remark, line: row.number)) : nil
  }

  /// Whether the row is a balance or a sum, by the profile or by its words.
  private func sumKind(_ row: TableRow) -> StatementFlaw.Kind? {
    let hasText = !columns.text(.description, row).isEmpty
    for (place, field) in row.fields.enumerated() where !field.isEmpty {
      let isText = !hasText || [.description, .memo, .date].contains { columns.places[$0]?.contains(place) == true }
      if isText, let kind = SumWords.kind(field) { return payees.contains(row.number) ? nil : kind }
    }
    guard let sums = columns.profile?.sums, !sums.isEmpty else { return nil }
    for (place, title) in columns.titles.enumerated() {
      if let texts = sums[TitleNames.plain(title)], texts.contains(row[place].lowercased()) { return .turnoverLine }
    }
    return nil
  }

  /// The numbers of rows that say "Total" and have a day and an amount, which is the sum of no other rows: they paid
  /// somebody of that name.
  private func payeesCalledTotal() -> Set<Int> {
    // As it is written: which way amounts went may not be known yet.
    func amount(_ row: TableRow) -> Int64? {
      if row.isBlank || row.flaw != nil || dayText(row) == nil { return nil }
      return [StatementColumn.amount, .in, .out].lazy.compactMap { column in
        let text = columns.text(column, row)
        guard let figure = FigureText(text),
          let minor = try? habits.figures.minor(figure, text, Self.currency(of: row, columns) ?? options.currency), minor != 0
        else { return nil }
        return figure.isNegative || column == .out ? -minor : minor
      }.first
    }
    let named = Set(rows.filter { $0.fields.contains(where: SumWords.isPayeeToo) && amount($0) != nil }.map(\.number))
    if named.isEmpty { return [] }
    var (others, before, part) = (RowSums(), RowSums(), RowSums())
    for row in rows where !named.contains(row.number) { if let amount = amount(row) { others.add(amount) } }
    var payees: Set<Int> = []
    for row in rows {
      guard let amount = amount(row) else { continue }
      if named.contains(row.number) {
        if [others, before, part].contains(where: { $0.has(amount) }) {
          part = RowSums()
          continue
        }
        payees.insert(row.number)
      }
      before.add(amount)
      part.add(amount)
    }
    return payees
  }

  private mutating func noteBalance(_ row: TableRow, at index: Int) {
    guard let isOpening = row.fields.compactMap(SumWords.isOpening).first else { return }
    var found = balance(row, (try? statedCurrency(of: row)) ?? options.currency)
    if found == nil, case .line(let line)? = try? self.line(row, at: index) {
      // Where nothing says which way amounts went, what was in the account went no way.
      found = ways.isUndirected ? abs(line.minor) : line.minor
    }
    guard let found else { return }
    if isOpening { openings.append(found) } else { closings.append(found) }
  }

  private func line(_ row: TableRow, at index: Int) throws(StatementFlaw) -> StatementRecord.Outcome {
    guard row.fields.dropFirst(columns.titles.count).allSatisfy(\.isEmpty) else { throw StatementFlaw(.widerThanTitles) }
    let state = columns.text(.state, row)
    if SumWords.isUndone(state) || columns.profile?.undone.contains(state.lowercased()) ?? false {
      return .nothing(StatementFlaw(.notCompleted(state), line: row.number))
    }
    let said = try statedCurrency(of: row) ?? ways.currency(in: row)
    let currency = said ?? options.currency
    let day = try day(row)
    guard let minor = try minor(row, at: index, currency) else {
      return .nothing(StatementFlaw(.noMovement, line: row.number))
    }
    let fee = FigureText(columns.text(.fee, row))
    let taken = try fee.map { figure throws(StatementFlaw) in try habits.figures.minor(figure, columns.text(.fee, row), currency) } ?? 0
    var text = columns.text(.description, row).collapsed
    let memo = columns.text(.memo, row).collapsed
    if !memo.isEmpty, memo != text { text = text.isEmpty ? memo : text + " " + memo }
    let other = columns.counterparty(row, cameIn: minor > 0)
    // What has no words but a category is called by it.
    if text.isEmpty, other.isEmpty { text = columns.text(.category, row) }
    return .line(
      StatementLine(
        number: row.number, day: day, minor: minor - taken, currency: said ?? stated, text: text,
        reference: columns.text(.reference, row), counterparty: other, balance: balance(row, currency)))
  }

  /// What moved; where a mark contradicts its column, the balances decide.
  private func minor(_ row: TableRow, at index: Int, _ currency: Currency) throws(StatementFlaw) -> Int64? {
    do throws(StatementFlaw) {
      return try ways.minor(row, currency, habits.figures)
    } catch {
      switch error.kind {
      case .directionUnclear: if let moved = proven[index] { return moved }
      case .directionsDiffer: if let moved = moved(row, at: index, currency) { return moved }
      default: break
      }
      throw error
    }
  }

  /// What moved by the balance behind the line and those of the lines beside it, the older of which is above or below;
  /// nil where they show no direction, or two.
  private func moved(_ row: TableRow, at index: Int, _ currency: Currency) -> Int64? {
    guard let amount = ways.magnitude(row, currency, habits.figures), let behind = balance(row, currency) else { return nil }
    let beside = [rows[..<index].last { !$0.isBlank }, rows[(index + 1)...].first { !$0.isBlank }]
    let found = Set(beside.compactMap { $0.flatMap { balance($0, currency) } }.map { behind - $0 }.filter { abs($0) == amount })
    return found.count == 1 ? found.first : nil
  }

  private func day(_ row: TableRow) throws(StatementFlaw) -> CivilDate {
    let own = columns.text(.date, row)
    let text = DayText(own) == nil ? columns.text(.valueDate, row) : own
    guard let day = DayText(text) else { throw StatementFlaw(.noDay(text)) }
    if let order = habits.order, let date = day.day(in: order) { return date }
    if let only = day.only { return only }
    throw StatementFlaw(.dayUnclear(text))
  }

  /// What was in the account behind the line; a mark at it says whether that is a debt.
  private func balance(_ row: TableRow, _ currency: Currency) -> Int64? {
    let text = columns.text(.balance, row)
    guard let figure = FigureText(text), let minor = try? habits.figures.minor(figure, text, currency) else { return nil }
    return figure.isNegative || figure.direction == .out ? -minor : minor
  }

  static func currency(of row: TableRow, _ columns: TableColumns) -> Currency? { Currency(code: columns.text(.currency, row).uppercased()) }

  private func statedCurrency(of row: TableRow) throws(StatementFlaw) -> Currency? {
    let text = columns.text(.currency, row)
    if text.isEmpty { return nil }
    guard let currency = try Currency(named: text, among: options) else { throw StatementFlaw(.currencyUnknown(text)) }
    return currency
  }
}

extension Currency {
  /// By its code or sign; nil where the text is neither.
  ///
  /// - Throws: `currencyDiffers` where several have the sign, and that of the options does not.
  init?(named text: String, among options: StatementOptions) throws(StatementFlaw) {
    if let currency = Currency(code: text.uppercased()) {
      self = currency
      return
    }
    guard FigureText.isSign(text), let figure = FigureText("1 \(text)") else { return nil }
    guard figure.fits(options.currency) else { throw StatementFlaw(.currencyDiffers(text, options.currency)) }
    self = figure.currency ?? options.currency
  }
}

/// What rows of a table come to.
private struct RowSums {
  private var (came, went): (Int64, Int64) = (0, 0)

  // What is too large for the sums is equal to none.
  mutating func add(_ amount: Int64) { if amount < 0 { went &-= amount } else { came &+= amount } }

  /// Whether an amount is what came, what went, both or the difference, whichever sign it has.
  func has(_ amount: Int64) -> Bool { [came, went, came &+ went, came &- went].contains { $0.magnitude == amount.magnitude } }
}

/// Words of lines that are no movement.
enum SumWords {
  /// What a text is that says nothing but this.
  static func kind(_ text: String) -> StatementFlaw.Kind? {
    let plain = plain(text)
    if opening.contains(plain) || closing.contains(plain) { return .balanceLine }
    return turnover.contains(plain) ? .turnoverLine : nil
  }

  /// Whether the word for a sum is also what somebody is called, as a chain of petrol stations is.
  static func isPayeeToo(_ text: String) -> Bool { TitleNames.plain(text) == "total" }

  /// Whether a balance is that before the lines; nil where the text is no balance.
  static func isOpening(_ text: String) -> Bool? {
    let plain = plain(text)
    return opening.contains(plain) ? true : closing.contains(plain) ? false : nil
  }

  /// Whether a text in a day's place says that the line is not booked yet.
  static func isPending(_ text: String) -> Bool { pending.contains(TitleNames.plain(text)) }

  /// Whether a state says that nothing came of the line, and nothing will.
  static func isUndone(_ text: String) -> Bool { undone.contains(TitleNames.plain(text)) }

  /// A text as it is compared, without a day behind it, as in "Beginning balance as of 10/01/2026".
  private static func plain(_ text: String) -> String {
    let plain = TitleNames.plain(text)
    guard plain.utf8.last.map({ (0x30...0x39).contains($0) }) ?? false else { return plain }
    var words = plain.split(separator: " ")
    while words.count > 1, let last = words.last, last.allSatisfy(\.isNumber) || isBeforeDay(last) { words.removeLast() }
    return words.joined(separator: " ")
  }

  private static func isBeforeDay(_ word: Substring) -> Bool {
    MonthNames.month(String(word)) != nil || beforeDay.contains(String(word))
  }

  private static let beforeDay: Set<String> = [
    "as", "of", "on", "at", "am", "vom", "per", "zum", "au", "du", "le", "el", "al", "op", "den", "na",
  ]
  private static let pending: Set<String> = [
    "pending", "reserved", "processing", "vorgemerkt", "reserverat", "reservert", "reserveret", "varaus", "en attente", "pendiente",
    "in behandeling", "gereserveerd", "in attesa", "w toku", "लंबित", "offen", "venter",
  ]
  private static let undone: Set<String> = [
    "failed", "failure", "declined", "denied", "rejected", "cancelled", "canceled", "reverted", "expired", "fehlgeschlagen", "abgelehnt",
    "refusé", "refusée", "annulé", "annulée", "échoué", "rechazado", "rechazada", "cancelado", "cancelada", "anulado", "anulada", "mislukt",
    "geweigerd", "geannuleerd", "rifiutato", "annullato", "avvisad", "avvist", "afvist", "odrzucona", "anulowana", "असफल", "विफल", "अस्वीकृत",
    "रद्द",
  ]
  private static let opening: Set<String> = [
    "opening balance", "starting balance", "beginning balance", "balance brought forward", "brought forward", "b f", "previous balance",
    "anfangssaldo", "alter saldo",
    "kontostand alt",
    "solde initial", "ancien solde", "solde précédent", "beginsaldo", "ingående saldo", "saldo inicial", "saldo anterior",
    "saldo iniziale", "saldo precedente", "saldo początkowe", "प्रारंभिक शेष", "आरंभिक शेष",
  ]
  private static let closing: Set<String> = [
    "closing balance", "ending balance", "balance carried forward", "carried forward", "c f", "endsaldo", "neuer saldo", "kontostand neu",
    "kontostand", "solde final",
    "nouveau solde", "eindsaldo", "utgående saldo", "saldo final", "saldo do dia", "saldo atual", "saldo", "s a l d o",
    "saldo finale", "saldo końcowe", "अंतिम शेष",
  ]
  private static let turnover: Set<String> = [
    "turnover", "total", "totals", "grand total", "summe", "gesamt", "umsätze gesamt", "totaal", "total général", "suma", "apyvarta",
    "käive", "कुल",
  ]
}
