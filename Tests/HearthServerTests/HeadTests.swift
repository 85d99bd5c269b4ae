import HearthProtocol
import Room
import SwiftProtobuf
import Testing

@testable import HearthServer

/// SPEC PR-02 on real sockets: what members tell of their heads reaches whoever reads the lane, and nobody else.
@Suite(.onOneAndThreeLoops) struct HeadTests {
  private func heads(_ group: String, _ heads: [(lane: String, position: UInt64)], hash: UInt8 = 7) -> ClientMessage.OneOf_Body {
    .tellHeads(
      .with {
        $0.groupID = group
        $0.epoch = 1
        $0.heads = heads.map { head in
          VerifiedHead.with { ($0.lane, $0.position, $0.hash) = (head.lane, head.position, .init(repeating: hash, count: 32)) }
        }
      })
  }

  @Test("PR-02, LN-01: a head of a lane is told to its readers only, in both wire formats", arguments: WireFormat.allCases)
  func readersOnly(format: WireFormat) throws {
    let server = try TestServer()
    let asha = try server.register("Asha", format)
    let group = try asha.createGroup()
    let (meera, ravi) = (try server.register("Meera"), try server.register("Ravi", format))
    let admin = Fresh.id()
    _ = try meera.accepted(.join(asha.invite(to: group, .admin), member: admin, as: "Meera"))
    _ = try ravi.accepted(.join(asha.invite(to: group)))
    for client in [asha, meera, ravi] { try client.follow(group) }
    try meera.send(heads(group, [("admin", 4), ("shared", 5)]))
    // A person who hears of the entry has heard of all that came before it.
    _ = try meera.accepted(.addEntry(group))
    func told(_ client: WireClient) throws -> [HeadTold] {
      var found: [HeadTold] = []
      while true {
        let message = try client.nextUnasked()
        if case .laneEvents = message.body { return found }
        if case .headTold(let told) = message.body { found.append(told) }
      }
    }
    let (toAsha, toRavi) = (try told(asha), try told(ravi))
    #expect(Set(toAsha.map(\.head.lane)) == ["admin", "shared"])
    #expect(toRavi.map(\.head.lane) == ["shared"])
    for told in toAsha + toRavi {
      #expect(told.memberID == admin && told.groupID == group && told.epoch == 1 && told.head.hash == .init(repeating: 7, count: 32))
    }
    #expect(try told(meera).isEmpty, "nobody is told what they said themselves")
  }

  @Test("PR-02: strangers, and members who do not follow, learn nothing from the refusal")
  func refused() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    let stranger = try server.register("Ravi")
    let answers = try [group, Fresh.id()].map { group -> Rejected in
      var rejected = try stranger.rejected(heads(group, [("shared", 2)]))
      rejected.groupID = ""
      return rejected
    }
    #expect(answers[0] == answers[1] && answers[0].code == "not_found")
    #expect(try stranger.rejected(heads("Ravi", [("shared", 2)])).code == "not_found")
    _ = try asha.ask(.previewInvite(.init()))
    #expect(asha.unasked.isEmpty)
  }

  @Test("Limit: a second message within 10 s is refused, and the connection goes on")
  func rate() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    try asha.follow(group)
    try asha.send(heads(group, [("shared", 2)]))
    let rejected = try asha.rejected(heads(group, [("shared", 2)]))
    #expect(rejected.code == "rate_limited" && (1...10_000).contains(rejected.retryAfterMs))
    #expect(try asha.accepted(.addEntry(group)).position == 3)
  }
}
