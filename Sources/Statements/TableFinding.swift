import Ledger

/// A table of a file: its columns and the rows below their titles.
struct FoundTable {
  var columns: TableColumns
  var rows: [TableRow]
}

/// Finds the tables of a file, and what its columns hold.
struct TableFinding {
  private(set) var tables: [FoundTable] = []
  /// What stands in no table: preambles.
  private(set) var others: [TableRow] = []

  /// Finds lines of titles by their names, otherwise one table by its content.
  init(_ rows: [TableRow], _ options: StatementOptions) throws(StatementFlaw) {
    for row in rows {
      if TableColumns.areTitles(row, options) {
        // A page's titles once more.
        if let last = tables.last, last.columns.titles == row.fields { continue }
        tables.append(FoundTable(columns: try TableColumns(row.fields, options), rows: []))
      } else if tables.isEmpty {
        others.append(row)
      } else {
        tables[tables.count - 1].rows.append(row)
      }
    }
    if tables.isEmpty { try findByContent(rows, options) }
    for place in tables.indices { try complete(&tables[place]) }
    // A table of something else holds no line.
    if tables.count > 1 { tables.removeAll { table in !table.rows.contains { DayText(table.columns.text(.date, $0)) != nil } } }
  }

  /// A table whose titles tell nothing, or that has none.
  private mutating func findByContent(_ rows: [TableRow], _ options: StatementOptions) throws(StatementFlaw) {
    let lines = rows.indices.filter { place in
      rows[place].fields.contains { DayText($0) != nil } && rows[place].fields.contains { FigureText($0) != nil }
    }
    // What stands above lines that are all of another width is a summary.
    let widths = Set(lines.dropFirst().map { rows[$0].fields.count })
    let isBelowSummary = lines.count > 1 && widths.count == 1 && !widths.contains(rows[lines[0]].fields.count)
    guard let first = isBelowSummary ? lines[1] : lines.first else {
      guard let titles = rows.first(where: { !$0.isBlank && $0.flaw == nil }) else { throw StatementFlaw(.fileEmpty) }
      let columns = try TableColumns(titles.fields, options)
      throw columns.has(.date) || titles.fields.count > 1
        ? StatementFlaw(.columnMissing(columns.has(.date) ? "amount" : "date", titles: titles.fields)) : StatementFlaw(.noTable)
    }
    let above = first > 0 ? rows[first - 1] : nil
    let isTitles = above.map { $0.fields.count >= 2 && $0.fields.count == rows[first].fields.count && !$0.isBlank } ?? false
    others = Array(rows[..<(isTitles ? first - 1 : first)])
    let titles = isTitles ? above?.fields ?? [] : rows[first].fields.map { _ in "" }
    tables = [FoundTable(columns: try TableColumns(titles, options), rows: Array(rows[first...]))]
  }

  /// Adds to the columns what their content shows, and asks for what it does not.
  private func complete(_ table: inout FoundTable) throws(StatementFlaw) {
    let width = table.columns.titles.count
    let shapes = (0..<width).map { ColumnShape($0, table.rows) }
    func isMostly(_ column: StatementColumn, _ part: (ColumnShape) -> Int) -> Bool {
      guard let place = table.columns.places[column]?.first, shapes.indices.contains(place) else { return false }
      return part(shapes[place]) * 2 >= shapes[place].filled
    }
    if table.columns.has(.currency), !isMostly(.currency, \.currencies) { table.columns.remove(.currency) }
    if table.columns.has(.valueDate), !isMostly(.valueDate, \.days) {
      let isCurrency = isMostly(.valueDate, \.currencies)
      let place = table.columns.places[.valueDate]?.first
      table.columns.remove(.valueDate)
      if isCurrency, let place, !table.columns.has(.currency) { table.columns.add(.currency, place) }
    }
    if !table.columns.has(.date), !table.columns.has(.valueDate) {
      let found = table.columns.free(of: width).first { shapes[$0].days > 0 && shapes[$0].days * 5 >= shapes[$0].filled * 4 }
      guard let found else { throw StatementFlaw(.columnMissing("date", titles: table.columns.shown(table.rows))) }
      table.columns.add(.date, found)
    }
    if !table.columns.has(.amount), !table.columns.has(.in), !table.columns.has(.out) {
      let found = table.columns.free(of: width).filter { place in
        shapes[place].figures > 0 && shapes[place].figures * 5 >= shapes[place].filled * 4 && shapes[place].days * 2 < shapes[place].filled
      }
      if let (money, balance) = MoneyColumns.find(found, table.rows) {
        for (column, place) in money { table.columns.add(column, place) }
        if let balance, !table.columns.has(.balance) { table.columns.add(.balance, balance) }
      } else {
        throw StatementFlaw(.columnMissing("amount", titles: table.columns.shown(table.rows)))
      }
    }
    if table.columns.has(.amount), !table.columns.has(.mark), !table.columns.has(.in), !table.columns.has(.out) {
      let free = table.columns.free(of: width)
      let isSigned = table.rows.contains { row in
        FigureText(table.columns.text(.amount, row)).map { $0.isNegative || $0.isPositive || $0.direction != nil } ?? false
      }
      // Where nothing else says it, one with both marks in most rows does; the others' rows are asked about.
      let found =
        free.first { shapes[$0].marks > 0 && shapes[$0].marks == shapes[$0].filled }
        ?? free.first { !isSigned && shapes[$0].directions.count == 2 && shapes[$0].marks * 2 > shapes[$0].filled }
      if let found { table.columns.add(.mark, found) }
    }
    completeCurrency(&table, shapes)
    completeTexts(&table, shapes)
    if !table.columns.has(.description), !table.columns.has(.counterparty), !table.columns.has(.memo) {
      let found = table.columns.free(of: width).filter { shapes[$0].letters > 0 }.max { shapes[$0].letters < shapes[$1].letters }
      guard let found else { throw StatementFlaw(.columnMissing("description", titles: table.columns.shown(table.rows))) }
      table.columns.add(.description, found)
    }
  }

