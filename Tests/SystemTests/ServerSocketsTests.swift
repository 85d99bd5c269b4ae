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
    // Whoever looked whether the server listens may still be leaving; then it only listens.
    #expect(held.settle(to: 1).count == 1 && listed.settle(to: 0).count == 0)
    do {
      let peer = try Peer(.plain, CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0))
      #expect(held.settle(to: 2).count == 2 && listed.settle(to: 1).count == 1)
      peer.socket.resetAtEnd()
    }
    #expect(held.settle(to: 1).count == 1 && listed.settle(to: 0).count == 0)
    #expect(ServerSockets.held(by: 0).all() == [], "nobody has this number")
  }

  @Test("Whoever stays in a server fails its check, which names the connection, and so does a process that cannot be looked at")
  func foundOut() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProgram(data: folder.path)
    let target = CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0)
    let watch = try ServerUnderTest(target, .plain, .usual, process: server.program.processID, looks: 200)
    try watch.check()
    let peer = try Peer(.plain, target)
    let connections = watch.quietConnections + 2
    let failure = #expect(throws: Mismatch.self) { try watch.check() }
    #expect("\(try #require(failure))".hasPrefix("the server has \(connections) sockets instead of \(connections - 1); its connections:\n"))
    withExtendedLifetime(peer) {}
    #expect(throws: Mismatch.self) { try ServerUnderTest(target, .plain, .usual, process: 0, looks: 1) }
  }
}
