import HearthProtocol
import Testing

@testable import Ledger

/// How far entries are settled and who disputes them, as `read_entries` and `read_settlement` answer it.
struct StandingTests {
  /// The family; member 1 paid 2,000 for member 3 and 1,000 for member 2.
  private static func household() throws -> Household {
    var household = Household.family
    for (number, debtor, minor) in [(1, 3, 2_000), (2, 2, 1_000)] as [(UInt64, UInt64, Int64)] {
      var wish = Household.entry(number, minor: minor)
      wish.content.split.exact.shares = [Household.share(debtor, minor)]
      try household.perform(.addEntry(wish))
    }
    return household
  }

  private static func standings(_ household: Household, _ change: (inout ReadEntries) -> Void = { _ in }) throws -> [ListedEntry] {
    try household.state.entries(
      .with {
        $0.withStanding = true
        change(&$0)
      }
    ).entries
  }

  private static func first(_ household: Household) throws -> EntryStanding {
    try #require(standings(household) { $0.entryID = Household.entry(1).entryID }.first).standing
  }

  @Test("ST-05: what was settled without a payment is offset, not paid") func offsets() throws {
    var household = Household.family
    func owes(_ number: UInt64, _ debtor: UInt64, _ creditor: UInt64, _ minor: Int64) throws {
      var wish = Household.entry(number, minor: minor)
      wish.content.paid = [Household.share(creditor, minor)]
      wish.content.split.exact.shares = [Household.share(debtor, minor)]
      try household.perform(.addEntry(wish))
    }
    func figures() -> [[Int64]] {
      household.state.shared.shares(in: PrecedenceTests.rupee, .direct).map { [$0.minor, $0.paidMinor, $0.offsetMinor] }
    }
    try owes(1, 2, 1, 900)
    try owes(2, 1, 2, 400)
    #expect(figures() == [[900, 400, 400], [400, 400, 400]])
    try household.perform(.settleUp(SettlementTests.settle(3, from: 2, to: 1)))
    #expect(figures() == [[900, 900, 400], [400, 400, 400], [500, 500, 0]])
    let standings = try Self.standings(household)
    #expect(standings.flatMap { $0.standing.shares.map(\.offsetMinor) }.sorted() == [0, 400, 400])
    // What was paid before it was owed is paid.
    var ahead = SettlementTests.settle(4, from: 3, to: 1, minor: 250)
    ahead.allowMore = true
    try household.perform(.settleUp(ahead))
    try owes(5, 3, 1, 300)
    #expect(figures().last == [300, 250, 0])
  }

  @Test("ST-05: a transfer that settles everything pays along its chain, and what goes round in a circle is offset") func offsetCircles()
    throws
  {
    var household = Household.family
    func owes(_ number: UInt64, _ debtor: UInt64, _ creditor: UInt64, _ minor: Int64) throws {
      var wish = Household.entry(number, minor: minor)
      wish.content.paid = [Household.share(creditor, minor)]
      wish.content.split.exact.shares = [Household.share(debtor, minor)]
      try household.perform(.addEntry(wish))
    }
    // 1 to 2 to 3 to 1 is a circle of 100; besides 4 owes 5 70.
    for (number, (debtor, creditor)) in [(1, 2), (2, 3), (3, 1)].enumerated() as EnumeratedSequence<[(UInt64, UInt64)]> {
      try owes(UInt64(number) + 1, debtor, creditor, 100)
    }
    try owes(4, 4, 5, 70)
    try household.perform(.settleUp(SettlementTests.settle(5, from: 4, to: 5)))
    let shares = household.state.shared.shares(in: PrecedenceTests.rupee, .simplified)
    #expect(shares.map(\.paidMinor) == [100, 100, 100, 70, 70] && shares.map(\.offsetMinor) == [100, 100, 100, 0, 0])
  }

