import HearthProtocol

extension Money {
  /// The amount as a person reads it: "₹12,34,567.89", "$1,234.50", "KWD 1.234", "-₹0.05".
  ///
  /// Rupees are grouped by lakh and crore, everything else by thousands.
  public static func formatted(minor: Int64, currency: Currency) -> String {
    let symbol = currency.symbol ?? currency.code + " "
    return (minor < 0 ? "-" : "") + symbol + digits(minor.magnitude, exponent: Int(currency.exponent), isIndian: currency.code == "INR")
  }

  /// Reads decimal text, "450.50" or "12,34,567.89", as minor units: 45,050 and 123,456,789.
  ///
  /// Separators of thousands may stand where they belong; there is no sign, no symbol and no exponent.
  public static func minor(of text: some StringProtocol, in currency: Currency) throws(MoneyTextFault) -> Int64 {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { throw .notANumber }
    guard parts.count <= 2 else { throw .notANumber }
    let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
    if groups.count > 1 {
      let areInPlace =
        groups.last?.utf8.count == 3 && groups.dropFirst().dropLast().allSatisfy { (2...3).contains($0.utf8.count) }
        && (1...3).contains(groups[0].utf8.count)
      guard areInPlace else { throw .separatorMisplaced }
    }
    let exponent = Int(currency.exponent)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !decimals.isEmpty else { throw .notANumber }
    guard decimals.utf8.allSatisfy(isDigit) else { throw .notANumber }
    guard decimals.utf8.count <= exponent else { throw .tooManyDecimals(decimalsMax: exponent) }

    var minor: Int64 = 0
    for group in groups {
      for byte in group.utf8 { try append(byte, to: &minor) }
    }
    for byte in decimals.utf8 { try append(byte, to: &minor) }
    for _ in decimals.utf8.count..<exponent { try append(UInt8(ascii: "0"), to: &minor) }
    guard minor <= amountMinorMax else { throw .tooLarge }
    return minor
  }

  private static func append(_ byte: UInt8, to minor: inout Int64) throws(MoneyTextFault) {
    guard isDigit(byte) else { throw .notANumber }
    // Limit: stops before the next digit could leave 64 bits.
    guard minor <= amountMinorMax else { throw .tooLarge }
    minor = minor * 10 + Int64(byte - UInt8(ascii: "0"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Digits from the right: decimals, the point, a group of three, then groups of two or three.
  private static func digits(_ magnitude: UInt64, exponent: Int, isIndian: Bool) -> String {
    var reversed: [UInt8] = []
    var rest = magnitude
    for _ in 0..<exponent {
      reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    if exponent > 0 { reversed.append(UInt8(ascii: ".")) }
    var untilComma = 3
    repeat {
      if untilComma == 0 {
        reversed.append(UInt8(ascii: ","))
        untilComma = isIndian ? 2 : 3
      }
      reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      untilComma -= 1
    } while rest > 0
    return String(decoding: reversed.reversed(), as: UTF8.self)
  }
}

/// Why a text is no amount.
public enum MoneyTextFault: Error, Equatable, Sendable {
  /// Something other than digits, separators of thousands and one decimal point.
  case notANumber
  /// A comma stands where no separator of thousands belongs.
  case separatorMisplaced
  /// The currency has no such small coins; carries how many decimals it has.
  case tooManyDecimals(decimalsMax: Int)
  /// More than 10^15 minor units.
  case tooLarge
}

extension Currency {
  /// The sign that stands for this currency alone; nil when others use it too or there is none.
  fileprivate var symbol: String? {
    switch code {
    case "INR": "₹"
    case "USD": "$"
    case "EUR": "€"
    case "GBP": "£"
    case "JPY": "¥"
    default: nil
    }
  }
}
