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
      if secret == .formerGuardian {
        for (place, command) in script.entrusted {
          _ = try clients[place].accepted(command)
          try settle(clients, &script)
        }
      }
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
        if secret == .formerGuardian {
          _ = try clients[2].accepted(script.kept(in: round))
          try settle(clients, &script)
        }
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

    /// Waits until all connections have caught up that began anew: the answer to a command of theirs comes behind that
    /// (SPEC CM-07). How a catch-up and what is delivered behind it are parted into frames depends on the time it
    /// takes.
    private func settle(_ clients: [WireClient], _ script: inout Script) throws {
      for client in clients { _ = try client.rejected(script.voidUnknown()) }
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
}
