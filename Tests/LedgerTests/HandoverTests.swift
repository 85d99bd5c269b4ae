import HearthProtocol
import Testing

@testable import Ledger

/// SPEC BN-07: a code by which a new identity goes on as a member who is held by another.
struct HandoverTests {
  private static func invite(_ number: UInt64) -> InviteID { InviteID(high: 0xE000, low: number) }

  /// The family with a code of the server's for each member.
  private static func family(expiresAt: Int64 = Household.noon + 86_400_000) throws -> Household {
    var household = Household.family
    for member in household.state.shared.members {
      var created = InviteCreated()
      created.inviteID = invite(member.id.low).description
      created.role = member.role
      created.usesMax = 1
      created.expiresAtMs = expiresAt
      created.codeHash = .init(repeating: 3, count: 32)
      created.claimsMemberID = member.id.description
      try household.store(DecidedEvent(.inviteCreated(created)), by: nil)
    }
    return household
  }

  private static func join(_ member: UInt64, as holder: UInt64, _ household: Household, claims: String = "", notice: Bool = true)
    -> Situation
  {
    var wish = JoinGroup()
    wish.memberID = Household.text(90)
    wish.displayName = "Somebody"
    wish.claimsMemberID = claims
    if notice { wish.acceptsTransparency = TransparencyNotice.version }
    var situation = Situation(.joinGroup(wish), household: household, by: holder)
    situation.command.groupID = ""
    situation.context.invite = invite(member)
    return situation
  }

  private static func perform(_ situation: Situation, in household: inout Household) throws {
    let decision = try decide(situation.command, in: household.state, context: situation.context)
    for decided in decision.events { try household.store(decided, by: decision.actor) }
  }

