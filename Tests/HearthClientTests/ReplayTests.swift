import HearthProtocol
import Ledger
import Support
import Testing

@testable import HearthClient

/// SPEC TT: a group as it was.
@Suite struct ReplayTests {
  /// A page as the sync core makes it of what the server sent.
  private func page(_ script: GroupScript, _ lane: Lane = .shared, after: LanePosition, limit: Int = 3) throws -> HistoryPage {
    let all = script.lanes[lane] ?? []
    let events = all.dropFirst(Int(after.rawValue)).prefix(limit)
    return HistoryPage(
      group: script.group, lane: lane,
      events: try events.map { sealed in
        let event = try #require(WireEvent(sealed).read())
        return ReplicaEvent(lane: lane, position: LanePosition(sealed.position), event: event, hash: LaneHash(bytes: sealed.hash))
      }, head: LanePosition(UInt64(all.count)), firstStored: events.first.map { Array($0.event) })
  }

  /// Takes every lane on, or those given.
  private func take(
    _ replay: inout Replay, _ script: GroupScript, _ lanes: [Lane]? = nil, until moment: Int64, limit: Int = 3
  ) throws {
    for lane in lanes ?? script.lanes.keys.sorted() {
      while try replay.take(page(script, lane, after: replay.position(in: lane), limit: limit), until: moment) {}
    }
  }

  /// What folding the events up to the first one after the moment gives.
  private func folded(_ script: GroupScript, until moment: Int64) throws -> GroupState {
    var state = GroupState(group: script.group)
    for (lane, events) in script.lanes {
      for sealed in events {
        let event = try #require(WireEvent(sealed).read())
        guard event.atMs <= moment else { break }
        try state.apply(event, lane: lane, position: LanePosition(sealed.position))
      }
    }
    return state
  }

  @Test(
    "product N2, TT-01: equal to a fold stopped there, in random histories, at every moment and in pages of any length", arguments: 1...5)
  func equalToAFold(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let script = try history(&random)
    var onward = Replay(group: script.group)
    for moment in stride(from: Int64(0), through: script.at + 2_000, by: 997) {
      let limit = Int.random(in: 1...9, using: &random)
      var replay = Replay(group: script.group)
      try take(&replay, script, until: moment, limit: limit)
      let expected = try folded(script, until: moment)
      for lane in script.lanes.keys {
        #expect(replay.state.snapshot(of: lane) == expected.snapshot(of: lane), "seed \(seed), moment \(moment)")
      }
      // One that is taken on stands where one from the beginning does.
      try take(&onward, script, until: moment, limit: limit)
      #expect(onward.marks == replay.marks, "seed \(seed), moment \(moment)")
      for lane in script.lanes.keys {
        #expect(onward.state.snapshot(of: lane) == replay.state.snapshot(of: lane), "seed \(seed), moment \(moment), \(lane)")
      }
    }
    for lane in script.lanes.keys { #expect(onward.state.snapshot(of: lane) == script.state.snapshot(of: lane), "\(lane)") }
  }

  /// A random history with something in a child's lane, an account's and an inbox too.
  private func history(_ random: inout SeededGenerator) throws -> GroupScript {
    var script = GroupScript()
    script.at = 1_000
    script.addChild()
    script.addAccount()
    for number in 0..<100 {
      // Mostly on; sometimes the clock is set back.
      script.at += Int64.random(in: -300...1_000, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: script.addInvite(UInt64(number))
      case 1, 2: script.addSpending(UInt64(number))
      case 3: script.addDeposit(UInt64(number))
      case 4: script.addCoaching(number)
      default: script.addEntry(number)
      }
    }
    for lane in GroupScript.privateLanes(script) { try #require((script.lanes[lane] ?? []).count > 3, "\(lane)") }
    return script
  }

  @Test("product N2, LN-09, positive control: a lane whose pages nobody gave in is empty, and says nothing in the others")
  func privateLanes() throws {
    var random = SeededGenerator(seed: 6)
    let script = try history(&random)
    var whole = Replay(group: script.group)
    try take(&whole, script, until: .max)
    for left in GroupScript.privateLanes(script) {
      var replay = Replay(group: script.group)
      try take(&replay, script, script.lanes.keys.filter { $0 != left }, until: .max)
      for lane in script.lanes.keys {
        #expect((replay.state.snapshot(of: lane) == whole.state.snapshot(of: lane)) == (lane != left), "\(lane) without \(left)")
      }
      #expect(replay.state.snapshot(of: left) == GroupState(group: script.group).snapshot(of: left))
    }
  }

  @Test func theMomentItselfCounts() throws {
    var script = GroupScript(entries: 1)
    script.at = 5_000
    script.addEntry(1)
    for (moment, entries) in [(Int64(4_999), 1), (5_000, 2), (.max, 2)] {
      var replay = Replay(group: script.group)
      try take(&replay, script, until: moment)
      #expect(replay.state.shared.entries.count == entries)
    }
    var before = Replay(group: script.group)
    try take(&before, script, until: -1)
    #expect(!before.state.isCreated && before.position(in: .shared) == .start)
  }

  @Test("TT-02: a page that does not continue the one before is noticed")
  func flaws() throws {
    let script = GroupScript(entries: 6)
    var replay = Replay(group: script.group)
    #expect(try replay.take(page(script, after: .start), until: .max))
    let stands = replay
    #expect(throws: ReplicaFault.gap(.shared, expected: LanePosition(4), found: LanePosition(5))) {
      var replay = stands
      _ = try replay.take(page(script, after: LanePosition(4)), until: .max)
    }
    #expect(throws: ReplicaFault.repeated(.shared, expected: LanePosition(4), found: LanePosition(3))) {
      var replay = stands
      _ = try replay.take(page(script, after: LanePosition(2)), until: .max)
    }
    var five = stands
    #expect(try five.take(page(script, after: LanePosition(3), limit: 2), until: .max))
    let shared = five
    #expect(throws: Never.self) {
      var replay = shared
      _ = try replay.take(page(script, after: LanePosition(5)), until: .max)
    }
    var changed = try page(script, after: LanePosition(5))
    changed.firstStored?[20] ^= 1
    let wrong = changed
    #expect(throws: ReplicaFault.hashMismatch(.shared, LanePosition(6))) {
      var replay = shared
      _ = try replay.take(wrong, until: .max)
    }
  }

  @Test("VR-01: an event of a later version is passed over")
  func unknownEvent() throws {
    var script = GroupScript(entries: 1)
    script.append(nil)
    script.addEntry(1)
    var replay = Replay(group: script.group)
    try take(&replay, script, until: .max)
    #expect(replay.state.shared.entries.count == 2)
  }

  @Test func whatContradictsTheStateIsNoticed() throws {
    var script = GroupScript(entries: 1)
    script.addEntry(0)
    var replay = Replay(group: script.group)
    #expect(throws: ReplicaFault.impossible(.shared, LanePosition(5), .contradiction(.idsUnique))) {
      try take(&replay, script, until: .max)
    }
  }
}
