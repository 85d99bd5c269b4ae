import EventStore
import Foundation
import HearthProtocol
import JSONWebToken
import Locking
import Logging
import SQLiteStore
import Support
import TestIssuer
import Testing

@testable import HearthServer

/// A server whose accounts are an issuer's, over real sockets (SPEC ID-10 to ID-13).
@Suite(.onOneAndThreeLoops) struct IssuerTests {
  /// The time of these servers, in seconds.
  private static let now: Int64 = 1_790_000_000

  private static func trusted() throws -> TrustedIssuer {
    TrustedIssuer(
      TestIssuer.name, audience: TestIssuer.audience, keys: try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8)))
  }

  private func server(
    _ store: any EventStore & Directory = InMemoryStore(), _ issuer: TrustedIssuer? = nil, attachments: AttachmentFolder? = nil,
    log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  ) throws -> TestServer {
    let issuer = try issuer ?? Self.trusted()
    return try TestServer(store, attachments: attachments, log: log) {
      $0.issuer = issuer
      // One interval, however long the test takes.
      $0.auditMilliseconds = 86_400_000
    }
  }

  private func token(
    _ subject: String, _ algorithm: TestIssuer.Algorithm = .es256, expiry: Int64 = now + 600, _ more: String = ""
  ) throws -> String { try TestIssuer.trusted.get().token(algorithm, subject: subject, expiry: expiry, more) }

  // MARK: Who it is

  @Test("ID-10, ID-11: a token of each algorithm lets the same subject in as the same identity", arguments: WireFormat.allCases)
  func lets(format: WireFormat) throws {
    let server = try server()
    let welcomes = try TestIssuer.Algorithm.allCases.map { try server.connect(format).hello(token("asha", $0)) }
    #expect(Set(welcomes.map(\.identityID)).count == 1 && welcomes.map(\.displayName) == ["", "", ""])
    #expect(IdentityID(welcomes[0].identityID) != nil)
    #expect(try server.connect(format).hello(token("ravi")).identityID != welcomes[0].identityID)
  }

  @Test("ID-11: whoever is in a group is in it after a restart; roles come from invites", arguments: [false, true])
  func restarts(isOnDisk: Bool) throws {
    let folder = try TemporaryFolder()
    let store: any EventStore & Directory = isOnDisk ? try SQLiteStore(directory: folder.path) : InMemoryStore()
    var server = try server(store)
    let asha = try server.logIn(token("asha"))
    let group = try asha.createGroup()
    let ravi = try server.logIn(token("ravi", #","role":"owner","groups":["admin"]"#))
    let code = try asha.accepted(.createInvite(group, .viewer)).inviteCode
    _ = try ravi.accepted(.join(code))
    #expect(try ravi.rejected(.addEntry(group)).code == "forbidden")
    let identity = try server.connect().hello(token("asha")).identityID
    server.drain()
    server = try self.server(store)
    let again = try server.connect()
    #expect(try again.hello(token("asha", expiry: Self.now + 900)).identityID == identity)
    #expect(try again.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
  }

  private func token(_ subject: String, _ more: String) throws -> String { try token(subject, expiry: Self.now + 600, more) }

  @Test("ID-11: many first connections at once are one identity")
  func races() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    let server = try server(store)
    let clients = try (0..<12).map { _ in try server.connect() }
    let requests = try clients.map { client in try client.send(.hello(token: token("asha"))) }
    let identities = try zip(clients, requests).map { try $0.answer(to: $1).welcome.identityID }
    #expect(Set(identities).count == 1 && identities.allSatisfy { IdentityID($0) != nil })
    #expect(try store.auditRows(after: 0, limit: 100).map(\.act) == ["registered"])
  }

  @Test("ID-11: another issuer's subject of the same name is somebody else")
  func apart() throws {
    let (store, other) = (InMemoryStore(), "https://other.example")
    let own = try server(store)
    let first = try own.connect().hello(token("asha")).identityID
    let keys = try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8))
    let second = try server(store, TrustedIssuer(other, audience: TestIssuer.audience, keys: keys))
    let claims = #"{"iss":"\#(other)","aud":"hearth","sub":"asha","exp":\#(Self.now + 600)}"#
    let token = try TestIssuer.trusted.get().sign(.edDSA, header: #"{"alg":"EdDSA"}"#, claims: claims)
    #expect(try second.connect().hello(token).identityID != first)
    #expect(try own.connect().hello(self.token("asha")).identityID == first)
  }

  @Test("ID-11: neither the token nor its subject is in the database or in the log")
  func nothingIsKept() throws {
    let folder = try TemporaryFolder()
    let written = Locked("")
    var log = Logger(label: "test") { _ in RecordingLog(written: written) }
    log.logLevel = .trace
    let store = try SQLiteStore(directory: folder.path)
    let server = try server(store, log: log)
    let (good, bad) = (try token("asha-whom-nobody-knows"), try token("asha-whom-nobody-knows", expiry: 0))
    let asha = try server.logIn(good)
    _ = try asha.accepted(.createGroup(Fresh.id(), name: "Sharmaji"))
    let late = try server.connect()
    try late.send(.hello(token: bad))
    #expect(try late.closeCode() == 4401)
    server.drain()
    try store.close()
    func isKept(_ needle: String) throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .contains { FileManager.default.contents(atPath: folder.path + "/" + $0)?.range(of: Data(needle.utf8)) != nil }
    }
    let signature = try #require(good.split(separator: ".").last)
    for needle in ["asha-whom-nobody-knows", "issuer.example", String(signature)] {
      #expect(try !isKept(needle) && !written.withLock { $0 }.contains(needle), "\(needle)")
    }
    // The positive control: what is kept is found, and the log says why a token was refused.
    #expect(try isKept("Sharmaji"))
    #expect(written.withLock { $0 }.contains("a token was refused") && written.withLock { $0 }.contains("expired"))
  }

  // MARK: Who is refused

  /// Tokens that are wrong, each for another reason.
  private func wrong() throws -> [String] {
    let issuer = try TestIssuer.trusted.get()
    let good = try token("asha")
    return [
      "", "x", "a.b.c", String(good.dropLast()), good + ".", try token("asha", expiry: Self.now - 60),
      try TestIssuer.other.get().token(subject: "asha", expiry: Self.now + 600),
      try issuer.sign(.es256, header: #"{"alg":"none"}"#, claims: "{}"), try token("", .edDSA), try token("asha", #","nbf":1790009999"#),
      try issuer.sign(
        .es256, header: #"{"alg":"ES256"}"#,
        claims: #"{"iss":"https://issuer.example","aud":"other","sub":"asha","exp":\#(Self.now + 600)}"#),
      // A device token of a server of its own.
      String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64),
    ]
  }

  @Test("ID-10: whatever is wrong, the answer is the same: 4401 on the WebSocket, 401 at every other door")
  func oneAnswer() throws {
    let store = InMemoryStore()
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path, quota: .init())
    try attachments.prepare()
    let server = try server(store, attachments: attachments)
    let wrong = try wrong()
    for token in wrong {
      let client = try server.connect()
      try client.send(.hello(token: token))
      #expect(try client.closeCode() == 4401)
    }
    let upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n"
    let file = "/v1/groups/\(Fresh.id())/attachments/\(ContentHash(of: [1]))"
    var answers: Set<[String]> = []
    for token in wrong + [nil] {
      var doors = [try ask(server, "GET", "/v1/groups", token), try ask(server, "GET", file, token)]
      if token != nil { doors.append(try ask(server, "GET", "/v1/socket", token, upgrade)) }
      #expect(doors.allSatisfy { $0.status == 401 && $0.fields["www-authenticate"]?.hasPrefix("Bearer") == true })
      answers.insert(doors.prefix(2).map { String(decoding: $0.body, as: UTF8.self) })
    }
    #expect(answers.count == 1)
    #expect(answers.first?.first?.contains("issuer") == true)
    // As with device tokens refused logins are counted; who is let in has a row the first time.
    _ = try server.connect().hello(token("asha"))
    server.drain()
    let rows = try store.auditRows(after: 0, limit: 100)
    #expect(
      rows.map(\.act) == ["registered", "login_accepted", "login_refused"] && rows.map(\.count) == [1, 1, Int64(wrong.count * 4 + 2)])
  }

  private func ask(_ server: TestServer, _ method: String, _ path: String, _ token: String?, _ more: String = "", body: String? = nil)
    throws
    -> Answer
  {
    let socket = try BlockingSocket(server.address)
    socket.send(AttachmentServer.head(method, path, token: token, length: body?.utf8.count, more) + (body ?? ""))
    return try Answer(socket)
  }

  @Test("ID-10: a token opens every door: calls, files and the upgrade; of two tokens in a head none counts")
  func doors() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path, quota: .init())
    try attachments.prepare()
    let server = try server(attachments: attachments)
    let good = try token("asha", .rs256)
    let body = #"{"name":"Flat 4B","currency":"EUR","displayName":"Asha"}"#
    let made = try ask(server, "POST", "/v1/groups", good, "Content-Type: application/json\r\n", body: body)
    #expect(made.status == 201)
    let group = try #require(made["groupId"])
    #expect(try server.logIn(good).ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    let file = "/v1/groups/\(group)/attachments/\(ContentHash(of: Array("hi".utf8)))"
    #expect(try ask(server, "PUT", file, good, body: "hi").status == 201)
    #expect(try ask(server, "GET", file, good).body == Array("hi".utf8))
    #expect(try ask(server, "GET", file, token("ravi")).status == 404)
    #expect(try ask(server, "GET", "/v1/groups", good, "Authorization: Bearer \(good)\r\n").status == 401)
    let client = try WireClient(server.address, fields: ["Authorization": "bearer \(good)"])
    #expect(IdentityID(try client.hello(good).identityID) != nil)
  }

  @Test(
    "ID-10 Limit: a token of 4,000 bytes is let in by every door and format, one of 4,001 by none",
    arguments: [(4_000, true), (4_001, false)])
  func longTokens(bytes: Int, isGood: Bool) throws {
    let server = try server()
    let token = try #require(try TestIssuer.trusted.get().token(subject: "asha", expiry: Self.now + 600, bytes: bytes))
    #expect(try ask(server, "GET", "/v1/groups", token).status == (isGood ? 200 : 401))
    let binary = try server.connect(.protobuf)
    let request = try binary.send(.hello(token: token))
    if isGood {
      #expect(IdentityID(try binary.answer(to: request).welcome.identityID) != nil)
      #expect(IdentityID(try server.connect(.json).hello(token).identityID) != nil)
    } else {
      #expect(try binary.closeCode() == 4401)
      // In JSON no text is as long.
      let text = try server.connect(.json)
      try text.send(.hello(token: token))
      #expect(try text.message().rejected.code == "bad_request")
    }
  }

  @Test("ER-05, ID-11: below the floor whoever would be somebody new is 507 at each door over HTTP and 1013 behind it; others are let in")
  func spaceIsShort() throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(dataFolder: folder.path, quota: .init())
    try attachments.prepare()
    let (issuer, free) = (try Self.trusted(), Locked(1 << 20))
    let server = try TestServer(attachments: attachments) {
      $0.issuer = issuer
      $0.freeBytesMin = 1_000
      $0.freeBytes = { free.withLock { $0 } }
    }
    let identity = try server.connect().hello(token("asha")).identityID
    free.withLock { $0 = 0 }
    server.server.space.look()
    let upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\nSec-WebSocket-Version: 13\r\n"
    let file = "/v1/groups/\(Fresh.id())/attachments/\(ContentHash(of: [1]))"
    let doors = [("/v1/groups", "", 200), (file, "", 404), ("/v1/socket", upgrade, 101)]
    for (path, more, _) in doors {
      let refused = try ask(server, "GET", path, token("ravi"), more)
      #expect(refused.status == 507 && refused.fields["retry-after"] == "30", "\(path): \(refused)")
    }
    let late = try server.connect()
    try late.send(.hello(token: token("ravi")))
    #expect(try late.closeCode() == 1013)
    #expect(try server.connect().hello(token("asha")).identityID == identity)
    for (path, more, status) in doors where status != 101 { #expect(try ask(server, "GET", path, token("asha"), more).status == status) }
  }

  @Test("ID-10: where accounts are the server's own, an issuer's token is none")
  func otherWay() throws {
    let server = try TestServer()
    let client = try server.connect(.protobuf)
    try client.send(.hello(token: token("asha")))
    #expect(try client.closeCode() == 4401)
    #expect(try ask(server, "GET", "/v1/groups", token("asha")).status == 401)
  }

  @Test("ID-13: registering, linking and all that is about devices is refused, on both doors", arguments: WireFormat.allCases)
  func accounts(format: WireFormat) throws {
    let server = try server()
    let newcomer = try server.connect(format)
    for wish in [.register(.with { $0.displayName = "Asha" }), .linkDevice(.with { $0.code = "x" })] as [ClientMessage.OneOf_Body] {
      let refused = try newcomer.rejected(wish)
      #expect(refused.code == "accounts_elsewhere" && !refused.cause.isEmpty && refused.remedy.contains("issuer"))
    }
    // The connection is still there for who logs in.
    _ = try newcomer.hello(token("asha"))
    let wishes: [ClientMessage.OneOf_Body] = [
      .register(.with { $0.displayName = "Asha" }), .linkDevice(.init()), .listDevices(.init()), .setDevicePush(.init()),
      .revokeDevice(.init()),
      .rotateToken(.init()),
      .createLink(.init()), .createGroupToken(.init()), .listGroupTokens(.init()), .revokeGroupToken(.init()),
    ]
    for wish in wishes { #expect(try newcomer.rejected(wish).code == "accounts_elsewhere") }
    let json = "Content-Type: application/json\r\n"
    #expect(try ask(server, "POST", "/v1/identities", nil, json, body: #"{"displayName":"Asha"}"#).problem == "403 accounts_elsewhere ")
    #expect(try ask(server, "POST", "/v1/devices", nil, json, body: #"{"code":"x"}"#).problem == "403 accounts_elsewhere ")
    for (method, path) in [
      ("GET", "/v1/devices"), ("DELETE", "/v1/devices/\(Fresh.id())"), ("POST", "/v1/devices/token"), ("POST", "/v1/devices/links"),
    ] {
      #expect(try ask(server, method, path, token("asha")).problem == "403 accounts_elsewhere ")
      #expect(try ask(server, method, path, "x").status == 401)
    }
  }
}

extension ClientMessage.OneOf_Body {
  /// A login.
  static func hello(token: String) -> Self { .hello(.with { $0.token = token }) }
}
