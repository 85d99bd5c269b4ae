import HearthProtocol
import Testing

@testable import HearthServer

/// Further devices by a code (SPEC ID-08).
@Suite struct LinkTests {
  private func link(_ code: String, _ server: TestServer) throws -> ServerMessage {
    try server.connect().ask(.linkDevice(.with { $0.code = code }))
  }

  @Test(
    "ID-08: a code makes the device one of the same identity, once, however it is typed", .onOneAndThreeLoops,
    arguments: WireFormat.allCases)
  func links(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let group = Fresh.id()
    _ = try asha.accepted(.createGroup(group))
    let code = try asha.ask(.createLink(.init())).linkCode
    #expect(code.expiresInSeconds == 600 && code.code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/) != nil)
    let phone = try server.connect(format)
    let typed = code.code.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
    let registered = try phone.ask(.linkDevice(.with { ($0.code, $0.device) = (typed, "Phone") })).registered
    let welcome = try phone.message().welcome
    #expect(welcome.displayName == "Asha" && welcome.identityID == registered.identityID)
    #expect(try phone.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    #expect(registered.token != asha.token)
    #expect(try link(code.code, server).rejected.code == "link_invalid")
    _ = try server.logIn(registered.token, format)
    #expect(try phone.rejected(.linkDevice(.with { $0.code = code.code })).code == "bad_request")
  }

  @Test("ID-08: a new code ends the one before; so does revoking the device that shows it")
  func oneAtATime() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let codes = try (0..<2).map { _ in try asha.ask(.createLink(.init())).linkCode.code }
    #expect(try link(codes[0], server).rejected.code == "link_invalid")
    #expect(try link(codes[1], server).registered.token != "")
    let last = try asha.ask(.createLink(.init())).linkCode.code
    let id = try #require(try asha.ask(.listDevices(.init())).devices.devices.first { $0.current }?.deviceID)
    _ = try asha.ask(.revokeDevice(.with { $0.deviceID = id }))
    #expect(try asha.closeCode() == 4001)
    #expect(try link(last, server).rejected.code == "link_invalid")
  }

  @Test("ID-08: the 21st device is too many, whose code is used up")
  func tooMany() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    for _ in 2...20 { #expect(try link(asha.ask(.createLink(.init())).linkCode.code, server).registered.token != "") }
    let code = try asha.ask(.createLink(.init())).linkCode.code
    let client = try server.connect()
    #expect(try client.rejected(.linkDevice(.with { $0.code = code })).code == "too_many_devices")
    #expect(try client.rejected(.linkDevice(.with { $0.code = code })).code == "link_invalid")
    // Nobody was let in, and anybody may be.
    try client.register("Ravi")
  }

  @Test("ID-08, IN-06: wrong codes of an address are counted with wrong invites; one too many, and the right one is refused")
  func guesses() throws {
    let server = try TestServer { $0.wrongCodesPerMinute = 5 }
    let asha = try server.register("Asha")
    let code = try asha.ask(.createLink(.init())).linkCode.code
    #expect(try asha.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-0000" })).code == "invite_invalid")
    for wrong in ["", "0000-0000-0000-0000", "x", "0000-0000-0000-0001"] {
      #expect(try link(wrong, server).rejected.code == "link_invalid")
    }
    let refused = try link(code, server).rejected
    #expect(refused.code == "rate_limited" && (1...60_000).contains(refused.retryAfterMs))
    #expect(try asha.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-0000" })).code == "rate_limited")
  }

  @Test("Limit: a code is good for 10 minutes")
  func lifetime() {
    var codes = LinkCodes()
    let grant = LinkCodes.Grant(identity: .init(high: 1, low: 1), giver: .init(high: 2, low: 2))
    let isAdded = codes.add([1], grant, now: 1_000)
    #expect(isAdded && codes.knows([1], now: 600_999) && !codes.knows([1], now: 601_000))
    let late = codes.take([1], now: 601_000)
    let intime = codes.take([1], now: 600_999)
    let again = codes.take([1], now: 600_999)
    #expect(late == nil && intime == grant && again == nil)
  }

  @Test("Limit: 10,000 codes are good at a time; those that are too old make space")
  func countMax() {
    var codes = LinkCodes()
    func add(_ number: UInt64, now: Int64) -> Bool {
      let grant = LinkCodes.Grant(identity: .init(high: 1, low: number), giver: .init(high: 2, low: number))
      return codes.add([UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)], grant, now: now)
    }
    for number in 1...10_000 as ClosedRange<UInt64> { if !add(number, now: 0) { Issue.record("code \(number)") } }
    let refused = add(10_001, now: 599_999)
    // In place of one's own there is always space.
    let replaced = add(7, now: 599_999)
    let later = add(10_001, now: 600_000)
    #expect(!refused && replaced && later)
  }

  @Test("A code is never kept in the clear, and is another one each time")
  func fresh() {
    let codes = (0..<100).map { _ in LinkCodes.fresh() }
    #expect(Set(codes.map(\.text)).count == 100)
    for code in codes { #expect(LinkCodes.hash(ofTyped: code.text) == code.hash && code.hash.count == 32) }
    #expect(LinkCodes.hash(ofTyped: "0000") == nil && LinkCodes.hash(ofTyped: "0000-0000-0000-000!") == nil)
  }
}
