import COpenSSL
import TestCertificates
import Transport

@testable import TLS

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

  /// What was encrypted, to be sent by other ways.
  func takeCiphertext() -> [UInt8] {
    defer { wire.clear() }
    return Array(wire.output)
  }

  func endOutput() { tls.endOutput() }

  /// Says so many times that the keys change; nothing leaves before `flush` (RFC 8446 §4.6.3).
  func changeKeys(times: Int) {
    for _ in 0..<times {
      SSL_key_update(tls.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
      SSL_do_handshake(tls.ssl)
    }
  }

  /// Asks for another handshake in the connection, which OpenSSL would not do by itself (RFC 5746).
  func renegotiate() {
    SSL_clear_options(tls.ssl, 1 << 30)
    SSL_renegotiate(tls.ssl)
    SSL_do_handshake(tls.ssl)
  }

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

  func destination(_ name: String = "localhost", showing files: TestCertificates.Files? = nil) throws -> TLSDestination {
    let identity = files.map { TLSIdentity(certificateFile: $0.certificate, keyFile: $0.key) }
    let configuration = TLSClientConfiguration(authoritiesFile: certificates.authority.certificate, identity: identity)
    return TLSDestination(try TLSContext(client: configuration), name: name)
  }

  /// For a client that cannot do better.
  func oldDestination() throws -> TLSDestination {
    let destination = try destination()
    SSL_CTX_ctrl(destination.context.first, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
    return destination
  }

  /// A client after its handshake.
  func connect(_ rig: Rig, receiveBufferBytes: Int32? = nil, pieceBytes: Int = .max) throws -> SecureClient {
    let client = try SecureClient(
      rig.address, to: try destination(), receiveBufferBytes: receiveBufferBytes, pieceBytes: pieceBytes)
    guard try client.shakeHands() else { throw SystemError(code: 104) }
    return client
  }
}
