import Glibc
import Testing

@testable import Transport

@Suite(.serialized) struct ConnectionTests {
  @Test(arguments: ["127.0.0.1:0", "[::1]:0", "localhost:0"])
  func echoes(_ text: String) throws {
    let rig = try Rig(.echo)
    defer { rig.stop() }
    let address = try rig.loop.listen(on: #require(SocketAddress(text)), token: 9)
    #expect(address.port != 0)
    let client = try BlockingClient(address)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(connection.generation > 0)
    #expect(client.send(Array("hello".utf8)))
    #expect(client.receive(5) == Array("hello".utf8))
    client.endOutput()
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take() == .inputEnded(connection))
    #expect(rig.mailbox.take() == .closed(connection, .peerClosed))
  }

  @Test func twoHundredConnectionsEchoMuch() throws {
    let rig = try Rig(.echo)
    defer { rig.stop() }
    let clients = try (0..<200).map { _ in try BlockingClient(rig.address) }
    for (number, client) in clients.enumerated() { #expect(client.send([UInt8](repeating: UInt8(number), count: 3000))) }
    for (number, client) in clients.enumerated() { #expect(client.receive(3000) == [UInt8](repeating: UInt8(number), count: 3000)) }
    #expect(rig.onLoop { $0.connectionCount } == 200)
  }

  @Test func aBroadcastReachesEverybodyInOrder() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let clients = try (0..<20).map { _ in try BlockingClient(rig.address) }
    let connections = (0..<20).compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == 20)
    rig.loop.inbox.post(
      (0..<50).map { turn -> ScriptedHandler.Message in
        { loop in
          let shared = loop.write([UInt8(turn), 1])
          let own = loop.write([UInt8(turn), 2])
          connections.withUnsafeBufferPointer { loop.send(shared, to: $0) }
          // Every second connection gets ranges that do not touch, more than a slot has space for.
          for connection in connections where connection.index % 2 == 0 { loop.send(own, to: connection) }
          _ = loop.write([0xFF])
        }
      })
    let all: [UInt8] = (0..<50).flatMap { [$0, 1] as [UInt8] }
    let even: [UInt8] = (0..<50).flatMap { [$0, 1, $0, 2] as [UInt8] }
    let received = clients.enumerated().map { number, client in client.receive(connections[number].index % 2 == 0 ? 200 : 100) }
    for (number, bytes) in received.enumerated() { #expect(bytes == (connections[number].index % 2 == 0 ? even : all)) }
  }

  @Test func rangesAreJoinedInTheirOrder() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let joined = rig.onLoop { loop -> [[UInt8]] in
      let first = loop.write([1, 2])
      let second = loop.write([3])
      let third = loop.write([4, 5])
      func bytes(_ ranges: OutputRange...) -> [UInt8] { Array(loop.bytes(of: loop.join(ranges))) }
      return [bytes(), bytes(second), bytes(first, second, third), bytes(third, first), bytes(first, third, third)]
    }
    #expect(joined == [[], [3], [1, 2, 3, 4, 5], [4, 5, 1, 2], [1, 2, 4, 5, 4, 5]])
  }

  @Test func aRangeThatDidNotFitIsJoinedToNothing() throws {
    var configuration = LoopConfiguration()
    configuration.turnBytesMax = 8
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let counts = rig.onLoop { loop -> [Int] in
      let fitting = loop.write([1, 2, 3])
      let refused = loop.write([UInt8](repeating: 0, count: 6))
      let kept = loop.write([4])
      // Limit: four bytes are left, so that a copy of four is made and one of five is not.
      return [
        loop.bytes(of: refused).count, loop.bytes(of: loop.join([fitting, refused])).count,
        loop.bytes(of: loop.join([kept, fitting, kept])).count,
        loop.bytes(of: loop.join([kept, fitting])).count,
      ]
    }
    #expect(counts == [0, 0, 0, 4])
  }

  @Test func aResetIsReportedOnce() throws {
    let rig = try Rig()
    defer { rig.stop() }
    do {
      let client = try BlockingClient(rig.address)
      client.resetOnClose()
    }
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(rig.mailbox.take() == .closed(connection, .failed(SystemError(code: ECONNRESET))))
    #expect(rig.onLoop { $0.connectionCount } == 0)
  }

  @Test func aPausedConnectionIsNotReadAndItsResetIsNoticed() throws {
    let rig = try Rig()
    defer { rig.stop() }
    do {
      let client = try BlockingClient(rig.address)
      let connection = try #require(rig.mailbox.takeOpened())
      _ = rig.onLoop { $0.pauseReading(connection) }
      #expect(client.send([1, 2, 3]))
      _ = rig.onLoop { _ in rig.mailbox.put(.note("a turn has passed")) }
      #expect(rig.mailbox.take() == .note("a turn has passed"))
      _ = rig.onLoop { $0.resumeReading(connection) }
      #expect(rig.mailbox.take() == .received(connection, [1, 2, 3]))
      _ = rig.onLoop { $0.pauseReading(connection) }
      client.resetOnClose()
    }
    let end = rig.mailbox.take()
    guard case .closed(_, .failed(SystemError(code: ECONNRESET))) = end else {
      Issue.record("not a reset: \(String(describing: end))")
      return
    }
  }

