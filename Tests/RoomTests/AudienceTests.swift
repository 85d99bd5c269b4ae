import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// SPEC SB-08: who reads which lane follows from the state, and changes in the turn that changes it.
struct AudienceTests {
  private static let adult = TestShell.peer(3)
  private static let viewer = TestShell.peer(4)

  /// Without those that are about a member.
  private func lanes(_ start: CatchUpStart?) -> [String] { start?.subscribed.lanes.map(\.lane).filter { !$0.contains("/") } ?? [] }

  private func incomes(_ shell: TestShell, _ peer: PeerID) -> Int {
    shell.sent(to: peer).reduce(0) { count, sent in
      switch sent {
      case .events(.income, let events): count + events.count
      case .begin(let start, _): count + start.events.filter { $0.0 == .income }.reduce(0) { $0 + $1.1.count }
      case .message, .events, .ended, .page: count
      }
    }
  }

  @Test("SB-08 Who may no longer read a lane gets nothing more of it, from the same turn on")
  func loses() throws {
    var shell = TestShell.family()
    shell.subscribe(3, request: 7)
    shell.send(Cast.setIncome(10), by: 1)
    #expect(incomes(shell, Self.adult) == 1)
    // Both in one turn: the second is decided when the adults' subscriptions are what the first has made of them.
    shell.submit(Cast.setPolicy(11, .adultsSeeIncome, false), by: 1)
    shell.submit(Cast.setIncome(12, minor: 1), by: 1)
    shell.settle()
    #expect(shell.history.state.income.monthly?.minor == 1)
    #expect(incomes(shell, Self.adult) == 1)
    let starts = shell.starts(of: Self.adult)
    #expect(starts.count == 2)
    #expect(lanes(starts.last) == ["shared"])
    #expect(starts.last?.snapshots.isEmpty == true && starts.last?.events.isEmpty == true)
    shell.readHistory(3, lane: "income")
    #expect(shell.refusals(to: Self.adult) == ["not_found"])
    // The shared lane goes on without a gap.
    shell.send(Cast.addEntry(13), by: 1)
    guard case .events(.shared, let events)? = shell.sent(to: Self.adult).last else {
      Issue.record("no event")
      return
    }
    #expect(events.last?.stored.position == shell.history.head(of: .shared).position)
  }

  @Test("SB-08 Who may read a lane from now on gets its snapshot and what follows; others notice nothing")
  func gains() throws {
    var shell = TestShell.family()
    shell.send(Cast.setIncome(10), by: 1)
    shell.subscribe(4, request: 7)
    shell.subscribe(5)
    #expect(incomes(shell, Self.viewer) == 0)
    shell.send(Cast.setPolicy(11, .viewersSeeIncome, true), by: 1)
    let start = try #require(shell.starts(of: Self.viewer).last)
    #expect(lanes(start) == ["shared", "income"])
    #expect(start.snapshots.map(\.lane) == ["income"])
    #expect(start.snapshots.first?.income.monthlyIncome.minor == 8_500_000)
    shell.send(Cast.setIncome(12, minor: 5), by: 1)
    #expect(incomes(shell, Self.viewer) == 1)
    #expect(shell.starts(of: TestShell.peer(5)).count == 1)
    #expect(incomes(shell, TestShell.peer(5)) == 0)
    let isAbsent = shell.messages(to: TestShell.peer(5)).contains {
      $0.presenceChanged.memberID == Cast.member(4).description && !$0.presenceChanged.online
    }
    #expect(!isAbsent, "A person who starts again has not gone.")
  }

  @Test("SB-08 A catch-up under way starts again with the lanes of now")
  func duringCatchUp() throws {
    var shell = TestShell.family()
    shell.send(Cast.setIncome(10), by: 1)
    shell.holdsGathers = true
    shell.subscribe(3)
    shell.send(Cast.setPolicy(11, .adultsSeeIncome, false), by: 1)
    while !shell.heldGathers.isEmpty {
      shell.readGather()
      shell.answerGather()
    }
    let starts = shell.starts(of: Self.adult)
    #expect(starts.count == 1)
    #expect(lanes(starts.last) == ["shared"])
    #expect(starts.last?.snapshots.map(\.lane) == ["shared"])
  }
}
