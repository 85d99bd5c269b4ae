import HearthProtocol

/// Balances of several currencies counted in one (product 180).
public struct ConvertedBalances: Sendable, Equatable {
  /// What they are counted in.
  public let currency: Currency
  /// In the order of joining. They total exactly 0.
  public let balances: [MemberBalance]
  /// Currencies in which something is open and an entry has no rate, by code: nothing of these is in `balances`.
  public let unconverted: [Currency]
  /// What is open in these, by currency, then in the order of joining. A member who stands here has no total.
  public internal(set) var leftOut: [LeftOut] = []

  /// A balance that could not be counted.
  public struct LeftOut: Sendable, Equatable {
    /// Whose it is.
    public let member: MemberID
    /// Without a rate.
    public let currency: Currency
    /// What the member is owed in minor units of it; negative when they owe. Never 0.
    public let minor: Int64
  }

  /// What of the member's could not be counted.
  public func leftOut(of member: MemberID) -> [LeftOut] { leftOut.filter { $0.member == member } }

  /// What the member is owed.
  public subscript(member: MemberID) -> Int64 { balances.first { $0.member == member }?.minor ?? 0 }
}

extension ConvertedBalances {
  /// The transfers between the members, in the fewest transfers, if all of it were owed in this currency (SPEC MN-07).
  /// It is for looking: debts stay in the currencies of their entries, and each is settled in its own (SPEC ST-10).
  ///
  /// Only where nothing is left out does it settle everything.
  ///
  /// - Throws: when what all who owe owe together does not fit into 64 bits.
  public func plan() throws(ConversionOverflow) -> SettlementPlan {
    var total: Int64 = 0
    for balance in balances where balance.minor > 0 {
      let (sum, overflow) = total.addingReportingOverflow(balance.minor)
      guard !overflow else { throw ConversionOverflow() }
      total = sum
    }
    return SettlementPlan(balances)
  }
}

/// A converted balance, or what is owed in all, does not fit into 64 bits.
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
  /// An amount below 2^63, a rate below 10^12 and at most 4 decimals of the target stay below 2^63 * 10^16, which is
  /// less than 2^117.
  mutating func add(_ minor: Int64, of from: Currency, at rate: DecimalRate?, in to: Currency) {
    guard let rate else {
      whole += Int128(minor)
      return
    }
    let (numerator, denominator) = rate.worth(of: minor, from, in: to)
    var (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    // Rounded down, so that what is left is not negative.
    if rest < 0 { (quotient, rest) = (quotient - 1, rest + denominator) }
    whole += quotient
    fraction += rest * (Self.parts / denominator)
    if fraction >= Self.parts { (whole, fraction) = (whole + 1, fraction - Self.parts) }
  }
}

extension ExactSum {
  /// The rate at which so many minor units of one currency come to this sum of another, rounded down to the digits that
  /// a rate has.
  ///
  /// The sum is that of amounts above 0 at rates of their own, so what is found lies between the least and the largest
  /// of these.
  fileprivate func rate(of minor: Int128, _ from: Currency, in to: Currency) -> DecimalRate {
    var (mantissa, rest) = whole.quotientAndRemainder(dividingBy: minor)
    // A unit is 10^exponent minor units, so that many places the point is away.
    var decimals = Int(to.exponent) - Int(from.exponent)
    var (part, behind) = (Self.parts / 10, fraction)
    let end = Int128(DecimalRate.powerOfTen(DecimalRate.digitsMax))
    while decimals < 0 || (decimals < DecimalRate.digitsMax && mantissa < end / 10) {
      rest *= 10
      if part > 0 {
        rest += behind / part
        (part, behind) = (part / 10, behind % part)
      }
      mantissa = mantissa * 10 + rest / minor
      rest %= minor
      decimals += 1
    }
    // No zero stays at the end of the decimals.
    while mantissa >= end || (decimals > 0 && mantissa % 10 == 0) { (mantissa, decimals) = (mantissa / 10, decimals - 1) }
    return DecimalRate(mantissa: UInt64(mantissa), decimals: decimals)
  }
}

/// What entries of one currency come to in another, each at its own rate.
private struct Worth {
  private var sum = ExactSum()
  private var minor: Int128 = 0
  private var hasAllRates = true

