import ArgumentParser
import HearthLoadKit

/// `hearth-load soak`: connections come and go until something would have to grow.
struct Soak: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Connections that come, say a little and leave in every way there is, against a hearth-echo --rooms; then a look at what is left.",
    discussion: """
      Now and again everybody leaves, and the server must be as it was: descriptors, threads, live objects and memory. Exit status: 0 when it \
      was and every message was right, 1 when not, 2 when the test could not be run.
      """)

  @OptionGroup var target: EchoTargetOptions

  @Option(name: .customLong("for"), help: ArgumentHelp("How long: 10s, 10m.", valueName: "time"))
  var span = WatchTime.seconds(60)

  @Option(help: "Connections at a time.")
  var crowd = 200

  @Option(help: "Fewer connections in all are a failure.")
  var least = 0

  @Option(help: "Everything made up comes from this number.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...5_000).contains(crowd) else { throw ValidationError("--crowd is a number from 1 to 5000.") }
    guard !span.isForever else { throw ValidationError("--for is a time such as 10m.") }
    guard least >= 0 else { throw ValidationError("--least is not negative.") }
  }

  func run() throws {
    let outcome = try reportingFailure { try SoakRun(self).run() }
    print(outcome.text)
    try succeed(if: outcome.holds)
  }
}

/// What came of it.
struct SoakOutcome {
  var seconds: Double
  var connections: Int
  var least: Int
  var leavings: [(SoakLife.Leaving, Int)]
  var messages: Int
  var deliveries: Int
  var wrong: Int
  var firstWrong: [String]
  var samples: [RestSample]
  var flatness: Flatness

  var holds: Bool { wrong == 0 && flatness.complaints.isEmpty && messages > 0 && connections >= least }

  var text: String {
    let left = leavings.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    var lines = [
      "connections \(connections) in \(Int(seconds)) s, \(Int(Double(connections) / seconds))/s",
      "left by     \(left)",
      "messages    \(messages) said, \(deliveries) delivered and judged, \(wrong) wrong",
    ]
    if let first = samples.first, let last = samples.last {
      lines.append("rests       \(samples.count)")
      lines.append("descriptors \(first.descriptors) before, \(last.descriptors) after")
      lines.append("threads     \(first.threads) before, \(last.threads) after")
      lines.append("live        \(first.liveObjects) before, \(last.liveObjects) after")
      lines.append("memory      \(first.residentBytes >> 10) KiB before, \(last.residentBytes >> 10) KiB after")
    }
    if let growth = flatness.growthBytes {
      lines.append("growth      \(Int(growth) >> 10) KiB after the warm-up, by the line through the rests")
    }
    lines += firstWrong.map { "  " + $0 }
    lines += flatness.complaints.map { "NOT FLAT    " + $0 }
    if connections < least { lines.append("TOO FEW     \(least) connections were asked for") }
    lines.append(holds ? "verdict     flat, and every message right" : "verdict     FAILED")
    return lines.joined(separator: "\n")
  }
}
