import Room
import TLS

@testable import HearthServer
@testable import Transport

/// The connections, timers and turns of one loop of the server, without sockets: what the transport's `Loop` is to
/// `ServerLoop`.
final class SimulatedLoop: ConnectionLoop {
  /// One connection, from when the server hears of it.
  final class Connection {
    let id: ConnectionID
    let wire: Wire
    let tap: Tap
    /// What this turn has for it.
    fileprivate(set) var pieces: [[UInt8]] = []
    /// What its client has not read.
    fileprivate(set) var backlog: [[UInt8]] = []
    /// What has arrived and is not read.
    fileprivate var unread: [[UInt8]] = []
    fileprivate var isPaused = false
    fileprivate var hasInputEnded = false
    fileprivate var isOverflowed = false
    fileprivate var isOutputEnded = false
    fileprivate var isClosing = false
    /// Whether the end has left behind all output.
    fileprivate var isFinished = false
    fileprivate var isEnded = false
    fileprivate var queueBytesMax: Int

    fileprivate init(_ id: ConnectionID, _ wire: Wire, _ tap: Tap, queueBytesMax: Int) {
      self.id = id
      self.wire = wire
      self.tap = tap
      self.queueBytesMax = queueBytesMax
    }

    fileprivate var backlogBytes: Int { backlog.reduce(0) { $0 + $1.count } }
    fileprivate var queuedBytes: Int { pieces.reduce(backlogBytes) { $0 + $1.count } }
  }

  private enum Notice {
    case opened(Connection)
    case inputEnded(ConnectionID)
    case drained(ConnectionID)
    case overflowed(ConnectionID)
    case closed(ConnectionID)
  }

  let number: Int
  /// Which server's it is.
  let node: Int
  unowned let world: World
  /// Connections with other servers, and who is at the other end.
  var links: [ConnectionID: (link: SimulatedLink, other: String, isAsking: Bool)] = [:]
  private var linkCount = 0
  weak var handler: ServerLoop?
  private(set) var connections: [Connection?] = []
  private var generation: UInt32 = 0
  private var notices: [Notice] = []
  private var arena: [UInt8] = []
  private var messages: [LoopMessage] = []
  private var isTurnDue = false
  private var isStopping = false
  /// False once the process is dead or the loop has stopped.
  private(set) var isAlive = true

  // Limit: bytes that a client who does not read may have unsent, so few that some have more.
  private static let queueBytesMax = 1 << 10
  private static let stallMilliseconds: Int64 = 10_000
  private static let lingerMilliseconds: Int64 = 900

  init(number: Int, world: World, node: Int) {
    (self.number, self.node) = (number, node)
    self.world = world
  }

  /// A name that no connection of a client has.
  func nextLink() -> ConnectionID {
    linkCount += 1
    return ConnectionID(index: 1 << 20 + linkCount, generation: 1)
  }

  /// The process is dead.
  func die() {
    isAlive = false
    for case let connection? in connections { connection.wire.isCutToServer = true }
    for (link, _, _) in links.sorted(by: { $0.key.rawValue < $1.key.rawValue }).map(\.value) { link.cut() }
    links = [:]
    connections = []
    messages = []
    notices = []
  }

  // MARK: Turns

  /// Tells the server's loop something. The turn ends after all input of its instant.
  func input(_ body: (ServerLoop) -> Void) {
    guard isAlive, let handler else { return }
    body(handler)
    deliverNotices()
    endTurnSoon()
  }

  private func endTurnSoon() {
    guard !isTurnDue else { return }
    isTurnDue = true
    world.later(0) { [self] in try endTurn() }
  }

  private func endTurn() throws {
    isTurnDue = false
    guard isAlive, let handler else { return }
    var hasNews = false
    repeat {
      handler.endTurn()
      hasNews = deliverNotices()
      try flush()
      if deliverNotices() { hasNews = true }
    } while hasNews
    arena.removeAll(keepingCapacity: true)
    guard isStopping else { return }
    for case let connection? in connections { drop(connection) }
    for id in links.keys.sorted(by: { $0.rawValue < $1.rawValue }) { dropLink(id) }
    deliverNotices()
    isAlive = false
    world.loopStopped()
  }

  @discardableResult
  private func deliverNotices() -> Bool {
    guard let handler, !notices.isEmpty else { return false }
    while !notices.isEmpty {
      switch notices.removeFirst() {
      case .opened(let connection):
        handler.opened(connection.id, address: Household.address(connection.wire.person), token: ServerLoop.ListenerToken.members)
      case .inputEnded(let id): handler.inputEnded(on: id)
      case .drained(let id): handler.drained(id)
      case .overflowed(let id): handler.overflowed(id)
      case .closed(let id): if world.sabotage != .forgetsDepartures { handler.closed(id) }
      }
    }
    return true
  }

