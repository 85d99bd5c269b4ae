import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// SPEC section 21 on live connections: codes, answers, and what a member still receives who loses a right.
struct RightsTests {
  private static let admin: UInt64 = 2

  private static func delegated() -> TestShell {
    var shell = TestShell.family()
    shell.send(Cast.setPolicy(800, .adminsInvite, true), by: 1)
    shell.send(Cast.createInvite(801, uses: 5), by: admin)
    shell.send(Cast.setRecurring(802, from: "2026-12-01"), by: admin)
    shell.forget()
    return shell
  }

  @Test("RE-01: the same create_invite sent again gives the code to who may still invite, and to nobody else")
  func codes() throws {
    var shell = Self.delegated()
    shell.send(Cast.createInvite(801, uses: 5), by: Self.admin)
    #expect(shell.accepted(by: TestShell.peer(Self.admin)).map(\.inviteCode) == ["CODE-801"])
    shell.send(Cast.setPolicy(803, .adminsInvite, false), by: 1)
    shell.forget()
    shell.send(Cast.createInvite(801, uses: 5), by: Self.admin)
    #expect(shell.accepted(by: TestShell.peer(Self.admin)).map(\.inviteCode) == [""])
    #expect(shell.accepted(by: TestShell.peer(Self.admin)).map(\.duplicate) == [true])
    shell.send(Cast.remove(804, Self.admin), by: 1)
    shell.forget()
    shell.send(Cast.createInvite(801, uses: 5), by: Self.admin)
    #expect(shell.accepted(by: TestShell.peer(Self.admin)).allSatisfy { $0.inviteCode.isEmpty })
  }

  @Test("RE-04, SB-08: the answer says what ended; a demoted admin is sent nothing of lane admin behind the demotion")
  func demoted() throws {
    var shell = Self.delegated()
    shell.subscribe(1)
    shell.subscribe(Self.admin)
    shell.forget()
    shell.send(Cast.changeRole(805, Self.admin, to: .viewer), by: 1)
    let answer = try #require(shell.accepted(by: TestShell.peer(1)).first)
    #expect(answer.revokedInviteIds == [Cast.invite(801).description] && answer.pausedRuleIds == [Cast.rule(1).description])
    let log = try shell.store.read(Cast.group, after: .start, limit: .max).suffix(3).map { try Event(serializedBytes: $0.bytes) }
    guard case .roleChanged = log.last?.body else {
      Issue.record("The last event was \(String(describing: log.last?.body))")
      return
    }
    // What the command asks for itself is not told as what ended with it.
    shell.send(Cast.createInvite(806), by: 1)
    shell.forget()
    shell.send(Cast.revokeInvite(807, invite: 806), by: 1)
    #expect(shell.accepted(by: TestShell.peer(1)).map(\.revokedInviteIds) == [[]])
    #expect(shell.sent(to: TestShell.peer(Self.admin)).allSatisfy { if case .events(.admin, _) = $0 { false } else { true } })
  }

  @Test("RE-04, FA-08: the answer names the allowance that paused to who received the minor's lane, and to nobody else")
  func allowances() throws {
    /// What the answer names to who ends the allowance by ending something else.
    func named(_ end: Command, by person: UInt64, isPaid: Bool = false) throws -> [String] {
      var shell = TestShell.family()
      var allowance = FamilyLaneTests.allowance(820)
      if isPaid {
        shell.send(FamilyLaneTests.guardian(818, 3), by: 1)
        let account = AccountID(high: 0xF5, low: 1).description
        shell.send(
          Cast.wish(819, .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (account, "Savings", .savings) })), by: 3)
        allowance.setAllowance.content.accountID = account
      }
      shell.send(allowance, by: isPaid ? 3 : 1)
      shell.forget()
      shell.send(end, by: person)
      let state = shell.history.state
      #expect(state.minor(Cast.member(5)).allowances.map(\.isPaused) == [true])
      return try #require(shell.accepted(by: TestShell.peer(person)).first).pausedAllowanceIds
    }
    let ids = [FamilyLaneTests.allowanceID(820).description]
    #expect(try named(Cast.remove(821, 5), by: 1) == ids)
    #expect(try named(Cast.leave(821), by: 5) == ids)
    // An admin who does not look after the minor removes the guardian who pays.
    #expect(try named(Cast.remove(821, 3), by: Self.admin, isPaid: true) == [])
    #expect(try named(Cast.remove(821, 3), by: 1, isPaid: true) == ids)
    // What the command asks for itself is not told as what ended with it.
    let pause = Cast.wish(
      821, .pauseAllowance(.with { ($0.minorID, $0.allowanceID) = (Cast.member(5).description, ids[0]) }))
    #expect(try named(pause, by: 1) == [])
  }

  @Test("MB-11: a preview offers who comes back the role that they would get")
  func previews() throws {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(810, uses: 5), by: 1)
    let viewer = try #require(shell.history.state.shared.members.first { $0.role == .viewer }?.holder)
    let person = try #require((1...9).first { Cast.asker($0).holder == viewer })
    shell.send(Cast.leave(811), by: person)
    let preview = try #require(shell.history.state.preview(of: Cast.invite(810), at: shell.now, displayName: "", for: viewer))
    #expect(preview.role == .viewer)
  }
}
