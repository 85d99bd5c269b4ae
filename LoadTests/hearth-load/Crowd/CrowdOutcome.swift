import HearthLoadKit
import Histogram

/// What a run of `hearth-load crowd` found.
struct CrowdOutcome {
  /// Limit: how much slower the members' p99 may be beside the disturbance.
  static let ratioMax = 1.2

  struct Phase {
    /// Nanoseconds.
    var latencies: Histogram<UInt64>
    var latency: LoadReport.Latency
    var lag: LoadReport.Latency
    /// Of one core.
    var cpuShare: Double
    /// How much of all processors' time the host gave to others.
    var stolenShare: Double
    /// What was measured, and how much of it does not count for that reason.
    var slots: SlotTally
  }

  private let options: Crowd
  var rounds: [(quiet: Phase, disturbed: Phase)] = []
  /// The latencies of all rounds.
  private var quiet = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var disturbed = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  /// What the disturbance of each round came to.
  private var disturbances: [DisturbanceRound] = []
  /// Processors that were watched for thefts of less than a hundredth of a second.
  var watchedProcessors = 0
  /// Whether the system lets the troubled server run behind all others while the other one is measured.
  var troubledStandsBack = true
  /// Whether the system lets the members' thread run before others.
  var membersRunFirst = false
  var residentBytesAtStart = 0
  var residentBytesMost = 0
  var deliveries = 0
  var findings: [String: Int] = [:]
  /// Members that lost their connection.
  var closed = 0
  /// Peers told 4008, and dropped for not having read for too long, by the server's count.
  var told = 0
  var stalledOut = 0

  init(_ options: Crowd) { self.options = options }

  mutating func note(_ quiet: Phase, _ disturbed: Phase) {
    rounds.append((quiet, disturbed))
    self.quiet.add(quiet.latencies)
    self.disturbed.add(disturbed.latencies)
  }

  /// What a round's disturbance came to.
  ///
  /// - Parameter connections: those of the troubled server by its own count, behind each stretch that was measured.
  mutating func note(_ disturbance: DisturbanceRound, connections: [Int]) {
    var disturbance = disturbance
    disturbance.connectionsAtOnce = connections
    disturbances.append(disturbance)
  }

  /// What is known of a server and its members in the end.
  mutating func note(_ side: CrowdSide) throws {
    residentBytesAtStart = max(residentBytesAtStart, side.residentBytesAtStart)
    residentBytesMost = max(residentBytesMost, side.residentBytesMost)
    deliveries += side.members.deliveries
    findings.merge(side.members.findings) { $0 + $1 }
    closed += side.members.closed
    let slow = try side.slowPeers()
    told += slow.told
    stalledOut += slow.dropped
  }

  /// The p99 of all deliveries of the servers while they were troubled to that of all while they were not. Members talk
  /// to both by turns of half a second, so that what the machine's host does beside comes to both.
  var ratio: Double {
    guard quiet.totalCount > 0, disturbed.totalCount > 0 else { return .infinity }
    return LoadReport.Latency(disturbed).p99 / max(1, LoadReport.Latency(quiet).p99)
  }

