import HearthProtocol
import Testing

@testable import Ledger

struct InviteTests {
  @Test func theUsualInvite() throws {
    let household = PrecedenceTests.invited(uses: 0)
    let invite = try #require(household.state.admin.invites.last)
    #expect(invite.usesMax == 1)
    #expect(invite.expiresAt == Household.noon + 604_800_000)
    #expect(invite.createdBy == Household.member(1))
    #expect(household.log.last?.lane == .admin)
  }

  @Test func joiningIsSeenByAllAndUsesTheInvite() throws {
    var household = PrecedenceTests.invited()
    household.invite = InviteID(high: 0xD000, low: 1)
    var wish = JoinGroup()
    wish.memberID = Household.text(6)
    wish.displayName = "Riya"
    let decision = try household.perform(.joinGroup(wish), by: 6)
    #expect(decision.actor == Household.member(6))
    #expect(decision.events.map(\.lane) == [.shared, .admin])
    #expect(household.state.member(holding: Household.holder(6))?.role == .adult)
    #expect(household.state.admin.invites.last?.uses == 1)
  }

  /// Given twenty open invites, when one expires, is revoked or used, then there is space for one more.
  @Test func onlyOpenInvitesCount() throws {
    var household = PrecedenceTests.family((1...20).map { .createInvite(PrecedenceTests.invite($0)) })
    #expect(throws: Rejection.tooManyInvites) { try household.perform(.createInvite(PrecedenceTests.invite(21))) }
    try household.perform(.revokeInvite(PrecedenceTests.revocation(3)))
    try household.perform(.createInvite(PrecedenceTests.invite(21)))
    #expect(throws: Rejection.tooManyInvites) { try household.perform(.createInvite(PrecedenceTests.invite(22))) }
    household.now += 604_800_000
    try household.perform(.createInvite(PrecedenceTests.invite(22)))
    #expect(household.state.admin.openInvites(at: household.now) == 1)
  }

  @Test func anExpiryNeverOverflows() throws {
    var household = Household.family
    household.now = .max
    try household.perform(.createInvite(PrecedenceTests.invite(1)))
    #expect(household.state.admin.invites.last?.expiresAt == .max)
  }

  @Test func everyReasonGetsTheSameAnswer() {
    let answers = PrecedenceTests.joinGroupFlaws.filter { $0.rejection == .inviteInvalid }.compactMap { flaw in
      var situation = PrecedenceTests.joinGroup
      flaw.spoil(&situation)
      return situation.rejection
    }
    #expect(answers.count == 9)
    #expect(Set(answers.map { $0.cause + $0.remedy + $0.field + $0.code.rawValue }).count == 1)
    #expect(answers.allSatisfy { $0.details.isEmpty })
  }

  @Test("IN-07: given an invite for one identity, when anybody else joins it is no invite, and when it joins it does once")
  func forOneIdentity() throws {
    let holder = HolderID(identity: PrecedenceTests.somebody, group: Household.group)
    let household = PrecedenceTests.family([.createInvite(PrecedenceTests.invite(1, for: PrecedenceTests.somebody))])
    let invite = try #require(household.state.admin.invites.last)
    #expect(invite.recipient == holder && invite.usesMax == 1)
    #expect(invite.admits(holder) && !invite.admits(Household.holder(9)))
    var situation = PrecedenceTests.joinGroup
    situation.state = household.state
    #expect(situation.rejection == .inviteInvalid)
    situation.context.holder = holder
    #expect(situation.rejection == nil)
  }

  @Test("IN-07: given an invite for one identity, when more uses are wished than one, then the number is refused")
  func forOneIdentityOnce() throws {
    for (uses, rejection): (UInt32, Rejection?) in [
      (0, nil), (1, nil), (2, .numberOutOfRange(field: "create_invite.uses_max", bounds: 1...1)),
    ] {
      var wish = PrecedenceTests.invite(1, for: PrecedenceTests.somebody)
      wish.usesMax = uses
      #expect(Situation(.createInvite(wish)).rejection == rejection, "\(uses)")
    }
  }

  @Test("IN-07: given an invite with a label of 100 characters, when it is kept and read again, then it says whom it is for")
  func snapshot() throws {
    var wish = PrecedenceTests.invite(1, for: PrecedenceTests.somebody)
    wish.label = " " + String(repeating: "र", count: 100)
    let household = PrecedenceTests.family([.createInvite(wish)])
    #expect(household.state.admin.invites.last?.label == String(repeating: "र", count: 100))
    var snapshot = household.state.snapshot(of: .admin)
    var state = GroupState(group: Household.group)
    try state.restore(snapshot)
    #expect(state.admin.invites.last == household.state.admin.invites.last)
    snapshot.admin.invites[snapshot.admin.invites.count - 1].forHolder = .init([1, 2, 3])
    #expect(throws: HistoryFlaw.malformed("for_holder")) { try state.restore(snapshot) }
  }
}
