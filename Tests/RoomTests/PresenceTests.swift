import HearthProtocol
import Testing

@testable import Room

/// SPEC PR-01: presence is said when a member's first connection subscribes and when the last one leaves.
struct PresenceTests {
  private func presence(_ shell: TestShell, to peer: PeerID) -> [PresenceChanged] {
    shell.messages(to: peer).compactMap { if case .presenceChanged(let presence) = $0.body { presence } else { nil } }
  }

  @Test("PR-01 First connection online, second silent, first leaving silent, last leaving offline")
  func firstAndLast() {
    var shell = TestShell.family()
    let watcher = TestShell.peer(1)
    shell.subscribe(1)
    shell.forget()
    shell.subscribe(3, peer: PeerID(31))
    #expect(presence(shell, to: watcher).map(\.online) == [true])
    #expect(presence(shell, to: watcher).map(\.memberID) == [Cast.member(3).description])
    shell.subscribe(3, peer: PeerID(32), format: .protobuf)
    shell.unsubscribe(PeerID(31))
    #expect(presence(shell, to: watcher).count == 1)
    shell.unsubscribe(PeerID(32))
    #expect(presence(shell, to: watcher).map(\.online) == [true, false])
    #expect(presence(shell, to: watcher).allSatisfy { $0.groupID == Cast.group.description })
    shell.unsubscribe(PeerID(32))
    #expect(presence(shell, to: watcher).count == 2)
  }

  @Test("PR-01 subscribed.online lists who is there, the subscriber included, and nobody is told of themselves")
  func listed() throws {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3, peer: PeerID(31))
    shell.subscribe(3, peer: PeerID(32))
    #expect(try #require(shell.starts(of: TestShell.peer(1)).first).subscribed.online == [Cast.member(1).description])
    #expect(try #require(shell.starts(of: PeerID(32)).first).subscribed.online == ([1, 3] as [UInt64]).map { Cast.member($0).description })
    #expect(presence(shell, to: PeerID(31)).isEmpty)
    #expect(presence(shell, to: PeerID(32)).isEmpty)
  }

  @Test("PR-01 Who is still catching up is not online; who gives up before never was")
  func catchingUp() {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsGathers = true
    shell.forget()
    shell.subscribe(3)
    #expect(shell.sent.isEmpty)
    shell.unsubscribe(TestShell.peer(3))
    #expect(shell.sent.isEmpty)
    shell.subscribe(3)
    shell.settle()
    #expect(presence(shell, to: TestShell.peer(1)).map(\.online) == [true])
  }

  @Test("PR-01, SB-06 Subscribing again on the same connection is no leaving and no coming")
  func resubscribing() {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.holdsGathers = true
    shell.forget()
    shell.subscribe(3)
    shell.settle()
    #expect(presence(shell, to: TestShell.peer(1)).isEmpty)
    shell.subscribe(3)
    shell.subscribe(3)
    shell.unsubscribe(TestShell.peer(3))
    shell.settle()
    #expect(presence(shell, to: TestShell.peer(1)).map(\.online) == [false])
  }

  @Test("PR-01 Presence is never stored")
  func neverStored() throws {
    var shell = TestShell.family()
    let before = try shell.log().count
    shell.subscribe(1)
    shell.unsubscribe(TestShell.peer(1))
    #expect(shell.appends.isEmpty)
    #expect(try shell.log().count == before)
  }
}
