import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Support
import Testing

/// Identities that the operator has shut out (SPEC ID-18).
@Suite(.onOneAndThreeLoops) struct SuspensionTests {
  /// With what a token is refused.
  private func refusal(_ token: String, at server: TestServer) throws -> UInt16? {
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    return try client.closeCode()
  }

  private func identity(_ client: WireClient) throws -> IdentityID { try #require(IdentityID(client.identity)) }

  @Test("ID-18: what a suspended identity has open closes with 4001, on whatever loop, and nobody else's; resumed, its token lets in again")
  func endsAndReturns() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.suspensionMilliseconds = 1 }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let group = try asha.createGroup()
    let others = try (0..<4).map { _ in try server.logIn(asha.token) }
    store.suspend([try identity(asha)], at: 1)
    for client in [asha] + others { #expect(try client.closeCode() == 4001) }
    #expect(try refusal(asha.token, at: server) == 4001)
    _ = try ravi.ask(.listGroups(.init()))
    _ = try server.logIn(ravi.token)
    store.suspend([], resume: [try identity(asha)], at: 2)
    // What was asked before is over by then.
    for _ in 0..<50 { _ = try ravi.ask(.listGroups(.init())) }
    let again = try server.logIn(asha.token)
    #expect(try again.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    _ = try again.ask(.listGroups(.init()))
    let rows = try store.auditRows(after: 0, limit: 100).filter { $0.act.hasPrefix("identity_") }
    #expect(rows.map(\.act) == ["identity_suspended", "identity_resumed"] && rows.map(\.at) == [1, 2])
    #expect(try rows.map(\.identity) == [identity(asha), identity(asha)])
  }

  @Test("ID-18: over HTTP and at the upgrade a suspended identity is 401, which says why; the control is let in")
  func overHTTP() throws {
    let store = InMemoryStore()
    let home = try CallServer(store)
    #expect(try home.call("GET", "", by: home.ravi).status == 200)
    store.suspend([try identity(home.ravi)], at: 1)
    let refused = try home.call("GET", "", by: home.ravi)
    #expect(refused.status == 401 && refused["code"] == "unauthorized" && refused["cause"]?.contains("suspended this account") == true)
    #expect(refused["remedy"]?.contains("Ask the operator") == true)
    let upgrade = try home.send(
      "GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Protocol: hearth.v1.json\r\n"
        + "Authorization: Bearer \(home.ravi.token)\r\n\r\n")
    #expect(upgrade.status == 401)
    let events = try home.call("GET", "/events", by: home.ravi)
    #expect(events.status == 401)
    #expect(try home.call("GET", "", by: home.asha).status == 200)
  }

  @Test("ID-18: a suspended identity sends and gets no receipt's file, which says why; the control does")
  func receipts() throws {
    let store = InMemoryStore()
    let home = try AttachmentServer(store)
    let receipt = Array("%PDF-1.7 a bill".utf8)
    #expect(try home.put(receipt, by: home.ravi).status == 201)
    store.suspend([try identity(home.ravi)], at: 1)
    for answer in [try home.get(receipt, by: home.ravi), try home.put(receipt, by: home.ravi)] {
      #expect(answer.status == 401 && answer["cause"]?.contains("suspended this account") == true)
    }
    #expect(try home.get(receipt, by: home.asha).status == 200)
  }

  @Test("ID-18: a code that a suspended identity's device shows links nothing; the control links")
  func links() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    for isSuspended in [false, true] {
      let asha = try server.register("Asha")
      let code = try asha.ask(.createLink(.init())).linkCode.code
      if isSuspended { store.suspend([try identity(asha)], at: 1) }
      let answer = try server.connect().ask(.linkDevice(.with { $0.code = code }))
      #expect(answer.rejected.code == (isSuspended ? "link_invalid" : ""))
      #expect(answer.registered.token.isEmpty == isSuspended)
    }
  }
}
