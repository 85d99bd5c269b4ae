import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf
import Testing

@testable import HearthServer

/// SPEC PR-06 to PR-10 on real sockets: others see what somebody is entering just now (product N6).
@Suite(.onOneAndThreeLoops) struct DraftTests {
  private func draft(_ group: String, _ text: String?, lane: String = "shared") -> ClientMessage.OneOf_Body {
    .tellDraft(
      .with {
        ($0.groupID, $0.lane) = (group, lane)
        if let text { ($0.draft.currency, $0.draft.leadingDigits, $0.draft.digitCount, $0.draft.text) = ("INR", "12", 4, text) }
      })
  }

  /// The next that a client is told of a draft.
  private func next(_ client: WireClient) throws -> DraftChanged {
    while true {
      if case .draftChanged(let changed) = try client.nextUnasked().body { return changed }
    }
  }

  /// What of drafts a client has got by the time that an entry of Asha's reaches it.
  private func told(_ client: WireClient) throws -> [DraftChanged] {
    var found: [DraftChanged] = []
    while true {
      switch try client.nextUnasked().body {
      case .laneEvents: return found
      case .draftChanged(let changed): found.append(changed)
      default: break
      }
    }
  }

  @Test("PR-06: a draft reaches the others who follow the group, in both wire formats, and nobody else", arguments: WireFormat.allCases)
  func readersOnly(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let member = Fresh.id()
    let group = try asha.createGroup(member: member)
    let (ravi, other, stranger) = (try server.register("Ravi"), try server.register("Mira", format), try server.register("Leela"))
    let gone = Fresh.id()
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    _ = try other.accepted(.join(asha.invite(to: group), member: gone, as: "Mira"))
    for client in [asha, ravi, other] { try client.follow(group) }
    try asha.send(draft(group, "Groceries"))
    for client in [ravi, other] {
      let changed = try next(client)
      #expect(changed.memberID == member && changed.groupID == group && changed.lane == "shared")
      #expect(changed.draft.leadingDigits == "12" && changed.draft.digitCount == 4 && changed.draft.text == "Groceries")
    }
    // With the entry it is over.
    _ = try asha.accepted(.addEntry(group))
    #expect(try told(ravi).isEmpty)
    #expect(try !next(ravi).hasDraft)
    // A member who is removed hears of no other, and a stranger of none.
    _ = try asha.accepted(.remove(group, gone))
    try asha.send(draft(group, "Fruit"))
    _ = try asha.accepted(.addEntry(group))
    _ = try stranger.ask(.previewInvite(.init()))
    #expect(stranger.unasked.isEmpty)
    var heard: [Bool] = []
    while let message = try? other.nextUnasked() { if case .draftChanged(let changed) = message.body { heard.append(changed.hasDraft) } }
    #expect(heard == [false], "the end of the first one, and none behind the removal")
  }

  @Test("PR-10: nothing of a draft is stored, and who subscribes later is not told of it")
  func notStored() throws {
    let store = InMemoryStore()
    let server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let (ravi, late) = (try server.register("Ravi"), try server.register("Mira"))
    for client in [ravi, late] { _ = try client.accepted(.join(asha.invite(to: group))) }
    for client in [asha, ravi] { try client.follow(group) }
    let id = try #require(GroupID(group))
    let before = try store.read(id, after: .start, limit: 1_000)
    try asha.send(draft(group, "Secret cake"))
    #expect(try next(ravi).draft.text == "Secret cake")
    #expect(try store.read(id, after: .start, limit: 1_000) == before)
    try late.follow(group)
    _ = try asha.accepted(.addEntry(group))
    #expect(try told(late).isEmpty)
    // The control: an entry is stored.
    let after = try store.read(id, after: .start, limit: 1_000)
    #expect(after.count == before.count + 1 && Array(after.prefix(before.count)) == before)
    #expect(!after.contains { String(decoding: $0.bytes, as: UTF8.self).contains("Secret cake") })
  }

  @Test("PR-06: it ends with the connection, and the member's presence with it")
  func disconnected() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    for client in [asha, ravi] { try client.follow(group) }
    try ravi.send(draft(group, "Groceries"))
    #expect(try next(asha).hasDraft)
    ravi.close(1000)
    #expect(try !next(asha).hasDraft)
    #expect(try asha.nextUnasked().presenceChanged.online == false)
  }

  @Test("PR-08: it ends by itself when its member falls silent")
  func expires() throws {
    let server = try TestServer { $0.draftMilliseconds = 1 }
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    for client in [asha, ravi] { try client.follow(group) }
    try ravi.send(draft(group, "Groceries"))
    #expect(try next(asha).hasDraft)
    #expect(try !next(asha).hasDraft)
  }

  @Test("PR-08: of many drafts in a moment the last is told, and the connection goes on")
  func pace() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let ravi = try server.register("Ravi")
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    for client in [asha, ravi] { try client.follow(group) }
    for count in 1...20 { try ravi.send(draft(group, String(repeating: "x", count: count))) }
    var counts: [Int] = []
    while counts.last != 20 { counts.append(try next(asha).draft.text.count) }
    #expect(counts.count < 20 && counts == counts.sorted())
    #expect(try ravi.accepted(.addEntry(group)).position > 0)
  }

  @Test("PR-07: minors, viewers, strangers and those who do not follow are refused, in lane shared and in any other")
  func refused() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    for role in [Role.minor, .viewer] {
      let child = try server.register("Kabir")
      var join = Command.join(try asha.invite(to: group, role), as: "Kabir")
      if role == .minor { join.joinGroup.acceptsTransparency = try child.preview(join.joinGroup.code).transparencyVersion }
      _ = try child.accepted(join)
      #expect(try child.rejected(draft(group, "Sweets")).code == "not_found")
      try child.follow(group)
      #expect(try child.rejected(draft(group, "Sweets")).code == "forbidden")
      #expect(try child.rejected(draft(group, "Sweets", lane: "minor/\(Fresh.id())")).code == "bad_request")
    }
    let stranger = try server.register("Leela")
    var answers = try [group, Fresh.id()].map { try stranger.rejected(draft($0, "Sweets")) }
    for place in answers.indices { answers[place].groupID = "" }
    #expect(answers[0] == answers[1] && answers[0].code == "not_found")
    _ = try asha.ask(.previewInvite(.init()))
    #expect(
      !asha.unasked.contains { if case .draftChanged = $0.body { true } else { false } })
  }
}

extension WireClient {
  fileprivate func preview(_ code: String) throws -> InvitePreview { try ask(.previewInvite(.with { $0.code = code })).invitePreview }
}
