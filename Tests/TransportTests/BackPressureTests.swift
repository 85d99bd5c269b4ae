import CLinux
import Dispatch
import Glibc
import Locking
import Testing

@testable import Transport

@Suite(.serialized) struct BackPressureTests {
  private static let piece = [UInt8](repeating: 0x5A, count: 10_000)

  @Test func aPeerThatDoesNotReadOverflowsOnceAndCostsAtMostItsQueue() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    var accepted = 0
    for _ in 0..<400 where rig.onLoop({ $0.send(Self.piece, to: connection) }) == true { accepted += 1 }
    #expect(accepted > 104 && accepted < 400)
    let backlog = try #require(rig.onLoop { $0.backlogBytes })
    #expect(backlog > 1 << 19 && backlog <= 1 << 20)
    #expect(rig.mailbox.take() == .overflowed(connection))
    // Last words always find space, behind everything that was accepted.
    _ = rig.onLoop { loop in Array("slow".utf8).withUnsafeBytes { loop.finish(connection, sending: $0) } }
    let expected = accepted * Self.piece.count
    let received = try #require(client.receive(expected + 5))
    #expect(received.count == expected + 4 && received.suffix(4).elementsEqual("slow".utf8))
    client.endOutput()
    #expect(rig.mailbox.take() == .closed(connection, .closedHere))
    #expect(rig.onLoop { $0.backlogBytes } == 0)
  }

  @Test func aQueueTakesItsLimitAndNotAByteMore() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    // Until neither the kernel nor the client takes anything.
    while rig.onLoop({ loop in loop.queuedBytes(of: connection) == 0 && loop.send(Self.piece, to: connection) }) == true {}
    let sent = rig.onLoop { loop in
      let space = 1 << 20 - loop.queuedBytes(of: connection)
      return [loop.send([UInt8](repeating: 1, count: space), to: connection), loop.send([2], to: connection)]
    }
    #expect(sent == [true, false])
    #expect(rig.mailbox.take() == .overflowed(connection))
    withExtendedLifetime(client) {}
  }

  @Test func socketsHaveTheOptionsThatAreConfigured() throws {
    var smaller = LoopConfiguration()
    smaller.socket.sendBufferBytes = 32 << 10
    smaller.socket.unsentLowWaterBytes = 8 << 10
    smaller.socket.userTimeoutMilliseconds = 7_000
    // The kernel doubles the first (socket(7)).
    for (configuration, expected) in [(LoopConfiguration(), [128 << 10, 16 << 10, 20_000, 1]), (smaller, [64 << 10, 8 << 10, 7_000, 1])] {
      let rig = try Rig(.echo, configuration)
      defer { rig.stop() }
      let client = try BlockingClient(rig.address)
      let connection = try #require(rig.mailbox.takeOpened())
      #expect(rig.onLoop { $0.options(of: connection) } == expected)
      withExtendedLifetime(client) {}
    }
  }

  @Test func aBacklogDrainsInOrderAndSaysSo() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    let sent = rig.onLoop { loop in
      loop.allow(extraBytes: 4 << 20, for: connection)
      return [loop.send([1], to: connection), loop.send(body, to: connection), loop.send([2], to: connection)]
    }
    #expect(sent == [true, true, true])
    #expect(rig.onLoop { $0.queuedBytes(of: connection) > 0 } == true)
    let arrivedWhole = client.receive(body.count + 2) == [1] + body + [2]
    #expect(arrivedWhole)
    #expect(rig.mailbox.take() == .drained(connection))
    // The allowance is gone with what it was for.
    #expect(rig.onLoop { $0.send(body, to: connection) } == false)
    #expect(rig.mailbox.take() == .overflowed(connection))
  }

  @Test func aStalledPeerIsClosed() throws {
    var configuration = LoopConfiguration()
    configuration.stallMilliseconds = 30
    configuration.tickMilliseconds = 5
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let body = [UInt8](repeating: 1, count: 1 << 20)
    #expect(rig.onLoop { $0.send(body, to: connection) } == true)
    #expect(rig.mailbox.take() == .closed(connection, .stalled))
    #expect(rig.onLoop { $0.backlogBytes } == 0)
    withExtendedLifetime(client) {}
  }

  /// So long that no timer fires by itself: the test makes old what is watched.
  private static let stall: Int64 = 3_600_000

  private static var watched: LoopConfiguration {
    var configuration = LoopConfiguration()
    configuration.stallMilliseconds = stall
    configuration.queueBytesMax = 64 << 20
    return configuration
  }

  @Test func aSlowPeerStaysWhileItTakesTheRateAndGoesWhenItTakesLess() throws {
    let rig = try Rig(ScriptedHandler.Script(), Self.watched)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let body = [UInt8](repeating: 1, count: 1 << 20)
    #expect(rig.onLoop { $0.send(body, to: connection) } == true)
    for _ in 0..<5 {
      // Behind it comes more, so that something is always unsent, and most of it for longer than it is watched.
      #expect(rig.onLoop { $0.send(body, to: connection) } == true)
      try #require(Self.mark(connection, rig) == true)
      while try #require(Self.arrived(connection, rig)) < 10 << 10 { try #require(client.receive(1_000)?.count == 1_000) }
      #expect(Self.look(connection, rig) == true)
    }
    try #require(Self.mark(connection, rig) == true)
    let arrived = try #require(Self.arrived(connection, rig))
    #expect(arrived < 10 << 10)
    #expect(Self.look(connection, rig) == true)
    #expect(rig.mailbox.take() == .closed(connection, .stalled))
  }

  @Test func lastWordsForAPeerThatStandsStillTakeThePlaceOfWhatIsQueued() throws {
    let words = Array("too slow".utf8)
    let script = ScriptedHandler.Script(stalled: { connection, loop in
      words.withUnsafeBytes { loop.finishStalled(connection, sending: $0) }
    })
    let rig = try Rig(script, Self.watched)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address, receiveBufferBytes: 8 << 10)
    let connection = try #require(rig.mailbox.takeOpened())
    let sends = (1...40).map { [UInt8](repeating: UInt8($0), count: 100_000) }
    for send in sends { #expect(rig.onLoop { $0.send(send, to: connection) } == true) }
    let queued = try #require(rig.onLoop { $0.queuedBytes(of: connection) })
    try #require(Self.mark(connection, rig) == true)
    #expect(Self.look(connection, rig) == true)
    try rig.waitUntil { $0.queuedBytes(of: connection) < 200_000 }
    #expect(queued > 3_000_000)
    let received = try #require(client.receive(5_000_000))
    // What was under way arrives whole, and nothing of what was to follow.
    #expect(received.suffix(words.count) == words[...])
    let before = received.count - words.count
    #expect(before % 100_000 == 0 && before < 2_000_000)
    #expect(received.dropLast(words.count) == Array(sends.prefix(before / 100_000).joined())[...])
    client.endOutput()
    #expect(rig.mailbox.take() == .closed(connection, .closedHere))
    #expect(rig.onLoop { $0.backlogBytes } == 0)
  }

  /// Begins to watch what the peer takes, as long ago as it is watched.
  private static func mark(_ connection: ConnectionID, _ rig: Rig) -> Bool? {
    rig.onLoop { loop in
      guard let slot = loop.slot(connection), let backlog = slot.pointee.backlog else { return false }
      backlog.pointee.mark(loop.now - stall, held: SystemCall.heldBytes(slot.pointee.fd))
      return true
    }
  }

  /// Looks at it as its timer does; false when there is nothing to be looked at.
  private static func look(_ connection: ConnectionID, _ rig: Rig) -> Bool? {
    rig.onLoop { loop in
      guard loop.slot(connection)?.pointee.backlog != nil else { return false }
      loop.connectionTimerFired(connection)
      return true
    }
  }

  /// The bytes that have arrived since.
  private static func arrived(_ connection: ConnectionID, _ rig: Rig) -> Int64? {
    rig.onLoop { loop in
      guard let slot = loop.slot(connection) else { return nil }
      return slot.pointee.backlog?.pointee.arrived(held: SystemCall.heldBytes(slot.pointee.fd))
    } ?? nil
  }

  @Test func moreThanTheArenaTakesIsRefused() throws {
    var configuration = LoopConfiguration()
    configuration.turnBytesMax = 1000
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    let results = rig.onLoop { loop in
      [loop.send(loop.write([UInt8](repeating: 1, count: 1000)), to: connection), loop.send(loop.write([2]), to: connection)]
    }
    #expect(results == [true, false])
    #expect(rig.mailbox.take() == .overflowed(connection))
    #expect(client.receive(1000) == [UInt8](repeating: 1, count: 1000))
  }
}

