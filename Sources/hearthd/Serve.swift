import ArgumentParser
import Dispatch
import Foundation
import HearthServer
import Logging
import SQLiteStore
import Synchronization
import TLS
import Transport

/// `hearthd serve`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run the server on its embedded store.")

  @Option(help: ArgumentHelp("Address for members, repeatable: 127.0.0.1:7433, [::1]:7433, unix:/path.", valueName: "address"))
  var listen: [SocketAddress] = []

  @Option(
    help: ArgumentHelp(
      "Proxies whose connections begin with a PROXY header, version 2; repeatable: 10.0.0.0/8, ::1.", valueName: "CIDR"))
  var proxyProtocolFrom: [CIDRRange] = []

  @Option(help: ArgumentHelp("Address for /healthz and /readyz; left out, there is none.", valueName: "address"))
  var adminListen: [SocketAddress] = []

  @Option(help: ArgumentHelp("Folder of the data; made when it is not there.", valueName: "folder"))
  var data = "./data"

  @Option(help: ArgumentHelp("Browser origin that may connect, repeatable: https://app.example. Left out: any.", valueName: "origin"))
  var origin: [String] = []

  @Option(help: ArgumentHelp("How much is logged: trace, debug, info, notice, warning, error, critical.", valueName: "level"))
  var logLevel: Logger.Level = .info

  @OptionGroup var security: TLSOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions

  #if DEBUG
    @Option(
      help: ArgumentHelp(
        "Answer first and store so many milliseconds later, so that a check can be seen to fail. Only in debug builds.", valueName: "ms"))
    var faultAcknowledgeBeforeCommit: Int?
  #endif

  func run() throws {
    var log = Logger(label: "hearthd") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = logLevel
    let path = data
    let inherited = try InheritedSocket.take()
    let holder = try security.load()
    let reloading = holder.map { security.reloadAtHangup($0, log) }
    defer { reloading?.cancel() }
    let isNew = !FileManager.default.fileExists(atPath: path + "/hearth.db")
    let store: SQLiteStore
    do {
      store = try SQLiteStore(directory: path)
    } catch {
      throw ServerFailure("The data in \(path) cannot be opened: \(error.sentence).")
    }
    let key = try ServerKey.load(directory: path, isNew: isNew)
    let end = End()
    let signals = watchSignals(end)
    defer { for source in signals { source.cancel() } }
    DescriptorLimit.raise(forConnections: limits.connectionsMax)
    let server = try Server(
      configuration: try configuration(holder, inherited), store: store, serverKey: key, log: log,
      onStoreFailure: { end.storeFailed() })
    let scheme = holder == nil ? "ws" : "wss"
    for address in server.addresses { log.info("serving members", metadata: ["url": "\(scheme)://\(address)/v1/socket"]) }
    for address in server.adminAddresses { log.info("serving health", metadata: ["url": "http://\(address)/healthz"]) }
    end.wait()
    if !end.isFailure { log.info("stopping: accepted commands are finished; a second signal stops at once") }
    for source in signals {
      source.setEventHandler { Foundation.exit(1) }
    }
    if end.isFailure {
      server.stop()
      throw ServerFailure(
        "The store failed, so nothing more can be acknowledged. See the log, mend the disk, and start again: the data is read anew.")
    }
    server.drain()
    try store.close()
    log.info("stopped")
  }

  private func configuration(_ holder: TLSContextHolder?, _ inherited: [InheritedSocket]) throws -> ServerConfiguration {
    // Sockets that systemd opened stand in for the addresses.
    let members = listen.isEmpty ? [SocketAddress(ipv4: 0x7F00_0001, port: 7433)] : listen
    var configuration = ServerConfiguration(listen: inherited.isEmpty ? members : [], adminListen: adminListen)
    configuration.inherited = inherited
    configuration.proxyProtocolFrom = proxyProtocolFrom
    configuration.tls = holder
    configuration.origins = origin.isEmpty ? nil : Set(origin)
    try limits.apply(to: &configuration)
    #if DEBUG
      if let milliseconds = faultAcknowledgeBeforeCommit {
        configuration.commitFault = .acknowledgeBeforeCommit(milliseconds: milliseconds)
      }
    #endif
    return configuration
  }

  /// Lets the first SIGTERM or SIGINT be the end, as long as the result is kept. No signal is lost from the return on, and that is before
  /// anybody can know that the server runs.
  private func watchSignals(_ end: End) -> [any DispatchSourceSignal] {
    let watched = DispatchSemaphore(value: 0)
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signalled() }
      source.setRegistrationHandler { watched.signal() }
      source.resume()
      return source
    }
    for _ in sources { watched.wait() }
    return sources
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
}

extension SocketAddress: ExpressibleByArgument {
  /// Reads a numeric address with port, or `unix:` and a path.
  public init?(argument: String) { self.init(argument) }
}

extension CIDRRange: ExpressibleByArgument {
  /// Reads an address, or a range of addresses with its prefix.
  public init?(argument: String) { self.init(argument) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
