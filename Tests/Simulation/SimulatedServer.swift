import EventStore
import HearthProtocol
import Locking
import Logging
import TLS
import TestCertificates
import Transport

@testable import HearthServer

/// The real server but for its sockets and threads: two of its loops with their sessions and rooms, what works for them
/// in the background, and what passes between them. Work that may block is done at some later time.
final class SimulatedServer {
  static let loopCount = 2
  /// The longest that reading takes.
  static let readMillisecondsMax: Int64 = 20
  /// The longest from the moment at which a page is decided on until it leaves: it is passed to its loop, read, and
  /// told.
  static let pageMillisecondsMax = readMillisecondsMax + 2 * World.inboxMillisecondsMax

  let run: Int
  /// Which of several servers over one database it is.
  let node: Int
  private let carriers: [SimulatedLoop]
  private let loops: [ServerLoop]
  private let limits: ServerLimits
  private let status: ServerStatus

  /// What servers show one another; nobody looks at it here.
  private static let certificates = Result {
    let made = try TestCertificates.shared.get()
    let identity = TLSIdentity(certificateFile: made.localhost.certificate, keyFile: made.localhost.key)
    return try NodeCertificates(identity, authoritiesFile: made.authority.certificate)
  }

  init(run: Int, node: Int, world: World) throws {
    (self.run, self.node) = (run, node)
    let isOneOfMany = world.kind.servers > 1
    var configuration = ServerConfiguration(listen: [])
    configuration.loops = Self.loopCount
    configuration.scrubMilliseconds = nil
    if isOneOfMany {
      configuration.nodes = NodeLinks(name: Ownership.name(of: node), listen: [], certificates: try Self.certificates.get())
    }
    // Of every other run somebody who was away for a moment has missed too much, and reads it in pages (SPEC LN-08).
    if run.isMultiple(of: 2) { (configuration.tailEventsMax, configuration.historyEventsMax) = (6, 4) }
    // Households are small, and their snapshots are to be read.
    configuration.snapshotNewBytesMin = 0
    configuration.makeSaltSeed = { [unowned world] in world.bytes(32) }
    let carriers = (0..<Self.loopCount).map { SimulatedLoop(number: $0, world: world, node: node) }
    let store = SimulatedStore(run: run, node: isOneOfMany ? Ownership.name(of: node) : nil, world: world)
    let limits = ServerLimits(configuration, descriptorsMax: 1 << 20)
    let status = ServerStatus(log: Logger(label: "hearth", factory: { _ in SwiftLogNoOpLogHandler() })) { [unowned world] in
      // The process says why and ends.
      world.later(world.milliseconds(0...50)) { world.crash(run: run) }
    }
    let router = LoopRouter(inboxes: carriers.map { SimulatedInbox(world: world, run: run, loop: $0.number) }) { _ in
      // Which loop has the group is another one in every other run.
      run
    }
    let denials = DenialCount()
    let background = Background(
      store: store, directory: store, attachments: nil, exports: nil, router: router, denials: denials, subjects: nil,
      scrub: HistoryScrub(store: store, status: status), sabotage: .none, queues: Self.queues(run, world),
      memory: limits.memory, asksNodes: isOneOfMany)
    if isOneOfMany { world.endings[run] = { background.endedElsewhere($0) } }
    let (links, settledClock) = (Locked(LinkCodes()), Locked(SettledClock()))
    loops = carriers.map { carrier in
      let loop = ServerLoop(
        loop: carrier, number: carrier.number, router: router, configuration: configuration, background: background,
        invites: Household.codes, signing: WebhookSigning(serverKey: [UInt8](0..<32)), status: status, limits: limits, links: links,
        denials: denials,
        clocks: { [unowned world] in ClockReading(wall: world.wall, steady: world.now) }, settledClock: settledClock)
      carrier.handler = loop
      return loop
    }
    self.carriers = carriers
    self.limits = limits
    self.status = status
  }

