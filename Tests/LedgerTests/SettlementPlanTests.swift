import Foundation
import HearthProtocol
import Support
import Testing

@testable import Ledger

/// The fewest transfers, against plans found another way.
struct SettlementPlanTests {
  private static func balances(_ minors: [Int64]) -> [MemberBalance] {
    minors.enumerated().map { MemberBalance(member: Household.member(UInt64($0) + 1), minor: $1) }
  }

  private static func plan(_ minors: [Int64]) -> SettlementPlan { SettlementPlan(balances(minors)) }

  /// What is left when the transfers have been made.
  private static func settled(_ minors: [Int64], by transfers: some Sequence<Obligation>) -> [Int64] {
    var minors = minors
    for transfer in transfers {
      minors[Int(transfer.debtor.low) - 1] += transfer.minor
      minors[Int(transfer.creditor.low) - 1] -= transfer.minor
    }
    return minors
  }

  /// The fewest transfers: those of a plan tie members together into circles that total zero, and a circle needs one
  /// transfer fewer than it has members. So it is a matter of how many circles they fall into at most, which is found
  /// by trying every way to divide them.
  private static func fewest(_ minors: [Int64]) -> Int {
    let open = minors.filter { $0 != 0 }
    // What each subset totals; its members are its bits.
    var totals: [Int64] = [0]
    for minor in open { totals += totals.map { $0 + minor } }
    var known = [Int?](repeating: nil, count: totals.count)
    return open.count - circles(of: totals.count - 1, totals, &known)
  }

  /// Into how many circles these fall at most: one that has the first of them, and those of whoever is not in it.
  private static func circles(of all: Int, _ totals: [Int64], _ known: inout [Int?]) -> Int {
    guard all != 0 else { return 0 }
    if let most = known[all] { return most }
    let first = all & -all
    let others = all ^ first
    var most = 0
    var company = others
    while true {
      if totals[first | company] == 0 { most = max(most, 1 + circles(of: others ^ company, totals, &known)) }
      guard company > 0 else { break }
      company = (company - 1) & others
    }
    known[all] = most
    return most
  }

  /// The fewest transfers by trying every transfer: somebody who is open is settled with each other who is open the
  /// other way, in turn.
  private static func fewestTried(_ minors: [Int64], from first: Int = 0) -> Int {
    guard let first = minors[first...].firstIndex(where: { $0 != 0 }) else { return 0 }
    var best = Int.max
    var tried: Set<Int64> = []
    for other in minors.indices[(first + 1)...] where (minors[other] < 0) != (minors[first] < 0) && minors[other] != 0 {
      guard tried.insert(minors[other]).inserted else { continue }
      var rest = minors
      rest[other] += rest[first]
      best = min(best, 1 + fewestTried(rest, from: first + 1))
    }
    return best
  }

  @Test("product N5: -4, -3, +2, +2, +3 need three transfers") func theWorkedExample() {
    let plan = Self.plan([-4, -3, 2, 2, 3])
    #expect(plan.isProven)
    #expect(plan.transfers.map(\.minor) == [3, 2, 2])
    #expect(plan.transfers.map { [$0.debtor.low, $0.creditor.low] } == [[2, 5], [1, 3], [1, 4]])
    #expect(plan.circles.map { $0.map(\.minor) } == [[-4, 2, 2], [-3, 3]])
  }

  @Test func nothingIsOwed() {
    #expect(Self.plan([]) == Self.plan([0, 0, 0]))
    #expect(Self.plan([0, 0]).transfers.isEmpty && Self.plan([0, 0]).circles.isEmpty && Self.plan([]).isProven)
    #expect(Self.plan([0, -5, 0, 5]).transfers == [Obligation(debtor: Household.member(2), creditor: Household.member(4), minor: 5)])
  }

  @Test func theLargestAmountsAreSettled() {
    let most = Int64.max
    #expect(Self.plan([most, -most]).transfers.map(\.minor) == [most])
    #expect(Self.plan([-most + 1, most, -1]).transfers.map(\.minor) == [most - 1, 1])
  }

