import HearthProtocol
import SwiftProtobuf
import Testing

@testable import HearthServer

/// SPEC IN-13: an invite is looked at over HTTP before there is an identity.
@Suite(.onOneAndThreeLoops) struct PreviewTests {
  private func look(_ server: TestServer, _ code: String, token: String? = nil, name: String = "") throws -> Answer {
    let body = name.isEmpty ? #"{"code":"\#(code)"}"# : #"{"code":"\#(code)","displayName":"\#(name)"}"#
    let socket = try BlockingSocket(server.address)
    socket.send(
      AttachmentServer.head(
        "POST", "/v1/groups/join/preview", token: token, length: body.utf8.count, "Content-Type: application/json\r\n") + body)
    return try Answer(socket)
  }

  private func preview(_ answer: Answer) throws -> InvitePreview { try WireFormat.json.decode(InvitePreview.self, from: answer.body) }

  @Test("IN-13, IN-03: without a token the preview is a stranger's, and nobody is made by it")
  func anonymous() throws {
    let server = try TestServer { $0.registrationsPerHour = 2 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, .viewer)
    let eve = try server.register("Eve")
    let known = try eve.ask(.previewInvite(.with { $0.code = code })).invitePreview
    for _ in 0..<10 {
      let answer = try look(server, code)
      #expect(answer.status == 200)
      #expect(try preview(answer) == known)
    }
    // A placeholder of the name is offered as to anybody.
    let place = Fresh.id()
    _ = try asha.accepted(
      .with {
        ($0.id, $0.groupID) = (Fresh.id(), group)
        ($0.addPlaceholder.memberID, $0.addPlaceholder.displayName, $0.addPlaceholder.role) = (place, "Mira", .viewer)
      })
    #expect(try preview(look(server, code, name: "mira")).offeredMemberID == place)
  }

  @Test("IN-13, MB-11: with a token it is known who comes back; a token that does not hold is 401")
  func known() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    _ = try ravi.accepted(.with { ($0.id, $0.groupID, $0.leaveGroup) = (Fresh.id(), group, LeaveGroup()) })
    let code = try asha.invite(to: group)
    #expect(try preview(look(server, code, token: ravi.token)).formerDisplayName == "Ravi")
    #expect(try preview(look(server, code)).formerDisplayName.isEmpty)
    #expect(try look(server, code, token: String(repeating: "A", count: 43)).status == 401)
    #expect(try look(server, code, token: "x").status == 401)
  }

  @Test("IN-13, IN-04: wrong, used and bound codes are one invite_invalid")
  func wrong() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let used = try asha.invite(to: group)
    _ = try server.register("Ravi").accepted(.join(used))
    var bound = Command.createInvite(group)
    bound.createInvite.forIdentityID = try server.register("Leela").identity
    let answers = try ["AAAA-AAAA-AAAA-AAAA", "", used, asha.accepted(bound).inviteCode].map { try look(server, $0) }
    #expect(Set(answers.map(\.body)).count == 1 && answers[0].rejected?.code == "invite_invalid")
    #expect(Set(answers.map(\.status)).count == 1)
  }

  @Test("Limit: so many looks an hour from an address and not one more; who has an identity goes on")
  func limit() throws {
    let server = try TestServer { $0.previewsPerHour = 3 }
    let asha = try server.register("Asha")
    let code = try asha.invite(to: asha.createGroup())
    let statuses = try (0..<4).map { _ in try look(server, code).status }
    #expect(statuses == [200, 200, 200, 429])
    let refused = try look(server, code)
    #expect(refused.problem == "429 rate_limited " && Int(refused.fields["retry-after"] ?? "").map { (1...1_200).contains($0) } == true)
    #expect(try look(server, code, token: asha.token).status == 200)
  }

  @Test("IN-13, IN-06: wrong codes count for the address as everywhere: the right one is refused behind them")
  func guessing() throws {
    let server = try TestServer { $0.wrongCodesPerMinute = 5 }
    let asha = try server.register("Asha")
    let code = try asha.invite(to: asha.createGroup())
    for _ in 0..<5 { #expect(try look(server, "AAAA-AAAA-AAAA-AAAA").rejected?.code == "invite_invalid") }
    #expect(try look(server, code).status == 429)
    #expect(try asha.rejected(.previewInvite(.with { $0.code = code })).code == "rate_limited")
  }

  @Test("HS-06: on a WebSocket a preview is no first message")
  func socket() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(.previewInvite(.with { $0.code = "AAAA-AAAA-AAAA-AAAA" }))
    #expect(try client.closeCode() == 4401)
  }
}
