import ArgumentParser
import TLS
import Transport
import WebSocket

/// The program: transport and WebSocket with nothing above them, to be measured and to be judged by conformance suites.
@main
struct HearthEcho: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hearth-echo",
    abstract: "Echoes WebSocket messages, broadcasts them to rooms, or plays the client of a conformance suite.",
    discussion: "It checks nobody's identity and takes messages of 32 MiB: it is for loopback.")

  @Option(help: ArgumentHelp("Address to serve on, such as 127.0.0.1:9001.", valueName: "address"))
  var listen: SocketAddress?

  @Flag(help: "Send every message to everybody at the same /?room=NAME instead of back.")
  var rooms = false

  @Option(help: ArgumentHelp("Loops that share the address; rooms need one.", valueName: "number"))
  var loops = 1

  @Flag(help: "Agree to permessage-deflate.")
  var deflate = false

  @Option(help: ArgumentHelp("Bytes of a message, after inflation; one more is failed with 1009.", valueName: "bytes"))
  var messageBytes = EchoLimits.messageBytesMax

  @Flag(help: "With --deflate: keep contexts where the client does not ask for the contrary; not in rooms.")
  var contextTakeover = false

  @Option(help: ArgumentHelp("Serve wss:// with the certificate of this PEM file; needs --tls-key.", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("The certificate's private key.", valueName: "file"))
  var tlsKey: String?

  @Option(help: ArgumentHelp("Run the cases of the suite that serves at this address.", valueName: "ws://address"))
  var client: SuiteAddress?

  @Option(help: ArgumentHelp("Name under which the suite reports.", valueName: "name"))
  var agent = "hearth-client"

  func validate() throws {
    guard (listen == nil) != (client == nil) else { throw ValidationError("Give either --listen or --client.") }
    guard (1...64).contains(loops) else { throw ValidationError("--loops is a number from 1 to 64.") }
    guard !rooms || loops == 1 else { throw ValidationError("--rooms needs one loop: a room lives on one.") }
    guard !contextTakeover || (deflate && !rooms) else {
      throw ValidationError("--context-takeover goes with --deflate and without --rooms, which compress once for all members.")
    }
    guard (tlsCert == nil) == (tlsKey == nil), tlsCert == nil || listen != nil else {
      throw ValidationError("--tls-cert and --tls-key go together, and with --listen.")
    }
    guard (1...EchoLimits.messageBytesMax).contains(messageBytes) else {
      throw ValidationError("--message-bytes is a number from 1 to \(EchoLimits.messageBytesMax).")
    }
    guard !agent.isEmpty, agent.utf8.allSatisfy(SuiteAddress.isPlain) else {
      throw ValidationError("--agent takes letters, digits, '-', '.' and '_'.")
    }
  }

  func run() throws {
    if let client {
      try SuiteClient.run(client.address, agent: agent, offersCompression: deflate)
    } else if let listen {
      try serve(listen)
    }
  }

  private func serve(_ address: SocketAddress) throws {
    var configuration = LoopConfiguration()
    configuration.queueBytesMax = EchoLimits.queueBytesMax
    configuration.socket.sharesPort = loops > 1
    var compression: CompressionPolicy?
    if deflate {
      compression = CompressionPolicy()
      compression?.permitsContext = contextTakeover
    }
    let handler = EchoServer.Configuration(
      isBroadcasting: rooms, compression: compression, connectionsMax: configuration.connectionsMax, messageBytesMax: messageBytes)
    var holder: TLSContextHolder?
    if let tlsCert, let tlsKey {
      let identity = TLSIdentity(certificateFile: tlsCert, keyFile: tlsKey)
      holder = TLSContextHolder(try TLSContext(server: TLSServerConfiguration(identities: [identity])))
    }
    var address = address
    var running: [EventLoop<EchoServer>] = []
    for number in 0..<loops {
      let loop = try EventLoop(name: "echo-\(number)", configuration: configuration) { _ in EchoServer(handler) }
      // A port chosen by the system is shared by the loops that follow.
      address = try loop.listen(on: address, tls: holder)
      running.append(loop)
    }
    print("listening on \(address)")
    for loop in running { loop.join() }
  }
}

/// What this program takes: more than a product would, because suites send messages of 16 MiB in any number of fragments.
enum EchoLimits {
  /// Limit: bytes of a message.
  static let messageBytesMax: UInt32 = 32 << 20
  /// Limit: bytes queued for one peer; two of the largest messages.
  static let queueBytesMax = 64 << 20
  /// Limit: milliseconds from a connection to its complete request.
  static let handshakeMilliseconds: Int64 = 5_000

  /// The limits of a connection's core.
  static func socket(_ role: Role, compresses: Bool, messageBytesMax: UInt32 = messageBytesMax) -> ConnectionConfiguration {
    var configuration = ConnectionConfiguration(role: role)
    configuration.permitsCompression = compresses
    configuration.frames = .messages(upTo: messageBytesMax)
    configuration.messageMilliseconds = 60_000
    configuration.controlFramesPerSecond = 0
    return configuration
  }
}

extension SocketAddress: ExpressibleByArgument {
  /// Reads a numeric address and port.
  public init?(argument: String) { self.init(argument) }
}

/// Where a suite serves: `ws://` and a numeric address.
struct SuiteAddress: ExpressibleByArgument {
  let address: SocketAddress

  init?(argument: String) {
    let text = argument.hasPrefix("ws://") ? String(argument.dropFirst(5)) : argument
    guard let address = SocketAddress(text.hasSuffix("/") ? String(text.dropLast()) : text) else { return nil }
    self.address = address
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
