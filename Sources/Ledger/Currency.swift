/// A currency of ISO 4217: its code and how many decimals its minor unit stands for.
///
/// A code once in the table stays for ever, since histories name it.
public struct Currency: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three letters, first one in the highest of three bytes.
  let letters: UInt32
  /// Decimals between the unit and its minor unit: 2 for INR, 0 for JPY, 3 for KWD.
  public let exponent: UInt8

  /// Finds a currency by its code, three capital letters; nil when the table has none such.
  public init?(code: String) {
    guard let letters = Self.pack(code), let exponent = Self.exponents[letters] else { return nil }
    self.letters = letters
    self.exponent = exponent
  }

  /// The three letters.
  public var code: String {
    String(unsafeUninitializedCapacity: 3) { utf8 in
      for index in 0..<3 { utf8[index] = UInt8(truncatingIfNeeded: letters >> UInt32(16 - 8 * index)) }
      return 3
    }
  }

  /// The three letters.
  public var description: String { code }

  /// By code.
  public static func < (left: Currency, right: Currency) -> Bool { left.letters < right.letters }

  /// Equal when the codes are.
  public static func == (left: Currency, right: Currency) -> Bool { left.letters == right.letters }

  /// Feeds the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(letters) }

  /// All codes of the table, sorted.
  public static var all: [Currency] { codes.keys.flatMap { codes[$0] ?? [] }.compactMap { Currency(code: $0) }.sorted() }

  private static func pack(_ code: String) -> UInt32? {
    let utf8 = code.utf8
    guard utf8.count == 3 else { return nil }
    return utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let exponents: [UInt32: UInt8] = {
    var table: [UInt32: UInt8] = [:]
    for (exponent, codes) in codes {
      for code in codes {
        if let letters = pack(code) { table[letters] = exponent }
      }
    }
    return table
  }()

  /// The active currencies and funds of ISO 4217 list one as of January 2026, without metals and test codes, by exponent.
  private static let codes: [UInt8: [String]] = [
    0: split("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    2: split(
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP \
      CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD \
      KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR \
      PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU \
      UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """),
    3: split("BHD IQD JOD KWD LYD OMR TND"),
    4: split("CLF UYW"),
  ]

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
