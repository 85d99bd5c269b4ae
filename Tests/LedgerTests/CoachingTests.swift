import HearthProtocol
import Testing

@testable import Ledger

/// Coaching between members, who hears it, and who may (SPEC section 25).
struct CoachingTests {
  static func wish(_ recipient: UInt64, _ text: String = "Well done!", isAnyway: Bool = false) -> SendCoaching {
    .with { ($0.recipientID, $0.text, $0.anyway) = (Household.text(recipient), text, isAnyway) }
  }

  static func mute(_ member: UInt64, isUnmuted: Bool = false) -> MuteCoaching {
    .with { ($0.memberID, $0.unmuted) = (Household.text(member), isUnmuted) }
  }

  static func restriction(_ minor: UInt64 = 5, isLifted: Bool = false) -> RestrictCoaching {
    .with { ($0.minorID, $0.lifted) = (Household.text(minor), isLifted) }
  }

  private static func inbox(_ number: UInt64) -> Lane { .inbox(Household.member(number)) }
  private static func lanes(_ decision: Decision) -> [Lane] { decision.events.map(\.lane) }
  private static func heard(_ household: Household, by number: UInt64) -> [String] {
    household.state.inbox(of: Household.member(number)).coaching.messages.filter { $0.recipient == Household.member(number) }.map(\.text)
  }
  private static func rejection(_ household: Household, _ wish: SendCoaching, by number: UInt64 = 1) -> Rejection? {
    Situation(.sendCoaching(wish), household: household, by: number).rejection
  }

  /// The same state as snapshots carry it: what a server has after a restart.
  private static func restarted(_ household: Household) throws -> Household {
    var household = household
    var state = GroupState(group: Household.group)
    let people = household.state.shared.members.map(\.id)
    for lane in [Lane.shared, .admin, .income] + people.map(Lane.inbox) + people.map(Lane.minor) {
      try state.restore(household.state.snapshot(of: lane))
    }
    household.state = state
    return household
  }

  @Test("product 152, CO-01: coaching stands in the inboxes of sender and recipient, and in no other lane")
  func audience() throws {
    var household = Household.family
    let before = household.state
    let decision = try household.perform(.sendCoaching(Self.wish(5, "  You saved half. शाबाश!  ")), by: 3)
    #expect(Self.lanes(decision) == [Self.inbox(3), Self.inbox(5)] && decision.events[0].body == decision.events[1].body)
    #expect(Self.heard(household, by: 5) == ["You saved half. शाबाश!"])
    for lane in [.shared, .admin, .income, .minor(Household.member(5)), Self.inbox(1), Self.inbox(2), Self.inbox(4)] as [Lane] {
      #expect(household.state.snapshot(of: lane) == before.snapshot(of: lane), "\(lane)")
    }
    let event = Event.with { ($0.memberID, $0.body) = (Household.text(1), decision.events[0].body) }
    var state = household.state
    // Neither in the inbox of somebody else, nor in a lane that others read.
    for lane in [Self.inbox(4), .shared, .admin] {
      #expect(throws: HistoryFlaw.misplaced) { try state.apply(event, lane: lane, position: LanePosition(1)) }
    }
  }

  @Test("CO-01: a message has 500 characters at most")
  func characters() throws {
    var household = Household.family
    try household.perform(.sendCoaching(Self.wish(3, String(repeating: "न", count: 500))))
    let refusal = Self.rejection(household, Self.wish(3, String(repeating: "न", count: 501)))
    #expect(refusal == .textTooLong(field: "send_coaching.text", charactersMax: 500))
  }

  @Test("product 154, CO-02: three to one member within 24 hours pass, the fourth is asked for again and sent anyway")
  func nudge() throws {
    var household = Household.family
    for _ in 0..<3 {
      try household.perform(.sendCoaching(Self.wish(5)))
      household.now += 1_000
    }
    let nudge = try #require(Self.rejection(household, Self.wish(5)))
    #expect(nudge == .nudge(sent: 3) && nudge.code.rawValue == "nudge" && nudge.field == "send_coaching.recipient_id")
    // Of another member, and of another sender, nothing is counted.
    #expect(Self.rejection(household, Self.wish(3)) == nil && Self.rejection(household, Self.wish(5), by: 2) == nil)
    try household.perform(.sendCoaching(Self.wish(5, isAnyway: true)))
    #expect(Self.heard(household, by: 5).count == 4)
    let again = try #require(Self.rejection(household, Self.wish(5)))
    #expect(again.cause == "You have sent this member 4 messages within 24 hours.")
    #expect(again.details.map { "\($0.key) \($0.value)" } == ["sent_in_24_hours 4"], "as many as were sent, not as many as pass")
    // The one sent anyway counts, too; 24 hours after the second there are two.
    household.now = Household.noon + 1_000 + 86_400_000 - 1
    #expect(Self.rejection(household, Self.wish(5)) == .nudge(sent: 3))
    household.now += 1
    #expect(Self.rejection(household, Self.wish(5)) == nil)
    #expect(Self.rejection(try Self.restarted(household), Self.wish(5)) == nil)
  }

