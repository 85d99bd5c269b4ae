import Glibc
import TLS
import Testing

@testable import Transport

/// Listeners behind proxies, over real sockets.
@Suite(.serialized) struct ProxiedConnectionTests {
  private static let loopback = ["127.0.0.0/8", "::1"].compactMap(TrustedProxy.init)

  private func rig(
    _ script: ScriptedHandler.Script = .echo, _ configuration: LoopConfiguration = LoopConfiguration(), tls: TLSContextHolder? = nil,
    from: [TrustedProxy] = loopback, at text: String = "127.0.0.1:0"
  ) throws -> (rig: Rig, address: SocketAddress) {
    let rig = try Rig(script, configuration)
    return (rig, try rig.loop.listen(on: #require(SocketAddress(text)), tls: tls, trustedProxies: from))
  }

  @Test(arguments: [Int.max, 1, 20]) func theHandlerHearsWhomTheProxyAnnounces(_ pieceBytes: Int) throws {
    let (rig, address) = try rig()
    defer { rig.stop() }
    let client = try BlockingClient(address)
    for piece in (ProxyHeaderBytes.six + Array("hello".utf8)).cut(pieceBytes) { #expect(client.send(piece)) }
    #expect(client.receive(5) == Array("hello".utf8))
    #expect(rig.mailbox.takeAddress() == "[2001:db8::9]:65535")
    #expect(rig.onLoop { $0.announcements.count + $0.establishing.count + $0.load.handshakeCount } == 0)
  }

  @Test func aHeaderAloneOpensTheConnection() throws {
    let (rig, address) = try rig(at: "[::1]:0")
    defer { rig.stop() }
    let client = try BlockingClient(address)
    #expect(client.send(ProxyHeaderBytes.four))
    #expect(rig.mailbox.takeAddress() == "192.0.2.7:4711")
    #expect(client.send([1]) && client.receive(1) == [1])
  }

  @Test func localKeepsTheRealPeer() throws {
    let (rig, address) = try rig()
    defer { rig.stop() }
    let client = try BlockingClient(address)
    #expect(client.send(ProxyHeaderBytes.local + [1]) && client.receive(1) == [1])
    #expect(rig.mailbox.takeAddress()?.hasPrefix("127.0.0.1:") == true)
  }

  @Test(arguments: [Int.max, 1]) func theHeaderStandsBeforeTLS(_ pieceBytes: Int) throws {
    let security = try Security()
    let (rig, address) = try rig(tls: security.holder)
    defer { rig.stop() }
    let client = try SecureClient(address, to: security.destination(), pieceBytes: pieceBytes)
    // The header and the hello in one segment, or in many.
    #expect(client.flush(behind: ProxyHeaderBytes.four))
    #expect(try client.shakeHands())
    #expect(try client.send([1, 2]) && client.receive(2) == [1, 2])
    #expect(rig.mailbox.takeAddress() == "192.0.2.7:4711")
    #expect(rig.onLoop { $0.load.handshakeCount } == 0)
  }

  @Test func fromOthersTheHeaderIsInput() throws {
    let (rig, address) = try rig(from: [try #require(TrustedProxy("10.0.0.0/8"))])
    defer { rig.stop() }
    let client = try BlockingClient(address)
    #expect(client.send(ProxyHeaderBytes.four))
    #expect(client.receive(ProxyHeaderBytes.four.count) == ProxyHeaderBytes.four)
    #expect(rig.mailbox.takeAddress()?.hasPrefix("127.0.0.1:") == true)
  }

  @Test func whatIsNoHeaderIsDropped() throws {
    let (rig, address) = try rig()
    defer { rig.stop() }
    let cases: [([UInt8], ProxyHeader.Fault)] = [
      (Array("GET / HTTP/1.1\r\n\r\n".utf8), .noHeader), (Array("PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n".utf8), .version1),
      (ProxyHeaderBytes.make(0x20, 0, [UInt8](repeating: 0, count: 521)), .tooLong(521)),
    ]
    for (bytes, fault) in cases {
      let client = try BlockingClient(address)
      #expect(client.send(bytes))
      #expect(client.receive(1)?.isEmpty ?? true)
      #expect(rig.mailbox.take() == .handshakeFailed(.proxyRefused(fault)))
    }
    let client = try BlockingClient(address)
    #expect(client.send(Array(ProxyHeaderBytes.four.dropLast())))
    client.endOutput()
    #expect(rig.mailbox.take() == .handshakeFailed(.proxyRefused(.incomplete)))
    // Limit: 536 bytes.
    let longest = try BlockingClient(address)
    #expect(longest.send(ProxyHeaderBytes.make(0x20, 0, [UInt8](repeating: 0, count: 520)) + [5]) && longest.receive(1) == [5])
    #expect(rig.onLoop { $0.announcements.count + $0.establishing.count + $0.load.handshakeCount } == 0)
  }

  @Test func aProxyThatSaysNothingIsDropped() throws {
    var configuration = LoopConfiguration()
    configuration.handshakeMilliseconds = 30
    configuration.tickMilliseconds = 5
    let (rig, address) = try rig(.echo, configuration)
    defer { rig.stop() }
    let client = try BlockingClient(address)
    #expect(client.send(Array(ProxyHeaderBytes.four.prefix(20))))
    #expect(client.receive(1)?.isEmpty ?? true)
    #expect(rig.mailbox.take() == .handshakeFailed(.failed(SystemError(code: ETIMEDOUT))))
    #expect(rig.onLoop { $0.announcements.count + $0.connectionCount + $0.load.connectionCount } == 0)
  }
}

extension [UInt8] {
  /// Pieces of so many bytes.
  func cut(_ pieceBytes: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: Swift.min(pieceBytes, count)).map {
      Array(self[$0..<Swift.min(count, $0 + Swift.min(pieceBytes, count))])
    }
  }
}
