import Ledger

/// Reads tables of apps for people who share: Splitwise, Spliit, Cospend, ihatemoney, SplitPro, Tricount and Settle Up.
enum SharedReading {
  /// The book of a file; nil when it is no app's.
  static func read(_ rows: [TableRow], _ options: StatementOptions) throws(StatementFlaw) -> SharedBook? {
    for (place, row) in rows.enumerated() where row.fields.count >= 5 {
      let titles = row.fields.map(TitleNames.plain)
      if let app = app(titles) {
        var reader = SharedTable(app, row, Array(rows[(place + 1)...]), Array(rows[..<place]), options)
        return reader.read()
      }
      if place < 10, SplitwiseReading.areTitles(row, rows[(place + 1)...]) {
        var reader = SplitwiseReading(row, Array(rows[(place + 1)...]), options)
        return reader.read()
      }
    }
    return nil
  }

  /// Whether a row has the titles of an app's table.
  static func areTitles(_ row: TableRow) -> Bool { row.fields.count >= 5 && app(row.fields.map(TitleNames.plain)) != nil }

  private static func app(_ titles: [String]) -> SharedTable.App? {
    let there = Set(titles)
    func has(_ all: String...) -> Bool { all.allSatisfy(there.contains) }
    if has("is reimbursement", "split mode", "cost") { return .spliit }
    if has("what", "amount", "payer name", "owers") { return has("timestamp") || has("payer active") ? .cospend : .ihatemoney }
    if has("paid by", "name", "split type", "you lent", "you owe") { return .splitpro }
    if has("who paid", "amount", "for whom", "split amounts") { return .settleup }
    if has("title", "amount", "currency"), titles.contains(where: { $0.hasPrefix("impacted to ") }) { return .tricount }
    return nil
  }
}

/// Reads the export of a group or a friendship from Splitwise, in whatever language (SPEC SW-01).
///
/// The file has for each person only what they paid less what they owe, so who paid how much is made up, and the
/// balances are exact: the totals at its end are compared with them.
struct SplitwiseReading {
  private let people: [(name: String, place: Int)]
  private let rows: [TableRow]
  private let options: StatementOptions
  private let figures: FigureReader
  private let order: DayOrder?
  /// What the lines so far come to, by currency and person.
  private var totals: [Currency: [Int64]] = [:]
  private var problems = 0

  /// Whether the first line below has a day, three texts or figures, a currency, and figures that come to 0.
  static func areTitles(_ titles: TableRow, _ below: ArraySlice<TableRow>) -> Bool {
    guard titles.fields.count > 5, !titles[5].isEmpty, FigureText(titles[3]) == nil, DayText(titles[0]) == nil else { return false }
    let english = titles.fields.prefix(5).map { $0.lowercased() } == ["date", "description", "category", "cost", "currency"]
    guard let row = below.first(where: { !$0.isBlank }) else { return english }
    let isLine =
      DayText(row[0]) != nil && Currency(code: row[4]) != nil && (FigureText(row[3]) != nil || row[3].isEmpty)
      && row.fields.dropFirst(5).allSatisfy { $0.isEmpty || FigureText($0) != nil }
    return english || isLine
  }

  init(_ titles: TableRow, _ rows: [TableRow], _ options: StatementOptions) {
    people = titles.fields.enumerated().dropFirst(5).map { (name: $1, place: $0) }.filter { !$0.name.isEmpty }
    (self.rows, self.options) = (rows, options)
    var (days, decimals) = (DayVote(), DecimalVote())
    for row in rows {
      if let day = DayText(row[0]) { days.add(day) }
      let exponent = Int((Currency(code: row[4]) ?? options.currency).exponent)
      for field in row.fields.dropFirst(3) { if let figure = FigureText(field) { decimals.add(figure, exponent: exponent) } }
    }
    order = options.dayOrder ?? days.order(isDayFirst: false)
    figures = FigureReader(mark: options.decimalMark, decimals)
  }

  mutating func read() -> SharedBook {
    var book = SharedBook(app: "splitwise", people: people.map(\.name))
    for row in rows where !row.isBlank {
      do throws(StatementFlaw) {
        if let flaw = row.flaw { throw StatementFlaw(flaw) }
        guard let outcome = try outcome(row) else { continue }
        book.records.append(SharedRecord(number: row.number, outcome: outcome))
      } catch {
        problems += 1
        book.records.append(SharedRecord(number: row.number, outcome: .problem(StatementFlaw(error.kind, line: row.number))))
      }
    }
    return book
  }

  /// What a row says; nil for totals that agree.
  private mutating func outcome(_ row: TableRow) throws(StatementFlaw) -> SharedRecord.Outcome? {
    guard row.fields.count >= 5 else { throw StatementFlaw(.narrowerThanNeeded(5)) }
    guard let currency = Currency(code: row[4].uppercased()) else { throw StatementFlaw(.currencyUnknown(row[4])) }
    let nets = try nets(row, currency)
    // Only a total has no cost.
    if row[3].isEmpty { return check(nets, currency, row.number) }
    let day = try DayVote.day(row[0], order)
    let cost = try Self.signed(row[3], currency, figures)
    let sum = zip(totals[currency] ?? nets.map { _ in 0 }, nets).map { $0.addingReportingOverflow($1).partialValue }
    totals[currency] = sum
    guard nets.contains(where: { $0 != 0 }) else { return .nothing(StatementFlaw(.nobodyOwes, line: row.number)) }
    let missing = nets.reduce(Int64(0)) { $0.addingReportingOverflow($1).partialValue }
    guard missing == 0 else { throw StatementFlaw(.sharesDiffer(missing, currency)) }
    return .line(try line(row, day, cost, nets, currency))
  }