  mutating func add(_ entry: EntryState, at rate: DecimalRate?, in target: Currency) {
    guard let rate else {
      hasAllRates = false
      return
    }
    sum.add(entry.minor, of: entry.currency, at: rate, in: target)
    minor += Int128(entry.minor)
  }

  /// The mean of the entries' rates by their amounts; nil where one has none.
  func rate(of currency: Currency, in target: Currency) -> DecimalRate? {
    hasAllRates && minor > 0 ? sum.rate(of: minor, currency, in: target) : nil
  }
}

extension SharedState {
  /// The balances of all currencies counted in one.
  ///
  /// What is open in a currency counts at one rate: the one given, otherwise the mean of the rates that were fixed when
  /// its entries were added; nothing is looked up. So nobody owes anything here who owes nothing in any currency,
  /// whatever rate a debt was paid at. Everything is added up exactly and rounded once: down, and what that leaves over
  /// goes one minor unit each to the largest fractions, the first of equals first. Costs the number of entries; for
  /// looking, never for deciding.
  ///
  /// - Parameter given: rates for one unit of a currency in the target, which take the place of those of the entries.
  public func balances(in target: Currency, at given: [Currency: DecimalRate] = [:]) throws(ConversionOverflow) -> ConvertedBalances {
    let rates = meanRates(in: target).merging(given) { _, given in given }
    var sums = members.map { (member: $0.id, sum: ExactSum()) }
    var unconverted: [Currency] = []
    var leftOut: [ConvertedBalances.LeftOut] = []
    for currency in balances.currencies {
      let open = memberBalances(in: currency)
      // Of what is settled nothing is missing.
      guard open.contains(where: { $0.minor != 0 }) else { continue }
      let rate = currency == target ? nil : rates[currency]
      guard currency == target || rate != nil else {
        unconverted.append(currency)
        leftOut += open.lazy.filter { $0.minor != 0 }.map { .init(member: $0.member, currency: currency, minor: $0.minor) }
        continue
      }
      for (place, balance) in open.enumerated() { sums[place].sum.add(balance.minor, of: currency, at: rate, in: target) }
    }
    return ConvertedBalances(currency: target, balances: try Self.rounded(sums), unconverted: unconverted, leftOut: leftOut)
  }

  /// What one unit of each currency of the balances counts for in one that is not the group's (SPEC MN-07): at the rate
  /// known on a day, otherwise at the mean of its entries' rates into the group's currency and the rate from there.
  /// What neither gives is missing.
  public func rates(in target: Currency, on day: CivilDate) -> [Currency: DecimalRate] {
    guard let home = settings?.currency, target != home else { return [:] }
    let onwards = rates.rate(from: home, to: target, on: day)?.rate
    var means: [Currency: DecimalRate]?
    var found: [Currency: DecimalRate] = [:]
    for currency in balances.currencies where currency != target {
      if let known = rates.rate(from: currency, to: target, on: day) {
        found[currency] = known.rate
      } else if let onwards {
        let known = means ?? meanRates(in: home)
        means = known
        found[currency] = known[currency]?.followed(by: onwards)
      }
    }
    return found
  }

  /// What one unit of each other currency counts for: the mean of the rates of its expenses and incomes by their
  /// amounts, of its transfers where it has no others. None where one of them has none: part of a debt is not a debt.
  func meanRates(in target: Currency) -> [Currency: DecimalRate] {
    var (debts, transfers): ([Currency: Worth], [Currency: Worth]) = ([:], [:])
    for entry in entries where !entry.isVoided && entry.currency != target {
      let rate = entry.conversion.flatMap { $0.to == target ? $0.rate : nil }
      switch entry.kind {
      case .expense, .income: debts[entry.currency, default: Worth()].add(entry, at: rate, in: target)
      // A payment takes from a debt what it is, at whatever rate it was paid.
      case .transfer: transfers[entry.currency, default: Worth()].add(entry, at: rate, in: target)
      case .unspecified, .UNRECOGNIZED: continue
      }
    }
    var rates: [Currency: DecimalRate] = [:]
    for (currency, worth) in transfers.merging(debts, uniquingKeysWith: { _, debts in debts }) {
      rates[currency] = worth.rate(of: currency, in: target)
    }
    return rates
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
