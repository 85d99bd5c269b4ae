import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// SPEC section 14: what a room books by itself.
struct RecurringTests {
  private static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

  private static func dates(_ shell: TestShell, rule: UInt64 = 1) -> [String] {
    shell.history.state.shared.entries.filter { $0.rule == Cast.rule(rule) }.map(\.date.description)
  }

  @Test("RC-04 A date is booked once, however often a turn ends, the room is read again or the clock is set back")
  func once() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1), by: 1)
    shell.turn()
    shell.turn()
    #expect(Self.dates(shell) == ["2026-10-26"])
    try shell.restart()
    shell.turn()
    // An hour back, over midnight; then on again.
    shell.today = try Self.day("2026-10-25")
    shell.now -= 3_600_000
    shell.turn()
    shell.today = try Self.day("2026-10-26")
    shell.turn()
    #expect(Self.dates(shell) == ["2026-10-26"])
    try shell.restart()
    shell.today = try Self.day("2027-01-05")
    #expect(shell.turnUntilNothingIsDue() == 1)
    #expect(Self.dates(shell) == ["2026-10-26", "2026-11-26", "2026-12-26"])
    let events = try shell.log().map { try Event(serializedBytes: $0.bytes) }
    let booked = events.filter { !$0.entryAdded.ruleID.isEmpty }
    #expect(booked.allSatisfy { $0.memberID.isEmpty && CommandID($0.commandID) != nil && $0.commandDigest == 0 })
    #expect(Set(booked.map(\.commandID)).count == 3 && Set(booked.map(\.entryAdded.entryID)).count == 3)
  }

  @Test("RC-05 While what is left of the disk is kept nothing is booked, and behind that all of it")
  func diskIsShort() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1, rule: 1, .day), by: 1)
    shell.turn()
    shell.today = try Self.day("2026-10-30")
    shell.turn(isDiskShort: true)
    #expect(Self.dates(shell) == ["2026-10-26"])
    shell.submit(Cast.addEntry(3), by: 3)
    shell.turn(isDiskShort: true)
    #expect(Self.dates(shell) == ["2026-10-26"])
    shell.turn()
    #expect(Self.dates(shell).count == 5)
  }

  @Test("CM-13 A command is billed for the bytes of its events, and for the dates that the server books because of it")
  func bills() throws {
    var shell = TestShell.family()
    _ = shell.takeBills()
    shell.send(Cast.addEntry(1), by: 3)
    shell.send(Cast.addEntry(1), by: 3)
    var rule = Cast.setRecurring(2, rule: 1, .day)
    rule.setRecurring.content.recurrence.firstDate = "2026-10-07"
    shell.send(rule, by: 1)
    let bills = shell.takeBills()
    let stored = try shell.log().filter { try Event(serializedBytes: $0.bytes).commandID == Cast.addEntry(1).id }
    #expect(stored.count == 1 && bills.count == 2)
    #expect(bills[0].bytes == stored[0].bytes.count + 100 && bills[0].identity == Cast.asker(3).identity)
    // Twenty dates up to today.
    #expect((20 * 4_096..<21 * 4_096).contains(bills[1].bytes))
    #expect(shell.takeBills().isEmpty)
  }

  @Test("RC-05 Ten years at once are caught up with in bounded batches, the earliest date first, and commands come through in between")
  func tenYears() throws {
    var limits = RoomLimits()
    limits.dueDatesMax = 100
    var shell = TestShell.family(limits: limits)
    shell.send(Cast.setRecurring(1, rule: 1, .day), by: 1)
    shell.send(Cast.setRecurring(2, rule: 2, .week), by: 1)
    shell.turn()
    shell.forget()
    shell.today = try Self.day("2036-10-26")
    shell.send(Cast.addEntry(3), by: 3, request: 5)
    #expect(shell.appends.map(\.events.count) == [101])
    #expect(shell.accepted(by: TestShell.peer(3)).count == 1)
    let batches = shell.turnUntilNothingIsDue()
    // 3,653 days and 521 weeks behind the first dates, of which a hundred are booked already.
    #expect(batches == 41 && shell.appends.allSatisfy { $0.events.count <= 101 })
    let dates = shell.history.state.shared.entries.filter { $0.rule != nil }.map(\.date)
    #expect(dates.count == 2 + 3_653 + 521)
    #expect(zip(dates.dropFirst(2), dates.dropFirst(3)).allSatisfy { $0 <= $1 })
    #expect(Set(Self.dates(shell, rule: 1)).count == 3_654 && Set(Self.dates(shell, rule: 2)).count == 522)
  }

  @Test("RC-05 What is due is booked before the commands of the same turn, and followers have it like everything else")
  func beforeCommands() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1), by: 1)
    shell.turn()
    shell.subscribe(3)
    shell.forget()
    shell.today = try Self.day("2026-11-26")
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.appends.map(\.events.count) == [2])
    guard case .events(.shared, let events)? = shell.sent(to: TestShell.peer(3)).first else {
      Issue.record("no events")
      return
    }
    #expect(events.map(\.event.entryAdded.ruleID) == [Cast.rule(1).description, ""])
  }

  @Test("RC-05 A rule that is changed while a date is due books it by what it then says, once")
  func changedInBetween() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1), by: 1)
    shell.turn()
    let version = try #require(shell.history.state.shared.recurring[Cast.rule(1)]).version.rawValue
    shell.holdsAppends = true
    shell.today = try Self.day("2026-11-30")
    // The 26th is on its way to the disk when the rule becomes a weekly one.
    shell.turn()
    shell.submit(Cast.setRecurring(2, rule: 1, .week, from: "2026-10-26", base: version), by: 1)
    try #require(shell.heldAppend != nil)
    shell.settle()
    shell.holdsAppends = false
    _ = shell.turnUntilNothingIsDue()
    #expect(Self.dates(shell) == ["2026-10-26", "2026-11-26", "2026-11-30"])
  }

  @Test("RC-05 A refused append loses no date and books none twice; the store is asked again after a minute", arguments: [false, true])
  func refused(isStoredAllTheSame: Bool) throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1), by: 1)
    shell.turn()
    shell.today = try Self.day("2026-12-01")
    shell.holdsAppends = true
    shell.turn()
    if isStoredAllTheSame { shell.answerAppendWithUnknownOutcome() } else { shell.answerAppend(failing: .full) }
    shell.holdsAppends = false
    shell.forget()
    shell.turn()
    #expect(shell.appends.isEmpty)
    // Members are served meanwhile.
    shell.send(Cast.addEntry(2), by: 3)
    #expect(shell.accepted(by: TestShell.peer(3)).count == 1)
    shell.now += 60_000
    shell.turn()
    #expect(Self.dates(shell) == ["2026-10-26", "2026-11-26"])
    try shell.restart()
    shell.turn()
    #expect(Self.dates(shell) == ["2026-10-26", "2026-11-26"])
  }

  @Test("RC-04 A second room over the same log finds the date booked")
  func secondRoom() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1), by: 1)
    var second = TestShell(store: shell.store, history: try GroupHistory.load(Cast.group, from: shell.store))
    shell.turn()
    // The log has grown elsewhere: the batch is refused, the group read again, and there is nothing left to book.
    second.turn()
    second.now += 60_000
    second.turn()
    #expect(Self.dates(second) == ["2026-10-26"])
    #expect(Self.dates(shell) == ["2026-10-26"])
    #expect(try shell.log().count(where: { try !Event(serializedBytes: $0.bytes).entryAdded.ruleID.isEmpty }) == 1)
  }

  @Test("RC-04 A snapshot keeps how far a rule was booked")
  func snapshots() throws {
    var shell = TestShell.family()
    shell.send(Cast.setRecurring(1, .day), by: 1)
    shell.today = shell.today.adding(days: 30)
    _ = shell.turnUntilNothingIsDue()
    let history = try #require(shell.unsavedHistory)
    shell.save(history)
    try shell.restart()
    #expect(shell.history.savedSequence == history.sequence)
    shell.turn()
    #expect(Self.dates(shell).count == 31)
  }
}
