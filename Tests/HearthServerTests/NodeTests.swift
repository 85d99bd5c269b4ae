import EventStore
import Foundation
import HearthProtocol
import PostgresStore
import Room
import Support
import TLS
import TestCertificates
import TestPostgres
import Testing
import Transport

@testable import HearthServer

/// Several servers over one PostgreSQL that pass on to one another what their members ask (issue 45). One database for
/// all, one test at a time.
@Suite(.serialized) struct NodeTests {
  static let database = Result { try PostgresServer() }
  let database: PostgresServer
  let schema = PostgresServer.freshSchema()
  let certificates: TestCertificates

  init() throws {
    database = try Self.database.get()
    certificates = try TestCertificates.shared.get()
  }

  /// A server with a store that it shares with others.
  final class Node {
    let store: PostgresStore
    let server: TestServer

    init(_ store: PostgresStore, _ server: TestServer) { (self.store, self.server) = (store, server) }

    /// It ends as if its machine did; others need not wait for its lease.
    func end() {
      server.stop()
      store.close()
    }
  }

  func store(_ name: String, looksByItself: Bool = true) throws -> PostgresStore {
    let settings = try PostgresSettings(
      address: database.address, schema: schema, node: name, reconnectSeconds: 0.2, answerSeconds: 20,
      endingsSeconds: looksByItself ? 0.5 : nil)
    let store = try PostgresStore(settings)
    try store.live()
    return store
  }

  func links(_ name: String, signer: TestCertificates.Files? = nil, trusts: TestCertificates.Files? = nil) throws -> NodeLinks {
    let files = try certificates.node(name, signer: signer)
    let shown = try NodeCertificates(
      TLSIdentity(certificateFile: files.certificate, keyFile: files.key), authoritiesFile: (trusts ?? certificates.authority).certificate)
    return NodeLinks(name: name, listen: [SocketAddress(ipv4: 0x7F00_0001, port: 0)], certificates: shown)
  }

