import HashTreeCollections
import HearthProtocol

/// Who is owed and who owes, per member and currency, kept up with every entry.
///
/// The balances of a currency always total 0. No sum here can overflow: the total of all amounts of a currency is kept within 64 bits,
/// and no balance and no spending is larger than that total.
public struct Balances: Sendable {
  private struct Key: Hashable, Sendable {
    let member: MemberID
    let currency: Currency
  }

  private var minors: TreeDictionary<Key, Int64> = [:]
  private var turnovers: TreeDictionary<Currency, Int64> = [:]

  /// The currencies that entries used, by code.
  public private(set) var currencies: [Currency] = []

  init() {}

  /// What the member is owed in this currency, in minor units; negative when they owe.
  public subscript(member: MemberID, currency: Currency) -> Int64 { minors[Key(member: member, currency: currency)] ?? 0 }

  /// The total of all amounts ever entered in this currency, in minor units.
  public func turnover(_ currency: Currency) -> Int64 { turnovers[currency] ?? 0 }

  /// Whether an entry of this amount still fits into 64-bit sums.
  func fits(_ minor: Int64, _ currency: Currency) -> Bool { !turnover(currency).addingReportingOverflow(minor).overflow }

  /// Books an entry whose amount fits and whose sums match.
  mutating func book(_ entry: EntryState) {
    if turnovers[entry.currency] == nil {
      let place = currencies.firstIndex { $0 > entry.currency } ?? currencies.endIndex
      currencies.insert(entry.currency, at: place)
    }
    turnovers[entry.currency, default: 0] += entry.minor
    // An expense or transfer leaves the payer owed; an income leaves whoever received it owing the others.
    let sign: Int64
    switch entry.kind {
    case .expense, .transfer: sign = 1
    case .income: sign = -1
    case .unspecified, .UNRECOGNIZED: return
    }
    for portion in entry.paid { minors[Key(member: portion.member, currency: entry.currency), default: 0] += sign * portion.minor }
    for portion in entry.owed { minors[Key(member: portion.member, currency: entry.currency), default: 0] -= sign * portion.minor }
  }
}
