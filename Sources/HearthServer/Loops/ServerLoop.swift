import Deflate
import EventStore
import HearthProtocol
import Locking
import Room
import Transport
import WebSocket

/// One loop of the server: its sessions, its rooms, and what passes between them, the sockets and the other loops.
///
/// A session asks rooms through `ask`, and rooms tell peers through `RoomShell`; what concerns another loop becomes a
/// message for it. All of it runs on the loop's thread and must never block; what blocks goes to `Background` and comes
/// back as a `LoopMessage`. The event loop drives it.
final class ServerLoop {
  let loop: any ConnectionLoop
  /// Which of the server's loops it is, from 0.
  let number: Int
  let router: LoopRouter
  /// What this turn has for other loops.
  var outbox: LoopOutbox
  let configuration: ServerConfiguration
  let background: Background
  let invites: InviteCodes
  let signing: WebhookSigning
  let clocks: @Sendable () -> ClockReading
  /// Of the whole server.
  let settledClock: Locked<SettledClock>
  let status: ServerStatus
  let limits: ServerLimits
  /// Of the whole server.
  let links: Locked<LinkCodes>
  /// Of the whole server.
  let denials: DenialCount
  /// What ended a little while ago.
  var endings = RecentEndings()
  /// What was shown again behind its end.
  var suspects = SuspectTokens()
  /// The connections that have shown a token for a group: few, and members come and go often.
  var tokenConnections: Set<ConnectionID> = []
  private(set) lazy var host = RoomHost(
    shell: self, limits: roomLimits, purges: background.canPurge, makeSeed: configuration.makeSaltSeed)
  /// Sessions at the index of their connection.
  var sessions: [Session?] = []
  /// Frames being built for one send, kept for their storage.
  var output: [UInt8] = []
  /// The connections to be looked after in the next turn, though nothing may arrive from them.
  var visits: [ConnectionID] = []
  /// What each address has had of this turn.
  var shares: TurnShares
  var hasAskedForVisits = false
  /// A compressed frame, likewise.
  var compressedOutput: [UInt8] = []
  let compressor: LoopCompressor
  /// For the operator, but for those of the rooms.
  var ownCounts = LoopCounts()
  var phase = DrainPhase.serving
  /// Where this loop has come to and has to say so when the turn's messages have been posted.
  var reached: LoopBarrier?
  /// When live rooms were last asked whether they are due, and when the directory was; monotonic milliseconds.
  private var dueTurnedAt: Int64?
  private var dueAskedAt: Int64?
  /// Links to other nodes and from them.
  var nodes = NodeTable()
  /// Who asks again for a group that has moved, and when in monotonic milliseconds, the next first.
  var goingOn: [(peer: PeerID, group: GroupID, number: SubscriptionNumber, at: Int64)] = []
  /// Who waits for a group that has moved, and until when in monotonic milliseconds, the first first.
  var movedReaders: [(peer: PeerID, group: GroupID, until: Int64)] = []
  /// Monotonic milliseconds when it was last asked who is suspended.
  private var suspendedAskedAt: Int64?
  /// When what was refused was last noted; monotonic milliseconds.
  private var denialsNotedAt: Int64?
  /// When it was last told that a message does not inflate.
  var notInflatedNotedAt: Int64?
  /// When a history was last asked to be checked; monotonic milliseconds.
  private var scrubAskedAt: Int64?
  /// Rooms as last reported.
  private var roomsReported = 0
  /// The instant of this turn, once somebody has asked for it.
  private var instant: RoomHost.Instant?

  /// What the listener's token says of a connection.
  enum ListenerToken {
    static let members: UInt64 = 1
    static let admin: UInt64 = 2
    /// Nodes that ask this one, and nodes that this one asks.
    static let nodes: UInt64 = 3
    static let askedNodes: UInt64 = 4
  }

  /// What a timer is for. Any other token is a connection whose request is read on.
  private enum TimerToken {
    static let tick: UInt64 = 1
  }

