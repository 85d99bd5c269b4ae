import Glibc
import TLS
import Testing

@testable import Transport

/// How long the deadlines are that a loop sets itself: a millisecond before nothing is due, and then the connection's
/// timer is. Nobody waits for them, the wheel is moved there by hand.
@Suite(.serialized) struct DeadlineLengthTests {
  private static let configuration = {
    var configuration = LoopConfiguration()
    configuration.tickMilliseconds = 1
    // No two alike, and none within reach of a test.
    configuration.handshakeMilliseconds = 3_600_000
    configuration.lingerMilliseconds = 7_200_000
    configuration.connectMilliseconds = 9_000_000
    return configuration
  }()

  /// How many timers are due a millisecond before the moment, and how many at it.
  private static func due(_ loop: Loop, at moment: Int64) -> [Int] {
    [moment - 1, moment].map { moment in
      loop.wheel.pointee.advance(to: UInt64(moment))
      return loop.wheel.pointee.dueCount
    }
  }

  /// What an accepted connection has done of its handshake.
  enum Progress: CaseIterable {
    case nothingOverTLS
    case nothingFromAProxy
    case theHeaderOfAProxy
  }

  // T1, T2
  @Test(arguments: Progress.allCases) func aHandshakeHasItsTimeFromAcceptingOnHoweverFarItIs(_ progress: Progress) throws {
    let rig = try Rig(ScriptedHandler.Script(), Self.configuration)
    defer { rig.stop() }
    let proxies = progress == .nothingOverTLS ? [] : [try #require(TrustedProxy("127.0.0.0/8"))]
    let address = try rig.loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), tls: Security().holder, trustedProxies: proxies)
    let client = try BlockingClient(address)
    if progress == .theHeaderOfAProxy { #expect(client.send(ProxyHeaderBytes.four)) }
    try rig.waitUntil { loop in
      guard let connection = loop.establishing.keys.first else { return false }
      return loop.slot(connection)?.pointee.phase == (progress == .nothingFromAProxy ? .announcing : .securing)
    }
    let due = rig.onLoop { loop -> [Int] in
      guard let start = loop.handshakes.oldest({ _ in true })?.start else { return [] }
      return Self.due(loop, at: start + Self.configuration.handshakeMilliseconds)
    }
    #expect(due == [0, 1])
    #expect(rig.mailbox.take() == .handshakeFailed(.failed(SystemError(code: ETIMEDOUT))))
    #expect(client.receive(1) == [])
  }

  // C10
  @Test func whoDoesNotEndTheirStreamHasTheirTimeFromTheEndOfOursOn() throws {
    let rig = try Rig(ScriptedHandler.Script(), Self.configuration)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    let due = rig.onLoop { loop -> [Int] in
      guard let slot = loop.slot(connection) else { return [] }
      loop.linger(connection, slot)
      return Self.due(loop, at: loop.now + Self.configuration.lingerMilliseconds)
    }
    #expect(due == [0, 1])
    #expect(rig.mailbox.take() == .closed(connection, .closedHere))
    #expect(client.receive(1) == [])
  }

  @Test func connectingHasItsTimeFromTheBeginningOn() throws {
    let rig = try Rig(ScriptedHandler.Script(), Self.configuration)
    defer { rig.stop() }
    let address = rig.address
    let due = rig.onLoop { loop -> [Int] in
      guard (try? loop.connect(to: address)) != nil else { return [] }
      return Self.due(loop, at: loop.now + Self.configuration.connectMilliseconds)
    }
    #expect(due == [0, 1])
  }
}
