import HearthProtocol
import Testing

@testable import Ledger

/// Balances in one currency of debts that are paid at a rate of their own (SPEC MN-07, ST-10).
struct ConvertedBalancesTests {
  private static let rupee = PrecedenceTests.rupee

  /// A debt in dollars.
  private static func owes(_ debtor: UInt64, _ creditor: UInt64, _ minor: Int64, at rate: String?, entry: UInt64) -> AddEntry {
    var wish = RateTests.foreign(entry, minor)
    wish.content.paid = [Household.share(creditor, minor)]
    wish.content.split.exact.shares = [Household.share(debtor, minor)]
    if let rate { wish.content.conversion.rate = rate }
    return wish
  }

  /// 2 pays 1 dollars at a rate.
  private static func settle(_ rate: String?, minor: Int64? = nil, entry: UInt64 = 90) -> SettleUp {
    var wish = SettlementTests.settle(entry, from: 2, to: 1, minor: minor)
    wish.currency = "USD"
    if let rate { wish.conversion.rate = rate }
    return wish
  }

  private static func rupees(_ household: Household) throws -> [Int64] {
    let converted = try household.state.shared.balances(in: rupee)
    #expect(converted.unconverted == [])
    return converted.balances.map(\.minor)
  }

  @Test("product 180, MN-07: a debt without a rate that is paid at one leaves nothing to owe; paid in part it is left out whole")
  func noKnownRate() throws {
    var household = Household.family
    try household.perform(.addEntry(Self.owes(2, 1, 10_000, at: nil, entry: 1)))
    try household.perform(.settleUp(Self.settle("83.15", minor: 4_000)))
    let part = try household.state.shared.balances(in: Self.rupee)
    #expect(part.unconverted.map(\.code) == ["USD"] && part.balances.allSatisfy { $0.minor == 0 })
    try household.perform(.settleUp(Self.settle("83.15", entry: 91)))
    #expect(try Self.rupees(household) == [0, 0, 0, 0, 0])
  }

  @Test("product 180, MN-07: a debt that is paid at another rate than its own leaves nothing, and of a part paid the rest at its own")
  func otherRate() throws {
    var household = Household.family
    try household.perform(.addEntry(Self.owes(2, 1, 10_000, at: "83", entry: 1)))
    #expect(try Self.rupees(household) == [830_000, -830_000, 0, 0, 0])
    try household.perform(.settleUp(Self.settle("83.15", minor: 4_000)))
    #expect(try Self.rupees(household) == [498_000, -498_000, 0, 0, 0])
    // A payment in dollars has no rate, and needs none.
    try household.perform(.settleUp(Self.settle(nil, minor: 1_000, entry: 91)))
    #expect(try Self.rupees(household) == [415_000, -415_000, 0, 0, 0])
    // 3 still owes dollars when 2 owes none.
    try household.perform(.addEntry(Self.owes(3, 1, 500, at: "83", entry: 2)))
    try household.perform(.settleUp(Self.settle("83.15", entry: 92)))
    #expect(try Self.rupees(household) == [41_500, 0, -41_500, 0, 0])
    var last = Self.settle("90", entry: 93)
    last.fromMemberID = Household.text(3)
    try household.perform(.settleUp(last))
    #expect(try Self.rupees(household) == [0, 0, 0, 0, 0])
  }

  @Test("MN-07: debts of several rates count at the mean by their amounts, and transfers alone at theirs") func mean() throws {
    var household = Household.family
    try household.perform(.addEntry(Self.owes(2, 1, 10_000, at: "83", entry: 1)))
    try household.perform(.addEntry(Self.owes(2, 1, 20_000, at: "84", entry: 2)))
    #expect(household.state.shared.meanRates(in: Self.rupee).values.map(\.description) == ["83.6666666666"])
    #expect(try Self.rupees(household) == [2_510_000, -2_510_000, 0, 0, 0])
    var ahead = Household.family
    var wish = Self.settle("80.5", minor: 300)
    wish.allowMore = true
    try ahead.perform(.settleUp(wish))
    #expect(try Self.rupees(ahead) == [-24_150, 24_150, 0, 0, 0])
  }

