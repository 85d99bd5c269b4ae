import HearthProtocol
import Support
import Testing

@testable import Ledger

/// SPEC IP: what a command would change.
struct ImpactTests {
  private static func impact(_ body: Command.OneOf_Body, in household: Household, by number: UInt64 = 1) throws -> Impact {
    try #require(try Ledger.impact(of: household.command(body), in: household.state, context: household.context(number)))
  }

  @Test("RC-05: whoever takes a group out of the archive is told before how many dates would be booked at once")
  func unarchiving() throws {
    var household = Household.family
    try household.perform(.setRecurring(Household.rule(1)))
    var counted = Household.rule(2, .day)
    counted.content.recurrence.count = 10
    try household.perform(.setRecurring(counted))
    try household.perform(.setRecurring(Household.rule(3, .week, from: "2027-01-04")))
    try household.perform(.setRecurring(Household.rule(4, .week)))
    try household.perform(.pauseRecurring(RecurringTests.pause(4)))
    try household.tick()
    try household.perform(.skipOccurrence(RecurringTests.skip(1, "2026-11-26")))
    try household.perform(.archiveGroup(ArchiveGroup()))
    try household.pass(days: 92)
    // 26 December and January; nine of ten days; 4, 11, 18 and 25 January.
    #expect(try Self.impact(.unarchiveGroup(UnarchiveGroup()), in: household).dueDates == 2 + 9 + 4)
    try household.perform(.unarchiveGroup(UnarchiveGroup()))
    #expect(try household.tick() == 15)
    #expect(try Self.impact(.addEntry(Household.entry(1)), in: household).dueDates == 0)
    #expect(try Self.impact(.setRecurring(Household.rule(5, .day, from: "2027-01-20")), in: household).dueDates == 7)
  }

