import Glibc
import TLS
import Testing

@testable import Transport

@Suite(.serialized) struct SecureConnectionTests {
  private let security: Security

  init() throws { security = try Security() }

  private static let body = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  @Test(arguments: [Int.max, 1, 50]) func echoes(_ pieceBytes: Int) throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig, pieceBytes: pieceBytes)
    let connection = try #require(rig.mailbox.takeOpened())
    for text in ["hello", "again"] {
      #expect(try client.send(Array(text.utf8)))
      #expect(try client.receive(5) == Array(text.utf8))
    }
    client.socket.endOutput()
    #expect(try client.receive(1) == [] && client.peerHasEnded)
    #expect(rig.mailbox.take() == .inputEnded(connection))
    #expect(rig.mailbox.take() == .closed(connection, .peerClosed))
  }

  @Test func twoHundredConnectionsEchoMuch() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<200).map { _ in try security.connect(rig) }
    for (number, client) in clients.enumerated() { #expect(try client.send([UInt8](repeating: UInt8(number), count: 3000))) }
    for (number, client) in clients.enumerated() { #expect(try client.receive(3000) == [UInt8](repeating: UInt8(number), count: 3000)) }
    #expect(rig.onLoop { $0.connectionCount } == 200)
  }

  @Test func aBroadcastReachesEverybodyInOrder() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<10).map { _ in try security.connect(rig) }
    let connections = (0..<10).compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == 10)
    // Pieces of all sizes that do not touch: joined into records, or too large for that.
    let pieces = [1, 100, 16_383, 3, 20_000, 16_384, 5, 40_000].enumerated().map { [UInt8](repeating: UInt8($0 + 1), count: $1) }
    rig.loop.inbox.post(
      (0..<3).map { _ -> ScriptedHandler.Message in
        { loop in
          for piece in pieces {
            let range = loop.write(piece)
            connections.withUnsafeBufferPointer { loop.send(range, to: $0) }
            _ = loop.write([0xFF])
          }
        }
      })
    let all = Array([pieces, pieces, pieces].joined().joined())
    for client in clients {
      let isEqual = try client.receive(all.count) == all
      #expect(isEqual)
    }
  }

  @Test func whatComesWithTheEndOfTheHandshakeFollowsOpened() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let client = try SecureClient(rig.address, to: security.destination())
    #expect(try client.shakeHands(holdingBack: true))
    try client.encrypt([1, 2, 3])
    client.endOutput()
    #expect(client.flush())
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(rig.mailbox.take() == .received(connection, [1, 2, 3]))
    #expect(rig.mailbox.take() == .inputEnded(connection))
    #expect(rig.mailbox.take() == .closed(connection, .peerClosed))
    #expect(try client.receive(1) == [] && client.peerHasEnded)
  }

  // T9
  @Test func closeNotifyEndsTheInputAndTheAnswerStillArrives() throws {
    let script = ScriptedHandler.Script(inputEnded: { connection, loop in
      loop.send([4, 2], to: connection)
      loop.close(connection, .afterFlush)
    })
    let rig = try Rig(script, tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig)
    client.endOutput()
    #expect(client.flush())
    #expect(try client.receive(3) == [4, 2] && client.peerHasEnded)
  }

  @Test func closeAfterFlushDeliversEverythingAndThenCloseNotify() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(try client.send([UInt8](repeating: 1, count: 100)))
    let refused = rig.onLoop { loop in
      let sent = loop.send(Self.body, to: connection)
      Array("bye".utf8).withUnsafeBytes { loop.finish(connection, sending: $0) }
      return sent && !loop.send([1], to: connection)
    }
    #expect(refused == true)
    #expect(try client.send([UInt8](repeating: 2, count: 100)))
    let arrivedWhole = try client.receive(Self.body.count + 3) == Self.body + Array("bye".utf8)
    #expect(arrivedWhole)
    #expect(try client.receive(1) == [] && client.peerHasEnded)
    client.socket.endOutput()
    #expect(rig.mailbox.take { $0 == .closed(connection, .closedHere) } != nil)
  }

  @Test func aBacklogDrainsInOrderAndItsMemoryIsGivenBack() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let body = Self.body + Self.body + Self.body
    let sent = rig.onLoop { loop in
      loop.allow(extraBytes: 4 << 20, for: connection)
      return [loop.send([1], to: connection), loop.send(body, to: connection), loop.send([2], to: connection)]
    }
    #expect(sent == [true, true, true])
    #expect(rig.onLoop { $0.queuedBytes(of: connection) > 0 } == true)
    let arrivedWhole = try client.receive(body.count + 2) == [1] + body + [2]
    #expect(arrivedWhole)
    #expect(rig.mailbox.take() == .drained(connection))
    let left = rig.onLoop { $0.backlogBytes + ($0.slot(connection)?.pointee.backlog == nil ? 0 : 1) }
    #expect(left == 0)
  }

  @Test func aPeerThatDoesNotReadOverflowsAndLastWordsStillArrive() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let piece = [UInt8](repeating: 0x5A, count: 10_000)
    var accepted = 0
    for _ in 0..<400 where rig.onLoop({ $0.send(piece, to: connection) }) == true { accepted += 1 }
    #expect(accepted > 104 && accepted < 400)
    #expect(rig.mailbox.take() == .overflowed(connection))
    _ = rig.onLoop { loop in Array("slow".utf8).withUnsafeBytes { loop.finish(connection, sending: $0) } }
    let received = try client.receive(accepted * piece.count + 5)
    #expect(received.count == accepted * piece.count + 4 && received.suffix(4).elementsEqual("slow".utf8))
    #expect(client.peerHasEnded)
    client.socket.endOutput()
    #expect(rig.mailbox.take() == .closed(connection, .closedHere))
  }

  @Test func aReloadDropsNobody() throws {
    let rig = try Rig(.echo, tls: security.holder)
    defer { rig.stop() }
    let destination = try security.destination()
    func connect() throws -> SecureClient {
      let client = try SecureClient(rig.address, to: destination)
      try #require(try client.shakeHands())
      try #require(try client.send([0]))
      try #require(try client.receive(1) == [0])
      return client
    }
    let older = try (0..<20).map { _ in try connect() }
    let resumed = older.map { $0.isResumed }
    #expect(resumed == [false] + [Bool](repeating: true, count: 19))
    // It has come, and says hello afterwards.
    let between = try SecureClient(rig.address, to: destination)
    try rig.waitUntil { $0.openings.count == 1 }
    security.holder.replace(with: try Security.context(security.certificates.renewed))
    try #require(try between.shakeHands())
    #expect(between.isResumed == false)
    let newer = try (0..<20).map { _ in try connect() }
    #expect(newer[0].isResumed == false)
    for client in older + [between] + newer {
      #expect(try client.send([7]))
      #expect(try client.receive(1) == [7])
    }
    #expect(rig.onLoop { $0.connectionCount } == 41)
  }

  // MARK: - Outgoing

  @Test func connectsAndTalksToItself() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let address = rig.address
    let destination = try security.destination("127.0.0.1")
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, token: 5, tls: destination) } ?? nil)
    #expect(rig.mailbox.take { $0 == .opened(outgoing, token: 5) } != nil)
    _ = rig.onLoop { $0.send([1, 2], to: outgoing) }
    let arrived = rig.mailbox.take { if case .received = $0 { true } else { false } }
    guard case .received(let incoming, [1, 2]) = arrived else {
      Issue.record("\(String(describing: arrived))")
      return
    }
    _ = rig.onLoop { $0.close(outgoing, .afterFlush) }
    #expect(rig.mailbox.take() == .inputEnded(incoming))
    let ends = [rig.mailbox.take(), rig.mailbox.take()]
    #expect(ends.contains(.closed(incoming, .peerClosed)) && ends.contains(.closed(outgoing, .closedHere)))
  }

  @Test func aServerThatIsSomebodyElseIsReportedAsClosed() throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let address = rig.address
    let destination = try security.destination("example.org")
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, tls: destination) } ?? nil)
    let ends = [rig.mailbox.take(), rig.mailbox.take()]
    #expect(ends.contains(.closed(outgoing, .tlsFailed(.nameMismatch(expected: "example.org")))))
    #expect(ends.contains { if case .handshakeFailed(.tlsFailed(.refusedByPeer)) = $0 { true } else { false } })
  }

  @Test func aServerWithoutTLSIsReportedAsClosed() throws {
    let script = ScriptedHandler.Script(received: { _, connection, loop in
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8).withUnsafeBytes { loop.finish(connection, sending: $0) }
    })
    let rig = try Rig(script)
    defer { rig.stop() }
    let address = rig.address
    let destination = try security.destination()
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, tls: destination) } ?? nil)
    #expect(rig.mailbox.take { $0 == .closed(outgoing, .tlsFailed(.notTLS)) } != nil)
  }
}
