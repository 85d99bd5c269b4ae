import EventStore
import Foundation
import HearthProtocol
import Locking
import Logging
import PostgresStore
import Room
import Support
import TestPostgres
import Testing

@testable import HearthServer

/// Servers over a real PostgreSQL: one that loses it, and two that share it. One database for all, one test at a time.
@Suite(.serialized) struct DatabaseServerTests {
  private static let database = Result { try PostgresServer() }
  private let database: PostgresServer
  private let schema = PostgresServer.freshSchema()

  init() throws { database = try Self.database.get() }

  /// - Parameter endingsSeconds: nil: what others end is looked at by hand.
  private func open(_ node: String, endingsSeconds: Double? = 0.5) throws -> PostgresStore {
    try PostgresStore(
      PostgresSettings(
        address: database.address, schema: schema, node: node, reconnectSeconds: 0.2, answerSeconds: 20, endingsSeconds: endingsSeconds))
  }

  private func ask(_ server: TestServer, _ path: String) throws -> String {
    let socket = try BlockingSocket(server.adminAddress)
    socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return try socket.receiveAll()
  }

  private static func add(_ group: String, _ url: String, id: String = Fresh.id()) -> Command {
    .make(group, .addWebhook(.with { ($0.webhookID, $0.url) = (id, url) }))
  }

  /// What was sent of entries, by their descriptions.
  private static func entries(_ sender: ScriptedSender) -> [String] {
    sender.requests.compactMap { request in
      String(decoding: request.message.body, as: UTF8.self).firstMatch(of: /"(Entry \d)"/).map { String($0.1) }
    }
  }

  private func events() throws -> Int {
    Int(try database.psql("SELECT count(*) FROM \(schema).event")) ?? -1
  }

