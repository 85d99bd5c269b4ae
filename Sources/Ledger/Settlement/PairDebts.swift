import HashTreeCollections
import HearthProtocol

/// What every two members owe each other by the entries, one figure a pair and currency, kept up with every entry (SPEC ST-01).
///
/// It is a sum over entries, so their order does not matter and an entry is taken out as it was put in. No figure exceeds the turnover of its
/// currency, which fits (`Balances.fits`).
public struct PairDebts: Sendable {
  private struct Key: Hashable, Sendable {
    /// The member with the smaller id.
    let first: MemberID
    let second: MemberID
    let currency: Currency
  }

  /// What the first owes the second; negative the other way. Pairs that are even are left out.
  private var minors: TreeDictionary<Key, Int64> = [:]

  init() {}

  /// What the debtor owes the creditor, in minor units; negative when it is the other way.
  public subscript(debtor: MemberID, creditor: MemberID, currency: Currency) -> Int64 {
    let isFirst = debtor < creditor
    let key = Key(first: isFirst ? debtor : creditor, second: isFirst ? creditor : debtor, currency: currency)
    let minor = minors[key] ?? 0
    return isFirst ? minor : -minor
  }

  /// Books an entry whose amount fits and whose sums match.
  mutating func book(_ entry: EntryState) { add(entry, sign: 1) }

  /// Takes out an entry that was booked.
  mutating func unbook(_ entry: EntryState) { add(entry, sign: -1) }

  private mutating func add(_ entry: EntryState, sign: Int64) {
    for obligation in entry.obligations {
      let isFirst = obligation.debtor < obligation.creditor
      let key = Key(
        first: isFirst ? obligation.debtor : obligation.creditor, second: isFirst ? obligation.creditor : obligation.debtor,
        currency: entry.currency)
      let minor = (minors[key] ?? 0) + (isFirst ? sign : -sign) * obligation.minor
      minors[key] = minor == 0 ? nil : minor
    }
  }
}

extension SharedState {
  /// What each member owes each other by the entries (SPEC ST-01): in the order of joining, by debtor and then by creditor.
  public func directDebts(in currency: Currency) -> [Obligation] {
    members.flatMap { debtor in
      members.compactMap { creditor in
        let minor = debtor.id == creditor.id ? 0 : debts[debtor.id, creditor.id, currency]
        return minor > 0 ? Obligation(debtor: debtor.id, creditor: creditor.id, minor: minor) : nil
      }
    }
  }

  /// The transfers that settle everything (SPEC ST-02). Costs what `SettlementPlan` costs, never entries.
  public func settlementPlan(in currency: Currency) -> SettlementPlan { SettlementPlan(memberBalances(in: currency)) }

  /// Every member's balance in the order of joining.
  public func memberBalances(in currency: Currency) -> [MemberBalance] {
    members.map { MemberBalance(member: $0.id, minor: balances[$0.id, currency]) }
  }
}
