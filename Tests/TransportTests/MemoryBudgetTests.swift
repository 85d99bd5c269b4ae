import Glibc
import Support
import TLS
import Testing

@testable import Transport

@Suite(.serialized) struct MemoryBudgetTests {
  @Test func thresholds() {
    let budget = MemoryBudget(bytesMax: 1000)
    budget.charge(800)
    #expect(!budget.isTight && !budget.isShort)
    budget.charge(1)
    #expect(budget.isTight && !budget.isShort)
    budget.charge(149)
    #expect(budget.isTight && !budget.isShort)
    budget.charge(1)
    #expect(budget.isShort && budget.chargedBytes == 951)
    budget.charge(49)
    #expect(budget.isShort && !budget.isExceeded)
    budget.charge(1)
    #expect(budget.isExceeded)
    budget.discharge(1001)
    #expect(!budget.isTight && budget.chargedBytes == 0)
    #expect(LoopConfiguration().memory.bytesMax == 256 << 20)
  }

  @Test(arguments: [(50, 75), (1, 2), (99, 100), (100, 100)]) func thresholdsAsConfigured(tight: Int, short: Int) {
    for bytesMax in [0, 1, 99, 1_000, 1_001, Int.max] {
      let budget = MemoryBudget(bytesMax: bytesMax, tightPercent: tight, shortPercent: short)
      for (percent, isAbove) in [(tight, { budget.isTight }), (short, { budget.isShort })] {
        // In the full width, so that the largest budget has its percentages, too.
        let spared = bytesMax.multipliedFullWidth(by: 100 - percent)
        let limit = bytesMax - 100.dividingFullWidth(spared).quotient
        budget.charge(limit)
        #expect(!isAbove())
        if limit < Int.max {
          budget.charge(1)
          #expect(isAbove())
          budget.discharge(1)
        }
        budget.discharge(limit)
      }
    }
  }

  /// A budget that has so many bytes left below a threshold once the loop runs.
  private func rig(_ bytesMax: Int) throws -> (rig: Rig, budget: MemoryBudget) {
    var configuration = LoopConfiguration()
    configuration.memory = MemoryBudget(bytesMax: bytesMax)
    return (try Rig(.echo, configuration), configuration.memory)
  }

  @Test func aboveFourFifthsNobodyNewIsTaken() throws {
    let (rig, budget) = try rig(10 << 20)
    defer { rig.stop() }
    let served = try BlockingClient(rig.address)
    #expect(rig.mailbox.takeOpened() != nil)
    let limit = (8 << 20) - budget.chargedBytes
    budget.charge(limit)
    let last = try BlockingClient(rig.address)
    #expect(last.send([1]) && last.receive(1) == [1])
    budget.charge(1)
    let refused = try BlockingClient(rig.address)
    #expect(refused.receive(1)?.isEmpty ?? true)
    #expect(rig.onLoop { [$0.refusedCount, $0.connectionCount, $0.memory.isTight ? 1 : 0] } == [1, 2, 1])
    // Those who are here go on.
    #expect(served.send([2]) && served.receive(1) == [2])
    budget.discharge(1)
    let later = try BlockingClient(rig.address)
    #expect(later.send([3]) && later.receive(1) == [3])
    budget.discharge(limit)
  }

