import HearthProtocol
import Ledger

/// What is compared of an entry that stands there.
public struct Figures: Hashable, Sendable {
  /// In minor units of the currency.
  public var minor: Int64
  /// Its code.
  public var currency: String
  /// "2026-11-20".
  public var day: String
  /// "expense", "income" or "transfer".
  public var kind: String

  /// Those of what a line says.
  public init(_ content: EntryContent) {
    (minor, currency, day, kind) = (content.amount.minor, content.amount.currency, content.date, content.kind.word)
  }

  init(_ entry: EntryState) {
    (minor, currency, day, kind) = (entry.minor, entry.currency.code, entry.date.description, entry.kind.word)
  }

  init(_ entry: AccountEntryState) {
    (minor, currency, day) = (entry.minor, entry.currency.code, entry.date.description)
    kind = entry.kind == .deposit ? "income" : "expense"
  }
}

/// Entries that somebody typed, by what they come to; each is like one line at most.
struct Typed {
  private var entries: [String: [(day: CivilDate, text: String, figures: Figures)]] = [:]

  init(_ state: GroupState, _ target: ImportPlan.Target) {
    switch target {
    case .group:
      for entry in state.shared.entries where !entry.isVoided && entry.id.isTyped { add(Figures(entry), entry.date, entry.description) }
    case .account(let account, _):
      for entry in state.account(account)?.entries.map({ $0 }) ?? [] where !entry.isVoided && entry.id.isTyped {
        add(Figures(entry), entry.date, entry.description)
      }
    }
  }

  private static func key(_ figures: Figures) -> String { "\(figures.kind) \(figures.minor) \(figures.currency)" }

  private mutating func add(_ figures: Figures, _ day: CivilDate, _ text: String) {
    entries[Self.key(figures), default: []].append((day, text, figures))
  }

  /// Of the entries that are like the figures and are not taken yet, that of the nearest day.
  mutating func take(_ figures: Figures, within days: Int) -> (text: String, figures: Figures)? {
    let key = Self.key(figures)
    guard let day = CivilDate(iso8601: figures.day), let found = entries[key] else { return nil }
    func distance(_ place: Int) -> Int { abs(found[place].day.daysSince1970 - day.daysSince1970) }
    guard let place = found.indices.min(by: { distance($0) < distance($1) }), distance(place) <= days else { return nil }
    entries[key]?.remove(at: place)
    return (found[place].text, found[place].figures)
  }
}
