import ArgumentParser

extension ParsableArguments {
  /// Refuses a number that is not within the range, with a message that names the option, the number and what to give
  /// instead.
  static func check<Number: Comparable>(_ name: String, _ value: Number, _ range: ClosedRange<Number>) throws {
    guard range.contains(value) else {
      throw ValidationError("\(name) is a number from \(range.lowerBound) to \(range.upperBound), not \(value). Give one in that range.")
    }
  }

  /// Seconds as an operator gives them, in the unit of the configuration.
  static func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1_000).rounded()) }
}
