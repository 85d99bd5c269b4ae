import CLinux
import Glibc
import Testing

@testable import Transport

/// What the system was told of sockets that are no plain listener's connections; those are in BackPressureTests and
/// InheritedSocketTests.
@Suite(.serialized) struct SocketOptionTests {
  /// How many the system keeps for a listening socket before they are accepted.
  private static func kept(for fd: Int32) throws -> Int {
    // linux/tcp.h: tcpi_sacked, which of a socket that listens is this (tcp_get_info in net/ipv4/tcp.c).
    let offset = 28
    var info = [UInt8](repeating: 0, count: offset + 4)
    var count = socklen_t(info.count)
    try #require(getsockopt(fd, Int32(IPPROTO_TCP), TCP_INFO, &info, &count) == 0 && Int(count) == info.count)
    return Int(info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) })
  }

  /// The most that the system keeps for any (net.core.somaxconn), however many are asked for.
  private static func keptAtMost() throws -> Int {
    let fd = clinux_stream_socket(AF_INET)
    try #require(fd >= 0)
    defer { close(fd) }
    let address = SocketAddress(ipv4: 0x7F00_0001, port: 0)
    try #require(address.withSystemForm { bind(fd, $0, $1) } == 0 && listen(fd, Int32.max) == 0)
    return try kept(for: fd)
  }

  @Test(
    "As many wait to be accepted as the backlog says, 4,096 unless it is set, as far as the system keeps so many",
    arguments: [nil, 7, 8, 4_095, 4_097] as [Int32?])
  func backlog(configured: Int32?) throws {
    let most = try Self.keptAtMost()
    try #require(most > 8)
    var configuration = LoopConfiguration()
    if let configured { configuration.socket.backlog = configured }
    let rig = try Rig(.echo, configuration)
    defer { rig.stop() }
    try rig.waitUntil { !$0.listeners.isEmpty }
    let fd = try #require(rig.onLoop { $0.listeners.first?.fd } ?? nil)
    #expect(try Self.kept(for: fd) == min(Int(configured ?? 4_096), most))
  }

  /// A loop with a Unix socket, which has no options of TCP.
  private struct UnixRig {
    let place: SocketPath
    let rig: Rig
    let address: SocketAddress
    /// Of sockets there. The kernel doubles the first (socket(7)).
    let expected: [Int]

    init(sendBufferBytes: Int32?) throws {
      let place = try SocketPath()
      let path = try #require(place.address)
      var configuration = LoopConfiguration()
      if let sendBufferBytes { configuration.socket.sendBufferBytes = sendBufferBytes }
      let rig = try Rig(.echo, configuration)
      self.place = place
      self.rig = rig
      address = try rig.loop.listen(on: path)
      expected = [2 * Int(sendBufferBytes ?? 64 << 10), -1, -1, -1]
    }
  }

  @Test("A Unix socket that listens or connects has the send buffer that is configured", arguments: [nil, 32 << 10] as [Int32?])
  func unixSockets(sendBufferBytes: Int32?) throws {
    let unix = try UnixRig(sendBufferBytes: sendBufferBytes)
    let (rig, address) = (unix.rig, unix.address)
    defer { rig.stop() }
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, token: 5) } ?? nil)
    try #require(rig.mailbox.take { $0 == .opened(outgoing, token: 5) } != nil)
    #expect(rig.onLoop { $0.options(of: outgoing) } == unix.expected)
    try rig.waitUntil { $0.listeners.count == 2 }
    #expect(rig.onLoop { socketOptions($0.listeners[1].fd) } == unix.expected)
  }

  // unix(7): unlike TCP's, a socket that was accepted has inherited nothing of what its listener is set to.
  @Test("A Unix socket that was accepted has the send buffer that is configured", arguments: [nil, 32 << 10] as [Int32?])
  func acceptedUnixSockets(sendBufferBytes: Int32?) throws {
    let unix = try UnixRig(sendBufferBytes: sendBufferBytes)
    let rig = unix.rig
    defer { rig.stop() }
    let client = try BlockingClient(unix.address)
    let connection = try #require(rig.mailbox.takeOpened())
    #expect(rig.onLoop { $0.options(of: connection) } == unix.expected)
    withExtendedLifetime(client) {}
  }
}
