import HearthProtocol

/// Who is owed and who owes, per member and currency, kept up with every entry.
///
/// The balances of a currency always total 0. No sum here can overflow: the total of all amounts of a currency is kept
/// within 64 bits, and no balance and no spending is larger than that total.
public struct Balances: Sendable {
  /// One currency's figures, by the members' numbers.
  private struct Book: Sendable {
    let currency: Currency
    var turnover: Int64 = 0
    var minors: [Int64] = []
    var absorbed: [Int64] = []
    /// The transfers that settle everything, once they were looked for; until a balance changes.
    var plan: SettlementPlan?
  }

  /// By code.
  private var books: [Book] = []
  private var roster = Roster.empty

  init() {}

  /// The currencies that entries used, by code.
  public var currencies: [Currency] { books.lazy.filter { $0.turnover != 0 }.map(\.currency) }

  /// What the member is owed in this currency, in minor units; negative when they owe.
  public subscript(member: MemberID, currency: Currency) -> Int64 {
    guard let place = place(of: currency), let number = roster.number(of: member) else { return 0 }
    return books[place].minors[number]
  }

  /// The total of all amounts in this currency, in minor units.
  public func turnover(_ currency: Currency) -> Int64 { place(of: currency).map { books[$0].turnover } ?? 0 }

  /// Whether an entry of this amount still fits into 64-bit sums.
  func fits(_ minor: Int64, _ currency: Currency) -> Bool { !turnover(currency).addingReportingOverflow(minor).overflow }

  /// What rounding equal splits has cost each member so far, in `Rounding.unit`ths of a minor unit, by number; empty:
  /// nobody anything.
  func absorbed(in currency: Currency) -> [Int64] { place(of: currency).map { books[$0].absorbed } ?? [] }

  /// The plan that was kept; nil: none was, or a balance has changed since.
  func plan(in currency: Currency) -> SettlementPlan? { place(of: currency).flatMap { books[$0].plan } }

  /// Keeps the plan of these balances until one of them changes.
  mutating func keep(_ plan: SettlementPlan, in currency: Currency) {
    if let place = place(of: currency) { books[place].plan = plan }
  }

  /// Makes space for the members of a longer roster.
  mutating func count(_ roster: Roster) {
    self.roster = roster
    for place in books.indices {
      books[place].plan = nil
      let missing = roster.ids.count - books[place].minors.count
      books[place].minors += repeatElement(0, count: missing)
      books[place].absorbed += repeatElement(0, count: missing)
    }
  }

  /// Books an entry whose amount fits and whose sums match.
  mutating func book(_ entry: EntryState) { change(entry, by: 1) }

  /// Takes back what booking the entry did.
  mutating func unbook(_ entry: EntryState) { change(entry, by: -1) }

  private mutating func change(_ entry: EntryState, by direction: Int64) {
    let place = place(of: entry.currency) ?? open(entry.currency)
    books[place].turnover += direction * entry.minor
    books[place].plan = nil
    // An expense or transfer leaves the payer owed; an income leaves its receiver owing the others.
    let sign: Int64
    switch entry.kind {
    case .expense, .transfer: sign = direction
    case .income: sign = -direction
    case .unspecified, .UNRECOGNIZED: return
    }
    for share in entry.paidShares { books[place].minors[share.member] += sign * share.minor }
    let owed = entry.owedShares
    for share in owed { books[place].minors[share.member] -= sign * share.minor }
    guard entry.isSplitEqually, !owed.isEmpty else { return }
    // An income's odd unit is a gain, an expense's a cost.
    let rounding = Rounding(minor: entry.minor, ways: owed.count)
    for share in owed { books[place].absorbed[share.member] += sign * rounding.cost(ofPaying: share.minor) }
  }

  private func place(of currency: Currency) -> Int? { books.firstIndex { $0.currency == currency } }

  private mutating func open(_ currency: Currency) -> Int {
    let place = books.firstIndex { $0.currency > currency } ?? books.endIndex
    let nothing = [Int64](repeating: 0, count: roster.ids.count)
    books.insert(Book(currency: currency, minors: nothing, absorbed: nothing), at: place)
    return place
  }
}

/// What dividing an amount evenly leaves over, and what that costs each of those who share (product 86, N20).
struct Rounding {
  /// So many parts make a minor unit: a multiple of 1 to 16, so that shares among so many are exact.
  static let unit: Int64 = 720_720

  /// Everybody's share before the odd units are given out.
  let share: Int64
  /// How many odd units there are: fewer than those who share.
  let left: Int64
  private let mean: Int64

  init(minor: Int64, ways: Int) {
    (share, left) = minor.quotientAndRemainder(dividingBy: Int64(ways))
    mean = left * Self.unit / Int64(ways)
  }

  /// How much more than the exact share it is to pay this, in `unit`ths; less than 0 when it is less.
  func cost(ofPaying minor: Int64) -> Int64 {
    // A member who was given an odd unit when shares were divided by another rule counts the same.
    (minor > share ? Self.unit : 0) - mean
  }
}
