import EventStore
import HearthProtocol
import Room
import Support
import Testing
import Transport

@testable import HearthServer

/// How much an identity and an address may have the server do: SPEC CM-12, CM-13.
@Suite struct AllowanceTests {
  private static func identity(_ number: UInt64) -> IdentityID { IdentityID(high: 1, low: number) }
  private static func address(_ number: UInt32) -> AddressKey { AddressKey(SocketAddress(ipv4: number, port: 1)) }

  @Test("Limit: up to all of it is fine, then the identity waits until something has come back; what was too much is paid back")
  func identities() {
    let allowance = Allowance(perIdentity: 100, perAddress: 1_000, spanMilliseconds: 1_000)
    let (asha, ravi, home) = (Self.identity(1), Self.identity(2), Self.address(1))
    allowance.spend(99, of: asha, home)
    #expect(allowance.wait(asha, home, now: 0) == nil)
    allowance.spend(1, of: asha, home)
    #expect(allowance.wait(asha, home, now: 0)?.who == .identity && allowance.wait(asha, home, now: 0)?.milliseconds == 10)
    #expect(allowance.wait(ravi, home, now: 0) == nil)
    #expect(allowance.wait(asha, home, now: 10) == nil)
    // However much it was, another span has it all back but one.
    allowance.spend(1_000_000, of: asha, nil)
    #expect(allowance.wait(asha, nil, now: 10)?.milliseconds == 1_010)
    #expect(allowance.wait(asha, nil, now: 1_020) == nil)
  }

  @Test("Limit: all who come from one address have so much together")
  func addresses() {
    let allowance = Allowance(perIdentity: 100, perAddress: 250, spanMilliseconds: 1_000)
    for number in 1...5 as ClosedRange<UInt64> {
      let wait = allowance.wait(Self.identity(number), Self.address(1), now: 0)
      #expect((wait?.who == .address) == (number > 3), "\(number)")
      if wait == nil { allowance.spend(90, of: Self.identity(number), Self.address(1)) }
    }
    #expect(allowance.wait(Self.identity(6), Self.address(2), now: 0) == nil)
    // What is known of the identity alone is the address's that it asked from last.
    allowance.spend(1, of: Self.identity(6))
    #expect(allowance.wait(Self.identity(7), Self.address(2), now: 0) == nil)
    allowance.spend(249, of: Self.identity(6))
    #expect(allowance.wait(Self.identity(7), Self.address(2), now: 0)?.who == .address)
  }

  @Test("CM-12 Whose questions have kept the server busy for long enough is rate_limited with the time to wait, and nobody else")
  func questions() throws {
    let server = try TestServer { $0.identityReadMillisecondsPerMinute = 1 }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let (group, other) = (try asha.createGroup(), try ravi.createGroup())
    func ask(_ client: WireClient, _ group: String) throws -> ServerMessage {
      try client.ask(.readSettlement(.with { ($0.groupID, $0.shares, $0.explain) = (group, true, true) }))
    }
    var refused: Rejected?
    // Each takes some microseconds at least.
    for _ in 0..<10_000 where refused == nil {
      let answer = try ask(asha, group)
      if answer.rejected.code == "rate_limited" { refused = answer.rejected }
    }
    #expect(try #require(refused).retryAfterMs > 0)
    #expect(try asha.ask(.subscribe(.with { $0.groupID = group })).rejected.code == "rate_limited")
    #expect(try ask(ravi, other).settlement.currency == "INR")
    // Entries are no questions.
    #expect(try asha.accepted(.addEntry(group)).position > 0)
  }

  @Test("CM-18 The plans that commands need are charged to the address from which they came, as well as to the identity")
  func plans() throws {
    let server = try TestServer { $0.addressReadMillisecondsPerMinute = 1 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(.make(group, .updateGroup(.with { $0.membersMax = 12 })))
    for number in 2...12 {
      let member = AddPlaceholder.with { ($0.memberID, $0.displayName, $0.role) = (Fresh.id(), "Member \(number)", .adult) }
      _ = try asha.accepted(.make(group, .addPlaceholder(member)))
    }
    var refused: Rejected?
    for number in 0..<1_000 where refused == nil {
      _ = try asha.accepted(.addEntry(group, minor: 12_000 + 12 * Int64(number)))
      let settle = SettleUp.with { ($0.entryID, $0.mode) = (Fresh.id(), .simplified) }
      let answer = try asha.ask(.command(.make(group, .settleUp(settle))))
      if answer.rejected.code == "rate_limited" { refused = answer.rejected }
    }
    #expect(try #require(refused).cause.contains("from your address"))
    // Somebody else who comes from there has asked nothing yet.
    let ravi = try server.register("Ravi")
    let other = try ravi.createGroup()
    #expect(try ravi.ask(.readSettlement(.with { $0.groupID = other })).rejected.code == "rate_limited")
  }

  @Test("CM-13 Limit: who has added so many bytes to histories adds no more for the time told, leaves all the same, and disturbs nobody")
  func history() throws {
    let server = try TestServer { $0.identityHistoryBytesPerHour = 65_536 }
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let group = try asha.createGroup()
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    var (refused, count): (Rejected?, Int) = (nil, 0)
    while refused == nil, count < 1_000 {
      let answer = try ravi.ask(.command(.addEntry(group)))
      if answer.rejected.code == "rate_limited" { refused = answer.rejected } else { count += 1 }
    }
    #expect((50..<500).contains(count) && (refused?.retryAfterMs ?? 0) > 0 && refused?.commandID.isEmpty == false, "\(count)")
    #expect(try asha.accepted(.addEntry(group)).position > 0)
    #expect(try ravi.ask(.command(Command.make(group, .leaveGroup(.init())))).accepted.position > 0)
  }

  @Test(
    "CM-12 Logins are looked up while as many members as there are readers wait for what they read, and one reader's pages wait for nobody's"
  )
  func lookUps() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let members = try (0..<WorkQueues.threadsMax).map { try server.register("Member \($0)") }
    let groups = try members.map { try $0.createGroup() }
    store.closeReads()
    for (member, group) in zip(members, groups) {
      for _ in 0..<4 { try member.send(.readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") })) }
    }
    #expect(store.awaitRead())
    let again = try server.logIn(members[0].token)
    #expect(try again.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [groups[0]])
    store.openReads()
    for member in members { for _ in 0..<4 { #expect(try member.message().history.events.count == 2) } }
  }

  @Test(
    "CM-12 An answer counts as memory before it is made: while there is none for it the question is overloaded, and nothing stays counted")
  func answers() throws {
    let server = try TestServer()
    let memory = server.server.limits.memory
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let before = memory.chargedBytes
    let padding = memory.bytesMax / 100 * 95 - Background.answerBytes / 2 - before
    memory.charge(padding)
    let read = ClientMessage.OneOf_Body.readSettlement(.with { $0.groupID = group })
    #expect(try asha.ask(read).rejected.code == "overloaded")
    memory.discharge(padding)
    #expect(try asha.ask(read).settlement.currency == "INR")
    eventually("all is given back") { memory.chargedBytes <= before }
  }
}
