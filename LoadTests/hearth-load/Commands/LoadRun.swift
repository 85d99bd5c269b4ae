import Dispatch
import HearthLoadKit

/// One run of `hearth-load`: gathers, loads, settles, audits, reports.
struct LoadRun {
  private let options: Load

  init(_ options: Load) { self.options = options }

  func run() throws -> LoadReport {
    var target = try options.target.open()
    target.otherURLs = options.alsoServer
    defer { target.server?.terminate() }
    var plan = try CrewPlan(target, rooms: options.rooms, members: options.members, seed: options.seed)
    plan.offersCompression = options.deflate
    plan.wrongOneIn = options.saturate || options.wrongOneIn == 0 ? nil : options.wrongOneIn
    let isShared = options.saturate || options.narrowOneIn == 0 || options.members < Confidences.membersMin
    plan.narrowOneIn = isShared ? nil : options.narrowOneIn
    let crew = try Crew(plan)
    defer { crew.dismiss() }
    // Limit: rooms are made at well over a hundred members a second on a busy machine.
    try crew.gather(within: 30 + Int64(options.rooms * options.members / 100))

    let before = crew.tally
    let start = Moment(target)
    if options.saturate {
      crew.saturate(window: options.window)
      sleep(untilNanoseconds: start.nanoseconds + Int64(options.seconds * 1e9))
      crew.saturate(window: 0)
    } else if options.chaos != nil, let server = target.server {
      try Chaos(server: server, every: options.chaosEvery, count: options.chaosCount).run(crew) {
        Pacer(rate: options.rate, rooms: options.rooms)
      }
    } else {
      Pacer(rate: options.rate, rooms: options.rooms).pace(crew, until: start.nanoseconds + Int64(options.seconds * 1e9))
    }
    let end = Moment(target)
    let loaded = crew.tally
    // A client waits up to 30 s before it connects again, and a log is not to be read before everybody has.
    let isSettled = crew.settle(within: 120)
    let isAudited = crew.audit(within: 60 + Int64(loaded.accepted / 2_000))
    var report = LoadReport(before: before, loaded: loaded, after: crew.tally, from: start, to: end)
    report.isSettled = isSettled
    report.isAudited = isAudited
    report.kills = options.chaos == nil ? nil : options.chaosCount
    return report
  }
}

/// Sends commands at a rate, evenly spread over time and rooms, however late it runs: what is late is measured as late.
struct Pacer: Sendable {
  /// Commands a second.
  let rate: Double
  let rooms: Int

  /// Returns when the next command would be due at or after the end, in nanoseconds of the steady clock.
  func pace(_ crew: Crew, until end: Int64) { pace(crew) { $0 >= end } }

  /// Returns when the body says so of the moment at which the next command is due.
  func pace(_ crew: Crew, isOver: (Int64) -> Bool) {
    let start = monotonicNanoseconds()
    var count = 0
    while true {
      let due = start + Int64(Double(count) * 1e9 / rate)
      guard !isOver(due) else { return }
      if due > monotonicNanoseconds() { sleep(untilNanoseconds: due) }
      crew.send(room: count % rooms, due: due)
      count += 1
    }
  }
}

/// What the clocks said at a moment.
struct Moment {
  var nanoseconds: Int64
  var generatorSeconds: Double
  /// The servers' processes, if known.
  var pids: [Int32]?
  /// What they took together.
  var server: ProcessFigures?

  init(_ target: Target) {
    nanoseconds = monotonicNanoseconds()
    generatorSeconds = ProcessFigures.own
    pids = target.pids
    server = pids.flatMap { ProcessFigures(pids: $0) }
  }
}
