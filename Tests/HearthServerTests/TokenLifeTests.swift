import EventStore
import HearthProtocol
import Support
import Testing

/// Device tokens that age (SPEC ID-14).
@Suite(.onOneAndThreeLoops) struct TokenLifeTests {
  private static let day: Int64 = 86_400_000

  /// With what a token is refused.
  private func refusal(_ token: String, at server: TestServer) throws -> UInt16? {
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = token }))
    return try client.closeCode()
  }

  @Test("ID-14: a token lets in for 90 days less a millisecond and no longer; a connection that was made with it closes with 4001 then")
  func absolute() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.tokenDays = 90 }
    let asha = try server.register("Asha")
    let home = try server.logIn(asha.token)
    server.pass(milliseconds: 90 * Self.day - 1)
    _ = try server.logIn(asha.token)
    for client in [asha, home] { _ = try client.ask(.listGroups(.init())) }
    server.pass(milliseconds: 1)
    for client in [asha, home] { #expect(try client.closeCode() == 4001) }
    #expect(try refusal(asha.token, at: server) == 4401)
    server.drain()
    #expect(try store.auditRows(after: 0, limit: 100).contains { $0.act == "token_too_old" && $0.count == 1 })
  }

  @Test("ID-07, ID-14: a token that is replaced in time begins anew, and a jump of the clock while somebody is connected ends nothing")
  func replaced() throws {
    let server = try TestServer { $0.tokenDays = 90 }
    let asha = try server.register("Asha")
    server.pass(milliseconds: 89 * Self.day)
    let fresh = try server.logIn(asha.ask(.rotateToken(.init())).tokenRotated.token)
    #expect(try asha.closeCode() == 4001)
    server.pass(milliseconds: 89 * Self.day)
    server.jump(milliseconds: 3_652 * Self.day)
    _ = try fresh.ask(.listGroups(.init()))
    server.jump(milliseconds: -3_652 * Self.day)
    server.pass(milliseconds: Self.day)
    #expect(try fresh.closeCode() == 4001)
  }

  @Test("ID-07, ID-14: a token that replaces another while the clock is ten years ahead lives no longer for it")
  func replacedAhead() throws {
    let server = try TestServer { $0.tokenDays = 90 }
    let asha = try server.register("Asha")
    server.jump(milliseconds: 3_652 * Self.day)
    let fresh = try server.logIn(asha.ask(.rotateToken(.init())).tokenRotated.token)
    #expect(try asha.closeCode() == 4001)
    let token = try fresh.ask(.rotateToken(.init())).tokenRotated.token
    server.jump(milliseconds: -3_652 * Self.day)
    server.pass(milliseconds: 90 * Self.day - 1)
    // The control: until then it lets in.
    let last = try server.logIn(token)
    #expect(try fresh.closeCode() == 4001)
    server.pass(milliseconds: 1)
    #expect(try last.closeCode() == 4001)
    #expect(try refusal(token, at: server) == 4401)
  }

  @Test("ID-14: a device that was not used on 30 days in between is let in no more, one of 29 is", arguments: [30, 31])
  func idle(days: Int64) throws {
    let server = try TestServer { $0.tokenIdleDays = 30 }
    let asha = try server.register("Asha")
    asha.close(1_000)
    #expect(try asha.closeCode() == 1_000)
    server.pass(milliseconds: days * Self.day)
    if days == 30 { _ = try server.logIn(asha.token) } else { #expect(try refusal(asha.token, at: server) == 4401) }
  }

  @Test("ID-14: whoever stays connected uses their device, and nobody's token ages unless the operator says so")
  func staying() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.tokenIdleDays = 30 }
    let asha = try server.register("Asha")
    let identity = try #require(IdentityID(asha.identity))
    server.pass(milliseconds: 40 * Self.day)
    let today = (1_790_000_000_000 + 40 * Self.day) / Self.day
    eventually("the day is noted") { (try? store.devices(of: identity).first?.usedDay) == today }
    _ = try server.logIn(asha.token)

    let lenient = try TestServer()
    let ravi = try lenient.register("Ravi")
    lenient.pass(milliseconds: 4_000 * Self.day)
    _ = try lenient.logIn(ravi.token)
    _ = try ravi.ask(.listGroups(.init()))
  }

  @Test("ID-14: whoever logs in while the clock is ten years off is neither let in for longer nor locked out when it is right again")
  func whileTheClockIsOff() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.tokenIdleDays = 30 }
    let asha = try server.register("Asha")
    let identity = try #require(IdentityID(asha.identity))
    let day = server.now / Self.day
    for years in [10, -10] as [Int64] {
      server.jump(milliseconds: years * 365 * Self.day)
      try server.logIn(asha.token).close(1_000)
      server.jump(milliseconds: -years * 365 * Self.day)
      try server.logIn(asha.token).close(1_000)
      #expect(try store.devices(of: identity).map(\.usedDay) == [day])
    }
    asha.close(1_000)
    #expect(try asha.closeCode() == 1_000)
    server.pass(milliseconds: 31 * Self.day)
    #expect(try refusal(asha.token, at: server) == 4401)
  }
}
