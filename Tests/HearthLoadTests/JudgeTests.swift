import HearthProtocol
import Testing

@testable import HearthLoadKit

/// The judge must be able to fail: a sound history passes, and each seeded bug is found under its own invariant.
@Suite struct JudgeTests {
  @Test func soundHistoryPasses() {
    var history = RecordedHistory()
    let book = history.judge().book
    #expect(book.total == 0, "\(book.first)")
    #expect(history.latencies.count == RecordedHistory.members * RecordedHistory.entries)
    #expect(history.completed == RecordedHistory.entries + 1)
  }

  @Test(arguments: SeededBug.allCases) func seededBugIsFound(bug: SeededBug) {
    var history = RecordedHistory()
    history.bug = bug
    let book = history.judge().book
    #expect(book.counts[bug.invariant, default: 0] > 0, "\(bug): \(book.first)")
    #expect(book.first.contains { $0.invariant == bug.invariant && $0.room == RecordedHistory.room })
  }

  @Test func resumeByTailPassesAndBySnapshotDoesNot() {
    var history = RecordedHistory()
    var judge = history.judge()
    judge.disconnected(1)
    judge.caughtUp(1, bySnapshot: false, at: [])
    #expect(judge.book.total == 0)
    #expect(judge.resumedByTail == 1)
    judge.disconnected(1)
    judge.caughtUp(1, bySnapshot: true, at: [(.shared, 2)])
    #expect(judge.book.counts == [.gapless: 1])
    #expect(judge.resumedBySnapshot == 1)
  }

  @Test("SB-04: whoever missed 2,000 events is given them, one past it a snapshot", arguments: [(2_000, 1), (2_001, 0)] as [(UInt64, Int)])
  func longAbsence(missing: UInt64, violations: Int) {
    var judge = RoomJudge(room: 0, members: 1, names: CommandNames(startedAt: 1, random: 1, room: 0))
    judge.caughtUp(0, bySnapshot: true, at: [(.shared, 7), (.admin, 3)])
    judge.disconnected(0)
    judge.caughtUp(0, bySnapshot: true, at: [(.shared, 7 + missing - 1), (.admin, 4)])
    #expect(judge.book.total == violations)
  }

  @Test func answerOfDuplicateMustBeTheFirst() {
    var history = RecordedHistory()
    var judge = history.judge()
    _ = judge.accepted(1, lane: .shared, position: 1, isDuplicate: true, by: 0, at: 0)
    #expect(judge.book.total == 0)
    _ = judge.accepted(1, lane: .shared, position: 2, isDuplicate: true, by: 0, at: 0)
    judge.rejected(1, code: "unavailable")
    #expect(judge.book.counts == [.oneAnswer: 2])
  }

  @Test func answerMayComeFirstWhileCatchingUp() {
    var judge = RoomJudge(room: 0, members: 1, names: CommandNames(startedAt: 1, random: 1, room: 0))
    judge.caughtUp(0, bySnapshot: true, at: [(.shared, 0)])
    judge.disconnected(0)
    _ = judge.accepted(judge.issue(.load, by: 0, due: 0), lane: .shared, position: 1, isDuplicate: false, by: 0, at: 1)
    #expect(judge.book.total == 0)
    judge.caughtUp(0, bySnapshot: false, at: [])
    _ = judge.accepted(judge.issue(.load, by: 0, due: 2), lane: .shared, position: 2, isDuplicate: false, by: 0, at: 3)
    #expect(judge.book.counts == [.eventBeforeAnswer: 1])
  }

  /// Alerts come behind what set them off; they are no second event of it, and none may come twice.
  @Test func alertsBelongToTheirCommand() {
    let names = CommandNames(startedAt: 1, random: 1, room: 0)
    var judge = RoomJudge(room: 0, members: 1, names: names)
    judge.caughtUp(0, bySnapshot: true, at: [(.shared, 0)])
    let id: CommandID = names.id(judge.issue(.load, by: 0, due: 0))
    var added = Event()
    added.commandID = id.description
    added.budgetRemoved = BudgetRemoved()
    var alert = added
    alert.alertFired.basisPoints = 8_000
    var latencies: [Int64] = []
    let hash = LaneHash.genesis(group: GroupID(high: 1, low: 2), lane: .shared)
    for position in 1...3 as ClosedRange<UInt64> {
      let arrival = RoomJudge.Arrival(lane: .shared, position: position, hash: hash, commandID: id.description)
      judge.received(arrival, by: 0, at: 1, latencies: &latencies)
    }
    #expect(latencies.count == 1 && judge.completed == 1)
    _ = judge.accepted(0, lane: .shared, position: 1, isDuplicate: false, by: 0, at: 2)
    judge.logged(added, lane: .shared, position: 1, hash: hash)
    judge.logged(alert, lane: .shared, position: 2, hash: hash)
    #expect(judge.book.total == 0, "\(judge.book.first)")
    judge.logged(alert, lane: .shared, position: 3, hash: hash)
    #expect(judge.book.counts == [.money: 1])
  }

  @Test func orderMustRespectRealTime() {
    var judge = RoomJudge(room: 0, members: 1, names: CommandNames(startedAt: 1, random: 1, room: 0))
    let first = judge.issue(.load, by: 0, due: 0)
    _ = judge.accepted(first, lane: .shared, position: 5, isDuplicate: false, by: 0, at: 1)
    let second = judge.issue(.load, by: 0, due: 2)
    _ = judge.accepted(second, lane: .shared, position: 4, isDuplicate: false, by: 0, at: 3)
    #expect(judge.book.counts == [.realTime: 1])
  }

  @Test func namesFindTheirNumber() {
    let names = CommandNames(startedAt: 1_767_000_000_000, random: 7, room: 12)
    let others = CommandNames(startedAt: 1_767_000_000_000, random: 7, room: 13)
    for number in [0, 1, 65_536, 4_000_000_000] {
      let id: CommandID = names.id(number)
      #expect(names.number(of: id.description) == number)
      #expect(others.number(of: id.description) == nil)
    }
    #expect(names.number(of: "") == nil)
  }
}
