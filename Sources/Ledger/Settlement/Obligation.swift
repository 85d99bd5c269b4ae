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
  /// Who owes whom by this entry alone (SPEC ST-01): whoever paid less than their part owes those who paid more, in proportion to how much more.
  ///
  /// Exact: what a member owes here less what they are owed is what the entry does to their balance.
  var obligations: [Obligation] {
    switch kind {
    case .expense: return Self.obligations(from: owed, to: paid)
    // Whoever received an income owes it to those it is due to.
    case .income: return Self.obligations(from: paid, to: owed)
    // Whoever was paid owes it back, until debts the other way cancel that.
    case .transfer: return Self.obligations(from: owed, to: paid)
    case .unspecified, .UNRECOGNIZED: return []
    }
  }

  /// - Parameters:
  ///   - debts: what falls to each; every member at most once, as in `credits`.
  ///   - credits: what each has put in; the total is the same.
  private static func obligations(from debts: some Collection<Portion>, to credits: some Collection<Portion>) -> [Obligation] {
    var creditors = net(credits, less: debts)
    var left = creditors.reduce(0) { $0 + $1.minor }
    var obligations: [Obligation] = []
    for debtor in net(debts, less: credits) {
      for (place, minor) in divide(debtor.minor, over: creditors, total: left).enumerated() where minor > 0 {
        let creditor = creditors[place]
        obligations.append(Obligation(debtor: debtor.member, creditor: creditor.member, minor: minor))
        creditors[place] = Portion(member: creditor.member, minor: creditor.minor - minor)
      }
      left -= debtor.minor
    }
    return obligations
  }

  /// What remains of each portion after the same member's portion on the other side.
  private static func net(_ portions: some Collection<Portion>, less others: some Collection<Portion>) -> [Portion] {
    portions.compactMap { portion in
      let minor = portion.minor - (others.first { $0.member == portion.member }?.minor ?? 0)
      return minor > 0 ? Portion(member: portion.member, minor: minor) : nil
    }
  }

  /// Divides in proportion by largest remainder, the first of equals first. No part exceeds its weight, since the amount is at most the total.
  private static func divide(_ minor: Int64, over weights: [Portion], total: Int64) -> [Int64] {
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
  /// The same figures as long as they stay within a total, which is the last debtor's case and that of a single creditor.
  fileprivate func limited(to total: Int64) -> [Int64] {
    var left = total
    return map { minor in
      let part = Swift.min(minor, left)
      left -= part
      return part
    }
  }
}
