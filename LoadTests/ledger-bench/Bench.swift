import CLinux
import EventStore
import HearthProtocol
import Ledger
import Room
import SwiftProtobuf

/// Builds the group and takes the figures.
struct Bench {
  private let entries: Int
  // Enough by default for a steady 99th percentile, few enough to end within seconds.
  private let repetitions: Int
  private var wishes: Wishes
  private var history = GroupHistory(group: Wishes.group)
  let store = InMemoryStore()

  init(entries: Int, seed: UInt64, repetitions: Int) {
    self.entries = entries
    self.repetitions = repetitions
    wishes = Wishes(seed: seed)
  }

  func run() throws -> [Figure] {
    var bench = self
    try bench.build()
    var state = bench.history.state
    let snapshot = try bench.save()
    bench.history = GroupHistory(group: Wishes.group)
    let (alone, beside, looking) = (try bench.decideOnly(state), try bench.beside(state), try bench.looking(state))
    return [
      alone, try bench.decideAndFold(&state), beside, looking,
      try bench.memory(),
      snapshot,
      try bench.opening("open-from-snapshot-ms", bench.store) { try GroupHistory.load(Wishes.group, from: $0) },
      try bench.restoring(),
      try bench.opening("open-from-log-ms", bench.store) { try GroupHistory.replay(Wishes.group, from: $0) },
      try bench.openingFromFiles(),
    ].flatMap { $0 }
  }

  // MARK: Building

  private mutating func build() throws {
    for command in wishes.founding() { try append(command.0, command.1) }
    for budget in wishes.budgets() { try append(budget, wishes.context()) }
    for _ in 0..<entries {
      try append(wishes.entry(), wishes.context())
      if let correction = wishes.correction(in: history.state) { try append(correction, wishes.context()) }
    }
  }

  private mutating func append(_ command: Command, _ context: DecisionContext) throws {
    let decision = try decide(command, in: history.state, context: context)
    var events: [StoredEvent] = []
    let expected = history.sequence
    for decided in decision.events {
      let event = wishes.sealed(decided, by: decision.actor, command: command)
      let bytes: [UInt8] = try event.serializedBytes()
      let head = history.head(of: decided.lane)
      let stored = StoredEvent(
        sequence: history.sequence.next, lane: decided.lane, position: head.position.next, bytes: bytes, hash: head.hash.next(stored: bytes)
      )
      try history.fold(stored)
      events.append(stored)
    }
    for result in store.append([AppendBatch(group: Wishes.group, expected: expected, events: events)]) { try result.get() }
  }

  private func save() throws -> [Figure] {
    guard let stored = history.storedSnapshot() else { return [] }
    try store.saveSnapshot(stored)
    return [Figure(name: "snapshot-per-entry-bytes", value: Double(stored.bytes.count) / Double(entries))]
  }

  // MARK: Measuring

  /// Decides alone, on the full group, what changes nothing.
  private mutating func decideOnly(_ state: GroupState) throws -> [Figure] {
    let clock = ContinuousClock()
    var samples: [Duration] = []
    for _ in 0..<repetitions {
      let command = wishes.fourWays()
      let context = wishes.context()
      let start = clock.now
      let decision = try decide(command, in: state, context: context)
      samples.append(clock.now - start)
      guard !decision.events.isEmpty else { continue }
    }
    return Self.figures("decide", samples)
  }

  /// Decides and folds, as the room does, into the only copy of the state there is.
  private mutating func decideAndFold(_ state: inout GroupState) throws -> [Figure] {
    var samples: [Duration] = []
    let clock = ContinuousClock()
    for number in 0..<repetitions {
      let command = wishes.fourWays()
      let context = wishes.context()
      let start = clock.now
      let decision = try decide(command, in: state, context: context)
      for decided in decision.events {
        try state.apply(
          wishes.unsealed(decided, by: decision.actor), lane: decided.lane, position: LanePosition(UInt64(entries + 100 + number)))
      }
      samples.append(clock.now - start)
    }
    return Self.figures("decide-and-fold", samples)
  }

  /// The figures of a month, and what an add would change, on the full group.
  private mutating func looking(_ state: GroupState) throws -> [Figure] {
    var (months, impacts): ([Duration], [Duration]) = ([], [])
    let clock = ContinuousClock()
    let context = wishes.context()
    for _ in 0..<repetitions / 10 {
      let command = wishes.fourWays()
      var start = clock.now
      let dashboard = try state.dashboard(ReadDashboard(), today: context.today) { _ in context.today }
      months.append(clock.now - start)
      start = clock.now
      let impact = try Ledger.impact(of: command, in: state, context: context)
      impacts.append(clock.now - start)
      guard dashboard.hasFigures, impact?.balances.isEmpty == false else { continue }
    }
    return Self.figures("dashboard", months) + Self.figures("impact", impacts)
  }

  /// The same as `decideAndFold` beside a live copy of each former state, as a client holds them.
  private mutating func beside(_ state: GroupState) throws -> [Figure] {
    var state = state
    var samples: [Duration] = []
    let clock = ContinuousClock()
    for number in 0..<repetitions {
      let command = wishes.fourWays()
      let context = wishes.context()
      let before = state
      let start = clock.now
      let decision = try decide(command, in: state, context: context)
      for decided in decision.events {
        try state.apply(
          wishes.unsealed(decided, by: decision.actor), lane: decided.lane, position: LanePosition(UInt64(entries + 100 + number)))
      }
      samples.append(clock.now - start)
      guard before.isCreated else { continue }
    }
    return Self.figures("decide-and-fold-beside-copy", samples)
  }

  /// The live state with all that a room remembers of a group, commands included.
  private func memory() throws -> [Figure] {
    let before = clinux_bytes_in_use()
    let history = try GroupHistory.replay(Wishes.group, from: store)
    let used = clinux_bytes_in_use() - before
    let state = history.state
    let whole = Figure(name: "memory-per-entry-bytes", value: Double(Int(used)) / Double(state.shared.entries.count))
    return [whole]
  }

  /// The median of some openings.
  func opening<Store: EventStore>(_ name: String, _ store: Store, _ open: (Store) throws -> GroupHistory) throws -> [Figure] {
    let clock = ContinuousClock()
    var samples: [Duration] = []
    for _ in 0..<5 {
      let start = clock.now
      let history = try open(store)
      samples.append(clock.now - start)
      guard history.sequence > .start else { break }
    }
    return [Figure(name: name, value: Self.milliseconds(samples.sorted()[samples.count / 2]))]
  }

  /// The part of opening that reads the snapshot itself.
  private func restoring() throws -> [Figure] {
    guard let stored = try store.loadSnapshot(Wishes.group) else { return [] }
    return try opening("restore-snapshot-ms", store) { _ in try GroupHistory(stored) }
  }

  private static func figures(_ name: String, _ samples: [Duration]) -> [Figure] {
    let sorted = samples.sorted()
    return [
      Figure(name: name + "-p50-us", value: milliseconds(sorted[sorted.count / 2]) * 1_000),
      Figure(name: name + "-p99-us", value: milliseconds(sorted[sorted.count * 99 / 100]) * 1_000),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1_000 + Double(attoseconds) / 1e15
  }
}

extension Dashboard {
  /// Whether it says anything.
  fileprivate var hasFigures: Bool { !periods.isEmpty }
}
