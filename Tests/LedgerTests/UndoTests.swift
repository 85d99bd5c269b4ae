import HearthProtocol
import Testing

@testable import Ledger

/// SPEC EN-05: undoing does nothing that may not be done outright, and leaves things as they were.
struct UndoTests {
  private func rejection(_ household: Household, by number: UInt64 = 3) -> Rejection? {
    Situation(.undoLast(UndoLast()), household: household, by: number).rejection
  }

  private func edit(_ household: Household, _ number: UInt64 = 1, _ change: (inout EntryChanges) -> Void) throws -> Command.OneOf_Body {
    let entry = try #require(household.state.shared.entries.first { $0.id == EntryID(high: 0xB000, low: number) })
    var wish = EditEntry()
    (wish.entryID, wish.baseVersion) = (entry.id.description, entry.version.rawValue)
    change(&wish.changes)
    return .editEntry(wish)
  }

  @Test("EN-05: where adults do not void, they do not void by undoing an adding or restoring") func voiding() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsVoidOwn, false)))
    #expect(rejection(household) == .forbidden(right: .entriesVoid, role: .adult))
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)))
    try household.perform(.restoreEntry(PrecedenceTests.restoring(1)), by: 3)
    #expect(rejection(household) == .forbidden(right: .entriesVoid, role: .adult))
    // The owner and admins do, and adults where the group has it so.
    try household.perform(.addEntry(Household.entry(2)), by: 2)
    #expect(rejection(household, by: 2) == nil)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsVoidOwn, true)))
    #expect(rejection(household) == nil)
  }

  @Test("EN-05: what adults edit only of their own they do not edit by undoing") func editing() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)))
    try household.perform(.addEntry(Household.entry(2)), by: 3)
    try household.perform(edit(household) { $0.note = "x" }, by: 3)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsEditOthers, false)))
    #expect(rejection(household) == .forbidden(right: .entriesEdit, role: .adult))
    try household.perform(edit(household, 2) { $0.note = "y" }, by: 3)
    #expect(rejection(household) == nil)
  }

  @Test("EN-05: who voided another's entry as an admin does not restore it as an adult") func restoring() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)))
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)), by: 2)
    #expect(rejection(household, by: 2) == nil)
    try household.perform(.changeRole(PrecedenceTests.change(2, to: .adult)))
    #expect(rejection(household, by: 2) == .forbidden(right: .entriesRestore, role: .adult))
  }

  @Test("MB-05: whom an undo would name again claims nobody, by replay, by snapshot and by one of former versions")
  func claims() throws {
    var household = PrecedenceTests.staged
    var entry = Household.entry(1)
    entry.content.split.equal.memberIds = [Household.text(1), Household.text(3)]
    try household.perform(.addEntry(entry))
    try household.perform(edit(household) { $0.money = Household.money(10_000, among: [1]) })
    let claim = Command.OneOf_Body.claimMember(PrecedenceTests.claim(30))
    let refusal = Rejection.claimNotPossible(field: "claim_member.member_id")
    #expect(Situation(claim, household: household, by: 3).rejection == refusal)
    #expect(Situation(claim, household: try household.opened(), by: 3).rejection == refusal)
    var former = household.state.snapshot(of: .shared)
    former.shared.namedMembers = []
    try household.state.restore(former)
    #expect(Situation(claim, household: household, by: 3).rejection == refusal)
    // Where it has come to that all the same, the undo names nobody who is no more.
    var claimed = MemberClaimed()
    (claimed.memberID, claimed.replacedMemberID, claimed.role) = (Household.text(30), Household.text(3), .adult)
    claimed.holder = .init(Household.holder(3).bytes)
    try household.store(DecidedEvent(.memberClaimed(claimed)), by: Household.member(30))
    #expect(rejection(household, by: 1) == .memberNotActive(field: ""))
    #expect(household.state.shared.balances[Household.member(3), PrecedenceTests.rupee] == 0)
  }
}

/// SPEC EN-02: who has paid stays unless it is said.
struct EditedPayerTests {
  private func edit(_ household: Household, _ money: EntryMoney) throws -> Command.OneOf_Body {
    let entry = try #require(household.state.shared.entries.last)
    var wish = EditEntry()
    (wish.entryID, wish.baseVersion) = (entry.id.description, entry.version.rawValue)
    wish.changes.money = money
    return .editEntry(wish)
  }

