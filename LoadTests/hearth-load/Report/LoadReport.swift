import Foundation
import HearthLoadKit

/// What a run found, as figures.
struct LoadReport: Encodable {
  /// Microseconds.
  struct Latency: Encodable {
    var count: UInt64
    var p50: Double
    var p90: Double
    var p99: Double
    var p999: Double
    var max: Double
  }

  var seconds: Double
  var accepted: Int
  var rejected: Int
  var refusals: [String: Int]
  var deliveries: Int
  var commandsPerSecond: Double
  var deliveriesPerSecond: Double
  var delivery: Latency
  var answer: Latency
  var serverCPUSecondsPerMillionDeliveries: Double?
  var serverResidentBytesAtStart: Int?
  var serverResidentBytesAtEnd: Int?
  var generatorCPUShare: Double
  var disconnections: Int
  var resumedByTail: Int
  var resumedBySnapshot: Int
  var duplicateAnswers: Int
  /// Acknowledged commands that are not in the log.
  var lost: Int
  var kills: Int?
  /// Milliseconds from each start of the server to its first answer.
  var recoveryMilliseconds: [Double]
  var isSettled = false
  var isAudited = false
  var violations: [String: Int]
  var firstViolations: [String]

  init(before: Tally, loaded: Tally, after: Tally, from start: Moment, to end: Moment) {
    seconds = Double(end.nanoseconds - start.nanoseconds) / 1e9
    accepted = after.accepted - before.accepted
    rejected = after.rejected - before.rejected
    refusals = after.refusals
    deliveries = loaded.deliveries - before.deliveries
    commandsPerSecond = Double(loaded.accepted - before.accepted) / seconds
    deliveriesPerSecond = Double(deliveries) / seconds
    delivery = Latency(after.deliveryLatency)
    answer = Latency(after.answerLatency)
    if let first = start.server, let last = end.server, start.pids == end.pids, deliveries > 0 {
      serverCPUSecondsPerMillionDeliveries = (last.cpuSeconds - first.cpuSeconds) / Double(deliveries) * 1e6
    }
    serverResidentBytesAtStart = start.server?.residentBytes
    serverResidentBytesAtEnd = end.server?.residentBytes
    generatorCPUShare = (end.generatorSeconds - start.generatorSeconds) / seconds
    disconnections = after.disconnections
    resumedByTail = after.resumedByTail
    resumedBySnapshot = after.resumedBySnapshot
    lost = after.lost
    duplicateAnswers = after.duplicates
    recoveryMilliseconds = after.recoveries.map { Double($0) / 1e6 }
    violations = Dictionary(uniqueKeysWithValues: after.violations.counts.map { ($0.key.rawValue, $0.value) })
    firstViolations = after.violations.first.sorted { $0.invariant < $1.invariant }.map(\.description)
  }

  /// Whether the run shows that the server is right.
  var holds: Bool { violations.isEmpty && isSettled && isAudited && deliveries > 0 }

  func text(asJSON: Bool) -> String {
    guard asJSON else { return table }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Figures that cannot be encoded do not occur: none is infinite.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
