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
    // Whoever looked whether the server listens may still be leaving.
    eventually("nobody is connected") { listed.all().isEmpty }
    let quiet = held.all().count
    #expect(quiet >= 1, "it listens")
    do {
      let peer = try Peer(.plain, CatalogueTarget(port: server.url.port, deadlineMilliseconds: 0))
      eventually("the peer is counted") { held.all().count == quiet + 1 && listed.all().count == 1 }
      peer.socket.resetAtEnd()
    }
    let settled = held.settle(to: quiet)
    #expect(settled.count == quiet)
    #expect(listed.settle(to: 0).count == 0)
  }
}