  @Test("CO-02: of more messages than an inbox keeps at least so many are said to be sent")
  func manyNudges() throws {
    var household = Household.family
    for _ in 0..<19 { try household.perform(.sendCoaching(Self.wish(5, isAnyway: true))) }
    #expect(Self.rejection(household, Self.wish(5))?.cause == "You have sent this member 19 messages within 24 hours.")
    for _ in 0..<3 { try household.perform(.sendCoaching(Self.wish(5, isAnyway: true))) }
    #expect(Self.rejection(household, Self.wish(5))?.cause == "You have sent this member at least 20 messages within 24 hours.")
  }

  @Test("TM-03, CO-02: a message of the future was sent by a clock that was wrong, and counts against nobody")
  func clock() throws {
    var book = CoachingBook()
    let (asha, ravi) = (Household.member(1), Household.member(2))
    for at in [100, 200, Int64.max] {
      book.add(try CoachingRecord(.with { ($0.senderID, $0.recipientID, $0.atMs) = (asha.description, ravi.description, at) }))
    }
    func count(_ now: Int64) -> Int { book.count(by: asha, now: now) { $0 == ravi } }
    #expect(count(99) == 0 && count(100) == 1 && count(200) == 2)
    #expect(count(86_400_099) == 2 && count(86_400_100) == 1 && count(.min) == 0)
  }

  @Test("CO-01: an inbox keeps the newest 20 of one member to another")
  func kept() throws {
    var household = Household.family
    try household.perform(.sendCoaching(Self.wish(3, "Of Ravi")), by: 2)
    for number in 1...20 { try household.perform(.sendCoaching(Self.wish(3, "No. \(number)", isAnyway: true))) }
    #expect(Self.heard(household, by: 3).count == 21)
    try household.perform(.sendCoaching(Self.wish(3, "No. 21", isAnyway: true)))
    #expect(Self.heard(household, by: 3) == ["Of Ravi"] + (2...21).map { "No. \($0)" })
    #expect(Self.heard(try Self.restarted(household), by: 3) == Self.heard(household, by: 3))
  }

  @Test("product 155, CO-03: a muted message never arrives, also after a restart, and its sender is answered the same")
  func muted() throws {
    var (muted, heard) = (Household.family, Household.family)
    let muting = try muted.perform(.muteCoaching(Self.mute(2)), by: 3)
    #expect(Self.lanes(muting) == [Self.inbox(3)])
    muted = try Self.restarted(muted)
    for number in 0..<5 {
      let wish = Self.wish(3, "No. \(number)", isAnyway: number > 3)
      if number == 3 {
        let nudge = Rejection.nudge(sent: 3)
        #expect(Self.rejection(muted, wish, by: 2) == nudge && Self.rejection(heard, wish, by: 2) == nudge)
        continue
      }
      let (dropped, sent) = (try muted.perform(.sendCoaching(wish), by: 2), try heard.perform(.sendCoaching(wish), by: 2))
      #expect(dropped.events == [sent.events[0]] && dropped.actor == sent.actor)
    }
    #expect(muted.state.snapshot(of: Self.inbox(2)) == heard.state.snapshot(of: Self.inbox(2)))
    #expect(Self.heard(muted, by: 3) == [] && Self.heard(heard, by: 3).count == 4)
    // Others are heard, and so is the sender later; what was dropped does not come after all.
    try muted.perform(.sendCoaching(Self.wish(3, "Of Asha")), by: 1)
    try muted.perform(.muteCoaching(Self.mute(2, isUnmuted: true)), by: 3)
    try muted.perform(.sendCoaching(Self.wish(3, "Later", isAnyway: true)), by: 2)
    #expect(Self.heard(muted, by: 3) == ["Of Asha", "Later"])
    #expect(Situation(.muteCoaching(Self.mute(2, isUnmuted: true)), household: muted, by: 3).rejection == .nothingChanges)
  }

