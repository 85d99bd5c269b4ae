import HashTreeCollections
import HearthProtocol

/// What every two members owe each other by the entries, one figure a pair and currency, kept up with every entry (SPEC
/// ST-01).
///
/// It is a sum over entries, so their order does not matter and an entry is taken out as it was put in. No figure
/// exceeds the turnover of its currency, which fits (`Balances.fits`).
struct PairDebts: Sendable {
  /// Two members in a currency.
  struct Key: Hashable, Sendable {
    // The members' numbers, the smaller one above the other, and the currency below them: one word is hashed faster
    // than three.
    private let word: UInt64

    init(_ first: Int, _ second: Int, _ currency: Currency) {
      // Limit: `PackedShare.membersMax` needs 14 bits.
      word = UInt64(truncatingIfNeeded: first) << 48 | UInt64(truncatingIfNeeded: second) << 32 | UInt64(currency.letters)
    }
  }

  /// What the one with the smaller number owes the other; negative the other way.
  private var minors: TreeDictionary<Key, Int64> = [:]

  init() {}

  /// What the debtor owes the creditor, both by their numbers, in minor units; negative when it is the other way.
  subscript(debtor: Int, creditor: Int, currency: Currency) -> Int64 {
    debtor < creditor ? minors[Key(debtor, creditor, currency)] ?? 0 : -(minors[Key(creditor, debtor, currency)] ?? 0)
  }

  /// Books an entry whose amount fits and whose sums match.
  mutating func book(_ entry: EntryState) { add(entry, sign: 1) }

  /// Takes out an entry that was booked.
  mutating func unbook(_ entry: EntryState) { add(entry, sign: -1) }

  /// Books what was gathered.
  mutating func book(_ sums: GatheredSums) {
    for (pair, minor) in sums.debts.rows { minors[pair, default: 0] += minor }
  }

  private mutating func add(_ entry: EntryState, sign: Int64) {
    Self.forEachChange(by: entry) { pair, minor in minors[pair, default: 0] += sign * minor }
  }

  /// What an entry adds to each pair.
  static func forEachChange(by entry: EntryState, _ body: (Key, Int64) -> Void) {
    let currency = entry.currency
    entry.forEachObligation { debtor, creditor, minor in
      if debtor < creditor {
        body(Key(debtor, creditor, currency), minor)
      } else {
        body(Key(creditor, debtor, currency), -minor)
      }
    }
  }
}

extension SharedState {
  /// What one member owes another by the entries, in minor units; negative when it is the other way (SPEC ST-01).
  public func debt(of debtor: MemberID, to creditor: MemberID, in currency: Currency) -> Int64 {
    guard let debtor = roster.number(of: debtor), let creditor = roster.number(of: creditor) else { return 0 }
    return debts[debtor, creditor, currency]
  }

  /// What each member owes each other by the entries (SPEC ST-01): in the order of joining, by debtor and then by
  /// creditor.
  public func directDebts(in currency: Currency) -> [Obligation] {
    members.indices.flatMap { debtor in
      members.indices.compactMap { creditor in
        let minor = debtor == creditor ? 0 : debts[debtor, creditor, currency]
        return minor > 0 ? Obligation(debtor: roster.ids[debtor], creditor: roster.ids[creditor], minor: minor) : nil
      }
    }
  }

  /// The transfers that settle everything (SPEC ST-02). Costs what `SettlementPlan` costs, never entries; nothing if it
  /// was kept.
  public func settlementPlan(in currency: Currency) -> SettlementPlan {
    balances.plan(in: currency) ?? SettlementPlan(memberBalances(in: currency))
  }

  /// Every member's balance in the order of joining.
  public func memberBalances(in currency: Currency) -> [MemberBalance] {
    members.map { MemberBalance(member: $0.id, minor: balances[$0.id, currency]) }
  }
}
