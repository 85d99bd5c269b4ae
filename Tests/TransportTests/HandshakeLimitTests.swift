import Glibc
import Testing

@testable import Transport

/// How many handshakes may go on at once.
@Suite(.serialized) struct HandshakeLimitTests {
  private let security: Security

  init() throws { security = try Security() }

  /// A busy machine meets no deadline of a handshake.
  private static let patient = {
    var configuration = LoopConfiguration()
    configuration.handshakeMilliseconds = 600_000
    return configuration
  }()

  private func rig(handshakesMax: Int, sparedMilliseconds: Int64) throws -> Rig {
    var configuration = Self.patient
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
    // Who ends a handshake makes space.
    #expect(try first.shakeHands())
    #expect(try third.shakeHands() && third.send([3]) && third.receive(1) == [3])
    #expect(try second.shakeHands() && second.send([2]) && second.receive(1) == [2])
    #expect(rig.onLoop { [$0.connectionCount, $0.load.handshakeCount] } == [3, 0])
  }

  @Test func oneAddressHasItsShareAndOneMoreIsClosed() throws {
    var configuration = Self.patient
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
    // The client is done before the server has read its last words.
    try rig.waitUntil { $0.load.handshakeCount == 1 }
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
    var configuration = Self.patient
    configuration.handshakesPerAddressMax = 1
    configuration.uncountedProxies = [try #require(TrustedProxy("127.0.0.0/8"))]
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<3).map { _ in try security.begin(rig) }
    try rig.waitUntil { $0.load.handshakeCount == 3 }
    for client in clients { #expect(try client.shakeHands()) }
  }

  @Test func aHandshakeThatEndsBadlyMakesSpaceToo() throws {
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

  // MARK: - Peers that were refused in the handshake

  /// A hello of TLS 1.0, which is answered with an alert (RFC 8446 §6.2), and the alert.
  private static let oldHello: [UInt8] = {
    let body: [UInt8] = [3, 1] + [UInt8](repeating: 7, count: 32) + [0, 0, 4, 0xC0, 0x09, 0x00, 0x2F, 1, 0]
    return [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
  }()
  private static let alert: [UInt8] = [21, 3, 1, 0, 2, 2, 70]

  /// A client that has got an alert and the end of the stream, and stays connected.
  private func refused(_ rig: Rig) throws -> BlockingClient {
    let client = try BlockingClient(rig.address)
    try #require(client.send(Self.oldHello))
    #expect(client.receive(Self.alert.count + 1) == Self.alert)
    return client
  }

  /// One that is closed at once, without a word.
  private func isClosedAtOnce(_ rig: Rig) throws -> Bool {
    let client = try BlockingClient(rig.address)
    // The server may have closed before, and then answers with a reset.
    _ = client.send(Self.oldHello)
    return (client.receive(1) ?? []).isEmpty
  }

  @Test func whoeverWasRefusedCountsForTheAddressUntilTheConnectionIsGone() throws {
    var configuration = Self.patient
    configuration.handshakesPerAddressMax = 2
    configuration.lingerMilliseconds = 3_600_000
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let first = try refused(rig)
    let second = try refused(rig)
    // No handshake goes on, and nobody else is kept from one by these.
    #expect(rig.onLoop { [$0.connectionCount, $0.load.handshakeCount, $0.lingeringRefusals, $0.refusedCount] } == [2, 0, 2, 0])
    #expect(try isClosedAtOnce(rig))
    #expect(rig.onLoop { [$0.connectionCount, $0.lingeringRefusals, $0.refusedCount] } == [2, 2, 1])
    // A peer that goes makes space for one, and no more.
    first.endOutput()
    try rig.waitUntil { $0.connectionCount == 1 }
    let third = try refused(rig)
    #expect(try isClosedAtOnce(rig))
    third.endOutput()
    try rig.waitUntil { $0.connectionCount == 1 }
    let served = try security.connect(rig)
    #expect(try served.send([1]) && served.receive(1) == [1])
    #expect(rig.onLoop { [$0.handshakesByAddress.values.reduce(0, +), $0.lingeringRefusals] } == [1, 1])
    withExtendedLifetime(second) {}
  }

  /// However a refused connection ends, its count is given back, and once.
  @Test(arguments: ["its end", "a reset", "the deadline"]) func everyEndGivesBackTheCountOnce(_ end: String) throws {
    var configuration = Self.patient
    configuration.handshakesPerAddressMax = 2
    configuration.lingerMilliseconds = end == "the deadline" ? 30 : 3_600_000
    configuration.tickMilliseconds = 5
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    // Beside one of the same address whose handshake goes on: given back twice, its count would go with the other's.
    let other = try security.begin(rig)
    try rig.waitUntil { $0.load.handshakeCount == 1 }
    /// The client is closed when this returns.
    func refuseAndEnd() throws {
      let client = try refused(rig)
      switch end {
      case "its end": client.endOutput()
      case "a reset": client.resetOnClose()
      default: try withExtendedLifetime(client) { try rig.waitUntil { $0.connectionCount == 1 } }
      }
    }
    for _ in 0..<5 {
      try refuseAndEnd()
      try rig.waitUntil { $0.connectionCount == 1 }
      #expect(rig.onLoop { [$0.handshakesByAddress.values.reduce(0, +), $0.lingeringRefusals, $0.load.handshakeCount] } == [1, 0, 1])
    }
    #expect(try other.shakeHands())
    try rig.waitUntil { $0.handshakesByAddress.isEmpty }
  }

  @Test(arguments: [3, LoopConfiguration().refusedMax]) func ofAllRefusedSoManyLingerAndOneMoreIsClosedAtOnce(_ most: Int) throws {
    // Limit: 128 of all addresses on a loop.
    #expect(LoopConfiguration().refusedMax == 128)
    var configuration = Self.patient
    configuration.refusedMax = most
    configuration.lingerMilliseconds = 3_600_000
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let lingering = try (0..<most).map { _ in try refused(rig) }
    #expect(rig.onLoop { [$0.connectionCount, $0.lingeringRefusals] } == [most, most])
    let oneMore = try BlockingClient(rig.address)
    try #require(oneMore.send(Self.oldHello))
    // Its handshake has failed like the others', and it is gone though it is still there on its side.
    for _ in 0...most { #expect(rig.mailbox.take() == .handshakeFailed(.tlsFailed(.versionTooOld))) }
    #expect(rig.onLoop { [$0.connectionCount, $0.lingeringRefusals, $0.load.handshakeCount] } == [most, most, 0])
    // When one has gone the next may linger.
    lingering[0].endOutput()
    try rig.waitUntil { $0.connectionCount == most - 1 }
    let another = try refused(rig)
    #expect(rig.onLoop { [$0.connectionCount, $0.lingeringRefusals] } == [most, most])
    withExtendedLifetime((lingering, oneMore, another)) {}
  }

  // MARK: - Who gets the place of the oldest

  @Test func theOldestGivesItsPlaceToOneNewcomer() {
    var configuration = Self.patient
    configuration.handshakesMax = 2
    let load = LoopLoad()
    for _ in 0..<2 {
      #expect(load.hasSpace(configuration, now: 0))
      load.handshakeBegan()
      load.publish(oldestHandshake: 0)
      load.handshakeCame()
    }
    #expect(!load.hasSpace(configuration, now: 999))
    #expect(load.hasSpace(configuration, now: 1_000))
    load.handshakeBegan()
    // On its way; the loop knows nothing of it, and says once more who is the oldest.
    load.publish(oldestHandshake: 0)
    #expect(!load.hasSpace(configuration, now: 1_000))
    // It is there in the place of the oldest.
    load.handshakeEnded()
    load.publish(oldestHandshake: 500)
    load.handshakeCame()
    #expect(!load.hasSpace(configuration, now: 1_499))
    #expect(load.hasSpace(configuration, now: 1_500))
    // A peer that ends makes space without anybody's place.
    load.handshakeEnded()
    #expect(load.hasSpace(configuration, now: 0))
  }

  @Test func whoeverIsHandedOverGetsThePlaceThoughTheClockOfTheLoopIsBehind() throws {
    let rig = try rig(handshakesMax: 1, sparedMilliseconds: 3_600_000)
    defer { rig.stop() }
    let oldest = try security.begin(rig)
    try rig.waitUntil { $0.load.handshakeCount == 1 }
    // As if a sibling, whose clock is an hour ahead, had accepted it.
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let (fd, address, holder) = (ends[0], rig.address, security.holder)
    _ = rig.onLoop { loop in
      let arrival = Arrival(fd: fd, address: address, admission: Admission(token: 7, tls: holder, trustedProxies: []), isProxied: false)
      arrival.count(in: loop.load)
      loop.takeIn(arrival)
    }
    #expect(rig.mailbox.take() == .handshakeFailed(.crowdedOut))
    #expect(rig.onLoop { [$0.connectionCount, $0.load.connectionCount, $0.load.handshakeCount, $0.refusedCount] } == [1, 1, 1, 0])
    #expect(try oldest.shakeHands() == false)
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