  /// The middle one of the rounds' ratios.
  private var middleRatio: Double {
    let ratios = rounds.map { $0.disturbed.latency.p99 / max(1, $0.quiet.latency.p99) }.sorted()
    return ratios.isEmpty ? .infinity : (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
  }

  private var complaints: [String] {
    var complaints = SlotTally.complaints(quiet: slots(\.quiet), disturbed: slots(\.disturbed))
    if !(ratio <= Self.ratioMax) { complaints.append("p99 with the disturbance is \(places(ratio)) times what it is without") }
    if !troubledStandsBack { complaints.append("the troubled server could not be made to stand back (that needs CAP_SYS_NICE)") }
    if deliveries == 0 { complaints.append("nothing was delivered") }
    for (what, count) in findings.sorted(by: { $0.key < $1.key }) { complaints.append("members: \(count) \(what)") }
    if closed > 0 { complaints.append("\(closed) members lost their connection") }
    if sum(\.wronged) > 0 { complaints.append("\(sum(\.wronged)) connections within the limits were closed") }
    if options.stalled > 0 { complaints += stalledReaders.complaints }
    for (index, disturbance) in disturbances.enumerated() {
      complaints += disturbance.complaints(options.size).map { "disturbance of round \(index + 1): \($0)" }
    }
    if residentBytesMost > options.budgetMib << 20 { complaints.append("memory reached \(residentBytesMost >> 20) MiB") }
    return complaints
  }

  private func slots(_ phase: KeyPath<(quiet: Phase, disturbed: Phase), Phase>) -> SlotTally {
    rounds.reduce(SlotTally()) { $0 + $1[keyPath: phase].slots }
  }

  /// Of all rounds together.
  private func sum(_ count: KeyPath<DisturbanceRound, Int>) -> Int { disturbances.reduce(0) { $0 + $1[keyPath: count] } }

  /// What at least half of the looks found in the round in which that was the least.
  private func leastAtOnce(_ counts: KeyPath<DisturbanceRound, [Int]>) -> Int {
    disturbances.map { DisturbanceRound.reachedByHalf($0[keyPath: counts]) }.min() ?? 0
  }

  private var stalledReaders: StalledReaders {
    StalledReaders(told: sum(\.told), dropped: sum(\.dropped), spared: sum(\.spared), toldByServer: told, givenUpByServer: stalledOut)
  }

  var holds: Bool { complaints.isEmpty }

  var text: String {
    var lines = [
      "latency µs    without: p50       p99     p99.9   with: p50       p99     p99.9   p99 ratio   sent late, p99   CPU           stolen            left out"
    ]
    for round in rounds {
      let figures = [round.quiet.latency, round.disturbed.latency].map { latency in
        [latency.p50, latency.p99, latency.p999].map { padded(Int($0.rounded())) }.joined()
      }
      let late = "\(Int(round.quiet.lag.p99)) and \(Int(round.disturbed.lag.p99))"
      let share = "\(Int(round.quiet.cpuShare * 100)) % and \(Int(round.disturbed.cpuShare * 100)) %"
      let stolen = "\(places(round.quiet.stolenShare * 100)) % and \(places(round.disturbed.stolenShare * 100)) %"
      let leftOut = "\(Int(round.quiet.slots.leftOutShare * 100)) % and \(Int(round.disturbed.slots.leftOutShare * 100)) %"
      lines.append(
        "              " + figures.joined(separator: " ") + "      \(places(round.disturbed.latency.p99 / max(1, round.quiet.latency.p99)))"
          + "        " + [late, share, stolen, leftOut].joined(separator: "   "))
    }
    lines += [
      "p99         \(micros(quiet)) µs of all deliveries without, \(micros(disturbed)) µs with the disturbance",
      "ratio       \(places(ratio)); at most \(places(Self.ratioMax)) is allowed; in the middle of \(rounds.count) rounds \(places(middleRatio))",
      "members     \(options.size.members) of either server, \(deliveries) deliveries judged"
        + (watchedProcessors > 0 ? "" : ", thefts of less than a hundredth of a second unseen (seeing them needs CAP_SYS_NICE)")
        + (membersRunFirst ? "" : ", on a thread that waits for a processor as the server's do (running first needs CAP_SYS_NICE)"),
    ]
    lines += disturbanceLines
    lines.append(
      "memory      \(residentBytesAtStart >> 20) MiB with the members, \(residentBytesMost >> 20) MiB at most, "
        + "budget \(options.budgetMib) MiB")
    let shortForm = options.size.shortForm
    if !shortForm.isEmpty { lines.append("short form  does not show what is promised: " + shortForm.joined(separator: ", ")) }
    lines += complaints.map { "FAILED      " + $0 }
    let success = shortForm.isEmpty ? "the members did not notice" : "the members did not notice, in a short form"
    lines.append("verdict     " + (holds ? success : "FAILED"))
    return lines.joined(separator: "\n")
  }

  private var disturbanceLines: [String] {
    let size = options.size
    let (stalled, halfOpen) = (leastAtOnce(\.stalledAtOnce), leastAtOnce(\.halfOpenAtOnce))
    let floodPings = disturbances.map(\.floodPingsLeast).min() ?? 0
    var lines: [String] = []
    lines.append(
      "size        \(size.connections) connections of the troubled server: \(size.members) members, \(size.stalled) stalled, "
        + "\(size.feeding) feeding them, \(size.halfOpen) half-open, \(size.pinging) pinging; \(size.flooding) that flood come and go")
    lines.append(
      "at once     \(leastAtOnce(\.connectionsAtOnce)) connections by the server's count, \(stalled) stalled, \(halfOpen) half-open, "
        + "each in half of the looks or more, in the round with the fewest")
    lines.append(
      "stalled     \(sum(\.stalledCame)) came, \(sum(\.told)) found 4008, \(sum(\.dropped)) were cut off, \(sum(\.spared)) let be; "
        + "the servers count \(told) told 4008 and \(stalledOut) given up")
    lines.append("handshakes  \(sum(\.halfEnded)) half ones were ended by the server and replaced")
    lines.append(
      "pings       \(sum(\.pings)) within the limits, \(sum(\.pongs)) answered; \(sum(\.floodsEnded)) of \(sum(\.floods)) floods ended with "
        + "1008, \(sum(\.floodPongs)) answers before; \(floodPings) pings of the connection that flooded least in a round")
    return lines
  }

  private func micros(_ latencies: Histogram<UInt64>) -> Int { Int(LoadReport.Latency(latencies).p99.rounded()) }

  private func padded(_ number: Int) -> String { String(repeating: " ", count: max(0, 10 - "\(number)".count)) + "\(number)" }

  private func places(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