@Suite(.serialized) struct TurnTests {
  @Test func aBurstOfPostsIsOneTurn() throws {
    let turns = Locked(0)
    let rig = try Rig(ScriptedHandler.Script(turnEnded: { _ in turns.withLock { $0 += 1 } }))
    defer { rig.stop() }
    // When this is carried out, the loop listens, or does at the end of this turn.
    _ = rig.onLoop { _ in }
    let order = Locked<[Int]>([])
    try rig.hold {
      let before = turns.withLock { $0 }
      for number in 0..<1000 { rig.loop.inbox.post { _ in order.withLock { $0.append(number) } } }
      rig.loop.inbox.post { _ in rig.mailbox.put(.note("\(turns.withLock { $0 } - before)")) }
    }
    // One turn ended between: the one that was delayed.
    #expect(rig.mailbox.take() == .note("1"))
    #expect(order.withLock { $0 } == Array(0..<1000))
  }

  /// How often an inbox has signalled its loop since this was last asked (eventfd(2)).
  private static func signals(of inbox: LoopInbox<Int>) -> UInt64 {
    var count: UInt64 = 0
    // Nothing can be read when it was never.
    return read(inbox.fd, &count, 8) == 8 ? count : 0
  }

  @Test func aBurstOfPostsIsOneSignal() throws {
    let inbox = try LoopInbox<Int>()
    #expect(Self.signals(of: inbox) == 0)
    var messages: [Int] = []
    var commands: [LoopCommand] = []
    for _ in 0..<3 {
      inbox.post([] as [Int])
      #expect(Self.signals(of: inbox) == 0)
      for number in 0..<1000 { inbox.post(number) }
      inbox.post([1000, 1001])
      inbox.post(LoopCommand.join([]))
      #expect(Self.signals(of: inbox) == 1)
      // The loop has not taken them yet, though it may have seen the signal.
      inbox.post(1002)
      #expect(Self.signals(of: inbox) == 0)
      inbox.drain(&messages, &commands)
      #expect(messages == Array(0...1002) && commands.count == 1)
      messages.removeAll()
      commands.removeAll()
    }
    // A command alone is a burst, too.
    inbox.post(LoopCommand.stop)
    #expect(Self.signals(of: inbox) == 1)
    #expect(inbox.close().count == 1)
    inbox.post(1)
    #expect(Self.signals(of: inbox) == 0)
  }

  @Test func timersFireInOrderAndNotWhenCancelled() throws {
    var configuration = LoopConfiguration()
    configuration.tickMilliseconds = 5
    let rig = try Rig(ScriptedHandler.Script(), configuration)
    defer { rig.stop() }
    _ = rig.onLoop { loop in
      loop.schedule(afterMilliseconds: 60, token: 4)
      loop.schedule(afterMilliseconds: 20, token: 2)
      let cancelled = loop.schedule(afterMilliseconds: 30, token: 3)
      loop.schedule(afterMilliseconds: 0, token: 1)
      loop.schedule(afterMilliseconds: .max, token: 5)
      loop.cancel(cancelled)
    }
    #expect((0..<3).map { _ in rig.mailbox.take() } == [.timer(1), .timer(2), .timer(4)])
  }

  @Test func aSlotIsSmall() {
    #expect(MemoryLayout<Slot>.stride + Slot.inlineRanges * MemoryLayout<OutputRange>.stride <= 96)
  }
}
