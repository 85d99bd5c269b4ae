/// What one unit of a currency is worth in another, as an exact decimal above 0.
public struct DecimalRate: Hashable, Sendable, CustomStringConvertible {
  // Limit: so that a rate times the largest amount and every power of ten between two currencies stays within 128 bits.

  /// The most digits before and behind the point, zeros at the start not counted; as many decimals at most.
  public static let digitsMax = 12

  /// The digits without the point: 1 up to 10^12 - 1, not ending in a zero when there are decimals.
  let mantissa: UInt64
  /// How many of the digits stand behind the point, 0 to 12.
  let decimals: Int

  /// Reads "83.1525": digits, and a point with digits around it if there are decimals; nil for anything else and for 0.
  public init?(_ text: String) {
    var mantissa: UInt64 = 0
    var decimals: Int?
    // Zeros that may turn out to stand at the end.
    var zeros = 0
    var length = 0
    let point = UInt8(ascii: ".")
    guard text.utf8.first != point, text.utf8.last != point else { return nil }
    for byte in text.utf8 {
      length += 1
      // Limit: zeros at both ends say nothing, and nobody writes more than this.
      guard length <= 32 else { return nil }
      switch byte {
      case point:
        guard decimals == nil else { return nil }
        decimals = 0
      case UInt8(ascii: "0") where decimals != nil:
        zeros += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        for digit in repeatElement(0, count: zeros) + [UInt64(byte - UInt8(ascii: "0"))] {
          mantissa = mantissa * 10 + digit
          guard mantissa < Self.powerOfTen(Self.digitsMax) else { return nil }
        }
        if let known = decimals { decimals = known + zeros + 1 }
        zeros = 0
      default: return nil
      }
    }
    guard mantissa > 0, decimals ?? 0 <= Self.digitsMax else { return nil }
    self.mantissa = mantissa
    self.decimals = decimals ?? 0
  }

  /// A rate of digits that are within the bounds above.
  init(mantissa: UInt64, decimals: Int) {
    self.mantissa = mantissa
    self.decimals = decimals
  }

  /// The rate nearest to a fraction, halves up, with as many decimals as fit; nil where it would be 0 or have too many
  /// digits.
  ///
  /// - Parameters:
  ///   - numerator: 1 to 10^24; so is `denominator`.
  init?(nearest numerator: Int128, over denominator: Int128) {
    for decimals in stride(from: Self.digitsMax, through: 0, by: -1) {
      // At most 10^36, which is below 2^120.
      let (quotient, rest) = (numerator * Int128(Self.powerOfTen(decimals))).quotientAndRemainder(dividingBy: denominator)
      var mantissa = rest >= denominator - rest ? quotient + 1 : quotient
      guard mantissa < Int128(Self.powerOfTen(Self.digitsMax)) else { continue }
      guard mantissa > 0 else { return nil }
      var kept = decimals
      while kept > 0, mantissa % 10 == 0 { (mantissa, kept) = (mantissa / 10, kept - 1) }
      self.init(mantissa: UInt64(mantissa), decimals: kept)
      return
    }
    return nil
  }

  /// This rate and then another, to the nearest digit that a rate has; nil where that is 0 or too large.
  public func followed(by other: DecimalRate) -> DecimalRate? {
    DecimalRate(
      nearest: Int128(mantissa) * Int128(other.mantissa),
      over: Int128(Self.powerOfTen(decimals)) * Int128(Self.powerOfTen(other.decimals)))
  }

  /// The shortest text that reads as this rate: "83.1525", "0.012", "100".
  public var description: String {
    let digits = String(mantissa)
    guard decimals > 0 else { return digits }
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.utf8.count, 0)) + digits
    return padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// 10 to the power of 0 to 19.
  static func powerOfTen(_ exponent: Int) -> UInt64 { repeatElement(10, count: exponent).reduce(1, *) }
}