  @Test("CO-03: a member who becomes a minor hears everybody, and what they had muted again when they are none")
  func minorsHear() throws {
    var household = Household.family
    try household.perform(.muteCoaching(Self.mute(1)), by: 4)
    try household.perform(.changeRole(PrecedenceTests.change(4, to: .minor)))
    try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 4)
    try household.perform(.sendCoaching(Self.wish(4, "Heard")))
    try household.perform(.changeRole(PrecedenceTests.change(4, to: .viewer)))
    try household.perform(.sendCoaching(Self.wish(4, "Dropped")))
    #expect(Self.heard(household, by: 4) == ["Heard"])
  }

  @Test("CO-03: a mute holds when either of the two goes on as another member")
  func claims() throws {
    var household = Household.family
    for number in [33, 34] as [UInt64] { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(number))) }
    try household.perform(.muteCoaching(Self.mute(2)), by: 3)
    try household.perform(.claimMember(PrecedenceTests.claim(33)), by: 3)
    #expect(household.state.inbox(of: Household.member(33)).coaching.muted == [Household.member(2)])
    try household.perform(.claimMember(PrecedenceTests.claim(34)), by: 2)
    #expect(Self.lanes(try household.perform(.sendCoaching(Self.wish(33)), by: 2)) == [Self.inbox(34)])
    // Under the name that the muted member has by now.
    try household.perform(.muteCoaching(Self.mute(34, isUnmuted: true)), by: 3)
    #expect(Self.lanes(try household.perform(.sendCoaching(Self.wish(33)), by: 2)) == [Self.inbox(34), Self.inbox(33)])
    #expect(try Self.restarted(household).state.inbox(of: Household.member(33)).coaching.muted == [])
  }

  @Test("product 156, C26, CO-04: adults coach a minor unless the owner alone does, which ends when they are no minor any more")
  func restricted() throws {
    var household = Household.family
    for number in [1, 2, 3] as [UInt64] { #expect(Self.rejection(household, Self.wish(5), by: number) == nil) }
    let decision = try household.perform(.restrictCoaching(Self.restriction()))
    #expect(Self.lanes(decision) == [.shared])
    household = try Self.restarted(household)
    for (number, role) in [(2, Role.admin), (3, .adult)] as [(UInt64, Role)] {
      let refusal = try #require(Self.rejection(household, Self.wish(5, isAnyway: true), by: number))
      #expect(refusal == .forbidden(right: .coachingSend, role: role) && refusal.cause.hasPrefix("The owner alone coaches this child."))
      #expect(Self.rejection(household, Self.wish(4), by: number) == nil)
    }
    #expect(Self.rejection(household, Self.wish(5)) == nil)
    var lifted = household
    try lifted.perform(.restrictCoaching(Self.restriction(isLifted: true)))
    #expect(Self.rejection(lifted, Self.wish(5), by: 3) == nil)
    // A minor who has left and comes back is one still; an adult is none, and starts anew as a minor.
    try household.perform(.removeMember(PrecedenceTests.removal(5)))
    try household.perform(.restoreMember(PrecedenceTests.restoration(5)))
    #expect(Self.rejection(household, Self.wish(5), by: 3)?.code == .forbidden)
    try household.perform(.changeRole(PrecedenceTests.change(5, to: .adult)))
    #expect(Self.rejection(household, Self.wish(5), by: 3) == nil)
    #expect(household.state.shared.member(Household.member(5))?.isCoachingRestricted == false)
    var member = try #require(household.state.shared.member(Household.member(5))).message
    member.coachingRestricted = true
    #expect(throws: HistoryFlaw.malformed("coaching_restricted")) { try MemberState(member) }
  }

  @Test("CO-04: a restricted minor who claims a minor's placeholder stays restricted")
  func restrictedClaim() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(36, as: .minor)))
    try household.perform(.restrictCoaching(Self.restriction()))
    try household.perform(.claimMember(PrecedenceTests.claim(36)), by: 5)
    #expect(Self.rejection(household, Self.wish(36), by: 3)?.code == .forbidden)
  }
}
