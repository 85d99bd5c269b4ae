import HearthProtocol
import Testing

@testable import Ledger

struct CurrencyTests {
  @Test(arguments: [("JPY", 0), ("INR", 2), ("KWD", 3), ("CLF", 4), ("XCG", 2)] as [(String, UInt8)])
  func exponents(_ code: String, _ exponent: UInt8) {
    #expect(Currency(code: code)?.exponent == exponent)
    #expect(Currency(code: code)?.code == code)
  }

  @Test(arguments: ["", "inr", "INRR", "XXX", "XAU", "₹", "IN\u{0}"]) func unknown(_ code: String) {
    #expect(Currency(code: code) == nil)
  }

  @Test(
    "MN-01: withdrawn currencies are known with the decimals that they had",
    arguments: [
      ("HRK", 2), ("BGN", 2), ("ANG", 2), ("SLL", 2), ("ZWL", 2), ("CUC", 2), ("DEM", 2), ("ITL", 0), ("BEF", 0), ("ESP", 0), ("PTE", 0),
      ("TRL", 0), ("BYR", 0), ("YDD", 3), ("VEF", 2), ("XEU", 2),
    ] as [(String, UInt8)])
  func withdrawn(_ code: String, _ exponent: UInt8) throws {
    let currency = try #require(Currency(code: code))
    #expect(currency.isWithdrawn && currency.exponent == exponent && Currency.all.contains(currency))
  }

  @Test("MN-01: those in use are not, among them the dinar of accounts of 2025")
  func inUse() throws {
    for code in ["XAD", "EUR", "INR", "XCG", "ZWG", "SLE", "CUP"] { #expect(try #require(Currency(code: code)).isWithdrawn == false) }
    #expect(Currency(code: "XAD")?.exponent == 2)
    #expect(Currency.all.count { !$0.isWithdrawn } == 165)
  }

  @Test("MN-01: a withdrawn currency is no group's own, and entries and rates of then name it")
  func oldEntries() throws {
    var household = Household.family
    var update = UpdateGroup()
    update.currency = "HRK"
    #expect(
      Situation(.updateGroup(update), household: household, by: 1).rejection == .unknownCurrency(field: "update_group.currency"))
    update.currency = "EUR"
    #expect(Situation(.updateGroup(update), household: household, by: 1).rejection == nil)
    var create = CreateGroup()
    (create.name, create.currency, create.memberID, create.displayName) = ("Old", "BGN", Household.text(1), "Asha")
    #expect(throws: Rejection.unknownCurrency(field: "create_group.currency")) {
      var fresh = Household()
      try fresh.perform(.createGroup(create))
    }
    var entry = Household.entry(1, minor: 2_000)
    entry.content.amount.currency = "HRK"
    entry.content.date = "2022-08-01"
    try household.perform(.addEntry(entry))
    #expect(household.state.shared.entries.last?.currency.code == "HRK")
    try household.perform(Household.rate("HRK", "0.132723", on: "2022-08-01", to: "EUR"))
  }

  @Test func theTableHasNoDoubles() {
    #expect(Set(Currency.all).count == Currency.all.count)
    #expect(Currency.all.count == 291)
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
