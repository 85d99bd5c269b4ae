import Glibc
import Testing

@testable import Transport

/// How many handshakes may go on at once.
@Suite(.serialized) struct HandshakeLimitTests {
  private let security: Security

  init() throws { security = try Security() }

  private func rig(handshakesMax: Int, sparedMilliseconds: Int64) throws -> Rig {
    var configuration = LoopConfiguration()
    configuration.handshakesMax = handshakesMax
    configuration.handshakeSparedMilliseconds = sparedMilliseconds
    configuration.tickMilliseconds = 5
    return try Rig(.echo, configuration, tls: security.holder)
  }

  @Test func atTheLimitNobodyIsDroppedAndOneMoreTakesThePlaceOfTheOldest() throws {
    let rig = try rig(handshakesMax: 3, sparedMilliseconds: 0)
    defer { rig.stop() }
    let oldest = try security.begin(rig)
    let others = try [security.begin(rig), security.begin(rig)]
    try rig.waitUntil { $0.load.handshakeCount == 3 }
    #expect(rig.onLoop { $0.connectionCount } == 3)
    let newcomer = try security.begin(rig)
    #expect(try newcomer.shakeHands() && newcomer.send([1]) && newcomer.receive(1) == [1])
    #expect(rig.mailbox.take() == .handshakeFailed(.crowdedOut))
    #expect(try oldest.shakeHands() == false)
    for other in others { #expect(try other.shakeHands() && other.send([2]) && other.receive(1) == [2]) }
    #expect(rig.onLoop { $0.load.handshakeCount } == 0)
    #expect(rig.onLoop { [$0.connectionCount, $0.load.connectionCount] } == [3, 3])
  }

  @Test func theYoungAreSparedAndNewcomersWaitInTheKernel() throws {
    let rig = try rig(handshakesMax: 2, sparedMilliseconds: 3_600_000)
    defer { rig.stop() }
    let first = try security.begin(rig)
    let second = try security.begin(rig)
    let third = try security.begin(rig)
    try rig.waitUntil { $0.listeners.first?.isResting == true }
    #expect(rig.onLoop { [$0.connectionCount, $0.load.handshakeCount, $0.refusedCount] } == [2, 2, 0])
    // Who ends a handshake makes room.
    #expect(try first.shakeHands())
    #expect(try third.shakeHands() && third.send([3]) && third.receive(1) == [3])
    #expect(try second.shakeHands() && second.send([2]) && second.receive(1) == [2])
    #expect(rig.onLoop { [$0.connectionCount, $0.load.handshakeCount] } == [3, 0])
  }

  @Test func oneAddressHasItsShareAndOneMoreIsClosed() throws {
    var configuration = LoopConfiguration()
    configuration.handshakesPerAddressMax = 2
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let first = try security.begin(rig)
    let second = try security.begin(rig)
    try rig.waitUntil { $0.load.handshakeCount == 2 }
    #expect(try security.begin(rig).shakeHands() == false)
    #expect(rig.onLoop { [$0.connectionCount, $0.load.handshakeCount, $0.refusedCount] } == [2, 2, 1])
    // Whether it ends well or badly, the next one may begin.
    #expect(try first.shakeHands())
    let third = try security.begin(rig)
    try rig.waitUntil { $0.load.handshakeCount == 2 }
    second.socket.endOutput()
    try rig.waitUntil { $0.load.handshakeCount == 1 }
    let fourth = try security.connect(rig)
    #expect(try fourth.send([4]) && fourth.receive(1) == [4])
    #expect(try third.shakeHands() && third.send([3]) && third.receive(1) == [3])
    #expect(rig.onLoop { $0.handshakesByAddress.isEmpty } == true)
  }

  @Test func whoeverSpeaksForManyIsNotCounted() throws {
    var configuration = LoopConfiguration()
    configuration.handshakesPerAddressMax = 1
    configuration.uncountedPeers = [try #require(TrustedProxy("127.0.0.0/8"))]
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<3).map { _ in try security.begin(rig) }
    try rig.waitUntil { $0.load.handshakeCount == 3 }
    for client in clients { #expect(try client.shakeHands()) }
  }

  @Test func aHandshakeThatEndsBadlyMakesRoomToo() throws {
    let rig = try rig(handshakesMax: 1, sparedMilliseconds: 3_600_000)
    defer { rig.stop() }
    for _ in 0..<5 {
      let client = try BlockingClient(rig.address)
      #expect(client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8)))
      guard case .handshakeFailed = rig.mailbox.take() else {
        Issue.record("the handshake went on")
        return
      }
    }
    let client = try security.connect(rig)
    #expect(try client.send([1]) && client.receive(1) == [1])
  }

  @Test func theQueueFindsTheOldestThatGoesOnAndForgetsTheOthers() {
    var queue = HandshakeQueue()
    let connections = (0..<1000).map { ConnectionID(index: $0, generation: 1) }
    for connection in connections {
      queue.tidy(10) { $0.index >= 990 }
      queue.append(connection, at: Int64(connection.index))
    }
    #expect(queue.oldest { $0.index >= 995 }?.start == 995)
    #expect(queue.oldest { $0.index == 996 }?.connection == connections[996])
    #expect(queue.oldest { _ in false } == nil)
  }
}

extension Security {
  /// A client that has connected and not said hello yet.
  func begin(_ rig: Rig) throws -> SecureClient { try SecureClient(rig.address, to: try destination()) }
}
