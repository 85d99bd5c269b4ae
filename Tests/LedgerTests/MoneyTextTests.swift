import HearthProtocol
import Support
import Testing

@testable import Ledger

struct MoneyTextTests {
  @Test(
    "product 190: amounts as people read them",
    arguments: [
      (0, "INR", "₹0.00"), (5, "INR", "₹0.05"), (-5, "INR", "-₹0.05"), (45_050, "INR", "₹450.50"), (100_000, "INR", "₹1,000.00"),
      (10_000_000, "INR", "₹1,00,000.00"), (123_456_789, "INR", "₹12,34,567.89"), (123_456_789, "USD", "$1,234,567.89"),
      (123_456_789, "JPY", "¥123,456,789"), (1_234, "KWD", "KWD 1.234"), (12_345, "CLF", "CLF 1.2345"), (999, "CAD", "CAD 9.99"),
      (123_456_789, "NPR", "NPR 12,34,567.89"), (123_456_789, "LKR", "LKR 1,234,567.89"), (-123_456_789, "BDT", "-৳12,34,567.89"),
      (.min, "INR", "-₹92,23,37,20,36,85,47,758.08"),
      (.max, "JPY", "¥9,223,372,036,854,775,807"), (.min, "KWD", "-KWD 9,223,372,036,854,775.808"),
      (.max, "EUR", "€92,233,720,368,547,758.07"), (.min, "GBP", "-£92,233,720,368,547,758.08"),
    ] as [(Int64, String, String)])
  func formats(_ minor: Int64, _ code: String, _ text: String) throws {
    #expect(Money.formatted(minor: minor, currency: try #require(Currency(code: code))) == text)
  }

  @Test(
    "product 190: amounts in few characters",
    arguments: [
      (0, "INR", "₹0.00"), (99_999, "INR", "₹999.99"), (100_000, "INR", "₹1 K"), (-123_456, "INR", "-₹1.2 K"), (9_500_000, "INR", "₹95 K"),
      (9_994_900, "INR", "₹99.9 K"), (9_996_000, "INR", "₹1 L"), (123_000_000, "INR", "₹12.3 L"), (999_600_000, "INR", "₹1 Cr"),
      (1_200_000_000, "INR", "₹1.2 Cr"), (1_234_567_890_000, "INR", "₹1,234.6 Cr"), (.min, "INR", "-₹9,22,33,72,036.9 Cr"),
      (120_000, "USD", "$1.2 K"), (99_996_000, "USD", "$1 M"), (125_000_000, "USD", "$1.3 M"), (1_200, "JPY", "¥1.2 K"),
      (3_000_000_000, "JPY", "¥3 B"), (1_500_000, "KWD", "KWD 1.5 K"), (.max, "USD", "$92,233.7 T"), (999_999, "KWD", "KWD 999.999"),
    ] as [(Int64, String, String)])
  func shortens(_ minor: Int64, _ code: String, _ text: String) throws {
    #expect(Money.compact(minor: minor, currency: try #require(Currency(code: code))) == text)
  }

  @Test(
    "product 190: in Hindi the steps have Hindi names, and can be typed so",
    arguments: [
      (99_999, "INR", "₹999.99"), (120_000, "INR", "₹1.2 हज़ार"), (123_000_000, "INR", "₹12.3 लाख"), (1_200_000_000, "INR", "₹1.2 करोड़"),
      (125_000_000, "USD", "$1.3 मिलियन"), (300_000_000_000, "USD", "$3 बिलियन"),
    ] as [(Int64, String, String)])
  func shortensInHindi(_ minor: Int64, _ code: String, _ text: String) throws {
    let currency = try #require(Currency(code: code))
    #expect(Money.compact(minor: minor, currency: currency, words: .hindi) == text)
    #expect(Money.compact(minor: try Money.minor(of: text, in: currency), currency: currency, words: .hindi) == text)
  }

  @Test("CV-07: in a file nothing multiplies", arguments: ["2 Cr", "1.2L", "5k", "5 M", "1b", "3 lakhs", "2 लाख", "₹2 करोड़"])
  func filesMultiplyNothing(_ text: String) throws {
    let rupee = try #require(Currency(code: "INR"))
    #expect(try Money.minor(of: text, in: rupee) > 0)
    #expect(throws: MoneyTextFlaw.multiplierInFile) { try Money.minor(of: text, in: rupee, inFile: true) }
    #expect(try Money.minor(of: "12,34,567.89", in: rupee, inFile: true) == 123_456_789)
    #expect(throws: MoneyTextFlaw.separatorMisplaced) { try Money.minor(of: "12,50", in: rupee, inFile: true) }
  }

  @Test(
    arguments: [
      (0, "INR", "0.00"), (-5, "INR", "-0.05"), (123_456_789, "INR", "1234567.89"), (123, "JPY", "123"), (7, "KWD", "0.007"),
      (.min, "INR", "-92233720368547758.08"), (.max, "CLF", "922337203685477.5807"),
    ] as [(Int64, String, String)])
  func writesForPrograms(_ minor: Int64, _ code: String, _ text: String) throws {
    #expect(Money.plain(minor: minor, currency: try #require(Currency(code: code))) == text)
  }

