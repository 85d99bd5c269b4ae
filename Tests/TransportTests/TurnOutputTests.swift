import CLinux
import Glibc
import Locking
import Testing

@testable import Transport

/// What a turn has for a connection leaves with one call. Its peer's kernel counts: without Nagle's algorithm each call
/// is a segment of its own.
@Suite(.serialized) struct TurnOutputTests {
  /// Segments with data that have come to somebody.
  private func segments(_ client: BlockingClient) throws -> UInt32 {
    // linux/tcp.h: tcpi_data_segs_in, behind what Glibc's own struct tcp_info ends with.
    let offset = 152
    var info = [UInt8](repeating: 0, count: offset + 4)
    var count = socklen_t(info.count)
    try #require(getsockopt(client.fd, Int32(IPPROTO_TCP), TCP_INFO, &info, &count) == 0 && Int(count) == info.count)
    return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  /// So many bytes, each sent for itself and none beside the next in the arena.
  private func send(_ count: Int, to connection: ConnectionID, _ rig: Rig) {
    let isSent = rig.onLoop { loop in
      (0..<count).allSatisfy { number in
        let range = loop.write([UInt8(truncatingIfNeeded: number)])
        _ = loop.write([0])
        return loop.send(range, to: connection)
      }
    }
    #expect(isSent == true)
  }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

  @Test(
    "What is sent in one turn leaves with one call, and what takes more vectors than a call has with two",
    arguments: [(1, 1), (2, 1), (Loop.vectorsMax, 1), (Loop.vectorsMax + 1, 2), (3 * Loop.vectorsMax, 3)] as [(Int, UInt32)])
  func oneTurn(sends: Int, calls: UInt32) throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(try segments(client) == 0)
    send(sends, to: connection, rig)
    #expect(client.receive(sends) == bytes(sends))
    #expect(try segments(client) == calls)
  }

  @Test("What is sent in ten turns leaves with ten calls: they can be told apart")
  func tenTurns() throws {
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    for _ in 0..<10 {
      send(1, to: connection, rig)
      // It comes when the turn has ended.
      #expect(client.receive(1) == [0])
    }
    #expect(try segments(client) == 10)
  }

  @Test("Who is told something in both halves of a turn is told with two calls, and in one of them with one", arguments: [true, false])
  func halves(isOtherNew: Bool) throws {
    let told = Locked<ConnectionID?>(nil)
    var script = ScriptedHandler.Script()
    script.received = { _, connection, loop in
      let told = told.withLock { $0 } ?? connection
      for _ in 0..<2 { loop.send([2], to: told) }
    }
    let rig = try Rig(script)
    defer { rig.stop() }
    let client = try BlockingClient(rig.address)
    let connection = try #require(rig.mailbox.takeOpened())
    told.withLock { $0 = connection }
    let other = try BlockingClient(rig.address)
    let otherConnection = try #require(rig.mailbox.takeOpened())
    try #require(client.send([1]))
    #expect(client.receive(2) == [2, 2])
    if !isOtherNew {
      try #require(other.send([1]))
      #expect(client.receive(2) == [2, 2])
    }
    let before = try segments(client)
    try rig.hold(until: [(connection, POLLIN), (otherConnection, POLLIN)]) {
      try #require(client.send([1]))
      try #require(other.send([1]))
    }
    #expect(client.receive(4) == [2, 2, 2, 2])
    #expect(try segments(client) == before + (isOtherNew ? 2 : 1))
  }

  @Test("Over TLS too, to each of several connections")
  func secureTurn() throws {
    let security = try Security()
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<3).map { _ in try security.connect(rig) }
    let connections = try clients.map { _ in try #require(rig.mailbox.takeOpened()) }
    // With this everything of the handshake has come.
    for (client, connection) in zip(clients, connections) {
      send(1, to: connection, rig)
      #expect(try client.receive(1) == [0])
    }
    let before = try clients.map { try segments($0.socket) }
    let isSent = rig.onLoop { loop in
      (0..<10).allSatisfy { number in connections.allSatisfy { loop.send([UInt8(number)], to: $0) } }
    }
    #expect(isSent == true)
    for client in clients { #expect(try client.receive(10) == bytes(10)) }
    #expect(try clients.map { try segments($0.socket) } == before.map { $0 + 1 })
  }
}
