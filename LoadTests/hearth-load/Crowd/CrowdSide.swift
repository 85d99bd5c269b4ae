import CLinux

/// One of the two servers of a crowd, its members, and what was measured of them in the round under way.
final class CrowdSide {
  let target: EchoTarget
  /// Its port with TLS, if it has one.
  let tlsPort: UInt16?
  let members: CrowdMembers
  private let rate: Double
  /// Resident memory with all members, and the most of it since, in bytes.
  let residentBytesAtStart: Int
  private(set) var residentBytesMost = 0
  private let countsAtStart: EchoTarget.Counts
  // Of the stretches of the round that were measured, in seconds.
  private var usedSeconds = 0.0
  private var stolenSeconds = 0.0
  private var talkedSeconds = 0.0

  /// Starts a server and connects its members.
  ///
  /// - Parameter isSecond: with another port of TLS than the one that was given.
  init(_ options: Crowd, isSecond: Bool, witnesses: ProcessorWitnesses) throws {
    let ports = try isSecond ? options.tlsPort.map { ($0, try LoopbackPort.free()) } : nil
    target = try options.target.open(arguments: ["--rooms", "--loops", "\(options.loops)"], instead: ports)
    tlsPort = ports?.1 ?? options.tlsPort
    rate = options.rate
    do {
      members = try CrowdMembers(circles: options.rooms, perCircle: options.members, witnesses: witnesses)
      try members.gather(port: target.port, within: 60)
      countsAtStart = try target.counts()
      residentBytesAtStart = ProcessFigures(pid: target.pid)?.residentBytes ?? 0
    } catch {
      target.server?.terminate()
      throw error
    }
  }

  /// Lets the server's threads run only when nobody else wants a processor, or as ordinary ones again.
  ///
  /// - Returns: false when the system does not let us.
  func standBack(_ standsBack: Bool) -> Bool {
    ProcessFigures.threads(pid: target.pid).allSatisfy { clinux_run_when_idle($0, standsBack ? 1 : 0) == 0 }
  }

  /// What is measured from now on is of another round.
  func beginRound() {
    members.forgetFigures()
    (usedSeconds, stolenSeconds, talkedSeconds) = (0, 0, 0)
  }

  /// Lets the members talk for one stretch.
  func talk(isMeasured: Bool) {
    let used = ProcessFigures(pid: target.pid)?.cpuSeconds ?? 0
    let stolen = ProcessFigures.stolenSeconds
    let start = monotonicNanoseconds()
    members.talk(rate: rate, isMeasured: isMeasured)
    let figures = ProcessFigures(pid: target.pid)
    residentBytesMost = max(residentBytesMost, figures?.residentBytes ?? 0)
    guard isMeasured else { return }
    usedSeconds += (figures?.cpuSeconds ?? used) - used
    stolenSeconds += ProcessFigures.stolenSeconds - stolen
    talkedSeconds += Double(monotonicNanoseconds() - start) / 1e9
  }

  /// What the round came to here. All of it has been judged when a moment has passed since the last stretch.
  func endRound() -> CrowdOutcome.Phase {
    members.closeRound()
    let seconds = max(talkedSeconds, .leastNormalMagnitude)
    return CrowdOutcome.Phase(
      latencies: members.latency, latency: LoadReport.Latency(members.latency), lag: LoadReport.Latency(members.lag),
      cpuShare: usedSeconds / seconds, stolenShare: stolenSeconds / seconds / Double(ProcessorWitnesses.processorCount),
      slots: members.slots)
  }

  /// How many connections the server counts, without the one that asks.
  func connections() throws -> Int { try target.counts().connections - 1 }

  /// How many peers the server has told 4008, and how many it has dropped for not having read for too long, since the
  /// members are there.
  func slowPeers() throws -> (told: Int, dropped: Int) {
    let counts = try target.counts()
    return (counts.slow - countsAtStart.slow, counts.stalled - countsAtStart.stalled)
  }

  func end() {
    members.dismiss()
    target.server?.terminate()
  }
}
