import HearthProtocol

/// What was spent of one era of a budget, period by period, and what each period got from those before it.
///
/// Only periods in which something was spent are kept, in order. Reading one costs a binary search; booking into the
/// last one costs nothing more, and booking an earlier one of a budget that carries costs as many later ones as change
/// by it. Entries are never looked at.
struct BudgetFigures: Sendable {
  /// A period in which something was spent.
  private struct Period: Sendable {
    let number: Int
    // Amounts at rates can be larger than any entry, so their sum may leave 64 bits.
    var spentMinor: Int128
    /// From the periods before.
    var carriedMinor: Int64
  }

  /// What an act changes in one period.
  struct Change: Sendable {
    let number: Int
    let minor: Int64
  }

  /// One period as it stands.
  struct Reading: Sendable, Equatable {
    let spentMinor: Int64
    let carriedMinor: Int64
  }

  private let stretches: [BudgetEra.Stretch]
  private var periods: [Period] = []

  /// - Parameter stretches: by period; the first begins at 0.
  init(_ stretches: [BudgetEra.Stretch]) { self.stretches = stretches }

  init(carry: BudgetCarry) { self.init([BudgetEra.Stretch(first: 0, carry: carry)]) }

  /// Makes the figures of a budget anew from what was spent on each day in its categories: one for each era.
  static func all(of budget: BudgetState, _ spending: Spending) -> [BudgetFigures] {
    var sums = [[Int: Int128]](repeating: [:], count: budget.eras.count)
    for category in Set(budget.versions.flatMap(\.terms.categories)) {
      for currency in Set(budget.eras.map(\.currency)) {
        spending.forEach(of: category, in: currency) { day, minor in
          guard let place = budget.place(of: day), budget.eras[place.era].currency == currency,
            budget.terms(at: place).categories.contains(category)
          else { return }
          sums[place.era][place.number, default: 0] += minor
        }
      }
    }
    return zip(budget.eras, sums).map { BudgetFigures($0.stretches, sums: $1) }
  }

  private init(_ stretches: [BudgetEra.Stretch], sums: [Int: Int128]) {
    self.init(stretches)
    periods.reserveCapacity(sums.count)
    for (number, minor) in sums.sorted(by: { $0.key < $1.key }) {
      periods.append(Period(number: number, spentMinor: minor, carriedMinor: carried(into: number, from: periods.endIndex)))
    }
  }

  /// Books what an act changed.
  mutating func book(_ change: Change) {
    var place = place(of: change.number)
    if place < periods.endIndex, periods[place].number == change.number {
      periods[place].spentMinor += Int128(change.minor)
    } else {
      let carried = carried(into: change.number, from: place)
      periods.insert(Period(number: change.number, spentMinor: Int128(change.minor), carriedMinor: carried), at: place)
    }
    place += 1
    while place < periods.endIndex {
      let carried = carried(into: periods[place].number, from: place)
      // What is carried depends on nothing else, so the rest stays as it was too.
      guard carried != periods[place].carriedMinor else { return }
      periods[place].carriedMinor = carried
      place += 1
    }
  }

  /// A period as it stands.
  func reading(of number: Int) -> Reading { reading(of: number, after: EmptyCollection()) }

  /// A period as it would stand after some changes.
  func reading(of number: Int, after changes: some Collection<Change>) -> Reading {
    var place = place(of: number)
    let isKept = place < periods.endIndex && periods[place].number == number
    var spent = isKept ? periods[place].spentMinor : 0
    for change in changes where change.number == number { spent += Int128(change.minor) }
    let earliest = changes.reduce(number) { min($0, $1.number) }
    guard earliest < number else {
      return Reading(
        spentMinor: Int64(clamping: spent), carriedMinor: isKept ? periods[place].carriedMinor : carried(into: number, from: place))
    }
    place = self.place(of: earliest)
    var at = earliest
    var carried = carried(into: at, from: place)
    while at < number {
      var spent: Int128 = 0
      if place < periods.endIndex, periods[place].number == at {
        spent = periods[place].spentMinor
        place += 1
      }
      for change in changes where change.number == at { spent += Int128(change.minor) }
      carried = carry(of: at).next(carried: carried, spent: Int64(clamping: spent))
      at += 1
      var next = place < periods.endIndex ? min(periods[place].number, number) : number
      for change in changes where change.number >= at { next = min(next, change.number) }
      carried = self.carried(carried, over: at..<next)
      at = next
    }
    return Reading(spentMinor: Int64(clamping: spent), carriedMinor: carried)
  }

  /// What a period gets from those before it; `place` is where it stands or would stand.
  private func carried(into number: Int, from place: Int) -> Int64 {
    guard place > 0 else { return carried(0, over: 0..<number) }
    let last = periods[place - 1]
    let carried = carry(of: last.number).next(carried: last.carriedMinor, spent: Int64(clamping: last.spentMinor))
    return self.carried(carried, over: last.number + 1..<number)
  }

  /// What becomes of what was carried, over periods in which nothing was spent.
  private func carried(_ carried: Int64, over idle: Range<Int>) -> Int64 {
    var (carried, at) = (carried, idle.lowerBound)
    while at < idle.upperBound {
      let place = stretch(of: at)
      let end = place + 1 < stretches.endIndex ? min(stretches[place + 1].first, idle.upperBound) : idle.upperBound
      carried = stretches[place].carry.next(carried: carried, idlePeriods: end - at)
      at = end
    }
    return carried
  }

  private func carry(of number: Int) -> BudgetCarry { stretches[stretch(of: number)].carry }

  private func stretch(of number: Int) -> Int { stretches.lastIndex { $0.first <= number } ?? 0 }

  /// Where the first period stands that is not before this one.
  private func place(of number: Int) -> Int {
    // The usual case: the last period or one after it.
    guard let last = periods.last, last.number >= number else { return periods.endIndex }
    var low = 0
    var high = periods.endIndex - 1
    while low < high {
      let middle = (low + high) / 2
      if periods[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
