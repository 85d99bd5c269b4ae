import ArgumentParser
import Dispatch
import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Logging
import Synchronization
import TLS
import Transport

/// `hearthd serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run the server on its embedded store, or on a PostgreSQL.")

  private static let nodeUsual = "node"

  @Option(help: ArgumentHelp("Address for members, repeatable: 127.0.0.1:7433, [::1]:7433, unix:/path.", valueName: "address"))
  var listen: [SocketAddress] = []

  @Option(
    help: ArgumentHelp(
      "Proxies whose connections begin with a PROXY header, version 2; repeatable: 10.0.0.0/8, ::1, or unix for all who come through "
        + "Unix sockets.", valueName: "CIDR"))
  var proxyProtocolFrom: [TrustedProxy] = []

  @Option(help: ArgumentHelp("Address for /healthz, /readyz and /metrics; left out, there is none.", valueName: "address"))
  var adminListen: [SocketAddress] = []

  @Option(help: ArgumentHelp("Folder of the data; made when it is not there.", valueName: "folder"))
  var data = "./data"

  @OptionGroup var store: StoreOption

  @Option(
    help: ArgumentHelp(
      "What this server is called among those that share a --store; no two that run have the same.", valueName: "name"))
  var node = Self.nodeUsual

  @OptionGroup var nodes: NodeOptions

  @OptionGroup var key: KeyOptions

  @Option(
    help: ArgumentHelp(
      "Origin whose pages may connect and call, repeatable: https://app.example, or '*' for any. Left out: the server's own.",
      valueName: "origin"))
  var origin: [String] = []

  @Flag(help: "Serve no page behind the invite: / and /join are not found.")
  var noPage = false

  @Option(
    help: ArgumentHelp(
      "Where browsers find the server, which links of invites then begin with: https://hearth.example. Left out: where its clients find it.",
      valueName: "url"))
  var publicURL: String?

  @OptionGroup var loops: LimitOptions<LoopLimits>

  @Flag(help: "Compress events, snapshots and pages of history for clients that offer permessage-deflate.")
  var deflate = false

  @OptionGroup var checks: LimitOptions<CheckLimits>

  @Option(help: ArgumentHelp("How much is logged: trace, debug, info, notice, warning, error, critical.", valueName: "level"))
  var logLevel: Logger.Level = .info

  @Option(help: ArgumentHelp("How the log is written: text, json (one object a line).", valueName: "format"))
  var logFormat: LogFormat = .text

  @OptionGroup var security: TLSOptions

  @OptionGroup var issuer: IssuerOptions

  @OptionGroup var creators: CreatorOptions

  @OptionGroup var webhooks: WebhookOptions

  @OptionGroup var notices: NoticeOptions

  @OptionGroup(title: "Limits") var proxies: ProxyOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions<ServeLimits>

  @OptionGroup(title: "Connections") var connections: LimitOptions<ConnectionLimits>

  #if DEBUG
    @Option(
      help: ArgumentHelp(
        "Answer first and store so many milliseconds later, so that a check can be seen to fail. Only in debug builds.", valueName: "ms"))
    var faultAcknowledgeBeforeCommit: Int?
  #endif

  /// Whether a text is a scheme, a host and perhaps a port.
  private static func isAddress(_ text: String) -> Bool {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), parts.host?.isEmpty == false else {
      return false
    }
    return ["http", "https"].contains(scheme) && ["", "/"].contains(parts.path) && parts.user == nil && parts.query == nil
      && parts.fragment == nil
  }

  func validate() throws {
    // Limit: bytes of a node's name, which the database shows with each connection.
    guard (1...40).contains(node.utf8.count), node.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ValidationError("--node \"\(node)\" is no name. Take 1 to 40 visible characters of ASCII without spaces, such as node-1.")
    }
    guard node == Self.nodeUsual || store.address != nil else {
      throw ValidationError("--node \(node) names a server among those that share a --store. Leave it out, or name the store.")
    }
    guard node != DataPlace.operatorNode else {
      throw ValidationError("--node \(node) is the name of operators' verbs. Take another, such as node-1.")
    }
    guard nodes.nodeListen.isEmpty || store.address != nil else {
      throw ValidationError("--node-listen is for servers that share a --store. Leave it out, or name the store.")
    }
    if let publicURL, !Self.isAddress(publicURL) {
      throw ValidationError("--public-url \"\(publicURL)\" is no address. Write it like https://hearth.example.")
    }
    for name in origin where name != "*" && name != "null" && (!name.contains("://") || name.contains { $0.isWhitespace }) {
      throw ValidationError("--origin \"\(name)\" is no origin. Write it like https://app.example, or '*' for any.")
    }
  }

  func run() throws {
    var log = Logger(label: "hearthd") { [logFormat] in
      switch logFormat {
      case .text: StreamLogHandler.standardError(label: $0)
      case .json: JSONLogHandler()
      }
    }
    log.logLevel = logLevel
    // The sign to read certificates (`TLSOptions`), an issuer's keys (`IssuerOptions`) and time zones (`ZoneReading`)
    // again; it must not end the process.
    signal(SIGHUP, SIG_IGN)
    let inherited = try InheritedSocket.take()
    let manager = ServiceManager.take()
    ZoneReading.read(log)
    let zonesReading = ZoneReading.readAtHangup(log)
    defer { zonesReading.cancel() }
    let holder = try security.load(log)
    let reloading = holder.map { security.reloadAtHangup($0, log) }
    defer { reloading?.cancel() }
    let trusted = try issuer.load()
    let keysReloading = trusted.map { issuer.reloadAtHangup($0, log) }
    defer { keysReloading?.cancel() }
    let links = try nodes.load(node)
    let linksReloading = links.map { nodes.reloadAtHangup($0, log) }
    defer { linksReloading?.cancel() }
    let place = try store.place(data, node: node)
    let secret = try key.load(data: data)
    var configuration = try configuration(holder, inherited, trusted)
    configuration.nodes = links
    let end = End()
    let sources = watchSignals(end)
    let opening = DataOpening(place: place, secret: secret, configuration: configuration, log: log)
    let opened = try opening.open { milliseconds in
      manager.tell(.waiting(status: opening.waitingFor.prefix(1).uppercased() + opening.waitingFor.dropFirst()))
      return end.wait(milliseconds: milliseconds)
    }
    guard let opened else { return log.info("stopped") }
    DescriptorLimit.raise(forConnections: configuration.connectionsMax, loops: configuration.loops)
    let server = try Server(
      configuration: configuration, store: opened.store, attachments: opened.attachments, exports: opened.exports, serverKey: opened.key,
      log: log,
      onStoreFailure: { end.storeFailed() })
    let scheme = holder == nil ? "ws" : "wss"
    for address in server.addresses { log.info("serving members", metadata: ["url": "\(scheme)://\(address)/v1/socket"]) }
    for address in server.adminAddresses { log.info("serving health", metadata: ["url": "http://\(address)/healthz"]) }
    nodes.announce(server, in: opened.store, log)
    warnOfFewDescriptors(log, configuration)
    manager.tell(.ready(status: "Serving members at \(server.addresses.map { "\($0)" }.joined(separator: ", "))"))
    let watch = manager.watch { [weak server] well in server?.whenEveryLoopAnswers(well) }
    defer { watch?.cancel() }
    waitForSignal(end, sources, log)
    manager.tell(.stopping)
    if end.isFailure {
      server.stop()
      throw ServerFailure(
        "The store failed, so nothing more can be acknowledged. See the log, mend the disk, and start again: the data is read anew.")
    }
    server.drain()
    do throws(StoreFailure) {
      try opened.store.close()
    } catch {
      throw ServerFailure(
        "The data in \(place.name) could not be closed: \(error.sentence). All that was acknowledged is there at the next start.")
    }
    log.info("stopped")
  }

  /// Tells the operator when the system does not let the process have what it needs.
  private func warnOfFewDescriptors(_ log: Logger, _ configuration: ServerConfiguration) {
    let connectionsMax = configuration.connectionsMax
    let connections = DescriptorLimit.connectionsMax(
      configured: connectionsMax, descriptors: DescriptorLimit.current, loops: configuration.loops)
    guard connections < connectionsMax else { return }
    log.warning(
      "fewer connections than --connections-max: the system allows too few descriptors (ulimit -n, LimitNOFILE)",
      metadata: ["connections": "\(connections)"])
  }

  func configuration(
    _ holder: TLSContextHolder?, _ inherited: [InheritedSocket], _ issuer: TrustedIssuer? = nil
  ) throws -> ServerConfiguration {
    // Sockets that systemd opened stand in for the addresses.
    let members = listen.isEmpty ? [SocketAddress(ipv4: 0x7F00_0001, port: 7433)] : listen
    var configuration = ServerConfiguration(listen: inherited.isEmpty ? members : [], adminListen: adminListen)
    configuration.inherited = inherited
    configuration.proxyProtocolFrom = proxyProtocolFrom
    configuration.tls = holder
    configuration.issuer = issuer
    configuration.webOrigins = WebOriginList(origin)
    configuration.servesPage = !noPage
    configuration.publicURL = publicURL
    creators.apply(to: &configuration)
    webhooks.apply(to: &configuration)
    notices.apply(to: &configuration)
    proxies.apply(to: &configuration)
    try loops.apply(to: &configuration)
    try checks.apply(to: &configuration)
    try limits.apply(to: &configuration)
    try connections.apply(to: &configuration)
    // Limit: how long what somebody has open goes on whom `hearthd identities --suspend` shuts out.
    configuration.suspensionMilliseconds = 1_000
    // The database's disk is looked after where it is.
    if store.address == nil { configuration.freeBytes = { [data] in FreeSpace.bytes(at: data) } }
    configuration.compresses = deflate
    #if DEBUG
      if let milliseconds = faultAcknowledgeBeforeCommit {
        configuration.commitSabotage = .acknowledgeBeforeCommit(milliseconds: milliseconds)
      }
    #endif
    return configuration
  }

  /// From here on SIGTERM and SIGINT are noticed. Before it they end the process, so that none is lost in between.
  private func watchSignals(_ end: End) -> [any DispatchSourceSignal] {
    let registered = DispatchSemaphore(value: 0)
    return [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signalled() }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      registered.wait()
      return source
    }
  }

  /// Returns at the first SIGTERM or SIGINT, of which the second ends the process at once, or when the store has
  /// failed.
  private func waitForSignal(_ end: End, _ sources: [any DispatchSourceSignal], _ log: Logger) {
    end.wait()
    if !end.isFailure { log.info("stopping: accepted commands are finished; a second signal stops at once") }
    for source in sources {
      source.setEventHandler { Foundation.exit(1) }
    }
  }
}

/// What the program waits for while it serves.
private final class End: Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let failed = Atomic(false)

  /// Whether the store has failed.
  var isFailure: Bool { failed.load(ordering: .acquiring) }

  func signalled() { arrived.signal() }

  func storeFailed() {
    failed.store(true, ordering: .releasing)
    arrived.signal()
  }

  func wait() { arrived.wait() }

  /// Whether it has come to that within so many milliseconds.
  func wait(milliseconds: Int) -> Bool { arrived.wait(timeout: .now() + .milliseconds(milliseconds)) == .success }
}

extension SocketAddress: ExpressibleByArgument {
  /// Reads a numeric address with port, or `unix:` and a path.
  public init?(argument: String) { self.init(argument) }
}

extension TrustedProxy: ExpressibleByArgument {
  /// Reads an address, a range of addresses with its prefix, or `unix`.
  public init?(argument: String) { self.init(argument) }
}

/// How the log is written.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