  // MARK: What comes from elsewhere

  func post(_ posted: [LoopMessage]) {
    guard isAlive else { return }
    let wakes = messages.isEmpty
    messages += posted
    guard wakes else { return }
    world.later(world.milliseconds(0...World.inboxMillisecondsMax)) { [self] in
      let arrived = messages
      messages = []
      for message in arrived { input { $0.take(world.tampered(message, on: self)) } }
    }
  }

  private func connection(_ id: ConnectionID) -> Connection? {
    guard id.index < connections.count, let connection = connections[id.index], connection.id == id else { return nil }
    return connection
  }

  /// Whose a connection is.
  func person(of peer: PeerID) -> Int? { connection(peer.connection(on: number))?.wire.person }

  private func connection(_ wire: Wire) -> Connection? { connections.lazy.compactMap(\.self).first { $0.wire === wire } }

  func opened(_ wire: Wire) {
    guard isAlive else { return }
    let index = connections.firstIndex { $0 == nil } ?? connections.count
    if index == connections.count { connections.append(nil) }
    generation += 1
    let connection = Connection(
      ConnectionID(index: index, generation: generation), wire, Tap(wire, world), queueBytesMax: Self.queueBytesMax)
    connections[index] = connection
    notices.append(.opened(connection))
    input { _ in }
  }

  /// - Parameter isCommand: whether the bytes are those of one command.
  func received(_ bytes: [UInt8], on wire: Wire, isCommand: Bool) {
    guard var connection = connection(wire), !connection.isClosing else { return }
    if world.sabotage == .confusesMembers, isCommand, world.chance(20) {
      let others = connections.compactMap(\.self).filter {
        $0.tap.isWelcomed && $0.wire.person != wire.person && $0.tap.format == connection.tap.format
      }
      connection = others.isEmpty ? connection : others[Int(world.word() % UInt64(others.count))]
    }
    connection.unread.append(bytes)
    read(connection)
  }

  private func read(_ connection: Connection) {
    while !connection.isPaused, !connection.isClosing, !connection.isEnded, !connection.unread.isEmpty {
      var bytes = connection.unread.removeFirst()
      input { handler in bytes.withUnsafeMutableBytes { handler.received($0, on: connection.id) } }
    }
    guard connection.hasInputEnded, connection.unread.isEmpty, !connection.isEnded else { return }
    if connection.isClosing { return drop(connection) }
    connection.hasInputEnded = false
    notices.append(.inputEnded(connection.id))
    input { _ in }
  }

  /// The client has said all that it has to say.
  func inputEnded(_ wire: Wire) {
    guard let connection = connection(wire) else { return }
    connection.hasInputEnded = true
    read(connection)
  }

  /// The connection is found to be cut.
  func reset(_ wire: Wire) {
    guard let connection = connection(wire) else { return }
    drop(connection)
    input { _ in }
  }

  /// The client reads again.
  func unstalled(_ wire: Wire) {
    guard let connection = connection(wire), !connection.backlog.isEmpty else { return }
    for piece in connection.backlog { world.send(piece, toClientOf: wire) }
    connection.backlog = []
    connection.queueBytesMax = Self.queueBytesMax
    if connection.isClosing { finishClosing(connection) } else { notices.append(.drained(connection.id)) }
    input { _ in }
  }

  // MARK: What the server's loop asks for

  var now: Int64 { world.now }
  var connectionCount: Int { connections.count { $0 != nil } + links.count }

  func census() -> LoopCensus {
    var census = LoopCensus()
    census.connections = connectionCount - links.count
    census.backlogBytes = connections.reduce(0) { $0 + ($1?.backlogBytes ?? 0) }
    return census
  }

  func peerCertificate(of connection: ConnectionID) -> TLSPeerCertificate? { nil }

  func write(_ bytes: UnsafeRawBufferPointer) -> OutputRange {
    defer { arena.append(contentsOf: bytes) }
    return OutputRange(offset: UInt32(arena.count), length: UInt32(bytes.count))
  }

  @discardableResult
  func send(_ range: OutputRange, to id: ConnectionID) -> Bool {
    queue(Array(arena[Int(range.offset)..<Int(range.offset + range.length)]), id)
  }

  @discardableResult
  func send(_ bytes: UnsafeRawBufferPointer, to id: ConnectionID) -> Bool {
    guard let link = links[id] else { return queue(Array(bytes), id) }
    link.link.send(Array(bytes), isAsking: link.isAsking)
    return true
  }

