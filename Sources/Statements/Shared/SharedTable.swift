import Ledger

/// Reads the tables of apps that name payers and sharers.
struct SharedTable {
  enum App: String {
    case spliit, cospend, ihatemoney, splitpro, tricount, settleup
  }

  private let app: App
  private let titles: [String]
  private let rawTitles: [String]
  private let rows: [TableRow]
  private let options: StatementOptions
  private let figures: FigureReader
  private let order: DayOrder?
  /// Weights by name, where the file has them.
  private var weights: [String: Int64] = [:]
  /// Names of categories by their numbers.
  private var categories: [String: String] = [:]
  private var people: [String] = []

  init(_ app: App, _ titles: TableRow, _ rows: [TableRow], _ before: [TableRow], _ options: StatementOptions) {
    (self.app, self.options) = (app, options)
    rawTitles = titles.fields
    self.titles = titles.fields.map(TitleNames.plain)
    // Another table of the same file has fewer columns or other titles.
    let end =
      rows.firstIndex { $0.fields.count >= 2 && ["categoryname", "currencyname", "paymentmodename"].contains($0[0]) } ?? rows.endIndex
    self.rows = Array(rows[..<end])
    var (days, decimals) = (DayVote(), DecimalVote())
    for row in self.rows {
      for field in row.fields {
        if let day = DayText(field) { days.add(day) } else if let figure = FigureText(field) { decimals.add(figure, exponent: 2) }
      }
    }
    order = options.dayOrder ?? days.order(isDayFirst: false)
    figures = FigureReader(mark: options.decimalMark, decimals)
    readMembers(before)
    readCategories(Array(rows[end...]))
    readPeople()
  }

  /// The members of Cospend: name, weight.
  private mutating func readMembers(_ rows: [TableRow]) {
    guard let start = rows.firstIndex(where: { $0[0] == "name" && $0[1] == "weight" }) else { return }
    for row in rows[(start + 1)...] where !row.isBlank {
      people.append(row[0])
      weights[row[0]] = Self.weight(row[1])
    }
  }

  private mutating func readCategories(_ rows: [TableRow]) {
    guard let start = rows.firstIndex(where: { $0[0] == "categoryname" }) else { return }
    for row in rows[(start + 1)...] {
      guard !row.isBlank else { break }
      categories[row[1]] = row[0]
    }
  }

  private mutating func readPeople() {
    switch app {
    case .spliit:
      let start = (titles.firstIndex(of: "split mode") ?? titles.count) + 1
      people = rawTitles.dropFirst(start).filter { !$0.isEmpty }
    case .tricount: people = rawTitles.compactMap { $0.hasPrefix("Impacted to ") ? String($0.dropFirst(12)) : nil }
    case .splitpro:
      let other = rows.map { text("paid by", $0) }.first { $0 != "You" && !$0.isEmpty } ?? "Friend"
      people = ["You", other]
    case .settleup:
      for row in rows where row.flaw == nil { note(list("who paid", row) + list("for whom", row)) }
    case .cospend, .ihatemoney:
      for row in rows where row.flaw == nil {
        let payer = text("payer name", row)
        if !payer.isEmpty, weights[payer] == nil { weights[payer] = Self.weight(text("payer weight", row)) }
        note([payer] + owers(row))
      }
    }
  }

  private mutating func note(_ names: [String]) {
    for name in names where !name.isEmpty && !people.contains(name) && people.count < StatementLimits.fieldsMax { people.append(name) }
  }

  /// What stands between semicolons in a field.
  private func list(_ title: String, _ row: TableRow) -> [String] {
    text(title, row).split(separator: ";", omittingEmptySubsequences: false).map(\.collapsed)
  }

  /// A weight in thousandths.
  private static func weight(_ text: String) -> Int64? {
    FigureText(text).flatMap { $0.isNegative ? nil : $0.minor(.point, exponent: 3) }.flatMap { $0 <= 1_000_000_000 ? $0 : nil }
  }

  private func owers(_ row: TableRow) -> [String] { text("owers", row).split(separator: ",").map(\.collapsed).filter { !$0.isEmpty } }

  private func text(_ title: String, _ row: TableRow) -> String { titles.firstIndex(of: title).map { row[$0] } ?? "" }

  mutating func read() -> SharedBook {
    var book = SharedBook(app: app.rawValue, people: people)
    for row in rows where !row.isBlank {
      do throws(StatementFlaw) {
        if let flaw = row.flaw { throw StatementFlaw(flaw) }
        if row.fields.count < 3 { continue }
        book.records.append(SharedRecord(number: row.number, outcome: try outcome(row)))
      } catch {
        book.records.append(SharedRecord(number: row.number, outcome: .problem(StatementFlaw(error.kind, line: row.number))))
      }
    }
    return book
  }

