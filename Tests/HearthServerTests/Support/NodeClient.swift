import TLS
import TestCertificates
import Transport

@testable import HearthServer

/// A node reduced to its link: blocking, frame by frame, over TLS.
final class NodeClient {
  private let socket: BlockingSocket
  private let wire: TLSWire
  private var tls: TLSConnection
  private var held: [UInt8] = []

  /// Connects to a node and says hello of TLS.
  ///
  /// - Parameter files: the certificate that is shown; nil: none.
  init(_ address: SocketAddress, named name: String, showing files: TestCertificates.Files?, _ certificates: TestCertificates) throws {
    let identity = files.map { TLSIdentity(certificateFile: $0.certificate, keyFile: $0.key) }
    let context = try TLSContext(
      client: TLSClientConfiguration(authoritiesFile: certificates.authority.certificate, identity: identity))
    socket = try BlockingSocket(address)
    wire = try TLSWire()
    tls = try TLSConnection(to: TLSDestination(context, name: name), wire: wire)
    flush()
  }

  private func flush() {
    socket.send(Array(wire.output))
    wire.clear()
  }

  /// Shakes hands, and waits for more; false when the other end has said goodbye or refuses.
  private func read() throws -> Bool {
    guard !tls.inputEnded, let bytes = try socket.receive() else { return false }
    var plaintext = [UInt8](repeating: 0, count: bytes.count + TLSConnection.heldBytesMax)
    do {
      let count = try bytes.withUnsafeBytes { input in
        try plaintext.withUnsafeMutableBytes { try tls.receive(input, into: $0, now: 0) }
      }
      held += plaintext.prefix(count)
    } catch {
      return false
    }
    flush()
    return true
  }

  func send(_ frame: AskingFrame) throws { try send(bytes: NodeFrames.framed(frame.encoded)) }

  func send(bytes: [UInt8]) throws {
    while !tls.isEstablished { guard try read() else { throw Unexpected("no handshake") } }
    try bytes.withUnsafeBytes { try tls.send($0) }
    flush()
  }

  /// The next frame; nil at the end of the link.
  func frame() throws -> OwningFrame? {
    while true {
      if held.count >= 4 {
        var reader = NodeReader(Array(held[..<4]))
        let length = Int(try reader.number(UInt32.self))
        if held.count >= 4 + length {
          defer { held.removeFirst(4 + length) }
          return try OwningFrame.read(Array(held[4..<4 + length])) { _ in nil }
        }
      }
      guard try read() else { return nil }
    }
  }

  /// Says hello, and waits for the answer; nil: the link ends without one.
  func greet(_ name: String, version: UInt32 = NodeVersion.current) throws -> OwningFrame? {
    do { try send(.hello(version: version, node: name)) } catch is Unexpected { return nil }
    return try frame()
  }
}
