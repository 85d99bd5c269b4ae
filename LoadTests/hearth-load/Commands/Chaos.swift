import Dispatch

/// Ends a server without warning again and again, and starts it anew on the same data and port, while the load goes on.
struct Chaos {
  let server: SpawnedServer
  /// Seconds between two kills.
  let every: Double
  let count: Int

  /// Returns after the last start and as much load again as lies between two kills.
  func run(_ crew: Crew, _ pacer: () -> Pacer) throws {
    let pacer = pacer()
    let start = monotonicNanoseconds()
    let step = Int64(every * 1e9)
    let end = start + step * Int64(count + 1)
    let pacing = DispatchGroup()
    DispatchQueue.global().async(group: pacing) { pacer.pace(crew, until: end) }
    defer { pacing.wait() }
    for kill in 1...count {
      sleep(untilNanoseconds: start + step * Int64(kill))
      guard server.isRunning else { throw CannotRun(description: "The server ended by itself before kill \(kill).") }
      server.kill()
      try server.start()
      crew.noteRestart()
    }
  }
}
