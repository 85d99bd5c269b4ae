import HearthProtocol
import Room
import Testing

/// Connections that broke off between two lanes (SPEC SB-04).
struct ReachBackTests {
  @Test(
    "SB-04 A lane that is behind the others by as many events as the limit goes on with events, by one more with a snapshot",
    arguments: [(5, false), (4, true), (1_000, false), (0, true)] as [(UInt64, Bool)])
  func limit(reach: UInt64, snapshot: Bool) throws {
    var limits = RoomLimits()
    limits.reachBackEvents = reach
    var shell = TestShell.family(limits: limits)
    shell.send(Cast.createInvite(300), by: 1)
    for number in 400..<405 as Range<UInt64> { shell.send(Cast.addEntry(number), by: 3) }
    let (shared, admin) = (shell.history.head(of: .shared).position.rawValue, shell.history.head(of: .admin).position.rawValue)
    shell.subscribe(2, cursors: [.shared: shared, .admin: admin - 1])
    let start = try #require(shell.starts(of: TestShell.peer(2)).first)
    #expect(start.subscribed.lanes.contains(where: \.snapshot) == snapshot)
    let events = start.events.flatMap { lane, events in events.map { (lane, $0.stored.position.rawValue) } }
    #expect(events.map(\.1) == (snapshot ? [] : [admin]) && events.allSatisfy { $0.0 == .admin }, "nothing comes twice")
  }

  @Test("SB-04 However cursors stand, a reader has what the log has, with snapshots or without")
  func anyCursors() throws {
    var snapshots: [UInt64: Int] = [:]
    for reach in [0, 3, 1_000] as [UInt64] {
      var limits = RoomLimits()
      limits.reachBackEvents = reach
      var first = TestShell.family(limits: limits)
      for number in 300..<304 as Range<UInt64> {
        first.send(Cast.addEntry(number + 100), by: 3)
        first.send(Cast.createInvite(number), by: 1)
      }
      let (log, heads) = (try first.log(), first.history)
      for shared in 0...heads.head(of: .shared).position.rawValue {
        for admin in 0...heads.head(of: .admin).position.rawValue {
          var shell = first
          var follower = try Follower(log: log, cursors: [.shared: shared, .admin: admin])
          shell.forget()
          shell.subscribe(2, cursors: follower.cursors)
          for sent in shell.sent(to: TestShell.peer(2)) { try follower.take(sent) }
          #expect(try follower.matches(shell.history), "cursors \(shared) and \(admin)")
          let start = try #require(shell.starts(of: TestShell.peer(2)).first)
          if start.subscribed.lanes.contains(where: \.snapshot) { snapshots[reach, default: 0] += 1 }
          shell.unsubscribe(TestShell.peer(2))
        }
      }
    }
    #expect(snapshots[1_000] == nil && (snapshots[0] ?? 0) > (snapshots[3] ?? 0) && (snapshots[3] ?? 0) > 0, "\(snapshots)")
  }

  @Test("SB-04 What stands before a reader's cursors is read only where the connection broke off between two lanes")
  func readsOnce() throws {
    var limits = RoomLimits()
    limits.reachBackEvents = 1_000
    var shell = TestShell.family(limits: limits)
    for number in 300..<304 as Range<UInt64> {
      shell.send(Cast.addEntry(number + 100), by: 3)
      shell.send(Cast.createInvite(number), by: 1)
    }
    shell.holdsGathers = true
    let (shared, admin) = (shell.history.head(of: .shared).position.rawValue, shell.history.head(of: .admin).position.rawValue)
    // The last two events, one of each lane; and two of one lane, between which stands one that the reader has.
    for (cursors, reads) in [([.shared: shared - 1, .admin: admin - 1], 1), ([.shared: shared, .admin: admin - 2], 2)]
      as [([Lane: UInt64], Int)]
    {
      shell.subscribe(2, cursors: cursors)
      let work = try #require(shell.heldGathers.first).work
      let store = CountingStore(shell.store)
      #expect(try work.gather(from: store).tail.count == 2)
      #expect(store.reads == reads)
      shell.answerGather()
      shell.unsubscribe(TestShell.peer(2))
    }
  }
}
