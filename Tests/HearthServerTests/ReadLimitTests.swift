import EventStore
import HearthProtocol
import Support
import Testing

@testable import HearthServer

/// How many reads of one connection are under way at once, how many groups a list opens, and when commands wait outside
/// (SPEC CM-11).
@Suite(.onOneAndThreeLoops) struct ReadLimitTests {
  private static func history(of group: String) -> ClientMessage.OneOf_Body {
    .readHistory(.with { ($0.groupID, $0.lane) = (group, "shared") })
  }

  /// Asks for one read more than may be under way, while none of them gets on: those at the limit are taken and one
  /// more is not.
  ///
  /// - Returns: the requests that are under way.
  private func fill(_ client: WireClient, _ body: ClientMessage.OneOf_Body) throws -> [UInt32] {
    let requests = try (0...SessionReads.most).map { _ in try client.send(body) }
    let refused = try client.answer(to: requests[SessionReads.most]).rejected
    #expect(refused.code == "overloaded" && refused.retryAfterMs > 0)
    #expect(client.unasked.isEmpty)
    return Array(requests.dropLast())
  }

  /// The answers to these requests, in their order; they come in any.
  private func answers(_ client: WireClient, _ requests: [UInt32]) throws -> [ServerMessage] {
    var found: [UInt32: ServerMessage] = [:]
    while found.count < requests.count {
      let message = try client.message()
      found[try #require(requests.contains(message.request) ? message.request : nil)] = message
    }
    return requests.compactMap { found[$0] }
  }

  @Test("CM-11 Limit: 8 reads of a connection are under way and not one more, again after each has been answered, refused or listed")
  func reads() throws {
    #expect(SessionReads.most == 8)
    let store = GatedStore()
    var server = try TestServer(store)
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    // One after the other they are as many as anybody likes, of what is found in memory, too.
    for _ in 0...SessionReads.most { #expect(try asha.ask(.readSettlement(.with { $0.groupID = group })).settlement.currency == "INR") }

    store.closeReads()
    var requests = try fill(asha, Self.history(of: group))
    store.openReads()
    #expect(try answers(asha, requests).map(\.history.events.count) == requests.map { _ in 2 })

    store.closeReads()
    requests = try fill(asha, Self.history(of: group))
    store.failReads(with: .broken("a test"))
    store.openReads()
    #expect(try answers(asha, requests).allSatisfy { $0.rejected.code == "unavailable" })
    store.failReads(with: nil)

    // Lists are delayed where the group is not in memory.
    server.stop()
    server = try TestServer(store)
    let back = try server.logIn(asha.token)
    store.closeReads()
    requests = try fill(back, .listGroups(.init()))
    store.openReads()
    #expect(try answers(back, requests).allSatisfy { $0.groups.groups.map(\.groupID) == [group] })
    store.closeReads()
    requests = try fill(back, Self.history(of: group))
    store.openReads()
    #expect(try answers(back, requests).map(\.history.events.count) == requests.map { _ in 2 })
  }

  @Test("CM-11 Limit: a list opens 32 groups at once and not one more, and has all of them in the end, in order")
  func longList() throws {
    #expect(GroupListing.awaitedMax == 32)
    let store = GatedStore()
    var server = try TestServer(store)
    let asha = try server.register("Asha")
    let groups = try (0..<GroupListing.awaitedMax + 8).map { _ in try asha.createGroup() }
    server.stop()
    server = try TestServer(store)
    let back = try server.logIn(asha.token)
    store.closeReads()
    let request = try back.send(.listGroups(.init()))
    let running = server.server
    eventually("as many as may be are being opened") { running.roomCount == GroupListing.awaitedMax }
    // The connection goes on meanwhile.
    #expect(try back.ask(.listDevices(.init())).devices.devices.count == 1)
    #expect(running.roomCount == GroupListing.awaitedMax)
    store.openReads()
    let listed = try back.answer(to: request).groups.groups
    #expect(listed.map(\.groupID) == groups && listed.allSatisfy { $0.name == "Sharma Family" })
  }

  @Test("CM-11 Limit: with 94 % of the memory charged a command is taken, with 97 % it is overloaded, and taken again when there is some")
  func memoryIsShort() throws {
    let server = try TestServer()
    let asha = try server.register("Asha")
    let group = try asha.createGroup()
    let memory = server.server.limits.memory
    let percent = memory.bytesMax / 100
    let padding = 94 * percent - memory.chargedBytes
    memory.charge(padding)
    _ = try asha.accepted(.addEntry(group))
    memory.charge(3 * percent)
    let command = Command.addEntry(group)
    let refused = try asha.rejected(command)
    #expect(refused.code == "overloaded" && refused.retryAfterMs > 0 && refused.commandID == command.id)
    // Who only looks is answered.
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group])
    memory.discharge(3 * percent)
    #expect(try asha.accepted(command).duplicate == false)
    memory.discharge(padding)
  }
}
