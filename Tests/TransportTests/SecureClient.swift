import TLS
import TestCertificates
import Transport

/// A blocking socket that speaks TLS to `localhost`.
final class SecureClient {
  let socket: BlockingClient
  private let wire: TLSWire
  private var tls: TLSConnection
  private var received: [UInt8] = []
  /// How many bytes one call of the system gets.
  private let pieceBytes: Int

  /// Connects and says hello; `shakeHands` does the rest.
  init(_ address: SocketAddress, to destination: TLSDestination, receiveBufferBytes: Int32? = nil, pieceBytes: Int = .max) throws {
    socket = try BlockingClient(address, receiveBufferBytes: receiveBufferBytes)
    let wire = try TLSWire()
    self.wire = wire
    tls = try TLSConnection(to: destination, wire: wire)
    self.pieceBytes = pieceBytes
  }

  var peerHasEnded: Bool { tls.inputEnded }
  var isResumed: Bool { tls.isResumed }

  /// Goes on until the handshake is complete; what follows it is kept back until `flush` when asked.
  func shakeHands(holdingBack: Bool = false) throws -> Bool {
    while !tls.isEstablished {
      guard flush(), try receiveMore() else { return false }
    }
    return holdingBack || flush()
  }

  func send(_ bytes: [UInt8]) throws -> Bool {
    try encrypt(bytes)
    return flush()
  }

  func encrypt(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try tls.send($0) } }

  func endOutput() { tls.endOutput() }

  /// Sends what was encrypted.
  ///
  /// - Parameter header: goes before it as it is.
  func flush(behind header: [UInt8] = []) -> Bool {
    var rest = (header + Array(wire.output))[...]
    wire.clear()
    while !rest.isEmpty {
      guard socket.send(Array(rest.prefix(pieceBytes))) else { return false }
      rest = rest.dropFirst(pieceBytes)
    }
    return true
  }

  /// Reads so many bytes; fewer at the end of the stream.
  func receive(_ count: Int) throws -> [UInt8] {
    while received.count < count {
      guard try receiveMore() else { break }
    }
    defer { received.removeFirst(min(count, received.count)) }
    return Array(received.prefix(count))
  }

  private func receiveMore() throws -> Bool {
    guard !tls.inputEnded, let bytes = socket.receiveSome(), !bytes.isEmpty else { return false }
    var plaintext = [UInt8](repeating: 0, count: bytes.count + TLSConnection.heldBytesMax)
    let count = try bytes.withUnsafeBytes { input in
      try plaintext.withUnsafeMutableBytes { try tls.receive(input, into: $0, now: 0) }
    }
    received += plaintext.prefix(count)
    return true
  }
}

/// What both sides need; made anew for each test.
struct Security {
  let holder: TLSContextHolder
  let certificates: TestCertificates

  init() throws {
    certificates = try TestCertificates.shared.get()
    holder = TLSContextHolder(try Self.context(certificates.localhost))
  }

  static func context(_ files: TestCertificates.Files) throws -> TLSContext {
    try TLSContext(server: TLSServerConfiguration(identities: [TLSIdentity(certificateFile: files.certificate, keyFile: files.key)]))
  }

  func destination(_ name: String = "localhost") throws -> TLSDestination {
    TLSDestination(try TLSContext(client: TLSClientConfiguration(authoritiesFile: certificates.authority.certificate)), name: name)
  }

  /// A client after its handshake.
  func connect(_ rig: Rig, receiveBufferBytes: Int32? = nil, pieceBytes: Int = .max) throws -> SecureClient {
    let client = try SecureClient(
      rig.address, to: try destination(), receiveBufferBytes: receiveBufferBytes, pieceBytes: pieceBytes)
    guard try client.shakeHands() else { throw SystemError(code: 104) }
    return client
  }
}
