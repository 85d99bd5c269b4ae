import HearthProtocol
import Testing

@testable import Ledger

struct MoneyTextTests {
  @Test(
    arguments: [
      (0, "INR", "₹0.00"), (5, "INR", "₹0.05"), (-5, "INR", "-₹0.05"), (45_050, "INR", "₹450.50"), (100_000, "INR", "₹1,000.00"),
      (10_000_000, "INR", "₹1,00,000.00"), (123_456_789, "INR", "₹12,34,567.89"), (123_456_789, "USD", "$1,234,567.89"),
      (123_456_789, "JPY", "¥123,456,789"), (1_234, "KWD", "KWD 1.234"), (12_345, "CLF", "CLF 1.2345"), (999, "CAD", "CAD 9.99"),
      (.max, "EUR", "€92,233,720,368,547,758.07"), (.min, "GBP", "-£92,233,720,368,547,758.08"),
    ] as [(Int64, String, String)])
  func formats(_ minor: Int64, _ code: String, _ text: String) throws {
    #expect(Money.formatted(minor: minor, currency: try #require(Currency(code: code))) == text)
  }

  @Test(
    arguments: [
      ("450.50", "INR", 45_050), ("450.5", "INR", 45_050), ("450", "INR", 45_000), ("0.01", "INR", 1), ("0", "INR", 0),
      ("12,34,567.89", "INR", 123_456_789), ("1,234,567", "JPY", 1_234_567), ("1.234", "KWD", 1_234),
      ("10000000000000.00", "INR", amountMinorMax), ("007", "JPY", 7),
    ] as [(String, String, Int64)])
  func parses(_ text: String, _ code: String, _ minor: Int64) throws {
    #expect(try Money.minor(of: text, in: try #require(Currency(code: code))) == minor)
  }

  @Test(
    arguments: [
      ("", "INR", .notANumber), (".", "INR", .notANumber), (".5", "INR", .notANumber), ("5.", "INR", .notANumber),
      ("-5", "INR", .notANumber), ("1e3", "INR", .notANumber), ("1.2.3", "INR", .notANumber), ("٣", "INR", .notANumber),
      ("₹5", "INR", .notANumber), ("5.x", "INR", .notANumber), ("450,50", "INR", .separatorMisplaced), (",450", "INR", .separatorMisplaced),
      ("1234,567", "INR", .separatorMisplaced), ("1,2,345", "INR", .separatorMisplaced),
      ("1.005", "INR", .tooManyDecimals(decimalsMax: 2)), ("1.0", "JPY", .tooManyDecimals(decimalsMax: 0)),
      ("10000000000000.01", "INR", .tooLarge), ("99999999999999999999999999", "JPY", .tooLarge),
    ] as [(String, String, MoneyTextFault)])
  func refuses(_ text: String, _ code: String, _ fault: MoneyTextFault) throws {
    let currency = try #require(Currency(code: code))
    #expect(throws: fault) { try Money.minor(of: text, in: currency) }
  }
}

struct CurrencyTests {
  @Test(arguments: [("JPY", 0), ("INR", 2), ("KWD", 3), ("CLF", 4), ("XCG", 2)] as [(String, UInt8)])
  func exponents(_ code: String, _ exponent: UInt8) {
    #expect(Currency(code: code)?.exponent == exponent)
    #expect(Currency(code: code)?.code == code)
  }

  @Test(arguments: ["", "inr", "INRR", "XXX", "XAU", "₹", "IN\u{0}"]) func unknown(_ code: String) {
    #expect(Currency(code: code) == nil)
  }

  @Test func theTableHasNoDoubles() {
    #expect(Set(Currency.all).count == Currency.all.count)
    #expect(Currency.all.count == 164)
    #expect(Currency.all.allSatisfy { $0.code.utf8.allSatisfy { (65...90).contains($0) } })
  }
}

struct CivilDateTests {
  @Test(
    arguments: [
      ("1970-01-01", 0, 4), ("2000-02-29", 11_016, 2), ("2026-10-26", 20_752, 1), ("0001-01-01", -719_162, 1), ("9999-12-31", 2_932_896, 5),
      ("1969-12-31", -1, 3),
    ] as [(String, Int, Int)])
  func daysAndWeekdays(_ text: String, _ days: Int, _ weekday: Int) throws {
    let date = try #require(CivilDate(iso8601: text))
    #expect(date.daysSince1970 == days)
    #expect(date.weekday == weekday)
    #expect(date.description == text)
  }

  @Test(arguments: [
    "", "2026-1-01", "2026-13-01", "2026-00-10", "2026-02-29", "1900-02-29", "2026-04-31", "0000-01-01", "2026-01-01 ", "2026/01/01",
    "+026-01-01", "２０２６-01-01", "2026-01-0x",
  ])
  func refuses(_ text: String) { #expect(CivilDate(iso8601: text) == nil) }

  @Test func everyDayOfFourCenturiesIsTheNextOne() throws {
    var date = try #require(CivilDate(year: 1850, month: 1, day: 1))
    for _ in 0..<146_097 {
      let next = date.adding(days: 1)
      let (year, month, day) = next.components
      #expect(CivilDate(year: year, month: month, day: day) == next)
      #expect(next.weekday == date.weekday % 7 + 1)
      date = next
    }
  }

  @Test(
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-01-31", 2, "2026-03-31"), ("2026-03-31", -1, "2026-02-28"),
      ("2026-12-15", 1, "2027-01-15"), ("9999-12-01", 1, "9999-12-31"), ("0001-01-15", -1, "0001-01-01"),
      ("2026-01-01", .max, "9999-12-31"),
      ("2026-01-01", .min, "0001-01-01"),
    ] as [(String, Int, String)])
  func monthsKeepTheirEnd(_ text: String, _ months: Int, _ result: String) throws {
    #expect(try #require(CivilDate(iso8601: text)).adding(months: months).description == result)
  }

  @Test func daysStayInRange() {
    #expect(Household.today.adding(days: .max).description == "9999-12-31")
    #expect(Household.today.adding(days: .min).description == "0001-01-01")
    #expect(CivilDate(daysSince1970: .min).description == "0001-01-01")
  }
}

/// What texts may be: at the limit, and normal writing of many kinds.
struct WordsTests {
  @Test(arguments: [
    String(repeating: "a", count: 50), String(repeating: "é", count: 50), String(repeating: "e\u{301}", count: 50),
    String(repeating: "👨‍👩‍👧", count: 30), "परिवार की रसोई", "عائلة", "Tiếng Việt", "ที่บ้าน", "a" + String(repeating: "\u{301}", count: 8),
  ])
  func accepted(_ name: String) {
    var situation = PrecedenceTests.createGroup
    situation.command.createGroup.name = name
    #expect(situation.rejection == nil)
  }
}
