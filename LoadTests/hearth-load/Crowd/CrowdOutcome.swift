/// What a run of `hearth-load crowd` found.
struct CrowdOutcome {
  /// Limit: how much slower the members' p99 may be beside the disturbance.
  static let ratioMax = 1.2

  struct Phase {
    var latency: LoadReport.Latency
    var lag: LoadReport.Latency
    /// Of one core.
    var cpuShare: Double
    /// How much of all processors' time the host gave to others.
    var stolenShare: Double
    /// How much of the phase does not count for that reason.
    var leftOutShare: Double
  }

  private let options: Crowd
  var rounds: [(quiet: Phase, disturbed: Phase)] = []
  var disturbance = Disturbance.Outcome()
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

  mutating func note(_ quiet: Phase, _ disturbed: Phase, _ outcome: Disturbance.Outcome) {
    rounds.append((quiet, disturbed))
    disturbance = disturbance + outcome
  }

  /// The middle one of the rounds' ratios: each compares two phases that follow one another, and a round in which the machine's host had more
  /// to do in one phase than in the other decides nothing.
  var ratio: Double {
    let ratios = rounds.map { $0.disturbed.latency.p99 / max(1, $0.quiet.latency.p99) }.sorted()
    return ratios.isEmpty ? .infinity : (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
  }

  /// The best p99 with the disturbance to the best without.
  private var bestRatio: Double {
    guard let quiet = rounds.map(\.quiet.latency.p99).min(), let disturbed = rounds.map(\.disturbed.latency.p99).min() else {
      return .infinity
    }
    return disturbed / max(1, quiet)
  }

  /// Limit: how much of the phases may be left out; with more of it nothing is known of the rest.
  private static let leftOutShareMax = 0.5

  private var complaints: [String] {
    var complaints: [String] = []
    let leftOut = rounds.flatMap { [$0.quiet.leftOutShare, $0.disturbed.leftOutShare] }
    if leftOut.reduce(0, +) > Self.leftOutShareMax * Double(leftOut.count) {
      complaints.append("the host took processors away for more than half of the time: nothing can be said of the server")
    }
    if !(ratio <= Self.ratioMax) { complaints.append("p99 with the disturbance is \(places(ratio)) times what it is without") }
    if deliveries == 0 { complaints.append("nothing was delivered") }
    for (what, count) in findings.sorted(by: { $0.key < $1.key }) { complaints.append("members: \(count) \(what)") }
    if closed > 0 { complaints.append("\(closed) members lost their connection") }
    if disturbance.wronged > 0 { complaints.append("\(disturbance.wronged) connections within the limits were closed") }
    if disturbance.spared > 0 { complaints.append("\(disturbance.spared) stalled readers were let be") }
    if options.flooding > 0, disturbance.floodsEnded == 0 { complaints.append("no flood was ended") }
    if residentBytesMost > options.budgetMib << 20 { complaints.append("memory reached \(residentBytesMost >> 20) MiB") }
    return complaints
  }

  var holds: Bool { complaints.isEmpty }

  var text: String {
    var lines = [
      "latency µs    without: p50       p99     p99.9   with: p50       p99     p99.9   p99 ratio   late p99   CPU           stolen            left out"
    ]
    for round in rounds {
      let figures = [round.quiet.latency, round.disturbed.latency].map { latency in
        [latency.p50, latency.p99, latency.p999].map { padded(Int($0.rounded())) }.joined()
      }
      let late = max(round.quiet.lag.p99, round.disturbed.lag.p99)
      let share = "\(Int(round.quiet.cpuShare * 100)) % and \(Int(round.disturbed.cpuShare * 100)) %"
      let stolen = "\(places(round.quiet.stolenShare * 100)) % and \(places(round.disturbed.stolenShare * 100)) %"
      let leftOut = "\(Int(round.quiet.leftOutShare * 100)) % and \(Int(round.disturbed.leftOutShare * 100)) %"
      lines.append(
        "              " + figures.joined(separator: " ") + "      \(places(round.disturbed.latency.p99 / max(1, round.quiet.latency.p99)))"
          + padded(Int(late)) + "   " + [share, stolen, leftOut].joined(separator: "   "))
    }
    lines += [
      "ratio       \(places(ratio)) in the middle of \(rounds.count) rounds; at most \(places(Self.ratioMax)) is allowed; of the best p99 of "
        + "either side \(places(bestRatio))",
      "members     \(options.rooms * options.members), \(deliveries) deliveries judged"
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

  private func padded(_ number: Int) -> String { String(repeating: " ", count: max(0, 10 - "\(number)".count)) + "\(number)" }

  private func places(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
