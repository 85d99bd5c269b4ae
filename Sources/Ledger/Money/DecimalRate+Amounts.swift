/// Amounts at a rate, as they are handed over when a debt in one currency is paid in another (SPEC ST-10).
extension DecimalRate {
  // The figures stay within 128 bits: an amount below 2^63, a rate of at most 12 digits and decimals, and at most 4
  // decimals of a currency come to less than 2^63 * 10^16 * 2, which is below 2^118.

  /// What an amount comes to in another currency, to the nearest minor unit, halves up.
  ///
  /// - Parameter minor: minor units of `from`, at least 0.
  /// - Returns: minor units of `to`; nil when they do not fit into 64 bits.
  public func converted(_ minor: Int64, of from: Currency, to: Currency) -> Int64? {
    let worth = worth(of: minor, from, in: to)
    return Self.nearest(worth.numerator, to: worth.denominator)
  }

  /// What an amount comes to in another currency, in minor units of it and not rounded.
  func worth(of minor: Int64, _ from: Currency, in to: Currency) -> (numerator: Int128, denominator: Int128) {
    (
      Int128(minor) * Int128(mantissa) * Int128(Self.powerOfTen(Int(to.exponent))),
      Int128(Self.powerOfTen(decimals + Int(from.exponent)))
    )
  }

  /// The amount that is paid by an amount of the other currency, to the nearest minor unit, halves up.
  ///
  /// - Parameter minor: minor units of `to`, at least 0.
  /// - Returns: minor units of `from`; nil when they do not fit into 64 bits.
  public func paid(by minor: Int64, of to: Currency, from: Currency) -> Int64? {
    Self.nearest(
      Int128(minor) * Int128(Self.powerOfTen(decimals + Int(from.exponent))),
      to: Int128(mantissa) * Int128(Self.powerOfTen(Int(to.exponent))))
  }

  private static func nearest(_ numerator: Int128, to denominator: Int128) -> Int64? {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(exactly: rest >= denominator - rest ? quotient + 1 : quotient)
  }
}
