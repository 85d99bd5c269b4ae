import EventStore
import Foundation
import Glibc
import Locking
import Logging
import Room
import TLS
import Transport

/// A running Hearth server: event loops with their sessions and rooms, and the threads that block for them.
///
/// The program makes one, listens, and drains it at SIGTERM. Tests make many.
public final class Server: Sendable {
  /// Where members connect: the addresses with the ports that the system chose.
  public let addresses: [SocketAddress]
  /// Where `/healthz` and `/readyz` answer.
  public let adminAddresses: [SocketAddress]
  /// Where other nodes connect.
  public let nodeAddresses: [SocketAddress]
  /// What is counted over the whole server.
  let limits: ServerLimits
  private let loops: EventLoops<ServerLoop>
  private let status: ServerStatus
  let scrub: HistoryScrub
  let space: SpaceWatch
  private let webhooks: WebhookSetup
  private let notices: NoticeDispatch?
  private let pushes: PushDispatch?
  // Limit: how long what is being told may go on when the server drains, in milliseconds; then it is killed.
  private static let noticeDrainMilliseconds = 1_000

  /// Starts the server; when this returns it takes connections.
  ///
  /// - Parameters:
  ///   - attachments: where receipts' files are; nil: there are none, and their paths are unknown.
  ///   - exports: where groups are exported to before they are deleted (SPEC GR-08); nil: none is deleted.
  ///   - serverKey: see `ServerKey`.
  ///   - clocks: the system's clock, and the one by which tokens run out while somebody is connected.
  ///   - onStoreFailure: called once, on any thread, when the store is broken; the program then ends the process.
  /// - Throws: when an address cannot be listened on, or a file of authorities cannot be read; nothing is left running
  ///   then.
  public init(
    configuration: ServerConfiguration, store: any EventStore & Directory, attachments: AttachmentFolder? = nil,
    exports: ExportFolder? = nil, serverKey: [UInt8], log: Logger,
    clocks: @escaping @Sendable () -> ClockReading = Server.systemClocks, onStoreFailure: @escaping @Sendable () -> Void = {}
  ) throws(ServerFailure) {
    let status = ServerStatus(log: log, storeIsAway: { store.isAway }, onStoreFailure: onStoreFailure)
    let limits = ServerLimits(configuration, descriptorsMax: DescriptorLimit.current)
    self.limits = limits
    let invites = InviteCodes(serverKey: serverKey)
    let links = Locked(LinkCodes())
    let denials = DenialCount()
    let settledClock = Locked(SettledClock())
    let scrub = HistoryScrub(store: store, status: status)
    self.scrub = scrub
    let space = SpaceWatch(floor: configuration.freeBytesMin, freeBytes: configuration.freeBytes, status: status)
    space.look()
    self.space = space
    let subjects = configuration.issuer.map {
      SubjectLogins($0, directory: store, serverKey: serverKey, status: status, space: space)
    }
    let queues = Self.queues(limits)
    let webhooks = try WebhookSetup(configuration, serverKey: serverKey)
    let notices = configuration.notices.map { NoticeDispatch($0, directory: store, log: log) { clocks().steady } }
    let pushKey = WebPushKey(serverKey: serverKey)
    let pushes = webhooks.pushes(configuration, key: pushKey, store, log) {
      let reading = clocks()
      return (reading.steady, reading.wall)
    }
    (self.webhooks, self.notices, self.pushes) = (webhooks, notices, pushes)
    var told = configuration
    told.pushKey = pushes == nil ? "" : pushKey.publicKey
    do {
      loops = try EventLoops(
        name: "hearth-loop", count: configuration.loops, configuration: Self.loopConfiguration(configuration, limits.memory)
      ) { [queues, told] inboxes in
        let router = LoopRouter(inboxes: inboxes)
        let background = Background(
          store: store, directory: store, attachments: attachments, exports: exports, router: router, denials: denials, subjects: subjects,
          scrub: scrub, sabotage: configuration.commitSabotage, queues: queues, space: space, memory: limits.memory,
          webhooks: webhooks.dispatch(store, router, status, clocks: clocks, settledClock: settledClock), notices: notices, pushes: pushes,
          asksNodes: configuration.nodes != nil, log: status.log)
        background.countAttachments(log: status.log)
        Self.hear(of: store, router, background, status)
        return { loop, number in
          ServerLoop(
            loop: loop, number: number, router: router, configuration: told, background: background, invites: invites,
            signing: webhooks.signing, status: status, limits: limits, links: links, denials: denials, clocks: clocks,
            settledClock: settledClock)
        }
      }
    } catch {
      throw ServerFailure("The event loops cannot start: \(error).")
    }
    self.status = status
    limits.countTogether(in: store)
    // Whatever it was that could not be written: a use of a token as well as an event.
    store.whenStopped { status.fail($0) }
    do throws(ServerFailure) {
      addresses = try Listening.adopt(configuration, loops) + Listening.start(configuration, loops)
      adminAddresses = try Listening.startAdmin(configuration, loops)
      nodeAddresses = try Listening.startNodes(configuration, loops)
    } catch {
      Self.stop(loops, scrub)
      throw error
    }
    status.isReady = configuration.takesMembers
  }