  /// - Parameters:
  ///   - signer: of its certificate; the authority of all unless given.
  ///   - trusts: the authority that it believes.
  func node(
    _ name: String, signer: TestCertificates.Files? = nil, trusts: TestCertificates.Files? = nil, loops: Int? = nil,
    looksByItself: Bool = true,
    links: (inout NodeLinks) -> Void = { _ in }, change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> Node {
    let store = try store(name, looksByItself: looksByItself)
    let made = try self.links(name, signer: signer, trusts: trusts)
    let attachments = AttachmentFolder(in: store, quota: .init(), sealer: nil)
    try attachments.prepare()
    let server = try TestServer(store, attachments: attachments) { configuration in
      var nodes = made
      links(&nodes)
      configuration.nodes = nodes
      if let loops { configuration.loops = loops }
      change(&configuration)
    }
    try store.announce("\(server.server.nodeAddresses[0])")
    return Node(store, server)
  }

  /// Two servers; a group of Asha's that the first has, and Ravi in it, who is connected to the second.
  final class Pair {
    let (first, second): (Node, Node)
    let (asha, ravi): (WireClient, WireClient)
    let group: String
    let members = [Fresh.id(), Fresh.id()]

    init(_ first: Node, _ second: Node, _ format: WireFormat = .protobuf) throws {
      (self.first, self.second) = (first, second)
      asha = try first.server.register("Asha")
      group = try asha.createGroup(member: members[0])
      let code = try asha.invite(to: group)
      ravi = try second.server.register("Ravi", format)
      #expect(try ravi.accepted(.join(code, member: members[1])).groupID == group)
    }

    deinit {
      for node in [first, second] { node.end() }
    }
  }

  func pair(_ format: WireFormat = .protobuf, loops: Int? = nil) throws -> Pair {
    try Pair(
      node("a", loops: loops, change: { $0.compresses = true }), node("b", loops: loops, change: { $0.compresses = true }), format)
  }

  @Test(
    "Members of one group on two nodes: what each commands both see, once, in one order, with one chain, and who is present",
    arguments: [(1, WireFormat.protobuf), (3, .json)])
  func oneGroup(loops: Int, format: WireFormat) throws {
    let pair = try pair(format, loops: loops)
    try pair.asha.follow(pair.group)
    #expect(try pair.ravi.follow(pair.group).subscribed.memberID == pair.members[1])
    // Presence, both ways.
    var shown = false
    while !shown {
      if case .presenceChanged(let change) = try pair.asha.nextUnasked().body {
        shown = change.memberID == pair.members[1] && change.online
      }
    }
    // Another of Ravi's, compressed, and one that follows on the first node.
    let (packed, near) = (
      try WireClient(pair.second.server.address, format, offersCompression: true), try pair.first.server.logIn(pair.ravi.token)
    )
    try packed.hello(pair.ravi.token)
    for client in [packed, near] { try client.follow(pair.group) }

    var requests: [(WireClient, UInt32)] = []
    for number in 0..<40 {
      let sender = number % 2 == 0 ? pair.asha : pair.ravi
      requests.append((sender, try sender.send(.command(.addEntry(pair.group, minor: Int64(number + 1), "entry \(number)")))))
    }
    var seen: [[LaneEvent]] = []
    for client in [pair.asha, pair.ravi, packed, near] {
      for (sender, request) in requests where sender === client { _ = try client.answer(to: request).accepted }
      var events: [LaneEvent] = []
      while events.filter({ $0.event.entryAdded.hasContent }).count < 40 { events += try client.nextEvents().events }
      seen.append(events.filter { $0.event.entryAdded.hasContent })
    }
    #expect(seen.allSatisfy { $0 == seen[0] } && packed.cameCompressed.contains(true))
    #expect(zip(seen[0], seen[0].dropFirst()).allSatisfy { $0.position + 1 == $1.position })
    // The log's own chain, read anew.
    let history = try GroupHistory.replay(try #require(GroupID(pair.group)), from: pair.second.store)
    #expect(history.head(of: .shared).position.rawValue == seen[0].last?.position)
    let counted = try BlockingSocket(pair.second.server.adminAddress)
    counted.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let page = try counted.receiveAll()
    #expect(
      page.contains("\nhearth_node_links ") && !page.contains("\nhearth_node_links 0\n")
        && !page.contains("\nhearth_node_requests_total 0\n"))
    // The same command again, by another node: once.
    let command = Command.addEntry(pair.group)
    let position = try pair.ravi.accepted(command).position
    let again = try near.accepted(command)
    #expect(again.duplicate && again.position == position)
    // What is being entered, and an end.
    _ = try pair.ravi.send(.tellDraft(.with { ($0.groupID, $0.lane, $0.draft.text) = (pair.group, "shared", "Milk") }))
    var drafted = false
    while !drafted { if case .draftChanged = try pair.asha.nextUnasked().body { drafted = true } }
    _ = try pair.asha.accepted(.remove(pair.group, pair.members[1]))
    #expect(try packed.closeCode() == 4003)
  }

  @Test("A long history comes over a link in pieces, whole and once, from nothing and from cursors, and live events behind it")
  func longHistory() throws {
    let pair = try pair()
    for round in 0..<3 {
      var bytes: [UInt8] = []
      for number in 0..<400 {
        var entry = Command.addEntry(pair.group)
        entry.addEntry.content.note = String(repeating: "n", count: 800)
        bytes += try pair.asha.encode(.command(entry), request: UInt32(10_000 + round * 400 + number))
      }
      pair.asha.socket.send(bytes)
      _ = try pair.asha.answer(to: UInt32(10_000 + round * 400 + 399))
    }
    let fresh = try pair.second.server.logIn(pair.ravi.token)
    let whole = try fresh.follow(pair.group)
    #expect(whole.snapshots.count > 3)
    let head = try #require(whole.heads["shared"])
    let resumed = try pair.second.server.logIn(pair.ravi.token, .protobuf)
    let tail = try resumed.follow(pair.group, after: ["shared": head - 1_000])
    #expect(tail.subscribed.lanes.allSatisfy { !$0.snapshot || $0.lane != "shared" })
    #expect(tail.events["shared"]?.map(\.position) == Array(head - 999...head))
    _ = try pair.ravi.accepted(.addEntry(pair.group))
    for client in [fresh, resumed] { #expect(try client.nextEvents().events.map(\.position) == [head + 1]) }
    let page = try fresh.ask(.readHistory(.with { ($0.groupID, $0.lane, $0.limit) = (pair.group, "shared", 5) }))
    #expect(page.history.events.count == 5 && page.history.head == head + 1)
  }

  @Test("Every question, an invite, a list, a token and a receipt of a group that another node has")
  func questions() throws {
    let pair = try pair()
    let stranger = try pair.second.server.register("Mira")
    for wish in ClientMessage.OneOf_Body.allAboutGroup(pair.group) {
      let here = try pair.asha.ask(wish)
      let there = try pair.ravi.ask(wish)
      if case .command = wish { continue }
      if case .subscribe = wish { continue }
      // Ravi is no admin: what he may not read is refused to him at home, too.
      let home = try pair.first.server.logIn(pair.ravi.token, .protobuf).ask(wish)
      var (mine, his) = (home, there)
      (mine.request, his.request) = (0, 0)
      #expect(mine.body == his.body, "\(wish): \(here)")
      #expect(try stranger.rejected(wish).code == "not_found")
    }
    let code = try pair.asha.invite(to: pair.group)
    #expect(try stranger.ask(.previewInvite(.with { $0.code = code })).invitePreview.groupName == "Sharma Family")
    let groups = try pair.ravi.ask(.listGroups(.init())).groups.groups
    #expect(groups.map(\.groupID) == [pair.group] && groups.map(\.name) == ["Sharma Family"] && !groups[0].damaged)
    let wish = ClientMessage.OneOf_Body.createGroupToken(.with { ($0.groupID, $0.access, $0.name) = (pair.group, .read, "Bot") })
    guard case .groupTokenCreated(let made) = try pair.ravi.ask(wish).body else { throw Unexpected("no token") }
    let bot = try pair.second.server.logIn(made.token)
    try bot.follow(pair.group)
    #expect(try bot.rejected(.addEntry(pair.group)).code == "forbidden")

    let bytes = Array("%PDF-1.7 a receipt".utf8)
    let path = "/v1/groups/\(pair.group)/attachments/\(ContentHash(of: bytes))"
    func ask(_ node: Node, _ method: String, _ client: WireClient, _ body: [UInt8] = [], _ more: String = "") throws -> Answer {
      let socket = try BlockingSocket(node.server.address)
      let head = AttachmentServer.head(method, path, token: client.token, length: body.isEmpty ? nil : body.count, more)
      socket.send(Array(head.utf8) + body)
      return try Answer(socket)
    }
    #expect(try ask(pair.second, "PUT", pair.ravi, bytes, "Content-Type: application/pdf\r\n").status == 201)
    #expect(try ask(pair.second, "GET", pair.ravi).body == bytes)
    #expect(try ask(pair.second, "GET", stranger).status == 404)
  }

  @Test("Calls and a stream of events at the node that has not the group, and the stream goes on by its place")
  func overHTTP() throws {
    let (store, links) = (try store("a"), try links("a"))
    let home = try CallServer(store) { $0.nodes = links }
    try store.announce("\(home.server.server.nodeAddresses[0])")
    let (first, second) = (Node(store, home.server), try node("b"))
    defer { for node in [first, second] { node.end() } }
    let asha = home.asha

    func call(_ method: String, _ path: String, _ body: String? = nil) throws -> Answer {
      let socket = try BlockingSocket(second.server.address)
      socket.send(home.request(method, path, by: home.ravi, body, body == nil ? "" : "Content-Type: application/json\r\n"))
      return try Answer(socket)
    }
    let added = try call("POST", "/entries", CallServer.expense(4_200, "Rice"))
    #expect(added.status == 201, "\(added)")
    #expect(try call("GET", "/settlement").status == 200 && call("GET", "/nothing").status == 404)
    let feed = try FeedClient(home, by: home.ravi, at: second.server.address)
    #expect(try feed.next("subscribed").message.subscribed.groupID == home.group)
    let accepted = try asha.accepted(.addEntry(home.group, minor: 1, "one"))
    #expect(try feed.events(1)["shared"]?.map(\.position) == [accepted.position])
    let place = feed.lastID
    for number in 2...4 { _ = try asha.accepted(.addEntry(home.group, minor: Int64(number))) }
    let again = try FeedClient(home, by: home.ravi, after: place, at: second.server.address)
    #expect(try again.events(3)["shared"]?.map(\.position) == (1...3).map { accepted.position + $0 })
  }

  @Test(
    "SB-12: When the owner dies, its readers elsewhere stay connected, nothing is lost or doubled, and the next one has the group",
    arguments: [(1, WireFormat.protobuf), (3, .json)])
  func ownerGoes(loops: Int, format: WireFormat) throws {
    let pair = try pair(format, loops: loops)
    let other = try pair.second.server.logIn(pair.asha.token, .protobuf)
    let readers = [pair.ravi, other]
    for reader in readers { try reader.follow(pair.group) }
    let last = try pair.asha.accepted(.addEntry(pair.group)).position
    for reader in readers { #expect(try reader.nextEvents().events.map(\.position) == [last]) }
    // The database believes that it lives until its lease is over.
    pair.first.server.stop()
    let command = Command.addEntry(pair.group)
    var answer = try pair.ravi.ask(.command(command))
    func ask() throws {
      guard case .rejected(let refused) = answer.body else { throw Unexpected("it is accepted: \(answer)") }
      try #require(refused.code == "unavailable" && refused.retryAfterMs > 0)
      answer = try pair.ravi.ask(.command(command))
    }
    for _ in 0..<20 { try ask() }
    pair.first.store.close()
    while case .rejected = answer.body { try ask() }
    #expect(answer.accepted.position == last + 1)
    #expect(try other.accepted(.addEntry(pair.group)).position == last + 2)
    for reader in readers {
      let told = try Told(reader, entries: 2, begun: 1)
      #expect(told.entries.map(\.position) == [last + 1, last + 2] && told.begun.count == 1 && told.isWithoutSnapshots)
    }
  }

  @Test("What is unavailable because its link broke may be stored all the same: the same command again gets its first answer")
  func unknownOutcome() throws {
    let pair = try Pair(node("a"), node("b", links: { $0.queueBytesMax = 2_500 }))
    let last = try pair.ravi.accepted(.addEntry(pair.group)).position
    try pair.asha.follow(pair.group)
    // Somebody's transaction has the row of the head, so that the owner's append waits for it.
    let lock = try OpenTransaction(database.address, "SELECT FROM \(schema).room FOR UPDATE")
    let command = Command.addEntry(pair.group)
    var long = Command.addEntry(pair.group)
    long.addEntry.content.note = String(repeating: "न", count: 900)
    var requests = [try pair.ravi.send(.command(command))]
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hearth a' AND wait_event_type = 'Lock'"
    eventually("the append waits for the row") { [database] in (try? database.psql(waits)) == "1" }
    // More than may wait for the other node, so that the link breaks.
    requests.append(try pair.ravi.send(.command(long)))
    for request in requests {
      let refused = try pair.ravi.answer(to: request).rejected
      #expect(refused.code == "unavailable" && refused.retryAfterMs > 0)
    }
    try lock.end("ROLLBACK")
    #expect(try pair.asha.nextEvents().events.map(\.position) == [last + 1])
    let again = try pair.ravi.accepted(command)
    #expect(again.duplicate && again.position == last + 1)
    #expect(try pair.ravi.accepted(.addEntry(pair.group)).position == last + 2)
    #expect(try pair.asha.nextEvents().events.map(\.position) == [last + 2])
  }

  @Test("A group that has come to a third node is found there, and one of a node without links is unavailable")
  func ownerChanges() throws {
    let pair = try pair()
    _ = try pair.ravi.accepted(.addEntry(pair.group))
    let third = try node("c")
    defer { third.end() }
    try third.store.claim(try #require(GroupID(pair.group)))
    let guest = try third.server.logIn(pair.ravi.token)
    try guest.follow(pair.group)
    // The first node learns of it when it appends next, the second by the first.
    let command = Command.addEntry(pair.group)
    var client = pair.ravi
    var position: UInt64?
    while position == nil {
      do {
        let answer = try client.ask(.command(command))
        if case .accepted(let accepted) = answer.body {
          position = accepted.position
        } else {
          #expect(answer.rejected.code == "unavailable")
        }
      } catch is Unexpected {
        // Sent away with the room that was overtaken.
        client = try pair.second.server.logIn(pair.ravi.token, .protobuf)
      }
    }
    #expect(try guest.nextEvents().events.map(\.position) == [try #require(position)])

    let lonely = try store("d")
    defer { lonely.close() }
    let other = try lonely.server(named: "d")
    defer { other.stop() }
    let asha = try other.logIn(pair.asha.token)
    let away = try asha.createGroup()
    let far = try pair.second.server.logIn(pair.asha.token)
    let refused = try far.rejected(.addEntry(away))
    #expect(refused.code == "unavailable" && refused.retryAfterMs > 0)
    // It is in the list all the same.
    #expect(try Set(far.ask(.listGroups(.init())).groups.groups.map(\.groupID)) == [pair.group, away])
  }

  @Test("A stranger gets nothing from the port of links, whatever certificate they show; a node of the right name gets in")
  func strangers() throws {
    let pair = try pair()
    let address = pair.first.server.server.nodeAddresses[0]
    func client(_ files: TestCertificates.Files?) throws -> NodeClient {
      try NodeClient(address, named: "a", showing: files, certificates)
    }
    let right = try certificates.node("x")
    guard case .hello(NodeVersion.current, "a")? = try client(right).greet("x") else { throw Unexpected("the right one is not let in") }
    // Without a certificate, with one of another authority, with one that is out of date.
    for files in [nil, try certificates.node("x", signer: certificates.stranger), certificates.expired] {
      #expect(try client(files).greet("x") == nil)
    }
    // With a good one for another name, with another version, with the node's own name.
    let own = try certificates.node("a")
    for (files, name, version, word) in [
      (right, "y", NodeVersion.current, "certificate"), (right, "x", NodeVersion.current + 1, "version"),
      (own, "a", NodeVersion.current, "name of its own"),
    ] {
      let link = try client(files)
      guard case .refused(let why)? = try link.greet(name, version: version) else { throw Unexpected("\(name) is not refused") }
      #expect(try why.contains(word) && link.frame() == nil)
    }
    // Who does not say hello first gets no word.
    let rude = try client(right)
    try rude.send(.ping)
    #expect(try rude.frame() == nil)
    let twice = try client(right)
    _ = try twice.greet("x")
    #expect(try twice.greet("x") == nil)

    // A server whose certificate is another authority's is asked by nobody, and asks nobody.
    let foreign = try node("f", signer: certificates.stranger, trusts: certificates.stranger)
    defer { foreign.end() }
    let guest = try foreign.server.logIn(pair.asha.token)
    #expect(try guest.rejected(.addEntry(pair.group)).code == "unavailable")
    let group = try guest.createGroup()
    #expect(try pair.asha.rejected(.addEntry(group)).code == "unavailable")
  }

  @Test("A slow reader of a group that another node has is slow on its own: it is sent away, and the others see everything")
  func slowReader() throws {
    let first = try node("a")
    let second = try node("b") { _ in
    } change: {
      $0.transport.queueBytesMax = 128 << 10
    }
    let pair = try Pair(first, second)
    let slow = try WireClient(second.server.address, .protobuf, receiveBufferBytes: 4_096)
    try slow.hello(pair.ravi.token)
    try slow.follow(pair.group)
    let well = try second.server.logIn(pair.ravi.token)
    try well.follow(pair.group)
    var last: UInt64 = 0
    for round in 0..<12 {
      var bytes: [UInt8] = []
      let requests = (0..<50).map { UInt32(1_000 + round * 50 + $0) }
      for request in requests {
        var entry = Command.addEntry(pair.group)
        entry.addEntry.content.note = String(repeating: "n", count: 900)
        bytes += try pair.ravi.encode(.command(entry), request: request)
      }
      pair.ravi.socket.send(bytes)
      last = try pair.ravi.answer(to: requests[49]).accepted.position
      while try well.nextEvents().events.last?.position != last {}
    }
    #expect(try slow.closeCode() == 4008)
    #expect(try well.accepted(.addEntry(pair.group)).position == last + 1)
  }
}

extension PostgresStore {
  /// A server over the store that knows of no links.
  fileprivate func server(named name: String) throws -> TestServer { try TestServer(self) }
}
