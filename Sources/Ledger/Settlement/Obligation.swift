import HearthProtocol

/// What one member owes another, in minor units of a currency that is known from the context.
public struct Obligation: Hashable, Sendable {
  /// Who owes.
  public let debtor: MemberID
  /// Who is owed.
  public let creditor: MemberID
  /// Minor units, at least 1.
  public let minor: Int64

  /// Makes an obligation.
  public init(debtor: MemberID, creditor: MemberID, minor: Int64) {
    self.debtor = debtor
    self.creditor = creditor
    self.minor = minor
  }
}

/// What a member is owed, in minor units; negative when they owe.
public struct MemberBalance: Hashable, Sendable {
  /// Whose balance.
  public let member: MemberID
  /// Minor units.
  public let minor: Int64

  /// Makes a balance.
  public init(member: MemberID, minor: Int64) {
    self.member = member
    self.minor = minor
  }
}

extension EntryState {
  /// Who owes whom by this entry alone (SPEC ST-01): a member who paid less than their part owes those who paid more,
  /// in proportion to how much more.
  ///
  /// Exact: what a member owes here less what they are owed is what the entry does to their balance.
  var obligations: [Obligation] {
    var obligations: [Obligation] = []
    let ids = roster.ids
    forEachObligation { obligations.append(Obligation(debtor: ids[$0], creditor: ids[$1], minor: $2)) }
    return obligations
  }

  /// The same by the members' numbers.
  func forEachObligation(_ body: (_ debtor: Int, _ creditor: Int, _ minor: Int64) -> Void) {
    switch kind {
    case .expense: Self.oblige(owedShares, to: paidShares, body)
    // The receiver of an income owes it to those it is due to.
    case .income: Self.oblige(paidShares, to: owedShares, body)
    // The receiver owes it back, until debts the other way cancel that.
    case .transfer: Self.oblige(owedShares, to: paidShares, body)
    case .unspecified, .UNRECOGNIZED: break
    }
  }

  /// - Parameters:
  ///   - debts: what falls to each; every member at most once, as in `credits`.
  ///   - credits: what each has put in; the total is the same.
  private static func oblige(
    _ debts: PackedShares, to credits: PackedShares, _ body: (_ debtor: Int, _ creditor: Int, _ minor: Int64) -> Void
  ) {
    // Where one side is a single member nothing divides: everybody's part is what they owe or are owed.
    if credits.count == 1, let creditor = credits.first?.member {
      for debt in debts where debt.member != creditor && debt.minor > 0 { body(debt.member, creditor, debt.minor) }
      return
    }
    if debts.count == 1, let debtor = debts.first?.member {
      for credit in credits where credit.member != debtor && credit.minor > 0 { body(debtor, credit.member, credit.minor) }
      return
    }
    var creditors = net(credits, less: debts)
    var left = creditors.reduce(0) { $0 + $1.minor }
    for debtor in net(debts, less: credits) {
      for (place, minor) in divide(debtor.minor, over: creditors, total: left).enumerated() where minor > 0 {
        let creditor = creditors[place]
        body(debtor.member, creditor.member, minor)
        creditors[place] = PackedShare(member: creditor.member, minor: creditor.minor - minor)
      }
      left -= debtor.minor
    }
  }

  /// What remains of each share after the same member's share on the other side.
  private static func net(_ shares: PackedShares, less others: PackedShares) -> [PackedShare] {
    shares.compactMap { share in
      let minor = share.minor - (others.first { $0.member == share.member }?.minor ?? 0)
      return minor > 0 ? PackedShare(member: share.member, minor: minor) : nil
    }
  }

  /// Divides in proportion by largest remainder, the first of equals first. No part exceeds its weight, since the
  /// amount is at most the total.
  private static func divide(_ minor: Int64, over weights: [PackedShare], total: Int64) -> [Int64] {
    guard weights.count > 1, minor < total else { return weights.map(\.minor).limited(to: minor) }
    var parts: [Int64] = []
    var remainders: [(place: Int, remainder: Int64)] = []
    var left = minor
    for (place, weight) in weights.enumerated() {
      // The quotient is at most the weight, so it fits; the total is above the amount and so above zero.
      let (part, remainder) = total.dividingFullWidth(minor.multipliedFullWidth(by: weight.minor))
      parts.append(part)
      remainders.append((place, remainder))
      left -= part
    }
    remainders.sort { ($1.remainder, $0.place) < ($0.remainder, $1.place) }
    for (place, _) in remainders.prefix(Int(left)) { parts[place] += 1 }
    return parts
  }
}

extension [Int64] {
  /// The same figures as long as they stay within a total, which is the last debtor's case and that of a single
  /// creditor.
  fileprivate func limited(to total: Int64) -> [Int64] {
    var left = total
    return map { minor in
      let part = Swift.min(minor, left)
      left -= part
      return part
    }
  }
}
