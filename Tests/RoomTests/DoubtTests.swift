import EventStore
import HearthProtocol
import Testing

@testable import Room

/// A store that is away: what a batch came to is not known, and the group is read from memory (SPEC CM-06).
struct DoubtTests {
  let owner = TestShell.peer(1)
  let adult = TestShell.peer(3)

  /// A family with the owner subscribed, and an entry of the adult's whose outcome is not known.
  private func doubting(isStored: Bool, keepsCommitted: Bool = true) -> TestShell {
    var limits = RoomLimits()
    limits.keepsCommitted = keepsCommitted
    var shell = TestShell.family(limits: limits)
    shell.subscribe(1)
    (shell.holdsAppends, shell.holdsReloads) = (true, true)
    shell.forget()
    shell.send(Cast.addEntry(1), by: 3)
    if isStored {
      shell.answerAppendWithUnknownOutcome(failing: .away("a test"))
    } else {
      shell.answerAppend(failing: .away("a test"))
    }
    return shell
  }

  @Test("While the store is away commands are refused with a time and decide nothing, and readers are served what was committed")
  func readsGoOn() throws {
    var shell = doubting(isStored: false)
    #expect(shell.isInDoubt && !shell.isReloadHeld)
    #expect(shell.refusals(to: adult) == ["unavailable"])
    #expect(shell.messages(to: adult).allSatisfy { $0.rejected.retryAfterMs > 0 })
    shell.subscribe(2)
    var follower = Follower()
    for sent in shell.sent(to: TestShell.peer(2)) { try follower.take(sent) }
    #expect(follower.head(of: .shared).position == LanePosition(6))
    shell.forget()
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.refusals(to: adult) == ["unavailable"] && shell.appends.isEmpty && shell.heldBytes == 0)
    // It was not stored: after the look at the log everything goes on, and the same command is taken.
    shell.recheck()
    #expect(shell.isReloadHeld)
    shell.answerReload()
    (shell.holdsAppends, shell.holdsReloads) = (false, false)
    shell.send(Cast.addEntry(1), by: 3)
    #expect(!shell.isInDoubt)
    #expect(shell.accepted(by: adult).map(\.position) == [7] && shell.accepted(by: adult).allSatisfy { !$0.duplicate })
    #expect(shell.failures == [])
  }

  @Test("What was stored all the same is delivered once after the look at the log, and sending it again gives the first answer")
  func storedAllTheSame() throws {
    var shell = doubting(isStored: true)
    #expect(shell.sent(to: owner).isEmpty)
    shell.recheck()
    shell.answerReload()
    #expect(deliveredToOwner(shell) == [7])
    (shell.holdsAppends, shell.holdsReloads) = (false, false)
    shell.send(Cast.addEntry(1), by: 3)
    #expect(shell.accepted(by: adult).map(\.duplicate) == [true])
    #expect(deliveredToOwner(shell) == [7])
    #expect(try shell.log().count == 15)
  }

  /// What takes the right to a token from a person: their role, the group's policy, their removal.
  private static let losses: [(person: UInt64, readersStay: Bool, command: Command)] = [
    (3, true, Cast.changeRole(801, 3, to: .viewer)), (2, false, Cast.setPolicy(802, .adminsMakeTokens, false)),
    (3, false, Cast.remove(803, 3)),
  ]

  @Test(
    "ID-22: a loss of rights that was stored all the same ends the tokens after the look at the log, before it is sent to anybody",
    arguments: losses.indices, [false, true])
  func tokensEnd(loss: Int, isRead: Bool) {
    let (person, readersStay, command) = Self.losses[loss]
    for isStored in [true, false] {
      var limits = RoomLimits()
      limits.keepsCommitted = true
      var shell = TestShell.family(limits: limits)
      shell.send(Cast.setPolicy(800, .adminsMakeTokens, true), by: 1)
      if isRead { shell.subscribe(1) }
      (shell.holdsAppends, shell.holdsReloads) = (true, true)
      let before = shell.endedTokens.count
      func endings() -> [(holder: HolderID, readersStay: Bool, sentBefore: Int)] { Array(shell.endedTokens.dropFirst(before)) }
      shell.send(command, by: 1)
      shell.forget()
      if isStored {
        shell.answerAppendWithUnknownOutcome(failing: .away("a test"))
      } else {
        shell.answerAppend(failing: .away("a test"))
      }
      #expect(shell.isInDoubt && !shell.isIdle && endings().isEmpty)
      let sent = shell.sent.count
      shell.recheck()
      shell.answerReload()
      #expect(!shell.isInDoubt && shell.failures == [])
      // The control: of what was not stored nothing is known.
      guard isStored else {
        #expect(endings().isEmpty)
        continue
      }
      let ended = endings().filter { $0.holder == Cast.asker(person).holder }
      #expect(ended.map(\.readersStay) == [readersStay] && ended.map(\.sentBefore) == [sent])
      #expect(shell.sent.count > sent || !isRead)
      // Members who have the right keep theirs, and a viewer's that read stay.
      #expect(!endings().contains { $0.holder == Cast.asker(1).holder || $0.holder == Cast.asker(4).holder && !$0.readersStay })
      #expect(endings().contains { $0.holder == Cast.asker(2).holder } == (person == 2))
      #expect(endings().contains { $0.holder == Cast.asker(3).holder } == (person == 3))
    }
  }

  private func deliveredToOwner(_ shell: TestShell) -> [UInt64] {
    shell.sent(to: owner).flatMap { sent -> [UInt64] in
      guard case .events(.shared, let events) = sent else { return [] }
      return events.map(\.stored.position.rawValue)
    }
  }

  @Test("A store that is away again when the log is looked at leaves the room as it was, and is looked at again")
  func awayAgain() {
    var shell = doubting(isStored: true)
    for _ in 0..<2 {
      shell.recheck()
      #expect(shell.isReloadHeld)
      shell.subscribe(2)
      #expect(shell.starts(of: TestShell.peer(2)).isEmpty)
      let goesOn = shell.failReload()
      #expect(goesOn)
      #expect(shell.isInDoubt && shell.starts(of: TestShell.peer(2)).count == 1)
      shell.unsubscribe(TestShell.peer(2))
      shell.forget()
    }
    shell.recheck()
    shell.answerReload()
    #expect(deliveredToOwner(shell) == [7])
    let isDoubted = shell.failReload()
    #expect(!isDoubted)
  }

  @Test("A room that keeps nothing of what was committed is read anew, as after any failure: the control")
  func withoutCommitted() {
    let shell = doubting(isStored: false, keepsCommitted: false)
    #expect(!shell.isInDoubt && shell.isReloadHeld)
    #expect(shell.refusals(to: adult) == ["unavailable"])
  }

  @Test("A store that is known to be away is not tried: commands are refused before they are decided, and are taken when it is back")
  func knownToBeAway() {
    var shell = TestShell.family()
    shell.submit(Cast.addEntry(1), by: 3)
    shell.turn(isStoreAway: true)
    #expect(shell.refusals(to: adult) == ["unavailable"] && shell.appends.isEmpty && shell.isSettled)
    shell.send(Cast.addEntry(1), by: 3)
    #expect(shell.accepted(by: adult).map(\.duplicate) == [false])
  }
}
