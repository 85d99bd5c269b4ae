import HearthProtocol

// Amounts for people, without any library of locales: the same text on every machine.
extension Money {
  /// The amount as a person reads it: "₹12,34,567.89", "$1,234.50", "KWD 1.234", "-₹0.05".
  ///
  /// Rupees and their neighbours are separated by lakh and crore, everything else by thousands.
  public static func formatted(minor: Int64, currency: Currency) -> String {
    let exponent = currency.exponent
    let (whole, rest) = minor.magnitude.quotientAndRemainder(dividingBy: DecimalRate.powerOfTen(Int(exponent)))
    let digits = withSeparators(whole, byLakhs: currency.countsInLakhs)
    return sign(minor, currency) + digits + (exponent == 0 ? "" : "." + padded(rest, to: Int(exponent)))
  }

  /// The amount in few characters: "₹12.3 L", "₹1.2 Cr", "$1.2 K", "-€3 M"; in full below 1,000.
  ///
  /// - Parameter words: what the steps are called: K, L, Cr, M, B and T, or in Hindi as people say them.
  ///
  /// One decimal, rounded to the nearest, half away from zero; none when it is 0. For totals at a glance, never where
  /// the minor unit counts.
  public static func compact(minor: Int64, currency: Currency, words: CompactWords = .latin) -> String {
    let unit = UInt128(DecimalRate.powerOfTen(Int(currency.exponent)))
    let magnitude = UInt128(minor.magnitude)
    func tenths(_ size: UInt128) -> UInt128 { (magnitude * 10 + size * unit / 2) / (size * unit) }
    let steps = words.steps(byLakhs: currency.countsInLakhs)
    guard var place = steps.lastIndex(where: { magnitude >= $0.size * unit }) else { return formatted(minor: minor, currency: currency) }
    // What rounds up to the next step is written in it: 99,960 rupees are 1 L, not 100 K.
    if place + 1 < steps.count, tenths(steps[place].size) * steps[place].size >= steps[place + 1].size * 10 { place += 1 }
    let (whole, tenth) = tenths(steps[place].size).quotientAndRemainder(dividingBy: 10)
    let digits = withSeparators(UInt64(clamping: whole), byLakhs: currency.countsInLakhs)
    return sign(minor, currency) + digits + (tenth == 0 ? "" : ".\(tenth)") + " " + steps[place].name
  }

  /// The amount as programs and spreadsheets read it: "1234567.89", "-0.05", no sign of the currency and nothing
  /// between thousands.
  public static func plain(minor: Int64, currency: Currency) -> String {
    let exponent = Int(currency.exponent)
    let (whole, rest) = minor.magnitude.quotientAndRemainder(dividingBy: DecimalRate.powerOfTen(exponent))
    return (minor < 0 ? "-" : "") + String(whole) + (exponent == 0 ? "" : "." + padded(rest, to: exponent))
  }

  private static func sign(_ minor: Int64, _ currency: Currency) -> String {
    (minor < 0 ? "-" : "") + (currency.symbol ?? currency.code + " ")
  }

  private static func padded(_ number: UInt64, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// From the right: three digits, then two or three at a time.
  private static func withSeparators(_ number: UInt64, byLakhs: Bool) -> String {
    var reversed: [UInt8] = []
    var untilComma = 3
    for digit in String(number).utf8.reversed() {
      if untilComma == 0 {
        reversed.append(UInt8(ascii: ","))
        untilComma = byLakhs ? 2 : 3
      }
      reversed.append(digit)
      untilComma -= 1
    }
    return String(decoding: reversed.reversed(), as: UTF8.self)
  }
}

/// What large figures are called where there is little space.
public struct CompactWords: Sendable {
  let thousand: String
  let lakh: String
  let crore: String
  let million: String
  let billion: String
  let trillion: String

  /// From the smallest on.
  fileprivate func steps(byLakhs: Bool) -> [(size: UInt128, name: String)] {
    let lakhs: [(UInt128, String)] = [(1_000, thousand), (100_000, lakh), (10_000_000, crore)]
    let thousands: [(UInt128, String)] = [(1_000, thousand), (1_000_000, million), (1_000_000_000, billion), (1_000_000_000_000, trillion)]
    return (byLakhs ? lakhs : thousands).map { (size: $0, name: $1) }
  }

  /// K, L, Cr, M, B, T.
  public static let latin = CompactWords(thousand: "K", lakh: "L", crore: "Cr", million: "M", billion: "B", trillion: "T")
  /// As Hindi has them; they can be typed, too.
  public static let hindi = CompactWords(
    thousand: "हज़ार", lakh: "लाख", crore: "करोड़", million: "मिलियन", billion: "बिलियन", trillion: "ट्रिलियन")
}
