import CPostgreSQL
import EventStore
import Glibc

/// Where the database is and who asks.
public struct PostgresSettings: Sendable {
  /// A connection string of libpq, of either form, such as `service=hearth`. It may name several hosts; the first that
  /// takes writes is used.
  public var address: String
  /// The schema that has the tables; made if it is not there.
  public var schema: String
  /// Names this server among those that share the database; no two that run have the same.
  public var node: String
  /// Limit: for how many seconds a call tries to reach a database that is away; then it fails.
  public var reconnectSeconds: Double
  /// Limit: for how many seconds an answer is waited for; then the connection counts as lost.
  public var answerSeconds: Double
  /// Limit: time between two looks at what other nodes have ended, in seconds; what is revoked there ends here within
  /// a second. Nil: it is looked at when `noticeEndings` is called.
  public var endingsSeconds: Double?
  /// Limit: time from one look to the next whether the audit logs of other nodes have grown, in seconds, while this
  /// node serves: as much of a log can be cut off unnoticed. Nil: it is looked when it begins, when it ends, and when
  /// `noteChains` is called.
  public var chainsSeconds: Double? = 600

  /// Makes settings.
  ///
  /// - Throws: `.broken` when the address is none, or has a password in it: everybody on the machine can read command
  ///   lines.
  public init(
    address: String, schema: String = "hearth", node: String = "node", reconnectSeconds: Double = 10, answerSeconds: Double = 30,
    endingsSeconds: Double? = 0.5
  ) throws(StoreFailure) {
    (self.address, self.schema, self.node) = (address, schema, node)
    (self.reconnectSeconds, self.answerSeconds, self.endingsSeconds) = (reconnectSeconds, answerSeconds, endingsSeconds)
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(address, &message) else {
      defer { PQfreemem(message) }
      throw .broken("the address of the database is none: \(message.map { String(cString: $0) } ?? "out of memory")")
    }
    defer { PQconninfoFree(options) }
    var option = options
    // Safety: the list ends with an option without a keyword.
    while let keyword = option.pointee.keyword {
      if option.pointee.val != nil, ["password", "sslpassword"].contains(String(cString: keyword)) {
        throw .broken(
          "the address of the database has a password in it: put it into the file that passfile names (~/.pgpass), or a service")
      }
      option += 1
    }
  }

  /// Whether the environment has a password, which the whole system may be able to read.
  public static var hasPasswordInEnvironment: Bool { getenv("PGPASSWORD") != nil }

  /// A passfile that the service manager hands over (systemd's `LoadCredential=pgpass:…`).
  private static var credential: [(String, String)] {
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }) else { return [] }
    let file = folder + "/pgpass"
    return access(file, R_OK) == 0 ? [("passfile", file)] : []
  }

  /// The options of a connection, in order; a later one counts. What the address says counts more than `sslmode` and
  /// the times here, and less than that the server takes writes.
  var options: [(String, String)] {
    Self.credential + [
      ("sslmode", "verify-full"), ("connect_timeout", "5"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
      ("tcp_user_timeout", "10000"), ("dbname", address), ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
      ("application_name", "hearth \(node)"),
    ]
  }
}
