import HearthProtocol

/// What one member owes one other by one entry, and how much of it is settled (product 97). Never stored: transfers are
/// the only truth.
public struct EntryShare: Sendable, Equatable {
  /// How far a share is paid.
  public enum Status: Sendable {
    /// Nothing of it is.
    case open
    /// Some of it is.
    case partlyPaid
    /// All of it is, or what is not was offset.
    case paid
    /// A member whom the entry names says that it is wrong, so it is not called settled, however much of it is paid
    /// (product N10).
    case disputed

    init(minor: Int64, paidMinor: Int64, isDisputed: Bool) {
      self = isDisputed ? .disputed : paidMinor == minor ? .paid : paidMinor == 0 ? .open : .partlyPaid
    }
  }

  /// The entry.
  public let entry: EntryID
  /// Who owes.
  public let debtor: MemberID
  /// Who is owed.
  public let creditor: MemberID
  /// Minor units, at least 1.
  public let minor: Int64
  /// What of it is settled, in minor units: paid or offset.
  public let paidMinor: Int64
  /// What of `paidMinor` nobody paid, in minor units: it was offset against what the creditor came to owe (SPEC ST-05).
  public let offsetMinor: Int64
  /// Whether the entry is disputed.
  public let isDisputed: Bool

  /// How far it is paid.
  public var status: Status { Status(minor: minor, paidMinor: paidMinor, isDisputed: isDisputed) }
}

/// How far what one member owes or is owed by one entry is settled.
public struct EntryStandingOfMember: Sendable, Equatable {
  /// All of it together.
  public let status: EntryShare.Status
  /// What of it is settled, in minor units: paid or offset.
  public let paidMinor: Int64
  /// What of `paidMinor` nobody paid, in minor units.
  public let offsetMinor: Int64
}

extension [EntryShare] {
  /// How far what one member owes or is owed here is settled; nil when they have no part in it.
  ///
  /// All of one entry: their sums are at most its amount.
  public func standing(of member: MemberID) -> EntryStandingOfMember? {
    let own = filter { $0.debtor == member || $0.creditor == member }
    guard !own.isEmpty else { return nil }
    let paid = own.reduce(0) { $0 + $1.paidMinor }
    let isDisputed = own.contains(where: \.isDisputed)
    return EntryStandingOfMember(
      status: EntryShare.Status(minor: own.reduce(0) { $0 + $1.minor }, paidMinor: paid, isDisputed: isDisputed), paidMinor: paid,
      offsetMinor: own.reduce(0) { $0 + $1.offsetMinor })
  }
}

/// How shares are taken to be paid (SPEC ST-05).
public enum ShareReckoning: Sendable {
  /// Between two members only, as direct debts are.
  case direct
  /// Also along chains of debts, and all when nobody owes anything, as simplified plans mean it.
  case simplified
}

extension EntryShare {
  init(_ share: DebtBook.Share, in shared: SharedState) {
    entry = share.entry
    debtor = share.debtor
    creditor = share.creditor
    minor = share.minor
    paidMinor = share.minor - share.open
    offsetMinor = share.offset
    isDisputed = shared.entries[share.entry]?.isDisputed ?? false
  }
}

extension SharedState {
  /// How shares are taken to be paid where nobody says otherwise: as the group offers debts (SPEC ST-06).
  public var shareReckoning: ShareReckoning { offersDirect ? .direct : .simplified }

  /// Every share of every entry in this currency with how far it is paid, in the order of the entries. Walks all
  /// entries.
  public func shares(in currency: Currency, _ reckoning: ShareReckoning) -> [EntryShare] {
    DebtBook(self, currency, reckoning).shares.map { EntryShare($0, in: self) }
  }

  /// Those that are not paid, or not all of them.
  public func openShares(in currency: Currency, _ reckoning: ShareReckoning) -> [EntryShare] {
    shares(in: currency, reckoning).filter { $0.paidMinor < $0.minor }
  }

  /// The shares of some entries, by entry, in the order of the debtors there. Walks all entries of their currencies,
  /// each currency once.
  public func shares(of some: some Sequence<EntryState>) -> [EntryID: [EntryShare]] {
    var shares: [EntryID: [EntryShare]] = [:]
    var currencies: Set<Currency> = []
    for entry in some {
      shares[entry.id] = []
      currencies.insert(entry.currency)
    }
    for currency in currencies {
      for share in DebtBook(self, currency, shareReckoning).shares where shares[share.entry] != nil {
        shares[share.entry]?.append(EntryShare(share, in: self))
      }
    }
    return shares
  }
}

extension ShareStatus {
  init(_ share: EntryShare) {
    self.init()
    entryID = share.entry.description
    debtorID = share.debtor.description
    creditorID = share.creditor.description
    minor = share.minor
    paidMinor = share.paidMinor
    offsetMinor = share.offsetMinor
    switch share.status {
    case .open: state = .open
    case .partlyPaid: state = .partlyPaid
    case .paid: state = .paid
    case .disputed: state = .disputed
    }
  }
}

extension EntryStanding {
  /// How an entry stands.
  ///
  /// - Parameters:
  ///   - shares: all of this entry.
  ///   - sharesMax: how many of them are listed; the others are counted.
  public init(_ entry: EntryState, _ shares: [EntryShare], sharesMax: Int = .max) {
    self.init()
    disputes = entry.disputeMessages
    comments = entry.comments
    self.shares = shares.prefix(sharesMax).map(ShareStatus.init)
    moreShares = UInt32(clamping: shares.count - self.shares.count)
  }
}