  @Test(
    "product 190: amounts as people type them",
    arguments: [
      ("450.50", "INR", 45_050), ("450.5", "INR", 45_050), ("450", "INR", 45_000), ("0.01", "INR", 1), ("0", "INR", 0),
      ("12,34,567.89", "INR", 123_456_789), ("1,234,567", "INR", 123_456_700), ("12,34,567", "USD", 123_456_700),
      ("1,234,567", "JPY", 1_234_567), ("1.234", "KWD", 1_234), ("10000000000000.00", "INR", amountMinorMax), ("007", "JPY", 7),
      ("₹450", "INR", 45_000), ("₹ 1,00,000", "INR", 10_000_000), ("450 INR", "INR", 45_000), ("inr 450", "INR", 45_000),
      ("Rs. 450", "INR", 45_000), ("rs 450", "PKR", 45_000), ("450€", "EUR", 45_000), ("\u{A0}450\u{202F}€ ", "EUR", 45_000),
      ("1.2L", "INR", 12_000_000), ("1.2 lakh", "INR", 12_000_000), ("3 Cr", "INR", 3_000_000_000), ("₹1.5k", "INR", 150_000),
      ("2 हजार", "INR", 200_000), ("1.5 करोड", "INR", 1_500_000_000),
      ("1.23456 Lakhs", "INR", 12_345_600), ("2crore", "INR", 2_000_000_000), ("1.5M", "USD", 150_000_000), ("0.5 B", "JPY", 500_000_000),
      ("500/-", "INR", 50_000), ("Rs. 500/-", "INR", 50_000), ("12,50/–", "INR", 1_250), ("१२३", "INR", 12_300), ("₹४५०.५०", "INR", 45_050),
      ("१,२३,४५६", "INR", 12_345_600), ("12,50", "INR", 1_250), ("450,5", "INR", 45_050), ("0,5", "EUR", 50), ("1.234,50", "EUR", 123_450),
      ("1.234.567,89", "EUR", 123_456_789), ("1,5 lakh", "INR", 15_000_000), ("1,2L", "INR", 12_000_000), ("0,500", "KWD", 500),
      ("12,5", "KWD", 12_500), ("1,234.5", "KWD", 1_234_500), ("1,234,567", "KWD", 1_234_567_000),
      ("1.50K", "JPY", 1_500), ("1,234.5k", "USD", 123_450_000), ("1.234567K", "KWD", 1_234_567),
    ] as [(String, String, Int64)])
  func parses(_ text: String, _ code: String, _ minor: Int64) throws {
    #expect(try Money.minor(of: text, in: try #require(Currency(code: code))) == minor)
  }

  @Test(
    arguments: [
      ("", "INR", .notANumber), (".", "INR", .notANumber), (".5", "INR", .notANumber), ("5.", "INR", .notANumber),
      ("-5", "INR", .notANumber), ("1e3", "INR", .notANumber), ("1.2.3", "INR", .notANumber), ("٣", "INR", .notANumber),
      ("5.x", "INR", .notANumber), ("₹", "INR", .notANumber), ("L", "INR", .notANumber), ("1.2 LK", "INR", .notANumber),
      ("₹₹5", "INR", .notANumber), ("1 2", "INR", .notANumber), ("1'234", "CHF", .notANumber), ("₹5 Rs", "INR", .notANumber),
      ("12,50", "JPY", .separatorMisplaced), (",450", "INR", .separatorMisplaced), ("1,2345L", "INR", .separatorMisplaced),
      ("0,500", "INR", .separatorMisplaced), ("0,125,000", "INR", .separatorMisplaced), ("12.34,50", "EUR", .notANumber),
      ("1,234", "KWD", .twoReadings), ("12,345", "KWD", .twoReadings), ("500/", "INR", .notANumber), ("500-", "INR", .notANumber),
      ("/-", "INR", .notANumber), ("१२x", "INR", .notANumber),
      ("1234,567", "INR", .separatorMisplaced), ("1,2,345", "INR", .separatorMisplaced), ("1,234,56,789", "INR", .separatorMisplaced),
      ("123,45,678", "INR", .separatorMisplaced), ("12,345,67,890", "INR", .separatorMisplaced), ("1,,234", "INR", .separatorMisplaced),
      ("1.005", "INR", .tooManyDecimals(decimalsMax: 2)), ("1.0", "JPY", .tooManyDecimals(decimalsMax: 0)),
      ("1.000005K", "INR", .tooManyDecimals(decimalsMax: 2)), ("1.0000000000000 L", "INR", .tooManyDecimals(decimalsMax: 2)),
      ("10000000000000.01", "INR", .tooLarge), ("99999999999999999999999999", "JPY", .tooLarge),
      ("10000000.1 L", "KWD", .tooLarge), ("99999999999999999999999999999999999999999.999999999999B", "JPY", .tooLarge),
    ] as [(String, String, MoneyTextFlaw)])
  func refuses(_ text: String, _ code: String, _ flaw: MoneyTextFlaw) throws {
    let currency = try #require(Currency(code: code))
    #expect(throws: flaw) { try Money.minor(of: text, in: currency) }
  }

  @Test(arguments: [("$5", "USD"), ("5 usd", "USD"), ("EUR 5", "EUR"), ("5€", "EUR")] as [(String, String)])
  func refusesOtherCurrencies(_ text: String, _ other: String) throws {
    let rupee = try #require(Currency(code: "INR"))
    let flaw = MoneyTextFlaw.otherCurrency(try #require(Currency(code: other)))
    #expect(throws: flaw) { try Money.minor(of: text, in: rupee) }
  }

  /// What is written can be read again, in every currency.
  @Test(arguments: [51] as [UInt64]) func readsWhatItWrites(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for currency in Currency.all {
      for _ in 0..<20 {
        let minor = Int64.random(in: 0...amountMinorMax, using: &random) >> Int64.random(in: 0..<50, using: &random)
        #expect(try Money.minor(of: Money.formatted(minor: minor, currency: currency), in: currency) == minor, "seed \(seed), \(currency)")
        #expect(try Money.minor(of: Money.plain(minor: minor, currency: currency), in: currency) == minor, "seed \(seed), \(currency)")
      }
    }
  }
}
