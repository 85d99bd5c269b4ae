import HearthProtocol

/// How what is owed divides: the split in full and the share of each member it names, in its order.
struct ResolvedSplit {
  var split: Split
  var shares: [Share]
}

extension Deliberation {
  /// Divides the amount as wished; the shares total it to the minor unit.
  ///
  /// - Parameters:
  ///   - wished: nil: evenly among those who share by default, an income as it was received (SPEC CM-09).
  ///   - paid: who paid or received it, complete.
  func resolve(
    _ wished: Split.OneOf_Method?, kind: EntryKind, minor: Int64, currency: Currency, paid: [Share], asker: MemberState,
    field: @autoclosure () -> String
  ) throws(Rejection) -> ResolvedSplit {
    var split = Split()
    let shares: [Share]
    switch wished {
    case nil where kind == .income:
      shares = paid
      split.exact.shares = paid
    case nil:
      let numbers = try sharing(field: field())
      let names = names(numbers)
      shares = evenly(minor, among: numbers, called: names, kind: kind, currency)
      split.equal.memberIds = names
    case .equal(let equal):
      let numbers = try equal.memberIds.isEmpty ? sharing(field: field()) : members(equal.memberIds, field: field() + ".equal.member_ids")
      let names = names(numbers)
      shares = evenly(minor, among: numbers, called: names, kind: kind, currency)
      split.equal.memberIds = names
    case .percentage(let percentage):
      let parts = try points(percentage.shares, field: field() + ".percentage.shares")
      shares = proportionally(minor, parts)
      split.percentage.shares = parts
    case .exact(let exact):
      func sharesField() -> String { field() + ".exact.shares" }
      guard !exact.shares.isEmpty else { throw .sharesMissing(field: sharesField()) }
      shares = try self.shares(exact.shares, field: sharesField())
      // Limit: a hundred shares of at most 10^15 stay within 64 bits.
      let total = shares.reduce(0) { $0 + $1.minor }
      guard total == minor else {
        throw .sharesDoNotAddUp(field: sharesField(), Difference(total: total, wanted: minor, currency: currency))
      }
      split.exact.shares = shares
    case .weights(let weights):
      let parts = try self.weights(weights.shares, field: field() + ".weights.shares")
      let minors = proportionally(minor, weights: parts.map { Int64($0.weight) })
      shares = zip(parts, minors).map { Share(memberText: $0.memberID, minor: $1) }
      split.weights.shares = parts
    case .income(let income):
      try permitIncomes(asker)
      let numbers =
        try income.memberIds.isEmpty ? sharing(field: field()) : members(income.memberIds, field: field() + ".income.member_ids")
      let incomes = try incomes(numbers, field: field() + ".income.member_ids")
      split.income.memberIds = names(numbers)
      shares = zip(split.income.memberIds, proportionally(minor, weights: incomes)).map { Share(memberText: $0, minor: $1) }
    }
    return ResolvedSplit(split: split, shares: shares)
  }

  /// Shares of known members, each member once, each with an amount within bounds.
  func shares(_ wished: [Share], field: @autoclosure () -> String) throws(Rejection) -> [Share] {
    let names = try names(members(wished.lazy.map(\.memberID), field: field(), suffix: ".member_id"))
    var shares: [Share] = []
    shares.reserveCapacity(wished.count)
    for (place, share) in wished.enumerated() {
      guard Limits.amountMinor.contains(share.minor) else { throw .shareOutOfRange(field: "\(field())[\(place)].minor") }
      shares.append(Share(memberText: names[place], minor: share.minor))
    }
    return shares
  }

  private func points(_ wished: [PercentageShare], field: @autoclosure () -> String) throws(Rejection) -> [PercentageShare] {
    guard !wished.isEmpty else { throw .sharesMissing(field: field()) }
    let names = try names(members(wished.lazy.map(\.memberID), field: field(), suffix: ".member_id"))
    var parts: [PercentageShare] = []
    var total = 0
    for (place, share) in wished.enumerated() {
      guard Limits.basisPoints.contains(share.basisPoints) else { throw .percentageOutOfRange(field: "\(field())[\(place)].basis_points") }
      total += Int(share.basisPoints)
      var part = PercentageShare()
      part.memberID = names[place]
      part.basisPoints = share.basisPoints
      parts.append(part)
    }
    guard total == Limits.basisPointsTotal else { throw .percentagesDoNotAddUp(field: field(), basisPoints: total) }
    return parts
  }

  private func weights(_ wished: [WeightShare], field: @autoclosure () -> String) throws(Rejection) -> [WeightShare] {
    guard !wished.isEmpty else { throw .sharesMissing(field: field()) }
    let names = try names(members(wished.lazy.map(\.memberID), field: field(), suffix: ".member_id"))
    var parts: [WeightShare] = []
    for (place, share) in wished.enumerated() {
      guard Limits.weight.contains(share.weight) else {
        throw .numberOutOfRange(field: "\(field())[\(place)].weight", bounds: Limits.weight)
      }
      var part = WeightShare()
      part.memberID = names[place]
      part.weight = share.weight
      parts.append(part)
    }
    return parts
  }

