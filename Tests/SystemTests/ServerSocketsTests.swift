import Glibc
import HearthClient
import HearthLoadKit
import Support
import Testing

@testable import CatalogueRunner

/// The positive control of how `hearth-load hostile --catalogue` counts what a server still holds.
@Suite struct ServerSocketsTests {
  @Test("A connection that stays is counted, in the process and in the kernel's list, and is not once it has gone")
  func counted() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let (opened, listed) = (ServerSockets.open(in: server.program.processID), ServerSockets.listed(port: server.url.port))
    #expect(listed.all() == [], "nobody is there yet")
    let quiet = opened.all().count
    #expect(quiet >= 1, "it listens")
    do {
      let peer = try Peer(.plain, CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0))
      #expect(opened.settle(to: quiet + 1).count == quiet + 1 && listed.settle(to: 1).count == 1)
      peer.socket.resetAtEnd()
    }
    #expect(opened.settle(to: quiet).count == quiet && listed.settle(to: 0).count == 0)
    #expect(ServerSockets.open(in: 0).all() == [], "nobody has this number")
  }

  @Test("A peer that stays in a server fails its check, which names the connections")
  func foundOut() throws {
    let folder = try TemporaryFolder()
    // A peer that says nothing stays for an hour.
    let server = try ServerProgram(data: folder.path, ["--request-seconds", "3600"])
    let target = CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0)
    let opened = ServerSockets.open(in: server.program.processID)
    let watch = try ServerUnderTest(target, .plain, .usual, process: server.program.processID)
    try watch.check()
    let quiet = opened.all().count
    let peer = try Peer(.plain, target)
    #expect(opened.settle(to: quiet + 1).count == quiet + 1)
    let failure = #expect(throws: Mismatch.self) { try watch.check(looks: 1) }
    let lines = "\(try #require(failure))".split(separator: "\n")
    #expect(lines.first == "the server has \(quiet + 1) sockets instead of \(quiet); its connections:")
    #expect(lines.count == 1 + watch.quietConnections + 1)
    withExtendedLifetime(peer) {}
  }

  @Test("Who listens is found among more listeners than one read of the kernel's list gives")
  func listeners() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    #expect(ServerSockets.listener(server.url.port) == server.program.processID)
    // A line has 150 bytes, and a read gives a page of them.
    let listeners = try (0..<64).map { _ in try BoundSocket(listens: true) }
    #expect(listeners.filter { ServerSockets.listener($0.port) != getpid() }.isEmpty)
    #expect(ServerSockets.listener(server.url.port) == server.program.processID)
    let silent = try BoundSocket(listens: false)
    #expect(ServerSockets.listener(silent.port) == nil, "it has the port, and does not listen")
    withExtendedLifetime((listeners, silent)) {}
  }

  @Test("A process that cannot be looked at fails at once")
  func unseen() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let target = CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0)
    let failure = #expect(throws: Mismatch.self) { try ServerUnderTest(target, .plain, .usual, process: 0) }
    #expect("\(try #require(failure))".hasPrefix("process 0 has 0 sockets, and "))
  }
}

/// A socket with a port of this machine, which the system chooses.
private final class BoundSocket {
  let port: UInt16
  private let descriptor: Int32

  init(listens: Bool) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) { [descriptor] address in
      // Safety: a sockaddr_in is read and written as the sockaddr that the calls ask for.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(isNamed && (!listens || listen(descriptor, 1) == 0))
  }

  deinit { close(descriptor) }
}
