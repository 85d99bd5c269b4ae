import Foundation

/// How much is tried: `make test` looks at a few places, `make crash` at all.
enum CrashPlan {
  /// Whether every place is tried.
  static let isWhole = number("HEARTH_CRASH_CUTS") != nil

  /// Power cuts at random places.
  static let cuts = number("HEARTH_CRASH_CUTS") ?? 40

  /// Random bits that are turned.
  static let flips = number("HEARTH_CRASH_FLIPS") ?? 60

  /// Groups of which what was kept is compared with their whole logs.
  static let groups = number("HEARTH_CRASH_CUTS") ?? 8

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// All places, or about as many of them as `make test` has time for, spread evenly.
  static func places(_ all: Range<Int>, few: Int) -> [Int] {
    let step = isWhole ? 1 : max(1, all.count / few)
    return Array(stride(from: all.lowerBound, to: all.upperBound, by: step))
  }

  /// A figure of `make crash`, for whoever runs it.
  static func report(_ figure: String) { if isWhole { print("    " + figure) } }
}
