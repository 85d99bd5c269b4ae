import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// When a room has members told by the operator's program (SPEC NP-04).
struct NoticeEffectTests {
  /// The family, in which the owner and the admin want to be told of entries.
  private static func listening(sendsNotices: Bool = true) -> TestShell {
    var limits = RoomLimits()
    limits.sendsNotices = sendsNotices
    var shell = TestShell.family(limits: limits)
    for person in [1, 2] as [UInt64] {
      let address = SetNoticeAddress.with { ($0.channel, $0.address) = (.push, "m-\(person)") }
      shell.send(Cast.wish(500 + person, .setNoticeAddress(address)), by: person)
      let cells = [NoticePreference(.entries, .push, isWanted: true)]
      shell.send(Cast.wish(510 + person, .setPreferences(.with { $0.preferences = cells })), by: person)
    }
    return shell
  }

  @Test("NP-04: nobody is told before an event is durable, nor of one that could not be stored")
  func durable() {
    var shell = Self.listening()
    shell.holdsAppends = true
    shell.send(Cast.addEntry(1), by: 3)
    #expect(shell.notices.isEmpty)
    shell.answerAppend(failing: .full)
    shell.answerReload()
    shell.settle()
    #expect(shell.notices.isEmpty)
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.notices.isEmpty)
    shell.settle()
    #expect(shell.notices.map(\.to.address) == ["m-1", "m-2"])
    // The same command once more is answered, and told nobody again.
    shell.send(Cast.addEntry(2), by: 3)
    shell.settle()
    #expect(shell.notices.count == 2)
  }

  @Test("NP-06: devices are told as soon as an event is durable, where the server tells them, and not of one that could not be stored")
  func devices() {
    for isTold in [true, false] {
      var limits = RoomLimits()
      limits.tellsDevices = isTold
      var shell = TestShell.family(limits: limits)
      let cells = [NoticePreference(.entries, .push, isWanted: true)]
      shell.send(Cast.wish(510, .setPreferences(.with { $0.preferences = cells })), by: 1)
      shell.holdsAppends = true
      shell.send(Cast.addEntry(1), by: 3)
      shell.answerAppend(failing: .full)
      shell.answerReload()
      shell.settle()
      shell.send(Cast.addEntry(2), by: 3)
      #expect(shell.deviceNotices.isEmpty)
      shell.settle()
      #expect(shell.deviceNotices.count == (isTold ? 1 : 0) && shell.notices.isEmpty)
    }
  }

  @Test("NP-04: who is removed in the batch of an event is told nothing of it, and a room without a program tells nobody")
  func removed() {
    var shell = Self.listening()
    shell.submit(Cast.addEntry(1), by: 3)
    shell.submit(Cast.remove(600, 2), by: 1)
    shell.turn()
    #expect(shell.notices.map(\.to.address) == ["m-1"])
    var silent = Self.listening(sendsNotices: false)
    silent.send(Cast.addEntry(1), by: 3)
    #expect(silent.notices.isEmpty)
  }
}
