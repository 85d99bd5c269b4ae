import HearthProtocol

/// A period of a budget: of which era, and which of its periods.
struct BudgetPlace: Hashable, Comparable, Sendable {
  static let first = BudgetPlace(era: 0, number: 0)

  let era: Int
  let number: Int

  static func < (left: BudgetPlace, right: BudgetPlace) -> Bool { (left.era, left.number) < (right.era, right.number) }
}

/// A stretch of a budget's time in which periods are counted alike and in one currency. Nothing is carried from one era
/// into the next.
struct BudgetEra: Sendable, Equatable {
  /// What is carried from a period on.
  struct Stretch: Sendable, Equatable {
    let first: Int
    let carry: BudgetCarry
  }

  let calendar: BudgetCalendar
  let currency: Currency
  /// By period; the first begins at 0.
  private(set) var stretches: [Stretch]

  /// The eras of versions in a row.
  static func eras(of versions: [BudgetState.Version]) -> [BudgetEra] {
    var eras: [BudgetEra] = []
    for version in versions {
      let terms = version.terms
      if let last = eras.last, last.calendar == terms.calendar, last.currency == terms.currency {
        eras[eras.endIndex - 1].stretches.append(Stretch(first: terms.calendar.number(of: version.from) ?? 0, carry: terms.carry))
      } else {
        eras.append(
          BudgetEra(calendar: terms.calendar, currency: terms.currency, stretches: [Stretch(first: 0, carry: terms.carry)]))
      }
    }
    return eras
  }

  /// Whether something of one period before the last of these can be carried into it.
  func carries(from first: Int, to last: Int) -> Bool {
    first < last
      && stretches.indices.contains { place in
        stretches[place].carry.carries && stretches[place].first < last
          && (place + 1 == stretches.endIndex || stretches[place + 1].first > first)
      }
  }
}