  @Test(
    "BN-07 whoever has a member's code goes on as them: the same name, role, entries and rights; the one before is nobody",
    arguments: 1...5 as ClosedRange<UInt64>)
  func takesOver(_ number: UInt64) throws {
    var household = try Self.family()
    try household.perform(.addEntry(Household.entry(1)))
    let before = try #require(household.state.shared.member(Household.member(number)))
    try Self.perform(Self.join(number, as: 50, household), in: &household)
    var after = try #require(household.state.shared.member(Household.member(number)))
    #expect(after.holder == Household.holder(50) && household.state.member(holding: Household.holder(50))?.id == before.id)
    #expect(household.state.member(holding: Household.holder(number)) == nil && household.state.shared.members.count == 5)
    (after.holder, after.transparencyVersion) = (before.holder, before.transparencyVersion)
    #expect(after == before)
    #expect(household.state.shared.members.ownerID == Household.member(1))
    #expect(
      Situation(.updateGroup(PrecedenceTests.rename("Sharma")), household: household, by: 50).rejection?.code
        == (number < 3 ? nil : .forbidden))
    #expect(Situation(.addEntry(Household.entry(2)), household: household, by: number).rejection == .notFound(field: "group_id"))
    // The code is used up, also for whoever was there before.
    #expect(Self.join(number, as: number, household).rejection == .inviteInvalid)
    // Snapshot and replay agree.
    let replayed = try household.replayed()
    for lane in [Lane.shared, .admin, .income] { #expect(replayed.snapshot(of: lane) == household.state.snapshot(of: lane)) }
    var restored = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin, .income] { try restored.restore(household.state.snapshot(of: lane)) }
    #expect(
      restored.member(holding: Household.holder(50))?.id == before.id
        && restored.admin.invites.map(\.claims) == household.state.admin.invites.map(\.claims))
  }

  @Test("BN-07 given a member's code, when something stands against it, then it is said; in this order")
  func refusals() throws {
    let household = try Self.family()
    #expect(Self.join(3, as: 50, household).rejection == nil)
    #expect(Self.join(3, as: 4, household).rejection == .alreadyMember)
    var left = household
    try left.perform(.leaveGroup(LeaveGroup()), by: 4)
    #expect(Self.join(3, as: 4, left).rejection == .claimNotPossible(field: "join_group.code"))
    // The member it is for has gone: it brings nobody back.
    #expect(Self.join(4, as: 50, left).rejection == .inviteInvalid)
    #expect(Self.join(3, as: 50, household, claims: Household.text(4)).rejection == .claimNotPossible(field: "join_group.claims_member_id"))
    #expect(Self.join(3, as: 50, household, claims: Household.text(3)).rejection == nil)
    #expect(Self.join(5, as: 50, household, notice: false).rejection == .transparencyNotAccepted(field: "join_group.accepts_transparency"))
    var late = household
    late.now += 86_400_000
    #expect(Self.join(3, as: 50, late).rejection == .inviteInvalid)
    late.now -= 1
    #expect(Self.join(3, as: 50, late).rejection == nil)
    var revoked = household
    var revocation = RevokeInvite()
    revocation.inviteID = Self.invite(3).description
    try revoked.perform(.revokeInvite(revocation))
    #expect(Self.join(3, as: 50, revoked).rejection == .inviteInvalid)
  }

  @Test("BN-07 the role is the one that the member has by then, and an archive or a full group keeps nobody out")
  func roleAndArchive() throws {
    var household = try Self.family()
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
    for number in 20..<25 as Range<UInt64> { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(number))) }
    // Members' codes do not count among the open invites.
    for number in 1...20 as ClosedRange<UInt64> { try household.perform(.createInvite(PrecedenceTests.invite(number))) }
    #expect(Situation(.createInvite(PrecedenceTests.invite(21)), household: household).rejection == .tooManyInvites)
    try household.perform(.archiveGroup(ArchiveGroup()))
    try Self.perform(Self.join(3, as: 50, household), in: &household)
    #expect(household.state.member(holding: Household.holder(50))?.role == .viewer)
    try Self.perform(Self.join(1, as: 51, household), in: &household)
    try household.perform(.unarchiveGroup(UnarchiveGroup()), by: 51)
  }

  @Test("BN-07 a history that hands over what it may not is refused, and nothing has changed")
  func flaws() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30)))
    let before = household.state.snapshot(of: .shared)
    func claim(_ change: (inout MemberClaimed) -> Void) -> HistoryFlaw? {
      var event = Event()
      event.memberClaimed.memberID = Household.text(3)
      event.memberClaimed.holder = .init(Household.holder(50).bytes)
      event.memberClaimed.formerHolder = .init(Household.holder(3).bytes)
      event.memberClaimed.role = .adult
      change(&event.memberClaimed)
      do throws(HistoryFlaw) {
        var state = household.state
        try state.apply(event, lane: .shared, position: LanePosition(99))
        return nil
      } catch {
        return error
      }
    }
    #expect(claim { _ in } == nil)
    #expect(claim { $0.formerHolder = .init(Household.holder(4).bytes) } == .contradiction(.memberPresent))
    #expect(claim { $0.memberID = Household.text(30) } == .contradiction(.memberPresent))
    #expect(claim { $0.replacedMemberID = Household.text(4) } == .contradiction(.memberPresent))
    #expect(claim { $0.holder = .init(Household.holder(4).bytes) } == .contradiction(.idsUnique))
    #expect(claim { $0.holder = .init([1, 2]) } == .malformed("holder"))
    #expect(household.state.snapshot(of: .shared) == before)
    // An invite in nobody's name is only for a member.
    var event = Event()
    event.inviteCreated.inviteID = Self.invite(1).description
    (event.inviteCreated.role, event.inviteCreated.usesMax) = (.adult, 1)
    event.inviteCreated.codeHash = .init(repeating: 3, count: 32)
    #expect(throws: HistoryFlaw.malformed("created_by")) { try household.state.apply(event, lane: .admin, position: LanePosition(99)) }
  }
}
