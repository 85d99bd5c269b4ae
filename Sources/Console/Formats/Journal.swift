import HearthProtocol
import Ledger

/// What journals of double-entry bookkeeping have in common, whatever program reads them (SPEC LC-01, LC-02).
struct Journal {
  /// One line of a transaction.
  struct Posting {
    var account: String
    var minor: Int64
  }

  private let shared: SharedState
  private let members: [MemberID: String]
  private let categories: [String: String]

  /// - Parameter part: makes a name a part of an account; several names may come out the same.
  /// - Parameter separator: what stands before the number by which they are told apart then.
  init(_ shared: SharedState, separator: String, part: (String) -> String) {
    self.shared = shared
    members = Self.accounts(shared.members.map { ($0.id, $0.displayName) }, separator, part)
    categories = Self.accounts(shared.categories.map { ($0.key, $0.name) }, separator, part)
  }

  /// Entries that were not voided, with their numbers in the order of adding, from 1.
  var entries: [(number: Int, entry: EntryState)] {
    shared.entries.enumerated().filter { !$1.isVoided }.map { ($0 + 1, $1) }
  }

  /// What those read for whom the accounts' names say too little: each member's part of an account, and the member's
  /// name.
  var memberNames: [(part: String, name: String)] { shared.members.map { (members[$0.id] ?? $0.id.description, $0.displayName) } }

  /// All currencies that are named, by code.
  var currencies: [Currency] {
    let used = entries.flatMap { [$0.entry.currency] + ($0.entry.conversion.map { [$0.to] } ?? []) }
    return Set(used + shared.rates.all.flatMap { [$0.from, $0.to] }).sorted()
  }

  /// Prices by day: the rates that the group knows, and before those of a day the rates that entries carry themselves.
  /// Of one day the last one counts.
  var prices: [ExchangeRate] {
    var prices: [ExchangeRate] = []
    var seen: Set<ExchangeRate> = []
    for (_, entry) in entries {
      guard let conversion = entry.conversion else { continue }
      var price = ExchangeRate()
      (price.from, price.to) = (entry.currency.code, conversion.to.code)
      (price.rate, price.date) = (conversion.rate.description, entry.date.description)
      if seen.insert(price).inserted { prices.append(price) }
    }
    for known in shared.rates.all {
      var rate = known.message
      rate.source = ""
      // The same one as an entry has: one line is enough, and it comes last.
      if seen.contains(rate) { prices.removeAll { $0 == rate } }
      prices.append(rate)
    }
    // The order of equal days stays: an array's sort is stable only by its index.
    return prices.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
  }

  /// What an entry moves; it adds up to 0.
  func postings(_ entry: EntryState) -> [Posting] {
    let category = categories[entry.category] ?? "Other"
    var postings: [Posting] = []
    let sign: Int64
    switch entry.kind {
    case .expense:
      postings = [Posting(account: "Expenses:" + category, minor: entry.minor), Posting(account: "Equity:Shares", minor: -entry.minor)]
      sign = 1
    case .income:
      postings = [Posting(account: "Income:" + category, minor: -entry.minor), Posting(account: "Equity:Shares", minor: entry.minor)]
      sign = -1
    case .transfer: sign = 1
    case .unspecified, .UNRECOGNIZED: return []
    }
    // What somebody laid out the others owe them; what was used for them they owe. Of an income it is the other way
    // round.
    let (paid, owed) = sign > 0 ? ("Liabilities:", "Assets:") : ("Assets:", "Liabilities:")
    func name(_ member: MemberID) -> String { members[member] ?? member.description }
    postings += entry.paid.map { Posting(account: paid + name($0.member), minor: -sign * $0.minor) }
    postings += entry.owed.map { Posting(account: owed + name($0.member), minor: sign * $0.minor) }
    return postings.filter { $0.minor != 0 }
  }

  /// No two alike.
  static func accounts<Key: Hashable>(
    _ names: [(Key, String)], _ separator: String, _ part: (String) -> String
  ) -> [Key: String] {
    var accounts: [Key: String] = [:]
    var taken: Set<String> = []
    for (key, name) in names {
      let plain = part(name)
      var account = plain
      var number = 2
      while !taken.insert(account).inserted {
        account = "\(plain)\(separator)\(number)"
        number += 1
      }
      accounts[key] = account
    }
    return accounts
  }

  /// The text in one line, with single spaces: two, or a tab, would end what is read.
  static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ").printable }
}