  /// What the members earn a month, in minor units of the group's currency. An income told in a currency that the group
  /// had before says nothing.
  private func incomes(_ numbers: [Int], field: @autoclosure () -> String) throws(Rejection) -> [Int64] {
    let known = numbers.map { number in
      let income = incomeState.monthly(under: shared.members.names(of: shared.roster.ids[number]))
      return income?.currency == shared.settings?.currency.code ? income?.minor : nil
    }
    let unknown = zip(numbers, known).filter { $1 == nil }
    guard unknown.isEmpty else { throw .incomeUnknown(field: field(), members: unknown.map { shared.roster.ids[$0.0] }) }
    return known.compactMap(\.self)
  }

  /// The members among whom an entry divides that names nobody; at least one.
  private func sharing(field: @autoclosure () -> String) throws(Rejection) -> [Int] {
    let numbers = shared.members.indices.filter {
      shared.members[$0].isPresent && shared.members[$0].sharesByDefault(at: endTime)
    }
    guard !numbers.isEmpty else { throw .sharesMissing(field: field()) }
    return numbers
  }

  private func names(_ numbers: [Int]) -> [String] { numbers.map { shared.members[$0].idText } }

  /// The numbers of the members named: each known, none twice, at most a hundred.
  private func members(_ names: some Collection<String>, field: @autoclosure () -> String, suffix: String = "") throws(Rejection) -> [Int] {
    guard names.count <= Limits.portions else { throw .tooManyShares(field: field()) }
    var numbers: [Int] = []
    numbers.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      guard let id = MemberID(name) else { throw .malformedMember(field: "\(field())[\(place)]\(suffix)") }
      let number = shared.roster.number(of: id)
      // An unknown member may be named twice too.
      guard number.map({ !numbers.contains($0) }) ?? true else { throw .memberRepeated(field: "\(field())[\(place)]\(suffix)") }
      guard let number else { throw .unknownMember(field: "\(field())[\(place)]\(suffix)") }
      numbers.append(number)
    }
    return numbers
  }

  /// Divides evenly; the minor units left over go one each to the members who have absorbed least so far, of equals to
  /// those who joined first (product 86, N20). Of an income, where a unit more is a gain, to those who have absorbed
  /// most.
  ///
  /// - Parameters:
  ///   - numbers: at least one, since a created group has an owner.
  ///   - names: theirs.
  private func evenly(_ minor: Int64, among numbers: [Int], called names: [String], kind: EntryKind, _ currency: Currency) -> [Share] {
    guard !numbers.isEmpty else { return [] }
    let rounding = Rounding(minor: minor, ways: numbers.count)
    var shares = names.map { Share(memberText: $0, minor: rounding.share) }
    guard rounding.left > 0 else { return shares }
    let sign: Int64 = kind == .income ? -1 : 1
    let absorbed = shared.balances.absorbed(in: currency)
    var turns = numbers.indices.map { (absorbed: absorbed.isEmpty ? 0 : sign * absorbed[numbers[$0]], number: numbers[$0], place: $0) }
    turns.sort { ($0.absorbed, $0.number) < ($1.absorbed, $1.number) }
    for turn in turns.prefix(Int(rounding.left)) { shares[turn.place].minor += 1 }
    return shares
  }
}

/// Divides by basis points that total 10,000 (product 87).
func proportionally(_ minor: Int64, _ parts: [PercentageShare]) -> [Share] {
  zip(parts, proportionally(minor, weights: parts.map { Int64($0.basisPoints) })).map { Share(memberText: $0.memberID, minor: $1) }
}

/// Divides by weights; what rounding down leaves over goes one minor unit each to the largest remainders, of equals to
/// the first.
///
/// - Parameter weights: at least one, none below 0; together at most 10^17.
public func proportionally(_ minor: Int64, weights: [Int64]) -> [Int64] {
  let total = weights.reduce(0, +)
  guard total > 0 else { return weights }
  var minors: [Int64] = []
  var remainders: [(place: Int, remainder: Int64)] = []
  var left = minor
  for (place, weight) in weights.enumerated() {
    // The product needs 128 bits; the quotient is at most the amount.
    let (share, remainder) = total.dividingFullWidth(minor.multipliedFullWidth(by: weight))
    left -= share
    minors.append(share)
    remainders.append((place, remainder))
  }
  remainders.sort { ($1.remainder, $0.place) < ($0.remainder, $1.place) }
  for (place, _) in remainders.prefix(Int(left)) { minors[place] += 1 }
  return minors
}