  @Test func whoWatchesTheServerIsTakenWhenMemoryIsTight() throws {
    let (rig, budget) = try rig(10 << 20)
    defer { rig.stop() }
    let vital = try rig.loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), isVital: true)
    budget.charge(9 << 20)
    let refused = try BlockingClient(rig.address)
    #expect(refused.receive(1)?.isEmpty ?? true)
    let watcher = try BlockingClient(vital)
    #expect(watcher.send([1]) && watcher.receive(1) == [1])
    budget.discharge(9 << 20)
  }

  @Test func whenMemoryIsShortTheLargestBacklogsGo() throws {
    let (rig, budget) = try rig(10 << 20)
    defer { rig.stop() }
    let clients = try (0..<3).map { _ in try BlockingClient(rig.address, receiveBufferBytes: 8 << 10) }
    let connections = (0..<3).compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == 3)
    // What the sockets take is far less than these.
    let sizes = [500_000, 900_000, 700_000]
    for (connection, size) in zip(connections, sizes) {
      #expect(rig.onLoop { $0.send([UInt8](repeating: 1, count: size), to: connection) } == true)
    }
    let short = (10 << 20) - (10 << 20) / 20
    let padding = short - budget.chargedBytes
    budget.charge(padding)
    // At the limit everybody stays.
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.onLoop { $0.connectionCount } == 3)
    budget.charge(1)
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.mailbox.take() == .closed(connections[1], .memoryShort))
    #expect(!budget.isShort)
    // Two more at once, the larger first.
    budget.charge(2 << 20)
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.mailbox.take() == .closed(connections[2], .memoryShort))
    #expect(rig.mailbox.take() == .closed(connections[0], .memoryShort))
    #expect(rig.onLoop { [$0.connectionCount, $0.backlogBytes] } == [0, 0])
    budget.discharge(padding + 1 + 2 << 20)
    withExtendedLifetime(clients) {}
  }

  @Test func noMoreGoThanItTakesThoughTheBlocksOfThoseWhoWentAreKept() throws {
    let (rig, budget) = try rig(10 << 20)
    defer { rig.stop() }
    let clients = try (0..<3).map { _ in try BlockingClient(rig.address, receiveBufferBytes: 8 << 10) }
    let connections = (0..<3).compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == 3)
    for connection in connections { #expect(rig.onLoop { $0.send([UInt8](repeating: 1, count: 700_000), to: connection) } == true) }
    // As many as are kept for good: what a backlog gives back from now on stays charged until it is trimmed.
    let kept = rig.onLoop { loop in
      for block in (0..<BlockPool.keptMax).map({ _ in loop.blockPool.take() }) { loop.blockPool.give(block) }
      return loop.blockPool.keptCount
    }
    #expect(kept == BlockPool.keptMax)
    let padding = (10 << 20) - (10 << 20) / 20 - budget.chargedBytes
    budget.charge(padding + 1)
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.onLoop { [$0.connectionCount, $0.blockPool.excess > 0 ? 1 : 0] } == [2, 1])
    #expect(!budget.isShort)
    budget.discharge(padding + 1)
    withExtendedLifetime(clients) {}
  }

  private func secureRig() throws -> (Security, Rig, MemoryBudget) {
    let security = try Security()
    var configuration = LoopConfiguration()
    configuration.memory = MemoryBudget()
    return (security, try Rig(.echo, configuration, tls: security.holder), configuration.memory)
  }

  @Test func halfAClientHelloIsChargedItsBytesAndHasNoStateOfTLS() throws {
    let (security, rig, memory) = try secureRig()
    defer { rig.stop() }
    let atStart = memory.chargedBytes
    let client = try security.begin(rig)
    let hello = client.takeCiphertext()
    #expect(client.socket.send(Array(hello.dropLast())))
    try rig.waitUntil { _ in memory.chargedBytes == atStart + hello.count - 1 }
    #expect(rig.onLoop { [$0.census().openings, $0.census().secured] } == [1, 0])
    #expect(client.socket.send(Array(hello.suffix(1))))
    try rig.waitUntil { $0.census().secured == 1 }
    #expect(rig.onLoop { $0.census().openings } == 0)
    #expect(try client.shakeHands() && client.send([1]) && client.receive(1) == [1])
    let leaving = try BlockingClient(rig.address)
    #expect(leaving.send([22, 3, 1]))
    try rig.waitUntil { _ in memory.chargedBytes == atStart + TLSConnection.idleMemoryBytes + 3 }
    leaving.endOutput()
    try rig.waitUntil { $0.census().openings == 0 }
    #expect(memory.chargedBytes == atStart + TLSConnection.idleMemoryBytes)
  }

  @Test("RFC 8446 §5.1: a first record is awaited, up to 16 KiB; what is none is judged at once")
  func firstRecords() {
    #expect(OpeningRecord([], count: 0) == .partial)
    #expect(OpeningRecord([22, 3, 1, 0], count: 4) == .partial)
    #expect(OpeningRecord([22, 3, 1, 64, 0], count: 5 + (16 << 10) - 1) == .partial)
    #expect(OpeningRecord([22, 3, 1, 64, 0], count: 5 + (16 << 10)) == .ready)
    #expect(OpeningRecord([22, 3, 1, 64, 1], count: 5) == .ready)
    #expect(OpeningRecord([22, 2], count: 2) == .ready)
    #expect(OpeningRecord([71], count: 1) == .ready)
  }

  @Test func aHandshakeIsChargedMoreThanWhatIsLeftOfIt() throws {
    let (security, rig, memory) = try secureRig()
    defer { rig.stop() }
    let atStart = memory.chargedBytes
    let waiting = try security.begin(rig)
    let leaving = try security.begin(rig)
    try rig.waitUntil { $0.load.handshakeCount == 2 }
    #expect(memory.chargedBytes == atStart)
    #expect(waiting.flush() && leaving.flush())
    try rig.waitUntil { $0.census().secured == 2 }
    let charged = memory.chargedBytes - atStart
    #expect(charged >= 2 * TLSConnection.handshakeMemoryBytes)
    leaving.socket.endOutput()
    try rig.waitUntil { $0.load.handshakeCount == 1 }
    #expect(memory.chargedBytes == atStart + charged / 2)
    #expect(try waiting.shakeHands() && waiting.send([1]) && waiting.receive(1) == [1])
    #expect(memory.chargedBytes == atStart + TLSConnection.idleMemoryBytes)
    waiting.socket.endOutput()
    try rig.waitUntil { $0.connectionCount == 0 }
    #expect(memory.chargedBytes == atStart)
  }

  @Test func aRecordThatIsNotWholeIsChargedUntilItIs() throws {
    let security = try Security()
    var configuration = LoopConfiguration()
    configuration.memory = MemoryBudget()
    let budget = configuration.memory
    let rig = try Rig(.echo, configuration, tls: security.holder)
    defer { rig.stop() }
    let client = try security.connect(rig)
    // Whose handshake is over here may not have been heard there yet.
    #expect(try client.send([9]) && client.receive(1) == [9])
    let idle = budget.chargedBytes
    try client.encrypt([1, 2, 3])
    let record = client.takeCiphertext()
    #expect(client.socket.send(Array(record.prefix(5))))
    try rig.waitUntil { _ in budget.chargedBytes == idle + TLSConnection.recordMemoryBytes }
    #expect(client.socket.send(Array(record.dropFirst(5))))
    #expect(try client.receive(3) == [1, 2, 3])
    #expect(budget.chargedBytes == idle)
    #expect(client.socket.send(Array(record.prefix(2))))
    try rig.waitUntil { _ in budget.chargedBytes == idle + TLSConnection.recordMemoryBytes }
    client.socket.endOutput()
    try rig.waitUntil { $0.connectionCount == 0 }
    #expect(budget.chargedBytes == idle - TLSConnection.idleMemoryBytes)
  }

  @Test func everythingChargedIsDischarged() throws {
    let security = try Security()
    var configuration = LoopConfiguration()
    let budget = configuration.memory
    do {
      configuration.queueBytesMax = 8 << 20
      let rig = try Rig(ScriptedHandler.Script(), configuration, tls: security.holder)
      let plain = try rig.loop.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0))
      let atStart = budget.chargedBytes
      #expect(atStart == 64 << 10)
      let secured = try security.connect(rig, receiveBufferBytes: 8 << 10)
      let first = try #require(rig.mailbox.takeOpened())
      #expect(budget.chargedBytes == atStart + TLSConnection.idleMemoryBytes)
      let client = try BlockingClient(plain, receiveBufferBytes: 8 << 10)
      let second = try #require(rig.mailbox.takeOpened())
      for connection in [first, second] {
        _ = rig.onLoop { loop in
          loop.send([UInt8](repeating: 1, count: 900_000), to: connection)
          // Ranges that do not touch, more than a slot has space for, and an arena that grows.
          for _ in 0..<100 {
            loop.send(loop.write([UInt8](repeating: 1, count: 20_000)), to: connection)
            _ = loop.write([0])
          }
        }
      }
      // Of the plain one at least the backlog; kernels take different parts.
      #expect(budget.chargedBytes > atStart + TLSConnection.idleMemoryBytes + 4_000_000)
      #expect(client.receive(2_900_000)?.count == 2_900_000)
      #expect(try secured.receive(2_900_000).count == 2_900_000)
      for _ in 0..<2 { #expect(rig.mailbox.take { if case .drained = $0 { true } else { false } } != nil) }
      #expect(budget.chargedBytes == atStart + TLSConnection.idleMemoryBytes)
      for connection in [first, second] { _ = rig.onLoop { $0.send([UInt8](repeating: 1, count: 3_000_000), to: connection) } }
      rig.stop()
      #expect(budget.chargedBytes <= atStart)
    }
    #expect(budget.chargedBytes == 0)
  }
}

