import HearthProtocol
import Testing

@testable import Ledger

/// SPEC CM-09, MB-14: among whom an entry divides that does not say it.
struct SharingTests {
  private static func owed(_ household: Household) -> [UInt64: Int64] {
    let owed = household.state.shared.entries.last.map { Array($0.owed) } ?? []
    return Dictionary(owed.map { ($0.member.low, $0.minor) }, uniquingKeysWith: +)
  }

  /// The receiver's and everybody else's balances.
  private static func balances(_ household: Household) -> [Int64] {
    household.state.shared.members.map { household.state.shared.balances[$0.id, PrecedenceTests.rupee] }
  }

  // MARK: Who shares

  @Test("CM-09: an entry that names nobody who owes divides among owner, admins and adults, and not among viewers and minors")
  func roles() throws {
    for split in [Split(), Split.with { $0.equal = EqualSplit() }] {
      var household = Household.family
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30)))
      var wish = Household.entry(1, minor: 1_000)
      wish.content.split = split
      try household.perform(.addEntry(wish), by: 3)
      #expect(Self.owed(household) == [1: 250, 2: 250, 3: 250, 30: 250])
      // The event carries whom it divided among, so nothing that comes later changes it.
      guard case .entryAdded(let added) = try #require(household.log.last).event.body else { throw Unexpected() }
      #expect(added.content.split.equal.memberIds == [1, 2, 3, 30].map(Household.text))
    }
  }

  @Test("MB-14: each member can be put in or out, and back to what their role has")
  func overriding() throws {
    var household = Household.family
    func add(_ number: UInt64) throws -> [UInt64] {
      try household.perform(.addEntry(Household.entry(number, minor: 1_200)), by: 3)
      return Self.owed(household).keys.sorted()
    }
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(4, true)))
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(2, false)), by: 2)
    #expect(try add(1) == [1, 3, 4])
    // What was said stays through another role; what was not said follows it.
    try household.perform(.changeRole(PrecedenceTests.change(4, to: .adult)))
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .admin)))
    #expect(try add(2) == [1, 3, 4])
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(2, nil)))
    try household.perform(.changeRole(PrecedenceTests.change(4, to: .viewer)))
    #expect(try add(3) == [1, 2, 3, 4])
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(4, nil)))
    #expect(try add(4) == [1, 2, 3])
    for state in [try household.replayed(), try Self.reopened(household)] {
      #expect(state.shared.members.sharing(at: household.now).map(\.id.low) == [1, 2, 3])
      #expect(state.snapshot(of: .shared) == household.state.snapshot(of: .shared))
    }
  }

  private static func reopened(_ household: Household) throws -> GroupState {
    var state = GroupState(group: Household.group)
    try state.restore(household.state.snapshot(of: .shared))
    return state
  }

  @Test("MB-14: a snapshot keeps what was said of each member")
  func snapshot() throws {
    var household = Household.family
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(5, true)))
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(1, false)))
    #expect(try Self.reopened(household).shared.members.map(\.sharingSet) == [false, nil, nil, nil, true])
  }

  @Test("CM-09: where nobody shares by default an entry has to name somebody")
  func nobody() throws {
    var household = Household.family
    for number in 1...3 as ClosedRange<UInt64> { try household.perform(.setDefaultSharing(PrecedenceTests.sharing(number, false))) }
    let missing = Rejection.sharesMissing(field: "add_entry.content.split")
    #expect(throws: missing) { try household.perform(.addEntry(Household.entry(1))) }
    var wish = Household.entry(1)
    wish.content.split.equal.memberIds = [Household.text(1)]
    try household.perform(.addEntry(wish))
    #expect(Self.owed(household) == [1: 10_000])
  }

  @Test("MB-09: a placeholder shares no more from the day on which it counts as a minor")
  func becomesMinor() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30)))
    try household.perform(.changeRole(PrecedenceTests.change(30, to: .minor)))
    #expect(household.state.shared.members.sharing(at: household.now).map(\.id.low) == [1, 2, 3, 30])
    household.now += 8 * 86_400_000
    try household.perform(.addEntry(Household.entry(1, minor: 300)))
    #expect(Self.owed(household) == [1: 100, 2: 100, 3: 100])
  }

  @Test("MB-05: whoever claims a placeholder keeps what was said of them, unless it was said of the placeholder")
  func claiming() throws {
    for (said, expected) in [(nil, false), (true, true)] as [(Bool?, Bool)] {
      var household = Household.family
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30)))
      try household.perform(.setDefaultSharing(PrecedenceTests.sharing(3, false)))
      if let said { try household.perform(.setDefaultSharing(PrecedenceTests.sharing(30, said))) }
      try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3)
      #expect(household.state.shared.member(Household.member(30))?.sharesByDefault(at: household.now) == expected)
    }
  }

  @Test("RC-03: a rule that names nobody divides among those who share when it is booked")
  func rules() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1, minor: 900)))
    try household.tick()
    #expect(Self.owed(household) == [1: 300, 2: 300, 3: 300])
    try household.perform(.setDefaultSharing(PrecedenceTests.sharing(2, false)))
    try household.pass(days: 31)
    #expect(Self.owed(household) == [1: 450, 3: 450])
  }

  @Test("MB-14: the roles that may settle share, the others do not")
  func roleDefaults() {
    #expect([Role.owner, .admin, .adult].allSatisfy { $0.sharesByDefault })
    #expect([Role.viewer, .minor, .unspecified].allSatisfy { !$0.sharesByDefault })
  }

  // MARK: Income

  @Test("CM-09: an income that does not say how it divides is kept by who received it, and nobody owes anything")
  func salary() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1, minor: 8_500_000, kind: .income)), by: 3)
    #expect(Self.owed(household) == [3: 8_500_000])
    #expect(Self.balances(household) == [0, 0, 0, 0, 0])
    var several = Household.entry(2, minor: 1_000, kind: .income)
    several.content.paid = [Household.share(1, 700), Household.share(2, 300)]
    try household.perform(.addEntry(several), by: 3)
    #expect(Self.owed(household) == [1: 700, 2: 300])
    #expect(Self.balances(household) == [0, 0, 0, 0, 0])
    // The settlement, its explanation and the dashboard agree.
    var read = ReadSettlement()
    read.shares = true
    let settlement = try household.state.settlement(read, .message)
    #expect(settlement.debts.isEmpty && settlement.openShares.isEmpty)
    let dashboard = try household.state.dashboard(ReadDashboard(), today: household.today) { _ in household.today }
    #expect(dashboard.members.map(\.incomeMinor) == [700, 300, 8_500_000, 0, 0] && dashboard.members.allSatisfy { $0.balanceMinor == 0 })
  }

  @Test("CM-09: what was entered as an income and is an expense is shared by those who share, and the other way round")
  func corrected() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1, minor: 900, kind: .income)), by: 3)
    for (kind, expected) in [(EntryKind.expense, [1: 300, 2: 300, 3: 300]), (.income, [3: 900])] as [(EntryKind, [UInt64: Int64])] {
      let entry = try #require(household.state.shared.entries.last)
      var edit = EditEntry()
      (edit.entryID, edit.baseVersion) = (entry.id.description, entry.version.rawValue)
      edit.changes.money = EntryMoney.with { ($0.kind, $0.amount) = (kind, Money(minor: 900, currency: "INR")) }
      try household.perform(.editEntry(edit), by: 3)
      #expect(Self.owed(household) == expected)
    }
  }

  @Test("CM-09: an income is divided when that is asked for, with or without names")
  func refund() throws {
    for (split, expected) in [
      (Split.with { $0.equal = EqualSplit() }, [1: 300, 2: 300, 3: 300] as [UInt64: Int64]),
      (Split.with { $0.equal.memberIds = [Household.text(1), Household.text(4)] }, [1: 450, 4: 450]),
    ] {
      var household = Household.family
      var wish = Household.entry(1, minor: 900, kind: .income)
      wish.content.split = split
      try household.perform(.addEntry(wish))
      #expect(Self.owed(household) == expected)
    }
  }

  @Test("RC-03: a rule's income is kept by who receives it on every date, unless it says that it divides")
  func recurringIncome() throws {
    for (isDivided, expected) in [(false, [3: 8_500_000] as [UInt64: Int64]), (true, [1: 2_833_333, 2: 2_833_333, 3: 2_833_334])] {
      var household = Household.family
      var rule = Household.rule(1, minor: 8_500_000)
      rule.content.template.kind = .income
      if isDivided { rule.content.template.split.equal = EqualSplit() }
      try household.perform(.setRecurring(rule), by: 3)
      // What was asked for stands in the history, and so do those who share by then.
      #expect((household.rule(1)?.content.template.split.method != nil) == isDivided)
      try household.pass(days: 31)
      #expect(household.state.shared.entries.count == 2)
      #expect(Self.owed(household).values.reduce(0, +) == 8_500_000 && Self.owed(household).keys.sorted() == expected.keys.sorted())
      #expect(Self.balances(household).allSatisfy { $0 == 0 } == !isDivided)
    }
  }

  @Test("EN-02: an edited income stays with who receives it, whoever and however much that is by then")
  func editing() throws {
    var household = Household.family
    try household.perform(.addEntry(Household.entry(1, minor: 500, kind: .income)), by: 3)
    func edit(_ money: EntryMoney) throws {
      var wish = EditEntry()
      wish.entryID = Household.entry(1).entryID
      wish.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
      wish.changes.money = money
      try household.perform(.editEntry(wish), by: 3)
      #expect(Self.balances(household) == [0, 0, 0, 0, 0])
    }
    func income(_ minor: Int64, _ paid: [Share] = []) -> EntryMoney {
      .with { ($0.kind, $0.amount, $0.paid) = (.income, Money(minor: minor, currency: "INR"), paid) }
    }
    try edit(income(900))
    #expect(Self.owed(household) == [3: 900])
    try edit(income(900, [Household.share(1, 400), Household.share(2, 500)]))
    #expect(Self.owed(household) == [1: 400, 2: 500])
    // An income that was entered as an expense was not asked to be divided as an income.
    var wish = Household.entry(2, minor: 600)
    wish.content.split.equal.memberIds = [1, 2].map(Household.text)
    try household.perform(.addEntry(wish), by: 3)
    var mended = EditEntry()
    (mended.entryID, mended.changes.money) = (wish.entryID, income(600))
    mended.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
    try household.perform(.editEntry(mended), by: 3)
    #expect(Self.owed(household) == [3: 600] && Self.balances(household) == [0, 0, 0, 0, 0])
  }

  @Test("EN-02: an income that was divided stays divided by an edit that does not say how")
  func editingDivided() throws {
    var household = Household.family
    var wish = Household.entry(1, minor: 500, kind: .income)
    wish.content.split.equal.memberIds = [1, 2].map(Household.text)
    try household.perform(.addEntry(wish))
    var edit = EditEntry()
    edit.entryID = wish.entryID
    edit.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
    edit.changes.money = .with { ($0.kind, $0.amount) = (.income, Money(minor: 700, currency: "INR")) }
    try household.perform(.editEntry(edit))
    #expect(Self.owed(household) == [1: 350, 2: 350])
  }

  private struct Unexpected: Error {}
}
