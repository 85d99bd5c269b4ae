import Glibc
import Locking
import Testing

@testable import Transport

/// How much of what comes together one turn takes on: what is connected already waits for no more than that.
@Suite struct TurnLimitTests {
  /// Lets so many connect while the loop is delayed, and gives how many there were at the end of its turns, as often as
  /// that changed.
  private func connectionCounts(clients: Int) throws -> [Int] {
    var configuration = LoopConfiguration()
    configuration.acceptsPerTurnMax = 3
    let counts = Locked([0])
    var script = ScriptedHandler.Script()
    script.turnEnded = { loop in
      counts.withLock { if $0.last != loop.connectionCount { $0.append(loop.connectionCount) } }
    }
    let rig = try Rig(script, configuration)
    defer { rig.stop() }
    var connected: [BlockingClient] = []
    try rig.hold { connected = try (0..<clients).map { _ in try BlockingClient(rig.address) } }
    for _ in 0..<clients { try #require(rig.mailbox.takeOpened() != nil) }
    // When this is carried out, the turn of the last has ended.
    _ = rig.onLoop { _ in }
    return withExtendedLifetime(connected) { counts.withLock { $0 } }
  }

  @Test func asManyAsMayAreAcceptedInOneTurnAndOneMoreInTheNext() throws {
    #expect(try connectionCounts(clients: 3) == [0, 3])
    #expect(try connectionCounts(clients: 4) == [0, 3, 4])
  }

  /// Lets so many say something while the loop is delayed, and gives how many were heard in each turn that heard any.
  ///
  /// - Parameter areNewcomers: whether nothing has been heard of them before.
  private func inputCounts(clients: Int, areNewcomers: Bool = false, _ configuration: LoopConfiguration) throws -> [Int] {
    let counts = Locked<[Int]>([])
    let heard = Locked(0)
    var script = ScriptedHandler.Script()
    let mailbox = Locked<Mailbox?>(nil)
    script.received = { _, _, _ in
      heard.withLock { $0 += 1 }
      mailbox.withLock { $0 }?.put(.note("heard"))
    }
    script.turnEnded = { _ in
      let count = heard.withLock { heard in
        defer { heard = 0 }
        return heard
      }
      if count > 0 { counts.withLock { $0.append(count) } }
    }
    let rig = try Rig(script, configuration)
    defer { rig.stop() }
    mailbox.withLock { $0 = rig.mailbox }
    let connected = try (0..<clients).map { _ in try BlockingClient(rig.address) }
    let connections = try connected.map { _ in try #require(rig.mailbox.takeOpened()) }
    let everybodyIsHeard = {
      for _ in 0..<clients { #expect(rig.mailbox.take() == .note("heard")) }
      // When this is carried out, the turn of the last has ended.
      _ = rig.onLoop { _ in }
    }
    if !areNewcomers {
      for client in connected { try #require(client.send([0])) }
      everybodyIsHeard()
      counts.withLock { $0 = [] }
    }
    try rig.hold(until: connections.map { ($0, POLLIN) }) {
      for client in connected { try #require(client.send([1])) }
    }
    everybodyIsHeard()
    return withExtendedLifetime(connected) { counts.withLock { $0 } }
  }

  @Test func asManyAsMayAreHeardInOneTurnAndOneMoreInTheNext() throws {
    var configuration = LoopConfiguration()
    configuration.eventsPerTurnMax = 3
    #expect(try inputCounts(clients: 3, configuration) == [3])
    #expect(try inputCounts(clients: 4, configuration) == [3, 1])
    #expect(try inputCounts(clients: 7, configuration) == [3, 3, 1])
  }

  @Test func asManyNewcomersAsMayAreHeardInOneTurnAndOneMoreInTheNext() throws {
    var configuration = LoopConfiguration()
    configuration.newcomersPerTurn = 3
    #expect(try inputCounts(clients: 3, areNewcomers: true, configuration) == [3])
    #expect(try inputCounts(clients: 4, areNewcomers: true, configuration) == [3, 1])
    #expect(try inputCounts(clients: 7, areNewcomers: true, configuration) == [3, 3, 1])
    // Once heard, they are newcomers no more.
    #expect(try inputCounts(clients: 7, configuration) == [7])
  }

  @Test func ofManyThatAreReadyMoreNewcomersAreHeardOneForEach64() {
    let configuration = LoopConfiguration()
    #expect([0, 63, 64, 1_024].map { configuration.newcomersOfTurn(ready: $0) } == [4, 4, 5, 20])
  }

  /// A newcomer says something, somebody connects, and then one that has been heard before says something, all of it
  /// before the same turn. Gives what was seen in which order, and the bytes that waited for the one when the newcomer
  /// was heard.
  private func order(_ security: Security?) throws -> (seen: [String], waiting: Int) {
    let known = Locked<ConnectionID?>(nil)
    let seen = Locked<[String]>([])
    let waiting = Locked(-1)
    var script = ScriptedHandler.Script()
    script.received = { _, connection, loop in
      let known = known.withLock { $0 } ?? connection
      seen.withLock { $0.append(connection == known ? "known" : "newcomer") }
      if connection != known { waiting.withLock { $0 = loop.queuedBytes(of: known) } }
      loop.send([2], to: connection)
    }
    script.turnEnded = { loop in
      // One that is accepted afterwards.
      if loop.connectionCount == 3 { seen.withLock { if !$0.contains("accepted") { $0.append("accepted") } } }
    }
    let rig = try Rig(script, tls: security?.holder)
    defer { rig.stop() }
    let first = try Talker(rig, security)
    known.withLock { $0 = rig.mailbox.takeOpened() }
    let connection = try #require(known.withLock { $0 })
    #expect(try first.send())
    #expect(try first.receives(2))
    let second = try Talker(rig, security)
    let newcomer = try #require(rig.mailbox.takeOpened())
    seen.withLock { $0 = [] }
    var third: BlockingClient?
    try rig.hold(until: [(newcomer, POLLIN), (connection, POLLIN)]) {
      #expect(try second.send())
      third = try BlockingClient(rig.address)
      #expect(try first.send())
    }
    #expect(try first.receives(2))
    #expect(try second.receives(2))
    try rig.waitUntil { $0.connectionCount == 3 }
    _ = rig.onLoop { _ in }
    return withExtendedLifetime(third) { (seen.withLock { $0 }, waiting.withLock { $0 }) }
  }

  /// A client that says one byte, secured or not.
  private final class Talker {
    private let plain: BlockingClient?
    private let secure: SecureClient?

    init(_ rig: Rig, _ security: Security?) throws {
      secure = try security?.connect(rig)
      plain = security == nil ? try BlockingClient(rig.address) : nil
    }

    func send() throws -> Bool { try secure?.send([1]) ?? plain?.send([1]) ?? false }

    func receives(_ byte: UInt8) throws -> Bool { try (secure?.receive(1) ?? plain?.receive(1)) == [byte] }
  }

  @Test(arguments: [false, true]) func whoHasBeenHeardIsAnsweredBeforeNewcomersAreReadOrAccepted(isSecure: Bool) throws {
    let (seen, waiting) = try order(isSecure ? try Security() : nil)
    #expect(seen == ["known", "newcomer", "accepted"])
    #expect(waiting == 0)
  }

  @Test func aNewcomerWhomTheFirstHalfEndsIsNotRead() throws {
    let others = Locked<(known: ConnectionID, newcomer: ConnectionID)?>(nil)
    let heard = Locked<[ConnectionID]>([])
    var script = ScriptedHandler.Script()
    script.received = { _, connection, loop in
      heard.withLock { $0.append(connection) }
      if let others = others.withLock({ $0 }) { loop.close(others.newcomer, .immediately) }
      loop.send([2], to: connection)
    }
    let rig = try Rig(script)
    defer { rig.stop() }
    let first = try BlockingClient(rig.address)
    let known = try #require(rig.mailbox.takeOpened())
    #expect(first.send([1]) && first.receive(1) == [2])
    let second = try BlockingClient(rig.address)
    let newcomer = try #require(rig.mailbox.takeOpened())
    others.withLock { $0 = (known, newcomer) }
    try rig.hold(until: [(newcomer, POLLIN), (known, POLLIN)]) {
      try #require(second.send([1]))
      try #require(first.send([1]))
    }
    #expect(first.receive(1) == [2])
    #expect(rig.mailbox.take() == .closed(newcomer, .closedHere))
    #expect(heard.withLock { $0 } == [known, known])
    #expect(rig.onLoop { $0.connectionCount } == 1)
  }

  /// Of two the first record is long and all but its end has come, so that either is ready in each turn, and neither is
  /// heard.
  @Test func newcomersWhoAreAlwaysReadyTakeTurns() throws {
    var configuration = LoopConfiguration()
    configuration.newcomersPerTurn = 1
    configuration.receiveBytesMax = 16
    configuration.handshakeMilliseconds = 3_600_000
    let apart = Locked<Set<Int>>([])
    var script = ScriptedHandler.Script.echo
    script.turnEnded = { loop in
      let read = loop.openings.values.map(\.bytes.count)
      _ = apart.withLock { $0.insert((read.max() ?? 0) - (read.count == 2 ? read.min() ?? 0 : 0)) }
    }
    let rig = try Rig(script, configuration, tls: try Security().holder)
    defer { rig.stop() }
    let record = [22, 3, 1, 0x40, 0] + [UInt8](repeating: 1, count: 16_000)
    var clients: [BlockingClient] = []
    try rig.hold {
      for _ in 0..<2 {
        let client = try BlockingClient(rig.address)
        try #require(client.send(record) && client.hasArrived())
        clients.append(client)
      }
    }
    try rig.waitUntil { $0.openings.values.map(\.bytes.count) == [record.count, record.count] }
    #expect(apart.withLock { $0 }.max() == configuration.receiveBytesMax)
    withExtendedLifetime(clients) {}
  }

  /// Lets so many leave, and then one that stays say something, while the loop is delayed. Gives how many were left at
  /// the end of its turns, as often as that changed, and how many were when the one was heard.
  ///
  /// - Parameters:
  ///   - areReset: whether they break off, or else have been heard before and end their stream.
  ///   - isKnown: whether the one has been heard before.
  private func departureCounts(clients: Int, areReset: Bool = true, isKnown: Bool = false) throws -> (left: [Int], whenHeard: Int) {
    var configuration = LoopConfiguration()
    configuration.departuresPerTurn = 3
    // Those who break off are no newcomers, whether they have been heard or not.
    configuration.newcomersPerTurn = 1
    let counts = Locked<[Int]>([])
    let whenHeard = Locked(-1)
    var script = ScriptedHandler.Script()
    script.received = { _, _, loop in whenHeard.withLock { $0 = loop.connectionCount - 1 } }
    let isCounting = Locked(false)
    script.turnEnded = { loop in
      guard isCounting.withLock({ $0 }) else { return }
      counts.withLock { if $0.last != loop.connectionCount - 1 { $0.append(loop.connectionCount - 1) } }
    }
    let rig = try Rig(script, configuration)
    defer { rig.stop() }
    var leaving: [BlockingClient]? = try (0..<clients).map { _ in try BlockingClient(rig.address) }
    let connections = try (0..<clients).map { _ in try #require(rig.mailbox.takeOpened()) }
    let staying = try BlockingClient(rig.address)
    let last = try #require(rig.mailbox.takeOpened())
    if !areReset {
      for client in leaving ?? [] { try #require(client.send([0])) }
      try rig.waitUntil { loop in connections.allSatisfy { loop.slot($0)?.pointee.flags.contains(.heard) == true } }
    }
    if isKnown {
      try #require(staying.send([0]))
      try rig.waitUntil { $0.slot(last)?.pointee.flags.contains(.heard) == true }
    }
    // A reset is reported without being asked for.
    try rig.hold(until: connections.map { ($0, areReset ? 0 : POLLIN) } + [(last, POLLIN)]) {
      isCounting.withLock { $0 = true }
      if areReset { for client in leaving ?? [] { client.resetOnClose() } }
      leaving = nil
      try #require(staying.send([1]))
    }
    for _ in 0..<clients {
      #expect(rig.mailbox.take { if case .closed = $0 { true } else { false } } != nil)
    }
    // When this is carried out, the turn of the last has ended.
    _ = rig.onLoop { _ in }
    return withExtendedLifetime(staying) { (counts.withLock { $0 }, whenHeard.withLock { $0 }) }
  }

  @Test func asManyAsMayEndInOneTurnAndWhoStaysIsHeardBeforeTheOthersDo() throws {
    let three = try departureCounts(clients: 3)
    #expect(three.left == [3, 0] && three.whenHeard == 0)
    let four = try departureCounts(clients: 4)
    #expect(four.left == [4, 1, 0] && four.whenHeard == 1)
    let ten = try departureCounts(clients: 10)
    #expect(ten.left == [10, 7, 4, 1, 0] && ten.whenHeard == 7)
    // One that has been heard before is heard first.
    let known = try departureCounts(clients: 3, isKnown: true)
    #expect(known.left == [3, 0] && known.whenHeard == 3)
  }

  @Test func asManyAsMayEndTheirStreamInOneTurnAndWhoStaysIsHeardBeforeThem() throws {
    let four = try departureCounts(clients: 4, areReset: false, isKnown: true)
    #expect(four.left == [4, 1, 0] && four.whenHeard == 4)
    let ten = try departureCounts(clients: 10, areReset: false, isKnown: true)
    #expect(ten.left == [10, 7, 4, 1, 0] && ten.whenHeard == 10)
  }

  /// Each turn attends to one of those who end their stream, and reads a part of what they have said.
  @Test func whatIsSaidBeforeTheEndOfAStreamIsHeardHoweverManyEndTheirs() throws {
    var configuration = LoopConfiguration()
    configuration.departuresPerTurn = 1
    configuration.newcomersPerTurn = 1
    configuration.receiveBytesMax = 16
    let counts = Locked<[ConnectionID: Int]>([:])
    let ended = Locked<[ConnectionID: Int]>([:])
    var script = ScriptedHandler.Script()
    script.received = { bytes, connection, _ in counts.withLock { $0[connection, default: 0] += bytes.count } }
    script.inputEnded = { connection, loop in
      ended.withLock { $0[connection] = counts.withLock { $0[connection] } }
      loop.close(connection, .afterFlush)
    }
    let rig = try Rig(script, configuration)
    defer { rig.stop() }
    let clients = try (0..<4).map { _ in try BlockingClient(rig.address) }
    let connections = try clients.map { _ in try #require(rig.mailbox.takeOpened()) }
    // Two have been heard before, and two have not.
    for client in clients[..<2] { try #require(client.send([0])) }
    try rig.waitUntil { _ in counts.withLock { $0.count } == 2 }
    try rig.hold(until: connections.map { ($0, POLLIN) }) {
      for client in clients {
        try #require(client.send([UInt8](repeating: 1, count: 100)))
        client.endOutput()
      }
    }
    for client in clients { #expect(client.receive(1) == []) }
    let expected = zip(connections, [101, 101, 100, 100])
    #expect(ended.withLock { $0 } == Dictionary(uniqueKeysWithValues: expected.map { ($0, $1) }))
  }

  @Test func ofManyThatAreReadyMoreEndInATurnOneForEach64() {
    let configuration = LoopConfiguration()
    #expect([0, 63, 64, 1_024].map { configuration.departuresOfTurn(ready: $0) } == [2, 2, 3, 18])
  }

  /// Schedules so many timers for the same moment, and gives how many fired in each turn that had any.
  private func timerCounts(timers: Int, perTurn: Int = 3) throws -> [Int] {
    var configuration = LoopConfiguration()
    configuration.timersPerTurn = perTurn
    let counts = Locked<[Int]>([])
    var script = ScriptedHandler.Script()
    script.turnEnded = { loop in
      if loop.timersFired > 0 { counts.withLock { $0.append(loop.timersFired) } }
    }
    let rig = try Rig(script, configuration)
    defer { rig.stop() }
    _ = rig.onLoop { loop in
      for token in 0..<timers { loop.schedule(afterMilliseconds: 1, token: UInt64(token)) }
    }
    for token in 0..<timers { #expect(rig.mailbox.take() == .timer(UInt64(token))) }
    _ = rig.onLoop { _ in }
    return counts.withLock { $0 }
  }

  @Test func asManyAsMayFireInOneTurnAndOneMoreInTheNext() throws {
    #expect(try timerCounts(timers: 3) == [3])
    #expect(try timerCounts(timers: 4) == [3, 1])
    #expect(try timerCounts(timers: 7) == [3, 3, 1])
  }

  @Test func ofManyThatAreDueMoreFireInATurnAndOneForEach64() throws {
    #expect(try timerCounts(timers: 63, perTurn: 1) == Array(repeating: 1, count: 63))
    #expect(try timerCounts(timers: 64, perTurn: 1) == [2] + Array(repeating: 1, count: 62))
    var expected: [Int] = []
    var due = 10_000
    while due > 0 {
      expected.append(min(due, 1 + due / 64))
      due -= expected.last ?? due
    }
    #expect(try timerCounts(timers: 10_000, perTurn: 1) == expected)
    #expect(expected.first == 157 && expected.count < 400)
  }

  @Test func howeverManyFallDueInATurnTheyDoNotPileUp() {
    let configuration = LoopConfiguration()
    for coming in [1, 2, 10, 100] {
      var due = 0
      var most = 0
      for _ in 0..<100_000 {
        due += coming
        most = max(most, due)
        due -= min(due, configuration.timersOfTurn(due: due))
      }
      #expect(most <= coming * 64, "\(coming) a turn")
    }
  }
}
