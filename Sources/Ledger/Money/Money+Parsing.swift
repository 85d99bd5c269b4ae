import HearthProtocol

extension Money {
  /// Reads an amount as people type it, as minor units: "450.50", "12,34,567.89", "1,234,567", "₹1.2 L", "INR 3 Cr",
  /// "1.5k", "500/-", "१२३".
  ///
  /// The currency's own sign or code may stand before or behind the figure. Commas may stand where either way of
  /// grouping has them, but only as one way has them throughout; decimals come after a point, or after a comma that can
  /// be nothing else: "12,50", "1.234,50". K, L (lakh), Cr (crore),
  /// M and B multiply, in Hindi too, if the result is exact. There is no minus: the kind of an entry says which way
  /// money went.
  ///
  /// - Parameter inFile: whether a program wrote it. Then nothing multiplies: a bank means credit by Cr, and nobody
  ///   looks at each line.
  public static func minor(
    of text: some StringProtocol, in currency: Currency, inFile: Bool = false
  ) throws(MoneyTextFlaw) -> Int64 {
    let figure = withoutSigns(withoutStroke(latin(text)), currency)
    let (typed, scale) = scaled(figure)
    guard scale == 0 || !inFile else { throw .multiplierInFile }
    let number = inFile ? typed : try pointed(typed, isScaled: scale > 0, exponent: Int(currency.exponent))
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2 else { throw .notANumber }
    let decimals = parts.count == 2 ? parts[1] : ""
    let isFigure = !whole.isEmpty && (parts.count == 1 || !decimals.isEmpty) && decimals.utf8.allSatisfy(isDigit)
    let digits = whole.utf8.filter { $0 != UInt8(ascii: ",") }
    guard isFigure, digits.allSatisfy(isDigit) else {
      if let other = Currency.named(in: figure), other != currency { throw .otherCurrency(other) }
      throw .notANumber
    }
    guard hasSeparatorsRight(whole) else { throw .separatorMisplaced }

    let exponent = Int(currency.exponent)
    // Without a multiplier a decimal that the currency lacks is a slip of the pen even when it is 0. Limit: beyond
    // twelve nothing is exact.
    guard decimals.utf8.count <= (scale == 0 ? exponent : DecimalRate.digitsMax) else { throw .tooManyDecimals(decimalsMax: exponent) }
    var mantissa: Int128 = 0
    for byte in digits + Array(decimals.utf8) {
      mantissa = mantissa * 10 + Int128(byte - UInt8(ascii: "0"))
      // Limit: stops long before the next digit, or the multiplier after it, could leave 128 bits.
      guard mantissa <= Int128(amountMinorMax) * 1_000_000_000_000 else { throw .tooLarge }
    }
    let up = Int128(DecimalRate.powerOfTen(exponent + scale))
    let (minor, rest) = (mantissa * up).quotientAndRemainder(dividingBy: Int128(DecimalRate.powerOfTen(decimals.utf8.count)))
    guard minor <= Int128(amountMinorMax) else { throw .tooLarge }
    guard rest == 0 else { throw .tooManyDecimals(decimalsMax: exponent) }
    return Int64(minor)
  }

