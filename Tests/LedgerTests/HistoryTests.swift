import HearthProtocol
import Testing

@testable import Ledger

/// Given a history, when an event that does not belong there is folded in, then it is refused and nothing has changed.
struct HistoryTests {
  private static func event(_ fill: (inout Event) -> Void) -> Event {
    var event = Event()
    event.memberID = Household.text(1)
    fill(&event)
    return event
  }

  private static func added(_ fill: (inout EntryAdded) -> Void) -> Event {
    event {
      $0.entryAdded.entryID = EntryID(high: 0xE000, low: 1).description
      $0.entryAdded.content = Household.entry(1).content
      $0.entryAdded.content.date = "2026-10-26"
      $0.entryAdded.content.paid = [Household.share(1, 10_000)]
      $0.entryAdded.content.split.equal.memberIds = [Household.text(2)]
      $0.entryAdded.owed = [Household.share(2, 10_000)]
      fill(&$0.entryAdded)
    }
  }

  private static func joined(_ number: UInt64, _ role: Role, holder: [UInt8]) -> Event {
    event {
      $0.memberJoined.memberID = Household.text(number)
      $0.memberJoined.role = role
      $0.memberJoined.holder = .init(holder)
    }
  }

  private static func budgetSet(_ fill: (inout BudgetSet) -> Void) -> BudgetSet {
    var set = BudgetSet()
    set.budgetID = Household.budget(1).budgetID
    set.content = Household.budget(1).content
    set.content.startDate = "2026-10-01"
    fill(&set)
    return set
  }

  private static func fired(_ fill: (inout AlertFired) -> Void) -> Event {
    event {
      $0.alertFired.budgetID = Household.budget(1).budgetID
      $0.alertFired.periodStart = "2026-10-01"
      $0.alertFired.basisPoints = 8_000
      $0.alertFired.spentMinor = 80_000
      $0.alertFired.limitMinor = 100_000
      fill(&$0.alertFired)
    }
  }

