import HearthProtocol
import Testing

@testable import Ledger

struct DecimalRateTests {
  @Test(
    arguments: [
      ("83.1525", "83.1525"), ("83.1500", "83.15"), ("0083", "83"), ("100", "100"), ("0.012", "0.012"), ("1.0", "1"), ("0.10", "0.1"),
      ("999999999999", "999999999999"), ("0.000000000001", "0.000000000001"), ("123456.789012", "123456.789012"), ("1.05", "1.05"),
    ])
  func reads(text: String, shortest: String) throws {
    let rate = try #require(DecimalRate(text))
    #expect(rate.description == shortest)
    #expect(DecimalRate(shortest) == rate)
  }

  @Test(arguments: [
    "", "0", "0.000", ".5", "5.", ".", "1.2.3", "-1", "+1", "1e3", "1,000", " 1", "٣", "1000000000000", "0.0000000000001", "1.000000000001",
    "123456.7890123", String(repeating: "0", count: 33), "0.000000000000000000000000000000000001",
  ])
  func refuses(text: String) { #expect(DecimalRate(text) == nil) }
}

struct RateTests {
  static func currency(_ code: String) throws -> Currency { try #require(Currency(code: code)) }

  static func foreign(_ number: UInt64, _ minor: Int64, _ code: String = "USD", on date: String = "") -> AddEntry {
    var wish = Household.entry(number, minor: minor)
    wish.content.amount.currency = code
    wish.content.date = date
    return wish
  }

  @Test("product 181: the latest rate of the day or before it holds, the other way round too")
  func latestRateHolds() throws {
    var household = Household.family
    for (date, rate) in [("2026-10-20", "84"), ("2026-10-01", "82"), ("2026-10-10", "83")] {
      try household.perform(Household.rate("USD", rate, on: date), by: 3)
    }
    let rates = household.state.shared.rates
    let (dollar, rupee) = (try Self.currency("USD"), try Self.currency("INR"))
    func rate(_ date: String) throws -> String? {
      rates.rate(from: dollar, to: rupee, on: try #require(CivilDate(iso8601: date)))?.rate.description
    }
    #expect(try rate("2026-09-30") == nil)
    #expect(try rate("2026-10-01") == "82")
    #expect(try rate("2026-10-09") == "82")
    #expect(try rate("2026-10-19") == "83")
    #expect(try rate("2027-01-01") == "84")
    #expect(rates.rate(from: rupee, to: dollar, on: Household.today)?.rate.description == "0.011904761905", "MN-09")
    #expect(rates.all.map(\.date.description) == ["2026-10-01", "2026-10-10", "2026-10-20"])
  }

  @Test("product 180, MN-06: an entry keeps its amount, its currency and the rate of its day, whatever is told later")
  func entriesFreezeTheirRate() throws {
    var household = Household.family
    try household.perform(Household.rate("USD", "83.1525", on: "2026-10-01"))
    try household.perform(.addEntry(Self.foreign(1, 10_000)))
    try household.perform(.addEntry(Self.foreign(2, 10_000, on: "2026-09-01")))
    try household.perform(Household.rate("USD", "90", on: "2026-10-01"))
    try household.perform(Household.rate("USD", "91", on: "2026-09-01"))
    var given = Self.foreign(3, 10_000, on: "2026-10-05")
    given.content.conversion.rate = "84.0"
    given.content.conversion.source = "receipt"
    try household.perform(.addEntry(given))
    let entries = household.state.shared.entries
    #expect(entries[0].conversion?.rate.description == "83.1525")
    #expect(entries[0].conversion?.date.description == "2026-10-01")
    #expect(entries[0].content.amount == Money(minor: 10_000, currency: "USD"))
    #expect(entries[1].conversion == nil)
    #expect(entries[2].content.conversion.rate == "84")
    #expect(entries[2].content.conversion.date == "2026-10-05")
    #expect(entries[2].content.conversion.source == "receipt")
    #expect(entries[2].content.conversion.to == "INR")
    // Settling up in a foreign currency takes the rate of its day too.
    var settlement = SettlementTests.settle(4, from: 2, to: 1)
    settlement.currency = "USD"
    try household.perform(.settleUp(settlement))
    #expect(household.state.shared.entries[3].conversion?.rate.description == "90")
    // Balances stay per currency.
    #expect(household.state.shared.balances.currencies.map(\.code) == ["USD"])
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("product 180, MN-07: balances of several currencies in one, rounded once")
  func convertedBalances() throws {
    var household = Household.sharing
    try household.perform(Household.rate("USD", "83.1525"))
    try household.perform(Household.rate("JPY", "0.56"))
    try household.perform(.addEntry(Self.foreign(1, 100)), by: 1)
    try household.perform(.addEntry(Self.foreign(2, 1_001, "JPY")), by: 2)
    try household.perform(.addEntry(Household.entry(3, minor: 500)), by: 3)
    try household.perform(.addEntry(Self.foreign(4, 777, "EUR")), by: 1)
    let shared = household.state.shared
    let rupee = try Self.currency("INR")
    let converted = try shared.balances(in: rupee)
    // A cent is 83.1525 paise, a yen 56. One: 80 cents paid for others, 201 yen and 100 paise owed: 6652.2 - 11256 -
    // 100 is -4703.8, and so on.
    #expect(converted.balances.map(\.minor) == [-4_704, 43_093, -12_463, -12_963, -12_963])
    #expect(converted.balances.reduce(0) { $0 + $1.minor } == 0)
    #expect(converted.unconverted.map(\.code) == ["EUR"])
    let (euro, hundred) = (try Self.currency("EUR"), try #require(DecimalRate("100")))
    let all = try shared.balances(in: rupee, at: [euro: hundred])
    #expect(all.unconverted == [])
    #expect(all.balances.reduce(0) { $0 + $1.minor } == 0)
    #expect(all[Household.member(1)] == -4_704 + 62_100)
  }

  @Test("product 180: converted balances total 0, and no member is a minor unit from the exact figure", arguments: Property.seeds(61))
  func convertedBalancesTotalZero(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    let targets = try ["INR", "JPY", "KWD", "CLF"].map(Self.currency)
    // A case is a balance converted.
    var number = 0
    while number < Property.cases {
      var household = Household.family
      for _ in 0..<3 { try household.attempt(wishes.rate()) }
      for _ in 0..<Int.random(in: 1...12, using: &wishes.random) { try household.perform(.addEntry(wishes.entry())) }
      let shared = household.state.shared
      for target in targets {
        var given: [Currency: DecimalRate] = [:]
        for currency in targets.prefix(3) { given[currency] = DecimalRate(wishes.exchange().rate) }
        for rates in [given, [:]] {
          let converted: ConvertedBalances
          do { converted = try shared.balances(in: target, at: rates) } catch { continue }
          #expect(converted.balances.reduce(Int128(0)) { $0 + Int128($1.minor) } == 0, "seed \(seed), case \(number), \(target)")
          for member in shared.members {
            let exact = Self.exact(shared, member.id, target, rates)
            let rounded = converted[member.id]
            #expect(exact.whole == rounded || (exact.whole + 1 == rounded && !exact.isWhole), "seed \(seed), case \(number), \(target)")
            number += 1
          }
        }
      }
    }
  }

  /// The exact figure, reckoned another way: rounded down, and whether nothing was lost by that.
  private static func exact(
    _ shared: SharedState, _ member: MemberID, _ target: Currency, _ given: [Currency: DecimalRate]
  ) -> (whole: Int64, isWhole: Bool) {
    var whole: Int128 = 0
    var rest: Int128 = 0
    for currency in shared.balances.currencies {
      let rate = given[currency] ?? shared.meanRates(in: target)[currency]
      let minor = shared.balances[member, currency]
      if currency == target {
        whole += Int128(minor)
      } else if let rate {
        // Digit by digit of the rate, so that no product is large.
        let scale = Int(target.exponent) - Int(currency.exponent) - rate.decimals
        for (place, digit) in String(rate.mantissa).utf8.reversed().enumerated() {
          let part = Int128(minor) * Int128(digit - UInt8(ascii: "0"))
          let power = place + scale
          if power >= 0 {
            whole += part * Int128(DecimalRate.powerOfTen(power))
          } else {
            let divisor = Int128(DecimalRate.powerOfTen(-power))
            whole += part / divisor
            rest += part % divisor * Int128(DecimalRate.powerOfTen(16 + power))
          }
        }
      }
    }
    let denominator = Int128(DecimalRate.powerOfTen(16))
    whole += rest / denominator
    let left = rest % denominator
    return (Int64(clamping: left < 0 ? whole - 1 : whole), left == 0)
  }

  @Test("The largest balances and rates overflow into a flaw and nothing else")
  func overflow() throws {
    var household = Household.sharing
    for number in 1...9_000 as ClosedRange<UInt64> {
      try household.perform(.addEntry(Self.foreign(number, amountMinorMax, "JPY")))
    }
    let (dinar, yen) = (try Self.currency("KWD"), try Self.currency("JPY"))
    let shared = household.state.shared
    let (large, little) = (try #require(DecimalRate("999999999999")), try #require(DecimalRate("0.000000000001")))
    #expect(throws: ConversionOverflow()) { try shared.balances(in: dinar, at: [yen: large]) }
    let small = try shared.balances(in: dinar, at: [yen: little])
    #expect(small.balances.map(\.minor) == [7_200_000_000, -1_800_000_000, -1_800_000_000, -1_800_000_000, -1_800_000_000])
  }

  @Test("MN-06: what was stored before there were rates opens as before")
  func oldSnapshots() throws {
    var snapshot = Household.family.state.snapshot(of: .shared)
    snapshot.shared.rates = []
    var state = GroupState(group: Household.group)
    try state.restore(snapshot)
    #expect(state.shared.rates.count == 0)
  }

  @Test(arguments: [
    ("from", "XXX", "INR", "1", "2026-10-26"), ("to", "USD", "USD", "1", "2026-10-26"), ("rate", "USD", "INR", "0", "2026-10-26"),
    ("date", "USD", "INR", "1", ""),
  ])
  func storedRatesAreChecked(field: String, from: String, to: String, rate: String, date: String) throws {
    var state = Household.family.state
    var event = Event()
    event.rateSet.rate = Household.exchange(from, rate, on: date, to: to)
    let before = state.snapshot(of: .shared)
    #expect(throws: HistoryFlaw.malformed(field)) { try state.apply(event, lane: .shared, position: .start) }
    #expect(state.snapshot(of: .shared) == before)
  }
}

/// Rates that follow from others (SPEC MN-09).
struct DerivedRateTests {
  private static func rates(_ told: [(String, String, String, String)]) throws -> Household {
    var household = Household.family
    for (from, to, rate, date) in told { try household.perform(Household.rate(from, rate, on: date, to: to)) }
    return household
  }

  private static func rate(_ household: Household, _ from: String, _ to: String, on day: CivilDate = Household.today) throws -> String? {
    let known = household.state.shared.rates.rate(from: try RateTests.currency(from), to: try RateTests.currency(to), on: day)
    return known.map { "\($0.rate) of \($0.date)" }
  }

  @Test("MN-09: a pair is turned round, to the nearest of 12 digits; the later rate counts, of the same day the one asked for")
  func turnedRound() throws {
    var household = try Self.rates([("EUR", "INR", "80", "2026-10-01")])
    #expect(try Self.rate(household, "INR", "EUR") == "0.0125 of 2026-10-01")
    #expect(try Self.rate(household, "EUR", "INR") == "80 of 2026-10-01")
    #expect(try Self.rate(household, "INR", "EUR", on: try #require(CivilDate(iso8601: "2026-09-30"))) == nil)
    try household.perform(Household.rate("INR", "0.0111", on: "2026-10-01", to: "EUR"))
    #expect(try Self.rate(household, "INR", "EUR") == "0.0111 of 2026-10-01")
    try household.perform(Household.rate("EUR", "90", on: "2026-10-02"))
    #expect(try Self.rate(household, "INR", "EUR") == "0.011111111111 of 2026-10-02")
    let third = try Self.rates([("EUR", "INR", "0.3", "2026-10-01"), ("USD", "INR", "999999999999", "2026-10-01")])
    #expect(try Self.rate(third, "INR", "EUR") == "3.33333333333 of 2026-10-01")
    #expect(try Self.rate(third, "INR", "USD") == "0.000000000001 of 2026-10-01")
    let small = try Self.rates([("EUR", "INR", "0.000000000001", "2026-10-01")])
    #expect(try Self.rate(small, "INR", "EUR") == nil, "13 digits before the point are no rate")
  }

  @Test("MN-09: two rates are joined through the third currency that is known latest, of equals the first by code, and never three")
  func joined() throws {
    var household = try Self.rates([("USD", "INR", "80", "2026-10-01"), ("EUR", "INR", "100", "2026-10-05")])
    #expect(try Self.rate(household, "USD", "EUR") == "0.8 of 2026-10-01")
    #expect(try Self.rate(household, "EUR", "USD") == "1.25 of 2026-10-01")
    for (from, to, rate) in [("USD", "GBP", "0.5"), ("GBP", "EUR", "1.5"), ("AED", "EUR", "0.25"), ("USD", "AED", "4")] {
      try household.perform(Household.rate(from, rate, on: "2026-10-03", to: to))
    }
    #expect(try Self.rate(household, "USD", "EUR") == "1 of 2026-10-03")
    try household.perform(Household.rate("USD", "0.9", on: "2026-10-02", to: "EUR"))
    #expect(try Self.rate(household, "USD", "EUR") == "0.9 of 2026-10-02", "what was told comes before what is joined")
    let chain = try Self.rates([
      ("USD", "INR", "80", "2026-10-01"), ("EUR", "INR", "100", "2026-10-01"), ("EUR", "JPY", "150", "2026-10-01"),
    ])
    #expect(try Self.rate(chain, "USD", "JPY") == nil)
  }

  @Test("MN-06, MN-09: an entry takes a rate that was turned round, with the day it is of")
  func entries() throws {
    var household = try Self.rates([("INR", "USD", "0.0125", "2026-10-02")])
    try household.perform(.addEntry(RateTests.foreign(1, 100)))
    let conversion = try #require(household.state.shared.entries[0].conversion)
    #expect(conversion.rate.description == "80" && conversion.date.description == "2026-10-02")
  }

  @Test("MN-07: in another currency than the group's, a currency without a rate of its own goes by way of the group's")
  func byWayOfHome() throws {
    var household = try Self.rates([("EUR", "INR", "100", "2026-10-02")])
    var wish = RateTests.foreign(1, 10_00)
    wish.content.conversion.rate = "80"
    try household.perform(.addEntry(wish))
    let euro = try RateTests.currency("EUR")
    let rates = household.state.shared.rates(in: euro, on: Household.today)
    #expect(rates[try RateTests.currency("USD")]?.description == "0.8")
    #expect(try household.state.shared.balances(in: euro, at: rates).leftOut.isEmpty)
    let none = try household.state.shared.balances(in: euro)
    #expect(
      none.leftOut.map(\.minor)
        == household.state.shared.members.map { household.state.shared.balances[$0.id, none.unconverted[0]] }.filter { $0 != 0 })
  }
}