  /// Takes a column of codes for the currency: one code in each line, or behind each amount. What only some lines have
  /// is the currency of something else.
  private func completeCurrency(_ table: inout FoundTable, _ shapes: [ColumnShape]) {
    guard !table.columns.has(.currency) else { return }
    let lines = (table.columns.places[.date] ?? table.columns.places[.valueDate])?.first.map { shapes[$0].days } ?? 0
    let codes = table.columns.free(of: shapes.count).filter {
      shapes[$0].filled >= max(1, lines) && shapes[$0].codedFields == shapes[$0].filled
    }
    let behind = table.columns.places[.amount]?.first.map { $0 + 1 }
    if let found = codes.first(where: { $0 == behind }) ?? codes.first(where: { shapes[$0].codes.count == 1 }) {
      table.columns.add(.currency, found)
    }
  }

  /// Takes the columns of texts for what their content shows.
  private func completeTexts(_ table: inout FoundTable, _ shapes: [ColumnShape]) {
    // A column that says DEBIT and CREDIT describes nothing.
    table.columns.remove(.description) { place in shapes.indices.contains(place) && shapes[place].marks * 2 >= max(1, shapes[place].filled)
    }
    // Columns without a title go on with the text before them.
    if let last = table.columns.places[.description]?.max() {
      var next = last + 1
      while shapes.indices.contains(next), table.columns.titles[next].isEmpty, shapes[next].letters > 0 {
        table.columns.add(.description, next)
        next += 1
      }
    }
    if !table.columns.has(.description), !table.columns.has(.memo), table.columns.has(.note) { table.columns.move(.note, to: .description) }
  }
}

/// What the fields of a column look like.
struct ColumnShape {
  private(set) var filled = 0
  private(set) var days = 0
  private(set) var figures = 0
  private(set) var currencies = 0
  /// Fields that are the code of a currency, in capitals, and the codes.
  private(set) var (codedFields, codes): (Int, Set<String>) = (0, [])
  private(set) var marks = 0
  /// Which marks there are.
  private(set) var directions: Set<Direction> = []
  /// Letters of fields that are none of these.
  private(set) var letters = 0

  // Limit: so many rows show what a column holds.
  private static let sampleRows = 200

  init(_ place: Int, _ rows: [TableRow]) {
    for row in rows.prefix(Self.sampleRows) where row.flaw == nil && row.fields.count > 1 {
      let text = row[place]
      if text.isEmpty || text == "-" { continue }
      filled += 1
      if DayText(text) != nil { days += 1 } else if FigureText(text) != nil { figures += 1 } else { letters += text.utf8.count }
      if Currency(code: text.uppercased()) != nil || FigureText.isSign(text) { currencies += 1 }
      if text.utf8.count == 3, Currency(code: text) != nil {
        codedFields += 1
        codes.insert(text)
      }
      if let direction = Direction(mark: text) {
        marks += 1
        directions.insert(direction)
      }
    }
  }
}
