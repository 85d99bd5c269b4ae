import HashTreeCollections

/// What one act adds to or takes from the spending of a category on a day.
struct Spend: Sendable, Equatable {
  let currency: Currency
  let category: String
  let day: CivilDate
  /// Minor units; negative when the act takes them away.
  let minor: Int64

  /// The same, taken back.
  var negated: Spend { Spend(currency: currency, category: category, day: day, minor: -minor) }
}

extension EntryState {
  /// What the entry adds to spending; nil for income and transfers, which are no spending (contradiction C19), and without a category.
  var spend: Spend? {
    guard kind == .expense, !category.isEmpty else { return nil }
    return Spend(currency: currency, category: category, day: date, minor: minor)
  }
}

/// What was spent per currency, category and day, kept up with every expense, so that nothing about budgets ever looks at entries.
///
/// No sum overflows: each is at most the turnover of its currency.
struct Spending: Sendable {
  struct Key: Hashable, Sendable {
    let currency: Currency
    let category: String
  }

  /// Days without spending may be missing or stand at 0.
  private(set) var days: [Key: TreeDictionary<CivilDate, Int64>] = [:]

  /// Books what an act changed.
  mutating func book(_ spend: Spend) {
    days[Key(currency: spend.currency, category: spend.category), default: [:]][spend.day, default: 0] += spend.minor
  }

  /// The days of a category with what was spent on each, in no order.
  func days(of category: String, in currency: Currency) -> TreeDictionary<CivilDate, Int64> {
    days[Key(currency: currency, category: category)] ?? [:]
  }
}
