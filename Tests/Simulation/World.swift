import EventStore
import HearthProtocol
import Room

@testable import HearthServer
@testable import Room

/// One simulated life under one seed: a server that crashes, a disk that fills up, a network that delays, cuts and falls silent, clocks that jump, and
/// members who enter, edit and remove all the while. The cores are the real ones, and nothing here has a clock, a socket or a thread.
final class World {
  let fault: Fault?
  var random: SeededGenerator
  private var agenda = Agenda<() throws -> Void>()
  /// Milliseconds of the steady clock.
  private(set) var now: Int64 = 0
  private var wallOffset = Household.noon
  /// What is durable.
  private(set) var disk = InMemoryStore()
  var witness: Witness
  private(set) var clients: [SimulatedClient] = []
  /// How many of them have made the group; the others join it, if they get to.
  let founders: Int
  /// The codes of invites that somebody was told, in that order.
  var codes: [String] = []
  /// A hash over everything that was sent and when.
  private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325

  private var server: SimulatedServer?
  private var serverRuns = 0
  private var wires: [Wire] = []
  private var wireCount: UInt64 = 0
  private var commits: [UInt64: [AppendBatch]] = [:]
  private var commitCount: UInt64 = 0
  private var isFull = false
  private var isHealed = false
  private var numbers: UInt64 = 1_000
  private var held: (payload: [UInt8], wire: Wire)?
  private var broken: Broken?

  init(seed: UInt64, fault: Fault? = nil) throws {
    self.fault = fault
    random = SeededGenerator(seed: seed)
    let people = 3 + Int(random.next() % 6)
    founders = max(3, people - 2)
    witness = Witness(people: people)
    try Household.found(on: disk, people: founders)
    try witness.look(at: disk)
    clients = (0..<people).map { SimulatedClient(person: $0, world: self) }
    server = SimulatedServer(run: 0, world: self)
    for client in clients { later(milliseconds(0...500)) { try client.start() } }
  }

