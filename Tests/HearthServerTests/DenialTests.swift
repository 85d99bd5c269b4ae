import EventStore
import Foundation
import HearthProtocol
import JSONWebToken
import Ledger
import Locking
import Room
import Support
import TestIssuer
import Testing

@testable import HearthServer

/// Which refusals the audit log counts (SPEC AU-02), and at which doors.
@Suite(.onOneAndThreeLoops) struct DenialTests {
  /// One interval, however long the test takes.
  private static let interval: Int64 = 86_400_000

  private func rows(_ act: AuditAct, _ store: any Directory) throws -> [AuditRow] {
    try store.auditRows(after: 0, limit: 1_000).filter { $0.act == act.rawValue }
  }

  /// Asks over HTTP.
  private func ask(_ method: String, _ path: String, by client: WireClient, at server: TestServer, _ body: String? = nil) throws -> Answer {
    let socket = try BlockingSocket(server.address)
    let type = body == nil ? "" : "Content-Type: application/json\r\n"
    socket.send(AttachmentServer.head(method, path, token: client.token, length: body?.utf8.count, type) + (body ?? ""))
    return try Answer(socket)
  }

  // That `httpStatus` is what errors.json lists, `CallLimitTests.statuses` shows.
  @Test("AU-02: every code that denies a right, a code or a token is counted, each as a kind of its own, and no other")
  func everyCode() {
    var acts: Set<AuditAct> = []
    var denials = 0
    for code in RejectionCode.allCases {
      let isDenial = [401, 403].contains(code.httpStatus.code) || [.inviteInvalid, .ownerMustTransfer, .notFound].contains(code)
      let count = DenialCount()
      for _ in 0..<2 { count.note(Rejected(code, cause: "", remedy: ""), from: .ipv4) }
      let notes = count.take(at: 7)
      #expect(notes.map(\.count) == (isDenial ? [2] : []), "\(code)")
      acts.formUnion(notes.map(\.act))
      denials += isDenial ? 1 : 0
    }
    #expect(acts.count == denials && denials >= 10)
    // What is no device, entry or member of the asker's is no group that is denied.
    let count = DenialCount()
    count.note(Rejected(.notFound, field: "device_id", cause: "", remedy: ""), from: .ipv4)
    #expect(count.take(at: 7) == [])
  }

