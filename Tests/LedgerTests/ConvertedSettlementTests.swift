import HearthProtocol
import Support
import Testing

@testable import Ledger

/// Debts of one currency that are paid in another (SPEC ST-10).
struct ConvertedSettlementTests {
  private static let rupee = PrecedenceTests.rupee
  private static let dollar = currency("USD")

  private static func currency(_ code: String) -> Currency { Currency(code: code) ?? rupee }

  private static func owes(_ debtor: UInt64, _ creditor: UInt64, _ minor: Int64, _ code: String, entry: UInt64) -> AddEntry {
    var wish = Household.entry(entry, minor: minor)
    wish.content.amount.currency = code
    wish.content.paid = [Household.share(creditor, minor)]
    wish.content.split.exact.shares = [Household.share(debtor, minor)]
    return wish
  }

  /// 3 owes 1 a hundred dollars by way of 2, and 1 owes 3 fifty rupees.
  private static func household() throws -> Household {
    var household = Household.family
    try household.perform(.addEntry(owes(3, 2, 10_000, "USD", entry: 1)))
    try household.perform(.addEntry(owes(2, 1, 10_000, "USD", entry: 2)))
    try household.perform(.addEntry(owes(1, 3, 5_000, "INR", entry: 3)))
    return household
  }

  private static func settle(_ rate: String?, minor: Int64? = nil) -> SettleUp {
    var wish = SettlementTests.settle(9, from: 3, to: 1, minor: minor)
    wish.currency = "USD"
    wish.mode = .simplified
    if let rate { wish.conversion.rate = rate }
    return wish
  }

  private static func balances(_ household: Household, _ currency: Currency) -> [Int64] {
    household.state.shared.memberBalances(in: currency).map(\.minor)
  }

  /// Every debt that is offered in the currency, and what its routes come to.
  private static func explained(_ household: Household, _ currency: Currency) -> [(Int64, Int64)] {
    let transfers = household.state.shared.settlementPlan(in: currency).transfers
    let routes = Explanation(transfers, in: household.state.shared, currency).routes
    return zip(transfers, routes).map { ($0.minor, $1.reduce(0) { $0 + $1.minor }) }
  }

