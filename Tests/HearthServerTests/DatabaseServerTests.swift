import EventStore
import Foundation
import HearthProtocol
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

  private func open(_ node: String) throws -> PostgresStore {
    try PostgresStore(PostgresSettings(address: database.address, schema: schema, node: node, reconnectSeconds: 0.2, answerSeconds: 20))
  }

  private func ask(_ server: TestServer, _ path: String) throws -> String {
    let socket = try BlockingSocket(server.adminAddress)
    socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return try socket.receiveAll()
  }

  private func events() throws -> Int {
    Int(try database.psql("SELECT count(*) FROM \(schema).event")) ?? -1
  }

  @Test("CM-06 While the database is away writes are refused with a time and reads go on from memory; then all goes on, once")
  func outage() throws {
    let store = try open("a")
    try store.live()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let watcher = try server.logIn(asha.token)
    try watcher.follow(group)
    #expect(try asha.accepted(.addEntry(group)).position == 3)
    #expect(try watcher.nextEvents().events.map(\.position) == [3])
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
