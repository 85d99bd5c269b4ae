import HearthProtocol
import Testing

@testable import Ledger

/// What the product says of members, row by row.
struct MemberTests {
  private static func member(_ number: UInt64, in household: Household) throws -> MemberState {
    try #require(household.state.shared.member(Household.member(number)))
  }

  private static func join(
    _ household: inout Household, as number: UInt64, role: Role = .adult, claiming: UInt64? = nil, name: String = "Sara",
    accepts: String = TransparencyNotice.version
  ) throws {
    var create = PrecedenceTests.invite(household.commands + 100, role: role)
    create.usesMax = 1
    try household.perform(.createInvite(create))
    var wish = JoinGroup()
    (wish.memberID, wish.displayName, wish.acceptsTransparency) = (Household.text(number), name, accepts)
    if let claiming { wish.claimsMemberID = Household.text(claiming) }
    household.invite = InviteID(create.inviteID)
    defer { household.invite = nil }
    try household.perform(.joinGroup(wish), by: number)
  }

  @Test("product 21: whoever leaves is kept, and no longer shares by default")
  func leaving() throws {
    var household = Household.sharing
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    #expect(try Self.member(3, in: household).status == .left(at: household.now))
    #expect(household.state.member(holding: Household.holder(3)) == nil)
    #expect(household.state.lanes(readableBy: Household.member(3)).isEmpty)
    try household.perform(.addEntry(Household.entry(1, minor: 400)))
    #expect(household.lastOwed == [100, 100, 100, 100])
    #expect(throws: Rejection.notFound(field: "group_id")) { try household.perform(.addEntry(Household.entry(2)), by: 3) }
  }

  @Test("product 21: whoever has left can still settle what they owe, and nothing else that is new")
  func settlingAfterLeaving() throws {
    var household = Household.sharing
    try household.perform(.addEntry(Household.entry(1, minor: 500)))
    try household.perform(.leaveGroup(LeaveGroup()), by: 3)
    var payment = Household.entry(2, minor: 100, kind: .transfer)
    payment.content.paid = [Household.share(3, 100)]
    payment.content.split.exact.shares = [Household.share(1, 100)]
    try household.perform(.addEntry(payment))
    let inr = try #require(Currency(code: "INR"))
    #expect(household.state.shared.balances[Household.member(3), inr] == 0)
    payment.entryID = Household.entry(3).entryID
    payment.content.kind = .expense
    #expect(throws: Rejection.memberNotActive(field: "add_entry.content.paid")) { try household.perform(.addEntry(payment)) }
    payment.content.paid = [Household.share(1, 100)]
    payment.content.split.exact.shares = [Household.share(3, 100)]
    #expect(throws: Rejection.memberNotActive(field: "add_entry.content.split")) { try household.perform(.addEntry(payment)) }
  }

  @Test("product 22, C6: the owner does not leave, but hands the group over")
  func transferring() throws {
    var household = Household.family
    #expect(throws: Rejection.ownerMustTransfer) { try household.perform(.leaveGroup(LeaveGroup())) }
    try household.perform(.transferOwnership(PrecedenceTests.transfer(3)))
    #expect(household.state.shared.members.map(\.role) == [.admin, .admin, .owner, .viewer, .minor])
    #expect(household.state.shared.members.ownerID == Household.member(3))
    try household.perform(.leaveGroup(LeaveGroup()), by: 1)
  }

