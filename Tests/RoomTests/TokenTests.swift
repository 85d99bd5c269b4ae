import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// SPEC ID-22: what a room does when a member loses the right to a token for the group.
struct TokenTests {
  private static let adult: UInt64 = 3

  @Test("ID-22, CM-07: a command by a token that waits behind the loss of the right is refused; from a device it is as ever")
  func waiting() throws {
    var shell = TestShell.family()
    shell.submit(Cast.addEntry(800), by: Self.adult, isByToken: true)
    shell.submit(Cast.changeRole(801, Self.adult, to: .admin), by: 1)
    shell.submit(Cast.addEntry(802), by: Self.adult, isByToken: true)
    shell.submit(Cast.addEntry(803), by: Self.adult)
    shell.turn()
    shell.turn()
    #expect(shell.accepted(by: TestShell.peer(Self.adult)).count == 2)
    #expect(shell.refusals(to: TestShell.peer(Self.adult)) == ["forbidden"])
  }

  @Test("ID-22: tokens end with another role, the policy and the membership, before what follows is sent, and in the directory's commit")
  func ends() throws {
    var shell = TestShell.family()
    func holder(_ person: UInt64) -> HolderID { Cast.asker(person).holder }
    func projections() -> [Projection] { shell.appends.last?.projections ?? [] }
    shell.subscribe(1)
    shell.forget()
    shell.send(Cast.changeRole(800, Self.adult, to: .viewer), by: 1)
    #expect(shell.endedTokens.map(\.holder) == [holder(Self.adult)] && shell.endedTokens.map(\.readersStay) == [true])
    #expect(shell.endedTokens.map(\.sentBefore) == [0] && !shell.messages(to: TestShell.peer(1)).isEmpty)
    #expect(projections().contains(.tokensEnded(holder: holder(Self.adult), group: Cast.group, readersStay: true)))
    // A role that brings more ends nothing of theirs.
    shell.send(Cast.changeRole(801, Self.adult, to: .adult), by: 1)
    #expect(shell.endedTokens.count == 1)
    shell.send(Cast.setPolicy(802, .adminsMakeTokens, true), by: 1)
    #expect(!shell.endedTokens.dropFirst().contains { $0.holder == holder(2) })
    shell.send(Cast.setPolicy(803, .adminsMakeTokens, false), by: 1)
    #expect(shell.endedTokens.last { $0.holder == holder(2) }?.readersStay == false)
    // Nobody's but an admin's and those who may have none anyway.
    #expect(!shell.endedTokens.dropFirst().contains { $0.holder == holder(1) || $0.holder == holder(Self.adult) })
    shell.send(Cast.remove(804, Self.adult), by: 1)
    #expect(shell.endedTokens.last?.holder == holder(Self.adult) && shell.endedTokens.last?.readersStay == false)
    #expect(projections().contains(.membershipEnded(holder: holder(Self.adult), group: Cast.group)))
  }
}
