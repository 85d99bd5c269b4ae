import HearthProtocol
import SwiftProtobuf
import Testing

@testable import Room

/// SPEC PR-02: members tell one another where they stand, and the room passes it on to whoever reads the same lane.
struct HeadTests {
  private func head(_ lane: Lane, _ position: UInt64 = 3, hash: [UInt8] = Array(repeating: 7, count: 32)) -> VerifiedHead {
    .with {
      $0.lane = lane.name
      $0.position = position
      $0.hash = .init(hash)
    }
  }

  private func told(_ heads: [VerifiedHead], epoch: UInt64 = 1) -> TellHeads {
    .with {
      $0.groupID = Cast.group.description
      $0.epoch = epoch
      $0.heads = heads
    }
  }

  private func heard(_ shell: TestShell, by peer: PeerID) -> [HeadTold] {
    shell.messages(to: peer).compactMap { if case .headTold(let told) = $0.body { told } else { nil } }
  }

  /// Owner, admin and viewer follow the group; nothing of that is left in what was sent.
  private func family() -> TestShell {
    var shell = TestShell.family()
    for person in [1, 2, 4] as [UInt64] { shell.subscribe(person, format: person == 2 ? .protobuf : .json) }
    shell.forget()
    return shell
  }

  @Test("PR-02: the others who receive the lane are told, as it was said and by whom, and nobody else")
  func passedOn() {
    var shell = family()
    let heads = [head(.shared), head(.admin, 9)]
    shell.tell(told(heads), from: TestShell.peer(1))
    let expected = heads.map { head in
      HeadTold.with {
        $0.groupID = Cast.group.description
        $0.memberID = Cast.member(1).description
        $0.epoch = 1
        $0.head = head
      }
    }
    #expect(heard(shell, by: TestShell.peer(2)) == expected)
    #expect(heard(shell, by: TestShell.peer(4)) == [expected[0]], "a viewer does not receive the lane of the admins")
    #expect(shell.sent(to: TestShell.peer(1)).isEmpty)
  }

  @Test("PR-02: whoever does not receive a lane tells nothing in it")
  func fromOutside() {
    var shell = family()
    shell.tell(told([head(.admin), head(.income)]), from: TestShell.peer(4))
    #expect(shell.sent.isEmpty)
    // Nor does anybody who was demoted, from that event on.
    shell.send(Cast.changeRole(1, 2, to: .viewer), by: 1)
    shell.forget()
    shell.tell(told([head(.admin), head(.shared)]), from: TestShell.peer(2))
    #expect(heard(shell, by: TestShell.peer(1)).map(\.head.lane) == ["shared"])
  }

  @Test("PR-02: who was removed is told nothing more")
  func removed() {
    var shell = family()
    shell.send(Cast.remove(1, 4), by: 1)
    shell.forget()
    shell.tell(told([head(.shared)]), from: TestShell.peer(1))
    #expect(heard(shell, by: TestShell.peer(2)).count == 1)
    #expect(shell.sent(to: TestShell.peer(4)).isEmpty)
  }

  @Test("PR-02: a position beyond the server's own is passed on, since it tells of a history that was cut off")
  func beyond() {
    var shell = family()
    shell.tell(told([head(.shared, .max)]), from: TestShell.peer(1))
    #expect(heard(shell, by: TestShell.peer(4)).map(\.head.position) == [.max])
  }

  @Test("PR-02: heads of another epoch, of lanes of a later version and a second one of a lane are passed over")
  func passedOver() {
    var shell = family()
    shell.tell(told([head(.shared)], epoch: 2), from: TestShell.peer(1))
    #expect(shell.sent.isEmpty)
    shell.now += 10_000
    var later = head(.shared)
    later.lane = "minor"
    shell.tell(told([later, head(.shared, 5), head(.shared, 6)]), from: TestShell.peer(1))
    #expect(heard(shell, by: TestShell.peer(4)).map(\.head.position) == [5])
  }