  @Test("CM-06 While the database is away writes are refused with a time and reads go on from memory; then all goes on, once")
  func outage() throws {
    let store = try open("a")
    try store.live()
    let sender = ScriptedSender()
    let written = Locked("")
    let server = try TestServer(store, log: Logger(label: "test") { _ in RecordingLog(written: written) }) {
      $0.webhooks = sender.configuration
    }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(Self.add(group, "https://hooks.example.com/"))
    let watcher = try server.logIn(asha.token)
    try watcher.follow(group)
    #expect(try asha.accepted(.addEntry(group)).position == 3)
    #expect(try watcher.nextEvents().events.map(\.position) == [3])
    eventually("its webhook has it") { sender.requests.count == 1 }
    #expect(try ask(server, "/readyz").hasPrefix("HTTP/1.1 200 "))

    try database.kill()
    let command = Command.addEntry(group)
    for _ in 0..<3 {
      let refused = try asha.rejected(command)
      #expect(refused.code == "unavailable" && refused.retryAfterMs > 0)
    }
    let ready = try ask(server, "/readyz")
    #expect(ready.hasPrefix("HTTP/1.1 503 ") && ready.contains("the store is away"), "\(ready)")
    #expect(try ask(server, "/healthz").hasPrefix("HTTP/1.1 200 "))
    #expect(try ask(server, "/metrics").contains("\nhearth_store_away 1\n"))
    // From memory: what was committed, and nothing else.
    #expect(try asha.follow(group).heads["shared"] == 3)

    try database.start()
    while try !ask(server, "/readyz").hasPrefix("HTTP/1.1 200 ") {}
    var answer = try asha.ask(.command(command))
    // Until the room has read its log again.
    while case .rejected(let refused) = answer.body {
      try #require(refused.code == "unavailable")
      answer = try asha.ask(.command(command))
    }
    #expect(answer.accepted.position == 4 && !answer.accepted.duplicate)
    #expect(try watcher.nextEvents().events.map(\.position) == [4])
    #expect(try asha.accepted(command).duplicate)
    #expect(try asha.accepted(.addEntry(group)).position == 5)
    #expect(try watcher.nextEvents().events.map(\.position) == [5])
    eventually("its webhook has each") { Set(sender.requests.map(\.message.id)).count == 3 }
    // One line each, however many commands were refused.
    let lines: @Sendable () -> [Substring] = {
      written.withLock { $0 }.split(separator: "\n").filter { $0.contains("the database is ") }
    }
    eventually("the log says that it is back") { lines().count > 1 }
    try #require(lines().count == 2, "\(lines())")
    #expect(lines()[0].hasPrefix("warning: the database is away: "))
    #expect(lines()[0].contains("\"since\": ") && lines()[0].contains("\"cause\": "))
    #expect(lines()[1].hasPrefix("info: the database is back: ") && lines()[1].contains("\"away_seconds\": "))
    server.stop()
    let history = try GroupHistory.load(try #require(GroupID(group)), from: store)
    #expect(history.head(of: .shared).position == LanePosition(5))
  }

  @Test(
    "Two servers never have one group: the other answers unavailable, also when both believe to have it, and takes it when its owner has gone"
  )
  func twoServers() throws {
    let (first, second) = (try open("a"), try open("b"))
    try first.live()
    try second.live()
    let servers = [try TestServer(first), try TestServer(second)]
    let asha = try servers[0].register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    // The control: the owner takes commands.
    #expect(try asha.accepted(.addEntry(group)).position == 3)
    let count = try events()

    let guest = try servers[1].logIn(asha.token)
    let command = Command.addEntry(group)
    let refused = try guest.rejected(command)
    #expect(refused.code == "unavailable" && refused.retryAfterMs > 0)
    #expect(try events() == count)

    // A third one takes the group while the first believes to have it.
    let third = try open("c")
    try third.live()
    try third.claim(try #require(GroupID(group)))
    let stale = try servers[0].logIn(asha.token)
    #expect(try stale.rejected(.addEntry(group)).code == "unavailable")
    #expect(try events() == count)
    // Its readers begin anew, elsewhere.
    #expect(try asha.closeCode() == 1013)

    third.close()
    #expect(try guest.accepted(command).position == 4)
    #expect(try events() == count + 1)
    for server in servers { server.stop() }
  }

  @Test(
    "ID-08, ID-18, ID-22: what is revoked through one server, or by an operator's verb, closes at the other with its next look; without one it goes on"
  )
  func revokedElsewhere() throws {
    let stores = try ["a", "b"].map { try open($0, endingsSeconds: nil) }
    for store in stores { try store.live() }
    let servers = try stores.map { try TestServer($0) }
    // From now on only what ends after it is new.
    #expect(stores[0].noticeEndings() && stores[1].noticeEndings())
    let asha = try servers[0].register("Asha")
    let ravi = try servers[0].register("Ravi")
    let group = try asha.createGroup()
    let member = Fresh.id()
    _ = try ravi.accepted(.join(try asha.invite(to: group), member: member))
    func token(_ client: WireClient) throws -> GroupTokenCreated {
      try client.ask(.createGroupToken(.with { ($0.groupID, $0.access, $0.name) = (group, .write, "Bot") })).groupTokenCreated
    }
    let tokens = [try token(asha), try token(ravi)]
    let programs = try tokens.map { try servers[1].logIn($0.token) }
    let (device, person) = (try servers[1].logIn(asha.token), try servers[1].logIn(ravi.token))
    let (dora, other) = (try servers[0].register("Dora"), try servers[1].register("Esha"))
    let doraThere = try servers[1].logIn(dora.token)

    func goesOn(_ client: WireClient) throws { _ = try client.ask(.listGroups(.init())) }
    /// The controls: the session goes on until the server looks.
    func expectEnd(of client: WireClient, sourceLocation: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<5 { try goesOn(client) }
      #expect(stores[1].noticeEndings(), sourceLocation: sourceLocation)
      #expect(try client.closeCode() == 4001, sourceLocation: sourceLocation)
    }
    // A token, the right to have one, a device, and an identity.
    _ = try asha.ask(.revokeGroupToken(.with { $0.tokenID = tokens[0].made.tokenID }))
    try expectEnd(of: programs[0])
    _ = try asha.accepted(.remove(group, member))
    try expectEnd(of: programs[1])
    let current = try #require(try asha.ask(.listDevices(.init())).devices.devices.first)
    _ = try asha.ask(.revokeDevice(.with { $0.deviceID = current.deviceID }))
    try expectEnd(of: device)
    let verb = try open("operator", endingsSeconds: nil)
    #expect(try verb.suspend([try #require(IdentityID(ravi.identity))], at: 1) == .changed(suspended: 1, resumed: 0))
    try expectEnd(of: person)

    // After a lost connection all tokens are looked up, also those of which no row tells.
    let doras = try #require(try dora.ask(.listDevices(.init())).devices.devices.first)
    _ = try dora.ask(.revokeDevice(.with { $0.deviceID = doras.deviceID }))
    try database.psql("DELETE FROM \(schema).revocation")
    #expect(stores[1].noticeEndings())
    for _ in 0..<5 { try goesOn(doraThere) }
    let those = "FROM pg_stat_activity WHERE application_name = 'hearth b' AND query LIKE '%pg_current_snapshot%'"
    try database.psql("SELECT pg_terminate_backend(pid) \(those)")
    while try database.psql("SELECT count(*) \(those)") != "0" {}
    #expect(!stores[1].noticeEndings() && stores[1].noticeEndings())
    #expect(try doraThere.closeCode() == 4001)
    // Nobody else's.
    try goesOn(other)
    for server in servers { server.stop() }
  }

  @Test("ID-22: a server that takes a group over ends the tokens whose right was lost while another had it, also where nobody told it")
  func lostRightElsewhere() throws {
    // Nobody looks at what the other has ended.
    let stores = try ["a", "b"].map { try open($0, endingsSeconds: nil) }
    for store in stores { try store.live() }
    let servers = try stores.map { try TestServer($0) }
    let (asha, ravi) = (try servers[0].register("Asha"), try servers[0].register("Ravi"))
    let (group, member) = (try asha.createGroup(), Fresh.id())
    _ = try ravi.accepted(.join(try asha.invite(to: group), member: member))
    func program(of client: WireClient) throws -> WireClient {
      let wish = CreateGroupToken.with { ($0.groupID, $0.access, $0.name) = (group, .write, "Bot") }
      return try servers[1].logIn(try client.ask(.createGroupToken(wish)).groupTokenCreated.token)
    }
    let (lost, kept) = (try program(of: ravi), try program(of: asha))
    _ = try asha.accepted(.changeRole(group, member, to: .viewer))
    // The control: nobody has told the other server.
    for _ in 0..<5 { _ = try lost.ask(.listGroups(.init())) }
    let guest = try servers[1].logIn(asha.token)
    #expect(try guest.rejected(.addEntry(group)).code == "unavailable")
    _ = try lost.ask(.listGroups(.init()))
    servers[0].stop()
    stores[0].close()
    _ = try guest.accepted(.addEntry(group))
    #expect(try lost.closeCode() == 4001)
    #expect(try kept.accepted(.addEntry(group)).position > 0)
    servers[1].stop()
  }

  @Test("WH-02, WH-05: a server goes on with the webhooks of one that has gone, where that left off, though no member comes")
  func webhooksTakenOver() throws {
    let senders = [ScriptedSender(), ScriptedSender()]
    let stores = try ["a", "b"].map { try open($0) }
    for store in stores { try store.live() }
    let servers = try zip(stores, senders).map { store, sender in try TestServer(store) { $0.webhooks = sender.configuration } }
    let asha = try servers[0].register("Asha")
    let (group, webhook) = (try asha.createGroup(), Fresh.id())
    _ = try asha.accepted(Self.add(group, "https://hooks.example.com/", id: webhook))
    _ = try asha.accepted(.addEntry(group, "Entry 1"))
    eventually("it is sent") { Self.entries(senders[0]) == ["Entry 1"] }
    let key = WebhookKey(group: try #require(GroupID(group)), id: try #require(WebhookID(webhook)))
    senders[0].answer(.refused(status: 503))
    for number in 2...3 { _ = try asha.accepted(.addEntry(group, "Entry \(number)")) }
    eventually("the try in vain is noted") { [store = stores[1]] in (try? store.webhook(key)?.progress.attempts) == 1 }

    // As long as the first server lives the second one sends nothing, however often it looks: its first is the entry
    // that the first server has not brought.
    #expect(try stores[1].owner(of: key.group) == .elsewhere && stores[0].owner(of: key.group) == .here)
    servers[1].pass(milliseconds: WebhookDispatch.listMilliseconds)
    #expect(senders[1].requests.isEmpty)
    servers[0].stop()
    stores[0].close()
    #expect(try stores[1].owner(of: key.group) == .nobody)
    servers[1].pass(milliseconds: WebhookDispatch.listMilliseconds)
    eventually("the second goes on") { Self.entries(senders[1]) == ["Entry 2", "Entry 3"] }
    // It is the same message, so that a receiver knows it.
    #expect(senders[0].requests.last?.message.id == senders[1].requests.first?.message.id)
    #expect(try stores[1].owner(of: key.group) == .here)
    let guest = try servers[1].logIn(asha.token)
    _ = try guest.accepted(.addEntry(group, "Entry 4"))
    eventually("and on") { Self.entries(senders[1]) == ["Entry 2", "Entry 3", "Entry 4"] }
    servers[1].stop()
  }

  @Test("WH-02: what was stored though nobody could tell is sent, once")
  func webhooksInDoubt() throws {
    let sender = ScriptedSender()
    let doubtful = GatedStore(mayBeAway: true)
    let first = try TestServer(doubtful) { $0.webhooks = sender.configuration }
    let asha = try first.register("Asha")
    let group = try asha.createGroup()
    _ = try asha.accepted(Self.add(group, "https://hooks.example.com/"))
    doubtful.loseNextAnswer()
    let command = Command.addEntry(group, "Entry 1")
    #expect(try asha.rejected(command).code == "unavailable")
    eventually("it is sent") { Self.entries(sender) == ["Entry 1"] }
    var answer = try asha.ask(.command(command))
    // Until the room has read its log again.
    while case .rejected(let refused) = answer.body {
      try #require(refused.code == "unavailable")
      answer = try asha.ask(.command(command))
    }
    #expect(answer.accepted.duplicate)
    _ = try asha.accepted(.addEntry(group, "Entry 2"))
    eventually("and the next") { Self.entries(sender) == ["Entry 1", "Entry 2"] }
    first.stop()
  }

  @Test(
    "SB-07: a group that goes back with the database begins a new epoch, in the log too, and who follows it reads it anew",
    arguments: [false, true])
  func restoredDatabase(byCommand: Bool) throws {
    let store = try open("a")
    try store.live()
    let written = Locked("")
    let server = try TestServer(store, log: Logger(label: "test") { _ in RecordingLog(written: written) })
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let watcher = try server.logIn(asha.token)
    try watcher.follow(group)
    for position in [3, 4] as [UInt64] {
      #expect(try asha.accepted(.addEntry(group)).position == position)
      #expect(try watcher.nextEvents().events.map(\.position) == [position])
    }
    // The control: as long as nothing went back nothing happens.
    store.noticeOvertaken()
    #expect(try watcher.ask(.listGroups(.init())).groups.groups.count == 1)

    let count = try events()
    try database.psql("DELETE FROM \(schema).event WHERE sequence = \(count); UPDATE \(schema).room SET head = \(count - 1)")
    if byCommand { #expect(try asha.rejected(.addEntry(group)).code == "unavailable") } else { store.noticeOvertaken() }
    #expect(try watcher.closeCode() == 1013)
    let again = try server.logIn(asha.token)
    let followed = try again.follow(group, after: ["shared": 4])
    #expect(followed.subscribed.epoch > 1 && followed.heads["shared"] == 3 && !followed.snapshots.isEmpty)
    #expect(try again.accepted(.addEntry(group)).position == 4)
    #expect(written.withLock { $0.contains("error: groups have another history than before") })
    server.stop()
  }

  @Test("GR-08 A server that was overtaken deletes nothing of a group whose deletion another may have taken back")
  func stalePurge() throws {
    let (first, second) = (try open("a"), try open("b"))
    let server = try TestServer(first)
    let group = try server.register("Asha").createGroup()
    let id = try #require(GroupID(group))
    server.stop()
    try second.claim(id)
    let count = try events()
    #expect(throws: StoreFailure.self) { try first.purge(id, at: 1) }
    #expect(try events() == count && !first.isPurged(id))
    // The control: its owner does.
    try second.purge(id, at: 1)
    #expect(try events() == 0 && first.isPurged(id))
  }
}
