import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import Room

/// Bundles of random lives of a room: whoever reads one comes to the same state as the room (SPEC BN-04).
struct BundleFoldTests {
  private static func write(_ events: [StoredEvent], scope: BundleScope) throws -> [UInt8] {
    var writer = try BundleWriter(group: Cast.group, epoch: 1, scope: scope)
    for event in events {
      try writer.add(BundledEvent(lane: event.lane, position: event.position, bytes: event.bytes, hash: event.hash))
    }
    return try writer.finish()
  }

  private static func audit(_ bundle: [UInt8]) throws -> BundleAudit {
    var audit = BundleAudit()
    for start in stride(from: 0, to: bundle.count, by: 1_000) { try audit.take(Array(bundle[start..<min(start + 1_000, bundle.count)])) }
    try audit.finish()
    return audit
  }

  @Test("BN-04, BN-06 A group's bundle and each member's fold into what the room has: seeds 0 to 39", arguments: 0..<40 as Range<UInt64>)
  func folds(seed: UInt64) throws {
    var run = RandomRun(seed: seed)
    try run.run(steps: 120)
    try run.finish()
    let history = run.shell.history
    let log = try run.shell.store.read(Cast.group, after: .start, limit: 100_000)
    let whole = try Self.audit(Self.write(log, scope: .group))
    #expect(whole.events.values.reduce(0, +) == log.count && whole.scope == .group && whole.unknownEvents == 0)
    let state = try #require(whole.state)
    for lane in [Lane.shared, .admin, .income] {
      #expect(state.snapshot(of: lane) == history.state.snapshot(of: lane), "seed \(seed), lane \(lane)")
    }
    for lanes in [[Lane.shared], [.shared, .income], [.shared, .admin, .income]] {
      let own = lanes.flatMap { lane in log.filter { $0.lane == lane } }
      let state = try #require(try Self.audit(Self.write(own, scope: .member)).state)
      for lane in lanes { #expect(state.snapshot(of: lane) == history.state.snapshot(of: lane), "seed \(seed), lane \(lane)") }
    }
  }

  @Test("BN-04 An event that cannot follow is found though places, hashes and checksum hold")
  func impossible() throws {
    var shell = TestShell.family()
    shell.send(Cast.addEntry(1, minor: 100), by: 1)
    let log = try shell.store.read(Cast.group, after: .start, limit: 1_000)
    // The same entry once more, chained as the next event.
    let shared = log.filter { $0.lane == .shared }
    let last = try #require(shared.last)
    let twice = StoredEvent(
      sequence: GroupSequence(UInt64(log.count) + 1), lane: .shared, position: last.position.next, bytes: last.bytes,
      hash: last.hash.next(stored: last.bytes))
    #expect(throws: BundleFlaw.self) { try Self.audit(Self.write(log + [twice], scope: .group)) }
    #expect(throws: BundleFlaw.self) { try Self.audit(Self.write(shared + [twice], scope: .member)) }
    // What is no event of this version is passed over in a member's bundle only (SPEC VR-01, VR-02).
    let later = StoredEvent(
      sequence: twice.sequence, lane: .shared, position: twice.position, bytes: [0xA2, 0x1F, 0x00],
      hash: last.hash.next(stored: [0xA2, 0x1F, 0x00]))
    #expect(throws: BundleFlaw.self) { try Self.audit(Self.write(log + [later], scope: .group)) }
    #expect(try Self.audit(Self.write(shared + [later], scope: .member)).unknownEvents == 1)
  }
}
