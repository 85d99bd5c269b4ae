/// Finds among columns of figures without known titles which holds what moved, and which the balance behind each line.
enum MoneyColumns {
  typealias Found = (money: [(StatementColumn, Int)], balance: Int?)

  /// The columns; nil where several readings fit, or none does.
  ///
  /// - Parameter places: of columns that hold figures.
  static func find(_ places: [Int], _ rows: [TableRow]) -> Found? {
    if places.count == 1 { return ([(.amount, places[0])], nil) }
    // The number of a cheque has no decimals, and no amount of a file that has some lacks them throughout.
    let withDecimals = places.filter { place in rows.contains { FigureText($0[place])?.hasDecimals ?? false } }
    let places = withDecimals.isEmpty ? places : withDecimals
    if places.count == 1 { return ([(.amount, places[0])], nil) }
    guard (2...3).contains(places.count) else { return nil }
    var found: [Found] = []
    for balance in places {
      let others = places.filter { $0 != balance }
      let ways: [[(StatementColumn, Int)]] =
        others.count == 1 ? [[(.amount, others[0])]] : [[(.out, others[0]), (.in, others[1])], [(.out, others[1]), (.in, others[0])]]
      found += ways.filter { moves($0, balance, rows) }.map { ($0, balance) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether each balance is the one before it and what moved, from the oldest line or from the newest.
  private static func moves(_ money: [(StatementColumn, Int)], _ balance: Int, _ rows: [TableRow]) -> Bool {
    func minor(_ text: String) -> Int64? {
      guard let figure = FigureText(text), let minor = figure.minor(.point, exponent: 3) ?? figure.minor(.comma, exponent: 3) else {
        return nil
      }
      return figure.isNegative ? -minor : minor
    }
    var lines: [(moved: Int64, balance: Int64)] = []
    for row in rows where !row.isBlank && row.flaw == nil {
      guard let balance = minor(row[balance]) else { return false }
      let parts = money.compactMap { column, place in minor(row[place]).map { column == .out ? -$0 : $0 } }
      guard parts.count == 1 else { return false }
      lines.append((parts[0], balance))
    }
    guard lines.count > 1 else { return false }
    let pairs = zip(lines, lines.dropFirst())
    return pairs.allSatisfy { $1.balance == $0.balance + $1.moved } || pairs.allSatisfy { $0.balance == $1.balance + $0.moved }
  }
}
