import HearthProtocol
import Testing

@testable import Ledger

/// The permission matrix, cell by cell: role by command, written out and not derived from `Right`.
struct PermissionTests {
  enum Wish: String, CaseIterable {
    case addExpense, addIncome, addTransfer, setBudget, removeBudget, noteRate, createInvite, revokeInvite
    case settleOwn, settleOthers, remindOwn, remindOthers
  }

  static let cells: [(Wish, [Bool])] = [
    // owner, admin, adult, viewer, minor
    (.addExpense, [true, true, true, false, false]),
    (.addIncome, [true, true, true, false, false]),
    (.addTransfer, [true, true, true, false, false]),
    (.setBudget, [true, true, false, false, false]),
    (.removeBudget, [true, true, false, false, false]),
    (.settleOwn, [true, true, true, false, false]),
    (.settleOthers, [true, true, false, false, false]),
    (.remindOwn, [true, true, true, false, false]),
    (.remindOthers, [true, true, false, false, false]),
    (.noteRate, [true, true, true, false, false]),
    (.createInvite, [true, false, false, false, false]),
    (.revokeInvite, [true, false, false, false, false]),
  ]

  @Test(
    "product 50, 51, 53, 54, 76: who adds, settles, reminds, budgets and invites", arguments: Wish.allCases, 1...5 as ClosedRange<UInt64>)
  func cell(_ wish: Wish, _ member: UInt64) throws {
    let row = try #require(Self.cells.first { $0.0 == wish })
    let isAllowed = row.1[Int(member) - 1]
    let situation = Situation(Self.body(wish, by: member), household: Self.household, by: member)
    if isAllowed {
      #expect(situation.rejection == nil)
    } else {
      guard case .forbidden(let right, let role) = situation.rejection else {
        Issue.record("\(wish) by member \(member): \(String(describing: situation.rejection))")
        return
      }
      #expect(role.text == ["owner", "admin", "adult", "viewer", "minor"][Int(member) - 1])
      #expect(situation.rejection?.cause.contains(right.text) == true)
    }
  }

  @Test func viewersLearnTheRight() {
    let situation = Situation(.addEntry(Household.entry(1)), by: 4)
    #expect(situation.rejection?.code == .forbidden)
    #expect(situation.rejection?.cause == "Your role (viewer) may not do this. The rule is entries.add: owner, admin, adult.")
  }

  @Test(arguments: Wish.allCases) func strangersCannotTellAForeignGroupFromNone(_ wish: Wish) {
    let foreign = Situation(Self.body(wish), by: 77)
    let missing = Situation(Self.body(wish), household: Household(), by: 77)
    #expect(foreign.rejection == .notFound(field: "group_id"))
    #expect(missing.rejection == foreign.rejection)
  }

  @Test func everyoneMayTakePartInASplit() throws {
    var household = Household.sharing
    var wish = Household.entry(1)
    wish.content.paid = [Household.share(4, 6_000), Household.share(5, 4_000)]
    try household.perform(.addEntry(wish))
    #expect(household.lastOwed == [2_000, 2_000, 2_000, 2_000, 2_000])
  }

  @Test(arguments: [(1, true), (2, true), (3, false), (4, false), (5, false)] as [(UInt64, Bool)])
  func lanesFollowTheRole(_ member: UInt64, _ readsAdmin: Bool) {
    #expect(
      Household.family.state.lanes(readableBy: Household.member(member))
        == (readsAdmin ? [.shared, .admin, .income] : member == 3 ? [.shared, .income] : [.shared]) + [.inbox(Household.member(member))]
        + ([1, 5].contains(member) ? [.minor(Household.member(5))] : []))
  }

  @Test("product 51: a minor reads the shared ledger and writes nothing of it; the owner sees what a minor spends")
  func minorsReadOnly() throws {
    for wish in Wish.allCases {
      #expect(Situation(Self.body(wish, by: 5), household: Self.household, by: 5).rejection?.code == .forbidden, "\(wish)")
    }
    #expect(
      Household.family.state.lanes(readableBy: Household.member(5)) == [.shared, .inbox(Household.member(5)), .minor(Household.member(5))])
    var household = Household.family
    var wish = Household.entry(1)
    wish.content.paid = [Household.share(5, 10_000)]
    wish.content.split.equal.memberIds = [Household.text(5)]
    try household.perform(.addEntry(wish))
    #expect(household.state.lanes(readableBy: Household.member(1)).contains(.shared))
    #expect(household.log.last?.lane == .shared && household.state.shared.entries.last?.owed.map(\.member) == [Household.member(5)])
  }

  @Test func strangersReadNothing() {
    #expect(Household.family.state.lanes(readableBy: Household.member(77)).isEmpty)
    #expect(Household.family.state.member(holding: Household.holder(77)) == nil)
  }

  /// An invite is open, there is a budget, and member 5 owes every other something.
  private static let household: Household = {
    var household = PrecedenceTests.invited()
    do {
      try household.perform(.setBudget(Household.budget(3)))
      for creditor in 1...4 as ClosedRange<UInt64> {
        var wish = Household.entry(100 + creditor)
        wish.content.paid = [Household.share(creditor, 10_000)]
        wish.content.split.equal.memberIds = [Household.text(5)]
        try household.perform(.addEntry(wish))
      }
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household
  }()

  private static func body(_ wish: Wish, by member: UInt64 = 1) -> Command.OneOf_Body {
    let other: UInt64 = member == 1 ? 2 : 1
    switch wish {
    case .settleOwn:
      return .settleUp(SettlementTests.settle(1, from: 5, to: member == 5 ? 1 : member))
    case .settleOthers: return .settleUp(SettlementTests.settle(1, from: member == 5 ? 2 : 5, to: other))
    case .remindOwn: return .remindDebtor(SettlementTests.remind(5))
    case .remindOthers: return .remindDebtor(SettlementTests.remind(5, of: other))
    case .addExpense: return .addEntry(Household.entry(1))
    case .addIncome: return .addEntry(Household.entry(1, kind: .income))
    case .addTransfer:
      var entry = Household.entry(1, kind: .transfer)
      entry.content.paid = [Household.share(4, 10_000)]
      entry.content.split.equal.memberIds = [Household.text(5)]
      return .addEntry(entry)
    case .removeBudget: return .removeBudget(PrecedenceTests.removal(3))
    case .setBudget: return .setBudget(Household.budget(1))
    case .noteRate: return Household.rate("USD", "83")
    case .createInvite: return .createInvite(PrecedenceTests.invite(2))
    case .revokeInvite: return .revokeInvite(PrecedenceTests.revocation(1))
    }
  }
}
