import HearthClient
import HearthProtocol

/// One of the family: a connection and a name in the group.
struct FamilyMember {
  let name: String
  let id: MemberID
  let connection: HearthConnection

  init(_ name: String, server: ServerURL, authoritiesFile: String?) throws {
    self.name = name
    id = .fresh()
    var configuration = SyncConfiguration(credentials: .register(displayName: name))
    configuration.client = "hearth-load family"
    connection = try HearthConnection(configuration, server: server, authoritiesFile: authoritiesFile)
    _ = try connection.open()
  }

  /// Sends a command for a group and waits until it is durable.
  @discardableResult
  func send(_ body: Command.OneOf_Body, to group: GroupID?) throws -> Accepted {
    var command = Command()
    command.id = CommandID.fresh().description
    command.groupID = group?.description ?? ""
    command.body = body
    // What has arrived meanwhile is not looked at: others do.
    while connection.next(within: .zero) != nil {}
    return try connection.send(command)
  }

  /// The member's part of an amount.
  func share(_ minor: Int64) -> Share {
    var share = Share()
    share.memberID = id.description
    share.minor = minor
    return share
  }
}

extension Identifier {
  /// A new id of now.
  static func fresh() -> Identifier {
    Identifier(milliseconds: wallMilliseconds(), random: (.random(in: 0...(.max)), .random(in: 0...(.max))))
  }
}
