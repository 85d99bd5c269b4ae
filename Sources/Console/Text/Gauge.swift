import HearthProtocol
import Ledger

/// How far something is spent: `▓▓▓▓░ 82 %`, red once the limit is passed.
enum Gauge {
  /// - Parameter basisPoints: 1/100 %.
  static func text(basisPoints: Int64, isOver: Bool, _ theme: Theme) -> String {
    let percent = basisPoints / 100
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
  /// An amount of this currency for a person.
  func text(_ minor: Int64) -> String { Money.formatted(minor: minor, currency: self) }
}
