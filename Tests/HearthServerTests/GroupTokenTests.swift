import EventStore
import Foundation
import HearthProtocol
import HearthServer
import Ledger
import Testing

/// Tokens for one group: who has them, what they open, and when they end (SPEC ID-19 to ID-22).
@Suite(.onOneAndThreeLoops) struct GroupTokenTests {
  private static let day: Int64 = 86_400_000

  /// A family with one of each role, on one server.
  private final class Family {
    let store: any EventStore & Directory
    let server: TestServer
    let group = Fresh.id()
    private(set) var people: [Role: WireClient] = [:]
    private(set) var members: [Role: String] = [:]

    init(_ store: any EventStore & Directory = InMemoryStore(), change: (inout ServerConfiguration) -> Void = { _ in }) throws {
      self.store = store
      server = try TestServer(store, change: change)
      for role in [Role.owner, .admin, .adult, .viewer, .minor] {
        let person = try server.register("\(role)")
        (people[role], members[role]) = (person, Fresh.id())
        if role == .owner {
          _ = try person.accepted(.createGroup(group, member: self.member(role)))
        } else {
          let code = try self.person(.owner).invite(to: group, role)
          _ = try person.accepted(.join(code, member: self.member(role), as: "\(role)"))
        }
      }
      server.pass(milliseconds: 1)
    }

