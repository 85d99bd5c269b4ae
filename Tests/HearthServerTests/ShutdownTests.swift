import EventStore
import Foundation
import HearthProtocol
import Room
import SQLiteStore
import Support
import Testing
import Transport
import WebSocket

/// Reliability promises 8 and 9: what a drain does, and what stands after a restart.
@Suite(.onOneAndThreeLoops) struct ShutdownTests {
  @Test("A peer that has connected and says nothing holds up no drain")
  func silentHandshakes() throws {
    let loopback = try #require(TrustedProxy("127.0.0.0/8"))
    let server = try TestServer {
      $0.proxyProtocolFrom = [loopback]
      // Longer than the sockets wait.
      $0.drainMilliseconds = 60_000
    }
    let silent = try (0..<3).map { _ in try BlockingSocket(server.address) }
    // Accepted after them, and turned away: a request is no header of a proxy.
    let last = try BlockingSocket(server.address)
    last.send("GET / HTTP/1.1\r\n\r\n")
    #expect(try last.receive() == nil)
    let ended = server.drainMeanwhile()
    defer { ended.wait() }
    for socket in silent { #expect(try socket.receive() == nil) }
  }

  @Test("A drain answers what was accepted, closes everyone with 1012, keeps snapshots; a restart serves the same")
  func drain() throws {
    let folder = try TemporaryFolder()
    var store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store)
    let asha = try server.register("Asha")
    let watcher = try server.logIn(asha.token, .protobuf)
    let stranger = try server.connect()
    let groups = try (0..<3).map { _ in try asha.createGroup() }
    for group in groups { try watcher.follow(group) }
    let commands = (0..<300).map { Command.addEntry(groups[$0 % 3]) }
    for command in commands { try asha.send(.command(command)) }
    _ = try asha.message()
    server.drain()
    var accepted: [String: UInt64] = [:]
    var code: UInt16?
    reading: while true {
      switch try asha.receive() {
      case .message(let payload):
        let answer = try WireFormat.json.decode(ServerMessage.self, from: payload).accepted
        accepted[answer.commandID] = answer.position
      case .close(let closed):
        code = closed
        break reading
      case .ping, .pong: continue
      case .end: break reading
      }
    }
    #expect(code == 1012)
    #expect(try watcher.closeCode() == 1012)
    #expect(try stranger.closeCode() == 1012)
    try store.close()

    store = try SQLiteStore(directory: folder.path)
    for group in groups {
      let id = try #require(GroupID(group))
      let snapshot = try #require(try store.loadSnapshot(id), "a drain keeps a snapshot of every room")
      let replayed = try GroupHistory.replay(id, from: store)
      #expect(snapshot == replayed.storedSnapshot())
    }
    server = try TestServer(store)
    let back = try server.logIn(asha.token)
    for command in commands {
      let answer = try back.accepted(command)
      if let position = accepted[command.id] {
        #expect(answer.duplicate)
        #expect(answer.position == position)
      }
    }
    let heads = try groups.map { try back.follow($0).heads["shared"] }
    #expect(heads == [102, 102, 102])
  }

