/// Where a person takes money: an address of UPI, or an account's IBAN with the bank's BIC where it is needed.
public enum PaymentAddress: Hashable, Sendable {
  /// A virtual payment address of India's UPI, such as `asha@examplebank`.
  case upi(String)
  /// An IBAN without blanks, and a BIC or nothing.
  case account(iban: String, bic: String)

  // Limit: characters of an address (NPCI, UPI Linking Specifications 1.6, `pa`).
  static let upiCharactersMax = 255
  // Limit: characters of what is typed, blanks included; an IBAN with a BIC has at most 47.
  static let charactersMax = 300
  // Limit: bytes of an address as it is kept.
  static let textBytesMax = 300

  /// Reads an address as people write it: blanks and hyphens of an IBAN do not count, nor does its case; a BIC may
  /// stand behind it, with a blank between them.
  public init(_ text: String) throws(PaymentFlaw) {
    if text.utf8.contains(UInt8(ascii: "@")) {
      self = .upi(try Self.upi(text))
    } else {
      self = try Self.account(text)
    }
  }

  /// The address as it is written; groups of four for an IBAN.
  public var text: String {
    switch self {
    case .upi(let address): return address
    case .account(let iban, let bic):
      let letters = Array(iban)
      let groups = stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
      return (groups + (bic.isEmpty ? [] : [bic])).joined(separator: " ")
    }
  }

  /// The only currency in which it takes money.
  public var currencyCode: String {
    switch self {
    case .upi: "INR"
    case .account: "EUR"
    }
  }

  // MARK: UPI

  private static func upi(_ text: String) throws(PaymentFlaw) -> String {
    let address = text.filter { $0 != " " }
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let bank = parts.last, address.utf8.count <= upiCharactersMax else {
      throw .upiMalformed
    }
    let isName = !name.isEmpty && name.allSatisfy { isLetterOrDigit($0) || ".-_".utf8.contains($0) }
    // A number of an account has the bank's number behind the sign, with points in it.
    let isBank = bank.count >= 2 && bank.first.map(isLetter) == true && bank.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") }
    guard isName, isBank else { throw .upiMalformed }
    return address
  }

  // MARK: IBAN

  private static func account(_ text: String) throws(PaymentFlaw) -> PaymentAddress {
    let words = text.uppercased().split { $0.isWhitespace || $0 == "-" }.map(String.init)
    let whole = words.joined()
    guard whole.utf8.allSatisfy(isLetterOrDigit), let length = IBAN.length(ofCountry: String(whole.prefix(2))) else {
      throw .ibanMalformed
    }
    let iban = String(whole.prefix(length))
    let bic = String(whole.dropFirst(length))
    guard IBAN.isValid(iban) else { throw .ibanMalformed }
    // A number with a digit too many is not one with a BIC behind it.
    guard bic.isEmpty || words.last == bic else { throw .ibanMalformed }
    guard bic.isEmpty || isBIC(bic) else { throw .bicMalformed }
    guard !bic.isEmpty || !IBAN.needsBIC(country: String(iban.prefix(2))) else { throw .bicMissing }
    guard IBAN.isInSEPA(country: String(iban.prefix(2))) else { throw .notInSEPA }
    return .account(iban: iban, bic: bic)
  }

  /// ISO 9362: four letters or digits of the bank, two letters of the country, two of the place, three of a branch or
  /// none.
  private static func isBIC(_ text: String) -> Bool {
    let utf8 = Array(text.utf8)
    return (utf8.count == 8 || utf8.count == 11) && utf8[4...5].allSatisfy(isLetter)
  }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) }
}

/// Why an address or a payment cannot be made into a link or a code.
public enum PaymentFlaw: Error, Equatable, Sendable {
  /// No address of UPI: NAME@BANK, letters, digits, points, hyphens and underscores.
  case upiMalformed
  /// No IBAN: unknown country, wrong length or wrong check digits.
  case ibanMalformed
  /// No BIC: 8 or 11 letters and digits.
  case bicMalformed
  /// The country's banks need a BIC beside the IBAN.
  case bicMissing
  /// Euros by SEPA do not go to banks of this country.
  case notInSEPA
  /// The payment is in another currency than the address takes.
  case currencyDiffers
  /// Nothing is to be paid, or more than the link or code can say.
  case amountOutOfRange
  /// The payee's name is empty or longer than the link or code can have.
  case nameLength(charactersMax: Int)
}

/// Numbers of accounts by ISO 13616.
enum IBAN {
  /// How many characters a country's IBAN has; nil for a country without. Source: SWIFT's registry of IBAN formats,
  /// release 101.
  static func length(ofCountry country: String) -> Int? { lengths[country] }

  /// Whether the length is the country's and the check digits are right: with the first four characters at the end and
  /// letters as 10 to 35 the number leaves 1 when it is divided by 97 (ISO 7064, MOD 97-10).
  static func isValid(_ iban: String) -> Bool {
    let utf8 = Array(iban.utf8)
    guard utf8.count == lengths[String(iban.prefix(2))], utf8.allSatisfy(PaymentAddress.isLetterOrDigit) else { return false }
    let isNumbered = utf8[2...3].allSatisfy { !PaymentAddress.isLetter($0) }
    var rest = 0
    for byte in utf8[4...] + utf8[..<4] {
      let value = PaymentAddress.isLetter(byte) ? Int(byte) - Int(UInt8(ascii: "A")) + 10 : Int(byte) - Int(UInt8(ascii: "0"))
      rest = (rest * (value < 10 ? 10 : 100) + value) % 97
    }
    return isNumbered && rest == 1
  }

  /// Whether SEPA's transfers reach the country's banks.
  static func isInSEPA(country: String) -> Bool { economicArea.contains(country) || others.contains(country) }

  /// Whether a code needs the bank's BIC: outside the European Economic Area (EPC069-12, version 002).
  static func needsBIC(country: String) -> Bool { others.contains(country) }

  private static let economicArea = Set(
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(separator: " ").map(String.init))

  private static let others = Set("AD AL CH GB GI MC MD ME MK RS SM VA".split(separator: " ").map(String.init))

  private static let lengths: [String: Int] = {
    var lengths: [String: Int] = [:]
    for (length, countries) in countriesByLength {
      for country in countries.split(separator: " ") { lengths[String(country)] = length }
    }
    return lengths
  }()

  private static let countriesByLength: [(Int, String)] = [
    (15, "NO"),
    (16, "BE"),
    (18, "DK FI FK FO GL NL SD"),
    (19, "MK SI"),
    (20, "AT BA EE KZ LT LU MN XK"),
    (21, "CH HR LI LV"),
    (22, "BG BH CR DE GB GE IE ME RS VA"),
    (23, "AE GI IL IQ OM SO TL"),
    (24, "AD CZ ES MD PK RO SA SE SK TN VG"),
    (25, "LY PT ST"),
    (26, "IS TR"),
    (27, "BI DJ FR GR IT MC MR SM"),
    (28, "AL AZ BY CY DO GT HN HU LB NI PL SV"),
    (29, "BR EG PS QA UA"),
    (30, "JO KW MU YE"),
    (31, "MT SC"),
    (32, "LC"),
    (33, "RU"),
  ]
}
