import HearthProtocol
import Testing

@testable import Ledger

/// What ends when a right ends (SPEC section 21): invites, rules and requests of a member who may not make them any
/// more.
struct RightsTests {
  /// Member 2 is an admin who may invite, has an open invite (2) and the rule 2; member 3 is an adult with the rule 3.
  private static func delegated() throws -> Household {
    var household = Household.family
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)))
    var invite = PrecedenceTests.invite(2)
    invite.usesMax = 5
    try household.perform(.createInvite(invite), by: 2)
    for number in [2, 3] as [UInt64] { try household.perform(.setRecurring(Household.rule(number, from: "2026-11-05")), by: number) }
    return household
  }

  private static let invite = InviteID(high: 0xD000, low: 2)

  private static func join(_ household: inout Household, by number: UInt64, _ change: (inout JoinGroup) -> Void = { _ in }) throws {
    household.invite = invite
    defer { household.invite = nil }
    var wish = JoinGroup()
    (wish.memberID, wish.displayName, wish.acceptsTransparency) = (Household.text(number), "Sara", TransparencyNotice.version)
    change(&wish)
    try household.perform(.joinGroup(wish), by: number)
  }

  static let losses: [(String, Command.OneOf_Body, by: UInt64, pauses: Bool)] = [
    ("demotion to adult", .changeRole(PrecedenceTests.change(2, to: .adult)), 1, false),
    ("demotion to viewer", .changeRole(PrecedenceTests.change(2, to: .viewer)), 1, true),
    ("removal", .removeMember(PrecedenceTests.removal(2)), 1, true),
    ("leaving", .leaveGroup(LeaveGroup()), 2, true),
    ("the policy", .setPolicy(PrecedenceTests.policy(.adminsInvite, false)), 1, false),
  ]

  @Test(
    "RE-01, RE-03: with the right end the invites and rules that rested on it, in the same batch and before the event", arguments: 0..<5)
  func losing(_ place: Int) throws {
    let (name, command, by, pauses) = Self.losses[place]
    var household = try Self.delegated()
    let decision = try household.perform(command, by: by)
    #expect(household.state.admin.invites[Self.invite]?.isRevoked == true, "\(name)")
    #expect(household.rule(2)?.isPaused == pauses && household.rule(3)?.isPaused == false, "\(name)")
    #expect(
      decision.events.count == (pauses ? 3 : 2) && decision.events.dropLast().allSatisfy { !$0.body.traits.changesAudience }, "\(name)")
    if pauses {
      let code = place == 1 ? RejectionCode.forbidden : .memberNotActive
      #expect(household.rule(2)?.pauseCode == code.rawValue, "\(name)")
    }
    #expect(throws: Rejection.inviteInvalid) { try Self.join(&household, by: 9) }
    #expect(try household.replayed().snapshot(of: .admin) == household.state.snapshot(of: .admin))
  }

  @Test("RE-01: who hands the group over keeps, as an admin, no invites that an admin may not make") func transferred() throws {
    var household = Household.family
    for (number, role) in [(2, Role.admin), (4, .adult)] {
      try household.perform(.createInvite(PrecedenceTests.invite(UInt64(number), role: role)))
    }
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, true)))
    try household.perform(.transferOwnership(PrecedenceTests.transfer(2)))
    #expect(household.state.admin.invites[Self.invite]?.isRevoked == true)
    #expect(household.state.admin.invites[InviteID(high: 0xD000, low: 4)]?.isRevoked == false)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adminsInvite, false)), by: 2)
    #expect(household.state.admin.invites[InviteID(high: 0xD000, low: 4)]?.isRevoked == true)
  }

  @Test("RE-01: an invite that outlived its maker in an older history lets nobody in, and is no more shown as one") func older() throws {
    var household = try Self.delegated()
    var removed = MemberRemoved()
    removed.memberID = Household.text(2)
    try household.store(DecidedEvent(.memberRemoved(removed)), by: Household.member(1))
    #expect(household.state.admin.invites[Self.invite]?.isOpen(at: household.now) == true)
    #expect(throws: Rejection.inviteInvalid) { try Self.join(&household, by: 9) }
    // Their rule pauses when its date comes.
    household.today = try #require(CivilDate(iso8601: "2026-11-05"))
    let due = try #require(decideDue(in: household.state, now: household.now, today: household.today))
    guard case .recurringPaused(let paused)? = due.events.first?.body else { throw Rejection.nothingChanges }
    #expect(paused.ruleID == Household.ruleID(2).description && paused.code == "member_not_active")
  }

  @Test("RE-02: an admin invites no admin and lets none in, whatever the policy says") func admins() throws {
    var household = try Self.delegated()
    #expect(throws: Rejection.forbidden(right: .invitesCreateAdmins, role: .admin)) {
      try household.perform(.createInvite(PrecedenceTests.invite(3, role: .admin)), by: 2)
    }
    var invite = PrecedenceTests.invite(3, role: .admin)
    invite.needsApproval = true
    try household.perform(.createInvite(invite))
    household.invite = InviteID(high: 0xD000, low: 3)
    var wish = JoinGroup()
    (wish.memberID, wish.displayName) = (Household.text(9), "Sara")
    try household.perform(.joinGroup(wish), by: 9)
    #expect(throws: Rejection.forbidden(right: .invitesCreateAdmins, role: .admin)) {
      try household.perform(.approveJoin(PrecedenceTests.joinApproval(9)), by: 2)
    }
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(9)))
    #expect(household.state.member(holding: Household.holder(9))?.role == .admin)
  }

  @Test("RE-03: a rule that was resumed for its maker goes on by the right of who resumed it, and ends with that") func resumed() throws {
    var household = try Self.delegated()
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    var resume = ResumeRecurring()
    resume.ruleID = Household.ruleID(3).description
    try household.perform(.resumeRecurring(resume), by: 2)
    #expect(household.rule(3)?.isPaused == false && household.rule(3)?.resumedBy == Household.member(2))
    try household.perform(.restoreMember(PrecedenceTests.restoration(3)))
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    #expect(household.rule(3)?.isPaused == false)
    try household.perform(.changeRole(PrecedenceTests.change(2, to: .adult)))
    #expect(household.rule(3)?.isPaused == true && household.rule(2)?.isPaused == false)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("RE-03: a change by its maker ends what somebody else answered for, and a change by somebody else is theirs to answer for")
  func changedRule() throws {
    for changer in [3, 1] as [UInt64] {
      var household = try Self.delegated()
      try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
      #expect(household.rule(3)?.isPaused == true)
      try household.perform(.resumeRecurring(.with { $0.ruleID = Household.ruleID(3).description }))
      try household.perform(.changeRole(PrecedenceTests.change(3, to: .adult)))
      let old = try #require(household.rule(3))
      var change = SetRecurring()
      (change.ruleID, change.content, change.baseVersion) = (old.id.description, old.content, old.version.rawValue)
      change.content.template.amount.minor = 90_000_00
      change.content.template.paid = []
      try household.perform(.setRecurring(change), by: changer)
      #expect(household.rule(3)?.resumedBy == (changer == 3 ? nil : Household.member(1)))
      try household.perform(.changeRole(PrecedenceTests.change(3, to: .viewer)))
      #expect(household.rule(3)?.isPaused == (changer == 3))
      #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
    }
  }

  @Test("RE-03: a rule by incomes ends with the right to receive them, and divides by the right of who resumes it") func byIncome() throws {
    var household = Household.family
    for number in [1, 2, 3] as [UInt64] {
      try household.perform(.setMemberIncome(PrecedenceTests.income(100_000 * Int64(number))), by: number)
    }
    var rule = Household.rule(3, .day, from: household.today.adding(days: 1).description)
    rule.content.template.split.income = IncomeSplit()
    try household.perform(.setRecurring(rule), by: 3)
    try household.perform(.setPolicy(PrecedenceTests.policy(.adultsSeeIncome, false)))
    #expect(household.rule(3)?.isPaused == true)
    let resume = ResumeRecurring.with { $0.ruleID = Household.ruleID(3).description }
    #expect(throws: Rejection.forbidden(right: .incomeRead, role: .adult)) { try household.perform(.resumeRecurring(resume), by: 3) }
    try household.perform(.resumeRecurring(resume))
    #expect(household.rule(3)?.resumedBy == Household.member(1))
    try household.pass(days: 2)
    #expect(household.rule(3)?.isPaused == false && household.state.shared.entries.count == 2)
    // Demotion does the same to a rule of an admin's.
    rule = Household.rule(2, .day, from: household.today.adding(days: 1).description)
    rule.content.template.split.income = IncomeSplit()
    try household.perform(.setRecurring(rule), by: 2)
    try household.perform(.changeRole(PrecedenceTests.change(2, to: .adult)))
    #expect(household.rule(2)?.isPaused == true && household.rule(3)?.isPaused == false)
  }

  @Test("MB-11: who comes back by an invite has at most the role of last time; a minor stays one") func comingBack() throws {
    for (number, role, expected) in [(4, Role.viewer, Role.viewer), (5, .minor, .minor), (2, .admin, .adult)] as [(UInt64, Role, Role)] {
      var household = Household.family
      var invite = PrecedenceTests.invite(2)
      invite.usesMax = 5
      try household.perform(.createInvite(invite))
      #expect(household.state.shared.member(Household.member(number))?.role == role)
      try household.perform(.leaveGroup(LeaveGroup()), by: number)
      if role == .minor {
        #expect(throws: Rejection.transparencyNotAccepted(field: "join_group.accepts_transparency")) {
          try Self.join(&household, by: number) { $0.acceptsTransparency = "" }
        }
      }
      try Self.join(&household, by: number)
      #expect(household.state.member(holding: Household.holder(number))?.role == expected, "\(role)")
    }
  }

  @Test("MB-11: nor by a request that is approved, nor by a request of an older history") func comingBackByRequest() throws {
    var household = Household.family
    var invite = PrecedenceTests.invite(2)
    (invite.usesMax, invite.needsApproval) = (5, true)
    try household.perform(.createInvite(invite))
    for number in [4, 5] as [UInt64] {
      try household.perform(.leaveGroup(LeaveGroup()), by: number)
      try Self.join(&household, by: number)
    }
    #expect(household.state.admin.joinRequests.map(\.role) == [.viewer, .minor])
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(4)))
    #expect(household.state.member(holding: Household.holder(4))?.role == .viewer)
    try household.perform(.declineJoin(PrecedenceTests.joinDecline(5)))
    var asked = JoinRequested()
    (asked.memberID, asked.displayName, asked.role) = (Household.text(5), "Riya", .adult)
    (asked.holder, asked.inviteID) = (.init(Household.holder(5).bytes), Self.invite.description)
    try household.store(DecidedEvent(.joinRequested(asked)), by: Household.member(5))
    try household.perform(.approveJoin(PrecedenceTests.joinApproval(5)))
    #expect(household.state.member(holding: Household.holder(5))?.role == .minor)
  }

  @Test("MB-11: a role that waits for a member waits still when they are back, left or restored") func proposalsWait() throws {
    var household = Household.family
    var invite = PrecedenceTests.invite(2)
    invite.usesMax = 5
    try household.perform(.createInvite(invite))
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .minor)))
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    try Self.join(&household, by: 3)
    #expect(household.state.member(holding: Household.holder(3))?.proposal?.role == .minor)
    try household.perform(.removeMember(PrecedenceTests.removal(3)))
    try household.perform(.restoreMember(PrecedenceTests.restoration(3)))
    #expect(household.state.member(holding: Household.holder(3))?.proposal?.role == .minor)
    // A placeholder that counts as a minor's does so when it is taken back.
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33)))
    try household.perform(.changeRole(PrecedenceTests.change(33, to: .minor)))
    household.now += Limits.placeholderRoleMilliseconds
    try household.perform(.removeMember(PrecedenceTests.removal(33)))
    try household.perform(.restoreMember(PrecedenceTests.restoration(33)))
    #expect(household.state.shared.member(Household.member(33))?.role(at: household.now) == .minor)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("MB-05: who joins as a minor's placeholder is a minor, whatever the invite says") func claimedMinor() throws {
    var household = Household.family
    try household.perform(.createInvite(PrecedenceTests.invite(2)))
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33, "Riya", as: .minor)))
    #expect(throws: Rejection.transparencyNotAccepted(field: "join_group.accepts_transparency")) {
      try Self.join(&household, by: 9) {
        $0.claimsMemberID = Household.text(33)
        $0.acceptsTransparency = ""
      }
    }
    try Self.join(&household, by: 9) { $0.claimsMemberID = Household.text(33) }
    #expect(household.state.member(holding: Household.holder(9))?.role == .minor)
  }

  @Test("MB-10: a request for a role and its refusal stand in the minor's lane; its readers see it, others do not") func requests()
    throws
  {
    var household = Household.family
    let asked = try household.perform(.requestRole(PrecedenceTests.request(.viewer)), by: 5)
    #expect(
      asked.events.map(\.lane) == [.minor(Household.member(5))] && household.state.shared.member(Household.member(5))?.requestedRole == nil)
    func shown(to number: UInt64) throws -> Role? {
      var read = ReadGroup()
      (read.part, read.id) = (.members, Household.text(5))
      return try household.state.contents(read, for: Household.member(number)).members.first?.requestedRole
    }
    #expect(try [1, 2, 3, 4, 5].map(shown) == [.viewer, .unspecified, .unspecified, .unspecified, .viewer])
    #expect(throws: Rejection.nothingChanges) { try household.perform(.requestRole(PrecedenceTests.request(.viewer)), by: 5) }
    let declined = try household.perform(.declineRole(PrecedenceTests.roleDecline(5)))
    #expect(declined.events.map(\.lane) == [.minor(Household.member(5))] && household.state.requestedRole(of: Household.member(5)) == nil)
    // What the whole group learns of an approval is the role.
    try household.perform(.requestRole(PrecedenceTests.request(.adult)), by: 5)
    let approved = try household.perform(.approveRole(PrecedenceTests.approval(5, .adult)))
    #expect(approved.events.map(\.lane) == [.minor(Household.member(5)), .shared])
    #expect(household.state.minor(Household.member(5)).requestedRole == nil)
    let lane = Lane.minor(Household.member(5))
    #expect(try household.replayed().snapshot(of: lane) == household.state.snapshot(of: lane))
  }

  @Test("MB-10: a request ends with the membership and with any change of role, and goes along with a claim") func requestsEnd() throws {
    for end: (Command.OneOf_Body, UInt64) in [
      (.leaveGroup(LeaveGroup()), 5), (.removeMember(PrecedenceTests.removal(5)), 1),
      (.changeRole(PrecedenceTests.change(5, to: .viewer)), 1),
    ] {
      var household = PrecedenceTests.requested
      try household.perform(end.0, by: end.1)
      #expect(household.state.minor(Household.member(5)).requestedRole == nil, "\(end)")
    }
    var household = PrecedenceTests.requested
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33, as: .minor)))
    try household.perform(.claimMember(PrecedenceTests.claim(33)), by: 5)
    #expect(household.state.requestedRole(of: Household.member(33)) == .viewer)
    try household.perform(.approveRole(PrecedenceTests.approval(33)))
    #expect(household.state.requestedRole(of: Household.member(33)) == nil)
  }

  @Test("MB-10: a request that an older history has in lane admin is shown to its readers, declined and approved as before")
  func requestsInLaneAdmin() throws {
    var household = Household.family
    var asked = RoleRequested()
    (asked.memberID, asked.role) = (Household.text(5), .viewer)
    try household.store(DecidedEvent(.roleRequested(asked), in: .admin), by: Household.member(5))
    #expect(household.state.requestedRole(of: Household.member(5)) == .viewer)
    let declined = try household.perform(.declineRole(PrecedenceTests.roleDecline(5)))
    #expect(declined.events.map(\.lane) == [.admin] && household.state.admin.roleRequests.isEmpty)
    try household.store(DecidedEvent(.roleRequested(asked), in: .admin), by: Household.member(5))
    let approved = try household.perform(.approveRole(PrecedenceTests.approval(5)))
    #expect(approved.events.map(\.lane) == [.admin, .shared] && household.state.admin.roleRequests.isEmpty)
  }

  @Test("MB-10: a request that an older history has in lane shared is shown, declined and approved as before") func olderRequests() throws {
    var household = Household.family
    var asked = RoleRequested()
    (asked.memberID, asked.role) = (Household.text(5), .viewer)
    try household.store(DecidedEvent(.roleRequested(asked), in: .shared), by: Household.member(5))
    #expect(household.state.requestedRole(of: Household.member(5)) == .viewer)
    let declined = try household.perform(.declineRole(PrecedenceTests.roleDecline(5)))
    #expect(declined.events.map(\.lane) == [.shared] && household.state.requestedRole(of: Household.member(5)) == nil)
    try household.store(DecidedEvent(.roleRequested(asked), in: .shared), by: Household.member(5))
    try household.perform(.approveRole(PrecedenceTests.approval(5)))
    #expect(household.state.requestedRole(of: Household.member(5)) == nil)
    #expect(household.state.member(holding: Household.holder(5))?.role == .viewer)
  }

  @Test("B9: the notice says who sees what a minor spends, and has a version of its own") func notice() {
    #expect(TransparencyNotice.version == "2026-11-29")
    #expect(TransparencyNotice.text.contains { $0.contains("seen by you, the owner and your guardians") })
    #expect(TransparencyNotice.text.contains { $0.contains("see which one it is, and not what is in it") }, "product 137, 151")
    #expect(!TransparencyNotice.text.contains { $0.contains("admins see") || $0.contains("no private record") })
  }
}
