import HearthProtocol

/// What was spent of one budget, period by period, and what each period got from those before it.
///
/// Only periods in which something was spent are kept, in order. Reading one costs a binary search; booking into the last one costs
/// nothing more, and booking an earlier one of a budget that carries costs as many later ones as change by it. Entries are never looked at.
struct BudgetFigures: Sendable {
  /// A period in which something was spent.
  private struct Period: Sendable {
    let number: Int
    var spentMinor: Int64
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

  let carry: BudgetCarry
  private var periods: [Period] = []

  init(carry: BudgetCarry) { self.carry = carry }

  /// Makes the figures of a budget anew from what was spent on each day in its categories.
  init(_ budget: BudgetState, _ spending: Spending) {
    self.init(carry: budget.carry)
    let calendar = budget.calendar
    var sums: [Int: Int64] = [:]
    for category in budget.categories {
      for (day, minor) in spending.days(of: category, in: budget.currency) where minor != 0 {
        if let number = calendar.number(of: day) { sums[number, default: 0] += minor }
      }
    }
    periods.reserveCapacity(sums.count)
    for (number, minor) in sums.sorted(by: { $0.key < $1.key }) {
      periods.append(Period(number: number, spentMinor: minor, carriedMinor: carried(into: number, from: periods.endIndex)))
    }
  }

  /// Books what an act changed.
  mutating func book(_ change: Change) {
    var place = place(of: change.number)
    if place < periods.endIndex, periods[place].number == change.number {
      periods[place].spentMinor += change.minor
    } else {
      let carried = carried(into: change.number, from: place)
      periods.insert(Period(number: change.number, spentMinor: change.minor, carriedMinor: carried), at: place)
    }
    guard carry.carries else { return }
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
  func reading(of number: Int) -> Reading { reading(of: number, after: []) }

  /// A period as it would stand after some changes.
  func reading(of number: Int, after changes: [Change]) -> Reading {
    var place = place(of: number)
    let isKept = place < periods.endIndex && periods[place].number == number
    var spent = isKept ? periods[place].spentMinor : 0
    for change in changes where change.number == number { spent += change.minor }
    let earliest = carry.carries ? changes.map(\.number).min() ?? number : number
    guard earliest < number else {
      return Reading(spentMinor: spent, carriedMinor: isKept ? periods[place].carriedMinor : carried(into: number, from: place))
    }
    place = self.place(of: earliest)
    var at = earliest
    var carried = carried(into: at, from: place)
    while at < number {
      var spent: Int64 = 0
      if place < periods.endIndex, periods[place].number == at {
        spent = periods[place].spentMinor
        place += 1
      }
      for change in changes where change.number == at { spent += change.minor }
      carried = carry.next(carried: carried, spent: spent)
      at += 1
      var next = place < periods.endIndex ? min(periods[place].number, number) : number
      for change in changes where change.number >= at { next = min(next, change.number) }
      carried = carry.next(carried: carried, idlePeriods: next - at)
      at = next
    }
    return Reading(spentMinor: spent, carriedMinor: carried)
  }

  /// What a period gets from those before it; `place` is where it stands or would stand.
  private func carried(into number: Int, from place: Int) -> Int64 {
    guard place > 0 else { return carry.next(carried: 0, idlePeriods: number) }
    let last = periods[place - 1]
    let carried = carry.next(carried: last.carriedMinor, spent: last.spentMinor)
    return carry.next(carried: carried, idlePeriods: number - last.number - 1)
  }

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
