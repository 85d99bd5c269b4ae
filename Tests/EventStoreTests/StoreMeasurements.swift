import EventStore
import Foundation
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// What appending costs; printed, judged by nobody. Runs with `HEARTH_MEASURE=1 swift test -c release --filter
/// StoreMeasurements`.
@Suite("Measurements", .serialized, .enabled(if: ProcessInfo.processInfo.environment["HEARTH_MEASURE"] != nil))
struct StoreMeasurements {
  @Test(
    "append, 200 bytes an event",
    arguments: [(groups: 1, events: 1), (1, 10), (1, 100), (10, 1), (100, 1), (100, 10), (1_000, 1)], [false, true])
  func append(_ size: (groups: Int, events: Int), _ isEncrypted: Bool) throws {
    let (groups, events) = size
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path, key: isEncrypted ? try Samples.key(1) : nil)
    var writers = (0..<groups).map { LogWriter(Samples.group(UInt64($0) &* 0x9E37_79B9)) }
    let commits = max(20, min(1_000, 100_000 / (groups * events)))
    // Made beforehand: the rooms make theirs elsewhere.
    let calls = (0..<commits).map { _ in writers.indices.map { writers[$0].batch(events, payloadBytes: 200) } }
    var failures = 0
    let cpuBefore = clock()
    let wall = ContinuousClock().measure {
      for batches in calls { failures += store.append(batches).filter { $0.failure != nil }.count }
    }
    let cpu = Double(clock() - cpuBefore) / Double(CLOCKS_PER_SEC)
    #expect(failures == 0)

    let total = Double(commits * groups * events)
    let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
    print(
      "append\(isEncrypted ? ", encrypted" : ""): \(groups) groups x \(events) events a commit, \(commits) commits: \(rounded(seconds / total * 1e6)) µs an event,",
      "\(rounded(cpu / total * 1e6)) µs of processor; \(rounded(seconds / Double(commits) * 1e6)) µs a commit")

    let reading = try ContinuousClock().measure {
      var last = GroupSequence.start
      while let end = try store.read(writers[0].group, after: last, limit: 1_000).last { last = end.sequence }
    }
    let read = Double(reading.components.attoseconds) / 1e12 + Double(reading.components.seconds) * 1e6
    print("read\(isEncrypted ? ", encrypted" : ""): \(rounded(read / Double(commits * events))) µs an event of one group")
  }

  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
