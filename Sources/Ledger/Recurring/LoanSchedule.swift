/// How a loan is paid back: equal monthly instalments, the last of which takes what rounding has left (product 193,
/// SPEC RC-08).
///
/// Everything is in minor units and exact. A month's interest is what is owed times the annual rate over 12, rounded to
/// the nearest minor unit, a half up.
public struct LoanSchedule: Sendable, Equatable {
  /// One instalment.
  public struct Row: Sendable, Equatable {
    /// From 1.
    public let number: Int
    /// What is paid of interest.
    public let interestMinor: Int64
    /// What is paid back.
    public let principalMinor: Int64
    /// What is owed after it.
    public let outstandingMinor: Int64

    /// What is paid altogether.
    public var minor: Int64 { interestMinor + principalMinor }
  }

  /// What is owed before the first instalment.
  public let principalMinor: Int64
  /// 850 is 8.5 % a year.
  public let annualRateBasisPoints: Int
  /// How many instalments there are.
  public let count: Int
  /// Every instalment but the last.
  public let instalmentMinor: Int64

  /// The schedule with instalments of this amount; nil when they do not cover the first month's interest, or leave
  /// nothing for the last one, or leave more for it than two instalments.
  ///
  /// - Parameters:
  ///   - principalMinor: from 1 to 10^15.
  ///   - annualRateBasisPoints: from 0 to 10,000.
  ///   - count: from 1 to 600.
  public init?(principalMinor: Int64, annualRateBasisPoints: Int, count: Int, instalmentMinor: Int64) {
    self.init(principalMinor, annualRateBasisPoints, count, instalmentMinor)
    guard let last = lastMinor, last > 0, last / 2 <= instalmentMinor else { return nil }
  }

  /// The schedule with the instalments that come out closest to equal; nil when there are none, because a minor unit is
  /// too much for one.
  public init?(principalMinor: Int64, annualRateBasisPoints: Int, count: Int) {
    // The larger the instalments, the smaller the last one. So the largest that leaves the last one no smaller is found
    // by halving.
    func leavesEnough(_ minor: Int64) -> Bool {
      let schedule = LoanSchedule(principalMinor, annualRateBasisPoints, count, minor)
      return schedule.lastMinor.map { $0 >= minor } ?? true
    }
    var low: Int64 = 0
    var high = principalMinor + Self.interest(on: principalMinor, annualRateBasisPoints) + 1
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if leavesEnough(middle) { low = middle } else { high = middle }
    }
    // One minor unit more may come out closer.
    func deviation(_ minor: Int64) -> Int64? {
      guard minor > 0, let last = LoanSchedule(principalMinor, annualRateBasisPoints, count, minor).lastMinor, last > 0 else { return nil }
      return abs(last - minor)
    }
    let above = deviation(low + 1)
    let best = above.map { above in deviation(low).map { $0 <= above } ?? false } ?? true ? low : low + 1
    self.init(principalMinor: principalMinor, annualRateBasisPoints: annualRateBasisPoints, count: count, instalmentMinor: best)
  }

  private init(_ principalMinor: Int64, _ annualRateBasisPoints: Int, _ count: Int, _ instalmentMinor: Int64) {
    self.principalMinor = principalMinor
    self.annualRateBasisPoints = annualRateBasisPoints
    self.count = count
    self.instalmentMinor = instalmentMinor
  }

  /// All instalments, the first one first.
  public var rows: [Row] {
    var rows: [Row] = []
    while rows.count < count { rows.append(row(rows.count + 1, owing: rows.last?.outstandingMinor ?? principalMinor)) }
    return rows
  }

  /// One instalment.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - outstandingMinor: what is owed before it.
  public func row(_ number: Int, owing outstandingMinor: Int64) -> Row {
    let interest = Self.interest(on: outstandingMinor, annualRateBasisPoints)
    let principal = number >= count ? outstandingMinor : min(max(instalmentMinor - interest, 0), outstandingMinor)
    return Row(
      number: number, interestMinor: interest, principalMinor: principal, outstandingMinor: outstandingMinor - principal)
  }

  /// What is left for the last instalment: 0 or less when the others pay everything back; nil when they do not cover
  /// the interest.
  private var lastMinor: Int64? {
    var owed = principalMinor
    for _ in 1..<max(count, 1) {
      let interest = Self.interest(on: owed, annualRateBasisPoints)
      guard instalmentMinor > interest else { return nil }
      owed -= instalmentMinor - interest
      guard owed > 0 else { return 0 }
    }
    return owed + Self.interest(on: owed, annualRateBasisPoints)
  }

  /// A month's interest.
  private static func interest(on minor: Int64, _ annualRateBasisPoints: Int) -> Int64 {
    // The product needs more than 64 bits; the quotient is less than a twelfth of the amount. A year's rate in basis
    // points is 120,000ths a month.
    let (quotient, remainder) = Int64(120_000).dividingFullWidth(minor.multipliedFullWidth(by: Int64(annualRateBasisPoints)))
    return remainder >= 60_000 ? quotient + 1 : quotient
  }
}
