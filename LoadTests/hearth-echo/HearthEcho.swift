import ArgumentParser
import Glibc
import TLS
import Transport
import WebSocket

/// The program: transport and WebSocket with nothing above them, to be measured and to be judged by conformance suites.
@main
struct HearthEcho: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearth-echo",
    abstract: "Echoes WebSocket messages, broadcasts them to rooms, or plays the client of a conformance suite.",
    discussion: "It checks nobody's identity, so it is for loopback. GET /stats answers with what is alive, as JSON. With --client it ends "
      + "with status 0 when every case was run, and with 1 when the suite cannot be reached, ends early or says nothing.")

  @Option(help: ArgumentHelp("Address to serve on: 127.0.0.1:9001, [::1]:9001, unix:/path.", valueName: "address"))
  var listen: SocketAddress?

  @Flag(help: "Send every message to everybody at the same /?room=NAME instead of back.")
  var rooms = false

  @Option(help: ArgumentHelp("Event loops, each with a thread.", valueName: "number"))
  var loops = 1

  @Option(
    help: ArgumentHelp(
      "Proxies whose connections begin with a PROXY header, version 2; repeatable: 10.0.0.0/8, ::1, or unix for all who come through "
        + "Unix sockets.", valueName: "CIDR"))
  var proxyProtocolFrom: [TrustedProxy] = []

  @Flag(help: "Agree to permessage-deflate.")
  var deflate = false

  @Flag(help: "With --deflate: keep contexts where the client does not ask for the contrary; not in rooms.")
  var contextTakeover = false

  @Option(help: ArgumentHelp("Serve wss:// with the certificate of this PEM file; needs --tls-key.", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("The certificate's private key.", valueName: "file"))
  var tlsKey: String?

  @Option(help: ArgumentHelp("Take only clients with a certificate from the authorities of this PEM file.", valueName: "file"))
  var tlsClientCa: String?

  @Option(help: ArgumentHelp("Serve wss:// here, and ws:// at --listen.", valueName: "address"))
  var tlsListen: SocketAddress?

  @Option(help: "Limits of a product, or those that conformance suites need, with messages of 32 MiB.")
  var limits = EchoLimits.product

  @Option(help: ArgumentHelp("Sabotage, for tests that must find it: of so many connections one is never let go of.", valueName: "number"))
  var faultLeakOneIn: Int?

  @Option(
    help: ArgumentHelp("Run the cases of the suite that serves at this address, ws:// or wss://.", valueName: "url"))
  var client: SuiteAddress?

  @Option(
    help: ArgumentHelp(
      "With --client wss://: PEM file with the authority that vouches for the suite; left out: the system's.", valueName: "file"))
  var ca: String?

  @Option(help: ArgumentHelp("Name under which the suite reports.", valueName: "name"))
  var agent = "hearth-client"

  @Option(help: ArgumentHelp("With --client, time that the suite may say nothing; then the run ends with status 1.", valueName: "seconds"))
  var silenceSeconds = EchoLimits.silenceSeconds

  func validate() throws {
    guard (listen == nil) != (client == nil) else { throw ValidationError("Give either --listen or --client.") }
    guard (1...64).contains(loops) else { throw ValidationError("--loops is a number from 1 to 64.") }
    guard !(rooms && deflate) || loops == 1 else { throw ValidationError("--rooms with --deflate needs one loop.") }
    guard tlsListen == nil || tlsCert != nil else { throw ValidationError("--tls-listen needs --tls-cert and --tls-key.") }
    guard faultLeakOneIn ?? 1 > 0 else { throw ValidationError("--fault-leak-one-in is above 0.") }
    guard !contextTakeover || (deflate && !rooms) else {
      throw ValidationError("--context-takeover goes with --deflate and without --rooms, which compress once for all members.")
    }
    guard (tlsCert == nil) == (tlsKey == nil), tlsCert == nil || listen != nil else {
      throw ValidationError("--tls-cert and --tls-key go together, and with --listen.")
    }
    guard tlsClientCa == nil || tlsCert != nil else { throw ValidationError("--tls-client-ca needs --tls-cert and --tls-key.") }
    guard ca == nil || client?.isSecure == true else { throw ValidationError("--ca goes with --client wss://.") }
    guard (0.1...3_600).contains(silenceSeconds) else {
      throw ValidationError("--silence-seconds is a number from 0.1 to 3600, not \(silenceSeconds). Give one in that range.")
    }
    guard !agent.isEmpty, agent.utf8.allSatisfy(SuiteAddress.isPlain) else {
      throw ValidationError("--agent takes letters, digits, '-', '.' and '_'.")
    }
  }

  func run() throws {
    if let client {
      try SuiteClient.run(client, authoritiesFile: ca, agent: agent, offersCompression: deflate, silenceSeconds: silenceSeconds)
    } else if let listen {
      try serve(listen)
    }
  }

  private func serve(_ address: SocketAddress) throws {
    var configuration = LoopConfiguration()
    configuration.queueBytesMax = limits.queueBytesMax
    var compression: CompressionPolicy?
    if deflate {
      compression = CompressionPolicy()
      compression?.permitsContext = contextTakeover
    }
    let handler = EchoServer.Configuration(
      isBroadcasting: rooms, compression: compression, connectionsMax: configuration.connectionsMax, limits: limits,
      leaksOneIn: faultLeakOneIn)
    var holder: TLSContextHolder?
    if let tlsCert, let tlsKey {
      let identity = TLSIdentity(certificateFile: tlsCert, keyFile: tlsKey)
      var security = TLSServerConfiguration(identities: [identity])
      if let tlsClientCa { security.clientCertificates = .required(authoritiesFile: tlsClientCa) }
      holder = TLSContextHolder(try TLSContext(server: security))
    }
    let siblings = EchoLoops(count: loops)
    let running = try EventLoops<EchoServer>(name: "echo", count: loops, configuration: configuration) { inboxes in
      siblings.introduce(inboxes)
      return { _, number in EchoServer(handler, siblings, number: number) }
    }
    var listeners = [(address: address, tls: tlsListen == nil ? holder : nil)]
    if let tlsListen { listeners.append((tlsListen, holder)) }
    for listener in listeners {
      print("listening on \(try running.listen(on: listener.address, tls: listener.tls, trustedProxies: proxyProtocolFrom))")
    }
    // A program that reads this through a pipe waits for the port.
    fflush(nil)
    running.join()
  }
}

extension SocketAddress: ExpressibleByArgument {
  /// Reads a numeric address and port, or `unix:` and a path.
  public init?(argument: String) { self.init(argument) }
}

extension TrustedProxy: ExpressibleByArgument {
  /// Reads an address, a range of addresses with its prefix, or `unix`.
  public init?(argument: String) { self.init(argument) }
}

/// Where a suite serves: `ws://` or `wss://` and a numeric address.
struct SuiteAddress: ExpressibleByArgument {
  let address: SocketAddress
  let isSecure: Bool

  init?(argument: String) {
    var text = argument[...]
    isSecure = text.hasPrefix("wss://")
    for scheme in ["ws://", "wss://"] where text.hasPrefix(scheme) { text = text.dropFirst(scheme.count) }
    if text.hasSuffix("/") { text = text.dropLast() }
    guard let address = SocketAddress(String(text)) else { return nil }
    self.address = address
  }

  /// What to expect there; nil without TLS.
  func destination(authoritiesFile: String?) throws(TLSFailure) -> TLSDestination? {
    guard isSecure else { return nil }
    return TLSDestination(try TLSContext(client: TLSClientConfiguration(authoritiesFile: authoritiesFile)), name: address.host)
  }

  /// A character that stands for itself in a query.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
