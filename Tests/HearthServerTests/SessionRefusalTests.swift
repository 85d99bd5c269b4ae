import EventStore
import HearthProtocol
import JSONWebToken
import Ledger
import TestIssuer
import Testing

@testable import HearthServer

/// What a server refuses before and after the ledger has looked: one line for each code of sessions and rooms, in the
/// order of precedence.
///
/// The codes of commands have their lines in `LedgerTests.PrecedenceTests`, where `everyCodeHasALine` reads the lines
/// here too.
@Suite(.onOneAndThreeLoops) struct SessionRefusalTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let code: RejectionCode
    let testDescription: String
    /// What is refused for this reason alone, and what for it though later reasons stand beside it.
    let refusals: @Sendable () throws -> [Rejected]

    init(_ code: RejectionCode, _ given: String, _ refusals: @escaping @Sendable () throws -> [Rejected]) {
      self.code = code
      testDescription = "\(code.rawValue), given \(given)"
      self.refusals = refusals
    }
  }

  static let lines: [Line] = [
    Line(.unauthorized, "a token that nobody has, whatever is called with it") {
      let home = try CallServer()
      let unknown = AttachmentServer.bearer(String(repeating: "0", count: 32) + "." + String(repeating: "0", count: 64))
      return [
        Rejected(try home.call("GET", "/v1/groups", by: nil, nil, unknown)),
        Rejected(try home.call("POST", "/entries", by: nil, "{", unknown)),
      ]
    },
    Line(.unauthorized, "a token that was replaced at another server of the same store, when it is replaced again") {
      let store = InMemoryStore()
      let server = try TestServer(store)
      let asha = try server.register("Asha")
      let token = try #require(DeviceToken(asha.ask(.rotateToken(.init())).tokenRotated.token))
      #expect(try store.noteUse([TokenUse(token: token.id, day: 20_000)]).count == 1)
      return [try asha.rejected(.rotateToken(.init()))]
    },
    Line(.accountsElsewhere, "accounts of an issuer's, when somebody registers, or would link a device by a code that there is not") {
      let keys = try WebTokenKeys(file: Array(TestIssuer.trusted.get().keySet().utf8))
      let server = try TestServer { $0.issuer = TrustedIssuer(TestIssuer.name, audience: TestIssuer.audience, keys: keys) }
      let newcomer = try server.connect()
      return [
        try newcomer.rejected(.register(.with { $0.displayName = "Asha" })), try newcomer.rejected(.linkDevice(.with { $0.code = "none" })),
      ]
    },
    Line(.rateLimited, "as many acts on devices as an hour may have, when there is another, even on a device that there is not") {
      let server = try TestServer { $0.deviceActsPerHour = 1 }
      let asha = try server.register("Asha")
      #expect(try asha.ask(.createLink(.init())).linkCode.code != "")
      return [try asha.rejected(.createLink(.init())), try asha.rejected(.revokeDevice(.with { $0.deviceID = Fresh.id() }))]
    },
    Line(.linkInvalid, "a code that was used, whoever has as many devices as there may be") {
      let server = try TestServer()
      let (_, used) = try twentyDevices(server)
      return [try server.connect().rejected(.linkDevice(.with { $0.code = used }))]
    },
    Line(.tooManyDevices, "twenty devices and a code for another") {
      let server = try TestServer()
      let code = try twentyDevices(server).0.ask(.createLink(.init())).linkCode.code
      return [try server.connect().rejected(.linkDevice(.with { $0.code = code }))]
    },
    Line(.tooManyTokens, "ten tokens for a group, when there is to be another") {
      let server = try TestServer()
      let asha = try server.register("Asha")
      let group = try asha.createGroup()
      let wish = ClientMessage.OneOf_Body.createGroupToken(
        .with {
          $0.groupID = group
          ($0.access, $0.name) = (.read, "Bot")
        })
      for _ in 0..<10 { #expect(try asha.ask(wish).groupTokenCreated.token != "") }
      return [try asha.rejected(wish)]
    },
    Line(.overloaded, "a connection that follows as many groups as it may, when it follows another, be there such a group or not") {
      let server = try TestServer { $0.subscriptionsMax = 1 }
      let asha = try server.register("Asha")
      let groups = try [asha.createGroup(), asha.createGroup()]
      try asha.follow(groups[0])
      return try [groups[1], Fresh.id()].map { group in try asha.rejected(.subscribe(.with { $0.groupID = group })) }
    },
    Line(.noPaymentAddress, "a debt, when the payee takes money nowhere, whatever is asked for") {
      let server = try TestServer()
      defer { server.stop() }
      let (ravi, read) = try owing("", at: server)
      return try [0, 5, amountMinorMax].map { minor in
        var read = read
        read.minor = minor
        return try ravi.rejected(.readPaymentLink(read))
      }
    },
    Line(.paymentNotPossible, "a debt in rupees, when the payee takes euros") {
      let server = try TestServer()
      defer { server.stop() }
      let (ravi, read) = try owing("DE02 1203 0000 0000 2020 51", at: server)
      return [try ravi.rejected(.readPaymentLink(read))]
    },
    Line(.historyFull, "a group whose history is full, when a member adds an entry or sets a budget") {
      let server = try TestServer { $0.groupEventsMax = 3 }
      let asha = try server.register("Asha")
      let group = try asha.createGroup()
      _ = try asha.accepted(.addEntry(group))
      return [try asha.rejected(.addEntry(group)), try asha.rejected(.createInvite(group))]
    },
    Line(.creationRestricted, "a server on which nobody creates groups, when somebody does, in whatever time zone") {
      let server = try TestServer { $0.creators = .named([]) }
      let asha = try server.register("Asha")
      var wish = Command.createGroup(Fresh.id())
      let alone = try asha.rejected(wish)
      wish.createGroup.timeZone = "Mars/Base"
      return [alone, try asha.rejected(wish)]
    },
    Line(.webhooksOff, "a server without webhooks, when the owner adds one, and when one of before is tested") {
      let store = InMemoryStore()
      let before = try TestServer(store) { $0.webhooks = ScriptedSender().configuration }
      let (asha, webhook) = (try before.register("Asha"), Fresh.id())
      let group = try asha.createGroup()
      let wish = Command.OneOf_Body.addWebhook(.with { ($0.webhookID, $0.url) = (webhook, "https://hooks.example.com/") })
      _ = try asha.accepted(.make(group, wish))
      before.drain()
      let server = try TestServer(store)
      defer { server.stop() }
      let again = try server.logIn(asha.token)
      let other = Command.OneOf_Body.addWebhook(.with { ($0.webhookID, $0.url) = (Fresh.id(), "https://hooks.example.com/") })
      let test = Command.OneOf_Body.testWebhook(.with { $0.webhookID = webhook })
      return try [other, test].map { try again.rejected(.make(group, $0)) }
    },
    Line(.noticesOff, "a server without a program for notices, when a member says where they are told, and never when it is taken away") {
      let server = try TestServer()
      defer { server.stop() }
      let asha = try server.register("Asha")
      let group = try asha.createGroup()
      let none = try asha.rejected(.make(group, .setNoticeAddress(.with { $0.channel = .push })))
      #expect(none.code == "nothing_changes")
      return [try asha.rejected(.make(group, .setNoticeAddress(.with { ($0.channel, $0.address) = (.push, "asha-7f3k") })))]
    },
    Line(.groupDamaged, "a history that does not verify, for a new command and for another content under an old id") {
      let store = GatedStore()
      var server = try TestServer(store)
      let asha = try server.register("Asha")
      var old = Command.addEntry(try asha.createGroup())
      _ = try asha.accepted(old)
      server.drain()
      store.failReads(with: .damaged("a test"))
      server = try TestServer(store)
      let back = try server.logIn(asha.token)
      old.addEntry.content.amount.minor += 1
      return [try back.rejected(.addEntry(old.groupID)), try back.rejected(old)]
    },
    Line(.idempotencyConflict, "a command that was accepted, when another content is sent under its id, sound or not") {
      let server = try TestServer()
      let asha = try server.register("Asha")
      let command = Command.addEntry(try asha.createGroup())
      _ = try asha.accepted(command)
      return try [1, -command.addEntry.content.amount.minor].map { change in
        var other = command
        other.addEntry.content.amount.minor += change
        return try asha.rejected(other)
      }
    },
    Line(.storageFull, "a disk that is full, behind all that the ledger refuses") { try [refusal(after: .full)] },
    Line(.unavailable, "a disk that fails, behind all that the ledger refuses") { try [refusal(after: .broken("a test"))] },
  ]

  /// Somebody who owes a member who takes money there, or nowhere, and their question.
  private static func owing(_ address: String, at server: TestServer) throws -> (WireClient, ReadPaymentLink) {
    let asha = try server.register("Asha")
    let me = Fresh.id()
    let group = try asha.createGroup(member: me)
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group), member: Fresh.id()))
    _ = try asha.accepted(.addEntry(group, minor: 10_000))
    if !address.isEmpty { _ = try asha.accepted(.make(group, .setPaymentAddress(.with { $0.address = address }))) }
    return (ravi, .with { ($0.groupID, $0.payeeID) = (group, me) })
  }

  /// Somebody with twenty devices, and the code by which the last of them came.
  private static func twentyDevices(_ server: TestServer) throws -> (WireClient, used: String) {
    let asha = try server.register("Asha")
    var used = ""
    for _ in 2...20 {
      used = try asha.ask(.createLink(.init())).linkCode.code
      #expect(try server.connect().ask(.linkDevice(.with { $0.code = used })).registered.token != "")
    }
    return (asha, used)
  }

  /// What a sound command is answered when the store fails; the one before it, which the ledger refuses, never gets
  /// there.
  private static func refusal(after failure: StoreFailure) throws -> Rejected {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    store.failNextAppend(with: failure)
    #expect(try asha.rejected(.addEntry(group, minor: 0)).code == "bad_request")
    return try asha.rejected(.addEntry(group))
  }

  @Test(arguments: lines) func isRefused(_ line: Line) throws {
    // What passes by itself (SPEC ER-02).
    let passes: Set<RejectionCode> = [.rateLimited, .overloaded, .storageFull, .unavailable]
    for refused in try line.refusals() {
      #expect(refused.code == line.code.rawValue)
      #expect(refused.cause.hasSuffix(".") && refused.remedy.hasSuffix("."))
      #expect((refused.retryAfterMs > 0) == passes.contains(line.code))
    }
  }

  /// Codes that no server says today, each with what is so instead; clients know them
  /// (`SyncCoreGroupTests.refusedForItsCursors`).
  static let unsaid: [RejectionCode: String] = [
    .resync: "SB-04: whose cursor lies outside the history is sent a snapshot."
  ]

  @Test("SB-04: a cursor beyond the head is answered with a snapshot and never refused", arguments: WireFormat.allCases)
  func cursorOutside(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let group = try asha.createGroup()
    #expect(Self.unsaid.keys.map(\.self) == [.resync])
    let followed = try asha.follow(group, after: ["shared": 99])
    #expect(followed.subscribed.lanes.first { $0.lane == "shared" }?.snapshot == true)
  }
}

extension Rejected {
  /// The problem of a call's answer.
  fileprivate init(_ answer: Answer) {
    self.init()
    (code, cause, remedy) = (answer["code"] ?? "", answer["cause"] ?? "", answer["remedy"] ?? "")
  }
}
