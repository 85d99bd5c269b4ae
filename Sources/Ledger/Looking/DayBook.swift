import HashTreeCollections
import HearthProtocol

/// What was put in and what fell to whom on each day, kept up with every entry, so that a month is looked at without
/// walking entries.
///
/// It takes a line for each day and currency with entries, and a part of it for each member who is named there. No sum
/// overflows: each is at most the turnover of its currency.
struct DayBook: Sendable {
  /// One member's part of a day.
  struct Part: Sendable {
    let member: UInt16
    /// Of expenses: what the member paid and what they owe.
    var paidMinor: Int64 = 0
    var owedMinor: Int64 = 0
    /// Of incomes: what the member is due.
    var incomeMinor: Int64 = 0
  }

  /// One day in one currency; transfers are not in it.
  struct Day: Sendable {
    var spentMinor: Int64 = 0
    var incomeMinor: Int64 = 0
    /// How many expenses and incomes.
    var entries = 0
    var parts: [Part] = []

    /// The place of the member's part; a new one if there is none.
    fileprivate mutating func place(of member: Int) -> Int {
      if let place = parts.firstIndex(where: { $0.member == member }) { return place }
      parts.append(Part(member: UInt16(truncatingIfNeeded: member)))
      return parts.endIndex - 1
    }
  }

  /// The sums of some days.
  struct Sums: Sendable {
    var spentMinor: Int64 = 0
    var incomeMinor: Int64 = 0
    var entries = 0
    /// By the members' numbers; only those who have a part.
    var parts: [Int: Part] = [:]
  }

  private var currencies: [(currency: Currency, days: TreeDictionary<CivilDate, Day>)] = []

  mutating func book(_ entry: EntryState) { change(entry, by: 1) }

  /// Takes back what `book` counted of the same entry.
  mutating func unbook(_ entry: EntryState) { change(entry, by: -1) }

  /// What some days come to. Costs as many look-ups as there are days.
  func sums(of days: ClosedRange<CivilDate>, in currency: Currency) -> Sums {
    var sums = Sums()
    guard let book = currencies.first(where: { $0.currency == currency })?.days else { return sums }
    for number in days.lowerBound.daysSince1970...days.upperBound.daysSince1970 {
      guard let day = book[CivilDate(daysSince1970: number)] else { continue }
      sums.spentMinor += day.spentMinor
      sums.incomeMinor += day.incomeMinor
      sums.entries += day.entries
      for part in day.parts {
        sums.parts[Int(part.member), default: Part(member: part.member)].add(part)
      }
    }
    return sums
  }

  private mutating func change(_ entry: EntryState, by direction: Int64) {
    guard !entry.isVoided else { return }
    let isIncome: Bool
    switch entry.kind {
    case .expense: isIncome = false
    case .income: isIncome = true
    // Settling up is neither spending nor income (contradiction C19).
    case .transfer, .unspecified, .UNRECOGNIZED: return
    }
    let place: Int
    if let known = currencies.firstIndex(where: { $0.currency == entry.currency }) {
      place = known
    } else {
      place = currencies.endIndex
      currencies.append((entry.currency, [:]))
    }
    Self.change(&currencies[place].days[entry.date, default: Day()], entry, isIncome: isIncome, direction)
  }

  private static func change(_ day: inout Day, _ entry: EntryState, isIncome: Bool, _ direction: Int64) {
    day.entries += Int(direction)
    if isIncome {
      day.incomeMinor += direction * entry.minor
      for share in entry.owedShares { day.parts[day.place(of: share.member)].incomeMinor += direction * share.minor }
    } else {
      day.spentMinor += direction * entry.minor
      for share in entry.paidShares { day.parts[day.place(of: share.member)].paidMinor += direction * share.minor }
      for share in entry.owedShares { day.parts[day.place(of: share.member)].owedMinor += direction * share.minor }
    }
  }
}

extension DayBook.Part {
  fileprivate mutating func add(_ other: DayBook.Part) {
    paidMinor += other.paidMinor
    owedMinor += other.owedMinor
    incomeMinor += other.incomeMinor
  }
}
