import EventStore
import HearthProtocol
import Ledger
import Testing

@testable import HearthServer

/// Devices and their tokens (SPEC ID-06, ID-07).
@Suite(.onOneAndThreeLoops) struct DeviceTests {
  private static let day: Int64 = 86_400_000

  private func devices(_ client: WireClient) throws -> [Device] { try client.ask(.listDevices(.init())).devices.devices }

  /// Whether a token lets somebody in.
  private func isGood(_ token: String, at server: TestServer) throws -> Bool {
    let client = try server.connect()
    let request = try client.send(.hello(.with { $0.token = token }))
    do {
      return try client.answer(to: request).welcome.identityID != ""
    } catch {
      return false
    }
  }

  @Test("ID-06: who registers has a device, listed with its name and the day on which it last logged in", arguments: WireFormat.allCases)
  func lists(format: WireFormat) throws {
    let server = try TestServer()
    let client = try server.connect(format)
    let made = try client.ask(
      .register(
        .with {
          $0.displayName = "Asha"
          $0.device = "  Asha's phone "
        })
    ).registered
    _ = try client.message()
    server.pass(milliseconds: Self.day)
    let later = try server.logIn(made.token, format)
    // The use is noted behind the login.
    var found = try devices(later)
    for _ in 0..<10_000 where found.first?.usedOn != "2026-09-22" { found = try devices(later) }
    #expect(found.map(\.usedOn) == ["2026-09-22"])
    #expect(found.map(\.name) == ["Asha's phone"] && found.map(\.current) == [true])
    #expect(found.map(\.deviceID) == [made.deviceID] && found.map(\.createdAtMs) == [1_790_000_000_000])
  }

  @Test("ID-06: a device's name has at most 50 characters", arguments: [50, 51])
  func names(count: Int) throws {
    let server = try TestServer()
    let client = try server.connect()
    let name = String(repeating: "ä", count: count)
    let answer = try client.ask(
      .register(
        .with {
          $0.displayName = "Asha"
          $0.device = name
        }))
    if count == 50 { return #expect(answer.registered.token != "") }
    #expect(answer.rejected.reason == .textTooLong && answer.rejected.field == "register.device")
  }

  @Test("ID-06: revoking closes the device's connections with 4001, on whatever loop, and nobody else's; its token is good no more")
  func revokes() throws {
    let server = try TestServer()
    let home = try server.register("Asha")
    let code = try home.ask(.createLink(.init())).linkCode.code
    let phone = try server.connect()
    let linked = try phone.ask(.linkDevice(.with { $0.code = code })).registered
    _ = try phone.message()
    let phones = try [phone] + (0..<5).map { _ in try server.logIn(linked.token) }
    let homes = try [home] + (0..<5).map { _ in try server.logIn(home.token) }
    let ravi = try server.register("Ravi")
    #expect(try ravi.rejected(.revokeDevice(.with { $0.deviceID = linked.deviceID })).code == "not_found")
    #expect(try home.rejected(.revokeDevice(.with { $0.deviceID = Fresh.id() })).code == "not_found")
    #expect(try home.rejected(.revokeDevice(.with { $0.deviceID = "phone" })).code == "not_found")
    #expect(try home.ask(.revokeDevice(.with { $0.deviceID = linked.deviceID })).deviceRevoked.deviceID == linked.deviceID)
    for client in phones { #expect(try client.closeCode() == 4001) }
    for client in homes + [ravi] { _ = try client.ask(.listGroups(.init())) }
    #expect(try !isGood(linked.token, at: server))
    #expect(try devices(home).map(\.current) == [true])
  }

  @Test("ID-06: who revokes the device that they use is answered, then closed with 4001")
  func revokesItself() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let id = try #require(try devices(asha).first?.deviceID)
    #expect(try asha.ask(.revokeDevice(.with { $0.deviceID = id })).deviceRevoked.deviceID == id)
    #expect(try asha.closeCode() == 4001)
    #expect(try !isGood(asha.token, at: server))
  }

  @Test("ID-06: a login whose look-up was under way when the device was revoked is refused")
  func revokedMeanwhile() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let id = try #require(try devices(asha).first?.deviceID)
    store.closeDirectory()
    let late = try server.connect()
    try late.send(.hello(.with { $0.token = asha.token }))
    #expect(store.awaitLookUp())
    _ = try asha.ask(.revokeDevice(.with { $0.deviceID = id }))
    #expect(try asha.closeCode() == 4001)
    store.openDirectory()
    #expect(try late.closeCode() == 4401)
  }