  @Test("EN-02: an edit of the amount by somebody else leaves the payer the payer") func onePayer() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1)), by: 3)
    try household.perform(edit(household, Household.money(500)), by: 2)
    #expect(household.state.shared.entries.last?.paid.map { Share($0) } == [Household.share(3, 500)])
    var transfer = Household.money(600, among: [1])
    transfer.kind = .transfer
    try household.perform(edit(household, transfer))
    #expect(household.state.shared.entries.last?.paid.map { Share($0) } == [Household.share(3, 600)])
    // Who says it is believed.
    transfer.paid = [Household.share(2, 600)]
    try household.perform(edit(household, transfer))
    #expect(household.state.shared.entries.last?.paid.map { Share($0) } == [Household.share(2, 600)])
  }

  @Test("EN-02: how an entry divides stays unless it is said; everybody is said by naming nobody") func split() throws {
    var household = Household.sharing
    var entry = Household.entry(1)
    entry.content.split.percentage.shares = [1, 2].map { (number: UInt64) in
      var share = PercentageShare()
      (share.memberID, share.basisPoints) = (Household.text(number), number == 1 ? 2_500 : 7_500)
      return share
    }
    try household.perform(.addEntry(entry), by: 3)
    var money = EntryMoney()
    money.kind = .expense
    (money.amount.minor, money.amount.currency) = (400, "INR")
    try household.perform(edit(household, money), by: 2)
    #expect(household.lastOwed == [100, 300])
    money.split.equal = EqualSplit()
    try household.perform(edit(household, money), by: 2)
    #expect(household.lastOwed == [80, 80, 80, 80, 80])
    money.split.exact.shares = [Household.share(1, 150), Household.share(2, 250)]
    try household.perform(edit(household, money), by: 2)
    (money.amount.minor, money.split) = (500, Split())
    let difference = Difference(total: 400, wanted: 500, currency: PrecedenceTests.rupee)
    let refusal = Rejection.sharesDoNotAddUp(field: "edit_entry.changes.money.split.exact.shares", difference)
    #expect(Situation(try edit(household, money), household: household, by: 2).rejection == refusal)
  }

  @Test("EN-02, MN-08: what each owes stays while the amount does, whatever they earn by then, and keeps its parts with another amount")
  func incomes() throws {
    var household = Household.family
    for (member, minor) in [(1, 60_000), (2, 40_000)] as [(UInt64, Int64)] {
      var income = SetMemberIncome()
      income.monthly = Money(minor: minor, currency: "INR")
      try household.perform(.setMemberIncome(income), by: member)
    }
    var entry = Household.entry(1)
    entry.content.split.income.memberIds = [Household.text(1), Household.text(2)]
    try household.perform(.addEntry(entry), by: 3)
    let minor = try #require(household.state.shared.entries.last).minor
    let owed = [minor * 6 / 10, minor * 4 / 10]
    #expect(household.lastOwed == owed)
    var income = SetMemberIncome()
    income.monthly = Money(minor: 60_000, currency: "INR")
    try household.perform(.setMemberIncome(income), by: 2)
    var money = EntryMoney()
    money.kind = .expense
    money.amount = Money(minor: minor, currency: "INR")
    money.paid = [Household.share(2, minor)]
    try household.perform(edit(household, money), by: 2)
    #expect(household.lastOwed == owed && household.state.shared.entries.last?.paid.map { Share($0) } == money.paid)
    (money.amount.minor, money.paid) = (minor * 2, [])
    try household.perform(edit(household, money), by: 2)
    #expect(household.lastOwed == owed.map { $0 * 2 })
    // Said anew, it is divided anew.
    money.split = entry.content.split
    try household.perform(edit(household, money), by: 2)
    #expect(household.lastOwed == [minor, minor])
  }

  @Test("EN-02: the odd unit of an even split stays where it is when only the payer changes") func oddUnit() throws {
    var household = Household.family
    for number in 1...2 { try household.perform(.addEntry(odd(UInt64(number)))) }
    #expect(household.lastOwed == [50, 51])
    // The first one's odd unit is taken back, so that a new division would be another.
    var void = VoidEntry()
    let first = try #require(household.state.shared.entries.first)
    void.entryID = first.id.description
    try household.perform(.voidEntry(void))
    var money = EntryMoney()
    money.kind = .expense
    money.amount = Money(minor: 101, currency: "INR")
    money.paid = [Household.share(2, 101)]
    try household.perform(edit(household, money))
    #expect(household.lastOwed == [50, 51])
  }

  private func odd(_ number: UInt64) -> AddEntry {
    var entry = Household.entry(number)
    entry.content.amount.minor = 101
    entry.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
    return entry
  }

  @Test("EN-02: what several have paid stays, and has to total the amount") func severalPayers() throws {
    var household = Household.family
    var entry = Household.entry(1)
    entry.content.paid = [Household.share(2, 4_000), Household.share(3, 6_000)]
    try household.perform(.addEntry(entry), by: 3)
    let difference = Difference(total: 10_000, wanted: 10_001, currency: PrecedenceTests.rupee)
    let refusal = Rejection.paidDoesNotAddUp(field: "edit_entry.changes.money.paid", difference)
    #expect(Situation(try edit(household, Household.money(10_001)), household: household, by: 2).rejection == refusal)
    #expect(refusal.details.contains { $0.key == "difference" || $0.key.contains("minor") })
    // The same amount, divided in another way.
    try household.perform(edit(household, Household.money(10_000, among: [1])), by: 2)
    #expect(household.state.shared.entries.last?.paid.map { Share($0) } == entry.content.paid)
    #expect(household.lastOwed == [10_000])
  }
}
