import EventStore
import HearthProtocol
import Testing

@testable import Room

/// SPEC HI-01: reading old events.
struct HistoryReadTests {
  private func page(_ shell: TestShell, _ person: UInt64) throws -> (request: HistoryRequest, positions: [UInt64]) {
    guard case .page(let request, let events, _) = try #require(shell.sent(to: TestShell.peer(person)).last) else {
      throw Follower.Flaw(description: "expected a page")
    }
    return (request, events.map(\.stored.position.rawValue))
  }

  private func shellWithEntries(limits: RoomLimits = RoomLimits()) -> TestShell {
    var shell = TestShell.family(limits: limits)
    for number in 1...10 { shell.send(Cast.addEntry(UInt64(number)), by: 3) }
    return shell
  }

  @Test(
    "HI-01 A page holds the lane's events after the position, at most as many as asked for",
    arguments: [
      (0, 3, [1, 2, 3]), (6, 2, [7, 8]), (15, 5, [16]), (16, 5, []), (17, 5, []), (UInt64.max, 5, []),
    ] as [(UInt64, UInt32, [UInt64])])
  func pages(after: UInt64, limit: UInt32, expected: [UInt64]) throws {
    var shell = shellWithEntries()
    shell.readHistory(3, after: after, limit: limit)
    let page = try page(shell, 3)
    #expect(page.positions == expected)
    #expect(page.request.head == LanePosition(16))
  }

  @Test("HI-01 0 and more than the limit mean the limit", arguments: [(0, 4), (4, 4), (5, 4), (UInt32.max, 4), (3, 3)] as [(UInt32, Int)])
  func limits(asked: UInt32, given: Int) throws {
    var limits = RoomLimits()
    limits.historyEventsMax = 4
    var shell = shellWithEntries(limits: limits)
    shell.readHistory(3, limit: asked)
    #expect(try page(shell, 3).positions.count == given)
  }

  @Test("HI-01 Without a lane it is the one of what all members see, and an unknown one is none")
  func noLane() throws {
    var shell = shellWithEntries()
    shell.readHistory(3, lane: "", after: 6, limit: 2)
    let page = try page(shell, 3)
    #expect(page.request.lane == .shared && page.positions == [7, 8])
    shell.readHistory(3, lane: "other", request: 4)
    #expect(shell.refusals(to: TestShell.peer(3)) == ["not_found"])
  }

  @Test("HI-01 The admin lane's page knows nothing of the shared lane", arguments: [0, 3, 8] as [UInt64])
  func adminLane(after: UInt64) throws {
    var shell = shellWithEntries()
    shell.readHistory(2, lane: "admin", after: after)
    let page = try page(shell, 2)
    #expect(page.positions == Array(after + 1..<9))
    #expect(page.request.head == LanePosition(8))
  }

  @Test("HI-01 Reading stops at the lane's head: what comes after it in the log is not read")
  func readsNoFurther() throws {
    var shell = TestShell.family()
    for number in 1...990 { shell.submit(Cast.addEntry(UInt64(number)), by: 3) }
    while !shell.isSettled { shell.turn() }
    let store = CountingStore(shell.store)
    let head = shell.history.head(of: .admin).position
    for after in [0, 8, 100] as [UInt64] {
      let request = HistoryRequest(group: Cast.group, lane: .admin, after: LanePosition(after), limit: 500, head: head)
      _ = try request.read(from: store)
    }
    #expect(store.reads == 1)
  }

  @Test("HI-01 Events that came after the request was admitted are not in the page")
  func notBeyondHead() throws {
    var shell = shellWithEntries()
    let request = HistoryRequest(group: Cast.group, lane: .shared, after: .start, limit: 500, head: LanePosition(16))
    shell.send(Cast.addEntry(50), by: 3)
    #expect(try request.read(from: shell.store).count == 16)
  }

  @Test("HI-01 A reader needs membership, no subscription")
  func strangers() {
    var shell = shellWithEntries()
    shell.readHistory(9)
    #expect(shell.refusals(to: TestShell.peer(9)) == ["not_found"])
    #expect(shell.isIdle)
  }
}