  @Test(
    "H42: while a drain waits for the disk, /readyz is 503, newcomers get 503, nothing new is taken, and the command in flight is answered")
  func draining() throws {
    let store = GatedStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    store.closeAppends()
    let inFlight = try asha.send(.command(.addEntry(group)))
    try #require(store.awaitAppend())
    let ended = server.drainMeanwhile()
    func asked(_ path: String) throws -> String {
      let admin = try BlockingSocket(server.adminAddress)
      admin.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try admin.receiveAll()
    }
    var ready = try asked("/readyz")
    while ready.hasPrefix("HTTP/1.1 200 ") { ready = try asked("/readyz") }
    #expect(ready.hasPrefix("HTTP/1.1 503 ") && ready.hasSuffix("\r\n\r\ndraining\n"))
    #expect(try asked("/healthz").hasPrefix("HTTP/1.1 200 "))
    // Who comes before the loops have heard of the drain is let in, and sent away at its end.
    var answer = ""
    while !answer.hasPrefix("HTTP/1.1 503 ") {
      let newcomer = try BlockingSocket(server.address)
      newcomer.send("GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
      answer = try newcomer.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 404 ") || answer.hasPrefix("HTTP/1.1 503 "))
    }
    let seconds = answer.split(separator: "\r\n").compactMap { $0.hasPrefix("Retry-After: ") ? Int($0.dropFirst(13)) : nil }
    #expect(seconds.count == 1 && seconds.allSatisfy((1...10).contains), "H42: \(answer)")
    let ignored = try asha.send(.listGroups(.init()))
    store.openAppends()
    #expect(try asha.answer(to: inFlight).accepted.position == 3)
    #expect(try asha.receive() == .close(1012), "request \(ignored) was not to be answered")
    #expect(ended.wait(timeout: .now() + 30) == .success)
  }

  @Test("/healthz and /readyz answer on the admin address, and nothing else does")
  func health() throws {
    let server = try TestServer()
    func answer(_ request: String) throws -> String {
      let socket = try BlockingSocket(server.adminAddress)
      socket.send("\(request) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return try socket.receiveAll()
    }
    #expect(try answer("GET /healthz").hasPrefix("HTTP/1.1 200 ") && answer("GET /healthz").hasSuffix("\r\n\r\nok\n"))
    #expect(try answer("GET /readyz").hasPrefix("HTTP/1.1 200 ") && answer("GET /readyz").hasSuffix("\r\n\r\nready\n"))
    #expect(try answer("GET /readyz").lowercased().contains("\r\ncache-control: no-store\r\n"))
    #expect(try answer("GET /v1/socket").hasPrefix("HTTP/1.1 404 "))
    #expect(try answer("GET /").hasPrefix("HTTP/1.1 404 "))
    let post = try answer("DELETE /healthz")
    #expect(post.hasPrefix("HTTP/1.1 405 ") && post.contains("\r\nAllow: GET, HEAD\r\n"))
    #expect(try answer("nonsense").hasPrefix("HTTP/1.1 400 "))
  }

  @Test("A server that ends keeps another snapshot of a group when enough is new, and serves what is behind the last one from the log")
  func snapshotsWait() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store)
    let person = try server.register("Asha")
    let group = try person.createGroup()
    let id = try #require(GroupID(group))
    func live(_ entries: Int) throws -> (kept: GroupSequence?, head: GroupSequence) {
      let asha = try server.logIn(person.token)
      for number in 1...entries { _ = try asha.accepted(.addEntry(group, minor: Int64(number))) }
      let head = try asha.follow(group).heads["shared"]
      server.drain()
      let (loaded, replayed) = (try GroupHistory.load(id, from: store), try GroupHistory.replay(id, from: store))
      #expect(loaded.storedSnapshot() == replayed.storedSnapshot() && loaded.head(of: .shared).position.rawValue == head)
      server = try TestServer(store)
      return (try store.loadSnapshot(id)?.sequence, loaded.sequence)
    }
    let first = try live(1)
    #expect(first.kept == first.head)
    let second = try live(1)
    #expect(second.kept == first.head && second.head > first.head)
    let third = try live(60)
    #expect(third.kept == third.head)
    let fourth = try live(1)
    #expect(fourth.kept == third.head)
  }

  @Test("A room that left memory and one whose snapshots are gone show the same, byte for byte")
  func snapshotsAreOnlyCaches() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: folder.path)
    var server = try TestServer(store) { $0.idleRoomMilliseconds = 100 }
    let asha = try server.register("Asha", .protobuf)
    let group = try asha.createGroup()
    _ = try asha.accepted(.createInvite(group))
    for number in 1...50 { _ = try asha.accepted(.addEntry(group, minor: Int64(number))) }
    func shown() throws -> [[UInt8]] {
      let client = try server.logIn(asha.token, .protobuf)
      client.socket.send(try client.encode(.subscribe(.with { $0.groupID = group }), request: 70))
      return try (0..<3).map { _ in try client.payload() }
    }
    let live = try shown()
    eventually("the room has left memory") { [server = server.server] in server.roomCount == 0 }
    #expect(try shown() == live)
    server.drain()
    let id = try #require(GroupID(group))
    #expect(try store.loadSnapshot(id) != nil)
    server = try TestServer(store)
    #expect(try shown() == live)
    server.drain()
    try store.deleteSnapshots()
    #expect(try store.loadSnapshot(id) == nil)
    server = try TestServer(store)
    #expect(try shown() == live)
  }
}
