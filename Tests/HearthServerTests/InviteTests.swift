import EventStore
import HearthProtocol
import Testing

/// SPEC IN-01 to IN-03 and IN-05; rows A18 to A21 of the catalogue of bad input are in ApplicationRowTests.
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
}
