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
    /// How much of what was measured does not count for that reason.
    var leftOutShare: Double
  }

  private let options: Crowd
  var rounds: [(quiet: Phase, disturbed: Phase)] = []
  /// The latencies of all rounds.
  private var quiet = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var disturbed = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  var disturbance = Disturbance.Outcome()
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

  mutating func note(_ outcome: Disturbance.Outcome) { disturbance = disturbance + outcome }

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

  /// The p99 of all deliveries of the servers while they were troubled to that of all while they were not. Members talk to both by turns of half
  /// a second, so that what the machine's host does beside comes to both.
  var ratio: Double {
    guard quiet.totalCount > 0, disturbed.totalCount > 0 else { return .infinity }
    return LoadReport.Latency(disturbed).p99 / max(1, LoadReport.Latency(quiet).p99)
  }

  /// The middle one of the rounds' ratios.
  private var middleRatio: Double {
    let ratios = rounds.map { $0.disturbed.latency.p99 / max(1, $0.quiet.latency.p99) }.sorted()
    return ratios.isEmpty ? .infinity : (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
  }

  /// Limit: how much of all may be left out; with more of it nothing is known of the rest.
  private static let leftOutShareMax = 0.5
  /// Limit: how much more of what is measured at the troubled server than at the other may be left out. A system call of the server that took half a
  /// millisecond would be held for a theft, and left out; but the host takes as much at either.
  private static let leftOutExcessMax = 0.1

  private var complaints: [String] {
    var complaints: [String] = []
    let leftOut = rounds.flatMap { [$0.quiet.leftOutShare, $0.disturbed.leftOutShare] }
    if leftOut.reduce(0, +) > Self.leftOutShareMax * Double(leftOut.count) {
      complaints.append("the host took processors away for more than half of the time: nothing can be said of the server")
    }
    let excess = (leftOutShares(\.disturbed) - leftOutShares(\.quiet)) / Double(max(1, rounds.count))
    if excess > Self.leftOutExcessMax {
      complaints.append("\(Int(excess * 100)) % more was left out with the disturbance than without: it may be what held the processors")
    }
    if !(ratio <= Self.ratioMax) { complaints.append("p99 with the disturbance is \(places(ratio)) times what it is without") }
    if !troubledStandsBack { complaints.append("the troubled server could not be made to stand back (that needs CAP_SYS_NICE)") }
    if deliveries == 0 { complaints.append("nothing was delivered") }
    for (what, count) in findings.sorted(by: { $0.key < $1.key }) { complaints.append("members: \(count) \(what)") }
    if closed > 0 { complaints.append("\(closed) members lost their connection") }
    if disturbance.wronged > 0 { complaints.append("\(disturbance.wronged) connections within the limits were closed") }
    if options.stalled > 0, disturbance.told == 0 { complaints.append("no stalled reader found 4008") }
    if disturbance.spared > 0 { complaints.append("\(disturbance.spared) stalled readers were let be") }
    if options.halfOpen > 0, disturbance.halfEnded == 0 { complaints.append("no half handshake was ended") }
    if options.pinging > 0, disturbance.pongs == 0 { complaints.append("no ping was answered") }
    if options.flooding > 0, disturbance.floodsEnded == 0 { complaints.append("no flood was ended") }
    if residentBytesMost > options.budgetMib << 20 { complaints.append("memory reached \(residentBytesMost >> 20) MiB") }
    return complaints
  }

  private func leftOutShares(_ phase: KeyPath<(quiet: Phase, disturbed: Phase), Phase>) -> Double {
    rounds.reduce(0) { $0 + $1[keyPath: phase].leftOutShare }
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
      let leftOut = "\(Int(round.quiet.leftOutShare * 100)) % and \(Int(round.disturbed.leftOutShare * 100)) %"
      lines.append(
        "              " + figures.joined(separator: " ") + "      \(places(round.disturbed.latency.p99 / max(1, round.quiet.latency.p99)))"
          + "        " + [late, share, stolen, leftOut].joined(separator: "   "))
    }
    lines += [
      "p99         \(micros(quiet)) µs of all deliveries without, \(micros(disturbed)) µs with the disturbance",
      "ratio       \(places(ratio)); at most \(places(Self.ratioMax)) is allowed; in the middle of \(rounds.count) rounds \(places(middleRatio))",
      "members     \(options.rooms * options.members) of either server, \(deliveries) deliveries judged"
        + (watchedProcessors > 0 ? "" : ", thefts of less than a hundredth of a second unseen (seeing them needs CAP_SYS_NICE)")
        + (membersRunFirst ? "" : ", on a thread that waits for a processor as the server's do (running first needs CAP_SYS_NICE)"),
      "stalled     \(disturbance.told) found 4008, \(disturbance.dropped) were cut off, \(disturbance.spared) let be; "
        + "the server counts \(told) too slow and \(stalledOut) dropped",
      "handshakes  \(disturbance.halfEnded) half ones were ended by the server and replaced",
      "pings       \(disturbance.pings) sent, \(disturbance.pongs) answered, \(disturbance.floodsEnded) floods ended with 1008",
      "memory      \(residentBytesAtStart >> 20) MiB with the members, \(residentBytesMost >> 20) MiB at most, budget \(options.budgetMib) MiB",
    ]
    lines += complaints.map { "FAILED      " + $0 }
    lines.append(holds ? "verdict     the members did not notice" : "verdict     FAILED")
    return lines.joined(separator: "\n")
  }

  private func micros(_ latencies: Histogram<UInt64>) -> Int { Int(LoadReport.Latency(latencies).p99.rounded()) }

  private func padded(_ number: Int) -> String { String(repeating: " ", count: max(0, 10 - "\(number)".count)) + "\(number)" }

  private func places(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
