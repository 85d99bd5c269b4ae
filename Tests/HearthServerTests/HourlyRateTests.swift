import EventStore
import HearthProtocol
import Testing

@testable import HearthServer

/// What is counted by the hour (SPEC ID-09, AT-04).
@Suite struct HourlyRateTests {
  @Test("Limit: 60 at once, one more a minute later, and none of anybody else's")
  func rate() {
    let rate = HourlyRate<Int>(60)
    let waits = (0...60).map { _ in rate.charge(1, now: 0) }
    #expect(waits == [UInt32?](repeating: nil, count: 60) + [60_000])
    #expect(rate.charge(2, now: 0) == nil)
    #expect(rate.charge(1, now: 59_999) == 1)
    #expect(rate.charge(1, now: 60_000) == nil)
    #expect(rate.charge(1, now: 60_000) == 60_000)
    let hour = (0...60).map { _ in rate.charge(1, now: 3_660_000) }
    #expect(hour == [UInt32?](repeating: nil, count: 60) + [60_000])
  }

  @Test("Limit: so much at once and not one more, what was charged for nothing is given back, and more than an hour's is an hour's")
  func amounts() {
    let rate = HourlyRate<Int>(3_600)
    #expect(rate.charge(1, 3_600, now: 0) == nil)
    #expect(rate.charge(1, 1, now: 0) == 1_000)
    rate.giveBack(1, 600, now: 0)
    #expect(rate.charge(1, 601, now: 0) == 1_000)
    #expect(rate.charge(1, 600, now: 0) == nil)
    // No more is given back than there may be.
    rate.giveBack(1, 10_000, now: 0)
    #expect(rate.charge(1, 3_600, now: 0) == nil)
    #expect(rate.charge(1, 1, now: 0) == 1_000)
    #expect(rate.charge(2, 10_000, now: 0) == nil)
    #expect(rate.charge(2, 1, now: 500) == 500)
    #expect(rate.charge(2, 1, now: 1_000) == nil)
  }

  @Test(
    "ID-09: an address makes so many identities and not one more, on any door; names that are refused do not count", .onOneAndThreeLoops)
  func registrations() throws {
    let server = try TestServer { $0.registrationsPerHour = 2 }
    let first = try server.connect()
    #expect(try first.rejected(.register(.init())).code == "bad_request")
    try first.register("Asha")
    let second = try server.connect()
    try second.register("Ravi")
    let third = try server.connect()
    let refused = try third.rejected(.register(.with { $0.displayName = "Mira" }))
    #expect(refused.code == "rate_limited" && (1...1_800_000).contains(refused.retryAfterMs))
    let socket = try BlockingSocket(server.address)
    let body = #"{"displayName":"Mira"}"#
    socket.send(
      AttachmentServer.head("POST", "/v1/identities", token: nil, length: body.utf8.count, "Content-Type: application/json\r\n") + body)
    let answer = try Answer(socket)
    #expect(answer.problem == "429 rate_limited " && Int(answer.fields["retry-after"] ?? "").map { (1...1_800).contains($0) } == true)
    // A person who is somebody already is let in, on the connection that was refused too.
    let code = try second.ask(.createLink(.init())).linkCode.code
    #expect(try third.ask(.linkDevice(.with { $0.code = code })).registered.token != "")
  }

  @Test(
    "GR-01: an identity makes so many groups an hour and not more; what was refused is not there, and others make theirs",
    .onOneAndThreeLoops)
  func newGroups() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) {
      $0.groupsPerHour = 2
      $0.auditMilliseconds = 86_400_000
    }
    let asha = try server.register("Asha")
    let groups = try (0..<2).map { _ in try asha.createGroup() }
    let refused = try asha.rejected(.createGroup(Fresh.id()))
    #expect(refused.code == "rate_limited" && (1...1_800_000).contains(refused.retryAfterMs), "\(refused)")
    #expect(Set(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID)) == Set(groups))
    _ = try server.register("Ravi").createGroup()
    server.drain()
    #expect(try store.auditRows(after: 0, limit: 100).contains { $0.act == "groups_limited" && $0.count == 1 })
  }

  @Test("ID-09: an identity does so much to its devices and not more; looking at them is free")
  func deviceActs() throws {
    let server = try TestServer { $0.deviceActsPerHour = 3 }
    let asha = try server.register("Asha")
    _ = try asha.ask(.createLink(.init())).linkCode
    _ = try asha.ask(.rotateToken(.init())).tokenRotated
    #expect(try asha.rejected(.revokeDevice(.with { $0.deviceID = "x" })).code == "not_found")
    for body in [.createLink(.init()), .rotateToken(.init()), .revokeDevice(.init()), .setDevicePush(.init())] as [ClientMessage.OneOf_Body]
    {
      let refused = try asha.rejected(body)
      #expect(refused.code == "rate_limited" && (1...1_200_000).contains(refused.retryAfterMs))
    }
    #expect(try asha.ask(.listDevices(.init())).devices.devices.count == 1)
    _ = try server.register("Ravi").ask(.createLink(.init())).linkCode
  }
}
