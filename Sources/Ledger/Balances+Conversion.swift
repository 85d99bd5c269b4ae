import HearthProtocol

/// Balances of several currencies counted in one (product 180).
public struct ConvertedBalances: Sendable, Equatable {
  /// What they are counted in.
  public let currency: Currency
  /// In the order of joining. They total exactly 0.
  public let balances: [MemberBalance]
  /// Currencies of entries that have no rate, by code: these are not in `balances`.
  public let unconverted: [Currency]

  /// What the member is owed.
  public subscript(member: MemberID) -> Int64 { balances.first { $0.member == member }?.minor ?? 0 }
}

/// A converted balance does not fit into 64 bits.
public struct ConversionOverflow: Error, Equatable, Sendable {}

/// A rational number as whole part and fraction, for sums of converted amounts without any rounding.
///
/// Every converted amount is a multiple of 10^-16: a rate has at most 12 decimals, and a currency at most 4.
struct ExactSum: Equatable {
  // Limit: 12 decimals of a rate and 4 of a currency.
  static let parts: Int128 = 10_000_000_000_000_000

  private(set) var whole: Int128 = 0
  /// 0 to 10^16 - 1.
  private(set) var fraction: Int128 = 0

  /// Adds minor units of one currency, counted in minor units of another.
  ///
  /// An amount below 2^63, a rate below 10^12 and at most 4 decimals of the target stay below 2^63 * 10^16, which is less than 2^117.
  mutating func add(_ minor: Int64, of from: Currency, at rate: DecimalRate?, in to: Currency) {
    guard let rate else {
      whole += Int128(minor)
      return
    }
    let numerator = Int128(minor) * Int128(rate.mantissa) * Int128(DecimalRate.powerOfTen(Int(to.exponent)))
    let denominator = Int128(DecimalRate.powerOfTen(rate.decimals + Int(from.exponent)))
    var (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    // Rounded down, so that what is left is not negative.
    if rest < 0 { (quotient, rest) = (quotient - 1, rest + denominator) }
    whole += quotient
    fraction += rest * (Self.parts / denominator)
    if fraction >= Self.parts { (whole, fraction) = (whole + 1, fraction - Self.parts) }
  }
}

extension SharedState {
  /// The balances of all currencies counted in one.
  ///
  /// Each entry counts at the rate given for its currency, otherwise at the one that was fixed when it was added; nothing is looked up.
  /// Everything is added up exactly and rounded once: down, and what that leaves over goes one minor unit each to the largest fractions,
  /// the first of equals first. Costs the number of entries; for looking, never for deciding.
  ///
  /// - Parameter given: rates for one unit of a currency in the target, which take the place of those of the entries.
  public func balances(in target: Currency, at given: [Currency: DecimalRate] = [:]) throws(ConversionOverflow) -> ConvertedBalances {
    var sums: [MemberID: ExactSum] = [:]
    var unconverted: Set<Currency> = []
    for entry in entries where !entry.isVoided {
      let frozen = entry.conversion.flatMap { $0.to == target ? $0.rate : nil }
      let rate = entry.currency == target ? nil : given[entry.currency] ?? frozen
      guard entry.currency == target || rate != nil else {
        unconverted.insert(entry.currency)
        continue
      }
      // As in `Balances.book`.
      let sign: Int64
      switch entry.kind {
      case .expense, .transfer: sign = 1
      case .income: sign = -1
      case .unspecified, .UNRECOGNIZED: continue
      }
      for (portions, sign) in [(entry.paid, sign), (entry.owed, -sign)] {
        for portion in portions {
          sums[portion.member, default: ExactSum()].add(sign * portion.minor, of: entry.currency, at: rate, in: target)
        }
      }
    }
    return ConvertedBalances(
      currency: target, balances: try Self.rounded(members.map { ($0.id, sums[$0.id] ?? ExactSum()) }), unconverted: unconverted.sorted())
  }

  /// Rounds sums that total 0 so that they still do.
  private static func rounded(_ sums: [(member: MemberID, sum: ExactSum)]) throws(ConversionOverflow) -> [MemberBalance] {
    // The fractions total a whole number, since all sums together are 0: so many were rounded down too far.
    let left = sums.reduce(0) { $0 + $1.sum.fraction } / ExactSum.parts
    let places = sums.indices.sorted { (sums[$1].sum.fraction, $0) < (sums[$0].sum.fraction, $1) }
    let raised = Set(places.prefix(Int(clamping: left)))
    var balances: [MemberBalance] = []
    for (place, (member, sum)) in sums.enumerated() {
      guard let minor = Int64(exactly: sum.whole + (raised.contains(place) ? 1 : 0)) else { throw ConversionOverflow() }
      balances.append(MemberBalance(member: member, minor: minor))
    }
    return balances
  }
}
