import TLS
import Testing

@testable import Transport

/// The budget holds however little each of many connections has: above it nobody is spared, and nobody may begin to
/// hold more.
@Suite(.serialized) struct ExceededBudgetTests {
  private static let bytesMax = 1 << 20

  /// A loop with a budget of 1 MiB, which leaves little to the kernel's buffers.
  private func rig(tls: TLSContextHolder? = nil) throws -> (rig: Rig, budget: MemoryBudget) {
    var configuration = LoopConfiguration()
    configuration.memory = MemoryBudget(bytesMax: Self.bytesMax)
    configuration.socket.sendBufferBytes = 4 << 10
    // A busy machine meets no deadline.
    configuration.stallMilliseconds = 600_000
    configuration.handshakeMilliseconds = 600_000
    return (try Rig(ScriptedHandler.Script(), configuration, tls: tls), configuration.memory)
  }

  /// Clients that read nothing, and their connections.
  private func stalled(_ rig: Rig, count: Int) throws -> (clients: [BlockingClient], connections: [ConnectionID]) {
    let clients = try (0..<count).map { _ in try BlockingClient(rig.address, receiveBufferBytes: 4 << 10) }
    let connections = (0..<count).compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == count)
    return (clients, connections)
  }

  @Test func aHundredWhoReadNothingStayWithinTheBudgetTogether() throws {
    let (rig, budget) = try rig()
    defer { rig.stop() }
    let (clients, connections) = try stalled(rig, count: 100)
    let sent = rig.onLoop { loop in
      let range = loop.write([UInt8](repeating: 1, count: 60_000))
      return connections.allSatisfy { loop.send(range, to: $0) }
    }
    #expect(sent == true)
    // The turn that sent it is over.
    let left = try #require(rig.onLoop { loop in connections.count { loop.queuedBytes(of: $0) > 0 } })
    #expect(budget.chargedBytes <= Self.bytesMax)
    // No more went than had to.
    #expect(budget.chargedBytes > Self.bytesMax - 64 << 10)
    #expect(left > 0 && left < 100)
    for _ in left..<100 {
      guard case .closed(_, .memoryShort) = rig.mailbox.take() else {
        Issue.record("nobody was dropped for want of memory")
        return
      }
    }
    withExtendedLifetime(clients) {}
  }

  @Test func atTheBudgetSmallBacklogsStayAndAByteMoreCostsTheLargest() throws {
    let (rig, budget) = try rig()
    defer { rig.stop() }
    let (clients, connections) = try stalled(rig, count: 2)
    for (connection, size) in zip(connections, [50_000, 60_000]) {
      #expect(rig.onLoop { $0.send([UInt8](repeating: 1, count: size), to: connection) } == true)
    }
    #expect(rig.onLoop { _ in true } == true)
    let padding = Self.bytesMax - budget.chargedBytes
    budget.charge(padding)
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.onLoop { $0.connectionCount } == 2)
    budget.charge(1)
    #expect(rig.onLoop { _ in true } == true)
    #expect(rig.mailbox.take() == .closed(connections[1], .memoryShort))
    #expect(rig.onLoop { $0.connectionCount } == 1)
    budget.discharge(padding + 1)
    withExtendedLifetime(clients) {}
  }

  @Test func whoBeginsToHoldARecordWhileMemoryIsShortIsDropped() throws {
    let security = try Security()
    let (rig, budget) = try rig(tls: security.holder)
    defer { rig.stop() }
    func begun() throws -> (client: SecureClient, connection: ConnectionID) {
      let client = try security.connect(rig)
      let connection = try #require(rig.mailbox.takeOpened())
      #expect(try client.send([9]))
      #expect(rig.mailbox.take() == .received(connection, [9]))
      try client.encrypt([1, 2, 3])
      return (client, connection)
    }
    let (early, late) = (try begun(), try begun())
    let short = Self.bytesMax - Self.bytesMax / 20
    let padding = short - budget.chargedBytes - TLSConnection.recordMemoryBytes
    budget.charge(padding)
    // With this one the limit is reached.
    let record = early.client.takeCiphertext()
    #expect(early.client.socket.send(Array(record.prefix(5))))
    try rig.waitUntil { $0.memory.chargedBytes == short }
    #expect(late.client.socket.send(Array(late.client.takeCiphertext().prefix(5))))
    #expect(rig.mailbox.take() == .closed(late.connection, .memoryShort))
    #expect(budget.chargedBytes == short - TLSConnection.idleMemoryBytes)
    // A peer that holds one already goes on, however short memory is.
    budget.charge(TLSConnection.idleMemoryBytes + 1)
    #expect(early.client.socket.send(Array(record.dropFirst(5))))
    #expect(rig.mailbox.take() == .received(early.connection, [1, 2, 3]))
    budget.discharge(padding + TLSConnection.idleMemoryBytes + 1)
  }

  @Test func fortyWhoHoldARecordStayWithinTheBudgetTogether() throws {
    let security = try Security()
    let (rig, budget) = try rig(tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<40).map { _ in try security.connect(rig) }
    for _ in clients { try #require(rig.mailbox.takeOpened() != nil) }
    for client in clients {
      try client.encrypt([1])
      _ = client.socket.send(Array(client.takeCiphertext().prefix(5)))
      #expect(budget.chargedBytes <= Self.bytesMax)
    }
    // Idle they have 560 KiB, with a record each they would have 1,240.
    guard case .closed(_, .memoryShort) = rig.mailbox.take() else {
      Issue.record("nobody was dropped for want of memory")
      return
    }
    try rig.waitUntil { !$0.memory.isShort }
  }
}
