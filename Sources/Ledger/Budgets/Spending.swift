import HashTreeCollections
import HearthProtocol

/// What one act adds to or takes from the spending of a category on a day.
struct Spend: Sendable, Equatable {
  let currency: Currency
  let category: String
  let day: CivilDate
  /// Minor units; negative when the act takes them away.
  let minor: Int64
  /// The same at the entry's own rate; nil where it has none, or where 64 bits cannot hold it.
  let worth: Worth?

  /// An amount in another currency than the entry's.
  struct Worth: Sendable, Equatable {
    let currency: Currency
    let minor: Int64
  }

  /// The same, taken back.
  var negated: Spend {
    Spend(
      currency: currency, category: category, day: day, minor: -minor, worth: worth.map { Worth(currency: $0.currency, minor: -$0.minor) })
  }

  /// Minor units of this currency: the entry's own, or at the entry's own rate; nil when it has no rate into the
  /// currency (SPEC BU-01).
  func minor(in wanted: Currency) -> Int64? {
    if currency == wanted { return minor }
    return worth.flatMap { $0.currency == wanted ? $0.minor : nil }
  }
}

extension Spend {
  /// What an entry like this adds to spending; nil for income and transfers, which are no spending (contradiction C19),
  /// without a category, and without a date.
  init?(_ kind: EntryKind, _ currency: Currency, category: String, day: CivilDate?, minor: Int64, conversion: FrozenConversion?) {
    guard kind == .expense, !category.isEmpty, let day else { return nil }
    let worth = conversion.flatMap { conversion in
      conversion.rate.converted(minor, of: currency, to: conversion.to).map { Worth(currency: conversion.to, minor: $0) }
    }
    self.init(currency: currency, category: category, day: day, minor: minor, worth: worth)
  }
}

extension EntryState {
  /// What the entry adds to spending; nil when it is no spending or voided.
  var spend: Spend? { isVoided ? nil : spendUnlessVoided }

  /// What it would add if it were not voided.
  var spendUnlessVoided: Spend? { Spend(kind, currency, category: category, day: date, minor: minor, conversion: conversion) }
}

/// What was spent per currency, category and day, kept up with every expense, so that nothing about budgets ever looks
/// at entries.
///
/// No sum of own amounts overflows: each is at most the turnover of its currency. Sums of amounts at rates have 128
/// bits.
struct Spending: Sendable {
  struct Key: Hashable, Sendable {
    let currency: Currency
    let category: String
  }

  /// What was spent in one currency and counts in another at the entries' own rates.
  private struct Exchanged: Sendable {
    var minor: Int64 = 0
    var worth: Int128 = 0
  }

  /// Days without spending may be missing or stand at 0.
  private(set) var days: [Key: TreeDictionary<CivilDate, Int64>] = [:]
  /// By what it counts in, then by what it was spent in; days as above.
  private var exchanged: [Key: [Currency: TreeDictionary<CivilDate, Exchanged>]] = [:]

  /// Books what an act changed.
  mutating func book(_ spend: Spend) {
    days[Key(currency: spend.currency, category: spend.category), default: [:]][spend.day, default: 0] += spend.minor
    guard let worth = spend.worth else { return }
    let key = Key(currency: worth.currency, category: spend.category)
    var day = exchanged[key]?[spend.currency]?[spend.day] ?? Exchanged()
    day.minor += spend.minor
    day.worth += Int128(worth.minor)
    exchanged[key, default: [:]][spend.currency, default: [:]][spend.day] = day
  }

  /// Books what was gathered.
  mutating func book(_ sums: GatheredSums) {
    for (category, days) in sums.spending {
      for (key, minor) in days.rows {
        self.days[Key(currency: key.currency, category: category), default: [:]][key.day, default: 0] += minor
      }
    }
    for spend in sums.exchanged { book(spend) }
  }

  /// The days of a category with what was spent on each in its own currency, in no order.
  func days(of category: String, in currency: Currency) -> TreeDictionary<CivilDate, Int64> {
    days[Key(currency: currency, category: category)] ?? [:]
  }

  /// All categories of which anything was spent.
  var allCategories: [String] { Array(Set(days.keys.map(\.category)).union(exchanged.keys.map(\.category))) }

  /// The currencies in which anything was spent.
  var currencies: Set<Currency> { Set(days.keys.map(\.currency)) }

  /// Names what counts of a category in a currency, at rates too: a day once for each currency that was spent, in no
  /// order.
  func forEach(of category: String, in currency: Currency, _ body: (CivilDate, Int128) -> Void) {
    for (day, minor) in days(of: category, in: currency) where minor != 0 { body(day, Int128(minor)) }
    for (_, days) in exchanged[Key(currency: currency, category: category)] ?? [:] {
      for (day, sum) in days where sum.worth != 0 { body(day, sum.worth) }
    }
  }

  /// What counts of a category in a currency on some days, at rates too; clamped to 64 bits.
  func counted(of category: String, in currency: Currency, _ span: ClosedRange<CivilDate>) -> Int64 {
    var sum = Int128(days(of: category, in: currency).sum(of: span) { $0 })
    for (_, days) in exchanged[Key(currency: currency, category: category)] ?? [:] { sum += days.sum(of: span) { $0.worth } }
    return Int64(clamping: sum)
  }

  /// What was spent of a category in one currency on some days by entries without a rate into the other, in minor units
  /// of the one.
  func unrated(of category: String, _ spent: Currency, in currency: Currency, _ span: ClosedRange<CivilDate>) -> Int64 {
    let all = days(of: category, in: spent).sum(of: span) { $0 }
    guard all != 0, let rated = exchanged[Key(currency: currency, category: category)]?[spent] else { return all }
    return all - rated.sum(of: span) { $0.minor }
  }
}

extension TreeDictionary<CivilDate, Int64> {
  /// What was spent on some days.
  func sum(of span: ClosedRange<CivilDate>) -> Int64 { sum(of: span) { $0 } }
}

extension TreeDictionary where Key == CivilDate {
  /// Adds up some days: one look-up each, or as many steps as there are days at all where that is fewer.
  fileprivate func sum<Sum: AdditiveArithmetic>(of span: ClosedRange<CivilDate>, _ part: (Value) -> Sum) -> Sum {
    let (first, last) = (span.lowerBound.daysSince1970, span.upperBound.daysSince1970)
    if count < last - first { return reduce(.zero) { span.contains($1.key) ? $0 + part($1.value) : $0 } }
    return (first...last).reduce(.zero) { sum, number in self[CivilDate(daysSince1970: number)].map { sum + part($0) } ?? sum }
  }
}
