import HearthProtocol
import Testing

@testable import Ledger

/// SPEC MB-05: what a member has said and made goes on with whoever they claim to be.
struct ClaimTests {
  private static let rupee = PrecedenceTests.rupee
  private static let asha = Household.member(30)

  /// The family, where the adult says and makes what names them, without an entry; 30 is a placeholder.
  private static func family(_ prepare: (inout Household) throws -> Void) throws -> Household {
    var household = PrecedenceTests.staged
    try prepare(&household)
    return household
  }

  /// The same after the adult has claimed the placeholder; by a snapshot of the lanes too.
  private static func claimed(_ prepare: (inout Household) throws -> Void) throws -> [Household] {
    var household = try family(prepare)
    try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3)
    var opened = household
    opened.state = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin, .income] { try opened.state.restore(household.state.snapshot(of: lane)) }
    #expect(household.state.shared.members.current(Household.member(3)) == asha)
    return [household, opened]
  }

  private static func rejection(_ household: Household, _ body: Command.OneOf_Body, by number: UInt64 = 3) -> Rejection? {
    Situation(body, household: household, by: number).rejection
  }

  @Test("MB-05: the monthly income is the claimer's: it divides, is changed and taken back under the new name")
  func income() throws {
    for var household in try Self.claimed({ household in
      try household.perform(.setMemberIncome(PrecedenceTests.income(30_000)), by: 3)
      try household.perform(.setMemberIncome(PrecedenceTests.income(10_000)), by: 1)
    }) {
      #expect(household.state.monthlyIncome(of: Self.asha)?.minor == 30_000)
      var entry = Household.entry(1)
      entry.content.split.income.memberIds = [Household.text(1), Household.text(30)]
      try household.perform(.addEntry(entry))
      #expect(household.lastOwed == [2_500, 7_500])
      #expect(Self.rejection(household, .setMemberIncome(PrecedenceTests.income(30_000))) == .nothingChanges)
      try household.perform(.setMemberIncome(PrecedenceTests.income(20_000)), by: 3)
      #expect(household.state.monthlyIncome(of: Self.asha)?.minor == 20_000)
      #expect(household.state.income.snapshot().members.count == 2)
      try household.perform(.setMemberIncome(PrecedenceTests.income(0)), by: 3)
      #expect(household.state.monthlyIncome(of: Self.asha) == nil && household.state.income.snapshot().members.count == 1)
    }
  }

  @Test("MB-05: an income that was said before is taken away at once under the new name") func incomeTakenAway() throws {
    for var household in try Self.claimed({ try $0.perform(.setMemberIncome(PrecedenceTests.income(30_000)), by: 3) }) {
      try household.perform(.setMemberIncome(PrecedenceTests.income(0)), by: 3)
      #expect(household.state.monthlyIncome(of: Self.asha) == nil && household.state.income.snapshot().members.isEmpty)
      #expect(Self.rejection(household, .setMemberIncome(PrecedenceTests.income(0))) == .nothingChanges)
    }
  }

  @Test("MB-05: an email address is the claimer's, and nothing is left of it when they take it back") func email() throws {
    for var household in try Self.claimed({ try $0.perform(.setMemberEmail(EmailTests.wish("m3@example.org")), by: 3) }) {
      #expect(household.state.email(of: Self.asha) == "m3@example.org")
      #expect(Self.rejection(household, .setMemberEmail(EmailTests.wish("m3@example.org"))) == .nothingChanges)
      try household.perform(.setMemberEmail(EmailTests.wish("")), by: 3)
      #expect(household.state.email(of: Self.asha) == nil && household.state.admin.emails.isEmpty)
    }
  }

  @Test("MB-05: preferences go on") func preferences() throws {
    var wish = SetPreferences()
    wish.preferences = [NoticePreference(.members, .bell, isWanted: true)]
    for household in try Self.claimed({ try $0.perform(.setPreferences(wish), by: 3) }) {
      #expect(household.state.shared.preferences[Self.asha].wants(.members, in: .bell))
    }
  }

  @Test("MB-05: the last act is the claimer's to undo") func lastAct() throws {
    for var household in try Self.claimed({ household in
      var entry = Household.entry(1)
      entry.content.split.equal.memberIds = [Household.text(1), Household.text(2)]
      try household.perform(.addEntry(entry))
      var edit = EditEntry()
      (edit.entryID, edit.baseVersion) = (entry.entryID, household.state.shared.entries[0].version.rawValue)
      edit.changes.note = "by mistake"
      try household.perform(.editEntry(edit), by: 3)
    }) {
      let decision = try household.perform(.undoLast(UndoLast()), by: 3)
      #expect(decision.actor == Self.asha && household.state.shared.entries[0].note.isEmpty)
      #expect(Self.rejection(household, .undoLast(UndoLast())) == .nothingToUndo)
    }
  }

  @Test("RC-04: a rule books in the name of whom its maker goes on as; they change it, others do not") func rules() throws {
    for var household in try Self.claimed({ try $0.perform(.setRecurring(Household.rule(1, from: "2026-10-27")), by: 3) }) {
      try household.pass(days: 1)
      let entry = try #require(household.state.shared.entries.last)
      #expect(household.dates(bookedBy: 1) == ["2026-10-27"] && entry.addedBy == Self.asha)
      #expect(entry.paid.map(\.member) == [Self.asha] && !entry.names(Household.member(3)) && entry.names(Self.asha))
      #expect(household.log.last?.event.entryAdded.addedBy == Household.text(30))
      // Their own entry, which an adult voids, and their own rule.
      try household.perform(.voidEntry(voiding(entry.id)), by: 3)
      try household.perform(.pauseRecurring(RecurringTests.pause(1)), by: 3)
      #expect(household.rule(1)?.isPaused == true)
    }
  }

  @Test("MB-05: a rule that names both has the claimer pay and owe what the two did") func bothNames() throws {
    for var household in try Self.claimed({ household in
      let both = [Household.text(3), Household.text(30), Household.text(1)]
      var rules = (1...5 as ClosedRange<UInt64>).map { Household.rule($0, from: "2026-10-27", minor: 10_000) }
      rules[0].content.template.split.equal.memberIds = both
      rules[1].content.template.split.percentage.shares = zip(both, [2_000, 3_000, 5_000] as [Int32]).map { name, points in
        var share = PercentageShare()
        (share.memberID, share.basisPoints) = (name, points)
        return share
      }
      rules[2].content.template.split.weights.shares = zip(both, [1, 2, 1] as [UInt32]).map { name, weight in
        var share = WeightShare()
        (share.memberID, share.weight) = (name, weight)
        return share
      }
      rules[3].content.template.split.exact.shares = [Household.share(3, 1_000), Household.share(30, 2_000), Household.share(1, 7_000)]
      rules[3].content.template.paid = [Household.share(3, 4_000), Household.share(30, 6_000)]
      // From the one to the other is nothing any more: the rule waits for somebody to mend it.
      rules[4].content.template.kind = .transfer
      rules[4].content.template.paid = [Household.share(3, 10_000)]
      rules[4].content.template.split.exact.shares = [Household.share(30, 10_000)]
      for rule in rules { try household.perform(.setRecurring(rule)) }
    }) {
      try household.pass(days: 1)
      let entries = Array(household.state.shared.entries)
      #expect(entries.map { entry in entry.owed.map { $0.minor } } == [[5_000, 5_000], [5_000, 5_000], [7_500, 2_500], [3_000, 7_000]])
      #expect(entries.allSatisfy { entry in entry.owed.map { $0.member } == [Self.asha, Household.member(1)] })
      let paid = try #require(entries.last).paid.map(Share.init)
      #expect(paid == [Household.share(30, 10_000)])
      #expect(household.rule(5)?.pauseCode == "transfer_needs_two_members")
      #expect(household.state.shared.balances[Household.member(3), Self.rupee] == 0)
    }
  }

  @Test("RC-04: a history that books in another's name than whom the maker goes on as is refused") func wrongName() throws {
    var household = try #require(try Self.claimed { try $0.perform(.setRecurring(Household.rule(1, from: "2026-10-27")), by: 3) }.first)
    household.today = household.today.adding(days: 1)
    var due = try #require(decideDue(in: household.state, now: household.now, today: household.today))
    guard case .entryAdded(var added) = due.events[0].body else {
      Issue.record("no entry")
      return
    }
    added.addedBy = Household.text(4)
    due.events[0].body = .entryAdded(added)
    #expect(throws: HistoryFlaw.contradiction(.namesKnown)) { try household.store(due.events[0], by: nil) }
    // As it was booked before events said the name: in the maker's.
    added.addedBy = ""
    due.events[0].body = .entryAdded(added)
    try household.store(due.events[0], by: nil)
    #expect(household.state.shared.entries.last?.addedBy == Household.member(3))
    // What was booked so is theirs all the same.
    try household.perform(.voidEntry(voiding(household.state.shared.entries[0].id)), by: 3)
  }

  @Test("a placeholder that is claimed by joining keeps its place in rules, debts and reminders") func joined() throws {
    var household = PrecedenceTests.staged
    var entry = Household.entry(1)
    entry.content.split.equal.memberIds = [Household.text(30)]
    try household.perform(.addEntry(entry))
    try household.perform(.remindDebtor(SettlementTests.remind(30, of: 1)))
    var rule = Household.rule(1, from: "2026-10-27")
    rule.content.template.paid = [Household.share(30, 100_000)]
    try household.perform(.setRecurring(rule))
    try household.joinClaiming(30, as: 40)
    try household.pass(days: 1)
    #expect(household.state.shared.entries.last?.paid.first?.member == Self.asha)
    #expect(household.state.inbox(of: Household.member(1)).reminders.last(Self.asha, Household.member(1)) != nil)
    #expect(household.state.shared.balances[Self.asha, Self.rupee] != 0)
    try household.perform(.setMemberIncome(PrecedenceTests.income(5)), by: 40)
    #expect(household.state.monthlyIncome(of: Self.asha)?.minor == 5)
  }

  @Test("members who replace one another in a snapshot end nobody's search") func circle() throws {
    let household = try #require(try Self.claimed { _ in }.first)
    var snapshot = household.state.snapshot(of: .shared)
    let pair = [Household.text(4), Household.text(5)]
    for place in snapshot.shared.members.indices where pair.contains(snapshot.shared.members[place].memberID) {
      let isFirst = snapshot.shared.members[place].memberID == Household.text(4)
      snapshot.shared.members[place].holder = .init()
      snapshot.shared.members[place].status = .replaced
      snapshot.shared.members[place].becameMemberID = Household.text(isFirst ? 5 : 4)
    }
    var state = GroupState(group: Household.group)
    try state.restore(snapshot)
    #expect([Household.member(4), Household.member(5)].contains(state.shared.members.current(Household.member(4))))
    #expect(Set(state.shared.members.names(of: Household.member(4))) == [Household.member(4), Household.member(5)])
  }

  private func voiding(_ entry: EntryID) -> VoidEntry {
    var wish = VoidEntry()
    wish.entryID = entry.description
    return wish
  }
}

extension Household {
  /// Somebody new joins and is from then on the placeholder.
  fileprivate mutating func joinClaiming(_ number: UInt64, as holder: UInt64) throws {
    let id = InviteID(high: 0xA000, low: 900)
    var created = CreateInvite()
    created.inviteID = id.description
    created.role = .adult
    try perform(.createInvite(created))
    var joined = JoinGroup()
    joined.claimsMemberID = Self.text(number)
    invite = id
    try perform(.joinGroup(joined), by: holder)
    invite = nil
  }
}
