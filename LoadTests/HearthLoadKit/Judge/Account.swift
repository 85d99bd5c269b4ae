import HearthProtocol

/// An account of a group kept from its events alone, with arithmetic of its own: shares nothing with the ledger that it
/// checks.
struct Account: Sendable {
  /// Minor units by member and currency.
  private(set) var balances: RoomJudge.Balances = [:]

  /// Budget, period and threshold of every alert.
  private var alerts: Set<[String]> = []

  /// What all balances of each currency total.
  var totals: [String: Int64] {
    var totals: [String: Int64] = [:]
    for minors in balances.values {
      for (currency, minor) in minors { totals[currency, default: 0] &+= minor }
    }
    return totals
  }

  /// Books an event.
  ///
  /// - Returns: what is wrong with it.
  mutating func take(_ event: Event) -> [String] {
    if case .alertFired(let alert) = event.body {
      let threshold = alert.over ? "over" : String(alert.basisPoints)
      return alerts.insert([alert.budgetID, alert.periodStart, threshold]).inserted ? [] : ["an alert fired a second time"]
    }
    guard case .entryAdded(let added) = event.body else { return [] }
    let content = added.content
    var findings: [String] = []
    if sum(content.paid) != content.amount.minor { findings.append("what was paid is not the amount, \(content.amount.minor)") }
    if sum(added.owed) != content.amount.minor { findings.append("what is owed is not the amount, \(content.amount.minor)") }
    if let isRight = divides(content.amount.minor, content.split, into: added.owed), !isRight {
      findings.append("what is owed is not what the split says")
    }
    let sign: Int64 = content.kind == .income ? -1 : 1
    for share in content.paid { book(share, sign, content.amount.currency) }
    for share in added.owed { book(share, -sign, content.amount.currency) }
    return findings
  }

  private mutating func book(_ share: Share, _ sign: Int64, _ currency: String) {
    // Wraps where the ledger must not get: the totals then disagree and are reported.
    balances[share.memberID, default: [:]][currency, default: 0] &+= sign &* share.minor
  }

  private func sum(_ shares: [Share]) -> Int64 { shares.reduce(0) { $0 &+ $1.minor } }

  /// Whether this is how SPEC MN-03 divides the amount; nil for a split that is not understood.
  ///
  /// Of an equal split the odd minor units may be anybody's, one each: whose turn it is depends on entries that the
  /// account may not have seen.
  private func divides(_ amount: Int64, _ split: Split, into owed: [Share]) -> Bool? {
    switch split.method {
    case .exact(let exact): return exact.shares == owed
    case .equal(let equal):
      guard !equal.memberIds.isEmpty else { return nil }
      let least = amount / Int64(equal.memberIds.count)
      return owed.map(\.memberID) == equal.memberIds && owed.allSatisfy { $0.minor == least || $0.minor == least + 1 }
    case .percentage(let percentage):
      return divide(amount, among: percentage.shares.map { ($0.memberID, UInt64(max($0.basisPoints, 0))) }).map { $0 == owed }
    case .weights(let weights): return divide(amount, among: weights.shares.map { ($0.memberID, UInt64($0.weight)) }).map { $0 == owed }
    // What the members earn is not in what everybody reads; that the shares total the amount is judged apart.
    case .income(let income): return owed.map(\.memberID) == income.memberIds
    case nil: return nil
    }
  }

  /// Largest remainder; the first of equals first.
  private func divide(_ amount: Int64, among weights: [(member: String, weight: UInt64)]) -> [Share]? {
    let total = weights.reduce(0) { $0 + $1.weight }
    guard total > 0, amount >= 0 else { return nil }
    let parts = weights.map { member, weight in
      let (quotient, remainder) = total.dividingFullWidth(UInt64(amount).multipliedFullWidth(by: weight))
      return (member: member, minor: quotient, remainder: remainder)
    }
    var left = UInt64(amount) - parts.reduce(0) { $0 + $1.minor }
    var extra = Array(repeating: UInt64(0), count: parts.count)
    for place in parts.indices.sorted(by: { (parts[$1].remainder, $0) < (parts[$0].remainder, $1) }) where left > 0 {
      extra[place] = 1
      left -= 1
    }
    return parts.enumerated().map { place, part in
      var share = Share()
      share.memberID = part.member
      share.minor = Int64(part.minor + extra[place])
      return share
    }
  }
}
