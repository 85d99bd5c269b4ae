import EventStore
import HearthProtocol
import HearthServer
import Testing

/// A server with a group of Asha's, to which bad input is sent.
final class RowFamily {
  let server: TestServer
  let asha: WireClient
  let group: String
  /// Asha, as a member.
  let owner = Fresh.id()
  /// The lanes' heads when the group was made.
  private var heads: [String: UInt64] = [:]

  init(
    _ format: WireFormat = .json, _ store: any EventStore & Directory = InMemoryStore(),
    change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    server = try TestServer(store, change: change)
    asha = try server.register("Asha", format)
    group = try asha.createGroup(member: owner)
    try noteHeads()
  }

  /// Somebody new in the group.
  func join(_ name: String, _ role: Role = .adult, member: String = Fresh.id()) throws -> WireClient {
    let client = try server.register(name, asha.format)
    _ = try client.accepted(.join(asha.invite(to: group, role), member: member, as: name))
    return client
  }

  /// What is there by now is meant to be.
  func noteHeads() throws { heads = try currentHeads() }

  /// Nothing has come to the group's history, in no lane, and the connection works.
  func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try currentHeads() == heads, sourceLocation: sourceLocation)
    #expect(try asha.ask(.listGroups(.init())).groups.groups.map(\.groupID) == [group], sourceLocation: sourceLocation)
  }

  private func currentHeads() throws -> [String: UInt64] {
    try server.logIn(asha.token, .protobuf).follow(group).heads
  }

  /// Each of the texts is bad_request and says the field; every fourth time on a fresh connection, since the fifth
  /// would be the last (row A3).
  func expectRefused(_ texts: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation) throws {
    var client = try server.logIn(asha.token)
    for (index, (text, field)) in texts.enumerated() {
      if index % 4 == 3 { client = try server.logIn(asha.token) }
      client.send(text: text)
      let rejected = try client.message().rejected
      #expect(rejected.code == "bad_request" && rejected.field == field, "\(text.prefix(80)): \(rejected)", sourceLocation: sourceLocation)
      #expect(!rejected.cause.isEmpty && !rejected.remedy.isEmpty, sourceLocation: sourceLocation)
      #expect(
        !rejected.cause.contains("/") && !rejected.cause.contains(".swift"), "internal text: \(rejected.cause)",
        sourceLocation: sourceLocation)
      _ = try client.ask(.listGroups(.init()))
    }
  }

  /// The command is refused with this code and field.
  func expectRefused(_ command: Command, _ code: String, _ field: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let rejected = try asha.rejected(command)
    #expect(rejected.code == code && rejected.field == field, "\(rejected)", sourceLocation: sourceLocation)
  }
}
