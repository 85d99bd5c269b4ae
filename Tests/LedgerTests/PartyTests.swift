import HearthProtocol
import Testing

@testable import Ledger

/// Members who settle as one.
struct PartyTests {
  private let rupee = PrecedenceTests.rupee

  private func party(_ household: Household, _ number: UInt64) -> [MemberID] {
    household.state.shared.party(of: Household.member(number)).map(\.id)
  }

  private func members(_ numbers: UInt64...) -> [MemberID] { numbers.map(Household.member) }

  /// The first has paid 1,000.00 for all five.
  private func home() throws -> Household {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1, minor: 100_000)), by: 1)
    return household
  }

  @Test("PT-01: a member joins another's party and leaves it, and whoever stays alone is no party") func joining() throws {
    var household = try home()
    try household.perform(.setParty(PrecedenceTests.party(2, with: 1)))
    try household.perform(.setParty(PrecedenceTests.party(3, with: 2)))
    #expect(party(household, 1) == members(1, 2, 3) && party(household, 4) == members(4))
    try household.perform(.setParty(PrecedenceTests.party(5, with: 4)))
    // One joins another party, and the one that their former party is called after leaves it.
    try household.perform(.setParty(PrecedenceTests.party(1, with: 5)))
    #expect(party(household, 1) == members(1, 4, 5) && party(household, 2) == members(2, 3))
    let names = household.state.shared.members.map(\.party)
    #expect(names == [Household.member(4), Household.member(2), Household.member(2), Household.member(4), Household.member(4)])
    // Coming back, the first does not meet a party that is called after them still.
    try household.perform(.setParty(PrecedenceTests.party(1, with: nil)))
    try household.perform(.setParty(PrecedenceTests.party(3, with: nil)))
    #expect(party(household, 1) == members(1) && party(household, 2) == members(2) && party(household, 4) == members(4, 5))
    #expect(household.state.shared.members.map(\.party).prefix(3) == [nil, nil, nil])
    #expect(Situation(.setParty(PrecedenceTests.party(1, with: nil)), household: household).rejection == .nothingChanges)
    // By replay, and by a snapshot.
    #expect(try household.replayed().shared.members.map(\.party) == household.state.shared.members.map(\.party))
    var restored = GroupState(group: Household.group)
    try restored.restore(household.state.snapshot(of: .shared))
    #expect(restored.shared.members.map(\.party) == household.state.shared.members.map(\.party))
  }

  @Test("PT-01: who goes on as a placeholder goes on in their party") func claiming() throws {
    var household = PrecedenceTests.staged
    try household.perform(.setParty(PrecedenceTests.party(1, with: 3)))
    try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3)
    #expect(party(household, 30) == members(1, 30) && party(household, 3) == members(3))
  }

  @Test("PT-02, PT-03: a party's balance is the sum of its members', and the fewest transfers are found among parties")
  func settling() throws {
    var household = try home()
    let before = household.state.shared.memberBalances(in: rupee)
    try household.perform(.setParty(PrecedenceTests.party(3, with: 2)))
    try household.perform(.setParty(PrecedenceTests.party(4, with: 1)))
    #expect(household.state.shared.memberBalances(in: rupee) == before)
    let answer = try household.state.settlement(.with { $0.byParty = true }, .message)
    #expect(answer.balances.map(\.memberID) == [Household.text(1), Household.text(2), Household.text(5)])
    #expect(answer.balances.map(\.minor) == [60_000, -40_000, -20_000] && answer.proven)
    #expect(answer.debts.map(\.minor) == [40_000, 20_000] && answer.debts.map(\.toMemberID) == [Household.text(1), Household.text(1)])
    #expect(answer.debts.map(\.fromMemberID) == [Household.text(2), Household.text(5)])
    // Any of the one pays any of the other.
    var payment = Household.entry(2, minor: 40_000, kind: .transfer)
    payment.content.paid = [Household.share(3, 40_000)]
    payment.content.split.equal.memberIds = [Household.text(4)]
    try household.perform(.addEntry(payment), by: 3)
    let rest = try household.state.settlement(.with { $0.byParty = true }, .message)
    #expect(rest.balances.map(\.minor) == [20_000, 0, -20_000] && rest.debts.map(\.minor) == [20_000])
    for request in [
      ReadSettlement.with { ($0.byParty, $0.explain) = (true, true) }, .with { ($0.byParty, $0.shares) = (true, true) },
      .with { ($0.byParty, $0.mode) = (true, .direct) },
    ] {
      #expect(throws: Rejection.choiceNotAllowed(field: "read_settlement.by_party")) {
        try household.state.settlement(request, .message)
      }
    }
  }

  @Test("PT-01: a history in which somebody joins whom there is not is refused") func wrongHistory() throws {
    var household = try home()
    #expect(throws: HistoryFlaw.self) {
      try household.store(
        DecidedEvent(.partySet(.with { ($0.memberID, $0.withMemberID) = (Household.text(1), Household.text(99)) })), by: nil)
    }
  }
}
