import Glibc
import Locking
import Testing

@testable import Transport

/// Several loops behind one listener.
@Suite(.serialized) struct EventLoopsTests {
  /// Several echoing loops, and how many connections each was told of.
  private final class CountedLoops: Sendable {
    let mailbox = Mailbox()
    let opened: [Locked<[ConnectionID]>]
    let loops: EventLoops<CountingHandler>

    init(_ count: Int, _ configuration: LoopConfiguration = LoopConfiguration()) throws {
      let opened = (0..<count).map { _ in Locked<[ConnectionID]>([]) }
      self.opened = opened
      let mailbox = mailbox
      loops = try EventLoops(name: "group", count: count, configuration: configuration) { _, number in
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

    func opened(_ connection: ConnectionID, address: SocketAddress, token: UInt64, loop: Loop) {
      opened.withLock { $0.append(connection) }
      mailbox.put(.opened(connection, token: token))
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: ConnectionID, loop: Loop) {
      loop.send(UnsafeRawBufferPointer(bytes), to: connection)
    }

    func closed(_ connection: ConnectionID, reason: CloseReason, loop: Loop) { mailbox.put(.closed(connection, reason)) }

    func handshakeFailed(from address: SocketAddress, reason: CloseReason, loop: Loop) { mailbox.put(.handshakeFailed(reason)) }

    func message(_ message: Never, loop: Loop) {}
  }

  @Test(arguments: [1, 2, 4], ["127.0.0.1:0", "[::1]:0", "unix"])
  func connectionsAreSpreadEvenlyAndServed(_ count: Int, _ text: String) throws {
    let place = try SocketPath()
    let counted = try CountedLoops(count)
    defer { counted.stop() }
    let address = try counted.loops.listen(on: #require(text == "unix" ? place.address : SocketAddress(text)), token: 3)
    let clients = try (0..<200).map { _ in try BlockingClient(address) }
    for (number, client) in clients.enumerated() { #expect(client.send([UInt8](repeating: UInt8(number), count: 1000))) }
    for (number, client) in clients.enumerated() { #expect(client.receive(1000) == [UInt8](repeating: UInt8(number), count: 1000)) }
    #expect(counted.counts == [Int](repeating: 200 / count, count: count))
  }

  @Test func whoHasTheFewestGetsTheNext() throws {
    let counted = try CountedLoops(2)
    defer { counted.stop() }
    let address = try counted.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0))
    var clients: [BlockingClient] = []
    for _ in 0..<20 {
      clients.append(try BlockingClient(address))
      #expect(counted.mailbox.takeOpened() != nil)
    }
    #expect(counted.counts == [10, 10])
    // The first loop got every second connection, and loses five.
    for index in [0, 2, 4, 6, 8] { clients[index].endOutput() }
    for _ in 0..<5 { #expect(counted.mailbox.take { if case .closed = $0 { true } else { false } } != nil) }
    for _ in 0..<5 {
      clients.append(try BlockingClient(address))
      #expect(counted.mailbox.takeOpened() != nil)
    }
    #expect(counted.counts == [15, 10])
  }

  @Test func eachLoopHasItsOwnBoundOnHandshakes() throws {
    let security = try Security()
    var configuration = LoopConfiguration()
    configuration.handshakesMax = 2
    configuration.handshakeSparedMilliseconds = 0
    let counted = try CountedLoops(2, configuration)
    defer { counted.stop() }
    let address = try counted.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0), tls: security.holder)
    let waiting = try (0..<4).map { _ in try SecureClient(address, to: security.destination()) }
    let client = try SecureClient(address, to: security.destination())
    #expect(try client.shakeHands() && client.send([1]) && client.receive(1) == [1])
    // Exactly one made space for it.
    #expect(counted.mailbox.take { if case .handshakeFailed = $0 { true } else { false } } == .handshakeFailed(.crowdedOut))
    let served = try waiting.count { try $0.shakeHands() && $0.send([2]) && $0.receive(1) == [2] }
    #expect(served == 3)
  }

  @Test func loopsThatStopLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let before = openSockets()
      let counted = try CountedLoops(3)
      let address = try counted.loops.listen(on: SocketAddress(ipv4: 0x7F00_0001, port: 0))
      let clients = try (0..<60).map { _ in try BlockingClient(address) }
      counted.stop()
      for client in clients { try #require(client.receive(1)?.isEmpty ?? true) }
      try #require(openSockets() == before + 60)
    }
  }
}