@Suite(.serialized) struct QueuedMessagesTests {
  /// A connection that reads nothing, with a backlog that one send began.
  private func stalled(_ rig: Rig, tls: Security? = nil) throws -> (client: AnyObject, connection: ConnectionID) {
    let client: AnyObject =
      if let tls { try tls.connect(rig, receiveBufferBytes: 8 << 10) } else { try BlockingClient(rig.address, receiveBufferBytes: 8 << 10) }
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(rig.onLoop { $0.queuedMessages(of: connection) } == 0)
    #expect(rig.onLoop { $0.send([UInt8](repeating: 1, count: 900_000), to: connection) } == true)
    #expect(rig.onLoop { $0.queuedMessages(of: connection) } == 1)
    return (client, connection)
  }

  @Test(arguments: [false, true]) func theThousandthWaitsAndOneMoreOverflows(_ isSecure: Bool) throws {
    let security = isSecure ? try Security() : nil
    let rig = try Rig(ScriptedHandler.Script(), LoopConfiguration(), tls: security?.holder)
    defer { rig.stop() }
    let (client, connection) = try stalled(rig, tls: security)
    // Some in one turn, some each in its own.
    #expect(rig.onLoop { loop in (0..<900).allSatisfy { _ in loop.send([2, 2], to: connection) } } == true)
    for _ in 0..<99 { #expect(rig.onLoop { $0.send([3], to: connection) } == true) }
    #expect(rig.onLoop { $0.queuedMessages(of: connection) } == 1000)
    // Nothing is no message.
    #expect(rig.onLoop { $0.send([], to: connection) } == true)
    #expect(rig.onLoop { $0.send([4], to: connection) } == false)
    #expect(rig.mailbox.take() == .overflowed(connection))
    withExtendedLifetime(client) {}
  }

  @Test func whatHasLeftIsNotCounted() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let (anyClient, connection) = try stalled(rig)
    let client = try #require(anyClient as? BlockingClient)
    for _ in 0..<999 { #expect(rig.onLoop { $0.send([UInt8](repeating: 5, count: 100), to: connection) } == true) }
    #expect(client.receive(900_000)?.count == 900_000)
    try rig.waitUntil { $0.queuedMessages(of: connection) < 1000 }
    #expect(rig.onLoop { $0.send([6], to: connection) } == true)
    #expect(client.receive(99_901)?.suffix(2) == [5, 6])
    try rig.waitUntil { $0.queuedMessages(of: connection) == 0 }
    // Without a backlog nothing is counted, however much a turn sends.
    #expect(rig.onLoop { loop in (0..<2000).allSatisfy { _ in loop.send([7], to: connection) } } == true)
    #expect(client.receive(2000)?.count == 2000)
  }

  @Test func underAnAllowanceSendsAreNotCounted() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let (client, connection) = try stalled(rig)
    _ = rig.onLoop { $0.allow(extraBytes: 1 << 20, for: connection) }
    #expect(rig.onLoop { loop in (0..<5000).allSatisfy { _ in loop.send([2], to: connection) } } == true)
    withExtendedLifetime(client) {}
  }

  @Test func boundariesAreExact() {
    let memory = MemoryBudget()
    let pool = BlockPool(memory: memory)
    var backlog = Backlog()
    var random = SeededGenerator(seed: 0x42_41_43_4B)
    var model: [UInt32] = []
    for _ in 0..<20_000 {
      if random.next() % 3 != 0 || model.isEmpty {
        let length = UInt32(random.next() % 50 + 1)
        backlog.reserve(Int(length), pool)
        backlog.note(length, memory)
        [UInt8](repeating: 1, count: Int(length)).withUnsafeBytes { backlog.append($0) }
        backlog.settle(memory)
        model.append(length)
      } else {
        let taken = UInt32(random.next() % UInt64(min(backlog.count, 200)) + 1)
        backlog.take(taken, pool)
        var rest = taken
        while let first = model.first, first <= rest {
          rest -= first
          model.removeFirst()
        }
        if !model.isEmpty { model[0] -= rest }
      }
      guard backlog.sendCount == model.count, backlog.count == model.reduce(0, +) else {
        Issue.record("\(backlog.sendCount) sends, should be \(model.count)")
        break
      }
    }
    backlog.freeMemory(pool)
    #expect(memory.chargedBytes == 0)
  }
}
