import HearthProtocol
import Testing

@testable import Ledger

/// Guardians, what a minor spends, limits on it and their alerts (SPEC section 23).
struct FamilyTests {
  static let riya = Household.member(5)
  static let lane = Lane.minor(riya)

  static func guardian(_ number: UInt64, of minor: UInt64 = 5, isRemoved: Bool = false) -> SetGuardian {
    .with { ($0.minorID, $0.memberID, $0.removed) = (Household.text(minor), Household.text(number), isRemoved) }
  }

  static func spendingID(_ number: UInt64) -> EntryID { EntryID(high: 0xF1A0, low: number) }
  static func limitID(_ number: UInt64) -> BudgetID { BudgetID(high: 0xF1A1, low: number) }

  static func spending(_ number: UInt64, minor: Int64 = 12_000, of member: UInt64 = 5, category: String = "dining") -> SetSpending {
    .with {
      ($0.minorID, $0.spendingID) = (Household.text(member), spendingID(number).description)
      ($0.content.amount, $0.content.description_p, $0.content.category) = (Money(minor: minor, currency: "INR"), "Samosa", category)
    }
  }

  static func restoring(_ number: UInt64, of member: UInt64 = 5) -> RestoreSpending {
    .with { ($0.minorID, $0.spendingID) = (Household.text(member), spendingID(number).description) }
  }

  static func voiding(_ number: UInt64, of member: UInt64 = 5) -> VoidSpending {
    .with { ($0.minorID, $0.spendingID) = (Household.text(member), spendingID(number).description) }
  }

  static func limit(_ number: UInt64, minor: Int64 = 50_000, of member: UInt64 = 5, categories: [String] = []) -> SetSpendingLimit {
    .with {
      ($0.minorID, $0.limitID) = (Household.text(member), limitID(number).description)
      ($0.content.name, $0.content.limit) = ("Pocket", Money(minor: minor, currency: "INR"))
      ($0.content.period, $0.content.categories) = (.weekly, categories)
    }
  }

  static func limitRemoval(_ number: UInt64, of member: UInt64 = 5) -> RemoveSpendingLimit {
    .with { ($0.minorID, $0.limitID) = (Household.text(member), limitID(number).description) }
  }

  private static func readers(_ household: Household) -> [UInt64] {
    (1...5 as ClosedRange<UInt64>).filter { household.state.lanes(readableBy: Household.member($0)).contains(lane) }
  }

  /// The alerts of a decision: which threshold, and what was spent.
  private static func alerts(_ decision: Decision) -> [String] {
    decision.events.compactMap { decided in
      guard case .childAlertFired(let fired) = decided.body else { return nil }
      #expect(decided.lane == lane)
      return "\(fired.over ? "over" : String(fired.basisPoints)) \(fired.spentMinor)/\(fired.limitMinor) \(fired.periodStart)"
    }
  }

  // MARK: Guardians

  @Test("product C21, FA-01: the owner makes an admin or adult a guardian, who then receives the lane; the minor is told there")
  func guardians() throws {
    var household = Household.family
    let added = try household.perform(.setGuardian(Self.guardian(3)))
    #expect(added.events.map(\.lane) == [Self.lane] && Self.readers(household) == [1, 3, 5])
    #expect(household.state.guardians(of: Self.riya) == [Household.member(1), Household.member(3)])
    try household.perform(.setGuardian(Self.guardian(3, isRemoved: true)))
    #expect(Self.readers(household) == [1, 5] && household.state.guardians(of: Self.riya) == [Household.member(1)])
    #expect(try household.replayed().snapshot(of: Self.lane) == household.state.snapshot(of: Self.lane))
  }

