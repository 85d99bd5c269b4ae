import Dispatch
import Glibc
import Locking
import Testing

@testable import HearthClient
@testable import Transport

/// Clients on their loop, over real sockets.
@Suite struct DriverTests {
  @Test("A server that takes the connection and never answers the opening handshake is given up, and tried again")
  func silentServer() throws {
    // The kernel completes connections to it; nobody accepts them.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    try #require(listener >= 0 && listen(listener, 8) == 0)
    let address = try SocketAddress(of: listener)
    var configuration = LoopConfiguration()
    configuration.connectMilliseconds = 20
    let causes = Locked<[Disconnection]>([])
    let told = DispatchSemaphore(value: 0)
    let loop = try ClientLoop(configuration: configuration) { _, notice in
      guard case .disconnected(let cause, _) = notice else { return }
      causes.withLock { $0.append(cause) }
      told.signal()
    }
    defer {
      loop.stop()
      loop.join()
    }
    _ = loop.add(
      SyncConfiguration(credentials: .register(displayName: "Asha")), server: try ServerURL("ws://\(address)"),
      at: [SocketAddress(ipv4: 0x7F00_0001, port: address.port)])
    for _ in 0..<2 { told.wait() }
    #expect(
      causes.withLock { Array($0.prefix(2)) }
        == [Disconnection](repeating: .unreachable("the opening handshake was not answered in time"), count: 2))
  }
}
