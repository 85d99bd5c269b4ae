import EventStore
import HearthProtocol
import PostgresStore
import Room
import Support
import Testing
import Transport

@testable import HearthServer

/// Groups that go from one server to another while both run, or while one ends.
extension NodeTests {
  /// What a client that follows a group was told by itself.
  struct Told {
    var entries: [LaneEvent] = []
    /// Each time that its subscription began anew.
    var begun: [Subscribed] = []

    /// Reads until so many entries and beginnings have come; a snapshot or an end is a failure.
    init(_ client: WireClient, entries count: Int, begun times: Int) throws {
      while entries.count < count || begun.count < times {
        switch try client.nextUnasked().body {
        case .laneEvents(let events): entries += events.events.filter { $0.event.entryAdded.hasContent }
        case .subscribed(let subscribed): begun.append(subscribed)
        case .snapshotPart, .subscriptionEnded, .rejected: throw Unexpected("a snapshot, an end or a refusal")
        default: break
        }
      }
    }

    var isWithoutSnapshots: Bool { begun.allSatisfy { $0.lanes.allSatisfy { !$0.snapshot && $0.start <= $0.head } } }
  }

  private func expectAccepted(_ request: UInt32, _ client: WireClient) throws {
    let answer = try client.answer(to: request)
    guard case .accepted = answer.body else { throw Unexpected("not accepted: \(answer)") }
  }

  @Test(
    "SB-12: A group goes to another node and back while members of both use it: nobody is closed or reads a snapshot, all see all, once",
    arguments: [(1, WireFormat.protobuf), (3, .json)])
  func groupMoves(loops: Int, format: WireFormat) throws {
    let pair = try pair(format, loops: loops)
    let near = try pair.first.server.logIn(pair.ravi.token)
    let all = [pair.asha, pair.ravi, near]
    for client in all { try client.follow(pair.group) }
    let group = try #require(GroupID(pair.group))
    for (number, (owner, next)) in [(pair.first, pair.second), (pair.second, pair.first)].enumerated() {
      let (from, to) = number == 0 ? ("a", "b") : ("b", "a")
      var requests: [(WireClient, UInt32)] = []
      func send(_ count: Int) throws {
        for _ in 0..<count {
          let sender = requests.count % 2 == 0 ? pair.asha : pair.ravi
          requests.append((sender, try sender.send(.command(.addEntry(pair.group, minor: Int64(requests.count + 1))))))
        }
      }
      try send(20)
      #expect(try owner.store.askToMove(group, to: to) == .asked(owner: from))
      #expect(owner.store.noticeMoves())
      try send(40)
      var seen: [[LaneEvent]] = []
      for client in all {
        for (sender, request) in requests where sender === client { try expectAccepted(request, client) }
        let told = try Told(client, entries: 60, begun: 1)
        #expect(told.isWithoutSnapshots && told.begun.count == 1)
        seen.append(told.entries)
      }
      #expect(seen.allSatisfy { $0 == seen[0] } && seen[0].count == 60)
      #expect(zip(seen[0], seen[0].dropFirst()).allSatisfy { $0.position + 1 == $1.position })
      let history = try GroupHistory.replay(group, from: next.store)
      #expect(history.head(of: .shared).position.rawValue == seen[0].last?.position)
      #expect(try next.store.hasMoved(group, to: to) == true && owner.store.owner(of: group) == .elsewhere)
      // The former owner stores nothing more, whatever it believes; the next one does.
      let empty = AppendBatch(group: group, expected: history.sequence, events: [])
      guard case .failure(.conflict) = owner.store.append([empty])[0] else { throw Unexpected("the former owner stores") }
      guard case .success = next.store.append([empty])[0] else { throw Unexpected("the next owner stores nothing") }
    }
    // Presence and what is entered go on, too.
    _ = try pair.ravi.send(.tellDraft(.with { ($0.groupID, $0.lane, $0.draft.text) = (pair.group, "shared", "Milk") }))
    var drafted = false
    while !drafted { if case .draftChanged = try pair.asha.nextUnasked().body { drafted = true } }
    // Who has gone follows no more, and who ends a subscription is told nothing more.
    guard case .unsubscribed = try near.ask(.unsubscribe(.with { $0.groupID = pair.group })).body else { throw Unexpected("no end") }
    _ = try pair.asha.accepted(.addEntry(pair.group))
  }

