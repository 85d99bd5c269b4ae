import HearthProtocol
import Testing

/// Commands, groups and history over real sockets: what the session adds to what the ledger and the room decide.
@Suite(.onOneAndThreeLoops) struct GroupTests {
  @Test("ER-04, A10: a group of others and one that does not exist get the same answer, byte for byte", arguments: WireFormat.allCases)
  func groupOfOthers(format: WireFormat) throws {
    let server = try TestServer()
    let group = try server.register("Asha").createGroup()
    let nowhere = Fresh.id()
    let stranger = try server.register("Eve", format)
    let command = Command.addEntry(group)
    let bodies: [ClientMessage.OneOf_Body] = [
      .command(command), .subscribe(.with { $0.groupID = group }),
      .readHistory(
        .with {
          $0.groupID = group; $0.lane = "shared"
        }),
      .readHistory(
        .with {
          $0.groupID = group; $0.lane = "admin"
        }),
      .readHistory(
        .with {
          $0.groupID = group; $0.lane = "nonsense"
        }),
      .readSettlement(.with { $0.groupID = group }), .readDashboard(.with { $0.groupID = group }),
      .previewCommand(.with { $0.command = command }), .readGroup(.with { $0.groupID = group }),
      .readGroup(
        .with {
          $0.groupID = group; $0.part = .invites
        }), .readEntries(.with { $0.groupID = group }),
    ]
    for body in bodies {
      stranger.socket.send(try stranger.encode(body, request: 50))
      let others = try stranger.payload()
      stranger.socket.send(try stranger.encode(body.with(group: nowhere), request: 50))
      let none = try stranger.payload()
      #expect(others == Self.replace(nowhere, by: group, in: none), "\(body)")
      let rejected = try format.decode(ServerMessage.self, from: others).rejected
      #expect(rejected.code == "not_found", "\(body): \(rejected)")
    }
  }

  @Test("PM-01: a viewer's entry is forbidden, and the rule is named")
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
    #expect(try viewer.follow(group).subscribed.lanes.map(\.lane) == ["shared"])
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
    func page(after: UInt64, limit: UInt32) throws -> History {
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
      let page = try page(after: after, limit: limit)
      #expect(page.events.map(\.position) == Array(expected))
      #expect(page.head == 602)
    }
    #expect(try page(after: 602, limit: 10).events.isEmpty)
    #expect(try page(after: .max, limit: 10).events.isEmpty)
  }

  @Test("CM-03 to CM-05: the same command again gives the first answer, another under its id is a conflict, from either format")
  func sentAgain() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let command = Command.addEntry(group)
    let first = try asha.accepted(command)
    var expected = first
    expected.duplicate = true
    #expect(try asha.accepted(command) == expected)
    let binary = try server.logIn(asha.token, .protobuf)
    #expect(try binary.accepted(command) == expected)
    var other = command
    other.addEntry.content.amount.minor += 1
    #expect(try binary.rejected(other).code == "idempotency_conflict")
    #expect(try asha.follow(group).heads["shared"] == first.position)
    let invite = Command.createInvite(group)
    let code = try asha.accepted(invite).inviteCode
    #expect(try binary.accepted(invite).inviteCode == code)
  }

  private static func replace(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    var result = bytes
    var index = 0
    while index + old.count <= result.count {
      if Array(result[index..<index + old.count]) == old { result.replaceSubrange(index..<index + old.count, with: new) }
      index += 1
    }
    return result
  }
}

extension ClientMessage.OneOf_Body {
  /// The same, of another group.
  fileprivate func with(group: String) -> Self {
    switch self {
    case .command(var body):
      body.groupID = group
      return .command(body)
    case .subscribe(var body):
      body.groupID = group
      return .subscribe(body)
    case .readHistory(var body):
      body.groupID = group
      return .readHistory(body)
    case .readSettlement(var body):
      body.groupID = group
      return .readSettlement(body)
    case .readDashboard(var body):
      body.groupID = group
      return .readDashboard(body)
    case .previewCommand(var body):
      body.command.groupID = group
      return .previewCommand(body)
    case .readGroup(var body):
      body.groupID = group
      return .readGroup(body)
    case .readEntries(var body):
      body.groupID = group
      return .readEntries(body)
    case .hello, .register, .unsubscribe, .previewInvite, .listGroups, .linkDevice, .listDevices, .revokeDevice, .rotateToken, .createLink:
      return self
    }
  }
}
