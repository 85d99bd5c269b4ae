import Ledger

/// Which way amounts of a table went: by two columns, by marks, or by signs.
struct DirectionHabits {
  private enum Way {
    /// A column of what came in, one of what went out, or one of the two.
    case columns
    /// A mark in a column of its own, or at the amount; what a line without one means.
    case marks(blank: Direction?)
    /// A minus.
    case signs(StatementOptions.SignHabit)
    /// The balances behind the lines, since no amount has a minus.
    case balances
    /// Nothing says it; whether some amounts have a minus, and what has none is unclear, too.
    case none(isMixed: Bool)
  }

  private let columns: TableColumns
  private let way: Way
  /// Whether all figures of the column of what went out have a minus, so that it says nothing; the same of what came
  /// in.
  private let (outIsIdle, inIsIdle): (Bool, Bool)

  /// Whether nothing in the file says it.
  var isUndirected: Bool { if case .none = way { true } else { false } }

  /// Whether balances are asked for what the line itself does not say.
  var asksBalances: Bool {
    switch way {
    case .balances, .marks: columns.has(.balance)
    case .columns, .signs, .none: false
    }
  }

  init(_ table: FoundTable, _ options: StatementOptions) {
    columns = table.columns
    var (marked, signed): (Set<Direction>, (plus: Bool, minus: Bool, bare: Bool)) = ([], (false, false, false))
    var (plain, negative): (Set<StatementColumn>, Set<StatementColumn>) = ([], [])
    for row in table.rows {
      if let mark = Direction(mark: columns.text(.mark, row)) { marked.insert(mark) }
      if let figure = FigureText(columns.text(.amount, row)) {
        if let direction = figure.direction { marked.insert(direction) }
        let isBare = !figure.isPositive && !figure.isNegative
        signed = (signed.plus || figure.isPositive, signed.minus || figure.isNegative, signed.bare || isBare)
      }
      for column in [StatementColumn.out, .in] {
        guard let figure = FigureText(columns.text(column, row)), figure.minor(.point, exponent: 3) != 0 else { continue }
        // What is marked as the other column's was taken back.
        let isTakenBack = figure.direction == (column == .out ? .in : .out)
        if figure.isNegative, !isTakenBack { negative.insert(column) } else { plain.insert(column) }
      }
    }
    // Where a mark stands at what went one way alone, what has none went the other.
    let blank: Direction? = marked.count == 1 ? (marked.contains(.in) ? .out : .in) : nil
    if !columns.has(.amount) {
      way = .columns
    } else if !marked.isEmpty {
      way = .marks(blank: blank)
    } else if let signs = options.signs ?? columns.profile?.signs {
      way = .signs(signs)
    } else if columns.has(.balance) && !columns.has(.kind) {
      way = signed.minus || !signed.bare ? .signs(.minusWentOut) : .balances
    } else if signed.plus && signed.minus {
      way = .signs(.minusWentOut)
    } else {
      way = .none(isMixed: signed.minus && signed.bare && !columns.has(.kind))
    }
    let idle = negative.subtracting(plain)
    (outIsIdle, inIsIdle) = (idle.contains(.out), idle.contains(.in))
  }

  /// The currency that the amount names.
  func currency(in row: TableRow) -> Currency? {
    [StatementColumn.amount, .in, .out].lazy.compactMap { FigureText(columns.text($0, row))?.currency }.first
  }

  /// What moved without its direction; nil where nothing did.
  func magnitude(_ row: TableRow, _ currency: Currency, _ figures: FigureReader) -> Int64? {
    [StatementColumn.amount, .in, .out].lazy.compactMap { column in
      let text = columns.text(column, row)
      guard let figure = FigureText(text), let minor = try? figures.minor(figure, text, currency) else { return nil }
      return minor == 0 ? nil : minor
    }.first
  }

  /// Whether a mark at an amount says the opposite of the column where it stands, or of the mark in a column of its
  /// own.
  private func isContradicted(_ figure: FigureText, _ column: StatementColumn, _ row: TableRow) -> Bool {
    guard let mark = figure.direction else { return false }
    switch column {
    // A credit below 0 is one that was taken back, whether it is marked as the credit or as what went out.
    case .in: return mark == .out && (!figure.isNegative || inIsIdle)
    case .out: return (mark == .in) != (figure.isNegative && !outIsIdle)
    default: return Direction(mark: columns.text(.mark, row)).map { $0 != mark } ?? false
    }
  }

  /// What moved, above 0 when it came in; nil where nothing did.
  func minor(_ row: TableRow, _ currency: Currency, _ figures: FigureReader) throws(StatementFlaw) -> Int64? {
    func read(_ column: StatementColumn) throws(StatementFlaw) -> (figure: FigureText, minor: Int64)? {
      let text = columns.text(column, row)
      if text.isEmpty { return nil }
      guard let figure = FigureText(text) else { throw StatementFlaw(.noAmount(text)) }
      guard figure.fits(currency) else { throw StatementFlaw(.currencyDiffers(text, currency)) }
      let minor = try figures.minor(figure, text, currency)
      guard minor == 0 || !isContradicted(figure, column, row) else { throw StatementFlaw(.directionsDiffer(text)) }
      return (figure, minor)
    }
    if case .columns = way {
      let (came, went) = (try read(.in), try read(.out))
      guard came != nil || went != nil else { throw StatementFlaw(.amountMissing) }
      guard (came?.minor ?? 0) == 0 || (went?.minor ?? 0) == 0 else { throw StatementFlaw(.directionUnclear(columns.text(.out, row))) }
      let plus = came.map { $0.figure.isNegative && !inIsIdle ? -$0.minor : $0.minor } ?? 0
      let minus = went.map { $0.figure.isNegative && !outIsIdle ? -$0.minor : $0.minor } ?? 0
      return plus - minus == 0 ? nil : plus - minus
    }
    guard let (figure, minor) = try read(.amount) else { throw StatementFlaw(.amountMissing) }
    if minor == 0 { return nil }
    let text = columns.text(.amount, row)
    switch way {
    case .marks(let blank):
      // A mark of something else, as of a move between one's own accounts, is neither.
      let mark = columns.text(.mark, row)
      guard let direction = Direction(mark: mark) ?? figure.direction ?? (mark.isEmpty ? blank : nil) else {
        throw StatementFlaw(.directionUnclear(mark.isEmpty ? text : "\(mark) \(text)"))
      }
      // Both a minus and a mark of what went out say the same.
      if figure.isNegative, direction == .in { return -minor }
      return direction == .in ? minor : -minor
    case .signs(let habit): return figure.isNegative == (habit == .minusWentOut) ? -minor : minor
    case .balances:
      guard figure.isPositive else { throw StatementFlaw(.directionUnclear(text)) }
      return minor
    case .none(let isMixed):
      guard !figure.isNegative else { throw StatementFlaw(.belowZero(text)) }
      guard !isMixed else { throw StatementFlaw(.directionUnclear(text)) }
      return -minor
    case .columns:
      guard !figure.isNegative else { throw StatementFlaw(.belowZero(text)) }
      return -minor
    }
  }
}