  @Test("MN-07, ST-02: converted balances are settled by the fewest transfers; what cannot be added up is refused")
  func plan() throws {
    var household = Household.family
    // 2 owes 1 dollars, and 1 owes 2 and 3 rupees: in one currency 3 is paid by 2.
    try household.perform(.addEntry(Self.owes(2, 1, 10_000, at: "80", entry: 1)))
    for (creditor, minor) in [(2, 300_000), (3, 500_000)] as [(UInt64, Int64)] {
      var wish = Household.entry(creditor, minor: minor)
      wish.content.paid = [Household.share(creditor, minor)]
      wish.content.split.exact.shares = [Household.share(1, minor)]
      try household.perform(.addEntry(wish))
    }
    let converted = try household.state.shared.balances(in: Self.rupee)
    #expect(converted.balances.map(\.minor) == [0, -500_000, 500_000, 0, 0])
    let plan = try converted.plan()
    #expect(plan.isProven && plan.transfers.map { [$0.debtor.low, $0.creditor.low] } == [[2, 3]])
    #expect(plan.transfers.map(\.minor) == [500_000])
    func balances(_ minors: [Int64]) -> ConvertedBalances {
      let members = minors.enumerated().map { MemberBalance(member: Household.member(UInt64($0 + 1)), minor: $1) }
      return ConvertedBalances(currency: Self.rupee, balances: members, unconverted: [])
    }
    #expect(try balances([.max - 1, 1, -.max]).plan().transfers.count == 2)
    #expect(throws: ConversionOverflow()) { try balances([.max, 1, -.max, -1]).plan() }
  }

  @Test("MN-07: the mean of equal rates is that rate, down to the least and up to the largest, whatever the currencies' decimals")
  func meanOfEqualRates() throws {
    let codes = ["USD", "JPY", "KWD", "CLF"]
    for text in ["1", "83.15", "999999999999", "0.000000000001", "123456.789012", "0.999999999999", "100", "0.012"] {
      let rate = try #require(DecimalRate(text))
      for code in codes {
        for target in try codes.filter({ $0 != code }).map(RateTests.currency) {
          var household = Household.family
          for number in 1...3 as ClosedRange<UInt64> {
            var wish = RateTests.foreign(number, [1, 997, 1_000_000_000_000][Int(number) - 1], code)
            wish.content.conversion.rate = text
            if number == 1 {
              var currency = UpdateGroup()
              currency.currency = target.code
              try household.perform(.updateGroup(currency))
            }
            try household.perform(.addEntry(wish))
          }
          #expect(household.state.shared.meanRates(in: target) == [try RateTests.currency(code): rate], "\(text) \(code) in \(target)")
        }
      }
    }
  }

  @Test(
    "product 180, MN-07: after any history converted balances total 0, nobody owes there who owes nothing anywhere, and nobody when all is settled",
    arguments: Property.seeds(62))
  func histories(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var (settlements, number, settledAlone) = (UInt64(1_000_000), 0, 0)
    // A case is a balance looked at.
    while number < Property.cases {
      var household = Household.family
      for _ in 0..<Int.random(in: 0...3, using: &wishes.random) { try household.attempt(wishes.rate()) }
      for _ in 0..<Int.random(in: 1...12, using: &wishes.random) {
        _ = try wishes.act(on: &household)
        guard Bool.random(using: &wishes.random) else { continue }
        try Self.settleOne(&household, &wishes, &settlements, isWhole: Bool.random(using: &wishes.random))
        guard let converted = try? household.state.shared.balances(in: Self.rupee) else { continue }
        #expect(converted.balances.reduce(Int128(0)) { $0 + Int128($1.minor) } == 0, "seed \(seed), case \(number)")
        let shared = household.state.shared
        number += shared.members.count
        for member in shared.members where shared.balances.currencies.allSatisfy({ shared.balances[member.id, $0] == 0 }) {
          settledAlone += 1
          #expect(converted[member.id] == 0, "seed \(seed), case \(number)")
        }
      }
      while try Self.settleOne(&household, &wishes, &settlements, isWhole: true) {}
      #expect(try Self.rupees(household).allSatisfy { $0 == 0 }, "seed \(seed), case \(number)")
    }
    #expect(settledAlone >= Property.enough(500), "\(settledAlone)")
  }

  /// Somebody pays a debt of some currency, mostly at a rate; false when there is none.
  @discardableResult
  private static func settleOne(
    _ household: inout Household, _ wishes: inout RandomWishes, _ number: inout UInt64, isWhole: Bool
  ) throws -> Bool {
    let shared = household.state.shared
    let open = shared.balances.currencies.flatMap { currency in
      shared.settlementPlan(in: currency).transfers.map { (currency, $0) }
    }
    guard let (currency, transfer) = open.randomElement(using: &wishes.random) else { return false }
    number += 1
    var wish = SettlementTests.settle(number, from: 1, to: 2)
    (wish.fromMemberID, wish.toMemberID) = (transfer.debtor.description, transfer.creditor.description)
    (wish.currency, wish.mode) = (currency.code, .simplified)
    if !isWhole { wish.minor = Int64.random(in: 1...min(transfer.minor, amountMinorMax), using: &wishes.random) }
    if currency != rupee, Int.random(in: 0..<4, using: &wishes.random) > 0 { wish.conversion.rate = wishes.exchange().rate }
    try household.perform(.settleUp(wish))
    return true
  }
}