  /// What is kept of budgets alternates and happens once.
  @Test func budgetsAreRemovedAndAlertsFireOnce() throws {
    var state = PrecedenceTests.family([.setBudget(Household.budget(1))]).state
    func apply(_ event: Event) throws { try state.apply(event, lane: .shared, position: LanePosition(99)) }
    try apply(Self.fired { _ in })
    #expect(throws: HistoryFlaw.contradiction(.alertsOnce)) { try apply(Self.fired { _ in }) }
    try apply(Self.fired { $0.periodStart = "2026-09-01" })
    let removed = Self.event { $0.budgetRemoved.budgetID = Household.budget(1).budgetID }
    try apply(removed)
    for event in [removed, Self.event { $0.budgetSet = Self.budgetSet { _ in } }] {
      #expect(throws: HistoryFlaw.contradiction(.budgetActive)) { try apply(event) }
    }
    // An alert that was decided before is no contradiction of a budget's state.
    try apply(Self.fired { $0.basisPoints = 10_000 })
    try apply(Self.event { $0.budgetReactivated.budgetID = Household.budget(1).budgetID })
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) {
      try apply(Self.event { $0.budgetSet = Self.budgetSet { $0.createdBy = Household.text(2) } })
    }
    var snapshot = state.snapshot(of: .shared)
    #expect(snapshot.shared.budgets[0].fired.map(\.basisPoints) == [[8_000], [8_000, 10_000]])
    snapshot.shared.budgets[0].fired.reverse()
    #expect(throws: HistoryFlaw.contradiction(.alertsOnce)) { try state.restore(snapshot) }
    #expect(state.shared.fired(of: state.shared.budgets[0], inPeriodFrom: Household.today.adding(days: -25)).count == 2)
  }

  static let damaged: [(Lane, Event, HistoryFlaw)] = [
    (.shared, Event(), .unknownEvent),
    (.admin, added { _ in }, .misplaced),
    (.shared, event { $0.inviteRevoked = InviteRevoked() }, .misplaced),
    (.shared, event { $0.groupCreated.currency = "INR" }, .contradiction(.groupCreatedOnce)),
    (.shared, joined(1, .adult, holder: []), .contradiction(.idsUnique)),
    (.shared, joined(9, .adult, holder: Household.holder(2).bytes), .contradiction(.idsUnique)),
    (.shared, joined(9, .owner, holder: []), .contradiction(.oneOwner)),
    (.shared, joined(9, .UNRECOGNIZED(8), holder: []), .malformed("role")),
    (.shared, joined(9, .adult, holder: [1, 2]), .malformed("holder")),
    (.shared, added { $0.entryID = "" }, .malformed("entry_id")),
    (.shared, added { $0.content.kind = .UNRECOGNIZED(4) }, .malformed("kind")),
    (.shared, added { $0.content.amount.currency = "ZZZ" }, .malformed("currency")),
    (.shared, added { $0.content.date = "" }, .malformed("date")),
    (.shared, added { $0.content.category = "yachts" }, .contradiction(.namesKnown)),
    (.shared, added { $0.content.amount.minor = 0 }, .contradiction(.amountsInRange)),
    (.shared, added { $0.content.paid = [] }, .contradiction(.sumsMatch)),
    (.shared, added { $0.content.paid = [Household.share(1, 9_999)] }, .contradiction(.sumsMatch)),
    (.shared, added { $0.content.paid = [Household.share(1, .max), Household.share(2, 10_001)] }, .contradiction(.sumsMatch)),
    (.shared, added { $0.owed = [Household.share(2, 20_000), Household.share(3, -10_000)] }, .contradiction(.sumsMatch)),
    (.shared, added { $0.owed = [Household.share(66, 10_000)] }, .contradiction(.namesKnown)),
    (.shared, added { $0.owed = [Household.share(2, 5_000), Household.share(2, 5_000)] }, .contradiction(.idsUnique)),
    (.shared, added { $0.content.split = Split() }, .malformed("split")),
    (.shared, added { $0.content.split.equal.memberIds = [Household.text(3)] }, .contradiction(.namesKnown)),
    (.shared, added { $0.content.split.exact.shares = [Household.share(2, 1)] }, .contradiction(.sumsMatch)),
    (.shared, event { $0.budgetSet.budgetID = "" }, .malformed("budget_id")),
    (.shared, event { $0.budgetSet = budgetSet { $0.content.rollover = .UNRECOGNIZED(4) } }, .malformed("rollover")),
    (.shared, event { $0.budgetSet = budgetSet { $0.content.rolloverCapMinor = -1 } }, .contradiction(.amountsInRange)),
    (.shared, event { $0.budgetSet = budgetSet { $0.content.alerts.basisPoints = [2, 1] } }, .malformed("alerts")),
    (.shared, event { $0.budgetSet = budgetSet { $0.content.alerts.basisPoints = [100_001] } }, .malformed("alerts")),
    (.shared, event { $0.budgetSet = budgetSet { $0.createdBy = "Ravi" } }, .malformed("created_by")),
    (.shared, event { $0.budgetRemoved.budgetID = Household.budget(1).budgetID }, .contradiction(.namesKnown)),
    (.shared, event { $0.budgetReactivated.budgetID = "" }, .malformed("budget_id")),
    (.shared, fired { $0.budgetID = "" }, .malformed("budget_id")),
    (.shared, fired { $0.periodStart = "October" }, .malformed("period_start")),
    (.shared, fired { $0.basisPoints = 0 }, .malformed("basis_points")),
    (.shared, fired { $0.over = true }, .malformed("basis_points")),
    (.shared, fired { $0.spentMinor = 0 }, .contradiction(.amountsInRange)),
    (.shared, fired { _ in }, .contradiction(.namesKnown)),
    (.admin, event { $0.inviteCreated.inviteID = "" }, .malformed("invite_id")),
    (.admin, event { $0.inviteRevoked.inviteID = InviteID(high: 1, low: 1).description }, .contradiction(.namesKnown)),
    (
      .admin,
      event {
        $0.inviteUsed.inviteID = InviteID(high: 0xA000, low: 2).description; $0.inviteUsed.memberID = Household.text(9)
      },
      .contradiction(.inviteOpen)
    ),
    (.admin, event { $0.joinRequested.memberID = "" }, .malformed("member_id")),
    (.admin, event { $0.joinApproved.memberID = Household.text(9) }, .contradiction(.namesKnown)),
    (.admin, event { $0.joinDeclined.memberID = "Sara" }, .malformed("member_id")),
    (.shared, event { $0.joinApproved.memberID = Household.text(9) }, .misplaced),
    (.shared, event { $0.groupUpdated.currency = "XXX" }, .malformed("currency")),
    (.shared, event { $0.groupUpdated.weekStartsOn = .UNRECOGNIZED(8) }, .malformed("week_starts_on")),
    (.shared, event { $0.groupUpdated.membersMax = 4 }, .contradiction(.membersFit)),
    (.shared, event { $0.policySet.policy = .UNRECOGNIZED(99) }, .malformed("policy")),
    (.shared, event { $0.groupUnarchived = GroupUnarchived() }, .contradiction(.archivedOnce)),
    (.shared, event { $0.purgeRequested.purgeAtMs = 5 }, .contradiction(.archivedOnce)),
    (.shared, event { $0.purgeCancelled = PurgeCancelled() }, .contradiction(.archivedOnce)),
    (.shared, event { $0.categorySet = CategorySet() }, .malformed("key")),
    (.shared, event { $0.categoryRetired.key = "pets" }, .contradiction(.namesKnown)),
    (.income, event { $0.incomeSet.monthlyIncome.minor = 5 }, .malformed("currency")),
    (.shared, event { $0.incomeSet = IncomeSet() }, .misplaced),
  ]

  @Test("product 96: what breaks an invariant is refused in a replay too, and changes nothing", arguments: damaged.indices)
  func isRefused(_ index: Int) throws {
    let (lane, event, flaw) = Self.damaged[index]
    var state = Household.family.state
    #expect(throws: flaw) { try state.apply(event, lane: lane, position: LanePosition(99)) }
    for lane in [Lane.shared, .admin, .income] {
      #expect(state.snapshot(of: lane) == Household.family.state.snapshot(of: lane))
    }
  }

  @Test func soundOnesAreNot() throws {
    var state = Household.family.state
    try state.apply(Self.added { _ in }, lane: .shared, position: LanePosition(99))
    #expect(state.shared.entries.last?.position == LanePosition(99))
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) {
      try state.apply(Self.added { _ in }, lane: .shared, position: LanePosition(100))
    }
  }

  @Test func nothingComesBeforeTheGroup() {
    for event in [Self.added { _ in }, Self.joined(1, .owner, holder: [])] {
      var state = GroupState(group: Household.group)
      #expect(throws: HistoryFlaw.contradiction(.groupCreatedOnce)) { try state.apply(event, lane: .shared, position: LanePosition(1)) }
    }
  }

  @Test func anAmountPastTheSumsIsRefused() {
    var state = PrecedenceTests.tooMuchBooked
    #expect(state.shared.entries.count == 9_223)
    let event = Self.added {
      $0.entryID = EntryID(high: 0xF000, low: 1).description
      $0.content.amount.minor = amountMinorMax
      $0.content.paid = [Household.share(1, amountMinorMax)]
      $0.owed = [Household.share(2, amountMinorMax)]
    }
    #expect(throws: HistoryFlaw.contradiction(.amountsInRange)) { try state.apply(event, lane: .shared, position: LanePosition(1)) }
  }

  /// A client that reads lane `shared` only gets the same view of it.
  @Test func lanesFoldByThemselves() throws {
    var shared = GroupState(group: Household.group)
    var admin = GroupState(group: Household.group)
    for stored in Household.family.log {
      switch stored.lane {
      case .shared: try shared.apply(stored.event, lane: .shared, position: stored.position)
      case .admin: try admin.apply(stored.event, lane: .admin, position: stored.position)
      case .income, .inbox, .minor, .account: break
      }
    }
    #expect(shared.snapshot(of: .shared) == Household.family.state.snapshot(of: .shared))
    #expect(admin.snapshot(of: .admin) == Household.family.state.snapshot(of: .admin))
    #expect(shared.admin.invites.isEmpty)
  }

  @Test func snapshotsOfOthersAreRefused() {
    var state = GroupState(group: GroupID(high: 1, low: 1))
    #expect(throws: HistoryFlaw.misplaced) { try state.restore(Household.family.state.snapshot(of: .shared)) }
    var renamed = Household.family.state.snapshot(of: .admin)
    renamed.lane = "shared"
    #expect(throws: HistoryFlaw.misplaced) { try state.restore(renamed) }
    renamed.lane = "attic"
    #expect(throws: HistoryFlaw.misplaced) { try state.restore(renamed) }
    #expect(!state.isCreated)
  }

  @Test func theEmptyStateRestores() throws {
    var state = Household.family.state
    try state.restore(GroupState(group: Household.group).snapshot(of: .shared))
    #expect(!state.isCreated)
  }

  @Test func positionsAreWalkedInOrder() throws {
    let household = PrecedenceTests.family((1...40).map { .addEntry(Household.entry($0)) })
    #expect(household.state.shared.entries.map(\.id.low) == Array(1...40))
    #expect(household.state.shared.entries[EntryID(high: 0xB000, low: 7)]?.id.low == 7)
    #expect(household.state.shared.entries[EntryID(high: 0xB000, low: 41)] == nil)
    #expect(household.state.shared.entries.suffix(2).map(\.id.low) == [39, 40])
  }
}
