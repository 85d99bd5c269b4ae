import Foundation
import HearthProtocol
import Testing

/// A removal races an entry over real sockets: nobody is shown anything that stands behind their own removal (SPEC
/// SB-08, promise 5 of reliability.md).
@Suite(.onOneAndThreeLoops) struct RemovalRaceTests {
  /// As many races as `make leak` asks for, otherwise a few.
  private static let races = ProcessInfo.processInfo.environment["HEARTH_LEAK_RACES"].flatMap(Int.init) ?? 60

  /// A family of which Ravi is removed again and again.
  private struct Family {
    let group: String
    let asha: WireClient
    let mira: WireClient
    let ravi: WireClient
    let member = Fresh.id()
    /// Stays, and follows.
    let dadi: WireClient

    init(_ server: TestServer) throws {
      asha = try server.register("Asha")
      group = try asha.createGroup()
      (mira, ravi, dadi) = (try server.register("Mira", .protobuf), try server.register("Ravi"), try server.register("Dadi"))
      for (client, id) in [(mira, Fresh.id()), (ravi, member), (dadi, Fresh.id())] {
        _ = try client.accepted(.join(asha.invite(to: group), member: id))
      }
      try dadi.follow(group)
    }
  }

  /// The positions of shared events that come up to one of them, or up to the end.
  private func positions(of client: WireClient, through last: UInt64? = nil) throws -> (seen: [UInt64], closeCode: UInt16?) {
    var seen: [UInt64] = []
    while last.map({ seen.last ?? 0 < $0 }) ?? true {
      switch try client.receive() {
      case .message(let payload): seen += try client.format.decode(ServerMessage.self, from: payload).laneEvents.events.map(\.position)
      case .close(let code): return (seen, code)
      case .end: return (seen, nil)
      case .ping, .pong: continue
      }
    }
    return (seen, nil)
  }

  @Test("S2, SB-08: of all races of a removal against an entry none shows the removed member a later event; who stays gets each")
  func races() throws {
    let server = try TestServer()
    var family = try Family(server)
    var (entriesBefore, entriesAfter, seenLaterByOthers) = (0, 0, 0)
    for race in 0..<Self.races {
      // A group that does not grow without end.
      if race % 100 == 99 { family = try Family(server) }
      let ravi = try server.logIn(family.ravi.token, race % 3 == 0 ? .json : .protobuf)
      let head = try #require(try ravi.follow(family.group).heads["shared"])
      let removal = { try family.asha.send(.command(.remove(family.group, family.member))) }
      let entry = { try family.mira.send(.command(.addEntry(family.group))) }
      // Each is sent first every other time. In half of the races nothing else is awaited, and the sockets and loops
      // decide which comes first; in the other half the first has been answered, so that both orders occur on every
      // machine.
      let (isRemovalFirst, isDecided) = (race % 2 == 0, race % 4 < 2)
      var (removed, added): (UInt64, UInt64)
      if isRemovalFirst {
        let request = try removal()
        removed = isDecided ? try family.asha.answer(to: request).accepted.position : 0
        added = try family.mira.answer(to: entry()).accepted.position
        if !isDecided { removed = try family.asha.answer(to: request).accepted.position }
      } else {
        let request = try entry()
        added = isDecided ? try family.mira.answer(to: request).accepted.position : 0
        removed = try family.asha.answer(to: removal()).accepted.position
        if !isDecided { added = try family.mira.answer(to: request).accepted.position }
      }
      try #require(removed > head && added > head)
      let (seen, code) = try positions(of: ravi)
      #expect(seen == Array((head + 1)...removed) && code == 4003, "race \(race): removed at \(removed), added at \(added), seen \(seen)")
      // The control: the same look at who stays must find what is later.
      let others = try positions(of: family.dadi, through: max(removed, added)).seen
      #expect(others.suffix(2) == [min(removed, added), max(removed, added)])
      if added > removed { entriesAfter += 1 } else { entriesBefore += 1 }
      if others.contains(where: { $0 > removed }) { seenLaterByOthers += 1 }
      _ = try family.asha.accepted(.make(family.group, .restoreMember(.with { $0.memberID = family.member })))
    }
    #expect(entriesBefore >= Self.races / 4 && entriesAfter >= Self.races / 4 && entriesBefore + entriesAfter == Self.races)
    #expect(seenLaterByOthers == entriesAfter)
  }
}
