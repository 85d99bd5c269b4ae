/// Whether amounts may be read over somebody's shoulder (product 163).
///
/// Every screen writes amounts through `Currency.text`, gauges and percentages of them through `Gauge`, and these ask
/// here: so no screen can forget it. Where a word, a colour or a line stands for some amounts alone, the screen asks
/// itself. What programs read (JSON, exports) does not come by here.
public enum Amounts {
  /// Whether `hidden` stands where an amount would. Bound once for a call of the program.
  @TaskLocal public static var areHidden = false

  /// Stands for an amount: always as wide, so that it tells nothing of the size.
  static let hidden = "•••"

  /// Runs a call of the program with amounts hidden or shown.
  public static func hiding<Result>(_ areHidden: Bool, _ body: () throws -> Result) rethrows -> Result {
    try $areHidden.withValue(areHidden, operation: body)
  }

  /// The text of an amount, or what stands for it.
  static func text(_ shown: @autoclosure () -> String) -> String { areHidden ? hidden : shown() }
}
