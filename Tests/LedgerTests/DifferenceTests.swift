import HearthProtocol
import Testing

@testable import Ledger

/// What lies between two moments of a group.
struct DifferenceTests {
  private static func between(_ earlier: Household, _ later: Household) -> GroupDifference {
    GroupDifference(from: earlier.state.shared, on: earlier.today, to: later.state.shared, on: later.today)
  }

  @Test("product N2: entries added, changed, voided and restored; balances, members and budgets before and after")
  func everyKind() throws {
    var household = PrecedenceTests.entered
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33)))
    var third = Household.entry(3, minor: 700)
    third.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
    try household.perform(.addEntry(third))
    try household.perform(.voidEntry(PrecedenceTests.voiding(3)))
    let earlier = household
    try household.perform(.editEntry(PrecedenceTests.note("for Diwali")), by: 3)
    try household.perform(.voidEntry(PrecedenceTests.voiding(2)))
    try household.perform(.restoreEntry(PrecedenceTests.restoring(3)))
    var fourth = Household.entry(4, minor: 500)
    fourth.content.category = "groceries"
    try household.perform(.addEntry(fourth))
    try household.perform(.setBudget(Household.budget(1)))
    try household.perform(.removeMember(PrecedenceTests.removal(4)))
    try household.admit(9, as: .adult)
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    let difference = Self.between(earlier, household)
    #expect(difference.entries.map(\.kind) == [.changed, .voided, .restored, .added])
    #expect(difference.entries.map { $0.before == nil } == [false, false, false, true])
    #expect(difference.members.map(\.kind) == [.roleChanged, .removed, .joined])
    #expect(difference.members.map(\.member.id) == [3, 4, 9].map(Household.member))
    #expect(difference.budgets.map(\.kind) == [.added])
    #expect(difference.budgets.first?.before == nil && difference.budgets.first?.after?.spentMinor == 500)
    for change in difference.balances {
      #expect(change.beforeMinor == earlier.state.shared.balances[change.member, change.currency])
      #expect(change.afterMinor == household.state.shared.balances[change.member, change.currency])
    }
    #expect(!difference.balances.isEmpty)
    #expect(difference.balances.reduce(0) { $0 + $1.afterMinor - $1.beforeMinor } == 0)
  }

  @Test func betweenAStateAndItselfLiesNothing() {
    #expect(Self.between(PrecedenceTests.entered, PrecedenceTests.entered).isEmpty)
  }

  @Test func aBudgetDiffersByWhatIsSpentAndByANewPeriod() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1)))
    let empty = household
    household.today = household.today.adding(months: 1)
    #expect(Self.between(empty, household).budgets.map(\.kind) == [.spent])
    household.today = empty.today
    var entry = Household.entry(1, minor: 500)
    entry.content.category = "groceries"
    try household.perform(.addEntry(entry))
    let spent = Self.between(empty, household).budgets
    #expect(spent.map(\.kind) == [.spent] && spent.first?.after?.spentMinor == 500 && spent.first?.before?.spentMinor == 0)
    let before = household
    try household.perform(.removeBudget(PrecedenceTests.removal(1)))
    #expect(Self.between(before, household).budgets.map(\.kind) == [.removed])
    let removed = household
    try household.perform(.reactivateBudget(PrecedenceTests.reactivation(1)))
    #expect(Self.between(removed, household).budgets.map(\.kind) == [.reactivated])
    #expect(Self.between(before, household).budgets.isEmpty)
  }
}