  @Test("product 97, N10: each entry is read with its shares, open, partly paid, paid or disputed")
  func statesOnTheWire() throws {
    var household = try Self.household()
    let open = try Self.standings(household)
    #expect(open.map { $0.standing.shares.map(\.state) } == [[.open], [.open]])
    let share = try #require(open.last?.standing.shares.first)
    #expect(share.debtorID == Household.text(3) && share.creditorID == Household.text(1) && share.minor == 2_000 && share.paidMinor == 0)
    try household.perform(.settleUp(SettlementTests.settle(3, from: 3, to: 1, minor: 500)), by: 3)
    #expect(try Self.first(household).shares.map(\.state) == [.partlyPaid] && Self.first(household).shares.map(\.paidMinor) == [500])
    try household.perform(.settleUp(SettlementTests.settle(4, from: 3, to: 1)), by: 3)
    #expect(try Self.first(household).shares.map(\.state) == [.paid])
    household.now += 5
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 3)
    let disputed = try Self.first(household)
    #expect(disputed.shares.map(\.state) == [.disputed] && disputed.shares.map(\.paidMinor) == [2_000])
    #expect(disputed.disputes.map(\.memberID) == [Household.text(3)] && disputed.disputes.map(\.atMs) == [household.now])
    #expect(disputed.disputes.map(\.reason) == [PrecedenceTests.disputing(1).reason])
    // What was paid of it is no number less for that.
    #expect(household.state.shared.balances[Household.member(3), PrecedenceTests.rupee] == 0)
    try household.perform(.withdrawDispute(PrecedenceTests.withdrawing(1)), by: 3)
    #expect(try Self.first(household).shares.map(\.state) == [.paid] && Self.first(household).disputes.isEmpty)
  }

  @Test("QR-02: how entries stand is told to who asks for it, and of a voided one who disputed it")
  func onlyWhenAskedFor() throws {
    var household = try Self.household()
    #expect(try household.state.entries(ReadEntries()).entries.allSatisfy { !$0.hasStanding })
    #expect(try household.state.entries(.with { $0.entryID = Household.entry(1).entryID }).entries.allSatisfy { !$0.hasStanding })
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 3)
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)))
    let standing = try Self.first(household)
    #expect(standing.shares.isEmpty && standing.disputes.count == 1)
  }

  @Test("ST-05, ST-07: what is disputed stands among the open shares, however much of it is paid")
  func disputedIsOpen() throws {
    var household = try Self.household()
    for (number, debtor) in [(3, 3), (4, 2)] as [(UInt64, UInt64)] {
      try household.perform(.settleUp(SettlementTests.settle(number, from: debtor, to: 1)))
    }
    func open() throws -> [ShareStatus] { try household.state.settlement(.with { $0.shares = true }, .none).openShares }
    #expect(try open().isEmpty)
    try household.perform(.disputeEntry(PrecedenceTests.disputing(1)), by: 3)
    #expect(try open().map(\.entryID) == [Household.entry(1).entryID] && open().map(\.state) == [.disputed])
  }

  @Test("ST-05, ST-06: shares are reckoned as the group offers debts")
  func reckoning() throws {
    // 2 owes 1 and 1 owes 3; 2 pays 3.
    var household = Household.family
    for (number, debtor, creditor) in [(1, 2, 1), (2, 1, 3)] as [(UInt64, UInt64, UInt64)] {
      var wish = Household.entry(number, minor: 900)
      wish.content.paid = [Household.share(creditor, 900)]
      wish.content.split.exact.shares = [Household.share(debtor, 900)]
      try household.perform(.addEntry(wish))
    }
    try household.perform(.settleUp(SettlementTests.settle(3, from: 2, to: 3)))
    #expect(try Self.first(household).shares.map(\.state) == [.paid])
    try household.perform(.updateGroup(.with { $0.simplifyDebts = false }))
    #expect(try Self.first(household).shares.map(\.state) == [.open])
  }

  @Test("QR-02: with standings a page ends sooner, and the shares of one entry are counted beyond 300")
  func bounds() throws {
    var household = Household()
    try household.found(membersMax: 100)
    for number: UInt64 in 2...50 {
      try household.perform(
        .addPlaceholder(
          .with {
            $0.memberID = Household.text(number)
            $0.displayName = "Member \(number)"
            $0.role = .adult
          }))
    }
    for number: UInt64 in 1...21 {
      var wish = Household.entry(number)
      wish.content.split.equal.memberIds = (1...50).map(Household.text)
      try household.perform(.addEntry(wish))
    }
    // Named in each are 51 shares, and 50 pairs at most: with the twentieth there are 2,020.
    let page = try household.state.entries(
      .with {
        $0.limit = 100
        $0.withStanding = true
      })
    #expect(page.entries.count == 20 && page.entries.allSatisfy { $0.standing.shares.count == 49 && $0.standing.moreShares == 0 })
    // 15 pay for the 20 others: 300. One more pays: 320.
    for (number, payers) in [(30, 15), (31, 16)] as [(UInt64, UInt64)] {
      var wish = Household.entry(number, minor: 16 * 15 * 20)
      wish.content.paid = (1...payers).map { Household.share($0, 16 * 15 * 20 / Int64(payers)) }
      wish.content.split.equal.memberIds = (31...50).map(Household.text)
      try household.perform(.addEntry(wish))
    }
    let listed = try [30, 31].map { number in
      try #require(
        try household.state.entries(
          .with {
            $0.entryID = Household.entry(UInt64(number)).entryID
            $0.withStanding = true
          }
        ).entries.first)
    }
    #expect(listed.map(\.standing.shares.count) == [300, 300] && listed.map(\.standing.moreShares) == [0, 20])
  }
}
