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
    let members = try CrowdMembers(rooms: options.rooms, perRoom: options.members)
    defer { members.dismiss() }
    try members.gather(port: target.port, within: 60)
    var outcome = CrowdOutcome(options)
    // Members stand for other machines: that theirs is busy must not count as the server's delay. It runs on this thread.
    outcome.membersRunFirst = clinux_run_first() == 0
    outcome.residentBytesAtStart = ProcessFigures(pid: target.pid)?.residentBytes ?? 0
    let before = try target.counts()

    for _ in 0..<options.rounds {
      talk(members, target, &outcome, isMeasured: false)
      let quiet = talk(members, target, &outcome, isMeasured: true)
      let disturbance = Disturbance(
        Disturbance.Plan(
          port: target.port, tlsPort: options.tlsPort, stalled: options.stalled, halfOpen: options.halfOpen, pinging: options.pinging,
          flooding: options.flooding))
      disturbance.start()
      while disturbance.current == .beginning { talk(members, target, &outcome, isMeasured: false) }
      let disturbed = talk(members, target, &outcome, isMeasured: true)
      disturbance.stop()
      while disturbance.current == .going || disturbance.current == .ending { talk(members, target, &outcome, isMeasured: false) }
      if let failure = disturbance.result.failure { throw CannotRun(description: failure) }
      outcome.note(quiet, disturbed, disturbance.result)
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
      latency: LoadReport.Latency(members.latency), lag: LoadReport.Latency(members.lag), cpuShare: used / seconds,
      stolenShare: (ProcessFigures.stolenSeconds - stolenBefore) / seconds / Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      leftOutShare: Double(members.slots.leftOut) / Double(max(1, members.slots.all)))
  }
}
