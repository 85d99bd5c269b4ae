import HearthProtocol
import Testing

@testable import Ledger

/// Joining that waits for approval (SPEC IN-08, IN-09), and what changes between asking and the answer.
struct JoinRequestTests {
  @Test("IN-08: given an invite that needs approval, when somebody joins, then they have asked, used it up and are no member")
  func asks() throws {
    var household = PrecedenceTests.asking(PrecedenceTests.staged, by: [])
    let decision = try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 9)
    #expect(decision.actor == Household.member(9) && decision.events.map(\.lane) == [.admin, .admin])
    let request = try #require(household.state.admin.joinRequest(of: Household.holder(9)))
    #expect(request.id == Household.member(9) && request.displayName == "Sara" && request.role == .adult)
    #expect(request.requestedAt == Household.noon && request.invite == PrecedenceTests.askingInvite)
    #expect(household.state.admin.invites[PrecedenceTests.askingInvite]?.uses == 1)
    #expect(household.state.shared.member(Household.member(9)) == nil && household.state.member(holding: Household.holder(9)) == nil)
    #expect(throws: Rejection.notFound(field: "group_id")) { try household.perform(.leaveGroup(LeaveGroup()), by: 9) }
  }

  @Test("IN-09: given a request, when it is approved, then there is a member as by an ordinary joining, and nothing is asked any more")
  func approved() throws {
    var household = PrecedenceTests.asking()
    let decision = try household.perform(.approveJoin(PrecedenceTests.joinApproval(9)))
    #expect(decision.actor == Household.member(1) && decision.events.map(\.lane) == [.shared, .admin])
    let member = try #require(household.state.member(holding: Household.holder(9)))
    #expect(member.id == Household.member(9) && member.displayName == "Sara" && member.role == .adult && member.status == .active)
    #expect(household.state.admin.joinRequests.isEmpty)
    #expect(throws: Rejection.noJoinRequest(field: "approve_join.member_id")) {
      try household.perform(.approveJoin(PrecedenceTests.joinApproval(9)))
    }
    #expect(throws: Rejection.alreadyMember) { try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 9) }
  }

  @Test("IN-09: given a request, when it is declined, then nobody is there, and who asked may ask again")
  func declined() throws {
    var household = PrecedenceTests.asking()
    let decision = try household.perform(.declineJoin(PrecedenceTests.joinDecline(9)))
    #expect(decision.events.map(\.lane) == [.admin])
    #expect(household.state.member(holding: Household.holder(9)) == nil && household.state.admin.joinRequests.isEmpty)
    #expect(household.state.admin.invites[PrecedenceTests.askingInvite]?.uses == 1)
    try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 9)
    #expect(household.state.admin.joinRequests.map(\.id) == [Household.member(9)])
  }

  @Test("IN-08: given 20 requests, when one more asks, then it is too_many_join_requests, and not after an answer")
  func limit() throws {
    var household = PrecedenceTests.asking(PrecedenceTests.roomy, by: 20...38)
    try household.perform(.joinGroup(PrecedenceTests.joining(39)), by: 39)
    #expect(household.state.admin.joinRequests.count == 20)
    #expect(throws: Rejection.tooManyJoinRequests) { try household.perform(.joinGroup(PrecedenceTests.joining(40)), by: 40) }
    try household.perform(.declineJoin(PrecedenceTests.joinDecline(20)))
    try household.perform(.joinGroup(PrecedenceTests.joining(40)), by: 40)
  }

  @Test("IN-08, MB-02: given requests, when others want the last places, then these are kept for who asked first")
  func placesAreKept() throws {
    var household = PrecedenceTests.asking(Household.family, by: 20...24)
    #expect(throws: Rejection.groupFull(membersMax: 10)) { try household.perform(.joinGroup(PrecedenceTests.joining(25)), by: 25) }
    #expect(throws: Rejection.groupFull(membersMax: 10)) { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33))) }
    for number in 20...24 as ClosedRange<UInt64> { try household.perform(.approveJoin(PrecedenceTests.joinApproval(number))) }
    #expect(household.state.shared.members.presentIDs.count == 10)
    #expect(throws: Rejection.groupFull(membersMax: 10)) { try household.perform(.joinGroup(PrecedenceTests.joining(25)), by: 25) }
  }

  @Test("IN-08, GR-05: given requests, when the cap is lowered, then not below who is there and who asks")
  func capStays() throws {
    var household = PrecedenceTests.after(Household.family, [(.updateGroup(.with { $0.membersMax = 20 }), 1)])
    household = PrecedenceTests.asking(household, by: 20...26)
    #expect(throws: Rejection.numberOutOfRange(field: "update_group.members_max", bounds: 12...100)) {
      try household.perform(.updateGroup(.with { $0.membersMax = 11 }))
    }
    try household.perform(.updateGroup(.with { $0.membersMax = 12 }))
  }

  @Test("IN-08, MB-06: given a placeholder that somebody asks to be, when it is approved, then they are it; it takes no place of its own")
  func claims() throws {
    var household = PrecedenceTests.asking(PrecedenceTests.staged, by: [])
    try household.perform(.joinGroup(PrecedenceTests.joining(9, claiming: 30)), by: 9)
    #expect(household.state.admin.joinRequests.map(\.id) == [Household.member(30)])
    // A person who asked first has the first answer.
    let others = [UnclaimedMember(id: Household.member(31), name: "Riya")]
    #expect(throws: Rejection.alreadyClaimed(field: "join_group.claims_member_id", unclaimed: others)) {
      try household.perform(.joinGroup(PrecedenceTests.joining(10, claiming: 30)), by: 10)
    }
    let present = household.state.shared.members.presentIDs.count
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(30)))
    #expect(household.state.member(holding: Household.holder(9))?.id == Household.member(30))
    #expect(household.state.shared.members.presentIDs.count == present)
  }

  @Test("IN-08, MB-11: given somebody who has left, when they ask and it is approved, then they are who they were")
  func comesBack() throws {
    var household = PrecedenceTests.asking(PrecedenceTests.after(Household.family, [(.leaveGroup(LeaveGroup()), 3)]), by: [])
    try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 3)
    #expect(household.state.shared.member(Household.member(3))?.isGone == true)
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(3)))
    #expect(household.state.member(holding: Household.holder(3))?.id == Household.member(3) && household.state.admin.joinRequests.isEmpty)
  }

  @Test(
    "IN-09: given a request, when something changes before the answer, then each change has its own outcome", arguments: changes.indices)
  func changesMeanwhile(_ index: Int) throws {
    let change = Self.changes[index]
    var household = change.household
    try change.happens(&household)
    var approval = Situation(.approveJoin(PrecedenceTests.joinApproval(change.member)), household: household)
    approval.context.now = household.now
    #expect(approval.rejection == change.rejection, "\(change.what)")
    // What can no longer be approved can be declined, but in the archive, where nothing changes.
    let refusal = Situation(.declineJoin(PrecedenceTests.joinDecline(change.member)), household: household)
    #expect(refusal.rejection == (change.rejection == .groupArchived ? .groupArchived : nil), "\(change.what)")
  }

  @Test("IN-08: given a request, when whoever asked tries another invite, then it is join_pending") func anotherInvite() throws {
    var household = PrecedenceTests.asking()
    try household.perform(.createInvite(PrecedenceTests.invite(2)))
    household.invite = InviteID(high: 0xD000, low: 2)
    #expect(throws: Rejection.joinPending) { try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 9) }
    // Nor may anybody take the id that was chosen.
    #expect(throws: Rejection.alreadyExists(field: "join_group.member_id")) {
      try household.perform(.joinGroup(PrecedenceTests.joining(9)), by: 10)
    }
    #expect(throws: Rejection.alreadyExists(field: "add_placeholder.member_id")) {
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(9)))
    }
  }

  @Test("IN-08: given requests, when the lane is kept and read again, then they are the same, and what is damaged is refused")
  func snapshot() throws {
    let household = PrecedenceTests.asking(PrecedenceTests.staged, by: 9...11)
    var snapshot = household.state.snapshot(of: .admin)
    var state = GroupState(group: Household.group)
    try state.restore(snapshot)
    #expect(state.admin.joinRequests == household.state.admin.joinRequests && state.admin.joinRequests.count == 3)
    snapshot.admin.joinRequests[2] = snapshot.admin.joinRequests[1]
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) { try state.restore(snapshot) }
    snapshot.admin.joinRequests[2].requested.memberID = Household.text(99)
    #expect(throws: HistoryFlaw.contradiction(.idsUnique)) { try state.restore(snapshot) }
    let spoilt: [(String, @Sendable (inout JoinRequested) -> Void)] = [
      ("member_id", { $0.memberID = "Sara" }), ("holder", { $0.holder = .init([1]) }), ("invite_id", { $0.inviteID = "" }),
      ("role", { $0.role = .owner }),
    ]
    for (field, spoil) in spoilt {
      snapshot = household.state.snapshot(of: .admin)
      spoil(&snapshot.admin.joinRequests[0].requested)
      #expect(throws: HistoryFlaw.malformed(field)) { try state.restore(snapshot) }
    }
  }

  @Test("PM-04: given admins who may invite, when they answer requests, then they may; an adult may not") func whoMay() throws {
    let household = PrecedenceTests.asking()
    let approval = Command.OneOf_Body.approveJoin(PrecedenceTests.joinApproval(9))
    #expect(Situation(approval, household: household, by: 2).rejection == .forbidden(right: .joinsApprove, role: .admin))
    let delegated = PrecedenceTests.after(household, [(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)), 1)])
    #expect(Situation(approval, household: delegated, by: 2).rejection == nil)
    #expect(Situation(approval, household: delegated, by: 3).rejection == .forbidden(right: .joinsApprove, role: .adult))
  }

  private struct Change: Sendable {
    var what: String
    var household = PrecedenceTests.asking()
    /// The member they asked to be.
    var member: UInt64 = 9
    var rejection: Rejection?
    var happens: @Sendable (inout Household) throws -> Void
  }

  private static let field = "approve_join.member_id"

  private static let changes: [Change] = [
    Change(what: "the group is archived", rejection: .groupArchived) { try $0.perform(.archiveGroup(ArchiveGroup())) },
    Change(what: "the invite is revoked") { try $0.perform(.revokeInvite(PrecedenceTests.revocation(7))) },
    Change(what: "the invite expires") { $0.now += 604_800_000 },
    Change(what: "the group fills up", household: PrecedenceTests.asking(Household.family, by: [9])) { household in
      for number in 33...36 as ClosedRange<UInt64> { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(number))) }
      #expect(throws: Rejection.groupFull(membersMax: 10)) { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(37))) }
    },
    Change(
      what: "the placeholder is claimed by another", household: PrecedenceTests.claimAsked, member: 30,
      rejection: .alreadyClaimed(field: field, unclaimed: [UnclaimedMember(id: Household.member(31), name: "Riya")])
    ) { try $0.perform(.claimMember(PrecedenceTests.claim(30)), by: 3) },
    Change(what: "the placeholder is removed", household: PrecedenceTests.claimAsked, member: 30, rejection: .memberNotActive(field: field))
    {
      try $0.perform(.removeMember(PrecedenceTests.removal(30)))
    },
    Change(what: "the placeholder gets another role", household: PrecedenceTests.claimAsked, member: 30) {
      try $0.perform(.changeRole(PrecedenceTests.change(30, to: .viewer)))
    },
    Change(what: "whoever made the invite leaves", household: madeByAdmin) { try $0.perform(.leaveGroup(LeaveGroup()), by: 2) },
  ]

  /// An admin made the invite by which holder 9 asked.
  private static let madeByAdmin: Household = {
    var household = PrecedenceTests.after(Household.family, [(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)), 1)])
    household = PrecedenceTests.after(household, [(.createInvite(PrecedenceTests.askingWish), 2)])
    household.invite = PrecedenceTests.askingInvite
    return PrecedenceTests.after(household, [(.joinGroup(PrecedenceTests.joining(9)), 9)])
  }()
}

