import EventStore
import HearthProtocol
import SQLiteStore
import Testing

/// SPEC IN-08 to IN-10, over real sockets.
@Suite(.onOneAndThreeLoops) struct JoinRequestTests {
  /// Asha owns the group and Ravi is an adult in it; Eve has a code that needs approval.
  private struct Door {
    let server: TestServer
    let asha: WireClient
    let ravi: WireClient
    let eve: WireClient
    let group: String
    let join: Command
    let member: String

    init(_ store: any EventStore & Directory = InMemoryStore()) throws {
      server = try TestServer(store)
      (asha, ravi, eve) = (try server.register("Asha"), try server.register("Ravi"), try server.register("Eve"))
      group = try asha.createGroup()
      _ = try ravi.accepted(.join(asha.invite(to: group)))
      var create = Command.createInvite(group, .viewer, uses: 5)
      create.createInvite.needsApproval = true
      let code = try asha.accepted(create).inviteCode
      member = Fresh.id()
      join = .join(code, member: member, as: "Eve")
    }

    var approve: Command { .make(group, .approveJoin(.with { $0.memberID = member })) }
    var decline: Command { .make(group, .declineJoin(.with { $0.memberID = member })) }

    /// What somebody is answered who asks all there is of the group, without what differs by request.
    func answers(to client: WireClient) throws -> [Rejected] {
      let lanes = ["shared", "admin", "income"].map { lane in
        ClientMessage.OneOf_Body.readHistory(.with { ($0.groupID, $0.lane) = (group, lane) })
      }
      let parts = GroupPart.allCases.map { part in ClientMessage.OneOf_Body.readGroup(.with { ($0.groupID, $0.part) = (group, part) }) }
      let questions: [ClientMessage.OneOf_Body] = [
        .subscribe(.with { $0.groupID = group }), .readEntries(.with { $0.groupID = group }), .readSettlement(.with { $0.groupID = group }),
        .readDashboard(.with { $0.groupID = group }), .command(.addEntry(group)), .command(approve),
      ]
      return try (lanes + parts + questions).map { question in
        var rejected = try client.rejected(question)
        rejected.commandID = ""
        return rejected
      }
    }
  }

  @Test("IN-08, IN-09: given somebody who asks, when they look they find nothing of the group, and once approved they follow it")
  func approved() throws {
    let door = try Door()
    let (asha, ravi, eve, group) = (door.asha, door.ravi, door.eve, door.group)
    try asha.follow(group)
    try ravi.follow(group)
    #expect(try eve.ask(.previewInvite(.with { $0.code = door.join.joinGroup.code })).invitePreview.needsApproval)
    let answer = try eve.accepted(door.join)
    #expect(answer.pending && answer.groupID == group && answer.lane.isEmpty && answer.position == 0)
    let asked = try asha.nextEvents()
    #expect(asked.lane == "admin")
    #expect(
      asked.events.map(\.event.joinRequested.memberID) == [door.member, ""] && asked.events[0].event.joinRequested.displayName == "Eve")

    #expect(try eve.ask(.listGroups(.init())).groups.groups.isEmpty)
    let seen = try door.answers(to: eve)
    #expect(Set(seen.map(\.code)) == ["not_found"])
    #expect(try seen == door.answers(to: door.server.register("Mallory")), "as a stranger")
    let again = try eve.accepted(door.join)
    #expect(again.duplicate && again.pending)
    #expect(try eve.rejected(.join(door.join.joinGroup.code)).code == "join_pending")
    #expect(try ravi.rejected(door.approve).code == "forbidden")

    #expect(try !asha.accepted(door.approve).pending)
    // The first that Ravi hears of it is that she is there.
    let heard = try ravi.nextEvents()
    #expect(heard.lane == "shared" && heard.events.map(\.event.memberJoined.memberID) == [door.member])
    #expect(try eve.ask(.listGroups(.init())).groups.groups.map(\.role) == [.viewer])
    let followed = try eve.follow(group)
    #expect(followed.subscribed.memberID == door.member && followed.heads["admin"] == nil)
    #expect(try eve.accepted(door.join).duplicate)
    #expect(try eve.rejected(.join(door.join.joinGroup.code)).code == "already_member")
    _ = try asha.accepted(.addEntry(group))
    #expect(try eve.nextEvents().lane == "shared")
  }

  @Test("IN-09: given somebody who asks, when they are declined, then they find nothing of the group, as before, and may ask again")
  func declined() throws {
    let door = try Door()
    _ = try door.eve.accepted(door.join)
    _ = try door.asha.accepted(door.decline)
    #expect(try door.eve.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try Set(door.answers(to: door.eve).map(\.code)) == ["not_found"])
    #expect(try door.asha.rejected(door.decline).code == "nothing_pending")
    #expect(try door.asha.rejected(door.approve).code == "nothing_pending")
    #expect(try door.eve.accepted(.join(door.join.joinGroup.code, member: door.member, as: "Eve")).pending)
    // The control: approved, she finds it.
    _ = try door.asha.accepted(door.approve)
    #expect(try door.eve.follow(door.group).subscribed.memberID == door.member)
  }

  @Test("IN-09: given somebody who asks, when the server ends and starts again on its disk, then they can be let in")
  func restart() throws {
    let place = try DataFolder<SQLiteStore>()
    let door = try Door(place.store)
    #expect(try door.eve.accepted(door.join).pending)
    // The request is read from a snapshot then.
    door.server.drain()
    let server = try TestServer(place.store)
    let (asha, eve) = (try server.logIn(door.asha.token), try server.logIn(door.eve.token))
    #expect(try Set(door.answers(to: eve).map(\.code)) == ["not_found"])
    #expect(try eve.ask(.listGroups(.init())).groups.groups.isEmpty)
    _ = try asha.accepted(door.approve)
    #expect(try eve.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [door.group])
  }

  @Test("IN-10, LN-01: given somebody who asks, when members look, then the owner reads it in lane admin and an adult has no such lane")
  func pending() throws {
    let door = try Door()
    _ = try door.eve.accepted(door.join)
    let admin = try door.asha.ask(.readHistory(.with { ($0.groupID, $0.lane) = (door.group, "admin") })).history
    #expect(admin.events.filter { !$0.event.joinRequested.memberID.isEmpty }.count == 1)
    #expect(try door.ravi.rejected(.readHistory(.with { ($0.groupID, $0.lane) = (door.group, "admin") })).code == "not_found")
    #expect(try door.ravi.follow(door.group).heads["admin"] == nil)
  }
}
