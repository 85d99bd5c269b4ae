import HearthProtocol

/// What one member owes one other by one entry, and how much of it is paid (product 97). Never stored: transfers are the only truth.
public struct EntryShare: Sendable, Equatable {
  /// How far a share is paid.
  public enum Status: Sendable {
    /// Nothing of it is.
    case open
    /// Some of it is.
    case partlyPaid
    /// All of it is.
    case paid
  }

  /// The entry.
  public let entry: EntryID
  /// Who owes.
  public let debtor: MemberID
  /// Who is owed.
  public let creditor: MemberID
  /// Minor units, at least 1.
  public let minor: Int64
  /// What of it is paid, in minor units.
  public let paidMinor: Int64

  /// How far it is paid.
  public var status: Status { paidMinor == minor ? .paid : paidMinor == 0 ? .open : .partlyPaid }
}

/// How shares are taken to be paid (SPEC ST-05).
public enum ShareReckoning: Sendable {
  /// Between two members only, as direct debts are.
  case direct
  /// Also along chains of debts, and all when nobody owes anything, as simplified plans mean it.
  case simplified
}

extension SharedState {
  /// Every share of every entry in this currency with how far it is paid, in the order of the entries. Walks all entries.
  public func shares(in currency: Currency, _ reckoning: ShareReckoning) -> [EntryShare] {
    DebtBook(self, currency, reckoning).shares.map { share in
      EntryShare(
        entry: share.entry, debtor: share.debtor, creditor: share.creditor, minor: share.minor, paidMinor: share.minor - share.open)
    }
  }

  /// Those that are not paid, or not all of them.
  public func openShares(in currency: Currency, _ reckoning: ShareReckoning) -> [EntryShare] {
    shares(in: currency, reckoning).filter { $0.paidMinor < $0.minor }
  }
}
