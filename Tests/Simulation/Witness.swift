import EventStore
import HearthProtocol
import Ledger
import Room

/// Watches the log grow and everything that leaves, and knows what nobody may ever see.
struct Witness {
  /// What is durable, folded and verified event by event.
  private(set) var history = GroupHistory(group: Household.group)
  private var log: [StoredEvent] = []
  /// Who may be told of an event: whoever reads its lane before it or after it.
  private var readers: [Set<Int>] = []
  /// Where each accepted command stands.
  private var places: [String: (lane: String, position: UInt64)] = [:]
  /// What users were told is kept, and is not answered yet.
  private(set) var unanswered: Set<String> = []
  private(set) var acceptedCount = 0
  private(set) var rejectedCount = 0
  /// What ties each person to the group, by their number.
  private let holders: [HolderID]

  init(people: Int) {
    holders = (0..<people).map { HolderID(identity: Household.identity($0), group: Household.group) }
  }

  func head(of lane: Lane) -> UInt64 { history.head(of: lane).position.rawValue }

  /// The disk of a server that is started again has all that it ever had.
  func requireWhole(_ disk: InMemoryStore) throws {
    let stored = try disk.read(Household.group, after: .start, limit: .max)
    guard stored.count >= log.count, stored.prefix(log.count).elementsEqual(log) else {
      throw Broken(description: "the log has lost or changed some of its \(log.count) events; it has \(stored.count)")
    }
  }

  /// Folds in what the disk has more.
  mutating func look(at disk: InMemoryStore) throws {
    for event in try disk.read(Household.group, after: history.sequence, limit: .max) {
      var allowed = readers(of: event.lane)
      try history.fold(event)
      allowed.formUnion(readers(of: event.lane))
      readers.append(allowed)
      log.append(event)
      let read = try Event(serializedBytes: event.bytes)
      guard read.commandDigest != 0 else { continue }
      guard places.updateValue((event.lane.name, event.position.rawValue), forKey: read.commandID) == nil else {
        throw Broken(description: "command \(read.commandID) is in the log twice")
      }
    }
  }

  private func readers(of lane: Lane) -> Set<Int> {
    Set(
      holders.indices.filter { person in
        history.state.member(holding: holders[person]).map { history.state.lanes(readableBy: $0.id).contains(lane) } ?? false
      })
  }

  // MARK: What leaves

  /// An event is on its way to somebody.
  func requireReader(_ person: Int?, of event: StoredEvent, _ world: World) {
    let index = Int(event.sequence.rawValue) - 1
    guard log.indices.contains(index), log[index] == event else {
      return world.violation("event \(event.sequence) leaves before it is durable")
    }
    guard let person, readers[index].contains(person) else {
      return world.violation("event \(event.sequence) of lane \(event.lane) leaves to person \(person ?? -1), who does not read it")
    }
  }

  /// A catch-up is on its way to somebody.
  func requireReader(_ person: Int?, of lane: String, _ world: World) {
    guard let person, let lane = Lane(name: lane), readers(of: lane).contains(person) else {
      return world.violation("a catch-up of lane \(lane) leaves to person \(person ?? -1), who does not read it")
    }
  }

  // MARK: What clients hear

  mutating func given(_ command: Command) { unanswered.insert(command.id) }

  mutating func accepted(_ answer: Accepted) throws {
    unanswered.remove(answer.commandID)
    acceptedCount += 1
    guard let place = places[answer.commandID] else {
      throw Broken(description: "\(answer.commandID) was acknowledged and is not durable")
    }
    // Whoever does not receive the lane any more is not told where in it their command stands (SPEC LN-03).
    let isHidden = place.lane != Lane.shared.name && answer.lane.isEmpty
    guard isHidden || place == (answer.lane, answer.position) else {
      throw Broken(description: "\(answer.commandID) stands at \(place) and was answered with \(answer.lane) \(answer.position)")
    }
  }

  mutating func rejected(_ command: String) throws {
    unanswered.remove(command)
    rejectedCount += 1
    guard places[command] == nil else { throw Broken(description: "\(command) stands in the log and was refused") }
  }

  // MARK: At rest

  func finish(_ clients: [SimulatedClient], _ disk: InMemoryStore) throws {
    func require(_ condition: Bool, _ what: String) throws {
      if !condition { throw Broken(description: what) }
    }
    try require(unanswered.isEmpty, "\(unanswered.count) commands were never answered: \(unanswered.sorted().prefix(3))")
    for client in clients {
      guard let member = history.state.member(holding: holders[client.person]) else { continue }
      guard let view = client.core.view(of: Household.group) else { throw Broken(description: "person \(client.person) sees nothing") }
      let lanes = history.state.lanes(readableBy: member.id)
      try require(Set(view.marks.keys) == Set(lanes), "person \(client.person) holds \(view.marks.keys.sorted()) instead of \(lanes)")
      for lane in lanes {
        let head = history.head(of: lane)
        try require(
          view.marks[lane]?.position == head.position && view.marks[lane]?.hash == head.hash,
          "person \(client.person) stands elsewhere in \(lane) than the log")
        try require(
          view.state.snapshot(of: lane) == history.state.snapshot(of: lane), "person \(client.person) holds another \(lane) than the log")
      }
    }
    for currency in history.state.shared.balances.currencies {
      let total = history.state.shared.members.reduce(Int64(0)) { $0 + history.state.shared.balances[$1.id, currency] }
      try require(total == 0, "the balances in \(currency) total \(total)")
    }
    let bytes = history.storedSnapshot()?.bytes
    try require(try GroupHistory.load(Household.group, from: disk).storedSnapshot()?.bytes == bytes, "loading gives another history")
    try require(try GroupHistory.replay(Household.group, from: disk).storedSnapshot()?.bytes == bytes, "replay gives another history")
  }
}
