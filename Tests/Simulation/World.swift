import EventStore
import HearthProtocol
import Support

@testable import HearthServer

/// One simulated life under one seed: a server that crashes, a disk that fills up and fails, a network that delays,
/// cuts, stalls and falls silent, clocks that jump, and members who enter, edit, remove and revoke all the while. The
/// server and the clients' cores are the real ones, and nothing here has a clock, a socket or a thread.
///
/// Safety: a life and all that belongs to it stay on the thread that lives it. The server's closures ask for the word,
/// since they have threads outside.
final class World: @unchecked Sendable {
  /// The longest that a message to a loop takes, in milliseconds.
  static let inboxMillisecondsMax: Int64 = 2
  /// The longest that a frame between servers takes.
  static let linkMillisecondsMax: Int64 = 20
  /// The longest until a server has heard what happens at another, and until what is read there has come.
  static let nodesMillisecondsMax: Int64 = 3 * (linkMillisecondsMax + inboxMillisecondsMax) + SimulatedServer.readMillisecondsMax
  /// The longest until a server hears that another has revoked a device.
  static let endingMillisecondsMax: Int64 = 500

  let sabotage: Sabotage?
  let kind: HouseholdKind
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
  /// How often clients' own connections were closed with each code.
  var closes: [UInt16: Int] = [:]
  /// How often clients began to read what a snapshot stands for (SPEC LN-08), and had read it.
  var verifications = (begun: 0, done: 0)
  /// What a sabotaged world keeps back until the next piece has been sent.
  var held: (piece: [UInt8], wire: Wire)?

  private var servers: [SimulatedServer?]
  private var serverRuns = 0
  /// Which of several servers has the group, and under which fences each run of one may append.
  var ownership = Ownership()
  var fences: [Int: [GroupID: Int64]] = [:]
  /// What rooms remember that have gone from server to server, and since when.
  var memories: [GroupID: (bytes: [UInt8], at: Int64)] = [:]
  /// What each run is told that another has ended.
  var endings: [Int: (EndingNews) -> Void] = [:]
  private var wires: [Wire] = []
  private var wireCount: UInt64 = 0
  /// What is to be written, in the order of giving.
  private var writes: [UInt64: (run: Int, work: @Sendable () -> Void)] = [:]
  private var writeCount: UInt64 = 0
  /// When the last work of each kind is done.
  private var lastWorkAt: [Int: Int64] = [:]
  private(set) var isFull = false
  /// Whether the disk has failed, and takes nothing until the server is started again.
  private(set) var isBroken = false
  private var isHealed = false
  private var isEnding = false
  private var numbers: UInt64 = 1_000
  private var broken: Broken?

  init(seed: UInt64, kind: HouseholdKind = .usual, sabotage: Sabotage? = nil) throws {
    self.sabotage = sabotage
    self.kind = kind
    random = SeededGenerator(seed: seed)
    servers = Array(repeating: nil, count: kind.servers)
    let people = kind.people.lowerBound + Int(random.next() % UInt64(kind.people.count))
    founders = max(kind.people.lowerBound, people - 2)
    witness = Witness(people: people, kind: kind)
    try Household.register(on: disk, people: people)
    try Household.found(on: disk, people: founders, kind: kind)
    try witness.look(at: disk, now: now)
    clients = (0..<people).map { SimulatedClient(person: $0, world: self) }
    for node in servers.indices { try start(node) }
    for client in clients { later(milliseconds(0...500)) { try client.start() } }
  }

  /// Lives for so many milliseconds full of trouble, then lets everything come to rest and looks whether all is as
  /// promised.
  func run(milliseconds: Int64 = 20_000) throws {
    defer {
      // What is still to happen holds on to the world.
      agenda = Agenda()
      writes = [:]
      servers = servers.map { _ in nil }
      endings = [:]
    }
    for client in clients { scheduleAct(client) }
    scheduleTrouble()
    if servers.count > 1 { scheduleTroubleBetweenServers() }
    try live(until: milliseconds)
    isHealed = true
    isFull = false
    try live(until: milliseconds + 120_000)
    try witness.finish(clients, disk)
    for byte in witness.heads { trace = (trace ^ UInt64(byte)) &* 0x100_0000_01B3 }
    try disperse()
  }

