import HashTreeCollections

/// What was spent per currency, category and day, kept up with every expense, so that a budget's progress never looks at entries.
struct Spending: Sendable {
  private struct Key: Hashable, Sendable {
    let currency: Currency
    let category: String
    let day: CivilDate
  }

  private var minors: TreeDictionary<Key, Int64> = [:]

  /// Books an entry whose amount fits (`Balances.fits`). Income and transfers are no spending.
  mutating func book(_ entry: EntryState) {
    guard entry.kind == .expense, !entry.category.isEmpty else { return }
    minors[Key(currency: entry.currency, category: entry.category, day: entry.date), default: 0] += entry.minor
  }

  /// Takes back what booking the entry did.
  mutating func unbook(_ entry: EntryState) {
    guard entry.kind == .expense, !entry.category.isEmpty else { return }
    minors[Key(currency: entry.currency, category: entry.category, day: entry.date), default: 0] -= entry.minor
  }

  /// What was spent in the categories from one day to another, both included, in minor units.
  func total(_ currency: Currency, categories: [String], from first: CivilDate, through last: CivilDate) -> Int64 {
    var total: Int64 = 0
    var day = first
    while day <= last {
      for category in categories { total += minors[Key(currency: currency, category: category, day: day)] ?? 0 }
      let next = day.adding(days: 1)
      guard next > day else { break }
      day = next
    }
    return total
  }
}
