import Glibc
import Testing

@testable import HearthClient
@testable import Transport

/// Clients on their loop, over real sockets.
@Suite struct DriverTests {
  // Limit: a safety net; no run comes near it.
  @Test("A server that takes the connection and never answers the opening handshake is given up, and tried again", .timeLimit(.minutes(10)))
  func silentServer() async throws {
    // The kernel completes connections to it; nobody accepts them.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    try #require(listener >= 0 && listen(listener, 8) == 0)
    let address = try SocketAddress(of: listener)
    var configuration = LoopConfiguration()
    configuration.connectMilliseconds = 20
    let (causes, told) = AsyncStream.makeStream(of: Disconnection.self)
    let loop = try ClientLoop(configuration: configuration) { _, notice in
      if case .disconnected(let cause, _) = notice { told.yield(cause) }
    }
    defer {
      loop.stop()
      loop.join()
    }
    _ = loop.add(
      SyncConfiguration(credentials: .register(displayName: "Asha")), server: try ServerURL("ws://\(address)"),
      at: [SocketAddress(ipv4: 0x7F00_0001, port: address.port)])
    var seen: [Disconnection] = []
    for await cause in causes {
      seen.append(cause)
      if seen.count == 2 { break }
    }
    #expect(seen == [Disconnection](repeating: .unreachable("the opening handshake was not answered in time"), count: 2))
  }
}
