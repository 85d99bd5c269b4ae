import Foundation
import HearthProtocol
import SQLiteStore
import Support
import Testing

@testable import HearthServer

/// Two runs of a real server that differ only inside one lane: whoever does not read it gets the same bytes (SPEC
/// LN-03).
@Suite(.onOneAndThreeLoops) struct LaneLeakTests {
  /// The lane that the runs differ in, and who reads it.
  enum Secret: CaseIterable {
    case admin, income
    /// Mira reminds Ravi of what he owes her.
    case inbox
    /// Kabir notes what he spends, Mira looks after him, a limit rings by an entry of hers and one of an outsider's.
    case minor
    /// Asha has an account, which Mira writes to and Kabir reads, until it is theirs no more.
    case account
    /// Kabir reads an account of Mira's, who looks after him no more; Asha and Kabir go on in his lane.
    case formerGuardian
    /// Ravi says something kind to Mira.
    case coaching
    /// Mira mutes Ravi, who goes on saying something kind to her.
    case mute
    /// Mira takes money by UPI, which those are told who owe her.
    case payments
    /// Mira separates, comes back, reads and tries commands; in the other run she leaves then and never comes back.
    case separation

    /// The place of the member who says what happens in the lane.
    func teller(in round: Int) -> Int {
      switch self {
      case .admin, .income, .separation: 0
      case .inbox, .mute, .payments: 2
      case .coaching: 1
      case .minor, .formerGuardian: round > 1 ? 4 : 0
      case .account: round == 2 ? 2 : 0
      }
    }

    var readers: Set<String> {
      switch self {
      case .admin: ["Asha", "Ravi"]
      case .income: ["Asha", "Ravi", "Mira"]
      case .inbox, .coaching: ["Ravi", "Mira"]
      case .mute, .separation: ["Mira"]
      case .payments: ["Mira", "Asha", "Ravi"]
      case .minor, .account: ["Asha", "Mira", "Kabir"]
      case .formerGuardian: ["Asha", "Kabir"]
      }
    }
  }

  @Test(
    "LN-01, LN-03, IN-10: what happens in a lane, an open join request too, changes not one byte for those who do not read it: events, answers, catch-ups, snapshots, calls",
    arguments: Secret.allCases, WireFormat.allCases)
  func identical(secret: Secret, format: WireFormat) throws {
    let household = try Household()
    let silent = try household.play(secret, isSaid: false, format)
    // Nothing but the lane makes a difference, so the same run again is the same for everybody, whatever the format.
    if format == .json { #expect(try household.play(secret, isSaid: false, format) == silent) }
    let said = try household.play(secret, isSaid: true, format)
    for (name, _) in Household.people {
      let (before, after) = (try #require(silent[name]), try #require(said[name]))
      #expect(before.count > 30)
      if secret.readers.contains(name) {
        #expect(before != after, "\(name) reads the lane, and nothing of it came")
      } else {
        let difference = zip(before, after).first { $0 != $1 }
        #expect(
          before == after,
          "\(name) got \(String(decoding: difference?.1 ?? [], as: UTF8.self)) for \(String(decoding: difference?.0 ?? [], as: UTF8.self))")
      }
    }
  }

  /// How many histories of each seed; `make leak` plays more.
  private static let histories = (ProcessInfo.processInfo.environment["HEARTH_LEAK_HISTORIES"].flatMap(Int.init) ?? 100) / 100

  @Test(
    "N7, LN-03: over random histories of a minor's lane, an account and inboxes, who reads none of them gets the same bytes over every door",
    arguments: [1, 2] as [UInt64])
  func mixed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let household = try Household()
    for history in 0..<Self.histories {
      let plan = (0..<5).map { _ in
        [Secret.inbox, .minor, .account, .coaching].filter { _ in Int.random(in: 0..<3, using: &random) > 0 }.shuffled(using: &random)
      }
      let silent = try household.play(mixed: plan, isSaid: false)
      let said = try household.play(mixed: plan, isSaid: true)
      #expect(silent["Dadi"] == said["Dadi"], "seed \(seed), history \(history)")
      #expect(silent["Dadi"]?.count ?? 0 > 100 && silent["Asha"] != said["Asha"])
    }
  }

