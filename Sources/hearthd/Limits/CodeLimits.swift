import HearthServer

/// How long members' codes hold.
struct CodeSettings: NumberSettings {
  var days = MemberCodes.daysUsual

  static var usual: CodeSettings { CodeSettings() }

  /// The row of one command, which has a name of its own for it.
  fileprivate static func row(_ name: String) -> NumberRow<CodeSettings> {
    let range = MemberCodes.days
    return NumberRow(name, "How long the codes hold, \(range.lowerBound) to \(range.upperBound).", in: "days", range, \.days)
  }
}

/// The number of `hearthd codes`.
enum CodeLimits: LimitTable {
  static let rows = [CodeSettings.row("days")]
}

/// The number of `hearthd import`.
enum ImportLimits: LimitTable {
  static let rows = [CodeSettings.row("codes-days")]
}
