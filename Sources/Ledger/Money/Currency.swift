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

  /// Whether it is no tender any more: entries of then name it, and no group may have it for its own (SPEC MN-01).
  public var isWithdrawn: Bool { Self.withdrawn.contains(letters) }

  /// All codes of the table, sorted.
  public static var all: [Currency] { (codes + withdrawnCodes).flatMap { $0.codes }.compactMap { Currency(code: $0) }.sorted() }

  private static func pack(_ code: String) -> UInt32? {
    let utf8 = code.utf8
    guard utf8.count == 3 else { return nil }
    return utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let exponents: [UInt32: UInt8] = {
    var table: [UInt32: UInt8] = [:]
    for (exponent, codes) in codes + withdrawnCodes {
      for code in codes {
        if let letters = pack(code) { table[letters] = exponent }
      }
    }
    return table
  }()

  /// The active currencies and funds of ISO 4217 list one as of January 2026, without metals and test codes, by
  /// exponent.
  private static let codes: [(exponent: UInt8, codes: [String])] = [
    (0, split("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF")),
    (
      2,
      split(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP \
        CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD \
        KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR \
        PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU \
        UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """)
    ),
    (3, split("BHD IQD JOD KWD LYD OMR TND")),
    (4, split("CLF UYW")),
  ]

  /// Those of ISO 4217 list three, withdrawn until January 2026, but for funds without a minor unit (XFO, XFU, XRE).
  /// Decimals are those of the last edition that had the currency as an active one.
  private static let withdrawnCodes: [(exponent: UInt8, codes: [String])] = [
    (0, split("ADP BEC BEF BEL BYB BYR ESA ESB ESP GRD ITL LUC LUF LUL MGF PTE ROL TPE TRL")),
    (
      2,
      split(
        """
        AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR BUK CHC CSD CSJ CSK CUC CYP DDM DEM \
        ECS ECV EEK FIM FRF GEK GHC GHP GNE GNS GQE GWE GWP HRD HRK IEP ILP ILR ISJ LAJ LSM LTL LTT LVL LVR MLF MRO MTL MTP MVQ MXP MZE \
        MZM NIC NLG PEH PEI PES PLZ RHD ROK RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM UAK UGS UGW USS UYN UYP VEB VEF VNC XEU YUD YUM \
        YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR
        """)
    ),
    (3, split("YDD")),
  ]

  private static let withdrawn = Set(withdrawnCodes.flatMap(\.codes).compactMap(pack))

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
