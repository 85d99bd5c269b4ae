/// Finds the transfers of a settlement plan one by one, over places instead of members.
struct PlanSearch {
  struct Transfer: Equatable {
    var debtor: Int
    var creditor: Int
    var minor: Int64
  }

  // Limit: product N5; the subsets of 16 balances take half a megabyte and some milliseconds.
  static let exactMax = 16
  // Limit: what is looked for among more than these costs their third power.
  static let foundMax = 64

  // Limit: subsets of total zero that are compared with one another; of more, each subset is looked at.
  private static let zeroSubsetsMax = 512

  /// What is still open, by place; zero when settled.
  private var minors: [Int64]
  /// Whether those who are open total zero only all together. It stays so: a transfer between two of them makes one of
  /// the two of both, or of neither.
  private var isOnePart = false

  init(_ minors: [Int64]) { self.minors = minors }

  mutating func run() -> [Transfer] {
    var transfers: [Transfer] = []
    var open = minors.indices.filter { minors[$0] != 0 }
    // Each transfer settles one at least, so there are fewer transfers than balances.
    while let next = open.count <= Self.exactMax ? exact(open) : found(open) {
      minors[next.debtor] += next.minor
      minors[next.creditor] -= next.minor
      transfers.append(next)
      open.removeAll { minors[$0] == 0 }
    }
    return transfers.sorted { ($1.minor, $0.debtor, $0.creditor) < ($0.minor, $1.debtor, $1.creditor) }
  }

  /// The largest transfer of which `isAllowed` holds; the first of equals. It settles who pays or who receives.
  private func largest(_ open: [Int], where isAllowed: (_ debtor: Int, _ creditor: Int) -> Bool = { _, _ in true }) -> Transfer? {
    var best: Transfer?
    for debtor in open.indices where minors[open[debtor]] < 0 {
      for creditor in open.indices where minors[open[creditor]] > 0 {
        let minor = min(-minors[open[debtor]], minors[open[creditor]])
        guard minor > best?.minor ?? 0, isAllowed(debtor, creditor) else { continue }
        best = Transfer(debtor: open[debtor], creditor: open[creditor], minor: minor)
      }
    }
    return best
  }

  // MARK: Exact

  /// The first transfer of the plan that is first among those with the fewest transfers.
  ///
  /// A transfer belongs to a plan with the fewest transfers exactly when some partition into the most groups of total
  /// zero has both in one part.
  private mutating func exact(_ open: [Int]) -> Transfer? {
    guard open.count > 1 else { return nil }
    if isOnePart { return largest(open) }
    let balances = open.map { minors[$0] }
    let zeros = Self.zeroSubsets(balances)
    isOnePart = zeros.count == 1
    if isOnePart { return largest(open) }
    let together =
      zeros.count <= Self.zeroSubsetsMax
      ? Self.together(zeros, count: open.count) : Self.together(zeros, Self.parts(balances), count: open.count)
    return largest(open) { together[$0] & (1 << $1) != 0 }
  }

  /// The subsets of total zero, ascending, so that a part stands before what it is a part of; the last is all. Without
  /// the empty one.
  private static func zeroSubsets(_ minors: [Int64]) -> [Int] {
    let count = 1 << minors.count
    var zeros: [Int] = []
    var totals = [Int64](repeating: 0, count: count)
    totals.withUnsafeMutableBufferPointer { totals in
      // Each balance doubles what is known: the subsets with it follow those without.
      for (place, minor) in minors.enumerated() {
        let half = 1 << place
        for subset in 0..<half { totals[half + subset] = totals[subset] &+ minor }
      }
    }
    for subset in 1..<count where totals[subset] == 0 { zeros.append(subset) }
    return zeros
  }

  /// For each balance those that share a part with it in some partition into the most parts of total zero, as bits.
  private static func together(_ zeros: [Int], count: Int) -> [Int] {
    // Into how many parts of total zero each falls at most: one more than the largest part of total zero that it has,
    // since the rest is one.
    var parts = [UInt8](repeating: 0, count: 1 << count)
    for (place, zero) in zeros.enumerated() {
      var most: UInt8 = 0
      for part in zeros[..<place] where part & zero == part { most = max(most, parts[part]) }
      parts[zero] = most + 1
    }
    return together(zeros, parts, count: count)
  }

  private static func together(_ zeros: [Int], _ parts: [UInt8], count: Int) -> [Int] {
    let whole = (1 << count) - 1
    var together = [Int](repeating: 0, count: count)
    for part in zeros where parts[part] == 1 && parts[whole ^ part] + 1 == parts[whole] {
      var left = part
      while left != 0 {
        together[left.trailingZeroBitCount] |= part
        left &= left - 1
      }
    }
    return together
  }

  /// How many subsets of total zero a chain can have that grows from nothing to each subset, one balance at a time. For
  /// a subset of total zero it is the most parts of total zero that it falls into, since the steps between two of the
  /// chain are such parts.
  private static func parts(_ minors: [Int64]) -> [UInt8] {
    let count = 1 << minors.count
    var totals = [Int64](repeating: 0, count: count)
    var parts = [UInt8](repeating: 0, count: count)
    for subset in 1..<count {
      let total = totals[subset & (subset - 1)] &+ minors[subset.trailingZeroBitCount]
      totals[subset] = total
      var most: UInt8 = 0
      var left = subset
      while left != 0 {
        most = max(most, parts[subset ^ (left & -left)])
        left &= left - 1
      }
      parts[subset] = total == 0 ? most + 1 : most
    }
    return parts
  }

  // MARK: Best found

  /// The next transfer where there are too many balances for all subsets: one that settles two at once, else one of two
  /// that settle three, else the largest.
  private func found(_ open: [Int]) -> Transfer? {
    guard open.count <= Self.foundMax else { return ofLargest(open) }
    return largest(open) { minors[open[$0]] == -minors[open[$1]] } ?? ofThree(open) ?? largest(open)
  }

  /// From who owes most to who is owed most, the first of equals.
  private func ofLargest(_ open: [Int]) -> Transfer? {
    guard let debtor = open.min(by: { (minors[$0], $0) < (minors[$1], $1) }),
      let creditor = open.min(by: { (-minors[$0], $0) < (-minors[$1], $1) }), minors[debtor] < 0, minors[creditor] > 0
    else { return nil }
    return Transfer(debtor: debtor, creditor: creditor, minor: min(-minors[debtor], minors[creditor]))
  }

  /// The larger transfer of the first three balances that total zero.
  private func ofThree(_ open: [Int]) -> Transfer? {
    // Most totals of two are no balance of a third: a mark where one may be spares looking at all.
    func mark(_ minor: Int64) -> Int { Int((UInt64(bitPattern: minor) &* 0x9E37_79B9_7F4A_7C15) >> 52) }
    var marks = [Bool](repeating: false, count: 1 << 12)
    for place in open { marks[mark(minors[place])] = true }
    for first in open.indices {
      for second in open.indices[(first + 1)...] where (minors[open[first]] < 0) == (minors[open[second]] < 0) {
        // Nobody else's balance is as large as a total of two that has no space in 64 bits.
        let (total, overflows) = minors[open[first]].addingReportingOverflow(minors[open[second]])
        guard !overflows, marks[mark(0 &- total)], let third = open.first(where: { minors[$0] == 0 &- total }) else { continue }
        return largest([open[first], open[second], third].sorted())
      }
    }
    return nil
  }
}