  /// Where work is done, at the cost of whom it is done for.
  private static func queues(_ limits: ServerLimits) -> WorkQueues {
    var queues = WorkQueues()
    let charge: @Sendable (WorkOwner, Int64) -> Void = { limits.reading.spend(Double($1) / 1_000_000, of: $0.identity, $0.address) }
    queues.questions = ThreadQueue(
      "hearth.ask", threads: WorkQueues.threadsMax, niceness: WorkQueues.questionNiceness, spent: charge)
    // The room that wants a plan knows no address: the one that the identity asked from last is charged.
    queues.plans = ThreadQueue("hearth.plan", threads: WorkQueues.planThreads, niceness: WorkQueues.questionNiceness) {
      limits.reading.spend(Double($1) / 1_000_000, of: $0.identity)
    }
    return queues
  }

  /// Stops accepting, finishes and answers what was accepted, keeps snapshots, closes every connection with 1012, and
  /// returns.
  public func drain() {
    status.isReady = false
    scrub.stop()
    webhooks.stop()
    for loop in loops.all { loop.inbox.post(.drain) }
    loops.join()
    notices?.stop(within: Self.noticeDrainMilliseconds)
    pushes?.stop()
    scrub.awaitEnd()
  }

  /// Cuts everything off at once. What was acknowledged is on the disk.
  public func stop() {
    status.isReady = false
    webhooks.stop()
    Self.stop(loops, scrub)
    notices?.stop(within: 0)
    pushes?.stop()
  }

  /// Calls back when every loop has come round to its messages, on the thread of one; never when a loop stands still.
  /// Any thread may ask.
  public func whenEveryLoopAnswers(_ body: @escaping @Sendable () -> Void) {
    let barrier = LoopBarrier(loops.all.count)
    for loop in loops.all { loop.inbox.post(.sequel { _ in if barrier.arrive() { body() } }) }
  }

  /// Connections of all kinds at this moment.
  public var connectionCount: Int { status.connectionCount }
  /// Groups in memory, as of the loops' last turns.
  public var roomCount: Int { status.roomCount }
  /// Messages that loops have posted to one another since the start.
  public var crossingCount: Int { status.crossingCount }
  /// Payloads compressed since the start, each for one reader or for many.
  public var compressionCount: Int { status.compressionCount }
  /// Histories checked in the background since the start, each group's as often as it was.
  public var checkedHistoryCount: Int { status.checkedHistoryCount }
  /// Groups that the check in the background found damaged when it came to them last.
  public var damagedGroupCount: Int { status.damagedGroupCount }

  /// Has everything counted that is kept of connections; the answer comes on the thread of a loop, or not at all once
  /// the server has stopped.
  func takeCensus(_ whenComplete: @escaping @Sendable (ServerCensus) -> Void) {
    let taking = CensusTaking(loops: loops.all.count) { [limits] figures in
      var census = figures.census
      census.limits = limits.figures
      census.budgetBytes = limits.memory.chargedBytes - census.loops.arenaBytes - limits.roomBytes
      whenComplete(census)
    }
    for loop in loops.all { loop.inbox.post(.census(taking)) }
  }

  /// The system's clock in milliseconds since 1970.
  public static func systemClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Both clocks of the system. The steady one counts from its start, and goes on while the machine sleeps.
  public static func systemClocks() -> ClockReading {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return ClockReading(wall: systemClock(), steady: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Has loops told of what other servers of the store do, and of its restore.
  private static func hear(
    of store: any EventStore & Directory, _ router: LoopRouter, _ background: Background, _ status: ServerStatus
  ) {
    store.whenAway { [log = status.log] reach in log.say(reach) }
    store.whenOvertaken { groups in
      status.groupsOvertaken(groups.count)
      status.log.warning(
        "another server has taken groups while this one stood still: their readers begin anew", metadata: ["groups": "\(groups.count)"])
      router.postToAll(.overtaken(groups))
    }
    store.whenRestored { groups in
      status.log.error(
        "groups have another history than before, as after a restore of the database: in a new epoch their readers begin anew",
        metadata: ["groups": "\(groups.count)", "first": "\(groups[0])"])
      router.postToAll(.overtaken(groups))
    }
    store.whenMoving { [weak background] moves in
      for wish in moves.wishes { router.post(.sequel { $0.handOver(wish.group, to: wish.node) }, toOwnerOf: wish.group) }
      background?.spread.give(moves.shares)
    }
    // Not held: the store is the background's.
    store.whenEnded { [weak background] in background?.endedElsewhere($0) }
  }

  /// What each loop is told, so that the limits hold over all of them.
  static func loopConfiguration(_ configuration: ServerConfiguration, _ memory: MemoryBudget) -> LoopConfiguration {
    precondition(
      (1...ServerConfiguration.loopsMax).contains(configuration.loops), "a server has 1 to \(ServerConfiguration.loopsMax) loops")
    var options = configuration.transport
    options.memory = memory
    // Handshakes alone may not take more than half of the budget, however many loops there are and whatever is said in
    // them.
    let handshakes = memory.bytesMax / 2 / configuration.loops / TLSConnection.handshakeMemoryBytesMax
    options.handshakesMax = min(options.handshakesMax, max(1, handshakes))
    // An address has as many handshakes as connections, spread over the loops as connections are.
    options.handshakesPerAddressMax = max(1, configuration.connectionsPerAddressMax / configuration.loops)
    options.uncountedProxies = configuration.trustedProxies
    options.connectionsMax = min(max(options.connectionsMax, configuration.connectionsMax + 64), PeerID.slotsMax)
    return options
  }

  /// When this returns nobody reads the store any more on behalf of the check in the background.
  private static func stop(_ loops: EventLoops<ServerLoop>, _ scrub: HistoryScrub) {
    scrub.stop()
    loops.stop()
    loops.join()
    scrub.awaitEnd()
  }
}
