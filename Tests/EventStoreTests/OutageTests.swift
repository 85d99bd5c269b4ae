import EventStore
import Locking
import Support
import Testing

@testable import PostgresStore

@Suite("What is told of a database that is away")
struct OutageTests {
  private let seconds = Locked(100.0)
  private let told = Locked<[StoreReach]>([])
  private let outage: Outage

  init() { outage = Outage { [seconds] in seconds.withLock { $0 } } }

  private func listen() { outage.whenChanged { [told] reach in told.withLock { $0.append(reach) } } }
  private func pass(_ count: Double) { seconds.withLock { $0 += count } }
  private func isTold(_ expected: [StoreReach], sourceLocation: SourceLocation = #_sourceLocation) {
    eventually("it is told", sourceLocation: sourceLocation) { [told] in told.withLock { $0 } == expected }
  }

  private static let lost = DatabaseFailure.lost(
    "connection to \"db1\" failed: refused\n\tIs it running?\nconnection to \"db2\" failed: refused\n")
  private static let cause = "connection to \"db1\" failed: refused; Is it running?; connection to \"db2\" failed: refused"

  @Test("once when it goes, from when it was reached last, and once when it is back, however often either is noticed")
  func onceEach() {
    listen()
    outage.watch(true)
    pass(10)
    outage.end(byWatch: true)
    pass(3)
    for _ in 0..<5 { outage.begin(Self.lost) }
    pass(60)
    // A connection's word does not count beside the watch.
    outage.end()
    #expect(outage.isHopeless)
    for _ in 0..<5 { outage.end(byWatch: true) }
    #expect(!outage.isHopeless)
    pass(2)
    outage.begin(DatabaseFailure.refused(state: "57P03", "the database system is starting up"))
    isTold([
      .away(seconds: 3, cause: Self.cause), .back(seconds: 63), .away(seconds: 2, cause: "the database system is starting up (57P03)"),
    ])
  }

  @Test("at once to somebody who asks when it is away; to nobody as long as nobody watches, since it is tried each time then")
  func whoIsTold() {
    listen()
    outage.begin(Self.lost)
    outage.end()
    outage.watch(true)
    pass(5)
    outage.begin(Self.lost)
    // The end of the watch is no end of the outage.
    outage.watch(false)
    pass(1)
    listen()
    isTold([.away(seconds: 5, cause: Self.cause), .away(seconds: 6, cause: Self.cause)])
  }
}