  @Test("product 180, ST-10: a debt in dollars is paid in rupees at a named rate; the dollars come to zero and nobody owes rupees for it")
  func paidInRupees() throws {
    var household = try Self.household()
    #expect(Self.explained(household, Self.dollar).allSatisfy { $0.0 == $0.1 } && Self.explained(household, Self.dollar).count == 1)
    let rupees = Self.balances(household, Self.rupee)
    try household.perform(.settleUp(Self.settle("83.15")), by: 3)
    #expect(Self.balances(household, Self.dollar).allSatisfy { $0 == 0 })
    #expect(Self.balances(household, Self.rupee) == rupees && rupees.reduce(0, +) == 0 && rupees.contains { $0 != 0 })
    #expect(Self.explained(household, Self.dollar).isEmpty)
    #expect(Self.explained(household, Self.rupee).map(\.0) == [5_000] && Self.explained(household, Self.rupee).map(\.1) == [5_000])
    let entry = try #require(household.state.shared.entries.last)
    #expect(entry.kind == .transfer && entry.content.amount == Money(minor: 10_000, currency: "USD"))
    #expect(entry.conversion?.rate.description == "83.15" && entry.conversion?.to == Self.rupee)
    #expect(entry.conversion?.date == household.today)
    // ₹8,315.00 were handed over.
    #expect(entry.conversion?.rate.converted(entry.minor, of: entry.currency, to: Self.rupee) == 831_500)
    #expect(household.state.shared.openShares(in: Self.dollar, .simplified).isEmpty)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("product 180, ST-10: in part the rest stays owed in dollars, and both currencies total 0")
  func paidInPart() throws {
    var household = try Self.household()
    try household.perform(.settleUp(Self.settle("83.15", minor: 4_000)), by: 3)
    #expect(Self.balances(household, Self.dollar) == [6_000, 0, -6_000, 0, 0])
    #expect(Self.explained(household, Self.dollar).map(\.0) == [6_000] && Self.explained(household, Self.dollar).map(\.1) == [6_000])
    #expect(Self.balances(household, Self.rupee) == [-5_000, 0, 5_000, 0, 0])
  }

  @Test("ST-10: without a rate it is the one known today, and none where none is")
  func knownRate() throws {
    var household = try Self.household()
    var without = household
    try without.perform(.settleUp(Self.settle(nil)), by: 3)
    #expect(without.state.shared.entries.last?.conversion == nil)
    try household.perform(Household.rate("USD", "84"))
    var given = household
    try household.perform(.settleUp(Self.settle(nil)), by: 3)
    #expect(household.state.shared.entries.last?.conversion?.rate.description == "84")
    try given.perform(.settleUp(Self.settle("83.15")), by: 3)
    #expect(given.state.shared.entries.last?.conversion?.rate.description == "83.15")
  }

  @Test("ST-10: a debt in the group's own currency has no rate") func ownCurrency() throws {
    var wish = SettlementTests.settle(9, from: 1, to: 3)
    wish.conversion.rate = "83.15"
    let rejection = Situation(.settleUp(wish), household: try Self.household(), by: 3).rejection
    #expect(rejection == .choiceNotAllowed(field: "settle_up.conversion"))
  }

  @Test("ST-10: what is handed over is the amount at the rate, to the nearest minor unit, halves up; and back")
  func amounts() throws {
    let cases: [(Int64, String, String, String, Int64)] = [
      (10_000, "USD", "83.15", "INR", 831_500), (1, "USD", "83.15", "INR", 83), (1, "USD", "83.5", "INR", 84),
      (1, "USD", "83.4999", "INR", 83),
      (1_000, "JPY", "0.56", "INR", 56_000), (1, "KWD", "271.45", "INR", 27), (100, "INR", "1.785715", "JPY", 2),
      (28, "INR", "1.785715", "JPY", 1),
      (27, "INR", "1.785715", "JPY", 0), (0, "USD", "83.15", "INR", 0), (10_000, "INR", "0.0036", "KWD", 360),
    ]
    for (minor, from, text, to, expected) in cases {
      let rate = try #require(DecimalRate(text))
      #expect(rate.converted(minor, of: Self.currency(from), to: Self.currency(to)) == expected, "\(minor) \(from) at \(text)")
    }
    let rate = try #require(DecimalRate("83.15"))
    #expect(rate.paid(by: 831_500, of: Self.rupee, from: Self.dollar) == 10_000)
    #expect(rate.paid(by: 800_000, of: Self.rupee, from: Self.dollar) == 9_621, "₹8,000.00 are $96.2117…")
    #expect(rate.paid(by: 41, of: Self.rupee, from: Self.dollar) == 0 && rate.paid(by: 42, of: Self.rupee, from: Self.dollar) == 1)
    // The largest that there is, and the first that does not fit.
    let largest = try #require(DecimalRate("999999999999"))
    let unit = Self.currency("CLF")
    #expect(
      largest.converted(.max, of: unit, to: Self.rupee) == nil && largest.converted(922, of: unit, to: Self.rupee) == 9_219_999_999_991)
    let one = try #require(DecimalRate("1"))
    #expect(
      one.converted(.max, of: Self.dollar, to: Self.rupee) == .max
        && one.converted(.max / 10 + 1, of: Self.dollar, to: Self.currency("KWD")) == nil)
    let smallest = try #require(DecimalRate("0.000000000001"))
    #expect(smallest.paid(by: .max, of: Self.rupee, from: unit) == nil && smallest.converted(.max, of: unit, to: Self.rupee) == 92_234)
  }

  @Test(
    "ST-10: where a unit of the debt is worth more than one of what is paid, the sum handed over pays exactly the debt",
    arguments: Property.seeds(71))
  func backAgain(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Property.cases {
      let rate = try #require(DecimalRate("\(Int.random(in: 1...9_999, using: &random)).\(Int.random(in: 1...9_999, using: &random))"))
      let minor = Int64.random(in: 1...1_000_000_000, using: &random)
      let paid = try #require(rate.converted(minor, of: Self.dollar, to: Self.rupee))
      #expect(rate.paid(by: paid, of: Self.rupee, from: Self.dollar) == minor, "seed \(seed), case \(number): \(minor) at \(rate)")
    }
  }
}
