import HearthClient
import HearthProtocol
import Ledger

/// What a share's id is of.
public enum ShareKind {}

/// Names what one member owes, or is due, by one entry (SPEC CV-10).
public typealias ShareID = Identifier<ShareKind>

/// One share of the user's as a transaction of their own (product 173).
public struct MirrorRow: Sendable {
  /// The same for this share wherever and whenever it is looked at.
  public let id: ShareID
  /// Where the entry is.
  public let group: GroupID
  /// What that group is called.
  public let groupName: String
  /// What the category is called; empty for none.
  public let categoryName: String
  /// The entry as it stands; not voided, an expense or an income.
  public let entry: EntryState
  /// The user's part in minor units of the entry's currency, at least 1.
  public let minor: Int64
  /// What it is converted into.
  public let target: Currency
  /// Units of `target` for one unit of the entry's currency; nil where it is the same one, or no rate is known yet.
  public let rate: DecimalRate?

  /// The part in minor units of `target`, halves up; nil as long as no rate is known.
  public var converted: Int64? {
    entry.currency == target ? minor : rate.flatMap { $0.converted(minor, of: entry.currency, to: target) }
  }

  /// The part with the sign that it has for the user: what is spent is below 0.
  public var signed: Int64 { entry.kind == .income ? minor : -minor }
}

/// The user's own shares of a group's entries. It is made anew of the group as it is kept on this device: so a share is
/// there once, and changes and goes with its entry, whichever member did that (products 173 to 176).
enum OwnShares {
  /// The user's shares, in the order of their days, those of one day in the order of adding.
  ///
  /// What a transfer pays is nobody's spending and has no share.
  ///
  /// - Parameter target: what they are converted into; nil: the group's currency.
  static func rows(of view: GroupView, in target: Currency? = nil) -> [MirrorRow] {
    let shared = view.state.shared
    guard let settings = shared.settings else { return [] }
    let me = shared.members.current(view.member)
    let names = Dictionary(shared.categories.map { ($0.key, $0.name) }, uniquingKeysWith: { first, _ in first })
    var rates = MirrorRates(shared, target ?? settings.currency)
    var rows: [MirrorRow] = []
    for entry in shared.entries where !entry.isVoided && (entry.kind == .expense || entry.kind == .income) {
      // Who has claimed a placeholder has what the placeholder owed, under the id that it had.
      for part in entry.owed where part.minor > 0 && shared.members.current(part.member) == me {
        rows.append(
          MirrorRow(
            id: ShareID(derivedFrom: ["hearth.share", view.state.group.description, entry.id.description, part.member.description]),
            group: view.state.group, groupName: settings.name, categoryName: names[entry.category] ?? "", entry: entry, minor: part.minor,
            target: rates.target, rate: rates.rate(of: entry)))
      }
    }
    return ordered(rows)
  }

  /// By day; those of one day stay as they are.
  static func ordered(_ rows: [MirrorRow]) -> [MirrorRow] {
    rows.enumerated().sorted { ($0.element.entry.date, $0.offset) < ($1.element.entry.date, $1.offset) }.map(\.element)
  }
}

/// At which rate entries count in one currency (SPEC CV-10).
private struct MirrorRates {
  let target: Currency
  private let known: Rates
  /// The days that have any rate, earlier first.
  private let days: [CivilDate]
  /// The first day on which a currency has a rate.
  private var firsts: [Currency: CivilDate?] = [:]

  init(_ shared: SharedState, _ target: Currency) {
    self.target = target
    known = shared.rates
    days = Set(shared.rates.all.map(\.date)).sorted()
  }

  /// The entry's own rate, then the one known for its day, then the first that came after it.
  mutating func rate(of entry: EntryState) -> DecimalRate? {
    guard entry.currency != target else { return nil }
    guard let own = entry.conversion else { return rate(of: entry.currency, on: entry.date) }
    if own.to == target { return own.rate }
    return rate(of: entry.currency, on: entry.date) ?? rate(of: own.to, on: entry.date).flatMap { own.rate.followed(by: $0) }
  }

  private mutating func rate(of currency: Currency, on day: CivilDate) -> DecimalRate? {
    if let rate = known.rate(from: currency, to: target, on: day) { return rate.rate }
    return first(of: currency).flatMap { known.rate(from: currency, to: target, on: max($0, day)) }?.rate
  }

  /// Found by halving: from the first day on there is a rate on every day.
  private mutating func first(of currency: Currency) -> CivilDate? {
    if let found = firsts[currency] { return found }
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if known.rate(from: currency, to: target, on: days[middle]) == nil { low = middle + 1 } else { high = middle }
    }
    let found = low < days.count ? days[low] : nil
    firsts.updateValue(found, forKey: currency)
    return found
  }
}