  // Limit: how late deadlines of sessions are noticed, in milliseconds.
  private static let tickMilliseconds: Int64 = 250
  private static let dueTurnMilliseconds: Int64 = 1_000
  // Limit: see `RoomLimits`; more than a piece of a catch-up has, or as a rule a commit.
  private static let reachBackEvents: UInt64 = 256

  init(
    loop: any ConnectionLoop, number: Int, router: LoopRouter, configuration: ServerConfiguration, background: Background,
    invites: InviteCodes, signing: WebhookSigning,
    status: ServerStatus, limits: ServerLimits, links: Locked<LinkCodes>, denials: DenialCount,
    clocks: @escaping @Sendable () -> ClockReading, settledClock: Locked<SettledClock>
  ) {
    self.loop = loop
    self.number = number
    self.router = router
    outbox = LoopOutbox(loops: router.count)
    self.configuration = configuration
    shares = TurnShares(most: configuration.messagesPerTurnMax)
    compressor = LoopCompressor(level: min(configuration.compressionLevel, ServerConfiguration.compressionLevelMax))
    self.background = background
    self.invites = invites
    self.signing = signing
    self.status = status
    self.limits = limits
    self.links = links
    self.denials = denials
    self.clocks = clocks
    self.settledClock = settledClock
    _ = loop.schedule(afterMilliseconds: Self.tickMilliseconds, token: TimerToken.tick)
  }

  private var roomLimits: RoomHost.Limits {
    // Each loop has its share: rooms spread evenly, and a loop cannot make those of another leave.
    var limits = RoomHost.Limits(
      roomsMax: (configuration.roomsMax + router.count - 1) / router.count, idleMilliseconds: configuration.idleRoomMilliseconds)
    limits.room.historyLengthMax = configuration.groupEventsMax
    limits.room.tailEventsMax = configuration.tailEventsMax
    limits.room.historyEventsMax = configuration.historyEventsMax
    limits.room.snapshotNewBytesMin = configuration.snapshotNewBytesMin
    limits.room.keepsCommitted = background.mayStoreBeAway
    limits.room.reachBackEvents = Self.reachBackEvents
    limits.room.draftMilliseconds = configuration.draftMilliseconds
    limits.room.sendsNotices = background.notices != nil
    limits.room.tellsDevices = background.pushes != nil
    return limits
  }

  /// All clocks, read once in each half of a turn: loops share a lock there.
  var now: RoomHost.Instant {
    if let instant { return instant }
    let reading = clocks()
    let read = RoomHost.Instant(wall: reading.wall, settled: settledClock.withLock { $0.read(reading) }, monotonic: loop.now)
    instant = read
    return read
  }

  // MARK: What happens on the loop

