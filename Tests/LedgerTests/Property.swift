import Foundation

/// How many random cases a property is tried on, and from which seeds.
///
/// A case is one random act, one debt, or one household where a property looks at a household as a whole. `make test` tries 10,000 of each; `make properties`
/// as many as it is told, from other seeds when it is told one. A failure names seed and case, and the same seed gives the same cases.
enum Property {
  /// Cases of each property, over all of its seeds.
  static let cases = number("HEARTH_PROPERTY_CASES") ?? 10_000

  /// As many seeds as given, those given unless others were asked for.
  static func seeds(_ usual: UInt64...) -> [UInt64] {
    let shift = UInt64(number("HEARTH_PROPERTY_SEED") ?? 0)
    return usual.map { $0 &+ shift &* 1_000_003 }
  }

  /// Each seed's part of the cases.
  static func cases(of seeds: Int) -> Int { (cases + seeds - 1) / seeds }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].map { text in
      guard let number = Int(text), number > 0 else { preconditionFailure("\(name) is a whole number above 0, not \"\(text)\"") }
      return number
    }
  }
}