  private static func queues(_ run: Int, _ world: World) -> WorkQueues {
    func serial(_ kind: SimulatedQueue.Kind, _ span: ClosedRange<Int64>) -> SimulatedQueue {
      SimulatedQueue(world: world, run: run, kind: kind, span: span)
    }
    return WorkQueues(
      commits: serial(.commits, 1...40), registrations: serial(.registrations, 1...40), uses: serial(.uses, 1...40),
      devices: serial(.devices, 1...40), purges: serial(.purges, 1...200), snapshots: serial(.snapshots, 1...200),
      readers: serial(.readers, 1...readMillisecondsMax), questions: serial(.readers, 1...readMillisecondsMax),
      plans: serial(.plans, 1...readMillisecondsMax), lookUps: serial(.readers, 1...readMillisecondsMax),
      files: serial(.readers, 1...readMillisecondsMax))
  }

  // MARK: What reaches it

  func opened(_ wire: Wire) { carriers[wire.loop].opened(wire) }
  func received(_ bytes: [UInt8], on wire: Wire, isCommand: Bool) { carriers[wire.loop].received(bytes, on: wire, isCommand: isCommand) }
  func inputEnded(_ wire: Wire) { carriers[wire.loop].inputEnded(wire) }
  func reset(_ wire: Wire) { carriers[wire.loop].reset(wire) }
  func unstalled(_ wire: Wire) { carriers[wire.loop].unstalled(wire) }
  func post(_ messages: [LoopMessage], to loop: Int) { carriers[loop].post(messages) }

  /// A connection of another server's to one of its loops.
  func acceptLink(_ link: SimulatedLink, from node: Int, on loop: Int) { carriers[loop].accept(link, from: node) }

  /// Another server is to have the group.
  func handOver(to node: Int) {
    let name = Ownership.name(of: node)
    carriers[run % Self.loopCount].post([.sequel { $0.handOver(Household.group, to: name) }])
  }

  /// A link that is open, if there is any.
  var anyLink: SimulatedLink? { carriers.lazy.compactMap(\.anyLink).first }

  /// SIGTERM.
  func drain() { for carrier in carriers { carrier.post([.drain]) } }

  /// Whether it has ended in order.
  var hasStopped: Bool { carriers.allSatisfy { !$0.isAlive } }

  /// SIGKILL.
  func die() { for carrier in carriers { carrier.die() } }

  private var isNobodyCounted: Bool {
    var figures = limits.figures
    figures.buckets = 0
    return figures == ServerLimits.Figures()
  }

  /// What is there although nobody is.
  var leftovers: [String] {
    let census = loops.reduce(ServerCensus()) { $0 + $1.census() }
    return [
      census.sessions == 0 ? nil : "a session",
      loops.allSatisfy { $0.host.peers.isEmpty && $0.host.aboutToGoOn.isEmpty } ? nil : "a reader",
      census.rooms == 0 ? nil : "a room", census.loops.connections == 0 ? nil : "a connection of a loop",
      census.loops.backlogBytes == 0 ? nil : "a backlog", census.subscriptions == 0 ? nil : "a subscription",
      census.chargedBytes == 0 ? nil : "memory charged for sessions", census.visits == 0 ? nil : "a visit",
      loops.allSatisfy { $0.outbox.count == 0 } ? nil : "a message between loops",
      status.connectionCount == loops.reduce(0) { $0 + $1.nodes.guests.count } ? nil : "a connection that is counted",
      status.roomCount == 0 ? nil : "a room that is counted",
      isNobodyCounted ? nil : "somebody who is counted",
    ].compactMap(\.self)
  }
}

/// Takes messages for a loop of one run of the server; those of a former one are lost.
private struct SimulatedInbox: MessageInbox {
  unowned let world: World
  let run: Int
  let loop: Int

  func post(_ message: LoopMessage) { post([message]) }
  func post(_ messages: [LoopMessage]) { world.post(messages, to: loop, ofRun: run) }
}

/// Work is done so many milliseconds after it was given; of all kinds but reading and plans one piece after the other.
/// When the server dies, what was to be written may be written nevertheless.
struct SimulatedQueue: WorkQueue {
  enum Kind: Int {
    case readers
    case plans
    case commits
    case registrations
    case uses
    case devices
    case purges
    case snapshots
  }

  unowned let world: World
  let run: Int
  let kind: Kind
  let span: ClosedRange<Int64>

  func run(_ work: @escaping @Sendable () -> Void) { world.give(work, kind, span, ofRun: run) }
}
