import CLinux
import Dispatch
import Glibc
import HearthLoadKit

/// One run of `hearth-load crowd`: gathers the members of two servers, then rounds in which one of the servers is
/// troubled.
struct CrowdRun {
  // Limit: how long after the last message the last member may get it.
  private static let settleSeconds: Int64 = 20
  // By then whoever watches the processors has woken.
  private static let judgeNanoseconds: Int64 = 200_000_000

  private let options: Crowd

  init(_ options: Crowd) { self.options = options }

  func run() throws -> CrowdOutcome {
    let shortfalls = options.size.shortfalls
    guard options.short || shortfalls.isEmpty else {
      throw CannotRun(
        description: "This crowd is smaller than what is promised: \(shortfalls.joined(separator: ", ")). "
          + "Have as many; 1,000 rooms of 10 members need a hard limit of 20,100 descriptors (ulimit -Hn). "
          + "Or give --short: it runs then, and does not show what is promised.")
    }
    try LoopbackSocket.raiseDescriptorLimit(toHold: options.descriptorCount)
    let witnesses = ProcessorWitnesses()
    defer { witnesses.stop() }
    var sides: [CrowdSide] = []
    defer { for side in sides { side.end() } }
    for isSecond in [false, true] { sides.append(try CrowdSide(options, isSecond: isSecond, witnesses: witnesses)) }
    var outcome = CrowdOutcome(options)
    // Members stand for other machines: that theirs is busy must not count as the server's delay. They run on this
    // thread.
    outcome.watchedProcessors = witnesses.count
    outcome.membersRunFirst = clinux_run_first() == 0
    for round in 0..<options.rounds {
      let troubled = round % 2
      try self.round(troubled: sides[troubled], other: sides[1 - troubled], &outcome)
    }
    for side in sides {
      side.members.settle(within: Self.settleSeconds)
      try outcome.note(side)
    }
    return outcome
  }

  private func round(troubled: CrowdSide, other: CrowdSide, _ outcome: inout CrowdOutcome) throws {
    let disturbance = Disturbance(
      Disturbance.Plan(
        port: troubled.target.port, tlsPort: troubled.tlsPort, stalled: options.stalled, halfOpen: options.halfOpen,
        halfTogether: options.halfTogether, pinging: options.pinging, flooding: options.flooding))
    disturbance.start()
    while disturbance.current == .beginning { talk(troubled, other, isMeasured: false, &outcome) }
    for side in [troubled, other] { side.beginRound() }
    var connections: [Int] = []
    let stretches = CrowdMembers.stretches(seconds: options.seconds)
    for stretch in 0..<stretches {
      talk(troubled, other, isMeasured: true, pause: stretch == stretches / 2 ? options.pauseMilliseconds : nil, &outcome)
      // Between two stretches, neither of which is measured at its beginning.
      connections.append(try troubled.connections())
    }
    sleep(untilNanoseconds: monotonicNanoseconds() + Self.judgeNanoseconds)
    outcome.note(other.endRound(), troubled.endRound())
    disturbance.stop()
    while disturbance.current == .going || disturbance.current == .ending { talk(troubled, other, isMeasured: false, &outcome) }
    if let failure = disturbance.result.failure { throw CannotRun(description: failure) }
    outcome.note(disturbance.result.round, connections: connections)
  }

  /// A stretch at either server. What the troubled one does must cost the other one nothing meanwhile.
  ///
  /// - Parameter pause: stops the troubled server for so many milliseconds while it is measured.
  private func talk(_ troubled: CrowdSide, _ other: CrowdSide, isMeasured: Bool, pause: Int? = nil, _ outcome: inout CrowdOutcome) {
    let standsBack = troubled.standBack(true)
    other.talk(isMeasured: isMeasured)
    let returns = troubled.standBack(false)
    outcome.troubledStandsBack = outcome.troubledStandsBack && standsBack && returns
    if let pause { self.pause(troubled, milliseconds: pause) }
    troubled.talk(isMeasured: isMeasured)
  }

  /// Stops a server of ours when its members have begun to be measured, and lets it go on.
  private func pause(_ side: CrowdSide, milliseconds: Int) {
    let pid = side.target.pid
    let start = DispatchTime.now() + .milliseconds(Int(CrowdMembers.leadNanoseconds / 1_000_000))
    DispatchQueue.global().asyncAfter(deadline: start) { kill(pid, SIGSTOP) }
    DispatchQueue.global().asyncAfter(deadline: start + .milliseconds(milliseconds)) { kill(pid, SIGCONT) }
  }
}
