import ArgumentParser

/// Measures the ledger of one large group without a server, and compares the figures with the checked-in thresholds.
@main
struct LedgerBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger-bench",
    abstract: "Measure deciding, folding, memory and opening of a large group, from memory and from files.",
    discussion: "Exit status: 0 when every figure is within its threshold, 1 when one is not.")

  @Option(help: "Entries in the group.") var entries = 60_000
  @Option(help: "Seed of what the members wish.") var seed: UInt64 = 1
  @Option(help: "How often each decision is measured; fewer for a profiler that slows everything down.") var repetitions = 20_000
  @Option(help: "File with the thresholds.") var thresholds = "LoadTests/ledger-bench/thresholds.txt"

  @Flag(help: "Measure what counting for /metrics costs instead: nanoseconds, judged by nothing.") var counting = false

  func validate() throws {
    // Limit: at least one for each round and for the slower questions.
    guard entries >= 1, repetitions >= 10 else { throw ValidationError("There must be at least 1 entry and 10 repetitions.") }
  }

  func run() throws {
    guard !counting else {
      for figure in Counting(repetitions: repetitions).run() { print(figure.line(limit: nil)) }
      return
    }
    let figures = try Bench(entries: entries, seed: seed, repetitions: repetitions).run()
    let limits = try Thresholds(path: thresholds)
    var missed = false
    for figure in figures {
      let limit = limits[figure.name]
      let isMissed = limit.map { figure.value > $0 } ?? false
      missed = missed || isMissed
      print(figure.line(limit: limit) + (isMissed ? "  MISSED" : ""))
    }
    guard !missed else { throw ExitCode.failure }
  }
}
