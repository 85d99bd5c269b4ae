import HashTreeCollections
import HearthProtocol

/// What one currency is worth in another from a day on until the next day that has a rate.
public struct KnownRate: Sendable, Equatable {
  /// What is worth something.
  public let from: Currency
  /// What it is worth in.
  public let to: Currency
  /// Units of `to` for one unit of `from`.
  public let rate: DecimalRate
  /// The day the rate is of.
  public let date: CivilDate
  /// Where it was read; may be empty.
  public let source: String

  init(from: Currency, to: Currency, rate: DecimalRate, date: CivilDate, source: String) {
    self.from = from
    self.to = to
    self.rate = rate
    self.date = date
    self.source = source
  }

  /// The rate as commands, events and snapshots carry it.
  public var message: ExchangeRate {
    var message = ExchangeRate()
    message.from = from.code
    message.to = to.code
    message.rate = rate.description
    message.date = date.description
    message.source = source
    return message
  }
}

/// The exchange rates that a group was told, one per pair of currencies and day (product 181).
///
/// They are data: nothing here asks anybody, and entries that took a rate from here keep it whatever is told later.
public struct Rates: Sendable {
  private struct Pair: Hashable, Comparable, Sendable {
    let from: Currency
    let to: Currency

    static func < (left: Pair, right: Pair) -> Bool { (left.from, left.to) < (right.from, right.to) }
  }

  private struct Key: Hashable, Sendable {
    let pair: Pair
    let day: CivilDate
  }

  private var known: TreeDictionary<Key, KnownRate> = [:]
  /// The days that have a rate, earlier first. At most 10,000 of four bytes.
  private var days: TreeDictionary<Pair, [CivilDate]> = [:]
  /// The currencies that a currency has a rate with, in either direction, by code.
  private var partners: TreeDictionary<Currency, [Currency]> = [:]

  init() {}

  /// How many there are.
  public var count: Int { known.count }

  /// By the codes of the two currencies, then by day.
  public var all: [KnownRate] {
    days.keys.sorted().flatMap { pair in (days[pair] ?? []).compactMap { known[Key(pair: pair, day: $0)] } }
  }

  /// The rate told for this very day, or nil.
  public func rate(from: Currency, to: Currency, of day: CivilDate) -> KnownRate? {
    known[Key(pair: Pair(from: from, to: to), day: day)]
  }

  /// The rate that holds on a day; nil when none follows from what was told (SPEC MN-09).
  ///
  /// It is the later of what was told last, up to that day, for the pair and for the pair turned round. Where neither
  /// was told, two such rates are joined through a third currency.
  public func rate(from: Currency, to: Currency, on day: CivilDate) -> KnownRate? {
    guard from != to else { return nil }
    let step = step(from: from, to: to, on: day)
    if let step { return step.isTurned ? joined([step], from: from, to: to) : step.told }
    return third(from: from, to: to, on: day).flatMap { joined($0, from: from, to: to) }
  }

  /// A rate that was told, in the direction that it is used in.
  private struct Step {
    let told: KnownRate
    let isTurned: Bool

    /// What one unit is worth, as a fraction.
    var numerator: Int128 { isTurned ? Int128(DecimalRate.powerOfTen(told.rate.decimals)) : Int128(told.rate.mantissa) }
    var denominator: Int128 { isTurned ? Int128(told.rate.mantissa) : Int128(DecimalRate.powerOfTen(told.rate.decimals)) }
  }

  private func step(from: Currency, to: Currency, on day: CivilDate) -> Step? {
    let told = told(Pair(from: from, to: to), on: day)
    let turned = self.told(Pair(from: to, to: from), on: day)
    // Of the same day, what was told as it is asked for is exact.
    if let told, turned.map({ $0.date <= told.date }) ?? true { return Step(told: told, isTurned: false) }
    return turned.map { Step(told: $0, isTurned: true) }
  }

  /// The two steps through the third currency whose older rate is the latest; of equals the one whose code comes first.
  private func third(from: Currency, to: Currency, on day: CivilDate) -> [Step]? {
    var best: [Step]?
    var latest: CivilDate?
    for middle in partners[from] ?? [] where middle != to {
      guard let first = step(from: from, to: middle, on: day), let second = step(from: middle, to: to, on: day) else { continue }
      let older = min(first.told.date, second.told.date)
      if let latest, latest >= older { continue }
      (best, latest) = ([first, second], older)
    }
    return best
  }

  /// One rate of the steps, of the day of the older one, rounded once; nil when a rate cannot say it.
  private func joined(_ steps: [Step], from: Currency, to: Currency) -> KnownRate? {
    let numerator = steps.reduce(Int128(1)) { $0 * $1.numerator }
    let denominator = steps.reduce(Int128(1)) { $0 * $1.denominator }
    guard let rate = DecimalRate(nearest: numerator, over: denominator), let date = steps.map(\.told.date).min() else { return nil }
    var sources: [String] = []
    for source in steps.map(\.told.source) where !source.isEmpty && !sources.contains(source) { sources.append(source) }
    let source = sources.joined(separator: ", ")
    return KnownRate(from: from, to: to, rate: rate, date: date, source: source.count <= Limits.rateSourceCharacters ? source : "")
  }

  /// The latest rate told for a pair as it stands, of that day or before.
  private func told(_ pair: Pair, on day: CivilDate) -> KnownRate? {
    guard let days = days[pair] else { return nil }
    let place = Self.place(after: day, in: days)
    return place == 0 ? nil : known[Key(pair: pair, day: days[place - 1])]
  }

  /// The rate as it now stands for the pair and day of a message, or nil.
  public subscript(message: ExchangeRate) -> KnownRate? {
    guard let from = Currency(code: message.from), let to = Currency(code: message.to), let day = CivilDate(iso8601: message.date) else {
      return nil
    }
    return rate(from: from, to: to, of: day)
  }

  mutating func set(_ rate: KnownRate) {
    let pair = Pair(from: rate.from, to: rate.to)
    let key = Key(pair: pair, day: rate.date)
    if known.updateValue(rate, forKey: key) == nil {
      days[pair, default: []].insert(rate.date, at: Self.place(after: rate.date, in: days[pair] ?? []))
      link(rate.from, rate.to)
      link(rate.to, rate.from)
    }
  }

  private mutating func link(_ one: Currency, _ other: Currency) {
    let known = partners[one] ?? []
    guard !known.contains(other) else { return }
    partners[one, default: []].insert(other, at: known.firstIndex { $0 > other } ?? known.endIndex)
  }

  /// The place of the first day after this one; halving.
  private static func place(after day: CivilDate, in days: [CivilDate]) -> Int {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] <= day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Rates {
  /// The rates as snapshots carry them.
  var messages: [ExchangeRate] { all.map(\.message) }
}

extension SharedState {
  mutating func set(_ message: ExchangeRate) throws(HistoryFlaw) {
    guard settings != nil else { throw .contradiction(.groupCreatedOnce) }
    guard let from = Currency(code: message.from) else { throw .malformed("from") }
    guard let to = Currency(code: message.to), to != from else { throw .malformed("to") }
    guard let rate = DecimalRate(message.rate) else { throw .malformed("rate") }
    guard let date = CivilDate(iso8601: message.date) else { throw .malformed("date") }
    rates.set(KnownRate(from: from, to: to, rate: rate, date: date, source: message.source))
  }
}
