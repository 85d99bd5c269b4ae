import HearthProtocol

/// What families usually spend of their income on something (product 128): a hint for members who set budgets, and no
/// rule.
///
/// The ranges were observed one by one and total 72 to 115 % of an income; `fitting` brings them into what a template
/// leaves for needs (contradiction C12).
public struct SpendingHint: Sendable, Equatable {
  /// Keys of the default categories that it speaks of.
  public let categories: [String]
  /// What it is called.
  public let name: String
  /// From so many to so many basis points of the monthly income.
  public let basisPoints: ClosedRange<Int64>

  /// From how much to how much that is of a monthly income, in its minor units, rounded down. Income is 0 to 10^15.
  public func minor(ofIncome income: Int64) -> ClosedRange<Int64> {
    let income = min(max(income, 0), amountMinorMax)
    // Limit: 10^15 times 10,000 is more than 64 bits hold, so the whole and the rest are taken one by one.
    func part(_ points: Int64) -> Int64 { income / 10_000 * points + income % 10_000 * points / 10_000 }
    return part(basisPoints.lowerBound)...part(basisPoints.upperBound)
  }

  /// All hints scaled so that their middles total so many basis points of the income, 1 to 10,000: what a template
  /// allots to needs. Rounded down.
  public static func fitting(into basisPoints: Int64) -> [SpendingHint] {
    // Twice the middles.
    let total = all.reduce(0) { $0 + $1.basisPoints.lowerBound + $1.basisPoints.upperBound }
    func scaled(_ points: Int64) -> Int64 { points * basisPoints * 2 / total }
    return all.map { hint in
      SpendingHint(
        categories: hint.categories, name: hint.name, basisPoints: scaled(hint.basisPoints.lowerBound)...scaled(hint.basisPoints.upperBound)
      )
    }
  }

  /// All hints, in the order of the product.
  public static let all = [
    SpendingHint(categories: ["housing"], name: "Housing", basisPoints: 2_500...4_000),
    SpendingHint(categories: ["groceries", "dining"], name: "Food", basisPoints: 1_500...2_000),
    SpendingHint(categories: ["utilities"], name: "Utilities", basisPoints: 500...800),
    SpendingHint(categories: ["healthcare"], name: "Healthcare", basisPoints: 500...700),
    SpendingHint(categories: ["education"], name: "Education", basisPoints: 1_000...1_500),
    SpendingHint(categories: ["transportation"], name: "Transport", basisPoints: 500...1_000),
    SpendingHint(categories: ["family-support"], name: "Family Support", basisPoints: 500...1_000),
    SpendingHint(categories: ["insurance"], name: "Insurance", basisPoints: 200...500),
  ]

  /// How many months of expenses an emergency fund should cover.
  public static let emergencyFundMonths = 3...6
}
