import CLinux
import Glibc
import Histogram

/// One run of `hearth-load crowd`: gathers the members, then rounds of a quiet phase and a disturbed one.
struct CrowdRun {
  // Limit: how long after the last message the last member may get it.
  private static let settleSeconds: Int64 = 20
  // How long members talk, unmeasured, before each phase.
  private static let runUpNanoseconds: Int64 = 2_000_000_000

  private let options: Crowd

  init(_ options: Crowd) { self.options = options }

  func run() throws -> CrowdOutcome {
    LoopbackSocket.raiseDescriptorLimit()
    let target = try options.target.open(arguments: ["--rooms", "--loops", "\(options.loops)"])
    defer { target.server?.terminate() }
    let other = try options.elsewhere ? options.target.open(arguments: ["--rooms", "--loops", "\(options.loops)"], instead: tlsPorts) : nil
    defer { other?.server?.terminate() }
    let witnesses = ProcessorWitnesses()
    defer { witnesses.stop() }
    let members = try CrowdMembers(rooms: options.rooms, perRoom: options.members, witnesses: witnesses)
    defer { members.dismiss() }
    try members.gather(port: target.port, within: 60)
    var outcome = CrowdOutcome(options)
    // Members stand for other machines: that theirs is busy must not count as the server's delay. It runs on this thread.
    outcome.watchedProcessors = witnesses.count
    outcome.membersRunFirst = clinux_run_first() == 0
    outcome.residentBytesAtStart = ProcessFigures(pid: target.pid)?.residentBytes ?? 0
    let before = try target.counts()

    for _ in 0..<options.rounds {
      let quiet: CrowdOutcome.Phase
      if let other {
        quiet = try disturb(members, target, trouble: other.port, options.otherTLSPort, &outcome).phase
      } else {
        talk(members, target, &outcome, isMeasured: false)
        quiet = talk(members, target, &outcome, isMeasured: true)
      }
      let disturbed = try disturb(members, target, trouble: target.port, options.tlsPort, &outcome)
      outcome.note(quiet, disturbed.phase, disturbed.outcome)
    }
    members.settle(within: Self.settleSeconds)
    let after = try target.counts()
    outcome.deliveries = members.deliveries
    outcome.findings = members.findings
    outcome.closed = members.closed
    outcome.told = after.slow - before.slow
    outcome.stalledOut = after.stalled - before.stalled
    return outcome
  }

  /// A phase in which the server that listens on the port is troubled.
  private func disturb(
    _ members: CrowdMembers, _ target: EchoTarget, trouble port: UInt16, _ tlsPort: UInt16?, _ outcome: inout CrowdOutcome
  ) throws -> (phase: CrowdOutcome.Phase, outcome: Disturbance.Outcome) {
    let disturbance = Disturbance(
      Disturbance.Plan(
        port: port, tlsPort: tlsPort, stalled: options.stalled, halfOpen: options.halfOpen, halfTogether: options.halfTogether,
        pinging: options.pinging, flooding: options.flooding))
    disturbance.start()
    while disturbance.current == .beginning { talk(members, target, &outcome, isMeasured: false) }
    let phase = talk(members, target, &outcome, isMeasured: true)
    disturbance.stop()
    while disturbance.current == .going || disturbance.current == .ending { talk(members, target, &outcome, isMeasured: false) }
    if let failure = disturbance.result.failure { throw CannotRun(description: failure) }
    return (phase, disturbance.result)
  }

  /// The server's port of TLS, and what the other one has in its place.
  private var tlsPorts: (UInt16, UInt16)? {
    if let own = options.tlsPort, let other = options.otherTLSPort { (own, other) } else { nil }
  }

  @discardableResult
  private func talk(_ members: CrowdMembers, _ target: EchoTarget, _ outcome: inout CrowdOutcome, isMeasured: Bool) -> CrowdOutcome.Phase {
    let nanoseconds = isMeasured ? Int64(options.seconds * 1e9) : Self.runUpNanoseconds
    let start = ProcessFigures(pid: target.pid)?.cpuSeconds ?? 0
    let stolenBefore = ProcessFigures.stolenSeconds
    var most = 0
    members.talk(rate: options.rate, nanoseconds: nanoseconds, isMeasured: isMeasured) {
      most = max(most, ProcessFigures(pid: target.pid)?.residentBytes ?? 0)
    }
    outcome.residentBytesMost = max(outcome.residentBytesMost, most)
    let used = (ProcessFigures(pid: target.pid)?.cpuSeconds ?? 0) - start
    let seconds = Double(nanoseconds) / 1e9
    return CrowdOutcome.Phase(
      latencies: members.latency, latency: LoadReport.Latency(members.latency), lag: LoadReport.Latency(members.lag),
      cpuShare: used / seconds,
      stolenShare: (ProcessFigures.stolenSeconds - stolenBefore) / seconds / Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      leftOutShare: Double(members.slots.leftOut) / Double(max(1, members.slots.all)))
  }
}