  @Test("product 43: a minor joins only with the notice accepted, and the version is kept")
  func joiningAsMinor() throws {
    var household = Household.family
    #expect(throws: Rejection.transparencyNotAccepted(field: "join_group.accepts_transparency")) {
      try Self.join(&household, as: 9, role: .minor, accepts: "")
    }
    try Self.join(&household, as: 9, role: .minor)
    #expect(try Self.member(9, in: household).transparencyVersion == TransparencyNotice.version)
    try Self.join(&household, as: 10, role: .viewer)
    #expect(try Self.member(10, in: household).transparencyVersion.isEmpty)
  }

  @Test("product 44, C28: somebody without an account is added by name and shares")
  func placeholders() throws {
    var household = Household.sharing
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30, "Meera")), by: 2)
    let meera = try Self.member(30, in: household)
    #expect(meera.status == .unclaimed && meera.holder == nil && meera.displayName == "Meera")
    try household.perform(.addEntry(Household.entry(1, minor: 600)))
    #expect(household.lastOwed == [100, 100, 100, 100, 100, 100])
  }

  @Test("product 45, 199, 202: of two who claim at once the second is told who is left")
  func claimingAtOnce() throws {
    var household = PrecedenceTests.staged
    try Self.join(&household, as: 9, claiming: 30, name: "")
    let claimed = try Self.member(30, in: household)
    #expect(claimed.holder == Household.holder(9) && claimed.status == .active && claimed.displayName == "Meera")
    let riya = UnclaimedMember(id: Household.member(31), name: "Riya")
    let lost = Rejection.alreadyClaimed(field: "join_group.claims_member_id", unclaimed: [riya])
    #expect(throws: lost) { try Self.join(&household, as: 10, claiming: 30) }
    #expect(lost.details.map(\.value) == ["\(riya.id) Riya"])
    #expect(lost.cause == "Somebody has claimed this member already.")
  }

  @Test("product 46: a member in whose name nothing stands goes on as the placeholder")
  func claimingAfterwards() throws {
    var household = PrecedenceTests.staged
    try household.perform(.addEntry(Household.entry(1)), by: 2)
    try Self.join(&household, as: 9)
    try household.perform(PrecedenceTests.coloring(9), by: 9)
    let decision = try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 9)
    #expect(decision.actor == Household.member(30))
    #expect(household.state.member(holding: Household.holder(9))?.id == Household.member(30))
    #expect(household.state.member(holding: Household.holder(9))?.color == "#4F8A10")
    #expect(try Self.member(9, in: household).status == .replaced(by: Household.member(30), at: household.now))
    #expect(household.state.shared.members.current(Household.member(9)) == Household.member(30))
    #expect(!household.state.shared.members.presentIDs.contains(Household.member(9)))
  }

  @Test("product 46: an owner who claims a placeholder is the owner as that member")
  func theOwnerClaims() throws {
    var household = PrecedenceTests.staged
    try household.perform(.claimMember(PrecedenceTests.claim(30)))
    #expect(household.state.shared.members.ownerID == Household.member(30))
    #expect(household.state.shared.members.count { $0.role == .owner } == 1)
  }

  @Test("MB-05: who claims a minor's placeholder afterwards becomes a minor, reads the notice first, and loses what minors may not have")
  func claimingAMinorAfterwards() throws {
    var household = PrecedenceTests.staged
    try household.perform(.setRecurring(Household.rule(1)), by: 2)
    let holder = Household.holder(2)
    #expect(throws: Rejection.transparencyNotAccepted(field: "claim_member.accepts_transparency")) {
      try household.perform(.claimMember(PrecedenceTests.claim(31)), by: 2)
    }
    try household.perform(.claimMember(PrecedenceTests.claim(31, accepting: TransparencyNotice.version)), by: 2)
    #expect(household.state.member(holding: holder)?.id == Household.member(31))
    #expect(household.state.member(holding: holder)?.role == .minor)
    #expect(household.state.member(holding: holder)?.transparencyVersion == TransparencyNotice.version)
    #expect(household.rule(1)?.isPaused == true)
    #expect(try household.replayed().snapshot(of: .shared) == household.state.snapshot(of: .shared))
  }

  @Test("C13: a placeholder is offered by name when it is the only one, and never taken unasked")
  func offering() throws {
    var household = PrecedenceTests.staged
    let members = household.state.shared.members
    #expect(members.claimable(called: "meera", as: .adult, at: household.now).map(\.id) == [Household.member(30)])
    #expect(members.claimable(called: "Riya", as: .minor, at: household.now).map(\.id) == [Household.member(31)])
    #expect(members.claimable(called: "Meera", as: .minor, at: household.now).isEmpty)
    #expect(members.claimable(called: "", as: .adult, at: household.now).isEmpty)
    try Self.join(&household, as: 9, name: "Meera")
    #expect(try Self.member(30, in: household).status == .unclaimed)
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(33, "MEERA")))
    #expect(household.state.shared.members.claimable(called: "Meera", as: .adult, at: household.now).count == 2)
  }

  @Test("product 48, C14: who gives no name is Member N")
  func fallbackNames() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30, " ")))
    try Self.join(&household, as: 9, name: "")
    #expect(household.state.shared.members.suffix(2).map(\.displayName) == ["Member 6", "Member 7"])
  }

  @Test("product 56: to become a minor waits for the member, and the owner can take it back")
  func becomingMinor() throws {
    var household = Household.family
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .minor)))
    #expect(try Self.member(3, in: household).role == .adult)
    household.now += 30 * 86_400_000
    #expect(try Self.member(3, in: household).role(at: household.now) == .adult)
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .adult)))
    #expect(try Self.member(3, in: household).proposal == nil)
    #expect(throws: Rejection.nothingPending) {
      try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 3)
    }
    try household.perform(.changeRole(PrecedenceTests.change(3, to: .minor)))
    #expect(throws: Rejection.nothingChanges) { try household.perform(.changeRole(PrecedenceTests.change(3, to: .minor))) }
    try household.perform(.acknowledgeRole(PrecedenceTests.acknowledgement()), by: 3)
    #expect(try Self.member(3, in: household).role == .minor)
    #expect(try Self.member(3, in: household).transparencyVersion == TransparencyNotice.version)
  }

  @Test("product 56: a placeholder is a minor's after seven days, not before")
  func placeholdersBecomeMinorsByTime() throws {
    var household = PrecedenceTests.staged
    try household.perform(.changeRole(PrecedenceTests.change(30, to: .minor)))
    household.now += 604_799_999
    #expect(try Self.member(30, in: household).role(at: household.now) == .adult)
    #expect(throws: Rejection.claimNotAllowed(field: "claim_member.member_id")) {
      try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 5)
    }
    household.now += 1
    #expect(try Self.member(30, in: household).role(at: household.now) == .minor)
    try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 5)
    #expect(try Self.member(30, in: household).proposal == nil)
  }

  @Test("product 57: a role counts from the next command on")
  func rolesCountAtOnce() throws {
    var household = Household.family
    try household.perform(.changeRole(PrecedenceTests.change(2, to: .viewer)))
    #expect(throws: Rejection.forbidden(right: .entriesAdd, role: .viewer)) { try household.perform(.addEntry(Household.entry(1)), by: 2) }
    #expect(household.state.lanes(readableBy: Household.member(2)) == [.shared, .inbox(Household.member(2))])
  }

  @Test("product 58: a minor asks, the owner approves or declines")
  func askingForARole() throws {
    var household = PrecedenceTests.requested
    try household.perform(.declineRole(PrecedenceTests.roleDecline(5)))
    #expect(try Self.member(5, in: household).requestedRole == nil)
    try household.perform(.requestRole(PrecedenceTests.request(.adult)), by: 5)
    #expect(throws: Rejection.nothingPending) { try household.perform(.approveRole(PrecedenceTests.approval(5, .viewer))) }
    try household.perform(.approveRole(PrecedenceTests.approval(5, .adult)))
    #expect(try Self.member(5, in: household).role == .adult)
    #expect(try Self.member(5, in: household).requestedRole == nil)
  }

  @Test("product 61: names are the member's own and the owner's to edit, minors included")
  func renaming() throws {
    var household = Household.family
    try household.perform(.renameMember(PrecedenceTests.renaming(5, to: "Riya")), by: 5)
    try household.perform(.renameMember(PrecedenceTests.renaming(4, to: " नानी ")))
    #expect(household.state.shared.members.suffix(2).map(\.displayName) == ["नानी", "Riya"])
  }

  @Test("product 62, 68: colour, date of joining, role and standing are kept")
  func whatIsKept() throws {
    var household = Household.family
    household.now += 1_000
    try Self.join(&household, as: 9)
    try household.perform(PrecedenceTests.coloring(9, "#4f8a10"), by: 9)
    let message = try Self.member(9, in: household).message
    #expect(message.color == "#4F8A10" && message.joinedAtMs == household.now && message.role == .adult && message.status == .active)
    #expect(try MemberState(message) == Self.member(9, in: household))
  }

  @Test("product 66: whoever is removed loses access and stays in the books")
  func removing() throws {
    var household = PrecedenceTests.after(PrecedenceTests.staged, [(.addEntry(Household.entry(1)), 3)])
    try household.perform(.removeMember(PrecedenceTests.removal(3)), by: 2)
    #expect(household.state.member(holding: Household.holder(3)) == nil)
    #expect(household.state.shared.entries.last?.paid.first?.member == Household.member(3))
    #expect(throws: Rejection.wasRemoved) { try Self.join(&household, as: 3) }
  }

  @Test("product 67: the owner restores whom somebody removed, with the role they had")
  func restoring() throws {
    var household = Household.family
    try household.perform(.removeMember(PrecedenceTests.removal(4)))
    try household.perform(.restoreMember(PrecedenceTests.restoration(4)))
    #expect(household.state.member(holding: Household.holder(4))?.role == .viewer)
    #expect(household.state.shared.members.presentIDs == (1...5).map(Household.member))
  }

  @Test("C23, MB-11: whoever left comes back by an invite as the same member, in the invite's role")
  func comingBack() throws {
    var household = Household.family
    try household.perform(.leaveGroup(LeaveGroup()), by: 2)
    try Self.join(&household, as: 2, role: .viewer, name: "")
    let back = try Self.member(2, in: household)
    #expect(back.status == .active && back.role == .viewer && back.displayName == "Member 2")
    #expect(household.state.shared.members.count == 5)
  }

  @Test("C23: closing an invite removes nobody")
  func closingAnInvite() throws {
    var household = Household.family
    try Self.join(&household, as: 9)
    let open = try #require(household.state.admin.invites.last)
    var revoke = RevokeInvite()
    revoke.inviteID = open.id.description
    try household.perform(.revokeInvite(revoke))
    #expect(household.state.member(holding: Household.holder(9)) != nil)
  }

  @Test("product 15: of all who come and go a group remembers a thousand, and takes nobody new then")
  func membersEver() throws {
    var household = Household.family
    let places = Limits.membersEver - household.state.shared.members.count
    for number in 0..<UInt64(places) {
      try household.perform(.addPlaceholder(PrecedenceTests.placeholder(1_000 + number)))
      var remove = RemoveMember()
      remove.memberID = Household.text(1_000 + number)
      try household.perform(.removeMember(remove))
    }
    #expect(household.state.shared.members.count == Limits.membersEver)
    #expect(throws: Rejection.groupFull(membersMax: 1_000)) { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(25))) }
    #expect(throws: Rejection.groupFull(membersMax: 1_000)) { try Self.join(&household, as: 9) }
    // A person who was there comes back all the same.
    try household.perform(.leaveGroup(LeaveGroup()), by: 2)
    try Self.join(&household, as: 2)
  }

  @Test("MB-05: whom an entry has named claims nothing, whether the group was read from its log or from a snapshot")
  func namedBefore() throws {
    var household = Household.family
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(30)))
    try household.perform(.addEntry(Household.entry(1, minor: 900)))
    var edit = EditEntry()
    edit.entryID = Household.entry(1).entryID
    edit.baseVersion = try #require(household.state.shared.entries.last).version.rawValue
    edit.changes.money = Household.money(900, among: [1])
    try household.perform(.editEntry(edit))
    var opened = GroupState(group: Household.group)
    for lane in [Lane.shared, .admin, .income] { try opened.restore(household.state.snapshot(of: lane)) }
    let refusal = Rejection.claimNotPossible(field: "claim_member.member_id")
    for state in [household.state, opened, try household.replayed()] {
      var household = household
      household.state = state
      #expect(throws: refusal) { try household.perform(.claimMember(PrecedenceTests.claim(30)), by: 3) }
    }
  }

  @Test("product 15: placeholders count against the cap, those who have left do not")
  func theCap() throws {
    var household = Household.family
    for number in 20...24 as ClosedRange<UInt64> { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(number))) }
    #expect(throws: Rejection.groupFull(membersMax: 10)) { try household.perform(.addPlaceholder(PrecedenceTests.placeholder(25))) }
    #expect(throws: Rejection.groupFull(membersMax: 10)) { try Self.join(&household, as: 9) }
    // A claim needs no space: the place is theirs.
    try Self.join(&household, as: 9, claiming: 20)
    try household.perform(.leaveGroup(LeaveGroup()), by: 4)
    try household.perform(.addPlaceholder(PrecedenceTests.placeholder(25)))
  }
}