  @Test(
    "SB-12: A server that ends hands over: members of others are not closed, what they ask is answered once, and go on without snapshot")
  func ownerDrains() throws {
    let pair = try pair(loops: 2)
    try pair.ravi.follow(pair.group)
    let requests = try (1...10).map { try pair.ravi.send(.command(.addEntry(pair.group, minor: $0))) }
    let ended = pair.first.server.drainMeanwhile()
    let more = try (11...20).map { try pair.ravi.send(.command(.addEntry(pair.group, minor: $0))) }
    for request in requests + more { try expectAccepted(request, pair.ravi) }
    ended.wait()
    pair.first.store.close()
    let told = try Told(pair.ravi, entries: 20, begun: 1)
    #expect(told.isWithoutSnapshots && told.entries.count == 20)
    #expect(zip(told.entries, told.entries.dropFirst()).allSatisfy { $0.position + 1 == $1.position })
    #expect(try pair.second.store.owner(of: #require(GroupID(pair.group))) == .here)
  }

  @Test("A server that comes is given its share of idle groups, and members of them notice nothing")
  func spreads() throws {
    let first = try node("a")
    let asha = try first.server.register("Asha")
    let groups = try (0..<9).map { _ in try asha.createGroup() }
    let second = try node("b")
    defer { for node in [first, second] { node.end() } }
    let ids = Set(groups.compactMap { GroupID($0) })
    func given() throws -> Int { try ids.count { try first.store.owner(of: $0) == .elsewhere } }
    // Who lives is looked at now and then.
    for _ in 0..<8 { #expect(first.store.noticeMoves()) }
    while try given() < 4 { _ = try asha.ask(.listGroups(.init())) }
    // Its share, and no more: as many as the first has too many.
    #expect(try given() == 4)
    for group in groups { _ = try asha.accepted(.addEntry(group)) }
    #expect(try second.server.logIn(asha.token).ask(.listGroups(.init())).groups.groups.count == 9)
  }

  @Test("What an operator wants moved: a group that is nowhere, a server that is nowhere or alone, an owner that is alone or has gone")
  func wishes() throws {
    let pair = try pair()
    let (store, group) = (pair.second.store, try #require(GroupID(pair.group)))
    let lonely = try self.store("d")
    #expect(try store.askToMove(GroupID(high: 0x7000, low: 0x8000_0000_0000_0009), to: "b") == .noGroup)
    for name in ["nobody", "d"] { #expect(try store.askToMove(group, to: name) == .noNode) }
    #expect(try store.askToMove(group, to: "a") == .done)
    try lonely.claim(group)
    #expect(try store.askToMove(group, to: "b") == .ownerAlone("d"))
    #expect(try !lonely.handOver(group, to: "d") && !pair.first.store.handOver(group, to: "b") && !lonely.handOver(group, to: "nobody"))
    lonely.close()
    #expect(try store.askToMove(group, to: "b") == .done && store.owner(of: group) == .here)
    try store.forgetMove(group)
    #expect(try store.hasMoved(group, to: "a") == false)
  }

  @Test("SB-12: Who only listens hears on when the database says that the owner has gone, although the link to it stands")
  func silentReaders() throws {
    let pair = try pair()
    try pair.ravi.follow(pair.group)
    let last = try pair.asha.accepted(.addEntry(pair.group)).position
    #expect(try pair.ravi.nextEvents().events.map(\.position) == [last])
    // From now on the owner's signs of life do not arrive, and nobody asks anything.
    try database.psql(
      """
      SET search_path = \(schema);
      CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.seen_at := ''epoch''; RETURN NEW; END';
      CREATE TRIGGER hide BEFORE INSERT OR UPDATE ON node_life FOR EACH ROW WHEN (NEW.name = 'a') EXECUTE FUNCTION hide()
      """)
    let owner = "SELECT node FROM \(schema).room"
    eventually("the readers' server has the group") { [database] in (try? database.psql(owner)) == "b" }
    let other = try pair.second.server.logIn(pair.asha.token, .protobuf)
    #expect(try other.accepted(.addEntry(pair.group)).position == last + 1)
    let told = try Told(pair.ravi, entries: 1, begun: 1)
    #expect(told.entries.map(\.position) == [last + 1] && told.isWithoutSnapshots)
  }
}