  @Test("ID-07: the old token is good until the new one has logged in; then it is not, and its connections close with 4001")
  func rotates() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let fresh = try asha.ask(.rotateToken(.init())).tokenRotated.token
    #expect(fresh != asha.token)
    let other = try server.logIn(asha.token)
    // The answer was lost, and it is done again: whoever keeps none of the new ones goes on with the old one.
    let newest = try other.ask(.rotateToken(.init())).tokenRotated.token
    #expect(try isGood(asha.token, at: server))
    let first = try server.logIn(newest)
    #expect(try asha.closeCode() == 4001)
    #expect(try other.closeCode() == 4001)
    #expect(try !isGood(asha.token, at: server) && !isGood(fresh, at: server))
    #expect(try devices(first).count == 1)
    #expect(try isGood(newest, at: server))
  }

  @Test("ID-07: a replaced token that is shown soon is refused and changes nothing; later it has the device revoked, and no other one")
  func theft() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let code = try asha.ask(.createLink(.init())).linkCode.code
    let phone = try server.connect().ask(.linkDevice(.with { $0.code = code })).registered.token
    let fresh = try asha.ask(.rotateToken(.init())).tokenRotated.token
    let newer = try server.logIn(fresh)
    #expect(try asha.closeCode() == 4001)
    #expect(try !isGood(asha.token, at: server))
    #expect(try devices(newer).count == 2)
    server.drain()
    // A server that has forgotten when it was replaced.
    let later = try TestServer(store)
    let (holder, other) = (try later.logIn(fresh), try later.logIn(phone))
    #expect(try !isGood(asha.token, at: later))
    later.pass(milliseconds: 5_000)
    #expect(try holder.closeCode() == 4001)
    #expect(try !isGood(fresh, at: later))
    #expect(try devices(other).count == 1)
    later.drain()
    let acts = try store.auditRows(after: 0, limit: 100).map(\.act)
    #expect(acts.count { $0 == "device_revoked" } == 1 && acts.count { $0 == "ended_token_used" } == 2)
  }

  @Test("ID-15: a replaced token that is shown before its server has heard of its end has the device revoked only if it never hears")
  func shownBeforeTheNews() throws {
    for isHeard in [true, false] {
      let store = GatedStore()
      let server = try TestServer(store)
      let asha = try server.register("Asha")
      let fresh = try asha.ask(.rotateToken(.init())).tokenRotated.token
      // Another server of the store has let the new token in.
      let ended = try store.noteUse([TokenUse(token: #require(DeviceToken(fresh)).id, day: 1)])
      #expect(try ended.count == 1 && !isGood(asha.token, at: server))
      if isHeard {
        store.tell(EndingNews(ended.map(AccessEnding.token), isComplete: true))
        #expect(try asha.closeCode() == 4001)
      }
      server.pass(milliseconds: SuspectTokens.newsMilliseconds)
      if !isHeard { #expect(try asha.closeCode() == 4001) }
      #expect(try isGood(fresh, at: server) == isHeard)
      server.drain()
      #expect(try store.auditRows(after: 0, limit: 100).contains { $0.act == "device_revoked" } == !isHeard)
    }
  }

  @Test("ID-15: a token is suspected when 5 s have brought no news of its end, and of 1,001 the last when it is shown again")
  func suspects() {
    func record(_ number: UInt64) -> TokenRecord {
      TokenRecord(
        id: TokenID(high: 1, low: number), identity: IdentityID(high: 2, low: 2), displayName: "Asha", secretHash: [],
        device: DeviceID(high: 3, low: number), createdAt: 0, usedDay: 0, isEnded: true)
    }
    var suspects = SuspectTokens()
    for number in 1...1_001 as ClosedRange<UInt64> { suspects.note(record(number), now: 10) }
    #expect(suspects.take(now: 5_009).isEmpty)
    let due = suspects.take(now: 5_010)
    #expect(due.count == 1_000 && due.first?.credential.device == DeviceID(high: 3, low: 1))
    #expect(due.allSatisfy { $0.credential.device != DeviceID(high: 3, low: 1_001) } && suspects.take(now: 9_999).isEmpty)
    suspects.note(record(1_001), now: 10_000)
    var late = suspects.take(now: 15_000)
    #expect(late.map(\.credential.device) == [DeviceID(high: 3, low: 1_001)])
    // One that could not be acted on waits anew.
    late[0].shownAt = 15_000
    suspects.note(late[0])
    #expect(suspects.take(now: 19_999).isEmpty && suspects.take(now: 20_000) == late)
  }

  @Test("ID-01, ID-07: neither rotation nor login lets another device of the same identity go")
  func othersStay() throws {
    let server = try TestServer()
    let home = try server.register("Asha")
    let code = try home.ask(.createLink(.init())).linkCode.code
    let phone = try server.connect()
    let linked = try phone.ask(.linkDevice(.with { $0.code = code })).registered
    _ = try phone.message()
    let fresh = try home.ask(.rotateToken(.init())).tokenRotated.token
    _ = try server.logIn(fresh)
    #expect(try home.closeCode() == 4001)
    #expect(try isGood(linked.token, at: server))
    _ = try phone.ask(.listGroups(.init()))
  }

  @Test("HT-01, ID-06, ID-07, ID-08: the same over HTTP")
  func calls() throws {
    let home = try CallServer()
    let code = try home.call("POST", "/v1/devices/links", by: home.asha)
    #expect(code.status == 201 && code.json["expiresInSeconds"] as? Int == 600)
    let typed = try #require(code["code"])
    let linked = try home.call("POST", "/v1/devices", by: nil, #"{"code":"\#(typed.lowercased())","device":"Tablet"}"#)
    #expect(linked.status == 201)
    #expect(try home.call("POST", "/v1/devices", by: nil, #"{"code":"\#(typed)"}"#).problem == "404 link_invalid ")
    let token = try #require(linked["token"])
    let list = try home.call("GET", "/v1/devices", by: nil, nil, AttachmentServer.bearer(token)).list("devices")
    #expect(list.map { $0["name"] as? String ?? "" } == ["", "Tablet"] && list.map { $0["current"] as? Bool ?? false } == [false, true])
    let rotated = try home.call("POST", "/v1/devices/token", by: nil, nil, AttachmentServer.bearer(token))
    let fresh = try #require(rotated["token"])
    #expect(rotated.status == 201)
    #expect(try home.call("GET", "/v1/groups", by: nil, nil, AttachmentServer.bearer(fresh)).status == 200)
    var old = 200
    // The first use is noted behind its answer.
    for _ in 0..<10_000 where old == 200 { old = try home.call("GET", "/v1/groups", by: nil, nil, AttachmentServer.bearer(token)).status }
    #expect(old == 401)
    let id = try #require(linked["deviceId"])
    #expect(try home.call("DELETE", "/v1/devices/\(id)", by: home.ravi).problem == "404 not_found deviceId")
    #expect(try home.call("DELETE", "/v1/devices/\(id)", by: nil, nil, AttachmentServer.bearer(fresh))["deviceId"] == id)
    #expect(try home.call("GET", "/v1/groups", by: nil, nil, AttachmentServer.bearer(fresh)).problem == "401 unauthorized ")
  }
}