  /// I16: when all have left, nothing is left over; and a server that is told to end does.
  private func disperse() throws {
    for client in clients { try client.stop() }
    // Longer than anything waits.
    try live(until: now + 150_000)
    var left =
      clients.flatMap { client in client.leftovers.map { "\($0) of person \(client.person)" } }
      + servers.flatMap { $0?.leftovers ?? ["no server"] }
    isEnding = true
    for server in servers { server?.drain() }
    try live(until: now + 10_000)
    if wires.contains(where: { !$0.isCut }) { left.append("a connection") }
    if !writes.isEmpty { left.append("something to write") }
    if servers.contains(where: { $0 != nil }) { left.append("a server that does not end") }
    if agenda.left > 0 { left.append("something to happen") }
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

  // MARK: The process

  private func server(ofRun run: Int) -> SimulatedServer? { servers.lazy.compactMap(\.self).first { $0.run == run } }

  func isRunning(_ run: Int) -> Bool { server(ofRun: run) != nil }

  /// One of the servers, if it runs.
  private func anyServer() -> SimulatedServer? { servers.count == 1 ? servers[0] : servers[Int(word() % UInt64(servers.count))] }

  private func start(_ node: Int) throws {
    guard servers[node] == nil, !isEnding else { return }
    serverRuns += 1
    servers[node] = try SimulatedServer(run: serverRuns, node: node, world: self)
    ownership.living.insert(Ownership.name(of: node))
  }

  /// A server dies with everything that it has not committed, and is started again.
  func crash(run: Int? = nil) {
    guard let server = run.map({ server(ofRun: $0) }) ?? anyServer() else { return }
    server.die()
    // What it alone remembered has died with it (SPEC CM-14).
    if servers.count > 1, ownership.rooms[Household.group]?.node == Ownership.name(of: server.node) { witness.forgetRefusals() }
    end(server)
  }

  /// One of the loops of a server has ended in order.
  func loopStopped() { if let server = servers.lazy.compactMap(\.self).first(where: \.hasStopped) { end(server) } }

  private func end(_ server: SimulatedServer) {
    let (node, run) = (server.node, server.run)
    servers[node] = nil
    endings[run] = nil
    isBroken = false
    let left = writes.filter { $0.value.run == run }.sorted { $0.key < $1.key }
    for (number, _) in left { writes[number] = nil }
    lastWorkAt = lastWorkAt.filter { $0.key >> 4 != run }
    // Of what was on its way to the disk, some has arrived.
    for (_, write) in left where chance(2) { write.work() }
    for wire in wires where wire.serverRun == run && !wire.isCut { cut(wire) }
    wires.removeAll { $0.serverRun == run }
    if servers.count > 1 {
      // Until its lease is over others leave its groups to it.
      later(milliseconds(500...2_500)) { [self] in if servers[node] == nil { ownership.living.remove(Ownership.name(of: node)) } }
    }
    if isEnding { return }
    later(milliseconds(100...3_000)) { [self] in
      if sabotage == .skipsSync || sabotage == .truncatesLog { try truncate(by: sabotage == .skipsSync ? 2 : 1) }
      try witness.requireWhole(disk)
      try witness.look(at: disk, now: now)
      try witness.requireLoaded(disk)
      try start(node)
    }
  }

  func post(_ messages: [LoopMessage], to loop: Int, ofRun run: Int) {
    server(ofRun: run)?.post(messages, to: loop)
  }

  /// Does work for a run of the server, some time later. What only reads may be done in any order, and never after a
  /// crash.
  func give(_ work: @escaping @Sendable () -> Void, _ kind: SimulatedQueue.Kind, _ span: ClosedRange<Int64>, ofRun run: Int) {
    guard isRunning(run) else { return }
    if kind == .plans {
      witness.planned()
      if sabotage == .losesPlans { return }
    }
    guard kind != .readers, kind != .plans else { return later(milliseconds(span)) { [self] in if isRunning(run) { work() } } }
    writeCount += 1
    let number = writeCount
    writes[number] = (run, work)
    let place = run << 4 | kind.rawValue
    let at = max(lastWorkAt[place] ?? 0, now + milliseconds(span))
    lastWorkAt[place] = at
    later(at - now) { [self] in writes.removeValue(forKey: number)?.work() }
  }

  // MARK: The network

  func connect(_ client: SimulatedClient, isSecond: Bool = false, device: Int) -> Wire? {
    guard let server = anyServer() else { return nil }
    wireCount += 1
    let loop = Int(word() % UInt64(SimulatedServer.loopCount))
    let wire = Wire(number: wireCount, person: client.person, device: device, serverRun: server.run, loop: loop, isSecond: isSecond)
    wires.append(wire)
    arrive(at: wire) { $0.opened(wire) }
    return wire
  }

  /// Lets something of a wire reach the server, behind what was sent before.
  private func arrive(at wire: Wire, _ body: @escaping (SimulatedServer) -> Void) {
    wire.lastToServer = max(wire.lastToServer, now + milliseconds(1...60) + wire.lag)
    later(wire.lastToServer - now) { [self] in
      guard !wire.isCutToServer, let server = server(ofRun: wire.serverRun) else { return }
      body(server)
    }
  }

  /// Sends bytes, at times in two parts.
  ///
  /// - Parameter isCommand: whether they are those of one command.
  func send(_ bytes: [UInt8], toServerOf wire: Wire, isCommand: Bool = false) {
    note(bytes)
    guard sabotage == nil, bytes.count > 1, chance(8) else {
      return arrive(at: wire) { $0.received(bytes, on: wire, isCommand: isCommand) }
    }
    let cut = 1 + Int(word() % UInt64(bytes.count - 1))
    for part in [Array(bytes[..<cut]), Array(bytes[cut...])] { arrive(at: wire) { $0.received(part, on: wire, isCommand: false) } }
  }

  func send(_ bytes: [UInt8], toClientOf wire: Wire) {
    note(bytes)
    guard bytes.count > 1, chance(8) else { return deliver(bytes, wire) }
    let cut = 1 + Int(word() % UInt64(bytes.count - 1))
    deliver(Array(bytes[..<cut]), wire)
    deliver(Array(bytes[cut...]), wire)
  }

  private func deliver(_ bytes: [UInt8], _ wire: Wire) {
    wire.lastToClient = max(wire.lastToClient, now + milliseconds(1...60))
    later(wire.lastToClient - now) { [self] in
      guard !wire.isCutToClient else { return }
      try clients[wire.person].received(bytes, on: wire)
    }
  }

  /// The server has ended a connection behind what it has sent.
  func endToClient(_ wire: Wire) {
    wire.lastToClient = max(wire.lastToClient, now + milliseconds(1...60))
    later(wire.lastToClient - now) { [self] in
      guard !wire.isCutToClient else { return }
      wire.isCutToClient = true
      try clients[wire.person].ended(wire)
    }
  }

  /// The client has ended a connection. What it has sent still arrives, or is lost.
  func abandon(_ wire: Wire) {
    guard !wire.isCutToClient else { return }
    if chance(2) { return cut(wire) }
    wire.isCutToClient = true
    arrive(at: wire) { $0.inputEnded(wire) }
  }

  /// Both ends find out, sooner or later.
  func cut(_ wire: Wire) {
    let isKnownToClient = wire.isCutToClient
    wire.isCutToClient = true
    if !wire.isCutToServer {
      wire.isCutToServer = true
      later(milliseconds(1...3_000)) { [self] in server(ofRun: wire.serverRun)?.reset(wire) }
    }
    if !isKnownToClient { later(milliseconds(1...3_000)) { [self] in try clients[wire.person].ended(wire) } }
  }

  /// Nothing arrives any more, and nobody is told.
  private func silence(_ wire: Wire) {
    wire.isCutToClient = true
    wire.isCutToServer = true
  }

  /// What the client sends takes long, and the client gives up before it has arrived: it comes behind what is sent over
  /// the next connection.
  private func delay(_ wire: Wire) {
    wire.lag = milliseconds(500...5_000)
    later(milliseconds(100...1_000)) { [self] in
      guard !wire.isCutToClient else { return }
      wire.isCutToClient = true
      try clients[wire.person].ended(wire)
      arrive(at: wire) { $0.inputEnded(wire) }
    }
  }

  /// The client does not read for a while.
  private func stall(_ wire: Wire) {
    wire.isStalled = true
    later(milliseconds(3_000...15_000)) { [self] in
      wire.isStalled = false
      server(ofRun: wire.serverRun)?.unstalled(wire)
    }
  }

  // MARK: The disk

  /// One commit of the store: all of it or nothing.
  func append(_ batches: [AppendBatch], run: Int) -> [Result<Void, StoreFailure>] {
    witness.begun(batches)
    let failed = Result<Void, StoreFailure>.failure(isBroken ? .broken("it failed before") : .full)
    if isBroken || isFull { return batches.map { _ in failed } }
    guard isRunning(run) else { return store(batches, by: run) }
    if sabotage == .acknowledgesBeforeCommit || sabotage == .tellsBeforeCommit {
      later(milliseconds(10...40)) { [self] in _ = store(batches) }
      return batches.map { _ in .success(()) }
    }
    if sabotage == .keepsTornTail, batches.contains(where: { $0.events.count > 1 }) {
      _ = store(batches.map(torn))
      later(0) { [self] in crash(run: run) }
      return batches.map { _ in .failure(.broken("cut off")) }
    }
    // The disk of several servers is their database's, which is not theirs to fail.
    if servers.count == 1, !isHealed, chance(150) {
      // The disk fails, and the process ends: whether the commit came through nobody knows.
      isBroken = true
      if chance(2) { _ = store(batches, unknownTo: run) }
      return batches.map { _ in .failure(.broken("EIO")) }
    }
    return store(batches, by: run)
  }

  private func store(_ batches: [AppendBatch], by run: Int? = nil, unknownTo ignorant: Int? = nil) -> [Result<Void, StoreFailure>] {
    let results = disk.append(batches)
    if let run, servers.count > 1 {
      for case (let batch, .success) in zip(batches, results) { requireOwner(of: batch.group, run) }
    }
    do { try witness.look(at: disk, now: now, unknownTo: ignorant) } catch { violation("\(error)") }
    return results
  }

  /// What several servers' database stores comes from the one that has the group, under its fence.
  private func requireOwner(of group: GroupID, _ run: Int) {
    guard let room = ownership.rooms[group], fences[run]?[group] != room.fence else { return }
    violation("run \(run) has stored something and does not have the group, which is at \(room.node)")
  }

  /// As much of a batch as had been written when the server died.
  private func torn(_ batch: AppendBatch) -> AppendBatch {
    AppendBatch(group: batch.group, expected: batch.expected, events: Array(batch.events.prefix((batch.events.count + 1) / 2)))
  }

  private func truncate(by count: Int) throws {
    let log = try disk.read(Household.group, after: .start, limit: .max)
    let rest = InMemoryStore()
    _ = rest.append([AppendBatch(group: Household.group, expected: .start, events: Array(log.dropLast(count)))])
    disk = rest
  }

  // MARK: Trouble

  private func scheduleAct(_ client: SimulatedClient) {
    later(milliseconds(20...700)) { [self] in
      guard !isHealed else { return }
      try client.act()
      scheduleAct(client)
    }
  }

  private func scheduleTrouble() {
    later(milliseconds(50...900)) { [self] in
      guard !isHealed else { return }
      switch word() % 18 {
      case 0, 1: crash()
      case 2: anyServer()?.drain()
      case 3, 4: clients[Int(word() % UInt64(clients.count))].crash()
      case 5, 6, 7: if let wire = anyWire() { cut(wire) }
      case 8: if let wire = anyWire() { silence(wire) }
      case 9, 10: if let wire = anyWire() { delay(wire) }
      case 11, 12, 13: if let wire = anyWire() { stall(wire) }
      case 14:
        isFull = true
        later(milliseconds(100...2_000)) { [self] in isFull = false }
      case 15: wallOffset += [3_600_000, -3_600_000, 86_400_000][Int(word() % 3)]
      case 16: wallOffset += chance(2) ? 315_360_000_000 : -315_360_000_000
      default: try clients[Int(word() % UInt64(clients.count))].revoke()
      }
      scheduleTrouble()
    }
  }

  private func scheduleTroubleBetweenServers() {
    later(milliseconds(100...1_200)) { [self] in
      guard !isHealed else { return }
      if sabotage == .ignoresFence { takeOwnerForGone() }
      switch word() % 3 {
      case 0: anyServer()?.anyLink?.cut()
      default: anyServer()?.handOver(to: Int(word() % UInt64(servers.count)))
      }
      scheduleTroubleBetweenServers()
    }
  }

  /// The server that has the group counts as gone for a while though it lives, and links break: another claims the
  /// group.
  private func takeOwnerForGone() {
    guard let owner = ownership.rooms[Household.group]?.node, ownership.living.remove(owner) != nil else { return }
    for server in servers { server?.anyLink?.cut() }
    later(milliseconds(500...2_500)) { [self] in
      guard servers.compactMap({ $0?.node }).contains(where: { Ownership.name(of: $0) == owner }) else { return }
      ownership.living.insert(owner)
    }
  }

  /// Begins a link from one server to another; false when nobody is there.
  func accept(_ link: SimulatedLink, from node: Int, at other: Int) -> Bool {
    guard servers.indices.contains(other), let server = servers[other] else { return false }
    server.acceptLink(link, from: node, on: Int(word() % UInt64(SimulatedServer.loopCount)))
    return true
  }

  /// Tells the other servers that something lets nobody in any more.
  func tellOthers(_ ending: AccessEnding, than run: Int) {
    for server in servers.compactMap(\.self) where server.run != run {
      let other = server.run
      later(milliseconds(0...Self.endingMillisecondsMax - 10)) { [self] in endings[other]?(EndingNews([ending], isComplete: true)) }
    }
  }

  /// The longest from the moment at which a page is decided on until it leaves.
  var pageMillisecondsMax: Int64 { SimulatedServer.pageMillisecondsMax + (servers.count > 1 ? Self.nodesMillisecondsMax : 0) }

  private func anyWire() -> Wire? {
    wires.removeAll { $0.isCutToServer || $0.isCutToClient }
    return wires.isEmpty ? nil : wires[Int(word() % UInt64(wires.count))]
  }
}
