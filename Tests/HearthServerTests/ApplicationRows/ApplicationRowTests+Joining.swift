import HearthProtocol
import HearthServer
import Testing
import Transport

/// Rows A18 to A22: who comes in, by which code, and who may not go.
extension ApplicationRowTests {
  @Test("A18: of 100 who join at once exactly as many get in as make ten members; the others are group_full")
  func groupFull() throws {
    let family = try RowFamily()
    let code = try family.asha.invite(to: family.group, uses: 100)
    let crowd = try (1...100).map { try family.server.register("Member \($0)", $0 % 2 == 0 ? .json : .protobuf) }
    let requests = try crowd.map { try $0.send(.command(.join(code))) }
    let answers = try zip(crowd, requests).map { try $0.answer(to: $1) }
    #expect(answers.count { $0.accepted.groupID == family.group } == 9)
    #expect(answers.count { $0.rejected.code == "group_full" } == 91)
    #expect(try family.asha.ask(.listGroups(.init())).groups.groups.map(\.memberCount) == [10])
    #expect(try crowd.count { try $0.ask(.listGroups(.init())).groups.groups.count == 1 } == 9)
  }

  // That each of these costs the same look-ups, too, SameWorkTests shows.
  @Test(
    "A19, IN-04, IN-07: wrong, used, revoked and expired codes and those for somebody else get one answer, byte for byte, on preview and on join",
    arguments: WireFormat.allCases)
  func invalidCodes(format: WireFormat) throws {
    let family = try RowFamily()
    let (server, asha, group) = (family.server, family.asha, family.group)
    let past = try asha.codesThatHoldNoMore(in: group, at: server)
    let wrong = ["0000-0000-0000-0000", "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "", "U", "é", "AAAA", String(repeating: "A", count: 1_000)]
    let eve = try server.register("Eve", format)
    var previews: Set<[UInt8]> = []
    var joins: Set<[UInt8]> = []
    var command = Command.join("")
    for code in past + wrong {
      eve.socket.send(try eve.encode(.previewInvite(.with { $0.code = code }), request: 60))
      previews.insert(try eve.payload())
      command.joinGroup.code = code
      eve.socket.send(try eve.encode(.command(command), request: 60))
      joins.insert(try eve.payload())
    }
    #expect(previews.count == 1)
    #expect(joins.count == 1)
    for payload in previews.union(joins) {
      let rejected = try format.decode(ServerMessage.self, from: payload).rejected
      #expect(rejected.code == "invite_invalid")
      #expect(rejected.groupID.isEmpty)
      #expect(!rejected.cause.isEmpty && !rejected.remedy.isEmpty)
    }
  }

  @Test("A20, IN-05: of two who race for the last use exactly one gets in, 50 times")
  func lastUse() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let runners = [try server.register("Ravi"), try server.register("Mira", .protobuf)]
    var wins = [0, 0]
    for round in 0..<50 {
      let group = try asha.createGroup()
      let code = try asha.invite(to: group)
      let first = round % 2
      let requests = try [first, 1 - first].map { try runners[$0].send(.command(.join(code))) }
      let answers = try zip([first, 1 - first], requests).map { ($0, try runners[$0].answer(to: $1)) }
      let winners = answers.filter { $0.1.accepted.groupID == group }.map(\.0)
      #expect(winners.count == 1, "round \(round)")
      for (runner, answer) in answers where !winners.contains(runner) {
        #expect(answer.rejected.code == "invite_invalid")
        #expect(try runners[runner].rejected(.addEntry(group)).code == "not_found")
      }
      for winner in winners { wins[winner] += 1 }
    }
    #expect(wins.reduce(0, +) == 50)
  }

  // That the usual figures are 5 a minute and 20 an hour, DefaultLimitTests shows, and when each is over
  // LimitTableTests.
  @Test(
    "A21, IN-06: the sixth wrong code in a minute from an address is rate_limited, a right one then too; after the 20th in an hour all are for an hour"
  )
  func wrongCodes() throws {
    let proxies = ["127.0.0.0/8"].compactMap(TrustedProxy.init)
    let family = try RowFamily {
      $0.wrongCodesPerMinute = 5
      $0.wrongCodesPerHour = 20
      $0.trustedProxies = proxies
    }
    let code = try family.asha.invite(to: family.group, uses: 10)
    let ravi = try family.server.register("Ravi")
    // Right ones do not count.
    for _ in 0..<10 { _ = try ravi.ask(.previewInvite(.with { $0.code = code })).invitePreview }
    for wrong in ["0000-0000-0000-0000", "x", "1111-1111-1111-1111", "", "2222222222222222"] {
      #expect(try ravi.rejected(.previewInvite(.with { $0.code = wrong })).code == "invite_invalid")
    }
    for code in ["3333-3333-3333-3333", code] {
      for rejected in [try ravi.rejected(.previewInvite(.with { $0.code = code })), try family.asha.rejected(.join(code))] {
        #expect(rejected.code == "rate_limited")
        #expect(rejected.retryAfterMs > 0 && rejected.retryAfterMs <= 60_000)
      }
    }
    let elsewhere = try WireClient(family.server.address, fields: ["X-Forwarded-For": "203.0.113.1"])
    try elsewhere.register("Kabir")
    #expect(try elsewhere.accepted(.join(code)).groupID == family.group)

    // The twentieth of an hour, in a server whose minutes have space for it.
    let patient = try RowFamily { $0.wrongCodesPerHour = 20 }
    let right = try patient.asha.invite(to: patient.group)
    for _ in 1...20 { #expect(try patient.asha.rejected(.previewInvite(.with { $0.code = "x" })).code == "invite_invalid") }
    for code in ["x", right] {
      let rejected = try patient.asha.rejected(.previewInvite(.with { $0.code = code }))
      #expect(rejected.code == "rate_limited")
      #expect(rejected.retryAfterMs > 3_000_000 && rejected.retryAfterMs <= 3_600_000)
    }
  }

  // No role is wanting, so it is not forbidden: owner_must_transfer says what has to come first.
  @Test("A22: the owner who leaves, is removed or takes another role is owner_must_transfer, and stays the owner")
  func lastOwner() throws {
    let family = try RowFamily()
    let (ravi, member) = (try family.join("Ravi", .admin), Fresh.id())
    _ = try family.join("Mira", .adult, member: member)
    try family.noteHeads()
    let leave = Command.make(family.group, .leaveGroup(.init()))
    for wish in [leave, .changeRole(family.group, family.owner, to: .adult), .remove(family.group, family.owner)] {
      #expect(try family.asha.rejected(wish).code == "owner_must_transfer")
    }
    #expect(try ravi.rejected(.remove(family.group, family.owner)).code == "forbidden")
    try family.expectUnchanged()
    #expect(try family.asha.ask(.listGroups(.init())).groups.groups.map(\.role) == [.owner])
    _ = try family.asha.accepted(.make(family.group, .transferOwnership(.with { $0.memberID = member })))
    // The one that was refused stays refused (CM-05).
    #expect(try family.asha.rejected(leave).code == "owner_must_transfer")
    _ = try family.asha.accepted(.make(family.group, .leaveGroup(.init())))
  }
}
