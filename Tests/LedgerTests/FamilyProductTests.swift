import HearthProtocol
import Testing

@testable import Ledger

/// Rows of the product about a family, and what contradicts itself there, as the product's table resolves it.
struct FamilyProductTests {
  private typealias Wish = (Command.OneOf_Body, UInt64)

  /// What a replica of a member holds.
  private static func replica(of number: UInt64, _ household: Household) -> GroupState {
    var state = household.state
    state.keepOnly(state.lanes(readableBy: Household.member(number)))
    return state
  }

  private static func readers(_ household: Household, of lane: Lane) -> [UInt64] {
    (1...5 as ClosedRange<UInt64>).filter { household.state.lanes(readableBy: Household.member($0)).contains(lane) }
  }

  /// An entry for which the minor owes all.
  private static func owed(_ number: UInt64, minor: Int64) -> AddEntry {
    var wish = Household.entry(number, minor: minor)
    wish.content.split.equal.memberIds = [Household.text(5)]
    return wish
  }

  // MARK: Oversight

  @Test("product 135, 136: a limit and what it tells reach the minor and who looks after them, also when somebody else makes it ring")
  func limitIsPrivate() throws {
    var household = PrecedenceTests.family([.setGuardian(FamilyTests.guardian(2))])
    #expect(try household.perform(.setSpendingLimit(FamilyTests.limit(1))).events.map(\.lane) == [FamilyTests.lane])
    #expect(household.state.shared.budgets.isEmpty, "it is no budget that all see")
    // An outsider adds what the minor owes, and learns of no limit by it.
    let added = try household.perform(.addEntry(Self.owed(1, minor: 41_000)), by: 3)
    let alerts = added.events.filter { if case .childAlertFired = $0.body { true } else { false } }
    #expect(alerts.map(\.lane) == [FamilyTests.lane] && added.events.filter { $0.lane == .shared }.count == 1)
    for (number, limits) in [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1)] as [(UInt64, Int)] {
      let seen = Self.replica(of: number, household).minor(FamilyTests.riya).limits
      #expect(seen.count == limits && seen.allSatisfy { !$0.fired.isEmpty }, "\(number)")
    }
  }

  @Test("product 139: a limit that is passed many times over keeps nobody from anything")
  func limitsBlockNothing() throws {
    var household = PrecedenceTests.family([.setSpendingLimit(FamilyTests.limit(1, minor: 1))])
    for number in 1...3 as ClosedRange<UInt64> {
      try household.perform(.setSpending(FamilyTests.spending(number, minor: 900_000)), by: number == 1 ? 1 : 5)
      try household.perform(.addEntry(Self.owed(number, minor: 900_000)), by: number)
    }
    #expect(household.state.minor(FamilyTests.riya).spending.count == 3 && household.state.shared.entries.count == 3)
    #expect(try household.perform(.setSpending(FamilyTests.spending(3, minor: 5)), by: 5).events.count == 1)
  }

  @Test(
    "product C20: a minor reads the shared ledger only, and their own lane is written by them, by guardians and by the server for an allowance"
  )
  func minorsLane() throws {
    var household = PrecedenceTests.after(MatrixAttempts.everyone, [(.setGuardian(FamilyTests.guardian(3)), 1)])
    let shared: [Right] = [
      .entriesAdd, .entriesEdit, .entriesVoid, .entriesRestore, .debtsSettle, .debtsRemind, .budgetsSet, .recurringSet, .festivalsSet,
      .categoriesSet, .ratesSet, .incomeSet, .groupSet,
    ]
    for right in shared {
      for isOwn in [true, false] {
        for attempt in MatrixAttempts.attempts(right, by: 5, isOwn: isOwn) {
          let rejection = Situation(attempt.body, household: attempt.household, by: 5).rejection
          #expect(rejection == .forbidden(right: right, role: .minor), "\(attempt.command)")
        }
      }
    }
    let before = household.state.snapshot(of: .shared)
    try household.perform(.setSpending(FamilyTests.spending(1)), by: 5)
    try household.perform(.setSpending(FamilyTests.spending(2)), by: 3)
    try household.perform(.setAllowance(AllowanceTests.allowance(1)), by: 3)
    try household.tick()
    let lane = household.log.filter { $0.lane == FamilyTests.lane }
    #expect(Set(lane.map(\.event.memberID)).isSuperset(of: [Household.text(5), Household.text(3), ""]))
    #expect(household.state.snapshot(of: .shared) == before && household.state.minor(FamilyTests.riya).spending.count == 2)
    #expect(Situation(.setSpending(FamilyTests.spending(3)), household: household, by: 2).rejection?.code == .forbidden)
  }

  // MARK: What is private

  @Test(
    "product C24, 158: nothing of an account is seen without a grant, which both find listed and either ends, and nothing comes after it")
  func grants() throws {
    var household = Household.family
    for number in 1...3 as ClosedRange<UInt64> {
      try household.perform(.setAccount(AccountTests.account(number)), by: number)
      try household.perform(.setAccountEntry(AccountTests.entry(number, in: number)), by: number)
    }
    for number in 1...3 as ClosedRange<UInt64> { #expect(Self.readers(household, of: AccountTests.lane(number)) == [number]) }
    func listed(to number: UInt64) throws -> [[String]] {
      let read = ReadGroup.with { $0.part = .accounts }
      return try household.state.contents(read, for: Household.member(number)).accounts.map { $0.state.grants.map(\.memberID) }
    }
    #expect(try listed(to: 1) == [[]] && listed(to: 4).isEmpty)
    for (ender, grantee) in [(1, 3), (3, 3)] as [(UInt64, UInt64)] {
      try household.perform(.grantAccount(AccountTests.grant(grantee)))
      #expect(try listed(to: 1) == [[Household.text(3)]] && listed(to: 3).contains([Household.text(3)]))
      #expect(Self.readers(household, of: AccountTests.lane(1)) == [1, 3])
      try household.perform(.revokeAccount(AccountTests.revocation(grantee)), by: ender)
      try household.perform(.setAccountEntry(AccountTests.entry(40 + ender)))
      #expect(Self.readers(household, of: AccountTests.lane(1)) == [1] && Self.replica(of: 3, household).account(AccountTests.id(1)) == nil)
    }
  }

  @Test("product C25: all data is the shared ledger, of which no private lane and no total that somebody shares is a part")
  func allData() throws {
    var household = MatrixAttempts.everyone
    let wishes: [Wish] = [
      (.setSpending(FamilyTests.spending(1)), 5), (.setSpendingLimit(FamilyTests.limit(1)), 1), (.setAccount(AccountTests.account(1)), 1),
      (.setAccountEntry(AccountTests.entry(1)), 1), (.sendCoaching(CoachingTests.wish(2)), 1),
    ]
    let before = household.state
    for (body, number) in wishes { try household.perform(body, by: number) }
    let income = household.state.lanes(readableBy: Household.member(3)).contains(.income) ? [Lane.income] : []
    for (number, more) in [(3, income), (4, [])] as [(UInt64, [Lane])] {
      let lanes = Set(household.state.lanes(readableBy: Household.member(number)))
      #expect(lanes == Set([.shared, .inbox(Household.member(number))] + more), "\(number)")
      let replica = Self.replica(of: number, household)
      #expect(replica.snapshot(of: .shared) == before.snapshot(of: .shared))
      #expect(replica.minor(FamilyTests.riya).spending.isEmpty && replica.account(AccountTests.id(1)) == nil)
    }
    // What somebody tells of a category is beside the ledger: no entry, no debt, no figure of the month.
    func figures() throws -> [String] {
      let shared = household.state.shared
      let today = household.today
      let dashboard = try household.state.dashboard(ReadDashboard.with { $0.period = .month }, today: today) { _ in today }
      return ["\(dashboard)", "\(shared.entries.map(\.id))", "\(shared.balances)"]
    }
    let ledger = try figures()
    try household.perform(.shareCategory(SharedCategoryTests.share("dining")), by: 3)
    try household.perform(.setCategoryTotal(SharedCategoryTests.total()), by: 3)
    #expect(try figures() == ledger)
  }

  // MARK: A safe way out

  @Test("product C9: ending a grant needs both where it says so; separating needs nobody, and from then on nothing of one's own arrives")
  func revokingAndSeparating() throws {
    var household = PrecedenceTests.family([
      .setAccount(AccountTests.account(1)), .setAccountEntry(AccountTests.entry(1)),
      .grantAccount(AccountTests.grant(3, needsConsent: true)),
    ])
    let lane = AccountTests.lane(1)
    try household.perform(.revokeAccount(AccountTests.revocation(3)))
    #expect(Self.readers(household, of: lane) == [1, 3], "the other has not agreed")
    let seen = Self.replica(of: 3, household)
    // It takes effect at once, alone, and the other side is told nothing.
    #expect(try household.perform(.separate(Separate())).events.map(\.lane) == [.inbox(Household.member(1))])
    #expect(throws: Rejection.separated) { try household.perform(.setAccountEntry(AccountTests.entry(2))) }
    #expect(throws: Rejection.separated) { try household.perform(.addEntry(Household.entry(1))) }
    let now = Self.replica(of: 3, household)
    // What was seen stays, and nothing has come.
    for lane in [lane, .shared, .inbox(Household.member(3))] { #expect(now.snapshot(of: lane) == seen.snapshot(of: lane), "\(lane)") }
    #expect(now.account(AccountTests.id(1))?.entries.count == 1)
  }

  @Test("product C10: who leaves is told of, and who separates stays a member as before in what all read")
  func leavingAndSeparating() throws {
    var (left, silent) = (Household.family, Household.family)
    let leaving = try left.perform(.leaveGroup(LeaveGroup()), by: 3)
    #expect(leaving.events.contains { if case .memberLeft = $0.body { $0.lane == .shared } else { false } })
    #expect(left.state.shared.member(Household.member(3))?.status == .left(at: left.now))
    let before = silent.state
    #expect(try silent.perform(.separate(Separate()), by: 3).events.map(\.lane) == [.inbox(Household.member(3))])
    for number in [1, 2, 4, 5] as [UInt64] {
      var (was, now) = (before, silent.state)
      was.keepOnly(was.lanes(readableBy: Household.member(number)))
      now.keepOnly(now.lanes(readableBy: Household.member(number)))
      #expect(was.lanes(readableBy: Household.member(number)) == now.lanes(readableBy: Household.member(number)))
      for lane in now.lanes(readableBy: Household.member(number)) { #expect(was.snapshot(of: lane) == now.snapshot(of: lane), "\(lane)") }
      #expect(now.shared.member(Household.member(3))?.status == .active)
    }
  }
}
