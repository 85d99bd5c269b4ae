/// What many entries add to days, spending and debts, gathered in flat tables and booked at once.
///
/// The books themselves are persistent, so that a copy of the state costs nothing, and each change to them costs a
/// search from the root. All of them are sums, so what is gathered first and booked then comes to the same.
struct GatheredSums {
  /// A day in a currency.
  struct CurrencyDay: Hashable {
    let currency: Currency
    let day: CivilDate
  }

  /// Values by their keys, in the order in which these were first used.
  struct Table<Key: Hashable, Value> {
    private(set) var rows: [(key: Key, value: Value)] = []
    private var places: [Key: Int] = [:]
    /// Entries of one day mostly follow each other.
    private var last: Int?

    /// Changes the value of a key, which begins as `nothing`.
    mutating func change(_ key: Key, from nothing: @autoclosure () -> Value, _ body: (inout Value) -> Void) {
      if let last, rows[last].key == key { return body(&rows[last].value) }
      let place = places[key] ?? rows.count
      if place == rows.count {
        rows.append((key, nothing()))
        places[key] = place
      }
      last = place
      body(&rows[place].value)
    }
  }

  private(set) var days = Table<CurrencyDay, DayBook.Day>()
  private(set) var debts = Table<PairDebts.Key, Int64>()
  /// For each category what was spent.
  private(set) var spending: [(category: String, days: Table<CurrencyDay, Int64>)]
  /// What counts at a rate in another currency, too, which few entries do.
  private(set) var exchanged: [Spend] = []

  /// - Parameter categories: the keys of the group's categories by their numbers.
  init(categories: [String]) {
    spending = categories.map { ($0, Table()) }
  }

  /// - Parameter category: the number of the entry's category, counted from 1; 0 for none.
  mutating func book(_ entry: EntryState, category: Int) {
    let key = CurrencyDay(currency: entry.currency, day: entry.date)
    if DayBook.counts(entry) { days.change(key, from: DayBook.Day()) { $0.change(entry, by: 1) } }
    PairDebts.forEachChange(by: entry) { pair, minor in debts.change(pair, from: 0) { $0 += minor } }
    guard category > 0, !spending[category - 1].category.isEmpty, entry.kind == .expense else { return }
    if entry.conversion == nil {
      spending[category - 1].days.change(key, from: 0) { $0 += entry.minor }
    } else if let spend = entry.spend {
      exchanged.append(spend)
    }
  }
}
