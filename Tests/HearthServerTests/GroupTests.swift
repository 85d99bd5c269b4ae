import HearthProtocol
import Testing

/// Commands, groups and history over real sockets: what the session adds to what the ledger and the room decide.
@Suite(.onOneAndThreeLoops) struct GroupTests {
  @Test("PM-01: a viewer's entry is forbidden, and the right is named")
  func viewer() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let viewer = try server.register("Dadi")
    _ = try viewer.accepted(.join(asha.invite(to: group, .viewer)))
    let rejected = try viewer.rejected(.addEntry(group))
    #expect(rejected.code == "forbidden")
    #expect(rejected.cause.contains("viewer"), "\(rejected)")
    let details = Dictionary(uniqueKeysWithValues: rejected.details.map { ($0.key, $0.value) })
    #expect(details["role"] == "viewer")
    #expect(details["rule"]?.isEmpty == false && rejected.cause.contains("The rule is "), "\(rejected)")
    #expect(
      try viewer.rejected(
        .readHistory(
          .with {
            $0.groupID = group; $0.lane = "admin"
          })
      ).code == "not_found")
    #expect(try viewer.follow(group).subscribed.lanes.map(\.lane).filter { !$0.contains("/") } == ["shared"])
  }

  @Test("MN-02: 99.99 percent are refused with the difference")
  func percentages() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let (me, other) = (Fresh.id(), Fresh.id())
    let group = try asha.createGroup(member: me)
    _ = try server.register("Ravi").accepted(.join(asha.invite(to: group), member: other))
    let rejected = try asha.rejected(.addEntry(group, split: .percent([me: 5_000, other: 4_999])))
    #expect(rejected.code == "split_does_not_add_up")
    #expect(rejected.details.contains { $0.key.contains("difference") && ["1", "-1"].contains($0.value) }, "\(rejected)")
    _ = try asha.accepted(.addEntry(group, split: .percent([me: 5_000, other: 5_000])))
  }

  @Test("MN-03: 100.00 three ways is 33.34, 33.33, 33.33")
  func threeWays() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let code = try asha.invite(to: group, uses: 2)
    for name in ["Ravi", "Mira"] { _ = try server.register(name).accepted(.join(code, as: name)) }
    try asha.follow(group)
    _ = try asha.accepted(.addEntry(group, minor: 10_000))
    let event = try #require(try asha.nextEvents().events.first?.event.entryAdded)
    #expect(event.owed.map(\.minor).sorted() == [3_333, 3_333, 3_334])
    #expect(event.content.paid.map(\.minor) == [10_000])
  }

  @Test("GR-02: list_groups lists one's groups, in the order of joining")
  func listGroups() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let ravi = try server.register("Ravi")
    let own = try ravi.createGroup(name: "Ravi alone")
    let family = try asha.createGroup(name: "Family")
    _ = try asha.createGroup(name: "Not Ravi's")
    let member = Fresh.id()
    _ = try ravi.accepted(.join(asha.invite(to: family, .admin), member: member))
    let groups = try ravi.ask(.listGroups(.init())).groups.groups
    #expect(groups.map(\.groupID) == [own, family])
    #expect(groups.map(\.name) == ["Ravi alone", "Family"])
    #expect(groups.map(\.role) == [.owner, .admin])
    #expect(groups.map(\.memberCount) == [1, 2])
    #expect(groups.last?.memberID == member)
    #expect(try server.register("Eve").ask(.listGroups(.init())).groups.groups.isEmpty)
  }

  @Test("HI-01: history comes in pages of at most 500, without a subscription", arguments: WireFormat.allCases)
  func history(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let group = try asha.createGroup()
    var bytes: [UInt8] = []
    for _ in 0..<600 { bytes += try asha.encode(.command(.addEntry(group)), request: 1) }
    asha.socket.send(bytes)
    for _ in 0..<600 { _ = try asha.message() }
    func read(after: UInt64, limit: UInt32) throws -> History {
      try asha.ask(
        .readHistory(
          .with {
            $0.groupID = group
            $0.lane = "shared"
            $0.after = after
            $0.limit = limit
          })
      ).history
    }
    for (after, limit, expected) in [(0, 0, 1...500), (0, 501, 1...500), (0, 7, 1...7), (500, 500, 501...602)]
      as [(UInt64, UInt32, ClosedRange<UInt64>)]
    {
      var page = try read(after: after, limit: limit)
      #expect(page.head == 602)
      var positions = page.events.map(\.position)
      // In JSON a page of so many is longer than a message may be.
      while let last = positions.last, last < expected.upperBound, format == .json {
        page = try read(after: last, limit: UInt32(expected.upperBound - last))
        positions += page.events.map(\.position)
      }
      #expect(positions == Array(expected))
    }
    #expect(try read(after: 602, limit: 10).events.isEmpty)
    #expect(try read(after: .max, limit: 10).events.isEmpty)
  }

  @Test("IN-01: an invite asked for again, from either format, is answered with the same code")
  func inviteAgain() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let invite = Command.createInvite(try asha.createGroup())
    let code = try asha.accepted(invite).inviteCode
    #expect(try server.logIn(asha.token, .protobuf).accepted(invite).inviteCode == code)
  }
}
