import Ledger

/// Compares the balances of a statement with its lines.
enum BalanceCheck {
  /// Adds a note where they differ; it keeps nothing from being imported.
  static func check(_ statement: inout Statement, _ usual: Currency) {
    let lines = statement.lines.filter { $0.balance != nil }
    if lines.count > 1 {
      checkLines(&statement, lines)
    } else if let opening = statement.opening, let closing = statement.closing {
      let reckoned = statement.lines.reduce(opening) { $0 &+ $1.minor }
      guard reckoned != closing, let last = statement.records.last else { return }
      let flaw = StatementFlaw(.balanceDiffers(stated: closing, reckoned: reckoned, statement.currency ?? statement.lines.first?.currency))
      statement.records.append(StatementRecord(number: last.number, outcome: .nothing(flaw)))
    }
  }

  private static func checkLines(_ statement: inout Statement, _ lines: [StatementLine]) {
    // The oldest line first, or the newest.
    let forward = differences(lines)
    let backward = differences(lines.reversed())
    let found = forward.count <= backward.count ? forward : backward
    // Where hardly any agrees the balances are of something else.
    guard let first = found.first, found.count * 2 < lines.count - 1 else { return }
    let flaw = StatementFlaw(.balanceDiffers(stated: first.stated, reckoned: first.reckoned, first.line.currency), line: first.line.number)
    let place = statement.records.firstIndex { $0.number == first.line.number } ?? statement.records.endIndex - 1
    statement.records.insert(StatementRecord(number: first.line.number, outcome: .nothing(flaw)), at: place + 1)
  }

  private static func differences(_ lines: [StatementLine]) -> [(line: StatementLine, stated: Int64, reckoned: Int64)] {
    zip(lines, lines.dropFirst()).compactMap { before, line in
      guard let old = before.balance, let new = line.balance else { return nil }
      let reckoned = old &+ line.minor
      return reckoned == new ? nil : (line, new, reckoned)
    }
  }
}