  /// A data folder with a family in it, which every run has a copy of.
  private final class Household {
    static let people: [(name: String, role: Role)] = [
      ("Asha", .owner), ("Ravi", .admin), ("Mira", .adult), ("Dadi", .viewer), ("Kabir", .minor),
    ]
    /// Who asks to join.
    private static let newcomer = "Eve"
    private let folder = try? TemporaryFolder()
    private var tokens: [String: String] = [:]
    private let group: String

    init() throws {
      let path = try #require(folder).path + "/data"
      let store = try SQLiteStore(directory: path)
      let server = try TestServer(store)
      let asha = try server.register("Asha")
      tokens["Asha"] = asha.token
      group = try asha.createGroup()
      for (number, (name, role)) in Self.people.enumerated().dropFirst() {
        let client = try server.register(name)
        tokens[name] = client.token
        _ = try client.accepted(.join(asha.invite(to: group, role), member: Script.member(number), as: name))
      }
      tokens[Self.newcomer] = try server.register(Self.newcomer).token
      server.drain()
      try store.close()
    }

    /// The same days in a copy of the folder.
    ///
    /// - Parameter isSaid: whether anything happens in the lane.
    /// - Returns: the payload of each frame that each person got, in order, and behind them each response over HTTP
    ///   with its head.
    func play(_ secret: Secret, isSaid: Bool, _ format: WireFormat) throws -> [String: [[UInt8]]] {
      let (store, server, clients) = try start(format)
      let newcomer = try server.logIn(#require(tokens[Self.newcomer]))
      var responses: [String: [[UInt8]]] = [:]
      var script = Script(group: group)
      if secret == .formerGuardian { for (place, command) in script.entrusted { _ = try clients[place].accepted(command) } }
      for round in 0..<4 {
        if secret == .separation, round == 1 {
          if isSaid {
            _ = try clients[2].accepted(script.separation)
          } else {
            _ = try clients[2].ask(.unsubscribe(.with { $0.groupID = group }))
            clients[2].close(nil)
          }
        }
        let isMiraGone = secret == .separation && round > 0
        if isMiraGone, isSaid { try comeBack(as: clients[2], &script, at: server, format) }
        if isSaid, secret != .separation {
          let teller = clients[secret.teller(in: round)]
          for command in script.secrets(secret, in: round) { _ = try teller.accepted(command) }
          if secret == .admin { try script.turnOfRequest(in: round, by: newcomer, to: clients[0]) }
        }
        if secret == .formerGuardian { _ = try clients[2].accepted(script.kept(in: round)) }
        if secret == .mute { _ = try clients[1].accepted(script.coach(in: round)) }
        // The owner reminds Ravi for Mira, and is answered the same whatever Mira has done.
        if round == 3 {
          let reminder = script.remind(for: Script.member(2))
          // Without Mira's own entries nothing is owed to her.
          if isMiraGone { _ = try clients[0].rejected(reminder) } else { _ = try clients[0].accepted(reminder) }
        }
        _ = try clients[isMiraGone ? 0 : 2].accepted(script.entry("Round \(round)"))
        // An outsider's entry in which the minor owes, which makes a limit ring where there is one.
        _ = try clients[1].accepted(script.entry("Of an outsider \(round)", owedBy: 4))
        // One door in each round, the other where the encoding is the other. A person who has an answer has had all
        // that was said before it.
        let asksCalls = (round % 2 == 0) == (format == .json)
        for (client, (name, _)) in zip(clients, Self.people) where isSaid || !isMiraGone || name != "Mira" {
          if asksCalls {
            responses[name, default: []] += try script.paths.map { try call($0, by: name, server) }
          } else {
            for body in script.questions { _ = try client.ask(body) }
          }
        }
      }
      for (client, (name, _)) in zip(clients, Self.people) where isSaid || secret != .separation || name != "Mira" {
        let heads = try client.follow(group).heads
        try client.follow(group, after: heads)
        try client.follow(group, after: heads.mapValues { max($0, 2) - 2 })
      }
      server.drain()
      try store.close()
      return Dictionary(
        uniqueKeysWithValues: zip(Self.people, clients).map { person, client in
          (person.name, client.recorded + responses[person.name, default: []])
        })
    }

    /// What Asha and Dadi get, where in each round something happens in some private lanes.
    func play(mixed plan: [[Secret]], isSaid: Bool) throws -> [String: [[UInt8]]] {
      let (store, server, clients) = try start(.json)
      var (script, progress) = (Script(group: group), [Secret: Int]())
      var told: [String: [[UInt8]]] = [:]
      let people = [("Asha", clients[0]), ("Dadi", clients[3])]
      let feeds = try people.map { name, _ in
        let socket = try BlockingSocket(server.address)
        socket.send(AttachmentServer.head("GET", "/v1/groups/\(group)/events", token: tokens[name], length: nil))
        // It has begun before anything happens.
        return (name: name, socket: socket, begun: try text(of: socket, upTo: "\"subscribed\""))
      }
      for (round, secrets) in plan.enumerated() {
        for secret in secrets where isSaid {
          let step = progress[secret, default: 0]
          progress[secret] = step + 1
          guard step < 4 else { continue }
          for command in script.secrets(secret, in: step) { _ = try clients[secret.teller(in: step)].accepted(command) }
        }
        _ = try clients[2].accepted(script.entry("Round \(round)"))
        _ = try clients[1].accepted(script.entry("Of an outsider \(round)", owedBy: 4))
        for (name, client) in people {
          for body in script.questions { _ = try client.ask(body) }
          told[name, default: []] += try script.paths.map { try call($0, by: name, server) }
        }
      }
      for (name, socket, begun) in feeds {
        let last = "Of an outsider \(plan.count - 1)"
        let all = try text(of: socket, upTo: last, behind: begun)
        // What stands behind it may have come already or not.
        told[name, default: []].append(Array((all.components(separatedBy: last).first ?? "").utf8))
      }
      server.drain()
      try store.close()
      for (name, client) in people { told[name, default: []] += client.recorded }
      return told
    }

    /// A server on a copy of the folder, and a connection of each person that follows the group.
    private func start(_ format: WireFormat) throws -> (SQLiteStore, TestServer, [WireClient]) {
      let root = try #require(folder).path
      let copy = root + "/" + UUID().uuidString
      try FileManager.default.copyItem(atPath: root + "/data", toPath: copy)
      let store = try SQLiteStore(directory: copy)
      let server = try TestServer(store) { $0.makeSaltSeed = { [UInt8](repeating: 7, count: 32) } }
      let clients = try Self.people.map { name, _ in
        let client = try WireClient(server.address, format)
        client.isRecording = true
        try client.hello(#require(tokens[name]))
        try client.follow(group)
        return client
      }
      return (store, server, clients)
    }

    /// What has come of a stream: all up to some words at the least.
    private func text(of socket: BlockingSocket, upTo words: String, behind begun: String = "") throws -> String {
      var text = begun
      while !text.contains(words) { text += String(decoding: try #require(try socket.receive()), as: UTF8.self) }
      return text
    }

    private func call(_ path: String, by name: String, _ server: TestServer) throws -> [UInt8] {
      let socket = try BlockingSocket(server.address)
      socket.send(AttachmentServer.head("GET", path, token: tokens[name], length: nil, "Connection: close\r\n"))
      let response = try socket.receiveAll()
      #expect(["HTTP/1.1 200 ", "HTTP/1.1 403 ", "HTTP/1.1 404 "].contains { response.hasPrefix($0) }, "\(path): \(response)")
      return Array(response.utf8)
    }

    /// Mira follows the group again, on a further connection too, and tries what she may not any more.
    private func comeBack(as mira: WireClient, _ script: inout Script, at server: TestServer, _ format: WireFormat) throws {
      let heads = try mira.follow(group).heads
      let further = try WireClient(server.address, format)
      try further.hello(#require(tokens["Mira"]))
      try further.follow(group, after: heads)
      for command in script.refused { #expect(try further.rejected(command).code == "separated") }
      let socket = try BlockingSocket(server.address)
      socket.send(
        AttachmentServer.head("DELETE", "/v1/groups/\(group)/membership", token: tokens["Mira"], length: nil, "Connection: close\r\n"))
      let response = try socket.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 409 ") && response.contains("\"separated\""), "\(response)")
      further.close(nil)
    }
  }

  /// What is asked and wished, with the same ids in every run.
  private struct Script {
    let group: String
    private var sharedCount: UInt64 = 0
    private var secretCount: UInt64 = 0

    init(group: String) { self.group = group }

    private static func id(_ high: UInt64, _ number: UInt64) -> String {
      CommandID(milliseconds: 1_790_000_000_000, random: (high, number)).description
    }

    mutating func entry(_ description: String, owedBy member: Int? = nil) -> Command {
      sharedCount += 2
      var entry = Command.addEntry(group, description)
      if let member {
        // Paid by who owes it, so that nothing is owed to anybody.
        entry.addEntry.content.split.equal.memberIds = [Self.member(member)]
        entry.addEntry.content.paid = [.with { ($0.memberID, $0.minor) = (Self.member(member), entry.addEntry.content.amount.minor) }]
      }
      (entry.id, entry.addEntry.entryID) = (Self.id(1, sharedCount), Self.id(1, sharedCount + 1))
      return entry
    }

    /// The member of those in the folder, by place.
    static func member(_ number: Int) -> String { id(20, UInt64(number)) }

    /// Ravi is reminded of what he owes.
    func remind(for creditor: String = "") -> Command {
      var command = Command.make(group, .remindDebtor(.with { ($0.debtorID, $0.creditorID) = (Self.member(1), creditor) }))
      command.id = Self.id(21, 1)
      return command
    }

    /// Ravi says something kind to Mira.
    func coach(in round: Int) -> Command {
      var command = Command.make(
        group, .sendCoaching(.with { ($0.recipientID, $0.text, $0.anyway) = (Self.member(2), "Well done!", true) }))
      command.id = Self.id(22, UInt64(round))
      return command
    }

    mutating func secrets(_ secret: Secret, in round: Int) -> [Command] {
      secretCount += 1
      var commands: [Command]
      switch secret {
      case .admin:
        let invite = Self.id(3, secretCount)
        commands = [
          .createInvite(group, .viewer, id: invite), .revokeInvite(group, invite),
          .createInvite(group, .minor, id: Self.id(4, secretCount)),
        ]
      case .income:
        let amount = Money.with { ($0.minor, $0.currency) = (Int64(secretCount) * 10_000, "INR") }
        commands = [
          .make(group, .updateGroup(.with { $0.monthlyIncome = amount })), .make(group, .setMemberIncome(.with { $0.monthly = amount })),
        ]
      // Before the first entry nothing is owed.
      case .inbox: commands = round == 1 ? [remind()] : []
      case .minor: commands = minorSecrets(in: round)
      // Mira stays who no longer looks after him.
      case .formerGuardian: commands = minorSecrets(in: round).filter { if case .setGuardian? = $0.body { false } else { true } }
      case .account: commands = accountSecrets(in: round)
      case .coaching: commands = [coach(in: round)]
      case .mute: commands = round == 0 ? [.make(group, .muteCoaching(.with { $0.memberID = Self.member(1) }))] : []
      case .payments:
        commands = round == 0 ? [.make(group, .setPaymentAddress(.with { $0.address = "mira@examplebank" }))] : []
      case .separation: commands = []
      }
      for index in commands.indices { commands[index].id = Self.id(2, secretCount * 10 + UInt64(index)) }
      return commands
    }

    var separation: Command {
      var command = Command.make(group, .separate(Separate()))
      command.id = Self.id(22, 1)
      return command
    }

    /// What is refused to who has separated.
    var refused: [Command] {
      mutating get {
        let wishes: [Command.OneOf_Body] = [
          Command.addEntry(group).body, .setMemberIncome(.init()), .separate(Separate()),
          .remindDebtor(.with { $0.debtorID = Self.member(1) }),
        ].compactMap(\.self)
        return wishes.map { body in
          secretCount += 1
          var command = Command.make(group, body)
          command.id = Self.id(23, secretCount)
          return command
        }
      }
    }

    private func minorSecrets(in round: Int) -> [Command] {
      let kabir = Self.member(4)
      func guardian(isRemoved: Bool) -> Command {
        .make(group, .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (kabir, Self.member(2), isRemoved) }))
      }
      let limit = SpendingLimitContent.with {
        ($0.name, $0.period) = ("Pocket", .weekly)
        $0.limit = .with { ($0.minor, $0.currency) = (100, "INR") }
      }
      switch round {
      case 0:
        // Due at once: it is booked in this round.
        let allowance = AllowanceContent.with { ($0.amount.minor, $0.amount.currency, $0.period) = (300, "INR", .weekly) }
        return [
          guardian(isRemoved: false),
          .make(group, .setAllowance(.with { ($0.minorID, $0.allowanceID, $0.content) = (kabir, Self.id(12, 3), allowance) })),
        ]
      case 1: return [.make(group, .setSpendingLimit(.with { ($0.minorID, $0.limitID, $0.content) = (kabir, Self.id(12, 1), limit) }))]
      case 2:
        let content = SpendingContent.with {
          ($0.description_p, $0.category) = ("Samosa", "dining")
          $0.amount = .with { ($0.minor, $0.currency) = (50, "INR") }
          $0.receipts = [MinorAttachmentServer.receipt([1, 2, 3])]
        }
        return [
          .make(group, .setSpending(.with { ($0.spendingID, $0.content) = (Self.id(12, 2), content) })),
          .make(group, .requestRole(.with { $0.role = .adult })),
        ]
      default: return [.make(group, .voidSpending(.with { $0.spendingID = Self.id(12, 2) }))]
      }
    }

    private static let fund = id(24, 1)

    private static func fund(_ name: String) -> Command.OneOf_Body {
      .setAccount(.with { ($0.accountID, $0.content.name, $0.content.type) = (fund, name, .checking) })
    }

    /// What makes Mira keep an account that Kabir reads, and look after him no more; each with the sender's place.
    var entrusted: [(place: Int, command: Command)] {
      func guardian(isRemoved: Bool) -> Command.OneOf_Body {
        .setGuardian(.with { ($0.minorID, $0.memberID, $0.removed) = (Self.member(4), Self.member(2), isRemoved) })
      }
      let grant = GrantAccount.with { ($0.accountID, $0.memberID, $0.permission) = (Self.fund, Self.member(4), .read) }
      let steps: [(Int, Command.OneOf_Body)] = [
        (0, guardian(isRemoved: false)), (2, Self.fund("Fund")), (2, .grantAccount(grant)), (0, guardian(isRemoved: true)),
      ]
      return steps.enumerated().map { number, step in
        var command = Command.make(group, step.1)
        command.id = Self.id(25, UInt64(number))
        return (step.0, command)
      }
    }

    /// What Mira does with that account in either run: the child's lane is told its names and its end.
    func kept(in round: Int) -> Command {
      let body: Command.OneOf_Body =
        round < 3 ? Self.fund("Fund \(round)") : .revokeAccount(.with { ($0.accountID, $0.memberID) = (Self.fund, Self.member(4)) })
      var command = Command.make(group, body)
      command.id = Self.id(26, UInt64(round))
      return command
    }

    private func accountSecrets(in round: Int) -> [Command] {
      let account = Self.id(13, 1)
      func grant(_ member: Int, _ permission: GrantPermission) -> Command {
        .make(group, .grantAccount(.with { ($0.accountID, $0.memberID, $0.permission) = (account, Self.member(member), permission) }))
      }
      func revoke(_ member: Int) -> Command {
        .make(group, .revokeAccount(.with { ($0.accountID, $0.memberID) = (account, Self.member(member)) }))
      }
      switch round {
      case 0:
        let content = AccountContent.with { ($0.name, $0.type) = ("Savings", .savings) }
        return [.make(group, .setAccount(.with { ($0.accountID, $0.content) = (account, content) }))]
      case 1: return [grant(2, .write), grant(4, .read)]
      case 2:
        let content = AccountEntryContent.with { ($0.kind, $0.amount.minor, $0.description_p) = (.deposit, 500, "Salary") }
        return [.make(group, .setAccountEntry(.with { ($0.accountID, $0.entryID, $0.content) = (account, Self.id(13, 2), content) }))]
      default:
        // The child reads it no more when it is none for children.
        let content = AccountContent.with { ($0.name, $0.type) = ("Savings", .gold) }
        return [revoke(2), .make(group, .setAccount(.with { ($0.accountID, $0.content) = (account, content) }))]
      }
    }

    /// Somebody asks to join, waits two rounds, is declined, and asks again; at the end they wait.
    mutating func turnOfRequest(in round: Int, by newcomer: WireClient, to owner: WireClient) throws {
      let member = Self.id(6, 1)
      switch round {
      case 0, 3:
        var create = Command.createInvite(group, .adult, id: Self.id(7, UInt64(round)))
        create.id = Self.id(8, UInt64(round))
        create.createInvite.needsApproval = true
        var join = Command.join(try owner.accepted(create).inviteCode, member: member, as: "Eve")
        join.id = Self.id(9, UInt64(round))
        #expect(try newcomer.accepted(join).pending)
      case 2:
        var decline = Command.make(group, .declineJoin(.with { $0.memberID = member }))
        decline.id = Self.id(10, UInt64(round))
        _ = try owner.accepted(decline)
      default: break
      }
    }

    private static var lanes: [String] {
      ["shared", "admin", "income"] + (1...2).map { "inbox/" + member($0) } + ["minor/" + member(4), "account/" + id(13, 1)]
    }

    /// The calls that read: all parts of a group, and what else there is of it.
    var paths: [String] {
      let parts = [
        "", "/invites", "/members", "/budgets", "/categories", "/recurring", "/festivals", "/rates", "/minors", "/accounts",
        "/accounts/\(Self.id(13, 1))",
      ]
      let others = ["/entries", "/settlement", "/dashboard"] + Self.lanes.map { "/history?lane=\($0)" }
      return (parts + ["/invites/\(Self.id(7, 0))", "/members/\(Self.id(6, 1))"] + others).map { "/v1/groups/\(group)\($0)" } + [
        "/v1/groups"
      ]
    }

    /// All that somebody can ask about a group.
    var questions: [ClientMessage.OneOf_Body] {
      var preview = Command.addEntry(group)
      (preview.id, preview.addEntry.entryID) = (Self.id(5, 1), Self.id(5, 2))
      let lanes = Self.lanes.map { lane in
        ClientMessage.OneOf_Body.readHistory(.with { ($0.groupID, $0.lane) = (group, lane) })
      }
      let parts = GroupPart.allCases.map { part in ClientMessage.OneOf_Body.readGroup(.with { ($0.groupID, $0.part) = (group, part) }) }
      return lanes + parts + [
        .listGroups(.init()), .readSettlement(.with { $0.groupID = group }), .readDashboard(.with { $0.groupID = group }),
        .readEntries(.with { $0.groupID = group }), .previewCommand(.with { $0.command = preview }),
        .readPaymentLink(.with { ($0.groupID, $0.payeeID) = (group, Self.member(2)) }),
        .planImport(.with { ($0.groupID, $0.file) = (group, Data("date,description,amount\n2026-11-20,Rice,5\n".utf8)) }),
        .planImport(.with { ($0.groupID, $0.accountID) = (group, Self.id(13, 1)) }),
        .previewCommand(.with { $0.command = remind(for: Self.member(2)) }),
      ]
    }
  }
}
