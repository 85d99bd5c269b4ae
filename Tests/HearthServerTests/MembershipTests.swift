import EventStore
import HearthProtocol
import Testing

/// SPEC SB-08, over real sockets: what leaving, removal and a change of role do to live connections.
@Suite(.onOneAndThreeLoops) struct MembershipTests {
  private struct Family {
    let server: TestServer
    let asha: WireClient
    let ravi: WireClient
    let group: String
    let member: String

    init(role: Role = .adult) throws {
      server = try TestServer()
      asha = try server.register("Asha")
      group = try asha.createGroup()
      ravi = try server.register("Ravi")
      member = Fresh.id()
      _ = try ravi.accepted(.join(asha.invite(to: group, role), member: member))
    }
  }

  @Test("CL-01, promise 5: a removed member hears of it, then 4003, and finds not_found")
  func removal() throws {
    let family = try Family()
    let (asha, ravi, group) = (family.asha, family.ravi, family.group)
    try ravi.follow(group)
    _ = try asha.accepted(.remove(group, family.member))
    let events = try ravi.nextEvents().events
    #expect(events.last?.event.memberRemoved.memberID == family.member)
    let end = try ravi.message().subscriptionEnded
    #expect(end.groupID == group && end.reason == .membership)
    #expect(try ravi.closeCode() == 4003)
    _ = try asha.accepted(.addEntry(group))
    let again = try family.server.logIn(ravi.token)
    #expect(try again.rejected(.subscribe(.with { $0.groupID = group })).code == "not_found")
    #expect(try again.rejected(.addEntry(group)).code == "not_found")
    #expect(try again.ask(.listGroups(.init())).groups.groups.isEmpty)
  }

  @Test("Product 21: who leaves has the answer and goes on with the connection")
  func leaving() throws {
    let family = try Family()
    try family.ravi.follow(family.group)
    let leave = Command.make(family.group, .leaveGroup(.init()))
    _ = try family.ravi.accepted(leave)
    let ended = try family.ravi.nextUnasked()
    #expect(ended.subscriptionEnded.reason == .membership || ended.laneEvents.events.last?.event.memberLeft.memberID == family.member)
    #expect(try family.ravi.accepted(leave).duplicate)
    #expect(try family.ravi.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try family.ravi.rejected(.addEntry(family.group)).code == "not_found")
  }

  @Test("Product 57: who loses a lane begins anew with the lanes that are left")
  func demotion() throws {
    let family = try Family(role: .admin)
    let inbox = Lane.inbox(try #require(MemberID(family.member))).name
    try family.ravi.follow(family.group)
    _ = try family.asha.accepted(.changeRole(family.group, family.member, to: .viewer))
    _ = try family.asha.accepted(.createInvite(family.group))
    #expect(try family.ravi.nextEvents().events.last?.event.roleChanged.role == .viewer)
    #expect(try family.ravi.message().subscribed.lanes.map(\.lane) == ["shared", inbox])
    #expect(try family.ravi.rejected(.addEntry(family.group)).code == "forbidden")
  }

  @Test("Product 67: who was restored follows again, on a connection of before too")
  func restoration() throws {
    let family = try Family()
    _ = try family.asha.accepted(.remove(family.group, family.member))
    #expect(try family.ravi.rejected(.subscribe(.with { $0.groupID = family.group })).code == "not_found")
    _ = try family.asha.accepted(.make(family.group, .restoreMember(.with { $0.memberID = family.member })))
    #expect(try family.ravi.follow(family.group).subscribed.memberID == family.member)
    #expect(try family.ravi.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [family.group])
  }

  @Test("Product 45, C13: two claim the offered placeholder over sockets; the second learns who is left")
  func claiming() throws {
    let family = try Family()
    let (asha, group) = (family.asha, family.group)
    let meera = Fresh.id()
    for (id, name) in [(meera, "Meera"), (Fresh.id(), "Riya")] {
      _ = try asha.accepted(
        .make(
          group,
          .addPlaceholder(
            .with {
              $0.memberID = id
              $0.displayName = name
              $0.role = .adult
            })))
    }
    let code = try asha.invite(to: group, uses: 2)
    let first = try family.server.register("Meera")
    let preview = try first.ask(
      .previewInvite(
        .with {
          $0.code = code
          $0.displayName = "meera"
        }))
    #expect(preview.invitePreview.offeredMemberID == meera)
    var join = Command.join(code, as: "")
    join.joinGroup.claimsMemberID = meera
    _ = try first.accepted(join)
    #expect(try first.follow(group).subscribed.memberID == meera)
    join.id = Fresh.id()
    let lost = try family.server.register("Mira").rejected(join)
    #expect(lost.code == "already_claimed")
    #expect(lost.details.map(\.key) == ["unclaimed"] && lost.details[0].value.hasSuffix(" Riya"))
  }
}