  /// The text with the digits of Devanagari as Latin ones.
  private static func latin(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let digit = scalar.value &- 0x966
      result.append(digit < 10 ? Unicode.Scalar(UInt8(0x30 + digit)) : scalar)
    }
    return String(result)
  }

  /// The text without what stands behind whole rupees on paper: "500/-".
  private static func withoutStroke(_ text: String) -> String {
    let figure = trimmed(text)
    return figure.hasSuffix("/-") || figure.hasSuffix("/–") ? String(figure.dropLast(2)) : figure
  }

  /// The figure with a point before its decimals where a comma can be nothing else than theirs.
  private static func pointed(_ number: String, isScaled: Bool, exponent: Int) throws(MoneyTextFlaw) -> String {
    guard number.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1, let place = number.firstIndex(of: ",") else { return number }
    let (before, behind) = (number[..<place], number[number.index(after: place)...])
    let groups = before.split(separator: ".", omittingEmptySubsequences: false)
    guard !behind.isEmpty, behind.utf8.allSatisfy(isDigit), groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else {
      return number
    }
    if groups.count == 1, behind.count == 3, before.count <= 3, before.first != "0" {
      // As of thousands and as of three decimals it is another amount.
      guard isScaled || exponent != 3 else { throw .twoReadings }
      return number
    }
    let areThousands = groups.count == 1 || (groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 })
    guard areThousands, behind.count <= (isScaled ? 2 : exponent) else { return number }
    return groups.joined() + "." + behind
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// The text without spaces around it and without one sign of its own currency at either end.
  private static func withoutSigns(_ text: String, _ currency: Currency) -> String {
    let figure = trimmed(text)
    for sign in currency.signs {
      if figure.lowercased().hasPrefix(sign) { return trimmed(String(figure.dropFirst(sign.count))) }
      if figure.lowercased().hasSuffix(sign) { return trimmed(String(figure.dropLast(sign.count))) }
    }
    return figure
  }

  /// The figure before its multiplier, and the power of ten that the multiplier stands for.
  private static func scaled(_ figure: String) -> (figure: String, power: Int) {
    // Many write Hindi without its dots. Web/amounts.js has the same words.
    let multipliers: [(name: String, power: Int)] = [
      ("lakhs", 5), ("lakh", 5), ("lacs", 5), ("lac", 5), ("crores", 7), ("crore", 7), ("cr", 7), ("k", 3), ("l", 5), ("m", 6), ("b", 9),
      ("हज़ार", 3), ("हजार", 3), ("लाख", 5), ("करोड़", 7), ("करोड", 7), ("मिलियन", 6), ("बिलियन", 9),
    ]
    let small = figure.lowercased()
    for (name, power) in multipliers where small.hasSuffix(name) {
      let number = trimmed(String(figure.dropLast(name.count)))
      // Otherwise it is a word that happens to end so.
      if let last = number.utf8.last, isDigit(last) { return (number, power) }
    }
    return (figure, 0)
  }

  /// Whether there are no commas, or all of them where one way of separating has them.
  private static func hasSeparatorsRight(_ whole: some StringProtocol) -> Bool {
    let runs = whole.split(separator: ",", omittingEmptySubsequences: false).map(\.utf8.count)
    guard runs.count > 1, let first = runs.first, let last = runs.last else { return true }
    // No group of thousands stands behind a lone 0.
    guard first > 1 || whole.first != "0" else { return false }
    let middle = runs.dropFirst().dropLast()
    let byThousands = (1...3).contains(first) && middle.allSatisfy { $0 == 3 }
    let byLakhs = (1...2).contains(first) && middle.allSatisfy { $0 == 2 }
    return last == 3 && (byThousands || byLakhs)
  }

  /// Spaces and non-breaking spaces come with what is pasted.
  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first == " " || first == "\u{A0}" || first == "\u{202F}" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\u{A0}" || last == "\u{202F}" { rest.removeLast() }
    return String(rest)
  }
}

/// Why a text is no amount.
public enum MoneyTextFlaw: Error, Equatable, Sendable {
  /// Something other than digits, separators of thousands, one decimal point, the currency's sign and a multiplier.
  case notANumber
  /// The figure is of another currency.
  case otherCurrency(Currency)
  /// A comma stands where no separator of thousands belongs; perhaps decimals were meant.
  case separatorMisplaced
  /// Three digits stand behind a comma, in a currency of three decimals: thousands or decimals.
  case twoReadings
  /// The currency has no such small coins; carries how many decimals it has.
  case tooManyDecimals(decimalsMax: Int)
  /// More than 10^15 minor units.
  case tooLarge
  /// A multiplier behind a figure of a file.
  case multiplierInFile
}
