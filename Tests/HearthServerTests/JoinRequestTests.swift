import EventStore
import HearthProtocol
import HearthServer
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
    let invite: String
    let join: Command
    let member: String

    init(_ store: any EventStore & Directory = InMemoryStore()) throws {
      server = try TestServer(store)
      (asha, ravi, eve) = (try server.register("Asha"), try server.register("Ravi"), try server.register("Eve"))
      group = try asha.createGroup()
      _ = try ravi.accepted(.join(asha.invite(to: group)))
      var create = Command.createInvite(group, .viewer, uses: 5)
      create.createInvite.needsApproval = true
      invite = create.createInvite.inviteID
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
    #expect(try door.eve.rejected(door.join).code == "idempotency_conflict")
    #expect(try door.asha.rejected(door.approve).code == "nothing_pending")
    #expect(try door.eve.accepted(.join(door.join.joinGroup.code, member: door.member, as: "Eve")).pending)
    // The control: approved, she finds it.
    _ = try door.asha.accepted(door.approve)
    #expect(try door.eve.follow(door.group).subscribed.memberID == door.member)
  }

  // SPEC IN-08 and IN-09 tell who asked nothing: to them the group is what it is to a stranger.
  @Test("IN-08, IN-09: given somebody who asks and stays connected, when the invite is revoked and they are declined, no byte tells them")
  func untold() throws {
    let door = try Door()
    let (asha, ravi, eve, group) = (door.asha, door.ravi, door.eve, door.group)
    try asha.follow(group)
    try ravi.follow(group)
    #expect(try eve.accepted(door.join).pending)
    _ = try asha.nextEvents()
    eve.isRecording = true
    // Asha hears in lane admin of each of these, and Ravi of what is for all. The answer behind them is all that Eve
    // gets.
    let acts: [(command: Command, lane: String)] = [
      (.revokeInvite(group, door.invite), "admin"), (.addEntry(group), "shared"), (door.decline, "admin"),
    ]
    for (number, act) in acts.enumerated() {
      _ = try asha.accepted(act.command)
      #expect(try asha.nextEvents().lane == act.lane)
      #expect(try eve.ask(.listGroups(.init())).groups.groups.isEmpty)
      #expect(eve.recorded.count == number + 1 && eve.unasked.isEmpty, "\(act.lane)")
    }
    #expect(try ravi.nextEvents().lane == "shared")
    #expect(try Set(door.answers(to: eve).map(\.code)) == ["not_found"])
    #expect(try eve.rejected(.join(door.join.joinGroup.code, member: door.member, as: "Eve")).code == "invite_invalid")
    // The control: a member is told, and counted so.
    _ = try eve.accepted(.join(asha.invite(to: group)))
    try eve.follow(group)
    let recorded = eve.recorded.count
    _ = try asha.accepted(.addEntry(group))
    #expect(try eve.nextEvents().lane == "shared")
    #expect(eve.recorded.count == recorded + 1)
  }

  @Test(
    "IN-09: given somebody who asks and stays connected, when the invite is revoked and then they are let in, their next question on that connection is a member's"
  )
  func letInLive() throws {
    let door = try Door()
    let (asha, eve, group) = (door.asha, door.eve, door.group)
    #expect(try eve.accepted(door.join).pending)
    #expect(try eve.rejected(.subscribe(.with { $0.groupID = group })).code == "not_found")
    _ = try asha.accepted(.revokeInvite(group, door.invite))
    // The request outlives its invite.
    let again = try eve.accepted(door.join)
    #expect(again.duplicate && again.pending)
    // Nobody waits here: who was told yes tells it on, and the very next message finds the group.
    _ = try asha.accepted(door.approve)
    #expect(try eve.follow(group).subscribed.memberID == door.member)
    _ = try asha.accepted(.addEntry(group))
    #expect(try eve.nextEvents().lane == "shared")
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

  // A request is events of lane admin, and whoever asks has a row among those who have left: nothing of it is left out
  // of a bundle.
  @Test(
    "IN-08, BN-05: given somebody who asks, when the group is exported and imported elsewhere, it goes out again the same, and they can be let in there"
  )
  func bundle() throws {
    let old = try DataFolder<SQLiteStore>()
    let door = try Door(old.store)
    let group = door.group
    #expect(try door.eve.accepted(door.join).pending)
    let bundle = try old.bundle(group)
    door.server.drain()

    let new = try DataFolder<SQLiteStore>()
    try new.know(identitiesOf: old)
    try new.take(bundle)
    #expect(try new.bundle(group) == bundle)
    let server = try TestServer(new.store)
    let (asha, eve) = (try server.logIn(door.asha.token), try server.logIn(door.eve.token))
    // They wait there as they did here.
    let waiting = try asha.follow(group).snapshots.flatMap { $0.snapshot.admin.joinRequests.map(\.requested.memberID) }
    #expect(waiting == [door.member])
    #expect(try eve.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try Set(door.answers(to: eve).map(\.code)) == ["not_found"])
    let again = try eve.accepted(door.join)
    #expect(again.duplicate && again.pending)
    #expect(try eve.rejected(.join(door.join.joinGroup.code)).code == "join_pending")
    #expect(try new.bundle(group) == bundle, "nothing of that is a change")
    _ = try asha.accepted(door.approve)
    #expect(try eve.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    #expect(try eve.follow(group).subscribed.memberID == door.member)
  }

  @Test(
    "IN-08, BN-07: given somebody who asks, when the group is imported where nobody is known, no code is made for them; let in, they are a member whom nobody holds"
  )
  func bundleAmongStrangers() throws {
    let old = try DataFolder<SQLiteStore>()
    let door = try Door(old.store)
    #expect(try door.eve.accepted(door.join).pending)
    let bundle = try old.bundle(door.group)
    door.server.drain()

    let now: Int64 = 1_790_000_000_000
    let new = try DataFolder<SQLiteStore>()
    var check = try BundleCheck(DataFolder<SQLiteStore>.source(bundle))
    let codes = try check.makeCodes(InviteCodes(serverKey: TestServer.key), days: 3, at: now)
    #expect(codes.map(\.displayName) == ["Asha", "Ravi"])
    _ = try GroupImport.run(check, DataFolder<SQLiteStore>.source(bundle), into: new.store, new.attachments, at: now)
    let server = try TestServer(new.store, now: now)
    // A person who has the same name there is a stranger, and waits for nothing.
    let stranger = try server.register("Eve")
    #expect(try Set(door.answers(to: stranger).map(\.code)) == ["not_found"])
    let asha = try server.register("Asha")
    _ = try asha.accepted(.join(codes[0].code))
    _ = try asha.accepted(door.approve)
    #expect(try Set(door.answers(to: stranger).map(\.code)) == ["not_found"])
    let members = try asha.follow(door.group).snapshots.flatMap { $0.snapshot.shared.members.map(\.displayName) }
    #expect(members == ["Asha", "Ravi", "Eve"])
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
