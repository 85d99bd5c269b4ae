import EventStore
import Foundation
import HearthProtocol
import SQLiteStore
import Support
import Testing
import Transport

@testable import HearthServer

/// What the audit log says of what happened over sockets (SPEC AU).
@Suite struct AuditTests {
  private func rows(_ store: any Directory) throws -> [AuditRow] { try store.auditRows(after: 0, limit: 1_000) }

  /// The refusals that were counted, by their names.
  private func denials(_ store: any Directory) throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for row in try rows(store) where row.identity == nil { counts[row.act, default: 0] += row.count }
    return counts
  }

  @Test("I17, AU-01 what somebody does to their identity and devices has its row", .onOneAndThreeLoops)
  func acts() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let id = try #require(try asha.ask(.listDevices(.init())).devices.devices.first?.deviceID)
    let code = try asha.ask(.createLink(.init())).linkCode.code
    let phone = try server.connect().ask(.linkDevice(.with { $0.code = code })).registered
    _ = try server.logIn(asha.ask(.rotateToken(.init())).tokenRotated.token).ask(.revokeDevice(.with { $0.deviceID = phone.deviceID }))
    let rows = try self.rows(store)
    #expect(rows.map(\.act) == ["registered", "device_linked", "token_rotated", "device_revoked"])
    #expect(rows.map(\.device) == [id, phone.deviceID, id, phone.deviceID].map { DeviceID($0) })
    #expect(Set(rows.map(\.identity)) == [IdentityID(phone.identityID)] && rows.map(\.at) == Array(repeating: 1_790_000_000_000, count: 4))
  }

  @Test(
    "I17, AU-01 what is done in a group has its row, a kind each, by whoever did it; everyday acts and refused ones have none",
    .onOneAndThreeLoops)
  func groupActs() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let (asha, ravi, dadi) = (try server.register("Asha"), try server.register("Ravi"), try server.register("Dadi"))
    let (group, owner, member, invite) = (Fresh.id(), Fresh.id(), Fresh.id(), Fresh.id())
    _ = try asha.accepted(.createGroup(group, member: owner))
    let began = try store.auditHead().number
    var waiting = Command.createInvite(group, uses: 2)
    waiting.createInvite.needsApproval = true
    let code = try asha.accepted(waiting).inviteCode
    for approves in [false, true] {
      let asking = Fresh.id()
      _ = try dadi.accepted(.join(code, member: asking))
      let answer: Command.OneOf_Body =
        approves ? .approveJoin(.with { $0.memberID = asking }) : .declineJoin(.with { $0.memberID = asking })
      _ = try asha.accepted(.make(group, answer))
    }
    func act(_ client: WireClient, _ body: Command.OneOf_Body) throws { _ = try client.accepted(.make(group, body)) }
    _ = try asha.accepted(.createInvite(group, id: invite))
    _ = try asha.accepted(.revokeInvite(group, invite))
    _ = try ravi.accepted(.join(asha.accepted(.createInvite(group)).inviteCode, member: member))
    _ = try asha.accepted(.changeRole(group, member, to: .admin))
    try act(asha, .setPolicy(.with { ($0.policy, $0.allowed) = (.viewersSeeIncome, true) }))
    _ = try asha.accepted(.remove(group, member))
    try act(asha, .restoreMember(.with { $0.memberID = member }))
    try act(asha, .transferOwnership(.with { $0.memberID = member }))
    try act(asha, .leaveGroup(.init()))
    _ = try ravi.accepted(.addEntry(group))
    #expect(try ravi.rejected(.remove(group, owner)).code != "")
    let rows = try store.auditRows(after: began, limit: 100)
    let (a, r, d) = (IdentityID(asha.identity), IdentityID(ravi.identity), IdentityID(dadi.identity))
    let expected: [(String, IdentityID?)] = [
      ("invite_made", a), ("join_requested", d), ("invite_used", d), ("join_declined", a), ("join_requested", d), ("invite_used", d),
      ("join_approved", a),
      ("invite_made", a), ("invite_revoked", a), ("invite_made", a), ("invite_used", r), ("role_changed", a), ("policy_set", a),
      ("member_removed", a), ("member_restored", a), ("ownership_transferred", a), ("member_left", a),
    ]
    #expect(rows.map(\.act) == expected.map(\.0) && rows.map(\.identity) == expected.map(\.1))
    #expect(rows.allSatisfy { $0.group == GroupID(group) && $0.device == nil && $0.network == nil && $0.count == 1 })
    var verifier = AuditVerifier(store)
    try verifier.run()
    #expect(verifier.flaws == [])
  }

  @Test(
    "AU-01: a row says which member it was done to; claims have one, and deletions that are asked for or taken back", .onOneAndThreeLoops)
  func members() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let server = try TestServer(store)
    let (asha, ravi, meera, eve) = (
      try server.register("Asha"), try server.register("Ravi"), try server.register("Meera"), try server.register("Eve")
    )
    let (member, second, asking) = (Fresh.id(), Fresh.id(), Fresh.id())
    let places = [Fresh.id(), Fresh.id()]
    let group = try asha.createGroup()
    func act(_ client: WireClient, _ body: Command.OneOf_Body) throws { _ = try client.accepted(.make(group, body)) }
    for (place, name) in zip(places, ["Bua", "Riya"]) {
      try act(asha, .addPlaceholder(.with { ($0.memberID, $0.displayName, $0.role) = (place, name, .adult) }))
    }
    let began = try store.auditHead().number
    _ = try ravi.accepted(.join(asha.invite(to: group), member: member))
    var claiming = Command.join(try asha.invite(to: group), as: "")
    claiming.joinGroup.claimsMemberID = places[0]
    _ = try meera.accepted(claiming)
    _ = try eve.accepted(.join(asha.invite(to: group), member: second))
    try act(eve, .claimMember(.with { $0.memberID = places[1] }))
    var guarded = Command.createInvite(group)
    guarded.createInvite.needsApproval = true
    let dadi = try server.register("Dadi")
    _ = try dadi.accepted(.join(asha.accepted(guarded).inviteCode, member: asking))
    try act(asha, .approveJoin(.with { $0.memberID = asking }))
    _ = try asha.accepted(.changeRole(group, member, to: .admin))
    _ = try asha.accepted(.remove(group, member))
    try act(asha, .restoreMember(.with { $0.memberID = member }))
    try act(asha, .transferOwnership(.with { $0.memberID = member }))
    for takesBack in [Command.OneOf_Body.cancelPurge(.init()), .unarchiveGroup(.init())] {
      if case .cancelPurge = takesBack { try act(ravi, .archiveGroup(.init())) }
      try act(ravi, .requestPurge(.with { $0.exported = true }))
      try act(ravi, takesBack)
    }
    // Nobody had asked for a deletion.
    try act(ravi, .archiveGroup(.init()))
    try act(ravi, .unarchiveGroup(.init()))
    try act(ravi, .eraseWords(.init()))
    let rows = try store.auditRows(after: began, limit: 100).filter { !["invite_made", "invite_used", "join_requested"].contains($0.act) }
    let expected: [(String, WireClient, String?)] = [
      ("member_claimed", meera, places[0]), ("member_claimed", eve, places[1]), ("join_approved", asha, asking),
      ("role_changed", asha, member), ("member_removed", asha, member), ("member_restored", asha, member),
      ("ownership_transferred", asha, member), ("purge_requested", ravi, nil), ("purge_cancelled", ravi, nil),
      ("purge_requested", ravi, nil), ("purge_cancelled", ravi, nil), ("words_erased", ravi, member),
    ]
    // A registration is no act of the group's.
    let acts = rows.filter { $0.act != "registered" }
    #expect(acts.map(\.act) == expected.map(\.0) && acts.map(\.identity) == expected.map { IdentityID($0.1.identity) })
    #expect(acts.map(\.member) == expected.map { $0.2.flatMap { MemberID($0) } })
    var verifier = AuditVerifier(store)
    try verifier.run()
    #expect(verifier.flaws == [])
    server.drain()
    try store.close()
  }

  @Test("AU-02: refusals are counted, a row a kind: logins on every door, codes, rights, registrations", .onOneAndThreeLoops)
  func refusals() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) {
      $0.registrationsPerHour = 4
      $0.wrongCodesPerMinute = 3
      // One interval, however long the test takes.
      $0.auditMilliseconds = 86_400_000
    }
    let asha = try server.register("Asha")
    let viewer = try server.register("Dadi")
    let group = Fresh.id()
    _ = try asha.accepted(.createGroup(group))
    _ = try viewer.accepted(.join(asha.accepted(.createInvite(group, .viewer)).inviteCode))
    for _ in 0..<5 { #expect(try viewer.rejected(.addEntry(group)).code == "forbidden") }
    // Nothing of it is in the group's history.
    #expect(try asha.ask(.readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") })).history.head == 3)
    let nobody = String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64)
    for token in ["", nobody] {
      let client = try server.connect()
      try client.send(.hello(.with { $0.token = token }))
      #expect(try client.closeCode() == 4401)
    }
    let head = AttachmentServer.head("GET", "/v1/groups", token: nobody)
    let socket = try BlockingSocket(server.address)
    socket.send(head)
    #expect(try Answer(socket).status == 401)
    for _ in 0..<2 { _ = try server.register("Somebody") }
    #expect(try server.connect().rejected(.register(.with { $0.displayName = "Mira" })).code == "rate_limited")
    for code in ["invite_invalid", "invite_invalid", "invite_invalid", "rate_limited"] {
      #expect(try asha.rejected(.previewInvite(.with { $0.code = "0000-0000-0000-0000" })).code == code)
    }
    let fresh = try asha.ask(.rotateToken(.init())).tokenRotated.token
    _ = try server.logIn(fresh)
    #expect(try asha.closeCode() == 4001)
    let thief = try server.connect()
    try thief.send(.hello(.with { $0.token = asha.token }))
    #expect(try thief.closeCode() == 4401)
    server.drain()
    #expect(
      try denials(store) == [
        "forbidden": 5, "login_accepted": 1, "login_refused": 4, "registrations_limited": 1, "code_wrong": 4, "invite_refused": 3,
        "codes_limited": 1, "ended_token_used": 1,
      ])
    let forbidden = try rows(store).filter { $0.act == "forbidden" }
    #expect(forbidden.map(\.count) == [5] && forbidden.map(\.group) == [GroupID(group)])
    #expect(try rows(store).filter { $0.act == "login_refused" }.map(\.network) == ["loopback"])
    var verifier = AuditVerifier(store)
    try verifier.run()
    #expect(verifier.flaws == [])
  }

  @Test("AU-02: what is past the limits of messages, acts on devices and connections is counted, and what is asked of others' groups")
  func limits() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) {
      $0.messagesPerSecond = 0.001
      $0.messagesBurst = 12
      $0.deviceActsPerHour = 1
      $0.connectionsPerIdentityMax = 2
      $0.auditMilliseconds = 86_400_000
    }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    for _ in 0..<2 { _ = try asha.ask(.createLink(.init())) }
    let second = try server.logIn(asha.token)
    let third = try server.connect()
    try third.send(.hello(.with { $0.token = asha.token }))
    #expect(try third.closeCode() == 4429)
    _ = try second.ask(.listGroups(.init()))
    let ravi = try server.register("Ravi")
    for unknown in [group, Fresh.id(), group] { #expect(try ravi.rejected(.addEntry(unknown)).code == "not_found") }
    #expect(try ravi.ask(.subscribe(.with { $0.groupID = group })).rejected.code == "not_found")
    while try ravi.ask(.listGroups(.init())).rejected.code != "rate_limited" {}
    server.drain()
    let counts = try denials(store)
    let expected: [String: Int64] = ["device_acts_limited": 1, "connections_limited": 1, "group_unknown": 4, "messages_limited": 1]
    #expect(counts.filter { expected[$0.key] != nil } == expected, "\(counts)")
    // Whether there is such a group it does not say.
    #expect(try rows(store).filter { $0.act == "group_unknown" }.map(\.group) == [nil])
  }

  @Test("AU-02 refusals are noted while the server runs, too")
  func interval() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.auditMilliseconds = 1 }
    let client = try server.connect()
    try client.send(.hello(.with { $0.token = "nobody's" }))
    #expect(try client.closeCode() == 4401)
    eventually("the refusal is noted") { (try? store.auditRows(after: 0, limit: 1).first?.act) == "login_refused" }
  }

  @Test("AU-01 no name, token, code, amount or text gets into the audit log")
  func nothingSecret() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let server = try TestServer(store)
    let asha = try server.connect()
    let made = try asha.ask(.register(.with { ($0.displayName, $0.device) = ("Ashalata", "Tabletop") })).registered
    _ = try asha.message()
    let group = Fresh.id()
    _ = try asha.accepted(.createGroup(group, name: "Sharmaji"))
    _ = try asha.accepted(.addEntry(group, minor: 987_654, "Vegetablesoup"))
    let code = try asha.ask(.createLink(.init())).linkCode.code
    _ = try server.connect().ask(.linkDevice(.with { $0.code = code }))
    _ = try server.connect().ask(.linkDevice(.with { $0.code = code }))
    server.drain()
    let text = try rows(store).map { "\($0)" }.joined()
    #expect(text.contains("device_linked") && text.contains("code_wrong"))
    for secret in ["Ashalata", "Tabletop", "Sharmaji", "987654", "Vegetablesoup", code, "127.0.0.1", String(made.token.suffix(64))] {
      #expect(!text.contains(secret), "\(secret)")
    }
    try store.close()
  }

  @Test("Limit: 256 kinds of refusals are counted apart; what is refused in further groups is counted together")
  func kinds() {
    let count = DenialCount()
    func group(_ number: UInt64) -> GroupID { GroupID(high: 1, low: number) }
    for number in 1...300 as ClosedRange<UInt64> { count.note(.forbidden, in: group(number)) }
    count.note(.forbidden, in: group(1))
    let notes = count.take(at: 7)
    #expect(notes.count == 257 && notes.reduce(0) { $0 + $1.count } == 301)
    #expect(notes.first { $0.group == nil }?.count == 44 && notes.first { $0.group == group(1) }?.count == 2)
    #expect(count.take(at: 8) == [])
    // What could not be noted is with the next.
    count.giveBack(notes)
    count.note(.loginRefused, from: .ipv4)
    let next = count.take(at: 9)
    #expect(next.reduce(0) { $0 + $1.count } == 302 && next.allSatisfy { $0.at == 9 })
  }

  @Test(
    "AU-02 of an address the kind of its network is known, and no more",
    arguments: [
      ("127.0.0.1", AuditNetwork.loopback), ("::1", .loopback), ("::ffff:127.0.0.1", .loopback), ("10.1.2.3", .local),
      ("192.168.0.9", .local),
      ("172.31.0.1", .local), ("172.32.0.1", .ipv4), ("fd00::1", .local), ("fe80::1", .local), ("8.8.8.8", .ipv4), ("2001:db8::1", .ipv6),
    ])
  func networks(host: String, network: AuditNetwork) throws {
    #expect(AuditNetwork(try #require(SocketAddress(host: host, port: 7))) == network)
    #expect(AuditNetwork(try #require(SocketAddress(path: "/run/hearth"))) == .unix)
  }
}