  @Test("PR-02: who does not follow the group, or does so quietly, is refused")
  func notFollowing() {
    var shell = family()
    shell.tell(told([head(.shared)]), from: TestShell.peer(3))
    shell.subscribe(3, quiet: true)
    shell.tell(told([head(.shared)]), from: TestShell.peer(3))
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found", "not_found"])
    #expect(heard(shell, by: TestShell.peer(1)).isEmpty)
  }

  @Test("Limit: heads are told every 10 s, and sooner only by a new subscription")
  func rate() {
    var shell = family()
    let peer = TestShell.peer(1)
    shell.tell(told([head(.shared)]), from: peer)
    shell.now += 9_999
    shell.tell(told([head(.shared)]), from: peer)
    #expect(shell.refusals(to: peer) == ["rate_limited"])
    #expect(shell.messages(to: peer).last?.rejected.retryAfterMs == 1)
    shell.now += 1
    shell.tell(told([head(.shared)]), from: peer)
    #expect(heard(shell, by: TestShell.peer(4)).count == 2)
    shell.subscribe(1)
    shell.tell(told([head(.shared)]), from: peer)
    #expect(heard(shell, by: TestShell.peer(4)).count == 3)
  }

  @Test("PR-02, LN-09: who gains a private lane tells heads as before: once in 10 s, and also while what they have is collected anew")
  func unasked() {
    var shell = family()
    let (peer, account) = (TestShell.peer(1), AccountID(high: 0xF5, low: 1).description)
    func making(_ number: UInt64, _ id: String) -> Command {
      Cast.wish(number, .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (id, "Savings", .savings) }))
    }
    shell.tell(told([head(.shared)]), from: peer)
    shell.send(making(5_000, account), by: 1)
    #expect(shell.starts(of: peer).count == 1)
    shell.tell(told([head(.shared)]), from: peer)
    #expect(shell.refusals(to: peer) == ["rate_limited"] && heard(shell, by: TestShell.peer(4)).count == 1)
    shell.now += 10_000
    shell.holdsGathers = true
    shell.send(making(5_001, AccountID(high: 0xF5, low: 2).description), by: 1)
    shell.tell(told([head(.shared)]), from: peer)
    #expect(!shell.heldGathers.isEmpty && heard(shell, by: TestShell.peer(4)).count == 2)
    shell.answerGather()
    shell.tell(told([head(.shared)]), from: peer)
    #expect(shell.refusals(to: peer) == ["rate_limited", "rate_limited"])
  }

  @Test("Limit: 64 heads at once and not one more; each has a position and 32 bytes")
  func shape() throws {
    var shell = family()
    let peer = TestShell.peer(1)
    let wrong: [([VerifiedHead], String)] = [
      (Array(repeating: head(.shared), count: 65), "tell_heads.heads"), ([head(.shared), head(.admin, 0)], "tell_heads.heads[1].position"),
      ([head(.shared, hash: Array(repeating: 7, count: 31))], "tell_heads.heads[0].hash"),
      ([head(.shared, hash: Array(repeating: 7, count: 33))], "tell_heads.heads[0].hash"),
    ]
    for (heads, field) in wrong {
      shell.tell(told(heads), from: peer)
      let refusal = try #require(shell.messages(to: peer).last?.rejected)
      #expect(refusal.code == "bad_request" && refusal.field == field && !refusal.cause.isEmpty)
    }
    #expect(heard(shell, by: TestShell.peer(4)).isEmpty)
    shell.tell(told(Array(repeating: head(.shared), count: 64)), from: peer)
    #expect(heard(shell, by: TestShell.peer(4)).count == 1)
  }

  @Test("PR-02: nothing of it is stored")
  func neverStored() throws {
    var shell = family()
    let before = try shell.log().count
    shell.tell(told([head(.shared)]), from: TestShell.peer(1))
    shell.turn()
    #expect(shell.appends.isEmpty)
    #expect(try shell.log().count == before)
  }
}
