import EventStore
import HearthProtocol
import SQLiteStore
import Support
import Testing

/// Rows A10 to A17: what somebody may not see or do, what is sent twice, and what stands on another history.
extension ApplicationRowTests {
  // That it is the same work, too, SameWorkTests shows.
  @Test("A10, ER-04: a group of others and one that does not exist get the same answer, byte for byte", arguments: WireFormat.allCases)
  func groupOfOthers(format: WireFormat) throws {
    let family = try RowFamily()
    let stranger = try family.server.register("Eve", format)
    let nowhere = Fresh.id()
    for body in ClientMessage.OneOf_Body.allAboutGroup(family.group) {
      stranger.socket.send(try stranger.encode(body, request: 50))
      let others = try stranger.payload()
      stranger.socket.send(try stranger.encode(body.with(group: nowhere), request: 50))
      let none = try stranger.payload()
      #expect(others == none.replacing(Array(nowhere.utf8), with: Array(family.group.utf8)), "\(body)")
      let rejected = try format.decode(ServerMessage.self, from: others).rejected
      #expect(rejected.code == "not_found", "\(body): \(rejected)")
    }
    try family.expectUnchanged()
  }

  // Who was removed is not_found, not forbidden: from then on the group is to them as one that there never was (SB-08,
  // ER-04).
  @Test(
    "A11, AU-02: a minor and a viewer who go beyond their role are forbidden, who was removed is not_found; the audit log has it, the group not"
  )
  func beyondOneself() throws {
    let store = InMemoryStore()
    // One interval, however long the test takes.
    let family = try RowFamily(.json, store) { $0.auditMilliseconds = 86_400_000 }
    let member = Fresh.id()
    let (minor, viewer) = (try family.join("Kabir", .minor), try family.join("Dadi", .viewer))
    let former = try family.join("Ravi", member: member)
    _ = try family.asha.accepted(.remove(family.group, member))
    try family.noteHeads()
    let wishes: [Command] = [.addEntry(family.group), .createInvite(family.group), .changeRole(family.group, family.owner, to: .viewer)]
    for wish in wishes {
      #expect(try minor.rejected(wish).code == "forbidden")
      #expect(try viewer.rejected(wish).code == "forbidden")
      #expect(try former.rejected(wish).code == "not_found")
    }
    try family.expectUnchanged()
    family.server.drain()
    let forbidden = try store.auditRows(after: 0, limit: 1_000).filter { $0.act == "forbidden" }
    #expect(forbidden.map(\.count) == [6] && forbidden.map { $0.group?.description } == [family.group])
    let unknown = try store.auditRows(after: 0, limit: 1_000).filter { $0.act == "group_unknown" }
    #expect(unknown.map(\.count) == [3])
  }