  private func outcome(_ row: TableRow) throws(StatementFlaw) -> SharedRecord.Outcome {
    let line =
      switch app {
      case .spliit: try spliit(row)
      case .cospend, .ihatemoney: try weighted(row)
      case .splitpro: try splitpro(row)
      case .tricount: try tricount(row)
      case .settleup: try settleUp(row)
      }
    guard var line else { return .nothing(StatementFlaw(.notCompleted("deleted"), line: row.number)) }
    guard line.minor > 0 else { return .nothing(StatementFlaw(.noMovement, line: row.number)) }
    if line.kind == .transfer, line.paid.count != 1 || line.owed.count != 1 || line.paid[0].name == line.owed[0].name {
      line.kind = .expense
    }
    let missing = line.minor - line.owed.reduce(0) { $0 + $1.minor }
    guard missing == 0 else { throw StatementFlaw(.sharesDiffer(missing, line.currency)) }
    return .line(line)
  }

  private func line(_ row: TableRow, day: String, amount: String, currency: Currency?, text: String) throws(StatementFlaw) -> SharedLine {
    guard let figure = FigureText(amount) else { throw StatementFlaw(.noAmount(amount)) }
    guard figure.fits(currency ?? options.currency) else { throw StatementFlaw(.currencyDiffers(amount, currency ?? options.currency)) }
    let minor = try figures.minor(figure, amount, currency ?? options.currency)
    return SharedLine(
      number: row.number, day: try DayVote.day(day, order), kind: figure.isNegative ? .income : .expense, minor: minor, currency: currency,
      text: text.collapsed, paid: [], owed: [])
  }

  private func currency(_ text: String) throws(StatementFlaw) -> Currency? { try Currency(named: text, among: options) }

  /// Each person's share, above 0 for who paid. Who paid and has no share is known where nobody else has none.
  private func spliit(_ row: TableRow) throws(StatementFlaw) -> SharedLine? {
    var line = try line(
      row, day: text("date", row), amount: text("cost", row), currency: try currency(text("currency", row)), text: text("description", row))
    line.category = text("category", row)
    let start = rawTitles.count - people.count
    var shares: [(name: String, minor: Int64, isPayer: Bool)] = []
    for (index, name) in people.enumerated() {
      let field = row[start + index]
      guard let figure = FigureText(field) else {
        shares.append((name, 0, false))
        continue
      }
      let minor = try figures.minor(figure, field, line.currency ?? options.currency)
      shares.append((name, minor, !figure.isNegative && minor > 0))
    }
    let idle = shares.filter { $0.minor == 0 }
    let payers = shares.filter(\.isPayer).map(\.name)
    guard let payer = payers.count == 1 ? payers[0] : payers.isEmpty && idle.count == 1 ? idle[0].name : nil else {
      throw StatementFlaw(.shareUnclear(line.text))
    }
    // The app rounds each share by itself.
    let sum = shares.reduce(Int64(0)) { $0.addingReportingOverflow($1.minor).partialValue }
    guard abs(line.minor - sum) <= Int64(people.count) else { throw StatementFlaw(.sharesDiffer(line.minor - sum, line.currency)) }
    let parts = line.minor.divided(by: shares.map(\.minor))
    line.paid = [SharedPart(payer, line.minor)]
    line.owed = zip(shares, parts).compactMap { $1 > 0 ? SharedPart($0.name, $1) : nil }
    if text("is reimbursement", row).lowercased() == "yes" { line.kind = .transfer }
    return line
  }

  private func weighted(_ row: TableRow) throws(StatementFlaw) -> SharedLine? {
    let what = text("what", row)
    if what == "deleteMeIfYouWant" || text("deleted", row) == "1" { return nil }
    var line = try line(row, day: text("date", row), amount: text("amount", row), currency: try currency(text("currency", row)), text: what)
    let number = text("categoryid", row)
    line.category = categories[number] ?? (number == "-11" ? "reimbursement" : "")
    line.note = text("comment", row).replacing("+", with: " ").percentDecoded.collapsedLines
    let owers = owers(row)
    guard !owers.isEmpty else { throw StatementFlaw(.shareUnclear(what)) }
    let hasOthers = weights.values.contains { $0 != 1_000 }
    let shares = try owers.map { name throws(StatementFlaw) -> Int64 in
      guard let weight = weights[name] ?? (hasOthers ? nil : 1_000) else { throw StatementFlaw(.shareUnclear(name)) }
      return weight
    }
    guard shares.contains(where: { $0 > 0 }) else { throw StatementFlaw(.shareUnclear(what)) }
    let payer = text("payer name", row)
    guard !payer.isEmpty else { throw StatementFlaw(.shareUnclear(what)) }
    line.paid = [SharedPart(payer, line.minor)]
    line.owed = zip(owers, line.minor.divided(by: shares)).compactMap { $1 > 0 ? SharedPart($0, $1) : nil }
    let type = text("bill type", row).lowercased()
    if type == "reimbursement" || number == "-11" { line.kind = .transfer }
    return line
  }

