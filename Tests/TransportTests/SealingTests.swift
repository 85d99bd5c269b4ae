import Testing

@testable import TLS
@testable import Transport

@Suite(.serialized) struct SealingTests {
  private let security: Security

  init() throws { security = try Security() }

  /// Everybody gets what is meant for it, however many connections a turn sends to and whatever becomes of the others
  /// in it: some are closed, one is dropped, some get more than a record.
  @Test(arguments: [1, SecuringBuffers.sealedMax, SecuringBuffers.sealedMax + 1, SecuringBuffers.sealedMax * 3])
  func eachConnectionGetsItsOwnInOneTurn(_ count: Int) throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    var members: [(client: SecureClient, connection: ConnectionID)] = []
    for _ in 0..<count { members.append((try security.connect(rig), try #require(rig.mailbox.takeOpened()))) }
    let connections = members.map(\.connection)
    let common = [UInt8](repeating: 0xCC, count: 300)
    let isSent = rig.onLoop { loop in
      for (number, connection) in connections.enumerated() { loop.send(Self.own(number), to: connection) }
      let range = loop.write(common)
      connections.withUnsafeBufferPointer { loop.send(range, to: $0) }
      for (number, connection) in connections.enumerated() where number % 3 == 1 { loop.close(connection, .afterFlush) }
      if count > 2 { loop.close(connections[2], .immediately) }
      return true
    }
    #expect(isSent == true)
    for (number, member) in members.enumerated() where number != 2 {
      let expected = Self.own(number) + common
      let isEqual = try member.client.receive(expected.count) == expected
      #expect(isEqual)
      guard number % 3 == 1 else { continue }
      #expect(try member.client.receive(1) == [] && member.client.peerHasEnded)
    }
    // And those that are still there go on.
    #expect(rig.onLoop { loop in loop.send([7], to: connections[0]) } == true)
    #expect(try members[0].client.receive(1) == [7])
  }

  /// As many bytes as a batch may have, and one more, to as many connections as that takes and more.
  @Test(arguments: [0, 1]) func aBatchEndsWithItsBytes(_ more: Int) throws {
    let rig = try Rig(tls: security.holder)
    defer { rig.stop() }
    let clients = try (0..<10).map { _ in try security.connect(rig) }
    let connections = clients.compactMap { _ in rig.mailbox.takeOpened() }
    try #require(connections.count == clients.count)
    // With what a record adds, four of these are a batch's bytes; the first is the one that makes them so, or more.
    let piece = [UInt8](repeating: 9, count: SecuringBuffers.sealedBytesMax / 4 - 22)
    let isSent = rig.onLoop { loop in
      let range = loop.write(piece)
      connections.withUnsafeBufferPointer { loop.send(range, to: $0) }
      return more == 0 || loop.send([5], to: connections[0])
    }
    #expect(isSent == true)
    for (number, client) in clients.enumerated() {
      let expected = piece + (number == 0 && more == 1 ? [5] : [])
      let isEqual = try client.receive(expected.count) == expected
      #expect(isEqual)
    }
    #expect(rig.onLoop { loop in loop.securing.map { $0.sealedCount == 0 && $0.sealedBytes == 0 && $0.wire.output.isEmpty } } == true)
    // All ten at once would have made the one buffer twice as large: it doubles, and a batch is 64 KiB and a record at
    // most.
    #expect(rig.onLoop { loop in loop.securing.map { $0.wire.channel.pointee.outputCapacity <= 128 << 10 } } == true)
  }

  /// Of all sizes, with every fifth more than a record.
  private static func own(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 5 == 4 ? 20_000 : 1 + number * 37)
  }
}
