import EventStore
import HearthProtocol
import Testing

/// SPEC IN-01 to IN-05.
@Suite(.onOneAndThreeLoops) struct InviteTests {
  @Test("IN-01: sixteen symbols in four groups; case, hyphens, spaces and look-alikes do not matter")
  func typing() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, uses: 100)
    let alphabet = Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    #expect(code.split(separator: "-").map(\.count) == [4, 4, 4, 4])
    #expect(code.filter { $0 != "-" }.allSatisfy(alphabet.contains))
    let bare = code.filter { $0 != "-" }
    let variants = [
      code, code.lowercased(), bare, bare.lowercased(), " \(code) ", bare.map { "\($0) " }.joined(), "--\(code)--",
      code.replacing("0", with: "O").replacing("1", with: "I"), code.replacing("0", with: "o").replacing("1", with: "l"),
      code.replacing("1", with: "L"), code.replacing("1", with: "i"),
    ]
    for variant in variants {
      let preview = try asha.ask(.previewInvite(.with { $0.code = variant })).invitePreview
      #expect(preview.groupName == "Sharma Family", "\(variant)")
    }
  }

  @Test("IN-03: a preview shows group, icon, owner, count and role, and nothing else")
  func preview() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    var create = Command.createGroup(Fresh.id())
    create.createGroup.icon = "house"
    let group = try asha.accepted(create).groupID
    let code = try asha.invite(to: group, .viewer)
    let eve = try server.register("Eve")
    let preview = try eve.ask(.previewInvite(.with { $0.code = code })).invitePreview
    let expected = InvitePreview.with {
      $0.groupName = "Sharma Family"
      $0.icon = "house"
      $0.ownerName = "Asha"
      $0.memberCount = 1
      $0.role = .viewer
    }
    #expect(preview == expected)
  }

  @Test(
    "IN-04, A19: wrong, used, revoked and expired codes get one answer, byte for byte, on preview and on join",
    arguments: WireFormat.allCases)
  func invalid(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let used = try asha.invite(to: group)
    _ = try server.register("Ravi").accepted(.join(used))
    let revocable = Command.createInvite(group)
    let revoked = try asha.accepted(revocable).inviteCode
    _ = try asha.accepted(.revokeInvite(group, revocable.createInvite.inviteID))
    let expired = try asha.invite(to: group, seconds: 60)
    server.clock.withLock { $0 += 60_001 }
    let wrong = ["0000-0000-0000-0000", "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "", "U", "é", "AAAA", String(repeating: "A", count: 1_000)]
    let eve = try server.register("Eve", format)
    var previews: Set<[UInt8]> = []
    var joins: Set<[UInt8]> = []
    var command = Command.join("")
    for code in [used, revoked, expired] + wrong {
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

  @Test("IN-02: an invite holds until its end, and not after")
  func ends() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let code = try asha.invite(to: asha.createGroup(), seconds: 60)
    server.clock.withLock { $0 += 59_999 }
    #expect(try asha.ask(.previewInvite(.with { $0.code = code })).invitePreview.groupName == "Sharma Family")
    server.clock.withLock { $0 += 2 }
    #expect(try asha.rejected(.previewInvite(.with { $0.code = code })).code == "invite_invalid")
  }

  @Test("IN-05, PM-02: the role is the invite's; who is in already is told so")
  func role() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, .minor, uses: 5)
    let ravi = try server.register("Ravi")
    let joined = try ravi.accepted(.join(code))
    #expect(joined.groupID == group)
    #expect(try ravi.ask(.listGroups(.init())).groups.groups.map(\.role) == [.minor])
    #expect(try ravi.rejected(.join(code)).code == "already_member")
  }

  @Test("A18: the eleventh member is group_full")
  func groupFull() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, uses: 100)
    for number in 2...10 { _ = try server.register("Member \(number)").accepted(.join(code, as: "Member \(number)")) }
    #expect(try server.register("Late").rejected(.join(code)).code == "group_full")
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.memberCount) == [10])
  }

  @Test("IN-05, A20: of two who race for the last use exactly one gets in, 50 times")
  func race() throws {
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
}