  private func splitpro(_ row: TableRow) throws(StatementFlaw) -> SharedLine? {
    var line = try line(
      row, day: text("expense date", row), amount: text("amount", row), currency: try currency(text("currency", row)),
      text: text("name", row))
    line.category = text("category", row)
    let payer = text("paid by", row)
    let other = payer == people[0] ? people[1] : people[0]
    let isSettlement = text("split type", row).lowercased() == "settlement"
    let field = isSettlement ? text("settlement", row) : payer == "You" ? text("you lent", row) : text("you owe", row)
    let share =
      try FigureText(field).map { figure throws(StatementFlaw) in try figures.minor(figure, field, line.currency ?? options.currency) } ?? 0
    guard share <= line.minor else { throw StatementFlaw(.sharesExceed) }
    line.paid = [SharedPart(payer, line.minor)]
    line.owed = [SharedPart(payer, line.minor - share), SharedPart(other, share)].filter { $0.minor > 0 }
    if isSettlement { line.kind = .transfer }
    return line
  }

  /// Lists of who paid, what each paid, for whom it was and what each owes, in the same order.
  private func settleUp(_ row: TableRow) throws(StatementFlaw) -> SharedLine? {
    let amounts = list("amount", row)
    // Who pays somebody back says nothing more of it than that.
    let words = ["purpose", "category", "type"].map { text($0, row) }.first { !$0.isEmpty } ?? ""
    var line = try line(row, day: text("date time", row), amount: amounts[0], currency: try currency(text("currency", row)), text: words)
    line.category = text("category", row)
    let currency = line.currency ?? options.currency
    func parts(_ title: String, _ fields: [String]) throws(StatementFlaw) -> [SharedPart] {
      let names = list(title, row)
      guard names.count == fields.count, names.count <= StatementLimits.fieldsMax, names.allSatisfy({ !$0.isEmpty }) else {
        throw StatementFlaw(.shareUnclear(line.text))
      }
      return try zip(names, fields).map { name, field throws(StatementFlaw) in
        guard let figure = FigureText(field) else { throw StatementFlaw(.noAmount(field)) }
        return SharedPart(name, try figures.minor(figure, field, currency))
      }
    }
    line.paid = try parts("who paid", amounts)
    line.minor = line.paid.reduce(0) { $0.addingReportingOverflow($1.minor).partialValue }
    guard (0...amountMinorMax).contains(line.minor) else { throw StatementFlaw(.amountTooLarge(text("amount", row))) }
    let shares = try parts("for whom", list("split amounts", row))
    // The app rounds each share by itself.
    let sum = shares.reduce(Int64(0)) { $0.addingReportingOverflow($1.minor).partialValue }
    guard abs(line.minor - sum) <= Int64(shares.count) else { throw StatementFlaw(.sharesDiffer(line.minor - sum, line.currency)) }
    line.owed = zip(shares, line.minor.divided(by: shares.map(\.minor))).compactMap { $1 > 0 ? SharedPart($0.name, $1) : nil }
    line.paid.removeAll { $0.minor == 0 }
    if text("type", row).lowercased() == "transfer" { line.kind = .transfer }
    return line
  }

  /// What each paid and was charged, in the group's own currency.
  private func tricount(_ row: TableRow) throws(StatementFlaw) -> SharedLine? {
    let own = titles.firstIndex { $0.hasPrefix("amount in default currency") }
    let home = own.flatMap { place in
      rawTitles[place].split(whereSeparator: { !$0.isLetter }).lazy.compactMap { Currency(code: String($0)) }.first
    }
    let amount = own.map { row[$0] } ?? ""
    var line = try line(
      row, day: text("date time", row).isEmpty ? text("date", row) : text("date time", row),
      amount: amount.isEmpty ? text("amount", row) : amount,
      currency: amount.isEmpty || home == nil ? try currency(text("currency", row)) : home, text: text("title", row))
    line.category = text("category", row)
    func parts(_ start: String) throws(StatementFlaw) -> [SharedPart] {
      var parts: [SharedPart] = []
      for (place, title) in rawTitles.enumerated() where title.hasPrefix(start) {
        guard let figure = FigureText(row[place]) else { continue }
        let minor = try figures.minor(figure, row[place], line.currency ?? options.currency)
        if minor > 0 { parts.append(SharedPart(String(title.dropFirst(start.count)), minor)) }
      }
      return parts
    }
    line.paid = try parts("Paid by ")
    if line.paid.isEmpty { line.paid = [SharedPart(text("paid by", row), line.minor)] }
    let charged = try parts("Impacted to ")
    let sum = charged.reduce(Int64(0)) { $0 + $1.minor }
    guard !charged.isEmpty, abs(line.minor - sum) <= Int64(charged.count) else {
      throw StatementFlaw(.sharesDiffer(line.minor - sum, line.currency))
    }
    line.owed = zip(charged, line.minor.divided(by: charged.map(\.minor))).map { SharedPart($0.name, $1) }
    let paid = line.paid.reduce(Int64(0)) { $0 + $1.minor }
    guard paid == line.minor else { throw StatementFlaw(.sharesDiffer(line.minor - paid, line.currency)) }
    if line.paid.count == 1, line.owed.count == 1, PaymentWords.isPayment(line) || text("transaction type", row).lowercased() == "balance" {
      line.kind = .transfer
    }
    return line
  }
}

extension String {
  /// The text with %41 as A; what is no UTF-8 stays as it is.
  var percentDecoded: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        rest = rest.dropFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}