  @Test("FA-02: a guardian who comes back, or may be one again, is none; who never was is told nothing by the answer")
  func lapses() throws {
    // Back by the owner, by an invite, and by another role.
    var household = PrecedenceTests.after(Household.family, [(.setGuardian(Self.guardian(3)), 1)])
    try household.perform(.removeMember(PrecedenceTests.removal(3)), by: 2)
    let restored = try household.perform(.restoreMember(PrecedenceTests.restoration(3)))
    #expect(restored.events.map(\.lane) == [.shared, Self.lane] && Self.readers(household) == [1, 5])

    household = PrecedenceTests.after(Household.family, [(.setGuardian(Self.guardian(3)), 1)])
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    let raised = try household.perform(.changeRole(PrecedenceTests.change(3, to: .adult)))
    #expect(raised.events.map(\.lane) == [.shared, Self.lane] && Self.readers(household) == [1, 5])

    household = PrecedenceTests.after(Household.family, [(.setGuardian(Self.guardian(3)), 1), (.leaveGroup(LeaveGroup()), 3)])
    try household.perform(.createInvite(PrecedenceTests.invite(40)))
    var join = JoinGroup()
    (join.memberID, join.displayName) = (Household.text(3), "Member 3")
    household.invite = InviteID(high: 0xD000, low: 40)
    try household.perform(.joinGroup(join), by: 3)
    #expect(Self.readers(household) == [1, 5])
  }