  @Test func closeAfterFlushDeliversEverythingAndThenTheEnd() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    // What the peer has sent and nobody read must not turn the end into a reset.
    #expect(client.send([UInt8](repeating: 1, count: 100)))
    let body = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let refused = rig.onLoop { loop in
      let sent = loop.send(body, to: connection)
      Array("bye".utf8).withUnsafeBytes { loop.finish(connection, sending: $0) }
      return sent && !loop.send([1], to: connection)
    }
    #expect(refused == true)
    #expect(client.send([UInt8](repeating: 2, count: 100)))
    let arrivedWhole = client.receive(body.count + 3) == body + Array("bye".utf8)
    #expect(arrivedWhole)
    #expect(client.receive(1) == [])
    client.endOutput()
    #expect(rig.mailbox.take { $0 == .closed(connection, .closedHere) } != nil)
  }

  @Test func lingeringEndsWithoutThePeer() throws {
    var configuration = LoopConfiguration()
    configuration.lingerMilliseconds = 20
    configuration.tickMilliseconds = 5
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    _ = rig.onLoop { $0.close(connection, .afterFlush) }
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take() == .closed(connection, .closedHere))
  }

  @Test func unlessToldOtherwiseLingeringIsOverWithinASecondThoughTimersAreLate() {
    let configuration = LoopConfiguration()
    // A grain for the timer, and another one for the turns in between.
    #expect(configuration.lingerMilliseconds + 2 * configuration.tickMilliseconds <= 1_000)
  }

  @Test(arguments: [false, true])
  func lastWordsAreTheLastAndWhatArrivesIsStillReported(queueIsFull: Bool) throws {
    var configuration = LoopConfiguration()
    configuration.queueBytesMax = 4
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    let taken = rig.onLoop { loop in
      if queueIsFull { loop.send([1, 2, 3, 4], to: connection) }
      ([8, 9] as [UInt8]).withUnsafeBytes { loop.endOutput(connection, sending: $0) }
      let range = ([7] as [UInt8]).withUnsafeBytes { loop.write($0) }
      // Neither range nor bytes, and no second last words.
      return [loop.send(range, to: connection), loop.send([7], to: connection)]
    }
    #expect(taken == [false, false])
    let sent: [UInt8] = (queueIsFull ? [1, 2, 3, 4] : []) + [8, 9]
    #expect(client.receive(sent.count) == sent)
    #expect(client.send([5]))
    // Nothing is told of what was refused: what comes next is what has arrived.
    #expect(rig.mailbox.take() == .received(connection, [5]))
    _ = rig.onLoop { $0.close(connection, .afterFlush) }
    #expect(client.receive(1) == [])
  }

  @Test func aHandlerMayAnswerAfterTheEndOfInput() throws {
    let script = ScriptedHandler.Script(inputEnded: { connection, loop in
      loop.send([4, 2], to: connection)
      loop.close(connection, .afterFlush)
    })
    let rig = try Rig(script)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    client.endOutput()
    #expect(client.receive(3) == [4, 2])
  }

  @Test func aStaleIDNamesNothing() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let first = try BlockingClient(rig.address)
    let stale = try #require(rig.mailbox.takeOpened())
    _ = rig.onLoop { $0.close(stale, .immediately) }
    #expect(first.receive(1) == [])
    #expect(rig.mailbox.take() == .closed(stale, .closedHere))
    let second = try BlockingClient(rig.address)
    let fresh = try #require(rig.mailbox.takeOpened())
    #expect(fresh.index == stale.index && fresh.generation != stale.generation)
    let accepted = rig.onLoop { loop in
      let stale = loop.send([1], to: stale)
      loop.close(fresh, .afterFlush)
      return stale
    }
    #expect(accepted == false)
    #expect(second.receive(1) == [])
  }

  @Test func connectsAndTalksToItself() throws {
    let rig = try Rig(.echo)
    defer { rig.stop() }
    let address = rig.address
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, token: 5) } ?? nil)
    let seen = [rig.mailbox.take(), rig.mailbox.take()]
    #expect(seen.contains(.opened(outgoing, token: 5)))
    #expect(seen.contains { if case .opened(_, token: 7) = $0 { true } else { false } })
  }

  @Test func aRefusedConnectIsReportedAsClosed() throws {
    let rig = try Rig()
    let unused = rig.address
    rig.stop()
    let other = try Rig()
    defer { other.stop() }
    let outgoing = try #require(other.onLoop { try? $0.connect(to: unused, token: 5) } ?? nil)
    #expect(other.mailbox.take() == .closed(outgoing, .connectFailed(SystemError(code: ECONNREFUSED))))
  }

  @Test func stoppingClosesEverythingAndPostsAreDropped() throws {
    let rig = try Rig()
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    rig.stop()
    #expect(rig.mailbox.take() == .closed(connection, .loopStopped))
    #expect(client.receive(1) == [])
    rig.loop.inbox.post { _ in Issue.record("ran after the loop had stopped") }
    #expect(throws: SystemError.self) { try rig.loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0)) }
  }
}