  private func line(_ row: TableRow, _ day: CivilDate, _ cost: Int64, _ nets: [Int64], _ currency: Currency) throws(StatementFlaw)
    -> SharedLine
  {
    // Money that came back is an income of its receiver.
    let sides = nets.map { cost < 0 ? -$0 : $0 }
    let given = sides.filter { $0 > 0 }
    let lent = given.reduce(0, +)
    guard lent <= abs(cost) else { throw StatementFlaw(.sharesExceed) }
    // What nobody owes was used by those who paid, by how much they lent.
    var used = (abs(cost) - lent).divided(by: given)[...]
    var line = SharedLine(
      number: row.number, day: day, kind: cost < 0 ? .income : .expense, minor: abs(cost), currency: currency, text: row[1].collapsed,
      category: row[2].collapsed, paid: [], owed: [])
    for (person, side) in zip(people, sides) where side != 0 {
      guard side > 0 else {
        line.owed.append(SharedPart(person.name, -side))
        continue
      }
      let own = used.popFirst() ?? 0
      line.paid.append(SharedPart(person.name, side + own))
      if own > 0 { line.owed.append(SharedPart(person.name, own)) }
    }
    if cost > 0, given == [cost], line.owed.count == 1, line.paid.count == 1, PaymentWords.isPayment(line) { line.kind = .transfer }
    return line
  }

  private func nets(_ row: TableRow, _ currency: Currency) throws(StatementFlaw) -> [Int64] {
    do throws(StatementFlaw) {
      return try people.map { person throws(StatementFlaw) in try Self.signed(row[person.place], currency, figures) }
    } catch {
      guard case .tooManyDecimals = error.kind else { throw error }
      // Finer than the currency: down to what it has, and what is left to the largest remainders.
      let fine = people.map { person in Self.fine(row[person.place], currency, figures) }
      guard fine.allSatisfy({ $0 != nil }), fine.reduce(Int128(0), { $0 + ($1 ?? 0) }).magnitude < Int128(people.count) * Self.fineness
      else {
        throw error
      }
      let whole = fine.map { Int64(floor(($0 ?? 0), Self.fineness)) }
      let left = whole.reduce(0, +)
      let rests = fine.indices.sorted { first, second in
        let rest = { (place: Int) in (fine[place] ?? 0) - Int128(whole[place]) * Self.fineness }
        return (rest(second), first) < (rest(first), second)
      }
      var rounded = whole
      for place in rests.prefix(Int(max(0, -left))) { rounded[place] += 1 }
      return rounded
    }
  }

  private static let fineness: Int128 = 1_000_000

  /// Millionths of a minor unit.
  private static func fine(_ text: String, _ currency: Currency, _ figures: FigureReader) -> Int128? {
    if text.isEmpty { return 0 }
    guard let figure = FigureText(text) else { return nil }
    let exponent = Int(currency.exponent) + 6
    let fits = (figures.mark.map { [$0] } ?? DecimalMark.allCases).compactMap { figure.minor($0, exponent: exponent) }
    guard let minor = fits.first else { return nil }
    return figure.isNegative ? -Int128(minor) : Int128(minor)
  }

  /// Compares the totals of the file with what its lines come to.
  private func check(_ stated: [Int64], _ currency: Currency, _ line: Int) -> SharedRecord.Outcome? {
    let reckoned = totals[currency] ?? stated.map { _ in 0 }
    guard let place = stated.indices.first(where: { stated[$0] != reckoned[$0] }) else { return nil }
    let flaw = StatementFlaw(
      .totalDiffers(of: people[place].name, stated: stated[place], reckoned: reckoned[place], currency), line: line)
    // A line that could not be read is missing in the sum, and is reported itself.
    return problems == 0 ? .problem(flaw) : .nothing(flaw)
  }

  /// "-30.00"; nothing is 0.
  private static func signed(_ text: String, _ currency: Currency, _ figures: FigureReader) throws(StatementFlaw) -> Int64 {
    if text.isEmpty { return 0 }
    guard let figure = FigureText(text), figure.direction == nil else { throw StatementFlaw(.noAmount(text)) }
    let minor = try figures.minor(figure, text, currency)
    return figure.isNegative ? -minor : minor
  }
}

private func floor(_ value: Int128, _ divisor: Int128) -> Int128 {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? quotient - 1 : quotient
}

/// Tells a payment from one to another from something that one paid for the other.
enum PaymentWords {
  /// By the category, or by both names in the text.
  static func isPayment(_ line: SharedLine) -> Bool {
    if categories.contains(line.category.lowercased()) { return true }
    guard let from = line.paid.first?.name, let to = line.owed.first?.name else { return false }
    let text = line.text.lowercased()
    return text.contains(from.lowercased()) && text.contains(to.lowercased())
  }

  private static let categories: Set<String> = [
    "payment", "zahlung", "paiement", "pago", "pagamento", "betaling", "betalning", "płatność", "platba", "maksu", "भुगतान", "reimbursement",
    "settlement", "repayment", "transfer", "remboursement", "rückzahlung", "money transfer",
  ]
}

extension DayVote {
  /// The day of a text, in the order of the file.
  static func day(_ text: String, _ order: DayOrder?) throws(StatementFlaw) -> CivilDate {
    guard let day = DayText(text) else { throw StatementFlaw(.noDay(text)) }
    if let order, let date = day.day(in: order) { return date }
    guard let only = day.only else { throw StatementFlaw(.dayUnclear(text)) }
    return only
  }
}
