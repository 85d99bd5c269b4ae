import Foundation
import HearthClient

/// One run of `hearth-load hostile`: a quiet while, the attack, and a look at what is left.
struct HostileRun {
  // Limit: how long the room is measured before the attack.
  private static let quietNanoseconds: Int64 = 5_000_000_000
  // Limit: how long the server may take to let go of what the attack left behind. It waits 5 s for a request and 5 s
  // for a login.
  private static let aftermathSeconds: Int64 = 20

  private let options: Hostile

  init(_ options: Hostile) { self.options = options }

  func run() throws -> HostileOutcome {
    let target = try options.target.open()
    defer { target.server?.terminate() }
    let url = try ServerURL(target.url)
    guard ["127.0.0.1", "localhost"].contains(url.host) else { throw CannotRun(description: "Only a server on 127.0.0.1 is attacked.") }
    let crew = try Crew(CrewPlan(target, rooms: 1, members: options.members, seed: options.seed))
    defer { crew.dismiss() }
    try crew.gather(within: 30)
    let pacer = Pacer(rate: options.rate, rooms: 1)
    let descriptorsBefore = target.pid.flatMap { ProcessFigures.descriptors(pid: $0) }

    let quietEnd = monotonicNanoseconds() + Self.quietNanoseconds
    pacer.pace(crew) { $0 >= quietEnd }
    guard crew.settle(within: 30) else { throw CannotRun(description: "The room did not even work before the attack.") }
    let quiet = LoadReport.Latency(crew.tally.deliveryLatency)
    crew.resetLatencies()

    let attack = Attack(port: url.port, strings: options.strings, sessions: options.sessions, seed: options.seed)
    let start = monotonicNanoseconds()
    attack.start()
    pacer.pace(crew) { _ in attack.isOver }
    let seconds = Double(monotonicNanoseconds() - start) / 1e9
    let isSettled = crew.settle(within: 30)
    let attacked = LoadReport.Latency(crew.tally.deliveryLatency)
    let descriptorsAfter = target.pid.flatMap { descriptors(of: $0, backTo: descriptorsBefore ?? 0) }
    let isAudited = crew.audit(within: 60)
    let tally = crew.tally
    return HostileOutcome(
      strings: options.strings, sessions: options.sessions, isSecure: url.isSecure, seconds: seconds, refused: attack.refused,
      answered: attack.answered, quiet: quiet, attacked: attacked, accepted: tally.accepted, isComplete: isSettled && isAudited,
      violations: tally.violations, isAlive: target.server?.isRunning ?? target.pid.map { kill($0, 0) == 0 },
      descriptorsBefore: descriptorsBefore, descriptorsAfter: descriptorsAfter)
  }

  /// Waits until the process has no more descriptors than before, and counts them.
  private func descriptors(of pid: Int32, backTo count: Int) -> Int? {
    let deadline = monotonicNanoseconds() + Self.aftermathSeconds * 1_000_000_000
    while let now = ProcessFigures.descriptors(pid: pid) {
      guard now > count, monotonicNanoseconds() < deadline else { return now }
      sleep(untilNanoseconds: monotonicNanoseconds() + 100_000_000)
    }
    return nil
  }
}
