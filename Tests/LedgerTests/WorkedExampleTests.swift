import HearthProtocol
import Testing

@testable import Ledger

/// The worked examples that a person can check by hand.
struct WorkedExampleTests {
  private let rupee = PrecedenceTests.rupee

  @Test("product 86: ₹100.00 three ways is 33.34, 33.33 and 33.33") func aHundredRupeesThreeWays() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 10_000)
    wish.content.split.equal.memberIds = [3, 1, 2].map(Household.text)
    try household.perform(.addEntry(wish))
    // Nobody has absorbed anything yet, so the odd one is for who joined first, wherever they are named.
    #expect(household.lastOwed == [3_333, 3_334, 3_333])
    let balances = household.state.shared.balances
    #expect(balances[Household.member(1), rupee] == 6_666)
    #expect(balances[Household.member(2), rupee] == -3_333)
    #expect(balances[Household.member(3), rupee] == -3_333)
  }

  @Test("product 87: three times 33.33 % is refused with what is missing") func percentagesOf33Point33AreRefused() {
    var situation = PrecedenceTests.addEntry
    situation.command.addEntry.content.split.percentage.shares = PrecedenceTests.points([(1, 3_333), (2, 3_333), (3, 3_333)])
    let rejection = situation.rejection
    #expect(rejection?.code == .splitDoesNotAddUp)
    #expect(rejection?.cause == "The percentages add up to 99.99 %; 0.01 % is missing.")
    #expect(rejection?.details.map(\.key) == ["difference_basis_points"])
    #expect(rejection?.details.map(\.value) == ["-1"])
  }

  @Test("product 87: percentages divide to the unit, the odd one to the largest remainder") func percentagesDivideToTheUnit() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 100)
    // 33.33, 33.33 and 33.34: each is rounded down to 33, the largest remainder gets the unit.
    wish.content.split.percentage.shares = PrecedenceTests.points([(1, 3_333), (2, 3_333), (3, 3_334)])
    try household.perform(.addEntry(wish))
    #expect(household.lastOwed == [33, 33, 34])
    // Equal remainders: the first gets it.
    wish.entryID = Household.entry(2).entryID
    wish.content.amount.minor = 1
    wish.content.split.percentage.shares = PrecedenceTests.points([(2, 5_000), (1, 5_000)])
    try household.perform(.addEntry(wish))
    #expect(household.lastOwed == [1, 0])
  }

  @Test("product 90: what was paid must total the amount, and the refusal says by how much it does not") func paidMustBeTheAmount() {
    var situation = Situation(.addEntry(Household.entry(1, minor: 45_000)))
    situation.command.addEntry.content.paid = [Household.share(1, 40_000), Household.share(2, 4_000)]
    let rejection = situation.rejection
    #expect(rejection?.code == .paidDoesNotAddUp)
    #expect(rejection?.cause == "The amounts paid add up to ₹440.00; ₹10.00 is missing.")
    #expect(rejection?.details.first?.value == "-1000")
  }

  @Test("product 88, 91: exact shares must total the amount, and the refusal says by how much they do not")
  func exactSharesMustBeTheAmount() {
    var situation = Situation(.addEntry(Household.entry(1, minor: 45_000)))
    situation.command.addEntry.content.split.exact.shares = [Household.share(1, 45_001)]
    #expect(situation.rejection?.cause == "The shares add up to ₹450.01; ₹0.01 is too much.")
    #expect(situation.rejection?.details.first?.value == "1")
  }

  @Test func transfersMoveABalance() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 50_000, kind: .transfer)
    wish.content.split.equal.memberIds = [Household.text(3)]
    try household.perform(.addEntry(wish), by: 2)
    #expect(household.state.shared.balances[Household.member(2), rupee] == 50_000)
    #expect(household.state.shared.balances[Household.member(3), rupee] == -50_000)
  }

  @Test func incomeIsOwedByWhoeverReceivedIt() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 30_000, kind: .income)
    wish.content.category = "salary"
    wish.content.split.equal.memberIds = [1, 2, 3].map(Household.text)
    try household.perform(.addEntry(wish))
    #expect(household.state.shared.balances[Household.member(1), rupee] == -20_000)
    #expect(household.state.shared.balances[Household.member(2), rupee] == 10_000)
    #expect(household.state.shared.balances[Household.member(3), rupee] == 10_000)
  }

  @Test func theEventIsComplete() throws {
    var household = Household.sharing
    var wish = Household.entry(1)
    wish.content.description_p = "  Dal  "
    let decision = try household.perform(.addEntry(wish), by: 3)
    guard case .entryAdded(let added) = decision.events.first?.body else {
      Issue.record("No entry was added.")
      return
    }
    #expect(decision.actor == Household.member(3))
    #expect(added.content.description_p == "Dal")
    #expect(added.content.date == "2026-10-26")
    #expect(added.content.paid == [Household.share(3, 10_000)])
    #expect(added.content.split.equal.memberIds == (1...5).map(Household.text))
    #expect(added.owed == (1...5).map { Household.share($0, 2_000) })
    #expect(household.state.shared.entries.last?.content == added.content)
  }

  @Test func aNewGroupIsReady() throws {
    let state = Household.family.state
    let settings = try #require(state.shared.settings)
    #expect(settings.name == "Smith Family" && settings.currency == rupee && settings.membersMax == 10)
    #expect(state.shared.members.map(\.role) == [.owner, .admin, .adult, .viewer, .minor])
    #expect(state.shared.categories.count { $0.forExpense } == 22)
    #expect([CategoryClass.needs, .wants, .savings].map { kind in state.shared.categories.count { $0.class == kind } } == [9, 8, 5])
    #expect(state.shared.category("gold")?.color == "#D4AF37")
    #expect(state.admin.openInvites(at: Household.noon) == 0)
  }

  @Test func groupFullSaysSo() {
    #expect(Rejection.groupFull(membersMax: 10).cause == "This group is full (10 members).")
  }

  @Test func currenciesAreCountedApart() throws {
    var household = Household.sharing
    var wish = Household.entry(1, minor: 1_000)
    wish.content.amount.currency = "JPY"
    try household.perform(.addEntry(wish))
    let yen = try #require(Currency(code: "JPY"))
    #expect(household.state.shared.balances.currencies == [yen])
    #expect(household.state.shared.balances[Household.member(1), yen] == 800)
    #expect(household.state.shared.balances[Household.member(1), rupee] == 0)
  }
}
