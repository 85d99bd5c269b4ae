import ArgumentParser
import Foundation
import HearthClient
import HearthLoadKit

/// `hearth-load hostile`: a room goes on as if nothing were, while others attack the server.
struct Hostile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Random bytes and mutated sessions against a server on this machine, beside a room that must not notice.",
    discussion: """
      Exit status: 0 when the room got all it was owed and the server lives with as many descriptors as before, 1 when not, 2 when the test \
      could not be run.
      """)

  @OptionGroup var target: TargetOptions

  @Option(help: "Random strings of bytes.")
  var strings = 10_000

  @Option(help: "Valid sessions with something wrong.")
  var sessions = 10_000

  @Option(help: "Everything made up comes from this number.")
  var seed: UInt64 = 1

  @Option(help: "Members of the room that must not notice, at most 10.")
  var members = 5

  @Option(help: "Its commands a second.")
  var rate = 200.0

  @Flag(help: "Instead: every row of the catalogue of bad input, against servers of its own (--spawn).")
  var catalogue = false

  @Option(help: "With --catalogue: how often each row is played.")
  var times = 1_000

  @Option(help: ArgumentHelp("With --catalogue: PEM file with a certificate for the servers.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("With --catalogue: its private key.", valueName: "file"))
  var key: String?

  func validate() throws {
    guard strings >= 0, sessions >= 0, strings + sessions > 0 else { throw ValidationError("There is nothing to throw.") }
    guard (1...10).contains(members) else { throw ValidationError("--members is a number from 1 to 10.") }
    guard rate > 0, rate <= 10_000 else { throw ValidationError("--rate is a number from above 0 to 10000.") }
    guard (1...1_000_000).contains(times) else { throw ValidationError("--times is a number from 1 to 1000000.") }
    guard !catalogue || (target.spawn != nil && certificate != nil && key != nil) else {
      throw ValidationError("--catalogue needs --spawn, --data, --certificate and --key: the rows are played against servers of its own.")
    }
  }

  func run() throws {
    if catalogue {
      let report = try reportingFailure { try CatalogueRun(self).run() }
      print(report.text)
      try succeed(if: report.holds)
      return
    }
    let outcome = try reportingFailure { try HostileRun(self).run() }
    print(outcome.text)
    try succeed(if: outcome.holds)
  }
}

/// What an attack did to the server and its room.
struct HostileOutcome {
  var strings: Int
  var sessions: Int
  var isSecure: Bool
  var seconds: Double
  var refused: Int
  var answered: Int
  var quiet: LoadReport.Latency
  var attacked: LoadReport.Latency
  var accepted: Int
  var isComplete: Bool
  var violations: ViolationBook
  /// Whether the process still runs; nil when it is not known.
  var isAlive: Bool?
  var descriptorsBefore: Int?
  var descriptorsAfter: Int?

  var holds: Bool {
    isComplete && violations.total == 0 && isAlive != false && attacked.count > 0 && isFelt && descriptorsAreBack
  }

  /// Whether the attack has reached the server: hardly any of the connections was refused, and most were answered,
  /// since a connection is made before the server knows of it. Over TLS it drops most without an answer.
  private var isFelt: Bool { refused * 100 <= strings + sessions && (isSecure || answered * 2 >= strings + sessions) }

  /// Whether there are no more descriptors than before; of a process that can be seen they are counted.
  private var descriptorsAreBack: Bool {
    switch (descriptorsBefore, descriptorsAfter) {
    case (let before?, let after?): after <= before
    case (nil, nil): isAlive == nil
    default: false
    }
  }

  var text: String {
    var lines = [
      "thrown      \(strings) random strings and \(sessions) mutated sessions in \(Int(seconds)) s; \(answered) answered, \(refused) refused",
      "room        \(accepted) commands accepted; \(isComplete ? "all were answered and delivered" : "NOT ALL were answered and delivered")",
      "delivery    p50 \(Int(quiet.p50)) µs, p99 \(Int(quiet.p99)) µs without the attack",
      "            p50 \(Int(attacked.p50)) µs, p99 \(Int(attacked.p99)) µs with it",
    ]
    if let isAlive { lines.append("server      \(isAlive ? "lives, the same process" : "is DEAD")") }
    if let descriptorsBefore, let descriptorsAfter {
      lines.append("descriptors \(descriptorsBefore) before, \(descriptorsAfter) after")
    }
    lines += violations.first.map { "  \($0)" }
    lines.append(holds ? "verdict     the room did not notice" : "verdict     FAILED")
    return lines.joined(separator: "\n")
  }
}
