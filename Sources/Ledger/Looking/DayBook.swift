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

  /// Books what was gathered.
  mutating func book(_ sums: GatheredSums) {
    for (key, day) in sums.days.rows { currencies[place(of: key.currency)].days[key.day, default: Day()].add(day) }
  }

  /// Settling up is neither spending nor income (contradiction C19).
  static func counts(_ entry: EntryState) -> Bool { entry.kind == .expense || entry.kind == .income }

  private mutating func change(_ entry: EntryState, by direction: Int64) {
    guard !entry.isVoided, Self.counts(entry) else { return }
    currencies[place(of: entry.currency)].days[entry.date, default: Day()].change(entry, by: direction)
  }

  /// The place of the currency's days; a new one if there are none.
  private mutating func place(of currency: Currency) -> Int {
    if let known = currencies.firstIndex(where: { $0.currency == currency }) { return known }
    currencies.append((currency, [:]))
    return currencies.endIndex - 1
  }
}

extension DayBook.Day {
  /// Adds an entry that counts, or takes it out.
  mutating func change(_ entry: EntryState, by direction: Int64) {
    entries += Int(direction)
    if entry.kind == .income {
      incomeMinor += direction * entry.minor
      for share in entry.owedShares { parts[place(of: share.member)].incomeMinor += direction * share.minor }
    } else {
      spentMinor += direction * entry.minor
      for share in entry.paidShares { parts[place(of: share.member)].paidMinor += direction * share.minor }
      for share in entry.owedShares { parts[place(of: share.member)].owedMinor += direction * share.minor }
    }
  }

  fileprivate mutating func add(_ other: DayBook.Day) {
    spentMinor += other.spentMinor
    incomeMinor += other.incomeMinor
    entries += other.entries
    for part in other.parts { parts[place(of: Int(part.member))].add(part) }
  }
}

extension DayBook.Part {
  fileprivate mutating func add(_ other: DayBook.Part) {
    paidMinor += other.paidMinor
    owedMinor += other.owedMinor
    incomeMinor += other.incomeMinor
  }
}
