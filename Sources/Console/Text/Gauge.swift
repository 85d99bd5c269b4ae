import HearthProtocol
import Ledger

/// How far something is spent: `▓▓▓▓░ 82 %`, red once the limit is passed.
enum Gauge {
  // Limit: what is beyond all sense is cut off.
  private static let percentMax: Int64 = 9_999

  /// Whole percents, rounded down; what is over is never called 100 %, as in an alert (SPEC BU-10).
  static func percent(_ basisPoints: Int64, isOver: Bool) -> Int64 {
    min(isOver ? max(basisPoints / 100, 101) : basisPoints / 100, percentMax)
  }

  /// - Parameter basisPoints: 1/100 %.
  static func text(basisPoints: Int64, isOver: Bool, _ theme: Theme) -> String {
    // Neither how long it is nor its colour tells how much it is.
    if Amounts.areHidden { return theme.paint("\(String(repeating: "░", count: 5)) \(Amounts.hidden)", .faint) }
    let percent = percent(basisPoints, isOver: isOver)
    let full = Int(min(percent, 100) / 20)
    let bar = String(repeating: "▓", count: full) + String(repeating: "░", count: 5 - full)
    return theme.paint("\(bar) \(percent) %", isOver ? .bad : .good)
  }
}

extension BudgetProgress {
  /// How far the budget is spent: `▓▓▓▓░ 82 %`, red once the limit is passed.
  public func gauge(_ theme: Theme) -> String { Gauge.text(basisPoints: basisPoints, isOver: isOver, theme) }

  /// Whether more was spent than the limit.
  public var isOver: Bool { spentMinor > limitMinor }
}

extension Currency {
  /// An amount of this currency for a person, unless they want amounts hidden.
  func text(_ minor: Int64) -> String { Amounts.text(Money.formatted(minor: minor, currency: self)) }
}
