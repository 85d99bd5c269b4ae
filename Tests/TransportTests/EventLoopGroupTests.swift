import Glibc
import Locking
import Testing

@testable import Transport

/// Several loops behind one listener.
@Suite(.serialized) struct EventLoopGroupTests {
  /// A group of echoing loops, and how many connections each was told of.
  private final class Group: Sendable {
    let mailbox = Mailbox()
    let opened: [Locked<[ConnectionID]>]
    let loops: EventLoopGroup<CountingHandler>

    init(_ count: Int, _ configuration: LoopConfiguration = LoopConfiguration()) throws {
      let opened = (0..<count).map { _ in Locked<[ConnectionID]>([]) }
      self.opened = opened
      let mailbox = mailbox
      loops = try EventLoopGroup(name: "group", count: count, configuration: configuration) { _, number in
        CountingHandler(opened: opened[number], mailbox: mailbox)
      }
    }

    var counts: [Int] { opened.map { $0.withLock { $0.count } } }

    func stop() {
      loops.stop()
      loops.join()
    }
  }

  private struct CountingHandler: LoopHandler {
    let opened: Locked<[ConnectionID]>
    let mailbox: Mailbox

    func opened(_ connection: ConnectionID, peer: SocketAddress, token: UInt64, loop: Loop) {
      opened.withLock { $0.append(connection) }
      mailbox.put(.opened(connection, token: token))
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
      loop.send(UnsafeRawBufferPointer(bytes), to: connection)
    }

    func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) { mailbox.put(.closed(connection, reason)) }

    func handshakeFailed(from peer: SocketAddress, reason: CloseReason, loop: Loop) { mailbox.put(.handshakeFailed(reason)) }

    func message(_ message: Never, loop: Loop) {}
  }

  @Test(arguments: [1, 2, 4], ["127.0.0.1:0", "[::1]:0", "unix"])
  func connectionsAreSpreadEvenlyAndServed(_ count: Int, _ text: String) throws {
    let place = try SocketPath()
    let group = try Group(count)
    defer { group.stop() }
    let address = try group.loops.listen(on: #require(text == "unix" ? place.address : SocketAddress(text)), token: 3)
    let clients = try (0..<200).map { _ in try BlockingClient(address) }
    for (number, client) in clients.enumerated() { #expect(client.send([UInt8](repeating: UInt8(number), count: 1000))) }
    for (number, client) in clients.enumerated() { #expect(client.receive(1000) == [UInt8](repeating: UInt8(number), count: 1000)) }
    #expect(group.counts == [Int](repeating: 200 / count, count: count))
  }

  @Test func whoHasTheFewestGetsTheNext() throws {
    let group = try Group(2)
    defer { group.stop() }
    let address = try group.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0))
    var clients: [BlockingClient] = []
    for _ in 0..<20 {
      clients.append(try BlockingClient(address))
      #expect(group.mailbox.takeOpened() != nil)
    }
    #expect(group.counts == [10, 10])
    // The first loop got every second connection, and loses five.
    for index in [0, 2, 4, 6, 8] { clients[index].endOutput() }
    for _ in 0..<5 { #expect(group.mailbox.take { if case .closed = $0 { true } else { false } } != nil) }
    for _ in 0..<5 {
      clients.append(try BlockingClient(address))
      #expect(group.mailbox.takeOpened() != nil)
    }
    #expect(group.counts == [15, 10])
  }

  @Test func eachLoopHasItsOwnBoundOnHandshakes() throws {
    let security = try Security()
    var configuration = LoopConfiguration()
    configuration.handshakesMax = 2
    configuration.handshakeSparedMilliseconds = 0
    let group = try Group(2, configuration)
    defer { group.stop() }
    let address = try group.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), tls: security.holder)
    let waiting = try (0..<4).map { _ in try SecureClient(address, to: security.destination()) }
    let client = try SecureClient(address, to: security.destination())
    #expect(try client.shakeHands() && client.send([1]) && client.receive(1) == [1])
    // Exactly one made space for it.
    #expect(group.mailbox.take { if case .handshakeFailed = $0 { true } else { false } } == .handshakeFailed(.crowdedOut))
    let served = try waiting.count { try $0.shakeHands() && $0.send([2]) && $0.receive(1) == [2] }
    #expect(served == 3)
  }

  @Test func aGroupThatStopsLeavesNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let before = openSockets()
      let group = try Group(3)
      let address = try group.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0))
      let clients = try (0..<60).map { _ in try BlockingClient(address) }
      group.stop()
      for client in clients { try #require(client.receive(1)?.isEmpty ?? true) }
      try #require(openSockets() == before + 60)
    }
  }
}