  @Test("Among many balances the largest are settled first; everybody is in the end", arguments: [64, 65, 1_000])
  func many(count: Int) {
    var minors = (0..<count).map { Int64($0 * $0 % 7_919 - 3_000) }
    minors[0] -= minors.reduce(0, +)
    let plan = Self.plan(minors)
    #expect(!plan.isProven && plan.transfers.count < count)
    #expect(Self.settled(minors, by: plan.transfers).allSatisfy { $0 == 0 })
  }

  /// Of which transfers it is tried what executing them first leaves of the plan; of one, whichever the number says.
  private enum Executed {
    case none, every
    case one(Int)

    func places(of count: Int) -> Range<Int> {
      switch self {
      case .every: 0..<count
      case .one(let number) where count > 0: number % count..<number % count + 1
      case .none, .one: 0..<0
      }
    }
  }

  private func check(_ minors: [Int64], executing executed: Executed, _ comment: Comment) {
    let plan = Self.plan(minors)
    let open = minors.count { $0 != 0 }
    #expect(Self.settled(minors, by: plan.transfers).allSatisfy { $0 == 0 }, comment)
    #expect(
      plan.transfers.allSatisfy { $0.minor > 0 && minors[Int($0.debtor.low) - 1] < 0 && minors[Int($0.creditor.low) - 1] > 0 }, comment)
    #expect(plan.isProven == (open <= 16), comment)
    // The certificate.
    #expect(plan.circles.allSatisfy { $0.reduce(0) { $0 + $1.minor } == 0 }, comment)
    #expect(Set(plan.circles.joined()) == Set(Self.balances(minors).filter { $0.minor != 0 }), comment)
    #expect(plan.circles.joined().count == open && plan.transfers.count == open - plan.circles.count, comment)
    #expect(plan.transfers.count <= max(0, open - 1), comment)
    for place in executed.places(of: plan.transfers.count) {
      let transfer = plan.transfers[place]
      var others = plan.transfers
      others.remove(at: place)
      #expect(Self.plan(Self.settled(minors, by: [transfer])).transfers == others, comment)
    }
  }

  /// For each balance those that share a part with it in some partition into the most parts of total zero, found by
  /// looking at every subset.
  private static func together(_ minors: [Int64]) -> [Int] {
    let count = 1 << minors.count
    var totals = [Int64](repeating: 0, count: count)
    var parts = [Int](repeating: 0, count: count)
    for subset in 1..<count {
      totals[subset] = totals[subset & (subset - 1)] + minors[subset.trailingZeroBitCount]
      let most = minors.indices.reduce(0) { subset & (1 << $1) == 0 ? $0 : max($0, parts[subset ^ (1 << $1)]) }
      parts[subset] = totals[subset] == 0 ? most + 1 : most
    }
    return minors.indices.map { place in
      (1..<count).reduce(0) { sum, part in
        let isOne = totals[part] == 0 && parts[part] == 1 && parts[(count - 1) ^ part] + 1 == parts[count - 1]
        return isOne && part & (1 << place) != 0 ? sum | part : sum
      }
    }
  }

  /// The plan as ST-03 says it: transfer by transfer the largest that belongs to a plan with the fewest.
  private static func slowly(_ minors: [Int64]) -> [Obligation] {
    var minors = minors
    var transfers: [Obligation] = []
    while true {
      let open = minors.indices.filter { minors[$0] != 0 }
      guard open.count > 1 else {
        return transfers.sorted { ($1.minor, $0.debtor.low, $0.creditor.low) < ($0.minor, $1.debtor.low, $1.creditor.low) }
      }
      let together = together(open.map { minors[$0] })
      var best: (debtor: Int, creditor: Int, minor: Int64) = (0, 0, 0)
      for debtor in open.indices where minors[open[debtor]] < 0 {
        for creditor in open.indices where minors[open[creditor]] > 0 && together[debtor] & (1 << creditor) != 0 {
          let minor = min(-minors[open[debtor]], minors[open[creditor]])
          if minor > best.minor { best = (open[debtor], open[creditor], minor) }
        }
      }
      minors[best.debtor] += best.minor
      minors[best.creditor] -= best.minor
      transfers.append(
        Obligation(
          debtor: Household.member(UInt64(best.debtor) + 1), creditor: Household.member(UInt64(best.creditor) + 1), minor: best.minor))
    }
  }

  @Test("ST-03 The plan is the same as when every subset is looked at for every transfer", arguments: Property.seeds(503, 504))
  func plansAreAsDefined(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Property.cases(of: 20) {
      let minors = Self.random(2 + number % 9, upTo: [1, 3, 8, 30, 1_000_000][number % 5], &random)
      #expect(Self.plan(minors).transfers == Self.slowly(minors), "seed \(seed), case \(number): \(minors)")
    }
    // So many subsets of total zero that all are looked at.
    let even = (0..<12).map { Int64($0 % 2 == 0 ? 1 : -1) }
    #expect(Self.plan(even).transfers == Self.slowly(even))
  }

  @Test("A plan that was kept is the one that is looked for, and is gone with the next change of balances")
  func kept() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 2)
    let rupee = PrecedenceTests.rupee
    let command = household.command(.settleUp(.with { $0.mode = .simplified }))
    #expect(household.state.shared.balances.plan(in: rupee) == nil)
    let work = try #require(household.state.planWork(for: command))
    household.state.keep(work.plan(), of: work)
    #expect(household.state.planWork(for: command) == nil)
    let kept = try #require(household.state.shared.balances.plan(in: rupee))
    #expect(kept == SettlementPlan(household.state.shared.memberBalances(in: rupee)) && kept.transfers.isEmpty == false)
    // What needs none keeps none.
    var direct = household
    try direct.perform(.addEntry(Household.entry(2)), by: 3)
    #expect(direct.state.shared.balances.plan(in: rupee) == nil)
    #expect(direct.state.planWork(for: household.command(.addEntry(Household.entry(3)))) == nil)
    // One of former balances is not kept.
    direct.state.keep(work.plan(), of: work)
    #expect(direct.state.shared.balances.plan(in: rupee) == nil)
    #expect(direct.state.shared.settlementPlan(in: rupee) == SettlementPlan(direct.state.shared.memberBalances(in: rupee)))
  }

  private static func random(_ count: Int, upTo most: Int64, _ random: inout SeededGenerator) -> [Int64] {
    var minors = (1..<count).map { _ in Int64.random(in: -most...most, using: &random) }
    minors.append(-minors.reduce(0, +))
    return minors.shuffled(using: &random)
  }

  @Test(
    "Plans settle everything with the fewest transfers, say so, and stay as they are when one is executed",
    arguments: Property.seeds(501, 502))
  func plansAreMinimalAndStable(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Property.cases(of: 2) {
      // As many cases of each size, each with small balances, which fall into many circles, and large ones.
      let count = 2 + number % 9
      let minors = Self.random(count, upTo: [3, 8, 30, 1_000_000_000][number % 4], &random)
      let comment: Comment = "seed \(seed), case \(number): \(minors)"
      check(minors, executing: count < 8 ? .every : .one(number), comment)
      #expect(Self.plan(minors).transfers.count == Self.fewest(minors), comment)
    }
  }

  @Test("The fewest transfers that circles tell are the fewest that are found by trying every transfer", arguments: [505] as [UInt64])
  func fewestIsFewest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<600 {
      let minors = Self.random(2 + number % 6, upTo: [3, 8, 30, 1_000_000_000][number % 4], &random)
      #expect(Self.fewest(minors) == Self.fewestTried(minors), "seed \(seed), case \(number): \(minors)")
    }
  }

  @Test("Up to 16 open balances are proven and stable, 17 are not proven", arguments: [511] as [UInt64])
  func theLimitOfProof(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [11, 12, 13] { check(Self.random(count, upTo: 9, &random), executing: .every, "seed \(seed), \(count) members") }
    let sixteen: [Int64] = [-9, -8, -7, -6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6, 7, 16]
    check(sixteen, executing: .none, "16 members")
    #expect(Self.plan(sixteen).isProven && !Self.plan(sixteen + [-4, 4]).isProven)
    check(sixteen + [-4, 4], executing: .none, "18 members")
  }

  @Test("More than 16 open balances are settled all the same", arguments: [521] as [UInt64])
  func manyMembers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<3 {
      let minors = Self.random([17, 40, 100][number], upTo: [9, 1_000, 1_000_000][number], &random)
      check(minors, executing: .none, "seed \(seed), case \(number): \(minors)")
    }
  }
}