  func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64) {
    if token == ListenerToken.askedNodes { return openedNode(connection, asking: true) }
    status.connectionOpened()
    if token == ListenerToken.nodes { return openedNode(connection, asking: false) }
    if token == ListenerToken.members, configuration.tls != nil { ownCounts.handshakes += 1 }
    let session = Session(
      connection: connection, loop: number, address: address, isAdmin: token == ListenerToken.admin, configuration: configuration,
      now: loop.now)
    while sessions.count <= connection.index { sessions.append(nil) }
    sessions[connection.index] = session
    admit(session)
    guard status.log.logLevel <= .debug, let certificate = loop.peerCertificate(of: connection) else { return }
    status.log.debug("client certificate", metadata: ["peer": "\(address.host)", "certificate": "\(certificate)"])
  }

  func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID) {
    guard let session = session(connection) else { return receivedFromNode(bytes, connection) }
    session.silence.end(at: loop.now)
    // The time for a request that follows another begins with its first byte.
    if session.stage == .request, session.silence.isWhole, session.request.count > 1 { session.stageSince = loop.now }
    session.silence.isWhole = false
    switch session.stage {
    case .request: receiveRequest(bytes, session)
    case .open: readFrames(bytes, session)
    case .checking: holdFrames(bytes, session)
    case .exchange: takeBody(UnsafeRawBufferPointer(bytes), session)
    case .call: takeCall(UnsafeRawBufferPointer(bytes), session)
    case .feed: refuseInput(toFeedOf: session)
    case .parting: awaitClose(in: bytes, session)
    case .closing: break
    }
  }

  func drained(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    switch session.stage {
    case .open:
      noteDrained(session)
      streamOn(session)
    case .feed: streamOn(session)
    case .exchange: sendHeldPiece(session)
    case .request: readNextRequest(session)
    case .checking, .call, .parting, .closing: break
    }
  }

  /// The client reads too slowly: it is told so behind what it has, and resumes with its cursors. Nothing is skipped.
  func overflowed(_ connection: ConnectionID) {
    guard let session = session(connection) else { return loop.close(connection, .immediately) }
    ownCounts.slowByQueue += 1
    close(session, .slowConsumer)
  }

  /// The client takes next to nothing of what is queued for it: it is told so in place of what it will not read, if it
  /// still reads at all.
  func stalled(_ connection: ConnectionID) {
    ownCounts.slowByStall += 1
    guard let session = session(connection), session.isReader else { return loop.dropStalled(connection) }
    output.removeAll(keepingCapacity: true)
    let farewell = Farewell.slowConsumer
    if session.stage == .feed {
      output.append(contentsOf: Feed.end(farewell.code, farewell.reason, mayReturn: farewell.mayReturn).utf8)
    } else {
      _ = session.wire.webSocket.close(farewell.code, reason: farewell.reason, now: loop.now, output: &output)
    }
    beginClosing(session)
    output.withUnsafeBytes { loop.finishStalled(session.connection, sending: $0) }
    releaseIdentity(session)
    sayDisconnected(session)
  }

  func inputEnded(on connection: ConnectionID) {
    if let session = session(connection),
      session.stage == .open && (session.isPutOff || session.account.isLoggingIn || !session.owed.isEmpty || !session.reads.streams.isEmpty)
        || session.stage == .checking
    {
      session.input.hasEnded = true
    } else if let session = session(connection), session.stage == .exchange, session.exchange?.hasWholeRequest == true {
      // The client has said what it had to say, and waits for the answer.
    } else if let session = session(connection), session.stage == .call, session.call?.hasWholeRequest == true {
      // The caller has said what it had to say, and waits for the answer, or for those to what it has sent behind.
      session.input.hasEnded = true
    } else if let session = session(connection), session.stage == .request, !session.input.postponed.isEmpty {
      session.input.hasEnded = true
    } else {
      endInput(connection)
    }
  }

  /// The client has said all it had to say.
  func endInput(_ connection: ConnectionID) {
    leave(connection)
    loop.close(connection, .afterFlush)
  }

  func closed(_ connection: ConnectionID) {
    if closedNode(connection) { return }
    status.connectionClosed()
    tokenConnections.remove(connection)
    leave(connection)
    if let session = session(connection) { release(session) }
    if connection.index < sessions.count { sessions[connection.index] = nil }
  }

  func take(_ message: LoopMessage) {
    switch message {
    case .asked(let request, let group): host.take(request, for: group, now: now)
    case .disconnected(let peer): host.disconnected(peer)
    case .told(let message): tell(message)
    case .committed(let outcomes):
      for (_, result) in outcomes { noteFailure(result) }
      host.committed(outcomes)
    case .loaded(let group, let result): loaded(group, result)
    case .elsewhere(let group, let place): host.foundElsewhere(group, at: place, now: now)
    case .lookedForNode(let number, let group, let isGone): host.lookedForNode(of: number, group, isGone: isGone, now: now)
    case .gathered(let group, let id, let tail, let snapshots): host.gathered(id, of: group, tail: tail, snapshots: snapshots)
    case .reckoned(let plan, let work, let group): host.reckoned(plan, of: work, in: group)
    case .looked(let work, let result): host.looked(try? result.get(), for: work, now: now)
    case .gatheredLarge(let group, let work): host.gatheredLarge(work, of: group)
    case .pieceRead(let peer, let reading, let result): pieceRead(peer, reading, result)
    case .gatherFailed(let group, let id, let isAway): host.gatherFailed(id, of: group, isAway: isAway)
    case .overtaken(let groups): for group in groups { host.overtaken(group) }
    case .historyRead(let origin, let request, let result): answerHistory(origin, request, result)
    case .answered(let origin, let answer): answered(origin, answer)
    case .registered(let origin, let newcomer, let result): registered(origin, newcomer, result)
    case .ended(let endings): ended(endings)
    case .sequel(let sequel): sequel(self)
    case .due(let groups): if case .serving = phase { host.wake(groups, now: now) }
    case .purged(let group, let result): purged(group, result)
    case .attachment(let news, let peer): heard(news, peer)
    case .visit: visitPostponed()
    case .census(let taking): taking.add(figures())
    case .drain: drain()
    case .finish: finishRooms()
    case .snapshotsSaved: snapshotsSaved()
    case .close: closeSessions()
    }
  }

  /// A timer fired: the loop's own, or that of a request whose reading rests.
  func timer(_ token: UInt64) {
    if token == TimerToken.tick { tick() } else { readOn(ConnectionID(rawValue: token)) }
  }

  /// Deadlines and what is due, every so often.
  private func tick() {
    _ = loop.schedule(afterMilliseconds: Self.tickMilliseconds, token: TimerToken.tick)
    for session in sessions { if let session { checkDeadlines(session) } }
    host.retireIdle(now: now)
    host.tickDrafts(now: now)
    host.recheck()
    if background.spread.isWanted, case .serving = phase { host.spread(now: now) { background.spread.take(now: loop.now) } }
    tickNodes()
    turnDue()
    scrub()
    // One loop asks for all.
    if number == 0 {
      background.watchSpace(now: loop.now)
      if case .serving = phase { background.webhooks?.tick(now: now.settled) }
      background.notices?.tick()
      background.pushes?.tick()
      askForSuspended()
    }
    limits.sweep(now: loop.now)
    revokeStolen()
    endings.sweep(now: loop.now)
  }

  private func askForSuspended() {
    guard let interval = configuration.suspensionMilliseconds, loop.now - (suspendedAskedAt ?? .min / 2) >= interval else { return }
    suspendedAskedAt = loop.now
    background.endSuspended()
  }

  /// Entries are booked within a second of their day's beginning in live groups, within a minute in all others.
  private func turnDue() {
    guard case .serving = phase else { return }
    if loop.now - (dueTurnedAt ?? .min / 2) >= Self.dueTurnMilliseconds {
      dueTurnedAt = loop.now
      host.turnDue(now: now)
    }
    // One loop asks for all.
    let denialsCountedFrom = denialsNotedAt ?? loop.now
    denialsNotedAt = denialsCountedFrom
    if number == 0, loop.now - denialsCountedFrom >= configuration.auditMilliseconds {
      denialsNotedAt = loop.now
      background.noteDenials(now: now.wall)
    }
    guard number == 0, loop.now - (dueAskedAt ?? .min / 2) >= configuration.dueMilliseconds else { return }
    dueAskedAt = loop.now
    background.findDue(by: now.settled)
  }

  /// One loop asks for all. The first check is an interval away from the start, when there is other work.
  private func scrub() {
    guard number == 0, case .serving = phase, let interval = configuration.scrubMilliseconds else { return }
    let askedAt = scrubAskedAt ?? loop.now
    scrubAskedAt = askedAt
    guard loop.now - askedAt >= interval else { return }
    scrubAskedAt = loop.now
    background.checkNextHistory()
  }

  /// All input of a half of the turn is there; what is sent now leaves with what was sent before.
  func endTurn() {
    shares.begin()
    host.endTurn(now: now)
    askForVisits()
    continueDrain()
    if host.roomCount != roomsReported {
      status.roomsChanged(by: host.roomCount - roomsReported)
      roomsReported = host.roomCount
    }
    if outbox.count > 0 {
      status.crossed(outbox.count)
      outbox.flush(router)
    }
    // Last: what a loop has posted before it says where it has come to is read before the answer to that.
    if reached != nil { sayReached() }
    instant = nil
  }

  // MARK: Sessions

  /// The session of a connection that has not ended.
  func session(_ connection: ConnectionID) -> Session? {
    guard connection.index < sessions.count, let session = sessions[connection.index], session.connection == connection else { return nil }
    return session
  }

  /// The session of a peer of this loop that has not ended.
  func session(_ peer: PeerID) -> Session? { session(peer.connection(on: number)) }

  private func leave(_ connection: ConnectionID) {
    guard let session = session(connection), session.stage != .closing else { return }
    // Who parts has been given up already.
    let isGivenUp = session.stage == .parting
    beginClosing(session)
    if isGivenUp { return }
    releaseIdentity(session)
    sayDisconnected(session)
  }

  /// A store that could not write stays broken until the process reads the disk anew (the process ends at the first
  /// failed sync). Failed reads refuse who asked, and nobody else: they may only want for descriptors or memory.
  func noteFailure<Success>(_ result: Result<Success, StoreFailure>) {
    if case .failure(.broken(let why)) = result { status.fail(why) }
  }

  private func loaded(_ group: GroupID, _ result: Result<GroupHistory, LoadFailure>) {
    if case .failure(.damaged(let damage)) = result { status.log.error("group refused", metadata: ["damage": "\(damage)"]) }
    host.loaded(group, result, now: now)
  }

  private func purged(_ group: GroupID, _ result: Result<String, ServerFailure>) {
    switch result {
    case .success(let path): status.log.notice("group deleted", metadata: ["group": "\(group)", "export": "\(path)"])
    case .failure(let failure):
      status.log.error("a group cannot be deleted; it is tried again", metadata: ["group": "\(group)", "cause": "\(failure)"])
    }
    host.purged(group, isDone: (try? result.get()) != nil, now: now)
  }

  private func checkDeadlines(_ session: Session) {
    let now = loop.now
    switch session.stage {
    case .request:
      let isIdle = session.request.count > 1 && session.silence.isWhole
      guard now - session.stageSince >= (isIdle ? configuration.idleMilliseconds : configuration.requestMilliseconds) else { return }
      // T1: who has said nothing is told nothing.
      if session.silence.isWhole { loop.close(session.connection, .immediately) } else { refuse(session, .requestTimeout) }
    case .open:
      // What is late is the store: nothing is read meanwhile.
      if let since = session.input.lookUpSince {
        if now - since >= configuration.loginMilliseconds * 2 { close(session, .tryAgainLater) }
        return
      }
      if let deadline = session.wire.webSocket.deadline, now >= deadline {
        output.removeAll(keepingCapacity: true)
        if case .ended = session.wire.webSocket.expire(now: now, output: &output) { finish(session) }
        return
      }
      payHeldPong(session)
      switch session.account.login {
      case .identity:
        if endExpired(session) { return }
        noteStay(session)
        keepAlive(session, now)
      case .none: if now - session.stageSince >= configuration.loginMilliseconds { close(session, .loginTimeout) }
      // It has said who it is, and must not be told otherwise because the store is slow.
      case .pending: if now - session.stageSince >= configuration.loginMilliseconds * 2 { close(session, .tryAgainLater) }
      }
    case .checking:
      // What is late is the store.
      if now - session.stageSince >= configuration.requestMilliseconds * 2 { refuse(session, .unavailable) }
    case .exchange: checkDeadline(ofExchange: session, now)
    case .call: checkDeadline(ofCall: session, now)
    case .feed: checkDeadline(ofFeed: session, now)
    case .parting: if let deadline = session.wire.webSocket.deadline, now >= deadline { endParting(session) }
    case .closing: break
    }
  }

  /// SPEC HS-07.
  private func keepAlive(_ session: Session, _ now: Int64) {
    if let pingedAt = session.silence.pingedAt {
      guard now - pingedAt >= configuration.pongMilliseconds else { return }
      // The ping may stand behind what has not left yet, such as a long catch-up: whether that goes on is watched by
      // the loop.
      if loop.queuedBytes(of: session.connection) == 0 { loop.close(session.connection, .immediately) }
    } else if now - session.silence.heardAt >= session.silence.pingMilliseconds {
      session.silence.pingedAt = now
      output.removeAll(keepingCapacity: true)
      _ = session.wire.webSocket.send(.ping, payload: UnsafeRawBufferPointer(start: nil, count: 0), output: &output)
      flushOutput(to: session)
    }
  }
}