extension PrecedenceTests {
  static let askingInvite = InviteID(high: 0xD000, low: 7)

  /// An invite for adults that needs approval.
  static let askingWish: CreateInvite = {
    var wish = invite(7)
    (wish.needsApproval, wish.usesMax) = (true, 100)
    return wish
  }()

  /// The household after these, by holder and member of the same number, asked to join. More joins go by the same
  /// invite.
  static func asking(_ household: Household = .family, by numbers: some Sequence<UInt64> = [9]) -> Household {
    var household = after(household, [(.createInvite(askingWish), 1)])
    household.invite = askingInvite
    return after(household, numbers.map { (.joinGroup(joining($0)), $0) })
  }

  /// The family with places for a hundred.
  static let roomy = after(.family, [(.updateGroup(.with { $0.membersMax = 100 }), 1)])

  /// Holder 9 asks to be placeholder 30.
  static let claimAsked = after(asking(staged, by: []), [(.joinGroup(joining(9, claiming: 30)), 9)])

  /// Holder 9 asks to be placeholder 31, as a minor.
  static let minorAsks: Household = {
    var household = asking(staged, by: [])
    var wish = invite(8, role: .minor)
    wish.needsApproval = true
    household = after(household, [(.createInvite(wish), 1)])
    household.invite = InviteID(wish.inviteID)
    var join = joining(9, claiming: 31)
    join.acceptsTransparency = TransparencyNotice.version
    return after(household, [(.joinGroup(join), 9)])
  }()

  /// Somebody asked before the group came to remember as many members as it can.
  static let remembersAll: GroupState = {
    var household = asking()
    do {
      for number in 1_000..<1_995 as Range<UInt64> {
        try household.perform(.addPlaceholder(placeholder(number)))
        try household.perform(.removeMember(removal(number)))
      }
    } catch {
      Issue.record("The household could not be set up: \(error)")
    }
    return household.state
  }()

  static func joining(_ number: UInt64, claiming placeholder: UInt64? = nil) -> JoinGroup {
    var wish = JoinGroup()
    (wish.memberID, wish.displayName) = (Household.text(number), "Sara")
    wish.claimsMemberID = placeholder.map(Household.text) ?? ""
    return wish
  }

  static func joinApproval(_ number: UInt64) -> ApproveJoin {
    var wish = ApproveJoin()
    wish.memberID = Household.text(number)
    return wish
  }

  static func joinDecline(_ number: UInt64) -> DeclineJoin {
    var wish = DeclineJoin()
    wish.memberID = Household.text(number)
    return wish
  }
}
