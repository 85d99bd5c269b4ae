import HearthLoadKit
import Histogram

extension LoadReport.Latency {
  /// Reads a histogram of nanoseconds.
  init(_ histogram: Histogram<UInt64>) {
    func micros(_ percentile: Double) -> Double {
      histogram.totalCount == 0 ? 0 : Double(histogram.valueAtPercentile(percentile)) / 1000
    }
    count = histogram.totalCount
    p50 = micros(50)
    p90 = micros(90)
    p99 = micros(99)
    p999 = micros(99.9)
    max = histogram.totalCount == 0 ? 0 : Double(histogram.max) / 1000
  }

  fileprivate var cells: String {
    [p50, p90, p99, p999, max].map { Int($0.rounded()).description.leftPadded(to: 10) }.joined()
  }
}

extension LoadReport {
  /// For people.
  var table: String {
    var lines = [
      "commands    \(accepted) accepted, \(rejected) refused, \(Int(commandsPerSecond))/s",
      "deliveries  \(deliveries), \(Int(deliveriesPerSecond))/s",
      "latency µs         p50       p90       p99     p99.9       max",
      "  delivery  " + delivery.cells,
      "  answer    " + answer.cells,
    ]
    if let cost = serverCPUSecondsPerMillionDeliveries {
      lines.append("server      \(cost.rounded(to: 2)) CPU seconds per million deliveries")
    }
    if let first = serverResidentBytesAtStart, let last = serverResidentBytesAtEnd {
      lines.append("memory      \(first >> 20) MiB at the start, \(last >> 20) MiB at the end")
    }
    lines.append("generator   \(Int(generatorCPUShare * 100)) % of a core")
    if !refusals.isEmpty {
      let list = refusals.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      lines.append("refusals    of right commands: \(list)")
    }
    lines += chaos
    lines += verdict
    return lines.joined(separator: "\n")
  }

  private var chaos: [String] {
    var lines: [String] = []
    if disconnections > 0 {
      lines.append(
        "resumed     \(resumedByTail) by tail, \(resumedBySnapshot) by snapshot; \(duplicateAnswers) commands sent again were there already"
      )
    }
    guard let kills else { return lines }
    func count(_ invariants: Invariant...) -> Int { invariants.reduce(0) { $0 + (violations[$1.rawValue] ?? 0) } }
    let reordered = count(.oneHistory, .realTime, .gapless)
    lines.append("kills       \(kills): \(lost) lost, \(count(.acknowledgedOnce)) doubled, \(reordered) reordered")
    let sorted = recoveryMilliseconds.sorted()
    if let longest = sorted.last {
      lines.append("recovery    first answer \(Int(sorted[sorted.count / 2])) ms after the start in the median, \(Int(longest)) ms at most")
    }
    return lines
  }

  private var verdict: [String] {
    var lines: [String] = []
    if !isSettled { lines.append("NOT SETTLED something was still missing when the time was up") }
    if !isAudited { lines.append("NOT AUDITED some logs could not be read and compared") }
    if deliveries == 0 { lines.append("NOTHING was delivered") }
    for invariant in Invariant.allCases {
      if let count = violations[invariant.rawValue] { lines.append("VIOLATED    \(invariant.rawValue) \(count) times: \(invariant.title)") }
    }
    lines += firstViolations.map { "  " + $0 }
    lines.append(holds ? "verdict     every invariant held" : "verdict     FAILED")
    return lines
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}

extension Double {
  fileprivate func rounded(to places: Int) -> Double {
    let factor = (0..<places).reduce(1.0) { factor, _ in factor * 10 }
    return (self * factor).rounded() / factor
  }
}