  @Test("FA-02: an adult keeps the lane alone, and a minor again has the owner alone for a guardian")
  func grown() throws {
    var household = PrecedenceTests.after(
      Household.family,
      [(.setGuardian(Self.guardian(3)), 1), (.setSpending(Self.spending(1)), 5), (.changeRole(PrecedenceTests.change(5, to: .adult)), 1)])
    #expect(Self.readers(household) == [5])
    #expect(throws: Rejection.choiceNotAllowed(field: "set_spending.minor_id")) {
      try household.perform(.setSpending(Self.spending(2)), by: 5)
    }
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
    try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
    #expect(Self.readers(household) == [1, 5])
  }

  @Test("FA-02: who comes back as a minor, or claims a minor's place, after having been an adult has the owner alone for a guardian")
  func minorAgain() throws {
    let grown = PrecedenceTests.after(
      Household.family,
      [(.setGuardian(Self.guardian(3)), 1), (.setSpending(Self.spending(1)), 5), (.changeRole(PrecedenceTests.change(5, to: .adult)), 1)])
    var back = PrecedenceTests.after(grown, [(.leaveGroup(LeaveGroup()), 5), (.createInvite(PrecedenceTests.invite(41, role: .minor)), 1)])
    var join = JoinGroup()
    (join.memberID, join.displayName, join.acceptsTransparency) = (Household.text(5), "Riya", TransparencyNotice.version)
    back.invite = InviteID(high: 0xD000, low: 41)
    try back.perform(.joinGroup(join), by: 5)
    #expect(back.state.shared.member(Household.member(5))?.role == .minor && Self.readers(back) == [1, 5])

    var claimed = PrecedenceTests.after(grown, [(.addPlaceholder(PrecedenceTests.placeholder(33, as: .minor)), 1)])
    var claim = PrecedenceTests.claim(33)
    claim.acceptsTransparency = TransparencyNotice.version
    try claimed.perform(.claimMember(claim), by: 5)
    #expect(claimed.state.lanes(readableBy: Household.member(33)).contains(Self.lane))
    #expect(!claimed.state.lanes(readableBy: Household.member(3)).contains(Self.lane))
  }

  @Test("FA-05: the alerts of one minor do not depend on those of another")
  func alertsOfTwo() throws {
    var household = PrecedenceTests.after(Household.family, [(.addPlaceholder(PrecedenceTests.placeholder(33, as: .minor)), 1)])
    var thresholds = BudgetAlerts()
    thresholds.basisPoints = (1...10).map { UInt32($0 * 100) }
    for number in 1...11 as ClosedRange<UInt64> {
      var limit = Self.limit(number, minor: 1_000)
      (limit.content.name, limit.content.alerts) = ("Limit \(number)", thresholds)
      try household.perform(.setSpendingLimit(limit))
    }
    try household.perform(.setSpendingLimit(Self.limit(20, minor: 1_000, of: 33)))
    var entry = Household.entry(1, minor: 100_000)
    entry.content.split.equal.memberIds = [Household.text(5), Household.text(33)]
    let fired = try household.perform(.addEntry(entry)).events.filter { if case .childAlertFired = $0.body { true } else { false } }
    #expect(fired.count(where: { $0.lane == Self.lane }) == 100)
    #expect(fired.count(where: { $0.lane == .minor(Household.member(33)) }) == 3)
  }

  @Test("MB-05: a minor who turns out to be a placeholder goes on in the lane they had")
  func claimed() throws {
    var household = PrecedenceTests.after(
      Household.family, [(.setSpending(Self.spending(1)), 5), (.addPlaceholder(PrecedenceTests.placeholder(33, as: .minor)), 1)])
    try household.perform(.claimMember(PrecedenceTests.claim(33)), by: 5)
    let set = try household.perform(.setSpending(Self.spending(2, of: 33)), by: 5)
    #expect(set.events.map(\.lane) == [Self.lane])
    #expect(household.state.lanes(readableBy: Household.member(33)).contains(Self.lane))
    #expect(household.state.lanes(readableBy: Household.member(1)).contains(Self.lane))
    // It is found by the name that the minor has now, and by the one that they had.
    for name in [5, 33] as [UInt64] {
      var read = ReadGroup()
      (read.part, read.id) = (.minors, Household.text(name))
      #expect(try household.state.contents(read, for: Household.member(1)).minors.map(\.minorID) == [Household.text(5)])
    }
  }

  // MARK: Spending

  @Test("product C20, FA-03: the minor and a guardian note, change and take out what is spent, and no debt moves")
  func spending() throws {
    var household = PrecedenceTests.after(Household.family, [(.setGuardian(Self.guardian(3)), 1)])
    var own = Self.spending(1)
    (own.minorID, own.content.note) = ("", "samosa\rchai")
    try household.perform(.setSpending(own), by: 5)
    #expect(household.state.minor(Self.riya).spending[Self.spendingID(1)]?.note == "samosa\nchai")
    try household.perform(.setSpending(Self.spending(2, minor: 5_000)), by: 3)
    try household.perform(.setSpending(Self.spending(1, minor: 10_000)), by: 3)
    let record = try #require(household.state.minor(Self.riya).spending[Self.spendingID(1)])
    #expect(record.minor == 10_000 && record.addedBy == Self.riya && record.date == Household.today)
    let days = Household.today...Household.today
    #expect(household.state.spent(by: Self.riya, in: PrecedenceTests.rupee, days) == 15_000)
    try household.perform(.voidSpending(Self.voiding(2)), by: 5)
    #expect(household.state.spent(by: Self.riya, in: PrecedenceTests.rupee, days) == 10_000)
    // Brought back it counts again, as it was.
    let before = household.state.minor(Self.riya).spending[Self.spendingID(2)]?.content
    try household.perform(.restoreSpending(Self.restoring(2)), by: 3)
    #expect(household.state.spent(by: Self.riya, in: PrecedenceTests.rupee, days) == 15_000)
    #expect(household.state.minor(Self.riya).spending[Self.spendingID(2)]?.content == before)
    try household.perform(.voidSpending(Self.voiding(2)), by: 5)
    #expect(household.state.spent(by: Self.riya, in: PrecedenceTests.rupee, days) == 10_000)
    #expect(household.state.shared.balances.currencies.isEmpty && household.state.shared.entries.isEmpty)
    #expect(household.log.suffix(4).allSatisfy { $0.lane == Self.lane })
  }

  @Test("FA-03, FA-05: what is brought back rings a limit that it reaches, once")
  func restored() throws {
    var household = PrecedenceTests.after(Household.family, [(.setSpending(Self.spending(1, minor: 90_000)), 5)])
    try household.perform(.voidSpending(Self.voiding(1)), by: 5)
    var limit = Self.limit(1)
    limit.content.limit.minor = 100_000
    try household.perform(.setSpendingLimit(limit))
    #expect(Self.alerts(try household.perform(.restoreSpending(Self.restoring(1)), by: 5)).count == 1)
    try household.perform(.voidSpending(Self.voiding(1)), by: 5)
    #expect(Self.alerts(try household.perform(.restoreSpending(Self.restoring(1)), by: 5)) == [])
  }

  @Test("FA-03: an adult who is no guardian is refused alike, whatever stands in the lane")
  func refusals() throws {
    var full = Household.family
    try full.perform(.setSpending(Self.spending(1)), by: 5)
    try full.perform(.setSpendingLimit(Self.limit(1)))
    for body in [
      .setSpending(Self.spending(1)), .voidSpending(Self.voiding(1)), .restoreSpending(Self.restoring(1)),
      .setSpendingLimit(Self.limit(1)),
      .removeSpendingLimit(Self.limitRemoval(1)),
    ] as [Command.OneOf_Body] {
      for number in [2, 3, 4] as [UInt64] {
        let rejection = Situation(body, household: full, by: number).rejection
        #expect(rejection?.code == .forbidden && rejection == Situation(body, household: .family, by: number).rejection)
      }
    }
  }

  @Test("FA-03: no sum of records leaves 64 bits")
  func sums() throws {
    var household = Household.family
    for number in 1...9_223 as ClosedRange<UInt64> {
      try household.store(
        DecidedEvent(
          .spendingSet(
            .with {
              ($0.minorID, $0.spendingID) = (Household.text(5), Self.spendingID(number).description)
              ($0.content.amount, $0.content.date) = (Money(minor: amountMinorMax, currency: "INR"), Household.today.description)
            })), by: Self.riya)
    }
    #expect(throws: Rejection.outOfRange(field: "set_spending.content.amount.minor", PrecedenceTests.rupee)) {
      try household.perform(.setSpending(Self.spending(10_000, minor: amountMinorMax)), by: 5)
    }
    // What takes the place of a record does not count beside it.
    try household.perform(.setSpending(Self.spending(1, minor: amountMinorMax - 1)), by: 5)
  }

  // MARK: Limits

  @Test("product 122, 134, FA-05: 80, 100 and over each ring once in a period, over what is noted and what is owed in shared entries")
  func alerts() throws {
    var household = Household.family
    try household.perform(.setSpendingLimit(Self.limit(1)))
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(1, minor: 39_999)), by: 5)) == [])
    let week = Household.today.startOfWeek(from: .monday).description
    // An adult's entry in which the minor owes ₹0.01: the alert stands in the lane of the minor alone.
    var entry = Household.entry(1, minor: 2)
    entry.content.split.equal.memberIds = [3, 5].map(Household.text)
    let added = try household.perform(.addEntry(entry), by: 3)
    #expect(Self.alerts(added) == ["8000 40000/50000 \(week)"])
    #expect(added.events.map(\.lane) == [.shared, Self.lane])
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(2, minor: 9_999)), by: 1)) == [])
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(3, minor: 1)), by: 5)) == ["10000 50000/50000 \(week)"])
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(4, minor: 1)), by: 5)) == ["over 50001/50000 \(week)"])
    // Once in a period, whatever is taken out, back-dated and noted again.
    try household.perform(.voidSpending(Self.voiding(1)), by: 5)
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(5, minor: 90_000)), by: 5)) == [])
    try household.pass(days: 7)
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(6, minor: 45_000)), by: 5)).count == 1)
    let progress = household.state.progress(of: household.state.minor(Self.riya).limits[0], for: Self.riya, on: household.today)
    #expect(progress.spentMinor == 45_000 && progress.basisPoints == 9_000)
    #expect(try household.replayed().snapshot(of: Self.lane) == household.state.snapshot(of: Self.lane))
  }

  @Test("product 124, 134: thresholds are on or off, categories count or all spending does, and nothing is blocked")
  func thresholds() throws {
    var household = Household.family
    var limit = Self.limit(1, categories: ["groceries"])
    limit.content.alerts.over = true
    try household.perform(.setSpendingLimit(limit))
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(1, minor: 900_000)), by: 5)) == [])
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(2, minor: 50_000, category: "groceries")), by: 5)) == [])
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(3, minor: 1, category: "groceries")), by: 5)).count == 1)
    // A limit that is passed already rings when it is set, and a smaller one again only where it has not rung.
    var all = Self.limit(2)
    all.content.period = .monthly
    #expect(Self.alerts(try household.perform(.setSpendingLimit(all))).count == 3)
    all.content.limit.minor = 1
    #expect(Self.alerts(try household.perform(.setSpendingLimit(all))) == [])
  }

  @Test("product 122, FA-05: where a limit gets periods of another length, those ring by themselves, also from the same day")
  func otherPeriods() throws {
    var household = Household.family
    var limit = Self.limit(1)
    limit.content.startDate = Household.today.description
    limit.content.period = .monthly
    try household.perform(.setSpendingLimit(limit))
    #expect(Self.alerts(try household.perform(.setSpending(Self.spending(1, minor: 50_001)), by: 5)).count == 3)
    limit.content.period = .weekly
    #expect(Self.alerts(try household.perform(.setSpendingLimit(limit))).count == 3)
    // The same length again: nothing rings anew.
    limit.content.name = "Pocket money"
    #expect(Self.alerts(try household.perform(.setSpendingLimit(limit))) == [])
    #expect(try household.replayed().snapshot(of: Self.lane) == household.state.snapshot(of: Self.lane))
  }

  @Test("FA-04: entries of before a member became a minor count, edits and voided ones as they stand")
  func owed() throws {
    var household = PrecedenceTests.after(Household.family, [(.changeRole(PrecedenceTests.change(5, to: .adult)), 1)])
    var entry = Household.entry(1, minor: 8_000)
    entry.content.split.equal.memberIds = [1, 5].map(Household.text)
    try household.perform(.addEntry(entry))
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .minor)))
    try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 5)
    let days = Household.today...Household.today
    func spent(_ household: Household) -> Int64 { household.state.spent(by: Self.riya, in: PrecedenceTests.rupee, days) }
    #expect(spent(household) == 4_000)
    try household.perform(.voidEntry(PrecedenceTests.voiding(1)))
    #expect(spent(household) == 0)
    try household.perform(.restoreEntry(PrecedenceTests.restoring(1)))
    #expect(spent(household) == 4_000)
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, Self.lane] { try restored.restore(household.state.snapshot(of: lane)) }
    #expect(restored.spent(by: Self.riya, in: PrecedenceTests.rupee, days) == 4_000)
  }

  @Test("product 122: an alert about a child has the exact title, body and category")
  func text() {
    let text = AlertText(
      .share(basisPoints: 8_000), of: "Pocket", subject: .child("Riya"), spentMinor: 40_000, limitMinor: 50_000,
      currency: PrecedenceTests.rupee)
    #expect(text.title == "Riya at 80% of Pocket" && text.body == "₹400.00 of ₹500.00 spent" && text.category == "CHILD_SPENDING_ALERT")
  }

  @Test("QR-01: a minor's record is read by who receives the lane, and for others there is none")
  func contents() throws {
    var household = Household.family
    try household.perform(.setSpending(Self.spending(1)), by: 5)
    var read = ReadGroup()
    read.part = .minors
    func shown(to number: UInt64) throws -> [MinorContents] { try household.state.contents(read, for: Household.member(number)).minors }
    #expect(try shown(to: 5).map(\.state) == [household.state.minor(Self.riya).snapshot()])
    #expect(try shown(to: 1).first?.guardianIds == [Household.text(1)])
    for number in [2, 3, 4] as [UInt64] { #expect(try shown(to: number).isEmpty) }
    read.id = Household.text(5)
    #expect(throws: Rejection.notFound(field: "read_group.id")) { try household.state.contents(read, for: Household.member(3)) }
    #expect(try shown(to: 5).count == 1)
  }
}
