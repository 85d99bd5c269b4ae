import CLinux
import Glibc
import Support
import Testing

@testable import Transport

/// A path in a folder that is gone with the last reference to it.
final class SocketPath {
  private let folder: TemporaryFolder
  var path: String { folder.path + "/server.sock" }
  var address: SocketAddress? { SocketAddress("unix:" + path) }

  init() throws { folder = try TemporaryFolder() }

  /// The file's type and permissions; nil when there is none.
  var mode: UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }
}

@Suite(.serialized) struct UnixSocketTests {
  @Test func echoesAndReportsTheEnd() throws {
    let place = try SocketPath()
    let rig = try Rig(.echo)
    let address = try rig.loop.listen(on: #require(place.address), token: 9)
    #expect(address == place.address && address.description == "unix:" + place.path)
    #expect(place.mode == S_IFSOCK | 0o660)
    let client = try BlockingClient(address)
    #expect(rig.mailbox.take().map { if case .opened(_, token: 9) = $0 { true } else { false } } == true)
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for piece in 0..<30 {
      let bytes = Array(body[piece * 10_000..<(piece + 1) * 10_000])
      #expect(client.send(bytes))
      let isEqual = client.receive(10_000) == bytes
      #expect(isEqual)
    }
    client.endOutput()
    #expect(client.receive(1) == [])
    #expect(rig.mailbox.take(until: { if case .closed(_, .peerClosed) = $0 { true } else { false } }) != nil)
    rig.stop()
    #expect(place.mode == nil)
  }

  @Test func aPeerThatGoesIsNoticedWhetherReadOrPaused() throws {
    let place = try SocketPath()
    let rig = try Rig()
    defer { rig.stop() }
    let address = try rig.loop.listen(on: #require(place.address))
    for isPaused in [false, true] {
      var connection: ConnectionID?
      do {
        let client = try BlockingClient(address)
        let opened = try #require(rig.mailbox.takeOpened())
        connection = opened
        if isPaused { _ = rig.onLoop { $0.pauseReading(opened) } }
        withExtendedLifetime(client) {}
      }
      let id = try #require(connection)
      #expect(rig.mailbox.take { $0 == .closed(id, .peerClosed) } != nil)
    }
  }

  @Test func aBacklogDrainsInOrder() throws {
    let place = try SocketPath()
    let rig = try Rig()
    defer { rig.stop() }
    let client = try BlockingClient(rig.loop.listen(on: #require(place.address)))
    let connection = try #require(rig.mailbox.takeOpened())
    let body = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    #expect(rig.onLoop { $0.send(body, to: connection) } == true)
    #expect(rig.onLoop { $0.queuedBytes(of: connection) > 0 } == true)
    let arrivedWhole = client.receive(body.count) == body
    #expect(arrivedWhole)
    #expect(rig.mailbox.take() == .drained(connection))
  }

  @Test func connectsAndTalksToItself() throws {
    let place = try SocketPath()
    let rig = try Rig(.echo)
    defer { rig.stop() }
    let address = try rig.loop.listen(on: #require(place.address))
    let outgoing = try #require(rig.onLoop { try? $0.connect(to: address, token: 5) } ?? nil)
    #expect(rig.mailbox.take { $0 == .opened(outgoing, token: 5) } != nil)
  }

  @Test func aFileThatSomebodyAnswersOnIsTakenAndOneLeftBehindIsReplaced() throws {
    let place = try SocketPath()
    let address = try #require(place.address)
    let first = try Rig(.echo)
    try first.loop.listen(on: address)
    let second = try Rig(.echo)
    defer { second.stop() }
    #expect(throws: SystemError(code: EADDRINUSE)) { try second.loop.listen(on: address) }
    #expect(try BlockingClient(address).send([1]))
    // A listener that stops later must not remove the file of the one that came in between.
    unlink(place.path)
    let third = try Rig(.echo)
    try third.loop.listen(on: address)
    first.stop()
    #expect(place.mode != nil)
    // As after kill -9: the file stays, and nobody answers.
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    third.stop()
    #expect(place.mode == nil)
    #expect(address.withSystemForm { bind(left, $0, $1) } == 0)
    close(left)
    #expect(place.mode != nil)
    try second.loop.listen(on: address)
    let client = try BlockingClient(address)
    #expect(client.send([7]) && client.receive(1) == [7])
  }

  @Test func aFileThatIsNoSocketStays() throws {
    let place = try SocketPath()
    let fd = open(place.path, O_CREAT | O_WRONLY, 0o600)
    close(fd)
    let rig = try Rig()
    defer { rig.stop() }
    #expect(throws: SystemError(code: EADDRINUSE)) { try rig.loop.listen(on: #require(place.address)) }
    #expect(place.mode == S_IFREG | 0o600)
  }

  @Test(arguments: [0o600, 0o666] as [UInt32]) func theModeIsAsConfigured(_ mode: UInt32) throws {
    let place = try SocketPath()
    var configuration = LoopConfiguration()
    configuration.socket.unixFileMode = mode
    let rig = try Rig(.echo, configuration)
    defer { rig.stop() }
    try rig.loop.listen(on: #require(place.address))
    #expect(place.mode == S_IFSOCK | mode)
  }

  @Test func pathsUpToTheLimit() throws {
    let longest = "/" + String(repeating: "p", count: SocketAddress.pathBytesMax - 1)
    #expect(SocketAddress("unix:" + longest)?.path == longest)
    #expect(SocketAddress(path: longest)?.description == "unix:" + longest)
    for text in ["unix:" + longest + "p", "unix:", "unix:relative.sock", "unix:/a\0b", "unix", "unix:1"] {
      #expect(SocketAddress(text) == nil)
    }
  }
}
