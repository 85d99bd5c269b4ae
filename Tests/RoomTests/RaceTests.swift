import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// What is decided in the group's one order when many want the same.
struct RaceTests {
  @Test("IN-05 Of two joins racing for the last use one is accepted, in one batch or in two", arguments: [true, false])
  func lastUse(inOneBatch: Bool) {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9), by: 1)
    shell.forget()
    shell.submit(Cast.join(300, person: 6), by: 6, invite: 9)
    if !inOneBatch { shell.turn() }
    shell.submit(Cast.join(301, person: 7), by: 7, invite: 9)
    shell.turn()
    #expect(shell.accepted(by: TestShell.peer(6)).count == 1)
    #expect(shell.refusals(to: TestShell.peer(7)) == ["invite_invalid"])
    #expect(shell.history.state.shared.members.count == 6)
    #expect(shell.appends.count == 1)
  }

  @Test("IN-05 A use that was not stored is free again")
  func useComesBack() {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9), by: 1)
    shell.holdsAppends = true
    shell.forget()
    shell.send(Cast.join(300, person: 6), by: 6, invite: 9)
    shell.answerAppend(failing: .broken("disk"))
    shell.send(Cast.join(301, person: 7), by: 7, invite: 9)
    shell.answerAppend()
    #expect(shell.refusals(to: TestShell.peer(6)) == ["unavailable"])
    #expect(shell.accepted(by: TestShell.peer(7)).count == 1)
  }

  @Test("Of 100 joins at once exactly as many are accepted as there are places; the others get group_full", arguments: [1, 7, 100])
  func eleventhMember(perTurn: Int) {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9, uses: 100), by: 1)
    shell.forget()
    for person in 6..<106 as Range<UInt64> {
      shell.submit(Cast.join(300 + person, person: person), by: person, invite: 9)
      if Int(person - 5) % perTurn == 0 { shell.turn() }
    }
    shell.settle()
    let answers = (6..<106 as Range<UInt64>).map { shell.messages(to: TestShell.peer($0)) }
    #expect(answers.allSatisfy { $0.count == 1 })
    #expect(answers.count { $0[0].accepted.position > 0 } == 5)
    #expect(answers.count { $0[0].rejected.code == "group_full" } == 95)
    #expect(shell.history.state.shared.members.count == 10)
    #expect(shell.history.state.admin.invites.last?.uses == 5)
  }

  @Test("GR-01 A group comes with its owner in one append; a second creator finds the id taken")
  func createdOnce() {
    var shell = TestShell()
    shell.submit(Cast.createGroup(1, owner: 1), by: 1)
    shell.submit(Cast.createGroup(2, owner: 2), by: 2)
    shell.turn()
    #expect(shell.appends.map(\.events.count) == [2])
    #expect(shell.appends.first?.projections == [.membership(identity: Cast.identity(1), group: Cast.group)])
    #expect(shell.accepted(by: TestShell.peer(1)).count == 1)
    #expect(shell.refusals(to: TestShell.peer(2)) == ["already_exists"])
  }

  @Test(
    "GR-01, product 13: a group whose making was not stored is not there: the creator is told why, finds nothing, and can make it",
    arguments: [(StoreFailure.broken("disk"), "unavailable"), (.full, "storage_full")])
  func creationFails(failure: StoreFailure, code: String) {
    var shell = TestShell()
    shell.holdsAppends = true
    shell.submit(Cast.createGroup(1, owner: 1), by: 1)
    shell.turn()
    #expect(shell.sent.isEmpty)
    shell.answerAppend(failing: failure)
    shell.settle()
    #expect(shell.refusals(to: TestShell.peer(1)) == [code])
    #expect(shell.history.state.shared.members.isEmpty && shell.history.sequence == .start)
    #expect((try? shell.store.groups(of: Cast.identity(1)))?.isEmpty == true)
    shell.subscribe(1)
    #expect(shell.refusals(to: TestShell.peer(1)) == [code, "not_found"])
    shell.holdsAppends = false
    shell.send(Cast.createGroup(1, owner: 1), by: 1)
    #expect(shell.accepted(by: TestShell.peer(1)).map(\.duplicate) == [false])
    #expect((try? shell.store.groups(of: Cast.identity(1))) == [Cast.group])
  }

  @Test("The directory learns of a member and of an invite in the append that makes them")
  func projections() {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9), by: 1)
    shell.send(Cast.join(300, person: 6), by: 6, invite: 9)
    shell.send(Cast.addEntry(301), by: 6)
    #expect(
      shell.appends.map(\.projections) == [
        [.invite(codeHash: Cast.code(9).hash, group: Cast.group, invite: Cast.invite(9))],
        [.membership(identity: Cast.identity(6), group: Cast.group)], [],
      ])
  }

  @Test("IN-03, IN-04 A preview shows the group while the invite is open, and nothing afterwards")
  func preview() throws {
    var shell = TestShell.family()
    shell.send(Cast.createInvite(9, role: .viewer), by: 1)
    let preview = try #require(
      shell.history.state.preview(of: Cast.invite(9), at: Cast.noon, displayName: "", for: Cast.asker(20).holder))
    #expect(preview.groupName == "Smith Family" && preview.ownerName == "Person 1")
    #expect(preview.memberCount == 5 && preview.role == .viewer)
    #expect(
      shell.history.state.preview(of: Cast.invite(9), at: Cast.noon + 7 * 86_400_000, displayName: "", for: Cast.asker(20).holder)
        == nil)
    #expect(shell.history.state.preview(of: Cast.invite(8), at: Cast.noon, displayName: "", for: Cast.asker(20).holder) == nil)
    shell.send(Cast.revokeInvite(10, invite: 9), by: 1)
    #expect(shell.history.state.preview(of: Cast.invite(9), at: Cast.noon, displayName: "", for: Cast.asker(20).holder) == nil)
  }

  @Test("GR-02 The summary is the member's own; a stranger has none")
  func summary() throws {
    let state = TestShell.family().box.room.history.state
    let summary = try #require(state.summary(for: Cast.asker(4).holder))
    #expect(summary.groupID == Cast.group.description && summary.name == "Smith Family" && summary.currency == "INR")
    #expect(summary.memberID == Cast.member(4).description && summary.role == .viewer && summary.memberCount == 5)
    #expect(state.summary(for: Cast.asker(9).holder) == nil)
  }
}