    func person(_ role: Role) throws -> WireClient { try #require(people[role]) }
    func member(_ role: Role) throws -> String { try #require(members[role]) }

    func wish(_ access: GroupTokenAccess, name: String = "Bot", days: UInt32 = 0) -> ClientMessage.OneOf_Body {
      .createGroupToken(
        .with {
          $0.groupID = group
          ($0.access, $0.name, $0.days) = (access, name, days)
        })
    }

    /// A token of the member in this role, and what is known of it.
    func token(_ access: GroupTokenAccess, of role: Role = .adult, days: UInt32 = 0) throws -> GroupTokenCreated {
      let answer = try person(role).ask(wish(access, days: days))
      guard case .groupTokenCreated(let made) = answer.body else { throw Unexpected("no token: \(answer)") }
      server.pass(milliseconds: 1)
      return made
    }

    /// With what a token is refused; nil: it lets in.
    func refusal(_ token: String) throws -> UInt16? {
      let client = try server.connect()
      let request = try client.send(.hello(.with { $0.token = token }))
      switch try client.receive() {
      case .close(let code): return code
      case .message(let payload):
        guard try client.format.decode(ServerMessage.self, from: payload).request == request else { throw Unexpected("another answer") }
        return nil
      case let other: throw Unexpected("\(other)")
      }
    }

    func allow(_ isAllowed: Bool) throws {
      _ = try person(.owner).accepted(
        .make(group, .setPolicy(.with { ($0.policy, $0.allowed) = (.adminsMakeTokens, isAllowed) })))
      server.pass(milliseconds: 1)
    }

    func change(_ role: Role, to other: Role) throws {
      _ = try person(.owner).accepted(.changeRole(group, member(role), to: other))
    }

    func call(_ method: String, _ path: String, _ token: String, _ body: String? = nil) throws -> Answer {
      let socket = try BlockingSocket(server.address)
      let type = body == nil ? "" : "Content-Type: application/json\r\n"
      socket.send(AttachmentServer.head(method, path, token: token, length: body?.utf8.count, type) + (body ?? ""))
      return try Answer(socket)
    }
  }

  // MARK: Who

  @Test("ID-19, PM-01: each cell of the matrix's row, over WebSocket and HTTP, and with the policy for admins")
  func matrix() throws {
    let family = try Family()
    let expected: [(Role, String)] = [(.owner, "rw"), (.admin, ""), (.adult, "rw"), (.viewer, "r"), (.minor, "")]
    func check(_ expected: [(Role, String)]) throws {
      for (role, cells) in expected {
        for (access, letter) in [(GroupTokenAccess.read, "r"), (.write, "w")] as [(GroupTokenAccess, Character)] {
          let person = try family.person(role)
          let answer = try person.ask(family.wish(access))
          let name = letter == "r" ? "GROUP_TOKEN_ACCESS_READ" : "GROUP_TOKEN_ACCESS_WRITE"
          let call = try family.call(
            "POST", "/v1/groups/\(family.group)/tokens", person.token, #"{"access":"\#(name)","name":"Bot"}"#)
          if cells.contains(letter) {
            #expect(answer.groupTokenCreated.made.access == access && call.status == 201, "\(role) \(letter)")
            #expect(try family.refusal(answer.groupTokenCreated.token) == nil && family.refusal(call["token"] ?? "") == nil)
          } else {
            #expect(answer.rejected.code == "forbidden" && call.problem.hasPrefix("403 forbidden"), "\(role) \(letter)")
            #expect(answer.rejected.details.contains { $0.value.contains("tokens.") }, "\(answer.rejected)")
          }
        }
      }
    }
    try check(expected)
    try family.allow(true)
    try check([(.admin, "rw")])
    // A stranger learns of no group.
    let mira = try family.server.register("Mira")
    #expect(try mira.rejected(family.wish(.read)).code == "not_found")
    // Only the owner says what admins may.
    let policy = Command.make(family.group, .setPolicy(.with { ($0.policy, $0.allowed) = (.adminsMakeTokens, false) }))
    #expect(try family.person(.admin).rejected(policy).code == "forbidden")
  }

  @Test("ID-19 Limit: 10 tokens, names of 50 characters and 200 bytes, 366 days; one past each is refused", arguments: WireFormat.allCases)
  func limits(_ format: WireFormat) throws {
    let family = try Family()
    let ravi = try family.server.logIn(family.person(.adult).token, format)
    func field(_ wish: ClientMessage.OneOf_Body) throws -> String {
      let answer = try ravi.ask(wish)
      if case .groupTokenCreated(let made) = answer.body {
        _ = try ravi.ask(.revokeGroupToken(.with { $0.tokenID = made.made.tokenID }))
        return ""
      }
      guard answer.rejected.code == "bad_request" else { return answer.rejected.code }
      #expect((answer.rejected.reason == .numberOutOfRange) == (answer.rejected.field == "create_group_token.days"))
      #expect(answer.rejected.reason != nil, "ER-02")
      return answer.rejected.field
    }
    // Four bytes each.
    let wide = String(repeating: "😀", count: 50)
    #expect(wide.utf8.count == 200)
    for (name, expected) in [
      (" Bot ", ""), (wide, ""), (String(repeating: "x", count: 51), "create_group_token.name"), (" ", "create_group_token.name"),
      (String(repeating: "👨‍👩‍👧", count: 12), "create_group_token.name"), ("a\u{7}b", "create_group_token.name"),
    ] { #expect(try field(family.wish(.read, name: name)) == expected, "\(name)") }
    for (days, expected) in [(0, ""), (1, ""), (366, ""), (367, "create_group_token.days"), (.max, "create_group_token.days")]
      as [(UInt32, String)]
    { #expect(try field(family.wish(.read, days: days)) == expected, "\(days)") }
    #expect(try field(family.wish(.unspecified)) == "create_group_token.access")
    for _ in 0..<10 { #expect(try ravi.ask(family.wish(.read)).groupTokenCreated.token != "") }
    #expect(try field(family.wish(.read)) == "too_many_tokens")
  }

  @Test("ID-19, ID-22: one's own are listed with what they open and the day of their use, and revoked by nobody else; rows have no secret")
  func lists() throws {
    let family = try Family()
    let made = try family.token(.write, days: 2)
    let ravi = try family.person(.adult)
    #expect(made.made.endsAtMs - made.made.createdAtMs == 2 * Self.day && made.made.usedOn == "" && made.made.name == "Bot")
    let bot = try family.server.logIn(made.token)
    func list(_ client: WireClient, _ group: String = "") throws -> [GroupToken] {
      try client.ask(.listGroupTokens(.with { $0.groupID = group })).groupTokens.tokens
    }
    var found = try list(ravi)
    // The use is noted behind the login.
    for _ in 0..<10_000 where found.first?.usedOn == "" { found = try list(ravi) }
    #expect(found.map(\.usedOn) == ["2026-09-21"] && found.map(\.groupID) == [family.group] && found.map(\.access) == [.write])
    #expect(try list(ravi, family.group) == found && list(ravi, Fresh.id()) == [] && list(family.person(.owner)) == [])
    let page = try family.call("GET", "/v1/groups/\(family.group)/tokens", ravi.token)
    #expect(page.status == 200 && page.list("tokens").count == 1 && page.list("tokens").first?["token"] == nil)
    let revoke = ClientMessage.OneOf_Body.revokeGroupToken(.with { $0.tokenID = made.made.tokenID })
    #expect(try family.person(.owner).rejected(revoke).code == "not_found")
    #expect(try ravi.rejected(.revokeGroupToken(.with { ($0.tokenID, $0.groupID) = (made.made.tokenID, Fresh.id()) })).code == "not_found")
    #expect(try ravi.rejected(.revokeGroupToken(.with { $0.tokenID = "bot" })).code == "not_found")
    let gone = try family.call("DELETE", "/v1/groups/\(family.group)/tokens/\(made.made.tokenID)", ravi.token)
    #expect(gone.status == 200 && gone["tokenId"] == made.made.tokenID)
    #expect(try bot.closeCode() == 4001)
    #expect(try family.refusal(made.token) == 4401)
    #expect(try family.call("GET", "/v1/groups", made.token).status == 401)
    _ = try ravi.ask(.listGroups(.init()))
    let rows = try family.store.auditRows(after: 0, limit: 1_000).filter { $0.act.hasPrefix("group_token_") }
    #expect(rows.map(\.act) == ["group_token_made", "group_token_revoked"])
    #expect(rows.allSatisfy { $0.group?.description == family.group && $0.identity?.description == ravi.identity })
  }

  // MARK: What

  @Test(
    "ID-20, ID-21: a token that reads follows and asks and sends nothing; one that writes sends as its member",
    arguments: WireFormat.allCases)
  func opens(_ format: WireFormat) throws {
    let family = try Family()
    let (read, write) = (try family.token(.read), try family.token(.write))
    let reader = try family.server.connect(format)
    let welcome = try reader.hello(read.token)
    #expect(welcome.groupID == family.group && welcome.access == .read)
    // The control: a device's token is for no one group.
    #expect(try family.server.connect(format).hello(family.person(.adult).token).groupID == "")
    let followed = try reader.follow(family.group)
    #expect(try followed.subscribed.memberID == family.member(.adult))
    let writer = try family.server.logIn(write.token, format)
    let entry = Command.addEntry(family.group)
    _ = try writer.accepted(entry)
    let events = try reader.nextEvents()
    #expect(try events.events.map(\.event.memberID) == [family.member(.adult)])
    #expect(events.events.first?.event.entryAdded.entryID == entry.addEntry.entryID)
    let refused = try reader.rejected(Command.addEntry(family.group))
    #expect(refused.code == "forbidden" && refused.cause == "The token only reads." && refused.groupID == family.group)
    #expect(try reader.rejected(.tellDraft(.with { $0.groupID = family.group })).code == "forbidden")
    #expect(try reader.ask(.readEntries(.with { $0.groupID = family.group })).entries.entries.count == 1)
    #expect(try reader.ask(.readHistory(.with { ($0.groupID, $0.lane) = (family.group, "shared") })).history.events.isEmpty == false)
    // Over HTTP the same.
    let path = "/v1/groups/\(family.group)/entries"
    #expect(try family.call("GET", path, read.token).list("entries").count == 1)
    #expect(try family.call("POST", path, read.token, CallServer.expense(500)).problem == "403 forbidden ")
    #expect(try family.call("POST", path, write.token, CallServer.expense(500)).status == 201)
    // A program is nobody who is present.
    let owner = try family.server.logIn(family.person(.owner).token)
    #expect(try owner.follow(family.group).subscribed.online.contains(family.member(.adult)) == false)
  }

  @Test("ID-21: each kind of command with a token that reads, with one that writes, and from the member's device")
  func everyKind() throws {
    let family = try Family()
    let (reader, writer) = (
      try family.server.logIn(family.token(.read, of: .owner).token), try family.server.logIn(family.token(.write, of: .owner).token)
    )
    let owner = try family.person(.owner)
    let person = "A token for a group does not do this: it makes no other key and changes nobody's rights."
    // By a token nothing of these is done; of what is done nothing is left out of what follows.
    for kind in CommandKind.allCases {
      let words = kind.name.split(separator: "_")
      let member = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      func command() throws -> Command {
        let text = #"{"id":"\#(Fresh.id())","groupId":"\#(family.group)","\#(member)":{}}"#
        let command = try WireFormat.json.decode(Command.self, from: Array(text.utf8))
        #expect(command.kind == kind)
        return command
      }
      let isOfNoGroup = kind == .createGroup || kind == .joinGroup
      let read = try reader.rejected(command())
      #expect(read.code == "forbidden" && read.cause == (isOfNoGroup ? person : "The token only reads."), "\(kind.name)")
      let written = try writer.ask(.command(command()))
      #expect((written.rejected.cause == person) == (kind.tokenReach == .person), "\(kind.name): \(written.rejected.cause)")
      if kind.tokenReach == .person { #expect(written.rejected.code == "forbidden", "\(kind.name)") }
      // The control: from a device it is the ledger that answers. What ends the group or the membership, or erases, is
      // not tried.
      guard ![.archiveGroup, .separate, .leaveGroup, .requestPurge, .eraseWords].contains(kind) else { continue }
      let own = try owner.ask(.command(command()))
      #expect(own.rejected.cause != person && own.rejected.cause != "The token only reads.", "\(kind.name)")
    }
    // What is no command but makes a key or shows one.
    let keys: [ClientMessage.OneOf_Body] = [
      .listDevices(.init()), .setDevicePush(.init()), .revokeDevice(.with { $0.deviceID = Fresh.id() }), .rotateToken(.init()),
      .createLink(.init()),
      family.wish(.read), .listGroupTokens(.init()), .revokeGroupToken(.with { $0.tokenID = Fresh.id() }),
      .previewInvite(.with { $0.code = "K7QM-3FXP-9RTW-2HVC" }),
    ]
    for body in keys {
      for bot in [reader, writer] {
        let refused = try bot.rejected(body)
        #expect(refused.code == "forbidden" && refused.cause == person, "\(body)")
      }
      let own = try owner.ask(body)
      #expect(own.rejected.cause != person, "\(body)")
    }
  }

  @Test("ID-20: another group of the member's is answered as to a stranger, byte for byte", arguments: WireFormat.allCases)
  func otherGroups(_ format: WireFormat) throws {
    let family = try Family()
    let ravi = try family.server.logIn(family.person(.adult).token, format)
    let other = try ravi.createGroup(name: "Flat")
    let bot = try family.server.logIn(family.token(.write).token, format)
    let mira = try family.server.register("Mira", format)
    let command = Command.addEntry(other)
    let bodies: [ClientMessage.OneOf_Body] = [
      .command(command), .command(.make(other, .setPolicy(.with { ($0.policy, $0.allowed) = (.adminsInvite, true) }))),
      .command(.make(other, .archiveGroup(.init()))), .command(.createInvite(other)), .command(.make(other, .leaveGroup(.init()))),
      .subscribe(.with { $0.groupID = other }), .readHistory(.with { ($0.groupID, $0.lane) = (other, "shared") }),
      .readSettlement(.with { $0.groupID = other }), .readDashboard(.with { $0.groupID = other }), .readGroup(.with { $0.groupID = other }),
      .readEntries(.with { $0.groupID = other }), .readPaymentLink(.with { $0.groupID = other }),
      .previewCommand(.with { $0.command = command }), .tellHeads(.with { $0.groupID = other }), .tellDraft(.with { $0.groupID = other }),
      .unsubscribe(.with { $0.groupID = other }),
    ]
    for (index, body) in bodies.enumerated() {
      func answer(_ client: WireClient) throws -> [UInt8] {
        client.socket.send(try client.encode(body, request: UInt32(1_000 + index)))
        return try client.payload()
      }
      let (token, stranger) = (try answer(bot), try answer(mira))
      #expect(token == stranger, "\(body): \(String(decoding: token, as: UTF8.self))")
      guard case .unsubscribe = body else {
        #expect(try format.decode(ServerMessage.self, from: token).rejected.code == "not_found", "\(body)")
        continue
      }
    }
    // The controls: the member's device is let in, and so is the token in its own group.
    #expect(try ravi.ask(.readGroup(.with { $0.groupID = other })).groupContents.groupID == other)
    #expect(try bot.ask(.readGroup(.with { $0.groupID = family.group })).groupContents.groupID == family.group)
    #expect(try bot.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [family.group])
    #expect(Set(try ravi.ask(.listGroups(.init())).groups.groups.map(\.groupID)) == [family.group, other])
  }

  @Test("ID-20, HT-04: over HTTP another group of the member's is answered as to a stranger, too")
  func otherGroupsByCall() throws {
    let family = try Family()
    let other = try family.person(.adult).createGroup(name: "Flat")
    let token = try family.token(.write).token
    let mira = try family.server.register("Mira").token
    for path in ["", "/members", "/entries", "/history?lane=shared", "/events", "/settlement"] {
      let answers = try [token, mira].map { try family.call("GET", "/v1/groups/\(other)\(path)", $0) }
      #expect(answers[0].status == answers[1].status && answers[0].body == answers[1].body && answers[0].status >= 400, "\(path)")
    }
    #expect(try family.call("GET", "/v1/groups/\(other)", family.person(.adult).token).status == 200)
  }

  @Test("ID-21, AT-03: a token that reads fetches a receipt's file and adds none; of another group's there is none")
  func files() throws {
    let home = try AttachmentServer()
    let content: [UInt8] = Array("a receipt".utf8)
    #expect(try home.put(content, by: home.asha).status == 201)
    func token(_ access: GroupTokenAccess) throws -> String {
      try home.asha.ask(
        .createGroupToken(
          .with {
            $0.groupID = home.group
            ($0.access, $0.name) = (access, "Bot")
          })
      ).groupTokenCreated.token
    }
    let (read, write) = (try token(.read), try token(.write))
    func ask(_ method: String, _ content: [UInt8], _ token: String, group: String? = nil) throws -> Int {
      let isPut = method == "PUT"
      return try home.ask(
        AttachmentServer.head(method, home.path(content, group: group), token: token, length: isPut ? content.count : nil),
        isPut ? content : []
      ).status
    }
    #expect(try ask("GET", content, read) == 200)
    #expect(try ask("PUT", Array("another".utf8), read) == 403)
    #expect(try ask("PUT", Array("another".utf8), write) == 201)
    let other = try home.asha.createGroup()
    for token in [read, write] { #expect(try ask("GET", content, token, group: other) == 404) }
  }

  // MARK: Until when

  @Test("ID-19: a token lets in until its day less a millisecond; a connection by it closes with 4001 then, and a device's stays")
  func ends() throws {
    let family = try Family()
    let made = try family.token(.read, days: 1)
    let bot = try family.server.logIn(made.token)
    family.server.pass(until: made.made.endsAtMs - 1)
    _ = try bot.ask(.listGroups(.init()))
    #expect(try family.refusal(made.token) == nil && family.call("GET", "/v1/groups", made.token).status == 200)
    family.server.pass(milliseconds: 1)
    #expect(try bot.closeCode() == 4001)
    #expect(try family.refusal(made.token) == 4401 && family.call("GET", "/v1/groups", made.token).status == 401)
    _ = try family.person(.adult).ask(.listGroups(.init()))
  }

  enum Loss: CaseIterable { case leaving, removal, minor, viewer, promotion, policy, device, suspension, nothing }

  @Test(
    "ID-22, PM-07, SB-08: what a member loses ends the token's connections with 4001 at once, on whatever loop, and for good",
    arguments: Loss.allCases)
  func loses(_ loss: Loss) throws {
    let store = InMemoryStore()
    let family = try Family(store) { $0.suspensionMilliseconds = 1 }
    if loss == .policy { try family.allow(true) }
    let role: Role = loss == .policy ? .admin : .adult
    let (read, write) = (try family.token(.read, of: role), try family.token(.write, of: role))
    let others = try family.token(.write, of: .owner)
    let bots = try (0..<3).map { _ in try family.server.logIn(write.token) }
    let readers = try (0..<3).map { _ in try family.server.logIn(read.token) }
    let control = try family.server.logIn(others.token)
    let person = try family.person(role)
    switch loss {
    case .leaving: _ = try person.accepted(.make(family.group, .leaveGroup(.init())))
    case .removal: _ = try family.person(.owner).accepted(.remove(family.group, family.member(role)))
    case .minor:
      try family.change(role, to: .minor)
      _ = try person.accepted(
        .make(family.group, .acknowledgeRole(.with { $0.acceptsTransparency = Command.transparencyVersion })))
    case .viewer: try family.change(role, to: .viewer)
    case .promotion: try family.change(role, to: .admin)
    case .policy: try family.allow(false)
    case .device:
      let device = try #require(person.ask(.listDevices(.init())).devices.devices.first?.deviceID)
      _ = try person.ask(.revokeDevice(.with { $0.deviceID = device }))
    case .suspension: store.suspend([try #require(IdentityID(person.identity))], at: 1)
    case .nothing: break
    }
    let writes = loss == .nothing
    let reads = writes || loss == .viewer
    for bot in bots {
      if writes { _ = try bot.ask(.listGroups(.init())) } else { #expect(try bot.closeCode() == 4001) }
    }
    for reader in readers {
      if reads { _ = try reader.ask(.listGroups(.init())) } else { #expect(try reader.closeCode() == 4001) }
    }
    let refused: UInt16 = loss == .suspension ? 4001 : 4401
    #expect(try family.refusal(write.token) == (writes ? nil : refused) && family.refusal(read.token) == (reads ? nil : refused))
    // The control: another member's go on.
    _ = try control.accepted(.addEntry(family.group))
    guard loss == .viewer else { return }
    // A right that comes back brings no token back, and another one is made.
    family.server.pass(milliseconds: 1)
    try family.change(role, to: .adult)
    family.server.pass(milliseconds: 1)
    #expect(try family.refusal(write.token) == 4401)
    #expect(try family.refusal(family.token(.write).token) == nil)
  }

  @Test("ID-22, SB-08: a token whose right is lost is sent nothing later; its member's device is")
  func nothingLater() throws {
    let family = try Family()
    let bot = try family.server.logIn(family.token(.write).token)
    let home = try family.server.logIn(family.person(.adult).token)
    for client in [bot, home] { try client.follow(family.group) }
    let owner = try family.person(.owner)
    let entry = Command.addEntry(family.group)
    // Both in one turn.
    let sent = try owner.encode(.command(.changeRole(family.group, family.member(.adult), to: .viewer)), request: 500)
    owner.socket.send(sent + (try owner.encode(.command(entry), request: 501)))
    func added(_ client: WireClient, until: (LaneEvents) -> Bool) throws -> Bool {
      while true {
        switch try client.receive() {
        case .message(let payload):
          let message = try client.format.decode(ServerMessage.self, from: payload)
          guard case .laneEvents(let events) = message.body else { continue }
          if until(events) { return true }
        case .close(let code):
          #expect(code == 4001)
          return false
        case .end: throw Unexpected("the end")
        case .ping, .pong: continue
        }
      }
    }
    func isEntry(_ events: LaneEvents) -> Bool { events.events.contains { $0.event.entryAdded.entryID == entry.addEntry.entryID } }
    #expect(try !added(bot, until: isEntry))
    #expect(try added(home, until: isEntry))
  }

  @Test("ID-22: a login whose look-up was under way when the right was lost is refused")
  func lostMeanwhile() throws {
    let store = GatedStore()
    let family = try Family(store)
    let token = try family.token(.write).token
    store.closeDirectory()
    let late = try family.server.connect()
    try late.send(.hello(.with { $0.token = token }))
    #expect(store.awaitLookUp())
    try family.change(.adult, to: .viewer)
    store.openDirectory()
    #expect(try late.closeCode() == 4401)
  }
}
