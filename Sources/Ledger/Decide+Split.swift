import HearthProtocol

/// How what is owed divides: the split in full and the share of each member it names, in its order.
struct ResolvedSplit {
  var split: Split
  var shares: [Share]
}

extension Deliberation {
  /// Divides the amount as wished; the shares total it to the minor unit.
  func resolve(_ wished: Split, minor: Int64, currency: Currency) throws(Rejection) -> ResolvedSplit {
    var split = Split()
    let shares: [Share]
    switch wished.method {
    case nil:
      let names = shared.members.present.map(\.idText)
      shares = evenly(minor, among: names)
      split.equal.memberIds = names
    case .equal(let equal):
      let names =
        try equal.memberIds.isEmpty
        ? shared.members.present.map(\.idText) : members(equal.memberIds, field: "add_entry.content.split.equal.member_ids")
      shares = evenly(minor, among: names)
      split.equal.memberIds = names
    case .percentage(let percentage):
      let parts = try points(percentage.shares, field: "add_entry.content.split.percentage.shares")
      shares = proportionally(minor, parts)
      split.percentage.shares = parts
    case .exact(let exact):
      let field = "add_entry.content.split.exact.shares"
      guard !exact.shares.isEmpty else { throw .sharesMissing(field: field) }
      shares = try self.shares(exact.shares, field: field)
      // Limit: a hundred shares of at most 10^15 stay within 64 bits.
      let total = shares.reduce(0) { $0 + $1.minor }
      guard total == minor else { throw .sharesDoNotAddUp(Difference(total: total, wanted: minor, currency: currency)) }
      split.exact.shares = shares
    }
    return ResolvedSplit(split: split, shares: shares)
  }

  /// Shares of known members, each member once, each with an amount within bounds.
  func shares(_ wished: [Share], field: String) throws(Rejection) -> [Share] {
    let names = try members(wished.lazy.map(\.memberID), field: field, suffix: ".member_id")
    var shares: [Share] = []
    shares.reserveCapacity(wished.count)
    for (place, share) in wished.enumerated() {
      guard Limits.amountMinor.contains(share.minor) else { throw .shareOutOfRange(field: "\(field)[\(place)].minor") }
      shares.append(Share(memberText: names[place], minor: share.minor))
    }
    return shares
  }

  private func points(_ wished: [PercentageShare], field: String) throws(Rejection) -> [PercentageShare] {
    guard !wished.isEmpty else { throw .sharesMissing(field: field) }
    let names = try members(wished.lazy.map(\.memberID), field: field, suffix: ".member_id")
    var parts: [PercentageShare] = []
    var total = 0
    for (place, share) in wished.enumerated() {
      guard Limits.basisPoints.contains(share.basisPoints) else { throw .percentageOutOfRange(field: "\(field)[\(place)].basis_points") }
      total += Int(share.basisPoints)
      var part = PercentageShare()
      part.memberID = names[place]
      part.basisPoints = share.basisPoints
      parts.append(part)
    }
    guard total == Limits.basisPointsTotal else { throw .percentagesDoNotAddUp(basisPoints: total) }
    return parts
  }

  /// The canonical ids of the members named: each known, none twice, at most a hundred.
  private func members(_ names: some Collection<String>, field: String, suffix: String = "") throws(Rejection) -> [String] {
    guard names.count <= Limits.portions else { throw .tooManyShares(field: field) }
    var found: [MemberState] = []
    found.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      guard let id = MemberID(name) else { throw .malformedMember(field: "\(field)[\(place)]\(suffix)") }
      guard !found.contains(where: { $0.id == id }) else { throw .memberRepeated(field: "\(field)[\(place)]\(suffix)") }
      guard let member = shared.member(id) else { throw .unknownMember(field: "\(field)[\(place)]\(suffix)") }
      found.append(member)
    }
    return found.map(\.idText)
  }
}

/// Divides evenly; the minor units left over go one each to the first (product 86).
///
/// - Parameter names: at least one, since a created group has an owner.
func evenly(_ minor: Int64, among names: [String]) -> [Share] {
  guard !names.isEmpty else { return [] }
  let (share, left) = minor.quotientAndRemainder(dividingBy: Int64(names.count))
  return names.enumerated().map { Share(memberText: $1, minor: share + (Int64($0) < left ? 1 : 0)) }
}

/// Divides by basis points that total 10,000; what rounding down leaves over goes one minor unit each to the largest remainders, the first
/// of equals first (product 87).
func proportionally(_ minor: Int64, _ parts: [PercentageShare]) -> [Share] {
  zip(parts, apportion(minor, basisPoints: parts.map(\.basisPoints))).map { Share(memberText: $0.memberID, minor: $1) }
}