  /// Lives for so many milliseconds full of trouble, then lets everything come to rest and looks whether all is as promised.
  func run(milliseconds: Int64 = 10_000) throws {
    defer {
      // What is still to happen holds on to the world.
      agenda = Agenda()
      server = nil
    }
    for client in clients { scheduleAct(client) }
    scheduleTrouble()
    try live(until: milliseconds)
    isHealed = true
    isFull = false
    try live(until: milliseconds + 120_000)
    try witness.finish(clients, disk)
    for byte in witness.heads { trace = (trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
    try disperse()
  }

  /// I16: when all have left, nothing is left over.
  private func disperse() throws {
    for client in clients { try client.stop() }
    // Longer than anything waits.
    try live(until: now + 120_000)
    server?.host.retireIdle(now: RoomHost.Instant(wall: wall, settled: wall, monotonic: now + 120_000))
    try live(until: now + 1_000)
    var left = clients.flatMap { client in client.leftovers.map { "\($0) of person \(client.person)" } } + (server?.leftovers ?? [])
    if !commits.isEmpty { left.append("a commit") }
    if wires.contains(where: { !$0.isCut }) { left.append("a connection") }
    if agenda.left > 0 { left.append("something to happen") }
    weak var former: SimulatedServer?
    former = server
    server = nil
    if former != nil { left.append("the server") }
    guard left.isEmpty else { throw Broken(description: "when all had left, is left over: \(left.joined(separator: ", "))") }
  }

  private func live(until end: Int64) throws {
    later(end - now) {}
    while let (at, what) = agenda.next() {
      now = at
      try what()
      if let broken { throw broken }
      guard at < end else { return }
    }
  }

  // MARK: Time and chance

  var wall: Int64 { wallOffset + now }
  /// Whether anything may still go wrong.
  var isTroubled: Bool { !isHealed }
  func later(_ delay: Int64, _ body: @escaping () throws -> Void) { agenda.add(body, at: now + delay) }
  func word() -> UInt64 { random.next() }
  func chance(_ oneIn: UInt64) -> Bool { random.next() % oneIn == 0 }
  func milliseconds(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
  func number() -> UInt64 {
    numbers += 1
    return numbers
  }
  func violation(_ what: String) { if broken == nil { broken = Broken(description: what) } }

  private func note(_ bytes: [UInt8]) {
    for word in [UInt64(bitPattern: now), UInt64(bytes.count), UInt64(bytes.last ?? 0)] { trace = (trace ^ word) &* 0x100_0000_01B3 }
  }

  // MARK: The network

  func isRunning(_ server: SimulatedServer) -> Bool { self.server === server }

  func connect(_ client: SimulatedClient, isSecond: Bool = false) -> Wire? {
    guard let server else { return nil }
    wireCount += 1
    let wire = Wire(number: wireCount, person: client.person, serverRun: server.run, isSecond: isSecond)
    wires.append(wire)
    server.connected(wire)
    return wire
  }

  func send(_ bytes: [UInt8], toServerOf wire: Wire) {
    note(bytes)
    wire.lastToServer = max(wire.lastToServer, now + milliseconds(1...60))
    later(wire.lastToServer - now) { [self] in
      guard !wire.isCut, let server, server.run == wire.serverRun else { return }
      try server.received(bytes, on: wire)
    }
  }

  func send(_ bytes: [UInt8], toClientOf wire: Wire) {
    note(bytes)
    transmit(bytes, wire)
    if let held, held.wire === wire {
      self.held = nil
      transmit(held.payload, wire)
    }
  }

  private func transmit(_ bytes: [UInt8], _ wire: Wire) {
    wire.lastToClient = max(wire.lastToClient, now + milliseconds(1...60))
    later(wire.lastToClient - now) { [self] in
      guard !wire.isCut else { return }
      try clients[wire.person].received(bytes, on: wire)
    }
  }

  /// Keeps a message back until the next one has been sent.
  func hold(_ bytes: [UInt8], toClientOf wire: Wire) { held = (bytes, wire) }

  /// The server closes a connection behind what it has sent.
  func close(_ wire: Wire, _ code: UInt16) {
    server?.disconnected(wire)
    wire.lastToClient = max(wire.lastToClient, now + milliseconds(1...60))
    later(wire.lastToClient - now) { [self] in
      guard !wire.isCut else { return }
      wire.isCut = true
      try clients[wire.person].ended(wire, code)
    }
  }

  /// Both ends find out, sooner or later.
  func cut(_ wire: Wire) {
    guard !wire.isCut else { return }
    wire.isCut = true
    later(milliseconds(1...3_000)) { [self] in if let server, server.run == wire.serverRun { server.disconnected(wire) } }
    later(milliseconds(1...3_000)) { [self] in try clients[wire.person].ended(wire, nil) }
  }

  /// Nothing arrives any more, and nobody is told.
  private func silence(_ wire: Wire) {
    wire.isCut = true
    later(60_000) { [self] in if let server, server.run == wire.serverRun { server.disconnected(wire) } }
  }

  // MARK: The disk

  func load() throws(LoadFailure) -> GroupHistory {
    var history = try GroupHistory.load(Household.group, from: disk)
    if fault == .forgetsCommands { history.commands = AcceptedCommands() }
    if fault == .firesAlertTwice {
      var snapshot = history.state.snapshot(of: .shared)
      for index in snapshot.shared.budgets.indices { snapshot.shared.budgets[index].fired = [] }
      try? history.state.restore(snapshot)
    }
    if fault == .forgetsUses {
      var snapshot = history.state.snapshot(of: .admin)
      for index in snapshot.admin.invites.indices { snapshot.admin.invites[index].uses = 0 }
      try? history.state.restore(snapshot)
    }
    return history
  }

  /// One commit of the store: all of it or nothing.
  func commit(_ batches: [AppendBatch], _ report: @escaping ([CommitQueue.Outcome]) -> Void) {
    let sound = batches.map { ($0.group, Result<Void, StoreFailure>.success(())) }
    if fault == .acknowledgesBeforeCommit { later(1) { report(sound) } }
    commitCount += 1
    let number = commitCount
    commits[number] = batches
    witness.begun(batches)
    later(milliseconds(1...40)) { [self] in
      guard commits.removeValue(forKey: number) != nil else { return }
      if isFull { return report(batches.map { ($0.group, .failure(.full)) }) }
      if !isHealed, chance(150) {
        // The disk fails, and the process ends: whether the commit came through nobody knows.
        if chance(2) { try store(batches) }
        return crash()
      }
      if fault == .keepsTornTail, batches.contains(where: { $0.events.count > 1 }) {
        try store(batches.map(torn))
        return crash()
      }
      let results = try store(batches)
      if fault != .acknowledgesBeforeCommit { report(zip(batches, results).map { ($0.group, $1) }) }
    }
  }

  @discardableResult
  private func store(_ batches: [AppendBatch]) throws -> [Result<Void, StoreFailure>] {
    let results = disk.append(batches)
    try witness.look(at: disk)
    return results
  }

  private func truncate(by count: Int) throws {
    let log = try disk.read(Household.group, after: .start, limit: .max)
    let rest = InMemoryStore()
    _ = rest.append([AppendBatch(group: Household.group, expected: .start, events: Array(log.dropLast(count)))])
    disk = rest
  }

  // MARK: Trouble

  /// The server dies with everything that it has not committed, and is started again.
  private func crash() {
    guard server != nil else { return }
    server = nil
    for batches in commits.sorted(by: { $0.key < $1.key }).map(\.value) where chance(2) { _ = disk.append(batches) }
    commits = [:]
    for wire in wires where !wire.isCut { cut(wire) }
    wires = []
    later(milliseconds(100...3_000)) { [self] in
      if fault == .skipsSync || fault == .truncatesLog { try truncate(by: fault == .skipsSync ? 2 : 1) }
      try witness.requireWhole(disk)
      try witness.look(at: disk)
      restart()
    }
  }

  /// As much of a batch as had been written when the server died.
  private func torn(_ batch: AppendBatch) -> AppendBatch {
    AppendBatch(group: batch.group, expected: batch.expected, events: Array(batch.events.prefix((batch.events.count + 1) / 2)))
  }

  private func restart() {
    guard server == nil else { return }
    serverRuns += 1
    server = SimulatedServer(run: serverRuns, world: self)
  }

  private func scheduleAct(_ client: SimulatedClient) {
    later(milliseconds(20...900)) { [self] in
      guard !isHealed else { return }
      try client.act()
      scheduleAct(client)
    }
  }

  private func scheduleTrouble() {
    later(milliseconds(50...900)) { [self] in
      guard !isHealed else { return }
      switch word() % 12 {
      case 0, 1: crash()
      case 2, 3: clients[Int(word() % UInt64(clients.count))].crash()
      case 4, 5, 6: if let wire = anyWire() { cut(wire) }
      case 7: if let wire = anyWire() { silence(wire) }
      case 8:
        isFull = true
        later(milliseconds(100...2_000)) { [self] in isFull = false }
      case 9: wallOffset += [3_600_000, -3_600_000, 86_400_000][Int(word() % 3)]
      case 10: wallOffset += chance(2) ? 315_360_000_000 : -315_360_000_000
      default: server?.host.retireIdle(now: RoomHost.Instant(wall: wall, settled: wall, monotonic: now + 120_000))
      }
      scheduleTrouble()
    }
  }

  private func anyWire() -> Wire? {
    wires.removeAll { $0.isCut }
    return wires.isEmpty ? nil : wires[Int(word() % UInt64(wires.count))]
  }
}
