import HearthClient
import TLS
import Transport

/// Who takes part in a run, and where.
struct CrewPlan: Sendable {
  /// A server of the run.
  struct Server: Sendable {
    /// The server.
    var url: ServerURL
    /// Its addresses.
    var addresses: [SocketAddress]
    /// What to expect there, if it is secure.
    var destination: TLSDestination?

    init(_ text: String, authoritiesFile: String?) throws {
      url = try ServerURL(text)
      addresses = try SocketAddress.resolve(host: url.host, port: url.port)
      destination = try url.destination(authoritiesFile: authoritiesFile)
    }
  }

  /// The servers; members are spread over them, the owners of the groups at the first.
  var servers: [Server]
  /// How many rooms.
  var rooms: Int
  /// How many members each has.
  var members: Int
  /// Everything that is made up comes from it.
  var seed: UInt64
  /// Whether members offer compression.
  var offersCompression = false
  /// One command in so many breaks a rule and must be refused; nil: none does.
  var wrongOneIn: Int?
  /// One command in so many goes to lanes about a child, an account or a member; nil: none does, and nobody is a child.
  var narrowOneIn: Int?

  init(_ target: Target, rooms: Int, members: Int, seed: UInt64) throws {
    servers = try ([target.url] + target.otherURLs).map { try Server($0, authoritiesFile: target.authoritiesFile) }
    self.rooms = rooms
    self.members = members
    self.seed = seed
  }
}
