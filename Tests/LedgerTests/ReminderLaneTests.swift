import HearthProtocol
import Testing

@testable import Ledger

/// Reminders are told to whom they concern (SPEC ST-09, LN-01).
struct ReminderLaneTests {
  private static func lanes(_ decision: Decision) -> [Lane] { decision.events.map(\.lane) }
  private static func inbox(_ number: UInt64) -> Lane { .inbox(Household.member(number)) }
  private static func rejection(_ household: Household, _ wish: RemindDebtor, by number: UInt64) -> Rejection? {
    Situation(.remindDebtor(wish), household: household, by: number).rejection
  }

  @Test("ST-09: a reminder stands in the inboxes of creditor and debtor, and nobody else learns of it")
  func audience() throws {
    var household = try SettlementTests.owing()
    let before = household.state
    let decision = try household.perform(.remindDebtor(SettlementTests.remind(3)))
    #expect(Self.lanes(decision) == [Self.inbox(1), Self.inbox(3)] && decision.events[0].body == decision.events[1].body)
    for lane in [.shared, .admin, .income, Self.inbox(2), Self.inbox(4), Self.inbox(5)] as [Lane] {
      #expect(household.state.snapshot(of: lane) == before.snapshot(of: lane), "\(lane)")
    }
    for number in [1, 3] as [UInt64] {
      #expect(household.state.inbox(of: Household.member(number)).reminders.recent.map(\.debtor) == [Household.member(3)])
      #expect(household.state.lanes(readableBy: Household.member(number)).contains(Self.inbox(number)))
    }
    for number in 1...5 as ClosedRange<UInt64> {
      let inboxes = household.state.lanes(readableBy: Household.member(number)).filter { if case .inbox = $0 { true } else { false } }
      #expect(inboxes == [Self.inbox(number)])
    }
  }

  @Test("ST-09: who reminds for others has it too, and the debtor is told once a day, whoever sends it")
  func sentForOthers() throws {
    var household = try SettlementTests.owing()
    #expect(
      Self.lanes(try household.perform(.remindDebtor(SettlementTests.remind(3, of: 1)), by: 2)) == [
        Self.inbox(2), Self.inbox(3), Self.inbox(1),
      ])
    household.now += 1
    // Both were told of it, so both are told to wait.
    let wait = Rejection.remindedRecently(retryAfterMilliseconds: 86_399_999)
    #expect(Self.rejection(household, SettlementTests.remind(3), by: 1) == wait)
    #expect(Self.rejection(household, SettlementTests.remind(3, of: 1), by: 2) == wait)

    var other = try SettlementTests.owing()
    try other.perform(.remindDebtor(SettlementTests.remind(3)))
    other.now += 1
    // The admin was not told of the creditor's, and must not learn of it; the debtor is not told twice.
    #expect(Self.lanes(try other.perform(.remindDebtor(SettlementTests.remind(3, of: 1)), by: 2)) == [Self.inbox(2)])
    #expect(other.state.inbox(of: Household.member(3)).reminders.recent.map(\.at) == [Household.noon])
    #expect(Self.rejection(other, SettlementTests.remind(3, of: 1), by: 2) == .remindedRecently(retryAfterMilliseconds: 86_400_000))
  }

  @Test("ST-09: a reminder in lane shared of an earlier version opens, and counts for every sender")
  func formerLane() throws {
    var household = try SettlementTests.owing()
    let decision = try decide(
      household.command(.remindDebtor(SettlementTests.remind(3))), in: household.state, context: household.context(1))
    try household.store(DecidedEvent(decision.events[0].body, in: .shared), by: decision.actor)
    #expect(household.state.shared.reminders.recent.count == 1)
    for number in [1, 2] as [UInt64] {
      #expect(Self.rejection(household, SettlementTests.remind(3, of: 1), by: number)?.code == .remindedRecently)
    }
    var restored = GroupState(group: Household.group)
    try restored.restore(household.state.snapshot(of: .shared))
    #expect(restored.shared.reminders == household.state.shared.reminders)
  }

  @Test("LN-01: no inbox holds what does not concern its reader, and no other event")
  func misplaced() throws {
    let household = try SettlementTests.owing()
    let decision = try decide(
      household.command(.remindDebtor(SettlementTests.remind(3))), in: household.state, context: household.context(1))
    var event = Event.with { ($0.memberID, $0.atMs, $0.body) = (Household.text(1), household.now, decision.events[0].body) }
    var state = household.state
    #expect(throws: HistoryFlaw.misplaced) { try state.apply(event, lane: Self.inbox(4), position: LanePosition(1)) }
    #expect(throws: HistoryFlaw.misplaced) { try state.apply(event, lane: .admin, position: LanePosition(1)) }
    try state.apply(event, lane: Self.inbox(3), position: LanePosition(1))
    event.debtorReminded.owed.minor = 0
    #expect(throws: HistoryFlaw.contradiction(.amountsInRange)) { try state.apply(event, lane: Self.inbox(3), position: LanePosition(2)) }
    event.body = .groupArchived(GroupArchived())
    #expect(throws: HistoryFlaw.misplaced) { try state.apply(event, lane: Self.inbox(1), position: LanePosition(1)) }
    var snapshot = state.snapshot(of: Self.inbox(3))
    #expect(snapshot.inbox.reminders.count == 1)
    snapshot.lane = "admin"
    #expect(throws: HistoryFlaw.misplaced) { try state.restore(snapshot) }
    snapshot.lane = Self.inbox(3).name
    snapshot.inbox.reminders += snapshot.inbox.reminders
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) { try state.restore(snapshot) }
  }
}
