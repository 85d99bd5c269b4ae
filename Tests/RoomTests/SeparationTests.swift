import HearthProtocol
import Ledger
import SwiftProtobuf
import Testing

@testable import Room

/// A live room in which a member keeps everything of theirs from the others (SPEC section 26; product 165, 166, N11).
struct SeparationTests {
  private static let adult = TestShell.peer(3)
  private static let second = PeerID(33)

  private static func separate(_ number: UInt64) -> Command { Cast.wish(number, .separate(Separate())) }
  private static func rejoin(_ number: UInt64) -> Command { Cast.wish(number, .endSeparation(EndSeparation())) }

  private static func told(_ shell: TestShell, _ person: UInt64) -> [PresenceChanged] {
    shell.messages(to: TestShell.peer(person)).compactMap { if case .presenceChanged(let change) = $0.body { change } else { nil } }
  }

  private static func heads() -> TellHeads {
    .with {
      ($0.groupID, $0.epoch) = (Cast.group.description, 1)
      $0.heads = [.with { ($0.lane, $0.position, $0.hash) = ("shared", 3, .init(repeating: 7, count: 32)) }]
    }
  }

  @Test("SE-01: presence ends as if the last connection had left, and no later one is told; reading goes on")
  func presence() throws {
    var shell = TestShell.family()
    for person in [1, 3] as [UInt64] { shell.subscribe(person) }
    shell.subscribe(3, peer: Self.second)
    shell.forget()
    shell.send(Self.separate(10), by: 3)
    #expect(Self.told(shell, 1).map(\.online) == [false] && Self.told(shell, 1).map(\.memberID) == [Cast.member(3).description])
    #expect(shell.sent(to: TestShell.peer(1)).count == 1, "nothing else")
    #expect(shell.accepted(by: Self.adult).map(\.lane) == [Lane.inbox(Cast.member(3)).name])
    shell.forget()
    // They read on, come and go, and tell where they stand.
    shell.send(Cast.addEntry(11), by: 1)
    for peer in [Self.adult, Self.second] {
      #expect(shell.sent(to: peer).contains { if case .events(.shared, _) = $0 { true } else { false } })
    }
    shell.forget()
    shell.tell(Self.heads(), from: Self.adult)
    shell.unsubscribe(Self.second)
    shell.unsubscribe(Self.adult)
    shell.subscribe(3)
    shell.readHistory(3)
    #expect(shell.sent(to: TestShell.peer(1)).isEmpty)
    let start = try #require(shell.starts(of: Self.adult).last)
    #expect(start.subscribed.online == [Cast.member(1).description] && start.subscribed.lanes.map(\.lane).first == "shared")
    // Who comes now is not told of them either.
    shell.subscribe(2)
    #expect(try #require(shell.starts(of: TestShell.peer(2)).last).subscribed.online == [1, 2].map { Cast.member($0).description })
    // What others tell reaches them.
    shell.forget()
    shell.tell(Self.heads(), from: TestShell.peer(1))
    #expect(shell.messages(to: Self.adult).contains { if case .headTold = $0.body { true } else { false } })
  }

  @Test("SE-02: their commands are refused and nothing of them is delivered; a command of before is answered as it was")
  func commands() {
    var shell = TestShell.family()
    for person in [1, 3] as [UInt64] { shell.subscribe(person) }
    shell.send(Cast.addEntry(9), by: 3)
    shell.send(Self.separate(10), by: 3)
    shell.forget()
    for command in [Cast.addEntry(11), Cast.setIncome(12), Cast.leave(13), Self.separate(14), Cast.claim(15, person: 9)] {
      shell.send(command, by: 3)
    }
    #expect(shell.refusals(to: Self.adult) == Array(repeating: "separated", count: 5))
    shell.send(Cast.addEntry(9), by: 3)
    shell.send(Self.separate(10), by: 3)
    #expect(shell.accepted(by: Self.adult).map(\.duplicate) == [true, true])
    #expect(shell.sent(to: TestShell.peer(1)).isEmpty && shell.appends.isEmpty)
  }

  @Test("SE-05: with its end the presence is ordinary again, and a quiet connection stays quiet", arguments: [true, false])
  func ends(isQuiet: Bool) {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.send(Self.separate(10), by: 3)
    shell.subscribe(3, quiet: isQuiet)
    shell.forget()
    shell.send(Self.rejoin(11), by: 3)
    #expect(Self.told(shell, 1).map(\.online) == (isQuiet ? [] : [true]))
    shell.unsubscribe(Self.adult)
    #expect(Self.told(shell, 1).map(\.online) == (isQuiet ? [] : [true, false]))
    shell.forget()
    shell.send(Cast.addEntry(12), by: 3)
    #expect(shell.refusals(to: Self.adult) == [] && shell.sent(to: TestShell.peer(1)).count == 1)
  }

  @Test("SE-04: it holds after a restart, from the log and from a snapshot", arguments: [true, false])
  func restarts(fromSnapshot: Bool) throws {
    var shell = TestShell.family()
    shell.send(Self.separate(10), by: 3)
    if fromSnapshot { shell.save(shell.history) }
    try shell.restart()
    shell.subscribe(1)
    shell.subscribe(3)
    shell.send(Cast.addEntry(11), by: 3)
    #expect(Self.told(shell, 1).isEmpty && shell.refusals(to: Self.adult) == ["separated"])
    #expect(try #require(shell.starts(of: Self.adult).last).subscribed.online == [Cast.member(1).description])
  }

  @Test("SE-01, SB-08: a catch-up that was begun before shows nobody when it is complete, in pieces or at once", arguments: [true, false])
  func catchUp(inPieces: Bool) {
    var shell = TestShell.family()
    shell.subscribe(1)
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(Self.separate(10), by: 3)
    shell.forget()
    if inPieces {
      shell.openGather()
      shell.answerStream()
    } else {
      shell.answerGather()
    }
    shell.settle()
    #expect(shell.sent(to: TestShell.peer(1)).isEmpty)
    shell.send(Self.rejoin(11), by: 3)
    shell.settle()
    #expect(Self.told(shell, 1).map(\.online) == [true])
  }

  @Test("SE-01: one that the store did not keep has told nobody anything")
  func refusedByStore() {
    var shell = TestShell.family()
    for person in [1, 3] as [UInt64] { shell.subscribe(person) }
    shell.forget()
    shell.holdsAppends = true
    shell.send(Self.separate(10), by: 3)
    shell.answerAppend(failing: .full)
    shell.holdsAppends = false
    shell.settle()
    #expect(Self.told(shell, 1).isEmpty)
    shell.send(Cast.addEntry(11), by: 3)
    #expect(shell.refusals(to: Self.adult) == ["storage_full"] && shell.accepted(by: Self.adult).count == 1)
  }

  @Test("AU-04: it has a row in the audit log, which no member reads")
  func audited() {
    var shell = TestShell.family()
    shell.send(Self.separate(10), by: 3)
    shell.send(Self.rejoin(11), by: 3)
    #expect(shell.appends.flatMap(\.notes).map(\.act) == [.separated, .separationEnded])
  }
}