  private func queue(_ piece: [UInt8], _ id: ConnectionID) -> Bool {
    guard let connection = connection(id), !connection.isClosing, !connection.isOverflowed, !connection.isOutputEnded else { return false }
    // As long as the client reads, nothing is left unsent.
    if !connection.backlog.isEmpty, connection.queuedBytes + piece.count > connection.queueBytesMax {
      connection.isOverflowed = true
      notices.append(.overflowed(id))
      return false
    }
    if !piece.isEmpty { connection.pieces.append(piece) }
    return true
  }

  func queuedBytes(of id: ConnectionID) -> Int { connection(id)?.queuedBytes ?? 0 }
  func queuedMessages(of id: ConnectionID) -> Int { connection(id)?.backlog.count ?? 0 }
  func allow(extraBytes: Int, for id: ConnectionID) { connection(id)?.queueBytesMax += extraBytes }
  func pauseReading(_ id: ConnectionID) { connection(id)?.isPaused = true }

  func resumeReading(_ id: ConnectionID) {
    guard let connection = connection(id), connection.isPaused else { return }
    connection.isPaused = false
    world.later(0) { [self] in read(connection) }
  }

  /// Ends a link from here.
  private func dropLink(_ id: ConnectionID) {
    guard let link = links.removeValue(forKey: id) else { return }
    link.link.closed(byAsking: link.isAsking)
    notices.append(.closed(id))
  }

  func close(_ id: ConnectionID, _ mode: CloseMode) {
    dropLink(id)
    guard let connection = connection(id) else { return }
    switch mode {
    case .immediately: drop(connection)
    case .afterFlush: connection.isClosing = true
    }
  }

  func finish(_ id: ConnectionID, sending bytes: UnsafeRawBufferPointer) {
    endOutput(id, sending: bytes)
    close(id, .afterFlush)
  }

  // Nobody stands still here: what a wire carries arrives.
  func finishStalled(_ id: ConnectionID, sending bytes: UnsafeRawBufferPointer) { finish(id, sending: bytes) }
  func dropStalled(_ id: ConnectionID) { close(id, .immediately) }

  func endOutput(_ id: ConnectionID, sending bytes: UnsafeRawBufferPointer) {
    guard let connection = connection(id), !connection.isClosing else { return }
    connection.pieces.append(Array(bytes))
    connection.isOutputEnded = true
  }

  @discardableResult
  func schedule(afterMilliseconds delay: Int64, token: UInt64) -> TimerID {
    world.later(delay) { [self] in input { $0.timer(token) } }
    return .none
  }

  func stopListening() {}
  func dropHandshakes() {}
  func stop() { isStopping = true }

  // MARK: Output

  private func flush() throws {
    for case let connection? in connections {
      let pieces = connection.pieces
      connection.pieces = []
      for piece in pieces { try leave(piece, connection) }
      if connection.isClosing, connection.backlog.isEmpty { finishClosing(connection) }
    }
  }

  private func leave(_ piece: [UInt8], _ connection: Connection) throws {
    let contents = try connection.tap.read(piece)
    if world.ignores(contents) {
      connection.isOutputEnded = false
      connection.tap.isSpared = true
      return
    }
    for case let other? in connections where other !== connection && other.tap.format == connection.tap.format {
      guard world.leaks(contents, to: other.tap) else { continue }
      _ = try other.tap.read(piece)
      transmit(piece, other)
    }
    for piece in try world.tampered(piece, contents, connection.wire, connection.tap.format) { transmit(piece, connection) }
  }

  private func transmit(_ piece: [UInt8], _ connection: Connection) {
    guard connection.wire.isStalled else { return world.send(piece, toClientOf: connection.wire) }
    if connection.backlog.isEmpty {
      world.later(Self.stallMilliseconds) { [self] in
        if connection.wire.isStalled, !connection.isEnded {
          drop(connection)
          input { _ in }
        }
      }
    }
    connection.backlog.append(piece)
  }

  /// All that was queued has left: so does the end, and the client's is awaited for a while.
  private func finishClosing(_ connection: Connection) {
    guard !connection.isFinished else { return }
    connection.isFinished = true
    world.endToClient(connection.wire)
    if connection.hasInputEnded { return drop(connection) }
    world.later(Self.lingerMilliseconds) { [self] in
      guard !connection.isEnded else { return }
      drop(connection)
      input { _ in }
    }
  }

  private func drop(_ connection: Connection) {
    guard isAlive, !connection.isEnded else { return }
    connection.isEnded = true
    world.endToClient(connection.wire)
    connection.wire.isCutToServer = true
    connections[connection.id.index] = nil
    notices.append(.closed(connection.id))
  }
}
