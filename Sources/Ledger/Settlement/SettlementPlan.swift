import HearthProtocol

/// Transfers that bring every balance to zero: as few as possible for up to 16 open balances, the best found for more
/// (SPEC ST-02, ST-03).
///
/// Open balances that fall into k parts of total zero take as many transfers as there are balances less k, and no plan
/// can do with fewer than for the largest possible k: the members that any plan connects total zero, and connecting m
/// members takes m - 1 transfers.
///
/// Of all plans with the fewest transfers, in which nobody who is owed pays and nobody who owes receives, it is the
/// first when they are compared by their largest transfer, equals by the place of who pays and then of who receives,
/// then by their second largest and so on. Such a first plan stays first without any one of its transfers when that has
/// been executed: a better rest would, with the transfer, have made a better plan before. So executing a suggestion
/// leaves exactly the others.
public struct SettlementPlan: Sendable, Equatable {
  /// The largest first.
  public let transfers: [Obligation]
  /// The certificate: those whom transfers connect. Each circle's balances total zero, and each open balance stands in
  /// exactly one.
  public let circles: [[MemberBalance]]
  /// Whether no plan has fewer transfers.
  public let isProven: Bool

  /// Finds the plan. For n open balances, n up to 16, it takes about 2 n 2^n steps: 2 million for 16, 20,000 for ten.
  ///
  /// - Parameter balances: total zero, no member twice, in an order that is the same each time; no sum of some of them
  ///   leaves 64 bits.
  public init(_ balances: [MemberBalance]) {
    let open = balances.filter { $0.minor != 0 }
    var search = PlanSearch(open.map(\.minor))
    let found = search.run()
    isProven = open.count <= PlanSearch.exactMax
    transfers = found.map { Obligation(debtor: open[$0.debtor].member, creditor: open[$0.creditor].member, minor: $0.minor) }
    circles = Self.circles(found, among: open)
  }

  /// What the plan has one member pay another, in minor units.
  public func minor(from debtor: MemberID, to creditor: MemberID) -> Int64 {
    transfers.first { $0.debtor == debtor && $0.creditor == creditor }?.minor ?? 0
  }

  /// The members that transfers connect, directly or through others; in the order of the first of each.
  private static func circles(_ transfers: [PlanSearch.Transfer], among open: [MemberBalance]) -> [[MemberBalance]] {
    var circle = Array(open.indices)
    for transfer in transfers {
      let (kept, joined) = (circle[transfer.debtor], circle[transfer.creditor])
      guard kept != joined else { continue }
      for place in circle.indices where circle[place] == joined { circle[place] = kept }
    }
    var circles: [[MemberBalance]] = []
    var seen: [Int: Int] = [:]
    for place in open.indices {
      if let known = seen[circle[place]] {
        circles[known].append(open[place])
      } else {
        seen[circle[place]] = circles.count
        circles.append([open[place]])
      }
    }
    return circles
  }
}
