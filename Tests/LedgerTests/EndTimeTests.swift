import HearthProtocol
import Testing

@testable import Ledger

/// What ends, when clocks are set (SPEC TM-03).
struct EndTimeTests {
  private static let week: Int64 = 604_800_000
  private static let minutes: Int64 = 60_000

  private func join(_ household: Household) -> Rejection? {
    var wish = JoinGroup()
    (wish.memberID, wish.displayName) = (Household.text(6), "Riya")
    var household = household
    household.invite = InviteID(high: 0xD000, low: 1)
    return Situation(.joinGroup(wish), household: household, by: 6).rejection
  }

  @Test("TM-03: an invite that is over stays over when the clock is set back by 12 minutes behind an event of the log")
  func invite() throws {
    var household = PrecedenceTests.invited()
    household.now += Self.week - 1
    #expect(join(household) == nil)
    household.now += 5 * Self.minutes
    #expect(join(household) == .inviteInvalid)
    try household.perform(.addEntry(Household.entry(1, minor: 500)))
    household.now -= 12 * Self.minutes
    #expect(join(household) == .inviteInvalid)
    #expect(household.state.admin.openInvites(at: household.state.endTime(at: household.now)) == 0)
    // What is made then lasts as long as it should.
    try household.perform(.createInvite(PrecedenceTests.invite(2)))
    #expect(household.state.admin.invites.last?.expiresAt == household.now + 12 * Self.minutes + Self.week)
  }

  @Test("TM-03: Limit: a log that is ahead of the clock by an hour counts, one that is ahead by more was written by a wrong clock")
  func step() throws {
    var household = PrecedenceTests.invited()
    household.now += Self.week
    try household.perform(.addEntry(Household.entry(1, minor: 500)))
    household.now -= GroupState.clockStepMilliseconds
    #expect(household.state.endTime(at: household.now) == household.now + GroupState.clockStepMilliseconds)
    #expect(join(household) == .inviteInvalid)
    household.now -= 1
    #expect(household.state.endTime(at: household.now) == household.now)
    #expect(join(household) == nil)
    for instant in [Int64.min, .max] { #expect(household.state.endTime(at: instant) == instant) }
    // From the next event on the log is right again.
    let now = household.now
    try household.perform(.addEntry(Household.entry(2, minor: 500)))
    household.now -= 1
    #expect(household.state.endTime(at: household.now) == now)
  }

  @Test("TM-03: a reminder that a clock a day ahead sent holds nobody up once the clock is right")
  func reminder() throws {
    var household = try SettlementTests.owing()
    let wish = Command.OneOf_Body.remindDebtor(SettlementTests.remind(3))
    household.now += 86_400_000
    try household.perform(wish)
    household.now -= 86_400_000
    #expect(Situation(wish, household: household, by: 1).rejection == nil)
    // The one that is sent then counts.
    try household.perform(wish)
    household.now += 86_399_999
    #expect(Situation(wish, household: household, by: 1).rejection == .remindedRecently(retryAfterMilliseconds: 1))
  }

  @Test("TM-03: what ends goes by the clock that does not jump, whatever the other one says")
  func settled() throws {
    var household = try SettlementTests.owing()
    let command = household.command(.remindDebtor(SettlementTests.remind(3)))
    let context = DecisionContext(
      holder: Household.holder(1), now: Household.noon + 1_000 * Self.week, settled: Household.noon + 7, today: household.today)
    let decision = try decide(command, in: household.state, context: context)
    guard case .debtorReminded(let reminded)? = decision.events.first?.body else { return #expect(Bool(false)) }
    #expect(reminded.sentAtMs == Household.noon + 7)
    // It is kept with the state, and events of before have the log's instant.
    try household.store(decision.events[0], by: decision.actor)
    #expect(household.state.inbox(of: Household.member(1)).reminders.recent.map(\.at) == [Household.noon + 7])
    var former = reminded
    (former.debtorID, former.sentAtMs) = (Household.text(4), 0)
    household.now += 99
    try household.store(DecidedEvent(.debtorReminded(former)), by: decision.actor)
    #expect(household.state.inbox(of: Household.member(1)).reminders.last(Household.member(4), Household.member(1)) == Household.noon + 99)
    var purge = PurgeRequested()
    let archived = try household.perform(.archiveGroup(ArchiveGroup()))
    #expect(archived.events.count == 1)
    var wish = RequestPurge()
    wish.exported = true
    let asked = try decide(household.command(.requestPurge(wish)), in: household.state, context: context)
    purge.purgeAtMs = Household.noon + 99 + Limits.purgeDelayMilliseconds
    #expect(asked.events.map(\.body) == [.purgeRequested(purge)])
  }

  @Test("TM-03: a placeholder that has become a minor by the passing of time stays one when the clock is set back")
  func placeholder() throws {
    var household = Household.family
    var added = AddPlaceholder()
    (added.memberID, added.displayName, added.role) = (Household.text(7), "Riya", .adult)
    try household.perform(.addPlaceholder(added))
    var change = ChangeRole()
    (change.memberID, change.role) = (Household.text(7), .minor)
    try household.perform(.changeRole(change))
    household.now += Limits.placeholderRoleMilliseconds + Self.minutes
    try household.perform(.addEntry(Household.entry(1, minor: 500)))
    household.now -= 12 * Self.minutes
    // To make them a minor changes nothing any more.
    #expect(Situation(.changeRole(change), household: household, by: 1).rejection == .nothingChanges)
    let riya = try #require(household.state.shared.member(Household.member(7)))
    #expect(riya.role(at: household.state.endTime(at: household.now)) == .minor && riya.role(at: household.now) == .adult)
  }
}
