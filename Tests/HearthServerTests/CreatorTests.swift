import EventStore
import HearthProtocol
import HearthServer
import Testing

/// SPEC GR-10 over real sockets: whom an operator lets create groups.
@Suite(.onOneAndThreeLoops) struct CreatorTests {
  private func identity(of client: WireClient, at server: TestServer) throws -> IdentityID {
    try #require(IdentityID(try server.connect().hello(client.token).identityID))
  }

  @Test("product 8: anybody who is signed in creates groups, unless the operator says otherwise")
  func everybody() throws {
    #expect(ServerConfiguration(listen: []).creators == .everybody)
    let server = try TestServer()
    for name in ["Asha", "Ravi"] { _ = try server.register(name).createGroup() }
  }

  @Test("product 8, GR-10: where members create, whoever is in no group waits for an invite", arguments: WireFormat.allCases)
  func members(format: WireFormat) throws {
    let store = InMemoryStore()
    let open = try TestServer(store)
    let (token, group) = try { (client: WireClient) in (client.token, try client.createGroup()) }(open.register("Asha"))
    let meera = try open.register("Meera")
    let named = try identity(of: meera, at: open)
    open.stop()

    let server = try TestServer(store) { $0.creators = .members(besides: [named]) }
    let asha = try server.logIn(token, format)
    let ravi = try server.register("Ravi", format)
    var wish = Command.createGroup(Fresh.id())
    let refused = try ravi.rejected(wish)
    #expect(refused.code == "creation_restricted" && refused.commandID == wish.id && refused.groupID == wish.groupID)
    #expect(!refused.cause.isEmpty && !refused.remedy.isEmpty)
    #expect(try ravi.ask(.listGroups(.init())).groups.groups.isEmpty)
    // Who asks comes before what is asked for.
    wish.createGroup.timeZone = "Mars/Base"
    #expect(try ravi.rejected(wish).code == "creation_restricted")
    #expect(try asha.rejected(wish).code == "bad_request")
    _ = try asha.createGroup()
    _ = try server.logIn(meera.token, format).createGroup()

    let (member, second) = (Fresh.id(), Command.createGroup(Fresh.id()))
    _ = try ravi.accepted(.join(asha.invite(to: group), member: member))
    #expect(try ravi.accepted(second).duplicate == false)
    #expect(try ravi.accepted(second).duplicate)
    // Nobody is asked about anything but the creation.
    #expect(try ravi.accepted(.addEntry(group)).duplicate == false)
  }

  @Test("product 8, GR-10: where those who are named create, nobody else does, though they were invited", arguments: WireFormat.allCases)
  func named(format: WireFormat) throws {
    let store = InMemoryStore()
    let open = try TestServer(store)
    let (asha, ravi) = (try open.register("Asha"), try open.register("Ravi"))
    let named = try identity(of: asha, at: open)
    open.stop()

    let server = try TestServer(store) { $0.creators = .named([named]) }
    let group = try server.logIn(asha.token, format).createGroup()
    let other = try server.logIn(ravi.token, format)
    #expect(try other.rejected(.createGroup(Fresh.id())).code == "creation_restricted")
    _ = try other.accepted(.join(server.logIn(asha.token).invite(to: group)))
    #expect(try other.rejected(.createGroup(Fresh.id())).code == "creation_restricted")
    // A group that is there is not found out about that way.
    #expect(try other.rejected(.createGroup(group)).code == "creation_restricted")
  }
}