  @Test("IP-02: what a rule that begins in the past books at once is counted in balances, debts, budgets and alerts")
  func pastDates() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1, minor: 250_000)))
    var rule = Household.rule(1, .day, from: Household.today.adding(days: -2).description, minor: 100_000)
    rule.content.template.category = "groceries"
    rule.content.template.split.equal.memberIds = [Household.text(2)]
    let impact = try Self.impact(.setRecurring(rule), in: household)
    #expect(impact.dueDates == 3)
    #expect(impact.balances.map(\.afterMinor) == [300_000, -300_000])
    #expect(impact.debts.map(\.afterMinor) == [-300_000])
    #expect(impact.budgets.map(\.after.spentMinor) == [300_000] && impact.alerts.last?.over == true)
    // It comes as foretold.
    try household.perform(.setRecurring(rule))
    #expect(household.state.shared.entries.isEmpty)
    #expect(try household.tick() == 3)
    #expect(
      household.state.shared.members.map { household.state.shared.balances[$0.id, PrecedenceTests.rupee] }.prefix(2) == [300_000, -300_000])
  }

  @Test("IP-02: the entries of 100 dates are counted, and those of one more are not", arguments: [100, 101])
  func mostDates(_ count: Int) throws {
    let household = Household.family
    var rule = Household.rule(1, .day, from: Household.today.adding(days: 1 - count).description, minor: 100)
    rule.content.template.split.equal.memberIds = [Household.text(2)]
    let impact = try Self.impact(.setRecurring(rule), in: household)
    #expect(impact.dueDates == UInt64(count) && Impact.dueDatesCountedMax == 100)
    #expect(impact.balances.map(\.afterMinor) == [10_000, -10_000])
  }

  @Test("RC-05: the count is what is booked, for any rules", arguments: [71, 72] as [UInt64]) func dueCounts(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<150 {
      var household = Household.family
      for rule in 1...UInt64.random(in: 1...4, using: &random) {
        let unit: RecurrenceUnit = [.day, .week, .month, .year][Int.random(in: 0..<4, using: &random)]
        let first = Household.today.adding(days: Int.random(in: -40...40, using: &random)).description
        var wish = Household.rule(rule, unit, every: UInt32.random(in: 1...5, using: &random), from: first)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: wish.content.recurrence.count = UInt32.random(in: 1...30, using: &random)
        case 1: wish.content.recurrence.lastDate = Household.today.adding(days: Int.random(in: 40...90, using: &random)).description
        default: break
        }
        try household.perform(.setRecurring(wish))
      }
      if Bool.random(using: &random) { try household.pass(days: Int.random(in: 0...50, using: &random)) }
      for rule in household.state.shared.recurring.rules where Bool.random(using: &random) {
        var skip = SkipOccurrence()
        guard let next = rule.next else { continue }
        (skip.ruleID, skip.date) = (rule.id.description, next.description)
        try household.perform(.skipOccurrence(skip))
      }
      household.today = household.today.adding(days: Int.random(in: 0...120, using: &random))
      let count = household.state.dueCount(on: household.today)
      #expect(try household.tick() == count, "seed \(seed), case \(number)")
    }
  }

  @Test("IP-01: what cannot be folded is no preview of nothing") func bug() throws {
    let household = PrecedenceTests.entered
    let decision = try decide(
      household.command(.voidEntry(PrecedenceTests.voiding(1))), in: household.state, context: household.context(1))
    #expect(folding(decision, into: household.state, at: household.now) != nil)
    var twice = decision
    twice.events += decision.events
    #expect(folding(twice, into: household.state, at: household.now) == nil)
  }

  @Test("IP-01: whatever is decided of any command can be folded", arguments: PrecedenceTests.tables.indices)
  func everyCommandFolds(_ index: Int) throws {
    let (name, good, _) = PrecedenceTests.tables[index]
    let decision = try decide(good.command, in: good.state, context: good.context)
    #expect(folding(decision, into: good.state, at: good.context.now) != nil, "\(name)")
  }

  @Test("product N13: before you press enter: the budget goes over, and what you owe grows")
  func beforeYouPressEnter() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1, minor: 12_00_000)))
    var first = Household.entry(1, minor: 1_280_00)
    first.content.paid = [Household.share(2, 1_280_00)]
    first.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
    try household.perform(.addEntry(first))
    var second = Household.entry(2, minor: 12_48_000)
    second.content.category = "groceries"
    second.content.paid = [Household.share(2, 12_48_000)]
    second.content.split.exact.shares = [Household.share(1, 400_00), Household.share(2, 12_08_000)]
    let impact = try Self.impact(.addEntry(second), in: household)
    let budget = try #require(impact.budgets.first)
    #expect(impact.budgets.count == 1 && budget.name == "Food" && budget.periodStart == "2026-10-01" && budget.periodEnd == "2026-10-31")
    #expect(budget.before.basisPoints == 0 && budget.after.basisPoints == 10_400)
    #expect(budget.after.spentMinor - budget.after.limitMinor == 480_00)
    #expect(impact.alerts.map(\.over) == [false, false, true])
    #expect(impact.debts.map(\.memberID) == [Household.text(2)])
    #expect(impact.debts.map(\.beforeMinor) == [640_00] && impact.debts.map(\.afterMinor) == [1_040_00])
    #expect(impact.balances.map(\.afterMinor) == [-1_040_00, 1_040_00])
    #expect(impact.memberID == Household.text(1))
  }

  @Test("IP-03: a preview has what the command would bring about: who pays whom how much, who is reminded of what") func theActItself()
    throws
  {
    let household = try SettlementTests.owing()
    let settled = try Self.impact(.settleUp(SettlementTests.settle(2, from: 3, to: 1)), in: household, by: 3)
    guard case .entryAdded(let added) = settled.events.first?.body, settled.events.count == 1 else {
      Issue.record("No transfer was told.")
      return
    }
    #expect(added.content.kind == .transfer && added.content.amount.minor == 2_000)
    #expect(added.content.paid == [Household.share(3, 2_000)] && added.owed == [Household.share(1, 2_000)])
    #expect(settled.events.map(\.memberID) == [Household.text(3)] && settled.events.allSatisfy { $0.salt.isEmpty })
    let reminded = try Self.impact(.remindDebtor(SettlementTests.remind(4)), in: household)
    guard case .debtorReminded(let reminder) = reminded.events.first?.body else {
      Issue.record("No reminder was told.")
      return
    }
    #expect(reminder.owed.minor == 2_000 && reminder.debtorID == Household.text(4))
    #expect(reminded.balances.isEmpty && reminded.debts.isEmpty)
  }

  @Test("IP-03: whatever is previewed is told as it then happens, but for alerts and other lanes", arguments: [63, 64] as [UInt64])
  func theActAsItHappens(_ seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var household = Household.family
    for _ in 0..<3 { try household.set(wishes.budget()) }
    var told = 0
    for number in 0..<200 {
      let body = Self.body(&wishes, household)
      let asker = UInt64(number % 3) + 1
      guard let impact = try? Self.impact(body, in: household, by: asker) else { continue }
      let decision = try household.perform(body, by: asker)
      let happened = decision.events.filter {
        if case .alertFired = $0.body { false } else { [.shared, .inbox(Household.member(asker))].contains($0.lane) }
      }
      #expect(impact.events.map(\.body) == happened.map { Optional($0.body) }, "seed \(seed), case \(number)")
      told += impact.events.count
    }
    #expect(told > 80)
  }

  @Test("IP-03: what stands in a lane that the asker does not read is not told") func otherLanes() throws {
    var wish = SetMemberEmail()
    wish.email = "ravi@example.org"
    let household = Household.family
    #expect(try Self.impact(.setMemberEmail(wish), in: household, by: 1).events.count == 1)
    #expect(try Self.impact(.setMemberEmail(wish), in: household, by: 3).events.isEmpty)
  }

  @Test func aLookChangesNothing() throws {
    let household = PrecedenceTests.entered
    let before = household.state.snapshot(of: .shared)
    _ = try Self.impact(.voidEntry(PrecedenceTests.voiding(1)), in: household)
    #expect(household.state.snapshot(of: .shared) == before)
  }

  @Test func whatWouldBeRefusedIsRefused() throws {
    #expect(throws: Rejection.forbidden(right: .entriesAdd, role: .viewer)) {
      try Self.impact(.addEntry(Household.entry(1)), in: .family, by: 4)
    }
    #expect(throws: Rejection.alreadyExists(field: "add_entry.entry_id")) {
      try Self.impact(.addEntry(Household.entry(1)), in: PrecedenceTests.entered)
    }
  }

  @Test("ER-04: a stranger learns nothing, whatever the command")
  func strangers() throws {
    var create = CreateGroup()
    create.memberID = Household.text(9)
    for body in [Command.OneOf_Body.createGroup(create), .joinGroup(JoinGroup()), .addEntry(Household.entry(1))] {
      #expect(throws: Rejection.notFound(field: "group_id")) { try Self.impact(body, in: .family, by: 77) }
      #expect(throws: Rejection.notFound(field: "group_id")) { try Self.impact(body, in: Household(), by: 77) }
    }
  }

  @Test func budgetsThatAreSetRemovedOrReactivatedAreThere() throws {
    var household = Household.family
    var entry = Household.entry(1, minor: 5_000)
    entry.content.category = "groceries"
    try household.perform(.addEntry(entry))
    let set = try Self.impact(.setBudget(Household.budget(1, minor: 5_000)), in: household)
    #expect(set.budgets.map(\.hasBefore) == [false] && set.budgets.map(\.after.spentMinor) == [5_000])
    #expect(set.alerts.map(\.basisPoints) == [8_000, 10_000])
    try household.perform(.setBudget(Household.budget(1, minor: 5_000)))
    let changed = try Self.impact(.setBudget(Household.budget(1, minor: 10_000)), in: household)
    #expect(changed.budgets.map(\.before.basisPoints) == [10_000] && changed.budgets.map(\.after.basisPoints) == [5_000])
    let removed = try Self.impact(.removeBudget(PrecedenceTests.removal(1)), in: household)
    #expect(removed.budgets.map(\.hasBefore) == [true] && removed.budgets.map(\.hasAfter) == [false])
    #expect(removed.balances.isEmpty && removed.debts.isEmpty)
  }

  /// ₹100.00 a month for groceries, of which what is left or missing is carried.
  private static func shop(from start: String, _ change: (inout SetBudget) -> Void = { _ in }) -> SetBudget {
    var wish = Household.budget(1, minor: 100_00)
    (wish.content.categories, wish.content.startDate, wish.content.rollover) = (["groceries"], start, .both)
    change(&wish)
    return wish
  }

  @Test("IP-02: a budget that is changed in the past says each period whose figures that changes")
  func aChangeOfThePast() throws {
    var household = Household.family
    try household.perform(.setBudget(Self.shop(from: "2026-09-01")))
    var entry = Household.entry(1, minor: 80_00)
    entry.content.category = "groceries"
    try household.perform(.addEntry(entry))
    let anew = Self.shop(from: "") {
      ($0.effectiveFrom, $0.content.limit.minor, $0.content.categories, $0.content.rollover) = ("2026-09-01", 500_00, ["dining"], .none)
    }
    let budgets = try Self.impact(.setBudget(anew), in: household).budgets
    #expect(budgets.map(\.periodStart) == ["2026-09-01", "2026-10-01"])
    #expect(budgets.map(\.before.spentMinor) == [0, 80_00] && budgets.map(\.before.limitMinor) == [100_00, 200_00])
    #expect(budgets.map(\.after.spentMinor) == [0, 0] && budgets.map(\.after.limitMinor) == [500_00, 500_00])
  }

  @Test("IP-02: what a budget carries by a change of the past, and a limit that is set ahead, are told with their periods")
  func changesOfOtherPeriods() throws {
    var household = Household.family
    try household.perform(.setBudget(Self.shop(from: "2026-06-01")))
    let capped = Self.shop(from: "") { ($0.effectiveFrom, $0.content.rolloverCapMinor) = ("2026-06-01", 50_00) }
    let budgets = try Self.impact(.setBudget(capped), in: household).budgets
    // June has nothing from before.
    #expect(budgets.map(\.periodStart) == ["2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01"])
    #expect(budgets.map(\.before.limitMinor) == [200_00, 300_00, 400_00, 500_00])
    #expect(budgets.map(\.after.limitMinor) == [150_00, 150_00, 150_00, 150_00])

    let ahead = Self.shop(from: "") { ($0.effectiveFrom, $0.content.limit.minor) = ("2026-12-01", 300_00) }
    let later = try Self.impact(.setBudget(ahead), in: household).budgets
    #expect(later.map(\.periodStart) == ["2026-12-01"])
    #expect(later.map(\.before.limitMinor) == [700_00] && later.map(\.after.limitMinor) == [900_00])

    // What was set for December goes when periods are counted anew.
    try household.perform(.setBudget(ahead))
    let yearly = Self.shop(from: "2026-10-01") { ($0.content.period, $0.content.rollover) = (.yearly, .none) }
    #expect(try Self.impact(.setBudget(yearly), in: household).budgets.map(\.periodStart) == ["2026-10-01"])
    // Where it begins earlier than it did there was nothing before.
    let earlier = Self.shop(from: "2026-05-01") { ($0.effectiveFrom, $0.content.rollover) = ("2026-05-01", .none) }
    let begun = try Self.impact(.setBudget(earlier), in: household).budgets
    #expect(begun.first?.periodStart == "2026-05-01" && begun.first?.hasBefore == false && begun.first?.after.limitMinor == 100_00)
    // A new budget is told of today, or of its first day where that comes later.
    var other = Self.shop(from: "2027-01-01")
    other.budgetID = Household.budget(2).budgetID
    #expect(try Self.impact(.setBudget(other), in: household).budgets.map(\.periodStart) == ["2027-01-01"])
    other.content.startDate = "2026-01-01"
    #expect(try Self.impact(.setBudget(other), in: household).budgets.map(\.periodStart) == ["2026-10-01"])
  }

  @Test("IP-02 Limit: the first period and the latest 120 up to today are looked at", arguments: [120, 121])
  func mostPeriods(_ weeks: Int) throws {
    var household = Household.family
    let first = Household.today.adding(days: -7 * weeks)
    let wish = Self.shop(from: first.description) { ($0.content.period, $0.content.rollover) = (.weekly, .none) }
    try household.perform(.setBudget(wish))
    let anew = Self.shop(from: "") {
      ($0.content.period, $0.content.rollover, $0.content.limit.minor, $0.effectiveFrom) = (.weekly, .none, 200_00, first.description)
    }
    let starts = try Self.impact(.setBudget(anew), in: household).budgets.map(\.periodStart)
    #expect(starts.count == 121 && Impact.periodsMax == 120)
    #expect(starts.first == first.description && starts.last == Household.today.description)
    #expect(starts.contains(first.adding(days: 7).description) == (weeks == 120))
  }

  @Test func anEditIsSeenInBothPeriods() throws {
    var household = Household.family
    try household.perform(.setBudget(Household.budget(1, minor: 10_000)))
    var wish = Household.budget(2, minor: 10_000)
    wish.content.startDate = "2026-01-01"
    try household.perform(.setBudget(wish))
    var entry = Household.entry(1, minor: 5_000)
    entry.content.category = "groceries"
    try household.perform(.addEntry(entry))
    var edit = EditEntry()
    edit.entryID = entry.entryID
    edit.baseVersion = household.state.shared.entries[0].version.rawValue
    edit.changes.date = "2026-09-30"
    let impact = try Self.impact(.editEntry(edit), in: household)
    #expect(impact.budgets.map(\.periodStart) == ["2026-10-01", "2026-09-01", "2026-10-01"])
    #expect(impact.budgets.map(\.after.spentMinor) == [0, 5_000, 0])
    #expect(impact.balances.isEmpty)
  }

  /// What was foretold is what happens, and what was not foretold does not.
  @Test(arguments: [61, 62] as [UInt64]) func itComesAsForetold(seed: UInt64) throws {
    var wishes = RandomWishes(seed: seed)
    var household = Household.family
    for _ in 0..<4 { try household.set(wishes.budget()) }
    var foretold = 0
    for number in 0..<400 {
      let asker = UInt64(number % 3) + 1
      let body = Self.body(&wishes, household)
      let impact: Impact
      do throws(Rejection) {
        // Nothing that is decided is without a preview.
        guard let found = try Ledger.impact(of: household.command(body), in: household.state, context: household.context(asker)) else {
          Issue.record("seed \(seed), case \(number): it does not fold")
          continue
        }
        impact = found
      } catch {
        #expect(throws: error, "seed \(seed), case \(number)") { try household.perform(body, by: asker) }
        continue
      }
      foretold += 1
      let before = household.state.shared
      let decision = try household.perform(body, by: asker)
      compare(impact, before, household.state.shared, decision, asker: Household.member(asker), "seed \(seed), case \(number)")
    }
    #expect(foretold > 150)
  }

  private static func body(_ wishes: inout RandomWishes, _ household: Household) -> Command.OneOf_Body {
    switch Int.random(in: 0..<6, using: &wishes.random) {
    case 0: return .setBudget(wishes.budget())
    case 1: return .settleUp(wishes.settlement())
    case 2, 3:
      let content = wishes.entry().content
      if let entry = household.state.shared.entries.randomElement(using: &wishes.random) { return wishes.change(of: entry, to: content) }
    default: break
    }
    return .addEntry(wishes.entry())
  }

  private func compare(
    _ impact: Impact, _ before: SharedState, _ after: SharedState, _ decision: Decision, asker: MemberID, _ comment: Comment
  ) {
    var balances = impact.balances[...]
    var debts = impact.debts[...]
    for currency in Set(before.balances.currencies + after.balances.currencies).sorted() {
      let plans = [before, after].map { $0.settlementPlan(in: currency) }
      for member in after.members where before.balances[member.id, currency] != after.balances[member.id, currency] {
        let change = balances.popFirst()
        #expect(change?.memberID == member.id.description && change?.currency == currency.code, comment)
        #expect(change?.beforeMinor == before.balances[member.id, currency], comment)
        #expect(change?.afterMinor == after.balances[member.id, currency], comment)
      }
      for member in after.members where member.id != asker {
        let owed = plans.map { $0.minor(from: asker, to: member.id) - $0.minor(from: member.id, to: asker) }
        guard owed[0] != owed[1] else { continue }
        let change = debts.popFirst()
        #expect(change?.memberID == member.id.description && change?.beforeMinor == owed[0] && change?.afterMinor == owed[1], comment)
      }
    }
    #expect(balances.isEmpty && debts.isEmpty, comment)
    #expect(impact.alerts == decision.events.compactMap { if case .alertFired(let fired) = $0.body { fired } else { nil } }, comment)
    for change in impact.budgets {
      guard let id = BudgetID(change.budgetID), let day = CivilDate(iso8601: change.periodStart), let budget = after.budgets[id] else {
        Issue.record(comment)
        continue
      }
      let will = budget.isActive ? BudgetFigure(after.progress(of: budget, on: day)) : nil
      #expect((change.hasAfter ? change.after : nil) == will, comment)
    }
    // Today's period of every budget that is not named stays as it was.
    for budget in after.budgets where budget.isActive && Household.today >= budget.start {
      let period = budget.period(containing: Household.today)
      guard !impact.budgets.contains(where: { $0.budgetID == budget.id.description && $0.periodStart == period.lowerBound.description }),
        let old = before.budgets[budget.id]
      else { continue }
      #expect(
        before.progress(of: old, on: Household.today).spentMinor == after.progress(of: budget, on: Household.today).spentMinor, comment)
    }
  }
}