  @Test("A12, CM-03: the same command again, in either format, is its first answer with duplicate set, and no new event")
  func sentAgain() throws {
    let family = try RowFamily()
    let command = Command.addEntry(family.group)
    let first = try family.asha.accepted(command)
    try family.noteHeads()
    var expected = first
    expected.duplicate = true
    #expect(!first.duplicate && first.position > 0)
    for format in WireFormat.allCases { #expect(try family.server.logIn(family.asha.token, format).accepted(command) == expected) }
    try family.expectUnchanged()
  }

  @Test("A13, CM-04: the same id with another body, or from another member, is idempotency_conflict")
  func otherBody() throws {
    let family = try RowFamily()
    let ravi = try family.join("Ravi")
    let command = Command.addEntry(family.group)
    _ = try family.asha.accepted(command)
    try family.noteHeads()
    var other = command
    other.addEntry.content.amount.minor += 1
    var another = Command.createInvite(family.group)
    another.id = command.id
    for changed in [other, another] { #expect(try family.asha.rejected(changed).code == "idempotency_conflict") }
    #expect(try ravi.rejected(command).code == "idempotency_conflict")
    try family.expectUnchanged()
  }

  @Test("A14, CM-03: ids are known as long as the log is kept: ten years, a thousand commands, a snapshot and a restart later")
  func lateAgain() throws {
    let folder = try TemporaryFolder()
    let command: Command
    let (token, group): (String, String)
    let first: Accepted
    do {
      let store = try SQLiteStore(directory: folder.path)
      let family = try RowFamily(.protobuf, store)
      (token, group) = (family.asha.token, family.group)
      command = .addEntry(group)
      first = try family.asha.accepted(command)
      let requests = try (0..<1_000).map { _ in try family.asha.send(.command(.addEntry(group))) }
      for request in requests { #expect(try family.asha.answer(to: request).accepted.position > first.position) }
      family.server.drain()
      try store.close()
    }
    let store = try SQLiteStore(directory: folder.path)
    let server = try TestServer(store, now: 1_790_000_000_000 + 10 * 365 * 86_400_000)
    let asha = try server.logIn(token)
    let again = try asha.accepted(command)
    #expect(again.duplicate && again.position == first.position)
    var other = command
    other.addEntry.content.amount.minor += 1
    #expect(try asha.rejected(other).code == "idempotency_conflict")
    #expect(try asha.follow(group).heads["shared"] == first.position + 1_000)
    server.drain()
    try store.close()
  }

  // Of a version that the entry never had there is nothing to show both of: that is bad_request (EN-03).
  @Test("A15, EN-03: an edit of a past version is conflict with the current one, of one that there never was bad_request")
  func otherVersion() throws {
    let family = try RowFamily()
    let entry = Command.addEntry(family.group)
    let added = try family.asha.accepted(entry).position
    func edit(_ version: UInt64, _ description: String) -> Command {
      .make(
        family.group,
        .editEntry(
          .with {
            ($0.entryID, $0.baseVersion) = (entry.addEntry.entryID, version)
            $0.changes.description_p = description
          }))
    }
    let edited = try family.asha.accepted(edit(added, "Fruit")).position
    try family.noteHeads()
    let rejected = try family.asha.rejected(edit(added, "Bread"))
    #expect(rejected.code == "conflict")
    #expect(rejected.details.first { $0.key == "current_version" }?.value == "\(edited)", "\(rejected)")
    for version in [edited + 1, UInt64.max, 0] {
      try family.expectRefused(edit(version, "Bread"), "bad_request", "edit_entry.base_version")
    }
    try family.expectUnchanged()
    _ = try family.asha.accepted(edit(edited, "Bread"))
  }

  // Nothing is ever cut off a log, so no position lies before the snapshot; what is far behind gets one all the same
  // (SB-04).
  @Test("A16, SB-04: a cursor past the head, or of another epoch, gets a snapshot and no gap; one below 0 is bad_request")
  func cursors() throws {
    let family = try RowFamily()
    for _ in 0..<5 { _ = try family.asha.accepted(.addEntry(family.group)) }
    try family.noteHeads()
    let heads = try family.asha.follow(family.group).heads
    let head = try #require(heads["shared"])
    let cases: [(cursor: UInt64, epoch: UInt64, snapshot: Bool)] = [
      (head - 2, 1, false), (head, 1, false), (head + 1, 1, true), (.max, 1, true), (head, 7, true),
    ]
    for (cursor, epoch, snapshot) in cases {
      var cursors = heads
      cursors["shared"] = cursor
      let followed = try family.asha.follow(family.group, after: cursors, epoch: epoch)
      let lane = try #require(followed.subscribed.lanes.first { $0.lane == "shared" })
      #expect(lane.snapshot == snapshot && lane.head == head, "\(cursor), epoch \(epoch)")
      #expect(followed.events["shared", default: []].map(\.position) == (snapshot ? [] : Array((cursor + 1)..<(head + 1))))
    }
    try family.expectRefused([
      (#"{"subscribe":{"groupId":"\#(family.group)","cursors":[{"lane":"shared","position":-1}]}}"#, "subscribe.cursors[0].position")
    ])
    try family.expectUnchanged()
  }

  @Test("A17, SB-08: a cursor of a group that one was removed from is not_found, as for a group that there never was")
  func removed() throws {
    let family = try RowFamily()
    let member = Fresh.id()
    let ravi = try family.join("Ravi", member: member)
    let heads = try ravi.follow(family.group).heads
    _ = try family.asha.accepted(.remove(family.group, member))
    #expect(try ravi.closeCode() == 4003)
    let again = try family.server.logIn(ravi.token)
    func refusal(_ group: String) throws -> [UInt8] {
      let cursors = heads.map { lane, position in
        Cursor.with { ($0.lane, $0.position) = (lane, position) }
      }
      again.socket.send(try again.encode(.subscribe(.with { ($0.groupID, $0.epoch, $0.cursors) = (group, 1, cursors) }), request: 50))
      return try again.payload()
    }
    let (nowhere, answer) = (Fresh.id(), try refusal(family.group))
    #expect(try again.format.decode(ServerMessage.self, from: answer).rejected.code == "not_found")
    #expect(try answer == refusal(nowhere).replacing(Array(nowhere.utf8), with: Array(family.group.utf8)))
  }
}