  @Test("AU-02, IN-04: a refused invite is counted, whatever is wrong with it and at each door, and the row does not tell of which group")
  func invites() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.auditMilliseconds = Self.interval }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let past = try asha.codesThatHoldNoMore(in: group, at: server)
    let eve = try server.register("Eve")
    for code in past + ["0000-0000-0000-0000"] {
      #expect(try eve.rejected(.previewInvite(.with { $0.code = code })).code == "invite_invalid")
      #expect(try eve.rejected(.join(code)).code == "invite_invalid")
      let body = #"{"code":"\#(code)","displayName":"Eve"}"#
      #expect(try ask("POST", "/v1/groups/join", by: eve, at: server, body).rejected?.code == "invite_invalid")
    }
    // The control: one that holds is not counted.
    _ = try eve.accepted(.join(asha.invite(to: group)))
    server.drain()
    let refused = try rows(.inviteRefused, store)
    #expect(refused.map(\.count) == [15] && refused.map(\.network) == ["loopback"])
    #expect(refused.allSatisfy { $0.group == nil && $0.identity == nil && $0.device == nil && $0.member == nil })
    #expect(try rows(.codeWrong, store).map(\.count) == [3])
  }

  @Test("AU-02: what a member may not is counted by the group, and who may not become one without it")
  func inGroups() throws {
    let store = InMemoryStore()
    let server = try TestServer(store) { $0.auditMilliseconds = Self.interval }
    let (asha, ravi, kabir, meera) = (
      try server.register("Asha"), try server.register("Ravi"), try server.register("Kabir"), try server.register("Meera")
    )
    let (member, placeholder) = (Fresh.id(), Fresh.id())
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, uses: 2)
    _ = try ravi.accepted(.join(code, member: member))
    let entry = Command.addEntry(group)
    _ = try asha.accepted(entry)
    // The entry does not name whoever comes later.
    _ = try kabir.accepted(.join(asha.invite(to: group, .minor)))
    _ = try meera.accepted(.join(asha.invite(to: group)))
    _ = try asha.accepted(.make(group, .addPlaceholder(.with { ($0.memberID, $0.displayName, $0.role) = (placeholder, "Bua", .adult) })))
    _ = try asha.accepted(.remove(group, member))
    let dispute = Command.OneOf_Body.disputeEntry(.with { ($0.entryID, $0.reason) = (entry.addEntry.entryID, "I was not there") })
    let refusals: [(WireClient, Command, String)] = [
      (kabir, .createInvite(group), "forbidden"), (meera, .make(group, dispute), "not_named"),
      (asha, .make(group, .leaveGroup(.init())), "owner_must_transfer"),
      (kabir, .make(group, .claimMember(.with { $0.memberID = placeholder })), "claim_not_allowed"), (ravi, .join(code), "member_removed"),
    ]
    for (client, command, expected) in refusals { #expect(try client.rejected(command).code == expected) }
    server.drain()
    for act in [AuditAct.forbidden, .notNamed, .ownerMustTransfer] {
      let rows = try rows(act, store)
      #expect(rows.map(\.count) == [1] && rows.map(\.group) == [GroupID(group)] && rows.map(\.network) == [nil], "\(act)")
    }
    for act in [AuditAct.claimNotAllowed, .removedJoinRefused] {
      let rows = try rows(act, store)
      #expect(rows.map(\.count) == [1] && rows.map(\.group) == [nil] && rows.map(\.network) == ["loopback"], "\(act)")
    }
  }

  @Test("AU-02, GR-10, ID-07, ID-13: groups and accounts that the operator gives nobody are counted, and tokens that are good no more")
  func ofTheServer() throws {
    let store = InMemoryStore()
    let closed = try TestServer(store) {
      $0.creators = .named([])
      $0.auditMilliseconds = Self.interval
    }
    let asha = try closed.register("Asha")
    // A group that the asker names is none that the log may speak of.
    for _ in 0..<3 { #expect(try asha.rejected(.createGroup(Fresh.id())).code == "creation_restricted") }
    let token = try #require(DeviceToken(asha.ask(.rotateToken(.init())).tokenRotated.token))
    #expect(try store.noteUse([TokenUse(token: token.id, day: 20_000)]).count == 1)
    #expect(try asha.rejected(.rotateToken(.init())).code == "unauthorized")
    closed.drain()
    let keys = try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8))
    let elsewhere = try TestServer(store) {
      $0.issuer = TrustedIssuer(TestIssuer.name, audience: TestIssuer.audience, keys: keys)
      $0.auditMilliseconds = Self.interval
    }
    let newcomer = try elsewhere.connect()
    for _ in 0..<2 { #expect(try newcomer.rejected(.register(.with { $0.displayName = "Asha" })).code == "accounts_elsewhere") }
    elsewhere.drain()
    for (act, count) in [(AuditAct.creationRestricted, 3), (.loginRefused, 1), (.accountsElsewhere, 2)] as [(AuditAct, Int64)] {
      let rows = try rows(act, store)
      #expect(rows.map(\.count) == [count] && rows.map(\.group) == [nil] && rows.map(\.network) == ["loopback"], "\(act)")
    }
  }

  @Test("AU-02, AT-04, ER-05: what is past the hourly limits of receipts' bytes and of commands while space is short is counted")
  func byTheHour() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let store = InMemoryStore()
    let free = Locked(1 << 20)
    let server = try TestServer(store, attachments: attachments) {
      $0.identityAttachmentBytesPerHour = 3
      $0.auditMilliseconds = Self.interval
      $0.freeBytesMin = 1_000
      $0.freeBytes = { free.withLock { $0 } }
    }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let statuses = try ["one", "two", "six"].map { content in
      let path = "/v1/groups/\(group)/attachments/\(ContentHash(of: Array(content.utf8)))"
      return try ask("PUT", path, by: asha, at: server, content).status
    }
    #expect(statuses == [201, 429, 429])
    free.withLock { $0 = 0 }
    server.server.space.look()
    let codes = try (0..<ServerLimits.reserveActsPerHour + 1).map { _ in try asha.rejected(.remove(group, Fresh.id())).code }
    #expect(codes.count { $0 == "rate_limited" } == 1 && codes.last == "rate_limited")
    server.drain()
    for (act, count) in [(AuditAct.attachmentBytesLimited, 2), (.reserveActsLimited, 1)] as [(AuditAct, Int64)] {
      let rows = try rows(act, store)
      #expect(rows.map(\.count) == [count] && rows.map(\.group) == [nil] && rows.map(\.identity) == [nil], "\(act)")
    }
  }

  @Test("AU-02, HT-04, AT-03: what is past an identity's limits of connections and messages is counted at calls and receipts, too")
  func doors() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path)
    try attachments.prepare()
    let receipt = "/v1/groups/\(Fresh.id())/attachments/\(ContentHash(of: [1]))"
    do {
      let store = InMemoryStore()
      let server = try TestServer(store, attachments: attachments) {
        $0.connectionsPerIdentityMax = 1
        $0.auditMilliseconds = Self.interval
      }
      let asha = try server.register("Asha")
      for path in ["/v1/groups", receipt] { #expect(try ask("GET", path, by: asha, at: server).status == 429, "\(path)") }
      server.drain()
      let limited = try rows(.connectionsLimited, store)
      #expect(limited.map(\.count) == [2] && limited.map(\.network) == ["loopback"])
    }
    let store = InMemoryStore()
    let server = try TestServer(store, attachments: attachments) {
      $0.identityMessagesPerSecond = 0.001
      $0.identityMessagesBurst = 4
      $0.auditMilliseconds = Self.interval
    }
    let asha = try server.register("Asha")
    let statuses = try (0..<8).map { try ask("GET", $0 % 2 == 0 ? "/v1/groups" : receipt, by: asha, at: server).status }
    #expect(statuses.suffix(2) == [429, 429] && statuses.prefix(2) == [200, 404])
    server.drain()
    #expect(try rows(.messagesLimited, store).map(\.count) == [Int64(statuses.count { $0 == 429 })])
    // AU-02: a group that is not there, at the receipts' door as at any other.
    #expect(try rows(.groupUnknown, store).map(\.count) == [Int64(statuses.count { $0 == 404 })])
  }
}
