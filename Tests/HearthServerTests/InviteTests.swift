import EventStore
import HearthProtocol
import SwiftProtobuf
import Testing

/// SPEC IN-01 to IN-03, IN-05 and IN-07; rows A18 to A21 of the catalogue of bad input are in ApplicationRowTests.
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

  @Test("IN-03, MB-14: a preview says whether who joins shares what names nobody; who comes back, what was said of them")
  func sharing() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let (eve, ravi) = (try server.register("Eve"), try server.register("Ravi"))
    for (role, shares) in [(Role.adult, true), (.viewer, false), (.minor, false)] {
      let code = try asha.invite(to: group, role)
      #expect(try eve.ask(.previewInvite(.with { $0.code = code })).invitePreview.sharesByDefault == shares)
    }
    let member = Fresh.id()
    var join = Command.join(try asha.invite(to: group, .adult))
    join.joinGroup.memberID = member
    _ = try ravi.accepted(join)
    _ = try asha.accepted(
      .with {
        ($0.id, $0.groupID) = (Fresh.id(), group)
        ($0.setDefaultSharing.memberID, $0.setDefaultSharing.shares) = (member, false)
      })
    _ = try ravi.accepted(.with { ($0.id, $0.groupID, $0.leaveGroup) = (Fresh.id(), group, LeaveGroup()) })
    let again = try asha.invite(to: group, .adult)
    #expect(try !ravi.ask(.previewInvite(.with { $0.code = again })).invitePreview.sharesByDefault)
  }

  @Test("IN-02: an invite holds until its end, and not after")
  func ends() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let code = try asha.invite(to: asha.createGroup(), seconds: 60)
    server.pass(milliseconds: 59_999)
    #expect(try asha.ask(.previewInvite(.with { $0.code = code })).invitePreview.groupName == "Sharma Family")
    server.pass(milliseconds: 2)
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

  @Test("IN-07: given an invite for one identity, when others have its code it is invite_invalid, and when it has it joins, once")
  func bound() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let (ravi, eve) = (try server.register("Ravi"), try server.register("Eve"))
    var create = Command.createInvite(group, .viewer)
    (create.createInvite.forIdentityID, create.createInvite.label) = (ravi.identity, "Ravi, from work")
    let code = try asha.accepted(create).inviteCode
    // Its maker is no more the one than anybody else.
    for other in [eve, asha] {
      #expect(try other.rejected(.previewInvite(.with { $0.code = code })).code == "invite_invalid")
    }
    #expect(try eve.rejected(.join(code)).code == "invite_invalid")
    #expect(try eve.ask(.listGroups(.init())).groups.groups.isEmpty)
    #expect(try ravi.ask(.previewInvite(.with { $0.code = code })).invitePreview.role == .viewer)
    #expect(try ravi.accepted(.join(code)).groupID == group)
    #expect(try ravi.ask(.listGroups(.init())).groups.groups.map(\.role) == [.viewer])
    #expect(try eve.rejected(.join(code)).code == "invite_invalid")
    // The history ties it to the group's own name for the identity, and says nothing of the identity (ID-04).
    let listed = try asha.ask(.readGroup(.with { ($0.groupID, $0.part) = (group, .invites) })).groupContents.invites
    let identity = try #require(IdentityID(ravi.identity))
    #expect(listed.map(\.forHolder) == [.init(HolderID(identity: identity, group: try #require(GroupID(group))).bytes)])
    #expect(listed.map(\.label) == ["Ravi, from work"] && listed.map(\.uses) == [1])
    let history = try asha.ask(.readHistory(.with { ($0.groupID, $0.lane) = (group, "admin") })).history
    #expect(history.events.count == 2)
    #expect(!(try history.jsonString().contains(ravi.identity)))
    #expect(!(try history.serializedBytes() as [UInt8]).contains(identity.bytes))
  }

  @Test("IN-07, IN-06: a code for somebody else is a code that was given out, and closes no door")
  func boundIsNotCounted() throws {
    let server = try TestServer { $0.wrongCodesPerMinute = 5 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let eve = try server.register("Eve")
    var create = Command.createInvite(group)
    create.createInvite.forIdentityID = asha.identity
    let (foreign, open) = (try asha.accepted(create).inviteCode, try asha.invite(to: group))
    for _ in 0..<30 { #expect(try eve.rejected(.previewInvite(.with { $0.code = foreign })).code == "invite_invalid") }
    #expect(try eve.accepted(.join(open)).groupID == group)
    // The control: wrong codes do.
    let mallory = try server.register("Mallory")
    let codes = try (0..<6).map { _ in try mallory.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-0000" })).code }
    #expect(codes == Array(repeating: "invite_invalid", count: 5) + ["rate_limited"])
  }

  @Test("IN-07: given an invite for one identity, when it was made by preview_command or asked for again, then it is the same invite")
  func boundAgain() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    var create = Command.createInvite(group)
    create.createInvite.forIdentityID = Fresh.id()
    #expect(try asha.ask(.previewCommand(.with { $0.command = create })).impact.isInitialized)
    let first = try asha.accepted(create)
    let again = try asha.accepted(create)
    #expect(first.inviteCode == again.inviteCode && again.duplicate)
    create.createInvite.forIdentityID = Fresh.id()
    #expect(try asha.rejected(.command(create)).code == "idempotency_conflict")
  }
}
