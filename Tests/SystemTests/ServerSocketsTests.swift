import HearthClient
import HearthLoadKit
import Testing

@testable import CatalogueRunner

/// The positive control of how `hearth-load hostile --catalogue` counts what a server still holds.
@Suite struct ServerSocketsTests {
  @Test("A connection that stays is counted, in the process and in the kernel's list, and is not once it has gone")
  func counted() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let (held, listed) = (ServerSockets.held(by: server.program.processID), ServerSockets.listed(port: server.url.port))
    #expect(listed.all() == [], "nobody is there yet")
    let quiet = held.all().count
    #expect(quiet >= 1, "it listens")
    do {
      let peer = try Peer(.plain, CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0))
      #expect(held.settle(to: quiet + 1).count == quiet + 1 && listed.settle(to: 1).count == 1)
      peer.socket.resetAtEnd()
    }
    #expect(held.settle(to: quiet).count == quiet && listed.settle(to: 0).count == 0)
    #expect(ServerSockets.held(by: 0).all() == [], "nobody has this number")
  }

  @Test("Whoever stays in a server fails its check, which names the connections")
  func foundOut() throws {
    let folder = try TemporaryFolder()
    // Whoever says nothing stays for an hour.
    let server = try ServerProgram(data: folder.path, ["--request-seconds", "3600"])
    let target = CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0)
    let held = ServerSockets.held(by: server.program.processID)
    let watch = try ServerUnderTest(target, .plain, .usual, process: server.program.processID)
    try watch.check()
    let quiet = held.all().count
    let peer = try Peer(.plain, target)
    #expect(held.settle(to: quiet + 1).count == quiet + 1)
    let failure = #expect(throws: Mismatch.self) { try watch.check(looks: 1) }
    let lines = "\(try #require(failure))".split(separator: "\n")
    #expect(lines.first == "the server has \(quiet + 1) sockets instead of \(quiet); its connections:")
    #expect(lines.count == 1 + watch.quietConnections + 1)
    withExtendedLifetime(peer) {}
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
