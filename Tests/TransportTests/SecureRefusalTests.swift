import Glibc
import TLS
import Testing

@testable import Transport

/// What comes to a port with TLS and is no good. Nobody but the peer and the handler's `handshakeFailed` hears of it.
@Suite(.serialized) struct SecureRefusalTests {
  private let security: Security

  init() throws { security = try Security() }

  private func impatientRig() throws -> Rig {
    var configuration = LoopConfiguration()
    configuration.handshakeMilliseconds = 30
    configuration.lingerMilliseconds = 30
    configuration.tickMilliseconds = 5
    return try Rig(ScriptedHandler.Script(), configuration, tls: security.holder)
  }

  // T1
  @Test func whoSaysNothingIsDropped() throws {
    // Limit: 5 s for the whole handshake; the tests below have less patience.
    #expect(LoopConfiguration().handshakeMilliseconds == 5_000)
    let rig = try impatientRig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take() == .handshakeFailed(.failed(SystemError(code: ETIMEDOUT))))
    #expect(rig.onLoop { $0.connectionCount } == 0)
  }

  // T2: the deadline is for the whole handshake, not for a byte.
  @Test func whoSaysHelloByteByByteIsDropped() throws {
    let rig = try impatientRig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let start: [UInt8] = [22, 3, 1, 0x40, 0, 1, 0, 0x3F, 0xFC]
    for byte in start + [UInt8](repeating: 0, count: 16_000) {
      guard client.send([byte]) else { break }
    }
    #expect(rig.mailbox.take() == .handshakeFailed(.failed(SystemError(code: ETIMEDOUT))))
    #expect(rig.onLoop { $0.establishing.count } == 0)
  }

  // T3
  @Test func plainHTTPIsDroppedWithoutAnAnswer() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    #expect(client.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take() == .handshakeFailed(.tlsFailed(.notTLS)))
  }

  @Test(arguments: ["PROXY TCP4 203.0.113.7 192.0.2.1 5 80\r\n", "\r\n\r\n\0\r\nQUIT\n!"])
  func aProxyThatIsNotTrustedIsNamed(_ header: String) throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    #expect(client.send(Array(header.utf8)))
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take() == .handshakeFailed(.proxyRefused(.untrusted)))
    // What comes in pieces, or only begins alike, is no TLS as before.
    for other in ["PROXYISH", "PROXY"] {
      let client = try BlockingClient(rig.address)
      #expect(client.send(Array(other.utf8)))
      #expect(client.receive(1) == [])
      #expect(rig.mailbox.take() == .handshakeFailed(.tlsFailed(.notTLS)))
    }
  }

  // T4: RFC 8446 §6.2, RFC 8996.
  @Test(arguments: [1, 2] as [UInt8]) func oldVersionsGetAnAlert(_ minor: UInt8) throws {
    let rig = try impatientRig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let body: [UInt8] = [3, minor] + [UInt8](repeating: 7, count: 32) + [0, 0, 4, 0xC0, 0x09, 0x00, 0x2F, 1, 0]
    #expect(client.send([22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body))
    #expect(client.receive(8) == [21, 3, minor, 0, 2, 2, 70])
    #expect(rig.mailbox.take() == .handshakeFailed(.tlsFailed(.versionTooOld)))
    client.endOutput()
    // The alert was followed by the end of the stream, and the peer's is awaited for a moment only.
    try rig.waitUntil { $0.connectionCount == 0 }
  }

  // T5: RFC 5746 §4.5. The client's own OpenSSL takes the refusal for the end.
  @Test func renegotiationIsRefused() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try SecureClient(rig.address, to: security.oldDestination())
    #expect(try client.shakeHands())
    #expect(try client.send([1]))
    #expect(try client.receive(1) == [1])
    client.renegotiate()
    #expect(client.flush())
    #expect(throws: TLSFailure.broken(reason: "no renegotiation")) { try client.receive(1) }
    // Nobody has hung up.
    #expect(rig.onLoop { $0.connectionCount } == 1)
  }

  // T5
  @Test(arguments: [(10, true), (11, false), (1_000, false)]) func keysMayChangeTenTimesASecond(_ times: Int, _ isAccepted: Bool) throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig)
    let connection = try #require(rig.mailbox.takeOpened())
    client.changeKeys(times: times)
    try client.encrypt([7])
    #expect(client.flush())
    if isAccepted {
      #expect(try client.receive(1) == [7])
    } else {
      #expect(rig.mailbox.take() == .closed(connection, .tlsFailed(.tooManyKeyChanges)))
      #expect(rig.onLoop { $0.connectionCount } == 0)
    }
  }

  // T6
  @Test func garbageIsDropped() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    for seed in 1...20 as ClosedRange<UInt64> {
      var state = seed
      let bytes = (0..<(64 << 10)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      let client = try BlockingClient(rig.address)
      _ = client.send(bytes)
      let event = rig.mailbox.take()
      guard case .handshakeFailed = event else {
        Issue.record("seed \(seed): \(String(describing: event))")
        return
      }
    }
    let client = try security.connect(rig)
    #expect(try client.send([1]))
    #expect(try client.receive(1) == [1])
  }

  @Test func aDamagedRecordEndsTheConnection() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(client.socket.send([23, 3, 3, 0, 40] + [UInt8](repeating: 1, count: 40)))
    let event = rig.mailbox.take()
    guard case .closed(connection, .tlsFailed(.broken)) = event else {
      Issue.record("\(String(describing: event))")
      return
    }
  }

  // T7, in a process of its own since descriptors belong to the process.
  @Test func peersThatLeaveInTheHandshakeLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let security = try Security()
      let rig = try Rig(.echo, tls: security.holder)
      _ = try security.connect(rig)
      var before = 0
      for round in 0..<300 {
        if round == 30 { before = openSockets() }
        let client = try SecureClient(rig.address, to: try security.destination())
        // Nothing, half a hello, a hello, or a handshake and half a record.
        switch round % 4 {
        case 1: try #require(client.socket.send([22, 3, 1]))
        case 2: try #require(client.flush())
        case 3:
          try #require(try client.shakeHands())
          try #require(client.socket.send([23, 3, 3, 0, 99, 1]))
        default: break
        }
        if round % 3 == 0 { client.socket.resetOnClose() }
      }
      var ended = 0
      while ended < 301 {
        switch try #require(rig.mailbox.take()) {
        case .handshakeFailed, .closed: ended += 1
        default: break
        }
      }
      try #require(rig.onLoop { $0.connectionCount + $0.establishing.count } == 0)
      try #require(openSockets() <= before)
    }
  }
}
