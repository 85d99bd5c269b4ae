import Ledger

/// Compares the balances of a statement with its lines.
struct BalanceCheck {
  /// Where a balance is another than the one before it and the lines between come to.
  private struct Difference {
    /// The line with the balance; nil for the balance behind the last line.
    var line: StatementLine?
    var stated: Int64
    var reckoned: Int64
  }

  private let (opening, closing): (Int64?, Int64?)
  private var differences: [Difference] = []
  /// How many balances were compared, and of those how many with that of another line.
  private var compared = (all: 0, lines: 0)
  /// How many of the differences are between lines, and how many of these are of the amount as well as of its sign.
  private var differingLines = (all: 0, amounts: 0)

  /// Adds a note where they differ; it keeps nothing from being imported.
  ///
  /// - Parameter usual: the currency of lines that name none.
  static func check(_ statement: inout Statement, usual: Currency) {
    let lines = statement.lines
    guard lines.count(where: { $0.balance != nil }) > 1 else { return checkSum(&statement, usual) }
    // The oldest line first, or the newest; one balance for all lines, or one for each currency.
    let isNewestFirst = lines.isNewestFirst
    var best: BalanceCheck?
    for isReversed in [isNewestFirst, !isNewestFirst] {
      let ordered = isReversed ? lines.reversed() : lines
      for chains in [[ordered], ordered.byCurrency] {
        var check = BalanceCheck(statement)
        let main = chains.firstIndex { $0.first?.currency == statement.currency } ?? 0
        for (place, chain) in chains.enumerated() { check.compare(chain, hasEnds: place == main) }
        if best.map({ check.differences.count < $0.differences.count }) ?? true { best = check }
      }
    }
    guard let best, let first = best.differences.first, best.isOfLines else { return }
    statement.note(first.stated, first.reckoned, at: first.line, usual)
  }

  /// Compares what was in the account before the lines, and the lines, with what was in it behind them.
  private static func checkSum(_ statement: inout Statement, _ usual: Currency) {
    guard let opening = statement.opening, let closing = statement.closing else { return }
    let reckoned = statement.lines.reduce(opening) { $0 &+ $1.minor }
    if reckoned != closing { statement.note(closing, reckoned, at: nil, usual) }
  }

  private init(_ statement: Statement) { (opening, closing) = (statement.opening, statement.closing) }

  /// Whether the balances are those behind the lines: where hardly any agrees they are of something else. Where each
  /// but its sign agrees they are of these lines, whose directions are wrong; where all have the other sign they are
  /// debts.
  private var isOfLines: Bool {
    let areTurned = differingLines.amounts * 2 <= compared.lines && differingLines.all < compared.lines
    return areTurned || differingLines.all * 2 <= compared.lines || differences.count * 2 <= compared.all
  }

  /// Compares the balances of lines in the order of time; lines without one add to the next.
  private mutating func compare(_ lines: [StatementLine], hasEnds: Bool) {
    var before = hasEnds ? opening : nil
    var (moved, isBehindLine): (Int64, Bool) = (0, false)
    for line in lines {
      moved &+= line.minor
      guard let balance = line.balance else { continue }
      if let before {
        if isBehindLine { compared.lines += 1 }
        if add(Difference(line: line, stated: balance, reckoned: before &+ moved)), isBehindLine {
          differingLines.all += 1
          if (balance &- before).magnitude != moved.magnitude { differingLines.amounts += 1 }
        }
      }
      (before, moved, isBehindLine) = (balance, 0, true)
    }
    if hasEnds, let closing, let before { add(Difference(stated: closing, reckoned: before &+ moved)) }
  }

  /// Counts a comparison; whether it is a difference.
  @discardableResult
  private mutating func add(_ difference: Difference) -> Bool {
    compared.all += 1
    guard difference.stated != difference.reckoned else { return false }
    differences.append(difference)
    return true
  }
}

extension Statement {
  /// Adds that a balance differs, behind its line or at the end.
  fileprivate mutating func note(_ stated: Int64, _ reckoned: Int64, at line: StatementLine?, _ usual: Currency) {
    guard let last = records.last else { return }
    let currency = line?.currency ?? currency ?? lines.first?.currency ?? usual
    let flaw = StatementFlaw(.balanceDiffers(stated: stated, reckoned: reckoned, currency), line: line?.number)
    let place = line.flatMap { line in records.firstIndex { $0.number == line.number } } ?? records.endIndex - 1
    records.insert(StatementRecord(number: line?.number ?? last.number, outcome: .nothing(flaw)), at: place + 1)
  }
}

extension [StatementLine] {
  /// Whether their days go back.
  var isNewestFirst: Bool {
    guard let first, let last else { return false }
    return first.day > last.day
  }

  /// The lines of each currency by themselves, in their order.
  fileprivate var byCurrency: [[StatementLine]] {
    var (chains, places): ([[StatementLine]], [Currency?: Int]) = ([], [:])
    for line in self {
      let place = places[line.currency] ?? chains.count
      if place == chains.count { chains.append([]) }
      places[line.currency] = place
      chains[place].append(line)
    }
    return chains
  }
}
